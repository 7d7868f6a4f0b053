//! Caves of any size to walk in: indexed meshes, the same on every machine.

#![allow(dead_code, reason = "each test and bench that includes this file takes what it needs")]

use std::collections::HashMap;

/// An indexed mesh whose faces can all be walked and hang together. Metres, z up.
pub struct Cave {
    pub vertices: Vec<[f32; 3]>,
    /// Wound counterclockwise.
    pub faces: Vec<[u32; 3]>,
}

/// How a cave's vertices lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rock {
    /// On a grid: walls run straight for as long as they can.
    Hewn,
    /// Each shifted by up to a fifth of a cell: no two wall edges in line.
    Rough,
}

/// A small generator of numbers (`splitmix64`).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in 0..1.
    pub fn share(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1 << 24) as f32
    }
}

impl Cave {
    /// A cave of about so many faces: cells of one metre, 45 % rock at first, smoothed five times so that a cell
    /// becomes what most around it are; of what is open the greatest connected part, two faces for each cell.
    pub fn of(faces: usize, rock: Rock, seed: u64) -> Self {
        // 62 % of a large square's cells end up in the greatest part, less of a small one's.
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

    /// A random point on a random face, drawn in from its edges by a little, and the face.
    pub fn place(&self, dice: &mut Dice) -> ([f32; 3], u32) {
        let face = (dice.roll() % self.faces.len() as u64) as u32;
        let [u, v] = [dice.share(), dice.share()];
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let weights = [1.0 - u - v, u, v].map(|weight| weight * 0.97 + 0.01);
        let corners = self.faces[face as usize].map(|corner| self.vertices[corner as usize]);
        let at = [0, 1, 2].map(|axis| (0..3).map(|corner| corners[corner][axis] * weights[corner]).sum());
        (at, face)
    }
}

/// Whether each cell of a square is open.
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

/// What of the open cells belongs to their greatest part that is connected across sides.
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
