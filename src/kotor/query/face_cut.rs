//! [`FaceCut`]: where a face is cut.

use std::collections::HashSet;

use super::footprints::{Footprints, Wall, bounds, crossing, stored};
use super::pieces::weights;
use crate::geometry::plan_triangle::nearest_between;
use crate::geometry::{
    BoxTree, Search, Vec2, distance, dot, ends_of_side, lerp, orient2d, plan, share_of_line, share_of_nearest, sub,
};
use crate::mesh::Triangle;

/// A face, the points at which its sides are cut, and the walls that cut it.
pub(super) struct FaceCut {
    /// The corners and the cuts of the sides, in their order around the face, and then the ends of walls within the face.
    pub(super) points: Vec<[f32; 3]>,
    /// The points in a plane in which the face has an area: the plan view, but for vertical faces.
    pub(super) flat: Vec<Vec2>,
    /// The parts of the sides, by their points.
    pub(super) border: Vec<[u32; 2]>,
    /// The side that each of them is part of, and its place from the lesser end of the side.
    pub(super) parts: Vec<(u8, usize)>,
    /// The parts of walls, by their points.
    pub(super) walls: Vec<[u32; 2]>,
    /// The object of each of them.
    pub(super) objects: Vec<usize>,
    /// Whether the corners run clockwise in the plane.
    pub(super) is_turned: bool,
}

impl FaceCut {
    /// Where footprints cut a face; `None` if they do not, or if it has no area.
    pub(super) fn of(face: &Triangle, footprints: &Footprints) -> Option<Self> {
        let corners = face.map(plan);
        let walls = footprints.walls_around(&corners);
        if walls.is_empty() {
            return None;
        }
        let is_vertical = orient2d(corners[0], corners[1], corners[2]) == 0.0;
        let along = longest_side(&corners);
        let flatten = |point: [f32; 3]| match is_vertical {
            true => [dot(sub(plan(point), corners[0]), along), f64::from(point[2])],
            false => plan(point),
        };
        let area = orient2d(flatten(face[0]), flatten(face[1]), flatten(face[2]));
        if area == 0.0 {
            return None;
        }

        let (mut points, mut parts) = (Vec::new(), Vec::new());
        for side in 0..3_u8 {
            let [from, to] = ends_of_side(face, side);
            let line = [from, to].map(plan);
            let is_forward = line[0] < line[1];
            let mut cuts = if is_forward { cuts(line, footprints) } else { cuts([line[1], line[0]], footprints) };
            let last = cuts.len();
            parts.extend((0..=last).map(|part| (side, if is_forward { part } else { last - part })));
            if !is_forward {
                cuts.reverse();
            }
            points.push(from);
            points.extend(cuts.into_iter().map(|at| {
                let [low, high] = [from, to].map(|end| f64::from(end[2]));
                [at[0] as f32, at[1] as f32, (low + share_of_line(line[0], line[1], at) * (high - low)) as f32]
            }));
        }
        let around = points.len() as u32;
        let mut cut = Self {
            flat: points.iter().copied().map(flatten).collect(),
            points,
            border: (0..around).map(|point| [point, (point + 1) % around]).collect(),
            parts,
            walls: Vec::new(),
            objects: Vec::new(),
            is_turned: area < 0.0,
        };
        if !is_vertical {
            cut.add_walls(face, &walls, footprints);
        }
        (cut.points.len() > 3 || !cut.walls.is_empty()).then_some(cut)
    }

    /// Adds the ends of walls within the face, and the walls by all points that they pass.
    fn add_walls(&mut self, face: &Triangle, walls: &[Wall], footprints: &Footprints) {
        let corners = face.map(plan);
        let is_within = |at: Vec2| {
            let weights = weights(corners, at);
            let area: f64 = weights.iter().sum();
            let sides = [1_u8, 2, 0].map(|side| ends_of_side(&corners, side));
            sides
                .iter()
                .zip(weights)
                .all(|([a, b], weight)| weight * area.signum() > footprints.snap() * distance(*a, *b))
        };
        let mut known = HashSet::new();
        for end in walls.iter().flat_map(|wall| wall.ends) {
            let at = footprints.point(end);
            if known.insert(end) && is_within(at) {
                self.flat.push(at);
                self.points.push(on_plane(face, at));
            }
        }

        // Rounding and one's cuts moved points off a wall by less than twice the distance within which they are one.
        let reach = 2.0 * footprints.snap();
        let tree = BoxTree::new(self.flat.iter().map(|at| bounds(&[*at], 0.0)));
        for wall in walls {
            let ends = footprints.ends(wall);
            let mut passed = Vec::new();
            tree.meeting(&bounds(&ends, reach), usize::MAX, |point| {
                let at = self.flat[point as usize];
                let share = share_of_nearest(ends[0], ends[1], at);
                if distance(lerp(ends[0], ends[1], share), at) <= reach {
                    passed.push((share, point));
                }
                Search::On
            });
            passed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for pair in passed.windows(2) {
                self.walls.push([pair[0].1, pair[1].1]);
                self.objects.push(wall.object);
            }
        }
    }
}

/// The point of a face's plane at a place of the plan view.
pub(super) fn on_plane(face: &Triangle, at: Vec2) -> [f32; 3] {
    let weights = weights(face.map(plan), at);
    let height: f64 = weights.iter().zip(face).map(|(weight, corner)| weight * f64::from(corner[2])).sum();
    [at[0] as f32, at[1] as f32, (height / weights.iter().sum::<f64>()) as f32]
}

/// Where walls cut a side, from one end to the other. Both faces of a side ask from the lesser end, and cut it alike.
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

/// The direction of the longest side of a triangle.
fn longest_side(corners: &[Vec2; 3]) -> Vec2 {
    let sides =
        [0_u8, 1, 2].map(|side| ends_of_side(corners, side)).map(|[from, to]| (distance(from, to), sub(to, from)));
    let (length, side) =
        sides.into_iter().fold((0.0, [0.0; 2]), |most, side| if side.0 > most.0 { side } else { most });
    if length > 0.0 { side.map(|value| value / length) } else { side }
}
