//! `Floors`: the floors of a dungeon's blocks, and the cell that a point is in.

mod floor;

use std::collections::HashMap;

use crate::formats::bms;
use crate::formats::dof::Dof;
use crate::geometry::vec3::distance_squared;
use crate::parallel;

use super::choices::{self, RETRIES, VOXEL};
use super::{BlockId, FloorPlan, Place, Placement};

pub use floor::Floor;

/// The floors of all blocks of a dungeon.
///
/// ```
/// use walkmesh::formats::bms::{Cell, NavMesh, Vertex};
/// use walkmesh::formats::dof::{Block, Dof, Voxel};
/// use walkmesh::silkroad::{Floors, Place};
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
/// assert_eq!((found.place, found.height), (Place::new(0, 0), 50.0));
/// assert_eq!(floors.locate([90.0, 60.0, 90.0]), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Floors {
    floors: Vec<Option<Floor>>,
    /// Where voxels are counted from.
    origin: [f32; 3],
    voxels: HashMap<u32, Vec<u32>>,
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    /// The cell: of the `.bms`, which is the tables' only where [`fit`](super::research::fit) says so.
    pub place: Place,
    /// The floor's height there, in dungeon space.
    pub height: f32,
}

impl Floors {
    /// The floors of a dungeon: a mesh for each block of the `.dof`, as far as there are any.
    pub fn new(dof: &Dof, meshes: Vec<Option<bms::NavMesh>>) -> Self {
        let mut meshes = meshes.into_iter();
        let floors = dof.blocks.blocks.iter().map(|block| {
            let placement = Placement { position: block.position.into(), yaw: block.yaw };
            meshes.next().flatten().map(|mesh| Floor::new(mesh, placement))
        });
        Self {
            floors: floors.collect(),
            origin: dof.bounding_boxes.first.min.into(),
            voxels: dof.grid.voxels.iter().map(|voxel| (voxel.id, voxel.blocks.indices.clone())).collect(),
        }
    }

    /// The floor of a block.
    pub fn floor(&self, block: BlockId) -> Option<&Floor> {
        self.floors.get(block.index())?.as_ref()
    }

    /// All floors at a place in dungeon space, one above the other, by ascending height: of all blocks, whatever voxels
    /// they are in.
    pub fn all(&self, x: f32, z: f32) -> Vec<Located> {
        let floors = self.floors.iter().zip((0..).map(BlockId));
        let floors = floors.filter_map(|(floor, block)| Some((floor.as_ref()?, block)));
        let mut all: Vec<_> = floors
            .flat_map(|(floor, block)| {
                let found = floor.all(x, z).into_iter();
                found.map(move |(cell, height)| Located { place: Place { block, cell }, height })
            })
            .collect();
        all.sort_by(|a, b| a.height.total_cmp(&b.height));
        all
    }

    /// The cell that a point in dungeon space is in: of all floors at its x and z, the one nearest in height, in the
    /// blocks that the point's voxel knows. Where there is none, it is [looked for](RETRIES) 1 unit off.
    pub fn locate(&self, point: impl Into<[f32; 3]>) -> Option<Located> {
        let point = point.into();
        self.locate_exactly(point).or_else(|| {
            let [x, y, z] = point;
            let near = RETRIES.iter().filter_map(|[dx, dz]| self.locate_exactly([x + dx, y, z + dz]));
            near.min_by(|a, b| (a.height - y).abs().total_cmp(&(b.height - y).abs()))
        })
    }

    /// The position on any floor that is nearest to a point in dungeon space, and how far away it is, in game units. It
    /// looks at every cell.
    pub fn snap(&self, point: impl Into<[f32; 3]>) -> Option<(Place, [f32; 3], f64)> {
        self.nearest(point.into().map(f64::from), |point| point)
    }

    /// The position on any floor that is nearest to a place seen from above, whatever its height; else as
    /// [`snap`](Self::snap).
    pub fn snap_in_plan(&self, x: f32, z: f32) -> Option<(Place, [f32; 3], f64)> {
        self.nearest([x, 0.0, z].map(f64::from), |[x, _, z]| [x, 0.0, z])
    }

    fn nearest(&self, point: [f64; 3], seen: fn([f64; 3]) -> [f64; 3]) -> Option<(Place, [f32; 3], f64)> {
        let floors = (0..).map(BlockId).zip(&self.floors);
        let found = floors.filter_map(|(block, floor)| Some((block, floor.as_ref()?.snap(point, seen)?)));
        let (block, (cell, at, _)) = found.min_by(|(_, a), (_, b)| a.2.total_cmp(&b.2))?;
        let distance = distance_squared(seen(at.map(f64::from)), point).sqrt();
        Some((Place { block, cell }, at, distance))
    }

    /// The cells of many points, on all cores; in order.
    pub fn locate_all(&self, points: &[[f32; 3]]) -> Vec<Option<Located>> {
        parallel::map(points, |&point| self.locate(point))
    }

    fn locate_exactly(&self, point: [f32; 3]) -> Option<Located> {
        let voxel = |axis: usize| ((f64::from(point[axis]) - f64::from(self.origin[axis])) / VOXEL).floor() as i64;
        let blocks = self.voxels.get(&choices::voxel_id([voxel(0), voxel(1), voxel(2)])?)?;
        let found = blocks.iter().map(|&block| BlockId(block)).filter_map(|block| {
            let (cell, height) = self.floor(block)?.locate(point)?;
            Some(Located { place: Place { block, cell }, height })
        });
        found.min_by(|a, b| (a.height - point[1]).abs().total_cmp(&(b.height - point[1]).abs()))
    }

    /// The floors as what a plan is made from, for a bake. Blocks without a mesh have no cells.
    pub fn to_plans(&self, dof: &Dof) -> Vec<FloorPlan> {
        let plan = |(floor, block): (&Option<Floor>, &crate::formats::dof::Block)| FloorPlan {
            connected: Some(block.connected.indices.iter().map(|&block| BlockId(block)).collect()),
            ..floor.as_ref().map(Floor::to_plan).unwrap_or_default()
        };
        self.floors.iter().zip(&dof.blocks.blocks).map(plan).collect()
    }
}
