//! The memory use of an area from its bytes to an answer: it is read, inflated and parsed once.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use walkmesh::mesh::{Position, Ray};
use walkmesh::nwn2::{self, BuildFace, BuildOptions, FaceMask, Navigator, Terrain, TriangleId};
use walkmesh_testing::{corpus, files, measure};

/// The bytes of a generated area of ten by ten tiles, and of the corpus if it exists.
fn areas() -> Vec<(String, Vec<u8>)> {
    let mut areas = vec![("made here".to_owned(), made(60))];
    if let Some(corpus) = corpus("nwn2/trx") {
        let read = |path: PathBuf| (path.display().to_string(), std::fs::read(&path).unwrap());
        areas.extend(files(&corpus, "*").into_iter().map(read));
    }
    areas
}

/// An area of squares, each about 1.5 m wide and uneven, because data that compresses too well is inflated bit by bit.
fn made(side: u32) -> Vec<u8> {
    let uneven = |seed: u32| f32::from(seed.wrapping_mul(0x9E37_79B9).to_le_bytes()[3]) / 512.0;
    let corner = |x: u32, y: u32| {
        let seed = 4 * (y * (side + 1) + x);
        [x as f32 * 1.5 + uneven(seed + 1), y as f32 * 1.5 + uneven(seed + 2), uneven(seed + 3)]
    };
    let corners = (0..=side).flat_map(|y| (0..=side).map(move |x| corner(x, y)));
    let squares = (0..side).flat_map(|y| (0..side).map(move |x| y * (side + 1) + x));
    let faces = squares.flat_map(|at| {
        let above = at + side + 1;
        [[at, at + 1, above + 1], [at, above + 1, above]].map(|corners| BuildFace {
            corners,
            walkable: true,
            floor: None,
        })
    });
    let built = nwn2::build(&corners.collect::<Vec<_>>(), &faces.collect::<Vec<_>>(), &BuildOptions::default());
    let mut area = built.unwrap().walkmesh;
    area.bake(&nwn2::BakeOptions::default()).unwrap();
    Terrain::new(area.grid(), area).unwrap().to_bytes().unwrap()
}

#[test]
fn an_area_is_inflated_once_and_copied_never() {
    /// Temporary memory for reading the file and for inflating and reading the walkmesh, whatever the area's size.
    const AROUND: u64 = 192 << 10;
    /// The memory of a tile and of an island in addition to their tables.
    const RECORD: u64 = 256;

    for (name, bytes) in areas() {
        let mut inflated = 0;
        let mut records = 0;
        let allocated = measure(|| {
            let terrain = Terrain::from_bytes(&bytes).unwrap();
            let navigator = Navigator::new(terrain.shared_walkmesh().unwrap());
            assert_eq!(navigator.tile_of(TriangleId(u32::MAX)), None);
            // A second access to the walkmesh allocates nothing.
            let walkmesh = terrain.walkmesh().unwrap();
            records = (walkmesh.tiles().len() + walkmesh.islands().len()) as u64;
            inflated = terrain.packets().iter().map(inflated_length).sum();
        });
        // The file's packets, the payload, and its tables; with half of this on top, duplicated work would still show.
        let most = bytes.len() as u64 + 2 * inflated + inflated / 2 + RECORD * records + AROUND;
        let total = allocated.bytes_total;
        assert!(total < most, "{name}: {total} of {most} bytes for {inflated} in {}", bytes.len());
    }
}

/// A navigator shares the walkmesh, and builds an index when the first query needs it, and never again.
#[test]
fn a_navigator_copies_no_table_and_builds_each_index_once() {
    /// The memory of an answer, and temporary memory of a search.
    const ANSWER: u64 = 64 << 10;

    // Only allocations of this thread are counted, so it does all work alone.
    let _alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool of this thread");
    let terrain = Terrain::from_bytes(&made(60)).unwrap();
    let tables = terrain.walkmesh().unwrap().to_bytes().unwrap().len() as u64;
    let mut navigator = None;
    let new = measure(|| navigator = Some(Navigator::new(terrain.shared_walkmesh().unwrap())));
    assert_eq!(new.bytes_total, 0);
    let navigator = navigator.unwrap();

    let [from, to] = [TriangleId(0), TriangleId(7199)].map(|id| {
        let [x, y] = terrain.walkmesh().unwrap().triangle(id).unwrap().as_raw().center;
        Position::new([x, y, 0.0], id)
    });
    let down = Ray::new([30.0, 30.0, 9.0], [0.0, 0.0, -1.0], 9.0).unwrap();
    type Query<'a> = (&'a str, u64, Box<dyn Fn() + 'a>);
    let triangles = navigator.walkmesh().triangles().len() as u64;
    // Each query with the minimum size of its index in bytes.
    let queries: [Query<'_>; 4] = [
        ("stored route", 4 * triangles, Box::new(|| drop(navigator.stored_route(from, to).unwrap()))),
        ("floors", 12 * triangles, Box::new(|| drop(navigator.floors_at([30.0, 30.0], FaceMask::ALL)))),
        ("ray", 36 * triangles, Box::new(|| assert!(navigator.raycast(&down, FaceMask::ALL).is_some()))),
        ("path", 12 * triangles, Box::new(|| drop(navigator.shortest_path(from, to).unwrap()))),
    ];
    for (name, least, query) in queries {
        let [first, second] = [(); 2].map(|()| measure(&query).bytes_total);
        println!("{name}: {first} bytes, then {second}; the walkmesh has {tables}");
        assert!(first >= least, "{name}: {first}");
        assert!(second < ANSWER.min(least), "{name}: {second}");
    }
    assert!(Arc::ptr_eq(&navigator.into_inner(), &terrain.shared_walkmesh().unwrap()));
}

fn inflated_length(packet: &walkmesh::formats::trn::Packet) -> u64 {
    use walkmesh::formats::aswm::Packet as WalkmeshPacket;
    use walkmesh::formats::trn::Packet;

    match packet {
        Packet::Aswm(WalkmeshPacket::Comp(comp)) => comp.uncomp_length.into(),
        _ => 0,
    }
}
