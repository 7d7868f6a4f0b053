//! The floors of a dungeon: the triangles of its `.bms` files where its `.dof` puts them, and the cell that a point is
//! in.

use std::collections::HashMap;

use crate::formats::bms::{self, edge_flags};
use crate::formats::dof::Dof;
use crate::mesh::snap::{nearest_of_triangle, square_distance};
use crate::mesh::{HeightGrid, MeshError, NavMesh, Overview};

use super::choices::{self, RETRIES, VOXEL};
use super::place::turned;
use super::{BlockId, CellId, FloorPlan, Place, Placement};
use crate::parallel;

/// The floor of a block, where it stands.
///
/// Every cell is floor, whichever way its corners run: a `.bms` has cells for the ground alone, the format gives them no
/// side, and no real file was at hand to show in which order their corners run.
#[derive(Clone, Debug)]
pub struct Floor {
    mesh: bms::NavMesh,
    placement: Placement,
    /// The triangles in the block's own space, with y and z changed: heights are the grid's z.
    grid: HeightGrid,
}

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
    /// The cell: of the `.bms`, which is the tables' only where [`fit`](super::fit) says so.
    pub place: Place,
    /// The floor's height there, in dungeon space.
    pub height: f32,
}

impl Floor {
    /// The floor of a block.
    pub fn new(mesh: bms::NavMesh, placement: Placement) -> Self {
        // A triangle with a corner that does not exist is nowhere.
        let triangle = |cell: &bms::Cell| corners(&mesh, cell).unwrap_or([[f32::NAN; 3]; 3]).map(turned);
        let triangles: Vec<_> = mesh.cells.iter().map(triangle).collect();
        Self { grid: HeightGrid::new(&triangles, |_| 1), mesh, placement }
    }

    /// The floor as it is on disk.
    pub const fn mesh(&self) -> &bms::NavMesh {
        &self.mesh
    }

    /// Where it stands.
    pub const fn placement(&self) -> Placement {
        self.placement
    }

    /// The corners of a cell in dungeon space, if the cell and its corners exist.
    pub fn corners(&self, cell: CellId) -> Option<[[f32; 3]; 3]> {
        let corners = corners(&self.mesh, self.mesh.cells.get(cell.index())?)?;
        Some(corners.map(|corner| self.placement.to_dungeon(corner)))
    }

    /// The ends of an edge of the outline or the inline, in dungeon space, if they exist.
    pub fn ends(&self, edge: &bms::Edge) -> Option<[[f32; 3]; 2]> {
        let [a, b] = edge.vertices.map(|vertex| self.mesh.vertices.get(usize::from(vertex)));
        Some([a?, b?].map(|vertex| self.placement.to_dungeon(vertex.position)))
    }

    /// The cell at a point's x and z whose floor is nearest to it in height, and that height; borders belong to the
    /// cells.
    pub fn locate(&self, point: impl Into<[f32; 3]>) -> Option<(CellId, f32)> {
        let point = turned(self.placement.to_block(point));
        let found = self.grid.floor_nearest(point, f32::INFINITY, 1)?;
        Some((CellId(found.face), found.height + self.placement.position[1]))
    }

    /// All cells at a place in dungeon space, and how high their floors are there, by ascending height; borders belong
    /// to the cells.
    pub fn all(&self, x: f32, z: f32) -> Vec<(CellId, f32)> {
        let [x, y, _] = turned(self.placement.to_block([x, 0.0, z]));
        let found = self.grid.floors_at([x, y], 1).into_iter();
        found.map(|found| (CellId(found.face), found.height + self.placement.position[1])).collect()
    }

    /// The position on the floor that is nearest to a point in dungeon space, where points are `seen` so; the cell, and
    /// the square of the distance. The position lies in the cell, as far as f32 and the placement can tell.
    fn snap(&self, point: [f64; 3], seen: fn([f64; 3]) -> [f64; 3]) -> Option<(CellId, [f32; 3], f64)> {
        let cells = (0..self.mesh.cells.len() as u32).map(CellId);
        let cells = cells.filter_map(|cell| {
            let corners = self.corners(cell)?.map(|corner| corner.map(f64::from));
            let near = nearest_of_triangle(corners.map(seen), point);
            let square = square_distance(near, point);
            square.is_finite().then_some((cell, corners, near, square))
        });
        let (cell, corners, near, square) = cells.min_by(|a, b| a.3.total_cmp(&b.3))?;
        let middle: [f64; 3] =
            std::array::from_fn(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0);
        // Rounding may take it off the cell: then it is drawn in towards the middle.
        let shares = std::iter::once(0.0).chain((1..=22).rev().map(|steps| 0.5_f64.powi(steps)));
        let drawn =
            shares.map(|share| std::array::from_fn(|axis| (near[axis] + (middle[axis] - near[axis]) * share) as f32));
        let is_in = |&[x, _, z]: &[f32; 3]| self.all(x, z).iter().any(|(other, _)| *other == cell);
        let [x, y, z] = drawn.into_iter().find(is_in).unwrap_or(near.map(|value| value as f32));
        let height = self.all(x, z).iter().find(|(other, _)| *other == cell).map(|&(_, height)| height);
        Some((cell, [x, height.unwrap_or(y), z], square))
    }

    /// Where the cells are, and how the inner edges join them, with positions in dungeon space.
    ///
    /// # Errors
    /// [`MeshError`] for more cells than a mesh can have.
    pub fn overview(&self) -> Result<Overview<([f32; 3], CellId)>, MeshError> {
        let vertices: Vec<_> =
            self.mesh.vertices.iter().map(|vertex| self.placement.to_dungeon(vertex.position)).collect();
        let nowhere = vertices.len() as u32;
        let vertices = vertices.into_iter().map(turned).chain([[f32::NAN; 3]]).collect();
        let corner = |vertex: u16| u32::from(vertex).min(nowhere);
        let cells: Vec<_> = self.mesh.cells.iter().map(|cell| cell.vertices.map(corner)).collect();
        let mesh = NavMesh::new(vertices, &cells, |_| true, &self.neighbours())?;
        let mut overview = mesh.overview().map(|place| (turned(place.point), CellId(place.face)));
        let turn = |bounds: &mut [[f32; 3]; 2]| *bounds = bounds.map(turned);
        overview.bounds.iter_mut().for_each(turn);
        overview.parts.iter_mut().for_each(|part| turn(&mut part.bounds));
        Ok(overview)
    }

    /// The cell across each side of each cell, as the inner edges say.
    fn neighbours(&self) -> Vec<[Option<u32>; 3]> {
        let cells = &self.mesh.cells;
        let mut rows = vec![[None; 3]; cells.len()];
        for edge in &self.mesh.inline {
            for (from, to) in [(edge.src_cell, edge.dst_cell), (edge.dst_cell, edge.src_cell)] {
                let (Some(cell), true) = (cells.get(usize::from(from)), usize::from(to) < cells.len()) else {
                    continue;
                };
                let [a, b] = edge.vertices;
                let is_it = |side: &usize| {
                    let ends = [cell.vertices[*side], cell.vertices[(*side + 1) % 3]];
                    ends == [a, b] || ends == [b, a]
                };
                if let Some(side) = (0..3).find(is_it) {
                    rows[usize::from(from)][side] = Some(u32::from(to));
                }
            }
        }
        rows
    }

    /// The floor as what a plan is made from: doors are the outline's edges that are marked as such.
    pub fn to_plan(&self) -> FloorPlan {
        let doors = self.mesh.outline.iter().filter(|edge| edge.flag & edge_flags::GLOBAL != 0);
        FloorPlan {
            vertices: self.mesh.vertices.iter().map(|vertex| vertex.position.into()).collect(),
            triangles: self.mesh.cells.iter().map(|cell| cell.vertices.map(u32::from)).collect(),
            placement: self.placement,
            doors: Some(doors.map(|edge| edge.vertices.map(u32::from)).collect()),
            connected: None,
            door_reach: None,
        }
    }
}

/// The corners of a cell in the block's space, if they exist.
fn corners(mesh: &bms::NavMesh, cell: &bms::Cell) -> Option<[[f32; 3]; 3]> {
    let [a, b, c] = cell.vertices.map(|vertex| mesh.vertices.get(usize::from(vertex)));
    Some([a?, b?, c?].map(|vertex| vertex.position.into()))
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
        let distance = square_distance(seen(at.map(f64::from)), point).sqrt();
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
