//! [`Overlay`]: the overlay of two floors in the plan view.

use std::ops::ControlFlow;

use std::collections::{BTreeMap, HashMap};

use super::FloorDiffError;
use crate::exchange::{Floor, Up};
use crate::geometry::{Aabb, BoxTree, DisjointSets, Vec2, cross, lerp, orient2d, sub};
use crate::work::round;

/// The maximum distance between floors that count as the same floor, in metres.
const STEP: f64 = 1.0;
/// The minimum area of a piece, in square metres. Rounding leaves slivers along common sides.
const SLIVER: f64 = 1e-4;
/// The maximum number of cuts for each triangle, and the number of further cuts in total. Triangles of real floors take about ten.
const CUTS: [usize; 2] = [32, 1 << 16];
/// The maximum number of triangles that cut a piece in one pass. A piece that more triangles cut is halved first.
const FEW: usize = 16;

/// The floor that two levels have in common, and the floor that only one of them has.
pub(super) struct Overlay {
    /// The area of each floor.
    pub(super) area: [f64; 2],
    pub(super) lost: Vec<Piece>,
    pub(super) won: Vec<Piece>,
    /// The common floor, keyed by its connected part in the first and in the second level.
    pub(super) common: BTreeMap<[u32; 2], Common>,
}

/// A convex polygon of the plan view, counter-clockwise, and the heights of its corners.
pub(super) struct Piece {
    pub(super) area: f64,
    pub(super) corners: Vec<(Vec2, f64)>,
}

/// Floor of both levels that is connected in each of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Common {
    pub(super) area: f64,
    /// A point on it, in the game's coordinates.
    pub(super) at: [f32; 3],
    /// The area of the overlap around that point.
    largest: f64,
}

impl Overlay {
    /// Overlays two floors. `unit` is the length of a metre.
    pub(super) fn new(before: &Floor, after: &Floor, up: Up, unit: f64) -> Result<Self, FloorDiffError> {
        let sides = [SheetSide::new(before, up), SheetSide::new(after, up)];
        let count = sides[0].triangles.len() + sides[1].triangles.len();
        let mut cutter = Cutter { up, unit, common: BTreeMap::new(), left: CUTS[0] * count + CUTS[1] };
        let lost = cutter.only_in(&sides[0], &sides[1], |own, other| [own, other])?;
        // All common floor has been found at this point.
        let common = std::mem::take(&mut cutter.common);
        let won = cutter.only_in(&sides[1], &sides[0], |own, other| [other, own])?;
        Ok(Self { area: sides.map(|side| side.area), lost, won, common })
    }
}

/// One of the two floors.
struct SheetSide {
    triangles: Vec<Sheet>,
    tree: BoxTree,
    by_corners: HashMap<[[u32; 3]; 3], u32>,
    area: f64,
}

/// A triangle of a floor.
struct Sheet {
    /// Counter-clockwise in the plan view.
    corners: [Vec2; 3],
    heights: [f64; 3],
    area: f64,
    /// The connected part of the floor.
    part: u32,
    bounds: Aabb,
    key: [[u32; 3]; 3],
}

impl SheetSide {
    fn new(floor: &Floor, up: Up) -> Self {
        let joined = (0..).zip(&floor.triangles);
        let links = joined.flat_map(|(at, row)| row.neighbours.iter().flatten().map(move |other| [at, *other]));
        let parts = DisjointSets::new(floor.triangles.len(), links);
        let rows = (0..).zip(&floor.triangles);
        let triangles: Vec<Sheet> =
            rows.filter_map(|(at, row)| Sheet::new(floor.corners_of(row), up, parts.least(at))).collect();
        Self {
            tree: BoxTree::new(triangles.iter().map(|triangle| triangle.bounds)),
            by_corners: (0..).zip(&triangles).map(|(at, triangle)| (triangle.key, at)).collect(),
            area: triangles.iter().map(|triangle| triangle.area).fold(0.0, |sum, area| sum + area),
            triangles,
        }
    }
}

impl Sheet {
    /// A triangle with y up; `None` if it is degenerate in the plan view.
    fn new(corners: [[f32; 3]; 3], up: Up, part: u32) -> Option<Self> {
        let mut corners = corners.map(|corner| above_plan(up, up.point_from_y_up(corner)));
        let plane = corners.map(|[x, y, _]| [f64::from(x), f64::from(y)]);
        let doubled = orient2d(plane[0], plane[1], plane[2]);
        if !(doubled.is_finite() && doubled != 0.0) {
            return None;
        }
        if doubled < 0.0 {
            corners.swap(1, 2);
        }
        let mut key = corners.map(|corner| corner.map(f32::to_bits));
        key.sort_unstable();
        Some(Self {
            corners: corners.map(|[x, y, _]| [f64::from(x), f64::from(y)]),
            heights: corners.map(|[.., height]| height.into()),
            area: doubled.abs() / 2.0,
            part,
            bounds: Aabb::new(&corners),
            key,
        })
    }

    /// The height of the triangle's plane at a point.
    fn height(&self, at: Vec2) -> f64 {
        let [a, b, c] = self.corners;
        let [to_b, to_c, to] = [sub(b, a), sub(c, a), sub(at, a)];
        let whole = cross(to_b, to_c);
        let [low, b, c] = self.heights;
        low + (b - low) * (cross(to, to_c) / whole) + (c - low) * (cross(to_b, to) / whole)
    }
}

/// A point of a game as a point of the plan view and its height.
fn above_plan(up: Up, [x, y, z]: [f32; 3]) -> [f32; 3] {
    match up {
        Up::Z => [x, y, z],
        Up::Y => [x, z, y],
    }
}

/// A point of the plan view and its height as a point of a game.
pub(super) fn in_game(up: Up, [x, y]: Vec2, height: f64) -> [f32; 3] {
    // Exchanging two axes is its own inverse.
    above_plan(up, [x as f32, y as f32, height as f32])
}

struct Cutter {
    up: Up,
    unit: f64,
    common: BTreeMap<[u32; 2], Common>,
    /// Number of cuts left in the budget.
    left: usize,
}

impl Cutter {
    /// The floor of one side that the other lacks.
    fn only_in(
        &mut self,
        own: &SheetSide,
        other: &SheetSide,
        order: impl Fn(u32, u32) -> [u32; 2],
    ) -> Result<Vec<Piece>, FloorDiffError> {
        let mut pieces = Vec::new();
        for sheet in &own.triangles {
            if let Some(same) = other.by_corners.get(&sheet.key) {
                let parts = order(sheet.part, other.triangles[*same as usize].part);
                self.add_common(parts, sheet, &sheet.corners, sheet.area);
                continue;
            }
            let above = self.meeting(sheet, other)?;
            let above: Vec<&Sheet> = above.into_iter().map(|at| &other.triangles[at as usize]).collect();
            let mut left = Vec::new();
            // Small parts come first: then only a few of many small triangles cut a large one at a time.
            let mut waiting = vec![(sheet.corners.to_vec(), above)];
            while let Some((part, above)) = waiting.pop() {
                match halves(&part, &above) {
                    Some(halves) => {
                        self.spend(above.len())?;
                        waiting.extend(halves);
                    }
                    None => left.extend(self.without(sheet, part, &above, &order)?),
                }
            }
            pieces.extend(left.into_iter().map(|corners| Piece {
                area: area(&corners),
                corners: corners.into_iter().map(|corner| (corner, sheet.height(corner))).collect(),
            }));
        }
        Ok(pieces)
    }

    /// Subtracts the triangles of the other side from a convex part of a triangle.
    fn without(
        &mut self,
        sheet: &Sheet,
        part: Vec<Vec2>,
        above: &[&Sheet],
        order: impl Fn(u32, u32) -> [u32; 2],
    ) -> Result<Vec<Vec<Vec2>>, FloorDiffError> {
        let mut left = vec![part];
        for above in above {
            let mut next = Vec::with_capacity(left.len());
            for piece in left {
                round();
                self.spend(1)?;
                let mut rest = Vec::new();
                let overlap = self.cut(&piece, &above.corners, &mut rest);
                let at = middle(&overlap);
                match overlap.is_empty() || (sheet.height(at) - above.height(at)).abs() > STEP * self.unit {
                    true => next.push(piece),
                    false => {
                        self.add_common(order(sheet.part, above.part), sheet, &overlap, area(&overlap));
                        next.append(&mut rest);
                    }
                }
            }
            left = next;
        }
        Ok(left)
    }

    /// The triangles of the other side whose bounding boxes are near enough.
    fn meeting(&mut self, sheet: &Sheet, other: &SheetSide) -> Result<Vec<u32>, FloorDiffError> {
        let step = (STEP * self.unit) as f32;
        let Aabb { min: [left, near, low], max: [right, far, high] } = sheet.bounds;
        let reach = Aabb { min: [left, near, low - step], max: [right, far, high + step] };
        let mut met = Vec::new();
        let looked = other.tree.meeting(&reach, self.left, |at| {
            met.push(at);
            ControlFlow::Continue(())
        });
        self.spend(looked / 8)?;
        Ok(met)
    }

    fn spend(&mut self, cuts: usize) -> Result<(), FloorDiffError> {
        self.left = self.left.checked_sub(cuts).filter(|left| *left > 0).ok_or(FloorDiffError::TooManyOverlaps)?;
        Ok(())
    }

    /// The part of a convex polygon within a triangle; `rest` receives the parts outside. The result is empty if it is only a sliver.
    fn cut(&self, polygon: &[Vec2], triangle: &[Vec2; 3], rest: &mut Vec<Vec<Vec2>>) -> Vec<Vec2> {
        let sliver = SLIVER * self.unit * self.unit;
        let mut inside = polygon.to_vec();
        for side in 0..3 {
            let [left, right] = split(&inside, triangle[side], triangle[(side + 1) % 3]);
            if area(&right) > sliver {
                rest.push(right);
            }
            if area(&left) <= sliver {
                return Vec::new();
            }
            inside = left;
        }
        inside
    }

    fn add_common(&mut self, parts: [u32; 2], sheet: &Sheet, overlap: &[Vec2], area: f64) {
        let common = self.common.entry(parts).or_default();
        common.area += area;
        if area > common.largest {
            let at = middle(overlap);
            (common.largest, common.at) = (area, in_game(self.up, at, sheet.height(at)));
        }
    }
}

/// A convex part of a triangle, and the triangles of the other side that it may overlap.
type Part<'s> = (Vec<Vec2>, Vec<&'s Sheet>);

/// The halves of a convex polygon, each with the triangles whose boxes it overlaps; `None` if there are few triangles, or a half overlaps
/// nearly all.
fn halves<'s>(polygon: &[Vec2], above: &[&'s Sheet]) -> Option<[Part<'s>; 2]> {
    if above.len() <= FEW {
        return None;
    }
    let [min, max] = bounds(polygon);
    let axis = usize::from(max[1] - min[1] > max[0] - min[0]);
    let (mut from, mut to) = (middle(&[min, max]), middle(&[min, max]));
    // Along the other axis.
    (from[1 - axis], to[1 - axis]) = (min[1 - axis], max[1 - axis]);
    let parts = split(polygon, from, to).map(|part| {
        let [min, max] = bounds(&part);
        let meets = |sheet: &&&Sheet| {
            let box_of = &sheet.bounds;
            (0..2).all(|axis| f64::from(box_of.min[axis]) <= max[axis] && min[axis] <= f64::from(box_of.max[axis]))
        };
        let met: Vec<_> = above.iter().filter(meets).copied().collect();
        (part, met)
    });
    parts.iter().all(|(_, met)| met.len() <= above.len() / 4 * 3).then_some(parts)
}

/// The bounding box of a polygon (minimum and maximum corner).
fn bounds(polygon: &[Vec2]) -> [Vec2; 2] {
    polygon.iter().fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[min, max], corner| {
        [[0, 1].map(|axis| corner[axis].min(min[axis])), [0, 1].map(|axis| corner[axis].max(max[axis]))]
    })
}

/// The parts of a convex polygon on the left and on the right of a line.
fn split(polygon: &[Vec2], from: Vec2, to: Vec2) -> [Vec<Vec2>; 2] {
    let along = sub(to, from);
    let mut parts = [Vec::new(), Vec::new()];
    let next = polygon.iter().cycle().skip(1);
    for (corner, next) in polygon.iter().zip(next) {
        let [here, there] = [corner, next].map(|point| cross(along, sub(*point, from)));
        if here >= 0.0 {
            parts[0].push(*corner);
        }
        if here <= 0.0 {
            parts[1].push(*corner);
        }
        if here * there < 0.0 {
            let crossing = lerp(*corner, *next, here / (here - there));
            parts.iter_mut().for_each(|part| part.push(crossing));
        }
    }
    parts
}

/// The area of a convex polygon.
fn area(polygon: &[Vec2]) -> f64 {
    let Some(first) = polygon.first() else { return 0.0 };
    let fan = polygon.windows(2).map(|side| cross(sub(side[0], *first), sub(side[1], *first)));
    fan.fold(0.0, |sum, doubled| sum + doubled) / 2.0
}

/// The mean of the corners of a polygon.
pub(super) fn middle(polygon: &[Vec2]) -> Vec2 {
    let sum = polygon.iter().fold([0.0; 2], |[x, y], corner| [x + corner[0], y + corner[1]]);
    sum.map(|sum| sum / polygon.len().max(1) as f64)
}
