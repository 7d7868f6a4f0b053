//! The tables of an unbaked area, as the toolset saves them in a TRN: winding, planes, links, and the number of each triangle's connected
//! part in its tile. A TRN has neither path tables nor islands.

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{NO_ISLAND, NO_TRIANGLE, Triangle};

use crate::nwn2::tiling;

use super::edges::{self, Edges};
use super::graph::Graph;
use super::planes;
use super::prepare::is_counter_clockwise;

/// Winds each triangle counter-clockwise in the plan view, and fills in its TRN data. Every vertex must exist, and the
/// ranges must cover all triangles.
pub(in crate::nwn2) fn fill(triangles: &mut [Triangle], vertices: &[Vector3], ranges: &[Range<usize>]) -> Edges {
    for triangle in triangles.iter_mut() {
        let [a, b, c] = triangle.vertices.map(|vertex| vertices[vertex as usize]);
        if !is_counter_clockwise(a, b, c) {
            triangle.vertices.swap(1, 2);
        }
    }
    fill_tables(triangles, vertices, ranges)
}

/// Fills in the TRN data of triangles, keeping their winding. Every vertex must exist, and the ranges must cover
/// all triangles.
pub(in crate::nwn2) fn fill_tables(triangles: &mut [Triangle], vertices: &[Vector3], ranges: &[Range<usize>]) -> Edges {
    triangles.iter_mut().for_each(|triangle| triangle.linked_triangles = [NO_TRIANGLE; 3]);
    planes::fill(triangles, vertices);
    let tile_of = tiling::tile_of(triangles.len(), ranges);
    let edges = edges::link(triangles, &tile_of, ranges.len());
    let mut parts = 0;
    for range in ranges {
        parts += number_parts(triangles, range.clone(), parts);
    }
    edges
}

/// Numbers the parts of a tile from `first` on, and returns their number. A tile with too many walkable triangles gets no
/// numbers, and neither does a part whose number the file cannot store.
fn number_parts(triangles: &mut [Triangle], range: Range<usize>, first: usize) -> usize {
    triangles[range.clone()].iter_mut().for_each(|triangle| triangle.island = NO_ISLAND);
    let Ok(graph) = Graph::new(triangles, range.clone()) else { return 0 };
    let (components, count) = graph.components();
    for (local, component) in graph.node_to_local.iter().zip(components) {
        let number = u16::try_from(first + usize::from(component)).unwrap_or(NO_ISLAND);
        triangles[range.start + *local as usize].island = number;
    }
    count
}
