//! A scene of another program, such as a GLB, in numbers.

use crate::exchange::{Scene, SceneNode};
use crate::mesh::Aabb;

/// A summary of a scene of another program, in the axes in which it was read.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SceneSummary {
    /// Number of nodes with triangles or marks.
    pub nodes: usize,
    /// Number of triangles of all nodes.
    pub triangles: usize,
    /// Number of points of all nodes.
    pub points: usize,
    /// Number of materials that all nodes name together.
    pub materials: usize,
    /// Number of marks: points with names, such as hooks and doors.
    pub marks: usize,
    /// The box around all points, if it has any.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub extent: Option<Aabb>,
}

impl SceneSummary {
    /// The summary of a scene.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let sum = |count: fn(&SceneNode) -> usize| scene.nodes.iter().map(count).sum::<usize>();
        let placed =
            |node: &SceneNode| node.set.points.iter().map(|point| node.placement.apply(*point)).collect::<Vec<_>>();
        Self {
            nodes: scene.nodes.len(),
            triangles: sum(|node| node.set.triangles.len()),
            points: sum(|node| node.set.points.len()),
            materials: sum(|node| node.set.classes.len()),
            marks: scene.marks.len() + sum(|node| node.set.marks.len()),
            extent: Aabb::around(scene.nodes.iter().flat_map(placed)),
        }
    }
}
