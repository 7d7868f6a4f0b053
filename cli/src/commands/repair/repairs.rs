//! What a repair did, in words and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use walkmesh::flaw::{Repair, RepairKind};
use walkmesh::level::RepairReport;

use crate::commands::area::Room;

/// How many repairs of one kind are printed as text for a file without `--all`.
const SHOWN: usize = 5;

/// What was done to a file.
#[derive(Serialize)]
pub struct RepairTexts {
    /// How many repairs there are of each kind.
    counts: BTreeMap<&'static str, usize>,
    pub repairs: Vec<RepairText>,
    notes: Vec<String>,
    #[serde(skip)]
    shown: usize,
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
    fn of(room: Option<Room>, repair: Repair) -> Self {
        let text = words(&repair);
        let text = room.as_ref().map_or_else(|| text.clone(), |room| format!("{room}: {text}"));
        Self { room, repair, text }
    }
}

impl RepairTexts {
    pub fn of(RepairReport { repairs, notes, .. }: RepairReport, all: bool) -> Self {
        let notes = notes.iter().map(ToString::to_string).collect();
        Self::in_rooms(repairs.into_iter().map(|(_, repair)| (None, repair)), notes, all)
    }

    /// Repairs in rooms of an area.
    pub fn in_rooms(repairs: impl Iterator<Item = (Option<Room>, Repair)>, notes: Vec<String>, all: bool) -> Self {
        let mut counts = BTreeMap::new();
        let repairs: Vec<RepairText> = repairs.map(|(room, repair)| RepairText::of(room, repair)).collect();
        for done in &repairs {
            *counts.entry(plural(done.repair.kind)).or_default() += 1;
        }
        Self { counts, repairs, notes, shown: if all { usize::MAX } else { SHOWN } }
    }
}

fn plural(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::SidesJoined => "sides joined",
        RepairKind::FaceSplit => "faces split",
        RepairKind::FaceTurned => "faces turned over",
        RepairKind::DegenerateRemoved => "faces without an area removed",
        RepairKind::DuplicateRemoved => "faces that were there twice removed",
        RepairKind::PocketRemoved => "faces of pockets removed",
        RepairKind::CollapsedRemoved => "faces between joined vertices removed",
        RepairKind::KeptAsLink => "faces kept because they connect others",
        RepairKind::KeptForTransition => "faces kept because of their transitions",
        RepairKind::KeptForSurface => "faces kept because they are made of something else",
        RepairKind::TransitionRemoved => "transitions that led nowhere removed",
        _ => "other repairs",
    }
}

fn words(repair: &Repair) -> String {
    let Repair { face, measure, point: [x, y, z], .. } = repair;
    let at = format!("at ({x:.3}, {y:.3}, {z:.3})");
    let other = repair.other.map_or_else(String::new, |other| format!(" and face {other}"));
    match repair.kind {
        RepairKind::SidesJoined => format!("face {face}{other} {at} were {measure} apart and are joined"),
        RepairKind::FaceSplit => format!("face {face} is split at the vertex {at}, {measure} from its side"),
        RepairKind::FaceTurned => format!("face {face} {at} is turned over and faces up"),
        RepairKind::DegenerateRemoved => format!("face {face} {at} is removed: it has no area"),
        RepairKind::DuplicateRemoved => format!("face {face} {at} is removed: the same triangle is there already"),
        RepairKind::PocketRemoved => format!("face {face} {at} is removed: it belongs to a pocket"),
        RepairKind::CollapsedRemoved => format!("face {face} {at} is removed: two of its corners are one vertex now"),
        RepairKind::KeptAsLink => {
            format!(
                "face {face} {at} is kept: it is the only link between the faces beside it, and without it nobody could pass"
            )
        }
        RepairKind::KeptForTransition => {
            format!(
                "face {face} {at} is kept: it has a transition. Lead the transition over another side, and repair again"
            )
        }
        RepairKind::KeptForSurface => {
            format!(
                "face {face} {at} is kept: the same triangle is there already, but made of something else. Remove one of them"
            )
        }
        RepairKind::TransitionRemoved => {
            format!("the transition of face {face} {at} is removed: its side is not at the border of the floor")
        }
        _ => format!("face {face} {at}"),
    }
}

impl fmt::Display for RepairTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_repaired = self.repairs.iter().any(|done| done.repair.kind.is_change());
        let nothing = (!is_repaired).then(|| "nothing to repair".to_owned());
        let counts = self.counts.iter().map(|(what, count)| format!("{count} {what}"));
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
