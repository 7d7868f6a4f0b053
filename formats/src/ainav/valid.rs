//! Valid values of a Silkroad dungeon's tables, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{AiNavData, CellLookup, Link, RefBlock, RefDungeon, SimpleBlock, SimpleDungeonData};
use crate::valid::{exactly, index, point, some};

impl<'a> Arbitrary<'a> for AiNavData {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let region_id = 0x8000 | u.int_in_range(0..=300)?;
        let block_count = u.int_in_range(0..=4)?;
        let edge_counts: Vec<u32> = exactly(u, block_count, |u| u.int_in_range(0..=6))?;
        let ref_block = |(number, &edge_count): (usize, &u32)| {
            let cells = u.int_in_range(0..=5_usize)?;
            let edge = |u: &mut Unstructured<'_>| u.int_in_range(-1..=edge_count as i16 - 1);
            Ok(RefBlock {
                index: number as u32,
                edge_count,
                cell_lookup_table: exactly(u, cells * cells, |u| {
                    Ok(CellLookup { ref_edge_index0: edge(u)?, ref_edge_index1: edge(u)? })
                })?,
                links: some(u, cells.min(2), |u| {
                    let cell_id = index(u, cells)? as u16;
                    Ok(Link {
                        id: cell_id.into(),
                        cell_id,
                        linked_obj_id: index(u, block_count)? as u16,
                        linked_obj_ref_edge_index: u.int_in_range(0..=5)?,
                    })
                })?,
            })
        };
        let blocks = edge_counts.iter().enumerate().map(ref_block).collect::<Result<_>>()?;
        let simple_block = |&edges: &u32| Ok(SimpleBlock { edge_centers: exactly(u, edges as usize, point)? });
        let simple_blocks = edge_counts.iter().map(simple_block).collect::<Result<_>>()?;
        let block_lookup_table = exactly(u, block_count * block_count, |u| u.int_in_range(-1..=4))?;
        Ok(Self {
            ref_dungeon: RefDungeon { region_id, blocks, block_lookup_table, int0: 0 },
            simple_dungeon_data: SimpleDungeonData { region_id, blocks: simple_blocks, int1: 0 },
            ..Self::default()
        })
    }
}
