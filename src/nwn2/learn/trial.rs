//! [`Trial`]: bakes of the learning areas with and without footprints, and their gains.

use std::collections::BTreeMap;

use foldhash::HashMap;

use crate::geometry::Vec2;
use crate::nwn2::{CarveOptions, Cutter, Footprint, Footprints, LearnOptions, Obstacles, carve};
use crate::parallel;

use super::gain::{Counts, Outcome};
use super::placing::Placement;
use super::polygon::bounds;
use super::scene::Scene;

/// The footprints to try: for some appearances, a footprint and its outline in the model's coordinates.
pub(super) type Choice<'a> = BTreeMap<u32, (&'a Footprint, &'a [Vec2])>;

/// The areas, baked with the known footprints (none by default).
pub(super) struct Trial<'a> {
    scenes: &'a [Scene<'a>],
    onto: &'a Footprints,
    /// For each area, its placements, including those that occur in an earlier area.
    of_area: Vec<Vec<Placement>>,
    options: CarveOptions,
    /// For each area, its bake without the learned footprints, or `None` if it cannot be baked.
    without: Vec<Option<Outcome>>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(scenes: &'a [Scene<'a>], options: &'a LearnOptions) -> Self {
        let of_one = |(area, scene): (usize, &Scene<'_>)| {
            scene.area.git.objects().filter_map(|object| Placement::new(area, &object)).collect()
        };
        let of_area = scenes.iter().enumerate().map(of_one).collect();
        let onto = &options.onto;
        let options = CarveOptions::default().with_limits(options.limits);
        let mut trial = Self { scenes, onto, of_area, options, without: Vec::new() };
        let none = Choice::default();
        trial.without = parallel::map_indices(scenes.len(), |area| trial.bake(area, &none));
        trial
    }

    /// Returns whether footprints are already known.
    pub(super) fn goes_on(&self) -> bool {
        self.onto.appearances().next().is_some()
    }

    /// The bake of an area without the learned footprints.
    pub(super) fn without(&self, area: usize) -> Option<&Outcome> {
        self.without[area].as_ref()
    }

    /// Bakes an area with its cutters, the footprints of a choice and the known ones of other appearances, and compares the result with the
    /// TRX. `None` where the area cannot be baked. All trials go through this function.
    pub(super) fn bake(&self, area: usize, choice: &Choice<'_>) -> Option<Outcome> {
        let scene = &self.scenes[area];
        let mut footprints = self.onto.clone();
        for (appearance, (footprint, _)) in choice {
            footprints.insert(*appearance, (*footprint).clone()).ok()?;
        }
        let placed = footprints.placed(scene.area.git.objects()).ok()?;
        let cutters: Vec<Cutter> = scene.cutters.iter().cloned().chain(placed.cutters).collect();
        let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
        let carved = carve(&scene.area.trn, obstacles, &self.options).ok()?;
        Outcome::new(&scene.area.trx, &scene.floor, &carved.walkmesh).ok()
    }

    /// The wrong floor near the placements of each appearance of a choice, in square centimetres, in these bakes of all areas.
    pub(super) fn wrong_floor(&self, outcomes: &[Option<Outcome>], choice: &Choice<'_>) -> BTreeMap<u32, i64> {
        let mut wrong = BTreeMap::new();
        for (placings, outcome) in self.of_area.iter().zip(outcomes) {
            let Some(outcome) = outcome else { continue };
            for placing in placings {
                let Some((_, outline)) = choice.get(&placing.appearance) else { continue };
                *wrong.entry(placing.appearance).or_default() += outcome.wrong_in(around(placing, outline));
            }
        }
        wrong
    }

    /// Bakes all areas that contain a placement from the choice. Returns, for each appearance of the choice and each of these areas, the
    /// gain near its placements, compared with no choice.
    pub(super) fn gains(&self, choice: &Choice<'_>) -> HashMap<u32, Vec<(usize, Counts)>> {
        let areas: Vec<usize> = (0..self.scenes.len()).collect();
        let of_areas = parallel::map(&areas, |&area| self.gains_in(area, choice));
        let mut gains = HashMap::<u32, Vec<(usize, Counts)>>::default();
        for (area, found) in of_areas.into_iter().enumerate() {
            for (appearance, gain) in found {
                gains.entry(appearance).or_default().push((area, gain));
            }
        }
        gains
    }

    /// The minimum gain of a whole area with a choice, over the areas with a placement from it.
    pub(super) fn least_gain(&self, choice: &Choice<'_>) -> Option<Counts> {
        let has_chosen = |placings: &Vec<Placement>| placings.iter().any(|it| choice.contains_key(&it.appearance));
        let areas: Vec<usize> = (0..self.scenes.len()).filter(|area| has_chosen(&self.of_area[*area])).collect();
        let gain = |area: &usize| Some(self.bake(*area, choice)?.counts() - self.without(*area)?.counts());
        parallel::map(&areas, gain).into_iter().flatten().min_by_key(|gain| gain.value())
    }

    /// The gains of one area, by ascending appearance.
    fn gains_in(&self, area: usize, choice: &Choice<'_>) -> BTreeMap<u32, Counts> {
        let is_chosen = |placing: &Placement| choice.contains_key(&placing.appearance);
        let has_chosen = self.of_area[area].iter().any(is_chosen);
        let with = has_chosen.then(|| self.bake(area, choice)).flatten();
        with.map_or_else(BTreeMap::new, |with| self.gains_of(area, &with, choice))
    }

    /// The gain of a bake of an area with a choice, for each of the choice's appearances in the area.
    pub(super) fn gains_of(&self, area: usize, with: &Outcome, choice: &Choice<'_>) -> BTreeMap<u32, Counts> {
        let mut gains = BTreeMap::<u32, Counts>::new();
        let scene = &self.scenes[area];
        let Some(without) = self.without(area) else { return gains };
        for placing in &self.of_area[area] {
            let Some((_, outline)) = choice.get(&placing.appearance) else { continue };
            let corners: Vec<Vec2> = outline.iter().map(|at| placing.to_area(*at)).collect();
            let gain = |triangle: usize| i64::from(with.is_matched[triangle]) - i64::from(without.is_matched[triangle]);
            let near = around(placing, outline);
            let triangles = scene.triangles_near(&corners).into_iter().map(gain).sum();
            let all = gains.entry(placing.appearance).or_default();
            *all = *all + Counts { floor: without.wrong_in(near) - with.wrong_in(near), triangles };
        }
        gains
    }
}

/// The bounding box of an outline at a placement, with the floor just outside.
fn around(placing: &Placement, outline: &[Vec2]) -> [Vec2; 2] {
    /// In metres.
    const OUTSIDE: f64 = 0.3;
    let [least, most] = bounds(&outline.iter().map(|at| placing.to_area(*at)).collect::<Vec<Vec2>>());
    [least.map(|at| at - OUTSIDE), most.map(|at| at + OUTSIDE)]
}
