//! [`Overview`]: where the walkable faces of a mesh are, and how they are connected.

use super::Position;
use super::topology::{Face, Ground, Topology};
use crate::geometry::plan_triangle::middle;
use crate::geometry::{Aabb, orient2d};

/// The walkable faces of a mesh: their bounds, their area, and their connected parts. `P` is the type with which a game
/// names a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Overview<P = Position> {
    /// The least and the greatest corner of the box around all walkable faces; `None` without any.
    pub bounds: Option<[[f32; 3]; 2]>,
    /// The area of all walkable faces in the plan view, in square units. Floors above each other each count.
    pub area: f64,
    /// The connected parts, by their numbers.
    pub parts: Vec<PartOverview<P>>,
}

/// A connected part: walkable faces that are joined, directly or through others.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PartOverview<P = Position> {
    /// How many faces it has.
    pub faces: u32,
    /// Its area in the plan view, in square units.
    pub area: f64,
    /// The least and the greatest corner of the box around it.
    pub bounds: [[f32; 3]; 2],
    /// A position to start from: the centre of the face that is largest in the plan view, and of equally large ones the
    /// first. In a game whose floors face up, only those that face up count, if there are any.
    pub sample: P,
}

impl<P> Overview<P> {
    /// The number of the part with the largest area in the plan view, and the part. Of equally large ones the first.
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

/// A part while its faces are counted.
struct Counted {
    faces: u32,
    area: f64,
    bounds: Aabb,
    /// The rank of its largest face so far (whether it is a floor, and its area), and the face's index.
    largest: ((bool, f64), u32),
}

impl Topology {
    /// The overview of the mesh. Samples lie on faces that a game counts as floors, if there are any.
    pub fn overview(&self, is_floor: impl Fn(u32) -> bool) -> Overview {
        let mut parts: Vec<Option<Counted>> = (0..self.connected_part_sizes().len()).map(|_| None).collect();
        for (face, row) in (0..).zip(self.faces()) {
            if let Some(part) = self.connected_part(face) {
                let counted = parts[part as usize].take();
                parts[part as usize] = Some(self.counted(counted, face, row, is_floor(face)));
            }
        }
        let parts: Vec<Counted> = parts.into_iter().flatten().collect();
        let bounds = parts.iter().map(|part| part.bounds).reduce(around);
        Overview {
            bounds: bounds.map(|Aabb { min, max }| [min, max]),
            area: parts.iter().map(|part| part.area).sum(),
            parts: parts.iter().map(|part| self.overview_of(part)).collect(),
        }
    }

    /// A part with one more face.
    fn counted(&self, part: Option<Counted>, face: u32, row: &Face, is_floor: bool) -> Counted {
        let points = row.corners.map(|corner| self.vertex(corner));
        let bounds =
            points.map(|point| Aabb { min: point, max: point }).into_iter().reduce(around).unwrap_or(Aabb::EMPTY);
        let [a, b, c] = self.plan_corners(row);
        let area = if row.ground == Ground::Open { orient2d(a, b, c) / 2.0 } else { 0.0 };
        let rank = (is_floor, area);
        match part {
            None => Counted { faces: 1, area, bounds, largest: (rank, face) },
            Some(part) => Counted {
                faces: part.faces + 1,
                area: part.area + area,
                bounds: around(part.bounds, bounds),
                largest: if rank > part.largest.0 { (rank, face) } else { part.largest },
            },
        }
    }

    fn overview_of(&self, part: &Counted) -> PartOverview {
        let face = part.largest.1;
        let row = &self.faces()[face as usize];
        let middle = middle(&self.plan_corners(row));
        let &Counted { faces, area, bounds: Aabb { min, max }, .. } = part;
        // If all faces of a part are too steep for height queries, the sample is a corner.
        let corner = || Position::new(self.vertex(row.corners[0]), face);
        PartOverview { faces, area, bounds: [min, max], sample: self.position_on(face, middle).unwrap_or_else(corner) }
    }
}

/// The box around two boxes. Of 0 and -0, the one of the first box is kept.
fn around(a: Aabb, b: Aabb) -> Aabb {
    b.union(a)
}
