use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::formats::aswm::{Aswm, Triangle, Triangles};

/// Triangles with flags, each with separate vertices if `apart`.
#[derive(Clone, Debug)]
struct Face {
    points: [[f32; 3]; 3],
    flags: u16,
}

fn walkmesh(faces: &[Face]) -> Walkmesh {
    let mut vertices: Vec<[f32; 3]> = Vec::new();
    let rows = faces.iter().map(|face| {
        let vertices = face.points.map(|point| {
            let known = vertices.iter().position(|known| *known == point);
            known.unwrap_or_else(|| {
                vertices.push(point);
                vertices.len() - 1
            }) as u32
        });
        Triangle { vertices, flags: TriangleFlags(face.flags), ..Default::default() }
    });
    let triangles = Triangles::V6B(rows.collect());
    let vertices = vertices.into_iter().map(Into::into).collect();
    Walkmesh::from_raw(Aswm { vertices, triangles, ..Default::default() })
}

/// Two triangles for each square of a floor, walkable, in two kinds.
fn floor(side: usize) -> Vec<Face> {
    let square = |at: usize| {
        let [x, y] = [at % side, at / side].map(|at| at as f32);
        let [a, b, c, d] = [[x, y, 0.0], [x + 1.0, y, 0.0], [x + 1.0, y + 1.0, 0.5], [x, y + 1.0, 0.0]];
        [[a, b, c], [a, c, d]].map(|points| Face { points, flags: if at.is_multiple_of(3) { 0x21 } else { 0x09 } })
    };
    (0..side * side).flat_map(square).collect()
}

/// The corners with the lowest first, to compare whole triangles.
fn key(face: &Face) -> ([[u32; 3]; 3], u16) {
    let [a, b, c] = face.points.map(|point| point.map(|value| (value + 0.0).to_bits()));
    ([[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap(), face.flags)
}

#[test]
fn order_rotation_and_numbers_of_vertices_are_no_difference() {
    let before = floor(4);
    let mut after: Vec<Face> = before.iter().rev().cloned().collect();
    after.iter_mut().for_each(|face| face.points.rotate_left(1));
    let diff = walkmesh(&before).diff_geometry(&walkmesh(&after));
    assert!(diff.is_equal() && !diff.is_in_order());
    assert_eq!((diff.equal, diff.renumbered), (32, 32));
    assert_eq!(
        diff.to_string(),
        "32 of 32 triangles are at the same place with the same flags\n\
         of the triangles in both, 32 have another number, first corner or numbers of vertices"
    );
    assert!(walkmesh(&before).diff_geometry(&walkmesh(&before)).is_in_order());
}

#[test]
fn the_direction_that_the_clockwise_flag_tells_is_no_difference_and_another_is() {
    let before = floor(2);
    let mut after = before.clone();
    after.iter_mut().for_each(|face| {
        face.points.swap(1, 2);
        face.flags |= 4;
    });
    assert!(walkmesh(&before).diff_geometry(&walkmesh(&after)).is_equal());
    after[3].flags &= !4;
    let diff = walkmesh(&before).diff_geometry(&walkmesh(&after));
    assert_eq!((diff.equal, diff.flipped.len()), (7, 1));
    assert_eq!(diff.flipped[0].left.triangle, TriangleId(3));
    assert!(!diff.is_alike());
}

#[test]
fn small_moves_are_apart_from_those_that_matter() {
    let before = floor(4);
    let moved = |by: f32| {
        let mut after = before.clone();
        let corners = after.iter_mut().flat_map(|face| &mut face.points);
        corners.filter(|point| **point == [2.0, 2.0, 0.0]).for_each(|point| point[0] += by);
        // The corner has different heights in the squares around it.
        walkmesh(&before).diff_geometry(&walkmesh(&after))
    };
    let small = moved(0.0625);
    assert!(small.is_alike() && !small.is_equal());
    assert_eq!((small.small_moves, small.largest_small_move), (1, 0.0625));
    assert_eq!(small.equal + small.nudged, 32);
    let text = "\n1 vertex was moved by at most 0.0625 m, in ";
    assert!(small.to_string().contains(text), "{small}");
    let large = moved(0.25);
    assert_eq!(large.moved.len(), small.nudged);
    assert_eq!((large.equal, large.moved[0].distance, large.added.len()), (small.equal, 0.25, 0));
}

#[test]
fn what_was_removed_added_and_painted_is_told_with_its_place() {
    let before = floor(3);
    let mut after = before.clone();
    after.remove(2);
    after[0].flags = 0x20;
    after.push(Face { points: [[8.0, 8.0, 1.0], [9.0, 8.0, 1.0], [8.0, 9.0, 1.0]], flags: 0x21 });
    let diff = walkmesh(&before).diff_geometry(&walkmesh(&after));
    assert_eq!((diff.equal, diff.removed.len(), diff.added.len(), diff.repainted.len()), (16, 1, 1, 1));
    assert_eq!(diff.removed[0].triangle, TriangleId(2));
    assert_eq!((diff.added[0].triangle, diff.added[0].area), (TriangleId(17), 0.5));
    assert_eq!(diff.walkable_area, [9.0, 8.5]);
    let text = diff.to_string();
    assert!(text.contains("\nadded: 1 triangle, 0.500 m²\n  triangle 17 at (8.333, 8.333, 1.000)"), "{text}");
    assert!(text.contains("walkable stone -> not walkable stone\n"), "{text}");
    assert!(text.ends_with("\nwalkable area: 9.000 m² -> 8.500 m²"), "{text}");
}

#[test]
fn a_second_copy_is_a_difference_in_either_direction() {
    let once = floor(2);
    let twice: Vec<Face> = once.iter().chain(&once[..1]).cloned().collect();
    let more = walkmesh(&once).diff_geometry(&walkmesh(&twice));
    assert_eq!((more.equal, more.added.len(), more.removed.len()), (8, 1, 0));
    let fewer = walkmesh(&twice).diff_geometry(&walkmesh(&once));
    assert_eq!((fewer.equal, fewer.added.len(), fewer.removed.len()), (8, 0, 1));
}

#[test]
fn triangles_without_a_place_are_counted_and_not_compared() {
    let mut raw = walkmesh(&floor(2)).into_raw();
    raw.vertices[0].x = f32::NAN;
    if let Triangles::V6B(rows) = &mut raw.triangles {
        rows[7].vertices[0] = u32::MAX;
    }
    let broken = Walkmesh::from_raw(raw);
    let diff = broken.diff_geometry(&walkmesh(&floor(2)));
    assert_eq!((diff.left_out, diff.equal, diff.added.len()), ([3, 0], 5, 3));
    let own = broken.diff_geometry(&broken);
    assert!(!own.is_alike() && own.left_out == [3, 3] && own.equal == 5);
}

fn faces() -> impl Strategy<Value = Vec<Face>> {
    // Few points, so that many triangles are in both walkmeshes, or repainted, or reversed.
    let point = [0_u8..2, 0_u8..2, 0_u8..2];
    let face = (proptest::array::uniform3(point), 0_u16..2);
    let face = face.prop_map(|(points, flags)| Face { points: points.map(|point| point.map(f32::from)), flags });
    proptest::collection::vec(face, 0..60)
}

proptest! {
    #[test]
    fn what_is_equal_is_what_stands_in_both_lists(before in faces(), after in faces()) {
        let mut left: HashMap<_, usize> = HashMap::new();
        before.iter().for_each(|face| *left.entry(key(face)).or_default() += 1);
        let mut in_both = 0;
        for face in &after {
            let left = left.entry(key(face)).or_default();
            in_both += usize::from(*left > 0);
            *left = left.saturating_sub(1);
        }
        let diff = walkmesh(&before).diff_geometry(&walkmesh(&after));
        prop_assert_eq!((diff.equal, diff.nudged), (in_both, 0));
        prop_assert_eq!(before.len() - diff.removed.len(), after.len() - diff.added.len());
    }
}

#[test]
fn a_triangle_that_was_moved_and_painted_is_another_one() {
    let before = floor(3);
    let mut after = before.clone();
    for point in after.iter_mut().flat_map(|face| &mut face.points).filter(|point| **point == [0.0, 0.0, 0.0]) {
        *point = [-1.0, -1.0, 0.0];
    }
    let moved = walkmesh(&before).diff_geometry(&walkmesh(&after));
    assert_eq!((moved.equal, moved.moved.len(), moved.removed.len()), (16, 2, 0));
    after[0].flags = 0x20;
    let painted = walkmesh(&before).diff_geometry(&walkmesh(&after));
    assert_eq!((painted.moved.len(), painted.removed.len(), painted.added.len()), (1, 1, 1));
    assert_eq!((painted.removed[0].triangle, painted.added[0].triangle), (TriangleId(0), TriangleId(0)));
}
