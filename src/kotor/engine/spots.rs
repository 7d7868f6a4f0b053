//! [`Spots`]: points all over the floor of an area on which a walker can stand, and the spots from which a point is reached.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::objects::Obstacles;
use super::{Engine, Walker};
use crate::geometry::{Vec2, cross, lerp, plan, sub};
use crate::kotor::RoomId;
use crate::mesh::Position;
use crate::parallel;

/// Maximum number of rows of points over all faces.
const MAX_ROWS: f64 = 4e6;

/// Maximum number of points in one cell, where faces are tiny. Cells of real areas have up to 7 middles of edges.
const MAX_IN_CELL: usize = 16;

/// Maximum coordinate of a face in metres; faces beyond it are left out. Real rooms have coordinates up to some thousand.
const FARTHEST: f64 = 1e6;

/// Points of the floor in the plan view, at equal distances along both axes, and in the middle of each edge that two floors have in common:
/// narrow passages may lie between the others.
#[derive(Debug)]
pub(super) struct Spots {
    /// The distance between two neighbours, in metres.
    pub(super) step: f64,
    /// In the order of rows, from south to north and from west to east.
    pub(super) points: Vec<[f32; 2]>,
    /// True if a walker can stand there with the doors in their states. If doors that can open are ignored, it can stand at all of these
    /// points.
    pub(super) is_safe: Vec<bool>,
    /// The start of walks from each.
    starts: Vec<Option<(RoomId, Position)>>,
    by_cell: BTreeMap<Cell, Vec<u32>>,
}

/// A square of the plan view, from south to north and then from west to east.
type Cell = [i64; 2];

impl Engine {
    /// The spots of the area for a walker; about `most` of them, or fewer if they would be closer together than the width of the walker.
    pub(super) fn spots(&self, walker: &Walker, most: u32) -> Spots {
        let faces = self.walkable_faces();
        let step = step_of(&faces, walker, most);
        let mut cells = BTreeMap::<Cell, Vec<[f32; 2]>>::new();
        for face in &faces {
            rows_through(face, step, |at, cell| {
                cells.entry(cell).or_insert_with(|| vec![at]);
            });
        }
        // Each edge of two floors has two faces; a repeated point counts once.
        let mut middles: Vec<Vec2> = faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).map(middle).collect();
        middles.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        for pair in middles.windows(2).filter(|pair| pair[0] == pair[1]) {
            let at = pair[0].map(|value| value as f32);
            let points = cells.entry(cell_of(at, step)).or_default();
            if points.len() < MAX_IN_CELL && !points.contains(&at) {
                points.push(at);
            }
        }
        let points: Vec<[f32; 2]> = cells.into_values().flatten().collect();
        let answers = parallel::answers(&points, |at| self.stands(*at, walker));
        let stand = points.into_iter().zip(answers).filter_map(|(at, is_safe)| Some((at, is_safe?)));
        let (points, is_safe): (Vec<_>, Vec<_>) = stand.unzip();
        let mut by_cell = BTreeMap::<Cell, Vec<u32>>::new();
        for (number, at) in (0..).zip(&points) {
            by_cell.entry(cell_of(*at, step)).or_default().push(number);
        }
        let starts = parallel::map(&points, |at| self.start(*at));
        Spots { step, points, is_safe, starts, by_cell }
    }

    /// [`can_walk`](Self::can_walk) from a spot.
    pub(super) fn can_walk_from_spot(
        &self,
        spots: &Spots,
        spot: u32,
        to: [f32; 2],
        walker: &Walker,
        past: Obstacles,
    ) -> bool {
        let (start, from) = (spots.starts[spot as usize], spots.points[spot as usize]);
        self.can_walk_on(start, from, to, walker, past)
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

    /// Points near the border of the walker's floor, three times as dense as the spots.
    pub(super) fn rim(&self, spots: &Spots, walker: &Walker) -> Vec<[f32; 2]> {
        let mut cells = BTreeSet::new();
        for spot in (0..spots.points.len() as u32).filter(|spot| spots.is_at_border(*spot)) {
            cells.extend(around(cell_of(spots.points[spot as usize], spots.step)));
        }
        let thirds = [1.0, 3.0, 5.0].map(|sixths| sixths / 6.0);
        let in_cell = |[row, column]: Cell| {
            let at = move |up: f64, east: f64| [(column as f64 + east) * spots.step, (row as f64 + up) * spots.step];
            thirds.into_iter().flat_map(move |up| thirds.map(|east| at(up, east).map(|value| value as f32)))
        };
        // A floor that no wall bounds ends at the corners of its faces.
        let corners = self.walkable_faces().into_iter().flat_map(|face| {
            let middle = [0, 1].map(|axis| face.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0);
            face.map(|corner| lerp(corner, middle, 0.01).map(|value| value as f32))
        });
        let points: Vec<[f32; 2]> = cells.into_iter().flat_map(in_cell).chain(corners).collect();
        let is_safe = parallel::answers(&points, |at| self.stands(*at, walker) == Some(true));
        points.into_iter().zip(is_safe).filter_map(|(at, is_safe)| is_safe.then_some(at)).collect()
    }

    /// The spots from which a straight walk leads to a point, with the doors in their states. A flood fill from the point tests only the
    /// neighbours of spots that reach it, so it skips most spots behind a wall.
    pub(super) fn spots_that_reach(&self, spots: &Spots, to: [f32; 2], walker: &Walker) -> Vec<u32> {
        let mut is_asked = vec![false; spots.points.len()];
        let mut waiting: VecDeque<u32> = spots.around(to).collect();
        waiting.iter().for_each(|spot| is_asked[*spot as usize] = true);
        let mut found = Vec::new();
        while let Some(spot) = waiting.pop_front() {
            let at = spots.points[spot as usize];
            if !self.can_walk_from_spot(spots, spot, to, walker, Obstacles::Objects) {
                continue;
            }
            if spots.is_safe[spot as usize] {
                found.push(spot);
            }
            waiting.extend(spots.around(at).filter(|next| !std::mem::replace(&mut is_asked[*next as usize], true)));
        }
        found.sort_unstable();
        found
    }
}

impl Spots {
    /// The spots on which a walker can stand with the doors in their states.
    pub(super) fn safe(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.is_safe).filter_map(|(spot, is_safe)| is_safe.then_some(spot))
    }

    /// The spots in the nine cells around a point.
    pub(super) fn around(&self, at: [f32; 2]) -> impl Iterator<Item = u32> {
        around(cell_of(at, self.step)).filter_map(|cell| self.by_cell.get(&cell)).flatten().copied()
    }

    /// The safe spots next to a spot along the axes and diagonals.
    pub(super) fn beside(&self, spot: u32) -> Vec<u32> {
        let at = self.points[spot as usize];
        let is_beside = |other: &u32| {
            let [x, y] = self.points[*other as usize];
            let off = [x - at[0], y - at[1]].map(|off| f64::from(off.abs()));
            *other != spot && self.is_safe[*other as usize] && off.iter().all(|off| *off < 1.01 * self.step)
        };
        self.around(at).filter(is_beside).collect()
    }

    /// Returns whether one of the nine cells around a spot has none.
    pub(super) fn is_at_border(&self, spot: u32) -> bool {
        let [row, column] = cell_of(self.points[spot as usize], self.step);
        (row - 1..=row + 1)
            .any(|row| (column - 1..=column + 1).any(|column| !self.by_cell.contains_key(&[row, column])))
    }
}

/// A cell and those around it.
fn around([row, column]: Cell) -> impl Iterator<Item = Cell> {
    (row - 1..=row + 1).flat_map(move |row| (column - 1..=column + 1).map(move |column| [row, column]))
}

/// The distance between spots.
fn step_of(faces: &[[Vec2; 3]], walker: &Walker, most: u32) -> f64 {
    let area: f64 = faces.iter().map(|[a, b, c]| cross(sub(*b, *a), sub(*c, *a)).abs() / 2.0).sum();
    let rows: f64 = faces.iter().map(height_of).sum();
    let narrow = if walker.radius > 0.0 { 0.7 * f64::from(walker.radius) } else { 0.25 };
    narrow.max((area / f64::from(most.max(1))).sqrt()).max(rows / MAX_ROWS).max(0.01)
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

fn cell_of([x, y]: [f32; 2], step: f64) -> Cell {
    // Points beyond all floors must have cells around them, too.
    [y, x].map(|value| (f64::from(value) / step).floor().clamp(-1e15, 1e15) as i64)
}

/// The same for both directions of an edge.
fn middle([a, b]: [Vec2; 2]) -> Vec2 {
    [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0)
}
