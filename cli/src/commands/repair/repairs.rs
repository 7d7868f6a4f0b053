//! What a repair did, in words and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};
use walkmesh::flaw::{Repair, RepairKind};
use walkmesh::level::RepairReport;

/// How many repairs of one kind are printed as text for a file without `--all`.
const SHOWN: usize = 5;

/// What was done to a file.
#[derive(Serialize)]
pub struct RepairTexts {
    /// How many repairs there are of each kind.
    #[serde(serialize_with = "by_plural")]
    counts: BTreeMap<[&'static str; 2], usize>,
    pub repairs: Vec<RepairText>,
    notes: Vec<String>,
    #[serde(skip)]
    shown: usize,
}

/// A room by its number in the layout, and its name.
#[derive(Clone, Serialize)]
pub struct Room {
    pub room: u32,
    pub name: String,
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "room {} ({})", self.room, self.name)
    }
}

/// A repair, and what it is in words.
#[derive(Serialize)]
pub struct RepairText {
    /// The room, in an area.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    room: Option<Room>,
    #[serde(flatten)]
    repair: Repair,
    text: String,
}

impl RepairText {
    fn new(room: Option<Room>, repair: Repair) -> Self {
        let text = room.as_ref().map_or_else(|| repair.to_string(), |room| format!("{room}: {repair}"));
        Self { room, repair, text }
    }
}

impl RepairTexts {
    /// The repairs of a file, and what is to be said about its model.
    pub fn new(RepairReport { repairs, notes, .. }: RepairReport, of_model: Option<String>, all: bool) -> Self {
        let notes = notes.iter().map(ToString::to_string).chain(of_model).collect();
        Self::in_rooms(repairs.into_iter().map(|(_, repair)| (None, repair)), notes, all)
    }

    /// Repairs in rooms of an area.
    pub fn in_rooms(repairs: impl Iterator<Item = (Option<Room>, Repair)>, notes: Vec<String>, all: bool) -> Self {
        let mut counts = BTreeMap::new();
        let repairs: Vec<RepairText> = repairs.map(|(room, repair)| RepairText::new(room, repair)).collect();
        for done in &repairs {
            *counts.entry(words(done.repair.kind)).or_default() += 1;
        }
        Self { counts, repairs, notes, shown: if all { usize::MAX } else { SHOWN } }
    }
}

fn by_plural<S: Serializer>(counts: &BTreeMap<[&str; 2], usize>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|([_, several], count)| (several, count)))
}

/// What a repair did, for one and for several.
fn words(kind: RepairKind) -> [&'static str; 2] {
    match kind {
        RepairKind::SidesJoined => ["side joined", "sides joined"],
        RepairKind::FaceSplit => ["face split", "faces split"],
        RepairKind::FaceTurned => ["face turned over", "faces turned over"],
        RepairKind::DegenerateRemoved => ["face without an area removed", "faces without an area removed"],
        RepairKind::DuplicateRemoved => ["face that was there twice removed", "faces that were there twice removed"],
        RepairKind::PocketRemoved => ["face of a pocket removed", "faces of pockets removed"],
        RepairKind::CollapsedRemoved => {
            ["face between joined vertices removed", "faces between joined vertices removed"]
        }
        RepairKind::KeptAsLink => ["face kept because it connects others", "faces kept because they connect others"],
        RepairKind::KeptForTransition => {
            ["face kept because of its transitions", "faces kept because of their transitions"]
        }
        RepairKind::KeptForSurface => {
            ["face kept because it is made of something else", "faces kept because they are made of something else"]
        }
        RepairKind::TransitionRemoved => {
            ["transition that led nowhere removed", "transitions that led nowhere removed"]
        }
        _ => ["other repair", "other repairs"],
    }
}

impl fmt::Display for RepairTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_repaired = self.repairs.iter().any(|done| done.repair.kind.is_change());
        let nothing = (!is_repaired).then(|| "nothing to repair".to_owned());
        let counts = self.counts.iter();
        let counts =
            counts.map(|([one, several], count)| format!("{count} {}", if *count == 1 { one } else { several }));
        let counts: Vec<String> = nothing.into_iter().chain(counts).collect();
        f.write_str(&counts.join(", "))?;
        let mut listed = BTreeMap::new();
        for done in &self.repairs {
            let listed: &mut usize = listed.entry(done.repair.kind).or_default();
            *listed += 1;
            if *listed <= self.shown {
                write!(f, "\n  {}", done.text)?;
            }
        }
        let hidden: usize = listed.values().map(|count| count.saturating_sub(self.shown)).sum();
        if hidden > 0 {
            write!(f, "\n  … and {hidden} more; list them with --all")?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}
