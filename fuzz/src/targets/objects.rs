//! Objects of NWN2 areas: any GIT, or any footprints, give cutters and helpers or a reason, and no more than is allowed.

use walkmesh::formats::Document;
use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{Footprints, Git, Helper, MAX_FOOTPRINT_POINTS};

use super::lattice::Bytes;

/// The objects of an area, or footprints of its placeables.
pub fn objects(bytes: &[u8]) {
    match Git::from_bytes(bytes) {
        Ok(git) => {
            assert!(git.as_raw().to_bytes().is_ok_and(|written| written == bytes), "a GIT is written as it was");
            place(
                &git,
                &footprints(&mut Bytes(b"\x08\0\0\0\x04\0\0\x04\x04\0\x07\x07\x07\0\x01\x02\x01\0\x02\x03\x02")),
            );
        }
        Err(_) => place(&placeables(), &footprints(&mut Bytes(bytes))),
    }
}

/// Footprints of four appearances: polygons, triangles and helpers of a mesh.
fn footprints(bytes: &mut Bytes<'_>) -> Footprints {
    let mut footprints = Footprints::default();
    while !bytes.is_empty() {
        let (points, rows) = bytes.mesh(16);
        let triangles: Vec<[u32; 3]> = rows.iter().map(|(corners, _)| *corners).collect();
        let appearance = bytes.next();
        let of = u32::from(appearance % 4);
        let _ = match appearance / 64 {
            0 => footprints.insert(of, points.iter().map(|[x, y, _]| [*x, *y]).collect()),
            1 => footprints.insert_triangles(of, &points, &triangles),
            2 => footprints.insert(of, vec![[bytes.length(), 0.0], [0.0, bytes.length()], [1.0, 1.0]]),
            _ => Helper::new(points, triangles, TriangleFlags(5)).and_then(|it| footprints.insert_helper(of, it)),
        };
    }
    footprints
}

/// An area with a placeable of each appearance, scaled and turned.
fn placeables() -> Git {
    let float = |value: u8| TreeValue::Float(f32::from(value));
    let vector = |x, y, z| Tree::new(0).with("x", float(x)).with("y", float(y)).with("z", float(z));
    let placeable = |appearance: u8| {
        Tree::new(9)
            .with("Position", TreeValue::Struct(vector(9 + appearance, 4, 1)))
            .with("Appearance", TreeValue::Dword(u32::from(appearance)))
            .with("Bearing", TreeValue::Float(f32::from(appearance) * 0.7))
            .with("ModelScale", TreeValue::Struct(vector(1, 2, 1)))
            .with("Static", TreeValue::Byte(1))
    };
    let objects = Tree::root().with("Placeable List", TreeValue::List((0..4).map(placeable).collect()));
    Git::from_raw(Gff::from_tree(*b"GIT ", &objects).expect("a tree"))
}

fn place(git: &Git, footprints: &Footprints) {
    let drawn = git.cutters();
    assert_eq!(drawn.cutters.len(), drawn.triggers.len());
    drop(format!("{:?}", drawn.notes));
    if let Ok(placed) = footprints.cutters(git.objects()) {
        assert_eq!(placed.cutters.len(), placed.sources.len());
        assert!(placed.sources.iter().all(|source| *source < placed.objects.len()));
        assert!(placed.cutters.iter().map(|cutter| cutter.points.len()).sum::<usize>() <= MAX_FOOTPRINT_POINTS);
    }
    if let Ok(helpers) = footprints.placed_helpers(git.objects()) {
        assert!(helpers.iter().all(|placed| !placed.helper.points.is_empty()));
    }
}
