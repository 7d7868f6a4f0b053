//! Writes the walkmesh of a room into its model.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{self, Bwm};
use walkmesh_formats::mdl::{AabbNode, Array, Face, FunctionPointers, Mdl, MeshEnd, MeshHeader, Record};

use super::{Model, ModelError};
use crate::geometry::triangle::doubled_area;
use crate::kotor::Walkmesh;
use crate::kotor::bake::{Frame, NormalRounding, model_plane, plane, validate, whole_tree};

mod neighbours;

/// What a room writes into its model, in the coordinates of the node.
struct Written {
    vertices: Vec<Vector3>,
    faces: Vec<Face>,
    /// The nodes of the tree, whose children are still indices.
    tree: Vec<(AabbNode, Option<[i32; 2]>)>,
}

impl Model {
    /// Writes the faces, materials and tree of a room into the model, so that the game's camera meets the same walls as its
    /// creatures. What of the room is stale is baked first. What has room where it was is written there; the rest is appended, and
    /// the node refers to it. Nothing else of the model changes.
    ///
    /// Write a room only if it does not fit its model any more: see [`Walkmesh::keeps_model_of`]. If it fails, the model is
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
        let nodes = whole_tree(raw, frame);
        let boxes: Vec<[[f32; 3]; 2]> = nodes.iter().map(|node| frame.texts(node.min, node.max)).collect();
        let node = |(node, [min, max]): (&bwm::AabbNode, &[[f32; 3]; 2])| {
            let children = (node.left >= 0).then_some([node.left, node.right]);
            let face = if children.is_some() { -1 } else { node.face };
            let plane = children.map_or(0, |children| {
                let [left, right] = children.map(|child| boxes[child.cast_unsigned() as usize]);
                model_plane(left, right)
            });
            (AabbNode { min: *min, max: *max, left: 0, right: 0, face, plane }, children)
        };
        let tree = nodes.iter().zip(&boxes).map(node).collect();
        Ok(Written { vertices, faces, tree })
    }

    /// Writes the records into a model, and what refers to them.
    fn put(&self, model: &mut Mdl, written: &Written) -> Result<(), ModelError> {
        let Written { vertices, faces, tree } = written;
        let node = &self.node;
        let list: u32 = model.at(node.mesh.corner_lists.offset, "walkmesh.corner_lists")?;
        let corner_count: u32 = model.at(node.mesh.corner_counts.offset, "walkmesh.corner_counts")?;
        let corners: Vec<u16> = faces.iter().flat_map(|face| face.vertices).collect();

        let face_at = place(model, node.mesh.faces.offset, node.mesh.faces.count, faces)?;
        let vertices_at = place(model, node.end.vertices, node.mesh.vertex_count.into(), vertices)?;
        let list_at = place(model, list, corner_count, &corners)?;
        model.put(node.mesh.corner_lists.offset, &[list_at], "walkmesh.corner_lists")?;
        model.put(node.mesh.corner_counts.offset, &[corners.len() as u32], "walkmesh.corner_counts")?;
        let root_at = self.put_tree(model, tree)?;
        model.put(node.root_offset(), &[root_at], "walkmesh.root")?;

        let mut mesh = node.mesh;
        mesh.faces = Array::new(face_at, faces.len() as u32);
        mesh.vertex_count = vertices.len() as u16;
        set_extent(&mut mesh, vertices);
        model.put(node.mesh_offset(), &[mesh], "walkmesh.mesh")?;
        let end = MeshEnd { vertices: vertices_at, total_area: total_area(vertices, faces), ..node.end };
        model.put(node.end_offset(), &[end], "walkmesh.end")?;
        Ok(())
    }

    /// Writes the tree over the stored one, if that has as many nodes or more; otherwise behind everything. Returns the offset of
    /// its root.
    fn put_tree(&self, model: &mut Mdl, tree: &[(AabbNode, Option<[i32; 2]>)]) -> Result<u32, ModelError> {
        let stored: Vec<u32> = self.node.tree.iter().map(|node| node.offset).collect();
        let offsets: Vec<u32> = if tree.len() <= stored.len() {
            stored
        } else {
            let first = model.append(&vec![AabbNode::default(); tree.len()])?;
            (0..tree.len() as u32).map(|node| first + node * size_of::<AabbNode>() as u32).collect()
        };
        for ((node, children), &offset) in tree.iter().zip(&offsets) {
            let [left, right] =
                children.map_or([0; 2], |children| children.map(|child| offsets[child.cast_unsigned() as usize]));
            model.put(offset, &[AabbNode { left, right, ..*node }], "walkmesh.tree")?;
        }
        Ok(offsets.first().copied().unwrap_or_default())
    }
}

/// Writes records over those that are stored, if these are as many or more; otherwise behind everything. Returns their offset.
fn place<T: Record>(model: &mut Mdl, stored_at: u32, stored: u32, records: &[T]) -> Result<u32, ModelError> {
    if records.len() as u64 <= u64::from(stored) {
        model.put(stored_at, records, "walkmesh")?;
        return Ok(stored_at);
    }
    Ok(model.append(records)?)
}

/// The vertices that faces have, in the coordinates of the node, and the faces by these.
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

/// Sets the box, the mean and the radius of the vertices. Equal vertices of a room are one.
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
