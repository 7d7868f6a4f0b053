//! `Dungeon`: an AINavData file, and the blocks in it.

use crate::formats::ainav::{AiNavData, RefBlock};
use crate::formats::{Document, Error};

use super::{Block, BlockId, CellId, CellRef, choices};

/// The bit that is set in the regions of dungeons, and clear on the surface (`docs/formats/ainav.md#files`).
pub(super) const DUNGEON_BIT: u16 = 0x8000;

/// An AINavData file.
///
/// ```
/// use walkmesh::silkroad::Dungeon;
/// use walkmesh::formats::ainav::AiNavData;
///
/// let mut raw = AiNavData::default();
/// raw.ref_dungeon.region_id = 32999;
/// let bytes = Dungeon::from_raw(raw).to_bytes()?;
/// let dungeon = Dungeon::from_bytes(&bytes)?;
/// assert_eq!(dungeon.region(), 32999);
/// assert_eq!(dungeon.block_count(), 0);
/// assert_eq!(dungeon.to_bytes()?, bytes);
/// # Ok::<(), walkmesh::formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dungeon {
    raw: AiNavData,
}

impl Dungeon {
    /// Reads a file. Its tables are copied once from `bytes`.
    ///
    /// # Errors
    /// If the bytes are not an AINavData file. [`check_bytes`](super::check_bytes) says whether the known fault of an
    /// editor is the reason.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        AiNavData::from_bytes(bytes).map(Self::from_raw)
    }

    /// Writes the file. An unedited dungeon yields the bytes that it was read from.
    ///
    /// # Errors
    /// If tables that belong together differ in length, which only an edit of the raw struct can cause, or the file
    /// would be longer than 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.raw.to_bytes()
    }

    /// A dungeon with these tables. They may contradict each other: every query still returns an answer or a reason.
    #[must_use]
    pub const fn from_raw(raw: AiNavData) -> Self {
        Self { raw }
    }

    /// The on-disk struct.
    #[must_use]
    pub const fn as_raw(&self) -> &AiNavData {
        &self.raw
    }

    /// Returns the on-disk struct.
    #[must_use]
    pub fn into_raw(self) -> AiNavData {
        self.raw
    }

    /// The region: 0x8000 and the dungeon's number, 32,768 to 65,535.
    #[must_use]
    pub const fn region(&self) -> u16 {
        self.raw.ref_dungeon.region_id
    }

    /// Number of blocks, according to part one of the file.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.raw.ref_dungeon.blocks.len()
    }

    /// The blocks, in the file's order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'_>> {
        self.raw.ref_dungeon.blocks.iter().enumerate().map(|(index, raw)| self.view(index, raw))
    }

    /// The block with a number, if it exists.
    #[must_use]
    pub fn block(&self, id: BlockId) -> Option<Block<'_>> {
        self.raw.ref_dungeon.blocks.get(id.index()).map(|raw| self.view(id.index(), raw))
    }

    fn view<'a>(&'a self, index: usize, raw: &'a RefBlock) -> Block<'a> {
        let cells = u32::try_from(raw.cell_lookup_table.len().isqrt()).unwrap_or(u32::MAX);
        self.view_with(index, raw, cells)
    }

    fn view_with<'a>(&'a self, index: usize, raw: &'a RefBlock, cells: u32) -> Block<'a> {
        let centres = self.raw.simple_dungeon_data.blocks.get(index);
        let centres = centres.map_or(&[][..], |block| &block.edge_centers);
        Block::new(BlockId(index as u32), raw, centres, cells)
    }

    /// A block with a known number of cells, which saves a square root.
    #[inline]
    pub(super) fn block_with(&self, id: BlockId, cells: u32) -> Option<Block<'_>> {
        self.raw.ref_dungeon.blocks.get(id.index()).map(|raw| self.view_with(id.index(), raw, cells))
    }

    /// The cell through whose door a route leaves block `from` for block `to`, if the block table names one. In a
    /// damaged file the cell may not exist or may have no door.
    #[must_use]
    pub fn exit(&self, from: BlockId, to: BlockId) -> Option<CellId> {
        let blocks = self.block_count();
        if from == to || from.index() >= blocks || to.index() >= blocks {
            return None;
        }
        let entry = self.raw.ref_dungeon.block_lookup_table.get(choices::exit_index(blocks, to, from))?;
        choices::exit_cell(*entry)
    }

    /// Every cell of the dungeon.
    pub fn cells(&self) -> impl Iterator<Item = CellRef> + '_ {
        self.blocks().flat_map(|block| {
            (0..block.cell_count()).map(move |cell| CellRef { block: block.id(), cell: CellId(cell) })
        })
    }

    /// The file's name in the game's folder `navmesh`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("ainavdata_{}.dat", self.region())
    }
}

/// The region in a file's name: `ainavdata_32768.dat`. Case does not matter, because two real files have capitals.
#[must_use]
pub fn region_of_file_name(name: &str) -> Option<u16> {
    let name = name.to_ascii_lowercase();
    name.strip_prefix("ainavdata_")?.strip_suffix(".dat")?.parse().ok()
}
