//! Checks whether creatures can use the doors and placeables of an area.

use std::collections::BTreeMap;

use super::Area;
use crate::finding::{CheckOptions, Findings, Measure, PartKind, Place, PlacePart, Severity, Spot, rules};
use crate::geometry::triangle::doubled_area;
use crate::kotor::{AreaFace, Navigator, Part, PlacedObject, RoomId};
use crate::mesh::{MeshError, Position, SnapHit};

rules! { of crate::kotor::check::sample, AreaFiles;
    HOOK_UNREACHABLE: Warning = "hook-unreachable", "A use hook cannot be reached" {
        /// Creatures go to a use hook of a door or placeable to use it. No walkable floor lies within 0.5 m of this
        /// hook, or no path leads from there to the largest part of the room. The severity is warning if no hook of the
        /// object can be reached, and info otherwise.
        remedy
        /// Move the object or its hook onto floor that creatures can reach, or make the floor there walkable.
        bad "object (chest): hook 1": |files| {
            let panel = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0]];
            let mut chest = Walkmesh::from_triangles(Kind::Pwk, [(panel, MaterialId(7))]).unwrap();
            chest.set_hooks([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
            files.objects.push(("chest".to_owned(), PlacedObject::new(chest, [1.0, -5.0, 0.0], 0.0)));
        },
    }
}

/// Maximum distance of a creature from a use hook, in metres. The value is our choice.
const HOOK_DISTANCE: f64 = 0.5;
/// Distance from a use hook within which a floor is searched, to report how far away it is, in metres.
const SEARCH: f64 = 20.0;

impl Area {
    /// Checks whether creatures can get to the use hooks of doors and placeables: whether a walkable floor is at most 0.5 m
    /// away, in the largest connected part of its room. A hook whose coordinates are all 0 is not set, and is not checked.
    /// Doors and placeables do not block creatures here, because doors open. Nothing is checked if no room has a walkmesh.
    ///
    /// ```
    /// use walkmesh::finding::CheckOptions;
    /// use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, PlacedObject, RoomId, Walkmesh};
    ///
    /// let mut layout = Layout::new();
    /// layout.push(LayoutRoom { name: "hall".into(), position: [0.0; 3] })?;
    /// let mut area = Area::new(layout);
    /// let floor = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]];
    /// area.insert(RoomId(0), Walkmesh::from_triangles(Kind::Wok, [(floor, MaterialId(4))])?)?;
    ///
    /// let panel = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0]];
    /// let mut chest = Walkmesh::from_triangles(Kind::Pwk, [(panel, MaterialId(7))])?;
    /// chest.set_hooks([[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])?;
    ///
    /// let at = |position| [("chest".to_owned(), PlacedObject::new(chest.clone(), position, 0.0))];
    /// assert!(area.check_objects(&at([2.0, 2.0, 0.0]), &CheckOptions::default())?.is_clean());
    /// let outside = area.check_objects(&at([2.0, -5.0, 0.0]), &CheckOptions::default())?;
    /// assert_eq!(outside.count("hook-unreachable"), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub fn check_objects(
        &self,
        objects: &[(String, PlacedObject)],
        options: &CheckOptions,
    ) -> Result<Findings, MeshError> {
        let mut findings = Findings::new(options);
        if objects.is_empty() || self.rooms().next().is_none() {
            return Ok(findings);
        }
        let navigator = Navigator::of_area(self.clone());
        let mut largest = BTreeMap::new();
        let hooks_of = |object: &PlacedObject| -> Vec<(u32, [f32; 3])> {
            let hooks = object.hooks().into_iter().zip(object.walkmesh().hooks()).zip(1_u32..);
            hooks.filter(|((_, hook), _)| hook.relative != [0.0; 3]).map(|((point, _), n)| (n, point)).collect()
        };
        let hooks: Vec<_> = objects.iter().map(|(_, object)| hooks_of(object)).collect();
        let points: Vec<[f32; 3]> = hooks.iter().flatten().map(|(_, point)| *point).collect();
        let mut near = navigator.snap_many(&points, SEARCH)?.into_iter();
        for ((name, _), hooks) in objects.iter().zip(hooks) {
            let mut faults = Vec::new();
            for ((number, point), near) in hooks.iter().zip(near.by_ref()) {
                if let Some(fault) = self.hook(&navigator, near, &mut largest)? {
                    faults.push((*number, *point, fault));
                }
            }
            // One reachable hook suffices: the object is used from there.
            let severity = if faults.len() == hooks.len() { Severity::Warning } else { Severity::Info };
            for (number, point, (distance, meaning)) in faults {
                let place = Place::from([
                    PlacePart::from(PartKind::Object).named(name),
                    PlacePart::new(PartKind::Hook, number),
                ]);
                let spot = Spot { point, measure: Measure::Length(distance) };
                findings.add_spot(&HOOK_UNREACHABLE, severity, place, Some(spot), || meaning);
            }
        }
        Ok(findings)
    }

    /// The distance of the floor from a hook, and the reason why it is unreachable; `None` if creatures can reach it. `near` is the nearest
    /// position.
    fn hook(
        &self,
        navigator: &Navigator<Self>,
        near: Option<SnapHit<AreaFace>>,
        largest: &mut BTreeMap<RoomId, Option<u32>>,
    ) -> Result<Option<(f64, String)>, MeshError> {
        let Some(near) = near else {
            return Ok(Some((SEARCH, format!("No walkable floor is within {SEARCH} m."))));
        };
        if near.distance > HOOK_DISTANCE {
            return Ok(Some((
                near.distance,
                "Creatures cannot stand there: the nearest floor is farther away.".to_owned(),
            )));
        }
        let Part::Room(room) = near.position.face.part else { return Ok(None) };
        let main = match largest.get(&room) {
            Some(main) => *main,
            None => *largest.entry(room).or_insert(self.largest_part(navigator, room)?),
        };
        let is_main = navigator.connected_part(near.position)? == main;
        let meaning = || format!("No path leads from the floor there to the largest part of {}.", self.part(room));
        Ok((!is_main).then(|| (near.distance, meaning())))
    }

    /// The connected part with the largest share of a room's walkable floor.
    fn largest_part(&self, navigator: &Navigator<Self>, room: RoomId) -> Result<Option<u32>, MeshError> {
        let mut areas = BTreeMap::new();
        for face in self.room(room).into_iter().flat_map(|walkmesh| walkmesh.faces()).filter(|face| face.is_walkable())
        {
            let Some(corners) = face.points() else { continue };
            let name = AreaFace { part: Part::Room(room), face: face.id() };
            if let Some(part) = navigator.connected_part(Position::new(corners[0], name))? {
                *areas.entry(part).or_insert(0.0) += doubled_area(&corners)[2].abs();
            }
        }
        let main = areas.into_iter().rev().max_by(|(_, a), (_, b): &(u32, f64)| a.total_cmp(b));
        Ok(main.map(|(part, _)| part))
    }
}
