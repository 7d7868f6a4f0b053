//! [`Route`]: a route through a game's own tables.

use crate::geometry::vec3::distance_squared;

/// A route through a game's own tables. It is not necessarily the shortest. `S` is a step of that game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Route<S> {
    /// The steps, in order.
    pub steps: Vec<S>,
}

/// A step of a route with a known point.
pub trait Waypoint {
    /// The point.
    fn point(&self) -> [f32; 3];
}

impl<S: Waypoint> Route<S> {
    /// The points of the steps, in order.
    pub fn points(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + '_ {
        self.steps.iter().map(Waypoint::point)
    }

    /// The length from the first point to the last.
    #[must_use]
    pub fn length(&self) -> f64 {
        let legs = self.steps.windows(2).map(|pair| {
            let [from, to] = [&pair[0], &pair[1]].map(|step| step.point().map(f64::from));
            distance_squared(from, to).sqrt()
        });
        // The `sum` of an empty list would be minus zero.
        legs.fold(0.0, |sum, leg| sum + leg)
    }
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
