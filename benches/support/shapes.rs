//! Meshes to measure and test on: a terrain and a cave of any size, the same on every machine.
//!
//! Both are triangle soups in metres, z up, with the class mask of each face beside them. No game's file is needed.

#![allow(dead_code, reason = "each test and bench that includes this file takes what it needs")]

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
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number in `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }

    /// An index below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
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

/// A number in 0..1 that belongs to a place.
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

/// Winding halls on four storeys, with floor, walls and ceiling, of about `faces` triangles.
pub fn cave(faces: usize) -> Shape {
    const STOREYS: i64 = 4;
    // About 55 % of the places are open, and each has some 5.2 faces.
    let side = ((faces as f32 / (STOREYS as f32 * 2.86)).sqrt().round() as i64).max(2);
    let mut shape = Shape::new();
    for storey in 0..STOREYS {
        let salt = 1000 * (storey as u64 + 1);
        let is_open = |x: i64, y: i64| {
            (0..side).contains(&x) && (0..side).contains(&y) && noise(x as f32 / 7.0, y as f32 / 7.0, salt) < 0.52
        };
        let base = 12.0 * storey as f32;
        let corner = |x: i64, y: i64, high: bool| {
            let (px, py) = (x as f32 + 0.5 * speck(x, y, salt + 1), y as f32 + 0.5 * speck(x, y, salt + 2));
            let floor = base + 3.0 * hills(px, py, salt + 3);
            [px, py, if high { floor + 3.0 + 2.0 * speck(x, y, salt + 4) } else { floor }]
        };
        for y in 0..side {
            for x in 0..side {
                if !is_open(x, y) {
                    continue;
                }
                let ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                let mask = class(x as f32, y as f32);
                shape.quad(ring.map(|(x, y)| corner(x, y, false)), mask);
                shape.quad([3, 2, 1, 0].map(|i: usize| corner(ring[i].0, ring[i].1, true)), 1 << 8);
                let beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
                for (i, (nx, ny)) in beyond.into_iter().enumerate() {
                    if !is_open(nx, ny) {
                        let ((ax, ay), (bx, by)) = (ring[i], ring[(i + 1) % 4]);
                        let wall =
                            [corner(bx, by, false), corner(ax, ay, false), corner(ax, ay, true), corner(bx, by, true)];
                        shape.quad(wall, 1 << 9);
                    }
                }
            }
        }
    }
    shape
}
