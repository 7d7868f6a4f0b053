//! [`PolygonGraph`]: convex polygons and the portals between them, on which a path search runs.

use std::collections::HashMap;
use std::f64::consts::TAU;

use super::biconnected::BiconnectedComponents;
use super::landmarks::Landmarks;
use super::merge::Polygons;
use super::portal::Portal;
use super::simplify::{Seed, simplify};
use super::surface::{NONE, Surface, Vertex};
use crate::geometry::plan_triangle::{contains, middle};
use crate::geometry::{HalfEdge, Vec2, ends_of_side, lerp, orient2d};
use crate::mesh::resolve::ResolvedPosition;
use crate::mesh::topology::{Ground, Topology};

/// Convex polygons that cover the walkable faces exactly, and the portals between them.
#[derive(Clone, Debug, Default)]
pub struct PolygonGraph {
    pub portals: Vec<Portal>,
    /// The portals of polygon `p` are `first[p]..first[p + 1]`, counter-clockwise.
    pub first: Vec<u32>,
    pub corner_points: Vec<CornerPoint>,
    pub components: BiconnectedComponents,
    pub landmarks: Landmarks,
    /// The portals at which the surface folds, each with the mesh's half-edge, in the order of the portals.
    pub folds: Vec<(u32, HalfEdge)>,
    /// The maximum coordinate of a portal.
    pub size: f64,
    /// The polygon that contains the middle of each walkable face.
    polygon_of: Vec<u32>,
    /// The vertical faces that were collapsed, each with the face that contains its place, in their order.
    hosts: Vec<(u32, u32)>,
}

/// A vertex of the polygons, where a path may bend.
#[derive(Clone, Copy, Debug)]
pub struct CornerPoint {
    /// The mesh's vertex.
    pub vertex: u32,
    /// The lowest of the faces around it that are joined there.
    pub face: u32,
    /// True if the angles of the ground around it exceed a full turn, so that a straight line can continue in two ways.
    pub winding: bool,
}

impl PolygonGraph {
    /// The polygons of a mesh. Its landmarks are not measured yet.
    pub fn new(topology: &Topology) -> Self {
        let mut surface = Surface::new(topology);
        let mut seeds = seeds(topology, &surface);
        simplify(&mut surface, &mut seeds);
        let polygons = Polygons::new(&surface);
        let (mut graph, polygon_of_triangle) = Self::assemble(&surface, &polygons);
        graph.components = BiconnectedComponents::find(&mut graph.portals, &graph.first);
        let coordinates = graph.portals.iter().flat_map(|portal| portal.ends).flatten();
        graph.size = f64::from(coordinates.fold(0.0, |size: f32, value| size.max(value.abs())));
        graph.hosts = std::mem::take(&mut surface.hosts);
        graph.find_polygons(topology, &seeds, &polygon_of_triangle);
        graph.landmarks = Landmarks::unknown(graph.corner_points.len());
        graph
    }

    /// Numbers the polygons in the order of their lowest triangles, and lists their portals. An edge that leads back
    /// into its own polygon is not a portal, because no shortest path returns to a polygon that it has left. Also
    /// returns the polygon of each triangle.
    fn assemble(surface: &Surface, polygons: &Polygons) -> (Self, Vec<u32>) {
        let count = surface.live.len() as u32;
        let mut start_of = vec![HalfEdge::NONE; surface.live.len()];
        for edge in (0..3 * count).rev().map(HalfEdge::from_id).filter(|&edge| polygons.kept[edge.index()]) {
            start_of[polygons.group[edge.face() as usize] as usize] = edge;
        }
        let starts: Vec<HalfEdge> = start_of.iter().copied().filter(|&start| start != HalfEdge::NONE).collect();
        let mut polygon_of_group = vec![NONE; surface.live.len()];
        for (polygon, &start) in starts.iter().enumerate() {
            polygon_of_group[polygons.group[start.face() as usize] as usize] = polygon as u32;
        }
        let polygon_of: Vec<u32> = polygons.group.iter().map(|&group| polygon_of_group[group as usize]).collect();
        let leads_on = |edge: HalfEdge| {
            let across = surface.twin[edge.index()];
            across != HalfEdge::NONE && polygon_of[across.face() as usize] != polygon_of[edge.face() as usize]
        };
        let mut portal_of_edge = vec![NONE; surface.twin.len()];
        let (mut edges, mut first) = (Vec::new(), vec![0]);
        for &start in &starts {
            for edge in polygons.round(start).filter(|&edge| leads_on(edge)) {
                portal_of_edge[edge.index()] = edges.len() as u32;
                edges.push(edge);
            }
            first.push(edges.len() as u32);
        }
        let mut graph = Self { first, polygon_of, ..Self::default() };
        let mut corner_point_of = vec![NONE; surface.vertices.len()];
        for edge in edges {
            let across = surface.twin[edge.index()];
            let vertices = [surface.start(edge), surface.end_in(polygons, edge)];
            let facts = vertices.map(|vertex| &surface.vertices[vertex as usize]);
            let hard = surface.hard[edge.index()];
            let fold = surface.is_fold(edge);
            if fold {
                graph.folds.push((graph.portals.len() as u32, hard));
            }
            let numbered = vertices.map(|vertex| {
                graph.corner_point(&mut corner_point_of[vertex as usize], &surface.vertices[vertex as usize])
            });
            graph.portals.push(Portal {
                ends: facts.map(|vertex| vertex.at.map(|value| value as f32)),
                vertices: numbered,
                to: graph.polygon_of[across.face() as usize],
                twin: portal_of_edge[across.index()],
                component: BiconnectedComponents::NONE,
                turns: facts.map(Vertex::bends),
                fold,
            });
        }
        let polygon_of_triangle = std::mem::take(&mut graph.polygon_of);
        (graph, polygon_of_triangle)
    }

    /// The index of a vertex in `corner_points`; adds the vertex at its first use.
    fn corner_point(&mut self, number: &mut u32, vertex: &Vertex) -> u32 {
        if *number == NONE {
            *number = self.corner_points.len() as u32;
            let winding = vertex.bends() && vertex.angle > TAU - 1e-6;
            self.corner_points.push(CornerPoint { vertex: vertex.original, face: vertex.face, winding });
        }
        *number
    }

    /// The portals of a polygon.
    #[inline]
    pub fn portals_of(&self, polygon: u32) -> std::ops::Range<u32> {
        self.first[polygon as usize]..self.first[polygon as usize + 1]
    }

    /// The same, themselves.
    #[inline]
    pub fn portals_around(&self, polygon: u32) -> &[Portal] {
        let range = self.portals_of(polygon);
        &self.portals[range.start as usize..range.end as usize]
    }

    /// Finds the polygon that contains the centre of each face. It moves from face centre to face centre through the
    /// midpoints of their shared edges.
    fn find_polygons(&mut self, topology: &Topology, seeds: &[Seed], polygon_of_triangle: &[u32]) {
        let faces = topology.faces();
        let mut polygon_of = vec![NONE; faces.len()];
        let mut waiting = Vec::new();
        for (face, seed) in seed_faces(topology).filter(|&face| self.host(face) == face).zip(seeds) {
            polygon_of[face as usize] = polygon_of_triangle[seed.triangle as usize];
            waiting.push(face);
            while let Some(face) = waiting.pop() {
                let corners = topology.plan_corners(&faces[face as usize]);
                for (edge, across) in links_without_fold(topology, face) {
                    if polygon_of[across as usize] == NONE {
                        let [from, to] = ends_of_side(&corners, edge);
                        let halfway = lerp(from, to, 0.5);
                        let polygon = self.advance(polygon_of[face as usize], middle(&corners), halfway);
                        let there = middle(&topology.plan_corners(&faces[across as usize]));
                        polygon_of[across as usize] = self.advance(polygon, halfway, there);
                        waiting.push(across);
                    }
                }
            }
        }
        self.polygon_of = polygon_of;
    }

    /// The polygon that contains a position.
    pub fn locate(&self, topology: &Topology, place: ResolvedPosition) -> u32 {
        let face = self.host(place.face);
        let corners = topology.plan_corners(&topology.faces()[face as usize]);
        self.advance(self.polygon_of[face as usize], middle(&corners), place.point)
    }

    /// The face that contains the place of a collapsed face. Other faces contain their own.
    fn host(&self, face: u32) -> u32 {
        self.hosts.binary_search_by_key(&face, |host| host.0).map_or(face, |index| self.hosts[index].1)
    }

    /// The polygon that contains `to`, reached by a straight line from `from` in another polygon through portals
    /// without folds.
    fn advance(&self, mut polygon: u32, from: Vec2, to: Vec2) -> u32 {
        // A straight line crosses each polygon once. The limit ends a line that rounding leads in a circle.
        for _ in 0..self.first.len() {
            let through = self.portals_of(polygon).map(|portal| &self.portals[portal as usize]).find(|portal| {
                let (a, b) = (portal.begin(), portal.end());
                !portal.fold && orient2d(a, b, to) < 0.0 && orient2d(from, to, a) <= 0.0 && orient2d(from, to, b) >= 0.0
            });
            match through {
                Some(portal) => polygon = portal.to,
                None => break,
            }
        }
        polygon
    }

    /// Returns whether a straight line leads from a point in one polygon to a point in another, through the interiors
    /// of portals without folds. Then no path on any ground is shorter. A line that touches a vertex is left to the
    /// search.
    pub fn is_straight(&self, [from, to]: [Vec2; 2], [mut polygon, last]: [u32; 2]) -> bool {
        // The line crosses each polygon at most once.
        for _ in 0..self.first.len() {
            if polygon == last {
                return true;
            }
            let range = self.portals_of(polygon);
            let through = self.portals[range.start as usize..range.end as usize]
                .iter()
                .find(|portal| orient2d(from, to, portal.begin()) < 0.0 && orient2d(from, to, portal.end()) > 0.0);
            match through {
                Some(portal) if !portal.fold && orient2d(portal.begin(), portal.end(), to) < 0.0 => polygon = portal.to,
                _ => return false,
            }
        }
        false
    }
}

/// The lowest face of each set of faces that are joined without folds, and each vertical face.
fn seed_faces(topology: &Topology) -> impl Iterator<Item = u32> {
    let mut seen = vec![false; topology.faces().len()];
    (0..topology.faces().len() as u32).filter(move |&face| {
        if seen[face as usize] || topology.open_face(face).is_none() {
            return false;
        }
        let mut waiting = vec![face];
        seen[face as usize] = true;
        while let Some(face) = waiting.pop() {
            for (_, across) in links_without_fold(topology, face) {
                if !std::mem::replace(&mut seen[across as usize], true) {
                    waiting.push(across);
                }
            }
        }
        true
    })
}

/// A seed in the middle of each seed face that was not collapsed.
fn seeds(topology: &Topology, surface: &Surface) -> Vec<Seed> {
    let mut parts_of: HashMap<u32, Vec<u32>> = HashMap::new();
    for &(triangle, host) in &surface.hosts {
        parts_of.entry(host).or_default().push(triangle);
    }
    let is_collapsed = |face: &u32| surface.hosts.binary_search_by_key(face, |host| host.0).is_ok();
    let seed = |face: u32| {
        let at = middle(&topology.plan_corners(&topology.faces()[face as usize]));
        let parts = parts_of.get(&face).into_iter().flatten().copied();
        let holds = |&part: &u32| !surface.vertical[part as usize] && contains(&surface.places(part), at);
        Seed::new(at, parts.into_iter().find(holds).unwrap_or(face))
    };
    seed_faces(topology).filter(|face| !is_collapsed(face)).map(seed).collect()
}

/// The edges that join a face to another without a fold, and the faces there, if neither face is vertical.
fn links_without_fold(topology: &Topology, face: u32) -> impl Iterator<Item = (u8, u32)> {
    let face = &topology.faces()[face as usize];
    let open = face.ground == Ground::Open;
    face.links.iter().zip(0..3_u8).filter_map(move |(link, edge)| {
        let across = link.get().filter(|across| open && !across.fold)?;
        (topology.faces()[across.face as usize].ground == Ground::Open).then_some((edge, across.face))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::distance;
    use crate::mesh::neighbours_by_shared_vertices;
    use crate::mesh::path::PathScratch;
    use crate::mesh::path::search::Search;
    use crate::samples::shapes::{Cave, Rock};

    #[test]
    fn a_line_is_straight_where_a_search_finds_nothing_longer() {
        let cave = Cave::new(3_000, Rock::Rough, 7);
        let neighbours = neighbours_by_shared_vertices(&cave.faces, |_| true);
        let topology = Topology::new(cave.vertices, &cave.faces, |_| true, &neighbours).unwrap();
        let graph = PolygonGraph::new(&topology);
        let mut scratch = PathScratch::new();
        let places: Vec<_> = (0..topology.faces().len() as u32)
            .step_by(47)
            .map(|face| ResolvedPosition {
                point: middle(&topology.plan_corners(&topology.faces()[face as usize])),
                face,
            })
            .collect();
        let mut straight = 0;
        for (index, from) in places.iter().enumerate() {
            for to in &places[..index] {
                let (ends, polygons) =
                    ([from, to].map(|end| end.point), [*from, *to].map(|end| graph.locate(&topology, end)));
                if polygons[0] == polygons[1] {
                    assert!(graph.is_straight(ends, polygons));
                } else if let Some((_, length)) = Search::new(&graph, &mut scratch, ends, polygons).run() {
                    assert_eq!(graph.is_straight(ends, polygons), length == distance(ends[0], ends[1]), "{ends:?}");
                    straight += usize::from(length == distance(ends[0], ends[1]));
                }
            }
        }
        assert!(straight > 20, "{straight} of {} pairs", places.len() * places.len() / 2);
    }
}
