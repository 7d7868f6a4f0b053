//! The steps of a carving, so that hostile input cannot take quadratic time.

pub(super) use crate::budget::OverLimit as TooManySteps;
pub(super) use crate::budget::{Budget, Counter as Steps};
