//! Checks whether the things of an area stand on floors, and whether creatures get there.

use super::check::Ground;
use super::part;
use crate::finding::{Findings, Measure, PartKind, Place, PlacePart, Rule, Severity, Spot, rules};
use crate::geometry::polygon_contains;
use crate::kotor::{Instance, InstanceKind};
use crate::mesh::MeshError;

rules! { of crate::kotor::check::sample, Furnished;
    CREATURE_OFF_FLOOR: Warning = "creature-off-floor", "A creature stands where nobody can walk" {
        /// No walkable floor is under the creature. The game puts it at height 0, and it cannot move. Of the creatures of real areas
        /// that could be compared with rooms, all stand on a floor.
        remedy
        /// Move the creature onto a floor.
        bad "creature 0 (guard)": |files| files.thing(InstanceKind::Creature).position = [1.0, 7.0, 0.0],
    }
    SPAWN_POINT_OFF_FLOOR: Warning = "spawn-point-off-floor", "An encounter makes creatures appear where nobody can walk" {
        /// No walkable floor is under a point at which creatures appear. The game looks for another place nearby, or the creature
        /// cannot move.
        remedy
        /// Move the point onto a floor.
        bad "encounter 0 (ambush)": |files| files.thing(InstanceKind::Encounter).spawn_points[0] = [1.0, 7.0, 0.0],
    }
    STORE_OFF_FLOOR: Info = "store-off-floor", "A store stands where nobody can walk" {
        /// A store is opened by a script, so its place does not matter.
        remedy
        /// Nothing needs to be done.
        bad "store 0 (shop)": |files| files.thing(InstanceKind::Store).position = [1.0, 7.0, 0.0],
    }
    WAY_POINT_OFF_FLOOR: Info = "way-point-off-floor", "A way point is where nobody can walk" {
        /// No walkable floor is under the way point. Creatures that are sent there stop on their way, and what a script makes appear
        /// there cannot move. In real areas 5 of 95 way points are so, for scenes in which nobody walks.
        remedy
        /// If somebody should go there, move the way point onto a floor.
        bad "way point 0 (exit)": |files| files.thing(InstanceKind::WayPoint).position = [1.0, 7.0, 0.0],
    }
    TRIGGER_WITHOUT_OUTLINE: Info = "trigger-without-outline", "A trigger or encounter has fewer than three corners" {
        /// Its outline has no area, so nobody can enter it. In real areas 3 of 491 triggers are so.
        remedy
        /// Draw its outline again, or remove it.
        bad "trigger 0 (alarm)": |files| files.thing(InstanceKind::Trigger).outline.truncate(2),
    }
    TRIGGER_OFF_FLOOR: Warning = "trigger-off-floor", "Nobody can enter a trigger or encounter" {
        /// No point of its outline that was tried has a walkable floor. What it should do never happens.
        remedy
        /// Move the outline onto the floor that creatures walk on.
        bad "trigger 0 (alarm)": |files| {
            files.thing(InstanceKind::Trigger).outline.iter_mut().for_each(|point| point[1] += 30.0);
        },
    }
    INSTANCE_CUT_OFF: Info = "instance-cut-off", "No way leads to a thing" {
        /// It stands on a floor, and no way leads there from the entry of the module, or from the largest floor if the entry is in
        /// another area. Many areas have such floors on purpose, for scenes and for what is seen from afar.
        remedy
        /// If somebody should go there, join the floors.
        bad "creature 0 (guard)": |files| {
            files.part_rooms(0.5);
            files.thing(InstanceKind::Creature).position = [2.8, 0.5, 0.0];
        },
    }
}

/// The points in a row of an outline's box that are tried.
const TRIED: u8 = 16;

impl Ground<'_> {
    pub(super) fn check_instances(&self, findings: &mut Findings) -> Result<(), MeshError> {
        let main = self.main_part()?;
        for instance in &self.contents.instances.complete {
            match instance.kind {
                InstanceKind::Creature => self.stands(instance, &CREATURE_OFF_FLOOR, main, findings)?,
                InstanceKind::WayPoint => self.stands(instance, &WAY_POINT_OFF_FLOOR, main, findings)?,
                InstanceKind::Store => self.stands(instance, &STORE_OFF_FLOOR, main, findings)?,
                InstanceKind::Trigger => self.check_outline(instance, findings)?,
                InstanceKind::Encounter => {
                    self.check_outline(instance, findings)?;
                    self.check_spawn_points(instance, findings)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reports a thing that is off the floor, or on one to which no way leads.
    fn stands(
        &self,
        instance: &Instance,
        rule: &'static Rule,
        main: Option<u32>,
        findings: &mut Findings,
    ) -> Result<(), MeshError> {
        let spot = Some(Spot { point: instance.position, measure: Measure::Length(0.0) });
        let noun = instance.kind.noun();
        let Some(position) = self.position(instance.position)? else {
            let meaning = || format!("No walkable floor is under the {noun}.{}", self.caveat());
            findings.add_spot(rule, self.severity(rule.severity), part(instance), spot, meaning);
            return Ok(());
        };
        let from = if self.entry.is_some() { "the entry of the module" } else { "the largest floor" };
        if self.navigator.connected_part(position)? != main {
            let meaning = || format!("No way leads from {from} to the {noun}.{}", self.caveat());
            findings.add_spot(&INSTANCE_CUT_OFF, Severity::Info, part(instance), spot, meaning);
        }
        Ok(())
    }

    fn check_spawn_points(&self, encounter: &Instance, findings: &mut Findings) -> Result<(), MeshError> {
        for (number, point) in (0_u32..).zip(&encounter.spawn_points) {
            if self.position(*point)?.is_none() {
                let spot = Some(Spot { point: *point, measure: Measure::Length(0.0) });
                let meaning = || format!("No walkable floor is under its spawn point {number}.{}", self.caveat());
                let severity = self.severity(Severity::Warning);
                findings.add_spot(&SPAWN_POINT_OFF_FLOOR, severity, part(encounter), spot, meaning);
            }
        }
        Ok(())
    }

    fn check_outline(&self, trigger: &Instance, findings: &mut Findings) -> Result<(), MeshError> {
        let spot = Some(Spot { point: trigger.position, measure: Measure::Length(0.0) });
        let corners = trigger.outline.len();
        if corners < 3 {
            let meaning = || format!("Its outline has {corners} of the three corners that an area needs.");
            findings.add_spot(&TRIGGER_WITHOUT_OUTLINE, Severity::Info, part(trigger), spot, meaning);
            return Ok(());
        }
        for point in points_in(&trigger.outline) {
            if self.position(point)?.is_some() {
                return Ok(());
            }
        }
        let meaning = || format!("No walkable floor is under its outline.{}", self.caveat());
        findings.add_spot(&TRIGGER_OFF_FLOOR, self.severity(Severity::Warning), part(trigger), spot, meaning);
        Ok(())
    }
}

/// Points of an outline: its corners, the middles of its sides, and points of a grid inside of it.
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

/// The place of a point of a path.
pub(super) fn path_point(number: usize) -> Place {
    PlacePart::new(PartKind::PathPoint, i64::try_from(number).unwrap_or(i64::MAX)).into()
}
