//! A string pulled tight through a row of gates.

use std::collections::VecDeque;

use super::exact::{Flat, distance, dot, flat, minus, side};
use super::place::TOLERANCE;

/// A gate of a corridor, as it is seen by who walks through it. A gate that is a point is one, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// Its left end.
    pub left: [f32; 3],
    /// Its right end.
    pub right: [f32; 3],
}

impl Gate {
    fn ends(&self) -> Ends {
        Ends { left: flat(self.left), right: flat(self.right) }
    }

    /// Whether a point lies on the gate in the plan view, within rounding.
    fn holds(&self, point: [f32; 3]) -> bool {
        self.is_near(self.point(self.share_nearest(point)), point)
    }

    /// The gate's end where a point is, within rounding, or else the point.
    fn snapped(&self, point: [f32; 3]) -> [f32; 3] {
        [self.left, self.right].into_iter().find(|&end| self.is_near(end, point)).unwrap_or(point)
    }

    fn is_near(&self, a: [f32; 3], b: [f32; 3]) -> bool {
        distance(flat(a), flat(b)) <= size(&[self.left, self.right, a, b]) * TOLERANCE
    }

    /// How far from left to right the point of the gate lies that is nearest to another.
    fn share_nearest(&self, point: [f32; 3]) -> f64 {
        self.ends().share_nearest(flat(point))
    }

    /// A point of the gate.
    fn point(&self, share: f64) -> [f32; 3] {
        let share = share.clamp(0.0, 1.0);
        std::array::from_fn(|axis| {
            let (left, right) = (f64::from(self.left[axis]), f64::from(self.right[axis]));
            (left + (right - left) * share) as f32
        })
    }
}

/// A string pulled tight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PulledString {
    /// The start, each gate's end around which the string bends, and the end.
    pub bends: Vec<[f32; 3]>,
    /// Where the string passes each gate, with the height that the gate has there.
    pub passes: Vec<[f32; 3]>,
}

impl PulledString {
    /// The string's length in the plan view, in the mesh's units.
    pub fn length(&self) -> f64 {
        self.bends.windows(2).map(|leg| distance(flat(leg[0]), flat(leg[1]))).sum()
    }
}

/// Pulls a string tight from a start through a row of gates to an end: the shortest way (in the plan view: x and y)
/// that passes all of them in their order. It is found without rounding errors and in time proportional to the gates
/// (the funnel of Lee and Preparata, 1984). Heights are only carried along.
///
/// The start and the first gate, each gate and the next, and the last gate and the end are meant to be corners of one
/// convex polygon, as they are when the gates are the edges between faces that lie next to each other. Where they are
/// not, the string may leave the ground between gates. A start or an end on a gate, within rounding, is fine. Points that
/// are not finite lead to a string that is not either.
///
/// ```
/// use walkmesh::mesh::{Gate, pull_string};
///
/// // Round a corner to the right.
/// let gates = [
///     Gate { left: [-1., 2., 0.], right: [1., 2., 0.] },
///     Gate { left: [2., 4., 1.], right: [1., 2., 0.] },
/// ];
/// let string = pull_string([0., 0., 0.], [4., 2., 0.], &gates);
/// assert_eq!(string.bends, [[0., 0., 0.], [1., 2., 0.], [4., 2., 0.]]);
/// assert_eq!(string.passes, [[1., 2., 0.], [1., 2., 0.]]);
/// ```
pub fn pull_string(start: impl Into<[f32; 3]>, end: impl Into<[f32; 3]>, gates: &[Gate]) -> PulledString {
    let (start, end) = (start.into(), end.into());
    // A start or an end that lies on a gate passes it without being led through it, and one at its end is that end:
    // else a string that rounding puts on a gate's wrong side would be led around the whole gate.
    let at_start = gates.iter().take_while(|gate| gate.holds(start)).count();
    let at_end = gates[at_start..].iter().rev().take_while(|gate| gate.holds(end)).count();
    let between = at_start..gates.len() - at_end;
    let from = gates.first().map_or(start, |gate| gate.snapped(start));
    let to = gates.last().map_or(end, |gate| gate.snapped(end));

    let ends: Vec<Ends> = gates[between.clone()].iter().map(Gate::ends).collect();
    let knots = tighten(flat(from), flat(to), &ends);
    let mut passes = vec![start; at_start];
    passes.extend(gates[between].iter().zip(shares(&knots, &ends)).map(|(gate, share)| gate.point(share)));
    passes.resize(gates.len(), end);
    let bends = knots[1..knots.len() - 1].iter().map(|knot| match knot.hand {
        Hand::Left => gates[at_start + knot.first].left,
        Hand::Right => gates[at_start + knot.first].right,
    });
    PulledString { bends: [start].into_iter().chain(bends).chain([end]).collect(), passes }
}

/// The ends of a gate in the plan view.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub left: Flat,
    pub right: Flat,
}

impl Ends {
    /// Where a leg passes the gate, from left to right. One that runs along the gate passes it where it meets it.
    fn share(&self, from: Flat, to: Flat) -> f64 {
        let (a, b) = (side(from, to, self.left), side(from, to, self.right));
        if a == b { self.share_nearest(from) } else { a / (a - b) }
    }

    /// How far from left to right the point of the gate lies that is nearest to another.
    fn share_nearest(&self, point: Flat) -> f64 {
        let along = minus(self.right, self.left);
        dot(minus(point, self.left), along) / dot(along, along).max(f64::MIN_POSITIVE)
    }
}

/// Where a string bends, between a first knot at its start and a last one at its end.
pub fn tighten(from: Flat, to: Flat, gates: &[Ends]) -> Vec<Knot> {
    let knot = |point: Flat, gate: usize, hand: Hand| Knot { point, first: gate, gate, hand };
    let first = knot(from, usize::MAX, Hand::Left);
    let mut funnel = Funnel { apex: first, left: VecDeque::new(), right: VecDeque::new() };
    let mut knots = vec![first];
    for (gate, ends) in gates.iter().enumerate() {
        funnel.narrow(knot(ends.left, gate, Hand::Left), &mut knots);
        funnel.narrow(knot(ends.right, gate, Hand::Right), &mut knots);
    }
    let last = knot(to, gates.len(), Hand::Left);
    funnel.narrow(last, &mut knots);
    knots.extend(funnel.left);
    if knots[knots.len() - 1].gate != last.gate {
        // The end is where the string bent last.
        knots.push(last);
    }
    knots
}

/// How far from left to right a string passes each gate, given its knots. Rounding may lead a little past an end.
pub fn shares(knots: &[Knot], gates: &[Ends]) -> Vec<f64> {
    let mut shares = Vec::with_capacity(gates.len());
    for leg in knots.windows(2) {
        // A bend is at an end of its own gate.
        let ahead = shares.len()..leg[1].gate;
        shares.extend(gates[ahead].iter().map(|gate| gate.share(leg[0].point, leg[1].point)));
    }
    shares
}

/// A point where the string may bend.
#[derive(Clone, Copy, Debug)]
pub struct Knot {
    pub point: Flat,
    /// The first of the gates in a row that end there, and on which hand.
    first: usize,
    hand: Hand,
    /// The last of them.
    pub gate: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Left,
    Right,
}

/// What the string can be pulled to so far: from the apex along the left chain, which bends left only, or along the
/// right chain, which bends right only, or anywhere in between.
struct Funnel {
    apex: Knot,
    left: VecDeque<Knot>,
    right: VecDeque<Knot>,
}

impl Funnel {
    /// Takes in the next gate's end on one hand.
    fn narrow(&mut self, new: Knot, knots: &mut Vec<Knot>) {
        let hand = new.hand;
        let chain = if hand == Hand::Left { &mut self.left } else { &mut self.right };
        if let Some(last) = chain.back_mut().filter(|last| last.point == new.point) {
            last.gate = new.gate;
            return;
        }
        let (mut near, mut far) = (std::mem::take(&mut self.left), std::mem::take(&mut self.right));
        if hand == Hand::Right {
            std::mem::swap(&mut near, &mut far);
        }
        // How far the new end lies on its own hand's side of a line.
        let out = |from: Knot, to: Knot| {
            let side = side(from.point, to.point, new.point);
            if hand == Hand::Left { side } else { -side }
        };
        // Around the tip of a wall without thickness the string turns back on its own line: around the nearer end of
        // a gate that lies on the line, too.
        let turns_back =
            |from: Knot, over: Knot| over.gate != new.gate && out(from, over) == 0.0 && is_back(from, over, new);
        while let Some(&last) = near.back() {
            let before = near.len().checked_sub(2).map_or(self.apex, |before| near[before]);
            let farther = |first: &Knot| turns_back(self.apex, *first) && is_back(self.apex, last, *first);
            let keep = turns_back(before, last) && !(near.len() == 1 && far.front().is_some_and(farther));
            if keep || out(before, last) > 0.0 {
                break;
            }
            near.pop_back();
        }
        if near.is_empty() {
            let hides = |apex: Knot, first: Knot| out(apex, first) < 0.0 || turns_back(apex, first);
            while let Some(first) = far.front().copied().filter(|&first| hides(self.apex, first)) {
                far.pop_front();
                self.apex = first;
                knots.push(first);
            }
        }
        // At the apex itself a gate's end is in nobody's way.
        if !near.is_empty() || new.point != self.apex.point {
            near.push_back(new);
        }
        (self.left, self.right) = if hand == Hand::Left { (near, far) } else { (far, near) };
    }
}

/// The greatest coordinate of some points.
fn size(points: &[[f32; 3]]) -> f64 {
    f64::from(points.as_flattened().iter().fold(0.0, |size: f32, at| size.max(at.abs())))
}

/// Whether the way from one knot over another to a third, all in one line, comes back some of the way.
fn is_back(from: Knot, over: Knot, to: Knot) -> bool {
    let [from, over, to] = [from, over, to].map(|knot| knot.point);
    dot(minus(to, from), minus(over, from)) > 0.0 && dot(minus(to, over), minus(over, from)) < 0.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A row of gates, each made of the one before by moving one end or both forward.
    fn corridor(moves: &[(u8, [i8; 2], [i8; 2])]) -> Vec<Gate> {
        let point = |x: f32, y: f32| [x, y, x + y];
        let mut gates = vec![Gate { left: point(0.0, 2.0), right: point(0.0, -2.0) }];
        for &(which, left, right) in moves {
            let gate = gates[gates.len() - 1];
            let [forward, across] = [0, 1].map(|axis: usize| {
                let along = gate.left[axis] - gate.right[axis];
                let turned = [gate.left[1] - gate.right[1], gate.right[0] - gate.left[0]][axis];
                (turned, along)
            });
            let moved = |end: [f32; 3], [ahead, aside]: [i8; 2]| {
                let (ahead, aside) = (f32::from(ahead) / 16.0, f32::from(aside) / 16.0);
                point(end[0] + forward.0 * ahead + forward.1 * aside, end[1] + across.0 * ahead + across.1 * aside)
            };
            let next = Gate {
                left: if which != 0 { moved(gate.left, left) } else { gate.left },
                right: if which != 1 { moved(gate.right, right) } else { gate.right },
            };
            // Ground between two gates is a convex polygon, wound counterclockwise, and stays of a sane size.
            let ground = [gate.right, next.right, next.left, gate.left].map(flat);
            let convex = (0..4).all(|at| {
                let [a, b, c] = [at, at + 1, at + 2].map(|at| ground[at % 4]);
                let turn = side(a, b, c);
                turn > 0.0 || (turn == 0.0 && dot(minus(b, a), minus(c, b)) >= 0.0)
            });
            let has_area = (1..3).any(|at| side(ground[0], ground[at], ground[at + 1]) > 1e-3);
            let width = distance(flat(next.left), flat(next.right));
            if convex && has_area && (0.5..20.0).contains(&width) {
                gates.push(next);
            }
        }
        gates
    }

    /// Whether a leg passes gates in their order.
    fn passes(from: Flat, to: Flat, gates: &[Gate]) -> bool {
        let point = |at: Flat| [at[0] as f32, at[1] as f32, 0.0];
        let mut passed = 0.0;
        gates.iter().all(|gate| {
            if gate.holds(point(from)) || gate.holds(point(to)) {
                return true;
            }
            let (a, b) = (side(from, to, flat(gate.left)), side(from, to, flat(gate.right)));
            let at = flat(gate.point(if a == b { gate.share_nearest(point(from)) } else { a / (a - b) }));
            let along = dot(minus(at, from), minus(to, from)) / dot(minus(to, from), minus(to, from));
            let in_order = (passed - 1e-6..1.0 + 1e-6).contains(&along);
            passed = along;
            a >= 0.0 && b <= 0.0 && in_order
        })
    }

    /// The shortest way over ends of gates, each leg of which passes all gates between.
    fn brute_force(start: [f32; 3], end: [f32; 3], gates: &[Gate]) -> f64 {
        let count = gates.len();
        let ends = |gate: usize| match gate {
            0 => vec![flat(start)],
            gate if gate == count + 1 => vec![flat(end)],
            gate => vec![flat(gates[gate - 1].left), flat(gates[gate - 1].right)],
        };
        let mut shortest = vec![vec![0.0]];
        for gate in 1..count + 2 {
            let way = |to: Flat| {
                let from = (0..gate).flat_map(|before| {
                    let passed = &gates[before..gate - 1];
                    ends(before).into_iter().zip(&shortest[before]).filter(move |way| passes(way.0, to, passed))
                });
                from.map(|(from, length)| length + distance(from, to)).fold(f64::INFINITY, f64::min)
            };
            let here = ends(gate).into_iter().map(way).collect();
            shortest.push(here);
        }
        shortest[count + 1][0]
    }

    proptest! {
        #[test]
        fn is_the_shortest_way(
            moves in prop::collection::vec((0..3_u8, [0..24_i8, -16..16_i8], [0..24_i8, -16..16_i8]), 0..14),
            (back, share) in (0..3_u8, 0..=8_u8),
        ) {
            let gates = corridor(&moves);
            let start = [-f32::from(back), 0.0, 0.0];
            let last = gates[gates.len() - 1];
            let end = [0, 1, 2].map(|axis| last.left[axis] + (last.right[axis] - last.left[axis]) * f32::from(share) / 8.0);
            let string = pull_string(start, end, &gates);
            let expected = brute_force(start, end, &gates);
            prop_assert!((string.length() - expected).abs() < 1e-4, "{} instead of {expected}", string.length());
            prop_assert_eq!(string.bends.first(), Some(&start));
            prop_assert_eq!(string.bends.last(), Some(&end));
            prop_assert_eq!(string.passes.len(), gates.len());
            // The string through its passes is the string.
            let through: Vec<_> = [&[start], &string.passes[..], &[end]].concat();
            let length: f64 = through.windows(2).map(|leg| distance(flat(leg[0]), flat(leg[1]))).sum();
            prop_assert!((length - expected).abs() < 1e-4, "{length} instead of {expected} through the passes");
            for (pass, gate) in string.passes.iter().zip(&gates) {
                prop_assert!(side(flat(gate.left), flat(gate.right), flat(*pass)).abs() < 1e-4);
                prop_assert!((pass[2] - (pass[0] + pass[1])).abs() < 1e-4, "heights are x + y here");
            }
        }
    }

    #[test]
    fn without_gates_it_runs_straight() {
        let string = pull_string([1., 2., 3.], [1., 2., 3.], &[]);
        assert_eq!(string, PulledString { bends: vec![[1., 2., 3.]; 2], passes: vec![] });
    }
}
