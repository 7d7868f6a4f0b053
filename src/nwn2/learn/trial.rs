//! [`Trial`]: bakes of the learning areas with and without footprints, and their gains.

use std::collections::BTreeMap;

use foldhash::HashMap;

use crate::geometry::Vec2;
use crate::nwn2::{CarveOptions, Cutter, Footprint, Footprints, LearnOptions, Obstacles, Walkmesh, carve};
use crate::parallel;

use super::placing::Placement;
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
    /// For each area, its triangles reproduced without the learned footprints, or `None` if it cannot be baked.
    without: Vec<Option<Matches>>,
}

/// The triangles of a TRX that a bake reproduces.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    is_matched: Vec<bool>,
}

impl Matches {
    pub(super) fn count(&self) -> usize {
        self.is_matched.iter().filter(|it| **it).count()
    }
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

    /// The triangles of an area that are reproduced without the learned footprints.
    pub(super) fn without(&self, area: usize) -> Option<&Matches> {
        self.without[area].as_ref()
    }

    /// Bakes an area with its cutters, the footprints of a choice and the known ones of other appearances, and compares the result with the
    /// TRX. `None` where the area cannot be baked. All trials go through this function.
    pub(super) fn bake(&self, area: usize, choice: &Choice<'_>) -> Option<Matches> {
        let scene = &self.scenes[area];
        let mut footprints = self.onto.clone();
        for (appearance, (footprint, _)) in choice {
            footprints.insert(*appearance, (*footprint).clone()).ok()?;
        }
        let placed = footprints.placed(scene.area.git.objects()).ok()?;
        let cutters: Vec<Cutter> = scene.cutters.iter().cloned().chain(placed.cutters).collect();
        let obstacles = Obstacles { cutters: &cutters, walk_meshes: &placed.walk_meshes };
        let carved = carve(&scene.area.trn, obstacles, &self.options).ok()?;
        Some(matches(&scene.area.trx, &carved.walkmesh))
    }

    /// Bakes all areas that contain a placement from the choice. Returns, for each appearance of the choice and each of these areas, the
    /// number of additional triangles reproduced near its placements, compared with no choice.
    pub(super) fn gains(&self, choice: &Choice<'_>) -> HashMap<u32, Vec<(usize, i64)>> {
        let areas: Vec<usize> = (0..self.scenes.len()).collect();
        let of_areas = parallel::map(&areas, |&area| self.gains_in(area, choice));
        let mut gains = HashMap::<u32, Vec<(usize, i64)>>::default();
        for (area, found) in of_areas.into_iter().enumerate() {
            for (appearance, gain) in found {
                gains.entry(appearance).or_default().push((area, gain));
            }
        }
        gains
    }

    /// Minimum number of additional triangles with a choice, over the areas with its placements.
    pub(super) fn least_gain(&self, choice: &Choice<'_>) -> Option<i64> {
        let has_chosen = |placings: &Vec<Placement>| placings.iter().any(|it| choice.contains_key(&it.appearance));
        let areas: Vec<usize> = (0..self.scenes.len()).filter(|area| has_chosen(&self.of_area[*area])).collect();
        let gain = |area: &usize| {
            let [with, without] = [self.bake(*area, choice)?.count(), self.without(*area)?.count()];
            Some(with as i64 - without as i64)
        };
        parallel::map(&areas, gain).into_iter().flatten().min()
    }

    /// The gains of one area, by ascending appearance.
    fn gains_in(&self, area: usize, choice: &Choice<'_>) -> BTreeMap<u32, i64> {
        let is_chosen = |placing: &Placement| choice.contains_key(&placing.appearance);
        let has_chosen = self.of_area[area].iter().any(is_chosen);
        let with = has_chosen.then(|| self.bake(area, choice)).flatten();
        with.map_or_else(BTreeMap::new, |with| self.gains_of(area, &with, choice))
    }

    /// The gain of a bake of an area with a choice, for each of the choice's appearances in the area.
    pub(super) fn gains_of(&self, area: usize, with: &Matches, choice: &Choice<'_>) -> BTreeMap<u32, i64> {
        let mut gains = BTreeMap::new();
        let Some(without) = self.without(area) else { return gains };
        for placing in &self.of_area[area] {
            let Some((_, outline)) = choice.get(&placing.appearance) else { continue };
            let corners: Vec<Vec2> = outline.iter().map(|at| placing.to_area(*at)).collect();
            let gain = |triangle: usize| i64::from(with.is_matched[triangle]) - i64::from(without.is_matched[triangle]);
            *gains.entry(placing.appearance).or_default() +=
                self.scenes[area].triangles_near(&corners).into_iter().map(gain).sum::<i64>();
        }
        gains
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
fn matches(trx: &Walkmesh, ours: &Walkmesh) -> Matches {
    let mut twins = HashMap::<Key, u32>::default();
    keys(ours).for_each(|key| *twins.entry(key).or_default() += 1);
    let takes_one = |key: Key| twins.get_mut(&key).filter(|left| **left > 0).map(|left| *left -= 1).is_some();
    Matches { is_matched: keys(trx).map(takes_one).collect() }
}
