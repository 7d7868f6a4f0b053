//! A layout in numbers.

use crate::kotor::Layout;

/// The layout of a KotOR area in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LayoutSummary {
    /// How many rooms it lists.
    pub rooms: usize,
    /// How many door hooks it lists: the positions of doors.
    pub door_hooks: usize,
}

impl LayoutSummary {
    pub(in crate::level) fn of(layout: &Layout) -> Self {
        Self { rooms: layout.rooms().len(), door_hooks: layout.door_hooks().len() }
    }
}
