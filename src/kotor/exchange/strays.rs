//! [`Strays`]: marks of a scene that are in no node.

use std::borrow::Cow;

use super::marks::Meaning;
use super::perimeter::Perimeter;
use crate::exchange::{LostMark, Mark, NodeReport, Placement, SceneNode};
use crate::kotor::{Kind, RoomId, Walkmesh};

/// The name of the report on what belongs to no room.
const SCENE: &str = "scene";

/// The marks that are in no node.
pub(super) struct Strays {
    /// For each node those that belong to its room.
    pub(super) by_node: Vec<Vec<Mark>>,
    lost: Vec<LostMark>,
}

impl Strays {
    /// Gives each mark of a transition to the room whose edge is nearest, of several rooms to the first. It is never the
    /// room to which it leads, because the two rooms of a seam have the same edges.
    pub(super) fn of(marks: &[Mark], rooms: &[Option<(RoomId, &Walkmesh)>]) -> Self {
        let mut strays = Self { by_node: vec![Vec::new(); rooms.len()], lost: Vec::new() };
        if marks.is_empty() {
            return strays;
        }
        let perimeters: Vec<_> = rooms.iter().map(|room| room.map(|(id, room)| (id, Perimeter::of(room)))).collect();
        for mark in marks {
            let Some(Meaning::Transition(to)) = Meaning::of(&mark.name, Kind::Wok) else {
                strays.lose(mark, "it is in no node, and its name is not that of a transition");
                continue;
            };
            let nearest = perimeters.iter().enumerate().filter_map(|(node, perimeter)| {
                let (_, perimeter) = perimeter.as_ref().filter(|(id, _)| *id != to)?;
                Some((perimeter.nearest(mark.point).ok()?.1, node))
            });
            match nearest.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((_, node)) => strays.by_node[node].push(mark.clone()),
                None => strays.lose(mark, "it is in no node, and no room has an edge near it"),
            }
        }
        strays
    }

    fn lose(&mut self, mark: &Mark, reason: &str) {
        self.lost.push(LostMark { mark: mark.clone(), reason: reason.to_owned() });
    }
    /// The report on those that belong to no room.
    pub(super) fn report(self) -> Option<NodeReport> {
        let marks_not_placed = self.lost;
        (!marks_not_placed.is_empty()).then(|| NodeReport {
            node: SCENE.into(),
            marks_not_placed,
            ..NodeReport::default()
        })
    }
}

/// A node with more marks, which lie in the coordinates of the scene.
pub(super) fn with_marks<'n>(node: &'n SceneNode, marks: &[Mark]) -> Cow<'n, SceneNode> {
    if marks.is_empty() {
        return Cow::Borrowed(node);
    }
    let mut set = node.placed_set().into_owned();
    set.marks.extend_from_slice(marks);
    Cow::Owned(SceneNode { name: node.name.clone(), placement: Placement::IDENTITY, set })
}
