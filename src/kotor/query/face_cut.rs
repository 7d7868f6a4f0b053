//! [`FaceCut`]: the cuts of one face.

use std::ops::ControlFlow;

use std::collections::HashSet;

use super::footprints::{Footprints, Wall, bounds, stored};
use super::pieces::weights;
use crate::geometry::plan_triangle::nearest_between;
use crate::geometry::{
    BoxTree, Vec2, crossing, distance, ends_of_side, lerp, next_corner, orient2d, plan, previous_corner, share_of_line,
    share_of_nearest,
};
use crate::mesh::Triangle;

/// A face, the points at which its sides are cut, and the walls that cut it.
pub(super) struct FaceCut {
    /// The corners and the cuts of the sides, in their order around the face, and then the ends of walls within the face.
    pub(super) points: Vec<[f32; 3]>,
    /// The projected points: in the plan view, or in another plane for faces that are thin there.
    pub(super) flat: Vec<Vec2>,
    /// The parts of the sides, as pairs of points.
    pub(super) border: Vec<[u32; 2]>,
    /// The side that each of them belongs to, and its index from the lesser end of the side.
    pub(super) parts: Vec<(u8, usize)>,
    /// The parts of walls, as pairs of points.
    pub(super) walls: Vec<[u32; 2]>,
    /// The object of each of them.
    pub(super) objects: Vec<usize>,
    face: Triangle,
    /// The corners in that plane.
    plane: [Vec2; 3],
}

/// Width, in snap distances, below which a face is cut in its own projection, so that rounding does not flip its pieces.
const THIN: f64 = 8.0;

impl FaceCut {
    /// The cuts of a face by footprints; `None` if they do not cut it.
    pub(super) fn new(face: &Triangle, footprints: &Footprints) -> Option<Self> {
        let corners = face.map(plan);
        let walls = footprints.walls_around(&corners);
        if walls.is_empty() {
            return None;
        }
        let plane = flattened(&corners, THIN * footprints.snap());
        let (mut points, mut flat, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for side in 0..3_u8 {
            let [from, to] = ends_of_side(&corners, side);
            let is_forward = from < to;
            let mut cuts = if is_forward { cuts([from, to], footprints) } else { cuts([to, from], footprints) };
            let last = cuts.len();
            parts.extend((0..=last).map(|part| (side, if is_forward { part } else { last - part })));
            if !is_forward {
                cuts.reverse();
            }
            let [a, b] = ends_of_side(&plane, side);
            let [low, high] = ends_of_side(face, side).map(|end| f64::from(end[2]));
            points.push(face[usize::from(side)]);
            flat.push(a);
            for at in cuts {
                let share = share_of_line(from, to, at);
                points.push([at[0] as f32, at[1] as f32, (low + share * (high - low)) as f32]);
                flat.push(lerp(a, b, share));
            }
        }
        let around = points.len() as u32;
        let mut cut = Self {
            face: *face,
            plane,
            points,
            flat,
            border: (0..around).map(|point| [point, (point + 1) % around]).collect(),
            parts,
            walls: Vec::new(),
            objects: Vec::new(),
        };
        cut.add_wall_ends(&walls, footprints);
        cut.add_walls(&walls, footprints);
        (cut.points.len() > 3 || !cut.walls.is_empty()).then_some(cut)
    }

    /// True if the corners run clockwise in the plane.
    pub(super) fn is_turned(&self) -> bool {
        let [a, b, c] = self.plane;
        orient2d(a, b, c) < 0.0
    }

    /// The point of the face that projects to a point of the plane.
    pub(super) fn point_at(&self, at: Vec2) -> [f32; 3] {
        between(self.face, weights(self.plane, at)).map(|value| value as f32)
    }

    /// Adds the ends of walls within the face.
    fn add_wall_ends(&mut self, walls: &[Wall], footprints: &Footprints) {
        let corners = self.face.map(plan);
        let reach =
            [1_u8, 2, 0].map(|side| ends_of_side(&corners, side)).map(|[a, b]| footprints.snap() * distance(a, b));
        let mut known = HashSet::new();
        for end in walls.iter().flat_map(|wall| wall.ends) {
            let at = footprints.point(end);
            let weights = weights(corners, at);
            let area: f64 = weights.iter().sum();
            if known.insert(end) && (0..3).all(|corner| weights[corner] * area.signum() > reach[corner]) {
                let [_, _, height] = between(self.face, weights);
                self.points.push([at[0] as f32, at[1] as f32, height as f32]);
                self.flat.push(if self.plane == corners { at } else { between(self.plane, weights) });
            }
        }
    }

    /// Adds walls, by all points that they pass.
    fn add_walls(&mut self, walls: &[Wall], footprints: &Footprints) {
        // Rounding has moved points off the wall and snapped them to others within the snap distance.
        let reach = 2.0 * footprints.snap();
        let points: Vec<Vec2> = self.points.iter().copied().map(plan).collect();
        let tree = BoxTree::new(points.iter().map(|at| bounds(&[*at], 0.0)));
        for wall in walls {
            let ends = footprints.ends(wall);
            let mut passed = Vec::new();
            tree.meeting(&bounds(&ends, reach), usize::MAX, |point| {
                let share = share_of_nearest(ends[0], ends[1], points[point as usize]);
                if distance(lerp(ends[0], ends[1], share), points[point as usize]) <= reach {
                    passed.push((share, point));
                }
                ControlFlow::Continue(())
            });
            passed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for pair in passed.windows(2) {
                self.walls.push([pair[0].1, pair[1].1]);
                self.objects.push(wall.object);
            }
        }
    }
}

/// The corners of a face in a plane where it has some width: the plan view, or for thin faces a projection in which they are as wide as
/// they are long, counter-clockwise.
fn flattened(corners: &[Vec2; 3], thin: f64) -> [Vec2; 3] {
    let area = orient2d(corners[0], corners[1], corners[2]);
    let length = |side: u8| {
        let [from, to] = ends_of_side(corners, side);
        distance(from, to)
    };
    let longest = if length(1) > length(0) { 1 } else { 0 };
    let longest = if length(2) > length(longest) { 2 } else { longest };
    let long = length(longest);
    if area.abs() > thin * long {
        return *corners;
    }
    let [from, to] = [usize::from(longest), next_corner(longest.into())];
    let third = previous_corner(longest.into());
    let mut flat = [[0.0; 2]; 3];
    flat[to] = [long, 0.0];
    flat[third] = [long * share_of_line(corners[from], corners[to], corners[third]), long];
    flat
}

/// The weighted mean of corners.
fn between<const N: usize, T: Copy + Into<f64>>(corners: [[T; N]; 3], weights: [f64; 3]) -> [f64; N] {
    let all: f64 = weights.iter().sum();
    std::array::from_fn(|axis| (0..3).map(|corner| weights[corner] * corners[corner][axis].into()).sum::<f64>() / all)
}

/// The points where walls cut a side, from one end to the other. Both faces of a side start at its lower end, so they cut it identically.
fn cuts([from, to]: [Vec2; 2], footprints: &Footprints) -> Vec<Vec2> {
    let snap = footprints.snap();
    let mut cuts = Vec::new();
    for wall in footprints.walls_around(&[from, to]) {
        let ends = footprints.ends(&wall);
        cuts.extend(crossing([from, to], ends));
        cuts.extend(ends.into_iter().filter_map(|end| {
            let nearest = nearest_between([from, to], end);
            (distance(nearest, end) <= snap).then_some(nearest)
        }));
    }
    let mut cuts: Vec<Vec2> = cuts.into_iter().map(stored).collect();
    cuts.retain(|at| [from, to].iter().all(|end| distance(*end, *at) > snap));
    let share = |at: &Vec2| share_of_line(from, to, *at);
    cuts.sort_by(|a, b| share(a).total_cmp(&share(b)));
    cuts.dedup_by(|next, kept| distance(*next, *kept) <= snap);
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_thin_faces_are_laid_into_a_plane_of_their_own() {
        // In any order of the corners, and either way around.
        for [a, b, c] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let turned = |corners: [Vec2; 3]| [corners[a], corners[b], corners[c]];
            let wide = turned([[0.0, 0.0], [1.0, 0.0], [0.25, 0.011]]);
            assert_eq!(flattened(&wide, 0.01), wide, "wider than a hundredth");
            let thin = turned([[0.0, 0.0], [3.0, 4.0], [0.75, 1.001]]);
            let flat = flattened(&thin, 0.01);
            let sides = |corners: &[Vec2; 3]| [0_u8, 1, 2].map(|side| ends_of_side(corners, side));
            let lengths = sides(&flat).map(|[from, to]| distance(from, to));
            let long = sides(&thin).map(|[from, to]| distance(from, to)).into_iter().fold(0.0, f64::max);
            assert!(lengths.iter().any(|length| (length - long).abs() < 1e-12), "{flat:?}");
            assert!((orient2d(flat[0], flat[1], flat[2]) - long * long).abs() < 1e-9, "{flat:?} is as wide as long");
        }
    }
}
