//! [`Pool`]: the candidates for one appearance, without those that other appearances explain better.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt};

use crate::geometry::Vec2;
use crate::nwn2::{Footprint, LearnOptions};
use crate::parallel;

use super::candidate::{Candidate, PLACINGS, evenly, recurring, seen};
use super::gain::{Counts, TRIANGLE};
use super::lift::lift;
use super::placing::Placement;
use super::polygon::middle;
use super::scene::Scene;
use super::score::Score;
use super::{boxes, corners, dots::Dots, lines};

/// The candidates for one appearance.
pub(super) struct Pool {
    pub(super) appearance: u32,
    /// Its placements, as indices into the placements of all areas.
    pub(super) placings: Vec<usize>,
    /// The best ones first.
    pub(super) contenders: Vec<Contender>,
}

/// A candidate that is good enough for a trial.
pub(super) struct Contender {
    pub(super) candidate: Candidate,
    pub(super) score: Score,
    /// The footprint to try.
    pub(super) footprint: Footprint,
    /// Its gain in the trials of each area.
    pub(super) gains: BTreeMap<usize, Counts>,
}

impl Contender {
    /// Its footprint and its outline, for a trial.
    pub(super) fn choice(&self) -> (&Footprint, &[Vec2]) {
        (&self.footprint, &self.candidate.polygon)
    }

    /// Returns whether another contender has the same polygon and the same kind.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let kind = |contender: &Self| std::mem::discriminant(contender.footprint.shape());
        kind(self) == kind(other) && self.candidate.is_like(&other.candidate)
    }

    /// The gain in all areas outside a group.
    pub(super) fn gain(&self, is_left_out: impl Fn(usize) -> bool) -> Counts {
        self.gains.iter().filter(|(area, _)| !is_left_out(**area)).map(|(_, gain)| *gain).sum()
    }
}

impl Pool {
    /// The contender with the maximum gain by a given measure, if positive: among those with nearly the same gain the simplest one, because
    /// an outline that the weld has changed explains its own placement as well as the footprint does.
    pub(super) fn best(&self, gain: impl Fn(&Contender) -> Counts) -> Option<usize> {
        let gain = |contender: &Contender| gain(contender).value();
        let most = self.contenders.iter().map(&gain).max().filter(|most| *most > 0)?;
        let is_near = |index: &usize| {
            let gain = gain(&self.contenders[*index]);
            gain > 0 && gain >= most - NEARLY.max(most / 20)
        };
        let complexity = |index: &usize| self.contenders[*index].candidate.complexity();
        // The first one on ties.
        (0..self.contenders.len()).filter(is_near).min_by_key(complexity)
    }
}

/// Maximum difference of nearly equal gains: two triangles. For a large gain it is a twentieth.
const NEARLY: i64 = 2 * TRIANGLE;

/// Minimum number of placements that an outline must explain if only one or two show it and it is far from the model's origin.
const SURE: usize = 4;

/// Maximum number of outlines of an appearance to score, those with the largest numbers of placements.
const OUTLINES: usize = 12;
/// Maximum number of candidates of an appearance that are tried.
pub(super) const TRIED: usize = 12;

/// The placements of each appearance, ascending.
pub(super) fn by_appearance(placings: &[Placement], is_in: impl Fn(usize) -> bool) -> Vec<(u32, Vec<usize>)> {
    let mut lists = BTreeMap::<u32, Vec<usize>>::new();
    for (number, placing) in placings.iter().enumerate().filter(|(_, placing)| is_in(placing.area)) {
        lists.entry(placing.appearance).or_default().push(number);
    }
    lists.into_iter().collect()
}

/// The candidates for each appearance, without outlines that explain another appearance better.
pub(super) fn pools(placings: &[Placement], scenes: &[Scene<'_>], options: &LearnOptions) -> Vec<Pool> {
    let lists = by_appearance(placings, |_| true);
    let mut pools = parallel::map(&lists, |(appearance, numbers)| Pool {
        appearance: *appearance,
        placings: numbers.clone(),
        contenders: contenders(numbers, placings, scenes, options),
    });
    let owners = owners(&pools, placings);
    for pool in &mut pools {
        pool.contenders.retain(|contender| is_own(pool.appearance, &contender.candidate, placings, &owners));
        pool.contenders.truncate(TRIED);
    }
    pools
}

/// The candidates for an appearance that pass the score, the best ones first.
pub(super) fn contenders(
    numbers: &[usize],
    placings: &[Placement],
    scenes: &[Scene<'_>],
    options: &LearnOptions,
) -> Vec<Contender> {
    let chosen = evenly(numbers, PLACINGS);
    let members = seen(&chosen, placings, scenes);
    let dots = Dots::new(&members);
    let trimmed = ranked(corners::candidates(&members), OUTLINES);
    let whole = ranked(recurring(members), OUTLINES);
    let boxes = whole.iter().flat_map(|candidate| boxes::candidates(&candidate.members[0])).collect();
    let dotted = whole.iter().filter_map(|candidate| dots.candidate(candidate)).collect();
    let lines = lines::candidates(&chosen, placings, scenes);
    let mut found: Vec<Contender> = Vec::new();
    for (candidates, most) in [(whole, 3), (boxes, 3), (dotted, 2), (trimmed, 2), (lines, 3)] {
        let mut passed: Vec<(Candidate, Score)> = Vec::new();
        for candidate in candidates.into_iter().filter(|candidate| !candidate.is_far()) {
            let score = Score::new(&candidate.polygon, numbers, placings, scenes, f64::from(options.inside));
            let known = found.iter().map(|known: &Contender| &known.candidate);
            let mut known = known.chain(passed.iter().map(|(known, _)| known));
            let is_sure = score.clean >= SURE || !candidate.is_off_centre();
            if is_sure && score.passes(options) && !known.any(|known| known.is_like(&candidate)) {
                passed.push((candidate, score));
            }
        }
        // The sort is stable.
        passed.sort_by(|a, b| merit(b).total_cmp(&merit(a)));
        passed.truncate(most);
        for (candidate, score) in passed {
            let contender =
                |footprint| Contender { candidate: candidate.clone(), score, footprint, gains: BTreeMap::new() };
            found.extend(shapes(&candidate, &score, numbers, placings, scenes).into_iter().map(contender));
        }
    }
    found
}

/// The possible shapes of a candidate: a hole if the TRX has nothing inside, otherwise the lifted floor or a patch.
fn shapes(
    candidate: &Candidate,
    score: &Score,
    numbers: &[usize],
    placings: &[Placement],
    scenes: &[Scene<'_>],
) -> Vec<Footprint> {
    let polygon = || vec![candidate.polygon.iter().map(|at| at.map(|value| value as f32)).collect()];
    let instances = u32::try_from(numbers.len()).ok();
    let shapes = if score.is_covered() {
        let mesh = lift(&candidate.polygon, numbers, placings, scenes);
        let patch = if score.is_walkable() { None } else { Footprint::patch(polygon()).ok() };
        vec![mesh.map(Footprint::walk_mesh), patch]
    } else {
        vec![Footprint::hole(polygon()).ok()]
    };
    shapes.into_iter().flatten().map(|footprint| footprint.with_instances(instances)).collect()
}

/// The candidates with the largest number of placements.
fn ranked(mut candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
    candidates.retain(|candidate| !candidate.is_far());
    candidates.sort_by_key(rank);
    candidates.truncate(most);
    candidates
}

/// The sort key of candidates before scoring: by number of placements, descending, then by distance to the model's origin.
fn rank(candidate: &Candidate) -> (Reverse<usize>, u64) {
    (Reverse(candidate.members.len()), (distance_to_origin(candidate) * 1e6) as u64)
}

/// Distance of the polygon from the origin of the model, in metres: less than 0.01 where the origin lies inside.
fn distance_to_origin(candidate: &Candidate) -> f64 {
    let [x, y] = middle(&candidate.polygon);
    let off_middle = (x * x + y * y).sqrt();
    candidate.outside() + off_middle * 1e-3
}

/// The explanatory power of a scored candidate.
fn merit((candidate, score): &(Candidate, Score)) -> f64 {
    score.corners() * score.outside() * (1 + candidate.members.len()) as f64 - 0.1 * distance_to_origin(candidate)
}

/// For each outline of an area, the appearance that explains it best.
type Owners = HashMap<(usize, usize), u32>;

fn owners(pools: &[Pool], placings: &[Placement]) -> Owners {
    let mut order: Vec<(Reverse<usize>, u64, usize, usize)> = Vec::new();
    for (index, pool) in pools.iter().enumerate() {
        for (number, contender) in pool.contenders.iter().enumerate() {
            let (votes, distance) = rank(&contender.candidate);
            order.push((votes, distance, index, number));
        }
    }
    order.sort_unstable();
    let mut owners = Owners::new();
    let mut is_settled = vec![false; pools.len()];
    for (_, _, index, number) in order {
        let (appearance, candidate) = (pools[index].appearance, &pools[index].contenders[number].candidate);
        let has_whole = candidate.members.iter().any(|member| member.outline.is_some());
        if !is_settled[index] && has_whole && is_own(appearance, candidate, placings, &owners) {
            is_settled[index] = true;
            for member in &candidate.members {
                if let Some(outline) = member.outline {
                    owners.entry((placings[member.placing].area, outline)).or_insert(appearance);
                }
            }
        }
    }
    owners
}

/// Returns whether no other appearance explains most of a candidate's outlines.
fn is_own(appearance: u32, candidate: &Candidate, placings: &[Placement], owners: &Owners) -> bool {
    let owner = |outline, placing: usize| owners.get(&(placings[placing].area, outline));
    let whole = candidate.members.iter().filter_map(|member| Some((member.outline?, member.placing)));
    let (all, taken) = whole.fold((0, 0), |(all, taken), (outline, placing)| {
        let is_taken = owner(outline, placing).is_some_and(|other| *other != appearance);
        (all + 1, taken + usize::from(is_taken))
    });
    2 * taken <= all && (all == 0 || taken < all)
}
