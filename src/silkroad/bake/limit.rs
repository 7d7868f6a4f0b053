//! The size limit of a dungeon, checked before any table is made.

use foldhash::HashSet;

use crate::formats::ainav::CellLookup;
use crate::silkroad::{BakeError, BlockId, BlockPlan, CellId, Plan};

use super::topology::MOST;

/// Options for baking a dungeon.
///
/// The table of a block has 4 bytes for each pair of its cells, so a plan of a few bytes that only claims to have many
/// cells would take gigabytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// Maximum size of the file in bytes. By default it is 256 MiB, twelve times the largest known file (21 MB), and each
    /// block may have no more than [16](Self::UNNAMED) cells that neither an edge nor a door names. A size that is set here replaces both
    /// limits.
    pub size_limit: Option<u64>,
}

impl BakeOptions {
    /// Maximum size of a file in bytes when [`size_limit`](Self::size_limit) is `None`: 256 MiB, room for a block of some
    /// 8,000 cells.
    pub const DEFAULT_SIZE: u64 = 256 << 20;

    /// Maximum number of cells of a block that neither an edge nor a door names when [`size_limit`](Self::size_limit) is
    /// `None`: 16. Such a cell cannot be reached.
    pub const UNNAMED: usize = 16;

    /// Sets the maximum size of the file in bytes; `None` restores the default limits.
    #[must_use]
    pub fn with_size_limit(self, bytes: impl Into<Option<u64>>) -> Self {
        Self { size_limit: bytes.into() }
    }

    /// Checks that the tables of blocks with these numbers of cells are no larger than allowed, whatever their edges and doors. This lets a
    /// program that generates floors from a description refuse one that is too large in advance.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeError, BakeOptions};
    ///
    /// let options = BakeOptions::default();
    /// assert_eq!(options.check_cells(vec![100; 1_000]), Ok(()));
    /// assert!(matches!(options.check_cells(vec![1_000; 1_000]), Err(BakeError::OverLimit { .. })));
    /// ```
    ///
    /// # Errors
    /// [`BakeError::TooManyFaces`], [`BakeError::OverLimit`] and [`BakeError::TooLarge`].
    pub fn check_cells(&self, cells: impl IntoIterator<Item = u32>) -> Result<(), BakeError> {
        let blocks = cells.into_iter().map(|cells| BlockPlan { cells, ..BlockPlan::default() }).collect();
        let plan = Plan { blocks, ..Plan::default() };
        check_numbers(&plan)?;
        self.check_size(&plan)
    }

    /// Fails if the plan would exceed the limit, or the maximum size of a file.
    pub(super) fn check(&self, plan: &Plan) -> Result<(), BakeError> {
        check_numbers(plan)?;
        if self.size_limit.is_none() {
            check_named(plan)?;
        }
        self.check_size(plan)
    }

    fn check_size(&self, plan: &Plan) -> Result<(), BakeError> {
        let bytes = plan.file_size();
        let most = self.size_limit.unwrap_or(Self::DEFAULT_SIZE);
        if bytes > most {
            return Err(BakeError::OverLimit { bytes, most });
        }
        // Part two has to start within 4 GiB.
        if bytes > u64::from(u32::MAX) { Err(BakeError::TooLarge(bytes)) } else { Ok(()) }
    }
}

/// Fails if a block has more cells than a signed 16-bit number can name.
fn check_numbers(plan: &Plan) -> Result<(), BakeError> {
    for (block, plan) in (0..).map(BlockId).zip(&plan.blocks) {
        if plan.cells as usize > MOST {
            return Err(BakeError::TooManyFaces { block, faces: plan.cells });
        }
    }
    Ok(())
}

/// Fails if a block has too many cells that neither an edge nor a door names.
fn check_named(plan: &Plan) -> Result<(), BakeError> {
    let joined = |block: &BlockPlan| block.edges.iter().filter_map(|edge| edge.joins).flatten().collect();
    let mut named: Vec<HashSet<CellId>> = plan.blocks.iter().map(joined).collect();
    for side in plan.doors.iter().flat_map(|door| door.sides) {
        // A door of a block that does not exist is reported when the exits are made.
        if let Some(named) = named.get_mut(side.block.index()) {
            named.insert(side.cell);
        }
    }
    for ((block, plan), named) in (0..).map(BlockId).zip(&plan.blocks).zip(named) {
        let named = named.into_iter().filter(|cell| cell.0 < plan.cells).count();
        if plan.cells as usize > named + BakeOptions::UNNAMED {
            return Err(BakeError::UnnamedCells { block, cells: plan.cells, named });
        }
    }
    Ok(())
}

impl Plan {
    /// Size in bytes of the file that a bake makes of the plan.
    #[must_use]
    pub fn file_size(&self) -> u64 {
        let block = |block: &BlockPlan| {
            let table = u64::from(block.cells).saturating_pow(2).saturating_mul(size_of::<CellLookup>() as u64);
            table.saturating_add(16 + 4 + 12 * block.edges.len() as u64)
        };
        let blocks = self.blocks.iter().map(block).fold(0, u64::saturating_add);
        let (count, links) = (self.blocks.len() as u64, 2 * self.doors.len() as u64);
        // Version and offset, region and block count of either part, and the word at the end of each.
        (5 + 2 * (6 + 4) + 2 * count * count + 10 * links).saturating_add(blocks)
    }
}
