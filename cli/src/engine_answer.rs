//! [`EngineAnswer`]: the path that KotOR's engine is reported to plan for a creature, or the reason why it plans none.

use std::fmt;

use anyhow::bail;
use serde::Serialize;
use walkmesh::counted;
use walkmesh::finding::Place;
use walkmesh::kotor::engine::{Attempt, Engine, Plan, PlanOptions, StraightWalk, Stuck, WalkCode, Walker};
use walkmesh::kotor::{AreaCreature, MissingReason, Part};
use walkmesh::level::{Level, Location};

use crate::location::FileLocation;

/// The answer of `path --engine`.
#[derive(Serialize)]
pub struct EngineAnswer {
    file: FileLocation,
    from: Location,
    to: Location,
    /// Always true: the engine's behaviour is known from reports only.
    reported: bool,
    walker: Walker,
    /// The test with which the engine begins.
    straight_walk: CodedWalk,
    /// The creature that ends the straight walk.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_by: Option<Blocking>,
    /// True where the walker fits: at the start, and at the goal.
    safe: [bool; 2],
    /// True where a room has a floor: at the start, and at the goal.
    on_floor: [bool; 2],
    /// The number of doors and placeables of the GIT that are not obstacles, because their tables, templates or walkmeshes are
    /// not among the files.
    not_placed: usize,
    /// The things at the goal.
    at_goal: Vec<Place>,
    /// The number of path points of the area; `null` if no PTH of the area is among the files, so that the plan is made on the grid.
    path_points: Option<usize>,
    /// The reason why no path was found; `null` if a path was found.
    no_path: Option<String>,
    /// The same answer with its parts.
    stuck: Option<Stuck>,
    /// In metres in the plan view.
    length: Option<f64>,
    steps: Vec<EngineStep>,
    plan: Option<Plan>,
}

#[derive(Serialize)]
struct CodedWalk {
    /// 1, 0, -1, -2 or -3.
    number: i32,
    #[serde(flatten)]
    walk: StraightWalk,
}

/// A creature in the way.
#[derive(Serialize)]
struct Blocking {
    place: Place,
    /// The distance that other creatures keep from its centre, in metres.
    radius: f32,
    /// The reason for this default; `null` if `appearance.2da` gives the radius.
    default_radius: Option<MissingReason>,
}

/// A point of the path, with the height that the engine gives it.
#[derive(Serialize)]
struct EngineStep {
    point: [f32; 3],
    /// The room there; `null` outside all rooms, where the height is 0.
    room: Option<String>,
}

impl EngineAnswer {
    pub fn new(
        file: FileLocation,
        level: &Level,
        from: Location,
        to: Location,
        walker: &Walker,
    ) -> anyhow::Result<Self> {
        let (start, goal) = (plan_view(from)?, plan_view(to)?);
        let engine = &level.engine()?.without_creatures_at(&[start, goal]);
        let walk = engine.straight_walk(start, goal, walker);
        let answer = engine.plan(start, goal, walker, &PlanOptions::default());
        let number = walk.hit.and_then(|hit| hit.number).filter(|_| walk.code == WalkCode::Creature);
        let creature = number.and_then(|number| level.kotor().contents?.creatures.get(number));
        let points = answer.as_ref().map_or(&[][..], |plan| &plan.points);
        let length =
            points.windows(2).map(|leg| f64::from(leg[1][0] - leg[0][0]).hypot(f64::from(leg[1][1] - leg[0][1]))).sum();
        Ok(Self {
            file,
            from,
            to,
            reported: true,
            walker: *walker,
            straight_walk: CodedWalk { number: walk.code.code(), walk },
            blocked_by: creature.map(Blocking::new),
            at_goal: level.things_at(goal, engine, walker),
            safe: [start, goal].map(|[x, y]| engine.height([x, y]).is_some_and(|z| engine.is_safe([x, y, z], walker))),
            on_floor: [start, goal].map(|at| engine.height(at).is_some()),
            not_placed: level.kotor().contents.map_or(0, |contents| contents.missing.len()),
            path_points: level.kotor().path_points.map(|path| path.points().len()),
            no_path: answer.as_ref().err().map(Stuck::to_string),
            stuck: answer.as_ref().err().copied(),
            length: answer.is_ok().then_some(length),
            steps: points.iter().map(|at| EngineStep::new(engine, *at)).collect(),
            plan: answer.ok(),
        })
    }

    /// True if a path ends at the goal.
    pub fn reaches_goal(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.attempt != Attempt::Fallback)
    }
}

impl Blocking {
    fn new(creature: &AreaCreature) -> Self {
        let AreaCreature { walker, default_size, .. } = creature;
        Self { place: creature.place(), radius: walker.creature_radius, default_radius: default_size.clone() }
    }
}

/// `creature 0 (guard), of radius 0.36; this is a default, because its template guard.utc is not among the files`.
impl fmt::Display for Blocking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, radius, default_radius } = self;
        write!(f, "{place}, of radius {radius}")?;
        default_radius.iter().try_for_each(|reason| write!(f, "; this is a default, because {reason}"))
    }
}

impl EngineStep {
    fn new(engine: &Engine, at: [f32; 2]) -> Self {
        let room = engine.face_at(at).and_then(|face| match face.part {
            Part::Room(room) => engine.area().layout().room(room).map(|room| room.name.clone()),
            Part::Object(_) => None,
        });
        Self { point: [at[0], at[1], engine.height(at).unwrap_or(0.0)], room }
    }
}

/// The point of a location. The engine ignores heights.
fn plan_view(location: Location) -> anyhow::Result<[f32; 2]> {
    match location {
        Location::Point(point) => Ok([point.x, point.y]),
        _ => bail!("{location}: for the engine a position is X,Y or X,Y,Z"),
    }
}

impl fmt::Display for EngineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, no_path, plan, length, steps, .. } = self;
        match (no_path, plan) {
            (Some(reason), _) => write!(f, "no way from {from} to {to} by the engine (reported): {reason}")?,
            (None, Some(plan)) => {
                let (count, length) = (counted(steps.len(), "point"), length.unwrap_or_default());
                write!(
                    f,
                    "{count} from {from} to {to} by the engine (reported): {}, length {length:.3} in the plan",
                    plan.attempt.name()
                )?;
                if !plan.path_points.is_empty() {
                    let numbers: Vec<String> = plan.path_points.iter().map(u32::to_string).collect();
                    write!(f, ", over path points {}", numbers.join(" "))?;
                }
                for EngineStep { point: [x, y, z], room } in steps {
                    write!(
                        f,
                        "\n  {x}, {y}, {z}  {}",
                        room.as_deref().map_or("in no room".to_owned(), |room| format!("in {room}"))
                    )?;
                }
                plan.instead_of.iter().try_for_each(|stuck| write!(f, "\n  the goal is not reached: {stuck}"))?;
                for [x, y] in &plan.through_walls {
                    write!(
                        f,
                        "\n  the way leads through a wall at ({x}, {y}): the engine does not ask the walls of links"
                    )?;
                }
                if plan.depends_on_clock {
                    write!(f, "\n  a slower or faster computer may find another way, or none")?;
                }
            }
            (None, None) => {}
        }
        let CodedWalk { number, walk } = &self.straight_walk;
        if walk.code != WalkCode::Clear && self.path_points.is_none() {
            write!(
                f,
                "\n  no path points (PTH) of the area are among the files: the way is planned on the grid alone"
            )?;
        }
        if walk.code != WalkCode::Clear {
            let meaning = if self.on_floor[0] { meaning(walk.code) } else { "no room here" };
            write!(f, "\n  a straight walk ends with {number}: {meaning}")?;
            walk.hit.iter().try_for_each(|hit| write!(f, " at ({}, {})", hit.point[0], hit.point[1]))?;
            self.blocked_by.iter().try_for_each(|creature| write!(f, ": {creature}"))?;
        }
        for (end, number) in [("start", 0), ("goal", 1)] {
            if !self.on_floor[number] {
                write!(f, "\n  no room here: the {end} is off the floor of every room")?;
            } else if !self.safe[number] {
                write!(f, "\n  the {end} is no safe spot for this walker")?;
            }
        }
        if self.not_placed > 0 {
            let objects = counted(self.not_placed, "object");
            write!(
                f,
                "\n  {objects} of the GIT not placed, because tables, templates or walkmeshes are missing: the way may lead \
                 through them"
            )?;
        }
        self.at_goal.iter().try_for_each(|place| write!(f, "\n  at the goal: {place}"))
    }
}

/// The meaning of a code, without a full stop.
const fn meaning(code: WalkCode) -> &'static str {
    match code {
        WalkCode::NoRoom => "an edge without a room behind it",
        WalkCode::Wall => "a wall is nearer than the radius",
        WalkCode::Object => "a placeable or door is in the way",
        WalkCode::Creature => "a creature is in the way",
        _ => "nothing is in the way",
    }
}
