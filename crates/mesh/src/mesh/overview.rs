//! [`Overview`]: the bounds, the area and the connectivity of the walkable faces of a mesh.

use super::Position;
use super::topology::{Ground, Topology};
use crate::geometry::plan_triangle::middle;
use crate::geometry::triangle::Triangle;
use crate::geometry::{Aabb, orient2d};

/// The walkable faces of a mesh: their bounds, their area, and their connected parts. `P` is the type of a game's
/// positions.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Overview<P = Position> {
    /// The bounding box of all walkable faces (minimum and maximum corner); `None` without any.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// The area of all walkable faces in the plan view, in square units. Floors above each other each count.
    pub area: f64,
    /// The connected parts, by their numbers.
    pub parts: Vec<PartOverview<P>>,
}

/// A connected part: walkable faces that are joined, directly or through others.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PartOverview<P = Position> {
    /// Number of its faces.
    pub faces: u32,
    /// Its area in the plan view, in square units.
    pub area: f64,
    /// Its bounding box (minimum and maximum corner).
    pub bounds: [[f32; 3]; 2],
    /// A position to start from: the centre of the face that is largest in the plan view, and the first in a tie. In a
    /// game whose floors face up, only faces that face up are considered, if there are any.
    pub sample: P,
}

impl<P> Overview<P> {
    /// The number of the part with the largest area in the plan view, and the part. The first in a tie.
    #[must_use]
    pub fn largest(&self) -> Option<(u32, &PartOverview<P>)> {
        // `max_by` returns the last of equal parts, so the order is reversed.
        let parts = (0..).zip(&self.parts).collect::<Vec<_>>().into_iter().rev();
        parts.max_by(|(_, a), (_, b)| a.area.total_cmp(&b.area))
    }

    /// The same overview, with its positions renamed.
    #[must_use]
    pub fn map<Q>(self, name: impl Fn(P) -> Q) -> Overview<Q> {
        let Self { bounds, area, parts } = self;
        let part = |PartOverview { faces, area, bounds, sample }| {
            let sample = name(sample);
            PartOverview { faces, area, bounds, sample }
        };
        Overview { bounds, area, parts: parts.into_iter().map(part).collect() }
    }
}

/// Builds an [`Overview`] from the faces of each connected part. `F` names a face.
pub struct OverviewBuilder<F> {
    parts: Vec<Option<PartTally<F>>>,
}

/// A part while its faces are counted.
#[derive(Clone, Copy)]
struct PartTally<F> {
    faces: u32,
    area: f64,
    bounds: Aabb,
    /// The rank of its largest face so far (whether it is a floor, and its area), and the face.
    largest: ((bool, f64), F),
}

impl<F: Copy> OverviewBuilder<F> {
    /// A builder for this many connected parts, all of them empty.
    pub fn new(parts: usize) -> Self {
        Self { parts: vec![None; parts] }
    }

    /// Adds a face to a part, with its corners and its area in the plan view. Samples lie on floors, if there are any.
    pub fn add(&mut self, part: usize, face: F, corners: Triangle, area: f64, is_floor: bool) {
        let bounds = corners.map(|point| Aabb { min: point, max: point }).into_iter().reduce(around);
        let bounds = bounds.unwrap_or(Aabb::EMPTY);
        let rank = (is_floor, area);
        let part = &mut self.parts[part];
        *part = Some(match *part {
            None => PartTally { faces: 1, area, bounds, largest: (rank, face) },
            Some(part) => PartTally {
                faces: part.faces + 1,
                area: part.area + area,
                bounds: around(part.bounds, bounds),
                largest: if rank > part.largest.0 { (rank, face) } else { part.largest },
            },
        });
    }

    /// For each part, its number in the overview; `None` for a part without a face, which the overview leaves out.
    pub fn numbers(&self) -> Vec<Option<u32>> {
        let mut numbers = 0..;
        self.parts.iter().map(|part| part.as_ref().and_then(|_| numbers.next())).collect()
    }

    /// The overview. `sample` gives a position on the largest face of a part.
    pub fn finish<P>(self, sample: impl Fn(F) -> P) -> Overview<P> {
        let parts: Vec<_> = self.parts.into_iter().flatten().collect();
        let bounds = parts.iter().map(|part| part.bounds).reduce(around);
        let part = |&PartTally { faces, area, bounds: Aabb { min, max }, largest: (_, face) }: &PartTally<F>| {
            PartOverview { faces, area, bounds: [min, max], sample: sample(face) }
        };
        Overview {
            bounds: bounds.map(|Aabb { min, max }| [min, max]),
            area: parts.iter().map(|part| part.area).sum(),
            parts: parts.iter().map(part).collect(),
        }
    }
}

impl Topology {
    /// The overview of the mesh. Samples lie on faces that a game counts as floors, if there are any.
    pub fn overview(&self, is_floor: impl Fn(u32) -> bool) -> Overview {
        let mut overview = OverviewBuilder::new(self.connected_part_sizes().len());
        for (face, row) in (0..).zip(self.faces()) {
            if let Some(part) = self.connected_part(face) {
                let [a, b, c] = self.plan_corners(row);
                let area = if row.ground == Ground::Open { orient2d(a, b, c) / 2.0 } else { 0.0 };
                let corners = row.corners.map(|corner| self.vertex(corner));
                overview.add(part as usize, face, corners, area, is_floor(face));
            }
        }
        overview.finish(|face| self.sample(face))
    }

    /// A position on a face: its centre. If the face is too steep for height queries, a corner.
    fn sample(&self, face: u32) -> Position {
        let row = &self.faces()[face as usize];
        let corner = || Position::new(self.vertex(row.corners[0]), face);
        self.position_on(face, middle(&self.plan_corners(row))).unwrap_or_else(corner)
    }
}

/// The box around two boxes. If one value is 0 and the other -0, the first box's is kept.
fn around(a: Aabb, b: Aabb) -> Aabb {
    b.union(a)
}
