//! Builds a [`RayBvh`]. From the root down, each part is split where the surface area heuristic expects the lowest
//! cost for rays, until at most eight faces are left.
//!
//! The candidate splits lie between 16 bins along each axis (Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies", 2007), with a cost counted in whole leaves. A node gets up to eight parts by repeatedly splitting the
//! part with the largest surface. The depth is bounded even for meshes from hostile files: from [`CAREFUL_DEPTH`] on,
//! parts are halved.

use fearless_simd::Level;

use super::bvh::RayBvh;
use super::node::{CAREFUL_DEPTH, Leaf, MAX_FACES, Node, NodePlace, WIDTH};
use super::{can_be_met, face_bounds};
use crate::geometry::Aabb;
use crate::geometry::min_max::{greater, lesser};
use crate::geometry::triangle::Triangle;

const BINS: usize = 16;

/// Parts of at least this many faces are built separately, on other cores if available.
const SHARE: usize = 1 << 14;

/// A face during the build.
#[derive(Clone, Copy)]
struct Item {
    bounds: Aabb,
    face: u32,
    mask: u32,
}

impl Item {
    /// Twice the centre of the box.
    fn centre(&self, axis: usize) -> f32 {
        self.bounds.min[axis] + self.bounds.max[axis]
    }
}

/// A run of faces, and the box around them.
struct Soup<'a> {
    items: &'a mut [Item],
    bounds: Aabb,
}

impl<'a> Soup<'a> {
    fn new(items: &'a mut [Item]) -> Self {
        let bounds = items.iter().map(|item| item.bounds).collect();
        Self { items, bounds }
    }

    fn mask(&self) -> u32 {
        self.items.iter().fold(0, |mask, item| mask | item.mask)
    }
}

impl RayBvh {
    /// Builds the tree in O(n log n) time and O(n) memory (about 60 bytes per face) from triangles and the class mask
    /// of each, given its index.
    ///
    /// At most 2³¹ triangles are used.
    pub fn new(triangles: &[Triangle], mask: impl Fn(usize) -> u32) -> Self {
        Self::in_shares(triangles, mask, SHARE)
    }

    /// Builds the same tree on the caller's thread alone. A tree that a `OnceLock` builds needs this: see
    /// [`crate::parallel`].
    #[doc(hidden)]
    pub fn on_one_thread(triangles: &[Triangle], mask: impl Fn(usize) -> u32) -> Self {
        Self::in_shares(triangles, mask, usize::MAX)
    }

    /// Builds the tree. Parts of at least `share` faces are distributed among threads.
    fn in_shares(triangles: &[Triangle], mask: impl Fn(usize) -> u32, share: usize) -> Self {
        let mut items: Vec<Item> = triangles
            .iter()
            .take(MAX_FACES)
            .enumerate()
            .filter(|(_, triangle)| can_be_met(triangle))
            .map(|(face, triangle)| Item { bounds: face_bounds(triangle), face: face as u32, mask: mask(face) })
            .collect();
        let mut tree = RayBvh::empty();
        if !items.is_empty() {
            tree.root = Some(grow(&mut tree, triangles, Soup::new(&mut items), share, 0));
        }
        tree
    }

    fn empty() -> Self {
        Self { nodes: Vec::new(), leaves: Vec::new(), root: None, level: Level::new() }
    }
}

/// Adds the subtree of a part.
fn grow(tree: &mut RayBvh, triangles: &[Triangle], part: Soup, share: usize, depth: usize) -> NodePlace {
    if part.items.len() <= WIDTH {
        return add_leaf(tree, triangles, part.items);
    }
    let is_large = part.items.len() >= share;
    let at = tree.nodes.len();
    tree.nodes.push(Node::new());
    let parts = cut_up(part, depth);
    let described: Vec<_> = parts.iter().map(|part| (part.bounds, part.mask())).collect();
    let places = if is_large {
        grow_apart(tree, triangles, parts, share, depth + 1)
    } else {
        parts.into_iter().map(|part| grow(tree, triangles, part, share, depth + 1)).collect()
    };
    for (lane, ((bounds, mask), place)) in described.into_iter().zip(places).enumerate() {
        tree.nodes[at].set(lane, &bounds, mask, place);
    }
    NodePlace::node(at)
}

/// Builds each part as a separate tree and appends these trees. The nodes and leaves are the same, in the same order.
#[cfg(feature = "parallel")]
fn grow_apart(
    tree: &mut RayBvh,
    triangles: &[Triangle],
    parts: Vec<Soup>,
    share: usize,
    depth: usize,
) -> Vec<NodePlace> {
    use rayon::prelude::*;
    let grown: Vec<(RayBvh, NodePlace)> = parts
        .into_par_iter()
        .map(|part| {
            let mut own = RayBvh::empty();
            let root = grow(&mut own, triangles, part, share, depth);
            (own, root)
        })
        .collect();
    let mut places = Vec::with_capacity(grown.len());
    for (own, root) in grown {
        let (nodes, leaves) = (tree.nodes.len(), tree.leaves.len());
        tree.leaves.extend(own.leaves);
        tree.nodes.extend(own.nodes.into_iter().map(|mut node| {
            node.children = node.children.map(|child| child.moved(nodes, leaves));
            node
        }));
        places.push(root.moved(nodes, leaves));
    }
    places
}

#[cfg(not(feature = "parallel"))]
fn grow_apart(
    tree: &mut RayBvh,
    triangles: &[Triangle],
    parts: Vec<Soup>,
    share: usize,
    depth: usize,
) -> Vec<NodePlace> {
    parts.into_iter().map(|part| grow(tree, triangles, part, share, depth)).collect()
}

fn add_leaf(tree: &mut RayBvh, triangles: &[Triangle], items: &mut [Item]) -> NodePlace {
    items.sort_unstable_by_key(|item| item.face);
    let mut leaf = Leaf::new();
    for (lane, item) in items.iter().enumerate() {
        leaf.set(lane, &triangles[item.face as usize], item.mask, item.face);
    }
    tree.leaves.push(leaf);
    NodePlace::leaf(tree.leaves.len() - 1)
}

/// Splits a part into up to eight parts.
fn cut_up(part: Soup, depth: usize) -> Vec<Soup> {
    let mut parts = Vec::with_capacity(WIDTH);
    parts.push(part);
    while parts.len() < WIDTH {
        let area = |&at: &usize| -> f32 { parts[at].bounds.half_area() };
        let Some(largest) = (0..parts.len())
            .filter(|&at| parts[at].items.len() > WIDTH)
            .max_by(|a, b| area(a).total_cmp(&area(b)).then(b.cmp(a)))
        else {
            break;
        };
        let items = parts.swap_remove(largest).items;
        let middle = if depth < CAREFUL_DEPTH { cut(items) } else { None };
        let middle = middle.unwrap_or_else(|| halve(items));
        let (left, right) = items.split_at_mut(middle);
        parts.extend([Soup::new(left), Soup::new(right)]);
    }
    parts
}

/// The minimum and the maximum centre along an axis.
fn spread(items: &[Item], axis: usize) -> (f32, f32) {
    items.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), item| {
        let centre = item.centre(axis);
        (lesser(low, centre), greater(high, centre))
    })
}

/// Splits at the lowest expected cost, and returns the number of items in the left part. `None` if all centres are in
/// one bin.
fn cut(items: &mut [Item]) -> Option<usize> {
    let mut best: Option<(f32, Binning, usize)> = None;
    for axis in 0..3 {
        let Some(binning) = Binning::new(items, axis) else { continue };
        let mut bins = [(Aabb::EMPTY, 0_usize); BINS];
        for item in items.iter() {
            let (bounds, count) = &mut bins[binning.bin(item)];
            *bounds = bounds.union(item.bounds);
            *count += 1;
        }
        let cost = |(bounds, count): &(Aabb, usize)| bounds.half_area() * count.div_ceil(WIDTH) as f32;
        let join = |a: &(Aabb, usize), b: &(Aabb, usize)| (a.0.union(b.0), a.1 + b.1);
        // `right[at]`: the bins from `at` on.
        let mut right = bins;
        for at in (0..BINS - 1).rev() {
            right[at] = join(&right[at], &right[at + 1]);
        }
        let mut left = bins[0];
        for at in 1..BINS {
            if left.1 > 0 && right[at].1 > 0 {
                let total = cost(&left) + cost(&right[at]);
                if best.as_ref().is_none_or(|(least, ..)| total < *least) {
                    best = Some((total, binning, at));
                }
            }
            left = join(&left, &bins[at]);
        }
    }
    let (_, binning, at) = best?;
    Some(partition(items, |item| binning.bin(item) < at))
}

/// Sixteen bins between the minimum and the maximum centre along an axis.
#[derive(Clone, Copy)]
struct Binning {
    axis: usize,
    low: f32,
    scale: f32,
}

impl Binning {
    /// `None` if the centres are too close together for bins.
    fn new(items: &[Item], axis: usize) -> Option<Self> {
        let (low, high) = spread(items, axis);
        let scale = BINS as f32 / (high - low);
        (scale.is_finite() && scale > 0.0).then_some(Self { axis, low, scale })
    }

    #[inline]
    fn bin(&self, item: &Item) -> usize {
        (((item.centre(self.axis) - self.low) * self.scale) as usize).min(BINS - 1)
    }
}

/// Splits at the median face, along the axis on which the centres are farthest apart.
fn halve(items: &mut [Item]) -> usize {
    let extent = |axis: &usize| -> f32 {
        let (low, high) = spread(items, *axis);
        high - low
    };
    let axis = (0..3).max_by(|a, b| extent(a).total_cmp(&extent(b))).unwrap_or(0);
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| a.centre(axis).total_cmp(&b.centre(axis)).then(a.face.cmp(&b.face)));
    middle
}

/// Moves the items of the left part to the front, and returns their number.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let (mut left, mut right) = (0, items.len());
    loop {
        while left < right && is_left(&items[left]) {
            left += 1;
        }
        while left < right && !is_left(&items[right - 1]) {
            right -= 1;
        }
        if left >= right {
            return left;
        }
        items.swap(left, right - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::soups;

    fn depth(tree: &RayBvh, place: NodePlace) -> usize {
        if place.leaf_index().is_some() {
            return 0;
        }
        let node = &tree.nodes[place.node_index()];
        let used = node.children.iter().zip(node.masks).filter(|(_, mask)| *mask != 0);
        1 + used.map(|(child, _)| depth(tree, *child)).max().unwrap_or(0)
    }

    #[test]
    fn one_thread_builds_the_same_tree_as_many() {
        let at = |x: usize, y: usize| [x as f32, y as f32, (x * y % 7) as f32];
        let squares = (0..100).flat_map(|x| (0..100).map(move |y| (x, y)));
        let triangles: Vec<_> = squares
            .flat_map(|(x, y)| [[at(x, y), at(x + 1, y), at(x, y + 1)], [at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]])
            .collect();
        assert!(triangles.len() > SHARE, "threads share the work");
        let trees = [RayBvh::new(&triangles, |_| 1), RayBvh::on_one_thread(&triangles, |_| 1)];
        // The child of an unused lane has no meaning.
        let [many, one] = trees.map(|mut tree| {
            for node in &mut tree.nodes {
                let unused = node.children.iter_mut().zip(node.masks).filter(|(_, mask)| *mask == 0);
                unused.for_each(|(child, _)| *child = NodePlace::node(0));
            }
            format!("{tree:?}")
        });
        assert!(many == one);
    }

    #[test]
    fn faces_are_split_in_the_gap_between_two_groups() {
        // Each fourth face lies far to the left of the others.
        let faces = (0..16_u32).map(|face| {
            let x = face as f32 + if face.is_multiple_of(4) { 0.0 } else { 100.0 };
            Item { bounds: Aabb { min: [x, 0.0, 0.0], max: [x + 1.0, 1.0, 1.0] }, face, mask: 1 }
        });
        let mut items: Vec<Item> = faces.collect();
        assert_eq!(cut(&mut items), Some(4));
        assert!(items[..4].iter().all(|item| item.face.is_multiple_of(4)));
    }

    #[test]
    fn traps_make_neither_deep_nor_large_trees() {
        for (name, triangles) in soups::traps() {
            let tree = RayBvh::new(&triangles, |_| 1);
            let depth = tree.root.map_or(0, |root| depth(&tree, root));
            assert!(depth <= CAREFUL_DEPTH + triangles.len().ilog2() as usize, "{name}: {depth} deep");
            assert!(tree.leaves.len() <= triangles.len(), "{name}: {} leaves", tree.leaves.len());
            assert!(tree.nodes.len() <= tree.leaves.len(), "{name}: {} nodes", tree.nodes.len());
        }
    }
}
