//! The step budget of a carving, which keeps hostile input from taking quadratic time.

pub(super) use crate::budget::OverLimit as TooManySteps;
pub(super) use crate::budget::{Budget, Counter as Steps};
