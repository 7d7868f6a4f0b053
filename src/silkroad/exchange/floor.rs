//! The floors of a dungeon's blocks, for programs that plan paths themselves.

use super::cell_class::number_of;
use crate::exchange::{Floor, Note, Up};
use crate::mesh::MeshError;
use crate::silkroad::Floors;
use walkmesh_mesh::counted::agreeing;

impl Floors {
    /// The cells of all blocks in dungeon space, joined at the inner edges. Blocks are not joined, because only the
    /// dungeon's tables say which doors lead to which.
    ///
    /// # Errors
    /// If there are more cells than a [`NavMesh`](crate::mesh::NavMesh) can number.
    pub fn to_floor(&self) -> Result<Floor, MeshError> {
        let mut all = Floor::default();
        let mut blocks = 0;
        for (_, floor) in self.of_blocks() {
            let cells = &floor.mesh().cells;
            all.append(Floor::of_nav_mesh(&floor.nav_mesh()?, Up::Y, |cell| number_of(&cells[cell as usize])));
            blocks += 1;
        }
        if blocks > 1 {
            let blocks = agreeing(blocks, "block", ["is", "are"]);
            let message = format!("{blocks} not joined with each other: doors are in the dungeon's tables.");
            all.notes.push(Note::of_scene(message));
        }
        Ok(all)
    }
}
