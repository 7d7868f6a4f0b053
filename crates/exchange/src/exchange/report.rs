//! Results of exports and imports: [`Export`], [`NodeReport`] and [`Note`].

use std::fmt;

use super::{Mark, MatchReport, Scene};

/// A remark about something that could not be carried, or that was changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note {
    /// The name of the node; `None` if it concerns the whole scene.
    pub node: Option<String>,
    /// The message: a full sentence, with counts.
    pub message: String,
}

/// A scene that was made for another program, and the losses.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Export {
    /// The scene.
    pub scene: Scene,
    /// The parts that the scene lacks.
    pub notes: Vec<Note>,
}

/// The result of an import for one node of a scene.
///
/// ```
/// # use walkmesh_exchange as walkmesh;
/// use walkmesh::exchange::{LostMark, Mark, MatchReport, NodeReport};
///
/// let mut report = NodeReport::new("m01aa_01a", MatchReport::default());
/// assert!(report.is_unchanged());
///
/// let mark = Mark { name: "transition 3 to room 7".into(), point: [99.0, 0.0, 0.0] };
/// report.marks_not_placed.push(LostMark { mark, reason: "no edge of a perimeter is near it".into() });
/// assert!(report.is_unchanged(), "a mark that was not placed changed nothing");
///
/// report.matched.repainted.push(12);
/// assert!(!report.is_unchanged());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NodeReport {
    /// The name of the node.
    pub node: String,
    /// The changes to triangles and points.
    pub matched: MatchReport,
    /// Number of marks of the edited node that have a meaning in the walkmesh now.
    pub marks_placed: usize,
    /// The marks that were added, moved, renamed or removed, where that changed the walkmesh.
    pub mark_edits: Vec<MarkEdit>,
    /// The marks of the edited node that mean nothing in the walkmesh.
    pub marks_not_placed: Vec<LostMark>,
    /// Number of triangles of the edited node that were not used, because they belong to no walkmesh of this name.
    pub unused: usize,
    /// Further remarks.
    pub notes: Vec<Note>,
}

/// A mark that was added, moved, renamed or removed.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MarkEdit {
    /// The mark of the base; `None` if it was added.
    pub before: Option<Mark>,
    /// The mark of the edited node; `None` if it was removed.
    pub after: Option<Mark>,
}

/// A mark that means nothing in the walkmesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LostMark {
    /// The mark.
    pub mark: Mark,
    /// The reason why it was not placed: what is missing, without the name of the mark.
    pub reason: String,
}

impl Note {
    /// A note about a node.
    #[must_use]
    pub fn of_node(node: impl Into<String>, message: impl Into<String>) -> Self {
        Self { node: Some(node.into()), message: message.into() }
    }

    /// A note about the whole scene.
    #[must_use]
    pub fn of_scene(message: impl Into<String>) -> Self {
        Self { node: None, message: message.into() }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Some(node) => write!(f, "{node}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl NodeReport {
    /// The report on a node, with the result of matching its triangles.
    #[must_use]
    pub fn new(node: impl Into<String>, matched: MatchReport) -> Self {
        Self { node: node.into(), matched, ..Self::default() }
    }

    /// Returns whether no edit of triangles, points, classes and marks was found, so that the walkmesh is unchanged.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.matched.is_unchanged() && self.matched.moved_points.is_empty() && self.mark_edits.is_empty()
    }

    /// Adds marks that mean nothing in the walkmesh, all for the same reason.
    #[doc(hidden)]
    pub fn lose_marks(&mut self, marks: &[Mark], reason: &str) {
        let lost = marks.iter().map(|mark| LostMark { mark: mark.clone(), reason: reason.to_owned() });
        self.marks_not_placed.extend(lost);
    }

    /// Adds a note about this node.
    pub fn note(&mut self, message: impl Into<String>) {
        self.notes.push(Note::of_node(self.node.clone(), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_unchanged_only_without_edits_of_triangles_and_marks() {
        let mut report = NodeReport::new("a", MatchReport { kept: 4, restored: vec![1], ..MatchReport::default() });
        report.note("2 faces cannot be shown.");
        assert!(report.is_unchanged());
        assert_eq!(report.notes[0].to_string(), "a: 2 faces cannot be shown.");
        report.mark_edits.push(MarkEdit { before: Some(Mark::default()), after: None });
        assert!(!report.is_unchanged());
    }
}
