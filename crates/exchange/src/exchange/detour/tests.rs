//! The contents of a tile, read back from its bytes, and the floors that are rejected.

use proptest::prelude::*;

use super::*;
use crate::exchange::{Class, ClassedTriangle, Scene, SceneNode, TriangleSet};
use walkmesh_formats::Document;
use walkmesh_formats::detour::BoxNode;

/// A field of squares with heights, each of two triangles, with classes from a given number up.
fn field([columns, rows]: [u32; 2], heights: &[f32], class: u32) -> Floor {
    let height = |at: u32| heights[at as usize % heights.len()];
    let across = columns + 1;
    let points = (0..across * (rows + 1)).map(|at| [(at % across) as f32, (at / across) as f32, height(at)]);
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| row * across + column));
    let corners = squares.flat_map(|at| [[at, at + 1, at + across + 1], [at, at + across + 1, at + across]]);
    let triangles = corners.zip(0..).map(|(corners, at)| ClassedTriangle { corners, class: class + at % 3 }).collect();
    let classes = (class..class + 3).map(|number| Class { number, walkable: true, ..Class::default() }).collect();
    let set = TriangleSet { points: points.collect(), triangles, classes, ..TriangleSet::default() };
    let scene = Scene { nodes: vec![SceneNode { set, ..SceneNode::default() }], ..Scene::default() };
    Floor::of_scene(&scene).expect("few triangles")
}

/// The tile of a floor, read back from its bytes.
fn read_back(floor: &Floor) -> Tile {
    let bytes = floor.to_detour().expect("a small floor").tile.to_bytes().expect("a tile");
    Tile::from_bytes(&bytes).expect("a tile")
}

/// The polygons that a search for a box finds in the tree, as Detour searches.
fn found(boxes: &[BoxNode], [min, max]: [[u16; 3]; 2]) -> Vec<i32> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(node) = boxes.get(at) {
        let overlaps = (0..3).all(|axis| min[axis] <= node.max[axis] && max[axis] >= node.min[axis]);
        if overlaps && node.index >= 0 {
            found.push(node.index);
        }
        at += if overlaps || node.index >= 0 { 1 } else { node.index.unsigned_abs() as usize };
    }
    found
}

#[test]
fn a_square_is_two_polygons_that_name_each_other() {
    let tile = read_back(&field([1, 1], &[0.0, 1.0, 2.0, 3.0], 4));
    assert_eq!(tile.polygons[0].vertices[..3], [0, 1, 2]);
    assert_eq!((tile.polygons[0].neighbours, tile.polygons[1].neighbours), ([0, 0, 2, 0, 0, 0], [1, 0, 0, 0, 0, 0]));
    assert_eq!(tile.polygons.iter().map(|row| row.area_and_type).collect::<Vec<_>>(), [4, 5]);
    assert!(tile.polygons.iter().all(|row| row.flags == 1 && row.vertex_count == 3));
    assert_eq!(<[f32; 3]>::from(tile.vertices[2]), [1.0, 3.0, -1.0]);
    assert_eq!([tile.min, tile.max].map(<[f32; 3]>::from), [[0.0, 0.0, -1.0], [1.0, 3.0, 0.0]]);
    assert_eq!((tile.links.len(), tile.detail_meshes[1].triangle_base), (6, 1));
}

#[test]
fn classes_beyond_62_have_the_area_63_and_are_counted() {
    let DetourTile { tile, notes } = field([1, 1], &[0.0], 62).to_detour().expect("a small floor");
    assert_eq!(tile.polygons.iter().map(|row| row.area_and_type).collect::<Vec<_>>(), [62, 63]);
    assert_eq!(notes[0].message, "1 triangle has a class beyond 62, and the area 63: Detour has 64 areas.");
}

#[test]
fn what_16_bits_cannot_number_is_refused() {
    assert_eq!(Floor::default().to_detour(), Err(DetourError::NoTriangles));
    let most = field([MAX_POLYGONS as u32 / 2, 1], &[0.0], 0);
    let tile = read_back(&most);
    assert_eq!(tile.polygons.len(), MAX_POLYGONS - 1);
    let more = field([MAX_POLYGONS as u32 / 2 + 1, 1], &[0.0], 0);
    assert_eq!(more.to_detour(), Err(DetourError::TooManyTriangles { triangles: MAX_POLYGONS + 1 }));
    let points = vec![[0.0; 3]; MAX_VERTICES + 1];
    let crowd = Floor { points, triangles: vec![FloorTriangle::default()], ..Floor::default() };
    assert_eq!(crowd.to_detour(), Err(DetourError::TooManyPoints { points: MAX_VERTICES + 1 }));
}

proptest! {
    #[test]
    fn the_tree_finds_what_a_look_at_all_boxes_finds(
        columns in 1_u32..9, rows in 1_u32..9, heights in prop::collection::vec(-3.0_f32..3.0, 1..9),
        box_corners: [[u16; 3]; 2],
    ) {
        let tile = read_back(&field([columns, rows], &heights, 0));
        let leaves = || tile.boxes.iter().filter(|node| node.index >= 0);
        let mut numbers: Vec<i32> = leaves().map(|node| node.index).collect();
        numbers.sort_unstable();
        prop_assert_eq!(numbers, (0..tile.polygons.len() as i32).collect::<Vec<_>>());
        prop_assert_eq!(tile.boxes.len(), 2 * tile.polygons.len() - 1);
        let [a, b] = box_corners;
        let query = [[0, 1, 2].map(|axis| a[axis].min(b[axis])), [0, 1, 2].map(|axis| a[axis].max(b[axis]))];
        let overlaps =
            |node: &BoxNode| (0..3).all(|axis| query[0][axis] <= node.max[axis] && query[1][axis] >= node.min[axis]);
        let expected: Vec<i32> = leaves().filter(|node| overlaps(node)).map(|node| node.index).collect();
        prop_assert_eq!(found(&tile.boxes, query), expected);
    }

    #[test]
    fn neighbours_name_each_other_across_the_same_edge(columns in 1_u32..9, rows in 1_u32..9) {
        let tile = read_back(&field([columns, rows], &[0.0, 1.0], 0));
        for (at, row) in (1_u16..).zip(&tile.polygons) {
            for (side, across) in row.neighbours[..3].iter().enumerate().filter(|(_, across)| **across > 0) {
                let other = &tile.polygons[usize::from(*across) - 1];
                let back = (0..3).find(|side| other.neighbours[*side] == at).expect("it names this one");
                prop_assert_eq!(row.vertices[side], other.vertices[(back + 1) % 3]);
                prop_assert_eq!(row.vertices[(side + 1) % 3], other.vertices[back]);
            }
        }
    }
}
