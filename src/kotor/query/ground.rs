//! Walkmeshes laid side by side: one list of triangles with their neighbours, from which questions are arranged.

use std::collections::HashMap;

use super::band::BODY;
use super::pieces::Pieces;
use super::{FaceName, Part, Questions};
use crate::geometry::triangle::faces_up;
use crate::kotor::adjacency::Sharing;
use crate::kotor::{Bounds, FaceId, MaterialId, MaterialMask, MaterialTable, VertexId, Walkmesh};
use crate::mesh::{HeightGrid, MeshError, NavMesh, RayBvh, Triangle};

/// A corner that is no vertex lies here, where nothing can be met.
const NOWHERE: [f32; 3] = [f32::NAN; 3];

/// The faces of one or more walkmeshes.
pub(in crate::kotor) struct Ground<F> {
    table: MaterialTable,
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) faces: Vec<[u32; 3]>,
    pub(super) walkable: Vec<bool>,
    /// The edge across each side, `3 · face + side` here as in the files.
    pub(super) neighbours: Vec<[Option<u32>; 3]>,
    names: Vec<F>,
    materials: Vec<MaterialId>,
    starts: HashMap<Option<Part>, u32>,
}

impl<F: FaceName> Ground<F> {
    pub(in crate::kotor) fn new(table: MaterialTable) -> Self {
        Self {
            table,
            vertices: vec![NOWHERE],
            faces: Vec::new(),
            walkable: Vec::new(),
            neighbours: Vec::new(),
            names: Vec::new(),
            materials: Vec::new(),
            starts: HashMap::new(),
        }
    }

    /// Adds a walkmesh's faces with their names, each point mapped; returns the number of its first face here.
    pub(in crate::kotor) fn add(
        &mut self,
        walkmesh: &Walkmesh,
        name: impl Fn(FaceId) -> F,
        map: impl Fn([f32; 3]) -> [f32; 3],
    ) -> u32 {
        let first = self.faces.len() as u32;
        let first_vertex = self.vertices.len() as u32;
        self.vertices.extend(walkmesh.vertices().map(map));
        for face in walkmesh.faces() {
            let corner = |VertexId(corner)| {
                if (corner as usize) < walkmesh.vertex_count() { corner + first_vertex } else { 0 }
            };
            self.faces.push(face.corners().map(corner));
            self.walkable.push(face.is_walkable() && walkmesh.kind().is_room());
            self.materials.push(face.material());
            self.names.push(name(face.id()));
            if face.id().0 == 0 {
                self.starts.insert(name(face.id()).part(), first);
            }
        }
        let shift = |edge: u32| edge + 3 * first;
        self.neighbours.extend(neighbours(walkmesh).into_iter().map(|row| row.map(|edge| edge.map(shift))));
        first
    }

    /// Joins two edges of faces that can be walked on.
    pub(in crate::kotor) fn join(&mut self, edge: u32, across: u32) {
        self.neighbours[edge as usize / 3][edge as usize % 3] = Some(across);
    }

    pub(in crate::kotor) fn into_questions(self) -> Result<Questions<F>, MeshError> {
        let pieces = Pieces::whole(&self);
        self.into_questions_in(pieces)
    }

    /// With the floor cut along the faces of objects, each in its own list, that stop one who walks.
    pub(in crate::kotor) fn into_questions_around(self, objects: &[Vec<Triangle>]) -> Result<Questions<F>, MeshError> {
        let mut pieces = Pieces::whole(&self);
        pieces.make_mutual(&self.walkable);
        for (object, triangles) in objects.iter().enumerate() {
            let placed: Vec<_> = triangles.iter().filter(|t| t.iter().flatten().all(|v| v.is_finite())).collect();
            let Some(bounds) = Bounds::around(placed.iter().copied().flatten().copied()) else { continue };
            let all = (0..self.faces.len() as u32).filter(|&face| self.walkable[face as usize]);
            let floors: Vec<(u32, Triangle)> = all.filter_map(|face| self.under(face, &bounds)).collect();
            for triangle in placed {
                let Some(bounds) = Bounds::around(*triangle) else { continue };
                for (face, floor) in floors.iter().filter(|(_, floor)| is_under(floor, &bounds)) {
                    pieces.cut(object, triangle, *face, floor);
                }
            }
        }
        self.into_questions_in(pieces)
    }

    /// A face's number and corners, if it has some and something in these bounds may be in one's way there.
    fn under(&self, face: u32, bounds: &Bounds) -> Option<(u32, Triangle)> {
        let corners = self.faces[face as usize].map(|corner| self.vertices[corner as usize]);
        (corners.iter().flatten().all(|value| value.is_finite()) && is_under(&corners, bounds))
            .then_some((face, corners))
    }

    /// With faces that can be walked on cut into pieces.
    fn into_questions_in(self, pieces: Pieces) -> Result<Questions<F>, MeshError> {
        if self.faces.len() > NavMesh::MAX_FACES {
            return Err(MeshError::TooManyFaces { faces: self.faces.len() });
        }
        let points = |face: &[u32; 3]| face.map(|corner| self.vertices[corner as usize]);
        let triangles: Vec<Triangle> = self.faces.iter().map(points).collect();
        let mask = |face: usize| MaterialMask::of(self.materials[face]).0;
        let facing = |up: bool| {
            HeightGrid::new(&triangles, |face| if faces_up(&triangles[face]) == up { mask(face) } else { 0 })
        };
        let nav = pieces.nav_mesh(&self.walkable)?;
        Ok(Questions {
            rays: RayBvh::new(&triangles, mask),
            floors: facing(true),
            undersides: facing(false),
            nav,
            pieces,
            names: self.names,
            materials: self.materials,
            table: self.table,
            starts: self.starts,
        })
    }
}

/// Whether something in these bounds may be in the way of who walks on a face.
fn is_under(floor: &Triangle, bounds: &Bounds) -> bool {
    let meets = |axis: usize, body: f32| {
        let heights = floor.iter().map(|corner| corner[axis]);
        let (low, high) =
            heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
        low <= bounds.max[axis] && high + body >= bounds.min[axis]
    };
    meets(0, 0.0) && meets(1, 0.0) && meets(2, BODY as f32)
}

/// The edge across each side of each face: as the file stores it, or as the vertices imply where edits have made that
/// stale. What the file stores may be wrong in any way, except for leading out of the faces.
fn neighbours(walkmesh: &Walkmesh) -> Vec<[Option<u32>; 3]> {
    let faces = walkmesh.face_count();
    let mut rows = vec![[None; 3]; faces];
    if !walkmesh.kind().is_room() {
        return rows;
    }
    if !walkmesh.stale.adjacency {
        for (row, face) in rows.iter_mut().zip(walkmesh.faces()).filter(|(_, face)| face.is_walkable()) {
            *row = face.neighbours().map(|edge| edge.filter(|edge| edge.face().index() < faces).map(|edge| edge.0));
        }
        return rows;
    }
    let raw = walkmesh.as_raw();
    let intact = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < raw.vertices.len());
    let walkable: Vec<u32> = walkmesh
        .faces()
        .filter(|face| face.is_walkable() && intact(&face.corners().map(|corner| corner.0)))
        .map(|face| face.id().0)
        .collect();
    let table: Vec<_> = walkable.iter().map(|&face| raw.faces[face as usize]).collect();
    let implied = Sharing::of(&table, raw.vertices.len()).adjacencies();
    for (&face, row) in walkable.iter().zip(implied) {
        let edge = |edge: i32| u32::try_from(edge).ok().map(|edge| 3 * walkable[edge as usize / 3] + edge % 3);
        rows[face as usize] = row.edges.map(edge);
    }
    rows
}
