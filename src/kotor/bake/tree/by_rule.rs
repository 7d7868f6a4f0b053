//! Checks whether the stored tree follows the games' rules.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode};

use super::boxes::Boxes;
use super::{Geometry, is_whole, plane};
use crate::geometry::Aabb;

/// Maximum distance of a side of a leaf's box from the position that the file's vertices imply, in metres. The exporter rounded numbers
/// that the file does not have, and the compiler welded vertices over distances smaller than the margin of the boxes.
const BOX_TOLERANCE: f32 = 0.011;
/// Maximum rounding error of the sum of two sides of a box where the room's position in the layout is not known, in metres.
const ROUNDING: f64 = 1e-3;

/// Returns whether the nodes form a tree as built by the game: in pre-order, each face in one leaf with the bounding box of its corners,
/// all other boxes tight around their children, and planes by the rule. Where the layout is known, boxes and planes must match to the bit.
/// Source: `docs/formats/bwm.md#tree`.
pub(in crate::kotor::bake) fn is_by_rule(geometry: &Geometry<'_>, nodes: &[AabbNode]) -> bool {
    let is_sound = |node: &AabbNode| match (usize::try_from(node.left), usize::try_from(node.right)) {
        (Ok(left), Ok(right)) => node.face == -1 && is_branch(geometry, node, [&nodes[left], &nodes[right]]),
        _ => node.plane == 0,
    };
    is_whole(nodes, geometry.faces.len())
        && nodes.iter().all(|node| node.unknown == AABB_CONSTANT && is_rounded(geometry, node) && is_sound(node))
        && are_leaves_around_faces(geometry, nodes)
}

/// Returns whether the nodes form a tree in pre-order with each face in one leaf, whose box contains the face.
pub(in crate::kotor::bake) fn is_of_faces(geometry: &Geometry<'_>, nodes: &[AabbNode]) -> bool {
    let is_around = |node: &AabbNode| match (usize::try_from(node.left), usize::try_from(node.right)) {
        (Ok(left), Ok(right)) => {
            [left, right].iter().all(|&child| holds(node, nodes[child].min) && holds(node, nodes[child].max))
        }
        _ => true,
    };
    is_whole(nodes, geometry.faces.len()) && nodes.iter().all(is_around) && are_leaves_around_faces(geometry, nodes)
}

/// Returns whether the box of each leaf is its face's bounding box.
fn are_leaves_around_faces(geometry: &Geometry<'_>, nodes: &[AabbNode]) -> bool {
    let corners: Vec<Boxes> = geometry.corners().collect();
    nodes.iter().filter(|node| node.left < 0).all(|leaf| {
        let vertices = geometry.faces[leaf.face.cast_unsigned() as usize].vertices.map(|vertex| vertex as usize);
        let [a, b, c] = vertices.map(|vertex| &corners[vertex]);
        let [min, max] = a.join(b).join(c).stored();
        let is_near = |stored: Vector3, expected: Vector3| {
            let near =
                |stored: f32, expected: f32| (stored - expected).abs() <= BOX_TOLERANCE.max(expected.abs() * 1e-6);
            near(stored.x, expected.x) && near(stored.y, expected.y) && near(stored.z, expected.z)
        };
        let holds = vertices.iter().all(|&vertex| holds(leaf, geometry.vertices[vertex]));
        holds && is_near(leaf.min, min) && is_near(leaf.max, max)
    })
}

fn holds(leaf: &AabbNode, point: Vector3) -> bool {
    let at_most = |a: Vector3, b: Vector3| (a.x <= b.x) & (a.y <= b.y) & (a.z <= b.z);
    at_most(leaf.min, point) & at_most(point, leaf.max)
}

/// Returns whether the compiler's sum can yield the box of a node.
fn is_rounded(geometry: &Geometry<'_>, node: &AabbNode) -> bool {
    let stored = geometry.frame.stored(&geometry.frame.recovered(node.min, node.max));
    !geometry.frame.is_of_layout() || stored == [node.min, node.max]
}

/// Returns whether the box and the plane of an inner node follow from its children.
fn is_branch(geometry: &Geometry<'_>, node: &AabbNode, children: [&AabbNode; 2]) -> bool {
    let [left, right] = children;
    let join = |pick: fn(f32, f32) -> f32, a: Vector3, b: Vector3| Vector3 {
        x: pick(a.x, b.x),
        y: pick(a.y, b.y),
        z: pick(a.z, b.z),
    };
    let is_around = node.min == join(f32::min, left.min, right.min) && node.max == join(f32::max, left.max, right.max);
    let [left, right] = children.map(|child| geometry.frame.recovered(child.min, child.max));
    is_around
        && match geometry.frame.is_of_layout() {
            true => node.plane == plane(&left, &right),
            false => points_to(node.plane, &left, &right),
        }
}

/// Returns whether a plane names the direction in which the right box is farthest from the left box, within rounding.
fn points_to(plane: u32, left: &Aabb, right: &Aabb) -> bool {
    if !plane.is_power_of_two() || plane > 32 {
        return false;
    }
    let sum = |bounds: &Aabb, axis: usize| f64::from(bounds.min[axis]) + f64::from(bounds.max[axis]);
    let ahead: [f64; 3] = std::array::from_fn(|axis| sum(right, axis) - sum(left, axis));
    let sign = if plane < 8 { 1.0 } else { -1.0 };
    let farthest = ahead.iter().fold(0.0, |most: f64, ahead| most.max(ahead.abs()));
    sign * ahead[plane.trailing_zeros() as usize % 3] >= farthest - ROUNDING
}
