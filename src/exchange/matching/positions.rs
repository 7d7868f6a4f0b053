//! [`Positions`]: one numbering of the positions of a base and an edited mesh.

use std::collections::HashMap;

use crate::exchange::TriangleSet;
use crate::geometry::vec3::distance_squared;
use crate::geometry::weld::Welder;

/// One number for each position in a base and an edited mesh. Positions are equal if their coordinates are, whatever the
/// sign of a zero. Those of the base come first.
pub(super) struct Positions {
    /// The position of each point of the base.
    pub(super) of_base: Vec<u32>,
    /// The position of each point of the edited mesh.
    pub(super) of_edited: Vec<u32>,
    /// The coordinates of each position.
    pub(super) points: Vec<[f32; 3]>,
    /// How many positions the base has.
    pub(super) base: u32,
    /// For each position of the edited mesh that was taken as one of the base, that one.
    pub(super) snapped: HashMap<u32, u32>,
}

impl Positions {
    pub(super) fn of(base: &TriangleSet, edited: &TriangleSet) -> Self {
        let mut points = Vec::with_capacity(base.points.len());
        let mut welder = Welder::with_capacity(base.points.len());
        let mut number = |point: &[f32; 3]| {
            let new = points.len() as u32;
            let position = welder.weld(*point, new);
            if position == new {
                points.push(*point);
            }
            position
        };
        let of_base: Vec<u32> = base.points.iter().map(&mut number).collect();
        let last = of_base.iter().max().map_or(0, |last| last + 1);
        let of_edited = edited.points.iter().map(&mut number).collect();
        Self { of_base, of_edited, points, base: last, snapped: HashMap::new() }
    }

    /// The position that a position of the edited mesh stands for.
    pub(super) fn resolved(&self, position: u32) -> u32 {
        self.snapped.get(&position).copied().unwrap_or(position)
    }

    pub(super) fn is_of_base(&self, position: u32) -> bool {
        position < self.base
    }
}

/// The positions of a base by cells of space, to find those near a point.
pub(super) struct Nearby<'p> {
    points: &'p [[f32; 3]],
    reach: f64,
    cells: HashMap<[i64; 3], Vec<u32>>,
}

impl<'p> Nearby<'p> {
    /// `points` are the positions of the base.
    pub(super) fn of(points: &'p [[f32; 3]], reach: f32) -> Self {
        let mut nearby = Self { points, reach: reach.into(), cells: HashMap::with_capacity(points.len()) };
        for (position, point) in (0..).zip(points) {
            if point.iter().all(|value| value.is_finite()) {
                nearby.cells.entry(nearby.cell(*point)).or_default().push(position);
            }
        }
        nearby
    }

    /// The positions within reach of a point and their distances, the nearest first; of equally near ones the lowest
    /// first.
    pub(super) fn around(&self, point: [f32; 3]) -> Vec<(f64, u32)> {
        let [x, y, z] = self.cell(point);
        let around = |at: i64| at.saturating_sub(1)..=at.saturating_add(1);
        let cells = around(x).flat_map(|x| around(y).flat_map(move |y| around(z).map(move |z| [x, y, z])));
        let positions = cells.filter_map(|cell| self.cells.get(&cell)).flatten();
        let mut found: Vec<_> = positions
            .map(|&position| (distance(self.points[position as usize], point), position))
            .filter(|(distance, _)| *distance <= self.reach)
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found
    }

    fn cell(&self, point: [f32; 3]) -> [i64; 3] {
        point.map(|value| (f64::from(value) / self.reach).floor() as i64)
    }
}

pub(super) fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    distance_squared(a.map(f64::from), b.map(f64::from)).sqrt()
}
