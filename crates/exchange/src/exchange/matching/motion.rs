//! Finds the connected parts of the base that were moved, rotated or scaled as a whole.

mod affine;
mod anchors;
mod mesh;

use affine::{Affine, Fit};
use anchors::Anchors;
use mesh::Mesh;

use super::nearby::{Nearby, distance};
use super::positions::Positions;
use super::triangles::{Key, Triangles, key};
use crate::geometry::Csr;

/// The maximum distance between a vertex and its image under the motion of its part, in units of the mesh.
const MOTION_TOLERANCE: f32 = 1e-3;
/// The maximum number of motions of other parts that are tried for a part.
const MAX_KNOWN: usize = 8;
/// The maximum number of hypotheses for one part that are tried on all of its vertices.
const MAX_TRIED: usize = 3;
/// The numbers of triangles around an anchor from which a hypothesis is made: the fewer, the less likely that some of them were also
/// edited.
const PATCHES: [usize; 3] = [64, 12, 3];
/// With fewer positions, some affine motion maps a part to nearly any triangles. So its motion must preserve lengths.
const FEW: usize = 5;

/// For each position of a part of the base that was moved as a whole, its new position. A part is connected by vertices; all of
/// its triangles are missing, and one motion maps at least half of them, with their classes, or nearly all to new triangles.
pub(super) fn find_motions(triangles: &Triangles<'_>, positions: &Positions, snap: f32) -> Vec<(u32, u32)> {
    let Some(meshes) = Meshes::new(triangles) else { return Vec::new() };
    let places: Vec<_> = meshes.numbers.iter().map(|number| positions.points[*number as usize]).collect();
    let reach = MOTION_TOLERANCE.max(4.0 * snap);
    let nearby = Nearby::new(&places, reach);
    let mut search = MotionSearch { positions, nearby: &nearby, reach, meshes, known: Vec::new() };
    let mut images = Vec::new();
    for part in search.meshes.parts() {
        if let Some(found) = search.find(&part) {
            search.take(&part, &found.images);
            images.extend(part.positions.iter().copied().zip(found.images).filter_map(|(from, to)| Some((from, to?))));
            if search.known.len() < MAX_KNOWN && !search.known.contains(&found.motion) {
                search.known.push(found.motion);
            }
        }
    }
    images
}

/// A part of the base.
struct MovedPart {
    /// Its triangles, as numbers in the mesh of the missing triangles.
    triangles: Vec<u32>,
    positions: Vec<u32>,
}

/// A motion of a part, and the images of its positions.
struct PartMotion {
    motion: Affine,
    images: Vec<Option<u32>>,
    /// Number of triangles whose image exists, and number of these that have their class.
    matched: usize,
    of_class: usize,
}

impl PartMotion {
    /// Returns whether coincidence is ruled out: the images of at least half of the triangles exist with their classes, or nearly all
    /// exist.
    fn is_enough(&self, part: &MovedPart) -> bool {
        let all = part.triangles.len();
        2 * self.of_class >= all || 10 * self.matched >= 9 * all
    }

    /// The motion that finds more triangles, or else the first.
    fn better(self, other: Self) -> Self {
        if other.matched > self.matched { other } else { self }
    }
}

/// The triangles that are missing in whole parts, and the new ones.
struct Meshes {
    base: Mesh,
    edited: Mesh,
    /// The anchors of all levels needed so far.
    anchors: Vec<Anchors>,
    /// The positions of the new triangles.
    numbers: Vec<u32>,
    /// The keys of the new triangles, sorted, each with its class and whether a part claims it.
    keys: Vec<(Key, u32, bool)>,
}

impl Meshes {
    fn new(triangles: &Triangles<'_>) -> Option<Self> {
        if !triangles.are_left_in_both() {
            return None;
        }
        let edited = Mesh::new(triangles.new_ones());
        let base = Mesh::new(triangles.missing_in_whole_parts());
        let mut numbers: Vec<u32> = edited.keys.iter().flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let keys = edited.keys.iter().zip(&edited.classes);
        let mut keys: Vec<_> = keys.map(|(key, class)| (*key, *class, false)).collect();
        keys.sort_unstable();
        (!base.keys.is_empty()).then_some(Self { base, edited, anchors: Vec::new(), numbers, keys })
    }

    /// The parts of the base, in descending order of size.
    fn parts(&self) -> Vec<MovedPart> {
        let part_of = self.base.parts();
        let count = part_of.iter().max().map_or(0, |last| *last as usize + 1);
        let rows = Csr::group(count, || part_of.iter().map(|part| *part as usize).zip(0_u32..));
        let mut parts: Vec<MovedPart> = (0..count)
            .map(|part| {
                let triangles = rows.row(part).to_vec();
                let mut positions: Vec<u32> = triangles.iter().flat_map(|id| self.base.keys[*id as usize]).collect();
                positions.sort_unstable();
                positions.dedup();
                MovedPart { triangles, positions }
            })
            .collect();
        // The sort is stable, so parts of equal size keep their order.
        parts.sort_by_key(|part| std::cmp::Reverse(part.triangles.len()));
        parts
    }
}

struct MotionSearch<'p> {
    positions: &'p Positions,
    /// The positions of the new triangles, by their coordinates.
    nearby: &'p Nearby<'p>,
    reach: f32,
    meshes: Meshes,
    /// Motions that were already found.
    known: Vec<Affine>,
}

impl MotionSearch<'_> {
    /// The motion of a part: one of another part, or the best of its own hypotheses.
    fn find(&mut self, part: &MovedPart) -> Option<PartMotion> {
        let tried = self.known.iter().map(|motion| self.applied(part, motion));
        let known = tried.reduce(PartMotion::better).filter(|found| found.is_enough(part));
        if known.is_some() {
            return known;
        }
        for level in 0.. {
            if level == self.meshes.anchors.len() {
                let Meshes { base, edited, anchors, .. } = &mut self.meshes;
                anchors.push(Anchors::new(base, edited, level)?);
            }
            let tried = self.hypotheses(part, level).into_iter().take(MAX_TRIED);
            let best = tried.map(|motion| self.refined(part, &motion)).reduce(PartMotion::better);
            if let Some(found) = best.filter(|found| found.is_enough(part)) {
                return Some(found);
            }
        }
        None
    }

    /// The motions suggested by triangles of a part and of the edited mesh with the same neighbourhood: first the motions that fit many
    /// triangles, and among these the ones with the smallest rotation, scale and translation.
    fn hypotheses(&self, part: &MovedPart, level: usize) -> Vec<Affine> {
        let Meshes { base, edited, anchors, .. } = &self.meshes;
        let at = |mesh: &Mesh, id: u32| self.positions.points[mesh.keys[id as usize][0] as usize];
        let mut found: Vec<(usize, [f64; 2], Affine)> = Vec::new();
        for pair in anchors[level].pairs(&part.triangles, |from, to| distance(at(base, from), at(edited, to))) {
            for turn in 0..3 {
                let of_patch = |(rank, patch): (usize, usize)| {
                    let pairs = mesh::walk([base, edited], pair, turn, patch)?;
                    let motion = self.fitted(&pairs, part.positions.len())?;
                    Some((rank, [motion.deviation(), motion.shift()], motion))
                };
                found.extend(PATCHES.into_iter().enumerate().find_map(of_patch));
            }
        }
        found.sort_by(|(rank, a, _), (other, b, _)| {
            rank.cmp(other).then(a[0].total_cmp(&b[0])).then(a[1].total_cmp(&b[1]))
        });
        found.into_iter().map(|(.., motion)| motion).collect()
    }

    /// The motion that maps the first position of each pair to the second one, if any.
    fn fitted(&self, pairs: &[[u32; 2]], positions: usize) -> Option<Affine> {
        let points = pairs.iter().map(|pair| pair.map(|at| self.positions.points[at as usize]));
        let motion = Fit::new(points.clone())?.solve()?;
        let is_near = |[from, to]: [[f32; 3]; 2]| motion.misses(from, to) <= f64::from(self.reach);
        let is_allowed = positions >= FEW || motion.keeps_lengths(points.clone(), self.reach);
        (is_allowed && points.clone().all(is_near)).then_some(motion)
    }

    /// A hypothesis, fitted once more to all positions of the part that have an image.
    fn refined(&self, part: &MovedPart, motion: &Affine) -> PartMotion {
        let rough = self.applied(part, motion);
        if 8 * rough.matched < part.triangles.len() {
            return rough;
        }
        let at = |position: u32| self.positions.points[position as usize];
        let pairs = part.positions.iter().zip(&rough.images);
        let pairs = pairs.filter_map(|(from, to)| Some([at(*from), at((*to)?)]));
        let Some(motion) = Fit::new(pairs).and_then(|fit| fit.solve()) else { return rough };
        let fine = self.applied(part, &motion);
        fine.better(rough)
    }

    /// Applies a motion to the positions of a part, and counts the triangles whose image exists.
    fn applied(&self, part: &MovedPart, motion: &Affine) -> PartMotion {
        let image = |position: &u32| {
            let point = motion.apply(self.positions.points[*position as usize]);
            self.nearby.around(point).first().map(|(_, place)| self.meshes.numbers[*place as usize])
        };
        let images: Vec<Option<u32>> = part.positions.iter().map(image).collect();
        let (mut matched, mut of_class) = (0, 0);
        for id in &part.triangles {
            if let Some(place) = self.place_of(part, &images, *id) {
                matched += 1;
                of_class += usize::from(self.meshes.keys[place].1 == self.meshes.base.classes[*id as usize]);
            }
        }
        PartMotion { motion: *motion, images, matched, of_class }
    }

    /// The index of a triangle's image in the list of keys, unless another part has it.
    fn place_of(&self, part: &MovedPart, images: &[Option<u32>], triangle: u32) -> Option<usize> {
        let image = |position: u32| images[part.positions.binary_search(&position).ok()?];
        let [a, b, c] = self.meshes.base.keys[triangle as usize].map(image);
        let wanted = key([a?, b?, c?]);
        let place = self.meshes.keys.binary_search_by(|(key, ..)| key.cmp(&wanted)).ok()?;
        (!self.meshes.keys[place].2).then_some(place)
    }

    /// Marks the triangles of a part that was found, so that no other part claims them.
    fn take(&mut self, part: &MovedPart, images: &[Option<u32>]) {
        for triangle in &part.triangles {
            if let Some(place) = self.place_of(part, images, *triangle) {
                self.meshes.keys[place].2 = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::{ClassedTriangle, TriangleSet};

    fn strip(triangles: u32, height: f32) -> TriangleSet {
        let points = (0..triangles + 2).map(|at| [at as f32, (at % 2) as f32, height]).collect();
        let corners = (0..triangles).map(|at| [at, at + 1, at + 2]);
        let triangles = corners.map(|corners| ClassedTriangle { corners, class: 4 }).collect();
        TriangleSet { points, triangles, ..TriangleSet::default() }
    }

    #[test]
    fn a_hypothesis_is_fitted_once_more_if_it_finds_an_eighth_of_the_part() {
        let matched = |count: u32| {
            let (base, edited) = (strip(count, 0.0), strip(count, 5.0));
            let positions = Positions::new(&base, &edited);
            let meshes = Meshes::new(&Triangles::new(&base, &edited, &positions)).expect("missing and new triangles");
            let places: Vec<_> = meshes.numbers.iter().map(|number| positions.points[*number as usize]).collect();
            let nearby = Nearby::new(&places, MOTION_TOLERANCE);
            let part = meshes.parts().remove(0);
            let search = MotionSearch {
                positions: &positions,
                nearby: &nearby,
                reach: MOTION_TOLERANCE,
                meshes,
                known: Vec::new(),
            };
            // Only the first three points are mapped close enough to their targets.
            let pairs = base.points.iter().map(|&[x, y, z]| [[x, y, z], [1.0004 * x, y, z + 5.0]]);
            let rough = Fit::new(pairs).and_then(Fit::solve).expect("a motion");
            [search.applied(&part, &rough).matched, search.refined(&part, &rough).matched]
        };
        assert_eq!([matched(8), matched(9)], [[1, 8], [1, 1]]);
    }
}
