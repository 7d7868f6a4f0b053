//! Cuts triangles at the lines between tiles.
//!
//! Neighbours stay neighbours: where a side crosses a line, the point is computed once, from the vertices of the side in
//! ascending order, and becomes one vertex for both triangles on that side.

use std::collections::HashMap;
use std::ops::Range;

/// The vertices, with those that cutting adds.
pub(in crate::nwn2) struct Cutter {
    vertices: Vec<[f32; 3]>,
    width: f32,
    /// How far a triangle may reach over a line without being cut there, in metres.
    slack: f32,
    /// The vertex at which a side (its vertices in ascending order) crosses a line.
    crossings: HashMap<(u32, u32, Line), u32>,
}

/// A line between tiles: the axis that it is perpendicular to, and its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Line {
    axis: u8,
    number: u32,
}

/// The columns and rows of tiles that a triangle may lie in.
pub(in crate::nwn2) struct Tiles {
    pub(in crate::nwn2) x: Range<u32>,
    pub(in crate::nwn2) y: Range<u32>,
}

impl Tiles {
    /// Whether it is a single tile.
    pub(in crate::nwn2) fn is_one(&self) -> bool {
        self.x.len() == 1 && self.y.len() == 1
    }
}

impl Cutter {
    pub(in crate::nwn2) fn new(vertices: Vec<[f32; 3]>, width: f32) -> Self {
        Self { vertices, width, slack: 0.0, crossings: HashMap::new() }
    }

    /// Cuts only what reaches further over a line than this, in metres.
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

    /// Whether a triangle has no area in the plan view.
    pub(in crate::nwn2) fn is_degenerate(&self, corners: [u32; 3]) -> bool {
        let [a, b, c] = self.points(corners).map(|point| point.map(f64::from));
        (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0])
    }

    /// The tiles that the box of a triangle meets, or that of a side. A side on a border belongs to the tile of the rest.
    pub(in crate::nwn2) fn tiles<const CORNERS: usize>(&self, corners: [u32; CORNERS]) -> Tiles {
        let range = |axis: usize| {
            let at = corners.map(|corner| self.vertices[corner as usize][axis]);
            let [least, most] = [at.into_iter().fold(f32::MAX, f32::min), at.into_iter().fold(0.0, f32::max)];
            let (least, most) = self.without_slack(least, most);
            // Casts saturate. The lines themselves decide, because rounding may take a quotient to the wrong side.
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
        };
        Tiles { x: range(0), y: range(1) }
    }

    /// An extent without what the slack lets reach over a line at either end.
    fn without_slack(&self, least: f32, most: f32) -> (f32, f32) {
        if most - least > 2.0 * self.slack {
            (least + self.slack, most - self.slack)
        } else {
            let middle = least + (most - least) / 2.0;
            (middle, middle)
        }
    }

    /// Whether no corner of a triangle lies further outside these tiles than the slack allows.
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
            let mut column = self.split(&mut rest, Line { axis: 0, number: x + 1 });
            for y in tiles.y.clone() {
                let part = self.split(&mut column, Line { axis: 1, number: y + 1 });
                for at in 1..part.len().saturating_sub(1) {
                    let corners = [part[0], part[at], part[at + 1]];
                    if !self.is_degenerate(corners) {
                        piece([x, y], corners);
                    }
                }
            }
        }
    }

    /// Splits a convex polygon at a line: returns the part below it, and leaves the part above it.
    fn split(&mut self, polygon: &mut Vec<u32>, line: Line) -> Vec<u32> {
        let axis = usize::from(line.axis);
        let place = self.line(line.number);
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for (index, &from) in polygon.iter().enumerate() {
            let to = polygon[(index + 1) % polygon.len()];
            let [at, next] = [from, to].map(|vertex| self.vertices[vertex as usize][axis]);
            let (low, high) = (place - self.slack, place + self.slack);
            if at <= high {
                below.push(from);
            }
            if at >= low {
                above.push(from);
            }
            if (at < low && next > high) || (at > high && next < low) {
                let crossing = self.crossing(from, to, line, place);
                below.push(crossing);
                above.push(crossing);
            }
        }
        *polygon = above;
        below
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
