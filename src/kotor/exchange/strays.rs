//! [`Strays`]: marks of a scene that are in no node.

use std::borrow::Cow;

use super::marks::Meaning;
use super::perimeter::{NoEdge, PerimeterEdges};
use crate::exchange::{LostMark, Mark, NodeReport, SceneNode, Transform};
use crate::kotor::{Kind, RoomId, Walkmesh};

/// The name of the report on marks that belong to no room.
const SCENE: &str = "scene";

/// The marks that are in no node.
pub(super) struct Strays {
    /// For each node, the marks that belong to its room.
    pub(super) by_node: Vec<Vec<Mark>>,
    lost: Vec<LostMark>,
}

impl Strays {
    /// Gives each mark of a transition to the room with the nearest edge; the first room wins ties. It is never
    /// the room to which the mark leads, because the two rooms of a seam have the same edges.
    pub(super) fn new(marks: &[Mark], rooms: &[Option<(RoomId, &Walkmesh)>]) -> Self {
        let mut strays = Self { by_node: vec![Vec::new(); rooms.len()], lost: Vec::new() };
        if marks.is_empty() {
            return strays;
        }
        let edges = PerimeterEdges::new(rooms);
        for mark in marks {
            let Some(Meaning::Transition(to)) = Meaning::new(&mark.name, Kind::Wok) else {
                strays.lose(mark, "it is in no node, and its name is not that of a transition");
                continue;
            };
            match edges.nearest(mark.point, to) {
                Ok(node) => strays.by_node[node].push(mark.clone()),
                Err(NoEdge::TooFar) => strays.lose(mark, "it is in no node, and no room has an edge near it"),
                Err(NoEdge::TooMany) => strays.lose(mark, "it is in no node, and too many edges lie near it"),
            }
        }
        strays
    }

    fn lose(&mut self, mark: &Mark, reason: &str) {
        self.lost.push(LostMark { mark: mark.clone(), reason: reason.to_owned() });
    }
    /// The report on the marks that belong to no room.
    pub(super) fn report(self) -> Option<NodeReport> {
        let marks_not_placed = self.lost;
        (!marks_not_placed.is_empty()).then(|| NodeReport {
            node: SCENE.into(),
            marks_not_placed,
            ..NodeReport::default()
        })
    }
}

/// A node with further marks, which are in scene coordinates.
pub(super) fn with_marks<'n>(node: &'n SceneNode, marks: &[Mark]) -> Cow<'n, SceneNode> {
    if marks.is_empty() {
        return Cow::Borrowed(node);
    }
    let mut set = node.placed_set().into_owned();
    set.marks.extend_from_slice(marks);
    Cow::Owned(SceneNode { name: node.name.clone(), placement: Transform::IDENTITY, set })
}
