//! Objects of NWN2 areas: any GIT, or any footprints, give cutters and walk meshes within the limits, or a reason.

use walkmesh::formats::Document;
use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{
    BakeOptions, CarveOptions, Footprint, FootprintError, Footprints, Git, LineOfSight, MAX_FOOTPRINT_POINTS,
    Obstacles, WalkMesh,
};

use super::carve::floor;
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

/// Footprints of four appearances: holes, patches, and walk meshes.
fn footprints(bytes: &mut Bytes<'_>) -> Footprints {
    let mut footprints = Footprints::default();
    while !bytes.is_empty() {
        let (points, rows) = bytes.mesh(16);
        let triangles: Vec<[u32; 3]> = rows.iter().map(|(corners, _)| *corners).collect();
        let appearance = bytes.next();
        let of = u32::from(appearance % 4);
        let plan = |[x, y, _]: &[f32; 3]| [*x, *y];
        let footprint = match appearance / 64 {
            0 => Footprint::hole(vec![points.iter().map(plan).collect()]),
            1 => Footprint::hole_of_triangles(&points, &triangles),
            2 => Footprint::patch(vec![vec![[bytes.length(), 0.0], [0.0, bytes.length()], [1.0, 1.0]]]),
            _ => walk_mesh(points, triangles, bytes.next()),
        };
        let _ = footprint.and_then(|footprint| footprints.insert(of, footprint));
    }
    footprints
}

/// A walk mesh of which a vertex and a side are linked.
fn walk_mesh(points: Vec<[f32; 3]>, faces: Vec<[u32; 3]>, link: u8) -> Result<Footprint, FootprintError> {
    let flags = vec![TriangleFlags(5); faces.len()];
    let mesh = WalkMesh::new(points, faces, flags)?.with_links([u32::from(link % 8)])?;
    Ok(Footprint::walk_mesh(mesh.with_linked_sides([(u32::from(link / 64), link % 4)])?))
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
    let Ok(placed) = footprints.placed(git.objects()) else { return };
    let is_known = |object: &usize| *object < placed.objects.len();
    assert_eq!(placed.cutters.len(), placed.cutter_objects.len());
    assert!(placed.cutter_objects.iter().all(is_known));
    let corners = placed.cutters.iter().map(|cutter| cutter.points.len()).sum::<usize>();
    assert!(corners <= MAX_FOOTPRINT_POINTS);
    for placed in &placed.walk_meshes {
        let vertices = placed.mesh.vertices().len();
        assert!(placed.mesh.faces().iter().flatten().all(|corner| (*corner as usize) < vertices));
        assert!(placed.mesh.links().iter().all(|link| (*link as usize) < vertices));
    }
    // The placed footprints are carved out of a floor, or rejected; the result can be baked and written.
    let obstacles = Obstacles { cutters: &placed.cutters, walk_meshes: &placed.walk_meshes };
    let blind = BakeOptions::default().with_line_of_sight(LineOfSight::Off);
    let mut carved = floor().clone();
    if carved.carve_and_bake(obstacles, &CarveOptions::default().with_steps(1 << 16), &blind).is_ok() {
        carved.to_bytes().expect("what was carved can be written");
    }
}
