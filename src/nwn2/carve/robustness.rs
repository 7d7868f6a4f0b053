//! Carving with generated cutters: the area compared with a widely used Rust library, cracks, and the cost.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::simplify::SimplifyShape;
use i_overlay::float::single::SingleFloatOverlay;

use super::clip::Point;
use super::oracle::{self, Random};
use super::*;
use crate::formats::aswm::{Aswm, Tile, TilesHeader, Triangle, Triangles};
use crate::nwn2::{self, Border, Tiling};

/// A floor over square tiles, of squares that need not end at the borders of tiles. It starts at the given tile of the grid,
/// which may be far from the origin, and rises to the north.
fn floor(first_tile: u32, tiles: u32, squares: u32) -> Walkmesh {
    let grid = first_tile + tiles;
    let (start, step) = (first_tile as f32 * 9.0, tiles as f32 * 9.0 / squares as f32);
    let side = squares + 1;
    let at = |index: u32| {
        let [x, y] = [index % side, index / side].map(|at| at as f32 * step);
        [start + x, start + y, y / 8.0]
    };
    let vertices: Vec<crate::formats::Vector3> = (0..side * side).map(|index| at(index).into()).collect();
    let mut rows = Vec::new();
    for square in 0..squares * squares {
        let a = square / squares * side + square % squares;
        for corners in [[a, a + 1, a + side + 1], [a, a + side + 1, a + side]] {
            let flags = nwn2::flags(true, None);
            let mut row = Triangle { vertices: corners, flags, ..Triangle::default() };
            crate::nwn2::bake::planes::fill_one(&mut row, corners.map(|vertex| vertices[vertex as usize]));
            rows.push(row);
        }
    }
    Walkmesh::from_raw(Aswm {
        vertices,
        triangles: Triangles::V6B(rows),
        tiles_header: TilesHeader { width: 9.0, grid_height: grid, grid_width: grid, ..TilesHeader::default() },
        tiles: vec![Tile::default(); (grid * grid) as usize],
        ..Aswm::default()
    })
}

/// Cutters of all kinds over 18 by 18 m from a point on.
fn tangle(random: &mut Random, [left, low]: Point, most: usize) -> Vec<Cutter> {
    let mut cutters: Vec<Cutter> = Vec::new();
    for _ in 0..1 + random.below(most) {
        let [x, y] = [left + random.unit() * 18.0, low + random.unit() * 18.0];
        let points = 3 + random.below(9);
        let mut polygon: Vec<Point> = match random.below(6) {
            // It crosses itself.
            0 => (0..points).map(|_| [x + random.unit() * 5.0, y + random.unit() * 5.0]).collect(),
            // Its corners are on corners of other cutters.
            1 => (0..points)
                .map(|_| [left + random.below(10) as f32 * 2.0, low + random.below(10) as f32 * 2.0])
                .collect(),
            // A star, which is concave.
            2 => (0..points)
                .map(|index| (index as f32 / points as f32 * std::f32::consts::TAU, 0.2 + random.unit() * 4.0))
                .map(|(angle, radius)| [x + radius * angle.cos(), y + radius * angle.sin()])
                .collect(),
            // It is adjacent to another cutter, with a side in common.
            3 => {
                let [ax, ay] = cutters.last().map_or([x, y], |cutter| cutter.points[0]);
                let [bx, by] = cutters.last().map_or([x + 1.0, y], |cutter| cutter.points[1]);
                vec![[ax, ay], [bx, by], [x, y]]
            }
            // Its corners lie on a line, or nearly so.
            4 => (0..points).map(|index| [x + index as f32 * 0.7, y + index as f32 * 0.3]).collect(),
            // A box with another box inside it.
            _ => {
                cutters.push(Cutter { points: vec![[x, y], [x + 3.0, y], [x + 3.0, y + 3.0], [x, y + 3.0]] });
                vec![[x + 1.0, y + 1.0], [x + 2.0, y + 1.0], [x + 2.0, y + 2.0], [x + 1.0, y + 2.0]]
            }
        };
        if random.below(3) == 0 {
            let again = polygon[random.below(polygon.len())];
            polygon.extend([again; 2]);
        }
        cutters.push(Cutter { points: polygon });
    }
    cutters
}

/// The remaining area of a square of 18 by 18 m from a point on, by another library's Boolean operation, in square metres.
fn area_by_i_overlay([left, low]: Point, cutters: &[Cutter]) -> f64 {
    // Relative to the origin, so that its integer grid is as fine as possible.
    let here = |[x, y]: Point| [f64::from(x) - f64::from(left), f64::from(y) - f64::from(low)];
    let mut kept = vec![vec![vec![[0.0, 0.0], [18.0, 0.0], [18.0, 18.0], [0.0, 18.0]]]];
    for cutter in cutters {
        let points: Vec<[f64; 2]> = cutter.points.iter().copied().map(here).collect();
        let shapes = points.simplify_shape(FillRule::EvenOdd);
        kept = kept.overlay(&shapes, OverlayRule::Difference, FillRule::EvenOdd);
    }
    let area = |contour: &Vec<[f64; 2]>| {
        let next = contour.iter().cycle().skip(1);
        contour.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum::<f64>() / 2.0
    };
    kept.iter().flatten().map(area).sum()
}

/// The remaining and lost area of pass 1 with kept floor, and the number of its steps.
fn cut_area(trn: &Walkmesh, cutters: &[Cutter]) -> (f64, u64) {
    let (budget, mut report) = (Budget::default(), CarveReport::default());
    let union = Union::new(cutters.iter().map(|cutter| &cutter.points[..]), &budget).unwrap();
    let in_order = order::tiles(trn, Tiling::ByCentre, Border::Keep).unwrap();
    let sources = sources(trn, &in_order, [].iter(), Rule::KeepFloor, &budget).unwrap();
    let polygons = Polygons::new(cutters, &mut report.skipped);
    let cut::Cut { faces, losses, .. } =
        cut::cut(&sources, &union, Rule::KeepFloor, false, &budget, &mut report).unwrap();
    for losses in losses {
        losses.report(&polygons, |_| [0; 2], &mut budget.counter(), &mut report).unwrap();
    }
    let lost: f64 = report.losses.iter().map(|loss| loss.lost).sum();
    (lost + faces.iter().map(|face| -oracle::signed_area(&face.corners)).sum::<f64>(), budget.spent())
}

#[test]
fn what_is_left_has_the_area_that_another_library_computes_also_far_from_the_origin() {
    let mut random = Random::new(77);
    for case in 0..240 {
        let (first_tile, tolerance) = [(0, 1e-4), (16, 1e-4)][case % 2];
        let trn = floor(first_tile, 2, 2 + case as u32 % 4);
        let from = [first_tile as f32 * 9.0; 2];
        let cutters = tangle(&mut random, from, 14);
        let (left, expected) = (cut_area(&trn, &cutters).0, area_by_i_overlay(from, &cutters));
        assert!((left - expected).abs() < tolerance * 324.0, "case {case}: {left} of {expected}, {cutters:?}");
    }
}

/// Distance of a point from the nearest side of a polygon.
fn to_sides([x, y]: Point, polygon: &[Point]) -> f32 {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let to_side = |(&[ax, ay], &[bx, by]): (&Point, &Point)| {
        let [dx, dy] = [bx - ax, by - ay];
        let part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-12);
        let part = part.clamp(0.0, 1.0);
        let [off_x, off_y] = [x - ax - part * dx, y - ay - part * dy];
        (off_x * off_x + off_y * off_y).sqrt()
    };
    sides.map(to_side).fold(f32::INFINITY, f32::min)
}

#[test]
fn neighbours_stay_joined_but_at_holes_and_around_the_area() {
    let mut random = Random::new(5);
    let (mut inner, mut cracks) = (0, 0);
    for case in 0..120 {
        // Squares that end at the borders of tiles, and others that pass 2 cuts.
        let trn = floor(0, 2, [4, 5, 7][case % 3]);
        let cutters = tangle(&mut random, [0.0; 2], 5);
        let CarveResult { walkmesh, report } =
            carve(&trn, &cutters, &CarveOptions::default().with_keep_floor(true)).unwrap();
        if !report.losses.is_empty() {
            continue;
        }
        let mut sides = std::collections::HashMap::<[u32; 2], usize>::new();
        for row in walkmesh.triangle_rows() {
            let [a, b, c] = row.vertices;
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *sides.entry([from.min(to), from.max(to)]).or_default() += 1;
            }
        }
        let outline = [[0.0, 0.0], [18.0, 0.0], [18.0, 18.0], [0.0, 18.0]];
        for (ends, count) in sides {
            let [a, b] = ends.map(|vertex| walkmesh.as_raw().vertices[vertex as usize]);
            let middle = [a.x.midpoint(b.x), a.y.midpoint(b.y)];
            let borders = cutters.iter().map(|cutter| &cutter.points[..]).chain([&outline[..]]);
            // A corner that only touches a side is a vertex of one of the two triangles, so they are not joined there.
            let side = [[a.x, a.y], [b.x, b.y]];
            let is_corner_near = cutters.iter().flat_map(|cutter| &cutter.points).any(|at| to_sides(*at, &side) < 0.3);
            // Vertices move by 0.1 m on each axis twice, once in their tile and once in the area.
            let is_far = borders.map(|border| to_sides(middle, border)).fold(f32::INFINITY, f32::min) > 0.3;
            if is_far && !is_corner_near {
                inner += 1;
                cracks += usize::from(count == 1);
            }
        }
    }
    assert!(inner > 5_000, "{inner}");
    assert_eq!(cracks, 0, "of {inner} sides");
}

#[test]
fn cutters_far_away_cost_a_triangle_next_to_nothing() {
    let mut random = Random::new(3);
    let mut small = || {
        let [x, y] = [random.unit() * 17.0, random.unit() * 17.0];
        Cutter { points: vec![[x, y], [x + 0.6, y + 0.1], [x + 0.3, y + 0.7]] }
    };
    let cutters: Vec<Cutter> = (0..1500).map(|_| small()).collect();
    // The same triangles are touched in a small and in a large area.
    let cost = |tiles: u32| {
        let trn = floor(0, tiles, tiles * 6);
        cut_area(&trn, &cutters).1 - cut_area(&trn, &[]).1
    };
    let (small, large) = (cost(2), cost(16));
    assert!(large < small + small / 2, "{small} steps, and {large} in an area of 64 times as many triangles");
}
