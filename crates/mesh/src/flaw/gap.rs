//! [`Gap`]: the shortest gap between two connected parts.

use std::fmt;

use super::{FlawOptions, Measure};
use crate::geometry::vec3::{Vec3, distance_squared, dot, sub, towards};
use crate::geometry::{Aabb, BoxTree, HalfEdge, ends_of_side};
use crate::mesh::{Ground, MeshError, NavMesh, Navigator, Position};

/// The shortest gap between two parts of a floor: the distance to bridge to get from one to the other. `F` names a
/// face.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gap<F = u32> {
    /// The nearest points of the two parts.
    pub points: [[f32; 3]; 2],
    /// The faces of the two sides.
    pub faces: [F; 2],
    /// The distance between the points, in metres.
    pub width: f64,
    /// Height of the second point above the first, in metres.
    pub rise: f64,
    /// True if it is so narrow that it looks like a fault of the floor.
    pub is_crack: bool,
}

impl<F> Gap<F> {
    /// The same gap, with its faces renamed.
    #[must_use]
    pub fn map<G>(self, name: impl FnMut(F) -> G) -> Gap<G> {
        let Self { points, faces, width, rise, is_crack } = self;
        Gap { points, faces: faces.map(name), width, rise, is_crack }
    }
}

impl<G: Ground> Navigator<G> {
    /// Finds the shortest gap between the connected parts of two positions: the obstacle for a creature that cannot walk from one to the
    /// other. `None` if it can, or if a position is not on a walkable face.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn nearest_gap(
        &self,
        from: Position<G::Face>,
        to: Position<G::Face>,
        options: &FlawOptions,
    ) -> Result<Option<Gap<G::Face>>, MeshError> {
        let (nav, pieces) = self.surface()?;
        let [from, to] = [from, to].map(|position| self.on_piece(pieces, position).face);
        let gap = nav.nearest_gap(from, to, options);
        Ok(gap.map(|gap| gap.map(|piece| self.face_of(pieces, piece))))
    }
}

impl NavMesh {
    /// Finds the shortest gap between the connected parts of two faces. `None` if they belong to the same
    /// part, or if one is not walkable.
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::flaw::FlawOptions;
    /// use walkmesh::mesh::NavMesh;
    ///
    /// let west = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]];
    /// let east = [[2.5, 0.0, 0.0], [4.0, 1.0, 0.0], [2.5, 2.0, 0.0]];
    /// let mesh = NavMesh::new([west, east].concat(), &[[0, 1, 2], [3, 4, 5]], |_| true, &[[None; 3]; 2])?;
    ///
    /// let gap = mesh.nearest_gap(0, 1, &FlawOptions::default()).expect("they are two parts");
    /// assert_eq!((gap.width, gap.rise, gap.is_crack), (0.5, 0.0, false));
    /// # Ok::<(), walkmesh::mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn nearest_gap(&self, from: u32, to: u32, options: &FlawOptions) -> Option<Gap> {
        let (from, to) = (self.connected_part(from)?, self.connected_part(to)?);
        if from == to {
            return None;
        }
        let [side, other] = Shore::new(sides(self, to)).nearest(sides(self, from), usize::MAX)?;
        let points = nearest_points(side.ends, other.ends);
        let width = distance_squared(points[0], points[1]).sqrt();
        Some(Gap {
            points: points.map(|point| point.map(|value| value as f32)),
            faces: [side.edge.face(), other.edge.face()],
            width,
            rise: points[1][2] - points[0][2],
            is_crack: width <= f64::from(options.crack),
        })
    }
}

/// The obstacle and its place; a face is displayed as a place, such as `on face 3`.
impl<F: fmt::Display> fmt::Display for Gap<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { points: [[x, y, z], _], faces: [from, to], width, rise, is_crack } = self;
        let size = Measure::Length(*width);
        match (*width == 0.0, is_crack) {
            (true, _) => f.write_str("the two parts touch without being joined")?,
            (false, true) => write!(f, "a crack of {size} parts the two")?,
            (false, false) => write!(f, "the two parts are {size} apart where they are nearest to each other")?,
        }
        write!(f, ", at {x:.3},{y:.3},{z:.3}: {from}, and {to} beyond")?;
        match rise {
            rise if rise.abs() < 1e-3 => Ok(()),
            rise if *rise > 0.0 => write!(f, ", {} higher", Measure::Length(*rise)),
            rise => write!(f, ", {} lower", Measure::Length(-rise)),
        }
    }
}

/// An impassable side.
#[derive(Clone, Copy)]
pub(super) struct OpenSide {
    pub(super) edge: HalfEdge,
    pub(super) ends: [[f32; 3]; 2],
}

impl OpenSide {
    fn bounds(&self) -> Aabb {
        Aabb::new(&[self.ends[0], self.ends[1], self.ends[1]])
    }
}

/// Sides among which the nearest one is searched.
pub(super) struct Shore {
    sides: Vec<OpenSide>,
    tree: BoxTree,
}

impl Shore {
    pub(super) fn new(sides: Vec<OpenSide>) -> Self {
        Self { tree: BoxTree::new(sides.iter().map(OpenSide::bounds)), sides }
    }

    /// Finds the nearest pair of one of the sides `from` and one of these sides. For each side, the search visits at most
    /// `most` nodes of the tree.
    pub(super) fn nearest(&self, from: impl IntoIterator<Item = OpenSide>, most: usize) -> Option<[OpenSide; 2]> {
        let mut best: Option<(f64, [OpenSide; 2])> = None;
        for side in from {
            let least = best.map_or(f64::INFINITY, |(least, _)| least);
            let distance = |other: u32| {
                let [here, there] = nearest_points(side.ends, self.sides[other as usize].ends);
                distance_squared(here, there)
            };
            if let Some((other, distance)) = self.tree.nearest(&side.bounds(), least, most, distance) {
                best = Some((distance, [side, self.sides[other as usize]]));
            }
        }
        best.map(|(_, sides)| sides)
    }
}

/// The impassable sides of a part.
fn sides(mesh: &NavMesh, part: u32) -> Vec<OpenSide> {
    let topology = mesh.topology();
    let faces = (0..topology.faces().len() as u32).filter(|face| topology.connected_part(*face) == Some(part));
    let sides = faces.flat_map(|face| {
        let corners = [0, 1, 2].map(|corner| topology.corner(face, corner));
        let open = HalfEdge::of_face(face).into_iter().filter(|edge| topology.across(*edge).is_none());
        open.map(move |edge| OpenSide { edge, ends: ends_of_side(&corners, edge.corner()) })
    });
    sides.collect()
}

/// The points of two segments that are nearest to each other, within rounding.
fn nearest_points(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> [Vec3; 2] {
    let [[a, a_end], [b, b_end]] = [a, b].map(|ends| ends.map(|end| end.map(f64::from)));
    let (along_a, along_b, offset) = (sub(a_end, a), sub(b_end, b), sub(a, b));
    let (aa, ab, bb) = (dot(along_a, along_a), dot(along_a, along_b), dot(along_b, along_b));
    let (at_a, at_b) = (dot(along_a, offset), dot(along_b, offset));
    let share = |dividend: f64, divisor: f64| if divisor > 0.0 { (dividend / divisor).clamp(0.0, 1.0) } else { 0.0 };
    // The nearest points of the two lines; then each is clamped to the point within its segment that is nearest to the other.
    let s = share(ab * at_b - bb * at_a, aa * bb - ab * ab);
    let t = share(ab * s + at_b, bb);
    let s = share(ab * t - at_a, aa);
    [towards(a, along_a, s), towards(b, along_b, t)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_at_a_slant_are_nearest_where_they_cross_or_at_an_end() {
        let along = [[0.0; 3], [8.0, 0.0, 0.0]];
        let crossing = nearest_points(along, [[1.0, -1.0, 1.0], [5.0, 3.0, 1.0]]);
        assert_eq!(crossing, [[2.0, 0.0, 0.0], [2.0, 0.0, 1.0]]);
        // The second segment begins behind the place where its line crosses the first one.
        let beyond = nearest_points(along, [[5.0, 3.0, 1.0], [9.0, 7.0, 1.0]]);
        assert_eq!(beyond, [[5.0, 0.0, 0.0], [5.0, 3.0, 1.0]]);
    }
}
