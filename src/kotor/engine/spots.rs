//! [`Spots`]: points all over the floor of an area on which a walker can stand.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::coverage::{box_of, tree_of};
use super::objects::Obstacles;
use super::walker_floor::WalkerFloor;
use super::{Engine, PathPointsOptions, Walker};
use crate::geometry::{BoxTree, Vec2, cross, distance, plan, sub};
use crate::kotor::RoomId;
use crate::mesh::Position;
use crate::parallel;

/// Maximum number of rows of points over all faces.
const MAX_ROWS: f64 = 4e6;

/// Maximum coordinate of a face in metres; faces beyond it are left out. Real rooms have coordinates up to some thousand.
const FARTHEST: f64 = 1e6;

/// Points of the floor in the plan view, at equal distances along both axes, and one in each connected part of the walker's floor.
pub(super) struct Spots {
    /// The distance between two neighbours, in metres.
    pub(super) step: f64,
    pub(super) points: Vec<[f32; 2]>,
    /// True if a walker can stand there with the doors in their states. If doors that can open are ignored, it can stand at all of these
    /// points.
    pub(super) is_safe: Vec<bool>,
    /// The start of walks from each.
    starts: Vec<Option<(RoomId, Position)>>,
    /// The position of each on the walker's floor.
    pub(super) positions: Vec<Option<Position>>,
    /// The connected part of the walker's floor.
    pub(super) parts: Vec<Option<u32>>,
    tree: BoxTree,
}

/// The spots that are wanted.
#[derive(Clone, Copy)]
pub(super) struct SpotOptions<'a> {
    /// Approximate number of spots in rows.
    pub(super) most: u32,
    /// Minimum distance between rows, in metres.
    pub(super) min_step: f64,
    /// Minimum area of a part of the floor that has spots, in square metres.
    pub(super) pocket: f64,
    /// Points that become spots, too, if the walker fits there.
    pub(super) also: &'a [[f32; 2]],
}

impl SpotOptions<'_> {
    /// As many spots as the options allow, or fewer if they would be closer together than the width of the walker.
    pub(super) fn new(walker: &Walker, options: &PathPointsOptions) -> Self {
        let min_step = if walker.radius > 0.0 { 0.7 * f64::from(walker.radius) } else { 0.25 };
        Self { most: options.most_spots, min_step: min_step.max(0.01), pocket: options.pocket.into(), also: &[] }
    }
}

/// A square of the plan view, from south to north and then from west to east.
type Cell = [i64; 2];

impl Engine {
    /// The spots of the area for a walker.
    pub(super) fn spots(&self, floor: &WalkerFloor, walker: &Walker, options: SpotOptions<'_>) -> Spots {
        let faces = self.walkable_faces();
        let step = step_of(&faces, options);
        let mut cells = BTreeMap::<Cell, [f32; 2]>::new();
        for face in &faces {
            rows_through(face, step, |at, cell| {
                cells.entry(cell).or_insert(at);
            });
        }
        let points: Vec<[f32; 2]> =
            cells.into_values().chain(floor.samples.iter().chain(options.also).copied()).collect();
        let answers = parallel::answers(&points, |at| self.stands(*at, walker));
        let stand = points.into_iter().zip(answers).filter_map(|(at, is_safe)| Some((at, is_safe?)));
        let (points, is_safe): (Vec<_>, Vec<_>) = stand.unzip();
        let positions = floor.positions(&parallel::map(&points, |at| self.on_floor(*at)));
        let parts: Vec<Option<u32>> = positions.iter().map(|at| at.and_then(|at| floor.part(at))).collect();
        let is_in_pocket = |part: &Option<u32>| part.is_some_and(|part| floor.is_pocket(part, options.pocket));
        let kept: Vec<usize> = (0..points.len()).filter(|spot| !is_in_pocket(&parts[*spot])).collect();
        let points: Vec<[f32; 2]> = kept.iter().map(|spot| points[*spot]).collect();
        Spots {
            step,
            starts: parallel::map(&points, |at| self.start(*at)),
            tree: tree_of(points.iter().copied()),
            points,
            is_safe: kept.iter().map(|spot| is_safe[*spot]).collect(),
            positions: kept.iter().map(|spot| positions[*spot]).collect(),
            parts: kept.iter().map(|spot| parts[*spot]).collect(),
        }
    }

    /// Tests whether a straight walk leads from a spot to a point, with the doors in their states.
    pub(super) fn can_walk_from_spot(&self, spots: &Spots, spot: u32, to: [f32; 2], walker: &Walker) -> bool {
        let (start, from) = (spots.starts[spot as usize], spots.points[spot as usize]);
        self.can_walk_on(start, from, to, walker, Obstacles::Objects)
    }

    /// The nearest point that a straight walk reaches from a spot, with the doors in their states, if it is nearer than a distance in metres.
    /// The tree has the points. The function gives their coordinates by number, and `None` for points that do not count.
    pub(super) fn nearest_from_spot(
        &self,
        spots: &Spots,
        spot: u32,
        (tree, at): (&BoxTree, impl Fn(u32) -> Option<[f32; 2]>),
        within: f64,
        walker: &Walker,
    ) -> Option<u32> {
        let from = spots.points[spot as usize];
        let found = tree.nearest(&box_of(from), within.powi(2), usize::MAX, |point| {
            let reached = at(point).filter(|to| self.can_walk_from_spot(spots, spot, *to, walker));
            reached.map_or(f64::INFINITY, |to| distance(from.map(f64::from), to.map(f64::from)).powi(2))
        });
        found.map(|(point, _)| point)
    }

    /// A point with the height of the floor there, or 0.
    pub(super) fn on_floor(&self, at: [f32; 2]) -> [f32; 3] {
        [at[0], at[1], self.height(at).unwrap_or_default()]
    }

    /// The walkable faces in the plan view, without faces with unusable coordinates.
    fn walkable_faces(&self) -> Vec<[Vec2; 3]> {
        let rooms = self.area().rooms();
        let faces = rooms.flat_map(|(_, room)| room.faces().filter(|face| face.is_walkable()));
        let faces = faces.filter_map(|face| face.points()).map(|face| face.map(plan));
        faces.filter(|face| face.as_flattened().iter().all(|value| value.abs() < FARTHEST)).collect()
    }

    /// Returns whether a walker can stand at a point with the doors in their states; `None` if it cannot even with all doors ignored.
    fn stands(&self, at: [f32; 2], walker: &Walker) -> Option<bool> {
        let point = [at[0], at[1], self.height(at)?];
        // On very steep floors a walk may be stopped immediately where a body at rest is not.
        let is_free = |of| self.is_clear(point, walker, of) && self.can_walk(at, at, walker, of);
        is_free(Obstacles::Fixed).then(|| is_free(Obstacles::Objects))
    }
}

impl Spots {
    /// The spots on which a walker can stand with the doors in their states.
    pub(super) fn safe(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.is_safe).filter_map(|(spot, is_safe)| is_safe.then_some(spot))
    }

    /// The spots in a square around a point.
    pub(super) fn near(&self, at: [f32; 2], reach: f64) -> Vec<u32> {
        let mut near = Vec::new();
        self.tree.meeting(&box_of(at).padded(reach as f32), usize::MAX, |spot| {
            near.push(spot);
            ControlFlow::Continue(())
        });
        near.sort_unstable();
        near
    }
}

/// The distance between spots, in metres.
fn step_of(faces: &[[Vec2; 3]], options: SpotOptions<'_>) -> f64 {
    let area: f64 = faces.iter().map(|[a, b, c]| cross(sub(*b, *a), sub(*c, *a)).abs() / 2.0).sum();
    let rows: f64 = faces.iter().map(height_of).sum();
    options.min_step.max((area / f64::from(options.most.max(1))).sqrt()).max(rows / MAX_ROWS)
}

fn height_of(face: &[Vec2; 3]) -> f64 {
    let y = face.map(|corner| corner[1]);
    y.into_iter().fold(f64::NEG_INFINITY, f64::max) - y.into_iter().fold(f64::INFINITY, f64::min)
}

/// The centres of cells that lie on a face.
fn rows_through(face: &[Vec2; 3], step: f64, mut found: impl FnMut([f32; 2], Cell)) {
    let cells = |low: f64, high: f64| ((low / step - 0.5).ceil() as i64)..=((high / step - 0.5).floor() as i64);
    let middle = |cell: i64| (cell as f64 + 0.5) * step;
    let y = face.map(|corner| corner[1]);
    for row in cells(y.into_iter().fold(f64::INFINITY, f64::min), y.into_iter().fold(f64::NEG_INFINITY, f64::max)) {
        let y = middle(row);
        let [mut west, mut east] = [f64::INFINITY, f64::NEG_INFINITY];
        for (a, b) in [(face[0], face[1]), (face[1], face[2]), (face[2], face[0])] {
            if (a[1] <= y) != (b[1] <= y) {
                let x = a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
                (west, east) = (west.min(x), east.max(x));
            }
        }
        for column in cells(west, east) {
            found([middle(column) as f32, y as f32], [row, column]);
        }
    }
}
