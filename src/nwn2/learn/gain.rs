//! [`Gain`] and [`Agreement`]: the measures of a trial. Floor comes first.

use std::ops::{Add, Sub};

use foldhash::HashMap;

use crate::exchange::{Floor, FloorDiff, FloorDiffError, FloorTriangle, Up};
use crate::geometry::Vec2;
use crate::nwn2::Walkmesh;

use super::polygon::{middle, signed_area};

/// The agreement of a bake with the TRX of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Agreement {
    /// Walkable floor in the plan view that only the bake or only the TRX has, in square metres, in [patches](FloorDiff) of at least 0.01 m².
    pub wrong_floor: f32,
    /// Number of triangles of the TRX that the bake reproduces: with the same corners, to a millimetre.
    pub triangles: usize,
}

impl Agreement {
    /// Compares the TRX of an area with another bake of it.
    ///
    /// # Errors
    /// [`FloorDiffError`]: nearly all triangles overlap.
    pub fn new(trx: &Walkmesh, baked: &Walkmesh) -> Result<Self, FloorDiffError> {
        let wrong = wrong_floor(&floor(trx), baked)?;
        let triangles = matches(trx, baked).into_iter().filter(|it| *it).count();
        Ok(Self { wrong_floor: square_metres(wrong.iter().map(|(_, area)| area).sum()), triangles })
    }
}

/// The difference that a footprint makes near its placements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Gain {
    /// Reduction of the wrong floor, in square metres; negative for a loss.
    pub floor: f32,
    /// Number of additional triangles of the TRX that are reproduced; negative for a loss.
    pub triangles: i64,
}

/// A [`Gain`] that is counted exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// In square centimetres.
    pub(super) floor: i64,
    pub(super) triangles: i64,
}

/// The floor that is worth as much as a triangle, in square centimetres. It decides between shapes with nearly the same floor.
pub(super) const TRIANGLE: i64 = 1000;

impl Counts {
    /// The value of a gain, in square centimetres.
    pub(super) fn value(self) -> i64 {
        self.floor + TRIANGLE * self.triangles
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { floor: self.floor + other.floor, triangles: self.triangles + other.triangles }
    }
}

impl Sub for Counts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { floor: self.floor - other.floor, triangles: self.triangles - other.triangles }
    }
}

impl std::iter::Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Self::add)
    }
}

impl From<Counts> for Gain {
    fn from(Counts { floor, triangles }: Counts) -> Self {
        Self { floor: square_metres(floor), triangles }
    }
}

/// Converts square centimetres.
pub(super) fn square_metres(floor: i64) -> f32 {
    (floor as f64 / 1e4) as f32
}

impl Gain {
    /// The value of the gain in square metres: a triangle counts for 0.1 m².
    #[must_use]
    pub fn value(&self) -> f32 {
        self.floor + self.triangles as f32 * square_metres(TRIANGLE)
    }
}

/// The walkable floor of a walkmesh.
pub(super) fn floor(walkmesh: &Walkmesh) -> Floor {
    let walkable = walkmesh.triangles().filter(|triangle| triangle.is_walkable() && triangle.points().is_some());
    Floor {
        points: walkmesh.vertices().iter().map(|vertex| Up::Z.point_to_y_up((*vertex).into())).collect(),
        triangles: walkable
            .map(|it| FloorTriangle { corners: it.as_raw().vertices, ..FloorTriangle::default() })
            .collect(),
        notes: Vec::new(),
    }
}

/// The pieces of walkable floor that only the TRX or only a bake has: the middle of each, and its area in square centimetres.
pub(super) fn wrong_floor(trx: &Floor, baked: &Walkmesh) -> Result<Vec<(Vec2, i64)>, FloorDiffError> {
    let FloorDiff { lost, won, .. } = FloorDiff::new(trx, &floor(baked), Up::Z)?;
    let pieces = lost.into_iter().chain(won).flat_map(|patch| patch.pieces);
    let measured = pieces.map(|piece| {
        let corners: Vec<Vec2> = piece.into_iter().map(|corner| corner.map(f64::from)).collect();
        (middle(&corners), (signed_area(&corners).abs() * 1e4).round() as i64)
    });
    Ok(measured.collect())
}

/// A triangle by its corners, to a millimetre, in any order.
type Key = [[i64; 3]; 3];

fn keys(walkmesh: &Walkmesh) -> impl Iterator<Item = Key> + '_ {
    walkmesh.triangles().map(|triangle| {
        let points = triangle.points().unwrap_or([[f32::NAN; 3]; 3]);
        // The cast saturates, and turns NaN into 0.
        let mut key = points.map(|point| point.map(|value| (f64::from(value) * 1000.0).round() as i64));
        key.sort_unstable();
        key
    })
}

/// The triangles of a TRX with a twin that has the same corners, each twin used once.
pub(super) fn matches(trx: &Walkmesh, ours: &Walkmesh) -> Vec<bool> {
    let mut twins = HashMap::<Key, u32>::default();
    keys(ours).for_each(|key| *twins.entry(key).or_default() += 1);
    let takes_one = |key: Key| twins.get_mut(&key).filter(|left| **left > 0).map(|left| *left -= 1).is_some();
    keys(trx).map(takes_one).collect()
}
