//! A route pulled tight: not from middle to middle of edges, but the shortest way through the openings that they are.

use crate::mesh::{Portal, pull_string};
use crate::parallel;

use crate::silkroad::fit::{Fit, Portals, fit};
use crate::silkroad::placement::turned;
use crate::silkroad::{BlockId, Floors, Graph};

use super::route::{Route, Step};

/// The floors of a dungeon as openings between cells, block by block as far as the floors [fit](fit()) the tables.
#[derive(Clone, Debug)]
pub struct Openings<'f> {
    floors: &'f Floors,
    portals: Vec<Option<Portals>>,
}

/// A route pulled tight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TautRoute {
    /// The start, each point around which the way bends, and the end: in dungeon space and game units.
    pub bends: Vec<[f32; 3]>,
    /// Where the way passes the edge of each step, at the height that the edge has there.
    pub passes: Vec<[f32; 3]>,
}

impl<'f> Openings<'f> {
    /// The openings of a dungeon.
    pub fn of(graph: &Graph<'_>, floors: &'f Floors) -> Self {
        let portals = parallel::map(graph.blocks(), |block| match fit(block, floors.floor(block.block().id())?) {
            Fit::Same(portals) => Some(portals),
            _ => None,
        });
        Self { floors, portals }
    }

    /// Whether the floor of a block fits its tables.
    pub fn has(&self, block: BlockId) -> bool {
        self.portals.get(block.index()).is_some_and(Option::is_some)
    }

    /// Pulls a route tight between two points, in plan: the shortest way through all its edges in their order. Where a
    /// block has no fitting floor, it goes through the middles of edges.
    ///
    /// The points are those that the route was asked for: `start` in its first cell, `end` in its last.
    pub fn pull_tight(&self, start: impl Into<[f32; 3]>, end: impl Into<[f32; 3]>, route: &Route) -> TautRoute {
        let gates: Vec<_> = route.steps.iter().map(|step| self.gate(step)).collect();
        let string = pull_string(turned(start.into()), turned(end.into()), &gates);
        TautRoute {
            bends: string.points.into_iter().map(turned).collect(),
            passes: string.passes.into_iter().map(turned).collect(),
        }
    }

    /// The opening of a step, or, where it is not known, a point.
    fn gate(&self, step: &Step) -> Portal {
        self.opening(step).unwrap_or(Portal { left: turned(step.point), right: turned(step.point) })
    }

    fn opening(&self, step: &Step) -> Option<Portal> {
        let [a, b] = self.portals.get(step.to.block.index())?.as_ref()?.ends(step.edge)?.map(turned);
        // The edge is the entered cell's, which lies ahead.
        let corners = self.floors.floor(step.to.block)?.corners(step.to.cell)?.map(turned);
        let ahead: [f64; 2] =
            std::array::from_fn(|axis| corners.iter().map(|corner| f64::from(corner[axis])).sum::<f64>() / 3.0);
        let offset = |point: [f32; 3]| [f64::from(point[0]) - ahead[0], f64::from(point[1]) - ahead[1]];
        let (to_a, to_b) = (offset(a), offset(b));
        // Seen from ahead, what is left comes first when one turns right.
        let a_is_left = to_a[0] * to_b[1] - to_a[1] * to_b[0] > 0.0;
        Some(if a_is_left { Portal { left: a, right: b } } else { Portal { left: b, right: a } })
    }
}

impl TautRoute {
    /// The length in plan, in game units.
    pub fn length(&self) -> f64 {
        let leg = |pair: &[[f32; 3]]| {
            (f64::from(pair[1][0]) - f64::from(pair[0][0])).hypot(f64::from(pair[1][2]) - f64::from(pair[0][2]))
        };
        self.bends.windows(2).map(leg).fold(0.0, |sum, leg| sum + leg)
    }
}
