//! Learns footprints, the polygons that placeable models cut out of the floor, from areas that the toolset has baked.

mod boxes;
mod candidate;
mod corners;
mod dots;
mod gain;
mod lift;
mod lines;
mod options;
mod outline;
mod placing;
mod plan_index;
mod polygon;
mod pool;
mod report;
mod scene;
mod score;
mod selection;
mod trial;

use crate::parallel;

pub use gain::{Agreement, Gain};
pub use options::{LearnOptions, LearningArea};
pub use report::{AreaTrial, LearnReport, LearnedFootprint, UnlearnedAppearance, UnlearnedReason};

use scene::Scene;
use selection::Selection;
use trial::Trial;

/// Learns the footprints of placeables from areas with a known TRN, GIT and TRX.
pub fn learn_footprints(areas: &[LearningArea], options: &LearnOptions) -> LearnReport {
    let (placings, groups) = placing::placings(areas);
    let scenes = parallel::map_indices(areas.len(), |area| Scene::new(&areas[area]));
    let pools = pool::pools(&placings, &scenes, options);
    let trial = Trial::new(&scenes, options);
    let mut selection = Selection::new(pools);
    selection.run(&trial);
    let left_out = options.leave_one_out.then(|| selection.leave_one_out(&trial, &placings, &scenes, &groups, options));
    selection.report(&trial, &placings, &scenes, left_out)
}
