//! Checks an area: every room, and whether the rooms fit together.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::Area;
use super::seams::{Exact, Near, SeamEdge, edges_of};
use crate::counted::counted;
use crate::finding::{CheckOptions, Finding, Findings, Measure, Place, PlacePart, Rule, Spot};
use crate::kotor::check::{rules, side_of_face};
use crate::kotor::{LayoutRoom, RoomId};

/// The widest gap between two edges that is taken for a seam, in metres: the widest in the games' own areas.
const GAP: f32 = 0.1;

impl Area {
    /// Checks every room, and whether the rooms fit together. The place of each finding starts with the room. Tables
    /// that edits have made stale are compared with the edited faces, so call [`bake_stale`](Self::bake_stale) first.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        findings.append(self.layout.check(options), None);
        self.rooms_without_file(&mut findings);
        for (id, room) in self.rooms() {
            findings.append(room.check(options), Some(&self.part(id)));
        }
        self.seams(&mut findings);
        self.floor(&mut findings);
        findings
    }

    /// The finding of a room's file whose name the layout does not have.
    #[must_use]
    pub fn check_file_name(&self, name: &str) -> Option<Finding> {
        let stem = Path::new(name).file_stem()?.to_str()?;
        let rooms = self.layout.rooms().len();
        let rule = &rules::FILE_WITHOUT_ROOM;
        self.layout.find(stem).is_none().then(|| Finding {
            rule,
            severity: rule.severity,
            place: Place::FILE,
            spot: None,
            meaning: format!("The file {name} belongs to no room of the layout, which has {}.", counted(rooms, "room")),
        })
    }

    /// Reports the rooms of the layout that have no walkmesh. The second room of a name is left out, because a layout that
    /// names a room twice is a finding of its own.
    fn rooms_without_file(&self, findings: &mut Findings) {
        let mut names = HashSet::new();
        for (id, room) in (0..).map(RoomId).zip(self.layout.rooms()) {
            let is_first = names.insert(room.name.to_ascii_lowercase());
            if is_first && room.name != LayoutRoom::NO_MODEL && self.room(id).is_none() {
                let meaning = || format!("The walkmesh {}.wok is not at hand.", room.name);
                findings.add(&rules::ROOM_WITHOUT_FILE, self.part(id), meaning);
            }
        }
    }

    fn seams(&self, findings: &mut Findings) {
        let edges: Vec<SeamEdge> = self.rooms().flat_map(|(id, room)| edges_of(id, room)).collect();
        let exact = Exact::of(edges.iter().copied());
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
                return add(&rules::TRANSITION_MISSING, edge.length(), &|| {
                    format!(
                        "The edge leads nowhere, though {} has the same edge: creatures cannot pass. Link the area to open it.",
                        name(other.room)
                    )
                });
            }
            let nearest = near.all.facing(edge, GAP);
            let Some((gap, other)) = nearest.edge else {
                if nearest.is_cut_short {
                    add(&rules::SEAM_CROWDED, edge.length(), &crowded);
                }
                return;
            };
            return add(&rules::SEAM_GAP, gap, &|| {
                format!(
                    "The edge leads nowhere, though {} has an edge {} away: creatures cannot pass. Weld and link the area to open it.",
                    name(other.room),
                    metres(gap)
                )
            });
        };
        if self.layout.room(to).is_none() {
            let rooms = self.layout.rooms().len();
            return add(&rules::TRANSITION_ROOM_OUT_OF_RANGE, edge.length(), &|| {
                format!("The edge leads to {to}, but the layout has {}: creatures cannot pass.", counted(rooms, "room"))
            });
        }
        if to == edge.room {
            return add(&rules::TRANSITION_TO_OWN_ROOM, edge.length(), &|| {
                "The edge leads to its own room.".to_owned()
            });
        }
        if self.room(to).is_none() {
            return add(&rules::TRANSITION_UNCHECKED, edge.length(), &|| {
                format!("The edge leads to {}, which is not at hand, so this is not checked.", name(to))
            });
        }
        if let Some(facing) = exact.facing_room(edge, to) {
            if facing.leads_to != Some(edge.room) {
                add(&rules::TRANSITION_ONE_WAY, edge.length(), &|| {
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
            return add(&rules::TRANSITION_GAP, gap, &|| {
                format!(
                    "The edge leads to {}, whose edge is {} away: weld the area to close the gap.",
                    name(to),
                    metres(gap)
                )
            });
        }
        if nearest.is_cut_short {
            return add(&rules::SEAM_CROWDED, edge.length(), &crowded);
        }
        add(&rules::TRANSITION_WITHOUT_EDGE, edge.length(), &|| {
            let instead = exact.facing(edge).map_or_else(
                || "creatures may fall out of the area or be stopped".to_owned(),
                |other| format!("the room beyond is {}: link the area", name(other.room)),
            );
            format!("The edge leads to {}, which has no edge there: {instead}.", name(to))
        });
    }

    /// A room by its number and name.
    pub(super) fn part(&self, room: RoomId) -> PlacePart {
        self.layout.part(room)
    }
}

/// Indices of perimeter edges: of all rooms, and of each that was asked for.
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

/// The place of a perimeter edge, made only where a finding is listed.
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
