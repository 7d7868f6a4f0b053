//! Surveys the distances of [`Landmarks`].

use super::landmarks::{COUNT, Landmarks};
use super::polygon_graph::PolygonGraph;
use super::scratch::PathScratch;
use super::search::{EVERYWHERE, Search};

/// Smaller parts have no landmarks, because any search there is short.
const FEWEST_POLYGONS: usize = 8;
/// The maximum number of nodes of the search from a landmark, for each portal of its part. If folds increase this distance, the part has no
/// landmarks.
const NODES_PER_PORTAL: usize = 16;

/// Places the landmarks of each connected part, and measures the distances of all corner points to them.
pub fn survey(graph: &PolygonGraph) -> Landmarks {
    let landmarks = Landmarks::unknown(graph.corner_points.len());
    let mut survey = Survey { graph, scratch: PathScratch::new(), landmarks };
    let mut seen = vec![false; graph.first.len().saturating_sub(1)];
    for polygon in 0..seen.len() as u32 {
        if !seen[polygon as usize] {
            survey.place_in(&part_of(graph, polygon, &mut seen));
        }
    }
    survey.landmarks
}

/// A polygon, and the polygons that portals join to it.
fn part_of(graph: &PolygonGraph, polygon: u32, seen: &mut [bool]) -> Vec<u32> {
    seen[polygon as usize] = true;
    let mut part = vec![polygon];
    let mut next = 0;
    while let Some(&polygon) = part.get(next) {
        next += 1;
        for portal in graph.portals_of(polygon) {
            let to = graph.portals[portal as usize].to;
            if !std::mem::replace(&mut seen[to as usize], true) {
                part.push(to);
            }
        }
    }
    part
}

struct Survey<'g> {
    graph: &'g PolygonGraph,
    scratch: PathScratch,
    landmarks: Landmarks,
}

/// A corner point, and a polygon with this corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SurveyPlace {
    corner_point: u32,
    polygon: u32,
    /// The portal of the polygon that begins or ends there.
    portal: u32,
}

impl Survey<'_> {
    /// Places the landmarks of a part: each as far as possible from the earlier ones. The first is as far as possible
    /// from any corner point.
    fn place_in(&mut self, part: &[u32]) {
        if part.len() < FEWEST_POLYGONS {
            return;
        }
        let graph = self.graph;
        let at = |polygon: u32, portal: u32| {
            let vertices = graph.portals[portal as usize].vertices;
            vertices.map(|corner_point| SurveyPlace { corner_point, polygon, portal })
        };
        let portals =
            || part.iter().flat_map(|&polygon| graph.portals_of(polygon).map(move |portal| (polygon, portal)));
        let components: Vec<u32> = portals().map(|(_, portal)| graph.portals[portal as usize].component).collect();
        let mut places: Vec<SurveyPlace> = portals().flat_map(|(polygon, portal)| at(polygon, portal)).collect();
        places.sort_unstable();
        places.dedup_by_key(|place| place.corner_point);
        let mut apart = vec![f64::INFINITY; places.len()];
        let Some(mut landmark) = places.first().copied() else { return };
        for k in 0..=COUNT {
            if !self.measure(landmark, &places, &components) {
                places.iter().for_each(|place| self.landmarks.rows[place.corner_point as usize] = [f32::NAN; COUNT]);
                return;
            }
            let mut farthest = (0.0, landmark);
            for (place, apart) in places.iter().zip(&mut apart) {
                let distance = self.scratch.reached(place.corner_point);
                *apart = apart.min(distance);
                if *apart > farthest.0 {
                    farthest = (*apart, *place);
                }
                if let Some(row) = k.checked_sub(1) {
                    self.landmarks.rows[place.corner_point as usize][row] = distance as f32;
                }
            }
            if k == 0 {
                apart.fill(f64::INFINITY);
            }
            landmark = farthest.1;
        }
    }

    /// Measures the distances of the corner points of a part from one of them. Returns whether a short search reached
    /// them all.
    fn measure(&mut self, from: SurveyPlace, places: &[SurveyPlace], components: &[u32]) -> bool {
        let portal = &self.graph.portals[from.portal as usize];
        let start = if portal.vertices[0] == from.corner_point { portal.begin() } else { portal.end() };
        let mut search = Search::new(self.graph, &mut self.scratch, [start; 2], [from.polygon, EVERYWHERE]);
        search.scratch.reach(from.corner_point, Some(0.0), 0.0);
        search.run_everywhere(components, NODES_PER_PORTAL * components.len())
            && places.iter().all(|place| self.scratch.reached(place.corner_point).is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec2;
    use crate::mesh::neighbours_by_shared_vertices;
    use crate::mesh::path::polygon_graph;
    use crate::mesh::topology::Topology;
    use crate::samples::shapes::{Cave, Rock};

    fn cave() -> PolygonGraph {
        let cave = Cave::new(3_000, Rock::Rough, 7);
        let neighbours = neighbours_by_shared_vertices(&cave.faces, |_| true);
        polygon_graph(&Topology::new(cave.vertices, &cave.faces, |_| true, &neighbours).unwrap())
    }

    /// The corner point where a portal begins, and a polygon there.
    fn begin(graph: &PolygonGraph, portal: usize) -> (u32, Vec2, u32) {
        let portal = &graph.portals[portal];
        (portal.vertices[0], portal.begin(), graph.portals[portal.twin as usize].to)
    }

    fn length(graph: &PolygonGraph, scratch: &mut PathScratch, [from, to]: [usize; 2]) -> Option<f64> {
        let ((_, start, first), (_, goal, last)) = (begin(graph, from), begin(graph, to));
        (first != last).then(|| Search::new(graph, scratch, [start, goal], [first, last]).run())?.map(|found| found.1)
    }

    #[test]
    fn bounds_are_near_the_length_of_the_shortest_path_and_not_above_it() {
        let graph = cave();
        let mut scratch = PathScratch::new();
        let (mut bounds, mut lengths) = (0.0, 0.0);
        for to in (0..graph.portals.len()).step_by(97) {
            let (_, goal, polygon) = begin(&graph, to);
            let row = graph.landmarks.goal(graph.portals_around(polygon), goal);
            for from in (0..graph.portals.len()).step_by(89) {
                let Some(length) = length(&graph, &mut scratch, [from, to]) else { continue };
                let bound = graph.landmarks.bound(begin(&graph, from).0, &row);
                assert!(bound <= length, "from {from} to {to}: {bound} > {length}");
                (bounds, lengths) = (bounds + bound, lengths + length);
            }
        }
        assert!(bounds > 0.9 * lengths, "{bounds} of {lengths}");
    }

    #[test]
    fn searches_with_landmarks_find_the_same_lengths_with_fewer_nodes() {
        let graph = cave();
        let mut blind = graph.clone();
        blind.landmarks.rows.fill([f32::NAN; COUNT]);
        let mut scratch = PathScratch::new();
        let mut nodes = [0, 0];
        for from in (0..graph.portals.len()).step_by(61) {
            let ends = [from, graph.portals.len() - 1 - from];
            let mut lengths = [None; 2];
            for (index, graph) in [&graph, &blind].into_iter().enumerate() {
                lengths[index] = length(graph, &mut scratch, ends);
                nodes[index] += scratch.nodes.len();
            }
            let [known, blind] = lengths.map(Option::unwrap_or_default);
            assert!((known - blind).abs() <= 1e-12 * blind, "{ends:?}: {known}, {blind}");
        }
        assert!(nodes[0] < nodes[1], "{nodes:?}");
    }

    #[test]
    fn parts_of_few_polygons_have_no_landmarks_and_no_bounds() {
        let vertices = vec![[0., 0., 0.], [4., 0., 0.], [4., 4., 0.], [0., 4., 0.], [1., 1., 0.]];
        let faces = [[0, 1, 4], [1, 2, 4], [2, 3, 4]];
        let neighbours = neighbours_by_shared_vertices(&faces, |_| true);
        let graph = polygon_graph(&Topology::new(vertices, &faces, |_| true, &neighbours).unwrap());
        let row = graph.landmarks.goal(graph.portals_around(0), [1.0, 0.5]);
        assert!((0..graph.corner_points.len() as u32).all(|corner| graph.landmarks.bound(corner, &row) == 0.0));
    }
}
