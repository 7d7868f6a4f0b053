//! Damaged walkmeshes: no operation panics or hangs, and faults are counted and named.

use std::collections::BTreeSet;

use proptest::prelude::*;
use walkmesh::finding::{CheckOptions, Findings, Severity};
use walkmesh::formats::Limits;
use walkmesh::formats::aswm::{
    Aswm, Edges, NO_ISLAND, NodeToLocal, Packet as WalkmeshPacket, PathNode, TileData, Triangle, TriangleFlags,
    Triangles,
};
use walkmesh::formats::trn::Packet;
use walkmesh::mesh::{COORDINATE_LIMIT, Ray};
use walkmesh::nwn2::{
    BakeError, BakeOptions, FaceMask, Navigator, OptimiseError, OptimiseOptions, RouteError, TableError, Terrain,
    TileId, TriangleId, VertexId, Walkmesh, research,
};

use super::generated::field;
use super::on;

/// A baked field over two by two tiles.
fn sample() -> Aswm {
    crate::baked(&field(8, 8, &[], 2.0), &BakeOptions::default()).unwrap().into_raw()
}

fn rows(raw: &mut Aswm) -> &mut Vec<Triangle> {
    match &mut raw.triangles {
        Triangles::V6B(rows) => rows,
        Triangles::V69(_) | Triangles::V6A(_) => panic!("a bake writes the newest version"),
    }
}

fn node_to_local(raw: &mut Aswm) -> &mut Vec<u32> {
    match &mut raw.tiles[0].path_table.node_to_local {
        NodeToLocal::Words(locals) => locals,
        NodeToLocal::Absent | NodeToLocal::Bytes(_) => panic!("a bake writes the newest version"),
    }
}

/// An unbaked area whose tiles and path tables come from an earlier save.
fn of_earlier_bake() -> Terrain {
    let mut raw = sample();
    raw.tiles_header.flags = walkmesh::formats::aswm::TileFlags::TRN;
    raw.tiles.iter_mut().for_each(|tile| tile.flags = raw.tiles_header.flags);
    raw.vertices[0].x = 30.0;
    raw.vertices[1].x = -0.5;
    let path_table = &mut raw.tiles[0].path_table;
    path_table.nodes.fill(PathNode(255));
    let area = Terrain::new([2, 2], Walkmesh::from_raw(sample())).unwrap();
    let mut file = area.into_raw();
    let bytes = Walkmesh::from_raw(raw).to_bytes().unwrap();
    file.packets[1] = Packet::Aswm(WalkmeshPacket::Uncompressed(bytes));
    Terrain::from_raw(file)
}

/// The header of such a tile also counts the tile's contents, so a strip must not change only the counts.
#[test]
fn a_tile_that_stores_triangles_itself_is_not_stripped() {
    let walkable: Vec<bool> = (0..128).map(|triangle| triangle % 5 != 1).collect();
    let mut raw = crate::baked(&field(8, 8, &walkable, 2.0), &BakeOptions::default()).unwrap().into_raw();
    let header = &mut raw.tiles[1].header;
    header.owns_data = 1;
    raw.tiles[1].owned = Some(Box::new(TileData {
        vertices: vec![Default::default(); header.vertices_count as usize],
        edges: Edges::V6A(vec![Default::default(); header.edges_count as usize]),
        triangles: Triangles::V6B(vec![Default::default(); header.triangles_count as usize]),
    }));
    let before = Walkmesh::from_raw(raw);
    let mut walkmesh = Walkmesh::from_bytes(&before.to_bytes().unwrap()).unwrap();
    let refused = walkmesh.optimise(&OptimiseOptions::default());
    assert_eq!(refused, Err(OptimiseError::TileOwnsData { tile: TileId(1) }));
    assert_eq!(walkmesh, before);

    // If no triangles are left out, its tables do not change.
    walkmesh.optimise(&OptimiseOptions::default().with_strip(false)).unwrap();
    assert_eq!(Walkmesh::from_bytes(&walkmesh.to_bytes().unwrap()).unwrap(), walkmesh);
}

#[test]
fn a_stripped_tile_counts_the_vertices_and_edges_of_its_triangles() {
    let walkable: Vec<bool> = (0..128).map(|triangle| triangle % 5 != 1).collect();
    let mut walkmesh = crate::baked(&field(8, 8, &walkable, 2.0), &BakeOptions::default()).unwrap();
    walkmesh.optimise(&OptimiseOptions::default()).unwrap();
    for tile in &walkmesh.as_raw().tiles {
        let header = &tile.header;
        let own = walkmesh.triangle_rows().iter().skip(header.triangles_offset as usize);
        let own = own.take(header.triangles_count as usize);
        let distinct = |of: fn(&Triangle) -> [u32; 3]| own.clone().flat_map(of).collect::<BTreeSet<_>>().len() as u32;
        let expected = [distinct(|row| row.vertices), distinct(|row| row.linked_edges)];
        assert_eq!([header.vertices_count, header.edges_count], expected);
    }
}

#[test]
fn the_savings_of_a_part_are_of_the_packets_of_its_type() {
    let mut area = Terrain::new([2, 2], Walkmesh::from_raw(sample())).unwrap();
    let savings = area.optimise(&OptimiseOptions::default()).unwrap();
    let before = |name| savings.parts.iter().find(|saving| saving.part == name).unwrap().before;
    assert_eq!([before("TRRN"), before("WATR")], [0, 0]);
    let rows = Walkmesh::from_raw(sample());
    let [vertices, edges, triangles] = [rows.vertices().len(), rows.edges().len(), rows.triangles().len()];
    let bytes = [12 * vertices, 16 * edges, 64 * triangles].map(|bytes| bytes as u64);
    assert_eq!([before("vertices"), before("edges"), before("triangles")], bytes);
    assert!((1000..before("file")).contains(&before("ASWM, deflated")));
}

/// The toolset rebuilds every table of a TRN, so data of an earlier save is a single info. The game reads a TRX.
#[test]
fn stale_tables_of_a_trn_are_one_info_and_those_of_a_trx_are_errors() {
    let area = of_earlier_bake();
    let tables = ["face-outside-grid", "face-spans-tiles", "step-missing"];
    let trn = area.check_file("area.TRN", &CheckOptions::default());
    assert_eq!((trn.count("tables-of-earlier-bake"), tables.map(|code| trn.count(code))), (1, [0; 3]), "{trn}");
    let text = trn.to_string();
    assert!(tables.iter().all(|code| text.contains(&format!("{code} ("))), "{text}");
    let trx = area.check_file("area.trx", &CheckOptions::default());
    assert!(tables.iter().all(|code| trx.count(code) > 0), "{trx}");
    assert_eq!((trx.count("tables-of-earlier-bake"), trx.worst() >= Some(Severity::Error)), (0, true), "{trx}");
}

#[test]
fn triangles_of_a_baked_area_without_islands_are_errors() {
    let mut raw = sample();
    raw.islands.clear();
    let triangles = rows(&mut raw).len();
    let findings = Walkmesh::from_raw(raw).check(&CheckOptions::all());
    assert_eq!(findings.count("face-island-out-of-range"), triangles);
}

/// The game has no tile there.
#[test]
fn the_games_rule_finds_nothing_west_or_south_of_the_area() {
    let found = |[dx, dy]: [f32; 2], at| {
        let mut raw = sample();
        raw.vertices.iter_mut().for_each(|vertex| (vertex.x, vertex.y) = (vertex.x + dx, vertex.y + dy));
        research::triangle_by_the_games_rule(&Walkmesh::from_raw(raw), at).is_some()
    };
    for way in [[-4.0, 0.0], [0.0, -4.0]] {
        let [x, y] = way.map(|shift| 2.0 + shift);
        assert!(found([0.0; 2], [2.0, 2.0]) && !found(way, [x, y]), "{way:?}");
    }
}

#[test]
fn a_route_is_as_long_as_the_line_through_the_centres_of_its_triangles() {
    let navigator = Navigator::new(Walkmesh::from_raw(sample()));
    let [from, to] = [[2.0, 2.0, 0.0], [13.0, 14.0, 0.0]].map(|at| navigator.position_at(at, 9.0).unwrap().unwrap());
    let route = navigator.stored_route(from, to).unwrap();
    let centres = route.steps.iter().map(|step| {
        let points = navigator.walkmesh().triangle(step.face).unwrap().points().unwrap();
        [0, 1].map(|axis| points.iter().map(|point| f64::from(point[axis]) / 3.0).sum::<f64>())
    });
    let centres: Vec<_> = centres.collect();
    let expected: f64 = centres.windows(2).map(|ends| (ends[0][0] - ends[1][0]).hypot(ends[0][1] - ends[1][1])).sum();
    let length = f64::from(navigator.route_length(&route));
    assert!((length - expected).abs() < 1e-3 && length > 16.0, "{length} {expected}");
}

/// Not all findings are listed, but all are counted.
#[test]
fn a_damage_of_every_step_is_counted_for_each() {
    let mut raw = sample();
    raw.tiles.iter_mut().for_each(|tile| tile.path_table.nodes.fill(PathNode(255)));
    let walkmesh = Walkmesh::from_raw(raw);
    let steps: usize = walkmesh.tiles().map(|tile| tile.walkable_triangles() * (tile.walkable_triangles() - 1)).sum();
    let all = walkmesh.check(&CheckOptions::all().without_flaws());
    let some = walkmesh.check(&CheckOptions::default().without_flaws());
    let listed = |findings: &Findings| findings.iter().filter(|finding| finding.code() == "step-missing").count();
    assert_eq!((all.count("step-missing"), listed(&all)), (steps, steps));
    assert_eq!((some.count("step-missing"), listed(&some)), (steps, 100));
    assert_eq!(some.iter().next().unwrap().place.to_string(), "tile 0, from node 0, to node 1");
}

/// A tile with more walkable triangles than its path table can address.
fn make_crowded(raw: &mut Aswm) {
    let row = rows(raw)[0];
    rows(raw).extend([row; 127]);
    raw.tiles[3].header.triangles_count += 127;
    rows(raw).iter_mut().for_each(|row| row.flags = TriangleFlags(5));
}

/// Two neighbours, each of which leads to the other on the way to the last node.
fn make_steps_loop(raw: &mut Aswm) {
    let table = &mut raw.tiles[0].path_table.nodes;
    let n = table.len().isqrt();
    let last = n - 1;
    let next = table[last].next().unwrap();
    table[usize::from(next) * n + last] = PathNode(0);
}

/// The same for islands.
fn make_routes_loop(raw: &mut Aswm) {
    let next = raw.islands_path_nodes[3].next;
    let n = raw.islands.len();
    raw.islands_path_nodes[usize::from(next) * n + 3].next = 0;
}

#[test]
fn routes_through_broken_tables_say_what_is_broken() {
    let broken = |damage: fn(&mut Aswm)| {
        let mut raw = sample();
        damage(&mut raw);
        let walkmesh = Walkmesh::from_raw(raw);
        let last_of_tile = walkmesh.tile(TileId(0)).unwrap().triangles().last().unwrap().id();
        let last = TriangleId(walkmesh.triangles().len() as u32 - 1);
        let navigator = Navigator::new(walkmesh);
        let from_first = |to| navigator.stored_route(on(TriangleId(0)), on(to));
        (from_first(last_of_tile), from_first(last))
    };
    let (near, far) = broken(|_| {});
    assert!(near.is_ok() && far.is_ok());
    assert_eq!(broken(make_steps_loop).0, Err(TableError::StepsLoop { tile: TileId(0) }.into()));
    assert!(matches!(broken(make_routes_loop).1, Err(RouteError::Table(TableError::RoutesLoop { .. }))));
    let (near, _) = broken(|raw| raw.tiles[0].path_table.nodes.fill(PathNode(255)));
    assert!(matches!(near, Err(RouteError::Table(TableError::NoStep { .. }))));
    let (near, _) = broken(|raw| raw.tiles[0].path_table.local_to_node.fill(255));
    assert_eq!(near, Err(TableError::Unplaced(TriangleId(0)).into()));
    let (near, _) = broken(|raw| node_to_local(raw).reverse());
    assert!(matches!(near, Err(RouteError::Table(TableError::NotAdjacent { .. }))));
    let (_, far) = broken(|raw| raw.islands.iter_mut().for_each(|island| island.linked_islands.clear()));
    assert!(matches!(far, Err(RouteError::Table(TableError::NoExit { .. }))));
    let (_, far) = broken(|raw| raw.islands_path_nodes.iter_mut().for_each(|node| node.next = NO_ISLAND));
    assert!(matches!(far, Err(RouteError::OtherPart { .. })));
}

#[test]
fn bakes_refuse_what_is_no_mesh() {
    let refused = |damage: fn(&mut Aswm)| {
        let mut raw = sample();
        damage(&mut raw);
        crate::baked(&Walkmesh::from_raw(raw), &BakeOptions::default()).unwrap_err()
    };
    for far in [f32::NAN, f32::INFINITY, -COORDINATE_LIMIT.next_up()] {
        let mut raw = sample();
        raw.vertices[3].x = far;
        let refused = crate::baked(&Walkmesh::from_raw(raw), &BakeOptions::default()).unwrap_err();
        assert_eq!(refused, BakeError::NotFinite { vertex: VertexId(3) });
    }
    assert!(matches!(refused(|raw| rows(raw)[0].vertices[0] = 9999), BakeError::NoSuchVertex { .. }));
    assert!(matches!(refused(|raw| raw.tiles[1].header.triangles_offset -= 1), BakeError::Tiling(_)));
    assert!(matches!(refused(|raw| raw.tiles_header.grid_height = u32::MAX), BakeError::Grid { .. }));
    assert!(matches!(refused(|raw| raw.tiles[2].header.owns_data = 1), BakeError::TileOwnsData { .. }));
    assert!(matches!(refused(make_crowded), BakeError::CrowdedTiles(tiles) if tiles[0].coordinates == [1, 1]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Every file that can be read can also be checked, queried and baked, or is refused with a reason.
    #[test]
    fn damaged_payloads_are_handled(damages in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..6)) {
        let mut bytes = Walkmesh::from_raw(sample()).to_bytes().unwrap();
        for (at, value, kind) in damages {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = value,
                1 => bytes[at] ^= 1 << (value % 8),
                _ => {
                    let end = (at + usize::from(value % 8)).min(bytes.len());
                    bytes[at..end].fill(0xFF);
                }
            }
        }
        if let Ok(walkmesh) = Walkmesh::from_bytes(&bytes) {
            let _ = walkmesh.check(&CheckOptions::default().without_flaws());
            let limits = Limits::default().with_inflated(1 << 20);
            let _ = crate::baked(&walkmesh, &BakeOptions::default().with_limits(limits));
            let navigator = Navigator::new(walkmesh.clone());
            let ids = || (0..walkmesh.triangles().len() as u32).step_by(9).map(TriangleId);
            for (from, to) in ids().flat_map(|from| ids().map(move |to| (from, to))) {
                let _ = (navigator.stored_route(on(from), on(to)), navigator.stored_line_of_sight(from, to));
            }
            let down = Ray::new([7.0, 7.0, 99.0], [0.1, 0.1, -1.0], f32::INFINITY).unwrap();
            let _ = (navigator.raycast(&down, FaceMask::ALL), navigator.islands_cut_off_from(TriangleId(0)));
            let _ = navigator.floor_nearest([7.0, 7.0, 1.0], f32::INFINITY, FaceMask::ALL);
            let stand = |point: [f32; 3]| navigator.position_at(point, f32::INFINITY).unwrap();
            if let (Some(from), Some(to)) = (stand([1.0; 3]), stand([12.0; 3])) {
                let _ = (navigator.walk_straight(from, to.point), navigator.shortest_path(from, to));
            }
            let _ = research::triangle_by_the_games_rule(&walkmesh, [7.0, 7.0]);
            let mut optimised = walkmesh.clone();
            prop_assert!(optimised.optimise(&OptimiseOptions::default()).is_err() || optimised.to_bytes().is_ok());
            prop_assert!(walkmesh.diff(&walkmesh).iter().all(|table| table.is_equal()));
            prop_assert_eq!(walkmesh.to_bytes().unwrap(), bytes);
        }
    }
}
