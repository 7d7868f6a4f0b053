//! Dungeons of triangle floors: a grid of rooms with pillars, bumps and ramps to a second storey above the first.

use proptest::prelude::*;
use walkmesh::silkroad::{FloorPlan, Placement};

/// A square of the floor, in game units.
const SQUARE: f32 = 20.0;

/// The parameters of a dungeon.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Rooms in each direction.
    pub rooms: [usize; 2],
    /// Squares of each room, in each direction.
    pub squares: [usize; 2],
    /// Whether pillars may cut a room's floor in two.
    pub islands: bool,
    pub seed: u64,
}

/// Dungeons of 1 to 60 blocks.
pub fn recipes(islands: bool) -> impl Strategy<Value = Recipe> {
    let rooms = prop_oneof![
        6 => [1..=3_usize, 1..=3_usize],
        1 => Just([10, 6]),
        1 => Just([1, 1]),
    ];
    (rooms, [1..=5_usize, 1..=5_usize], any::<u64>()).prop_map(move |(rooms, squares, seed)| Recipe {
        rooms,
        squares,
        islands,
        seed,
    })
}

/// SplitMix64: the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn jitter(&mut self, most: f32) -> f32 {
        (self.below(2001) as f32 / 1000.0 - 1.0) * most
    }
}

/// The floors of a dungeon. Doors are named, and no triangle has two.
pub fn floors(recipe: Recipe) -> Vec<FloorPlan> {
    let mut random = Random(recipe.seed);
    let [columns, rows] = recipe.rooms;
    let mut rooms: Vec<_> =
        (0..columns * rows).map(|at| Room::new(recipe, &mut random, [at % columns, at / columns])).collect();
    for at in 0..rooms.len() {
        let [column, row] = [at % columns, at / columns];
        // A quarter of the rooms define no doors.
        if random.chance(25) {
            continue;
        }
        for (axis, other) in
            [(0, (column + 1 < columns).then_some(at + 1)), (1, (row + 1 < rows).then_some(at + columns))]
        {
            let Some(other) = other else { continue };
            for along in 0..recipe.squares[1 - axis] {
                if random.chance(40) {
                    let (left, right) = rooms.split_at_mut(other);
                    Room::open(&mut left[at], &mut right[0], axis, along);
                }
            }
        }
    }
    rooms.into_iter().map(|room| room.floor).collect()
}

struct Room {
    squares: [usize; 2],
    floor: FloorPlan,
    doors: Vec<[u32; 2]>,
    /// For each triangle whether it has a door.
    taken: Vec<bool>,
}

impl Room {
    fn new(recipe: Recipe, random: &mut Random, [column, row]: [usize; 2]) -> Self {
        let [width, depth] = recipe.squares;
        let mut vertices = Vec::new();
        for z in 0..=depth {
            for x in 0..=width {
                // Borders are where the neighbours' borders are.
                let inside = x > 0 && x < width && z > 0 && z < depth;
                let by = if inside { 6.0 } else { 0.0 };
                vertices.push([
                    x as f32 * SQUARE + random.jitter(by),
                    random.jitter(by),
                    z as f32 * SQUARE + random.jitter(by),
                ]);
            }
        }
        let pillars = pillars(recipe, random);
        let position = [column as f32 * width as f32 * SQUARE, 0.0, row as f32 * depth as f32 * SQUARE];
        let mut room = Self {
            squares: recipe.squares,
            floor: FloorPlan { vertices, placement: Placement { position, yaw_radians: 0.0 }, ..FloorPlan::default() },
            doors: Vec::new(),
            taken: Vec::new(),
        };
        let mut ramp = None;
        for z in 0..depth {
            for x in 0..width {
                if !pillars[z * width + x] {
                    let corners = room.corners(x, z);
                    room.add_square(corners, random.chance(50));
                } else if x > 0 && !pillars[z * width + x - 1] && random.chance(50) {
                    ramp = Some((x, z));
                }
            }
        }
        if let Some((x, z)) = ramp {
            room.add_storey(x, z, 1 + random.below(4));
        }
        room.taken = vec![false; room.floor.triangles.len()];
        // A block may be anywhere and be rotated; its corners are the inverse images of their positions in the dungeon.
        let quarter = std::f32::consts::FRAC_PI_2 * random.below(4) as f32;
        let turned = Placement { position: [position[0] + 7.0, 3.0, position[2]], yaw_radians: quarter };
        let place = room.floor.placement;
        for corner in &mut room.floor.vertices {
            *corner = turned.to_block(place.to_dungeon(*corner));
        }
        room.floor.placement = turned;
        room.floor.doors = Some(Vec::new());
        room
    }

    fn corners(&self, x: usize, z: usize) -> [u32; 4] {
        let corner = |x: usize, z: usize| (z * (self.squares[0] + 1) + x) as u32;
        [corner(x, z), corner(x + 1, z), corner(x + 1, z + 1), corner(x, z + 1)]
    }

    fn add_square(&mut self, [a, b, c, d]: [u32; 4], other_way: bool) {
        let two = if other_way { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] };
        self.floor.triangles.extend(two);
    }

    /// Adds a ramp above the pillar, up from the square before it, and a second storey from there on.
    fn add_storey(&mut self, x: usize, z: usize, length: usize) {
        let [mut low, _, _, mut high] = self.corners(x, z);
        for step in 0..=length {
            let at = (x + 1 + step) as f32 * SQUARE;
            let first = self.floor.vertices.len() as u32;
            self.floor.vertices.extend([z, z + 1].map(|z| [at, 50.0, z as f32 * SQUARE]));
            self.add_square([low, first, first + 1, high], step % 2 == 0);
            (low, high) = (first, first + 1);
        }
    }

    /// Opens a door between two rooms, where both have floor and triangles without one.
    fn open(near: &mut Self, far: &mut Self, axis: usize, along: usize) {
        let [width, depth] = near.squares;
        let sides = if axis == 0 {
            let ([_, b, c, _], [a, _, _, d]) = (near.corners(width - 1, along), far.corners(0, along));
            ([b, c], [a, d])
        } else {
            let ([_, _, c, d], [a, b, _, _]) = (near.corners(along, depth - 1), far.corners(along, 0));
            ([d, c], [a, b])
        };
        let (Some(a), Some(b)) = (near.free(sides.0), far.free(sides.1)) else { return };
        for (room, triangle, edge) in [(near, a, sides.0), (far, b, sides.1)] {
            room.taken[triangle] = true;
            room.doors.push(edge);
            room.floor.doors = Some(room.doors.clone());
        }
    }

    fn free(&self, edge: [u32; 2]) -> Option<usize> {
        let has = |triangle: &[u32; 3]| edge.iter().all(|corner| triangle.contains(corner));
        self.floor.triangles.iter().position(has).filter(|&triangle| !self.taken[triangle])
    }
}

/// The squares that are pillars: at least one square remains, and unless islands are allowed, the rest is connected.
fn pillars(recipe: Recipe, random: &mut Random) -> Vec<bool> {
    let [width, depth] = recipe.squares;
    let mut pillars = vec![false; width * depth];
    for _ in 0..pillars.len() / if recipe.islands { 2 } else { 4 } {
        let at = random.below(pillars.len());
        let before = pillars[at];
        pillars[at] = true;
        if !recipe.islands && !is_one_piece(&pillars, width) {
            pillars[at] = before;
        }
    }
    pillars
}

fn is_one_piece(pillars: &[bool], width: usize) -> bool {
    let mut seen = pillars.to_vec();
    let mut open: Vec<_> = pillars.iter().position(|pillar| !pillar).into_iter().collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let x = at % width;
        let beside = [(x > 0).then(|| at - 1), (x + 1 < width).then_some(at + 1)];
        let behind = [at.checked_sub(width), Some(at + width).filter(|&at| at < pillars.len())];
        open.extend(beside.into_iter().chain(behind).flatten());
    }
    seen.iter().all(|&seen| seen)
}
