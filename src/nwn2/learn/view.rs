//! [`View`]: the triangles of a TRX around one placing, in the coordinates of its model.

use foldhash::HashSet;

use crate::formats::aswm::TriangleFlags;
use crate::geometry::{Vec2, cross, distance, plan, sub};
use crate::nwn2::floor::{CLOCKWISE, is_walkable};

use super::placing::Placing;
use super::polygon::{bounds, contains};
use super::scene::Scene;

/// How far from a line, in metres of the model, a point counts as lying on it.
pub(super) const ON_LINE: f64 = 0.003;
/// No view has more triangles.
const TRIANGLES: usize = 1200;

/// What one placing shows of its model and of the floor around it.
pub(super) struct View {
    /// The placing, among those of all areas.
    pub(super) placing: usize,
    pub(super) pieces: Vec<Piece>,
    /// The sides of the pieces, each once.
    sides: Vec<[Vec2; 2]>,
}

/// A triangle of the TRX.
pub(super) struct Piece {
    pub(super) corners: [Vec2; 3],
    /// The heights of the corners in the model, and whether they lie on the floor of the TRN. `None` where the TRN has no floor, above or
    /// below.
    pub(super) heights: [(f64, Option<bool>); 3],
    /// Without the bit for the direction.
    pub(super) flags: u16,
    /// Whether it is not floor of the TRN.
    pub(super) is_foreign: bool,
}

impl Piece {
    /// Whether it may be floor of a model that creatures do not walk on, or any that the TRN does not have.
    pub(super) fn may_be_the_models(&self) -> bool {
        self.is_foreign || !is_walkable(TriangleFlags(self.flags))
    }
}

impl View {
    /// The triangles within `reach` of a placing, in metres of its model.
    pub(super) fn of(number: usize, placing: &Placing, scene: &Scene<'_>, reach: f64) -> Self {
        let box_around = [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]];
        let near = scene.triangles_near(&box_around.map(|at| placing.to_area(at)));
        let piece = |index: usize| {
            let (points, flags) = scene.triangle(index)?;
            let corners = points.map(|point| placing.to_model(plan(point)));
            if !corners.iter().any(|corner| distance(*corner, [0.0; 2]) <= reach) {
                return None;
            }
            let height = |point: [f32; 3]| {
                let is_on_floor = || scene.is_on_floor(point, super::lift::ON_FLOOR);
                (placing.height_in_model(f64::from(point[2])), scene.is_over_floor(plan(point)).then(is_on_floor))
            };
            let is_foreign = scene.is_foreign(index);
            Some(Piece { corners, heights: points.map(height), flags: flags & !CLOCKWISE, is_foreign })
        };
        let pieces: Vec<Piece> = near.into_iter().filter_map(piece).take(TRIANGLES).collect();
        let mut seen = HashSet::default();
        let mut sides = Vec::new();
        for piece in &pieces {
            for [from, to] in super::polygon::sides(&piece.corners) {
                let [a, b] = [from, to].map(|at| at.map(f64::to_bits));
                if seen.insert([a.min(b), a.max(b)]) {
                    sides.push([from, to]);
                }
            }
        }
        Self { placing: number, pieces, sides }
    }

    /// The share of a line that sides of the TRX lie on.
    pub(super) fn seen(&self, [from, to]: [Vec2; 2]) -> f64 {
        let (along, length) = (sub(to, from), distance(from, to));
        let [least, most] = bounds(&[from, to]);
        let is_beyond = |side: &&[Vec2; 2]| {
            (0..2).any(|axis| {
                side[0][axis].max(side[1][axis]) < least[axis] - ON_LINE
                    || side[0][axis].min(side[1][axis]) > most[axis] + ON_LINE
            })
        };
        let stretch = |side: &[Vec2; 2]| {
            let is_on = |at: Vec2| cross(along, sub(at, from)).abs() <= ON_LINE * length;
            let [a, b] = side.map(|at| crate::geometry::dot(along, sub(at, from)) / length);
            let [a, b] = [a.min(b).max(0.0), a.max(b).min(length)];
            (is_on(side[0]) && is_on(side[1]) && b > a).then_some([a, b])
        };
        let mut found: Vec<[f64; 2]> = self.sides.iter().filter(|side| !is_beyond(side)).filter_map(stretch).collect();
        found.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let (mut sum, mut end) = (0.0, 0.0_f64);
        for [a, b] in found {
            sum += (b - a.max(end)).max(0.0);
            end = end.max(b);
        }
        sum / length
    }

    /// The share of a line beside which a triangle lies that may be the model's.
    pub(super) fn visible(&self, [from, to]: [Vec2; 2]) -> f64 {
        /// How many points of the line are looked at.
        const POINTS: usize = 8;
        /// How far beside the line, in metres of the model.
        const BESIDE: f64 = 0.02;
        let along = sub(to, from).map(|value| value / distance(from, to));
        let is_visible = |number: &usize| {
            let at = crate::geometry::lerp(from, to, (*number as f64 + 0.5) / POINTS as f64);
            let beside = [BESIDE, -BESIDE].map(|by| [at[0] - along[1] * by, at[1] + along[0] * by]);
            beside.into_iter().any(|at| self.at(at).any(Piece::may_be_the_models))
        };
        (0..POINTS).filter(is_visible).count() as f64 / POINTS as f64
    }

    /// The triangles over a point.
    pub(super) fn at(&self, at: Vec2) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| contains(&piece.corners, at))
    }
}
