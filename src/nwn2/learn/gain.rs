//! [`Gain`] and [`Agreement`]: the measures of a trial. Floor comes first.

use std::ops::{Add, Sub};

use foldhash::HashMap;

use crate::nwn2::Walkmesh;

use super::floor_raster::{FloorRaster, Frame};

/// The agreement of a bake with the TRX of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Agreement {
    /// Walkable floor in the plan view that only the bake or only the TRX has, in square metres, by squares of 0.1 m.
    pub wrong_floor: f32,
    /// Number of triangles of the TRX that the bake reproduces: with the same corners, to a millimetre.
    pub triangles: usize,
}

impl Agreement {
    /// Compares the TRX of an area with another bake of it.
    #[must_use]
    pub fn new(trx: &Walkmesh, baked: &Walkmesh) -> Self {
        let frame = Frame::around(trx);
        let [floor, other] = [trx, baked].map(|walkmesh| FloorRaster::new(frame, walkmesh));
        let triangles = matches(trx, baked).into_iter().filter(|it| *it).count();
        Self { wrong_floor: square_metres(floor.difference(&other)), triangles }
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
    /// In square decimetres.
    pub(super) floor: i64,
    pub(super) triangles: i64,
}

/// The floor for which a triangle counts, in square decimetres. Holes of the same floor differ in few triangles.
pub(super) const TRIANGLE: i64 = 10;

impl Counts {
    /// The value of a gain, in square decimetres.
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

/// Converts square decimetres.
pub(super) fn square_metres(floor: i64) -> f32 {
    (floor as f64 / 100.0) as f32
}

impl Gain {
    /// The value of the gain in square metres: a triangle counts for 0.1 m².
    #[must_use]
    pub fn value(&self) -> f32 {
        self.floor + self.triangles as f32 * (TRIANGLE as f32 / 100.0)
    }
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
