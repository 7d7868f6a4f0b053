//! Finds the face into which a straight line leaves a corner.

use std::collections::HashSet;

use super::{StraightLine, WalkEnd};
use crate::geometry::{plan, previous_corner};
use crate::mesh::topology::Topology;

/// A face's corner, and the edge at it that leads to the next face around the corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Round {
    face: u32,
    corner: u8,
    /// The corner's own number (the edge that begins here), or the previous number (the edge that ends here).
    edge: u8,
    /// True if the circuit has crossed an odd number of folds. Then the face lies upside down.
    over: bool,
}

impl StraightLine<'_> {
    /// The face into which the line leaves a corner. Where the angles of the ground exceed a full turn, several faces
    /// qualify: the first on the left side is taken, or else the first on the right.
    pub fn leave_corner(&self, face: u32, corner: u8) -> Result<u32, WalkEnd> {
        // For a line that arrives here, the left side is reached clockwise, through the edge that begins here.
        let outgoing = Round { face, corner, edge: corner, over: false };
        let incoming = Round { edge: before(corner), ..outgoing };
        if self.leads_from(outgoing) {
            return Ok(face);
        }
        let mut leaving = CornerSearch { line: self, wall: None };
        let found = (leaving.go_round(outgoing).or_else(|| leaving.go_round(incoming)))
            .or_else(|| leaving.go_round_and_up([outgoing, incoming]));
        found.ok_or(leaving.wall.map_or(WalkEnd::Astray, |(face, side)| WalkEnd::Wall { face, side }))
    }

    /// Returns whether the line leads from the corner into this face.
    fn leads_from(&self, round: Round) -> bool {
        !round.over && self.leads_into(&self.topology.faces()[round.face as usize], round.corner)
    }
}

/// A search around a corner for the face into which a line leaves it.
struct CornerSearch<'a> {
    line: &'a StraightLine<'a>,
    /// The first wall met.
    wall: Option<(u32, u8)>,
}

impl CornerSearch<'_> {
    /// Circles the corner in one direction until the line leads into a face, a wall is met, or the circuit is complete.
    fn go_round(&mut self, first: Round) -> Option<u32> {
        let mut round = first;
        while self.line.step() {
            round = match self.line.topology.next_round(round) {
                Ok(next) => next,
                Err(wall) => {
                    self.wall.get_or_insert(wall);
                    return None;
                }
            };
            if (round.face, round.corner) == (first.face, first.corner) {
                return None;
            }
            if self.line.leads_from(round) {
                return Some(round.face);
            }
        }
        None
    }

    /// Like [`go_round`](Self::go_round), in both directions, and also across vertical edges.
    fn go_round_and_up(&mut self, first: [Round; 2]) -> Option<u32> {
        let topology = self.line.topology;
        let mut seen = HashSet::from(first);
        let mut waiting = first.to_vec();
        while let Some(round) = waiting.pop().filter(|_| self.line.step()) {
            if self.line.leads_from(round) {
                return Some(round.face);
            }
            let here = plan(topology.corner(round.face, round.corner));
            let same_place = (0..3_u8).filter(|&corner| plan(topology.corner(round.face, corner)) == here);
            let mut reached: Vec<Round> = same_place
                .flat_map(|corner| [corner, before(corner)].map(|edge| Round { corner, edge, ..round }))
                .collect();
            match topology.next_round(round) {
                Ok(next) => reached.push(next),
                Err(wall) => {
                    self.wall.get_or_insert(wall);
                }
            }
            waiting.extend(reached.into_iter().filter(|&next| seen.insert(next)));
        }
        None
    }
}

impl Topology {
    /// The next face around a corner, or the wall (with the caller's edge number) that ends the circuit.
    fn next_round(&self, round: Round) -> Result<Round, (u32, u8)> {
        let face = &self.faces()[round.face as usize];
        let Some(across) = face.links[usize::from(round.edge)].get() else {
            return Err((round.face, face.callers_edge(round.edge)));
        };
        // The corner is the start of the twin edge if it is the end of this one, and the reverse at a fold. The circuit
        // continues through the corner's other edge.
        let ends_here = round.edge != round.corner;
        let corner = if ends_here != across.fold { across.edge } else { across.half_edge().next().corner() };
        let edge = if corner == across.edge { before(corner) } else { corner };
        Ok(Round { face: across.face, corner, edge, over: round.over != across.fold })
    }
}

/// The previous of the three numbers around a face.
fn before(corner: u8) -> u8 {
    previous_corner(corner.into()) as u8
}
