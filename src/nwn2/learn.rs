//! Learning of footprints: what the models of placeables cut out of the floor, from areas that the toolset has baked.

mod boxes;
mod candidate;
mod corners;
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

pub use options::{LearnOptions, LearningArea};
pub use report::{
    AreaTrial, FootprintKind, LearnReport, LearnedFootprint, UnlearnedAppearance, UnlearnedReason,
};

use scene::Scene;
use selection::Selection;
use trial::Trial;

/// Learns the footprints of placeables from areas of which the TRN, the GIT and the TRX are known.
pub fn learn_footprints(areas: &[LearningArea], options: &LearnOptions) -> LearnReport {
    let (placings, groups) = placing::placings(areas);
    let scenes = parallel::map_indices(areas.len(), |area| Scene::new(&areas[area]));
    let pools = pool::pools(&placings, &scenes, options);
    let trial = Trial::new(&scenes, options);
    let mut selection = Selection::new(pools);
    selection.run(&trial);
    let left_out = options.leave_one_out.then(|| selection.leave_one_out(&trial, &placings, &scenes, &groups, options));
    selection.report(&trial, &placings, areas, left_out)
}

#[doc(hidden)]
pub fn debug_scores(areas: &[LearningArea], table: &[(u32, Vec<[f64; 2]>)]) -> Vec<String> {
    let (placings, _) = placing::placings(areas);
    let scenes = parallel::map_indices(areas.len(), |area| Scene::new(&areas[area]));
    let lists = pool::by_appearance(&placings, |_| true);
    let mut out = Vec::new();
    for (a, numbers) in lists {
        let Some((_, p)) = table.iter().find(|t| t.0 == a) else { continue };
        let s = score::Score::of(&candidate::counter_clockwise(p.clone()), &numbers, &placings, &scenes, 0.85);
        out.push(format!("{a}: {} {s:?} passes {}", numbers.len(), s.passes(&LearnOptions::default())));
    }
    out
}
