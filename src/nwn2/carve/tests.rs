use super::oracle::{self, Random};
use super::*;
use crate::finding::{CheckOptions, Severity};
use crate::formats::aswm::{Aswm, Comp, Packet, TileFlags, TilesHeader};
use crate::formats::trn::{self, Trn};
use crate::nwn2::{
    self, BakeError, BakeOptions, Border, BuildFace, BuildOptions, FloorMaterial, TileCounts, Tiling, TilingError,
    TriangleId, build,
};

/// The mesh of a TRN: a floor of squares with sides of `step` metres, each made of two triangles. It rises to the
/// north.
fn floor(tiles: u32, step: f32) -> Walkmesh {
    let squares = (tiles as f32 * 9.0 / step).round() as u32;
    let side = squares + 1;
    let at = |index: u32| [(index % side) as f32 * step, (index / side) as f32 * step, (index / side) as f32 * 0.25];
    let vertices: Vec<[f32; 3]> = (0..side * side).map(at).collect();
    let face = |corners| BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Stone) };
    let faces: Vec<BuildFace> = (0..squares * squares)
        .map(|square| square / squares * side + square % squares)
        .flat_map(|a| [face([a, a + 1, a + side + 1]), face([a, a + side + 1, a + side])])
        .collect();
    build(&vertices, &faces, &BuildOptions::default()).unwrap().walkmesh
}

fn cutter(points: &[[f32; 2]]) -> Cutter {
    Cutter { points: points.to_vec() }
}

fn carved(walkmesh: &Walkmesh, cutters: &[Cutter]) -> CarveResult {
    carve(walkmesh, cutters, &CarveOptions::default()).unwrap()
}

fn area(walkmesh: &Walkmesh) -> f64 {
    walkmesh.triangles().map(|triangle| -oracle::signed_area(&triangle.points().unwrap().map(|[x, y, _]| [x, y]))).sum()
}

fn has_vertex(walkmesh: &Walkmesh, at: [f32; 2]) -> bool {
    walkmesh.vertices().iter().any(|vertex| [vertex.x, vertex.y] == at)
}

#[test]
fn without_cutters_a_tiled_mesh_is_wound_and_numbered() {
    let trn = floor(2, 3.0);
    let CarveResult { walkmesh, report } = carved(&trn, &[]);
    assert_eq!(walkmesh.triangles().len(), trn.triangles().len());
    assert_eq!(report.sources, (0..72).map(TriangleId).collect::<Vec<_>>());
    assert!(report.cut.is_empty() && report.bridged.is_empty() && report.losses.is_empty());
    assert!(
        walkmesh.is_baked() && walkmesh.triangles().all(|triangle| triangle.faces_up() && triangle.flags().0 == 0x25)
    );
    // Each tile counts its own vertices and edges.
    let counts = |tile: nwn2::Tile| [tile.as_raw().header.vertices_count, tile.as_raw().header.edges_count];
    assert!(walkmesh.tiles().all(|tile| counts(tile) == [16, 33]));
    assert_eq!(walkmesh.vertices().len(), 49);
}

#[test]
fn an_area_is_carved_and_baked_as_its_walkmesh_is() {
    let cutters = [cutter(&[[2.0, 2.0], [11.0, 4.0], [4.0, 12.5]])];
    let (carving, bake) = (CarveOptions::default(), BakeOptions::default());
    let mut mesh = floor(2, 3.0);
    let none = nwn2::Terrain::from_raw(Trn::default()).carve_and_bake(&cutters, &carving, &bake).unwrap_err();
    assert!(matches!(none, CarveError::Mesh(BakeError::Terrain(_))), "{none:?}");
    let packet = Packet::Comp(Comp::deflate(&mesh.to_bytes().unwrap()).unwrap());
    let mut area = nwn2::Terrain::from_raw(Trn { packets: vec![trn::Packet::Aswm(packet)], ..Trn::default() });
    let before = area.to_bytes().unwrap();
    let small = bake.clone().with_limits(bake.limits.with_inflated(100));
    assert!(area.carve_and_bake(&cutters, &carving, &small).is_err());
    assert_eq!(area.to_bytes().unwrap(), before, "nothing is changed");
    let reports = area.carve_and_bake(&cutters, &carving, &bake).unwrap();
    assert_eq!(reports, mesh.carve_and_bake(&cutters, &carving, &bake).unwrap());
    assert_eq!(area.walkmesh().unwrap().as_raw(), mesh.as_raw());
}

#[test]
fn the_bake_keeps_what_was_carved() {
    let mut carved = carved(&floor(2, 3.0), &[cutter(&[[2.0, 2.0], [11.0, 4.0], [4.0, 12.5]])]).walkmesh;
    let before = carved.clone();
    carved.bake(&BakeOptions::default().with_tile_counts(TileCounts::Keep)).unwrap();
    assert_eq!(carved.vertices(), before.vertices());
    let corners = |walkmesh: &Walkmesh| walkmesh.triangles().map(|triangle| triangle.corners()).collect::<Vec<_>>();
    assert_eq!(corners(&carved), corners(&before));
    assert!(carved.tiles().zip(before.tiles()).all(|(one, other)| one.as_raw().header == other.as_raw().header));
    let findings = carved.check(&CheckOptions::default());
    assert!(findings.iter().all(|finding| finding.severity < Severity::Error), "{findings}");
}

#[test]
fn a_cutter_takes_away_what_it_covers_whatever_its_direction() {
    let points = [[2.0, 2.0], [7.0, 2.0], [7.0, 7.0], [2.0, 7.0]];
    let mut reversed = points;
    reversed.reverse();
    let trn = floor(1, 3.0);
    let CarveResult { walkmesh, report } = carved(&trn, &[cutter(&points)]);
    assert!((area(&walkmesh) - (81.0 - 25.0)).abs() < 1e-4);
    assert_eq!(walkmesh, carved(&trn, &[cutter(&reversed)]).walkmesh);
    // The middle square is gone, and its two triangles are among the cut triangles.
    assert!(report.cut.contains(&TriangleId(8)) && report.cut.contains(&TriangleId(9)));
    assert!(!report.sources.contains(&TriangleId(8)));
    // Corners of the cutter get the height of the floor.
    let corner = walkmesh.vertices().iter().find(|vertex| [vertex.x, vertex.y] == [2.0, 7.0]).unwrap();
    assert!((corner.z - 7.0 / 12.0).abs() < 1e-6);
}

#[test]
fn a_corner_of_a_cutter_near_an_old_vertex_becomes_that_vertex() {
    let near = cutter(&[[3.05, 5.94], [3.3, 4.5], [8.5, 5.0]]);
    let CarveResult { walkmesh, report } = carved(&floor(1, 3.0), &[near]);
    assert!(has_vertex(&walkmesh, [3.0, 6.0]) && !has_vertex(&walkmesh, [3.05, 5.94]));
    assert!(report.welded > 0);
    let apart = cutter(&[[3.05, 5.89], [3.3, 4.5], [8.5, 5.0]]);
    assert!(has_vertex(&carved(&floor(1, 3.0), &[apart]).walkmesh, [3.05, 5.89]));
}

#[test]
fn no_two_vertices_are_close_to_each_other() {
    let mut random = Random::new(9);
    let mut triangle = || cutter(&[0; 3].map(|_| [random.unit() * 18.0, random.unit() * 18.0]));
    let cutters: Vec<Cutter> = (0..20).map(|_| triangle()).collect();
    let walkmesh = carved(&floor(2, 1.5), &cutters).walkmesh;
    for (index, a) in walkmesh.vertices().iter().enumerate() {
        let close = |b: &&crate::formats::Vector3| {
            [a.x - b.x, a.y - b.y, a.z - b.z].iter().all(|distance| distance.abs() < 0.1)
        };
        assert!(walkmesh.vertices()[..index].iter().find(close).is_none());
    }
}

#[test]
fn triangles_across_tiles_are_cut_at_the_border_and_joined() {
    // One square over four tiles, of a TRN that was tiled by centre only.
    let mut raw = floor(2, 18.0).into_raw();
    raw.triangles = crate::formats::aswm::Triangles::V6B(Vec::new());
    let corners = [[0.0, 0.0, 1.0], [18.0, 0.0, 1.0], [18.0, 18.0, 1.0], [0.0, 18.0, 1.0]];
    raw.vertices = corners.map(Into::into).to_vec();
    let row = |vertices| crate::formats::aswm::Triangle {
        vertices,
        normal: [0.0, 0.0, 1.0],
        dot: -1.0,
        ..Default::default()
    };
    raw.triangles = crate::formats::aswm::Triangles::V6B(vec![row([0, 1, 2]), row([0, 2, 3])]);
    raw.tiles.iter_mut().for_each(|tile| tile.header.triangles_count = 0);
    let CarveResult { walkmesh, report } = carved(&Walkmesh::from_raw(raw), &[]);
    assert_eq!(walkmesh.vertices().len(), 9);
    assert!((area(&walkmesh) - 18.0 * 18.0).abs() < 1e-9);
    assert_eq!(walkmesh.tiles().map(|tile| tile.triangles().count()).collect::<Vec<_>>(), [2, 2, 2, 2]);
    assert_eq!(report.sources.iter().filter(|source| source.0 == 0).count(), 4);
}

#[test]
fn a_triangle_around_cutters_is_split() {
    let triangle = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]];
    let face = BuildFace { corners: [0, 1, 2], walkable: true, floor: None };
    let trn = build(&triangle, &[face], &BuildOptions::default()).unwrap().walkmesh;
    let holes = [
        cutter(&[[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]]),
        cutter(&[[3.0, 3.0], [4.0, 3.0], [4.0, 4.0], [3.0, 4.0]]),
        cutter(&[[1.0, 4.0], [2.0, 4.5], [1.2, 5.0]]),
    ];
    let CarveResult { walkmesh, report } = carved(&trn, &holes);
    assert_eq!((&report.split[..], report.bridged.len()), (&[TriangleId(0)][..], 0));
    let expected = 40.5 - 2.0 - oracle::signed_area(&holes[2].points);
    // The weld moves corners by up to 0.1 m.
    assert!((area(&walkmesh) - expected).abs() < 0.15, "{}", area(&walkmesh));
    assert!(report.losses.is_empty());
}

#[test]
fn what_is_no_polygon_is_skipped_with_a_reason() {
    let cutters = [cutter(&[[1.0, 1.0], [2.0, 2.0]]), cutter(&[[1.0, f32::NAN], [2.0, 2.0], [3.0, 1.0]]), cutter(&[])];
    let CarveResult { walkmesh, report } = carved(&floor(1, 3.0), &cutters);
    let skipped: Vec<_> = report.skipped.iter().map(|skipped| (skipped.cutter, skipped.reason)).collect();
    assert_eq!(skipped, [(0, SkipReason::TooFewPoints), (1, SkipReason::NotFinite), (2, SkipReason::TooFewPoints)]);
    assert_eq!(walkmesh, carved(&floor(1, 3.0), &[]).walkmesh);
}

#[test]
fn a_cutter_without_area_or_far_away_takes_nothing() {
    let none = carved(&floor(1, 3.0), &[]).walkmesh;
    let line = cutter(&[[1.0, 1.0], [5.0, 5.0], [3.0, 3.0]]);
    let far = cutter(&[[1e7, 1e7], [1.1e7, 1e7], [1e7, 1.2e7]]);
    let point = cutter(&[[4.0, 4.0]; 5]);
    let carved = carved(&floor(1, 3.0), &[line, far, point]);
    assert!((area(&carved.walkmesh) - area(&none)).abs() < 1e-4);
    assert_eq!(carved.report.cut, []);
}

#[test]
fn a_mesh_that_is_baked_or_broken_is_refused() {
    let tiles_header = TilesHeader { flags: TileFlags::TRX, width: 9.0, ..Default::default() };
    let baked = Walkmesh::from_raw(Aswm { tiles_header, ..Default::default() });
    let refused = |walkmesh: &Walkmesh| carve(walkmesh, &[], &CarveOptions::default()).unwrap_err();
    assert_eq!(refused(&baked), CarveError::Baked);
    let mut raw = floor(1, 3.0).into_raw();
    raw.tiles_header.width = 0.0;
    assert_eq!(refused(&Walkmesh::from_raw(raw)), CarveError::Mesh(BakeError::TileWidth { width: 0.0 }));
    let mut raw = floor(1, 3.0).into_raw();
    raw.vertices.truncate(3);
    assert!(matches!(refused(&Walkmesh::from_raw(raw)), CarveError::Mesh(BakeError::NoSuchVertex { .. })));
}

#[test]
fn broken_tiles_are_an_error_unless_centres_decide() {
    let trn = floor(2, 3.0);
    let mut raw = trn.clone().into_raw();
    raw.tiles[1].header.triangles_count += 1;
    let broken = Walkmesh::from_raw(raw);
    let refused = carve(&broken, &[], &CarveOptions::default()).unwrap_err();
    assert!(matches!(refused, CarveError::Mesh(BakeError::Tiling(TilingError::Overlap { .. }))), "{refused:?}");
    let by_centre = carve(&broken, &[], &CarveOptions::default().with_tiling(Tiling::ByCentre)).unwrap();
    assert_eq!(by_centre, carved(&trn, &[]));
    let none = carved(&Walkmesh::default(), &[]).walkmesh;
    assert!(none.triangles().len() == 0 && none.is_baked());
    let mut raw = trn.into_raw();
    (raw.tiles, raw.tiles_header.grid_width) = (Vec::new(), 0);
    let refused = carve(&Walkmesh::from_raw(raw), &[], &CarveOptions::default()).unwrap_err();
    assert_eq!(refused, CarveError::Mesh(TilingError::Outside { triangle: TriangleId(0) }.into()));
}

#[test]
fn what_lies_outside_the_grid_is_left_out_and_named() {
    let moved = |by: [f32; 2]| {
        let mut raw = floor(1, 3.0).into_raw();
        raw.vertices.iter_mut().for_each(|vertex| (vertex.x, vertex.y) = (vertex.x + by[0], vertex.y + by[1]));
        let mut rows = raw.triangles.rows().into_owned();
        for row in &mut rows {
            let corners = row.vertices.map(|vertex| raw.vertices[vertex as usize]);
            crate::nwn2::bake::planes::fill_one(row, corners);
        }
        raw.triangles = crate::formats::aswm::Triangles::V6B(rows);
        carved(&Walkmesh::from_raw(raw), &[])
    };
    let sides = [
        ([1.0, 0.0], [4, 5, 10, 11, 16, 17]),
        ([-1.0, 0.0], [0, 1, 6, 7, 12, 13]),
        ([0.0, 1.0], [12, 13, 14, 15, 16, 17]),
        ([0.0, -1.0], [0, 1, 2, 3, 4, 5]),
    ];
    for (by, outside) in sides {
        let CarveResult { walkmesh, report } = moved(by);
        assert_eq!(report.outside, outside.map(TriangleId), "{by:?}");
        assert!((area(&walkmesh) - 72.0).abs() < 1e-4, "{by:?}");
    }
    assert_eq!(moved([0.0; 2]).report.outside, []);
}

#[test]
fn each_cutter_is_told_how_many_triangles_it_cut() {
    let small = cutter(&[[0.5, 0.2], [2.5, 0.2], [2.5, 0.4]]);
    let line = cutter(&[[1.0, 1.0], [2.0, 2.0]]);
    let large = cutter(&[[2.0, 3.0], [7.0, 3.0], [7.0, 6.0], [2.0, 6.0]]);
    let report = carved(&floor(1, 3.0), &[small, line, large]).report;
    // The large one covers the middle square and parts of the four triangles beside it.
    assert_eq!(report.cut_by_cutter, [1, 0, 6]);
    assert_eq!(report.cut.len(), 7);
}

/// Thin cutters beside one another, which leave a comb of strips over the tile in the south-west.
fn comb(teeth: u32) -> Vec<Cutter> {
    let tooth = |index: u32| {
        let x = 0.3 + index as f32 * 8.4 / teeth as f32;
        cutter(&[[x, 0.5], [x + 0.12, 0.5], [x + 0.12, 8.5], [x, 8.5]])
    };
    (0..teeth).map(tooth).collect()
}

#[test]
fn a_tile_with_more_than_127_walkable_triangles_is_emptied_unless_floor_is_kept_and_names_its_cutters() {
    let trn = floor(2, 9.0);
    let far = cutter(&[[12.0, 12.0], [14.0, 12.0], [13.0, 14.0]]);
    let of = |teeth| [far.clone()].into_iter().chain(comb(teeth)).collect::<Vec<Cutter>>();
    assert!(carved(&trn, &of(4)).report.crowded.is_empty());
    let (mut near, mut over) = (false, false);
    for teeth in 10..30 {
        let kept = carve(&trn, &of(teeth), &CarveOptions::default().with_keep_floor(true)).unwrap();
        let [crowding] = &kept.report.crowded[..] else { continue };
        let walkable = crowding.tile.walkable;
        assert!(walkable > 114 && (crowding.tile.coordinates, crowding.origin) == ([0, 0], [0.0, 0.0]));
        assert_eq!(crowding.cutters, (1..=teeth as usize).take(16).collect::<Vec<_>>());
        let baked = |options| trn.clone().carve_and_bake(&of(teeth), &options, &BakeOptions::default());
        let CarveResult { walkmesh, report } = carved(&trn, &of(teeth));
        if walkable <= 127 {
            near = true;
            assert_eq!((&report.crowded[..], &report.emptied[..]), (&[crowding.clone()][..], &[][..]));
            continue;
        }
        over = true;
        let [EmptiedTile { crowding: emptied, lost }] = &report.emptied[..] else { panic!("{:?}", report.emptied) };
        assert_eq!((emptied, report.crowded.len()), (crowding, 0));
        assert_eq!(walkmesh.tiles().next().unwrap().as_raw().header, Default::default());
        assert!((area(&walkmesh) + lost - area(&kept.walkmesh)).abs() < 1e-3);
        baked(CarveOptions::default()).unwrap();
        let error = baked(CarveOptions::default().with_keep_floor(true)).unwrap_err();
        assert_eq!(error, CarveError::CrowdedTiles(vec![crowding.clone()]));
        assert!(error.to_string().contains(&format!("(0, 0) at (0, 0) m has {walkable}, cutters 1, 2")), "{error}");
    }
    assert!(near && over);
}

/// Cutters of all kinds over a floor of two by two tiles.
fn tangle(random: &mut Random) -> Vec<Cutter> {
    let mut cutters = Vec::new();
    for _ in 0..1 + random.below(12) {
        let [x, y] = [random.unit() * 18.0, random.unit() * 18.0];
        let points = 3 + random.below(8);
        let mut polygon: Vec<[f32; 2]> = match random.below(4) {
            // It crosses itself.
            0 => (0..points).map(|_| [x + random.unit() * 5.0, y + random.unit() * 5.0]).collect(),
            // Its corners are on corners of the floor, or touch other cutters.
            1 => (0..points).map(|_| [random.below(13) as f32 * 1.5, random.below(13) as f32 * 1.5]).collect(),
            // A star.
            2 => (0..points)
                .map(|index| (index as f32 / points as f32 * std::f32::consts::TAU, 0.2 + random.unit() * 3.0))
                .map(|(angle, radius)| [x + radius * angle.cos(), y + radius * angle.sin()])
                .collect(),
            // A box, often inside another one.
            _ => vec![[x, y], [x + 2.0, y], [x + 2.0, y + 2.0], [x, y + 2.0]],
        };
        if random.below(3) == 0 {
            let again = polygon[random.below(points.min(polygon.len()))];
            polygon.push(again);
            polygon.push(again);
        }
        cutters.push(Cutter { points: polygon });
    }
    cutters
}

#[test]
fn what_is_left_before_the_weld_has_the_area_of_the_slow_form_and_what_the_toolset_loses_is_reported() {
    let mut random = Random::new(21);
    let trn = floor(2, 4.5);
    for (case, rule) in (0..150).flat_map(|case| [(case, Rule::KeepFloor), (case, Rule::Toolset)]) {
        let cutters = tangle(&mut random);
        let (budget, mut report) = (Budget::default(), CarveReport::default());
        let union = Union::new(cutters.iter().map(|cutter| &cutter.points[..]), &budget).unwrap();
        let in_order = order::tiles(&trn, Tiling::Keep, Border::Keep).unwrap();
        let sources = sources(&trn, &in_order, [].iter(), rule, &budget).unwrap();
        let cut::Cut { faces, losses, .. } = cut::cut(&sources, &union, rule, false, &budget, &mut report).unwrap();
        let of_cutters = Polygons::new(&cutters, &mut report.skipped);
        for losses in losses {
            losses.report(&of_cutters, |_| [0; 2], &mut budget.counter(), &mut report).unwrap();
        }
        let lost: f64 = report.losses.iter().map(|loss| loss.lost + loss.left_inside).sum();
        // Floor that remains inside a cutter is wound in the opposite direction.
        let left: f64 = faces.iter().map(|face| -oracle::signed_area(&face.corners)).sum();
        let polygons: Vec<Vec<[f32; 2]>> = [vec![[0.0, 0.0], [18.0, 0.0], [18.0, 18.0], [0.0, 18.0]]]
            .into_iter()
            .chain(cutters.iter().map(|cutter| cutter.points.clone()))
            .collect();
        let expected = oracle::area(&polygons, |inside| inside[0] && !inside[1..].contains(&true));
        assert!(
            (left + lost - expected).abs() < 1e-4 * 324.0,
            "case {case}: {left} + {lost} of {expected}, {cutters:?}"
        );
        let whole = carved(&trn, &cutters);
        assert!(whole.walkmesh.triangles().len() == whole.report.sources.len());
    }
}

#[test]
fn thousands_of_cutters_are_carved() {
    let trn = floor(8, 4.5);
    let mut random = Random::new(2);
    let mut small = || {
        let [x, y] = [random.unit() * 72.0, random.unit() * 72.0];
        cutter(&[[x, y], [x + 0.6, y + 0.1], [x + 0.3, y + 0.7]])
    };
    let cutters: Vec<Cutter> = (0..2000).map(|_| small()).collect();
    assert!(carved(&trn, &cutters).report.cut.len() > 200);
}

#[test]
fn cutters_that_cross_in_too_many_places_are_refused() {
    let mut random = Random::new(6);
    let star = Cutter { points: (0..300).map(|_| [random.unit() * 18.0, random.unit() * 18.0]).collect() };
    let few = CarveOptions::default().with_steps(100_000);
    let error = carve(&floor(2, 3.0), &[star], &few).expect_err("more than 100,000 steps");
    assert!(matches!(error, CarveError::TooComplex(_)), "{error:?}");
    for part in ["100000 steps", "`max-steps`"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}
