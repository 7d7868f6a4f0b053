//! [`Gain`] and [`Agreement`]: the measures of a trial. Floor comes first.

use std::ops::{Add, Sub};

use foldhash::HashMap;

use crate::exchange::{Floor, FloorDiff, FloorDiffError, FloorTriangle, Up};
use crate::geometry::{Vec2, ends_of_side};
use crate::nwn2::Walkmesh;

use super::polygon::{middle, signed_area};

/// The agreement of a bake with the TRX of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Agreement {
    /// Walkable floor in the plan view that only the bake or only the TRX has, in square metres, in [patches](FloorDiff) of at least 0.01 m².
    pub wrong_floor: f32,
    /// Walkable floor of both that only the bake or only the TRX [connects](FloorDiff::ways_lost) with the rest, in square metres.
    pub split_floor: f32,
    /// Number of triangles of the TRX that the bake reproduces: with the same corners, to a millimetre.
    pub triangles: usize,
}

impl Agreement {
    /// Compares the TRX of an area with another bake of it.
    ///
    /// # Errors
    /// [`FloorDiffError`]: nearly all triangles overlap.
    pub fn new(trx: &Walkmesh, baked: &Walkmesh) -> Result<Self, FloorDiffError> {
        Ok(Outcome::new(trx, &floor(trx), baked)?.agreement())
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

fn square_centimetres(floor: f64) -> i64 {
    (floor * 1e4).round() as i64
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

/// The walkable floor of a walkmesh, joined where triangles share a side: a carved walkmesh has no links before it is baked.
pub(super) fn floor(walkmesh: &Walkmesh) -> Floor {
    let walkable = walkmesh.triangles().filter(|triangle| triangle.is_walkable() && triangle.points().is_some());
    let mut triangles: Vec<FloorTriangle> =
        walkable.map(|it| FloorTriangle { corners: it.as_raw().vertices, ..FloorTriangle::default() }).collect();
    let mut open = HashMap::<[u32; 2], [usize; 2]>::default();
    for (at, side) in (0..triangles.len()).flat_map(|at| (0..3).map(move |side| (at, side))) {
        let [from, to] = ends_of_side(&triangles[at].corners, side);
        if let Some([other, beyond]) = open.insert([from.min(to), from.max(to)], [at, side]) {
            triangles[at].neighbours[side] = Some(other as u32);
            triangles[other].neighbours[beyond] = Some(at as u32);
        }
    }
    Floor {
        points: walkmesh.vertices().iter().map(|vertex| Up::Z.point_to_y_up((*vertex).into())).collect(),
        triangles,
        notes: Vec::new(),
    }
}

/// A bake in a trial, compared with the TRX.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// For each triangle of the TRX, whether the bake reproduces it.
    pub(super) is_matched: Vec<bool>,
    /// The pieces of walkable floor that only one of both has: the middle of each, and its area in square centimetres.
    wrong: Vec<(Vec2, i64)>,
    /// The area of the floor that only one of both connects with the rest, in square centimetres.
    split: i64,
}

impl Outcome {
    pub(super) fn new(trx: &Walkmesh, trx_floor: &Floor, baked: &Walkmesh) -> Result<Self, FloorDiffError> {
        let FloorDiff { lost, won, ways_lost, ways_won, .. } = FloorDiff::new(trx_floor, &floor(baked), Up::Z)?;
        let pieces = lost.into_iter().chain(won).flat_map(|patch| patch.pieces);
        let measured = pieces.map(|piece| {
            let corners: Vec<Vec2> = piece.into_iter().map(|corner| corner.map(f64::from)).collect();
            (middle(&corners), square_centimetres(signed_area(&corners).abs()))
        });
        let wrong = measured.collect();
        let split = ways_lost.iter().chain(&ways_won).map(|way| square_centimetres(way.area)).sum();
        Ok(Self { is_matched: matches(trx, baked), wrong, split })
    }

    /// The wrong and the split floor, as a loss, and the reproduced triangles.
    pub(super) fn counts(&self) -> Counts {
        Counts { floor: -self.wrong_floor() - self.split, triangles: self.matched() as i64 }
    }

    /// The wrong floor in a bounding box, in square centimetres.
    pub(super) fn wrong_in(&self, [least, most]: [Vec2; 2]) -> i64 {
        let is_in = |at: Vec2| (0..2).all(|axis| (least[axis]..=most[axis]).contains(&at[axis]));
        self.wrong.iter().filter(|(at, _)| is_in(*at)).map(|(_, area)| area).sum()
    }

    /// The agreement with the TRX.
    pub(super) fn agreement(&self) -> Agreement {
        let [wrong_floor, split_floor] = [self.wrong_floor(), self.split].map(square_metres);
        Agreement { wrong_floor, split_floor, triangles: self.matched() }
    }

    fn wrong_floor(&self) -> i64 {
        self.wrong.iter().map(|(_, area)| area).sum()
    }

    fn matched(&self) -> usize {
        self.is_matched.iter().filter(|it| **it).count()
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
fn matches(trx: &Walkmesh, ours: &Walkmesh) -> Vec<bool> {
    let mut twins = HashMap::<Key, u32>::default();
    keys(ours).for_each(|key| *twins.entry(key).or_default() += 1);
    let takes_one = |key: Key| twins.get_mut(&key).filter(|left| **left > 0).map(|left| *left -= 1).is_some();
    keys(trx).map(takes_one).collect()
}
