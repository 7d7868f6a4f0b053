//! Groups pinches by corridor, and keeps the narrowest of each.

use super::Pinch;
use crate::flaw::outline::{Loop, Outline};
use crate::geometry::DisjointSets;

/// A pinch between two points of one border, and the piece of the border from one to the other, in its direction. The piece does not
/// contain the first point of the border.
struct Piece {
    pinch: Pinch,
    /// The start and end of the piece, in metres along the border.
    from: f64,
    to: f64,
    /// The area between the piece and the pinch, and the exits on the piece.
    area: f64,
    exits: u32,
}

impl Piece {
    fn new(pinch: Pinch, around: &Loop) -> Self {
        let mut ends = [0, 1].map(|end| pinch.on(end, around));
        if (ends[1].rim, ends[1].share) < (ends[0].rim, ends[0].share) {
            ends.swap(0, 1);
        }
        let [from, to] = ends;
        let (area, exits) = around.cut(from, to);
        Self { pinch, from: around.along(from), to: around.along(to), area, exits }
    }

    /// Returns whether both sides of the pinch have an exit, or room for a walker.
    fn parts(&self, around: &Loop, width: f64) -> bool {
        let (other, others) = (around.area() - self.area, around.exits() - self.exits);
        let is_hole = around.area() < 0.0;
        // Around a hole, the piece with all the floor outside has a negative area. A path down through a hole to a larger floor below makes
        // the total area of the border positive again.
        let room = width * width;
        let has_room = |area: f64, exits: u32| exits > 0 || area.abs() >= room || (is_hole && area < 0.0);
        has_room(self.area, self.exits) && has_room(other, others)
    }

    /// Returns whether the floor between the pinches of two pieces is hardly wider than the width, and has no exit.
    fn is_one_strip(&self, other: &Self, around: &Loop, width: f64) -> bool {
        // Two pieces are disjoint, or one contains the other.
        let (area, has_exits, ways) = if self.to <= other.from || other.to <= self.from {
            let area = around.area() - self.area - other.area;
            let ways = [[self.to, other.from], [other.to, self.from]];
            (area, self.exits + other.exits != around.exits(), ways)
        } else {
            (self.area - other.area, self.exits != other.exits, [[self.from, other.from], [self.to, other.to]])
        };
        let length = ways.map(|[from, to]| around.way(from, to)).into_iter().fold(0.0, f64::max);
        !has_exits && area.abs() <= width * length + width * width * 1e-6
    }
}

/// Returns the narrowest pinch of each corridor, among the pinches between points of one border that divide its floor.
pub(super) fn on_one_border(pinches: Vec<Pinch>, outline: &Outline, width: f64) -> Vec<Pinch> {
    let loop_of = |pinch: &Pinch| outline.loop_of[pinch.rims[0]];
    let around = |pinch: &Pinch| &outline.loops[loop_of(pinch) as usize];
    let mut pieces: Vec<Piece> = pinches.into_iter().map(|pinch| Piece::new(pinch, around(&pinch))).collect();
    pieces.retain(|piece| piece.parts(around(&piece.pinch), width));
    pieces.sort_by(|a, b| {
        let by_loop = loop_of(&a.pinch).cmp(&loop_of(&b.pinch));
        by_loop.then(a.from.total_cmp(&b.from)).then(b.to.total_cmp(&a.to))
    });
    let mut found = Vec::new();
    for pieces in pieces.chunk_by(|a, b| loop_of(&a.pinch) == loop_of(&b.pinch)) {
        let around = around(&pieces[0].pinch);
        let is_one = |&[a, b]: &[u32; 2]| pieces[a as usize].is_one_strip(&pieces[b as usize], around, width);
        let links = neighbours(pieces).into_iter().filter(is_one);
        let pinches: Vec<Pinch> = pieces.iter().map(|piece| piece.pinch).collect();
        found.extend(narrowest(&pinches, links));
    }
    found
}

/// The pairs of pieces of one border whose pinches are next to each other around a part of the floor. Pieces are sorted by their starts,
/// and those with the same start by their ends, in descending order. The pairs do not depend on the border's first point.
fn neighbours(pieces: &[Piece]) -> Vec<[u32; 2]> {
    /// A piece, or the whole border, with others inside: its end, and its first and last neighbours so far.
    struct Open {
        to: f64,
        first: u32,
        last: u32,
    }
    let mut pairs = Vec::new();
    let mut open = vec![Open { to: f64::INFINITY, first: 0, last: 0 }];
    for (index, piece) in (0..).zip(pieces) {
        while let Some(done) = open.pop_if(|within| within.to <= piece.from) {
            pairs.push([done.first, done.last]);
        }
        if let Some(within) = open.last_mut() {
            pairs.push([within.last, index]);
            within.last = index;
        }
        open.push(Open { to: piece.to, first: index, last: index });
    }
    pairs.extend(open.iter().map(|open| [open.first, open.last]));
    pairs
}

/// A pinch between two borders.
struct Bridge {
    pinch: Pinch,
    /// The borders, the lower number first, and the positions of the ends, in metres along each.
    loops: [u32; 2],
    places: [f64; 2],
}

impl Bridge {
    fn new(pinch: Pinch, outline: &Outline) -> Self {
        let loop_of = |end: usize| outline.loop_of[pinch.rims[end]];
        let ends = if loop_of(0) < loop_of(1) { [0, 1] } else { [1, 0] };
        let place = |end| {
            let around = &outline.loops[loop_of(end) as usize];
            around.along(pinch.on(end, around))
        };
        Self { pinch, loops: ends.map(loop_of), places: ends.map(place) }
    }

    /// Returns whether another pinch between the same borders is at about the same distance along both.
    fn is_one_way(&self, other: &Self, outline: &Outline, width: f64) -> bool {
        let [here, there] = [0, 1].map(|end| {
            let around = &outline.loops[self.loops[end] as usize];
            around.way(self.places[end], other.places[end])
        });
        (here - there).abs() <= 2.0 * width
    }
}

/// Returns the narrowest pinch of each corridor, among the pinches between two borders.
pub(super) fn between_borders(pinches: Vec<Pinch>, outline: &Outline, width: f64) -> Vec<Pinch> {
    let mut bridges: Vec<Bridge> = pinches.into_iter().map(|pinch| Bridge::new(pinch, outline)).collect();
    bridges.sort_by_key(|bridge| bridge.loops);
    let of_two_borders = |bridges: &[Bridge]| {
        // Neighbours on either border. The first one follows the last one, because borders are closed.
        let neighbours = [0, 1].into_iter().flat_map(|border| {
            let mut along: Vec<u32> = (0..bridges.len() as u32).collect();
            let place = |index: u32| bridges[index as usize].places[border];
            along.sort_by(|a, b| place(*a).total_cmp(&place(*b)));
            (0..along.len()).map(move |at| [along[at], along[(at + 1) % along.len()]])
        });
        let is_one = |&[a, b]: &[u32; 2]| bridges[a as usize].is_one_way(&bridges[b as usize], outline, width);
        let pinches: Vec<Pinch> = bridges.iter().map(|bridge| bridge.pinch).collect();
        narrowest(&pinches, neighbours.filter(is_one))
    };
    bridges.chunk_by(|a, b| a.loops == b.loops).flat_map(of_two_borders).collect()
}

/// The narrowest pinch of each corridor; in a tie, the first in the order of rims. Links are between pinches of one corridor.
fn narrowest(pinches: &[Pinch], links: impl Iterator<Item = [u32; 2]>) -> Vec<Pinch> {
    let corridors = DisjointSets::new(pinches.len(), links);
    let mut best: Vec<Option<Pinch>> = vec![None; pinches.len()];
    for (index, pinch) in (0..).zip(pinches) {
        let best = &mut best[corridors.least(index) as usize];
        let is_better = |best: Pinch| (pinch.width, pinch.order()) < (best.width, best.order());
        if best.is_none_or(is_better) {
            *best = Some(*pinch);
        }
    }
    best.into_iter().flatten().collect()
}
