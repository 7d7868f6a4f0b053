//! Shortest paths compared with an exact search that shares no code with them: over small floors, two floors that wind into each other,
//! ramps, cliffs and folds.

use walkmesh::mesh::PathError;

use super::lattice::Bytes;
use oracle::{Oracle, distance};
use world::{Grid, ramp};

// The reference that the tests of meshes use, too.
#[path = "../../../tests/support/oracle.rs"]
#[allow(dead_code, reason = "the tests of meshes use the rest")]
mod oracle;
#[path = "../../../tests/support/world.rs"]
#[allow(dead_code, reason = "the tests of meshes use the rest")]
mod world;

/// A kind of world, two places, and a grid.
pub fn paths(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let kind = bytes.next();
    let picks = [(); 2].map(|()| [(); 3].map(|()| usize::from(bytes.next())));
    let swaps: Vec<bool> = (0..7).map(|_| bytes.next() & 1 == 1).collect();
    let rows = u32::from(bytes.next()) << 8 | u32::from(bytes.next());
    // Only where no face folds over another one is the exact search exact.
    let is_plain = kind.is_multiple_of(2);
    let grid = grid(&mut bytes, if is_plain { 3 } else { 14 });
    let world = match kind / 2 % 3 {
        0 => grid.floor(),
        1 if is_plain => grid.two_floors(&swaps),
        _ if is_plain => ramp(1 + rows % 39, f32::from(picks[0][1] as u8 % 3), f32::from(1 + picks[1][1] as u8 % 2)),
        _ => grid.cliffs(rows),
    };
    let [Some(from), Some(to)] = picks.map(|pick| world.place(pick)) else { return };
    let oracle = Oracle::new(&world);
    let flat = |point: [f32; 3]| [f64::from(point[0]), f64::from(point[1])];
    let [start, goal] = [from, to].map(|place| (flat(place.point), place.face as usize));
    let found = world.mesh().shortest_path(from, to);
    let expected = if is_plain && oracle.is_plain() {
        oracle.shortest(start, goal).map(|length| (length - 1e-6, length + 1e-6))
    } else {
        oracle.shortest_over_points(start, goal).map(|above| (above * 0.98 - 0.1, above + 1e-5))
    };
    match (found, expected) {
        (Ok(path), Some((least, most))) => {
            assert!((least..=most).contains(&path.length), "{} is not from {least} to {most}", path.length);
            let legs = path.points.windows(2).map(|leg| distance(flat(leg[0].point), flat(leg[1].point)));
            assert!((legs.sum::<f64>() - path.length).abs() < 1e-5, "its legs are not as long as it says");
        }
        (Err(PathError::OtherPart { .. }), None) => {}
        (found, expected) => panic!("{found:?} instead of {expected:?}"),
    }
}

/// A grid of up to 5 by 5 cells, whose vertices are shifted by at most this many sixteenths.
fn grid(bytes: &mut Bytes<'_>, shift: u8) -> Grid {
    let size = [(); 2].map(|()| usize::from(1 + bytes.next() % 5));
    let cells = size[0] * size[1];
    let mut shifted = || i32::from(bytes.next() % (2 * shift + 1)) - i32::from(shift);
    let shifts = (0..(size[0] + 1) * (size[1] + 1)).map(|_| [shifted(), shifted()]).collect();
    // A face is unwalkable if its byte is large, so most faces are walkable.
    let faces = (0..2 * cells).map(|_| bytes.next()).map(|byte| (byte % 6, byte < 200)).collect();
    let diagonals = (0..cells).map(|_| bytes.next() & 1 == 1).collect();
    Grid { size, shifts, faces, diagonals }
}
