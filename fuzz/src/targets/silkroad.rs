//! Silkroad: whatever reads can be checked, routed and saved as it was; no walk along its tables goes on for ever.

use walkmesh::finding::CheckOptions;
use walkmesh::silkroad::{self, CellRef, Dungeon, Navigator};

/// A Silkroad dungeon.
pub fn silkroad(bytes: &[u8]) {
    let _ = silkroad::check_bytes(bytes, &CheckOptions::default());
    let Ok(dungeon) = Dungeon::from_bytes(bytes) else { return };
    let _ = dungeon.check(&CheckOptions::default());
    dungeon.to_bytes().expect("what was read can be written");
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
