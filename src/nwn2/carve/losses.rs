//! [`Losses`]: the places where the toolset's own rules lose floor, or leave floor inside a cutter.

use crate::nwn2::TriangleId;

use super::CarveReport;
use super::clip::{Bounds, Point};
use super::ears::{Clipping, area, turn};
use super::report::{FloorLoss, FloorLossCause};
use super::steps::{Steps, TooManySteps};
use super::touched::Polygons;

/// A part that was not cut into the triangles that it covers.
#[derive(Debug)]
struct LostPart {
    cause: FloorLossCause,
    triangle: TriangleId,
    contour: Vec<Point>,
    lost: f64,
    left_inside: f64,
}

/// The parts that were not cut into the triangles that they cover.
#[derive(Debug, Default)]
pub(super) struct Losses {
    parts: Vec<LostPart>,
    slivers: usize,
}

impl Losses {
    /// Records a contour of a triangle, with the area that its triangles cover, if they do not cover the contour.
    pub(super) fn add(&mut self, triangle: TriangleId, contour: &[Point], clipping: Clipping, cut: f64) {
        let Some(cause) = clipping.loss() else { return };
        let all = area(contour);
        let (lost, left_inside) = if cause == FloorLossCause::NoEar { (all - cut, 0.0) } else { (all, cut) };
        if lost + left_inside < FloorLoss::MIN_AREA {
            self.slivers += 1;
        } else {
            self.parts.push(LostPart { cause, triangle, contour: contour.to_vec(), lost, left_inside });
        }
    }

    /// Writes them into the report, each with the cutter and its corner that bounds it.
    pub(super) fn report(
        self,
        polygons: &Polygons<'_>,
        tile_of: impl Fn(Point) -> [u32; 2],
        steps: &mut Steps<'_>,
        report: &mut CarveReport,
    ) -> Result<(), TooManySteps> {
        report.lost_slivers += self.slivers;
        for LostPart { cause, triangle, contour, lost, left_inside } in self.parts {
            let (cutter, at) = polygons.corner_of(&contour, steps)?.unzip();
            let at = at.unwrap_or(contour[0]);
            report.losses.push(FloorLoss { cause, triangle, tile: tile_of(at), cutter, at, lost, left_inside });
        }
        Ok(())
    }
}

impl Polygons<'_> {
    /// The cutter with a corner in a contour, and that corner: where the contour turns furthest to the left, which is where the
    /// cutter reaches farthest into the floor.
    fn corner_of(&self, contour: &[Point], steps: &mut Steps<'_>) -> Result<Option<(usize, Point)>, TooManySteps> {
        let around = self.around(&Bounds::new(contour), steps)?;
        let n = contour.len();
        let mut order: Vec<usize> = (0..n).collect();
        let left = |at: &usize| turn(contour[(at + n - 1) % n], contour[*at], contour[(at + 1) % n]);
        order.sort_by(|a, b| left(b).total_cmp(&left(a)));
        for at in order {
            for cutter in &around {
                steps.take(cutter.points.len())?;
                if cutter.points.contains(&contour[at]) {
                    return Ok(Some((cutter.index, contour[at])));
                }
            }
        }
        Ok(None)
    }
}
