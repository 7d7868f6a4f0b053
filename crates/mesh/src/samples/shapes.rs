//! Meshes to measure and test on, of any size and the same on every machine: caves to walk in, and terrains and caves
//! as triangle soups, with the class mask of each face beside them. Metres, z up. No game's file is needed.

use std::collections::{HashMap, HashSet};

/// Three corners of a face, in metres.
pub type Triangle = [[f32; 3]; 3];

/// A generated mesh: faces, and the class bits of each.
pub struct Shape {
    pub triangles: Vec<Triangle>,
    pub masks: Vec<u32>,
}

/// A small generator of numbers (`splitmix64`), so that shapes and rays are the same everywhere.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number in `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.roll() >> 40) as f32 / (1 << 24) as f32)
    }

    /// A number in 0..1.
    pub fn share(&mut self) -> f32 {
        self.between(0.0, 1.0)
    }

    /// An index below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        (self.roll() % count as u64) as usize
    }

    /// A direction, evenly spread over the sphere.
    pub fn direction(&mut self) -> [f32; 3] {
        let z = self.between(-1.0, 1.0);
        let turn = self.between(0.0, std::f32::consts::TAU);
        let flat = (1.0 - z * z).sqrt();
        [flat * turn.cos(), flat * turn.sin(), z]
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number in 0..1 that is a function of the position.
fn speck(x: i64, y: i64, salt: u64) -> f32 {
    let key = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ salt;
    (mix(key) >> 40) as f32 / (1 << 24) as f32
}

/// Smooth noise in 0..1, one hill per unit.
fn noise(x: f32, y: f32, salt: u64) -> f32 {
    let (cell_x, cell_y) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - cell_x), ease(y - cell_y));
    let (cx, cy) = (cell_x as i64, cell_y as i64);
    let row = |y| speck(cx, y, salt) * (1.0 - tx) + speck(cx + 1, y, salt) * tx;
    row(cy) * (1.0 - ty) + row(cy + 1) * ty
}

fn hills(x: f32, y: f32, salt: u64) -> f32 {
    (0..4)
        .map(|octave| {
            let scale = (1 << octave) as f32;
            noise(x * scale / 40.0, y * scale / 40.0, salt + octave) / scale
        })
        .sum()
}

/// The class of a place: one of eight, in patches of about ten metres.
fn class(x: f32, y: f32) -> u32 {
    1 << (speck((x / 10.0) as i64, (y / 10.0) as i64, 99) * 8.0) as u32
}

impl Shape {
    fn new() -> Self {
        Self { triangles: Vec::new(), masks: Vec::new() }
    }

    fn quad(&mut self, corners: [[f32; 3]; 4], mask: u32) {
        let [a, b, c, d] = corners;
        self.triangles.extend([[a, b, c], [a, c, d]]);
        self.masks.extend([mask, mask]);
    }
}

/// Hills over a square of about `faces` triangles with sides of about a metre; corners jittered off the lattice.
pub fn terrain(faces: usize) -> Shape {
    let side = ((faces as f32 / 2.0).sqrt().round() as i64).max(1);
    let corner = |x: i64, y: i64| {
        let (px, py) = (x as f32 + 0.6 * speck(x, y, 1) - 0.3, y as f32 + 0.6 * speck(x, y, 2) - 0.3);
        [px, py, 25.0 * hills(px, py, 3)]
    };
    let mut shape = Shape::new();
    for y in 0..side {
        for x in 0..side {
            let corners = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            shape.quad(corners, class(x as f32, y as f32));
        }
    }
    shape
}

/// A cave on four storeys, with floors, walls and ceilings, of about `faces` triangles.
pub fn cave(faces: usize) -> Shape {
    const STOREYS: usize = 4;
    /// Total number of faces per requested face of a floor, at 100,000.
    const WITH_WALLS: f32 = 2.67;
    let mut shape = Shape::new();
    for storey in 0..STOREYS {
        let floor = Cave::new((faces as f32 / STOREYS as f32 / WITH_WALLS) as usize, Rock::Rough, storey as u64);
        let lower = |vertex: u32| {
            let [x, y, z] = floor.vertices[vertex as usize];
            [x, y, z + 12.0 * storey as f32]
        };
        let upper = |vertex: u32| {
            let [x, y, z] = lower(vertex);
            [x, y, z + 3.0 + 2.0 * speck(i64::from(vertex), 0, 1000 * (storey as u64 + 1))]
        };
        let sides = |corners: [u32; 3]| [0, 1, 2].map(|side| (corners[side], corners[(side + 1) % 3]));
        let edges: HashSet<(u32, u32)> = floor.faces.iter().flat_map(|&corners| sides(corners)).collect();
        for &corners in &floor.faces {
            let [x, y, _] = lower(corners[0]);
            let [a, b, c] = corners;
            shape.triangles.extend([corners.map(lower), [c, b, a].map(upper)]);
            shape.masks.extend([class(x, y), 1 << 8]);
            for (a, b) in sides(corners).into_iter().filter(|&(a, b)| !edges.contains(&(b, a))) {
                shape.quad([lower(b), lower(a), upper(a), upper(b)], 1 << 9);
            }
        }
    }
    shape
}

/// An indexed mesh of walkable, connected faces. Metres, z up.
pub struct Cave {
    pub vertices: Vec<[f32; 3]>,
    /// Wound counterclockwise.
    pub faces: Vec<[u32; 3]>,
}

/// The arrangement of a cave's vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rock {
    /// On a grid: walls run straight for as long as they can.
    Hewn,
    /// Each shifted by up to a fifth of a cell: no two wall edges in line.
    Rough,
}

impl Cave {
    /// A cave of about `faces` faces: cells of one metre, at first 45 % rock, smoothed five times by the majority of
    /// their neighbours. It consists of the largest connected part of the open cells, with two faces for each cell.
    pub fn new(faces: usize, rock: Rock, seed: u64) -> Self {
        // In a large square, 62 % of the cells end up in the largest part; in a small one, fewer.
        let side = (faces as f32 / 2.0 / 0.57).sqrt() as usize + 2;
        let mut dice = Dice(seed);
        let open = greatest_part(side, &smoothed(side, &mut dice));
        let mut cave = Self { vertices: Vec::new(), faces: Vec::new() };
        let mut numbers = HashMap::new();
        for cell in (0..side * side).filter(|&cell| open[cell]) {
            let (x, y) = (cell % side, cell / side);
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
            let [a, b, c, d] = corners.map(|at| {
                *numbers.entry(at).or_insert_with(|| {
                    let [shift_x, shift_y] = [0, 1].map(|_| (dice.share() - 0.5) * 0.4);
                    let shift = if rock == Rock::Rough { [shift_x, shift_y] } else { [0.0; 2] };
                    let height = (at.0 as f32 * 0.2).sin() + (at.1 as f32 * 0.13).cos();
                    cave.vertices.push([at.0 as f32 + shift[0], at.1 as f32 + shift[1], height]);
                    cave.vertices.len() as u32 - 1
                })
            });
            let cut = if dice.roll().is_multiple_of(2) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            cave.faces.extend(cut);
        }
        cave
    }

    /// A random point on a random face, slightly inside its edges, and the face.
    pub fn place(&self, dice: &mut Dice) -> ([f32; 3], u32) {
        let face = dice.index(self.faces.len()) as u32;
        let [u, v] = [dice.share(), dice.share()];
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let weights = [1.0 - u - v, u, v].map(|weight| weight * 0.97 + 0.01);
        let corners = self.faces[face as usize].map(|corner| self.vertices[corner as usize]);
        let at = [0, 1, 2].map(|axis| (0..3).map(|corner| corners[corner][axis] * weights[corner]).sum());
        (at, face)
    }
}

/// For each cell of a square, true if it is open.
fn smoothed(side: usize, dice: &mut Dice) -> Vec<bool> {
    let mut open: Vec<bool> = (0..side * side).map(|_| dice.share() >= 0.45).collect();
    for _ in 0..5 {
        let is_open = |x: isize, y: isize| {
            let inside = (0..side as isize).contains(&x) && (0..side as isize).contains(&y);
            inside && open[y as usize * side + x as usize]
        };
        let around = |cell: usize| {
            let (x, y) = ((cell % side) as isize, (cell / side) as isize);
            (0..9).filter(|step| is_open(x + step % 3 - 1, y + step / 3 - 1)).count()
        };
        open = (0..side * side).map(|cell| around(cell) >= 5).collect();
    }
    open
}

/// The open cells of the largest part that is connected across sides.
fn greatest_part(side: usize, open: &[bool]) -> Vec<bool> {
    let mut part_of = vec![0; open.len()];
    let mut sizes = vec![0];
    for first in 0..open.len() {
        if !open[first] || part_of[first] != 0 {
            continue;
        }
        let part = sizes.len();
        sizes.push(0);
        let mut waiting = vec![first];
        part_of[first] = part;
        while let Some(cell) = waiting.pop() {
            sizes[part] += 1;
            let (x, y) = (cell % side, cell / side);
            let beside = [(x > 0, -1), (x + 1 < side, 1), (y > 0, -(side as isize)), (y + 1 < side, side as isize)];
            for (_, step) in beside.into_iter().filter(|(exists, _)| *exists) {
                let next = (cell as isize + step) as usize;
                if open[next] && part_of[next] == 0 {
                    part_of[next] = part;
                    waiting.push(next);
                }
            }
        }
    }
    let greatest = (1..sizes.len()).max_by_key(|&part| sizes[part]).unwrap_or(0);
    part_of.iter().map(|&part| part != 0 && part == greatest).collect()
}
