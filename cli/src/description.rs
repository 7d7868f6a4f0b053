//! The description of a Silkroad dungeon as JSON, for `walkmesh bake`.
//!
//! A description lists either blocks with their cells, edges and doors, or triangle floors. From floors, the library
//! computes the cells, edges and doors.

mod floor;

use std::fmt;
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use walkmesh::counted;
use walkmesh::silkroad::{BakeOptions, BlockId, BlockPlan, DoorPlan, LoneDoor, Plan};

use floor::Floor;

/// The JSON document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// The region: 32768 plus the dungeon's number.
    region: u16,
    blocks: Option<Vec<BlockPlan>>,
    #[serde(default)]
    doors: Vec<DoorPlan>,
    floors: Option<Vec<Floor>>,
}

/// Returns whether the bytes of a file of unknown format look like a description.
pub fn looks_like_one(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Reads a description. Also returns the doors that its floors name and that lead to no other block. Names of OBJ files
/// are relative to the folder of `path`. Floors that would exceed `options` are rejected before they are made.
pub fn read(path: &Path, bytes: &[u8], options: &BakeOptions) -> anyhow::Result<(Plan, Vec<LoneDoor>)> {
    let Description { region, blocks, doors, floors } =
        serde_json::from_slice(bytes).context("the file is not a valid description of a dungeon")?;
    match (blocks, floors) {
        (Some(blocks), None) => Ok((Plan { region, blocks, doors }, Vec::new())),
        (None, Some(floors)) if doors.is_empty() => {
            let floors = floor::read(floors, path, options)?;
            Ok(Plan::of_floors(region, &floors)?)
        }
        (None, Some(_)) => {
            bail!("the description has both `doors` and `floors`; with `floors`, each floor lists its own doors")
        }
        _ => bail!("the description needs either `blocks` or `floors`"),
    }
}

/// The report on the level made from a description.
#[derive(Serialize)]
pub struct PlanReport {
    blocks: usize,
    cells: usize,
    edges: usize,
    doors: usize,
    /// The blocks that no door leads to.
    blocks_without_door: Vec<BlockId>,
    /// The doors that a floor names, and that lead to no other block.
    doors_to_nowhere: Vec<LoneDoor>,
}

impl PlanReport {
    pub fn new(plan: &Plan, lone_doors: Vec<LoneDoor>) -> Self {
        let inner = |block: &BlockPlan| block.edges.iter().filter(|edge| edge.joins.is_some()).count();
        Self {
            blocks: plan.blocks.len(),
            cells: plan.blocks.iter().map(|block| block.cells as usize).sum(),
            edges: plan.blocks.iter().map(inner).sum(),
            doors: plan.doors.len(),
            blocks_without_door: plan.blocks_without_door(),
            doors_to_nowhere: lone_doors,
        }
    }
}

impl fmt::Display for PlanReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { blocks, cells, edges, doors, .. } = self;
        let [blocks_in_words, cells, edges] =
            [(*blocks, "block"), (*cells, "cell"), (*edges, "edge")].map(|(count, what)| counted(count, what));
        write!(f, "{blocks_in_words}, {cells}, {edges} between cells, {}", counted(*doors, "door"))?;
        // A single block needs no door.
        if *blocks > 1 {
            for block in self.blocks_without_door.iter().take(LISTED) {
                write!(f, "\n{block} has no door: creatures can neither enter nor leave it")?;
            }
            and_more(f, self.blocks_without_door.len(), "without a door")?;
        }
        for LoneDoor { block, vertices: [a, b] } in self.doors_to_nowhere.iter().take(LISTED) {
            write!(f, "\nthe door of {block} between vertices {a} and {b} leads to no other block: ")?;
            f.write_str("no edge of another block is within reach")?;
        }
        and_more(f, self.doors_to_nowhere.len(), "that lead to no other block")
    }
}

/// Number of entries of a kind that the text lists. The JSON lists all.
const LISTED: usize = 10;

fn and_more(f: &mut fmt::Formatter<'_>, all: usize, what: &str) -> fmt::Result {
    if all > LISTED { write!(f, "\nand {} more {what}", all - LISTED) } else { Ok(()) }
}
