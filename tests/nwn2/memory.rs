//! The memory use of areas while they are read, checked, baked and compared, whatever they contain: less than four times the bytes of the
//! inflated input and of the output.

use rayon::ThreadPoolBuilder;
use walkmesh::finding::CheckOptions;
use walkmesh::formats::Limits;
use walkmesh::formats::Vector3;
use walkmesh::formats::aswm::{
    Aswm, Edge, EdgeV69, Edges, Island, IslandPathNode, NodeToLocal, PathNode, PathTable, Tile, TileFlags, TileHeader,
    TilesHeader, Triangle, TriangleV69, Triangles, Version,
};
use walkmesh::nwn2::{self, BakeError, BakeOptions, Terrain, Walkmesh};
use walkmesh_testing::measure;

/// Inflated bytes of each generated walkmesh.
const SIZE: usize = 4 << 20;

/// Memory that every operation may use in addition to the share of the input. The documents promise 64 MiB.
const AROUND: usize = 256 << 10;

/// The peak memory of `work` in bytes, and the size of its output according to `work`.
fn peak(work: impl FnOnce() -> usize) -> (usize, usize) {
    let mut output = 0;
    let cost = measure(|| output = work());
    (cost.bytes_max as usize, output)
}

fn tiles(tiles: Vec<Tile>, flags: TileFlags) -> Aswm {
    let grid_width = tiles.len() as u32;
    let tiles = tiles.into_iter().map(|tile| Tile { flags, ..tile }).collect();
    let tiles_header = TilesHeader { flags, width: 9.0, grid_height: 1, grid_width };
    Aswm { owns_data: 1, tiles_header, tiles, ..Aswm::default() }
}

fn holding(triangles_offset: u32, triangles_count: u32) -> Tile {
    Tile { header: TileHeader { triangles_offset, triangles_count, ..TileHeader::default() }, ..Tile::default() }
}

/// Corners in one tile.
fn corners() -> Vec<Vector3> {
    [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]].map(Vector3::from).to_vec()
}

/// Triangles with these vertices, all in one tile, or 127 to each.
fn triangles(rows: Vec<Triangle>, in_a_tile: usize, flags: TileFlags) -> Aswm {
    let ranges = (0..rows.len()).step_by(in_a_tile).map(|start| (start, in_a_tile.min(rows.len() - start)));
    let made = ranges.map(|(start, count)| holding(start as u32, count as u32)).collect();
    Aswm { vertices: corners(), triangles: Triangles::V6B(rows), ..tiles(made, flags) }
}

fn row(walkable: bool) -> Triangle {
    Triangle { vertices: [0, 1, 2], flags: nwn2::flags(walkable, None), ..Triangle::default() }
}

/// Walkmeshes of about [`SIZE`] bytes that deflate to nearly nothing, each filled with one kind of record.
fn bombs() -> Vec<(&'static str, Aswm)> {
    let (baked, unbaked) = (TileFlags::TRX, TileFlags::TRN);
    let tiny_tables = || Tile {
        path_table: PathTable {
            local_to_node: vec![0],
            node_to_local: NodeToLocal::Words(vec![0]),
            nodes: vec![PathNode::default()],
            ..PathTable::default()
        },
        ..Tile::default()
    };
    let steps = || Tile {
        path_table: PathTable {
            local_to_node: vec![0; 127],
            node_to_local: NodeToLocal::Words((0..127).collect()),
            nodes: vec![PathNode(1); 127 * 127],
            ..PathTable::default()
        },
        ..Tile::default()
    };
    let count = SIZE / 64;
    // Each triangle has its own three vertices.
    let apart: Vec<Triangle> = (0..(SIZE / 100) as u32)
        .map(|index| Triangle { vertices: [3 * index, 3 * index + 1, 3 * index + 2], ..row(true) })
        .collect();
    let apart_vertices = corners().into_iter().cycle().take(3 * apart.len()).collect();
    let fan: Vec<Triangle> =
        (0..count as u32).map(|index| Triangle { vertices: [0, index + 1, index + 2], ..row(false) }).collect();
    let fan_vertices = corners().into_iter().cycle().take(fan.len() + 2).collect();
    let v69 = |walkable: bool| {
        let rows = vec![row(walkable); SIZE / 88];
        let mut raw = triangles(rows.clone(), rows.len(), unbaked);
        raw.version = Version::V69;
        raw.edges = Edges::V69(Vec::new());
        raw.triangles = Triangles::V69(vec![TriangleV69::default(); rows.len()]);
        raw.triangles.set_rows(rows);
        raw.tiles.iter_mut().for_each(|tile| tile.path_table.node_to_local = NodeToLocal::Absent);
        raw
    };
    let islands = |islands: usize| Aswm {
        islands: vec![Island::default(); islands],
        islands_path_nodes: vec![IslandPathNode::default(); islands * islands],
        ..tiles(vec![Tile::default()], baked)
    };
    let links = Island {
        linked_islands: vec![0; SIZE / 12],
        linked_islands_dist: vec![0.0; SIZE / 12],
        linked_islands_exit: vec![0; SIZE / 12],
        ..Island::default()
    };
    vec![
        ("tiles", tiles(vec![Tile::default(); SIZE / 74], baked)),
        ("tiles, not baked", tiles(vec![Tile::default(); SIZE / 74], unbaked)),
        ("tiles with tiny tables", tiles(vec![tiny_tables(); SIZE / 80], baked)),
        ("path tables", tiles(vec![steps(); SIZE / 17_000], baked)),
        ("triangles on one side", triangles(vec![row(false); count], count, baked)),
        ("triangles on one side, not baked", triangles(vec![row(false); count], count, unbaked)),
        (
            "triangles in no tile",
            Aswm { tiles: vec![Tile::default()], ..triangles(vec![row(false); count], count, unbaked) },
        ),
        ("walkable triangles on one side", triangles(vec![row(true); count], 127, unbaked)),
        ("walkable triangles apart", Aswm { vertices: apart_vertices, ..triangles(apart, 127, unbaked) }),
        ("a fan", Aswm { vertices: fan_vertices, ..triangles(fan, count, unbaked) }),
        ("version 0x69", v69(false)),
        ("edges", Aswm { edges: Edges::V6A(vec![Edge::default(); SIZE / 16]), ..tiles(vec![Tile::default()], baked) }),
        (
            "edges of version 0x69",
            Aswm {
                version: Version::V69,
                edges: Edges::V69(vec![EdgeV69::default(); SIZE / 52]),
                triangles: Triangles::V69(Vec::new()),
                tiles: Vec::new(),
                tiles_header: TilesHeader { flags: baked, ..TilesHeader::default() },
                ..Aswm::default()
            },
        ),
        ("vertices", Aswm { vertices: vec![Vector3::default(); SIZE / 12], ..tiles(vec![Tile::default()], unbaked) }),
        ("routes", islands((SIZE / 8).isqrt())),
        ("links", Aswm { islands: vec![links], islands_path_nodes: vec![IslandPathNode::default()], ..islands(0) }),
    ]
}

/// The file of a walkmesh, and its bytes when inflated.
fn file(raw: Aswm) -> (Vec<u8>, usize) {
    let walkmesh = Walkmesh::from_raw(raw);
    let inflated = walkmesh.to_bytes().unwrap().len();
    let bytes = Terrain::new_unbaked([1, 1], walkmesh).unwrap().to_bytes().unwrap();
    let total = bytes.len() + inflated;
    (bytes, total)
}

fn read(bytes: &[u8]) -> Terrain {
    let terrain = Terrain::from_bytes(bytes).unwrap();
    terrain.walkmesh().unwrap();
    terrain
}

/// Bakes like the command, with all data that it still holds at the end; returns the bytes of the inflated output.
fn bake(bytes: &[u8], limits: Limits) -> Result<usize, BakeError> {
    let before = read(bytes);
    let mut after = before.clone();
    after.bake(&BakeOptions::default().with_limits(limits))?;
    let written = after.to_bytes().unwrap();
    let inflated = after.packets().iter().map(|packet| match packet {
        walkmesh::formats::trn::Packet::Aswm(packet) => packet.payload_size() as usize,
        _ => 0,
    });
    Ok(written.len() + inflated.sum::<usize>())
}

#[test]
fn no_area_takes_more_than_four_times_its_bytes() {
    // Only allocations of this thread are counted, so it does all work alone.
    let _alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool of this thread");
    // The pool is running before allocations are counted.
    Walkmesh::default().bake(&BakeOptions::default()).unwrap();
    let mut over = Vec::new();
    for (name, raw) in bombs() {
        let (bytes, input) = file(raw);
        let mut hold = |what: &str, inputs: usize, work: &mut dyn FnMut() -> usize| {
            let (held, output) = peak(work);
            let justified = inputs * input + output;
            println!("{name}, {what}: {:.2} of {justified} bytes", held as f64 / justified as f64);
            if held > 4 * justified + AROUND {
                over.push(format!("{name}, {what}: {held} for {justified}"));
            }
        };
        hold("read", 1, &mut || {
            drop(read(&bytes));
            0
        });
        hold("check", 1, &mut || {
            drop(read(&bytes).check(&CheckOptions::default().without_flaws()));
            0
        });
        hold("bake", 1, &mut || bake(&bytes, Limits::default()).unwrap_or(0));
        // A walkmesh that is refused in the end has no output that would allow more memory.
        hold("bake to no more than the input", 1, &mut || {
            bake(&bytes, Limits::default().with_inflated((input - bytes.len()) as u64)).unwrap_or(0)
        });
        hold("diff", 2, &mut || {
            let (left, right) = (read(&bytes), read(&bytes));
            drop(left.diff(&right));
            0
        });
    }
    assert!(over.is_empty(), "{over:#?}");
}
