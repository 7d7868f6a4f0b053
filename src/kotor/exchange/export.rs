//! Makes a node from a walkmesh.

use super::classes::classes_of;
use super::marks::{self, Meaning};
use super::perimeter::middle;
use crate::counted;
use crate::exchange::{ClassedTriangle, Mark, Note, SceneNode, Transform, TriangleSet};
use crate::kotor::{EdgeId, RoomId, Walkmesh};

/// A mark of a walkmesh, and its meaning.
#[derive(Clone, Debug)]
pub(super) struct OwnMark {
    pub(super) meaning: Meaning,
    /// The edge of a transition.
    pub(super) edge: Option<EdgeId>,
    pub(super) mark: Mark,
}

impl Walkmesh {
    /// The walkmesh as a node for other programs: the triangles, their materials as classes, and marks. The notes list the data that the
    /// node cannot show. `name` is the name of the room's model, or of the file of a placeable or door, without extension.
    ///
    /// Points are in the coordinates of the file: in the area's space for a room, and relative to the walkmesh's position for a
    /// placeable or door.
    ///
    /// # Marks
    /// | mark | in | meaning |
    /// |---|---|---|
    /// | `transition 12 to room 7` | rooms | the edge at the middle of which it lies leads to room 7 of the layout, counted from 0 |
    /// | `layout position` | rooms of an area | the room's position in the layout |
    /// | `pwk_use01`, `pwk_use02` | placeables | the use hooks |
    /// | `dor_lhr01_DWK_dp_closed_01`, `…_02` | doors | the use hooks; the name has the door's model and its state |
    /// | `position` | all | the walkmesh's position in its model |
    ///
    /// Hooks and positions that are all zero have no mark. The 12 in `transition 12 to room 7` is the number of the edge, and is ignored: a
    /// new mark can also be named `transition to room 7`. Case does not matter, and neither does the `.001` that programs append to names.
    ///
    /// When the marks come back, a transition's mark that was not moved belongs to its edge as long as the edge exists, even if the
    /// ends of the edge were moved. If the edge was cut into pieces, the mark belongs to all pieces. A mark that is new or was moved
    /// belongs to the edge of a perimeter whose middle is nearest, at most [`MARK_REACH`](crate::kotor::MARK_REACH) away. An edge without a
    /// mark leads nowhere.
    ///
    /// Changes that programs make on their own are not edits: if no mark came back at all, or if several came back at one point or at the
    /// origin, the walkmesh keeps what they represent. The `layout position` moves only together with all faces.
    ///
    /// ```
    /// use walkmesh::exchange::MatchOptions;
    /// use walkmesh::kotor::{EdgeId, Kind, MaterialId, RoomId, Walkmesh};
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let mut room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// room.set_transition(EdgeId(0), Some(RoomId(7)))?;
    ///
    /// let (mut node, notes) = room.to_scene_node("hall");
    /// assert!(notes.is_empty());
    /// assert_eq!(node.set.classes[0].label(), "04 Stone");
    /// assert_eq!(node.set.marks[0].name, "transition 0 to room 7");
    /// assert_eq!(node.set.marks[0].point, [2.0, 0.0, 0.0]);
    ///
    /// // The editor moves the mark to the western edge.
    /// node.set.marks[0].point = [0.0, 2.0, 0.0];
    /// let report = room.apply_edited(&node, &MatchOptions::default())?;
    /// assert_eq!(report.mark_edits.len(), 1);
    /// assert_eq!(room.transitions().collect::<Vec<_>>(), [(EdgeId(2), RoomId(7))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_scene_node(&self, name: &str) -> (SceneNode, Vec<Note>) {
        let triangles = self
            .faces()
            .map(|face| ClassedTriangle { corners: face.corners().map(|corner| corner.0), class: face.material().0 });
        let triangles: Vec<_> = triangles.collect();
        let classes = classes_of(&triangles, self.materials());
        let (marks, mut notes) = self.own_marks(name);
        let marks = marks.into_iter().map(|own| own.mark).collect();
        let set =
            TriangleSet { points: self.vertices().collect(), triangles, classes, marks, ..TriangleSet::default() };
        let hidden = (0..set.triangles.len()).filter(|id| !set.can_be_carried(*id)).count();
        if hidden > 0 {
            notes.push(Note::of_node(
                name,
                format!(
                    "{hidden} of {} cannot be shown, because two corners are one vertex or a coordinate is not finite. What \
                     is not shown stays as it is when the node is brought back onto this walkmesh.",
                    counted(set.triangles.len(), "face")
                ),
            ));
        }
        (SceneNode { name: name.to_owned(), placement: Transform::IDENTITY, set }, notes)
    }

    /// The marks, and notes about things without a mark.
    pub(super) fn own_marks(&self, name: &str) -> (Vec<OwnMark>, Vec<Note>) {
        let (mut own, mut notes) = (Vec::new(), Vec::new());
        if self.kind.is_room() {
            let hidden = self.own_transitions(&mut own);
            if hidden > 0 {
                let hidden = counted(hidden, "transition");
                let message = format!("{hidden} cannot be shown, because the edge does not exist or is not finite.");
                notes.push(Note::of_node(name, message));
            }
        } else {
            for (hook, stored) in self.hooks().into_iter().enumerate() {
                let name = marks::hook(self.kind, name, hook);
                own.extend(own_mark(Meaning::Hook(hook), name, stored.relative));
            }
        }
        own.extend(own_mark(Meaning::Position, marks::POSITION.into(), self.position()));
        if let Some(position) = self.layout_position.filter(|_| self.kind.is_room()) {
            own.extend(own_mark(Meaning::LayoutPosition, marks::LAYOUT_POSITION.into(), position));
        }
        (own, notes)
    }

    /// Adds the marks of transitions, one for each edge. Returns the number of transitions without a mark.
    fn own_transitions(&self, own: &mut Vec<OwnMark>) -> usize {
        let mut transitions: Vec<(EdgeId, RoomId)> = self.transitions().collect();
        // If an edge has several rows, the first is used.
        transitions.sort_by_key(|(edge, _)| *edge);
        transitions.dedup_by_key(|(edge, _)| *edge);
        let mut hidden = 0;
        for (edge, room) in transitions {
            let point = self.edge_points(edge).map(middle).filter(|point| point.iter().all(|value| value.is_finite()));
            let Some(point) = point else {
                hidden += 1;
                continue;
            };
            let mark = Mark { name: marks::transition(edge, room), point };
            own.push(OwnMark { meaning: Meaning::Transition(room), edge: Some(edge), mark });
        }
        hidden
    }
}

/// The mark of a point; `None` for the point 0, which means that it is not set.
fn own_mark(meaning: Meaning, name: String, point: [f32; 3]) -> Option<OwnMark> {
    let is_shown = point != [0.0; 3] && point.iter().all(|value| value.is_finite());
    is_shown.then_some(OwnMark { meaning, edge: None, mark: Mark { name, point } })
}
