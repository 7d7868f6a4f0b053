//! Makes a new walkmesh from a node.

use walkmesh_formats::bwm::Bwm;

use super::classes::{Meanings, UnnamedFaces, is_steep};
use super::marks::Meaning;
use super::transitions::{Edges, MarkContent};
use super::{ImportError, ImportOptions};
use crate::exchange::{MatchOptions, MatchReport, MatchedTriangle, NodeReport, SceneNode, TriangleSet, match_onto};
use crate::geometry::triangle::faces_up;
use crate::kotor::stale::Stale;
use crate::kotor::{EditError, FaceId, VertexId, Walkmesh};
use walkmesh_mesh::counted::agreeing;

impl Walkmesh {
    /// Makes a new baked walkmesh from a node. Corners at the same position become one vertex, so that faces join; faces
    /// with two corners at one position are left out.
    ///
    /// A class identifies a material by its number, or else by its name, or else [`ImportOptions::unnamed`]; in the last case, a face of a
    /// room that is steeper than 45° becomes `Nonwalk`. [Marks](Self::to_scene_node) become transitions, hooks and the position. In the
    /// report, all triangles count as added.
    ///
    /// # Errors
    /// [`ImportError`].
    ///
    /// ```
    /// use walkmesh::exchange::{ClassedTriangle, Mark, SceneNode, TriangleSet};
    /// use walkmesh::kotor::{EdgeId, ImportOptions, Kind, RoomId, Walkmesh};
    ///
    /// let points = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
    /// let triangles = vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }];
    /// let marks = vec![Mark { name: "transition to room 2".into(), point: [4.0, 2.1, 0.0] }];
    /// let set = TriangleSet { points, triangles, marks, ..TriangleSet::default() };
    /// let node = SceneNode { name: "hall".into(), set, ..SceneNode::default() };
    ///
    /// let (room, report) = Walkmesh::from_scene_node(&node, &ImportOptions::new(Kind::Wok))?;
    /// assert_eq!(room.transitions().collect::<Vec<_>>(), [(EdgeId(1), RoomId(2))]);
    /// assert_eq!((report.matched.added.len(), report.marks_placed), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_scene_node(node: &SceneNode, options: &ImportOptions) -> Result<(Self, NodeReport), ImportError> {
        let set = node.placed_set();
        let matched = match_onto(&TriangleSet::default(), &set, &MatchOptions::default())?;
        let meanings = Meanings::new(&set, &options.materials, &[]);
        let mut walkmesh = empty(&set, options);
        for &point in &matched.points {
            walkmesh.add_vertex(point)?;
        }
        let points = |corners: [u32; 3]| corners.map(|corner| matched.points[corner as usize]);
        let is_wall = |row: &MatchedTriangle| meanings.material(row.class).is_none() && is_steep(&points(row.corners));
        let has_floor = !matched.triangles.iter().all(is_wall);
        let unnamed = UnnamedFaces::new(options.kind, options.unnamed);
        let (mut flat, mut unnamed) = (0, if has_floor { unnamed } else { unnamed.without_walls() });
        for row in &matched.triangles {
            let [a, b, c] = row.corners;
            if a == b || b == c || c == a {
                flat += 1;
                continue;
            }
            let material = meanings.material(row.class).unwrap_or_else(|| unnamed.material(&points(row.corners)));
            walkmesh.add_face(row.corners.map(VertexId), material)?;
        }
        let added = (0..walkmesh.face_count() as u32).collect();
        let mut report = NodeReport::new(&node.name, MatchReport { added, ..MatchReport::default() });
        if options.kind.is_room() {
            walkmesh.face_up(&mut report)?;
        }
        if flat > 0 {
            let left_out = agreeing(flat, "triangle", ["was", "were"]);
            report.note(format!("{left_out} left out, because two corners lie at one position."));
        }
        unnamed.note(&meanings).into_iter().for_each(|note| report.note(note));
        walkmesh.stale = Stale::everything();
        walkmesh.bake_stale().map_err(EditError::from)?;
        let edges = Edges { before: &walkmesh, after: &walkmesh, now: &|edge| Some(edge), has_moved: true };
        let marked = MarkContent::read(&edges, Vec::new(), Some(&set.marks), &mut report);
        marked.apply(&mut walkmesh)?;
        walkmesh.bake_stale().map_err(EditError::from)?;
        Ok((walkmesh, report))
    }
}

impl Walkmesh {
    /// Flips every face if no face faces up and walkable ones face down, and reports it. Also reports if there is no walkable floor for
    /// another reason.
    fn face_up(&mut self, report: &mut NodeReport) -> Result<(), EditError> {
        let walkable: Vec<_> = self.faces().filter(|face| face.is_walkable()).collect();
        if walkable.is_empty() {
            report.note("No face has a material on which creatures can walk, so nobody can stand in this room.");
            return Ok(());
        }
        let up = walkable.iter().filter(|face| face.faces_up()).count();
        let faces_down = |[a, b, c]: [[f32; 3]; 3]| faces_up(&[a, c, b]);
        let down = walkable.iter().filter(|face| face.points().is_some_and(faces_down)).count();
        if up > 0 {
            return Ok(());
        }
        if down == 0 || self.faces().any(|face| face.faces_up()) {
            report.note(format!(
                "No walkable face faces up, {down} face down and {} stand upright: nobody can stand in this room. Turn \
                 them over where they were made, or perhaps another axis of the file is up.",
                walkable.len() - down
            ));
            return Ok(());
        }
        let all: Vec<FaceId> = (0..self.face_count() as u32).map(FaceId).collect();
        self.flip_faces(&all)?;
        report.note(format!(
            "No face faced up and {down} walkable faces faced down, so that nobody could have stood in this room: all \
             faces were turned over."
        ));
        Ok(())
    }
}

/// A walkmesh without faces, with its materials and its position in the layout.
fn empty(set: &TriangleSet, options: &ImportOptions) -> Walkmesh {
    let empty = Walkmesh::from_raw(Bwm::default()).with_kind(options.kind).with_materials(options.materials.clone());
    let mut marks = set.marks.iter();
    let marked = marks.find(|mark| Meaning::new(&mark.name, options.kind) == Some(Meaning::LayoutPosition));
    match options.layout_position.or(marked.map(|mark| mark.point)) {
        Some(position) => empty.with_layout_position(position),
        None => empty,
    }
}
