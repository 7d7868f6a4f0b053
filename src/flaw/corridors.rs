//! Corridors: where the floor is narrower than a walker.
//!
//! A pinch is a straight line over the floor between two walls, shorter than the width, that is the shortest one in its
//! neighbourhood: moving either end along its wall makes it longer. A pinch counts where it is the only way:
//!
//! - Both ends are on one border, so that the line cuts the part in two, and on either side there is a way out, or room for
//!   a walker: a square of the width.
//! - Both ends are on two borders, such as a wall and a pillar, and further pinches lead from border to border back to the
//!   first, so that together they cut the part in two.
//!
//! Of the pinches of one corridor, the narrowest is reported.

#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::cmp::Reverse;

use super::outline::{Loop, OnLoop, Outline, Rim, plan_of};
use super::{Flaw, FlawKind, FlawList, FloorFaces};
use crate::finding::Measure;
use crate::geometry::vec3::{Vec3, towards};
use crate::geometry::{Aabb, BoxTree, DisjointSets, NODES, Search, Vec2, cross, distance, dot, share_of_nearest, sub};
use crate::mesh::{NavMesh, Position};

/// How many walls near a corner are compared with it. Real floors have a few; a hostile one may have all in one place.
const NEAR: usize = 64;
/// The cosine up to which an angle is a right one.
const RIGHT: f64 = 1e-6;
/// How near to its goal a walk must end, in metres: the goal is rounded, and may lie behind the wall by as much.
const REACH: f32 = 1e-3;

/// A line between two walls.
#[derive(Clone, Copy)]
struct Pinch {
    /// The rims at its ends.
    rims: [usize; 2],
    ends: [Vec3; 2],
    shares: [f64; 2],
    width: f64,
}

impl Pinch {
    /// An end, as a point of its loop.
    fn on(&self, end: usize, around: &Loop) -> OnLoop {
        OnLoop { rim: self.rims[end] - around.first, point: plan_of(self.ends[end]), share: self.shares[end] }
    }

    /// The order of pinches along the borders: the outer one first.
    fn order(&self) -> (usize, Reverse<usize>) {
        let [a, b] = self.rims;
        (a.min(b), Reverse(a.max(b)))
    }

    fn flaw(&self, outline: &Outline) -> Flaw {
        let [here, there] = self.rims.map(|rim| outline.rims[rim].edge);
        Flaw {
            kind: FlawKind::Narrow,
            face: here.face(),
            side: Some(here.corner()),
            other: Some((there.face(), Some(there.corner()))),
            point: super::borders::middle(self.ends),
            measure: Measure::Length(self.width),
            separates: true,
        }
    }
}

/// Finds the corridors narrower than `width`.
pub(super) fn find(floor: &FloorFaces<'_>, outline: &Outline, width: f64, found: &mut FlawList) {
    // Most floors have no pinch at all, and need no mesh.
    let mesh = OnceCell::new();
    let walk = |start: Position, goal: [f32; 3]| {
        let new =
            || NavMesh::new(floor.vertices.to_vec(), floor.faces, |face| floor.walkable[face], floor.neighbours).ok();
        Some(mesh.get_or_init(new).as_ref()?.walk_straight(start, goal).ok()?.position)
    };
    let pinches = pinches(floor, outline, &walk, width);
    let (same, between): (Vec<Pinch>, Vec<Pinch>) =
        pinches.into_iter().partition(|pinch| outline.loop_of[pinch.rims[0]] == outline.loop_of[pinch.rims[1]]);
    let same = narrowest_on_one_border(same, outline, width);
    let between = narrowest_between_borders(between, outline, width);
    let ends: Vec<[usize; 2]> =
        between.iter().map(|pinch| pinch.rims.map(|rim| outline.loop_of[rim] as usize)).collect();
    let closes = super::cycles::on_cycles(outline.loops.len(), &ends);
    let between = between.into_iter().zip(closes).filter(|(_, closes)| *closes).map(|(pinch, _)| pinch);
    found.extend(same.into_iter().chain(between).map(|pinch| pinch.flaw(outline)));
}

/// Where a walk in a straight line ends; `None` where nobody can walk.
type Walk<'w> = &'w dyn Fn(Position, [f32; 3]) -> Option<Position>;

/// All pinches, by their ends.
fn pinches(floor: &FloorFaces<'_>, outline: &Outline, walk: Walk<'_>, width: f64) -> Vec<Pinch> {
    let walls: Vec<usize> = (0..outline.rims.len()).filter(|rim| !outline.rims[*rim].is_exit).collect();
    let tree = BoxTree::new(walls.iter().map(|wall| bounds(&outline.rims[*wall])));
    let mut all = Vec::new();
    for around in &outline.loops {
        for at in 0..around.len() {
            let (rim, before) = (around.first + at, around.first + (at + around.len() - 1) % around.len());
            let [here, last] = [rim, before].map(|rim| &outline.rims[rim]);
            if here.is_exit && last.is_exit || !can_be_nearest(last, here) {
                continue;
            }
            let mut near = 0;
            let point = here.ends[0];
            let corner = point.map(|value| value as f32);
            tree.meeting(&Aabb { min: corner, max: corner }.padded(width as f32), NODES, |wall| {
                near += 1;
                let wall = walls[wall as usize];
                if wall != rim && wall != before {
                    all.extend(pinch(floor, outline, walk, [before, rim], wall, width));
                }
                if near < NEAR { Search::On } else { Search::Enough }
            });
        }
    }
    all
}

/// Whether the corner between two rims can be the point of the border that is nearest to a wall. It cannot where the angle of
/// the floor at the corner is less than half a turn: then a point of one of the two rims is nearer.
fn can_be_nearest(last: &Rim, here: &Rim) -> bool {
    let [into, away] = [last, here].map(|rim| sub(plan_of(rim.ends[1]), plan_of(rim.ends[0])));
    let lengths = dot(into, into).sqrt() * dot(away, away).sqrt();
    last.is_exit || here.is_exit || cross(into, away) <= 4.0 * RIGHT * lengths
}

fn bounds(rim: &Rim) -> Aabb {
    let [a, b] = rim.ends.map(|end| end.map(|value| value as f32));
    Aabb::of(&[a, b, b])
}

/// The pinch between the corner of two rims and a wall.
fn pinch(
    floor: &FloorFaces<'_>,
    outline: &Outline,
    walk: Walk<'_>,
    [before, rim]: [usize; 2],
    wall: usize,
    width: f64,
) -> Option<Pinch> {
    let (corner, [from, to]) = (outline.rims[rim].ends[0], outline.rims[wall].ends);
    let (here, share) = (plan_of(corner), share_of_nearest(plan_of(from), plan_of(to), plan_of(corner)));
    let nearest = towards(from, crate::geometry::vec3::sub(to, from), share);
    let there = plan_of(nearest);
    let length = distance(here, there);
    if length <= 0.0 || length >= width {
        return None;
    }
    let is_shortest = |at: Vec2, other: Vec2, rim: usize, beyond: Vec3| {
        let (along, across) = (sub(plan_of(beyond), at), sub(other, at));
        outline.rims[rim].is_exit || dot(along, across) <= RIGHT * distance(plan_of(beyond), at) * length
    };
    let is_corner_shortest = is_shortest(here, there, before, outline.rims[before].ends[0])
        && is_shortest(here, there, rim, outline.rims[rim].ends[1]);
    let around = &outline.loops[outline.loop_of[wall] as usize];
    let beside = |step: usize| around.first + (wall - around.first + step) % around.len();
    let is_wall_shortest = match share {
        share if share <= 0.0 => {
            let last = beside(around.len() - 1);
            is_shortest(there, here, last, outline.rims[last].ends[0])
        }
        share if share >= 1.0 => {
            let next = beside(1);
            is_shortest(there, here, next, outline.rims[next].ends[1])
        }
        _ => true,
    };
    if !is_corner_shortest || !is_wall_shortest {
        return None;
    }
    let start = Position::new(corner.map(|value| value as f32), outline.rims[rim].edge.face());
    let goal = nearest.map(|value| value as f32);
    let Position { point: end, face: last, .. } = walk(start, goal)?;
    // Another floor may lie at the same place: the walk must end at this wall, or at a face around its end.
    let around = floor.corners(last)?;
    let is_around =
        |end: Vec3| distance(plan_of(end), there) <= f64::from(REACH) && around.contains(&end.map(|v| v as f32));
    if last != outline.rims[wall].edge.face() && !is_around(from) && !is_around(to) {
        return None;
    }
    let is_there = (0..2).all(|axis| (end[axis] - goal[axis]).abs() <= REACH)
        && (end[2] - goal[2]).abs() <= REACH + 0.1 * length as f32;
    is_there.then_some(Pinch { rims: [rim, wall], ends: [corner, nearest], shares: [0.0, share], width: length })
}

/// A pinch between two points of one border, and the piece of the border from one to the other, in its direction. The piece
/// is the one without the first point of the border.
struct Piece {
    pinch: Pinch,
    /// Where the piece begins and ends, in metres along the border.
    from: f64,
    to: f64,
    /// The area between the piece and the pinch, and the exits on the piece.
    area: f64,
    exits: u32,
}

impl Piece {
    fn of(pinch: Pinch, around: &Loop) -> Self {
        let mut ends = [0, 1].map(|end| pinch.on(end, around));
        if (ends[1].rim, ends[1].share) < (ends[0].rim, ends[0].share) {
            ends.swap(0, 1);
        }
        let [from, to] = ends;
        let (area, exits) = around.cut(from, to);
        Self { pinch, from: around.along(from), to: around.along(to), area, exits }
    }

    /// Whether there is a way out, or room for a walker, on either side of the pinch.
    fn parts(&self, around: &Loop, width: f64) -> bool {
        let (other, others) = (around.area() - self.area, around.exits() - self.exits);
        let is_hole = around.area() < 0.0;
        // Around a hole, the piece with all the floor outside has a negative area. A way down through a hole to a larger floor
        // below makes the whole area of the border positive again.
        let room = width * width;
        let has_room = |area: f64, exits: u32| exits > 0 || area.abs() >= room || (is_hole && area < 0.0);
        has_room(self.area, self.exits) && has_room(other, others)
    }

    /// Whether all floor between the pinches of two pieces is hardly broader than the width, and no way leads out of it.
    fn is_one_strip(&self, other: &Self, around: &Loop, width: f64) -> bool {
        // Two pieces have no part in common, or one lies in the other.
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

/// Of the pinches between points of one border that part its floor, the narrowest of each corridor.
fn narrowest_on_one_border(pinches: Vec<Pinch>, outline: &Outline, width: f64) -> Vec<Pinch> {
    let loop_of = |pinch: &Pinch| outline.loop_of[pinch.rims[0]];
    let around = |pinch: &Pinch| &outline.loops[loop_of(pinch) as usize];
    let mut pieces: Vec<Piece> = pinches.into_iter().map(|pinch| Piece::of(pinch, around(&pinch))).collect();
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

/// The pairs of pieces of one border whose pinches are next to each other around a part of the floor. Pieces are sorted by their
/// beginnings, and those that begin at one point by their ends, the last one first. Which pairs there are does not depend on the
/// border's first point.
fn neighbours(pieces: &[Piece]) -> Vec<[u32; 2]> {
    /// A piece, or the whole border, with others inside: where it ends, and its first and its last neighbour so far.
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
    /// The borders, the one of the lower number first, and where the ends are on them, in metres along each.
    loops: [u32; 2],
    places: [f64; 2],
}

impl Bridge {
    fn of(pinch: Pinch, outline: &Outline) -> Self {
        let loop_of = |end: usize| outline.loop_of[pinch.rims[end]];
        let ends = if loop_of(0) < loop_of(1) { [0, 1] } else { [1, 0] };
        let place = |end| {
            let around = &outline.loops[loop_of(end) as usize];
            around.along(pinch.on(end, around))
        };
        Self { pinch, loops: ends.map(loop_of), places: ends.map(place) }
    }

    /// Whether another pinch between the same borders is about as far away on the one as on the other.
    fn is_one_way(&self, other: &Self, outline: &Outline, width: f64) -> bool {
        let [here, there] = [0, 1].map(|end| {
            let around = &outline.loops[self.loops[end] as usize];
            around.way(self.places[end], other.places[end])
        });
        (here - there).abs() <= 2.0 * width
    }
}

/// Of the pinches between two borders, the narrowest of each corridor.
fn narrowest_between_borders(pinches: Vec<Pinch>, outline: &Outline, width: f64) -> Vec<Pinch> {
    let mut bridges: Vec<Bridge> = pinches.into_iter().map(|pinch| Bridge::of(pinch, outline)).collect();
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

/// The narrowest pinch of each corridor; of equal ones the first in the order of rims. Links are between pinches of one corridor.
fn narrowest(pinches: &[Pinch], links: impl Iterator<Item = [u32; 2]>) -> Vec<Pinch> {
    let corridors = DisjointSets::of(pinches.len(), links);
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
