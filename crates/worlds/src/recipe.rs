//! [`Recipe`]: the parameters of a world. They are small numbers, so that worlds shrink.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::Surface;
use super::surface::Builder;

/// A square of the plan, by its corner with the smallest coordinates.
type Cell = [i32; 2];

/// The length of a ramp in squares. It rises a quarter of a storey on each.
const RAMP: i32 = 4;

/// The parameters of a world.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    storeys: Vec<Vec<Room>>,
    /// Chooses the shifts of vertices and the diagonals of squares. 0 gives a level and regular world.
    uneven: u32,
}

/// A room, and the corridor that leads to it.
#[derive(Clone, Debug)]
struct Room {
    /// The earlier room from which the corridor starts.
    from: usize,
    /// The direction, one of four.
    direction: usize,
    /// The length of the corridor in squares.
    corridor: i32,
    /// Squares along x and y.
    size: [i32; 2],
    /// True if the middle of a room of three by three squares is a hole.
    hole: bool,
}

/// Up to three storeys of up to six rooms.
pub(super) fn recipes() -> impl Strategy<Value = Recipe> {
    let size = || prop_oneof![1..=3_i32, Just(3)];
    let room = (0..6_usize, 0..4_usize, 0..=3_i32, [size(), size()], any::<bool>());
    let room = room.prop_map(|(from, direction, corridor, size, hole)| Room { from, direction, corridor, size, hole });
    let storey = prop::collection::vec(room, 1..=6);
    (prop::collection::vec(storey, 1..=3), any::<u32>()).prop_map(|(storeys, uneven)| Recipe { storeys, uneven })
}

/// The squares of a storey, each with its room.
#[derive(Default)]
struct Storey {
    cells: BTreeMap<Cell, u32>,
    /// Squares that must not be removed.
    kept: BTreeSet<Cell>,
    holes: BTreeSet<Cell>,
}

impl Storey {
    fn add(&mut self, cell: Cell, room: u32) {
        self.cells.entry(cell).or_insert(room);
    }

    /// Lays out rooms, starting at a given square.
    fn lay_out(&mut self, rooms: &[Room], start: Cell, first_room: u32) {
        let mut corners: Vec<(Cell, [i32; 2])> = Vec::new();
        for (number, room) in (first_room..).zip(rooms) {
            let corner = match corners.get(room.from % corners.len().max(1)) {
                None => start,
                Some(&(from, size)) => self.corridor(room, from, size, number),
            };
            for (x, y) in (0..room.size[0]).flat_map(|x| (0..room.size[1]).map(move |y| (x, y))) {
                self.add([corner[0] + x, corner[1] + y], number);
            }
            if room.hole && room.size == [3, 3] {
                self.holes.insert([corner[0] + 1, corner[1] + 1]);
            }
            corners.push((corner, room.size));
        }
    }

    /// Adds the corridor from the middle of a side of a room, and returns the corner of the room at its end.
    fn corridor(&mut self, room: &Room, from: Cell, size: [i32; 2], number: u32) -> Cell {
        let (axis, forward) = (room.direction % 2, room.direction < 2);
        let mut cell = from;
        cell[1 - axis] += size[1 - axis] / 2;
        cell[axis] = if forward { from[axis] + size[axis] } else { from[axis] - 1 };
        for _ in 0..room.corridor {
            self.add(cell, number);
            cell[axis] += if forward { 1 } else { -1 };
        }
        cell[1 - axis] -= room.size[1 - axis] / 2;
        if !forward {
            cell[axis] -= room.size[axis] - 1;
        }
        cell
    }

    /// Removes the holes, and then the squares that cannot be reached from a square.
    fn finish(&mut self, start: Cell) {
        let holes = self.holes.iter().filter(|hole| !self.kept.contains(*hole));
        for hole in holes {
            self.cells.remove(hole);
        }
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some([x, y]) = open.pop() {
            for next in [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] {
                if self.cells.contains_key(&next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        self.cells.retain(|cell, _| reached.contains(cell));
    }

    /// Holes with floor all around them.
    fn hole_count(&self) -> usize {
        let around = |[x, y]: Cell| (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| [x + dx, y + dy]));
        let is_hole = |hole: &&Cell| {
            !self.cells.contains_key(*hole) && around(**hole).filter(|cell| self.cells.contains_key(cell)).count() == 8
        };
        self.holes.iter().filter(is_hole).count()
    }
}

impl Recipe {
    /// Builds the world.
    pub(super) fn build(&self) -> Surface {
        let mut builder = Builder::new(self.uneven);
        let mut rooms = 0;
        // The square at which a storey is entered, and the ramp below it, if any.
        let mut foot: Option<Cell> = None;
        for (level, recipe) in (0..).zip(&self.storeys) {
            let mut storey = Storey::default();
            let start = match foot {
                None => [0, 0],
                Some(foot) => storey.land(foot, rooms),
            };
            rooms += u32::from(foot.is_some());
            storey.lay_out(recipe, foot.unwrap_or([0, 0]), rooms);
            rooms += recipe.len() as u32;
            if let Some([x, y]) = foot {
                for by in 1..=RAMP {
                    storey.cells.remove(&[x + by, y]);
                }
            }
            storey.kept.insert(start);
            storey.finish(start);
            for (&[x, y], &room) in &storey.cells {
                builder.square([x, y], [RAMP * level; 2], room);
            }
            builder.count_storey(storey.hole_count());
            // The ramp to the next storey starts at the square furthest along x, so it blocks nothing.
            let last = storey.cells.keys().copied().max_by_key(|&[x, y]| (x, -y)).unwrap_or(start);
            if level as usize + 1 < self.storeys.len() {
                for by in 0..RAMP {
                    let height = RAMP * level + by;
                    builder.square([last[0] + 1 + by, last[1]], [height, height + 1], rooms);
                }
                rooms += 1;
            }
            foot = Some(last);
        }
        builder.finish()
    }
}

impl Storey {
    /// Adds the path from the upper end of a ramp back to above its foot, so that the storey lies above the one below.
    /// Returns the square at the end of the ramp.
    fn land(&mut self, [x, y]: Cell, room: u32) -> Cell {
        let landing = [x + RAMP + 1, y];
        let aside = (0..=2).map(|by| [landing[0], y + by]);
        let back = (x..=x + RAMP).map(|x| [x, y + 2]);
        let way: Vec<Cell> = aside.chain(back).chain([[x, y + 1], [x, y]]).collect();
        for cell in way {
            self.add(cell, room);
            self.kept.insert(cell);
        }
        landing
    }
}
