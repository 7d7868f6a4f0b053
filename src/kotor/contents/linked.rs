//! Checks the targets of the doors and triggers of an area.

use super::AreaContents;
use crate::finding::{Findings, Measure, Spot, rules};
use crate::instances::{Instance, InstanceKind, Transition};

rules! { of crate::kotor::check::sample, Furnished;
    TRANSITION_TARGET_MISSING: Error = "transition-target-missing", "The target of a door or trigger does not exist" {
        /// The door or trigger leads to a tag, but no door or waypoint of the target area has this tag. A player who uses it appears at the
        /// entry of the module, or nothing happens.
        remedy
        /// Correct the tag, or add a waypoint with this tag there.
        bad "door 0 (gate)": |files| files.lead("", "nowhere"),
        bad "door 0 (gate)": |files| {
            files.contents.linked_modules.insert("south".into(), Some(["arrival".to_owned()].into()));
            files.lead("south", "nowhere");
        },
    }
    TRANSITION_MODULE_MISSING: Error = "transition-module-missing",
        "The target module of a door or trigger does not exist"
    {
        /// The game has no module of this name. Using the door or entering the trigger does nothing, or the game
        /// crashes.
        remedy
        /// Correct the name of the module, or install it.
        bad "door 0 (gate)": |files| {
            files.contents.linked_modules.insert("south".into(), None);
            files.lead("south", "arrival");
        },
    }
    TRANSITION_WITHOUT_TARGET: Info = "transition-without-target", "A door or trigger names no target" {
        /// The door or trigger leads out of the area but names no door or waypoint. Whoever uses it appears at the entry of the module. In
        /// real areas 3 of 76 do this.
        remedy
        /// If it should lead elsewhere, set the tag of a door or waypoint.
        bad "door 0 (gate)": |files| files.lead("south", ""),
    }
}

impl AreaContents {
    pub(super) fn check_transitions(&self, findings: &mut Findings) {
        for instance in &self.instances.complete {
            if let Some(transition) = &instance.transition {
                self.check_transition(instance, transition, findings);
            }
        }
    }

    fn check_transition(&self, from: &Instance, to: &Transition, findings: &mut Findings) {
        let spot = Some(Spot { point: from.position, measure: Measure::Length(0.0) });
        let Transition { module, tag, .. } = to;
        let linked = self.linked_modules.get(&module.to_ascii_lowercase());
        let mut add = |rule, meaning: &dyn Fn() -> String| {
            findings.add_spot(rule, rule.severity, from.place(), spot, meaning);
        };
        if let (false, Some(None)) = (module.is_empty(), linked) {
            return add(&TRANSITION_MODULE_MISSING, &|| {
                format!("It leads to the module {module}, which does not exist.")
            });
        }
        if tag.is_empty() {
            return add(&TRANSITION_WITHOUT_TARGET, &|| {
                "It leads out of the area but names no door or waypoint.".to_owned()
            });
        }
        let is_there = match (module.is_empty(), linked) {
            (true, _) => self.has_target(tag),
            (false, Some(Some(tags))) => tags.contains(&tag.to_ascii_lowercase()),
            (false, _) => true,
        };
        if !is_there {
            let place = if module.is_empty() { "this area".to_owned() } else { format!("the module {module}") };
            add(&TRANSITION_TARGET_MISSING, &|| {
                format!("It leads to `{tag}`, but {place} has no door or waypoint with this tag.")
            });
        }
    }

    fn has_target(&self, tag: &str) -> bool {
        let mut targets = self.instances.complete.iter().filter(|instance| is_target(instance.kind));
        targets.any(|instance| instance.tag.eq_ignore_ascii_case(tag))
    }
}

/// Returns whether a transition can lead to an object of this kind. The flags say door or waypoint, but real
/// transitions flagged as door lead to waypoints, too: docs/formats/kotor-area.md#transitions.
pub(crate) fn is_target(kind: InstanceKind) -> bool {
    matches!(kind, InstanceKind::Door | InstanceKind::WayPoint)
}
