//! What is wrong between rooms.

use std::collections::HashMap;

use super::Area;
use super::seams::{Exact, Near, SeamEdge, edges_of};
use crate::finding::{Finding, Severity};
use crate::kotor::{RoomId, check};

/// How wide a gap between edges may be to be taken for a seam that was meant to close, in metres: the widest of the
/// games' own areas.
const GAP: f32 = 0.1;

impl Area {
    /// Checks every room by itself, and whether they fit together: each finding's place starts with the room. Tables
    /// that edits have made stale are held against the edited faces: [`settle`](Self::settle) first.
    #[must_use]
    pub fn check(&self) -> Vec<Finding> {
        let mut findings = self.names();
        for (id, room) in self.rooms() {
            let name = self.place(id);
            findings.extend(check(room).into_iter().map(|finding| {
                let place = if finding.place.is_empty() { name.clone() } else { format!("{name}: {}", finding.place) };
                Finding { place, ..finding }
            }));
        }
        findings.extend(self.seams());
        findings
    }

    fn names(&self) -> Vec<Finding> {
        let mut first = HashMap::new();
        let mut findings = Vec::new();
        for (id, room) in (0..).map(RoomId).zip(self.layout.rooms()) {
            let other = *first.entry(room.name.to_ascii_lowercase()).or_insert(id);
            if other != id && room.name != "****" {
                findings.push(Finding {
                    code: "room-twice",
                    severity: Severity::Warning,
                    place: self.place(id),
                    meaning: format!("{other} has the same name, and one walkmesh cannot lie in two places"),
                });
            }
        }
        findings
    }

    fn seams(&self) -> Vec<Finding> {
        let edges: Vec<SeamEdge> = self.rooms().flat_map(|(id, room)| edges_of(id, room)).collect();
        let exact = Exact::of(edges.iter().copied());
        let mut near = Near::new(GAP);
        edges.iter().for_each(|edge| near.insert(*edge));
        edges.iter().filter_map(|edge| self.seam(edge, &exact, &near)).collect()
    }

    /// What is wrong with one perimeter edge, the worst of it.
    fn seam(&self, edge: &SeamEdge, exact: &Exact, near: &Near) -> Option<Finding> {
        let finding = |severity, code, meaning: String| {
            let place = format!("{}: face {}, side {}", self.place(edge.room), edge.edge.face().0, edge.edge.side());
            Some(Finding { code, severity, place, meaning })
        };
        let Some(to) = edge.leads_to else {
            if let Some(other) = exact.facing(edge).next() {
                let meaning =
                    format!("{} has the same edge, but it leads nowhere: one cannot pass", self.place(other.room));
                return finding(Severity::Warning, "transition-missing", meaning);
            }
            let (gap, other) = near.facing(edge, GAP)?;
            let meaning = format!(
                "{} has an edge {} away, and it leads nowhere: one cannot pass; weld and link to open it",
                self.place(other.room),
                metres(gap)
            );
            return finding(Severity::Info, "seam-gap", meaning);
        };
        if self.layout.room(to).is_none() {
            let meaning = format!("leads to {to}, and the layout has {}: one cannot pass", self.layout.rooms().len());
            return finding(Severity::Error, "transition-to-no-room", meaning);
        }
        if to == edge.room {
            return finding(Severity::Error, "transition-to-itself", "leads to its own room".to_owned());
        }
        let name = self.place(to);
        if self.room(to).is_none() {
            return finding(Severity::Info, "transition-unchecked", format!("leads to {name}, which is not at hand"));
        }
        if let Some(facing) = exact.facing(edge).find(|other| other.room == to) {
            if facing.leads_to == Some(edge.room) {
                return None;
            }
            let meaning = format!("leads to {name}, whose edge does not lead back: one can pass in one direction only");
            return finding(Severity::Error, "transition-one-way", meaning);
        }
        match near.facing_room(edge, to, GAP) {
            Some(gap) => {
                let meaning = format!("leads to {name}, whose edge is {} away: weld to close the gap", metres(gap));
                finding(Severity::Warning, "transition-gap", meaning)
            }
            None => {
                let meaning =
                    format!("leads to {name}, which has no edge there: one may fall out of the area, or be stopped");
                finding(Severity::Error, "transition-without-edge", meaning)
            }
        }
    }

    /// A room in words.
    fn place(&self, room: RoomId) -> String {
        let name = self.layout.room(room).map_or("", |room| room.name.as_str());
        format!("{room} ({name})")
    }
}

fn metres(gap: f64) -> String {
    if gap < 1e-3 { format!("{gap:.1e} m") } else { format!("{gap:.3} m") }
}
