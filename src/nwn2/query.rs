//! Questions to a walkmesh: what the game's tables answer, and what the triangles themselves say.

mod route;
mod surface;
mod tile_of;

use std::sync::OnceLock;

use crate::mesh::{HeightGrid, MeshError, NavMesh, Ray, RayBvh, RayHit};

use super::{IslandId, RouteError, TableError, TileId, TriangleId, Walkmesh};
use crate::parallel::map_indices;

pub use route::Route;
pub use surface::NoWay;
use tile_of::Tiled;

/// The classes that the indices know triangles by.
const WALKABLE: u32 = 1;
const NOT_WALKABLE: u32 = 2;
/// The class of triangles that face down in the index of floors, where they belong to no other.
const FACES_DOWN: u32 = 4;

/// A walkmesh with what it takes to answer questions. Each index is built when the first question needs it.
///
/// ```
/// use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, Navigator};
///
/// let corners = [[0.0, 0.0, 2.0], [18.0, 0.0, 2.0], [18.0, 9.0, 2.0], [0.0, 9.0, 2.0]];
/// let face = |corners| BuildFace { corners, walkable: true, floor: None };
/// let mut area = nwn2::build(&corners, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default())?.walkmesh;
/// area.bake(&BakeOptions::default())?;
///
/// let navigator = Navigator::new(&area);
/// assert_eq!(navigator.floor([4.0, 5.0, 2.5]).map(|floor| floor.height), Some(2.0));
/// let route = navigator.route_between([1.0, 4.0, 2.0], [17.0, 4.0, 2.0])?;
/// assert_eq!(route.islands.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Navigator<'a> {
    walkmesh: &'a Walkmesh,
    tiled: Tiled,
    floors: OnceLock<HeightGrid>,
    rays: OnceLock<RayBvh>,
    surface: OnceLock<Result<NavMesh, MeshError>>,
}

/// A floor at a place, or another triangle: [`Triangle::faces_up`](super::Triangle::faces_up) tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorHit {
    /// The triangle.
    pub triangle: TriangleId,
    /// The height there, in metres.
    pub height: f32,
}

impl From<crate::mesh::FloorHit> for FloorHit {
    fn from(floor: crate::mesh::FloorHit) -> Self {
        Self { triangle: TriangleId(floor.face), height: floor.height }
    }
}

/// What a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The triangle.
    pub triangle: TriangleId,
    /// Distance from the ray's origin, in metres.
    pub distance: f32,
    /// The place.
    pub point: [f32; 3],
}

impl From<RayHit> for Contact {
    fn from(RayHit { face, distance, point }: RayHit) -> Self {
        Self { triangle: TriangleId(face), distance, point }
    }
}

impl<'a> Navigator<'a> {
    /// A navigator on a walkmesh, which may be any that reads.
    pub fn new(walkmesh: &'a Walkmesh) -> Self {
        let tiled = Tiled::of(walkmesh);
        Self { walkmesh, tiled, floors: OnceLock::new(), rays: OnceLock::new(), surface: OnceLock::new() }
    }

    /// The walkmesh that is asked.
    pub fn walkmesh(&self) -> &'a Walkmesh {
        self.walkmesh
    }

    /// The tile that holds a triangle.
    pub fn tile_of(&self, triangle: TriangleId) -> Option<TileId> {
        self.tiled.tile(triangle)
    }

    /// The triangle that a creature at a position stands on, and its height there: of floors above each other the one
    /// that is nearest in height. A floor [faces up](super::Triangle::faces_up); triangles that nobody walks on count
    /// too. Of two at the same height, such as on a common side, it is the first in the file.
    pub fn floor(&self, position: impl Into<[f32; 3]>) -> Option<FloorHit> {
        self.floors().floor_nearest(position, f32::INFINITY, WALKABLE | NOT_WALKABLE).map(Into::into)
    }

    /// [`floor`](Self::floor), of triangles that are walked on.
    pub fn walkable_floor(&self, position: impl Into<[f32; 3]>) -> Option<FloorHit> {
        self.floors().floor_nearest(position, f32::INFINITY, WALKABLE).map(Into::into)
    }

    /// All floors at a place, from the lowest to the highest: triangles that [face up](super::Triangle::faces_up).
    pub fn floors_at(&self, x: f32, y: f32) -> Vec<FloorHit> {
        self.floors().floors_at([x, y], WALKABLE | NOT_WALKABLE).into_iter().map(Into::into).collect()
    }

    /// All triangles at a place, whichever way they face, from the lowest to the highest. Vertical ones have no height
    /// and are not among them.
    pub fn faces_at(&self, x: f32, y: f32) -> Vec<FloorHit> {
        self.floors().floors_at([x, y], WALKABLE | NOT_WALKABLE | FACES_DOWN).into_iter().map(Into::into).collect()
    }

    /// [`floor`](Self::floor) for each of many positions; on all cores with the feature `parallel`.
    pub fn floor_many(&self, positions: &[[f32; 3]]) -> Vec<Option<FloorHit>> {
        let floors = self.floors().floor_nearest_many(positions, f32::INFINITY, WALKABLE | NOT_WALKABLE);
        floors.into_iter().map(|floor| floor.map(Into::into)).collect()
    }

    /// The triangle that the game finds at a place, which has no height: the first of the tile that the place is in,
    /// then of the tiles to the left and below. Where floors lie above each other, it may be the wrong one.
    pub fn triangle_by_the_games_rule(&self, x: f32, y: f32) -> Option<TriangleId> {
        let width = self.walkmesh.tile_width();
        let [columns, rows] = self.walkmesh.grid();
        // The game divides in 64ths of a metre, which it cuts off.
        let part = (f64::from(width) * 64.0).floor();
        let at = [x, y].map(|at| ((f64::from(at) * 64.0).floor() / part).floor());
        if !(part > 0.0 && at[0] >= 0.0 && at[1] >= 0.0) {
            return None;
        }
        let [column, row] = at.map(|at| at as u32);
        for (dx, dy) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
            let (Some(column), Some(row)) = (column.checked_sub(dx), row.checked_sub(dy)) else { continue };
            if column >= columns || row >= rows {
                continue;
            }
            let Some(tile) = self.walkmesh.tile(TileId(row * columns + column)) else { continue };
            let mut triangles = tile.triangles();
            if let Some(triangle) = triangles.find(|triangle| triangle.contains([x, y])) {
                return Some(triangle.id());
            }
        }
        None
    }

    /// The first triangle that a ray meets, from either side.
    pub fn cast(&self, ray: &Ray) -> Option<Contact> {
        self.rays().raycast(ray, WALKABLE | NOT_WALKABLE).map(Into::into)
    }

    /// Whether a ray meets any triangle: no line of sight by geometry, for [`Ray::between`] two points above the
    /// floor.
    pub fn is_blocked(&self, ray: &Ray) -> bool {
        self.rays().is_blocked(ray, WALKABLE | NOT_WALKABLE)
    }

    /// [`cast`](Self::cast), to triangles that are walked on.
    pub fn cast_to_walkable(&self, ray: &Ray) -> Option<Contact> {
        self.rays().raycast(ray, WALKABLE).map(Into::into)
    }

    /// [`cast`](Self::cast) for each of many rays; on all cores with the feature `parallel`.
    pub fn cast_many(&self, rays: &[Ray]) -> Vec<Option<Contact>> {
        let hits = self.rays().raycast_many(rays, WALKABLE | NOT_WALKABLE);
        hits.into_iter().map(|hit| hit.map(Into::into)).collect()
    }

    /// The way that the game would take from one position to another, by the stored tables.
    ///
    /// # Errors
    /// Why there is none: see [`RouteError`].
    pub fn route_between(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<Route, RouteError> {
        let on = |position: [f32; 3]| {
            let floor = self.walkable_floor(position).or_else(|| self.floor(position));
            floor.map(|floor| floor.triangle).ok_or(RouteError::OffMesh([position[0], position[1]]))
        };
        self.route(on(from.into())?, on(to.into())?)
    }

    /// The way that the game would take from one triangle to another, by the stored tables.
    ///
    /// # Errors
    /// Why there is none: see [`RouteError`].
    pub fn route(&self, from: TriangleId, to: TriangleId) -> Result<Route, RouteError> {
        route::route(self.walkmesh, &self.tiled, from, to)
    }

    /// [`route`](Self::route) for each of many pairs; on all cores with the feature `parallel`.
    pub fn routes(&self, pairs: &[(TriangleId, TriangleId)]) -> Vec<Result<Route, RouteError>> {
        map_indices(pairs.len(), |index| self.route(pairs[index].0, pairs[index].1))
    }

    /// Whether the tables say that two triangles see each other; `None` where they say nothing, since the two are not
    /// nodes of one tile with a way between them. A triangle sees itself.
    ///
    /// Where the answer is `false`, the game finds out at run time: it means "not known to be clear".
    pub fn sees_by_table(&self, from: TriangleId, to: TriangleId) -> Option<bool> {
        let tile = self.tile_of(from).filter(|tile| self.tile_of(to) == Some(*tile))?;
        let tile = self.walkmesh.tile(tile)?;
        let (from, to) = (tile.node(from)?, tile.node(to)?);
        if from == to {
            return Some(true);
        }
        let step = tile.step(from, to)?;
        step.next().map(|_| step.bits().line_of_sight())
    }

    /// The islands from which no stored route leads to a triangle's: whoever is on one of them cannot get there.
    ///
    /// # Errors
    /// When the triangle is not there, not walkable, or in no island.
    pub fn islands_cut_off_from(&self, goal: TriangleId) -> Result<Vec<IslandId>, RouteError> {
        let triangle = self.walkmesh.triangle(goal).ok_or(RouteError::NoSuchFace(goal))?;
        if !triangle.is_walkable() {
            return Err(RouteError::NotWalkable(goal));
        }
        if self.walkmesh.as_raw().islands.is_empty() {
            return Err(RouteError::NotBaked);
        }
        let there = triangle.island().filter(|island| self.walkmesh.island(*island).is_some());
        let there = there.ok_or(TableError::Unplaced(goal))?;
        let is_cut_off = |from: &IslandId| *from != there && route::next_island(self.walkmesh, *from, there).is_none();
        Ok(self.walkmesh.islands().map(|island| island.id()).filter(is_cut_off).collect())
    }

    /// The walkable triangles as a surface, for questions of its own.
    ///
    /// # Errors
    /// When there are more triangles than it can number.
    pub fn surface(&self) -> Result<&NavMesh, MeshError> {
        self.surface.get_or_init(|| surface::surface(self.walkmesh)).as_ref().map_err(|error| *error)
    }

    fn floors(&self) -> &HeightGrid {
        self.floors.get_or_init(|| HeightGrid::new(&self.triangles(), |face| self.floor_class(face)))
    }

    fn rays(&self) -> &RayBvh {
        self.rays.get_or_init(|| RayBvh::new(&self.triangles(), |face| self.class(face)))
    }

    /// The corners of each triangle; of one that names a vertex which is not there, nowhere.
    fn triangles(&self) -> Vec<crate::mesh::Triangle> {
        self.walkmesh.triangles().map(|triangle| triangle.corners().unwrap_or([[f32::NAN; 3]; 3])).collect()
    }

    fn floor_class(&self, face: usize) -> u32 {
        let triangle = self.walkmesh.triangle(TriangleId(face as u32));
        if triangle.is_some_and(|triangle| triangle.faces_up()) { self.class(face) } else { FACES_DOWN }
    }

    fn class(&self, face: usize) -> u32 {
        let triangle = self.walkmesh.triangle(TriangleId(face as u32));
        if triangle.is_some_and(|triangle| triangle.is_walkable()) { WALKABLE } else { NOT_WALKABLE }
    }
}
