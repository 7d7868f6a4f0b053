//! Matches the triangles of two walkmeshes by position.

use crate::exchange::{ClassedTriangle, TriangleSet, pair};
use crate::formats::aswm::Triangle;
use crate::geometry::vec3::distance_squared;
use crate::nwn2::floor::{CLOCKWISE, is_walkable};
use crate::nwn2::{TriangleId, Walkmesh};

use super::{GeometryDiff, PlacedTriangle, TrianglePair};

pub(super) fn compare(left: &Walkmesh, right: &Walkmesh) -> GeometryDiff {
    let [left, right] = [left, right].map(Compared::new);
    let mut diff = GeometryDiff {
        triangles: [&left, &right].map(|side| side.walkmesh.triangle_rows().len()),
        left_out: [&left, &right].map(|side| side.walkmesh.triangle_rows().len() - side.rows.len()),
        walkable_area: [&left, &right].map(Compared::walkable_area),
        ..GeometryDiff::default()
    };
    let mut is_new = vec![true; right.rows.len()];
    let mut small = Vec::new();
    for (l, partner) in pair(&left.set, &right.set, GeometryDiff::SMALL_MOVE).into_iter().enumerate() {
        let found = partner.map(|partner| partner as usize);
        match found.map(|r| (r, Both::new((&left, l), (&right, r)))).filter(|(_, both)| both.is_one_triangle()) {
            Some((r, both)) => {
                is_new[r] = false;
                both.note(&mut diff, &mut small);
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

/// A triangle that may be in both walkmeshes.
struct Both<'s> {
    left: (&'s Compared<'s>, usize),
    right: (&'s Compared<'s>, usize),
    fit: Fit,
    is_repainted: bool,
}

impl<'s> Both<'s> {
    fn new(left: (&'s Compared<'s>, usize), right: (&'s Compared<'s>, usize)) -> Self {
        let class = |(side, at): (&Compared<'_>, usize)| side.set.triangles[at].class;
        let fit = fit(left.0.points(left.1), right.0.points(right.1));
        Self { left, right, fit, is_repainted: class(left) != class(right) }
    }

    fn is_far(&self) -> bool {
        self.fit.farthest() > f64::from(GeometryDiff::SMALL_MOVE)
    }

    /// Returns whether it is the same triangle: if it moved far, it must have kept its flags and direction. Otherwise it only fills the gap
    /// that another triangle left.
    fn is_one_triangle(&self) -> bool {
        !(self.is_far() && (self.is_repainted || self.fit.is_flipped))
    }

    /// Records the differences. `small` gets the vertices of the left triangle that were moved slightly.
    fn note(&self, diff: &mut GeometryDiff, small: &mut Vec<u32>) {
        let [(left, l), (right, r)] = [self.left, self.right];
        let farthest = self.fit.farthest() as f32;
        let pair = TrianglePair { left: left.placed(l), right: right.placed(r), distance: farthest };
        let lists = [
            (self.is_far(), &mut diff.moved),
            (self.fit.is_flipped, &mut diff.flipped),
            (self.is_repainted, &mut diff.repainted),
        ];
        let mut is_alike = true;
        for (_, list) in lists.into_iter().filter(|(differs, _)| *differs) {
            list.push(pair);
            is_alike = false;
        }
        if is_alike {
            *(if farthest > 0.0 { &mut diff.nudged } else { &mut diff.equal }) += 1;
        }
        if !self.is_far() {
            let corners = left.set.triangles[l].corners.into_iter().zip(self.fit.distances);
            small.extend(corners.filter(|(_, distance)| *distance > 0.0).map(|(corner, _)| corner));
            diff.largest_small_move = diff.largest_small_move.max(farthest);
        }
        let numbers = |side: &Compared<'_>, at: usize| (side.rows[at], side.row(at).vertices);
        diff.renumbered += usize::from(numbers(left, l) != numbers(right, r));
    }
}

/// The correspondence of two triangles' corners.
struct Fit {
    is_flipped: bool,
    /// Distance by which each corner of the left triangle was moved.
    distances: [f64; 3],
}

impl Fit {
    /// Maximum distance by which a corner was moved.
    fn farthest(&self) -> f64 {
        self.distances.into_iter().fold(0.0, f64::max)
    }
}

/// Finds the rotation and direction of the corners with the smallest moves.
fn fit(left: [[f32; 3]; 3], [a, b, c]: [[f32; 3]; 3]) -> Fit {
    let turned = [[a, b, c], [b, c, a], [c, a, b]].map(|right| (false, right));
    let flipped = [[a, c, b], [c, b, a], [b, a, c]].map(|right| (true, right));
    let fits = turned.into_iter().chain(flipped).map(|(is_flipped, right)| {
        let distance = |corner: usize| distance(left[corner], right[corner]);
        Fit { is_flipped, distances: [0, 1, 2].map(distance) }
    });
    let best = fits.min_by(|a, b| a.farthest().total_cmp(&b.farthest()));
    best.unwrap_or(Fit { is_flipped: false, distances: [0.0; 3] })
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    distance_squared(a.map(f64::from), b.map(f64::from)).sqrt()
}

/// One of the two walkmeshes.
struct Compared<'w> {
    walkmesh: &'w Walkmesh,
    set: TriangleSet,
    /// For each triangle of the set, the triangle of the walkmesh.
    rows: Vec<u32>,
}

impl<'w> Compared<'w> {
    /// The triangles whose corners are vertices with finite coordinates. Corners run counter-clockwise on a floor.
    fn new(walkmesh: &'w Walkmesh) -> Self {
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
