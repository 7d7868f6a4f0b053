//! `Floor`: the triangles of a block's `.bms`, placed by its `.dof`.

use crate::formats::bms::{self, edge_flags};
use crate::geometry::ends_of_side;
use crate::geometry::triangle::nearest_point;
use crate::geometry::vec3::distance_squared;
use crate::mesh::{FloorHit, HeightGrid, MeshError, NavMesh, Overview, Position};
use crate::silkroad::placement::turned;
use crate::silkroad::{CellId, FloorPlan, Placement};

/// The floor of a block, placed in the dungeon.
///
/// Every cell is floor, whatever its winding: a `.bms` has cells for the ground only, the format does not define which side is up, and no
/// real file was found that shows the winding.
#[derive(Clone, Debug)]
pub struct Floor {
    mesh: bms::NavMesh,
    placement: Placement,
    /// The triangles in the block's own space, with y and z swapped, so that heights are the grid's z.
    grid: HeightGrid,
}

impl Floor {
    /// The floor of a block.
    #[must_use]
    pub fn new(mesh: bms::NavMesh, placement: Placement) -> Self {
        // A triangle with a corner that does not exist has no position.
        let triangle = |cell: &bms::Cell| corners(&mesh, cell).unwrap_or([[f32::NAN; 3]; 3]).map(turned);
        let triangles: Vec<_> = mesh.cells.iter().map(triangle).collect();
        Self { grid: HeightGrid::new(&triangles, |_| 1), mesh, placement }
    }

    /// The floor as it is on disk.
    #[must_use]
    pub const fn mesh(&self) -> &bms::NavMesh {
        &self.mesh
    }

    /// Its placement in the dungeon.
    #[must_use]
    pub const fn placement(&self) -> Placement {
        self.placement
    }

    /// The corners of a cell in dungeon space, if the cell and its corners exist.
    #[must_use]
    pub fn corners(&self, cell: CellId) -> Option<[[f32; 3]; 3]> {
        let corners = corners(&self.mesh, self.mesh.cells.get(cell.index())?)?;
        Some(corners.map(|corner| self.placement.to_dungeon(corner)))
    }

    /// The ends of an edge of the outline or the inline, in dungeon space, if they exist.
    #[must_use]
    pub fn ends(&self, edge: &bms::Edge) -> Option<[[f32; 3]; 2]> {
        let [a, b] = edge.vertices.map(|vertex| self.mesh.vertices.get(usize::from(vertex)));
        Some([a?, b?].map(|vertex| self.placement.to_dungeon(vertex.position)))
    }

    /// The cell at a point's x and z whose floor is nearest to it in height; borders belong to the cells. The point and the
    /// height are in dungeon space.
    #[must_use]
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>) -> Option<FloorHit<CellId>> {
        let point = turned(self.placement.to_block(point));
        self.grid.floor_nearest(point, f32::INFINITY, 1).map(|found| self.placed(found))
    }

    /// All cells at a point of the plan view, [x, z] in dungeon space, by ascending height; borders belong to the cells.
    #[must_use]
    pub fn floors_at(&self, [x, z]: [f32; 2]) -> Vec<FloorHit<CellId>> {
        let [x, y, _] = turned(self.placement.to_block([x, 0.0, z]));
        self.grid.floors_at([x, y], 1).into_iter().map(|found| self.placed(found)).collect()
    }

    /// Converts a floor of the grid to dungeon space. A cell has no side, so it faces up whatever its winding.
    fn placed(&self, found: FloorHit) -> FloorHit<CellId> {
        let height = found.height + self.placement.position[1];
        FloorHit { face: CellId(found.face), height, faces_up: true }
    }

    /// The position on the floor that is nearest to a point in dungeon space, with points mapped by `seen`, and the squared distance. The
    /// position lies in the cell, up to the rounding of f32 and the placement.
    pub(super) fn snap(&self, point: [f64; 3], seen: fn([f64; 3]) -> [f64; 3]) -> Option<(Position<CellId>, f64)> {
        let cells = (0..self.mesh.cells.len() as u32).map(CellId);
        let cells = cells.filter_map(|cell| {
            let corners = self.corners(cell)?.map(|corner| corner.map(f64::from));
            let near = nearest_point(corners.map(seen), point);
            let square = distance_squared(near, point);
            square.is_finite().then_some((cell, corners, near, square))
        });
        let (cell, corners, near, square) = cells.min_by(|a, b| a.3.total_cmp(&b.3))?;
        let middle: [f64; 3] =
            std::array::from_fn(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0);
        // Rounding may move the point off the cell. Then it is moved towards the middle of the cell.
        let shares = std::iter::once(0.0).chain((1..=22).rev().map(|steps| 0.5_f64.powi(steps)));
        let drawn =
            shares.map(|share| std::array::from_fn(|axis| (near[axis] + (middle[axis] - near[axis]) * share) as f32));
        let at = |x, z| self.floors_at([x, z]).into_iter().find(|floor| floor.face == cell);
        let [x, y, z] =
            drawn.into_iter().find(|&[x, _, z]| at(x, z).is_some()).unwrap_or(near.map(|value| value as f32));
        let height = at(x, z).map_or(y, |floor| floor.height);
        Some((Position::new([x, height, z], cell), square))
    }

    /// Bounds, areas and connected parts of the cells, as the inner edges join them. Positions are in dungeon space.
    ///
    /// # Errors
    /// [`MeshError`] if there are more cells than a mesh can have.
    pub fn overview(&self) -> Result<Overview<Position<CellId>>, MeshError> {
        let mesh = self.nav_mesh()?;
        let mut overview = mesh.overview().map(|sample| Position::new(turned(sample.point), CellId(sample.face)));
        let turn = |bounds: &mut [[f32; 3]; 2]| *bounds = bounds.map(turned);
        overview.bounds.iter_mut().for_each(turn);
        overview.parts.iter_mut().for_each(|part| turn(&mut part.bounds));
        Ok(overview)
    }

    /// For each cell, the number of its connected part, as in the [overview](Self::overview); `None` for a cell without a position.
    #[cfg(feature = "picture")]
    pub(in crate::silkroad) fn connected_parts(&self) -> Result<Vec<Option<u32>>, MeshError> {
        let mesh = self.nav_mesh()?;
        Ok((0..self.mesh.cells.len() as u32).map(|cell| mesh.connected_part(cell)).collect())
    }

    /// The cells as a mesh whose z is up.
    pub(in crate::silkroad) fn nav_mesh(&self) -> Result<NavMesh, MeshError> {
        let vertices: Vec<_> =
            self.mesh.vertices.iter().map(|vertex| self.placement.to_dungeon(vertex.position)).collect();
        let nowhere = vertices.len() as u32;
        let vertices = vertices.into_iter().map(turned).chain([[f32::NAN; 3]]).collect();
        let corner = |vertex: u16| u32::from(vertex).min(nowhere);
        let cells: Vec<_> = self.mesh.cells.iter().map(|cell| cell.vertices.map(corner)).collect();
        NavMesh::new(vertices, &cells, |_| true, &self.neighbours())
    }

    /// For each side of each cell, the cell across it, according to the inner edges.
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
                    let ends = ends_of_side(&cell.vertices, *side);
                    ends == [a, b] || ends == [b, a]
                };
                if let Some(side) = (0..3).find(is_it) {
                    rows[usize::from(from)][side] = Some(u32::from(to));
                }
            }
        }
        rows
    }

    /// The floor as the input of a plan. Its doors are the edges of the outline that are flagged as doors.
    #[must_use]
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
