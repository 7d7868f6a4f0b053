//! The edges of contours, from their lower to their upper ends.

use std::ops::Index;

use super::{Bounds, Point, Sides};

/// An edge that is not level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) bottom: Point,
    pub(super) top: Point,
    /// The change of x per unit of y.
    pub(super) slope: f32,
    /// The set of contours that it belongs to.
    pub(super) set: Sides,
    /// The edge that continues upward from its upper end, on the same contour.
    pub(super) next: Option<u32>,
    /// True if no edge leads up to its lower end.
    is_start: bool,
}

impl Edge {
    /// The x of the edge at a level between its ends.
    pub(super) fn x_at(&self, y: f32) -> f32 {
        if y >= self.top[1] { self.top[0] } else { self.bottom[0] + self.slope * (y - self.bottom[1]) }
    }
}

/// The edges of all contours.
#[derive(Debug, Default)]
pub(super) struct Edges {
    edges: Vec<Edge>,
    starts: Vec<u32>,
    kept: Vec<Point>,
}

impl Index<u32> for Edges {
    type Output = Edge;

    fn index(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }
}

impl Edges {
    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.starts.clear();
    }

    /// Adds the edges of a contour that can affect a box, and the levels of its points. Level edges, and points in the middle of a level
    /// run, are left out.
    pub(super) fn add(&mut self, contour: &[Point], set: Sides, within: &Bounds, levels: &mut Vec<f32>) {
        let n = contour.len();
        let is_kept = |at: &usize| {
            let [before, here, after] = [at + n - 1, *at, at + 1].map(|at| contour[at % n][1]);
            before != here || after != here
        };
        let mut points = std::mem::take(&mut self.kept);
        points.clear();
        points.extend((0..n).filter(is_kept).map(|at| contour[at]));
        levels.extend(points.iter().map(|point| point[1]).filter(|y| within.has_level(*y)));
        let sides = || points.iter().zip(points.iter().cycle().skip(1));
        let (mut first, mut last) = (None, None);
        for (index, (&from, &to)) in sides().enumerate() {
            let before = last.take();
            if from[1] == to[1] {
                continue;
            }
            let (bottom, top) = if from[1] < to[1] { (from, to) } else { (to, from) };
            if !within.may_matter(bottom, top) {
                continue;
            }
            // Ends whose heights differ by less than any real cutter's would make the slope infinite, and then x is NaN.
            let slope = ((top[0] - bottom[0]) / (top[1] - bottom[1])).clamp(f32::MIN, f32::MAX);
            last = Some(self.edges.len());
            self.edges.push(Edge { bottom, top, slope, set, next: None, is_start: true });
            if index == 0 {
                first = last;
            }
            if let (Some(before), Some(this)) = (before, last) {
                self.link(before, this, from);
            }
        }
        if let (Some(last), Some(first), Some(&from)) = (last, first, points.first())
            && last != first
        {
            self.link(last, first, from);
        }
        self.kept = points;
    }

    /// Links two consecutive edges of a contour, if they meet at a point and both go up or both go down.
    fn link(&mut self, before: usize, after: usize, at: Point) {
        let [one, other] = [self.edges[before], self.edges[after]];
        let (lower, upper) = if one.top == at && other.bottom == at {
            (before, after)
        } else if one.bottom == at && other.top == at {
            (after, before)
        } else {
            return;
        };
        self.edges[lower].next = Some(upper as u32);
        self.edges[upper].is_start = false;
    }

    /// Sorts the edges without an edge below them by their lower ends.
    pub(super) fn sort_starts(&mut self) {
        let edges = &self.edges;
        self.starts.clear();
        self.starts.extend((0..).zip(edges).filter_map(|(index, edge)| edge.is_start.then_some(index)));
        self.starts.sort_by(|a, b| edges[*a as usize].bottom[1].total_cmp(&edges[*b as usize].bottom[1]));
    }

    /// The edges without an edge below them, by their lower ends.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }
}
