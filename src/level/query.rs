//! Queries about any file, or about the rooms of a KotOR area, through one type.

mod answers;
mod kotor;
mod location;
mod nwn2;
mod shown;
mod silkroad;

use crate::kotor::{Area, PlacedObject, Walkmesh};
use crate::mesh::{MeshError, RayError};
use crate::nwn2::TerrainError;
use crate::silkroad::Floors;

use self::answers::NearestGaps;
use self::kotor::{AreaWithObjects, OneWalkmesh};
use super::{Operation, Unsupported};

pub use answers::{
    At, CutOff, Faces, FloorAt, Hit, MeasuredIn, Nearest, NoAnswer, Path, Reach, ReachOf, Sight, StandIn, Step,
};
pub use location::{Location, LocationError, Point};

/// Why a query fails.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The query is valid but has no answer: there is no path, or nothing is there.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The game has no data for this query. The caller's fault.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The location is incomplete, or of a form that the game does not have. The caller's fault.
    #[error("{location}: {expected}")]
    WrongLocation {
        /// The location.
        location: Location,
        /// What is expected instead.
        expected: &'static str,
    },
    /// There is no face with this number. The caller's fault.
    #[error("the walkmesh has no face {face}")]
    NoSuchFace {
        /// The number.
        face: u32,
    },
    /// An NWN2 walkmesh does not store which triangles hide what is behind them. The caller's fault.
    #[error(
        "an NWN2 walkmesh does not store which triangles hide what is behind them; ask for walkable faces or for all faces"
    )]
    NothingHides,
    /// The floors of a Silkroad dungeon are in other files, which were not given. The caller's fault.
    #[error("an AINavData file has no floors, only the centres of edges; add the floors of its DOF")]
    NoFloors,
    /// The floors of a dungeon were opened without its tables. The caller's fault.
    #[error("routes need the dungeon's tables; open its ainavdata_*.dat together with the DOF")]
    NoTables,
    /// The dungeon has no edge, so no edge is near the point.
    #[error("no cell of the dungeon has an edge, so no cell is near the point")]
    NoEdges,
    /// The floors of a dungeon were given, and the file is not a dungeon. The caller's fault.
    #[error("the file is not a Silkroad dungeon; only a dungeon has its floors in other files")]
    NotADungeon,
    /// The two points do not define a ray. The caller's fault.
    #[error(transparent)]
    Ray(#[from] RayError),
    /// The mesh has too many faces.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The walkmesh of an NWN2 area cannot be read.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
}

impl QueryError {
    fn wrong(location: Location, expected: &'static str) -> Self {
        Self::WrongLocation { location, expected }
    }
}

/// Answers queries about a walkmesh of any game, or about the rooms of a KotOR area. It uses the navigators of the
/// games, which build each index once.
///
/// ```
/// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
/// use walkmesh::level::Level;
///
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let room = Walkmesh::from_triangles(Kind::Wok, [(corners, MaterialId(4))])?;
/// let navigator = Level::from(room).into_navigator()?;
/// let path = navigator.path("1,1".parse()?, "3,1,0".parse()?)?;
/// assert_eq!((path.length, path.proven_shortest), (2.0, Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Navigator(Game);

#[derive(Clone, Debug)]
enum Game {
    Kotor(OneWalkmesh),
    KotorArea(AreaWithObjects),
    Nwn2(crate::nwn2::Navigator),
    Silkroad(crate::silkroad::Navigator),
}

impl Navigator {
    /// The navigator of a walkmesh of KotOR.
    pub(super) fn of_walkmesh(walkmesh: Walkmesh) -> Self {
        Self(Game::Kotor(OneWalkmesh::new(walkmesh)))
    }

    /// That of an area of NWN2.
    pub(super) fn of_nwn2(navigator: crate::nwn2::Navigator) -> Self {
        Self(Game::Nwn2(navigator))
    }

    /// That of a dungeon of Silkroad.
    pub(super) fn of_silkroad(navigator: crate::silkroad::Navigator) -> Self {
        Self(Game::Silkroad(navigator))
    }

    /// The navigator of the rooms of a KotOR area, with doors and placeables at their positions. Answers use the names
    /// that are given with them.
    #[must_use]
    pub fn of_area(area: Area, objects: Vec<(String, PlacedObject)>) -> Self {
        Self(Game::KotorArea(AreaWithObjects::new(area, objects)))
    }

    /// Whether the floors are in other files, as they are for a Silkroad dungeon.
    #[must_use]
    pub fn takes_floors(&self) -> bool {
        match self.0 {
            Game::Silkroad(_) => true,
            Game::Kotor(_) | Game::KotorArea(_) | Game::Nwn2(_) => false,
        }
    }

    /// The same navigator, for a Silkroad dungeon, with its floors.
    ///
    /// # Errors
    /// [`QueryError::NotADungeon`].
    pub fn with_floors(self, floors: Floors) -> Result<Self, QueryError> {
        match self.0 {
            Game::Silkroad(navigator) => Ok(Self(Game::Silkroad(navigator.with_floors(floors)))),
            Game::Kotor(_) | Game::KotorArea(_) | Game::Nwn2(_) => Err(QueryError::NotADungeon),
        }
    }

    /// Whether [`path`](Self::path) follows tables that the file stores, as in NWN2 and Silkroad. In KotOR it is the shortest
    /// path.
    #[must_use]
    pub fn follows_tables(&self) -> bool {
        match self.0 {
            Game::Kotor(_) | Game::KotorArea(_) => false,
            Game::Nwn2(_) | Game::Silkroad(_) => true,
        }
    }

    /// The path from one location to another. In KotOR it is the shortest path over walkable faces. In NWN2 and
    /// Silkroad it is the route through the stored tables; in a Silkroad dungeon with floors, string pulling shortens
    /// it.
    ///
    /// # Errors
    /// [`QueryError::NoAnswer`] says why there is no path; other errors mean that a location is invalid in this game.
    pub fn path(&self, from: Location, to: Location) -> Result<Path, QueryError> {
        match &self.0 {
            Game::Kotor(room) => kotor::path(room, from, to),
            Game::KotorArea(area) => kotor::path(area, from, to),
            Game::Nwn2(navigator) => nwn2::path(navigator, from, to),
            Game::Silkroad(navigator) if navigator.floors().is_some() => silkroad::pulled_path(navigator, from, to),
            Game::Silkroad(navigator) => silkroad::path(navigator, from, to),
        }
    }

    /// The shortest path over the faces. In KotOR it is the [`path`](Self::path); in NWN2 that follows stored tables, and is
    /// longer. `None` for a Silkroad dungeon, in which only the tables say where creatures can walk.
    ///
    /// # Errors
    /// As for [`path`](Self::path).
    pub fn shortest_path(&self, from: Location, to: Location) -> Result<Option<Path>, QueryError> {
        match &self.0 {
            Game::Kotor(room) => kotor::path(room, from, to).map(Some),
            Game::KotorArea(area) => kotor::path(area, from, to).map(Some),
            Game::Nwn2(navigator) => nwn2::shortest_path(navigator, from, to).map(Some),
            Game::Silkroad(_) => Ok(None),
        }
    }

    /// All floors at a point of the plan view, by ascending height. Faces that face down are included only if all faces
    /// count.
    ///
    /// # Errors
    /// [`QueryError::NoFloors`] for a dungeon without floors; [`QueryError::NothingHides`].
    pub fn floors_at(&self, point: Point, faces: Faces) -> Result<Vec<FloorAt>, QueryError> {
        match &self.0 {
            Game::Kotor(room) => Ok(kotor::floors(room, point, faces)),
            Game::KotorArea(area) => Ok(kotor::floors(area, point, faces)),
            Game::Nwn2(navigator) => nwn2::floors(navigator, point, faces),
            Game::Silkroad(navigator) if navigator.floors().is_some() => Ok(silkroad::floors(navigator, point)),
            Game::Silkroad(_) => Err(QueryError::NoFloors),
        }
    }

    /// The walkable point that is nearest to another point; in the plan view if that has no height. `None` if no face
    /// is walkable, or if the floors are not known.
    ///
    /// # Errors
    /// [`QueryError::Mesh`].
    pub fn nearest(&self, point: Point) -> Result<Option<Nearest>, QueryError> {
        match &self.0 {
            Game::Kotor(room) => kotor::nearest(room, point),
            Game::KotorArea(area) => kotor::nearest(area, point),
            Game::Nwn2(navigator) => nwn2::nearest(navigator, point),
            Game::Silkroad(navigator) => Ok(silkroad::nearest(navigator, point)?),
        }
    }

    /// Whether two locations see each other.
    ///
    /// # Errors
    /// [`QueryError::NoAnswer`] says why this is unknown; [`QueryError::Unsupported`] for a dungeon, in which nothing
    /// blocks the view.
    pub fn sight(&self, from: Location, to: Location) -> Result<Sight, QueryError> {
        match &self.0 {
            Game::Kotor(room) => kotor::sight(room, from, to),
            Game::KotorArea(area) => kotor::sight(area, from, to),
            Game::Nwn2(navigator) => nwn2::sight(navigator, from, to),
            Game::Silkroad(_) => Err(unsupported(Operation::LineOfSight)),
        }
    }

    /// The islands or connected parts from which nobody can reach a location.
    ///
    /// # Errors
    /// [`QueryError::NoAnswer`] says why this is unknown.
    pub fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        match &self.0 {
            Game::Kotor(room) => kotor::cut_off(room, goal),
            Game::KotorArea(area) => kotor::cut_off(area, goal),
            Game::Nwn2(navigator) => nwn2::cut_off(navigator, goal),
            Game::Silkroad(navigator) => silkroad::cut_off(navigator, goal),
        }
    }

    /// The height of a point, if it has one: z, but in Silkroad, whose y is up, y.
    #[must_use]
    pub fn height(&self, point: Point) -> Option<f32> {
        match &self.0 {
            Game::Silkroad(_) => point.z.map(|_| point.y),
            Game::Kotor(_) | Game::KotorArea(_) | Game::Nwn2(_) => point.z,
        }
    }

    /// The floor on which the game's engine places a creature at a point, if any. `None` for games whose rule is not
    /// known. In KotOR the height of the point plays no part, as is reported of the engine.
    #[must_use]
    pub fn engine_floor(&self, point: Point) -> Option<Option<FloorAt>> {
        match &self.0 {
            Game::Kotor(room) => Some(kotor::engine_floor(room, point)),
            Game::KotorArea(area) => Some(kotor::engine_floor(area, point)),
            Game::Nwn2(_) | Game::Silkroad(_) => None,
        }
    }

    /// The first face that a ray from point to point meets.
    ///
    /// # Errors
    /// [`QueryError::Ray`]; [`QueryError::Unsupported`] for a dungeon, which has no faces.
    pub fn raycast(&self, from: [f32; 3], to: [f32; 3], faces: Faces) -> Result<Option<Hit>, QueryError> {
        match &self.0 {
            Game::Kotor(room) => kotor::ray(room, from, to, faces),
            Game::KotorArea(area) => kotor::ray(area, from, to, faces),
            Game::Nwn2(navigator) => nwn2::ray(navigator, from, to, faces),
            Game::Silkroad(_) => Err(unsupported(Operation::Raycast)),
        }
    }
}

/// Both ends of a query, or the error of one. An invalid location is reported before a location without an answer.
fn both<T>(from: Result<T, QueryError>, to: Result<T, QueryError>) -> Result<(T, T), QueryError> {
    match (from, to) {
        (Err(QueryError::NoAnswer(_)), Err(error)) if !matches!(error, QueryError::NoAnswer(_)) => Err(error),
        (from, to) => Ok((from?, to?)),
    }
}

/// The error for an operation that a dungeon does not have.
fn unsupported(operation: Operation) -> QueryError {
    Unsupported { operation, found: super::Kind::AiNav }.into()
}
