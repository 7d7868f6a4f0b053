//! [`Navigator`]: a walkmesh with the indices that its queries need.

mod floors;
mod games_rule;
mod mask;
mod nav_mesh;
mod paths;
mod rays;
mod route;
mod route_step;
mod route_tables;
mod sight;
mod tile_of;

use std::sync::{Arc, OnceLock};

use crate::mesh::{HeightGrid, MeshError, NavMesh, RayBvh, Triangle};

use super::{TileId, TriangleId, Walkmesh};

pub use games_rule::triangle_by_the_games_rule;
pub use mask::FaceMask;
pub use route_step::RouteStep;
use route_tables::RouteTables;
pub use sight::sees_over_the_floor;
use tile_of::TileOf;

/// A walkmesh with the indices that its queries need. Each index is built once, when the first query needs it.
///
/// Whatever reads can be queried, also what is not baked or damaged: then a query may find less.
///
/// ```
/// use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, FaceMask, Navigator};
///
/// let vertices = [[0.0, 0.0, 2.0], [18.0, 0.0, 2.0], [18.0, 9.0, 2.0], [0.0, 9.0, 2.0]];
/// let face = |corners| BuildFace { corners, walkable: true, floor: None };
/// let mut area = nwn2::build(&vertices, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default())?.walkmesh;
/// area.bake(&BakeOptions::default())?;
///
/// let navigator = Navigator::new(area);
/// let floor = navigator.floor_nearest([4.0, 5.0, 2.5], f32::INFINITY, FaceMask::ALL).expect("a floor");
/// assert_eq!(floor.height, 2.0);
///
/// let start = navigator.position_at([1.0, 4.0, 2.0], 1.0)?.expect("a floor");
/// let goal = navigator.position_at([17.0, 4.0, 2.0], 1.0)?.expect("a floor");
/// assert_eq!(navigator.shortest_path(start, goal)?.length, 16.0);
/// assert_eq!(navigator.stored_route(start, goal)?.islands().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Navigator {
    walkmesh: Arc<Walkmesh>,
    route_tables: OnceLock<RouteTables>,
    heights: OnceLock<HeightGrid>,
    rays: OnceLock<RayBvh>,
    nav_mesh: OnceLock<Result<NavMesh, MeshError>>,
}

impl Navigator {
    /// A navigator on a walkmesh, which it does not copy: give it the walkmesh, or share it (an [`Arc`]), as
    /// [`Terrain::shared_walkmesh`](super::Terrain::shared_walkmesh) does.
    pub fn new(walkmesh: impl Into<Arc<Walkmesh>>) -> Self {
        Self {
            walkmesh: walkmesh.into(),
            route_tables: OnceLock::new(),
            heights: OnceLock::new(),
            rays: OnceLock::new(),
            nav_mesh: OnceLock::new(),
        }
    }

    /// The walkmesh.
    pub fn walkmesh(&self) -> &Walkmesh {
        &self.walkmesh
    }

    /// Gives the walkmesh back.
    #[must_use]
    pub fn into_inner(self) -> Arc<Walkmesh> {
        self.walkmesh
    }

    /// The tile that holds a triangle.
    pub fn tile_of(&self, face: TriangleId) -> Option<TileId> {
        self.tiles().tile(face)
    }

    /// The walkable triangles, joined as the file links them, for queries that [`NavMesh`] has beyond these. It names a
    /// triangle by its index.
    ///
    /// # Errors
    /// When there are more triangles than a [`NavMesh`] can number.
    pub fn nav_mesh(&self) -> Result<&NavMesh, MeshError> {
        self.nav_mesh.get_or_init(|| nav_mesh::of(&self.walkmesh)).as_ref().map_err(|error| *error)
    }

    fn tiles(&self) -> &TileOf {
        &self.route_tables().tile_of
    }

    fn route_tables(&self) -> &RouteTables {
        self.route_tables.get_or_init(|| RouteTables::new(&self.walkmesh))
    }

    fn heights(&self) -> &HeightGrid {
        self.heights.get_or_init(|| HeightGrid::new(&self.triangles(), |face| mask::floor_class(&self.walkmesh, face)))
    }

    fn rays(&self) -> &RayBvh {
        self.rays.get_or_init(|| RayBvh::on_one_thread(&self.triangles(), |face| mask::class(&self.walkmesh, face)))
    }

    /// The corners of each triangle. A triangle that names a missing vertex has no place (NaN), so that nothing finds it.
    fn triangles(&self) -> Vec<Triangle> {
        self.walkmesh.triangles().map(|triangle| triangle.points().unwrap_or([[f32::NAN; 3]; 3])).collect()
    }
}
