//! Checks whether creatures can walk the paths that the engine plans: along links, from the floor to the path points, and from their own
//! positions.

use super::check::{Ground, Passable};
use super::path_point;
use crate::finding::{Findings, Measure, PartKind, Place, PlacePart, Rule, Severity, Spot, rules};
use crate::instances::floor::Floor;
use crate::instances::{Instance, InstanceKind};
use crate::kotor::engine::choices::PLANNER_REACH;
use crate::kotor::engine::{Detour, Engine, Walker, WalkerGround};
use crate::kotor::{AreaCreature, PathPoints, PlacedObject};
use crate::mesh::MeshError;

rules! { of crate::kotor::check::sample, Furnished;
    PATH_LINK_NARROW: Warning = "path-link-narrow", "A link between two path points is too narrow for a person" {
        /// A straight walk along the link stops for a walker with a radius of 0.35 m, the usual size of a person
        /// (reported). The game does not test for walls when it plans over links, so creatures touch the wall; it drops
        /// a link that a placeable blocks. All 138 links of real files that could be compared with rooms are wide
        /// enough.
        remedy
        /// Move one of the points so that the link keeps 0.35 m from walls and placeables.
        bad "path point 0": |files| files.fix("wall.pwk", [[2.5, 0.7, 0.0], [2.7, 0.7, 0.0], [2.6, 1.0, 0.0]]),
    }
    PATH_NOT_COVERING: Warning = "path-not-covering", "Some of the floor has no path point within reach" {
        /// No straight walk leads from that part of the floor to a path point, so a creature there finds no path over path points
        /// (reported). The severity is info for at most 5 % of the floor, and at most 0.5 % is not reported: the points of real areas cover
        /// 99.8 % or more. Doors count as open, and floor that cannot be reached is ignored.
        remedy
        /// Add path points, or generate them again and keep the good ones.
        bad "": |files| {
            files.widen();
            files.fix("wall.pwk", [[5.9, 1.0, 0.0], [6.1, 1.0, 0.0], [6.0, 11.0, 0.0]]);
            files.path(&[([3.0, 6.0], &[1]), ([4.0, 6.0], &[0])]);
        },
    }
    PATH_DETOUR: Warning = "path-detour", "A path over the path points is a detour" {
        /// Between two places that see no straight way to each other, the game plans over the path points (reported).
        /// The path is more than twice as long as the shortest path of a person, and more than 3 m longer. The
        /// place is the start of the longest of 200 paths. Over the points of real areas, paths are 1.04 times as
        /// long as the shortest on average, and at most 1.7 times.
        remedy
        /// Add path points at both ends of corridors and doors, and links that close loops; or generate them again.
        bad "": |files| {
            files.widen();
            files.fix("wall.pwk", [[5.9, 3.0, 0.0], [6.1, 3.0, 0.0], [6.0, 9.0, 0.0]]);
            files.path(&[
                ([3.0, 6.0], &[1]), ([3.5, 11.0], &[0, 2]), ([8.5, 11.0], &[1, 3]), ([9.0, 6.0], &[2]),
            ]);
        },
    }
    CREATURE_UNSAFE: Warning = "creature-unsafe", "A creature is too close to a wall or a placeable" {
        /// The creature touches the wall or the placeable, by the radius of its appearance (reported). An unknown radius is assumed to be a
        /// person's, 0.35 m. The severity is info if there is room for the creature within 2 m: the game moves it there first when it is
        /// sent somewhere. Otherwise the creature is stuck.
        remedy
        /// Move the creature or the placeable.
        bad Info "creature 0 (guard)": |files| files.fix("wall.pwk", [[1.2, 0.4, 0.0], [1.3, 0.4, 0.0], [1.2, 0.6, 0.0]]),
    }
    INSTANCE_OFF_PATH_POINTS: Warning = "instance-off-path-points",
        "A creature, waypoint or use hook has no path point within reach"
    {
        /// No straight walk leads from its position to any path point of the area. A creature there can only walk straight, and paths to a
        /// waypoint or hook there fail (reported).
        remedy
        /// Add a path point with a straight walk to it, or generate the points again and keep the good ones.
        bad "creature 0 (guard)": |files| {
            files.fix("wall.pwk", [[2.5, -1.0, 0.0], [2.5, 1.8, 0.0], [2.6, 1.8, 0.0]]);
            files.path(&[([0.5, 0.5], &[1]), ([1.5, 0.5], &[0])]);
            files.thing(InstanceKind::Creature).position = [3.5, 0.5, 0.0];
        },
    }
}

/// Number of spots on a floor for which path points are searched.
const SPOTS: u32 = 4000;

/// Thresholds for the share of the floor from which path points are reached: below the first it is a warning, and from the second up
/// nothing is reported. Makers of real areas leave out up to 0.2 %.
const ENOUGH: [f64; 2] = [0.95, 0.995];

/// Number of pairs of spots between which paths are planned, and from which ratio to the shortest and from how many metres more one is
/// reported.
const PAIRS: usize = 200;
const DETOUR: f64 = 2.0;
const LONGER: f64 = 3.0;

/// Maximum numbers of links, points and objects that are tested, because more would take too long. Real files have at most 790 links and
/// 345 points.
const MAX_LINKS: usize = 1 << 14;
const MAX_POINTS: usize = 1 << 10;
const MAX_ENDS: usize = 1 << 10;

/// A walker, and the ground that it walks on.
struct Walks<'c> {
    ground: &'c Ground<'c>,
    passable: &'c Passable,
    engine: Engine,
    walker: Walker,
}

impl Ground<'_> {
    /// Checks the floor and links that a person can walk. `fixed` are objects that stay where they are. `sound_path` are the path points, if
    /// the links of each are known.
    pub(super) fn check_walks(
        &self,
        fixed: &[(String, PlacedObject)],
        passable: &Passable,
        sound_path: Option<&PathPoints>,
        findings: &mut Findings,
    ) -> Result<(), MeshError> {
        let objects: Vec<PlacedObject> = fixed.iter().map(|(_, object)| object.clone()).collect();
        let mut engine = Engine::new(self.navigator.area().clone())?.with_objects(&objects, &[]);
        let path = self.contents.path_points.as_ref();
        let path = path.filter(|path| path.points().len() <= MAX_POINTS && path.links().len() <= MAX_LINKS);
        if let Some(path) = path {
            engine = engine.with_path_points(path);
        }
        let walks = Walks { ground: self, passable, engine, walker: Walker::PERSON };
        if let Some(path) = path {
            let floor = walks.engine.walker_ground(&walks.walker, SPOTS);
            walks.check_links(path, findings);
            walks.check_coverage(path, &floor, findings)?;
            if let Some(path) = sound_path {
                // The engine searches other graphs wrong, which has findings of its own.
                let count = path.points().len();
                if path.is_sorted() && path.links().iter().all(|to| (*to as usize) < count) {
                    walks.check_detours(&floor, findings);
                }
                let points: Vec<[f32; 2]> = path.points().iter().map(|point| point.position).collect();
                let floors = floor.parts(&walks.engine, &points);
                path.check_parts(self.severity(Severity::Warning), Some(&floors), findings);
            }
        }
        let path = path.filter(|path| !path.points().is_empty());
        walks.check_instances(path, findings)?;
        if path.is_some() {
            walks.check_hooks(fixed, findings)?;
        }
        Ok(())
    }
}

impl Walks<'_> {
    /// Reports links that a point can walk and a person cannot.
    fn check_links(&self, path: &PathPoints, findings: &mut Findings) {
        let at = |point: u32| path.points()[point as usize].position;
        let mut links: Vec<[u32; 2]> = path.pairs().map(|[a, b]| [a.min(b), a.max(b)]).filter(|[a, b]| a < b).collect();
        links.sort_unstable();
        links.dedup();
        for [from, to] in links {
            let walk = self.engine.straight_walk(at(from), at(to), &self.walker);
            let is_free = |walker: &Walker| self.engine.straight_walk(at(from), at(to), walker).code.is_free();
            if let Some(hit) = walk.hit.filter(|_| !walk.code.is_free() && is_free(&self.walker.with_radius(0.0))) {
                let what = |[x, y]: [f32; 2]| {
                    format!("The straight walk of a person to point {to} stops at ({x:.2}, {y:.2}).")
                };
                self.report(
                    &PATH_LINK_NARROW,
                    Severity::Warning,
                    path_point(from as usize),
                    hit.point,
                    &what(hit.point),
                    findings,
                );
            }
        }
    }

    /// Reports the share of the floor that no path point covers, at the first such spot. Floor that cannot be reached is ignored.
    fn check_coverage(
        &self,
        path: &PathPoints,
        floor: &WalkerGround,
        findings: &mut Findings,
    ) -> Result<(), MeshError> {
        if path.points().is_empty() {
            return Ok(());
        }
        let mut coverage = floor.coverage(&self.engine, &self.walker);
        let mut is_reached = Vec::with_capacity(coverage.missed.len());
        for &[x, y] in &coverage.missed {
            is_reached.push(self.passable.is_reached([x, y, self.engine.height([x, y]).unwrap_or(0.0)])?);
        }
        let mut is_reached = is_reached.into_iter();
        coverage.missed.retain(|_| is_reached.next() == Some(true));
        let [few, most] = ENOUGH;
        let Some(&[x, y]) = coverage.missed.first().filter(|_| coverage.share() < most) else { return Ok(()) };
        let severity = if coverage.share() < few { Severity::Warning } else { Severity::Info };
        let area = coverage.missed.len() as f64 * coverage.step * coverage.step;
        let point = [x, y, self.engine.height([x, y]).unwrap_or(0.0)];
        let spot = Some(Spot { point, measure: Measure::Area(area) });
        let meaning = || {
            let missed = 100.0 * (1.0 - coverage.share());
            format!("From {missed:.1} % of the floor no straight walk leads to a path point.{}", self.ground.caveat())
        };
        findings.add_spot(&PATH_NOT_COVERING, self.ground.severity(severity), Place::default(), spot, meaning);
        Ok(())
    }

    /// Reports the longest detour over the path points.
    fn check_detours(&self, floor: &WalkerGround, findings: &mut Findings) {
        let is_long = |length: f64, shortest: f64| length > DETOUR * shortest && length > shortest + LONGER;
        let Some(detours) = self.engine.long_detours(floor, &self.walker, PAIRS, is_long) else { return };
        let Some(worst) = detours.worst else { return };
        let Detour { to: [x, y], length, shortest, .. } = worst;
        let what = format!(
            "The path to ({x:.2}, {y:.2}) is {length:.1} m long; the shortest is {shortest:.1} m. On average, paths are {:.2} times as \
             long as the shortest.",
            detours.mean
        );
        self.report(&PATH_DETOUR, Severity::Warning, Place::default(), worst.from, &what, findings);
    }

    /// Reports creatures at unsafe positions, and creatures and waypoints from which no path point is reached.
    fn check_instances(&self, path: Option<&PathPoints>, findings: &mut Findings) -> Result<(), MeshError> {
        for instance in self.ground.contents.instances.complete.iter().take(MAX_ENDS) {
            let is_creature = instance.kind == InstanceKind::Creature;
            let [x, y, _] = instance.position;
            // An object off the floor has a separate finding.
            let Some(z) = self.engine.height([x, y]).filter(|_| is_creature || instance.kind == InstanceKind::WayPoint)
            else {
                continue;
            };
            if is_creature {
                self.check_creature(instance, [x, y, z], findings);
            }
            if path.is_some() {
                self.check_end(instance.place(), [x, y], instance.kind.noun(), findings)?;
            }
        }
        Ok(())
    }

    /// Reports a creature that touches something at its position.
    fn check_creature(&self, instance: &Instance, [x, y, z]: [f32; 3], findings: &mut Findings) {
        let creatures = &self.ground.contents.creatures;
        let known = creatures.binary_search_by_key(&instance.index, |it| it.index).ok().map(|at| &creatures[at]);
        let walker = known.map_or(&AreaCreature::DEFAULT, |creature| &creature.walker);
        if self.engine.is_safe([x, y, z], walker) {
            return;
        }
        let (severity, reach) = match self.engine.nearest_safe([x, y], PLANNER_REACH, true, walker) {
            Some(_) => (Severity::Info, ""),
            None => (Severity::Warning, " and everywhere within 2 m"),
        };
        let radius = Measure::Length(walker.radius.into());
        let size = match known.map(|creature| &creature.default_size) {
            Some(None) => String::new(),
            Some(Some(reason)) => format!(" Its size is not known, because {reason}, so a person's size is assumed."),
            None => " Its size is not known, so a person's size is assumed.".to_owned(),
        };
        let what = format!("With its radius of {radius} it touches a wall or placeable there{reach}.{size}");
        self.report(&CREATURE_UNSAFE, severity, instance.place(), [x, y], &what, findings);
    }

    /// Reports the use hooks of objects from which no path point is reached.
    fn check_hooks(&self, fixed: &[(String, PlacedObject)], findings: &mut Findings) -> Result<(), MeshError> {
        for (name, object) in fixed.iter().take(MAX_ENDS) {
            for ((hook, [x, y, _]), number) in object.walkmesh().hooks().iter().zip(object.hooks()).zip(1_u32..) {
                if hook.relative != [0.0; 3] {
                    let hook = PlacePart::new(PartKind::Hook, number);
                    let place = Place::from([PlacePart::from(PartKind::Object).named(name), hook]);
                    self.check_end(place, [x, y], "hook", findings)?;
                }
            }
        }
        Ok(())
    }

    /// Reports a point from which no path over path points can start. If a walker does not fit there, or cannot get there at all, that is
    /// another finding.
    fn check_end(
        &self,
        place: impl Into<Place>,
        at: [f32; 2],
        noun: &str,
        findings: &mut Findings,
    ) -> Result<(), MeshError> {
        let safe = self.engine.nearest_safe(at, PLANNER_REACH, true, &self.walker);
        let Some([x, y, z]) = safe else { return Ok(()) };
        if !self.engine.reaches_path_point([x, y], &self.walker) && self.passable.is_reached([x, y, z])? {
            let what = format!("No straight walk leads from the {noun} to a path point.");
            self.report(&INSTANCE_OFF_PATH_POINTS, Severity::Warning, place, at, &what, findings);
        }
        Ok(())
    }

    fn report(
        &self,
        rule: &'static Rule,
        severity: Severity,
        place: impl Into<Place>,
        [x, y]: [f32; 2],
        what: &str,
        findings: &mut Findings,
    ) {
        let point = [x, y, self.engine.height([x, y]).unwrap_or(0.0)];
        let spot = Some(Spot { point, measure: Measure::Length(0.0) });
        let meaning = || format!("{what}{}", self.ground.caveat());
        findings.add_spot(rule, self.ground.severity(severity), place, spot, meaning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Sample;
    use crate::kotor::check::sample::Furnished;

    #[test]
    fn detours_are_reported_only_over_points_and_links_that_the_engine_searches_right() {
        let is_reported = |points: &[([f32; 2], u32, u32)], links: &[u32]| {
            let mut files = Furnished::sound();
            files.widen();
            files.fix("wall.pwk", [[5.9, 3.0, 0.0], [6.1, 3.0, 0.0], [6.0, 9.0, 0.0]]);
            files.path_links(points, links);
            files.findings().iter().any(|finding| finding.rule.code == PATH_DETOUR.code)
        };
        let [west, north_west, north_east, east] = [[3.0, 6.0], [3.5, 11.0], [8.5, 11.0], [9.0, 6.0]];
        let points = [(west, 0, 1), (north_west, 1, 2), (north_east, 3, 2), (east, 5, 1)];
        assert!(is_reported(&points, &[1, 0, 2, 1, 3, 2]));
        let points = [(west, 0, 1), (north_west, 1, 2), (north_east, 3, 2), (east, 5, 2)];
        assert!(!is_reported(&points, &[1, 0, 2, 1, 3, 2, 4]), "a link to a point that does not exist");
        let points = [(east, 0, 1), (north_east, 1, 2), (north_west, 3, 2), (west, 5, 1)];
        assert!(!is_reported(&points, &[1, 0, 2, 1, 3, 2]), "not sorted by x");
    }
}
