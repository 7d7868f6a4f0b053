//! Step 2 from a table. A move depends on a triangle, on its corner, and on the vertex at the other end of the line, and pairs
//! share all three.

use super::columns::Columns;
use super::face::Point;
use super::lanes::{Floats, LANES, Words};

/// To which side of the line from the other end a corner moves.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Right,
}

/// What step 2 makes of each corner of each triangle, for each vertex at the other end.
pub(super) struct Moves {
    /// How many groups of eight triangles there are.
    chunks: usize,
    /// For each vertex and each triangle the corner that takes the place of each corner, two bits each: three that move
    /// left, and three that move right.
    moves: Vec<[u32; LANES]>,
}

impl Moves {
    #[inline(always)]
    pub(super) fn of(vertices: &[Point], columns: &Columns) -> Self {
        let corners = columns.corners();
        let mut moves = Vec::with_capacity(corners.len() * vertices.len());
        for vertex in vertices {
            let origin = [Floats::all(vertex[0]), Floats::all(vertex[1])];
            for corners in corners {
                moves.push(moves_of(origin, corners).0);
            }
        }
        Self { chunks: corners.len(), moves }
    }

    /// The corner that takes the place of the corner `from` of a triangle, seen from a vertex.
    #[inline(always)]
    pub(super) fn moved(&self, vertex: u16, face: usize, from: usize, side: Side) -> usize {
        let moves = self.moves[usize::from(vertex) * self.chunks + face / LANES][face % LANES];
        (moves >> (2 * from + 6 * usize::from(matches!(side, Side::Right))) & 3) as usize
    }
}

/// The six moves of each triangle, equal to those of [`tangents`](super::tangents::tangents). A corner that is the vertex
/// itself stays, because all its turns are zero.
#[inline(always)]
fn moves_of([x, y]: [Floats; 2], corners: &[[Floats; 2]; 3]) -> Words {
    let turn = |through: usize, corner: usize| {
        let (dx, dy) = (corners[through][0] - x, corners[through][1] - y);
        (dx * corners[corner][1] - dy * corners[corner][0]) - (dx * y - dy * x)
    };
    let zero = Floats::all(0.0);
    let (t01, t12, t20) = (turn(0, 1), turn(1, 2), turn(2, 0));
    let (t02, t10, t21) = (turn(0, 2), turn(1, 0), turn(2, 1));
    let left = |turn: Floats| turn.is_greater(zero);
    let right = |turn: Floats| zero.is_greater(turn);
    ends([left(t01), left(t12), left(t20)], [left(t02), left(t10), left(t21)])
        | ends([right(t01), right(t12), right(t20)], [right(t02), right(t10), right(t21)]).shifted(6)
}

/// Where the pass over the two following corners ends, for each corner: `next` says whether the next corner is out of the line
/// through it, and `last` whether the one after that is.
#[inline(always)]
fn ends([next0, next1, next2]: [Words; 3], [last0, last1, last2]: [Words; 3]) -> Words {
    let (zero, one, two) = (Words::all(0), Words::all(1), Words::all(2));
    let from0 = next0.select(next1.select(two, one), last0.select(two, zero));
    let from1 = next1.select(next2.select(zero, two), last1.select(zero, one));
    let from2 = next2.select(next0.select(one, zero), last2.select(one, two));
    from0 | from1.shifted(2) | from2.shifted(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::face::Corner;
    use crate::nwn2::bake::sight::tangents::moved;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_table_has_every_move(places in proptest::collection::vec([0_u8..5, 0_u8..5], 4..12), noise in 0.0_f32..0.2) {
            let places: Vec<_> = places.iter().map(|[x, y]| [f32::from(*x) + noise, f32::from(*y) * (1.0 + noise)]).collect();
            for corners in places.windows(3) {
                let lanes = [0, 1, 2].map(|corner| corners[corner].map(Floats::all));
                for (vertex, origin) in (0..).zip(&places) {
                    let table = Moves { chunks: 1, moves: vec![moves_of(origin.map(Floats::all), &lanes).0] };
                    let other = Corner { vertex, at: *origin };
                    // Corners in the same place as the other end have its vertex here.
                    let number = |at: &Point| places.iter().position(|place| place == at).unwrap() as u16;
                    let other = Corner { vertex: number(&other.at), ..other };
                    let corners = [0, 1, 2].map(|at| Corner { vertex: number(&corners[at]), at: corners[at] });
                    for from in 0..3 {
                        prop_assert_eq!(table.moved(0, 0, from, Side::Left), moved(&corners, from, other, 1.0));
                        prop_assert_eq!(table.moved(0, 0, from, Side::Right), moved(&corners, from, other, -1.0));
                    }
                }
            }
        }
    }
}
