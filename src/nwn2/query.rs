//! [`Navigator`]: a walkmesh with the indices that its queries need.

mod games_rule;
mod ground;
mod route;
mod route_step;
mod route_tables;
mod sight;
mod tile_of;

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::mesh::{self, MeshError, Overview, Position};

use super::{TileId, TriangleId, Walkmesh};

pub use games_rule::triangle_by_the_games_rule;
pub use ground::FaceMask;
pub use route_step::RouteStep;
use route_tables::RouteTables;
pub use sight::sees_over_the_floor;
use tile_of::TileOf;

/// A walkmesh with the indices that its queries need. It has all queries of a [`mesh::Navigator`], which builds each index once, when a
/// query first needs it.
///
/// Every readable walkmesh can be queried, even an unbaked or damaged one, in which a query may find less.
///
/// ```
/// use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, FaceMask, Navigator, RouteStep};
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
/// assert_eq!(RouteStep::islands(&navigator.stored_route(start, goal)?).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Navigator {
    mesh: mesh::Navigator<Walkmesh>,
    route_tables: OnceLock<RouteTables>,
}

/// All queries that do not need the game's tables.
impl Deref for Navigator {
    type Target = mesh::Navigator<Walkmesh>;

    fn deref(&self) -> &Self::Target {
        &self.mesh
    }
}

impl Navigator {
    /// A navigator on a walkmesh, without copying it: pass the walkmesh, or share it (an [`Arc`]), as
    /// [`Terrain::shared_walkmesh`](super::Terrain::shared_walkmesh) does.
    pub fn new(walkmesh: impl Into<Arc<Walkmesh>>) -> Self {
        Self { mesh: mesh::Navigator::new(walkmesh), route_tables: OnceLock::new() }
    }

    /// The walkmesh.
    pub fn walkmesh(&self) -> &Walkmesh {
        self.ground()
    }

    /// Returns the walkmesh.
    #[must_use]
    pub fn into_inner(self) -> Arc<Walkmesh> {
        Arc::clone(self.ground())
    }

    /// The tile that holds a triangle.
    pub fn tile_of(&self, face: TriangleId) -> Option<TileId> {
        self.tiles().tile(face)
    }

    fn tiles(&self) -> &TileOf {
        &self.route_tables().tile_of
    }

    fn route_tables(&self) -> &RouteTables {
        self.route_tables.get_or_init(|| RouteTables::new(self.walkmesh()))
    }
}

impl Walkmesh {
    /// [`overview`](mesh::Navigator::overview) without a navigator, for a caller that needs no other query.
    pub(crate) fn overview(&self) -> Result<Overview<Position<TriangleId>>, MeshError> {
        mesh::overview(self)
    }
}
