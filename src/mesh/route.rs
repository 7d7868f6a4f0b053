//! [`Route`]: a route through a game's own tables.

/// A route through a game's own tables. It need not be the shortest. `S` is a step of that game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Route<S> {
    /// The steps, in order.
    pub steps: Vec<S>,
}

impl<S> Default for Route<S> {
    fn default() -> Self {
        Self { steps: Vec::new() }
    }
}

impl<S> FromIterator<S> for Route<S> {
    fn from_iter<I: IntoIterator<Item = S>>(steps: I) -> Self {
        Self { steps: steps.into_iter().collect() }
    }
}
