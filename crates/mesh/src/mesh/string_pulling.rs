//! [`pull_string`]: the shortest path through a row of portals, by the funnel algorithm.

use std::collections::VecDeque;

use super::position::TOLERANCE;
use crate::geometry::{Vec2, distance, dot, orient2d, plan, sub};

/// A portal of a corridor. Left and right are seen in the direction of the path. Both ends may be the same point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// Its left end.
    pub left: [f32; 3],
    /// Its right end.
    pub right: [f32; 3],
}

impl Portal {
    fn ends(&self) -> Ends {
        Ends { left: plan(self.left), right: plan(self.right) }
    }

    /// Returns whether a point lies on the portal in the plan view, within rounding.
    fn holds(&self, point: [f32; 3]) -> bool {
        self.is_near(self.point(self.share_nearest(point)), point)
    }

    /// The end of the portal at which a point lies, within rounding, or else the point itself.
    fn snapped(&self, point: [f32; 3]) -> [f32; 3] {
        [self.left, self.right].into_iter().find(|&end| self.is_near(end, point)).unwrap_or(point)
    }

    fn is_near(&self, a: [f32; 3], b: [f32; 3]) -> bool {
        distance(plan(a), plan(b)) <= size(&[self.left, self.right, a, b]) * TOLERANCE
    }

    /// The fraction of the portal, from left to right, of its point that is nearest to another.
    fn share_nearest(&self, point: [f32; 3]) -> f64 {
        self.ends().share_nearest(plan(point))
    }

    /// The point at a fraction of the portal, from left to right.
    fn point(&self, share: f64) -> [f32; 3] {
        let share = share.clamp(0.0, 1.0);
        std::array::from_fn(|axis| {
            let (left, right) = (f64::from(self.left[axis]), f64::from(self.right[axis]));
            (left + (right - left) * share) as f32
        })
    }
}

/// The shortest path through a row of portals.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PulledString {
    /// The start, each end of a portal at which the string bends (a corner point), and the end.
    pub points: Vec<[f32; 3]>,
    /// The points at which the string passes each portal, with the portal's height there.
    pub passes: Vec<[f32; 3]>,
}

impl PulledString {
    /// The string's length in the plan view, in the mesh's units.
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|leg| distance(plan(leg[0]), plan(leg[1]))).sum()
    }
}

/// Finds the shortest path in the plan view (x and y) from a start to an end that passes a row of portals in their
/// order. This is the funnel algorithm of Lee and Preparata (1984). Its decisions have no rounding errors, and its time
/// is proportional to the number of portals. Heights are interpolated.
///
/// The start and the first portal, each portal and the next, and the last portal and the end should be corners of one
/// convex polygon, as they are when the portals are the edges between adjacent faces. Otherwise the string may leave the ground between
/// portals. A start or an end may lie on a portal, within rounding. Points that are not finite give a string that is not finite.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{Portal, pull_string};
///
/// // Round a corner to the right.
/// let portals = [
///     Portal { left: [-1., 2., 0.], right: [1., 2., 0.] },
///     Portal { left: [2., 4., 1.], right: [1., 2., 0.] },
/// ];
/// let string = pull_string([0., 0., 0.], [4., 2., 0.], &portals);
/// assert_eq!(string.points, [[0., 0., 0.], [1., 2., 0.], [4., 2., 0.]]);
/// assert_eq!(string.passes, [[1., 2., 0.], [1., 2., 0.]]);
/// ```
pub fn pull_string(start: impl Into<[f32; 3]>, end: impl Into<[f32; 3]>, portals: &[Portal]) -> PulledString {
    let (start, end) = (start.into(), end.into());
    // A portal that contains the start or the end, within rounding, is passed there. Otherwise a string that rounding
    // puts on the wrong side of a portal would lead around the whole portal. A start or end at a portal's end is
    // snapped to that end.
    let at_start = portals.iter().take_while(|portal| portal.holds(start)).count();
    let at_end = portals[at_start..].iter().rev().take_while(|portal| portal.holds(end)).count();
    let between = at_start..portals.len() - at_end;
    let from = portals.first().map_or(start, |portal| portal.snapped(start));
    let to = portals.last().map_or(end, |portal| portal.snapped(end));

    let ends: Vec<Ends> = portals[between.clone()].iter().map(Portal::ends).collect();
    let corner_points = tighten(plan(from), plan(to), &ends);
    let mut passes = vec![start; at_start];
    passes
        .extend(portals[between].iter().zip(shares(&corner_points, &ends)).map(|(portal, share)| portal.point(share)));
    passes.resize(portals.len(), end);
    let bends = corner_points[1..corner_points.len() - 1].iter().map(|corner_point| match corner_point.hand {
        Hand::Left => portals[at_start + corner_point.first].left,
        Hand::Right => portals[at_start + corner_point.first].right,
    });
    PulledString { points: [start].into_iter().chain(bends).chain([end]).collect(), passes }
}

/// The ends of a portal in the plan view.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub left: Vec2,
    pub right: Vec2,
}

impl Ends {
    /// The fraction of the portal, from left to right, at which a leg passes it. A leg along the portal passes it at
    /// its nearest point.
    fn share(&self, from: Vec2, to: Vec2) -> f64 {
        let (a, b) = (orient2d(from, to, self.left), orient2d(from, to, self.right));
        if a == b { self.share_nearest(from) } else { a / (a - b) }
    }

    /// The fraction of the portal, from left to right, of its point that is nearest to another.
    fn share_nearest(&self, point: Vec2) -> f64 {
        let along = sub(self.right, self.left);
        dot(sub(point, self.left), along) / dot(along, along).max(f64::MIN_POSITIVE)
    }
}

/// The corner points of a string. The first is its start and the last is its end.
pub fn tighten(from: Vec2, to: Vec2, portals: &[Ends]) -> Vec<CornerPoint> {
    let corner_point = |point: Vec2, portal: usize, hand: Hand| CornerPoint { point, first: portal, portal, hand };
    let first = corner_point(from, usize::MAX, Hand::Left);
    let mut funnel = Funnel { apex: first, left: VecDeque::new(), right: VecDeque::new() };
    let mut corner_points = vec![first];
    for (portal, ends) in portals.iter().enumerate() {
        funnel.narrow(corner_point(ends.left, portal, Hand::Left), &mut corner_points);
        funnel.narrow(corner_point(ends.right, portal, Hand::Right), &mut corner_points);
    }
    let last = corner_point(to, portals.len(), Hand::Left);
    funnel.narrow(last, &mut corner_points);
    corner_points.extend(funnel.left);
    if corner_points[corner_points.len() - 1].portal != last.portal {
        // The last corner point and the end are the same point.
        corner_points.push(last);
    }
    corner_points
}

/// The fraction of each portal, from left to right, at which a string with these corner points passes it. Rounding may
/// lead slightly past an end.
pub fn shares(corner_points: &[CornerPoint], portals: &[Ends]) -> Vec<f64> {
    let mut shares = Vec::with_capacity(portals.len());
    for leg in corner_points.windows(2) {
        // A corner point is an end of its own portal.
        let ahead = shares.len()..leg[1].portal;
        shares.extend(portals[ahead].iter().map(|portal| portal.share(leg[0].point, leg[1].point)));
    }
    shares
}

/// A point where the string may bend.
#[derive(Clone, Copy, Debug)]
pub struct CornerPoint {
    pub point: Vec2,
    /// The first of the consecutive portals that end at this point, and the side of that end.
    first: usize,
    hand: Hand,
    /// The last of these portals.
    pub portal: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Left,
    Right,
}

/// The funnel: the region that a straight line from the apex can reach so far. The left chain bends only left, and the
/// right chain only right.
struct Funnel {
    apex: CornerPoint,
    left: VecDeque<CornerPoint>,
    right: VecDeque<CornerPoint>,
}

impl Funnel {
    /// Narrows the funnel by one end of the next portal.
    fn narrow(&mut self, new: CornerPoint, corner_points: &mut Vec<CornerPoint>) {
        let hand = new.hand;
        let chain = if hand == Hand::Left { &mut self.left } else { &mut self.right };
        if let Some(last) = chain.back_mut().filter(|last| last.point == new.point) {
            last.portal = new.portal;
            return;
        }
        let (mut near, mut far) = (std::mem::take(&mut self.left), std::mem::take(&mut self.right));
        if hand == Hand::Right {
            std::mem::swap(&mut near, &mut far);
        }
        // Positive if the new end lies on its own side of a line.
        let out = |from: CornerPoint, to: CornerPoint| {
            let side = orient2d(from.point, to.point, new.point);
            if hand == Hand::Left { side } else { -side }
        };
        // At the tip of a wall without thickness the string turns back on its own line. It also turns back around the
        // nearer end of a portal that lies on this line.
        let turns_back = |from: CornerPoint, over: CornerPoint| {
            over.portal != new.portal && out(from, over) == 0.0 && is_back(from, over, new)
        };
        while let Some(&last) = near.back() {
            let before = near.len().checked_sub(2).map_or(self.apex, |before| near[before]);
            let farther = |first: &CornerPoint| turns_back(self.apex, *first) && is_back(self.apex, last, *first);
            let keep = turns_back(before, last) && !(near.len() == 1 && far.front().is_some_and(farther));
            if keep || out(before, last) > 0.0 {
                break;
            }
            near.pop_back();
        }
        if near.is_empty() {
            let hides = |apex: CornerPoint, first: CornerPoint| out(apex, first) < 0.0 || turns_back(apex, first);
            while let Some(first) = far.front().copied().filter(|&first| hides(self.apex, first)) {
                far.pop_front();
                self.apex = first;
                corner_points.push(first);
            }
        }
        // A portal's end at the apex itself limits nothing.
        if !near.is_empty() || new.point != self.apex.point {
            near.push_back(new);
        }
        (self.left, self.right) = if hand == Hand::Left { (near, far) } else { (far, near) };
    }
}

/// The maximum coordinate of some points.
fn size(points: &[[f32; 3]]) -> f64 {
    f64::from(points.as_flattened().iter().fold(0.0, |size: f32, at| size.max(at.abs())))
}

/// Returns whether the path from one corner point over another to a third, all collinear, turns back and covers part of
/// its line twice.
fn is_back(from: CornerPoint, over: CornerPoint, to: CornerPoint) -> bool {
    let [from, over, to] = [from, over, to].map(|corner_point| corner_point.point);
    dot(sub(to, from), sub(over, from)) > 0.0 && dot(sub(to, over), sub(over, from)) < 0.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A row of portals, each made from the previous one by moving one or both ends forward.
    fn corridor(moves: &[(u8, [i8; 2], [i8; 2])]) -> Vec<Portal> {
        let point = |x: f32, y: f32| [x, y, x + y];
        let mut portals = vec![Portal { left: point(0.0, 2.0), right: point(0.0, -2.0) }];
        for &(which, left, right) in moves {
            let portal = portals[portals.len() - 1];
            let [forward, across] = [0, 1].map(|axis: usize| {
                let along = portal.left[axis] - portal.right[axis];
                let turned = [portal.left[1] - portal.right[1], portal.right[0] - portal.left[0]][axis];
                (turned, along)
            });
            let moved = |end: [f32; 3], [ahead, aside]: [i8; 2]| {
                let (ahead, aside) = (f32::from(ahead) / 16.0, f32::from(aside) / 16.0);
                point(end[0] + forward.0 * ahead + forward.1 * aside, end[1] + across.0 * ahead + across.1 * aside)
            };
            let next = Portal {
                left: if which != 0 { moved(portal.left, left) } else { portal.left },
                right: if which != 1 { moved(portal.right, right) } else { portal.right },
            };
            // Ground between two portals is a convex polygon, wound counter-clockwise, and keeps a reasonable size.
            let ground = [portal.right, next.right, next.left, portal.left].map(plan);
            let convex = (0..4).all(|at| {
                let [a, b, c] = [at, at + 1, at + 2].map(|at| ground[at % 4]);
                let turn = orient2d(a, b, c);
                turn > 0.0 || (turn == 0.0 && dot(sub(b, a), sub(c, b)) >= 0.0)
            });
            let has_area = (1..3).any(|at| orient2d(ground[0], ground[at], ground[at + 1]) > 1e-3);
            let width = distance(plan(next.left), plan(next.right));
            if convex && has_area && (0.5..20.0).contains(&width) {
                portals.push(next);
            }
        }
        portals
    }

    /// Returns whether a leg passes portals in their order.
    fn passes(from: Vec2, to: Vec2, portals: &[Portal]) -> bool {
        let point = |at: Vec2| [at[0] as f32, at[1] as f32, 0.0];
        let mut passed = 0.0;
        portals.iter().all(|portal| {
            if portal.holds(point(from)) || portal.holds(point(to)) {
                return true;
            }
            let (a, b) = (orient2d(from, to, plan(portal.left)), orient2d(from, to, plan(portal.right)));
            let at = plan(portal.point(if a == b { portal.share_nearest(point(from)) } else { a / (a - b) }));
            let along = dot(sub(at, from), sub(to, from)) / dot(sub(to, from), sub(to, from));
            let in_order = (passed - 1e-6..1.0 + 1e-6).contains(&along);
            passed = along;
            a >= 0.0 && b <= 0.0 && in_order
        })
    }

    /// The shortest path over ends of portals whose legs pass all portals in between.
    fn brute_force(start: [f32; 3], end: [f32; 3], portals: &[Portal]) -> f64 {
        let count = portals.len();
        let ends = |portal: usize| match portal {
            0 => vec![plan(start)],
            portal if portal == count + 1 => vec![plan(end)],
            portal => vec![plan(portals[portal - 1].left), plan(portals[portal - 1].right)],
        };
        let mut shortest = vec![vec![0.0]];
        for portal in 1..count + 2 {
            let way = |to: Vec2| {
                let from = (0..portal).flat_map(|before| {
                    let passed = &portals[before..portal - 1];
                    ends(before).into_iter().zip(&shortest[before]).filter(move |way| passes(way.0, to, passed))
                });
                from.map(|(from, length)| length + distance(from, to)).fold(f64::INFINITY, f64::min)
            };
            let here = ends(portal).into_iter().map(way).collect();
            shortest.push(here);
        }
        shortest[count + 1][0]
    }

    proptest! {
        #[test]
        fn is_the_shortest_path(
            moves in prop::collection::vec((0..3_u8, [0..24_i8, -16..16_i8], [0..24_i8, -16..16_i8]), 0..14),
            (back, share) in (0..3_u8, 0..=8_u8),
        ) {
            let portals = corridor(&moves);
            let start = [-f32::from(back), 0.0, 0.0];
            let last = portals[portals.len() - 1];
            let end = [0, 1, 2].map(|axis| last.left[axis] + (last.right[axis] - last.left[axis]) * f32::from(share) / 8.0);
            let string = pull_string(start, end, &portals);
            let expected = brute_force(start, end, &portals);
            prop_assert!((string.length() - expected).abs() < 1e-4, "{} instead of {expected}", string.length());
            prop_assert_eq!(string.points.first(), Some(&start));
            prop_assert_eq!(string.points.last(), Some(&end));
            prop_assert_eq!(string.passes.len(), portals.len());
            // Pulling the string through its own crossings yields the same string.
            let through: Vec<_> = [&[start], &string.passes[..], &[end]].concat();
            let length: f64 = through.windows(2).map(|leg| distance(plan(leg[0]), plan(leg[1]))).sum();
            prop_assert!((length - expected).abs() < 1e-4, "{length} instead of {expected} through the passes");
            for (pass, portal) in string.passes.iter().zip(&portals) {
                prop_assert!(orient2d(plan(portal.left), plan(portal.right), plan(*pass)).abs() < 1e-4);
                prop_assert!((pass[2] - (pass[0] + pass[1])).abs() < 1e-4, "heights are x + y here");
            }
        }
    }

    #[test]
    fn without_portals_the_path_is_straight() {
        let string = pull_string([1., 2., 3.], [1., 2., 3.], &[]);
        assert_eq!(string, PulledString { points: vec![[1., 2., 3.]; 2], passes: vec![] });
    }
}
