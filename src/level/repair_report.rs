//! [`RepairReport`]: what a repair did.

use std::collections::BTreeMap;
use std::fmt;

use crate::finding::{PartKind, PlacePart};
use crate::flaw::Repair;
use crate::kotor::{LinkChange, RoomId, Weld};
use walkmesh_mesh::counted::counted;

use super::EditNote;

/// The result of a repair. Its text has the number of repairs of each kind, and lists the first five of each kind; `{:#}` lists all of
/// them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RepairReport {
    /// The repairs in the order in which they were made, with their rooms in an area of KotOR.
    pub repairs: Vec<(Option<RoomId>, Repair)>,
    /// The vertices that moved to close seams between rooms.
    pub welds: Vec<Weld>,
    /// The transitions that changed.
    pub links: Vec<LinkChange>,
    /// The other changes of the bake.
    pub notes: Vec<EditNote>,
    /// True if the model (MDL) of a KotOR walkmesh by itself now has different faces than the walkmesh: see
    /// [`keeps_model_of`](crate::kotor::Walkmesh::keeps_model_of).
    pub is_model_stale: bool,
    /// The names of the rooms of an area of KotOR, by their numbers; empty for anything else.
    pub rooms: Vec<String>,
}

impl RepairReport {
    /// Maximum number of changes of each kind that the text lists.
    const SHOWN: usize = 5;

    /// The report as text: a clause for each repair, with its room in an area, and for each other change.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let one = |(room, repair): &(Option<RoomId>, Repair)| match room {
            Some(room) => format!("{}: {repair}", self.name(*room)),
            None => repair.to_string(),
        };
        let also = [(self.welds.len(), "vertex", "moved to a seam"), (self.links.len(), "transition", "changed")];
        let also = also.into_iter().filter(|(count, ..)| *count > 0);
        let also = also.map(|(count, what, done)| format!("{} {done}", counted(count, what)));
        self.repairs.iter().map(one).chain(also).chain(self.notes.iter().map(ToString::to_string)).collect()
    }

    /// Returns whether nothing was repaired. Faces that were kept do not count.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let is_kept = |(_, repair): &(_, Repair)| !repair.kind.is_change();
        self.repairs.iter().all(is_kept) && self.welds.is_empty() && self.links.is_empty()
    }

    fn name(&self, room: RoomId) -> &str {
        self.rooms.get(room.0 as usize).map_or("", String::as_str)
    }

    /// A room in words, such as `room 1 (porch)`.
    fn room(&self, room: RoomId) -> String {
        PlacePart::new(PartKind::Room, room.0).named(self.name(room)).to_string()
    }

    /// A repair in words.
    fn repair(&self, (room, repair): &(Option<RoomId>, Repair)) -> String {
        room.map_or_else(|| repair.to_string(), |room| format!("{}: {repair}", self.room(room)))
    }

    /// Counts the repairs of each kind, keyed by the singular and the plural of the kind.
    fn counts(&self) -> BTreeMap<[&'static str; 2], usize> {
        let mut counts = BTreeMap::new();
        self.repairs.iter().for_each(|(_, repair)| *counts.entry(repair.kind.words()).or_default() += 1);
        counts
    }

    /// The repairs, printed as a count with its kind.
    fn write_repairs(&self, f: &mut fmt::Formatter<'_>, shown: usize) -> fmt::Result {
        let is_repaired = self.repairs.iter().any(|(_, repair)| repair.kind.is_change());
        let nothing = (!is_repaired).then(|| "nothing to repair".to_owned());
        let counts = self.counts().into_iter();
        let counts =
            counts.map(|([one, several], count)| format!("{count} {}", if count == 1 { one } else { several }));
        f.write_str(&nothing.into_iter().chain(counts).collect::<Vec<_>>().join(", "))?;
        let mut listed = BTreeMap::<_, usize>::new();
        for repair in &self.repairs {
            let listed = listed.entry(repair.1.kind).or_default();
            *listed += 1;
            if *listed <= shown {
                write!(f, "\n  {}", self.repair(repair))?;
            }
        }
        let hidden: usize = listed.values().map(|count| count.saturating_sub(shown)).sum();
        if hidden > 0 {
            write!(f, "\n  … and {hidden} more; list them with --all")?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

impl fmt::Display for RepairReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { repairs, welds, links, .. } = self;
        let shown = if f.alternate() { usize::MAX } else { Self::SHOWN };
        match repairs.is_empty() && !(welds.is_empty() && links.is_empty()) {
            true => {
                write!(f, "{} welded, {} set", counted(welds.len(), "vertex"), counted(links.len(), "transition"))?;
            }
            false => self.write_repairs(f, shown)?,
        }
        let weld = |Weld { room, vertex, to_room, distance, .. }: &Weld| {
            format!("{}, vertex {}: by {distance:.6} m to {}", self.room(*room), vertex.0, self.room(*to_room))
        };
        let or_nowhere = |room: Option<RoomId>| room.map_or_else(|| "nowhere".to_owned(), |room| self.room(room));
        let link = |&LinkChange { room, edge, before, after }: &LinkChange| {
            let [before, after] = [before, after].map(or_nowhere);
            format!("{}, face {}, side {}: {before} -> {after}", self.room(room), edge.face().0, edge.side())
        };
        listed(f, "welded", welds, shown, weld)?;
        listed(f, "linked", links, shown, link)
    }
}

/// The first items of a list, and the number of the others.
fn listed<T>(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    all: &[T],
    shown: usize,
    text: impl Fn(&T) -> String,
) -> fmt::Result {
    all.iter().take(shown).try_for_each(|one| write!(f, "\n  {what} {}", text(one)))?;
    match all.len().saturating_sub(shown) {
        0 => Ok(()),
        more => write!(f, "\n  … and {more} more {what}"),
    }
}

/// The counts by kind, the repairs and the notes; for an area of KotOR, also the welds and the transitions.
#[cfg(feature = "serde")]
mod json {
    use std::collections::BTreeMap;

    use serde::ser::SerializeMap;
    use serde::{Serialize, Serializer};

    use super::{LinkChange, RepairReport, RoomId, Weld};
    use crate::flaw::Repair;
    use crate::kotor::VertexId;

    #[derive(Serialize)]
    struct Room<'r> {
        room: RoomId,
        name: &'r str,
    }

    #[derive(Serialize)]
    struct RepairText<'r> {
        #[serde(flatten)]
        room: Option<Room<'r>>,
        #[serde(flatten)]
        repair: Repair,
        text: String,
    }

    #[derive(Serialize)]
    struct RoomWeld<'r> {
        #[serde(flatten)]
        room: Room<'r>,
        vertex: VertexId,
        from: [f32; 3],
        to: [f32; 3],
        to_room: Room<'r>,
        distance: f64,
    }

    #[derive(Serialize)]
    struct RoomLink<'r> {
        #[serde(flatten)]
        room: Room<'r>,
        face: u32,
        side: usize,
        before: Option<Room<'r>>,
        after: Option<Room<'r>>,
    }

    impl Serialize for RepairReport {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let named = |room: RoomId| Room { room, name: self.name(room) };
            let counts: BTreeMap<_, _> =
                self.counts().into_iter().map(|([_, several], count)| (several, count)).collect();
            let repairs = self.repairs.iter().map(|repair| RepairText {
                room: repair.0.map(named),
                repair: repair.1,
                text: self.repair(repair),
            });
            let notes: Vec<String> = self.notes.iter().map(ToString::to_string).collect();
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("counts", &counts)?;
            map.serialize_entry("repairs", &repairs.collect::<Vec<_>>())?;
            map.serialize_entry("notes", &notes)?;
            if !self.rooms.is_empty() {
                let weld = |&Weld { room, vertex, from, to, to_room, distance }: &Weld| {
                    let [room, to_room] = [room, to_room].map(named);
                    RoomWeld { room, vertex, from, to, to_room, distance }
                };
                let link = |&LinkChange { room, edge, before, after }: &LinkChange| {
                    let [before, after] = [before, after].map(|room| room.map(named));
                    RoomLink { room: named(room), face: edge.face().0, side: edge.side(), before, after }
                };
                map.serialize_entry("welds", &self.welds.iter().map(weld).collect::<Vec<_>>())?;
                map.serialize_entry("links", &self.links.iter().map(link).collect::<Vec<_>>())?;
            }
            map.end()
        }
    }
}
