//! Silkroad Online's AINavData: for each dungeon, the tables that lead a monster from any cell to any other.
//!
//! Source: `docs/formats/ainav.md#layout`, which states how certain each point is. No real file was available.
//!
//! ```
//! use walkmesh_formats::{Document, ainav::{AiNavData, CellLookup, RefBlock}};
//!
//! let mut dungeon = AiNavData::default();
//! dungeon.ref_dungeon.blocks.push(RefBlock { cell_lookup_table: vec![CellLookup::NONE], ..RefBlock::default() });
//! dungeon.ref_dungeon.block_lookup_table = vec![-1];
//! let bytes = dungeon.to_bytes()?;
//! assert_eq!(AiNavData::from_bytes(&bytes)?, dungeon);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use binrw::{BinRead, BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Vector3;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{bytes_left, count, end, is_square_of, items, rows, square_side, write_rows};
use crate::signature::Signature;

/// The only version that exists.
pub const VERSION: u8 = 1;

/// A file is recognised by its version byte, or by a dungeon's region id: another version is recognised, too, so that
/// reading can report it.
pub(crate) const SIGNATURE: Signature =
    Signature::Rule { start: |&[version, .., region, _]| version == VERSION || region & 0x80 != 0, whole: is_ai_nav };

/// Returns whether the bytes after the version byte look like AINavData.
fn is_ai_nav(bytes: &[u8]) -> bool {
    let Some(&[version, o0, o1, o2, o3, r0, r1, b0, b1, b2, b3]) = bytes.first_chunk() else { return false };
    let [part_two, blocks] = [[o0, o1, o2, o3], [b0, b1, b2, b3]].map(|bytes| u64::from(u32::from_le_bytes(bytes)));
    let region_of_part_two = usize::try_from(part_two).ok().and_then(|start| bytes.get(start..start.checked_add(2)?));
    let repeats_region = region_of_part_two == Some(&[r0, r1]);
    let is_dungeon = r1 & 0x80 != 0 && RefDungeon::smallest(blocks) <= u128::from(part_two);
    blocks > 0
        && match version {
            VERSION => repeats_region || is_dungeon,
            _ => repeats_region && is_dungeon,
        }
}

/// A whole AINavData file. Two systems of the game server read one part each.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AiNavData {
    /// 1 in all files; the server rejects other values.
    #[br(temp, parse_with = version)]
    #[bw(calc = VERSION)]
    version: u8,
    /// Offset of part two, from the start of the file; in 60 of 60 files the end of part one.
    #[br(temp)]
    #[bw(calc = ref_dungeon.end(gap)?)]
    simple_dungeon_data_offset: u32,
    /// Part one: the tables.
    pub ref_dungeon: RefDungeon,
    /// The bytes between the two parts: none in any known file.
    #[br(parse_with = gap, args(simple_dungeon_data_offset))]
    #[bw(write_with = write_rows)]
    pub gap: Vec<u8>,
    /// Part two: the edges' centres.
    #[br(args(ref_dungeon.blocks.len()))]
    pub simple_dungeon_data: SimpleDungeonData,
    #[br(temp, parse_with = end)]
    #[bw(ignore)]
    end: (),
}

impl OnDisk for AiNavData {}

/// Reads the version. The server rejects all other values.
#[binrw::parser(reader, endian)]
fn version() -> BinResult<u8> {
    let here = reader.stream_position()?;
    match u8::read_options(reader, endian, ())? {
        VERSION => Ok(VERSION),
        other => {
            let expected = format!("version {VERSION}");
            Err(Wrong::unsupported(expected, format_args!("version {other}")).here(here))
        }
    }
}

/// The tables of a dungeon.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RefDungeon {
    /// 0x8000 and the dungeon's number; equal to the number in the file's name in 33 of 33 files.
    pub region_id: u16,
    /// The number of blocks: 1 to 151.
    #[br(temp)]
    #[bw(calc = count("ref_dungeon.blocks", blocks)?)]
    block_count: u32,
    /// The blocks.
    #[br(parse_with = items, args(block_count.into(), RefBlock::SMALLEST, ()))]
    pub blocks: Vec<RefBlock>,
    /// For each pair of blocks (goal outer, start inner) the cell of the start block to go to. On the diagonal the value
    /// is uninitialised; it is kept (`docs/formats/ainav.md#block-table`).
    #[br(parse_with = rows, args(u64::from(block_count) * u64::from(block_count)))]
    #[bw(assert(is_square_of(block_lookup_table, blocks.len()),
        Wrong::unwritable("ref_dungeon.block_lookup_table", "one for each pair of blocks", block_lookup_table.len())))]
    #[bw(write_with = write_rows)]
    pub block_lookup_table: Vec<i16>,
    /// 0 in all files. If the value differs, the server rejects the file.
    pub int0: u32,
}

impl RefDungeon {
    /// The smallest offset at which part one can end with `blocks` blocks, counted from the start of the file.
    fn smallest(blocks: u64) -> u128 {
        let blocks = u128::from(blocks);
        5 + 2 + 4 + blocks * RefBlock::SMALLEST as u128 + blocks * blocks * 2 + 4
    }

    /// The offset of part two, behind this part and a gap, counted from the start of the file.
    fn end(&self, gap: &[u8]) -> Result<u32, Wrong> {
        let blocks: u64 = self.blocks.iter().map(RefBlock::size).sum();
        let end = 5 + 2 + 4 + blocks + 2 * self.block_lookup_table.len() as u64 + 4 + gap.len() as u64;
        u32::try_from(end).map_err(|_| Wrong::unwritable("ref_dungeon", "less than 4 GiB", end))
    }
}

/// A room of the dungeon.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RefBlock {
    /// Its number, most likely the block's index in the `.dof`.
    pub index: u32,
    /// The number of cells: the side of the cell table.
    #[br(temp)]
    #[bw(calc = square_side("ref_dungeon.blocks.cell_lookup_table", cell_lookup_table)?)]
    cell_count: u32,
    /// Number of edges. The counted table is in part two, so the two numbers can differ. They are equal in every known
    /// file.
    pub edge_count: u32,
    /// For each pair of cells (goal outer, start inner) the edges to use (`docs/formats/ainav.md#cell-table`).
    #[br(parse_with = rows, args(u64::from(cell_count) * u64::from(cell_count)))]
    #[bw(write_with = write_rows)]
    pub cell_lookup_table: Vec<CellLookup>,
    #[br(temp)]
    #[bw(calc = count("ref_dungeon.blocks.links", links)?)]
    link_count: u32,
    /// Doors to other blocks (`docs/formats/ainav.md#links`).
    #[br(parse_with = items, args(link_count.into(), Link::SIZE, ()))]
    pub links: Vec<Link>,
}

impl RefBlock {
    /// The minimum size of a block, without cells and links.
    const SMALLEST: usize = 16;

    fn size(&self) -> u64 {
        let cells = size_of_val(self.cell_lookup_table.as_slice()) as u64;
        Self::SMALLEST as u64 + cells + (Link::SIZE * self.links.len()) as u64
    }
}

/// The edges to use between two cells: 4 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct CellLookup {
    /// The edge to use on the route from the start cell to the goal cell.
    pub ref_edge_index0: i16,
    /// The edge to use on the route back.
    pub ref_edge_index1: i16,
}

impl CellLookup {
    /// No path. This project writes it where no path exists; the value that the game writes is unknown.
    pub const NONE: Self = Self { ref_edge_index0: -1, ref_edge_index1: -1 };
}

/// A door to another block: 10 bytes, packed.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Link {
    /// The same as the cell, in 3,800 of 3,800 links. The server uses it as a key: of two links with the same id, one is
    /// lost.
    pub id: u32,
    /// The cell of this block.
    pub cell_id: u16,
    /// The other block.
    pub linked_obj_id: u16,
    /// The edge of the other block.
    pub linked_obj_ref_edge_index: u16,
}

impl Link {
    const SIZE: usize = 10;
}

/// The edges' centres of a dungeon.
#[binrw]
#[br(import(most_blocks: usize))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SimpleDungeonData {
    /// The region again.
    pub region_id: u16,
    /// The number of blocks again, as in part one. A file with more blocks here is rejected.
    #[br(temp, parse_with = block_count, args(most_blocks))]
    #[bw(calc = count("simple_dungeon_data.blocks", blocks)?)]
    block_count: u32,
    /// The blocks.
    #[br(parse_with = items, args(block_count.into(), SimpleBlock::SMALLEST, ()))]
    pub blocks: Vec<SimpleBlock>,
    /// 0 in all files. If the value differs, the server drops all dungeons.
    pub int1: u32,
}

/// The edges' centres of a block.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SimpleBlock {
    /// The number of edges; equal to the number in part one in 835 of 835 and 963 of 963 blocks.
    #[br(temp)]
    #[bw(calc = count("simple_dungeon_data.blocks.edge_centers", edge_centers)?)]
    edge_count: u32,
    /// The centre of each edge, by its index, in dungeon space.
    #[br(parse_with = rows, args(edge_count.into()))]
    #[bw(write_with = write_rows)]
    pub edge_centers: Vec<Vector3>,
}

impl SimpleBlock {
    /// The minimum size of a block, without edges.
    const SMALLEST: usize = 4;
}

/// Reads up to part two.
#[binrw::parser(reader, endian)]
fn gap(offset: u32) -> BinResult<Vec<u8>> {
    let here = reader.stream_position()?;
    let wrong = |expected: String| Err(Wrong::new(expected, format_args!("{offset:#x}")).here(1));
    match u64::from(offset).checked_sub(here) {
        None => wrong(format!("part two at {here:#x} or later")),
        Some(length) if length > bytes_left(reader)? => wrong("part two inside the file".to_owned()),
        Some(length) => rows(reader, endian, (length,)),
    }
}

/// Reads the number of blocks of part two. Part one must have at least as many: the server tolerates no difference, and
/// otherwise four bytes of the file could create a whole block in memory.
#[binrw::parser(reader, endian)]
fn block_count(most: usize) -> BinResult<u32> {
    let here = reader.stream_position()?;
    let count = u32::read_options(reader, endian, ())?;
    if count as usize <= most {
        Ok(count)
    } else {
        Err(Wrong::new(format_args!("at most {most} blocks, as in part one"), count).here(here))
    }
}

/// Repairs the fault of a known editor, which writes the length of each cell table in place of its side
/// (`docs/formats/ainav.md#squared-counts`): replaces each block's cell count by its square root. `None` if part one of
/// the result does not end where part two starts, or if nothing changes.
pub fn unsquare_cell_counts(bytes: &[u8]) -> Option<Vec<u8>> {
    let u32_at = |at: usize| {
        let bytes = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    };
    let block_count = usize::try_from(u32_at(7)?).ok()?;
    let mut cured = bytes.to_vec();
    let mut at: usize = 11;
    for _ in 0..block_count {
        let cells = u32_at(at.checked_add(4)?)?;
        let side = cells.isqrt();
        cured.get_mut(at + 4..at + 8)?.copy_from_slice(&side.to_le_bytes());
        let records = usize::try_from(cells).ok().filter(|_| side * side == cells)?;
        at = at.checked_add(records.checked_mul(size_of::<CellLookup>())?)?.checked_add(12)?;
        let links = usize::try_from(u32_at(at)?).ok()?;
        at = at.checked_add(links.checked_mul(Link::SIZE)?)?.checked_add(4)?;
    }
    let end = at.checked_add(block_count.checked_mul(block_count)?.checked_mul(2)?)?.checked_add(4)?;
    (u32_at(1)? as usize == end && cured != bytes).then_some(cured)
}
