//! The bytes that the game leaves uninitialised, copied from the input of a bake.

use crate::formats::aswm::{Aswm, NO_ISLAND};

/// Copies the bytes that the game left uninitialised from the input.
pub(super) fn keep(baked: &mut Aswm, input: &Aswm) {
    baked.name = input.name;
    for (tile, before) in baked.tiles.iter_mut().zip(&input.tiles) {
        tile.header.name = before.header.name;
    }
    for (island, before) in baked.islands.iter_mut().zip(&input.islands) {
        island.header.tile = before.header.tile;
    }
    if baked.islands.len() == input.islands.len() {
        for (node, before) in baked.islands_path_nodes.iter_mut().zip(&input.islands_path_nodes) {
            node.padding = before.padding;
            if node.next == NO_ISLAND {
                node.weight_bits = before.weight_bits;
            }
        }
    }
}
