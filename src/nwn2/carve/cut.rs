//! Pass 1: the triangles of the area without what the cutters cover.

use std::collections::VecDeque;

use crate::formats::Vector3;
use crate::formats::aswm::{Triangle, TriangleFlags};
use crate::geometry::triangle::is_usable;
use crate::nwn2::bake::planes;
use crate::nwn2::floor::CLOCKWISE;
use crate::nwn2::{TriangleId, Walkmesh};
use crate::parallel::map_with;

use super::CarveReport;
use super::clip::{Bounds, Clipper, Contours, Operation, Point};
use super::ears::{EarClip, Rule, area, turn};
use super::holes;
use super::losses::Losses;
use super::report::Part;
use super::steps::{Budget, Steps, TooManySteps};
use super::tile::is_collapsed;
use super::union::{Around, Union};
use super::weld::BoxWelder;

/// How close two corners are on each axis that become one, in metres.
const TOLERANCE: f32 = 1.1e-7;

/// A triangle that pass 1 makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) corners: [Point; 3],
    pub(super) normal: [f32; 3],
    pub(super) dot: f32,
    pub(super) flags: TriangleFlags,
    /// The triangle of the input.
    pub(super) source: TriangleId,
}

/// The height of a plane at a point of the plan view. It is 0 where the normal has no z, as in the toolset, and where the
/// plane is so steep that the height is not one that a walkmesh can have. So no finite input makes NaN.
///
/// Source: docs/formats/trn-aswm.md#cut-and-tile.
pub(super) fn height([nx, ny, nz]: [f32; 3], dot: f32, [x, y]: Point) -> f32 {
    let height = -((nx * x + ny * y) + dot) / nz;
    if nz == 0.0 || !is_usable(&[height; 3]) { 0.0 } else { height }
}

/// Cuts the triangles of each tile, in the order in which they are listed.
pub(super) fn cut(
    walkmesh: &Walkmesh,
    tiles: &[Vec<TriangleId>],
    union: &Union,
    rule: Rule,
    budget: &Budget,
    report: &mut CarveReport,
) -> Result<(Vec<Face>, Vec<Losses>), TooManySteps> {
    let scratch =
        || Scratch { clipper: Clipper::default(), contours: Contours::default(), ears: EarClip::default(), rule };
    let outcomes = map_with(tiles, scratch, |scratch, triangles| {
        let mut steps = budget.counter();
        let pieces = scratch.cut(walkmesh, triangles, union, &mut steps)?;
        steps.settle().map(|()| pieces)
    });
    let mut welder = BoxWelder::new(TOLERANCE);
    let (mut faces, mut losses) = (Vec::new(), Vec::new());
    for outcome in outcomes {
        let Pieces { ears, cut, upright, split, bridged, losses: lost } = outcome?;
        report.cut.extend(cut);
        report.upright.extend(upright);
        report.split.extend(split);
        report.bridged.extend(bridged);
        losses.push(lost);
        for (source, points) in ears {
            let corners = points.map(|point| welder.weld(point));
            if !is_collapsed(corners) {
                let points = corners.map(|vertex| welder.vertices()[vertex as usize]);
                faces.push(face(points, walkmesh.triangle_rows()[source.index()].flags, source));
            }
        }
    }
    Ok((faces, losses))
}

/// The triangle of three welded corners, with the plane that they span.
fn face(points: [[f32; 3]; 3], flags: TriangleFlags, source: TriangleId) -> Face {
    let mut row = Triangle { flags: TriangleFlags(flags.0 | CLOCKWISE), ..Default::default() };
    planes::fill_one(&mut row, points.map(Vector3::from));
    if row.normal[2] < 0.0 {
        row.normal = row.normal.map(|at| -at);
        row.dot = -row.dot;
    }
    Face { corners: points.map(|[x, y, _]| [x, y]), normal: row.normal, dot: row.dot, flags: row.flags, source }
}

/// A triangle of the input, or a third of one.
#[derive(Clone, Copy, Debug)]
struct Third {
    source: TriangleId,
    corners: [Point; 3],
    /// How often it was split.
    splits: usize,
}

/// What is left of the triangles of a tile.
#[derive(Debug, Default)]
struct Pieces {
    ears: Vec<(TriangleId, [[f32; 3]; 3])>,
    cut: Vec<TriangleId>,
    upright: Vec<TriangleId>,
    split: Vec<TriangleId>,
    bridged: Vec<Part>,
    losses: Losses,
}

/// Memory that is used again.
#[derive(Debug)]
struct Scratch {
    clipper: Clipper,
    contours: Contours,
    ears: EarClip,
    rule: Rule,
}

impl Scratch {
    fn cut(
        &mut self,
        walkmesh: &Walkmesh,
        triangles: &[TriangleId],
        union: &Union,
        steps: &mut Steps<'_>,
    ) -> Result<Pieces, TooManySteps> {
        let mut pieces = Pieces::default();
        // Thirds come behind the whole triangles of the tile.
        let mut thirds = VecDeque::new();
        let plan = |triangle: &TriangleId| {
            let corners = walkmesh.triangle_rows()[triangle.index()].vertices;
            corners.map(|vertex| walkmesh.as_raw().vertices[vertex as usize]).map(|Vector3 { x, y, .. }| [x, y])
        };
        for together in triangles.chunks(TOGETHER) {
            let corners: Vec<Point> = together.iter().flat_map(plan).collect();
            let around = union.around(&Bounds::of(&corners), steps)?;
            for &source in together {
                let row = &walkmesh.triangle_rows()[source.index()];
                if row.normal.iter().all(|at| at.is_finite()) && row.dot.is_finite() {
                    let whole = Third { source, corners: plan(&source), splits: 0 };
                    self.cut_one(row, whole, &around, &mut thirds, &mut pieces, steps)?;
                } else {
                    pieces.upright.push(source);
                }
            }
        }
        while let Some(third) = thirds.pop_front() {
            let row = &walkmesh.triangle_rows()[third.source.index()];
            let around = union.around(&Bounds::of(&third.corners), steps)?;
            self.cut_one(row, third, &around, &mut thirds, &mut pieces, steps)?;
        }
        pieces.cut.sort_unstable();
        pieces.cut.dedup();
        Ok(pieces)
    }

    /// Cuts a triangle, or a third of one. A triangle around a hole is split at the mean of the hole's points.
    fn cut_one(
        &mut self,
        row: &Triangle,
        third: Third,
        around: &Around<'_>,
        thirds: &mut VecDeque<Third>,
        pieces: &mut Pieces,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        let Third { source, corners, splits } = third;
        self.clipper.clear();
        self.clipper.add_subject(&corners);
        let bounds = Bounds::of(&corners);
        let touches = around.near(&bounds, steps, |contour| self.clipper.add_clip_within(contour, &bounds))?;
        self.clipper.run(Operation::Difference, &mut self.contours, steps)?;
        let hole = self.contours.iter().find(|(_, is_hole)| *is_hole).map(|(points, _)| mean(points));
        if let Some(centre) = hole.filter(|centre| splits < MAX_SPLITS && is_inside(*centre, corners)) {
            if splits == 0 {
                pieces.split.push(source);
                pieces.cut.push(source);
            }
            let [a, b, c] = corners;
            let third = |corners| Third { source, corners, splits: splits + 1 };
            thirds.extend([[a, b, centre], [b, c, centre], [c, a, centre]].map(third));
            return Ok(());
        }
        let before = pieces.ears.len();
        self.clip_ears((row, source), pieces, steps)?;
        if touches && plan_area(&pieces.ears[before..]) < area(&corners) - LEAST_CUT {
            pieces.cut.push(source);
        }
        Ok(())
    }

    /// Cuts the contours that are left of a triangle into triangles.
    fn clip_ears(
        &mut self,
        (row, source): (&Triangle, TriangleId),
        pieces: &mut Pieces,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        let lift = |[x, y]: Point| [x, y, height(row.normal, row.dot, [x, y])];
        let part = |contour: &[Point]| Part { triangle: source, at: contour[0], area: area(contour) };
        let with_holes = self.contours.has_holes().then(|| holes::bridge(&self.contours, steps)).transpose()?;
        let bridged = with_holes.iter().flat_map(|parts| parts.iter().map(|part| (&part.points[..], part.is_bridged)));
        let plain = self.contours.iter().filter(|_| with_holes.is_none()).map(|(contour, _)| (contour, false));
        for (contour, is_bridged) in plain.chain(bridged) {
            if is_bridged {
                pieces.bridged.push(part(contour));
            }
            let first = pieces.ears.len();
            let add = |ear: [usize; 3]| pieces.ears.push((source, ear.map(|at| lift(contour[at]))));
            let rule = if is_bridged { Rule::Bridged } else { self.rule };
            let clipping = self.ears.clip(contour, rule, steps, add)?;
            pieces.losses.add(source, contour, clipping, plan_area(&pieces.ears[first..]));
        }
        Ok(())
    }
}

/// How many triangles of a tile are asked for the cutters around them at once.
pub(super) const TOGETHER: usize = 64;

/// How often a triangle around holes is split again.
const MAX_SPLITS: usize = 48;

/// The mean of points.
fn mean(points: &[Point]) -> Point {
    let [x, y] = points.iter().fold([0.0_f32; 2], |[x, y], [px, py]| [x + px, y + py]);
    let count = points.len() as f32;
    [x / count, y / count]
}

/// Whether a point is inside a triangle, and not on a side.
fn is_inside(point: Point, [a, b, c]: [Point; 3]) -> bool {
    let turns = [turn(a, b, point), turn(b, c, point), turn(c, a, point)];
    turns.into_iter().all(|turn| turn > 0.0) || turns.into_iter().all(|turn| turn < 0.0)
}

/// The area of triangles in the plan view.
fn plan_area(ears: &[(TriangleId, [[f32; 3]; 3])]) -> f64 {
    ears.iter().map(|(_, ear)| area(&ear.map(|[x, y, _]| [x, y]))).sum()
}

/// The least area that counts as taken away, in square metres.
const LEAST_CUT: f64 = 1e-6;
