//! Writes the walkmesh of a room into its model.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{self, Bwm};
use walkmesh_formats::mdl::{Array, Face, FunctionPointers, Mdl, MeshEnd, MeshHeader, Record};

use super::{Model, ModelError};
use crate::geometry::triangle::doubled_area;
use crate::kotor::Walkmesh;
use crate::kotor::bake::{Frame, NormalRounding, plane, validate};

mod neighbours;
mod tree;

use self::tree::{WrittenNode, tree_of};

/// The data that a room writes into its model, in the coordinates of the node.
struct Written {
    vertices: Vec<Vector3>,
    faces: Vec<Face>,
    tree: Vec<WrittenNode>,
}

impl Model {
    /// Writes the faces, materials and tree of a room into the model, so that the camera collides with the same walls as the creatures.
    /// Stale data of the room is baked first. Data that fits into the old space is written there; the rest is appended, and the node then
    /// refers to it. Nothing else of the model changes.
    ///
    /// Write a room only if it no longer matches its model: see [`Walkmesh::keeps_model_of`]. If it fails, the model is
    /// unchanged.
    ///
    /// Source: `docs/formats/mdl.md#writing`.
    ///
    /// # Errors
    /// [`ModelError`]: the room's position in the layout is not known, the room has more faces or vertices than a model can number,
    /// or it cannot be baked.
    pub fn set_walkmesh(&mut self, room: &Walkmesh) -> Result<(), ModelError> {
        let layout_position = room.layout_position.ok_or(ModelError::NoLayout)?;
        let mut room = room.clone();
        room.bake_stale()?;
        let frame = Frame::at(self.position(), layout_position);
        let written = self.written(&room.raw, &frame)?;
        let mut after = self.raw.clone();
        self.put(&mut after, &written)?;
        *self = Self::from_raw(after)?;
        Ok(())
    }

    /// The records of a room.
    fn written(&self, raw: &Bwm, frame: &Frame) -> Result<Written, ModelError> {
        validate(raw)?;
        let (vertices, corners) = used_vertices(raw, frame)?;
        let rounding = match self.node.function_pointers {
            FunctionPointers::KOTOR_1 => NormalRounding::Kotor1,
            _ => NormalRounding::Kotor2,
        };
        let neighbours = neighbours::neighbours(&vertices, &corners);
        let face = |((corners, neighbours), material): ((&[u16; 3], &[u16; 3]), &u32)| {
            let (normal, distance) = plane(&vertices, rounding, &bwm::Face { vertices: corners.map(u32::from) });
            Face { normal: normal.into(), distance, material: *material, neighbours: *neighbours, vertices: *corners }
        };
        let faces = corners.iter().zip(&neighbours).zip(&raw.materials).map(face).collect();
        Ok(Written { vertices, faces, tree: tree_of(raw, frame) })
    }

    /// Writes the records into a model, and the references to them.
    fn put(&self, model: &mut Mdl, written: &Written) -> Result<(), ModelError> {
        let Written { vertices, faces, tree } = written;
        let node = &self.node;
        let corners: Vec<u16> = faces.iter().flat_map(|face| face.vertices).collect();
        let corner_count = corners.len() as u32;

        let face_at = place(model, node.mesh.faces.offset, node.mesh.faces.count, faces)?;
        let vertices_at = place(model, node.end.vertices, node.mesh.vertex_count.into(), vertices)?;
        let [list, listed] = [node.mesh.corner_lists, node.mesh.corner_counts].map(|array| only(model, array));
        let list_at = match list.zip(listed) {
            Some((list, listed)) => place(model, list, listed, &corners)?,
            None => model.append(&corners)?,
        };
        self.put_tree(model, tree)?;

        let mut mesh = node.mesh;
        mesh.corner_lists = put_only(model, mesh.corner_lists, list_at)?;
        mesh.corner_counts = put_only(model, mesh.corner_counts, corner_count)?;
        mesh.faces = Array::new(face_at, faces.len() as u32);
        mesh.vertex_count = vertices.len() as u16;
        set_extent(&mut mesh, vertices);
        model.put(node.mesh_offset(), &[mesh], "walkmesh.mesh")?;
        let end = MeshEnd { vertices: vertices_at, total_area: total_area(vertices, faces), ..node.end };
        model.put(node.end_offset(), &[end], "walkmesh.end")?;
        Ok(())
    }
}

/// The only entry of an array of the mesh; `None` if it has none or several, or is out of range.
fn only(model: &Mdl, array: Array) -> Option<u32> {
    if array.count == 1 { model.at(array.offset, "walkmesh.corners").ok() } else { None }
}

/// Writes the only entry of an array in place, or else as a new array. Returns the array.
fn put_only(model: &mut Mdl, array: Array, entry: u32) -> Result<Array, ModelError> {
    if only(model, array).is_some() {
        model.put(array.offset, &[entry], "walkmesh.corners")?;
        return Ok(array);
    }
    Ok(Array::new(model.append(&[entry])?, 1))
}

/// Overwrites the stored records if there are at least as many; otherwise appends the new ones. Returns their offset.
fn place<T: Record>(model: &mut Mdl, stored_at: u32, stored: u32, records: &[T]) -> Result<u32, ModelError> {
    let has_room = records.len() as u64 <= u64::from(stored);
    match has_room && model.put(stored_at, records, "walkmesh").is_ok() {
        true => Ok(stored_at),
        false => Ok(model.append(records)?),
    }
}

/// The vertices that faces use, in the coordinates of the node, and the faces by their indices.
fn used_vertices(raw: &Bwm, frame: &Frame) -> Result<(Vec<Vector3>, Vec<[u16; 3]>), ModelError> {
    let mut numbers = vec![None; raw.vertices.len()];
    let mut vertices = Vec::new();
    let mut corners = Vec::with_capacity(raw.faces.len());
    for face in &raw.faces {
        corners.push(face.vertices.map(|vertex| {
            *numbers[vertex as usize].get_or_insert_with(|| {
                vertices.push(frame.local(raw.vertices[vertex as usize]).map(|value| value as f32).into());
                vertices.len() - 1
            })
        }));
    }
    let limit = usize::from(u16::MAX);
    if vertices.len() > limit || corners.len() > limit {
        return Err(ModelError::TooMany { vertices: vertices.len(), faces: corners.len() });
    }
    Ok((vertices, corners.into_iter().map(|face| face.map(|vertex| vertex as u16)).collect()))
}

/// Sets the bounding box, the mean and the radius of the vertices. Equal vertices of a room are merged.
fn set_extent(mesh: &mut MeshHeader, vertices: &[Vector3]) {
    let points = || vertices.iter().map(|vertex| <[f32; 3]>::from(*vertex));
    let around = |pick: fn(f32, f32) -> f32| points().reduce(|a, b| std::array::from_fn(|axis| pick(a[axis], b[axis])));
    mesh.box_min = around(f32::min).unwrap_or_default();
    mesh.box_max = around(f32::max).unwrap_or_default();
    let sum =
        points().fold([0.0; 3], |sum: [f64; 3], point| std::array::from_fn(|axis| sum[axis] + f64::from(point[axis])));
    let mean = sum.map(|sum| sum / vertices.len().max(1) as f64);
    mesh.average = mean.map(|value| value as f32);
    let squared = |point: [f32; 3]| (0..3).map(|axis| (f64::from(point[axis]) - mean[axis]).powi(2)).sum::<f64>();
    mesh.radius = points().map(squared).fold(0.0, f64::max).sqrt() as f32;
}

/// The area of all faces.
fn total_area(vertices: &[Vector3], faces: &[Face]) -> f32 {
    let area = |face: &Face| {
        let points = face.vertices.map(|vertex| <[f32; 3]>::from(vertices[usize::from(vertex)]));
        doubled_area(&points).map(|part| part * part).iter().sum::<f64>().sqrt() / 2.0
    };
    faces.iter().map(area).sum::<f64>() as f32
}
