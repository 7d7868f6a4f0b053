//! [`RayBvh`]: the index that answers ray queries, a tree of boxes over the faces.
//!
//! [`super::build`] builds the tree; this file queries it. With AVX2, a query takes 0.4 to 0.7 of the time of `obvhs`
//! 0.4's CwBvh on generated terrains and caves of 1 k to 1 M faces, and 0.75 to 1.05 in real rooms of 32 to 1,242
//! (`benches/run rays`).

use arrayvec::ArrayVec;
use fearless_simd::{Level, Simd, dispatch, f32x8};

use super::Ray;
use super::node::{Leaf, MAX_NODES_DEEP, Node, NodePlace, WIDTH, lanes_of};
use crate::parallel::answers;

/// The maximum number of subtrees on the stack during a traversal: all siblings along the longest path to a leaf.
const MAX_WAITING: usize = (WIDTH - 1) * MAX_NODES_DEEP;

/// The point at which a ray hits a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RayHit<F = u32> {
    /// The face; for a [`RayBvh`], its index in the triangles that the BVH was built from.
    pub face: F,
    /// Distance from the ray's origin, in the mesh's units.
    pub distance: f32,
    /// The point on the ray at that distance. For a vertical ray, its x and y are exactly the ray's.
    pub point: [f32; 3],
}

impl<F> RayHit<F> {
    /// The same hit, with its face renamed.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> RayHit<G> {
        RayHit { face: name(self.face), distance: self.distance, point: self.point }
    }
}

/// A bounding volume hierarchy of triangles with class masks, which answers ray queries in logarithmic time.
///
/// - A face takes part in a query when its mask and the query's have a bit in common, such as `1 << material`.
/// - Faces have two sides; edges and corners belong to them, so a ray through a shared edge always hits a face.
/// - Tie-break: among hits at the same distance, the face with the lowest index wins. The answer to every query is the
///   one that a loop over all faces would give, to the bit; it depends neither on the tree nor on threads.
/// - Faces that no ray can hit are skipped: degenerate faces, and faces with a corner that is NaN, infinite or beyond
///   ±1e11.
/// - A ray that runs within a face's plane does not hit that face.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{Ray, RayBvh};
///
/// let floor = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]];
/// let glass = floor.map(|[x, y, _]| [x, y, 2.0]);
/// let (stone, pane) = (1 << 4, 1 << 9);
/// let tree = RayBvh::new(&[floor, glass], |face| [stone, pane][face]);
///
/// let down = Ray::new([1.0, 1.0, 5.0], [0.0, 0.0, -1.0], f32::INFINITY)?;
/// let hit = tree.raycast(&down, stone | pane).expect("the pane is in the way");
/// assert_eq!((hit.face, hit.distance, hit.point), (1, 3.0, [1.0, 1.0, 2.0]));
/// assert_eq!(tree.raycast(&down, stone).map(|hit| hit.face), Some(0));
///
/// // Line of sight.
/// let look = Ray::between([1.0, 1.0, 1.0], [2.0, 2.0, 3.0])?;
/// assert!(tree.is_blocked(&look, stone | pane));
/// assert!(!tree.is_blocked(&look, stone));
/// # Ok::<(), walkmesh::mesh::RayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RayBvh {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    /// `None` for an empty mesh.
    pub(super) root: Option<NodePlace>,
    /// The vector instructions of this processor.
    pub(super) level: Level,
}

impl RayBvh {
    /// The first face of the classes in `mask` that a ray hits.
    pub fn raycast(&self, ray: &Ray, mask: u32) -> Option<RayHit> {
        dispatch!(self.level, simd => self.raycast_in(simd, ray, mask))
    }

    #[inline(always)]
    fn raycast_in<S: Simd>(&self, simd: S, ray: &Ray, mask: u32) -> Option<RayHit> {
        let mut best = (ray.max_distance(), u32::MAX);
        let mut is_met = false;
        let mut waiting = ArrayVec::<(f32, NodePlace), MAX_WAITING>::new();
        let mut next = self.root;
        while let Some(place) = next {
            if let Some(leaf) = place.leaf_index() {
                let leaf = &self.leaves[leaf];
                let (distances, hits) = leaf.met(simd, ray, best.0, mask);
                for lane in lanes_of(hits) {
                    let hit = (distances[lane], leaf.faces[lane]);
                    if hit < best {
                        best = hit;
                        is_met = true;
                    }
                }
                next = None;
            } else {
                let node = &self.nodes[place.node_index()];
                let (enter, hits) = node.entered(simd, ray, best.0, mask);
                next = nearest_first(node, &enter, hits, &mut waiting);
            }
            // Subtrees on the stack may lie behind a hit found since.
            while next.is_none()
                && let Some((enter, place)) = waiting.pop()
            {
                next = (enter <= best.0).then_some(place);
            }
        }
        let (distance, face) = best;
        is_met.then(|| RayHit { face, distance, point: ray.at(distance) })
    }

    /// Returns whether a ray hits any face of the classes in `mask`. For a [`Ray::between`] two points, this means that
    /// the line of sight is blocked.
    ///
    /// The ends belong to the segment, so keep them off the ground.
    pub fn is_blocked(&self, ray: &Ray, mask: u32) -> bool {
        dispatch!(self.level, simd => self.is_blocked_in(simd, ray, mask))
    }

    #[inline(always)]
    fn is_blocked_in<S: Simd>(&self, simd: S, ray: &Ray, mask: u32) -> bool {
        let mut waiting = ArrayVec::<NodePlace, MAX_WAITING>::new();
        let mut next = self.root;
        while let Some(place) = next {
            if let Some(leaf) = place.leaf_index() {
                let (_, hits) = self.leaves[leaf].met(simd, ray, ray.max_distance(), mask);
                if hits != 0 {
                    return true;
                }
            } else {
                let node = &self.nodes[place.node_index()];
                let (_, hits) = node.entered(simd, ray, ray.max_distance(), mask);
                waiting.extend(lanes_of(hits).map(|lane| node.children[lane]));
            }
            next = waiting.pop();
        }
        false
    }

    /// [`raycast`](Self::raycast) for each of many rays; on all cores with the feature `parallel`.
    pub fn raycast_many(&self, rays: &[Ray], mask: u32) -> Vec<Option<RayHit>> {
        answers(rays, |ray| self.raycast(ray, mask))
    }

    /// [`is_blocked`](Self::is_blocked) for each of many rays; on all cores with the feature `parallel`.
    pub fn is_blocked_many(&self, rays: &[Ray], mask: u32) -> Vec<bool> {
        answers(rays, |ray| self.is_blocked(ray, mask))
    }
}

/// The child that the ray enters first. The others are pushed onto the stack, the farthest first.
#[inline(always)]
fn nearest_first<S: Simd>(
    node: &Node,
    enter: &f32x8<S>,
    hits: u32,
    waiting: &mut ArrayVec<(f32, NodePlace), MAX_WAITING>,
) -> Option<NodePlace> {
    let mut hits = lanes_of(hits);
    let mut first = hits.next()?;
    let base = waiting.len();
    for mut lane in hits {
        if enter[lane] < enter[first] {
            (first, lane) = (lane, first);
        }
        let entry = (enter[lane], node.children[lane]);
        waiting.push(entry);
        let mut at = waiting.len() - 1;
        while at > base && waiting[at - 1].0 < entry.0 {
            waiting[at] = waiting[at - 1];
            at -= 1;
        }
        waiting[at] = entry;
    }
    Some(node.children[first])
}

#[cfg(test)]
mod tests {
    use fearless_simd::SimdFrom;

    use super::*;
    use crate::samples::soups;

    #[test]
    fn children_leave_the_stack_in_the_order_in_which_the_ray_enters_them() {
        let mut node = Node::new();
        node.children = std::array::from_fn(NodePlace::leaf);
        let enter = [3.0, 1.0, 4.0, 1.5, 9.0, 2.0, 0.5, 5.0];
        // The ray misses child 6. Earlier entries of the stack stay below.
        let hits = 0b1011_1111;
        let mut waiting = ArrayVec::<_, MAX_WAITING>::new();
        waiting.push((2.5, NodePlace::leaf(8)));
        let first = dispatch!(Level::baseline(), simd => {
            nearest_first(&node, &f32x8::simd_from(simd, enter), hits, &mut waiting)
        });
        let rest = std::iter::from_fn(|| waiting.pop().map(|(_, place)| place));
        let order: Vec<_> = first.into_iter().chain(rest).filter_map(NodePlace::leaf_index).collect();
        assert_eq!(order, [1, 3, 5, 0, 2, 7, 4, 8]);
    }

    #[test]
    fn every_level_of_vector_instructions_gives_the_same_answers() {
        // Miri takes a thousand times as long, so it tests only a part of each.
        let [every_face, every_ray] = if cfg!(miri) { [100, 10] } else { [1, 53] };
        for (name, triangles) in soups::traps() {
            let triangles: Vec<_> = triangles.into_iter().step_by(every_face).collect();
            let detected = RayBvh::new(&triangles, |face| 1 << (face % 3));
            #[cfg(target_arch = "x86_64")]
            let more = detected.level.as_sse4_2().map(|simd| simd.level());
            #[cfg(not(target_arch = "x86_64"))]
            let more = None;
            let levels: Vec<Level> = more.into_iter().chain([Level::baseline()]).collect();
            for (face, [a, b, c]) in triangles.iter().enumerate().step_by(every_ray) {
                let middle = std::array::from_fn(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
                let Ok(ray) = Ray::between([1.0, face as f32 * 0.1, 3.0], middle) else { continue };
                for level in &levels {
                    let other = RayBvh { level: *level, ..detected.clone() };
                    assert_eq!(other.raycast(&ray, 5), detected.raycast(&ray, 5), "{name}: {ray:?}");
                    assert_eq!(other.is_blocked(&ray, 5), detected.is_blocked(&ray, 5), "{name}: {ray:?}");
                }
            }
        }
    }
}
