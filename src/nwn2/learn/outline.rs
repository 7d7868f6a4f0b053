//! [`Outline`]: a closed line along the border of some triangles of a walkmesh.

use crate::geometry::{Csr, Vec2, cross, dot, ends_of_side, orient2d, plan, sub};
use crate::nwn2::Walkmesh;

use super::polygon::{signed_area, without_straight};

/// A closed line along the border of triangles: around a hole among them, or around all of them.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Its corners, without collinear ones, counter-clockwise.
    pub(super) corners: Vec<Vec2>,
    /// True if it runs around a hole among the triangles, and not around them.
    pub(super) is_hole: bool,
}

/// Maximum number of sides from one vertex that are compared.
const COMPARED: usize = 16;

/// The outlines of the triangles that `is_in` accepts: their sides without another such triangle on the other side.
pub(super) fn outlines(walkmesh: &Walkmesh, is_in: impl Fn(usize) -> bool) -> Vec<Outline> {
    let points: Vec<Vec2> = walkmesh.vertices().iter().map(|vertex| plan((*vertex).into())).collect();
    let sides = border(walkmesh, &points, is_in);
    let from = Csr::group(points.len(), || (0..).zip(&sides).map(|(number, side)| (side[0] as usize, number)));
    let mut walk =
        Walk { points: &points, sides: &sides, from, next: vec![0; points.len()], used: vec![false; sides.len()] };
    let mut found = Vec::new();
    for start in 0..sides.len() as u32 {
        let Some(corners) = walk.around(start) else { continue };
        let corners = without_straight(&corners);
        // The triangles are wound clockwise, so a hole is on the left of its sides.
        let area = signed_area(&corners);
        if corners.len() >= 3 && area != 0.0 {
            let corners = if area < 0.0 { corners.into_iter().rev().collect() } else { corners };
            found.push(Outline { corners, is_hole: area > 0.0 });
        }
    }
    found
}

/// The sides with one triangle, with the triangle on their right.
fn border(walkmesh: &Walkmesh, points: &[Vec2], is_in: impl Fn(usize) -> bool) -> Vec<[u32; 2]> {
    let mut sides: Vec<([u32; 2], [u32; 2])> = Vec::new();
    for (_, row) in walkmesh.triangle_rows().iter().enumerate().filter(|(index, _)| is_in(*index)) {
        let [a, b, c] = row.vertices;
        if row.vertices.iter().any(|vertex| *vertex as usize >= points.len()) {
            continue;
        }
        let [p, q, r] = row.vertices.map(|vertex| points[vertex as usize]);
        let clockwise = if orient2d(p, q, r) > 0.0 { [a, c, b] } else { [a, b, c] };
        for side in 0..3_u8 {
            let [from, to] = ends_of_side(&clockwise, side);
            sides.push(([from.min(to), from.max(to)], [from, to]));
        }
    }
    sides.sort_unstable();
    let single = sides.chunk_by(|one, other| one.0 == other.0).filter(|run| run.len() == 1).map(|run| run[0].1);
    let mut single: Vec<[u32; 2]> = single.collect();
    single.sort_unstable();
    single
}

/// A walk along the sides of a border, each once.
struct Walk<'a> {
    points: &'a [Vec2],
    sides: &'a [[u32; 2]],
    /// For each vertex, its outgoing sides.
    from: Csr<u32>,
    /// For each vertex, the number of these that were already used, in order.
    next: Vec<u32>,
    used: Vec<bool>,
}

impl Walk<'_> {
    /// The points from a side onwards around its hole, or `None` if the side was used or the line does not close.
    fn around(&mut self, start: u32) -> Option<Vec<Vec2>> {
        if self.used[start as usize] {
            return None;
        }
        let mut points = Vec::new();
        let mut side = start;
        loop {
            self.used[side as usize] = true;
            let [from, to] = self.sides[side as usize];
            points.push(self.points[from as usize]);
            if to == self.sides[start as usize][0] {
                return Some(points);
            }
            side = self.leftmost([from, to])?;
        }
    }

    /// The unused side that turns farthest left at the end of a given side; this keeps touching holes separate.
    fn leftmost(&mut self, [before, at]: [u32; 2]) -> Option<u32> {
        let list = self.from.row(at as usize);
        let first = &mut self.next[at as usize];
        while list.get(*first as usize).is_some_and(|side| self.used[*side as usize]) {
            *first += 1;
        }
        let point = |vertex: u32| self.points[vertex as usize];
        let along = sub(point(at), point(before));
        let turn = |side: &u32| {
            let next = sub(point(self.sides[*side as usize][1]), point(at));
            libm::atan2(cross(along, next), dot(along, next))
        };
        let open = list.iter().skip(*first as usize).take(COMPARED).filter(|side| !self.used[**side as usize]);
        open.copied().max_by(|a, b| turn(a).total_cmp(&turn(b)))
    }
}
