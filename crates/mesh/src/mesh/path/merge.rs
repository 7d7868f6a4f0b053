//! Merges triangles into convex polygons, so that a search crosses fewer of them.
//!
//! This is the algorithm of Hertel and Mehlhorn with a fixed order: edges are removed from the longest to the shortest,
//! each one if the corners at both of its ends stay convex without it.

use super::surface::Surface;
use crate::geometry::{HalfEdge, dot, orient2d, sub};

/// The polygons, each as a cycle of half-edges of [`Surface`].
#[derive(Debug)]
pub struct Polygons {
    /// The next edge around the polygon.
    pub next: Vec<HalfEdge>,
    /// The previous edge around the polygon.
    pub previous: Vec<HalfEdge>,
    /// True if an edge is on the border of a polygon.
    pub kept: Vec<bool>,
    /// The lowest triangle of the polygon that each triangle belongs to.
    pub group: Vec<u32>,
}

impl Polygons {
    pub fn new(surface: &Surface) -> Self {
        let count = surface.twin.len() as u32;
        let edges = || (0..count).map(HalfEdge::from_id);
        let mut polygons = Self {
            next: edges().map(HalfEdge::next).collect(),
            previous: edges().map(HalfEdge::prev).collect(),
            kept: edges().map(|edge| surface.live[edge.face() as usize]).collect(),
            group: (0..count / 3).collect(),
        };
        for edge in inner_edges(surface) {
            let across = surface.twin[edge.index()];
            let (a, b) = (polygons.group_of(edge.face()), polygons.group_of(across.face()));
            if a != b && polygons.stays_convex(surface, edge, across) && polygons.stays_convex(surface, across, edge) {
                polygons.group[a.max(b) as usize] = a.min(b);
                polygons.join(edge, across);
            }
        }
        for triangle in 0..count / 3 {
            polygons.group[triangle as usize] = polygons.group_of(triangle);
        }
        polygons
    }

    /// The edges around a polygon.
    pub fn round(&self, start: HalfEdge) -> impl Iterator<Item = HalfEdge> {
        std::iter::successors(Some(start), move |&edge| Some(self.next[edge.index()]).filter(|&next| next != start))
    }

    /// The lowest triangle of the polygon that a triangle belongs to so far (union-find with path halving).
    fn group_of(&mut self, mut triangle: u32) -> u32 {
        while self.group[triangle as usize] != triangle {
            let parent = self.group[triangle as usize];
            self.group[triangle as usize] = self.group[parent as usize];
            triangle = parent;
        }
        triangle
    }

    /// Returns whether the polygon stays convex at the start of `edge` when the polygons on both sides of it are
    /// merged.
    fn stays_convex(&self, surface: &Surface, edge: HalfEdge, across: HalfEdge) -> bool {
        let from = surface.at(surface.start(self.previous[edge.index()]));
        let here = surface.at(surface.start(edge));
        let to = surface.at(surface.end_in(self, self.next[across.index()]));
        let turn = orient2d(from, here, to);
        turn > 0.0 || (turn == 0.0 && dot(sub(here, from), sub(to, here)) > 0.0)
    }

    /// Unlinks both half-edges of an edge from the cycles of their polygons.
    fn join(&mut self, edge: HalfEdge, across: HalfEdge) {
        for (gone, other) in [(edge, across), (across, edge)] {
            let (before, after) = (self.previous[gone.index()], self.next[other.index()]);
            self.next[before.index()] = after;
            self.previous[after.index()] = before;
            self.kept[gone.index()] = false;
        }
    }
}

impl Surface {
    /// The vertex where a polygon's edge ends.
    pub fn end_in(&self, polygons: &Polygons, edge: HalfEdge) -> u32 {
        self.start(polygons.next[edge.index()])
    }
}

/// One half-edge of each edge that may be removed, the longest first.
fn inner_edges(surface: &Surface) -> Vec<HalfEdge> {
    let length = |edge: HalfEdge| {
        let along = sub(surface.at(surface.end(edge)), surface.at(surface.start(edge)));
        dot(along, along)
    };
    let mut edges: Vec<(f64, HalfEdge)> = (0..surface.twin.len() as u32)
        .map(HalfEdge::from_id)
        .filter(|&edge| {
            let across = surface.twin[edge.index()];
            surface.live[edge.face() as usize]
                && across != HalfEdge::NONE
                && edge < across
                && surface.hard[edge.index()] == HalfEdge::NONE
        })
        .map(|edge| (length(edge), edge))
        .collect();
    edges.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    edges.into_iter().map(|(_, edge)| edge).collect()
}
