//! `PulledRoute`: string pulling along a route, where floors provide the portals.

use crate::mesh::{Portal, Route, pull_string};
use crate::silkroad::BlockId;
use crate::silkroad::placement::turned;

use super::{Navigator, RouteStep};

/// A route after string pulling.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PulledRoute {
    /// The start, the corner points and the end, in dungeon space and game units.
    pub points: Vec<[f32; 3]>,
    /// For each step, the point where the path crosses its edge, at the height of the edge there.
    pub passes: Vec<[f32; 3]>,
}

impl Navigator {
    /// Returns whether the floor of a block is present and is the one from which its tables were made, so its cells are
    /// the tables' cells.
    #[must_use]
    pub fn floor_fits(&self, block: BlockId) -> bool {
        self.openings().of_block(block).is_some()
    }

    /// Pulls a string along a route (funnel algorithm): the shortest path in the plan view from `start` to `end`
    /// through all edges of the route in their order. In a block without a [fitting floor](Self::floor_fits) the path
    /// goes through the midpoints of edges.
    ///
    /// `start` has to lie in the first cell of the route, `end` in the last.
    #[must_use]
    pub fn pull_string(
        &self,
        start: impl Into<[f32; 3]>,
        end: impl Into<[f32; 3]>,
        route: &Route<RouteStep>,
    ) -> PulledRoute {
        let portals: Vec<_> = route.steps.iter().map(|step| self.portal(step)).collect();
        let string = pull_string(turned(start.into()), turned(end.into()), &portals);
        PulledRoute {
            points: string.points.into_iter().map(turned).collect(),
            passes: string.passes.into_iter().map(turned).collect(),
        }
    }

    /// The portal of a step; if it is not known, a portal without width at the midpoint of the edge.
    fn portal(&self, step: &RouteStep) -> Portal {
        self.known_portal(step).unwrap_or(Portal { left: turned(step.point), right: turned(step.point) })
    }

    fn known_portal(&self, step: &RouteStep) -> Option<Portal> {
        let [a, b] = self.openings().of_block(step.to.block)?.ends(step.edge)?.map(turned);
        // The edge belongs to the entered cell, which lies ahead.
        let corners = self.floors()?.floor(step.to.block)?.corners(step.to.cell)?.map(turned);
        let ahead: [f64; 2] =
            std::array::from_fn(|axis| corners.iter().map(|corner| f64::from(corner[axis])).sum::<f64>() / 3.0);
        let offset = |point: [f32; 3]| [f64::from(point[0]) - ahead[0], f64::from(point[1]) - ahead[1]];
        let (to_a, to_b) = (offset(a), offset(b));
        // Seen from ahead, the left end comes first in clockwise order.
        let a_is_left = to_a[0] * to_b[1] - to_a[1] * to_b[0] > 0.0;
        Some(if a_is_left { Portal { left: a, right: b } } else { Portal { left: b, right: a } })
    }
}

impl PulledRoute {
    /// The length in the plan view, in game units.
    #[must_use]
    pub fn length(&self) -> f64 {
        // A square root is the same on every platform; `hypot` may differ.
        let leg = |pair: &[[f32; 3]]| {
            let along = |axis: usize| f64::from(pair[1][axis]) - f64::from(pair[0][axis]);
            (along(0) * along(0) + along(2) * along(2)).sqrt()
        };
        self.points.windows(2).map(leg).fold(0.0, |sum, leg| sum + leg)
    }
}
