//! Repairs the floor of a walkmesh: cracks, T-junctions and useless faces.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::bake::validate_corners;
use super::floor::floor_tables;
use super::{EdgeId, EditError, FaceId, Kind, MaterialId, RoomId, VertexId, Walkmesh};
use crate::finding::Measure;
use crate::flaw::{
    FaceFacts, Joints, Repair, RepairKind, RepairedFace, RepairedFloor, Repairs, cut_hole, repair_whole, split_sides,
};
use crate::geometry::weld::place;
use crate::geometry::{HalfEdge, orient2d, plan};

impl Walkmesh {
    /// Repairs the flaws of the floor that the options name, and returns the repairs. Everything else keeps every bit, and every transition
    /// stays on its side. Data that the repairs make stale is baked by [`bake_stale`](Self::bake_stale) or a save.
    ///
    /// Faces that were connected stay connected. A face is kept if its removal would cut floor off or remove a transition, and the
    /// repairs say so.
    ///
    /// The walkmesh of a placeable or a door has no floor: only its useless faces are removed.
    ///
    /// ```
    /// use walkmesh::flaw::Repairs;
    /// use walkmesh::kotor::{Kind, MaterialId, VertexId, Walkmesh};
    ///
    /// // The second triangle has vertices of its own, so nobody can pass over the common side.
    /// let [a, b, c, d] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    /// let corners = [a, b, c, a, c, d];
    /// let faces = [[0, 1, 2], [3, 4, 5]].map(|face| (face.map(VertexId), MaterialId(4)));
    /// let mut room = Walkmesh::from_indexed(Kind::Wok, corners, faces)?;
    ///
    /// assert_eq!(room.repair(&Repairs::all(0.03, 1.0))?.len(), 1);
    /// room.bake_stale()?;
    /// assert_eq!(room.vertex_count(), 4);
    /// assert!(room.faces().all(|face| face.neighbours().iter().flatten().count() == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError::TooManyFaces`], and [`EditError::Bake`] for a walkmesh with a corner that is not a vertex or that cannot be baked. On
    /// error, nothing is changed.
    pub fn repair(&mut self, options: &Repairs) -> Result<Vec<Repair>, EditError> {
        validate_corners(&self.raw)?;
        // The repairs depend only on corners, so no row of neighbours is needed.
        let mut tables = floor_tables(self, &[]);
        if self.kind == Kind::Pwk {
            tables.walkable.fill(false);
        }
        let exits: HashSet<u32> = self.transitions().map(|(edge, _)| edge.face().0).collect();
        let faces_down = |face: u32| {
            let corners = tables.faces[face as usize].map(|vertex| plan(tables.vertices[vertex as usize]));
            orient2d(corners[0], corners[1], corners[2]) < 0.0
        };
        let facts = FaceFacts {
            faces_down: &faces_down,
            exits: &|face| exits.contains(&face),
            surface: &|face| self.raw.materials[face as usize],
        };
        let (before, _) = self.links_and_strays()?;
        // An edge list may name faces that do not exist. A repair anywhere drops those edges.
        let edges = self.transitions().map(|(edge, _)| edge);
        let dangling: Vec<EdgeId> = edges.filter(|edge| edge.face().index() >= self.face_count()).collect();
        let make = |repaired: &RepairedFloor| {
            let mut after = self.clone();
            let mut sources: Vec<u32> = (0..self.face_count() as u32).collect();
            let is_changed = repaired.repairs.iter().any(|repair| repair.kind.is_change());
            if is_changed {
                sources = after.take(&repaired.faces, self.raw.vertices.len())?;
            }
            let (links, mut strays) = after.links_and_strays()?;
            let source = |edge: &EdgeId| sources.get(edge.face().index()).copied();
            let of_edge = |edge: &EdgeId| after.lost_transition(*edge, source(edge).unwrap_or(edge.face().0));
            let mut lost: Vec<Repair> = strays.iter().map(of_edge).collect();
            if is_changed {
                lost.extend(dangling.iter().map(|edge| self.lost_transition(*edge, edge.face().0)));
            }
            if !is_changed {
                // Any repair leads to a bake, which drops these as well. They are not caused by a repair.
                strays = after.strays_of_a_bake();
            }
            let losers = strays.iter().filter_map(source).collect();
            Ok::<_, EditError>(((after, lost), Joints { sources, links, losers }))
        };
        let ((after, lost), mut repairs) = repair_whole(&tables.floor(), options, &facts, &before, make)?;
        repairs.extend(lost);
        *self = after;
        Ok(repairs)
    }

    /// The pairs of faces that are neighbours once all stale data is baked, and the edges whose transitions that bake drops.
    fn links_and_strays(&self) -> Result<(Vec<[u32; 2]>, Vec<EdgeId>), EditError> {
        let mut baked = self.clone();
        let report = baked.bake_stale()?;
        let faces = baked.face_count() as u32;
        let old = |face: u32| report.old_face(FaceId(face)).0;
        let rows = (0..faces).zip(&baked.raw.adjacencies);
        let across = rows.flat_map(|(face, row)| row.edges.map(|edge| (face, edge)));
        let links = across.filter_map(|(face, edge)| {
            let other = EdgeId::from_raw(edge)?.face().0;
            (face < other && other < faces).then(|| [old(face), old(other)])
        });
        Ok((links.collect(), report.lost_transitions.iter().map(|(edge, _)| *edge).collect()))
    }

    /// The edges whose transitions a bake of the neighbours and perimeters drops, whether these are stale or not; none if such
    /// a bake fails.
    fn strays_of_a_bake(&self) -> Vec<EdgeId> {
        if self.transitions().next().is_none() {
            return Vec::new();
        }
        let mut baked = self.clone();
        baked.stale.connections();
        let lost = baked.bake_stale().map(|report| report.lost_transitions);
        lost.unwrap_or_default().iter().map(|(edge, _)| *edge).collect()
    }

    /// The report on a transition that a bake drops.
    fn lost_transition(&self, edge: EdgeId, source: u32) -> Repair {
        let point = self
            .edge_points(edge)
            .map_or([0.0; 3], |[from, to]| std::array::from_fn(|axis| from[axis] / 2.0 + to[axis] / 2.0));
        let (kind, measure) = (RepairKind::TransitionRemoved, Measure::Length(0.0));
        Repair { kind, face: source, other: None, point, measure }
    }

    /// Splits faces at points of their sides. A split that would flip a face is skipped.
    pub(super) fn split_sides(&mut self, sides: BTreeMap<HalfEdge, Vec<[f32; 3]>>) -> Result<Vec<Repair>, EditError> {
        validate_corners(&self.raw)?;
        let mut after = self.clone();
        let mut known: HashMap<_, u32> =
            after.vertices().map(place).zip(0..).collect::<Vec<_>>().into_iter().rev().collect();
        let mut splits = BTreeMap::new();
        for (edge, points) in sides {
            for point in points {
                let vertex = match known.get(&place(point)) {
                    Some(vertex) => *vertex,
                    None => *known.entry(place(point)).or_insert(after.add_vertex(point)?.0),
                };
                splits.entry(edge).or_insert_with(Vec::new).push(vertex);
            }
        }
        let repaired = split_sides(&floor_tables(&after, &[]).floor(), splits);
        if !repaired.repairs.is_empty() {
            after.take(&repaired.faces, self.raw.vertices.len())?;
            *self = after;
        }
        Ok(repaired.repairs)
    }

    /// Cuts a hole into every floor inside an outline of the plan view, in metres. Faces on its border are divided; transitions stay on
    /// their edges. Returns the number of faces that were cut; `None` if the outline crosses itself or has no area.
    ///
    /// # Errors
    /// [`EditError::TooManyFaces`], [`EditError::TooManyVertices`], and [`EditError::Bake`] for a walkmesh with a corner that is not a
    /// vertex. On error, nothing is changed.
    pub fn cut_hole(&mut self, outline: &[[f32; 2]]) -> Result<Option<usize>, EditError> {
        validate_corners(&self.raw)?;
        let tables = floor_tables(self, &[]);
        let Some(hole) = cut_hole(&tables.vertices, (0..).zip(tables.faces), outline) else { return Ok(None) };
        if hole.cut > 0 {
            let mut after = self.clone();
            for point in hole.points {
                after.add_vertex(point)?;
            }
            after.take(&hole.faces, tables.vertices.len())?;
            *self = after;
        }
        Ok(Some(hole.cut))
    }

    /// Replaces the faces by a repaired floor's. Vertices from number `first_new` on that no face uses are dropped. Returns for each face
    /// the former face that it equals or is a piece of.
    fn take(&mut self, faces: &[RepairedFace], first_new: usize) -> Result<Vec<u32>, EditError> {
        let mut before = self.used_vertices();
        before[first_new..].fill(true);
        let rooms: HashMap<EdgeId, RoomId> = self.transitions().collect();
        let mut is_left = vec![false; self.face_count()];
        let mut sources: Vec<u32> = (0..self.face_count() as u32).collect();
        let mut changed = Vec::new();
        let mut led = Vec::new();
        for face in faces {
            let source = FaceId(face.source);
            let id = if std::mem::replace(&mut is_left[source.index()], true) {
                sources.push(source.0);
                self.add_face(face.corners.map(VertexId), MaterialId(self.raw.materials[source.index()]))?
            } else {
                let stored = &mut self.raw.faces[source.index()].vertices;
                if *stored != face.corners {
                    *stored = face.corners;
                    changed.push(source.0);
                }
                source
            };
            for (now, before) in face.sides.iter().enumerate() {
                let before = before.and_then(|side| EdgeId::new(source, usize::from(side)));
                let room = before.and_then(|edge| rooms.get(&edge));
                led.extend(EdgeId::new(id, now).zip(room.copied()));
            }
        }
        self.remember_conflict();
        self.stale.planes_of(changed);
        self.stale.faces();
        self.stale.connections();
        // A new face must not get the transition of a row that named a nonexistent face.
        self.raw.edges.iter_mut().for_each(|row| row.transition = -1);
        for (edge, room) in led {
            self.set_transition(edge, Some(room))?;
        }
        let gone: Vec<_> =
            (0..).map(FaceId).zip(is_left).filter(|(_, is_left)| !is_left).map(|(face, _)| face).collect();
        let left = self.remove_faces(&gone)?;
        self.drop_vertices(&before);
        Ok(left.iter().map(|face| sources[face.index()]).collect())
    }

    fn used_vertices(&self) -> Vec<bool> {
        let mut used = vec![false; self.raw.vertices.len()];
        for corner in self.raw.faces.iter().flat_map(|face| face.vertices) {
            if let Some(used) = used.get_mut(corner as usize) {
                *used = true;
            }
        }
        used
    }

    /// Removes the vertices that faces used before and no face uses now.
    fn drop_vertices(&mut self, before: &[bool]) {
        let now = self.used_vertices();
        let kept: Vec<bool> = before.iter().zip(now).map(|(before, now)| !before || now).collect();
        let numbers = kept.iter().scan(0, |next, kept| {
            let number = *next;
            *next += u32::from(*kept);
            Some(number)
        });
        let numbers: Vec<u32> = numbers.collect();
        let mut is_kept = kept.iter();
        self.raw.vertices.retain(|_| is_kept.next() == Some(&true));
        for corner in self.raw.faces.iter_mut().flat_map(|face| &mut face.vertices) {
            *corner = numbers.get(*corner as usize).copied().unwrap_or(*corner);
        }
    }
}
