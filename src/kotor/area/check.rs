//! Checks an area: every room, and whether the rooms fit together.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::Area;
use super::seams::{Exact, Near, SeamEdge, edges_of};
use crate::finding::{CheckOptions, Finding, Findings, Measure, Place, PlacePart, Rule, Spot, rules};
use crate::kotor::RoomId;
use crate::kotor::check::side_of_face;
use walkmesh_mesh::counted::counted;

rules! { of crate::kotor::check::sample, AreaFiles;
    ROOM_WITHOUT_FILE: Info = "room-without-file", "A room of the layout has no walkmesh file" {
        /// Creatures cannot walk in a room without a walkmesh, and the game blocks the paths into it. This is correct
        /// for scenery, such as a sky.
        remedy
        /// If creatures should walk there, put the room's WOK into the same folder.
        bad "room 0 (west)": |files| files.area = Area::new(files.area.layout().clone()),
    }
    FILE_WITHOUT_ROOM: Info = "file-without-room", "A walkmesh belongs to no room of the layout" {
        /// The game reads only the walkmeshes of rooms in the layout, so it never reads this file.
        remedy
        /// Add the room to the layout, rename the file to its room, or remove the file.
        bad "": |files| files.file = "south.wok",
    }
    TRANSITION_MISSING: Warning = "transition-missing", "Two rooms share an edge that has no transition" {
        /// A neighbouring room has the same edge, but the edge has no transition. Creatures cannot pass.
        remedy
        /// Link the area.
        bad "room 0 (west): face 2, side 1": |files| damages::lead(&mut files.area, None),
    }
    SEAM_GAP: Info = "seam-gap", "Two rooms nearly meet at an edge without a transition" {
        /// A neighbouring room has an edge at most 0.1 m away, and the edge has no transition. Creatures cannot pass.
        remedy
        /// If creatures should pass, weld and link the area.
        bad "room 0 (west): face 2, side 1": |files| files.area = area_of([("west", room([0.0; 3])), ("east", room([2.0625, 0.0, 0.0]))]),
    }
    SEAM_CROWDED: Info = "seam-crowded", "Too many edges lie near an edge to compare them all" {
        /// More than a thousand edges of other rooms lie about 0.1 m away. Whether one of them nearly meets this edge
        /// is unknown, because such a check could take hours. No real area has so many.
        remedy
        /// Remove the stacked faces, and check again.
        bad "room 0 (one): face 0, side 0": |files| files.area = damages::crowded(20_000),
    }
    TRANSITION_ROOM_OUT_OF_RANGE: Error = "transition-room-out-of-range", "The room of a transition is out of range" {
        /// A transition is the index of a room in the layout, counted from 0. This index is too large, so creatures
        /// cannot pass. A common cause is that rooms were removed from the layout or reordered by hand.
        remedy
        /// Link the area. To change the order of rooms, edit the area as a whole, which renumbers the transitions.
        bad "room 0 (west): face 2, side 1": |files| damages::lead(&mut files.area, Some(RoomId(7))),
    }
    TRANSITION_TO_OWN_ROOM: Error = "transition-to-own-room", "A transition leads to its own room" {
        /// A transition must lead to another room.
        remedy
        /// Link the area.
        bad "room 0 (west): face 2, side 1": |files| damages::lead(&mut files.area, Some(RoomId(0))),
    }
    TRANSITION_UNCHECKED: Info = "transition-unchecked", "A transition leads to a room whose walkmesh is missing" {
        /// Without that room's file the check cannot compare the two rooms.
        remedy
        /// Check again with the files of all rooms in one folder.
        bad "room 0 (west): face 2, side 1": |files| {
            files.area = damages::with_third(&files.area);
            damages::lead(&mut files.area, Some(RoomId(2)));
        },
    }
    TRANSITION_ONE_WAY: Error = "transition-one-way", "A transition is one-way" {
        /// The edge leads to a room whose matching edge does not lead back. Creatures can pass in one direction only.
        remedy
        /// Link the area.
        bad "room 1 (east): face 1, side 2": |files| damages::lead(&mut files.area, None),
    }
    TRANSITION_GAP: Warning = "transition-gap", "Two rooms joined by a transition do not meet exactly" {
        /// The matching edge of the other room is up to 0.1 m away. The game follows a transition from edge to edge,
        /// and the gap may stop a creature or let it fall.
        remedy
        /// Weld the area.
        bad "room 0 (west): face 2, side 1": |files| damages::move_east(&mut files.area, [2.0, 0.0, 0.05]),
    }
    TRANSITION_WITHOUT_EDGE: Error = "transition-without-edge", "The room on the other side has no edge there" {
        /// The transition leads to a room that has no edge within 0.1 m. Creatures may stop or fall out of the area. A
        /// common cause is that the layout was changed, or that the room belongs to another layout that reuses it.
        remedy
        /// Link the area, or restore the room's original position.
        bad "room 0 (west): face 2, side 1": |files| damages::move_east(&mut files.area, [9.0, 0.0, 0.0]),
    }
}

/// Maximum gap between two edges that counts as a seam, in metres: the widest in the games' own areas.
const GAP: f32 = 0.1;

impl Area {
    /// Checks every room, and whether the rooms fit together. The place of each finding starts with the room. Tables
    /// that edits have made stale are compared with the edited faces, so call [`bake_stale`](Self::bake_stale) first.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        self.check_without(options, &BTreeSet::new())
    }

    /// Like `check`, without findings on rooms whose files exist but cannot be read.
    pub(crate) fn check_without(&self, options: &CheckOptions, damaged: &BTreeSet<RoomId>) -> Findings {
        let mut findings = Findings::new(options);
        findings.append(self.layout.check(options), None);
        self.rooms_without_file(damaged, &mut findings);
        for (id, room) in self.rooms() {
            findings.append(room.check(options), Some(&self.part(id)));
        }
        self.seams(&mut findings);
        self.floor(&mut findings);
        findings
    }

    /// The finding for a room file whose name is not in the layout.
    #[must_use]
    pub fn check_file_name(&self, name: &str) -> Option<Finding> {
        let stem = Path::new(name).file_stem()?.to_str()?;
        let rooms = self.layout.rooms().len();
        let rule = &FILE_WITHOUT_ROOM;
        self.layout.find(stem).is_none().then(|| Finding {
            rule,
            severity: rule.severity,
            place: Place::FILE,
            other: None,
            spot: None,
            meaning: format!("The file {name} belongs to no room of the layout, which has {}.", counted(rooms, "room")),
        })
    }

    /// Reports the rooms of the layout that have no walkmesh.
    fn rooms_without_file(&self, damaged: &BTreeSet<RoomId>, findings: &mut Findings) {
        for (id, room) in self.missing_rooms().filter(|(id, _)| !damaged.contains(id)) {
            let meaning = || format!("The walkmesh {}.wok is missing.", room.name);
            findings.add(&ROOM_WITHOUT_FILE, self.part(id), meaning);
        }
    }

    fn seams(&self, findings: &mut Findings) {
        let edges: Vec<SeamEdge> = self.rooms().flat_map(|(id, room)| edges_of(id, room)).collect();
        let exact = Exact::new(edges.iter().copied());
        let mut near = NearEdges { edges: &edges, all: Near::default(), by_room: HashMap::new() };
        near.all.add(edges.iter().copied());
        edges.iter().for_each(|edge| self.seam(edge, &exact, &mut near, findings));
    }

    /// Reports the worst fault of one perimeter edge.
    fn seam(&self, edge: &SeamEdge, exact: &Exact, near: &mut NearEdges<'_>, findings: &mut Findings) {
        let place = SeamPlace { area: self, edge };
        let mut add = |rule: &'static Rule, size: f64, meaning: &dyn Fn() -> String| {
            let spot = Spot { point: edge.middle(), measure: Measure::Length(size) };
            findings.add_spot(rule, rule.severity, place, Some(spot), meaning);
        };
        let name = |room| self.part(room);
        let Some(to) = edge.leads_to else {
            if let Some(other) = exact.facing(edge) {
                return add(&TRANSITION_MISSING, edge.length(), &|| {
                    format!(
                        "The edge has no transition, although {} has the same edge: creatures cannot pass. Link the area to open it.",
                        name(other.room)
                    )
                });
            }
            let nearest = near.all.facing(edge, GAP);
            let Some((gap, other)) = nearest.edge else {
                if nearest.is_cut_short {
                    add(&SEAM_CROWDED, edge.length(), &crowded);
                }
                return;
            };
            return add(&SEAM_GAP, gap, &|| {
                format!(
                    "The edge has no transition, although {} has an edge {} away: creatures cannot pass. Weld and link the area to open it.",
                    name(other.room),
                    metres(gap)
                )
            });
        };
        if self.layout.room(to).is_none() {
            let rooms = self.layout.rooms().len();
            return add(&TRANSITION_ROOM_OUT_OF_RANGE, edge.length(), &|| {
                format!("The edge leads to {to}, but the layout has {}: creatures cannot pass.", counted(rooms, "room"))
            });
        }
        if to == edge.room {
            return add(&TRANSITION_TO_OWN_ROOM, edge.length(), &|| "The edge leads to its own room.".to_owned());
        }
        if self.room(to).is_none() {
            return add(&TRANSITION_UNCHECKED, edge.length(), &|| {
                format!("The edge leads to {}, whose walkmesh is missing, so this is not checked.", name(to))
            });
        }
        if let Some(facing) = exact.facing_room(edge, to) {
            if facing.leads_to != Some(edge.room) {
                add(&TRANSITION_ONE_WAY, edge.length(), &|| {
                    format!(
                        "The edge leads to {}, whose edge does not lead back: creatures can pass in one direction only.",
                        name(to)
                    )
                });
            }
            return;
        }
        let nearest = near.of_room(to).facing(edge, GAP);
        if let Some((gap, _)) = nearest.edge {
            return add(&TRANSITION_GAP, gap, &|| {
                format!(
                    "The edge leads to {}, whose edge is {} away: weld the area to close the gap.",
                    name(to),
                    metres(gap)
                )
            });
        }
        if nearest.is_cut_short {
            return add(&SEAM_CROWDED, edge.length(), &crowded);
        }
        add(&TRANSITION_WITHOUT_EDGE, edge.length(), &|| {
            let instead = exact.facing(edge).map_or_else(
                || "creatures may stop or fall out of the area".to_owned(),
                |other| format!("the room behind it is {}: link the area", name(other.room)),
            );
            format!("The edge leads to {}, which has no edge there: {instead}.", name(to))
        });
    }

    /// A room by its number and name.
    pub(super) fn part(&self, room: RoomId) -> PlacePart {
        self.layout.part(room)
    }
}

/// Indices of perimeter edges: one of all rooms, and one for each room that was queried.
struct NearEdges<'e> {
    /// By room.
    edges: &'e [SeamEdge],
    all: Near,
    by_room: HashMap<RoomId, Near>,
}

impl NearEdges<'_> {
    fn of_room(&mut self, room: RoomId) -> &Near {
        self.by_room.entry(room).or_insert_with(|| {
            let [from, to] = [room.0, room.0 + 1].map(|end| self.edges.partition_point(|edge| edge.room.0 < end));
            let mut near = Near::default();
            near.add(self.edges[from..to].iter().copied());
            near
        })
    }
}

fn crowded() -> String {
    "So many edges lie about 0.1 m away that not all of them were compared with this one.".to_owned()
}

/// The place of a perimeter edge, computed only for a listed finding.
#[derive(Clone, Copy)]
struct SeamPlace<'a> {
    area: &'a Area,
    edge: &'a SeamEdge,
}

impl From<SeamPlace<'_>> for Place {
    fn from(SeamPlace { area, edge }: SeamPlace<'_>) -> Self {
        Self::from(side_of_face(edge.edge)).within(area.part(edge.room))
    }
}

fn metres(gap: f64) -> String {
    if gap < 1e-3 { format!("{gap:.1e} m") } else { format!("{gap:.3} m") }
}

#[cfg(test)]
mod damages {
    use super::*;
    use crate::kotor::check::sample::area_of;
    use crate::kotor::{Kind, Layout, LayoutRoom, MaterialId, Walkmesh};

    /// Makes the first transition of the first room lead elsewhere.
    pub(super) fn lead(area: &mut Area, to: Option<RoomId>) {
        let room = area.room_mut(RoomId(0)).unwrap();
        let (edge, _) = room.transitions().next().unwrap();
        room.set_transition(edge, to).unwrap();
    }

    pub(super) fn move_east(area: &mut Area, to: [f32; 3]) {
        area.move_room(RoomId(1), to).unwrap();
        area.bake_stale().unwrap();
    }

    /// The area with a third room whose walkmesh is missing.
    pub(super) fn with_third(area: &Area) -> Area {
        let mut layout: Layout = area.layout().clone();
        layout.push(LayoutRoom { name: "south".into(), position: [0.0; 3] }).unwrap();
        let mut with_third = Area::new(layout);
        for (id, room) in area.rooms() {
            with_third.insert(id, room.clone()).unwrap();
        }
        with_third
    }

    /// A room of one face, and a room of many faces whose edges all lie slightly more than 0.1 m away from an edge of that face.
    pub(super) fn crowded(count: u32) -> Area {
        let around = |number: u32| {
            // A spiral on a sphere.
            let height = (2.0 * number as f32 + 1.0) / count as f32 - 1.0;
            let (angle, radius) = (number as f32 * 2.4, (1.0 - height * height).sqrt());
            [radius * angle.cos(), radius * angle.sin(), height].map(|value| value * 0.100_001)
        };
        let to = [1.0, 0.0, 0.0];
        let many = (0..count).map(|number| [to, around(number), [0.5, -1.0, number as f32 * 1e-3]]);
        let room = |faces: Vec<[[f32; 3]; 3]>| {
            Walkmesh::from_triangles(Kind::Wok, faces.into_iter().map(|face| (face, MaterialId(4)))).unwrap()
        };
        area_of([("one", room(vec![[[0.0; 3], to, [0.5, 1.0, 0.0]]])), ("many", room(many.collect()))])
    }
}
