//! Flaws: any floor with any options gives flaws of existing faces, the same flaws each time.

use walkmesh::flaw::{FlawOptions, FloorFaces, flaws_with_exits};
use walkmesh::mesh::neighbours_by_shared_vertices;

use super::lattice::Bytes;

/// Options and a floor.
pub fn flaws(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let asked = bytes.next();
    let mut option = |bit: u8| {
        let length = bytes.length();
        (asked & bit != 0).then_some(length)
    };
    let crack = option(1).unwrap_or(0.03);
    let options = FlawOptions::default()
        .with_crack(crack)
        .with_pocket(f64::from(option(2).unwrap_or(1.0)))
        .with_height(option(4))
        .with_slope(option(8).map(f64::from))
        .with_step(option(16))
        .with_radius(option(32).map(f64::from))
        .with_corner(option(64).map(f64::from));
    let (vertices, rows) = bytes.mesh(64);
    let faces: Vec<[u32; 3]> = rows.iter().map(|(corners, _)| *corners).collect();
    let walkable: Vec<bool> = rows.iter().map(|(_, number)| number % 4 != 0).collect();
    let mut neighbours = neighbours_by_shared_vertices(&faces, |face| walkable[face]);
    if asked & 128 != 0 {
        // The stored data of a file may contradict its faces.
        let wrong = rows.iter().map(|(_, number)| Some(u32::from(*number)));
        neighbours.iter_mut().zip(wrong).for_each(|(row, wrong)| row[1] = wrong);
    }
    let floor = FloorFaces { vertices: &vertices, faces: &faces, walkable: &walkable, neighbours: &neighbours };
    let found = || flaws_with_exits(&floor, &options, |face, side| (face + u32::from(side)).is_multiple_of(7));
    let flaws = found();
    let is_face = |face: u32| (face as usize) < faces.len();
    assert!(flaws.iter().all(|flaw| is_face(flaw.face) && flaw.other.is_none_or(|(other, _)| is_face(other))));
    // By text, because NaN equals nothing.
    assert_eq!(format!("{flaws:?}"), format!("{:?}", found()));
}
