//! Corridors: floor that is narrower than a walker.
//!
//! A pinch is a straight line over the floor between two walls that is shorter than the width and a local minimum: moving
//! either end along its wall makes it longer. A pinch counts if there is no path around it:
//!
//! - Both ends are on one border, so that the line cuts the part in two, and each side has an exit, or room for
//!   a walker: a square of the width.
//! - The ends are on different borders, such as a wall and a pillar, and further pinches lead from border to border back to
//!   the first, so that together they cut the part in two.
//!
//! Only the narrowest pinch of a corridor is reported.

mod narrowest;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use std::cell::OnceCell;
use std::cmp::Reverse;

use super::outline::{Loop, OnLoop, Outline, Rim, plan_of};
use super::{Flaw, FlawKind, FlawList, FloorFaces};
use crate::flaw::Measure;
use crate::geometry::vec3::{Vec3, towards};
use crate::geometry::{Aabb, BoxTree, NODES, Vec2, cross, distance, dot, share_of_nearest, sub};
use crate::mesh::{NavMesh, Position};

/// Number of walls near a corner that are compared with it. Real floors have a few; in a hostile floor, all may coincide.
const NEAR: usize = 64;
/// The cosine up to which an angle counts as a right angle.
const RIGHT: f64 = 1e-6;
/// The maximum distance from its goal at which a walk may end, in metres, because the rounded goal may lie that far behind the wall.
const GOAL_TOLERANCE: f32 = 1e-3;

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

    /// The order of pinches along the borders: outer ones first.
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
    // Most floors have no pinches, and need no mesh.
    let mesh = OnceCell::new();
    let walk = |start: Position, goal: [f32; 3]| {
        let new =
            || NavMesh::new(floor.vertices.to_vec(), floor.faces, |face| floor.walkable[face], floor.neighbours).ok();
        Some(mesh.get_or_init(new).as_ref()?.walk_straight(start, goal).ok()?.position)
    };
    let pinches = pinches(floor, outline, &walk, width);
    let (same, between): (Vec<Pinch>, Vec<Pinch>) =
        pinches.into_iter().partition(|pinch| outline.loop_of[pinch.rims[0]] == outline.loop_of[pinch.rims[1]]);
    let same = narrowest::on_one_border(same, outline, width);
    let between = narrowest::between_borders(between, outline, width);
    let ends: Vec<[usize; 2]> =
        between.iter().map(|pinch| pinch.rims.map(|rim| outline.loop_of[rim] as usize)).collect();
    let closes = super::cycles::on_cycles(outline.loops.len(), &ends);
    let between = between.into_iter().zip(closes).filter(|(_, closes)| *closes).map(|(pinch, _)| pinch);
    found.extend(same.into_iter().chain(between).map(|pinch| pinch.flaw(outline)));
}

/// Returns the position at which a straight walk ends; `None` if no floor is walkable there.
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
                if near < NEAR { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
    }
    all
}

/// Returns whether the corner between two rims can be the point of the border that is nearest to a wall. It cannot if the
/// floor's angle at the corner is less than 180°: then a point of one of the two rims is nearer.
fn can_be_nearest(last: &Rim, here: &Rim) -> bool {
    let [into, away] = [last, here].map(|rim| sub(plan_of(rim.ends[1]), plan_of(rim.ends[0])));
    let lengths = dot(into, into).sqrt() * dot(away, away).sqrt();
    last.is_exit || here.is_exit || cross(into, away) <= 4.0 * RIGHT * lengths
}

fn bounds(rim: &Rim) -> Aabb {
    let [a, b] = rim.ends.map(|end| end.map(|value| value as f32));
    Aabb::new(&[a, b, b])
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
    let is_around = |end: Vec3| {
        distance(plan_of(end), there) <= f64::from(GOAL_TOLERANCE) && around.contains(&end.map(|v| v as f32))
    };
    if last != outline.rims[wall].edge.face() && !is_around(from) && !is_around(to) {
        return None;
    }
    let is_there = (0..2).all(|axis| (end[axis] - goal[axis]).abs() <= GOAL_TOLERANCE)
        && (end[2] - goal[2]).abs() <= GOAL_TOLERANCE + 0.1 * length as f32;
    is_there.then_some(Pinch { rims: [rim, wall], ends: [corner, nearest], shares: [0.0, share], width: length })
}
