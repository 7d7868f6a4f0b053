//! Silkroad: whatever reads can be checked, routed and saved as it was, and baked or refused; no walk along its tables goes on for
//! ever, and a bake of a bake changes nothing.

use walkmesh::finding::CheckOptions;
use walkmesh::silkroad::{self, BakeOptions, CellRef, Dungeon, Navigator};

/// A Silkroad dungeon.
pub fn silkroad(bytes: &[u8]) {
    let _ = silkroad::check_bytes(bytes, &CheckOptions::default());
    let Ok(dungeon) = Dungeon::from_bytes(bytes) else { return };
    let _ = dungeon.check(&CheckOptions::default());
    dungeon.to_bytes().expect("what was read can be written");
    bake(&dungeon);
    let navigator = Navigator::new(dungeon);
    let dungeon = navigator.dungeon();
    let _ = navigator.graph().connected_parts();
    let places: Vec<CellRef> = dungeon.cells().take(12).collect();
    for &from in &places {
        for &to in &places {
            let _ = navigator.stored_route(from, to);
        }
    }
    for centre in dungeon.blocks().flat_map(|block| block.centres()).take(4) {
        let _ = navigator.nearest_cell([centre.x, centre.y, centre.z]);
        let _ = navigator.nearest_edge([centre.x, centre.y, centre.z]);
    }
}

fn bake(dungeon: &Dungeon) {
    let options = BakeOptions::default().with_size_limit(1 << 20);
    let mut baked = dungeon.clone();
    if baked.bake(&options).is_err() {
        return;
    }
    let written = baked.to_bytes().expect("what was baked can be written");
    let mut again = Dungeon::from_bytes(&written).expect("and reads");
    again.bake(&options).expect("and bakes");
    assert!(again.to_bytes().expect("and writes") == written, "a bake of a bake changes nothing");
}
