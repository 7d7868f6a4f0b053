//! Sliding: the player's direct control along walls.

use super::straight_walk::{StraightWalk, WalkCode, WalkHit, to_f32};
use super::{Engine, Walker};
use crate::geometry::{Vec2, distance, dot, sub};

/// Maximum number of times that the target is moved. **Reported.**
const TRIES: usize = 6;
/// Distance by which a walker is pushed along the edge whose corner it touches, in metres. **Reported**, also for slides that would turn
/// back there.
const PUSH: [f64; 2] = [0.06, 0.03];

impl Engine {
    /// The position that the player's creature reaches when steered straight at a point: the point itself, or one along the walls in
    /// between. Returns the target of the last attempt, if that is clear, or else the end of the last attempt: a creature or an edge
    /// without a room behind it ends the slide. **Reported**; the geometry is inferred, and interpreted as follows: the whole movement is
    /// projected onto the direction of the edge, and at a corner the walker is pushed on past that end of the edge.
    #[must_use]
    pub fn slide(&self, from: [f32; 2], to: [f32; 2], walker: &Walker) -> (Option<[f32; 2]>, StraightWalk) {
        let start = from.map(f64::from);
        let way = sub(to.map(f64::from), start);
        let (mut target, mut along) = (to, None::<Vec2>);
        let mut walk = self.straight_walk(from, target, walker);
        for _ in 1..TRIES {
            let Some(hit) = walk.hit.filter(|_| matches!(walk.code, WalkCode::Wall | WalkCode::Object)) else { break };
            let Some(slid) = slid(way, &hit, start) else { break };
            let turns_back = along.is_some_and(|before| dot(before, slid) < 0.0);
            let slid = match (turns_back, hit.corner) {
                (false, false) => slid,
                (false, true) => pushed(slid, &hit, PUSH[0]),
                (true, true) => pushed([0.0; 2], &hit, PUSH[1]),
                (true, false) => break,
            };
            (target, along) = (to_f32([start[0] + slid[0], start[1] + slid[1]]), Some(slid));
            walk = self.straight_walk(from, target, walker);
        }
        ((walk.code == WalkCode::Clear).then_some(target), walk)
    }
}

/// The ends of the edge, the nearer one first.
fn from_nearer(hit: &WalkHit, at: Vec2) -> [Vec2; 2] {
    let [a, b] = hit.edge.map(|end| end.map(f64::from));
    if distance(a, at) <= distance(b, at) { [a, b] } else { [b, a] }
}

/// The component of a movement along the edge; `None` for an edge without a length.
fn slid(way: Vec2, hit: &WalkHit, at: Vec2) -> Option<Vec2> {
    let [near, far] = from_nearer(hit, at);
    let (along, length) = (sub(far, near), distance(near, far));
    (length > 0.0).then(|| along.map(|value| value * dot(way, along) / (length * length)))
}

/// A movement, extended past the end of the touched edge.
fn pushed(way: Vec2, hit: &WalkHit, by: f64) -> Vec2 {
    let [near, far] = from_nearer(hit, hit.point.map(f64::from));
    let (out, length) = (sub(near, far), distance(near, far));
    if length > 0.0 { [0, 1].map(|axis| way[axis] + out[axis] * by / length) } else { way }
}
