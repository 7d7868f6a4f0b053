//! [`RoomModel`]: a small KotOR model with a room's walkmesh, made by hand.

use walkmesh_formats::mdl::{
    AabbNode, Array, Face, FunctionPointers, GeometryHeader, Kotor2Mesh, Mdl, MeshEnd, MeshHeader, NodeHeader,
};

/// The content of a room's model. Its tree halves the faces in their own order, unlike any exporter.
#[derive(Clone, Debug)]
pub struct RoomModel {
    /// Whose model it is.
    pub function_pointers: FunctionPointers,
    /// The position of the node with the walkmesh.
    pub position: [f32; 3],
    /// The vertices, in the coordinates of the node.
    pub vertices: Vec<[f32; 3]>,
    /// The vertices of each face, and its material.
    pub faces: Vec<([u16; 3], u32)>,
}

impl Default for RoomModel {
    fn default() -> Self {
        Self {
            function_pointers: FunctionPointers::KOTOR_2,
            position: [0.0; 3],
            vertices: Vec::new(),
            faces: Vec::new(),
        }
    }
}

impl RoomModel {
    /// A model of these triangles (in the coordinates of the area) and their materials, for a room at `origin`, which is the sum of the
    /// positions of the node and in the layout.
    #[must_use]
    pub fn of_triangles(triangles: &[([[f32; 3]; 3], u32)], origin: [f32; 3]) -> Self {
        let mut model = Self::default();
        for (points, material) in triangles {
            let first = model.vertices.len() as u16;
            model.vertices.extend(points.map(|point| std::array::from_fn(|axis| point[axis] - origin[axis])));
            model.faces.push(([first, first + 1, first + 2], *material));
        }
        model
    }

    /// The model as a document.
    ///
    /// # Panics
    /// A face has a vertex that does not exist.
    #[must_use]
    pub fn to_mdl(&self) -> Mdl {
        let mut mdl = Mdl { mdx_size: 24 * self.vertices.len() as u32, ..Mdl::default() };
        let mut header = GeometryHeader {
            function_pointers: self.function_pointers,
            node_count: 2,
            geometry_type: 2,
            ..GeometryHeader::default()
        };
        header.name[..4].copy_from_slice(b"room");
        append(&mut mdl, &[header]);
        let node = NodeHeader { orientation: NodeHeader::UPRIGHT, ..NodeHeader::default() };
        let mut root = NodeHeader { node_type: NodeHeader::HEADER, ..node };
        header.root_node = append(&mut mdl, &[root]);
        let children = append(&mut mdl, &[0_u32]);
        root.children = Array::new(children, 1);
        let walkmesh = self.append_walkmesh(&mut mdl, header.root_node, node);
        put(&mut mdl, children, &[walkmesh]);
        put(&mut mdl, header.root_node, &[root]);
        put(&mut mdl, 0, &[header]);
        mdl
    }

    /// Appends the node with the walkmesh, and returns its offset.
    fn append_walkmesh(&self, mdl: &mut Mdl, parent: u32, node: NodeHeader) -> u32 {
        let node_type = NodeHeader::HEADER | NodeHeader::MESH | NodeHeader::AABB;
        let header = NodeHeader { node_type, number: 1, name_index: 1, parent, position: self.position, ..node };
        let offset = append(mdl, &[header]);
        let mesh_at = append(mdl, &[MeshHeader::default()]);
        if self.function_pointers == FunctionPointers::KOTOR_2 {
            append(mdl, &[Kotor2Mesh { dirt: [1, 0, 1, 0, 1, 0, 0, 0] }]);
        }
        let end_at = append(mdl, &[MeshEnd::default()]);
        let root_at = append(mdl, &[0_u32]);
        if let Some(nodes) = (2 * self.faces.len() as u32).checked_sub(1) {
            let tree = append(mdl, &vec![AabbNode::default(); nodes as usize]);
            put(mdl, root_at, &[tree]);
            let mut records = Vec::new();
            self.branch(tree, 0, self.faces.len(), &mut records);
            put(mdl, tree, &records);
        }
        let faces: Vec<Face> = self.faces.iter().map(|face| self.face(face)).collect();
        let faces = Array::new(append(mdl, &faces), faces.len() as u32);
        let corners: Vec<u16> = self.faces.iter().flat_map(|(vertices, _)| *vertices).collect();
        let corner_counts = Array::new(append(mdl, &[corners.len() as u32]), 1);
        let vertices = append(mdl, &self.vertices);
        let corner_lists = Array::new(append(mdl, &[0_u32]), 1);
        let inverted_counters = Array::new(append(mdl, &[3_u32]), 1);
        let list = append(mdl, &corners);
        put(mdl, corner_lists.offset, &[list]);
        let mesh = MeshHeader {
            faces,
            corner_counts,
            corner_lists,
            inverted_counters,
            unknown: [-1, -1, 0],
            mdx_vertex_size: 24,
            mdx_flags: 33,
            mdx_offsets: [0, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1],
            vertex_count: self.vertices.len() as u16,
            ..MeshHeader::default()
        };
        put(mdl, mesh_at, &[mesh]);
        put(mdl, end_at, &[MeshEnd { vertices, ..MeshEnd::default() }]);
        offset
    }

    fn face(&self, (vertices, material): &([u16; 3], u32)) -> Face {
        Face {
            normal: [0.0, 0.0, 1.0],
            material: *material,
            neighbours: [Face::NONE; 3],
            vertices: *vertices,
            distance: 0.0,
        }
    }

    /// Adds the records of the faces from `from` to `to`; the first one is at `tree` plus the present length.
    fn branch(&self, tree: u32, from: usize, to: usize, records: &mut Vec<AabbNode>) {
        let points =
            self.faces[from..to].iter().flat_map(|(vertices, _)| vertices.map(|at| self.vertices[usize::from(at)]));
        let around = |pick: fn(f32, f32) -> f32, start: f32| {
            points.clone().fold([start; 3], |all, point| std::array::from_fn(|axis| pick(all[axis], point[axis])))
        };
        let (min, max) = (around(f32::min, f32::INFINITY), around(f32::max, f32::NEG_INFINITY));
        let number = records.len();
        records.push(AabbNode { min, max, left: 0, right: 0, face: from as i32, plane: 0 });
        if to - from < 2 {
            return;
        }
        let middle = from + (to - from) / 2;
        let next = |records: &Vec<AabbNode>| tree + (size_of::<AabbNode>() * records.len()) as u32;
        let left = next(records);
        self.branch(tree, from, middle, records);
        let right = next(records);
        self.branch(tree, middle, to, records);
        records[number] = AabbNode { left, right, face: -1, plane: 1, ..records[number] };
    }
}

/// Appends records, and returns their offset.
fn append<T: walkmesh_formats::mdl::Record>(mdl: &mut Mdl, records: &[T]) -> u32 {
    mdl.append(records).expect("a small model")
}

/// Overwrites existing records.
fn put<T: walkmesh_formats::mdl::Record>(mdl: &mut Mdl, offset: u32, records: &[T]) {
    mdl.put(offset, records, "a record").expect("a record that is there");
}
