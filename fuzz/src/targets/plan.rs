//! Plans of Silkroad dungeons: any floors give a plan or a reason, and the baked file is read and written without a change.

use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::silkroad::{BakeOptions, BlockId, Dungeon, FloorPlan, Placement, Plan};

use super::lattice::Bytes;

/// The floors of a dungeon.
pub fn plan(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let floors: Vec<FloorPlan> = (0..1 + bytes.next() % 4).map(|_| floor(&mut bytes)).collect();
    let region = 32_768 + u16::from(bytes.next());
    let Ok((plan, _)) = Plan::of_floors(region, &floors) else { return };
    let Ok(dungeon) = plan.bake(&BakeOptions::default().with_size_limit(1 << 20)) else { return };
    let written = dungeon.to_bytes().expect("what was baked can be written");
    let again = Dungeon::from_bytes(&written).expect("and reads");
    assert_eq!(again.to_bytes().expect("and writes"), written);
    let findings = again.check(&CheckOptions::default());
    assert!(findings.worst() != Some(Severity::Fatal), "{:?}", findings.iter().collect::<Vec<_>>());
}

fn floor(bytes: &mut Bytes<'_>) -> FloorPlan {
    let asked = bytes.next();
    let (vertices, rows) = bytes.mesh(32);
    let up = |[x, y, z]: [f32; 3]| [x * 20.0, z * 20.0, y * 20.0];
    let door = |index: usize| rows.get(index).map(|(corners, _)| [corners[0], corners[1]]);
    FloorPlan {
        doors: (asked & 1 != 0).then(|| (0..3).filter_map(door).collect()),
        connected: (asked & 2 != 0).then(|| vec![BlockId(u32::from(asked >> 5))]),
        door_reach: (asked & 4 != 0).then(|| bytes.length()),
        placement: Placement { position: [bytes.length(), 0.0, 0.0], yaw_radians: bytes.length() },
        vertices: vertices.into_iter().map(up).collect(),
        triangles: rows.iter().map(|(corners, _)| *corners).collect(),
    }
}
