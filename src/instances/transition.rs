//! [`Transition`]: the target of a door or a trigger that leads out of an area.

use crate::formats::gff::View;

use super::fields::text;

/// The target of a door or a trigger: in another module, or in another place of the same area.
///
/// Source: docs/formats/kotor-area.md#transitions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Transition {
    /// The module, without an extension; empty if it is this one.
    pub module: String,
    /// The tag of the door or waypoint there; empty if the GIT names none.
    pub tag: String,
    /// The kind of thing that has this tag.
    pub target: TransitionTarget,
}

/// The kind of thing to which a transition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum TransitionTarget {
    /// A door.
    Door,
    /// A way point.
    WayPoint,
}

impl Transition {
    /// The transition of a door or trigger; `None` if its flags say that it leads nowhere.
    pub(super) fn new(view: View<'_>) -> Option<Self> {
        let target = match view.integer("LinkedToFlags")? {
            1 => TransitionTarget::Door,
            2 => TransitionTarget::WayPoint,
            _ => return None,
        };
        Some(Self { module: text(view, "LinkedToModule"), tag: text(view, "LinkedTo"), target })
    }
}
