//! Damaged walkmeshes: each rule of the check finds its own damage, and nothing panics or hangs on any.

use std::collections::BTreeSet;

use proptest::prelude::*;
use walkmesh::finding::{CheckOptions, Findings, Severity};
use walkmesh::formats::aswm::{
    Aswm, Comp, Edges, NO_ISLAND, NodeToLocal, Packet as WalkmeshPacket, PathNode, Tile, Triangle, TriangleFlags,
    Triangles,
};
use walkmesh::formats::trn::{self, Dds, Packet, Trn, WaterVertex, Watr};
use walkmesh::formats::{Document, Limits};
use walkmesh::mesh::{COORDINATE_LIMIT, Ray};
use walkmesh::nwn2::{
    BakeError, BakeOptions, FaceMask, Navigator, OptimiseOptions, RULES, RouteError, TableError, Terrain, TileId,
    TriangleId, VertexId, Walkmesh, research,
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

fn edges(raw: &mut Aswm) -> &mut Vec<walkmesh::formats::aswm::Edge> {
    match &mut raw.edges {
        Edges::V6A(rows) => rows,
        Edges::V69(_) => panic!("a bake writes the newest version"),
    }
}

fn node_to_local(raw: &mut Aswm) -> &mut Vec<u32> {
    match &mut raw.tiles[0].path_table.node_to_local {
        NodeToLocal::Words(locals) => locals,
        NodeToLocal::Absent | NodeToLocal::Bytes(_) => panic!("a bake writes the newest version"),
    }
}

/// The code that a damage provokes, and the damage.
type Damage<T> = (&'static str, fn(&mut T));

/// Damages of a walkmesh, each with the rule that finds it.
const OF_WALKMESHES: &[Damage<Aswm>] = &[
    ("header-owns-no-data", |raw| raw.owns_data = 0),
    ("header-offset-unusual", |raw| raw.triangles_offset = 1),
    ("vertex-not-finite", |raw| raw.vertices[0].z = f32::NAN),
    ("edge-vertex-out-of-range", |raw| edges(raw)[0].vertices[1] = 9999),
    ("edge-face-out-of-range", |raw| edges(raw)[0].triangles[1] = 9999),
    ("edge-order", |raw| edges(raw)[0].vertices.reverse()),
    ("face-vertex-out-of-range", |raw| rows(raw)[0].vertices[1] = 9999),
    ("face-link-out-of-range", |raw| rows(raw)[0].linked_triangles[1] = 9999),
    ("face-edge-out-of-range", |raw| rows(raw)[0].linked_edges[1] = 9999),
    ("face-link-contradicts", |raw| rows(raw)[0].linked_edges.swap(0, 2)),
    ("face-edge-elsewhere", |raw| {
        let edge = rows(raw)[0].linked_edges[0];
        edges(raw)[edge as usize].vertices = [70, 71];
    }),
    ("face-duplicate", |raw| rows(raw)[0].vertices = rows(raw)[1].vertices),
    ("face-degenerate", |raw| rows(raw)[0].vertices[1] = rows(raw)[0].vertices[0]),
    ("face-faces-down", |raw| rows(raw)[0].vertices.swap(0, 1)),
    ("face-plane-stale", |raw| rows(raw)[0].dot += 1.0),
    ("face-centre-stale", |raw| rows(raw)[0].center[0] += 1.0),
    ("face-centre-outside-tile", |raw| rows(raw)[0].center[0] += 100.0),
    ("face-spans-tiles", |raw| raw.vertices[0].x = 30.0),
    ("tile-count-differs", |raw| raw.tiles_header.grid_width += 1),
    ("tile-width-out-of-range", |raw| raw.tiles_header.width = 0.0),
    ("border-too-wide", |raw| raw.tiles_border_size = 1),
    ("walkmesh-not-baked", |raw| raw.tiles_header.flags.0 = 15),
    ("tile-range-contradicts", |raw| raw.tiles[1].header.triangles_offset -= 1),
    ("face-not-in-tile", |raw| raw.tiles[3].header.triangles_count -= 1),
    ("tile-owns-data", |raw| raw.tiles[0].header.owns_data = 1),
    ("tile-flag-differs", |raw| raw.tiles[0].flags.0 = 15),
    ("tile-local-to-node-stale", |raw| raw.tiles[0].path_table.local_to_node[0] = 255),
    ("tile-node-to-local-stale", |raw| node_to_local(raw).swap(0, 1)),
    ("tile-table-length-differs", |raw| raw.tiles[0].path_table.nodes.truncate(1)),
    ("tile-vertex-count-differs", |raw| raw.tiles[0].header.vertices_count += 1),
    ("tile-edge-count-differs", |raw| raw.tiles[0].header.edges_count += 1),
    ("step-nowhere", |raw| raw.tiles[0].path_table.nodes[0] = PathNode(1)),
    ("step-not-adjacent", |raw| {
        let last = raw.tiles[0].path_table.nodes.len().isqrt() - 1;
        raw.tiles[0].path_table.nodes[last] = PathNode(last as u8);
    }),
    ("step-missing", |raw| raw.tiles[0].path_table.nodes[1] = PathNode(255)),
    ("step-loops", make_steps_loop),
    ("face-island-out-of-range", |raw| rows(raw)[0].island = 99),
    ("face-island-stale", |raw| rows(raw)[0].island = 1),
    ("island-count-differs", |raw| {
        raw.islands.pop();
        raw.islands_path_nodes.truncate(9);
    }),
    ("island-index-differs", |raw| raw.islands[0].header.index = 3),
    ("island-list-length-differs", |raw| raw.islands[0].linked_islands_exit.truncate(1)),
    ("island-link-out-of-range", |raw| raw.islands[0].linked_islands[0] = 99),
    ("island-link-one-way", |raw| raw.islands[0].linked_islands.clear()),
    ("island-exit-out-of-range", |raw| raw.islands[0].linked_islands_exit[0] = 9999),
    ("island-exit-elsewhere", |raw| raw.islands[0].linked_islands_exit[0] = rows(raw).len() as u32 - 1),
    ("island-exit-dead-end", |raw| raw.islands[0].linked_islands_exit[0] = 0),
    ("island-distance-stale", |raw| raw.islands[0].linked_islands_dist[0] += 1.0),
    ("route-table-length-differs", |raw| raw.islands_path_nodes.truncate(3)),
    ("route-out-of-range", |raw| raw.islands_path_nodes[1].next = 99),
    ("route-nowhere", |raw| raw.islands_path_nodes[0].next = 1),
    ("route-not-adjacent", |raw| raw.islands[0].linked_islands[0] = 0),
    ("route-weight-stale", |raw| raw.islands_path_nodes[1].weight_bits += 1),
    ("route-missing", |raw| raw.islands_path_nodes[1].next = NO_ISLAND),
    ("route-loops", make_routes_loop),
    ("tile-crowded", make_crowded),
    ("tile-nearly-crowded", |raw| {
        let row = rows(raw)[0];
        let copies = 120 - raw.tiles[3].header.triangles_count;
        rows(raw).extend(vec![row; copies as usize]);
        raw.tiles[3].header.triangles_count += copies;
    }),
    ("face-outside-grid", |raw| raw.vertices[0].x = -0.01),
    ("island-not-linked", |raw| {
        for (from, to) in [(0, 1), (1, 0)] {
            let island = &mut raw.islands[from];
            let at = island.linked_islands.iter().position(|other| *other == to).unwrap();
            island.linked_islands.remove(at);
            island.linked_islands_dist.remove(at);
            island.linked_islands_exit.remove(at);
        }
    }),
];

/// Damages of an area's file, each with the rule that finds it.
const OF_AREAS: &[Damage<Trn>] = &[
    ("walkmesh-over-limit", |file| {
        let huge = Comp { uncomp_length: u32::MAX, compressed_data: Vec::new() };
        file.packets[1] = Packet::Aswm(WalkmeshPacket::Comp(huge));
    }),
    ("walkmesh-unreadable", |file| {
        file.packets[1] = Packet::Aswm(WalkmeshPacket::Uncompressed(vec![0; 9]));
    }),
    ("packet-missing", |file| drop(file.packets.remove(0))),
    ("packet-duplicate", |file| file.packets.push(file.packets[0].clone())),
    ("packet-unknown", |file| file.packets.push(Packet::Other { packet_type: *b"????", data: Vec::new() })),
    ("packet-damaged", |file| file.packets.push(Packet::Other { packet_type: Watr::PACKET_TYPE, data: vec![0; 9] })),
    ("packet-triangle-flag-unknown", |file| water(file, |water| water.triangle_flags[0] = 2)),
    ("packet-megatile-out-of-range", |file| water(file, |water| water.megatile = [2, 0])),
    ("packet-not-finite", |file| water(file, |water| water.vertices[0].position[0] = f32::NAN)),
    ("packet-vertex-out-of-range", |file| water(file, |water| water.triangles[0].vertices[0] = 3)),
    ("packet-texture-unrecognised", |file| water(file, |water| water.dds.data.clear())),
    ("packet-surplus", |file| water(file, |water| water.rest = vec![0])),
    ("area-large", |file| {
        let mut raw = sample();
        (raw.tiles_header.grid_width, raw.tiles_header.grid_height) = (68, 12);
        raw.tiles.resize(68 * 12, Tile::default());
        *file = Terrain::new([17, 3], Walkmesh::from_raw(raw)).unwrap().into_raw();
    }),
    ("area-size-differs", |file| {
        if let Packet::Trwh(size) = &mut file.packets[0] {
            size.width = 3;
        }
    }),
];

/// Adds a packet of water with a damage.
fn water(file: &mut Trn, damage: fn(&mut Watr)) {
    let mut water = Watr {
        vertices: vec![WaterVertex::default(); 3],
        triangles: vec![trn::Triangle { vertices: [0, 1, 2] }],
        triangle_flags: vec![Watr::WET],
        dds: Dds { data: Dds::MAGIC.to_vec() },
        ..Watr::default()
    };
    damage(&mut water);
    file.packets.push(Packet::Other { packet_type: Watr::PACKET_TYPE, data: water.to_bytes().unwrap() });
}

/// Every rule of the table is provoked by a damage of its own, and what is not damaged is clean.
#[test]
fn every_rule_is_provoked_by_a_damage() {
    let options = CheckOptions::default();
    let mut provoked = BTreeSet::new();
    assert!(Walkmesh::from_raw(sample()).check(&options).is_clean());
    for (code, damage) in OF_WALKMESHES {
        let mut raw = sample();
        damage(&mut raw);
        let findings = Walkmesh::from_raw(raw).check(&options);
        assert!(findings.count(code) > 0, "{code}: {findings}");
        provoked.insert(*code);
    }
    let mut area = Terrain::new([2, 2], Walkmesh::from_raw(sample())).unwrap().into_raw();
    water(&mut area, |_| {});
    assert!(Terrain::from_raw(area.clone()).check(&options).is_clean());
    for (code, damage) in OF_AREAS {
        let mut damaged = area.clone();
        damage(&mut damaged);
        let findings = Terrain::from_raw(damaged).check(&options);
        assert!(findings.count(code) > 0, "{code}: {findings}");
        provoked.insert(*code);
    }
    let stale = of_earlier_bake().check_file("area.trn", &options);
    assert_eq!(stale.count("tables-of-earlier-bake"), 1, "{stale}");
    provoked.insert("tables-of-earlier-bake");
    assert_eq!(RULES.iter().map(|rule| rule.code).collect::<BTreeSet<_>>(), provoked);
}

/// An area that is not baked, whose tiles and path tables are those of an earlier save.
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

/// The toolset makes every table of a TRN anew, so what is left of an earlier save is one info. The game reads a TRX.
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
fn every_rule_says_what_is_wrong_what_it_does_and_what_to_do() {
    for rule in RULES {
        let texts = [rule.explanation, rule.remedy];
        assert!(!rule.title.is_empty() && !rule.title.ends_with('.'), "{}", rule.code);
        assert!(texts.iter().all(|text| text.ends_with('.') && !text.contains("  ")), "{}", rule.code);
    }
}

/// Some of what is found is not listed, and all of it is counted.
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

/// A tile with more walkable triangles than its path table can number.
fn make_crowded(raw: &mut Aswm) {
    let row = rows(raw)[0];
    rows(raw).extend([row; 127]);
    raw.tiles[3].header.triangles_count += 127;
    rows(raw).iter_mut().for_each(|row| row.flags = TriangleFlags(5));
}

/// Two neighbours that each send who wants to the last node to the other.
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

    /// Whatever reads can be checked, asked and baked, or is refused with a reason.
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
            let _ = walkmesh.clone().optimise(&OptimiseOptions::default());
            prop_assert!(walkmesh.diff(&walkmesh).iter().all(|table| table.is_equal()));
            prop_assert_eq!(walkmesh.to_bytes().unwrap(), bytes);
        }
    }
}
