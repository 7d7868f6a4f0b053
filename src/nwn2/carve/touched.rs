//! The effect of each cutter: the triangles that were cut, and the tiles that have many triangles
//! afterwards.

use crate::geometry::triangle::is_usable;
use crate::nwn2::bake::NEARLY_CROWDED;
use crate::nwn2::{CrowdedTile, TriangleId, Walkmesh};

use super::clip::{Bounds, Point};
use super::ears::turn;
use super::near::Near;
use super::report::{Crowding, SkipReason, SkippedCutter};
use super::square::Square;
use super::steps::{Budget, Steps, TooManySteps};
use super::union::TOGETHER;
use super::{CarveReport, Cutter};

/// Maximum number of cutters that are listed for a tile.
const MAX_NAMED: usize = 16;

/// A cutter that is a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usable<'a> {
    /// Its index among all cutters.
    pub(super) index: usize,
    pub(super) points: &'a [Point],
    bounds: Bounds,
}

/// The cutters that are polygons.
#[derive(Debug)]
pub(super) struct Polygons<'a> {
    usable: Vec<Usable<'a>>,
    near: Near,
    /// Number of cutters, polygons or not.
    cutters: usize,
}

impl<'a> Polygons<'a> {
    /// The cutters that are polygons. The others are reported.
    pub(super) fn new(cutters: &'a [Cutter], skipped: &mut Vec<SkippedCutter>) -> Self {
        let mut usable = Vec::with_capacity(cutters.len());
        for (cutter, Cutter { points }) in cutters.iter().enumerate() {
            let reason = match &points[..] {
                [] | [_] | [_, _] => Some(SkipReason::TooFewPoints),
                _ => points.iter().any(|[x, y]| !is_usable(&[*x, *y, 0.0])).then_some(SkipReason::NotFinite),
            };
            match reason {
                Some(reason) => skipped.push(SkippedCutter { cutter, reason }),
                None => usable.push(Usable { index: cutter, points, bounds: Bounds::new(points) }),
            }
        }
        let near = Near::new(usable.iter().map(|cutter| cutter.bounds));
        Self { usable, near, cutters: cutters.len() }
    }

    /// The points of each polygon.
    pub(super) fn points(&self) -> impl Iterator<Item = &'a [Point]> {
        self.usable.iter().map(|cutter| cutter.points)
    }

    /// The polygons whose bounding box touches a given box, in the order of the cutters.
    pub(super) fn around(&self, bounds: &Bounds, steps: &mut Steps<'_>) -> Result<Vec<&Usable<'a>>, TooManySteps> {
        Ok(self.near.touching(bounds, steps)?.into_iter().map(|cutter| &self.usable[cutter as usize]).collect())
    }
}

/// Counts for each cutter the cut triangles that it touches.
pub(super) fn count_cut(
    walkmesh: &Walkmesh,
    polygons: &Polygons<'_>,
    budget: &Budget,
    report: &mut CarveReport,
) -> Result<(), TooManySteps> {
    let mut steps = budget.counter();
    report.cut_by_cutter = vec![0; polygons.cutters];
    let plan = |triangle: &TriangleId| {
        let corners = walkmesh.triangle_rows()[triangle.index()].vertices;
        corners.map(|vertex| walkmesh.as_raw().vertices[vertex as usize]).map(|at| [at.x, at.y])
    };
    for together in report.cut.chunks(TOGETHER) {
        let corners: Vec<Point> = together.iter().flat_map(plan).collect();
        let around = polygons.around(&Bounds::new(&corners), &mut steps)?;
        for corners in together.iter().map(plan) {
            let bounds = Bounds::new(&corners);
            steps.take(around.len())?;
            for cutter in around.iter().filter(|cutter| cutter.bounds.touches(&bounds)) {
                steps.take(cutter.points.len())?;
                report.cut_by_cutter[cutter.index] += usize::from(covers_some(cutter.points, &corners));
            }
        }
    }
    steps.settle()
}

/// Finds the tiles with many walkable triangles, and lists the cutters that touch them.
pub(super) fn find_crowded(
    walkmesh: &Walkmesh,
    polygons: &Polygons<'_>,
    budget: &Budget,
    report: &mut CarveReport,
) -> Result<(), TooManySteps> {
    let mut steps = budget.counter();
    for tile in walkmesh.tiles() {
        let (walkable, coordinates) = (tile.walkable_triangles(), tile.coordinates());
        if walkable <= NEARLY_CROWDED {
            continue;
        }
        let square = Square::new(coordinates, walkmesh.tile_width());
        let crowded = CrowdedTile { tile: tile.id(), coordinates, walkable };
        report.crowded.push(crowding(crowded, square, polygons, &mut steps)?);
    }
    steps.settle()
}

/// Lists the cutters that touch a crowded tile.
pub(super) fn crowding(
    tile: CrowdedTile,
    square: Square,
    polygons: &Polygons<'_>,
    steps: &mut Steps<'_>,
) -> Result<Crowding, TooManySteps> {
    let corners = square.corners();
    let mut cutters = Vec::new();
    for cutter in polygons.around(&Bounds::new(&corners), steps)? {
        steps.take(cutter.points.len())?;
        if cutters.len() < MAX_NAMED && covers_some(cutter.points, &corners) {
            cutters.push(cutter.index);
        }
    }
    Ok(Crowding { tile, origin: corners[0], cutters })
}

/// Returns whether a polygon covers some of the inside of a convex one, by the even-odd rule.
fn covers_some(polygon: &[Point], convex: &[Point]) -> bool {
    let count = convex.len() as f64;
    let sum = |axis: usize| convex.iter().map(|point| f64::from(point[axis])).sum::<f64>();
    contains(polygon, [sum(0) / count, sum(1) / count]) || sides(polygon).any(|side| passes_through(side, convex))
}

/// Returns whether a point is inside a polygon, by the even-odd rule.
fn contains(polygon: &[Point], [x, y]: [f64; 2]) -> bool {
    let is_left_of = |side: [Point; 2]| {
        let [[ax, ay], [bx, by]] = side.map(|point| point.map(f64::from));
        (ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay)
    };
    sides(polygon).filter(|side| is_left_of(*side)).count() % 2 == 1
}

/// Returns whether a line passes through the inside of a convex polygon.
fn passes_through([from, to]: [Point; 2], convex: &[Point]) -> bool {
    let direction: f64 = convex.windows(2).map(|pair| turn(convex[0], pair[0], pair[1])).sum();
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for [a, b] in sides(convex) {
        let [at_from, at_to] = [from, to].map(|end| turn(a, b, end) * direction.signum());
        if at_from <= 0.0 && at_to <= 0.0 {
            return false;
        }
        let crossing = at_from / (at_from - at_to);
        if at_from < 0.0 {
            first = first.max(crossing);
        } else if at_to < 0.0 {
            last = last.min(crossing);
        }
    }
    first < last
}

/// The sides of a polygon.
fn sides(points: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    points.iter().enumerate().map(|(index, &point)| [point, points[(index + 1) % points.len()]])
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{self, Random};
    use super::*;

    #[test]
    fn what_a_polygon_covers_is_what_the_slow_form_measures() {
        let mut random = Random::new(4);
        let square = [[4.0, 4.0], [8.0, 4.0], [8.0, 8.0], [4.0, 8.0]];
        let triangle = [[8.0, 4.0], [4.0, 4.5], [6.0, 8.0]];
        let mut found = [0; 2];
        for case in 0..400 {
            let points = 3 + random.below(5);
            // On a lattice too, so that borders touch.
            let at = |random: &mut Random| {
                if case % 2 == 0 { random.below(13) as f32 } else { random.unit() * 12.0 }
            };
            let [left, low] = [random.below(6) as f32, random.below(6) as f32];
            let polygon: Vec<Point> =
                (0..points).map(|_| [left + at(&mut random) / 2.0, low + at(&mut random) / 2.0]).collect();
            for convex in [&square[..], &triangle[..]] {
                let area = oracle::area(&[polygon.clone(), convex.to_vec()], |inside| inside[0] && inside[1]);
                let covers = covers_some(&polygon, convex);
                // A side without an area beside it passes through, too.
                assert!(covers || area < 1e-9, "case {case}: {area} {polygon:?}");
                assert!(area > 0.0 || !covers || has_spike(&polygon), "case {case}: {polygon:?}");
                found[usize::from(covers)] += 1;
            }
        }
        assert!(found.iter().all(|count| *count > 50), "{found:?}");
    }

    /// Returns whether three consecutive points lie on a line, so that a side may have no area beside it.
    fn has_spike(polygon: &[Point]) -> bool {
        let at = |index: usize| polygon[index % polygon.len()];
        (0..polygon.len()).any(|index| turn(at(index), at(index + 1), at(index + 2)) == 0.0)
    }

    #[test]
    fn what_only_touches_a_border_covers_nothing() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let beside = [[4.0, 1.0], [6.0, 1.0], [6.0, 3.0], [4.0, 3.0]];
        let around = [[-1.0, -1.0], [5.0, -1.0], [5.0, 5.0], [-1.0, 5.0]];
        assert!(!covers_some(&beside, &square) && covers_some(&around, &square) && covers_some(&square, &square));
    }
}
