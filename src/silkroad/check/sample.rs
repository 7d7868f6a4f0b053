//! The sample for the examples of Silkroad's rules, which damage it: the tables of a dungeon.

use std::ops::{Deref, DerefMut};

pub(crate) use walkmesh_formats::ainav::CellLookup;
use walkmesh_formats::ainav::{AiNavData, Link};

use crate::finding::{CheckOptions, Findings, Sample};
use crate::level::Level;
use crate::silkroad::{
    BakeOptions, BlockId, BlockPlan, CellId, DoorPlan, DoorSide, Dungeon, EdgeId, EdgePlan, Plan, check_bytes,
};

/// The tables of a dungeon, with the name of their file.
#[derive(Clone)]
pub(crate) struct TablesFile {
    raw: AiNavData,
    pub(crate) name: &'static str,
    /// The bytes, if they differ from the tables' bytes.
    pub(crate) bytes: Option<Vec<u8>>,
}

impl Deref for TablesFile {
    type Target = AiNavData;

    fn deref(&self) -> &AiNavData {
        &self.raw
    }
}

impl DerefMut for TablesFile {
    fn deref_mut(&mut self) -> &mut AiNavData {
        &mut self.raw
    }
}

impl Sample for TablesFile {
    /// Three blocks in a circle, each a ring of six cells with doors at cell 0 to the previous block and at cell 3 to the next one. The
    /// edges of a block are first those of the ring, each from its cell to the next, then those of the two doors.
    fn sound() -> Self {
        let at = |block: u32, angle: f32, radius: f32| {
            let (sin, cos) = (angle * std::f32::consts::FRAC_PI_3).sin_cos();
            [block as f32 * 200.0 - cos * radius, 0.0, sin * radius]
        };
        // Block 0 is before block 1; the door between the last and the first is elsewhere.
        let door_at = |after: u32| if after == 0 { [200.0, 0.0, 500.0] } else { at(after, 0.0, 100.0) };
        let ring = |block: u32| {
            let middle = |cell: u32| at(block, cell as f32 + 0.5, 50.0);
            let inner = |cell: u32| EdgePlan::inner(middle(cell), CellId(cell), CellId((cell + 1) % 6));
            let doors = [block, (block + 1) % 3].map(|after| EdgePlan::of_door(door_at(after)));
            BlockPlan { cells: 6, edges: (0..6).map(inner).chain(doors).collect(), ..BlockPlan::default() }
        };
        let door = |before: u32| {
            let side = |block, cell, edge| DoorSide { block: BlockId(block), cell: CellId(cell), edge: EdgeId(edge) };
            DoorPlan { sides: [side(before, 3, 7), side((before + 1) % 3, 0, 6)] }
        };
        let plan = Plan { region: 32999, blocks: (0..3).map(ring).collect(), doors: (0..3).map(door).collect() };
        let raw = plan.bake(&BakeOptions::default()).unwrap().into_raw();
        Self { raw, name: "ainavdata_32999.dat", bytes: None }
    }

    fn findings(&self) -> Findings {
        if let Some(bytes) = &self.bytes {
            return check_bytes(bytes, &CheckOptions::all()).unwrap();
        }
        let dungeon = Dungeon::from_raw(self.raw.clone());
        let mut findings = dungeon.check(&CheckOptions::all());
        dungeon.check_file_name(self.name).into_iter().for_each(|finding| findings.push(finding));
        findings
    }

    fn level(&self) -> Option<Level> {
        self.bytes.is_none().then(|| Dungeon::from_raw(self.raw.clone()).into())
    }
}

/// The record of a block from one cell to another.
pub(crate) fn record(raw: &mut AiNavData, block: usize, start: usize, goal: usize) -> &mut CellLookup {
    &mut raw.ref_dungeon.blocks[block].cell_lookup_table[goal * 6 + start]
}

pub(crate) fn link(raw: &mut AiNavData, block: usize, at: usize) -> &mut Link {
    &mut raw.ref_dungeon.blocks[block].links[at]
}

/// The exit from one block to another.
pub(crate) fn exit(raw: &mut AiNavData, start: usize, goal: usize) -> &mut i16 {
    &mut raw.ref_dungeon.block_lookup_table[goal * 3 + start]
}
