//! Builds the AABB tree: halves by count, sorted on the longest axis with the exporter's own unstable sort.
//!
//! Source: `docs/formats/bwm.md#tree`. From a walkmesh alone, 12 of 40 files get identical trees, node for node, because the exporter
//! sorted numbers with more digits than it wrote.

mod boxes;
mod by_rule;
mod halves;

use std::collections::HashSet;
use std::hint::select_unpredictable;

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode, Bwm, Face};

use self::boxes::Boxes;
pub(super) use self::by_rule::{is_by_rule, is_of_faces};
use self::halves::{Halves, Key};
use super::frame::Frame;
use crate::geometry::Aabb;

/// A branch with fewer faces than this is built by one thread.
#[cfg(feature = "parallel")]
const SHARE: usize = 2048;

/// The faces of a room, with their corners in the room's own coordinates.
pub(super) struct Geometry<'a> {
    frame: Frame,
    faces: &'a [Face],
    vertices: &'a [Vector3],
    locals: Vec<[f64; 3]>,
}

impl<'a> Geometry<'a> {
    /// Every corner must be a vertex.
    pub(super) fn new(frame: Frame, faces: &'a [Face], vertices: &'a [Vector3]) -> Self {
        Self { frame, faces, vertices, locals: vertices.iter().map(|&vertex| frame.local(vertex)).collect() }
    }

    /// The boxes of each vertex.
    fn corners(&self) -> impl Iterator<Item = Boxes> {
        self.locals.iter().zip(self.vertices).map(|(&local, &vertex)| {
            let bounds = Frame::around(local);
            // Far from the origin the margin is smaller than the rounding error; even there the box must contain its corner.
            Boxes::new(&bounds, self.frame.stored(&bounds)).join(&Boxes::new(&bounds, [vertex, vertex]))
        })
    }

    fn halves(&self) -> Halves {
        let corners = |face: &Face| face.vertices.map(|vertex| self.locals[vertex as usize]);
        Halves::new(self.faces.iter().map(corners))
    }
}

/// Builds the tree over the faces in the order in which the exporter had them.
pub(super) fn build(geometry: &Geometry<'_>, order: &[u32]) -> Vec<AabbNode> {
    let Some(count) = (2 * order.len()).checked_sub(1) else { return Vec::new() };
    let mut nodes = vec![AabbNode::default(); count];
    let (mut faces, mut keys) = (order.to_vec(), vec![Key::default(); order.len()]);
    Branch { faces: &mut faces, keys: &mut keys, at: 0, nodes: &mut nodes }.build(&geometry.halves());
    finish(geometry, &mut nodes);
    nodes
}

/// A range of the faces, and of the nodes to which their branch is written.
struct Branch<'a> {
    faces: &'a mut [u32],
    /// Scratch space for sorting them.
    keys: &'a mut [Key],
    /// Number of the first node.
    at: usize,
    nodes: &'a mut [AabbNode],
}

impl Branch<'_> {
    /// Fills the nodes of the branch in pre-order: itself, its left side, its right side.
    fn build(self, halves: &Halves) {
        let Self { faces, keys, at, nodes } = self;
        let Some((node, nodes)) = nodes.split_first_mut() else { return };
        if let [face] = faces {
            *node = AabbNode { face: face.cast_signed(), left: -1, right: -1, ..AabbNode::default() };
            return;
        }
        halves.sort(faces, keys);
        let half = faces.len() / 2;
        // A branch of n faces has 2n - 1 nodes.
        let (left_at, right_at) = (at + 1, at + 2 * half);
        *node = AabbNode { face: -1, left: left_at as i32, right: right_at as i32, ..AabbNode::default() };
        let (left_faces, right_faces) = faces.split_at_mut(half);
        let (left_keys, right_keys) = keys.split_at_mut(half);
        let (left_nodes, right_nodes) = nodes.split_at_mut(2 * half - 1);
        let left = Branch { faces: left_faces, keys: left_keys, at: left_at, nodes: left_nodes };
        let right = Branch { faces: right_faces, keys: right_keys, at: right_at, nodes: right_nodes };
        #[cfg(feature = "parallel")]
        if half >= SHARE {
            rayon::join(|| left.build(halves), || right.build(halves));
            return;
        }
        left.build(halves);
        right.build(halves);
    }
}

/// Writes boxes and plane ids.
///
/// Rounding keeps the order of numbers, so a box is the union of the boxes of its corners, each rounded once.
fn finish(geometry: &Geometry<'_>, nodes: &mut [AabbNode]) {
    let corners: Vec<Boxes> = geometry.corners().collect();
    let mut boxes = vec![Boxes::default(); nodes.len()];
    // Children follow their parents.
    for at in (0..nodes.len()).rev() {
        let node = nodes[at];
        let plane = match (usize::try_from(node.left), usize::try_from(node.right)) {
            (Ok(left), Ok(right)) => {
                boxes[at] = boxes[left].join(&boxes[right]);
                plane(&boxes[left].local(), &boxes[right].local())
            }
            _ => {
                let face = geometry.faces[node.face.cast_unsigned() as usize];
                let [a, b, c] = face.vertices.map(|vertex| &corners[vertex as usize]);
                boxes[at] = a.join(b).join(c);
                0
            }
        };
        let [min, max] = boxes[at].stored();
        nodes[at] = AabbNode { min, max, unknown: AABB_CONSTANT, plane, ..node };
    }
}

/// The direction from the left child to the right one: 1, 2, 4 for +x, +y, +z, and 8, 16, 32 for -x, -y, -z.
///
/// The compiler compared sums of corners instead of centres. In y the left sum was still in a register, and therefore not rounded to f32,
/// which decides the sign where the boxes are the same. Source: `docs/formats/bwm.md#tree-planes`, exact in 7,535 nodes.
pub(super) fn plane(left: &Aabb, right: &Aabb) -> u32 {
    let sum = |bounds: &Aabb, axis: usize| f64::from(bounds.min[axis]) + f64::from(bounds.max[axis]);
    let rounded = |bounds: &Aabb, axis: usize| f64::from(sum(bounds, axis) as f32);
    direction([
        rounded(right, 0) - rounded(left, 0),
        rounded(right, 1) - sum(left, 1),
        rounded(right, 2) - rounded(left, 2),
    ])
}

/// The plane id of the largest of three differences.
fn direction([dx, dy, dz]: [f64; 3]) -> u32 {
    // The direction is unpredictable, so branches would cost more than this arithmetic.
    let is_x = (dx.abs() > dy.abs()) & (dx.abs() > dz.abs());
    let axis = select_unpredictable(is_x, 0, 2 - usize::from(dy.abs() > dz.abs()));
    let is_positive = [dx, dy, dz][axis] > 0.0;
    1 << (axis + 3 * usize::from(!is_positive))
}

/// The direction from the left child to the right one, as the compiler of models computed it from boxes without a margin, whose
/// sums in x were not rounded either. Source: `docs/formats/mdl.md#tree`.
pub(in crate::kotor) fn model_plane(left: [[f32; 3]; 2], right: [[f32; 3]; 2]) -> u32 {
    let sum = |[min, max]: [[f32; 3]; 2], axis: usize| f64::from(min[axis]) + f64::from(max[axis]);
    let rounded = |bounds: [[f32; 3]; 2], axis: usize| f64::from(sum(bounds, axis) as f32);
    direction([sum(right, 0) - sum(left, 0), rounded(right, 1) - sum(left, 1), rounded(right, 2) - rounded(left, 2)])
}

/// Recomputes the boxes of a tree that was moved, and keeps its shape and split planes. Returns `false` and changes
/// nothing where the nodes are not a tree in pre-order with each face in one leaf.
pub(super) fn refit(geometry: &Geometry<'_>, nodes: &mut [AabbNode]) -> bool {
    if !is_whole(nodes, geometry.faces.len()) {
        return false;
    }
    let kept: Vec<AabbNode> = nodes.to_vec();
    finish(geometry, nodes);
    for (node, AabbNode { plane, unknown, .. }) in nodes.iter_mut().zip(kept) {
        (node.plane, node.unknown) = (plane, unknown);
    }
    true
}

/// Number of inner nodes of a stored tree that split their faces as the rule does, and the number of all inner nodes. Below a node that
/// does not, the stored halves are used, so that each node is judged independently. `None` where the nodes are not a tree in pre-order with
/// each face in one leaf, or do not split their faces in halves.
pub(super) fn agreement(geometry: &Geometry<'_>, nodes: &[AabbNode], order: &[u32]) -> Option<(usize, usize)> {
    if !is_whole(nodes, geometry.faces.len()) {
        return None;
    }
    let halves = geometry.halves();
    let mut keys = vec![Key::default(); order.len()];
    let mut right = 0;
    let mut open = vec![(0, order.to_vec())];
    while let Some((at, mut faces)) = open.pop() {
        if faces.len() < 2 {
            continue;
        }
        let half = faces.len() / 2;
        halves.sort(&mut faces, &mut keys);
        // In pre-order the left branch fills the nodes up to the right child.
        let (left, next) = (at + 1, usize::try_from(nodes[at].right).ok()?);
        let stored: HashSet<u32> = nodes[left..next].iter().filter_map(|node| u32::try_from(node.face).ok()).collect();
        if stored.len() != half {
            return None;
        }
        if faces[..half].iter().all(|face| stored.contains(face)) {
            right += 1;
        } else {
            faces.sort_by_key(|face| !stored.contains(face));
        }
        let right_faces = faces.split_off(half);
        open.extend([(left, faces), (next, right_faces)]);
    }
    Some((right, nodes.len() / 2))
}

/// The nodes of a room's tree if they are one tree over its faces; otherwise the nodes of a tree that is built by the rule. Every
/// corner must be a vertex.
pub(in crate::kotor) fn whole_tree(raw: &Bwm, frame: &Frame) -> Vec<AabbNode> {
    let geometry = Geometry::new(*frame, &raw.faces, &raw.vertices);
    if is_of_faces(&geometry, &raw.aabb_nodes) {
        return raw.aabb_nodes.clone();
    }
    let order: Vec<u32> = (0..raw.faces.len() as u32).collect();
    build(&geometry, &order)
}

/// Returns whether the nodes are one tree from node 0 in pre-order, with each face in one leaf.
fn is_whole(nodes: &[AabbNode], faces: usize) -> bool {
    if nodes.len() + 1 != 2 * faces {
        return false;
    }
    let mut seen = vec![false; faces];
    // The next expected node: in pre-order, the walk reaches the nodes in the order of their numbers.
    let mut open = vec![0];
    for (at, node) in nodes.iter().enumerate() {
        if open.pop() != Some(at) {
            return false;
        }
        match (usize::try_from(node.left), usize::try_from(node.right), usize::try_from(node.face)) {
            (Ok(left), Ok(right), _) if left == at + 1 && right > left && right < nodes.len() => {
                open.extend([right, left]);
            }
            (Err(_), Err(_), Ok(face)) if face < faces && !seen[face] => seen[face] = true,
            _ => return false,
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_name_the_axis_and_the_side() {
        let cube = |[x, y, z]: [f32; 3]| Aabb { min: [x, y, z], max: [x + 1.0, y + 1.0, z + 1.0] };
        let plane_to = |to| plane(&cube([0.0; 3]), &cube(to));
        assert_eq!([[2.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0.0, 1.0, 2.0]].map(plane_to), [1, 2, 4]);
        assert_eq!([[-2.0, 1.0, 0.0], [0.0, -2.0, 1.0], [0.0, 1.0, -2.0]].map(plane_to), [8, 16, 32]);
        assert_eq!(plane_to([0.0; 3]), 32, "identical boxes");
    }

    #[test]
    fn equal_centres_still_split_in_halves() {
        let frame = Frame::new(&Default::default(), None);
        let corner = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vector3::from);
        let faces: Vec<u32> = (0..1000).collect();
        let table = vec![Face { vertices: [0, 1, 2] }; 1000];
        let nodes = build(&Geometry::new(frame, &table, &corner), &faces);
        assert!(is_whole(&nodes, 1000));
        let mut depth = vec![0; nodes.len()];
        for (at, node) in nodes.iter().enumerate().filter(|(_, node)| node.left >= 0) {
            for child in [node.left, node.right] {
                depth[child as usize] = depth[at] + 1;
            }
        }
        assert_eq!(depth.iter().max(), Some(&10));
    }

    #[test]
    fn a_tree_that_is_none_is_not_refitted() {
        let leaf = |face| AabbNode { face, left: -1, right: -1, ..AabbNode::default() };
        let root = AabbNode { face: -1, left: 1, right: 2, ..AabbNode::default() };
        assert!(is_whole(&[root, leaf(0), leaf(1)], 2));
        assert!(!is_whole(&[root, leaf(0), leaf(0)], 2), "a face twice");
        assert!(!is_whole(&[root, leaf(0)], 2), "a node short");
        assert!(!is_whole(&[AabbNode { left: 1, right: 1, ..root }, leaf(0), leaf(1)], 2), "a child of two");
        assert!(!is_whole(&[AabbNode { left: 0, right: 2, ..root }, leaf(0), leaf(1)], 2), "a cycle");
        assert!(!is_whole(&[], 0));
    }

    #[test]
    fn the_box_of_a_leaf_is_that_of_its_face_but_for_a_centimetre() {
        let corners = [[100.0, 0.0, 0.0], [101.0, 0.0, 0.0], [100.0, 1.0, 0.0]].map(Vector3::from);
        let faces = [Face { vertices: [0, 1, 2] }];
        let geometry = Geometry::new(Frame::new(&Default::default(), None), &faces, &corners);
        let leaf = build(&geometry, &[0])[0];
        let is_known = |by: f32| {
            let min = Vector3 { x: leaf.min.x - by, ..leaf.min };
            is_of_faces(&geometry, &[AabbNode { min, ..leaf }])
        };
        assert_eq!([0.0, 0.01, 0.02, 1.0, -0.5].map(is_known), [true, true, false, false, false]);
    }

    #[test]
    fn the_box_of_a_branch_holds_those_of_its_children() {
        let corners = [0.0_f32, 5.0].map(|x| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]].map(Vector3::from));
        let faces = [[0, 1, 2], [3, 4, 5]].map(|vertices| Face { vertices });
        let geometry = Geometry::new(Frame::new(&Default::default(), None), &faces, corners.as_flattened());
        let nodes = build(&geometry, &[0, 1]);
        let is_known = |min: f32, max: f32| {
            let mut nodes = nodes.clone();
            (nodes[0].min.x, nodes[0].max.x) = (min, max);
            is_of_faces(&geometry, &nodes)
        };
        assert!(is_known(-0.1, 6.1) && is_known(-9.0, 9.0));
        assert!(!is_known(0.5, 6.1), "not the least corner of a child");
        assert!(!is_known(-0.1, 5.5), "not the greatest corner of a child");
    }
}
