//! `Floors`: the floors of a dungeon's blocks, and the search for the cell of a point.

mod floor;

use std::collections::HashMap;

use crate::formats::bms;
use crate::formats::dof::Dof;
use crate::geometry::vec3::distance_squared;
use crate::mesh::{FloorHit, SnapHit};

use super::choices::{self, RETRIES, VOXEL};
use super::{BlockId, CellId, CellRef, FloorPlan, Placement};

pub use floor::Floor;

/// The floors of all blocks of a dungeon: the triangles of its `.bms` files, placed by its `.dof`.
///
/// ```
/// use walkmesh::formats::bms::{Cell, NavMesh, Vertex};
/// use walkmesh::formats::dof::{Block, Dof, Voxel};
/// use walkmesh::silkroad::{Floors, CellRef};
///
/// // One triangle, 50 units up, in a dungeon of one voxel.
/// let corners = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [0.0, 0.0, 100.0]];
/// let vertices = corners.map(|position| Vertex { position: position.into(), normal_index: 0 }).into();
/// let mesh = NavMesh { vertices, cells: vec![Cell { vertices: [0, 1, 2], ..Cell::default() }], ..NavMesh::default() };
/// let mut dof = Dof::default();
/// dof.blocks.blocks.push(Block { position: [0.0, 50.0, 0.0].into(), ..Block::default() });
/// dof.grid.voxels.push(Voxel { id: 0, ..Voxel::default() });
/// dof.grid.voxels[0].blocks.indices.push(0);
///
/// let floors = Floors::new(&dof, vec![Some(mesh)]);
/// let found = floors.locate([10.0, 60.0, 10.0]).expect("is above the triangle");
/// assert_eq!((found.face, found.height), (CellRef::new(0, 0), 50.0));
/// assert_eq!(floors.locate([90.0, 60.0, 90.0]), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Floors {
    floors: Vec<Option<Floor>>,
    /// The origin of the voxels, in dungeon space.
    origin: [f32; 3],
    voxels: HashMap<u32, Vec<u32>>,
}

impl Floors {
    /// The floors of a dungeon. `meshes` has one entry for each block of the `.dof`: its mesh, or `None` where it is
    /// not known.
    #[must_use]
    pub fn new(dof: &Dof, meshes: Vec<Option<bms::NavMesh>>) -> Self {
        let mut meshes = meshes.into_iter();
        let floors = dof.blocks.blocks.iter().map(|block| {
            let placement = Placement { position: block.position.into(), yaw_radians: block.yaw };
            meshes.next().flatten().map(|mesh| Floor::new(mesh, placement))
        });
        Self {
            floors: floors.collect(),
            origin: dof.bounding_boxes.first.min.into(),
            voxels: dof.grid.voxels.iter().map(|voxel| (voxel.id, voxel.blocks.indices.clone())).collect(),
        }
    }

    /// The floor of a block.
    #[must_use]
    pub fn floor(&self, block: BlockId) -> Option<&Floor> {
        self.floors.get(block.index())?.as_ref()
    }

    /// All floors at a point of the plan view, [x, z] in dungeon space, by ascending height: in all blocks, regardless of their voxels.
    /// Borders belong to the cells.
    #[must_use]
    pub fn floors_at(&self, at: [f32; 2]) -> Vec<FloorHit<CellRef>> {
        let mut all: Vec<_> =
            self.of_blocks().flat_map(|(block, floor)| floor.floors_at(at).into_iter().map(in_block(block))).collect();
        all.sort_by(|a, b| a.height.total_cmp(&b.height));
        all
    }

    /// The highest floor that is at most `reach` below a point in dungeon space, or at its height.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit<CellRef>> {
        let [x, y, z] = point.into();
        let is_near = |floor: &FloorHit<CellRef>| floor.height <= y && y - floor.height <= reach;
        self.floors_at([x, z]).into_iter().rev().find(is_near)
    }

    /// The lowest floor that is at most `reach` above a point in dungeon space, or at its height.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit<CellRef>> {
        let [x, y, z] = point.into();
        let is_near = |floor: &FloorHit<CellRef>| floor.height >= y && floor.height - y <= reach;
        self.floors_at([x, z]).into_iter().find(is_near)
    }

    /// The floor that is nearest in height to a point in dungeon space, at most `reach` above or below it; the lower one in a tie.
    #[must_use]
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit<CellRef>> {
        let [x, y, z] = point.into();
        let away = |floor: &FloorHit<CellRef>| (floor.height - y).abs();
        let near = self.floors_at([x, z]).into_iter().filter(|floor| away(floor) <= reach);
        near.min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// The cell that a point in dungeon space is in, found as the game does it (`docs/formats/dof-bms.md#locate`): the point's voxel lists
    /// blocks, and among their floors at the point's x and z, the one nearest in height is taken. If none is found, the search continues [1
    /// unit off](RETRIES).
    #[must_use]
    pub fn locate(&self, point: impl Into<[f32; 3]>) -> Option<FloorHit<CellRef>> {
        let point = point.into();
        self.locate_exactly(point).or_else(|| {
            let [x, y, z] = point;
            let near = RETRIES.iter().filter_map(|[dx, dz]| self.locate_exactly([x + dx, y, z + dz]));
            near.min_by(|a, b| (a.height - y).abs().total_cmp(&(b.height - y).abs()))
        })
    }

    /// The position on any floor that is nearest to a point in dungeon space, at most `reach` game units away. It examines every cell.
    #[must_use]
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Option<SnapHit<CellRef>> {
        self.nearest(point.into().map(f64::from), |point| point, reach)
    }

    /// The position on any floor that is nearest to a point of the plan view, [x, z] in dungeon space, whatever its height; otherwise like
    /// [`snap`](Self::snap).
    #[must_use]
    pub fn snap_in_plan(&self, [x, z]: [f32; 2], reach: f64) -> Option<SnapHit<CellRef>> {
        self.nearest([x, 0.0, z].map(f64::from), |[x, _, z]| [x, 0.0, z], reach)
    }

    fn nearest(&self, point: [f64; 3], seen: fn([f64; 3]) -> [f64; 3], reach: f64) -> Option<SnapHit<CellRef>> {
        let found = self.of_blocks().filter_map(|(block, floor)| Some((block, floor.snap(point, seen)?)));
        let (block, (position, _)) = found.min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1))?;
        let distance = distance_squared(seen(position.point.map(f64::from)), point).sqrt();
        let position = position.map(|cell| CellRef { block, cell });
        (distance <= reach).then_some(SnapHit { position, distance })
    }

    pub(super) fn of_blocks(&self) -> impl Iterator<Item = (BlockId, &Floor)> {
        (0..).map(BlockId).zip(&self.floors).filter_map(|(block, floor)| Some((block, floor.as_ref()?)))
    }

    fn locate_exactly(&self, point: [f32; 3]) -> Option<FloorHit<CellRef>> {
        let voxel = |axis: usize| ((f64::from(point[axis]) - f64::from(self.origin[axis])) / VOXEL).floor() as i64;
        let blocks = self.voxels.get(&choices::voxel_id([voxel(0), voxel(1), voxel(2)])?)?;
        let found = blocks
            .iter()
            .map(|&block| BlockId(block))
            .filter_map(|block| Some(in_block(block)(self.floor(block)?.floor_nearest(point)?)));
        found.min_by(|a, b| (a.height - point[1]).abs().total_cmp(&(b.height - point[1]).abs()))
    }

    /// The floors as the input of [`Plan::of_floors`](super::Plan::of_floors). Blocks without a mesh have no cells.
    #[must_use]
    pub fn to_plans(&self, dof: &Dof) -> Vec<FloorPlan> {
        let plan = |(floor, block): (&Option<Floor>, &crate::formats::dof::Block)| FloorPlan {
            connected: Some(block.connected.indices.iter().map(|&block| BlockId(block)).collect()),
            ..floor.as_ref().map(Floor::to_plan).unwrap_or_default()
        };
        self.floors.iter().zip(&dof.blocks.blocks).map(plan).collect()
    }
}

/// Names the cell of a block in the dungeon.
fn in_block(block: BlockId) -> impl Fn(FloorHit<CellId>) -> FloorHit<CellRef> {
    move |floor| floor.map(|cell| CellRef { block, cell })
}
