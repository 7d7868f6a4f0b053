//! Applies the marks of an edited node: transitions, hooks and the position.

use std::collections::{BTreeMap, BTreeSet};

use super::export::OwnMark;
use super::marks::Meaning;
use super::perimeter::Perimeter;
use super::placing::{BaseTransition, TransitionMarks, Wish, find_owners, place_marks};
use crate::exchange::{LostMark, Mark, MarkEdit, NodeReport};
use crate::kotor::{EdgeId, EditError, RoomId, Walkmesh};

/// The content of a walkmesh's marks.
#[derive(Default)]
pub(super) struct MarkContent {
    rooms: BTreeMap<EdgeId, RoomId>,
    /// The edges whose transitions have no mark. They stay as they are.
    hidden: BTreeSet<EdgeId>,
    hooks: [Option<[f32; 3]>; 2],
    position: Option<[f32; 3]>,
    layout_position: Option<[f32; 3]>,
}

/// The edges of the base, before and after the edit.
pub(super) struct Edges<'e> {
    /// The walkmesh before the edit.
    pub(super) before: &'e Walkmesh,
    /// The walkmesh after the edit of the triangles.
    pub(super) after: &'e Walkmesh,
    /// The edge after the edit; `None` if its face is gone.
    pub(super) now: &'e dyn Fn(EdgeId) -> Option<EdgeId>,
    /// True if no face is at its original position.
    pub(super) has_moved: bool,
}

/// The reason why the mark of a room's position in the layout does not move it.
const STAYS: &str =
    "the position in the layout moves only together with all faces of the room, and some are where they were";

/// The reason why a mark with a name that has no meaning is not placed.
pub(super) const NO_MEANING: &str = "its name means nothing in such a walkmesh";

impl MarkContent {
    /// Reads marks; `own` are the base's. Without marks the base keeps what its own marks represent.
    pub(super) fn read(edges: &Edges<'_>, own: Vec<OwnMark>, marks: Option<&[Mark]>, report: &mut NodeReport) -> Self {
        let mut marked = Self::default();
        let (transitions, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|own| own.edge.is_some());
        let base: Vec<_> = transitions.into_iter().filter_map(|own| edges.base(own)).collect();
        let marks_known = marks.is_some();
        let wishes = match marks {
            Some(marks) => {
                let mut wishes = marked.read_points(edges, &others, marks, report);
                find_owners(&base, &mut wishes);
                wishes
            }
            None => base.iter().enumerate().map(|(at, own)| own.wish(at)).collect(),
        };
        if edges.before.kind.is_room() && !(wishes.is_empty() && base.is_empty()) {
            let placed = place_marks(&Perimeter::new(edges.after), &base, &wishes);
            marked.rooms = note_placed(placed, marks_known, report);
        }
        let shown: BTreeSet<EdgeId> = base.iter().filter_map(|own| own.edge).collect();
        let hidden = edges.before.transitions().filter_map(|(edge, _)| (edges.now)(edge));
        marked.hidden = hidden.filter(|edge| !shown.contains(edge)).collect();
        marked
    }

    /// Reads hooks and the position, and returns the marks of transitions.
    fn read_points(
        &mut self,
        edges: &Edges<'_>,
        own: &[OwnMark],
        marks: &[Mark],
        report: &mut NodeReport,
    ) -> Vec<Wish> {
        let mut wishes = Vec::new();
        let mut seen: Vec<Meaning> = Vec::new();
        for mark in marks {
            let mut lose = |reason: &str| {
                report.marks_not_placed.push(LostMark { mark: mark.clone(), reason: reason.to_owned() });
            };
            let Some(meaning) = Meaning::new(&mark.name, edges.before.kind) else {
                lose(NO_MEANING);
                continue;
            };
            if !mark.point.iter().all(|value| value.is_finite()) {
                lose("its point is not finite");
            } else if let Meaning::Transition(room) = meaning {
                wishes.push(Wish { room, mark: mark.clone(), owner: None });
            } else if seen.contains(&meaning) {
                lose("another mark has the same meaning");
            } else {
                seen.push(meaning);
                let before = own.iter().find(|own| own.meaning == meaning).map(|own| own.mark.clone());
                if before.as_ref().is_some_and(|before| before.point == mark.point) {
                    report.marks_placed += 1;
                } else if meaning == Meaning::LayoutPosition && !edges.has_moved {
                    lose(STAYS);
                } else {
                    report.marks_placed += 1;
                    self.set(meaning, mark.point);
                    report.mark_edits.push(MarkEdit { before, after: Some(mark.clone()) });
                }
            }
        }
        // A room always has its positions: a missing mark means that a format or program has lost it.
        let gone = own.iter().filter(|own| !seen.contains(&own.meaning) && !edges.before.kind.is_room());
        for gone in gone {
            self.set(gone.meaning, [0.0; 3]);
            report.mark_edits.push(MarkEdit { before: Some(gone.mark.clone()), after: None });
        }
        wishes
    }

    fn set(&mut self, meaning: Meaning, point: [f32; 3]) {
        match meaning {
            Meaning::Hook(hook) => self.hooks[hook] = Some(point),
            Meaning::Position => self.position = Some(point),
            Meaning::LayoutPosition => self.layout_position = Some(point),
            Meaning::Transition(_) => {}
        }
    }

    /// Applies the marks to a walkmesh.
    pub(super) fn apply(&self, walkmesh: &mut Walkmesh) -> Result<(), EditError> {
        if let Some(position) = self.position {
            walkmesh.set_position(position)?;
        }
        if let Some(position) = self.layout_position {
            walkmesh.layout_position = Some(position);
        }
        for (hook, point) in self.hooks.iter().enumerate() {
            if let Some(point) = point {
                walkmesh.set_hook(hook, *point)?;
            }
        }
        if walkmesh.kind.is_room() { walkmesh.set_all_transitions(&self.rooms, &self.hidden) } else { Ok(()) }
    }
}

impl Edges<'_> {
    fn base(&self, own: OwnMark) -> Option<BaseTransition> {
        let (edge, Meaning::Transition(room)) = (own.edge?, own.meaning) else { return None };
        let ends = self.before.edge_points(edge)?;
        Some(BaseTransition { edge: (self.now)(edge), ends, room, mark: own.mark })
    }
}

impl BaseTransition {
    /// Its own mark, unmoved.
    fn wish(&self, at: usize) -> Wish {
        Wish { room: self.room, mark: self.mark.clone(), owner: Some(at) }
    }
}

/// Reports the placement of the marks of transitions.
fn note_placed(placed: TransitionMarks, marks_known: bool, report: &mut NodeReport) -> BTreeMap<EdgeId, RoomId> {
    placed.notes.into_iter().for_each(|note| report.note(note));
    report.mark_edits.extend(placed.edits);
    if marks_known {
        report.marks_placed += placed.marks_placed;
        report.marks_not_placed.extend(placed.lost);
    } else {
        for LostMark { mark, reason } in placed.lost {
            report.note(format!("`{}` is gone: {reason}.", mark.name));
        }
    }
    placed.rooms
}
