//! Checks whether placeables, and doors that never open, block the only route to something.

use super::check::{Ground, Passable};
use crate::finding::{Findings, Measure, PartKind, Place, PlacePart, Severity, Spot, rules};
use crate::instances::floor::Floor;
use crate::instances::{Instance, InstanceKind};
use crate::kotor::{Kind, PlacedObject};
use crate::mesh::MeshError;

rules! { of crate::kotor::check::sample, Furnished;
    WAY_BLOCKED: Warning = "way-blocked", "A placeable or a door that never opens blocks the only route" {
        /// Without the object, a path would exist. Creatures cannot go where they are sent, and the player may be
        /// unable to continue.
        remedy
        /// Move the object, make it usable, or add another route.
        bad "object (wall.pwk): creature 0 (guard)": |files| {
            files.fix("wall.pwk", [[2.5, -1.0, 0.0], [2.5, 3.0, 0.0], [2.6, 3.0, 0.0]]);
            files.thing(InstanceKind::Creature).position = [3.5, 0.5, 0.0];
        },
    }
    INSTANCE_UNDER_OBJECT: Info = "instance-under-object", "A creature or waypoint is inside a placeable or door" {
        /// The outline of an object covers the position, so creatures cannot go there.
        remedy
        /// If creatures should go there, move one of the two.
        bad "creature 0 (guard)": |files| {
            files.fix("wall.pwk", [[2.5, -1.0, 0.0], [3.5, -1.0, 0.0], [3.0, 3.0, 0.0]]);
            files.thing(InstanceKind::Creature).position = [3.0, 0.5, 0.0];
        },
    }
}

impl Ground<'_> {
    /// Reports objects that creatures could reach if an obstacle were not there. `fixed` are objects that stay where they are.
    pub(super) fn check_ways(
        &self,
        fixed: &[(String, PlacedObject)],
        Passable { navigator: with, start }: &Passable,
        findings: &mut Findings,
    ) -> Result<(), MeshError> {
        let Some(start) = start.filter(|_| !fixed.is_empty()) else { return Ok(()) };
        let (main, with_main) = (self.main_part()?, with.connected_part(start)?);
        let closed_by = with.objects_that_close(start)?;
        for instance in self.contents.instances.complete.iter().filter(|instance| is_goal(instance.kind)) {
            let Some(without) = self.position(instance.position)? else { continue };
            if self.navigator.connected_part(without)? != main {
                continue;
            }
            let Some(position) = with.position_at(without.point, 0.01)? else {
                report_under(instance, findings);
                continue;
            };
            let part = with.connected_part(position)?;
            if part == with_main {
                continue;
            }
            if let Some(object) = part.and_then(|part| *closed_by.get(part as usize)?).and_then(|it| fixed.get(it)) {
                report_blocked(object, instance, findings);
            }
        }
        Ok(())
    }
}

/// Returns whether creatures go to objects of this kind.
fn is_goal(kind: InstanceKind) -> bool {
    matches!(kind, InstanceKind::Creature | InstanceKind::WayPoint)
}

fn report_under(instance: &Instance, findings: &mut Findings) {
    let meaning = || format!("The outline of an object covers this {}.", instance.kind.noun());
    findings.add_spot(&INSTANCE_UNDER_OBJECT, Severity::Info, instance.place(), spot(instance), meaning);
}

/// Reports that an object blocks the route. A door that never opens usually blocks it intentionally.
fn report_blocked((name, object): &(String, PlacedObject), instance: &Instance, findings: &mut Findings) {
    let severity = if object.walkmesh().kind() == Kind::Dwk { Severity::Info } else { Severity::Warning };
    let place = Place::from([PlacePart::from(PartKind::Object).named(name), instance.place()]);
    let meaning = || format!("The object {name} blocks the only route to this {}.", instance.kind.noun());
    findings.add_spot(&WAY_BLOCKED, severity, place, spot(instance), meaning);
}

fn spot(instance: &Instance) -> Option<Spot> {
    Some(Spot { point: instance.position, measure: Measure::Length(0.0) })
}
