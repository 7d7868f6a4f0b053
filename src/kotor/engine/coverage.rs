//! [`Coverage`]: the share of the floor from which creatures reach the path points.

use std::ops::ControlFlow;

use super::objects::Obstacles;
use super::{Engine, Walker};
use crate::geometry::{Aabb, BoxTree};
use crate::kotor::Area;
#[cfg(feature = "picture")]
use crate::picture::{Group, Ink, Layer, Paint, Shapes, Symbol};

/// Maximum number of path points that are tried from a spot. Real files have up to 345 points.
const MAX_ASKED: usize = 512;

/// The tolerance of the test whether a path point lies in the box of a face, in metres. It absorbs rounding.
const NEAR: f32 = 0.01;

/// The share of the floor from which a walker gets straight to a path point. From elsewhere the engine plans no path over path points.
/// **Reported.**
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Coverage {
    /// Number of tested spots of the floor. The walker can stand on each with the doors in their states.
    pub spots: usize,
    /// The spots from which no straight walk leads to any path point, in the plan view.
    pub missed: Vec<[f32; 2]>,
    /// The distance between neighbouring spots, in metres.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub step: f64,
}

impl Coverage {
    /// The share of the spots from which a path point is reached, from 0 to 1; 1 where no spot is safe for the walker.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.spots == 0 { 1.0 } else { 1.0 - self.missed.len() as f64 / self.spots as f64 }
    }

    /// A mark on each spot from which no path point is reached.
    #[cfg(feature = "picture")]
    #[must_use]
    pub fn to_layer(&self) -> Layer {
        let mut layer = Layer::new("coverage", "Floor without path points (reported)");
        let title = format!("no path point is reached: {:.1} % of the floor", 100.0 * (1.0 - self.share()));
        let marks = Shapes::Marks(Symbol::Dot, self.missed.clone());
        layer.push(Group::new("missed", title, Paint::filled(Ink::Warning), marks));
        layer
    }
}

impl Engine {
    /// Measures the share of the floor from which a walker gets straight to one of the path points that the engine was
    /// [given](Self::with_path_points). About `most` spots are tested, all over the floor except its
    /// [pockets](super::PathPointsOptions::pocket); creatures are ignored, and doors are in their states.
    #[must_use]
    pub fn coverage(&self, walker: &Walker, most: u32) -> Coverage {
        self.walker_ground(walker, most).coverage(self, walker)
    }

    /// Returns whether a straight walk leads from a point to any path point, with the doors in their states. The nearest ones are tried
    /// first, and at most 512 that are on a floor.
    pub(in crate::kotor) fn reaches_path_point(&self, at: [f32; 2], walker: &Walker) -> bool {
        let Some((graph, tree)) = self.graph.as_ref().zip(self.points.as_ref()) else { return false };
        let (mut left, start) = (MAX_ASKED, self.start(at));
        nearest_that(tree, at, |point| {
            left -= 1;
            let to = graph.points()[point as usize];
            let is_reached = self.can_walk_on(start, at, to, walker, Obstacles::Objects);
            (is_reached || left == 0).then_some(is_reached)
        })
    }
}

/// The tree over points of the plan view.
pub(super) fn tree_of(points: impl IntoIterator<Item = [f32; 2]>) -> BoxTree {
    BoxTree::new(points.into_iter().map(box_of))
}

/// The tree over the points that lie approximately in the box of a face: no walk leads to others. The others keep their numbers.
pub(super) fn tree_on_floors(area: &Area, points: &[[f32; 2]]) -> BoxTree {
    let faces = area.rooms().flat_map(|(_, room)| room.faces()).filter_map(|face| face.points());
    let faces = BoxTree::new(faces.map(|face| Aabb::new(&face)));
    let is_on_floor = |[x, y]: [f32; 2]| {
        let column = Aabb { min: [x, y, f32::NEG_INFINITY], max: [x, y, f32::INFINITY] };
        let mut is_met = false;
        faces.meeting(&column.padded(NEAR + 1e-6 * x.abs().max(y.abs())), usize::MAX, |_| {
            is_met = true;
            ControlFlow::Break(())
        });
        is_met
    };
    BoxTree::new(points.iter().map(|at| if is_on_floor(*at) { box_of(*at) } else { Aabb::EMPTY }))
}

pub(super) fn box_of([x, y]: [f32; 2]) -> Aabb {
    Aabb::new(&[[x, y, 0.0]; 3])
}

/// Asks about the points of a tree, approximately in the order of their distances, until one succeeds; `false` if none does.
pub(super) fn nearest_that(tree: &BoxTree, at: [f32; 2], mut answer: impl FnMut(u32) -> Option<bool>) -> bool {
    let mut found = None;
    // A found item counts as nearer than everything, which ends the search.
    tree.nearest(&box_of(at), f64::INFINITY, usize::MAX, |point| {
        found = answer(point);
        if found.is_some() { -1.0 } else { f64::INFINITY }
    });
    found == Some(true)
}
