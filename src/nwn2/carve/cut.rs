//! Pass 1: the triangles of the area without the parts that the cutters cover.

use std::collections::VecDeque;

use crate::formats::aswm::TriangleFlags;
use crate::geometry::triangle::is_usable;
use crate::nwn2::TriangleId;
use crate::nwn2::floor::CLOCKWISE;
use crate::parallel::map_with;

use super::CarveReport;
use super::clip::{Bounds, Clipper, Contours, Operation, Point};
use super::ears::{EarClip, Rule, area, turn};
use super::holes;
use super::losses::Losses;
use super::report::Part;
use super::source::SourceTriangle;
use super::steps::{Budget, Steps, TooManySteps};
use super::union::{Around, TOGETHER, Union};
use super::weld::{BoxWelder, is_collapsed};

/// Maximum distance on each axis between two corners that are merged, in metres.
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

/// The results of pass 1.
#[derive(Debug, Default)]
pub(super) struct Cut {
    pub(super) faces: Vec<Face>,
    pub(super) losses: Vec<Losses>,
    /// The contours that were divided into ears, each with its triangle, if they are kept.
    pub(super) contours: Vec<(TriangleId, Vec<Point>)>,
}

/// The height of a plane at a point of the plan view. It is 0 where the normal has no z, as in the toolset, and where the
/// plane is so steep that the height is out of a walkmesh's range. So no finite input gives NaN.
///
/// Source: docs/formats/trn-aswm.md#cut-and-tile.
pub(super) fn height([nx, ny, nz]: [f32; 3], dot: f32, [x, y]: Point) -> f32 {
    let height = -((nx * x + ny * y) + dot) / nz;
    if nz == 0.0 || !is_usable(&[height; 3]) { 0.0 } else { height }
}

/// Cuts the triangles of each tile, in the order of the lists.
pub(super) fn cut(
    tiles: &[Vec<SourceTriangle>],
    union: &Union,
    rule: Rule,
    keeps_contours: bool,
    budget: &Budget,
    report: &mut CarveReport,
) -> Result<Cut, TooManySteps> {
    let scratch = || Scratch {
        clipper: Clipper::default(),
        contours: Contours::default(),
        ears: EarClip::default(),
        rule,
        keeps_contours,
    };
    let outcomes = map_with(tiles, scratch, |scratch, triangles| {
        let mut steps = budget.counter();
        let pieces = scratch.cut(triangles, union, &mut steps)?;
        steps.settle().map(|()| pieces)
    });
    let mut welder = BoxWelder::new(TOLERANCE);
    let mut made = Cut::default();
    for outcome in outcomes {
        let Pieces { ears, contours, cut, upright, split, bridged, losses } = outcome?;
        report.cut.extend(cut);
        report.upright.extend(upright);
        report.split.extend(split);
        report.bridged.extend(bridged);
        made.losses.push(losses);
        made.contours.extend(contours);
        for (source, flags, points) in ears {
            let corners = points.map(|point| welder.weld(point));
            if !is_collapsed(corners) {
                let points = corners.map(|vertex| welder.vertices()[vertex as usize]);
                made.faces.push(face(points, flags, source));
            }
        }
    }
    Ok(made)
}

/// The triangle of three welded corners, with the plane that they span.
fn face(points: [[f32; 3]; 3], flags: TriangleFlags, source: TriangleId) -> Face {
    let spanned = SourceTriangle::spanned(points, TriangleFlags(flags.0 | CLOCKWISE), source);
    let SourceTriangle { mut normal, mut dot, flags, .. } = spanned;
    if normal[2] < 0.0 {
        (normal, dot) = (normal.map(|at| -at), -dot);
    }
    Face { corners: spanned.plan(), normal, dot, flags, source }
}

/// A triangle, or a third of one.
#[derive(Clone, Copy, Debug)]
struct Third<'t> {
    of: &'t SourceTriangle,
    corners: [Point; 3],
    /// Number of times it was split.
    splits: usize,
}

/// A remaining triangle: its source, its flags and its corners.
type Ear = (TriangleId, TriangleFlags, [[f32; 3]; 3]);

/// The remaining parts of a tile's triangles.
#[derive(Debug, Default)]
struct Pieces {
    ears: Vec<Ear>,
    contours: Vec<(TriangleId, Vec<Point>)>,
    cut: Vec<TriangleId>,
    upright: Vec<TriangleId>,
    split: Vec<TriangleId>,
    bridged: Vec<Part>,
    losses: Losses,
}

/// Memory that is reused.
#[derive(Debug)]
struct Scratch {
    clipper: Clipper,
    contours: Contours,
    ears: EarClip,
    rule: Rule,
    keeps_contours: bool,
}

impl Scratch {
    fn cut(
        &mut self,
        triangles: &[SourceTriangle],
        union: &Union,
        steps: &mut Steps<'_>,
    ) -> Result<Pieces, TooManySteps> {
        let mut pieces = Pieces::default();
        // Thirds follow the whole triangles of the tile.
        let mut thirds = VecDeque::new();
        for together in triangles.chunks(TOGETHER) {
            let corners: Vec<Point> = together.iter().flat_map(SourceTriangle::plan).collect();
            let around = union.around(&Bounds::new(&corners), steps)?;
            for triangle in together {
                if triangle.has_plane() {
                    let whole = Third { of: triangle, corners: triangle.plan(), splits: 0 };
                    self.cut_one(whole, &around, &mut thirds, &mut pieces, steps)?;
                } else {
                    pieces.upright.push(triangle.source);
                }
            }
        }
        while let Some(third) = thirds.pop_front() {
            let around = union.around(&Bounds::new(&third.corners), steps)?;
            self.cut_one(third, &around, &mut thirds, &mut pieces, steps)?;
        }
        pieces.cut.sort_unstable();
        pieces.cut.dedup();
        Ok(pieces)
    }

    /// Cuts a triangle, or a third of one. A triangle around a hole is split at the mean of the hole's points.
    fn cut_one<'t>(
        &mut self,
        third: Third<'t>,
        around: &Around<'_>,
        thirds: &mut VecDeque<Third<'t>>,
        pieces: &mut Pieces,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        let Third { of, corners, splits } = third;
        let source = of.source;
        self.clipper.clear();
        self.clipper.add_subject(&corners);
        let bounds = Bounds::new(&corners);
        let touches = around.near(&bounds, steps, |contour| self.clipper.add_clip_within(contour, &bounds))?;
        self.clipper.run(Operation::Difference, &mut self.contours, steps)?;
        let hole = self.contours.iter().find(|(_, is_hole)| *is_hole).map(|(points, _)| mean(points));
        if let Some(centre) = hole.filter(|centre| splits < MAX_SPLITS && is_inside(*centre, corners)) {
            if splits == 0 {
                pieces.split.push(source);
                pieces.cut.push(source);
            }
            let [a, b, c] = corners;
            let third = |corners| Third { of, corners, splits: splits + 1 };
            thirds.extend([[a, b, centre], [b, c, centre], [c, a, centre]].map(third));
            return Ok(());
        }
        let before = pieces.ears.len();
        self.clip_ears(of, pieces, steps)?;
        if touches && plan_area(&pieces.ears[before..]) < area(&corners) - MIN_CUT {
            pieces.cut.push(source);
        }
        Ok(())
    }

    /// Triangulates the contours that remain of a triangle.
    fn clip_ears(
        &mut self,
        &SourceTriangle { normal, dot, flags, source, .. }: &SourceTriangle,
        pieces: &mut Pieces,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        let lift = |[x, y]: Point| [x, y, height(normal, dot, [x, y])];
        let part = |contour: &[Point]| Part { triangle: source, at: contour[0], area: area(contour) };
        let with_holes = self.contours.has_holes().then(|| holes::bridge(&self.contours, steps)).transpose()?;
        let bridged = with_holes.iter().flat_map(|parts| parts.iter().map(|part| (&part.points[..], part.is_bridged)));
        let plain = self.contours.iter().filter(|_| with_holes.is_none()).map(|(contour, _)| (contour, false));
        for (contour, is_bridged) in plain.chain(bridged) {
            if is_bridged {
                pieces.bridged.push(part(contour));
            }
            if self.keeps_contours {
                pieces.contours.push((source, contour.to_vec()));
            }
            let first = pieces.ears.len();
            let add = |ear: [usize; 3]| pieces.ears.push((source, flags, ear.map(|at| lift(contour[at]))));
            let rule = if is_bridged { Rule::Bridged } else { self.rule };
            let clipping = self.ears.clip(contour, rule, steps, add)?;
            pieces.losses.add(source, contour, clipping, plan_area(&pieces.ears[first..]));
        }
        Ok(())
    }
}

/// Maximum number of splits of a triangle around holes.
const MAX_SPLITS: usize = 48;

/// The mean of points.
fn mean(points: &[Point]) -> Point {
    let [x, y] = points.iter().fold([0.0_f32; 2], |[x, y], [px, py]| [x + px, y + py]);
    let count = points.len() as f32;
    [x / count, y / count]
}

/// Returns whether a point is inside a triangle, and not on a side.
fn is_inside(point: Point, [a, b, c]: [Point; 3]) -> bool {
    let turns = [turn(a, b, point), turn(b, c, point), turn(c, a, point)];
    turns.into_iter().all(|turn| turn > 0.0) || turns.into_iter().all(|turn| turn < 0.0)
}

/// The area of triangles in the plan view.
fn plan_area(ears: &[Ear]) -> f64 {
    ears.iter().map(|(.., ear)| area(&ear.map(|[x, y, _]| [x, y]))).sum()
}

/// Minimum area that counts as removed, in square metres.
const MIN_CUT: f64 = 1e-6;
