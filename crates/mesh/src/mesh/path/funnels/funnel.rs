//! [`Funnel`]: the shortest paths through a corridor to the points of its last portal.

use crate::geometry::{Vec2, orient2d};

/// A point at which such paths bend, or an end of the portal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    pub at: Vec2,
    /// The caller's number for the point.
    pub number: u32,
}

/// An end of a portal, as seen along the corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Left,
    Right,
}

/// The apex, where the paths part, and the two chains of points from there to the ends of the portal. An empty chain means that the apex is
/// that end.
#[derive(Clone, Debug, Default)]
pub struct Funnel {
    apex: Point,
    chains: [Chain; 2],
}

/// The points of a chain, from the apex to the end of the portal. Points before `first` are no longer part of the funnel.
#[derive(Clone, Debug, Default)]
struct Chain {
    points: Vec<Point>,
    first: usize,
}

/// The location of a funnel in a list: the apex and the two chains.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    first: u32,
    counts: [u32; 2],
}

impl Funnel {
    /// The funnel of a start, before any portal.
    pub fn begin(&mut self, start: Point) {
        self.apex = start;
        self.chains.iter_mut().for_each(Chain::clear);
    }

    /// Appends the funnel to a list.
    pub fn keep(&self, list: &mut Vec<Point>) -> Kept {
        let first = list.len() as u32;
        list.extend(self.points());
        Kept { first, counts: [0, 1].map(|chain| self.chains[chain].points().len() as u32) }
    }

    /// Loads a funnel from a list.
    pub fn take_up(&mut self, list: &[Point], Kept { first, counts }: Kept) {
        let mut next = first as usize + 1;
        self.apex = list[next - 1];
        for (chain, count) in self.chains.iter_mut().zip(counts) {
            chain.clear();
            chain.points.extend_from_slice(&list[next..next + count as usize]);
            next += count as usize;
        }
    }

    /// The apex, the left chain and the right chain.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let [left, right] = &self.chains;
        std::iter::once(self.apex).chain(left.points().iter().chain(right.points()).copied())
    }

    /// The point at an end of the portal.
    #[inline]
    pub fn end(&self, end: End) -> u32 {
        self.chains[end as usize].points().last().unwrap_or(&self.apex).number
    }

    /// The end of the portal that is the apex, if all paths through the portal bend there: its index (0 for the left end) and its point.
    pub fn pivot(&self) -> Option<(usize, u32)> {
        let end = self.chains.iter().position(|chain| chain.points().is_empty())?;
        (self.chains[1 - end].points().len() == 1).then_some((end, self.apex.number))
    }

    /// Moves an end of the portal to another point. Returns the point at which the shortest path there bends last.
    #[inline]
    pub fn move_end(&mut self, end: End, to: Point) -> u32 {
        let Self { apex, chains: [left, right] } = self;
        let (near, far, side) = match end {
            End::Left => (left, right, 1.0),
            End::Right => (right, left, -1.0),
        };
        near.points.truncate(near.first + near.touched_from_end(*apex, to.at, side));
        if near.points().is_empty() {
            let passed = far.touched_from_apex(*apex, to.at, side);
            if let Some(last) = passed.checked_sub(1) {
                *apex = far.points()[last];
                far.first += passed;
            }
        }
        let parent = near.points().last().unwrap_or(apex).number;
        near.points.push(to);
        parent
    }

    /// The point at which the shortest path to a point behind the portal bends last.
    pub fn tangent(&self, to: Vec2) -> u32 {
        let [left, right] = &self.chains;
        for (chain, side) in [(left, 1.0), (right, -1.0)] {
            if let Some(last) = chain.touched_from_end(self.apex, to, side).checked_sub(1) {
                return chain.points()[last].number;
            }
        }
        self.apex.number
    }
}

impl Chain {
    fn clear(&mut self) {
        self.points.clear();
        self.first = 0;
    }

    #[inline]
    fn points(&self) -> &[Point] {
        &self.points[self.first..]
    }

    /// Number of points of the chain that the shortest path to a point touches before the other chain stops it.
    #[inline]
    fn touched_from_end(&self, apex: Point, to: Vec2, side: f64) -> usize {
        let points = self.points();
        let mut count = points.len();
        while let Some(last) = count.checked_sub(1) {
            let before = last.checked_sub(1).map_or(apex, |before| points[before]);
            if side * orient2d(before.at, points[last].at, to) > 0.0 {
                break;
            }
            count = last;
        }
        count
    }

    /// Number of points of the chain that the shortest path to a new other end of the portal touches.
    #[inline]
    fn touched_from_apex(&self, apex: Point, to: Vec2, side: f64) -> usize {
        let mut before = apex.at;
        let is_passed = |point: &&Point| {
            let passed = before == point.at || side * orient2d(before, point.at, to) < 0.0;
            before = point.at;
            passed
        };
        self.points().iter().take_while(is_passed).count()
    }
}
