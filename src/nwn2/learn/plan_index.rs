//! [`PlanIndex`] and [`PointIndex`]: find the triangles and the points at a point of the plan view.

use std::ops::ControlFlow;

use crate::geometry::plan_triangle::contains;
use crate::geometry::{Aabb, BoxTree, NODES, Vec2, distance, plan};
use crate::mesh::Triangle;

/// Finds the triangles over a point of the plan view.
pub(super) struct PlanIndex {
    /// Wound counter-clockwise.
    triangles: Vec<[Vec2; 3]>,
    tree: BoxTree,
}

impl PlanIndex {
    pub(super) fn new(triangles: impl Iterator<Item = Triangle>) -> Self {
        let triangles: Vec<[Vec2; 3]> = triangles
            .map(|corners| {
                let [a, b, c] = corners.map(plan);
                if crate::geometry::orient2d(a, b, c) < 0.0 { [a, c, b] } else { [a, b, c] }
            })
            .collect();
        let tree = BoxTree::new(triangles.iter().map(|corners| around(corners)));
        Self { triangles, tree }
    }

    /// Returns whether a triangle over a point is `wanted`. If very many overlap, not all are examined.
    pub(super) fn any(&self, at: Vec2, mut wanted: impl FnMut(usize) -> bool) -> bool {
        let mut found = false;
        self.tree.meeting(&around(&[at]), NODES, |number| {
            let number = number as usize;
            found = contains(&self.triangles[number], at) && wanted(number);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// The triangles whose bounding boxes overlap the bounding box of points.
    pub(super) fn near(&self, points: &[Vec2]) -> Vec<usize> {
        let mut found = Vec::new();
        self.tree.meeting(&around(points), 8 * NODES, |number| {
            found.push(number as usize);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }
}

/// The bounding box of points of the plan view, in `f32`, slightly enlarged.
pub(super) fn around(points: &[Vec2]) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for at in points {
        let at = [at[0] as f32, at[1] as f32, 0.0];
        bounds = bounds.union(Aabb { min: at, max: at });
    }
    bounds.padded(1e-3)
}

/// Finds points of the plan view near a given point.
pub(super) struct PointIndex {
    points: Vec<Vec2>,
    tree: BoxTree,
}

impl PointIndex {
    pub(super) fn new(points: impl Iterator<Item = Vec2>) -> Self {
        let points: Vec<Vec2> = points.collect();
        let tree = BoxTree::new(points.iter().map(|at| around(&[*at])));
        Self { points, tree }
    }

    /// Returns whether a point lies within `reach`. Where very many points lie nearby, not all are
    /// examined.
    pub(super) fn has_near(&self, at: Vec2, reach: f64) -> bool {
        let mut found = false;
        self.tree.meeting(&around(&[at]).padded(reach as f32), NODES, |number| {
            found = distance(self.points[number as usize], at) <= reach;
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }
}
