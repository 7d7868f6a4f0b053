//! Edits of a walkmesh by selection, and the limits of a tile grid.

use walkmesh::finding::CheckOptions;
use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::nwn2::{
    BakeOptions, BuildFace, BuildOptions, EditError, EditReport, Selection, TileId, TriangleId, Uninitialised,
    VertexId, Walkmesh, WalkmeshEdit, build,
};

use crate::corpus::areas;
use crate::generated::field;

fn floor() -> Walkmesh {
    crate::baked(&field(6, 6, &[], 4.5), &BakeOptions::default()).expect("a bake")
}

fn finished(edit: WalkmeshEdit<'_>) -> (Walkmesh, EditReport) {
    let (walkmesh, report) = edit.finish(&BakeOptions::default()).expect("finished");
    let findings = walkmesh.check(&CheckOptions::default().without_flaws());
    assert!(findings.is_clean(), "{findings}");
    (walkmesh, report)
}

fn walkable(walkmesh: &Walkmesh) -> usize {
    walkmesh.triangles().filter(|triangle| triangle.is_walkable()).count()
}

#[test]
fn an_edit_that_changes_nothing_keeps_every_bit() {
    let Some(areas) = areas("trx") else { return };
    for area in areas.iter().step_by(16) {
        let before = area.walkmesh();
        let mut edit = before.edit().expect("an edit");
        let flags = before.triangle_rows()[3].flags;
        edit.paint(&Selection::Flags(flags), flags).expect("painted");
        edit.add_vertex([1.0; 3]).expect("added, but no triangle has it");
        let (after, report) = edit.finish(&BakeOptions::default()).expect("finished");
        assert!(report.is_unchanged && after == before, "{}", area.name);
    }
}

#[test]
fn triangles_are_painted_by_list_flags_box_and_tile() {
    let before = floor();
    let [stone, wood, mud] = [0x21, 0x41, 0x401].map(TriangleFlags);
    let count = before.triangles().len();
    let flags = |walkmesh: &Walkmesh| walkmesh.triangle_rows().iter().map(|row| row.flags.0 & !4).collect::<Vec<_>>();

    let mut edit = before.edit().expect("an edit");
    assert_eq!(edit.paint(&Selection::Triangles(vec![TriangleId(4), TriangleId(9), TriangleId(4)]), wood), Ok(2));
    assert_eq!(edit.paint(&Selection::Flags(stone), mud), Ok(count - 2));
    let (after, report) = finished(edit);
    assert!((0_u32..).zip(flags(&after)).all(|(id, flags)| flags == if [4, 9].contains(&id) { 0x41 } else { 0x401 }));
    assert_eq!(report.sources.len(), count);

    let mut edit = before.edit().expect("an edit");
    let of_tile = before.tile(TileId(5)).expect("a tile").triangles().count();
    assert_eq!(edit.make_unwalkable(&Selection::Tile(TileId(5))), Ok(of_tile));
    let (after, _) = finished(edit);
    assert_eq!(walkable(&after), count - of_tile);
    assert!(flags(&after).iter().all(|flags| flags & 0x20 != 0), "the sound stays");

    let mut edit = before.edit().expect("an edit");
    let (least, greatest) = ([0.0, 0.0, f32::NEG_INFINITY], [13.0, 4.5, f32::INFINITY]);
    let in_box = edit.make_unwalkable(&Selection::Box { least, greatest }).expect("selected");
    assert!((4..10).contains(&in_box), "{in_box}");
    assert_eq!(walkable(&finished(edit).0), count - in_box);

    let mut edit = before.edit().expect("an edit");
    let triangle = [[0.0, 0.0], [27.0, 0.0], [0.0, 27.0]];
    let half = edit.make_unwalkable(&Selection::Polygon(triangle.to_vec())).expect("selected");
    assert!((count / 3..count * 2 / 3).contains(&half), "{half} of {count}");
    assert_eq!(walkable(&finished(edit).0), count - half);
}

#[test]
fn a_triangle_that_collapses_over_several_tiles_is_in_the_tile_of_its_centre() {
    let corners = [[1.0, 1.0, 0.0], [4.0, 1.0, 0.0], [1.0, 4.0, 0.0]];
    let last = [[26.0, 26.0, 0.0], [24.0, 26.0, 0.0], [26.0, 24.0, 0.0]];
    let vertices: Vec<[f32; 3]> = corners.into_iter().chain(last).collect();
    let face = |corners| BuildFace { corners, walkable: true, floor: None };
    let built =
        build(&vertices, &[face([0, 1, 2]), face([3, 4, 5])], &BuildOptions::default()).expect("an area").walkmesh;
    let before = crate::baked(&built, &BakeOptions::default()).expect("a bake");
    assert_eq!(before.grid(), [3, 3]);
    let id = before.triangles().find(|triangle| triangle.contains([2.0, 2.0])).expect("the first triangle").id();
    let corners = before.triangle(id).expect("it").corners();
    for (line, tile) in [
        ([[1.0, 1.0, 0.0], [25.0, 13.0, 0.0], [17.0, 9.0, 0.0]], 1),
        ([[1.0, 13.0, 0.0], [13.0, 13.0, 0.0], [25.0, 13.0, 0.0]], 4),
        ([[14.0, 1.0, 0.0], [14.0, 25.0, 0.0], [14.0, 26.0, 0.0]], 4),
        ([[10.0, 2.0, 0.0], [10.0, 26.0, 0.0], [10.0, 26.5, 0.0]], 7),
    ] {
        let mut edit = before.edit().expect("an edit");
        for (corner, point) in corners.into_iter().zip(line) {
            edit.move_vertex(corner, point).expect("moved");
        }
        let (after, report) = edit.finish(&BakeOptions::default()).expect("finished");
        let now = report.sources.iter().position(|source| *source == id).expect("the triangle");
        let of_tile = after.tile(TileId(tile)).expect("a tile").triangles().map(|triangle| triangle.id().index());
        assert!(of_tile.collect::<Vec<_>>().contains(&now), "{line:?} is not in tile {tile}");
    }
}

#[test]
fn removed_triangles_take_their_vertices_with_them() {
    let before = floor();
    let mut edit = before.edit().expect("an edit");
    let removed = edit.remove(&Selection::Tile(TileId(0))).expect("removed");
    assert_eq!(
        edit.paint(&Selection::Triangles(vec![TriangleId(0)]), TriangleFlags(1)),
        Err(EditError::NoSuchFace(TriangleId(0)))
    );
    let (after, report) = finished(edit);
    assert_eq!(after.triangles().len(), before.triangles().len() - removed);
    assert!(after.vertices().len() < before.vertices().len());
    assert_eq!(report.sources[0], TriangleId(removed as u32));
}

#[test]
fn triangles_are_added_cut_and_left_out() {
    let before = floor();
    let mut edit = before.edit().expect("an edit");
    let corners = [[2.0, 2.0, 9.0], [2.0, 24.0, 9.0], [25.0, 2.0, 9.0], [25.0, 2.0, 12.0]]
        .map(|point| edit.add_vertex(point).expect("added"));
    let large = edit.add_triangle([corners[0], corners[1], corners[2]], TriangleFlags(1)).expect("added");
    let upright = edit.add_triangle([corners[0], corners[2], corners[3]], TriangleFlags(1)).expect("added");
    assert_eq!(edit.flip(&Selection::Triangles(vec![upright])), Ok(0), "it faces neither up nor down");
    let (after, report) = finished(edit);
    assert_eq!((report.cut.as_slice(), report.degenerate.as_slice()), (&[large][..], &[upright][..]));
    assert!(after.triangles().len() > before.triangles().len() + 5);
    let area = |walkmesh: &Walkmesh| {
        walkmesh
            .triangles()
            .map(|triangle| {
                let [[ax, ay, _], [bx, by, _], [cx, cy, _]] =
                    triangle.points().expect("points").map(|point| point.map(f64::from));
                ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).abs() / 2.0
            })
            .sum::<f64>()
    };
    assert!((area(&after) - area(&before) - 22.0 * 23.0 / 2.0).abs() < 0.01);
}

#[test]
fn an_added_triangle_runs_clockwise_in_a_trx_and_counter_clockwise_in_a_trn() {
    for (before, is_trx) in [(floor(), true), (field(6, 6, &[], 4.5), false)] {
        for order in [[0, 1, 2], [0, 2, 1]] {
            let mut edit = before.edit().expect("an edit");
            let corners = [[2.0, 2.0, 9.0], [4.0, 2.0, 9.0], [2.0, 4.0, 9.0]];
            let corners = corners.map(|point| edit.add_vertex(point).expect("added"));
            let added = edit.add_triangle(order.map(|at| corners[at]), TriangleFlags(1)).expect("added");
            let (after, report) = edit.finish(&BakeOptions::default()).expect("finished");
            let at = report.sources.iter().position(|source| *source == added).expect("the triangle");
            let [a, b, c] = after.triangle(TriangleId(at as u32)).and_then(|added| added.points()).expect("points");
            let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert_eq!(area, if is_trx { -4.0 } else { 4.0 }, "{order:?}");
        }
    }
}

#[test]
fn a_walkmesh_moves_by_whole_tiles_and_up_by_anything() {
    // The floor fills 3 by 3 tiles of a larger grid.
    let mut raw = field(6, 6, &[], 4.0).into_raw();
    let [columns, rows] = [raw.tiles_header.grid_width, raw.tiles_header.grid_height];
    let mut tiles = Vec::new();
    for y in 0..rows + 1 {
        for x in 0..columns + 1 {
            let old = (x < columns && y < rows).then(|| raw.tiles[(y * columns + x) as usize].clone());
            tiles.push(old.unwrap_or_default());
        }
    }
    tiles.iter_mut().for_each(|tile| tile.flags = raw.tiles_header.flags);
    (raw.tiles, raw.tiles_header.grid_width, raw.tiles_header.grid_height) = (tiles, columns + 1, rows + 1);
    let before = crate::baked(&Walkmesh::from_raw(raw), &BakeOptions::default()).expect("a bake");

    let mut edit = before.edit().expect("an edit");
    edit.translate([9.0, 0.0, 1.5]).expect("a whole tile");
    let (after, report) = finished(edit);
    assert!(report.cut.is_empty());
    assert_eq!(after.triangles().len(), before.triangles().len());
    for (a, b) in before.triangles().zip(after.triangles()) {
        let [a, b] = [a, b].map(|triangle| triangle.points().expect("points")[0]);
        assert_eq!([a[0] + 9.0, a[1], a[2] + 1.5], b);
    }

    // A triangle that reaches over the border of its tile by at most 0.1 m moves whole.
    let on_border = (0..).map(VertexId).zip(&before.as_raw().vertices).find(|(_, vertex)| vertex.x == 9.0);
    let (vertex, at) = on_border.expect("a vertex between two tiles");
    let mut edit = before.edit().expect("an edit");
    edit.move_vertex(vertex, [9.05, at.y, at.z]).expect("moved");
    let (over, report) = edit.finish(&BakeOptions::default()).expect("finished");
    assert!(report.cut.is_empty());
    let mut edit = over.edit().expect("an edit");
    edit.translate([9.0, 0.0, 0.0]).expect("a whole tile");
    assert!(edit.finish(&BakeOptions::default()).expect("finished").1.cut.is_empty());

    let mut edit = before.edit().expect("an edit");
    assert_eq!(edit.translate([4.0, 0.0, 0.0]), Err(EditError::NotWholeTiles { offset: [4.0, 0.0], width: 9.0 }));
    edit.translate([18.0, 0.0, 0.0]).expect("whole tiles");
    let refused = edit.finish(&BakeOptions::default()).expect_err("out of the grid");
    assert!(matches!(refused, EditError::OutsideGrid { .. }), "{refused}");
}

#[test]
fn what_a_grid_of_tiles_forbids_is_refused_with_the_reason() {
    let before = floor();
    let mut edit = before.edit().expect("an edit");
    assert_eq!(edit.flip(&Selection::All), Err(EditError::FacesUp(TriangleId(0))));
    let other = field(1, 1, &[], 4.0);
    assert!(matches!(edit.merge(&other), Err(EditError::OtherGrid { .. })));
    assert_eq!(edit.move_vertex(VertexId(9999), [0.0; 3]), Err(EditError::NoSuchVertex(VertexId(9999))));
    assert_eq!(edit.move_vertex(VertexId(0), [f32::NAN; 3]), Err(EditError::NotFinite(VertexId(0))));
    assert_eq!(edit.select(&Selection::Polygon(vec![[0.0; 2]; 2])), Err(EditError::NotAPolygon));
    let (tile, grid) = (TileId(999), before.grid());
    assert_eq!(edit.select(&Selection::Tile(tile)), Err(EditError::NoSuchTile { tile, grid }));
    assert!(finished(edit).1.is_unchanged);
}

#[test]
fn two_halves_of_a_floor_merge_into_the_floor() {
    let whole = floor();
    let half = |is_left: bool| {
        let mut edit = whole.edit().expect("an edit");
        let (least, greatest) = if is_left { (0.0, 13.0) } else { (13.000_001, 99.0) };
        let gone = Selection::Box { least: [least, 0.0, f32::NEG_INFINITY], greatest: [greatest, 99.0, f32::INFINITY] };
        edit.remove(&gone).expect("removed");
        finished(edit).0
    };
    let (right, left) = (half(true), half(false));
    assert_eq!(left.triangles().len() + right.triangles().len(), whole.triangles().len());
    let mut edit = left.edit().expect("an edit");
    edit.merge(&right).expect("the same grid");
    let (merged, _) = finished(edit);
    assert_eq!((merged.triangles().len(), merged.vertices().len()), (whole.triangles().len(), whole.vertices().len()));
    assert_eq!(merged.edges().len(), whole.edges().len());
}

#[test]
fn a_triangle_that_loses_its_area_keeps_its_corners_in_their_order() {
    let unbaked = field(2, 2, &[], 4.5);
    for before in [crate::baked(&unbaked, &BakeOptions::default()).expect("a bake"), unbaked] {
        // The corner of the floor that only one triangle has, and another of that triangle.
        let corner = (0..)
            .map(VertexId)
            .find(|corner| before.triangle_rows().iter().filter(|row| row.vertices.contains(&corner.0)).count() == 1);
        let corner = corner.expect("a corner of the floor");
        let row = before.triangle_rows().iter().position(|row| row.vertices.contains(&corner.0)).expect("one");
        let points = before.triangle_rows()[row].vertices.map(|vertex| before.vertices()[vertex as usize]);
        let at = before.triangle_rows()[row].vertices.iter().position(|vertex| *vertex == corner.0).expect("one");
        let mut flat = points.map(<[f32; 3]>::from);
        flat[at] = flat[usize::from(at == 0)];

        let mut edit = before.edit().expect("an edit");
        edit.move_vertex(corner, flat[at]).expect("moved");
        let (after, report) = edit.finish(&BakeOptions::default()).expect("finished");
        let now = report.sources.iter().position(|source| source.index() == row).expect("kept");
        let corners = after.triangle_rows()[now].vertices.map(|vertex| after.vertices()[vertex as usize]);
        assert_eq!(corners.map(<[f32; 3]>::from), flat);
    }
}

#[test]
fn an_edit_keeps_what_a_bake_cannot_compute_in_the_tiles_that_it_does_not_concern() {
    let Some(areas) = areas("trx") else { return };
    let (mut kept, mut others) = (0, 0);
    for area in areas.iter().step_by(7) {
        let before = area.walkmesh();
        let options = BakeOptions::default().with_uninitialised(Uninitialised::Keep);
        let rebaked = crate::baked(&before, &options).expect("a bake");
        let mut edit = before.edit().expect("an edit");
        let first = before.triangles().position(|triangle| triangle.is_walkable()).expect("one");
        edit.make_unwalkable(&Selection::Triangles(vec![TriangleId(first as u32)])).expect("an edit");
        let (after, _) = edit.finish(&options).expect("finished");
        for ((old, bake), new) in before.tiles().zip(rebaked.tiles()).zip(after.tiles()) {
            let is_edited = old.range().contains(&(first as u64));
            if old.as_raw() != bake.as_raw() && !is_edited {
                kept += usize::from(old.as_raw() == new.as_raw());
                others += usize::from(old.as_raw() != new.as_raw());
            }
        }
    }
    assert_eq!((kept, others), (177, 0), "tiles that are as they were, and that are baked");
}
