//! A Silkroad dungeon described as JSON, for `walkmesh bake`.
//!
//! Either its blocks with their cells, edges and doors, or the triangle floors from which the library finds them.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;
use walkmesh::silkroad::{
    BlockId, BlockPlan, CellId, DoorPlan, DoorSide, EdgeId, EdgePlan, FloorPlan, Placement, Plan,
};

use crate::obj;

/// What the JSON says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// The region: 32768 and the dungeon's number.
    region: u16,
    blocks: Option<Vec<Block>>,
    #[serde(default)]
    doors: Vec<[Side; 2]>,
    floors: Option<Vec<Floor>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    index: Option<u32>,
    cells: u32,
    edges: Vec<Edge>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edge {
    centre: [f32; 3],
    joins: Option<[u32; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    block: u32,
    cell: u32,
    edge: u32,
}

/// The floor of a block: in the JSON itself, or in an OBJ beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Floor {
    obj: Option<String>,
    #[serde(default)]
    vertices: Vec<[f32; 3]>,
    #[serde(default)]
    triangles: Vec<[u32; 3]>,
    #[serde(default)]
    position: [f32; 3],
    #[serde(default)]
    yaw: f32,
    doors: Option<Vec<[u32; 2]>>,
    connected: Option<Vec<u32>>,
}

/// Whether the bytes of a file that is of no known format look like a description.
pub fn looks_like_one(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Reads a description; its OBJ files are looked for in the folder of `path`.
pub fn read(path: &Path, bytes: &[u8]) -> anyhow::Result<Plan> {
    let Description { region, blocks, doors, floors } = serde_json::from_slice(bytes).context("is no description")?;
    match (blocks, floors) {
        (Some(blocks), None) => Ok(Plan {
            region,
            blocks: blocks.into_iter().map(BlockPlan::from).collect(),
            doors: doors.into_iter().map(|sides| DoorPlan { sides: sides.map(DoorSide::from) }).collect(),
        }),
        (None, Some(floors)) if doors.is_empty() => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let floors = floors.into_iter().map(|floor| floor.read(folder)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(Plan::of_floors(region, &floors)?)
        }
        (None, Some(_)) => bail!("has `doors` beside `floors`, which have their own"),
        _ => bail!("needs either `blocks` or `floors`"),
    }
}

impl Floor {
    fn read(self, folder: &Path) -> anyhow::Result<FloorPlan> {
        let (vertices, triangles) = match &self.obj {
            None => (self.vertices, self.triangles),
            Some(_) if !(self.vertices.is_empty() && self.triangles.is_empty()) => {
                bail!("has a floor with an `obj` and also `vertices` or `triangles`")
            }
            Some(name) => {
                let text = fs::read_to_string(folder.join(name)).with_context(|| format!("the floor {name}"))?;
                obj::read(&text).with_context(|| format!("the floor {name}"))?
            }
        };
        Ok(FloorPlan {
            vertices,
            triangles,
            placement: Placement { position: self.position, yaw: self.yaw },
            doors: self.doors,
            connected: self.connected.map(|blocks| blocks.into_iter().map(BlockId).collect()),
        })
    }
}

impl From<Block> for BlockPlan {
    fn from(Block { index, cells, edges }: Block) -> Self {
        let edge = |Edge { centre, joins }| EdgePlan { centre, joins: joins.map(|cells| cells.map(CellId)) };
        Self { index, cells, edges: edges.into_iter().map(edge).collect() }
    }
}

impl From<Side> for DoorSide {
    fn from(Side { block, cell, edge }: Side) -> Self {
        Self { block: BlockId(block), cell: CellId(cell), edge: EdgeId(edge) }
    }
}
