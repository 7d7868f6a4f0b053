//! [`Selection`]: the candidate of each appearance to keep, by trials.

use std::collections::BTreeMap;

use foldhash::HashSet;

use crate::nwn2::{Agreement, Footprints, LearnOptions};
use crate::parallel;

use super::gain::{Counts, Outcome, square_metres};
use super::placing::Placement;
use super::pool::{Contender, Pool, TRIED, contenders};
use super::report::{AreaTrial, LearnReport, LearnedFootprint, UnlearnedAppearance, UnlearnedReason};
use super::scene::Scene;
use super::trial::{Choice, Trial};

/// The candidates of all appearances, and the kept ones.
pub(super) struct Selection {
    pools: Vec<Pool>,
    /// For each pool, the kept contender.
    kept: Vec<Option<usize>>,
}

/// The footprints learned for an area from other groups' areas.
#[derive(Default)]
pub(super) struct LeftOut {
    /// The bake with them, or `None` if the area cannot be baked.
    agreement: Option<Agreement>,
    /// The gain near the placements of each learned appearance.
    gains: BTreeMap<u32, Counts>,
}

/// Maximum number of joint trials of all kept footprints.
const ROUNDS: usize = 4;

impl Selection {
    pub(super) fn new(pools: Vec<Pool>) -> Self {
        let kept = vec![None; pools.len()];
        Self { pools, kept }
    }

    /// Tries the candidates of each appearance, first all first candidates together, then the second ones, and so on. Then the ones
    /// with the largest gain are tried together, and those that lose more than they gain are dropped.
    pub(super) fn run(&mut self, trial: &Trial<'_>) {
        for turn in 0..TRIED {
            let tried: Vec<Option<usize>> =
                self.pools.iter().map(|pool| (turn < pool.contenders.len()).then_some(turn)).collect();
            if tried.iter().all(Option::is_none) {
                break;
            }
            // The other appearances use their best candidate so far.
            let used: Vec<Option<usize>> = tried.iter().zip(&self.kept).map(|(tried, kept)| tried.or(*kept)).collect();
            self.measure(trial, &used);
            self.keep_best();
        }
        for _ in 0..ROUNDS {
            self.measure(trial, &self.kept.clone());
            let before = self.kept.clone();
            self.keep_best();
            if before == self.kept {
                break;
            }
        }
    }

    /// Bakes all areas with some contenders, and records the gain of each.
    fn measure(&mut self, trial: &Trial<'_>, used: &[Option<usize>]) {
        let gains = trial.gains(&self.choice(used));
        for (pool, used) in self.pools.iter_mut().zip(used) {
            if let Some(used) = used {
                pool.contenders[*used].gains = gains.get(&pool.appearance).into_iter().flatten().copied().collect();
            }
        }
    }

    /// Keeps for each appearance the contender with the largest gain, if it is positive.
    fn keep_best(&mut self) {
        for (pool, kept) in self.pools.iter().zip(&mut self.kept) {
            *kept = pool.best(|contender| contender.gain(|_| false));
        }
    }

    fn choice(&self, used: &[Option<usize>]) -> Choice<'_> {
        let used = self.pools.iter().zip(used);
        used.filter_map(|(pool, used)| Some((pool.appearance, pool.contenders[(*used)?].choice()))).collect()
    }

    /// For each area, the gain from the areas of other groups. A candidate's gain in a trial is used only in those areas.
    pub(super) fn leave_one_out(
        &self,
        trial: &Trial<'_>,
        placings: &[Placement],
        scenes: &[Scene<'_>],
        groups: &[usize],
        options: &LearnOptions,
    ) -> Vec<LeftOut> {
        parallel::map_indices(scenes.len(), |area| {
            let is_left_out = |other: usize| groups[other] == groups[area];
            let own: HashSet<u32> =
                placings.iter().filter(|placing| is_left_out(placing.area)).map(|placing| placing.appearance).collect();
            let of_others: Vec<(u32, Contender)> = (self.pools.iter())
                .filter(|pool| own.contains(&pool.appearance))
                .filter_map(|pool| {
                    let learned = learned_elsewhere(pool, placings, scenes, is_left_out, options)?;
                    Some((pool.appearance, learned))
                })
                .collect();
            let choice = of_others.iter().map(|(appearance, learned)| (*appearance, learned.choice())).collect();
            let Some(with) = trial.bake(area, &choice) else { return LeftOut::default() };
            LeftOut { agreement: Some(with.agreement()), gains: trial.gains_of(area, &with, &choice) }
        })
    }

    pub(super) fn report(
        self,
        trial: &Trial<'_>,
        placings: &[Placement],
        scenes: &[Scene<'_>],
        left_out: Option<Vec<LeftOut>>,
    ) -> LearnReport {
        let mut report = LearnReport::default();
        let choice = self.choice(&self.kept);
        let with: Vec<Option<Outcome>> = parallel::map_indices(scenes.len(), |area| trial.bake(area, &choice));
        let wrong = trial.wrong_floor(&with, &choice);
        for (pool, kept) in self.pools.iter().zip(&self.kept) {
            match kept {
                Some(kept) => {
                    let held_out = left_out.as_ref().and_then(|areas| held_out(pool.appearance, areas));
                    let contender = &pool.contenders[*kept];
                    let alone = Choice::from([(pool.appearance, contender.choice())]);
                    let least_gain = trial.goes_on().then(|| trial.least_gain(&alone)).flatten();
                    report.learned.push(LearnedFootprint {
                        wrong_floor: square_metres(wrong.get(&pool.appearance).copied().unwrap_or_default()),
                        held_out: held_out.map(Into::into),
                        least_gain: least_gain.map(Into::into),
                        ..learned(pool, contender, placings)
                    });
                }
                None => report.unlearned.push(UnlearnedAppearance {
                    appearance: pool.appearance,
                    placings: pool.placings.len(),
                    reason: if pool.contenders.is_empty() {
                        UnlearnedReason::NoOutline
                    } else {
                        UnlearnedReason::NoGain
                    },
                }),
            }
        }
        report.areas = (scenes.iter().zip(&with).enumerate())
            .map(|(index, (scene, with))| AreaTrial {
                name: scene.area.name.clone(),
                triangles: scene.area.trx.triangle_rows().len(),
                without: trial.without(index).map(Outcome::agreement),
                with: with.as_ref().map(Outcome::agreement),
                left_out: left_out.as_ref().and_then(|left_out| left_out[index].agreement),
            })
            .collect();
        report
    }
}

/// The footprint of an appearance learned from all areas except some.
fn learned_elsewhere(
    pool: &Pool,
    placings: &[Placement],
    scenes: &[Scene<'_>],
    is_left_out: impl Fn(usize) -> bool,
    options: &LearnOptions,
) -> Option<Contender> {
    let others: Vec<usize> =
        pool.placings.iter().copied().filter(|number| !is_left_out(placings[*number].area)).collect();
    let mut elsewhere = Pool {
        appearance: pool.appearance,
        contenders: contenders(&others, placings, scenes, options),
        placings: others,
    };
    for contender in &mut elsewhere.contenders {
        if let Some(known) = pool.contenders.iter().find(|known| known.is_like(contender)) {
            contender.gains.clone_from(&known.gains);
        }
    }
    let best = elsewhere.best(|contender| contender.gain(&is_left_out))?;
    Some(elsewhere.contenders.swap_remove(best))
}

/// The gain of an appearance in the held-out areas, if it can be learned from others for one of them.
fn held_out(appearance: u32, areas: &[LeftOut]) -> Option<Counts> {
    areas.iter().filter_map(|area| area.gains.get(&appearance).copied()).reduce(|all, gain| all + gain)
}

fn learned(pool: &Pool, contender: &Contender, placings: &[Placement]) -> LearnedFootprint {
    let (candidate, score) = (&contender.candidate, &contender.score);
    let name = Footprints::learned().get(pool.appearance).and_then(|known| known.name.clone());
    let areas: HashSet<usize> = pool.placings.iter().map(|number| placings[*number].area).collect();
    LearnedFootprint {
        appearance: pool.appearance,
        footprint: contender.footprint.clone().with_name(name),
        outline: candidate.polygon.iter().map(|at| at.map(|value| value as f32)).collect(),
        placings: pool.placings.len(),
        areas: areas.len(),
        seen: candidate.members.len(),
        spread: (candidate.spread * 1000.0) as f32,
        inside: score.inside() as f32,
        outside: score.outside() as f32,
        corners: score.corners() as f32,
        wrong_floor: 0.0,
        gain: contender.gain(|_| false).into(),
        held_out: None,
        least_gain: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_out_is_the_sum_over_the_areas_that_are_taught() {
        let area = |gains: &[(u32, i64)]| {
            let counts =
                |(appearance, floor): &(u32, i64)| (*appearance, Counts { floor: *floor, triangles: 2 * floor });
            LeftOut { agreement: None, gains: gains.iter().map(counts).collect() }
        };
        let areas = [area(&[(7, 5), (9, 1)]), area(&[]), area(&[(7, 3)]), area(&[(7, -2)])];
        let held_out = [7, 9, 11].map(|appearance| held_out(appearance, &areas));
        let counts = |floor| Some(Counts { floor, triangles: 2 * floor });
        assert_eq!(held_out, [counts(6), counts(1), None]);
        assert_eq!(held_out[0].map(Counts::value), Some(6 + 12 * super::super::gain::TRIANGLE));
    }
}
