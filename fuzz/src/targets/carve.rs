//! Carving: any cutters are carved out of a floor, or rejected; the result can be baked, written and read again.

use std::sync::OnceLock;

use walkmesh::nwn2::{
    BakeError, BakeOptions, BuildFace, BuildOptions, CarveError, CarveOptions, Cutter, LineOfSight, Walkmesh, build,
};

/// Walkmesh cutters of NWN2, or a walkmesh to carve.
pub fn carve(bytes: &[u8]) {
    match Walkmesh::from_bytes(bytes) {
        Ok(walkmesh) => carve_with(&walkmesh, &[Cutter { points: vec![[1.0, 1.0], [5.0, 2.0], [3.0, 12.0]] }]),
        Err(_) => carve_with(floor(), &cutters(bytes)),
    }
}

/// Cutters from any bytes: on a lattice, so that many points coincide, or with arbitrary coordinates. The byte 255 ends a cutter.
fn cutters(bytes: &[u8]) -> Vec<Cutter> {
    let Some((kind, bytes)) = bytes.split_first() else { return Vec::new() };
    let coarse = |point: &[u8]| [point[0], point[1]].map(|at| f32::from(at) / 8.0 - 4.0);
    let fine = |point: &[u8]| {
        [[point[0], point[1]], [point[2], point[3]]].map(|at| f32::from(u16::from_le_bytes(at)) * 0.000_4)
    };
    let any =
        |point: &[u8]| [[0, 1, 2, 3], [4, 5, 6, 7]].map(|at| f32::from_le_bytes(at.map(|index: usize| point[index])));
    let cutter = |points: &[u8]| Cutter {
        points: match kind % 8 {
            0 => points.chunks_exact(8).map(any).collect(),
            1..4 => points.chunks_exact(4).map(fine).collect(),
            _ => points.chunks_exact(2).map(coarse).collect(),
        },
    };
    bytes.split(|byte| *byte == 255).map(cutter).collect()
}

/// A floor of two by two tiles, in squares of 4.5 m that rise to the north.
pub(super) fn floor() -> &'static Walkmesh {
    static FLOOR: OnceLock<Walkmesh> = OnceLock::new();
    FLOOR.get_or_init(|| {
        let at = |index: u32| [index % 5, index / 5].map(|at| f32::from(at as u8) * 4.5);
        let vertices: Vec<[f32; 3]> = (0..25).map(at).map(|[x, y]| [x, y, y / 4.0]).collect();
        let face = |corners| BuildFace { corners, walkable: true, floor: None };
        let squares = (0..16).map(|square| square / 4 * 5 + square % 4);
        let faces: Vec<BuildFace> = squares.flat_map(|a| [face([a, a + 1, a + 6]), face([a, a + 6, a + 5])]).collect();
        build(&vertices, &faces, &BuildOptions::default()).expect("a floor").walkmesh
    })
}

/// Returns whether every vertex is finite, and no further away than a walkmesh may reach.
fn is_finite(walkmesh: &Walkmesh) -> bool {
    let limit = walkmesh::mesh::COORDINATE_LIMIT;
    walkmesh.vertices().iter().all(|vertex| [vertex.x, vertex.y, vertex.z].iter().all(|value| value.abs() <= limit))
}

/// Carves a mesh, if it comes from a TRN.
fn carve_with(walkmesh: &Walkmesh, cutters: &[Cutter]) {
    let mut carved = walkmesh.clone();
    let few = CarveOptions::default().with_steps(1 << 17);
    // Lines of sight take most of a bake, and are fuzzed with baked walkmeshes.
    let blind = BakeOptions::default().with_line_of_sight(LineOfSight::Off);
    match carved.carve_and_bake(cutters, &few, &blind) {
        Ok((report, _)) => {
            assert_eq!(report.sources.len(), carved.triangles().len());
            let written = carved.to_bytes().expect("what was carved can be written");
            assert_eq!(Walkmesh::from_bytes(&written).expect("and reads").to_bytes().expect("and writes"), written);
        }
        Err(CarveError::CrowdedTiles(tiles)) => assert!(tiles.iter().all(|tile| tile.tile.walkable > 127)),
        // `carve` has checked every coordinate, so it has produced any coordinate that is not finite.
        Err(CarveError::Mesh(BakeError::NotFinite { .. })) if is_finite(walkmesh) => {
            panic!("carving of finite input made a coordinate that is not")
        }
        // By bytes, because NaN equals nothing.
        Err(_) => assert!(carved.to_bytes().ok() == walkmesh.to_bytes().ok(), "what is refused is unchanged"),
    }
}
