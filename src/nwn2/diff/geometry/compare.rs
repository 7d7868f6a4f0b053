//! Finds which triangles of two walkmeshes are at the same place.

use crate::exchange::{ClassedTriangle, TriangleSet, pair};
use crate::formats::aswm::Triangle;
use crate::geometry::vec3::distance_squared;
use crate::nwn2::floor::{CLOCKWISE, is_walkable};
use crate::nwn2::{TriangleId, Walkmesh};

use super::{GeometryDiff, PlacedTriangle, TrianglePair};

pub(super) fn compare(left: &Walkmesh, right: &Walkmesh) -> GeometryDiff {
    let [left, right] = [left, right].map(Side::of);
    let mut diff = GeometryDiff {
        triangles: [&left, &right].map(|side| side.walkmesh.triangle_rows().len()),
        left_out: [&left, &right].map(|side| side.walkmesh.triangle_rows().len() - side.rows.len()),
        walkable_area: [&left, &right].map(Side::walkable_area),
        ..GeometryDiff::default()
    };
    let mut is_new = vec![true; right.rows.len()];
    let mut small = Vec::new();
    for (l, partner) in pair(&left.set, &right.set, GeometryDiff::SMALL_MOVE).into_iter().enumerate() {
        match partner.map(|partner| partner as usize) {
            Some(r) => {
                is_new[r] = false;
                note(&mut diff, &mut small, (&left, l), (&right, r));
            }
            None => diff.removed.push(left.placed(l)),
        }
    }
    diff.added = is_new.iter().enumerate().filter(|(_, is_new)| **is_new).map(|(r, _)| right.placed(r)).collect();
    small.sort_unstable();
    small.dedup();
    diff.small_moves = small.len();
    diff
}

/// Notes what differs in a triangle that both have. `small` gets the vertices of the left one that were moved a little.
fn note(diff: &mut GeometryDiff, small: &mut Vec<u32>, (left, l): (&Side<'_>, usize), (right, r): (&Side<'_>, usize)) {
    let fit = fit(left.points(l), right.points(r));
    let farthest = fit.distances.into_iter().fold(0.0, f64::max);
    let (is_far, is_near) = (farthest > f64::from(GeometryDiff::SMALL_MOVE), farthest > 0.0);
    let is_repainted = left.set.triangles[l].class != right.set.triangles[r].class;
    let both = TrianglePair { left: left.placed(l), right: right.placed(r), distance: farthest as f32 };
    if is_far {
        diff.moved.push(both);
    }
    if fit.is_flipped {
        diff.flipped.push(both);
    }
    if is_repainted {
        diff.repainted.push(both);
    }
    match (is_far || fit.is_flipped || is_repainted, is_near) {
        (false, false) => diff.equal += 1,
        (false, true) => diff.nudged += 1,
        (true, _) => {}
    }
    if !is_far && is_near {
        let corners = left.set.triangles[l].corners.into_iter().zip(fit.distances);
        small.extend(corners.filter(|(_, distance)| *distance > 0.0).map(|(corner, _)| corner));
        diff.largest_small_move = diff.largest_small_move.max(farthest as f32);
    }
    let [l, r] = [(left, l), (right, r)].map(|(side, at)| (side.rows[at], side.row(at).vertices));
    diff.renumbered += usize::from(l != r);
}

/// How the corners of two triangles lie on one another.
struct Fit {
    is_flipped: bool,
    /// How far each corner of the left one was moved.
    distances: [f64; 3],
}

/// Finds the rotation, and the direction, with the smallest moves.
fn fit(left: [[f32; 3]; 3], [a, b, c]: [[f32; 3]; 3]) -> Fit {
    let turned = [[a, b, c], [b, c, a], [c, a, b]].map(|right| (false, right));
    let flipped = [[a, c, b], [c, b, a], [b, a, c]].map(|right| (true, right));
    let fits = turned.into_iter().chain(flipped).map(|(is_flipped, right)| {
        let distance = |corner: usize| distance(left[corner], right[corner]);
        Fit { is_flipped, distances: [0, 1, 2].map(distance) }
    });
    let farthest = |fit: &Fit| fit.distances.into_iter().fold(0.0, f64::max);
    let best = fits.min_by(|a, b| farthest(a).total_cmp(&farthest(b)));
    best.unwrap_or(Fit { is_flipped: false, distances: [0.0; 3] })
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    distance_squared(a.map(f64::from), b.map(f64::from)).sqrt()
}

/// One of the two walkmeshes.
struct Side<'w> {
    walkmesh: &'w Walkmesh,
    set: TriangleSet,
    /// The triangle of the walkmesh for each of the set.
    rows: Vec<u32>,
}

impl<'w> Side<'w> {
    /// The triangles whose corners are vertices with finite coordinates. Corners run counter-clockwise on a floor.
    fn of(walkmesh: &'w Walkmesh) -> Self {
        let points: Vec<[f32; 3]> = walkmesh.vertices().iter().map(|vertex| (*vertex).into()).collect();
        let is_finite: Vec<bool> = points.iter().map(|point| point.iter().all(|value| value.is_finite())).collect();
        let is_usable = |corner: &u32| is_finite.get(*corner as usize) == Some(&true);
        let (mut rows, mut triangles) = (Vec::new(), Vec::new());
        for (id, row) in (0_u32..).zip(walkmesh.triangle_rows()) {
            if row.vertices.iter().all(is_usable) {
                let [a, b, c] = row.vertices;
                let corners = if row.flags.0 & CLOCKWISE != 0 { [a, c, b] } else { [a, b, c] };
                rows.push(id);
                triangles.push(ClassedTriangle { corners, class: u32::from(row.flags.0 & !CLOCKWISE) });
            }
        }
        let used = |point: [f32; 3], is_finite: bool| if is_finite { point } else { [0.0; 3] };
        let points = points.into_iter().zip(is_finite).map(|(point, is_finite)| used(point, is_finite)).collect();
        Self { walkmesh, set: TriangleSet { points, triangles, ..TriangleSet::default() }, rows }
    }

    fn points(&self, at: usize) -> [[f32; 3]; 3] {
        self.set.triangles[at].corners.map(|corner| self.set.points[corner as usize])
    }

    fn row(&self, at: usize) -> &'w Triangle {
        &self.walkmesh.triangle_rows()[self.rows[at] as usize]
    }

    fn placed(&self, at: usize) -> PlacedTriangle {
        let points = self.points(at);
        let center = |axis: usize| {
            let sum: f64 = points.iter().map(|point| f64::from(point[axis])).sum();
            (sum / 3.0) as f32
        };
        PlacedTriangle {
            triangle: TriangleId(self.rows[at]),
            at: [0, 1, 2].map(center),
            area: self.area(at),
            flags: self.row(at).flags,
        }
    }

    fn area(&self, at: usize) -> f64 {
        let [a, b, c] = self.points(at).map(|point| point.map(f64::from));
        0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
    }

    fn walkable_area(&self) -> f64 {
        let walkable = (0..self.rows.len()).filter(|at| is_walkable(self.row(*at).flags));
        walkable.map(|at| self.area(at)).sum()
    }
}
