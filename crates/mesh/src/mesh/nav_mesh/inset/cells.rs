//! [`Cells`]: convex polygons into which faces are cut, linked across their sides.
//!
//! A cut splits a side for the cells on both sides of it, at the same point, so that cells that were neighbours stay
//! neighbours, however the points are rounded.

use crate::geometry::{Vec2, cross, distance, lerp, plan, sub};
use crate::mesh::topology::{Ground, Topology};

/// The null value: no side, or no cell.
pub const NONE: u32 = u32::MAX;

/// A side of a cell, counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub struct CellSide {
    /// The point at which it begins.
    pub from: u32,
    pub next: u32,
    previous: u32,
    /// The side of another cell across it, or [`NONE`] at a wall.
    pub twin: u32,
    /// True if the twin runs in the same direction, because the surface folds here.
    fold: bool,
    pub cell: u32,
}

/// A convex polygon within a face.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub face: u32,
    /// One of its sides, or [`NONE`] for an unwalkable face.
    pub first: u32,
    /// Another cell of the same face, or [`NONE`].
    pub next: u32,
    /// True if it lies within an obstacle.
    pub closed: bool,
}

/// The cells of all faces. The cell with a face's number belongs to that face.
pub struct Cells {
    /// Points in the plan view. The mesh's vertices come first.
    pub points: Vec<Vec2>,
    /// Number of points that are vertices of the mesh.
    pub originals: u32,
    pub sides: Vec<CellSide>,
    pub cells: Vec<Cell>,
    /// A point no farther than this from a line lies on it.
    tolerance: f64,
    /// Number of sides that cuts have visited.
    pub steps: u64,
}

/// The side of a line on which a cell lies.
enum Beside {
    Left,
    Right,
    Both,
}

impl Cells {
    /// One cell for each face.
    pub fn new(topology: &Topology, tolerance: f64) -> Self {
        let count = topology.faces().len() as u32;
        let mut sides = Vec::with_capacity(3 * count as usize);
        let mut cells = Vec::with_capacity(count as usize);
        for (number, face) in (0..count).zip(topology.faces()) {
            for corner in 0..3 {
                let [next, previous] = [1, 2].map(|step| 3 * number + (corner + step) % 3);
                let across = face.links[corner as usize].get();
                let (twin, fold) = across.map_or((NONE, false), |across| (across.half_edge().id(), across.fold));
                sides.push(CellSide { from: face.corners[corner as usize], next, previous, twin, fold, cell: number });
            }
            let closed = face.ground == Ground::Closed;
            cells.push(Cell { face: number, first: if closed { NONE } else { 3 * number }, next: NONE, closed });
        }
        let points = topology.vertices().iter().map(|vertex| plan(*vertex)).collect::<Vec<_>>();
        Self { originals: points.len() as u32, points, sides, cells, tolerance, steps: 0 }
    }

    /// The sides around a cell.
    pub fn around(&self, cell: u32) -> impl Iterator<Item = u32> {
        let first = self.cells[cell as usize].first;
        let next = move |&side: &u32| Some(self.sides[side as usize].next).filter(|&next| next != first);
        std::iter::successors((first != NONE).then_some(first), next)
    }

    fn start(&self, side: u32) -> Vec2 {
        self.points[self.sides[side as usize].from as usize]
    }

    /// Closes the parts of a face's cells that lie within a convex, counter-clockwise polygon.
    pub fn close(&mut self, face: u32, outline: &[Vec2]) {
        let mut cell = face;
        while cell != NONE {
            // Cells that a cut adds come right after the cell that is cut, and lie outside.
            let next = self.cells[cell as usize].next;
            if !self.cells[cell as usize].closed && !self.is_apart(cell, outline) {
                self.subtract(cell, outline);
            }
            cell = next;
        }
    }

    /// Returns whether a side of the cell or of the polygon separates the two.
    fn is_apart(&mut self, cell: u32, outline: &[Vec2]) -> bool {
        let ring: Vec<Vec2> = self.around(cell).map(|side| self.start(side)).collect();
        self.steps += (ring.len() * outline.len()) as u64;
        let tolerance = self.tolerance;
        let separates = |of: &[Vec2], other: &[Vec2]| {
            let lines = of.iter().zip(of.iter().cycle().skip(1));
            lines.into_iter().any(|(&from, &to)| {
                let length = distance(from, to);
                let beyond = |point: &Vec2| cross(sub(to, from), sub(*point, from)) <= tolerance * length;
                length > tolerance && other.iter().all(beyond)
            })
        };
        separates(outline, &ring) || separates(&ring, outline)
    }

    /// Cuts a cell along the sides of a polygon, and closes the part within.
    fn subtract(&mut self, cell: u32, outline: &[Vec2]) {
        for (&from, &to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            if distance(from, to) > self.tolerance && matches!(self.cut(cell, from, to), Beside::Right) {
                return;
            }
        }
        self.cells[cell as usize].closed = true;
    }

    /// Cuts a cell along a line: it keeps the part to the left, and the rest becomes a new cell.
    fn cut(&mut self, cell: u32, from: Vec2, to: Vec2) -> Beside {
        let (along, length) = (sub(to, from), distance(from, to));
        let mut ring: Vec<(u32, f64)> = Vec::new();
        for side in self.around(cell) {
            let off = cross(along, sub(self.start(side), from)) / length;
            ring.push((side, if off.abs() <= self.tolerance { 0.0 } else { off }));
        }
        self.steps += ring.len() as u64;
        let Some(right) = ring.iter().position(|&(_, off)| off < 0.0) else { return Beside::Left };
        if ring.iter().all(|&(_, off)| off <= 0.0) {
            return Beside::Right;
        }
        // The points to the right of the line are consecutive, because the cell is convex.
        let count = ring.len();
        let walk = |step: usize| (1..count).map(move |n| (right + n * step) % count).find(|&at| ring[at].1 > 0.0);
        let (Some(after), Some(before)) = (walk(1), walk(count - 1)) else { return Beside::Right };
        let crossing = |cells: &mut Self, at: usize| {
            let ((side, here), (_, there)) = (ring[at], ring[(at + 1) % count]);
            if here == 0.0 {
                side
            } else if there == 0.0 {
                ring[(at + 1) % count].0
            } else {
                let next = cells.sides[side as usize].next;
                let point = lerp(cells.start(side), cells.start(next), here / (here - there));
                cells.split(side, point)
            }
        };
        let begin = crossing(self, before);
        let end = crossing(self, (after + count - 1) % count);
        self.split_cell(cell, begin, end);
        Beside::Both
    }

    /// Splits a side at a point, also for the cell across; returns the part that begins there.
    fn split(&mut self, side: u32, at: Vec2) -> u32 {
        let point = self.points.len() as u32;
        self.points.push(at.map(|value| f64::from(value as f32)));
        let half = self.insert(side, point);
        let CellSide { twin, fold, .. } = self.sides[side as usize];
        if twin != NONE {
            let other = self.insert(twin, point);
            for (a, b) in if fold { [(side, twin), (half, other)] } else { [(side, other), (half, twin)] } {
                (self.sides[a as usize].twin, self.sides[b as usize].twin) = (b, a);
            }
        }
        half
    }

    /// Inserts a point into a side; returns the part that begins there.
    fn insert(&mut self, side: u32, point: u32) -> u32 {
        let half = self.sides.len() as u32;
        let whole = self.sides[side as usize];
        self.sides.push(CellSide { from: point, previous: side, ..whole });
        self.sides[side as usize].next = half;
        self.sides[whole.next as usize].previous = half;
        half
    }

    /// Splits a cell from the start of one side to the start of another side. The part from `begin` to `end` becomes a new cell.
    fn split_cell(&mut self, cell: u32, begin: u32, end: u32) {
        let (added, first) = (self.cells.len() as u32, self.sides.len() as u32);
        let [before_begin, before_end] = [begin, end].map(|side| self.sides[side as usize].previous);
        let [from, to] = [begin, end].map(|side| self.sides[side as usize].from);
        let (kept, new) = (first, first + 1);
        let chord = |from, next, previous, twin, cell| CellSide { from, next, previous, twin, fold: false, cell };
        self.sides.push(chord(from, end, before_begin, new, cell));
        self.sides.push(chord(to, begin, before_end, kept, added));
        self.sides[before_begin as usize].next = kept;
        self.sides[end as usize].previous = kept;
        self.sides[before_end as usize].next = new;
        self.sides[begin as usize].previous = new;
        let of = self.cells[cell as usize];
        self.cells.push(Cell { first: new, ..of });
        (self.cells[cell as usize].first, self.cells[cell as usize].next) = (kept, added);
        for side in self.around(added).collect::<Vec<_>>() {
            self.sides[side as usize].cell = added;
        }
    }

    /// Closes the connected parts that are hardly wider than rounding: the strips between cuts along nearly the same line.
    pub fn close_slivers(&mut self, width: f64) {
        let mut seen: Vec<bool> = self.cells.iter().map(|cell| cell.closed).collect();
        for first in 0..self.cells.len() as u32 {
            if std::mem::replace(&mut seen[first as usize], true) {
                continue;
            }
            let (mut part, mut next, mut area, mut border) = (vec![first], 0, 0.0, 0.0);
            while let Some(&cell) = part.get(next) {
                next += 1;
                for side in self.around(cell) {
                    let CellSide { next: after, twin, .. } = self.sides[side as usize];
                    let [a, b] = [side, after].map(|side| self.start(side));
                    let origin = self.start(self.cells[cell as usize].first);
                    area += cross(sub(a, origin), sub(b, origin)) / 2.0;
                    let beyond = self.sides.get(twin as usize).map(|twin| twin.cell);
                    match beyond.filter(|&beyond| !self.cells[beyond as usize].closed) {
                        Some(beyond) if !std::mem::replace(&mut seen[beyond as usize], true) => part.push(beyond),
                        Some(_) => (),
                        None => border += distance(a, b),
                    }
                }
            }
            // The width of a strip is twice its area divided by its perimeter.
            if area * 2.0 <= width * border {
                part.iter().for_each(|&cell| self.cells[cell as usize].closed = true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::neighbours_by_shared_vertices;

    #[test]
    fn a_sliver_is_closed_unless_it_is_part_of_wider_floor() {
        // A large face, an adjacent thin face, and a separate thin face, which is 0.0005 wide on average.
        let vertices = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, -0.001], [0.0, 5.0], [1.0, 5.0], [0.5, 5.001]];
        let vertices = vertices.map(|[x, y]| [x, y, 0.0]).to_vec();
        let faces = [[0, 1, 2], [1, 0, 3], [4, 5, 6]];
        let neighbours = neighbours_by_shared_vertices(&faces, |_| true);
        let topology = Topology::new(vertices, &faces, |_| true, &neighbours).unwrap();
        for (width, alone_is_closed) in [(0.0004, false), (0.0006, true), (0.01, true)] {
            let mut cells = Cells::new(&topology, 1e-9);
            cells.close_slivers(width);
            let closed: Vec<bool> = cells.cells.iter().map(|cell| cell.closed).collect();
            assert_eq!(closed, [false, false, alone_is_closed], "{width}");
        }
    }
}
