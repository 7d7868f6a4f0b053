//! [`StraightWalk`]: tests whether a creature can walk straight from one point to another, and what stops it.

use super::choices::{CREATURE_MARGIN, CREATURE_WINDOW, HEIGHT_MARGIN, ROOMS_AT_CORNER, SEAMS};
use super::objects::Obstacles;
use super::sweep::{Sweep, Touch};
use super::walls::Walls;
use super::{Engine, Walker};
use crate::geometry::{Vec2, plan};
use crate::kotor::{EdgeId, FaceId, RoomId};
use crate::mesh::{Position, WalkEnd};

/// The result of a straight walk, with the engine's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WalkCode {
    /// Nothing blocks it: 1.
    Clear,
    /// The start is outside of all rooms, or the walk reaches an edge that leads to no room: 0.
    NoRoom,
    /// A wall of a room is nearer than the radius, or the faces are joined in a way that no line can follow: -1.
    Wall,
    /// A placeable or a door is nearer than the radius: -2.
    Object,
    /// Another creature is nearer than both radii: -3. Many plans accept this.
    Creature,
}

impl WalkCode {
    /// The engine's number: 1, 0, -1, -2 or -3.
    #[must_use]
    pub const fn code(self) -> i32 {
        match self {
            Self::Clear => 1,
            Self::NoRoom => 0,
            Self::Wall => -1,
            Self::Object => -2,
            Self::Creature => -3,
        }
    }

    /// Returns whether only creatures, which may move, block it, if anything: 1 or -3.
    #[must_use]
    pub const fn is_free(self) -> bool {
        matches!(self, Self::Clear | Self::Creature)
    }
}

/// The answer of [`Engine::straight_walk`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct StraightWalk {
    /// The result of the walk.
    pub code: WalkCode,
    /// The point where it is stopped, and the obstacle. `None` if it is clear, and if no single obstacle stops it.
    pub hit: Option<WalkHit>,
}

/// The point where a walk is stopped, and the obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct WalkHit {
    /// Position of the walker's centre when it is stopped, in the plan view.
    pub point: [f32; 2],
    /// The ends of the edge that stops it, in the plan view; for a creature, its centre twice.
    pub edge: [[f32; 2]; 2],
    /// True if it touches an end of the edge, or a creature, rather than a side.
    pub corner: bool,
    /// The number of the object or creature that stops it, in the lists that the engine was given.
    pub number: Option<usize>,
}

impl StraightWalk {
    const CLEAR: Self = Self { code: WalkCode::Clear, hit: None };

    const fn stopped(code: WalkCode) -> Self {
        Self { code, hit: None }
    }

    fn at(code: WalkCode, sweep: &Sweep, touch: &Touch, number: Option<usize>) -> Self {
        let (point, edge) = (to_f32(sweep.at(touch.share)), touch.edge.map(to_f32));
        Self { code, hit: Some(WalkHit { point, edge, corner: touch.corner, number }) }
    }
}

impl Engine {
    /// Tests whether a walker can walk straight from one point of the plan view to another, and reports what stops it.
    /// All of the engine's planning is based on this test.
    ///
    /// It begins in the first room of the layout that has a floor there, follows the stored neighbours of the faces and the
    /// stored transitions between rooms, and keeps its radius from the walls of each room that it passes. Then it tests objects, at all
    /// heights, and creatures. **Reported**; the shape of the clearance is a [choice](super::choices).
    #[must_use]
    pub fn straight_walk(&self, from: [f32; 2], to: [f32; 2], walker: &Walker) -> StraightWalk {
        self.walk_past(from, to, walker, Obstacles::All)
    }

    /// [`straight_walk`](Self::straight_walk), limited to some of the objects in the rooms.
    pub(super) fn walk_past(&self, from: [f32; 2], to: [f32; 2], walker: &Walker, past: Obstacles) -> StraightWalk {
        let first =
            |walls: &Walls, sweep: &Sweep, heights| walls.touch(sweep, heights, |_| true).map(|(_, touch)| touch);
        let in_rooms = self.stopped_in_rooms(self.start(from), to, walker, first);
        let stopped = in_rooms.or_else(|| self.stopped_by_object(from, to, walker, past));
        let by_creature = || (past == Obstacles::All).then(|| self.stopped_by_creature(from, to, walker)).flatten();
        stopped.or_else(by_creature).unwrap_or(StraightWalk::CLEAR)
    }

    /// Tests whether a walk past some obstacles is [free](WalkCode::is_free). This is cheaper than finding the first obstacle.
    pub(super) fn can_walk(&self, from: [f32; 2], to: [f32; 2], walker: &Walker, past: Obstacles) -> bool {
        self.can_walk_on(self.start(from), from, to, walker, past)
    }

    /// [`can_walk`](Self::can_walk) from a [start](Self::start) that is known.
    pub(super) fn can_walk_on(
        &self,
        start: Option<(RoomId, Position)>,
        from: [f32; 2],
        to: [f32; 2],
        walker: &Walker,
        past: Obstacles,
    ) -> bool {
        let any = |walls: &Walls, sweep: &Sweep, heights| walls.any_touch(sweep, heights, |_| true);
        let is_blocked = || {
            let sweep = sweep(from, to, walker.radius);
            self.objects.walls.is_touched(&sweep, [0.0; 2], |wall| self.objects.counts(wall, past))
        };
        self.stopped_in_rooms(start, to, walker, any).is_none() && !is_blocked()
    }

    /// The obstacle that stops a walk in the rooms, by the selected kind of contact with each room's walls; `None` if nothing does.
    fn stopped_in_rooms(
        &self,
        start: Option<(RoomId, Position)>,
        to: [f32; 2],
        walker: &Walker,
        touch: impl Fn(&Walls, &Sweep, [f64; 2]) -> Option<Touch>,
    ) -> Option<StraightWalk> {
        let Some((mut room, mut position)) = start else {
            return Some(StraightWalk::stopped(WalkCode::NoRoom));
        };
        let goal = [to[0], to[1], 0.0];
        for _ in 0..SEAMS {
            let here = self.room(room)?;
            let Ok(walk) = here.nav.walk_straight(position, goal) else { break };
            let end = walk.position.point;
            let sweep = Sweep { from: plan(position.point), to: plan(end), radius: walker.radius.into() };
            let heights = body_heights([position.point[2], end[2]], walker);
            if let Some(touch) = touch(&here.walls, &sweep, heights) {
                return Some(StraightWalk::at(WalkCode::Wall, &sweep, &touch, None));
            }
            let stopped = match walk.end {
                WalkEnd::Arrived => return None,
                WalkEnd::Wall { face, side } => EdgeId::new(FaceId(face), side.into()),
                _ => break,
            };
            match self.through(room, stopped, end, goal) {
                Ok(next) => (room, position) = next,
                Err(WalkCode::NoRoom) => {
                    let edge = stopped.and_then(|edge| self.area().room(room)?.edge_points(edge));
                    let edge = edge.map_or([sweep.to; 2], |ends| ends.map(plan));
                    let touch = Touch { share: 1.0, edge, corner: edge.contains(&sweep.to) };
                    return Some(StraightWalk::at(WalkCode::NoRoom, &sweep, &touch, None));
                }
                Err(_) => break,
            }
        }
        Some(StraightWalk::stopped(WalkCode::Wall))
    }

    /// Finds the room and face where a walk continues behind the edge at which it leaves a room. At a corner it may pass through
    /// several rooms at once.
    ///
    /// # Errors
    /// [`WalkCode::NoRoom`] if no transition leads to an existing room, and [`WalkCode::Wall`] if the line cannot be followed behind one.
    fn through(
        &self,
        room: RoomId,
        stopped: Option<EdgeId>,
        at: [f32; 3],
        goal: [f32; 3],
    ) -> Result<(RoomId, Position), WalkCode> {
        let mut code = WalkCode::NoRoom;
        let mut passed = vec![(room, stopped)];
        let mut next = 0;
        while let Some(&(room, stopped)) = passed.get(next) {
            next += 1;
            for (edge, next) in self.room(room).into_iter().flat_map(|here| here.exits(stopped, at)) {
                let Some(there) = self.room(next) else { continue };
                code = WalkCode::Wall;
                let Some(position) = self.enter((room, edge), next, at) else { continue };
                let Ok(walk) = there.nav.walk_straight(position, goal) else { continue };
                if walk.end == WalkEnd::Arrived || plan(walk.position.point) != plan(position.point) {
                    return Ok((next, position));
                }
                if passed.len() < ROOMS_AT_CORNER && passed.iter().all(|(known, _)| *known != next) {
                    passed.push((next, None));
                }
            }
        }
        Err(code)
    }

    /// The object that stops a walk.
    pub(super) fn stopped_by_object(
        &self,
        from: [f32; 2],
        to: [f32; 2],
        walker: &Walker,
        past: Obstacles,
    ) -> Option<StraightWalk> {
        let sweep = sweep(from, to, walker.radius);
        let (number, touch) = self.objects.walls.touch(&sweep, [0.0; 2], |wall| self.objects.counts(wall, past))?;
        Some(StraightWalk::at(WalkCode::Object, &sweep, &touch, Some(self.objects.of(number))))
    }

    /// The creature that stops a walk. Walkers without a radius never pass.
    fn stopped_by_creature(&self, from: [f32; 2], to: [f32; 2], walker: &Walker) -> Option<StraightWalk> {
        let creatures = self.creatures.as_ref()?;
        if walker.radius <= 0.0 || walker.creature_radius <= 0.0 {
            return Some(StraightWalk::stopped(WalkCode::Creature));
        }
        let window = [from[0].min(to[0]), from[0].max(to[0])].map(f64::from);
        let (low, high) = (window[0] - CREATURE_WINDOW, window[1] + CREATURE_WINDOW);
        let touches = creatures.iter().filter(|(_, it)| (low..=high).contains(&f64::from(it.position[0]))).filter_map(
            |(number, it)| {
                let radius = f64::from(walker.creature_radius) + CREATURE_MARGIN + f64::from(it.radius);
                let sweep = Sweep { radius, ..sweep(from, to, 0.0) };
                let centre = it.position.map(f64::from);
                let touch = Touch { share: sweep.touch_point(centre)?, edge: [centre; 2], corner: true };
                Some((*number, sweep, touch))
            },
        );
        let (number, sweep, touch) = touches.min_by(|a, b| a.2.share.total_cmp(&b.2.share))?;
        Some(StraightWalk::at(WalkCode::Creature, &sweep, &touch, Some(number)))
    }
}

/// The line of a walker.
pub(super) fn sweep(from: [f32; 2], to: [f32; 2], radius: f32) -> Sweep {
    Sweep { from: from.map(f64::from), to: to.map(f64::from), radius: radius.into() }
}

/// The range of heights in which walls stop a walker on a line between two heights.
pub(super) fn body_heights(ends: [f32; 2], walker: &Walker) -> [f64; 2] {
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    [f64::from(low) - HEIGHT_MARGIN, f64::from(high) + f64::from(walker.height) + HEIGHT_MARGIN]
}

pub(super) fn to_f32(at: Vec2) -> [f32; 2] {
    at.map(|value| value as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kotor::{Area, BakeOptions, Kind, Layout, LayoutRoom, MaterialId, PlacedObject, Walkmesh};

    /// A room of 8 m by 8 m, starting at a corner, with a wall across it that has a gap, and one slanting wall.
    fn room([x, y]: [f32; 2]) -> Walkmesh {
        let at = |east: f32, north: f32, z: f32| [x + east, y + north, z];
        let mut faces = Vec::new();
        for (east, north) in (0..8).flat_map(|north| (0..8).map(move |east| (east as f32, north as f32))) {
            let [a, b] = [at(east, north, 0.0), at(east + 1.0, north, 0.0)];
            let [c, d] = [at(east + 1.0, north + 1.0, 0.0), at(east, north + 1.0, 0.0)];
            faces.extend([([a, b, c], MaterialId(4)), ([a, c, d], MaterialId(4))]);
        }
        for [from, to] in [[[0.0, 4.0], [3.0, 4.0]], [[4.5, 4.0], [8.0, 4.0]], [[1.0, 1.0], [3.0, 2.5]]] {
            let [a, b] = [at(from[0], from[1], 0.0), at(to[0], to[1], 0.0)];
            let [c, d] = [at(to[0], to[1], 3.0), at(from[0], from[1], 3.0)];
            faces.extend([([a, b, c], MaterialId(7)), ([a, c, d], MaterialId(7))]);
        }
        let mut room = Walkmesh::from_triangles(Kind::Wok, faces).expect("a room");
        room.bake(&BakeOptions::default()).expect("a baked room");
        room
    }

    #[test]
    fn a_walk_is_free_where_nothing_stops_it() {
        let mut layout = Layout::new();
        for name in ["west", "east"] {
            layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).expect("a row");
        }
        let mut area = Area::new(layout);
        area.insert(RoomId(0), room([0.0; 2])).expect("a room");
        area.insert(RoomId(1), room([8.0, 0.0])).expect("a room");
        area.link().expect("linked rooms");
        let [a, b, c] = [[-0.4, -0.4, 0.0], [0.4, -0.4, 0.0], [0.0, 0.4, 0.0]];
        let object = Walkmesh::from_triangles(Kind::Pwk, [([a, b, c], MaterialId(7))]).expect("a placeable");
        let [fixed, door] = [[6.0, 2.0, 0.0], [10.0, 6.0, 0.0]].map(|at| [PlacedObject::new(object.clone(), at, 0.0)]);
        let engine = Engine::new(area).expect("an engine").with_objects(&fixed, &door);
        // Multiples of an eighth, so that many walks just touch a wall, and many begin on the border of faces.
        let mut state = 1_u64;
        let mut random = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % (8 * most)) as f32 / 8.0
        };
        let mut answers = [0; 2];
        for _ in 0..20_000 {
            let [from, to] = [(); 2].map(|()| [random(17) - 0.5, random(9) - 0.5]);
            for (radius, past) in [(0.0, Obstacles::Objects), (0.25, Obstacles::Fixed), (0.35, Obstacles::Objects)] {
                let walker = Walker::new(radius);
                let is_free = engine.walk_past(from, to, &walker, past).code.is_free();
                assert_eq!(
                    engine.can_walk(from, to, &walker, past),
                    is_free,
                    "{from:?} to {to:?}, {radius} m, {past:?}"
                );
                answers[usize::from(is_free)] += 1;
            }
        }
        assert!(answers.iter().all(|count| *count > 5_000), "{answers:?}");
    }
}
