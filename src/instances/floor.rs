//! Checks whether the objects of an area are on floors, and whether creatures can reach them.

use super::{Instance, InstanceKind, Instances};
use crate::finding::{Findings, Measure, Rule, Severity, Spot, rules};
use crate::geometry::polygon_contains;
use crate::mesh::MeshError;

rules! { of crate::kotor::sample, Furnished;
    CREATURE_OFF_FLOOR: Warning = "creature-off-floor", "A creature is not on a walkable floor" {
        /// The creature has no walkable floor under it. It cannot move, and KotOR puts it at height 0. All creatures of
        /// real KotOR areas that could be compared with floors are on one, and 61 of 62 in NWN2.
        remedy
        /// Move the creature onto a floor.
        bad "creature 0 (guard)": |files| files.thing(InstanceKind::Creature).position = [1.0, 7.0, 0.0],
    }
    SPAWN_POINT_OFF_FLOOR: Warning = "spawn-point-off-floor", "A spawn point is not on a walkable floor" {
        /// A spawn point of an encounter has no walkable floor under it. The game searches for another position nearby,
        /// or the creature cannot move.
        remedy
        /// Move the point onto a floor.
        bad "encounter 0 (ambush)": |files| files.thing(InstanceKind::Encounter).spawn_points[0] = [1.0, 7.0, 0.0],
    }
    STORE_OFF_FLOOR: Info = "store-off-floor", "A store is not on a walkable floor" {
        /// A script opens a store, so its position does not matter.
        remedy
        /// No action is needed.
        bad "store 0 (shop)": |files| files.thing(InstanceKind::Store).position = [1.0, 7.0, 0.0],
    }
    WAY_POINT_OFF_FLOOR: Info = "way-point-off-floor", "A waypoint is not on a walkable floor" {
        /// The waypoint has no walkable floor under it. Creatures that are sent there stop on the way, and creatures
        /// that a script spawns there cannot move. In real areas this affects 5 of 95 waypoints in KotOR and 26 of 788
        /// in NWN2, for scenes in which nobody walks.
        remedy
        /// If creatures should go there, move the waypoint onto a floor.
        bad "way point 0 (exit)": |files| files.thing(InstanceKind::WayPoint).position = [1.0, 7.0, 0.0],
    }
    TRIGGER_WITHOUT_OUTLINE: Info = "trigger-without-outline", "A trigger or encounter has fewer than three corners" {
        /// The outline has no area, so nobody can enter it. In real areas this affects 3 of 491 outlines in KotOR and
        /// 10 of 134 in NWN2.
        remedy
        /// Draw the outline again, or remove the object.
        bad "trigger 0 (alarm)": |files| files.thing(InstanceKind::Trigger).outline.truncate(2),
    }
    TRIGGER_OFF_FLOOR: Warning = "trigger-off-floor", "A trigger or encounter cannot be entered" {
        /// None of the tested points of its outline lies on a walkable floor, so it never fires.
        remedy
        /// Move the outline onto walkable floor.
        bad "trigger 0 (alarm)": |files| {
            files.thing(InstanceKind::Trigger).outline.iter_mut().for_each(|point| point[1] += 30.0);
        },
    }
    INSTANCE_CUT_OFF: Info = "instance-cut-off", "An object cannot be reached" {
        /// The object is on a floor, but no path leads there from the entry of the module, or from the largest floor if
        /// the entry is in another area. Many areas have such floors on purpose, for cutscenes and for distant scenery.
        remedy
        /// If creatures should get there, join the floors.
        bad "creature 0 (guard)": |files| {
            files.part_rooms(0.5);
            files.thing(InstanceKind::Creature).position = [2.8, 0.5, 0.0];
        },
    }
    INSTANCE_WITHOUT_COORDINATES: Warning = "instance-without-coordinates",
        "An object of the area has incomplete coordinates"
    {
        /// The GIT lists the object, but a coordinate of its position or outline is missing or not finite. What the
        /// game assumes instead is not known. This check leaves the object out.
        remedy
        /// Place the object again.
        bad "way point 1": |files| files.contents.instances.incomplete.push((InstanceKind::WayPoint, 1)),
    }
}

/// The floor of an area, as far as the checks of its objects need it.
pub(crate) trait Floor {
    /// The connected part of the floor under a point; `None` if no walkable floor is there.
    ///
    /// # Errors
    /// The mesh is too large to be searched.
    fn part_at(&self, point: [f32; 3]) -> Result<Option<u32>, MeshError>;

    /// The walkable point that is nearest to a point, and its distance, in metres.
    ///
    /// # Errors
    /// The mesh is too large to be searched.
    fn nearest(&self, point: [f32; 3]) -> Result<Option<([f32; 3], f64)>, MeshError>;

    /// The main part of the area's floor.
    ///
    /// # Errors
    /// The mesh is too large to be searched.
    fn main_part(&self) -> Result<Option<u32>, MeshError>;

    /// The name of that part: a noun with an article.
    fn main_name(&self) -> &'static str;

    /// Adjusts the severity of a finding about the floor.
    fn severity(&self, severity: Severity) -> Severity;

    /// A caveat that is appended to a finding about the floor.
    fn caveat(&self) -> &'static str;
}

/// Distance from an object within which a floor is searched, in metres.
pub(crate) const NEAR: f64 = 30.0;
/// Maximum number of objects whose nearest floor is searched, because the search looks at every face.
const SOUGHT: usize = 100;

/// The location of the nearest floor, as a sentence.
pub(crate) fn nearest_in_words(floor: &impl Floor, point: [f32; 3]) -> Result<String, MeshError> {
    let sentence = |([x, y, z], metres): ([f32; 3], f64)| {
        format!(" The nearest floor is {metres:.2} m away, at ({x:.3}, {y:.3}, {z:.3}).")
    };
    Ok(floor.nearest(point)?.map_or_else(String::new, sentence))
}

/// A search for objects on a floor.
struct FloorSearch<'c, F> {
    /// Number of further things whose nearest floor is searched.
    left: usize,
    floor: &'c F,
    main: Option<u32>,
    findings: &'c mut Findings,
}

impl Instances {
    /// Checks whether creatures, waypoints, stores, triggers and encounters are on a floor.
    pub(crate) fn check(&self, floor: &impl Floor, findings: &mut Findings) -> Result<(), MeshError> {
        let mut search = FloorSearch { left: SOUGHT, main: floor.main_part()?, floor, findings };
        for instance in &self.complete {
            match instance.kind {
                InstanceKind::Creature => search.stands(instance, &CREATURE_OFF_FLOOR)?,
                InstanceKind::WayPoint => search.stands(instance, &WAY_POINT_OFF_FLOOR)?,
                InstanceKind::Store => search.stands(instance, &STORE_OFF_FLOOR)?,
                InstanceKind::Trigger => search.outline(instance)?,
                InstanceKind::Encounter => {
                    search.outline(instance)?;
                    search.spawn_points(instance)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reports the objects without coordinates.
    pub(crate) fn check_coordinates(&self, findings: &mut Findings) {
        for (kind, index) in &self.incomplete {
            let meaning = || format!("A coordinate of this {} is missing or not finite.", kind.noun());
            findings.add(&INSTANCE_WITHOUT_COORDINATES, kind.place(*index, ""), meaning);
        }
    }
}

impl<F: Floor> FloorSearch<'_, F> {
    /// Reports a fault of an object.
    fn report(&mut self, rule: &'static Rule, severity: Severity, instance: &Instance, point: [f32; 3], what: &str) {
        let spot = Some(Spot { point, measure: Measure::Length(0.0) });
        let meaning = || format!("{what}{}", self.floor.caveat());
        self.findings.add_spot(rule, severity, instance.place(), spot, meaning);
    }

    /// Reports an object that is off the floor, or on a floor to which no path leads.
    fn stands(&mut self, instance: &Instance, rule: &'static Rule) -> Result<(), MeshError> {
        let noun = instance.kind.noun();
        let (rule, severity, what) = match self.floor.part_at(instance.position)? {
            None => {
                let near = self.near(instance.position)?;
                (
                    rule,
                    self.floor.severity(rule.severity),
                    format!("There is no walkable floor under the {noun}.{near}"),
                )
            }
            part if part == self.main => return Ok(()),
            Some(_) => {
                let what = format!("No path leads from {} to the {noun}.", self.floor.main_name());
                (&INSTANCE_CUT_OFF, Severity::Info, what)
            }
        };
        self.report(rule, severity, instance, instance.position, &what);
        Ok(())
    }

    /// The location of the nearest floor, as a sentence.
    fn near(&mut self, point: [f32; 3]) -> Result<String, MeshError> {
        if self.left == 0 {
            return Ok(String::new());
        }
        self.left -= 1;
        nearest_in_words(self.floor, point)
    }

    fn spawn_points(&mut self, encounter: &Instance) -> Result<(), MeshError> {
        for (number, point) in (0_u32..).zip(&encounter.spawn_points) {
            if self.floor.part_at(*point)?.is_none() {
                let near = self.near(*point)?;
                let what = format!("There is no walkable floor under its spawn point {number}.{near}");
                let severity = self.floor.severity(Severity::Warning);
                self.report(&SPAWN_POINT_OFF_FLOOR, severity, encounter, *point, &what);
            }
        }
        Ok(())
    }

    fn outline(&mut self, trigger: &Instance) -> Result<(), MeshError> {
        let spot = Some(Spot { point: trigger.position, measure: Measure::Length(0.0) });
        let corners = trigger.outline.len();
        if corners < 3 {
            let meaning = || format!("Its outline has {corners} corners; an area needs three.");
            self.findings.add_spot(&TRIGGER_WITHOUT_OUTLINE, Severity::Info, trigger.place(), spot, meaning);
            return Ok(());
        }
        for point in points_in(&trigger.outline) {
            if self.floor.part_at(point)?.is_some() {
                return Ok(());
            }
        }
        let severity = self.floor.severity(Severity::Warning);
        let what = "There is no walkable floor under its outline.";
        self.report(&TRIGGER_OFF_FLOOR, severity, trigger, trigger.position, what);
        Ok(())
    }
}

/// Number of points tried per row of an outline's bounding box.
const TRIED: u8 = 16;

/// Points of an outline: its corners, the midpoints of its sides, and points of a grid inside of it.
fn points_in(outline: &[[f32; 3]]) -> impl Iterator<Item = [f32; 3]> {
    let sides = || outline.iter().zip(outline.iter().cycle().skip(1));
    let middles = sides().map(|(a, b)| [0, 1, 2].map(|axis| a[axis] / 2.0 + b[axis] / 2.0));
    let least = |axis: usize| outline.iter().map(|point| point[axis]).fold(f32::INFINITY, f32::min);
    let most = |axis: usize| outline.iter().map(|point| point[axis]).fold(f32::NEG_INFINITY, f32::max);
    let (min, max) = ([least(0), least(1)], [most(0), most(1)]);
    let at =
        move |axis: usize, step: u8| min[axis] + (max[axis] - min[axis]) * (f32::from(step) + 0.5) / f32::from(TRIED);
    let grid = (0..TRIED).flat_map(move |x| (0..TRIED).map(move |y| [at(0, x), at(1, y), outline[0][2]]));
    let plan: Vec<[f64; 2]> = outline.iter().map(|&[x, y, _]| [x.into(), y.into()]).collect();
    let is_inside = move |&[x, y, _]: &[f32; 3]| polygon_contains(&plan, [x.into(), y.into()]);
    outline.iter().copied().chain(middles).chain(grid.filter(is_inside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_an_outline_are_its_corners_the_middles_of_its_sides_and_a_grid() {
        let outline = [[10.0, -20.0, 5.0], [26.0, -20.0, 7.0], [26.0, -4.0, 5.0]];
        let points: Vec<[f32; 3]> = points_in(&outline).collect();
        assert_eq!(points[..3], outline);
        assert_eq!(points[3..6], [[18.0, -20.0, 6.0], [26.0, -12.0, 6.0], [18.0, -12.0, 5.0]]);
        // The cells of 1 m below the diagonal.
        let grid: Vec<[f32; 3]> =
            (0..16_u8).flat_map(|x| (0..x).map(move |y| [10.5 + f32::from(x), -19.5 + f32::from(y), 5.0])).collect();
        let off_diagonal = |point: &&[f32; 3]| point[0] - point[1] != 30.0;
        assert_eq!(points[6..].iter().filter(off_diagonal).copied().collect::<Vec<_>>(), grid);
    }
}
