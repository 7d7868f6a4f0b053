//! Cuts triangles at the lines between tiles.
//!
//! Neighbours stay neighbours: where a side crosses a line, the point is computed once, from the vertices of the side in
//! ascending order, and becomes one vertex for both triangles on that side.

use std::collections::HashMap;
use std::ops::Range;

/// The vertices, including those that cutting adds.
pub(in crate::nwn2) struct Cutter {
    vertices: Vec<[f32; 3]>,
    width: f32,
    /// Maximum overhang of a triangle over a line without a cut, in metres.
    slack: f32,
    /// The vertex at which a side (its vertices in ascending order) crosses a line.
    crossings: HashMap<(u32, u32, Line), u32>,
}

/// A line between tiles: the axis perpendicular to it, and its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Line {
    axis: u8,
    number: u32,
}

/// The side of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineSide {
    Below,
    Above,
    /// On the line.
    Both,
}

/// The columns and rows of tiles that a triangle may lie in.
pub(in crate::nwn2) struct Tiles {
    pub(in crate::nwn2) x: Range<u32>,
    pub(in crate::nwn2) y: Range<u32>,
}

impl Tiles {
    /// Returns whether it is a single tile.
    pub(in crate::nwn2) fn is_one(&self) -> bool {
        self.x.len() == 1 && self.y.len() == 1
    }
}

impl Cutter {
    pub(in crate::nwn2) fn new(vertices: Vec<[f32; 3]>, width: f32) -> Self {
        Self { vertices, width, slack: 0.0, crossings: HashMap::new() }
    }

    /// Cuts only triangles that extend farther over a line than this, in metres.
    pub(in crate::nwn2) fn with_slack(mut self, slack: f32) -> Self {
        self.slack = slack;
        self
    }

    pub(in crate::nwn2) fn into_vertices(self) -> Vec<[f32; 3]> {
        self.vertices
    }

    /// The points of a triangle's corners.
    pub(in crate::nwn2) fn points(&self, corners: [u32; 3]) -> [[f32; 3]; 3] {
        corners.map(|corner| self.vertices[corner as usize])
    }

    /// Returns whether a triangle has no area in the plan view.
    pub(in crate::nwn2) fn is_degenerate(&self, corners: [u32; 3]) -> bool {
        let [a, b, c] = self.points(corners).map(|point| point.map(f64::from));
        (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0])
    }

    /// The tiles that the bounding box of a triangle or a side overlaps. A side on a border belongs to the tile with the rest of the
    /// triangle.
    pub(in crate::nwn2) fn tiles<const CORNERS: usize>(&self, corners: [u32; CORNERS]) -> Tiles {
        Tiles { x: self.range(&corners, 0), y: self.range(&corners, 1) }
    }

    /// The tiles along an axis that the bounding box of a polygon overlaps.
    fn range(&self, polygon: &[u32], axis: usize) -> Range<u32> {
        let at = || polygon.iter().map(|corner| self.vertices[*corner as usize][axis]);
        let (least, most) = self.without_slack(at().fold(f32::MAX, f32::min), at().fold(0.0, f32::max));
        // Casts saturate. The lines themselves decide, because rounding may move a quotient to the wrong side.
        let mut first = (least / self.width) as u32;
        while first > 0 && self.line(first) > least {
            first -= 1;
        }
        while self.line(first.saturating_add(1)) <= least && first < u32::MAX {
            first += 1;
        }
        let mut end = first.max((most / self.width) as u32);
        while end > first && self.line(end) >= most {
            end -= 1;
        }
        while self.line(end) < most && end < u32::MAX {
            end += 1;
        }
        first..end.max(first.saturating_add(1))
    }

    /// An extent, shrunk at either end by the overhang that the slack allows.
    fn without_slack(&self, least: f32, most: f32) -> (f32, f32) {
        if most - least > 2.0 * self.slack {
            (least + self.slack, most - self.slack)
        } else {
            let middle = least + (most - least) / 2.0;
            (middle, middle)
        }
    }

    /// Returns whether no corner of a triangle lies further outside these tiles than the slack allows.
    pub(in crate::nwn2) fn fits(&self, corners: [u32; 3], tiles: &Tiles) -> bool {
        corners.into_iter().all(|corner| {
            let [x, y, _] = self.vertices[corner as usize];
            [(x, &tiles.x), (y, &tiles.y)]
                .into_iter()
                .all(|(at, range)| at >= self.line(range.start) - self.slack && at <= self.line(range.end) + self.slack)
        })
    }

    /// The coordinate of a line, in metres.
    fn line(&self, number: u32) -> f32 {
        (f64::from(number) * f64::from(self.width)) as f32
    }

    /// Cuts a triangle, and reports each piece with its tile. Convex parts become fans; degenerate pieces are dropped.
    pub(in crate::nwn2) fn cut(&mut self, corners: [u32; 3], tiles: &Tiles, mut piece: impl FnMut([u32; 2], [u32; 3])) {
        let mut rest = corners.to_vec();
        for x in tiles.x.clone() {
            let is_last = x + 1 >= tiles.x.end;
            let mut column = if is_last {
                std::mem::take(&mut rest)
            } else {
                self.split(&mut rest, Line { axis: 0, number: x + 1 })
            };
            // A thin triangle across many tiles meets few rows of each column. A part within the slack may seem to overlap tiles that the
            // triangle does not.
            let rows = if column.len() < 3 { continue } else { self.range(&column, 1) };
            let first = rows.start.clamp(tiles.y.start, tiles.y.end - 1);
            let end = rows.end.clamp(first + 1, tiles.y.end);
            for y in first..end {
                let is_last = y + 1 >= end;
                let part = if is_last {
                    std::mem::take(&mut column)
                } else {
                    self.split(&mut column, Line { axis: 1, number: y + 1 })
                };
                for at in 1..part.len().saturating_sub(1) {
                    let corners = [part[0], part[at], part[at + 1]];
                    if !self.is_degenerate(corners) {
                        piece([x, y], corners);
                    }
                }
            }
        }
    }

    /// Splits a convex polygon at a line: returns the part below it, and keeps the part above it. If corners within the slack are near the
    /// crossing, the polygon is split at the nearest of them.
    fn split(&mut self, polygon: &mut Vec<u32>, line: Line) -> Vec<u32> {
        let axis = usize::from(line.axis);
        let place = self.line(line.number);
        let sides = self.sides(polygon, axis, place);
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for (index, &from) in polygon.iter().enumerate() {
            let next = (index + 1) % polygon.len();
            if sides[index] != LineSide::Above {
                below.push(from);
            }
            if sides[index] != LineSide::Below {
                above.push(from);
            }
            if matches!(
                (sides[index], sides[next]),
                (LineSide::Below, LineSide::Above) | (LineSide::Above, LineSide::Below)
            ) {
                let crossing = self.crossing(from, polygon[next], line, place);
                below.push(crossing);
                above.push(crossing);
            }
        }
        *polygon = above;
        below
    }

    /// The side of a line for each corner of a convex polygon. Among neighbouring corners on the line, at most one is assigned to both
    /// sides: where the polygon passes from one side to the other.
    fn sides(&self, polygon: &[u32], axis: usize, place: f32) -> Vec<LineSide> {
        let at = |index: usize| self.vertices[polygon[index] as usize][axis];
        let (low, high) = (place - self.slack, place + self.slack);
        let side = |index: usize| match at(index) {
            at if at < low => LineSide::Below,
            at if at > high => LineSide::Above,
            _ => LineSide::Both,
        };
        let mut sides: Vec<LineSide> = (0..polygon.len()).map(side).collect();
        let Some(first) = sides.iter().position(|side| *side != LineSide::Both) else {
            // A polygon entirely on the line counts as below it.
            return vec![LineSide::Below; polygon.len()];
        };
        let around = |step: usize| (first + step) % polygon.len();
        let (mut last, mut run) = (sides[first], Vec::new());
        for index in (1..=polygon.len()).map(around) {
            if sides[index] == LineSide::Both {
                run.push(index);
                continue;
            }
            let nearest = run.iter().copied().min_by(|a, b| (at(*a) - place).abs().total_cmp(&(at(*b) - place).abs()));
            let is_crossed = sides[index] != last;
            let mut side = last;
            for corner in run.drain(..) {
                let is_nearest = is_crossed && Some(corner) == nearest;
                sides[corner] = if is_nearest { LineSide::Both } else { side };
                if is_nearest {
                    side = sides[index];
                }
            }
            last = sides[index];
        }
        sides
    }

    fn crossing(&mut self, from: u32, to: u32, line: Line, place: f32) -> u32 {
        let (low, high) = (from.min(to), from.max(to));
        let axis = usize::from(line.axis);
        *self.crossings.entry((low, high, line)).or_insert_with(|| {
            let [a, b] = [low, high].map(|vertex| self.vertices[vertex as usize].map(f64::from));
            let part = (f64::from(place) - a[axis]) / (b[axis] - a[axis]);
            let mut at = [0, 1, 2].map(|axis| (a[axis] + (b[axis] - a[axis]) * part) as f32);
            at[axis] = place;
            self.vertices.push(at);
            self.vertices.len() as u32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTH: f32 = 9.0;

    fn area(vertices: &[[f32; 3]], corners: [u32; 3]) -> f64 {
        let [[ax, ay, _], [bx, by, _], [cx, cy, _]] = corners.map(|corner| vertices[corner as usize].map(f64::from));
        ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2.0
    }

    proptest! {
        /// Coordinates are on lines, close to them, and anywhere.
        #[test]
        fn pieces_fill_their_triangle_and_lie_in_their_tiles(
            lines in proptest::array::uniform6(0_u32..4),
            beside in proptest::array::uniform6(prop_oneof![Just(0.0_f32), -0.15_f32..0.15, -4.5_f32..4.5]),
            slack in prop_oneof![Just(0.0_f32), Just(0.1)],
        ) {
            let at = |index: usize| (lines[index] as f32 * WIDTH + beside[index]).clamp(0.0, 4.0 * WIDTH);
            let vertices = [0, 2, 4].map(|index| [at(index), at(index + 1), 1.0]).to_vec();
            let mut cutter = Cutter::new(vertices, WIDTH).with_slack(slack);
            let whole = area(&cutter.vertices, [0, 1, 2]);
            prop_assume!(whole.abs() > 0.5);
            let tiles = cutter.tiles([0, 1, 2]);
            let mut pieces = Vec::new();
            cutter.cut([0, 1, 2], &tiles, |tile, corners| pieces.push((tile, corners)));
            let areas: Vec<f64> = pieces.iter().map(|(_, corners)| area(&cutter.vertices, *corners)).collect();
            prop_assert!((areas.iter().sum::<f64>() - whole).abs() < 1e-3, "{areas:?} of {whole}");
            let turned = areas.iter().filter(|area| area.signum() != whole.signum() && area.abs() > 1e-3).count();
            prop_assert_eq!(turned, 0);
            let cutter = cutter.with_slack(slack + 1e-4);
            for ([x, y], corners) in pieces {
                prop_assert!(cutter.fits(corners, &Tiles { x: x..x + 1, y: y..y + 1 }), "{corners:?} in {x}, {y}");
            }
        }
    }
}
