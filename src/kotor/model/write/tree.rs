//! Writes the tree of a room, or one over the model's own faces, into a model.

use walkmesh_formats::bwm::{self, Bwm};
use walkmesh_formats::mdl::{AabbNode, Mdl};

use crate::kotor::bake::{Frame, model_plane, validate, whole_tree};
use crate::kotor::{Model, ModelError, Walkmesh};

/// A node of a tree whose children are still indices.
pub(super) type WrittenNode = (AabbNode, Option<[i32; 2]>);

impl Model {
    /// Rewrites the tree if it is [broken](Self::tree_fault): the room's tree, if the room has the faces of the model, or else a tree that
    /// is built by the rule over the faces of the model. Nothing else of the model changes. Returns whether the tree was written.
    ///
    /// Source: `docs/formats/mdl.md#writing`.
    ///
    /// # Errors
    /// [`ModelError`]: no tree can be built from the room's tree or a face of the model. The model is then unchanged.
    pub fn bake_tree(&mut self, room: &Walkmesh) -> Result<bool, ModelError> {
        if self.tree_fault().is_none() {
            return Ok(false);
        }
        let mut room = room.clone();
        room.bake_stale()?;
        let of_room = room.layout_position.and_then(|at| Some((at, self.faces_in(&room.raw, &room.materials, at)?)));
        let tree = match of_room {
            Some((layout_position, faces)) => {
                let mut of_model = vec![0; faces.len()];
                (0..).zip(faces).for_each(|(face, of_room)| of_model[of_room.index()] = face);
                let mut tree = tree_of(&room.raw, &Frame::at(self.position(), layout_position));
                let leaves = tree.iter_mut().filter(|(_, children)| children.is_none());
                leaves.for_each(|(leaf, _)| leaf.face = of_model[leaf.face.cast_unsigned() as usize]);
                tree
            }
            None => tree_of(&self.own_faces()?, &Frame::at([0.0; 3], [0.0; 3])),
        };
        let mut after = self.raw.clone();
        self.put_tree(&mut after, &tree)?;
        *self = Self::from_raw(after)?;
        Ok(true)
    }

    /// The faces of the model as a walkmesh in the coordinates of the node.
    fn own_faces(&self) -> Result<Bwm, ModelError> {
        let (mut own, faces) = (Bwm { vertices: self.node.vertices.clone(), ..Bwm::default() }, &self.node.faces);
        own.faces = faces.iter().map(|face| bwm::Face { vertices: face.vertices.map(u32::from) }).collect();
        own.materials = faces.iter().map(|face| face.material).collect();
        own.normals = faces.iter().map(|face| face.normal.into()).collect();
        own.distances = faces.iter().map(|face| face.distance).collect();
        validate(&own)?;
        Ok(own)
    }

    /// Writes the tree over the stored one, if that has at least as many nodes; otherwise appends it. The nodes of a broken tree are
    /// identified by their order, because exporters write them in pre-order.
    pub(super) fn put_tree(&self, model: &mut Mdl, tree: &[WrittenNode]) -> Result<(), ModelError> {
        let node = &self.node;
        let stored: Vec<u32> = match &node.tree {
            Ok(tree) => tree.iter().map(|node| node.offset).collect(),
            Err(_) => model.tree_offsets(node.root, node.faces.len()).unwrap_or_default(),
        };
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
        let root = offsets.first().copied().unwrap_or_default();
        Ok(model.put(node.root_offset(), &[root], "walkmesh.root")?)
    }
}

/// The tree of a room in the model's form, or else a tree by the rule.
pub(super) fn tree_of(raw: &Bwm, frame: &Frame) -> Vec<WrittenNode> {
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
    nodes.iter().zip(&boxes).map(node).collect()
}
