//! Looks more closely at a small floor: between the spots, corners beside steep faces may be left from which only spots nearby are reached.

use super::Job;
use super::net::LONGEST;
use crate::kotor::PathPoints;
use crate::kotor::engine::coverage::tree_of;
use crate::kotor::engine::spots::{SpotOptions, Spots};
use crate::parallel;

/// Maximum number of times that points are made again.
pub(super) const CLOSER_LOOKS: usize = 3;

/// Minimum distance between the spots of a closer look, in metres.
const MIN_STEP: f64 = 0.001;

/// The share of these spots that may be unserved, beyond those that the options allow. In each real area that was measured, fewer are.
const SPARE: f64 = 0.0005;

impl Job<'_> {
    /// As many spots as the options allow, however close together; `None` if the job has as many.
    pub(super) fn closer_spots(&self) -> Option<Spots> {
        let options = SpotOptions::new(self.walker, self.options);
        let are_as_many = self.spots.step > options.min_step;
        let closer = SpotOptions { min_step: MIN_STEP, ..options };
        (!are_as_many).then(|| self.engine.spots(&self.floor, self.walker, closer))
    }

    /// The spots from which no path point is reached; none if they are few.
    pub(super) fn missed(&self, path: &PathPoints, spots: &Spots) -> Vec<[f32; 2]> {
        let tree = tree_of(path.points().iter().map(|point| point.position));
        let at = |point: u32| Some(path.points()[point as usize].position);
        let nearest = |spot| self.engine.nearest_from_spot(spots, spot, (&tree, at), LONGEST, self.walker);
        let safe: Vec<u32> = spots.safe().collect();
        let is_missed = parallel::map(&safe, |spot| nearest(*spot).is_none());
        let missed = safe.iter().zip(is_missed).filter(|(_, is_missed)| *is_missed);
        let missed: Vec<[f32; 2]> = missed.map(|(spot, _)| spots.points[*spot as usize]).collect();
        let spare = (1.0 - self.options.coverage.clamp(0.0, 1.0) + SPARE) * safe.len() as f64;
        if missed.len() as f64 <= spare { Vec::new() } else { missed }
    }

    /// Adds spots that have to be served.
    pub(super) fn add_spots(&mut self, points: Vec<[f32; 2]>) {
        self.added.extend(points);
        let options = SpotOptions { also: &self.added, ..SpotOptions::new(self.walker, self.options) };
        self.spots = self.engine.spots(&self.floor, self.walker, options);
    }
}
