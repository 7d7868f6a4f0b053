//! Connected patches of pieces of floor.

use std::collections::BTreeMap;

use super::FloorPatch;
use super::overlay::{Piece, in_game, middle};
use crate::exchange::Up;
use crate::geometry::{Aabb, BoxTree, DisjointSets, Vec2, cross, distance, sub};

/// The maximum distance between pieces of one patch, in metres.
const GAP: f64 = 0.01;
/// The maximum number of others that a piece is joined with.
const JOINED: usize = 64;
/// The minimum area of a patch, in square metres.
const LEAST: f64 = 0.01;

/// Joins pieces that touch, and returns the largest patch first. `unit` is the length of a metre.
pub(super) fn of(pieces: Vec<Piece>, up: Up, unit: f64) -> Vec<FloorPatch> {
    let gap = GAP * unit;
    let tree = BoxTree::new(pieces.iter().map(Piece::bounds));
    let mut links = Vec::new();
    tree.pairs([gap as f32; 3], JOINED, |a, b| {
        if pieces[a as usize].touches(&pieces[b as usize], gap) {
            links.push([a, b]);
        }
    });
    let sets = DisjointSets::new(pieces.len(), links);
    let mut patches = BTreeMap::<u32, (FloorPatch, f64)>::new();
    for (at, piece) in (0..).zip(pieces) {
        let (patch, largest) = patches.entry(sets.least(at)).or_default();
        patch.area += piece.area;
        if piece.area > *largest {
            (*largest, patch.at) = (piece.area, piece.middle(up));
        }
        patch.pieces.push(piece.plan().map(|corner| corner.map(|value| value as f32)).collect());
    }
    let mut patches: Vec<_> = patches.into_values().map(|(patch, _)| patch).collect();
    patches.retain(|patch| patch.area >= LEAST * unit * unit);
    patches.sort_by(|a, b| b.area.total_cmp(&a.area));
    patches
}

impl Piece {
    fn plan(&self) -> impl Iterator<Item = Vec2> + Clone {
        self.corners.iter().map(|(corner, _)| *corner)
    }

    fn bounds(&self) -> Aabb {
        let corner = |([x, y], height): &(Vec2, f64)| [*x as f32, *y as f32, *height as f32];
        Aabb::around(self.corners.iter().map(corner)).unwrap_or(Aabb::EMPTY)
    }

    fn middle(&self, up: Up) -> [f32; 3] {
        let heights = self.corners.iter().fold(0.0, |sum, (_, height)| sum + height);
        in_game(up, middle(&self.plan().collect::<Vec<_>>()), heights / self.corners.len().max(1) as f64)
    }

    /// Returns whether two pieces are within `gap` of each other, by the separating axis theorem.
    fn touches(&self, other: &Self, gap: f64) -> bool {
        !self.is_apart(other, gap) && !other.is_apart(self, gap)
    }

    fn is_apart(&self, other: &Self, gap: f64) -> bool {
        let next = self.plan().cycle().skip(1);
        self.plan().zip(next).any(|(from, to)| {
            let along = sub(to, from);
            let far = gap * distance(from, to);
            other.plan().all(|corner| cross(along, sub(corner, from)) < -far)
        })
    }
}
