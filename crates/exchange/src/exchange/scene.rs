//! [`Scene`]: placed triangle sets, as in a file of an exchange format.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{ClassedTriangle, Mark, TriangleSet, without_copy_number};

/// The contents of a file in an exchange format: triangle sets, each with a name and a placement.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scene {
    /// The axis that points up in all coordinates of the scene.
    pub up: Up,
    /// The triangle sets.
    pub nodes: Vec<SceneNode>,
    /// The named points that belong to no triangle set.
    pub marks: Vec<Mark>,
}

impl Scene {
    /// The scene with an additional placement of its whole content, such as a scale.
    #[must_use]
    pub fn placed(mut self, placement: &Transform) -> Self {
        for node in &mut self.nodes {
            node.placement = placement.after(&node.placement);
        }
        for mark in &mut self.marks {
            mark.point = placement.apply(mark.point);
        }
        self
    }

    /// Converts the scene to axes with `up` up. `stored` is the axis that actually points up in the current points, because a
    /// file may deviate from its format.
    ///
    /// ```
    /// # use walkmesh_exchange as walkmesh;
    /// use walkmesh::exchange::{ObjScene, Up};
    ///
    /// // An OBJ with z up, which most programs can write although the usual axis is y. Read as it is, nothing is turned.
    /// let text = "v 0 0 1\nv 4 0 1\nv 4 4 1\nf 1 2 3\n";
    /// let scene = ObjScene::from_bytes(text.as_bytes(), Up::Y)?.scene.turned(Up::Z, Up::Z);
    /// assert_eq!((scene.up, scene.nodes[0].placed_set().points[2]), (Up::Z, [4.0, 4.0, 1.0]));
    /// # Ok::<(), walkmesh::exchange::ObjError>(())
    /// ```
    #[must_use]
    pub fn turned(self, stored: Up, up: Up) -> Self {
        let turn = match (stored, up) {
            (Up::Y, Up::Y) | (Up::Z, Up::Z) => return Self { up, ..self },
            (Up::Y, Up::Z) => [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0]],
            (Up::Z, Up::Y) => [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]],
        };
        Self { up, ..self.placed(&Transform { rows: turn }) }
    }

    /// Merges everything into one node, in the coordinates of the scene, with all placements applied.
    /// Editors join and divide objects, so a walkmesh that was one node may come back as several.
    #[must_use]
    pub fn merged(&self, name: &str) -> SceneNode {
        let mut all = SceneNode { name: name.to_owned(), ..SceneNode::default() };
        let mut numbers = HashSet::new();
        for set in self.nodes.iter().map(SceneNode::placed_set) {
            let start = all.set.points.len() as u32;
            let count = set.points.len() as u32;
            // An index out of range in its node must not become a valid index of another node.
            let corner = |at: u32| if at < count { start + at } else { u32::MAX };
            let row = |row: &ClassedTriangle| ClassedTriangle { corners: row.corners.map(corner), ..*row };
            if !set.origins.is_empty() {
                all.set.origins.resize(all.set.triangles.len(), None);
                all.set.origins.extend(&set.origins);
            }
            all.set.triangles.extend(set.triangles.iter().map(row));
            all.set.points.extend(&set.points);
            all.set.classes.extend(set.classes.iter().filter(|class| numbers.insert(class.number)).cloned());
            all.set.marks.extend(set.marks.iter().cloned());
        }
        all.set.marks.extend(self.marks.iter().cloned());
        if !all.set.origins.is_empty() {
            all.set.origins.resize(all.set.triangles.len(), None);
        }
        all
    }
}

/// The axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Up {
    /// The y axis, as in Silkroad Online and glTF.
    Y,
    /// The z axis, as in Knights of the Old Republic and Neverwinter Nights 2.
    #[default]
    Z,
}

/// A triangle set of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SceneNode {
    /// Its name, such as a room's.
    pub name: String,
    /// The placement of its points in the scene.
    pub placement: Transform,
    /// Its triangles and marks, in its own coordinates.
    pub set: TriangleSet,
}

/// The placement of a triangle set: a map of its points into the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Transform {
    /// The rows of the map: three factors and an offset each.
    pub rows: [[f64; 4]; 3],
}

impl SceneNode {
    /// Its name without the `.001` that programs append to existing names.
    #[must_use]
    pub fn plain_name(&self) -> &str {
        without_copy_number(&self.name)
    }

    /// Returns whether other programs show it: it has a triangle that [can be carried](TriangleSet::can_be_carried).
    #[must_use]
    pub fn is_shown(&self) -> bool {
        (0..self.set.triangles.len()).any(|triangle| self.set.can_be_carried(triangle))
    }

    /// The triangles and marks in the coordinates of the scene. A placement that mirrors reverses the winding of every
    /// triangle, so that its front stays the front.
    ///
    /// ```
    /// # use walkmesh_exchange as walkmesh;
    /// use walkmesh::exchange::{ClassedTriangle, Transform, SceneNode, TriangleSet};
    ///
    /// let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let triangles = vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }];
    /// let mut node = SceneNode { set: TriangleSet { points, triangles, ..TriangleSet::default() }, ..SceneNode::default() };
    /// node.placement = Transform::of_offset([5.0, 0.0, 0.0]);
    /// assert_eq!(node.placed_set().points[1], [6.0, 0.0, 0.0]);
    /// ```
    #[must_use]
    pub fn placed_set(&self) -> Cow<'_, TriangleSet> {
        if self.placement == Transform::IDENTITY {
            return Cow::Borrowed(&self.set);
        }
        let mut set = self.set.clone();
        let marks = set.marks.iter_mut().map(|mark| &mut mark.point);
        set.points.iter_mut().chain(marks).for_each(|point| *point = self.placement.apply(*point));
        if self.placement.mirrors() {
            set.triangles.iter_mut().for_each(|row| row.corners.swap(1, 2));
        }
        Cow::Owned(set)
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform {
    /// The identity.
    pub const IDENTITY: Self = Self { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };

    /// A translation.
    #[must_use]
    pub fn of_offset(offset: [f32; 3]) -> Self {
        let mut placement = Self::IDENTITY;
        for (row, offset) in placement.rows.iter_mut().zip(offset) {
            row[3] = offset.into();
        }
        placement
    }

    /// A uniform scale, from the origin.
    #[must_use]
    pub fn of_scale(factor: f64) -> Self {
        let mut placement = Self::IDENTITY;
        (0..3).for_each(|axis| placement.rows[axis][axis] = factor);
        placement
    }

    /// The image of a point, computed in f64 and rounded once. The identity keeps every bit.
    #[must_use]
    pub fn apply(&self, point: [f32; 3]) -> [f32; 3] {
        if *self == Self::IDENTITY {
            return point;
        }
        let [x, y, z] = point.map(f64::from);
        self.rows.map(|[a, b, c, offset]| (a * x + b * y + c * z + offset) as f32)
    }

    /// The composition that applies `inner` first and then this placement.
    #[must_use]
    pub fn after(&self, inner: &Self) -> Self {
        let column = |at: usize| inner.rows.map(|row| row[at]);
        let rows = self.rows.map(|[a, b, c, offset]| {
            let image = |[x, y, z]: [f64; 3]| a * x + b * y + c * z;
            [image(column(0)), image(column(1)), image(column(2)), image(column(3)) + offset]
        });
        Self { rows }
    }

    /// Returns whether it mirrors: its determinant is negative.
    #[must_use]
    pub fn mirrors(&self) -> bool {
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = self.rows;
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0.0
    }

    /// Returns whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.rows.iter().flatten().all(|value| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_nodes_lie_where_their_placements_put_them() {
        let node = |name: &str, x: f32| {
            let triangles = vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }];
            let classes = vec![crate::exchange::Class { number: 4, name: "Stone".into(), ..Default::default() }];
            let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
            let marks = vec![Mark { name: name.into(), point: [0.5, 0.0, 0.0] }];
            let placement = Transform::of_offset([x, 0.0, 0.0]);
            SceneNode {
                name: name.into(),
                placement,
                set: TriangleSet { points, triangles, classes, marks, ..TriangleSet::default() },
            }
        };
        let loose = Mark { name: "loose".into(), point: [7.0; 3] };
        let scene = Scene { nodes: vec![node("a", 0.0), node("b", 2.0)], marks: vec![loose], ..Scene::default() };
        let SceneNode { name, placement, set } = scene.merged("all");
        assert_eq!((name.as_str(), placement), ("all", Transform::IDENTITY));
        assert_eq!((set.points[4], set.triangles[1].corners), ([3.0, 0.0, 0.0], [3, 4, 5]));
        assert_eq!((set.classes.len(), set.marks[1].point), (1, [2.5, 0.0, 0.0]));
        assert_eq!(set.marks[2].name, "loose");
    }

    #[test]
    fn a_corner_that_its_node_lacks_becomes_no_point_of_another_node() {
        let node = |corner: u32| {
            let triangles = vec![ClassedTriangle { corners: [0, 1, corner], class: 4 }];
            let set = TriangleSet { points: vec![[0.0; 3]; 2], triangles, ..TriangleSet::default() };
            SceneNode { set, ..SceneNode::default() }
        };
        let scene = Scene { nodes: vec![node(1), node(2), node(u32::MAX), node(0)], ..Scene::default() };
        let SceneNode { set, .. } = scene.merged("all");
        let corners: Vec<[u32; 3]> = set.triangles.iter().map(|row| row.corners).collect();
        assert_eq!(corners, [[0, 1, 1], [2, 3, u32::MAX], [4, 5, u32::MAX], [6, 7, 6]]);
    }

    #[test]
    fn a_placement_after_another_applies_both() {
        let turn = Transform { rows: [[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };
        let offset = Transform::of_offset([2.0, 3.0, 4.0]);
        assert_eq!(turn.after(&offset).apply([1.0, 0.0, 0.0]), [-3.0, 3.0, 4.0]);
        assert_eq!(offset.after(&turn).apply([1.0, 0.0, 0.0]), [2.0, 4.0, 4.0]);
        assert_eq!(Transform::IDENTITY.after(&turn), turn);
    }

    #[test]
    fn a_placement_that_mirrors_keeps_the_front_of_triangles() {
        let triangles = vec![crate::exchange::ClassedTriangle { corners: [0, 1, 2], class: 4 }];
        let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let marks = vec![crate::exchange::Mark { name: "exit".into(), point: [1.0, 2.0, -0.0] }];
        let mut node = SceneNode {
            set: TriangleSet { points, triangles, marks, ..TriangleSet::default() },
            ..SceneNode::default()
        };
        assert!(matches!(node.placed_set(), Cow::Borrowed(_)));
        node.placement.rows[0][0] = -1.0;
        let set = node.placed_set();
        assert_eq!((set.points[1], set.marks[0].point), ([-1.0, 0.0, 0.0], [-1.0, 2.0, 0.0]));
        assert_eq!(set.triangles[0].corners, [0, 2, 1]);
    }
}
