//! Queries about any file, or about the rooms of a KotOR area, through one type.

mod answers;
pub(super) mod floor_queries;
mod kotor;
mod location;
mod navigators;
mod nwn2;
mod path_answer;
mod silkroad;
mod walkers;

use crate::exchange::Up;
use crate::mesh::{InsetError, MeshError, RayError, WalkerSize};
use crate::nwn2::TerrainError;

use self::answers::NearestGaps;
use self::navigators::{AnyNavigator, of_navigator};
use super::view::{PartOf, View};
use super::{Kind, Operation, Unsupported};

pub use answers::{
    At, CutOff, Faces, FloorAt, Hit, MeasuredIn, Nearest, NoAnswer, Path, Reach, ReachOf, Sight, StandIn,
};
pub(super) use kotor::Rooms;
pub use location::{Location, LocationError, Point};
pub use path_answer::{PathAnswer, PathStep};

/// The reason why a query fails.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The query is valid but has no answer: there is no path, or nothing at the point.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// The game has no data for this query.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The location is incomplete, or of a form that this game does not support.
    /// Cause: the caller.
    #[error("{location}: {expected}")]
    WrongLocation {
        /// The location.
        location: Location,
        /// The expected location.
        expected: &'static str,
    },
    /// There is no face with this number.
    /// Cause: the caller.
    #[error("the walkmesh has no face {face}")]
    NoSuchFace {
        /// The number.
        face: u32,
    },
    /// An NWN2 walkmesh does not store which triangles block sight.
    /// Cause: the caller.
    #[error(
        "an NWN2 walkmesh does not store which triangles hide what is behind them; ask for walkable faces or for all faces"
    )]
    NothingHides,
    /// The floors of a Silkroad dungeon are in other files, which were not given.
    /// Cause: the caller.
    #[error("an AINavData file has no floors, only the centres of edges; add the floors of its DOF")]
    NoFloors,
    /// The floors of a dungeon were opened without its tables.
    /// Cause: the caller.
    #[error("routes need the dungeon's tables; open its ainavdata_*.dat together with the DOF")]
    NoTables,
    /// The dungeon has no edge, so no edge is near the point.
    /// Cause: the file.
    #[error("no cell of the dungeon has an edge, so no cell is near the point")]
    NoEdges,
    /// The two points do not define a ray.
    #[error(transparent)]
    Ray(#[from] RayError),
    /// The mesh has too many faces.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The floor of a walker with a size cannot be made.
    #[error(transparent)]
    Inset(#[from] InsetError),
    /// Only the tables of a dungeon say where creatures can walk, and these have no sizes.
    /// Cause: the caller.
    #[error("a Silkroad dungeon has no answers for walkers with a size: its tables say where creatures can walk")]
    NoSizes,
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
/// let path = navigator.path([1.0, 1.0], [3.0, 1.0, 0.0])?;
/// assert_eq!((path.length, path.proven_shortest), (2.0, Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Navigator(AnyNavigator);

/// A navigator, which answers queries about a level of one game. The answer to a query that the game does not support is [`Unsupported`] or
/// `None`.
pub(super) trait Queries: Sized {
    /// The kind of the levels, for the error about an unsupported query.
    const KIND: Kind;

    /// True if paths follow tables that the file stores.
    const FOLLOWS_TABLES: bool = false;

    fn path(&self, from: Location, to: Location) -> Result<Path, QueryError>;

    /// The shortest path over the faces, unless only tables define where creatures can walk.
    fn shortest_path(&self, from: Location, to: Location) -> Result<Option<Path>, QueryError> {
        self.path(from, to).map(Some)
    }

    /// The shortest path of a walker with a size.
    fn path_of(&self, _: WalkerSize, _: Location, _: Location) -> Result<Path, QueryError> {
        Err(QueryError::NoSizes)
    }

    /// The parts of the floor of a walker with a size from which a location cannot be reached.
    fn reach_of(&self, _: WalkerSize, _: Location) -> Result<Reach, QueryError> {
        Err(QueryError::NoSizes)
    }

    fn floors_at(&self, point: Point, faces: Faces) -> Result<Vec<FloorAt>, QueryError>;

    fn nearest(&self, point: Point) -> Result<Option<Nearest>, QueryError>;

    fn reach(&self, goal: Location) -> Result<Reach, QueryError>;

    fn sight(&self, _: Location, _: Location) -> Result<Sight, QueryError> {
        Err(Unsupported { operation: Operation::LineOfSight, found: Self::KIND }.into())
    }

    fn raycast(&self, _: [f32; 3], _: [f32; 3], _: Faces) -> Result<Option<Hit>, QueryError> {
        Err(Unsupported { operation: Operation::Raycast, found: Self::KIND }.into())
    }

    /// The floor on which the engine places a creature, if its rule is known.
    fn engine_floor(&self, _: Point) -> Option<Option<FloorAt>> {
        None
    }

    /// The connected part of a triangle of a view, given the part of the view, the triangle's number in it, and its centre.
    fn connected_part(&self, _: PartOf, _: u32, _: [f32; 3]) -> Option<u32> {
        None
    }

    /// For each triangle of a view, whether it is visible from a given one.
    fn seen_from(&self, _: &View, _: usize) -> Option<Vec<Option<bool>>> {
        None
    }
}

impl Navigator {
    /// Returns whether [`path`](Self::path) follows tables that the file stores, as in NWN2 and Silkroad. In KotOR it is the shortest
    /// path.
    #[must_use]
    pub fn follows_tables(&self) -> bool {
        fn of<N: Queries>(_: &N) -> bool {
            N::FOLLOWS_TABLES
        }
        of_navigator!(&self.0, navigator => of(navigator))
    }

    /// The path from one location to another. In KotOR it is the shortest path over walkable faces. In NWN2 and Silkroad it is the route
    /// through the stored tables: in NWN2 from the start through the centres of the intermediate triangles to the goal; in a Silkroad
    /// dungeon with floors, string pulling shortens it.
    ///
    /// # Errors
    /// [`QueryError::NoAnswer`] says why there is no path; other errors mean that a location is invalid in this game.
    pub fn path(&self, from: impl Into<Location>, to: impl Into<Location>) -> Result<Path, QueryError> {
        of_navigator!(&self.0, navigator => navigator.path(from.into(), to.into()))
    }

    /// The shortest path over the faces. In KotOR it is the [`path`](Self::path); in NWN2 `path` follows stored tables, and is longer.
    /// `None` for a Silkroad dungeon, in which only the tables say where creatures can walk.
    ///
    /// # Errors
    /// The errors of [`path`](Self::path).
    pub fn shortest_path(
        &self,
        from: impl Into<Location>,
        to: impl Into<Location>,
    ) -> Result<Option<Path>, QueryError> {
        of_navigator!(&self.0, navigator => Queries::shortest_path(navigator, from.into(), to.into()))
    }

    /// The shortest path over the faces that a walker with a size can walk.
    ///
    /// # Errors
    /// The errors of [`path`](Self::path): [`QueryError::NoAnswer`] also if the walker does not fit at an end. [`QueryError::Inset`];
    /// [`QueryError::NoSizes`] for a dungeon.
    pub fn path_of(
        &self,
        walker: WalkerSize,
        from: impl Into<Location>,
        to: impl Into<Location>,
    ) -> Result<Path, QueryError> {
        of_navigator!(&self.0, navigator => navigator.path_of(walker, from.into(), to.into()))
    }

    /// The connected parts of the floor of a walker with a size from which it cannot reach a location.
    ///
    /// # Errors
    /// The errors of [`path_of`](Self::path_of).
    pub fn reach_of(&self, walker: WalkerSize, goal: impl Into<Location>) -> Result<Reach, QueryError> {
        of_navigator!(&self.0, navigator => navigator.reach_of(walker, goal.into()))
    }

    /// All floors at a point of the plan view, by ascending height. Faces that face down are included only in a query over all faces.
    ///
    /// # Errors
    /// [`QueryError::NoFloors`] for a dungeon without floors; [`QueryError::NothingHides`].
    pub fn floors_at(&self, point: impl Into<Point>, faces: Faces) -> Result<Vec<FloorAt>, QueryError> {
        of_navigator!(&self.0, navigator => Queries::floors_at(navigator, point.into(), faces))
    }

    /// The walkable point nearest to a point; nearest in the plan view if the given point has no height. `None` if no face is walkable, or
    /// if the floors are not known.
    ///
    /// # Errors
    /// [`QueryError::Mesh`].
    pub fn nearest(&self, point: impl Into<Point>) -> Result<Option<Nearest>, QueryError> {
        of_navigator!(&self.0, navigator => navigator.nearest(point.into()))
    }

    /// Returns whether two locations see each other.
    ///
    /// # Errors
    /// [`QueryError::NoAnswer`] says why this is unknown; [`QueryError::Unsupported`] for a dungeon, in which nothing
    /// blocks the view.
    pub fn sight(&self, from: impl Into<Location>, to: impl Into<Location>) -> Result<Sight, QueryError> {
        of_navigator!(&self.0, navigator => navigator.sight(from.into(), to.into()))
    }

    /// The islands or connected parts from which a location cannot be reached.
    ///
    /// # Errors
    /// [`QueryError::NoAnswer`] says why this is unknown.
    pub fn reach(&self, goal: impl Into<Location>) -> Result<Reach, QueryError> {
        of_navigator!(&self.0, navigator => navigator.reach(goal.into()))
    }

    /// The height of a point, if it has one: z, or in Silkroad, whose y is up, y.
    #[must_use]
    pub fn height(&self, point: impl Into<Point>) -> Option<f32> {
        let point = point.into();
        match of_navigator!(&self.0, navigator => kind_of(navigator)).up() {
            Up::Y => point.z.map(|_| point.y),
            Up::Z => point.z,
        }
    }

    /// The floor on which the game's engine places a creature at a point, if any. `None` for games whose rule is not
    /// known. In KotOR the height of the point does not matter: the engine is reported to ignore it.
    #[must_use]
    pub fn engine_floor(&self, point: impl Into<Point>) -> Option<Option<FloorAt>> {
        of_navigator!(&self.0, navigator => navigator.engine_floor(point.into()))
    }

    /// The first face that a ray from point to point meets.
    ///
    /// # Errors
    /// [`QueryError::Ray`]; [`QueryError::Unsupported`] for a dungeon, which has no faces.
    pub fn raycast(&self, from: [f32; 3], to: [f32; 3], faces: Faces) -> Result<Option<Hit>, QueryError> {
        of_navigator!(&self.0, navigator => Queries::raycast(navigator, from, to, faces))
    }

    /// For each triangle of the level's view, the number of its connected part, as counted in the overview of the level; `None` where it
    /// has none.
    #[must_use]
    pub fn connected_parts(&self, view: &View) -> Vec<Option<u32>> {
        let of_part = view.parts.iter().flat_map(|part| (part.first..part.first + part.count).map(|at| (part.of, at)));
        let part_of = |(of, at): (PartOf, usize)| {
            let (number, middle) = (*view.numbers.get(at)?, view.middle(at)?);
            of_navigator!(&self.0, navigator => Queries::connected_part(navigator, of, number, middle))
        };
        of_part.map(part_of).collect()
    }

    /// For each triangle of the level's view, whether it is visible from a given one; `None` where that is not known. NWN2: by the stored
    /// table of the tile, where `false` means not known to be clear. KotOR: by the faces that block sight, between points 1.7 m above the
    /// middles of walkable faces.
    ///
    /// The whole answer is `None` in a dungeon of Silkroad, where no face blocks sight, in an area of NWN2 that is not baked, and if the
    /// triangle does not exist.
    #[must_use]
    pub fn seen_from(&self, view: &View, triangle: usize) -> Option<Vec<Option<bool>>> {
        of_navigator!(&self.0, navigator => navigator.seen_from(view, triangle))
    }
}

fn kind_of<N: Queries>(_: &N) -> Kind {
    N::KIND
}

/// Both ends of a query, or the error of one. An invalid location is reported before a location without an answer.
fn both<T>(from: Result<T, QueryError>, to: Result<T, QueryError>) -> Result<(T, T), QueryError> {
    match (from, to) {
        (Err(QueryError::NoAnswer(_)), Err(error)) if !matches!(error, QueryError::NoAnswer(_)) => Err(error),
        (from, to) => Ok((from?, to?)),
    }
}
