//! Questions that a game asks of its walkmeshes: what does a ray hit, how high is the floor, can one see that far, how
//! far does a straight walk lead, which is the shortest way.
//!
//! [`Questions`] are built once from the faces of a room ([`Questions::of_walkmesh`]) or of a whole area
//! ([`Area::questions`](super::Area::questions)), and never look at a stored tree. Points are in area space, as a
//! room's vertices are; a placeable's or door's own walkmesh is asked in its local space. Lengths are metres, z is up.
//!
//! - Rays and sight take a [`MaterialMask`], as the engine does: for sight, the table's
//!   [`sight_mask`](super::MaterialTable::sight_mask). Faces count from both sides.
//! - A floor is a face of the mask's materials that faces up: its corners run counter-clockwise seen from above. A face
//!   that faces down, such as the underside of a roof, is returned by [`faces_at`](Questions::faces_at) alone. A face
//!   whose material is beyond 31 is in no mask.
//! - Walks and paths follow neighbours as the file stores them, so that stacked floors stay apart; where edits have
//!   made the neighbours stale, those that the faces imply. A path is the shortest there is in the plan view.
//!
//! ```
//! use walkmesh::kotor::{FaceId, Kind, MaterialId, MaterialMask, Questions, Walkmesh};
//!
//! let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 1.0], [0.0, 4.0, 1.0]];
//! let stone = MaterialId(4);
//! let room = Walkmesh::from_triangles(Kind::Wok, [
//!     ([square[0], square[1], square[2]], stone),
//!     ([square[0], square[2], square[3]], stone),
//! ])?;
//! let questions = Questions::of_walkmesh(&room)?;
//!
//! let hit = questions.ray([3.0, 2.0, 9.0], [0.0, 0.0, -1.0], 100.0, MaterialMask::ALL)?.unwrap();
//! assert_eq!((hit.face, hit.point), (FaceId(0), [3.0, 2.0, 0.5]));
//!
//! let from = questions.stand([3.0, 1.0, 0.0], 1.0).unwrap();
//! let to = questions.stand([1.0, 3.0, 0.0], 1.0).unwrap();
//! let path = questions.path(from, to)?;
//! assert_eq!(path.length, 8.0_f64.sqrt());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod band;
mod cut;
mod ground;
mod pieces;

use std::collections::HashMap;
use std::fmt;

pub(super) use self::ground::Ground;
use self::pieces::{PieceSide, Pieces};
use super::{FaceId, MaterialId, MaterialMask, MaterialTable, RoomId, Walkmesh};
use crate::mesh::{
    HeightGrid, MeshError, NavMesh, Overview, Path, PathError, Position, PositionError, Ray, RayBvh, RayError, Walk,
    WalkEnd,
};

/// How far above and below a point the engine looks for a floor, in metres. Source: facts `bwm.md`, section 7.
pub const ENGINE_REACH: f32 = 1000.0;
/// How far the engine steps aside when there is no floor right at a point, in metres. Source: the same.
pub const ENGINE_NUDGE: f32 = 0.001;

/// How questions name a face: by its number in a room, and in an area by the room or object too.
pub trait FaceName: Copy + Eq + fmt::Debug + Send + Sync {
    /// The room or object that the face belongs to; `None` within a single walkmesh.
    fn part(self) -> Option<Part>;
    /// The face's number there.
    fn face(self) -> FaceId;
}

impl FaceName for FaceId {
    fn part(self) -> Option<Part> {
        None
    }
    fn face(self) -> FaceId {
        self
    }
}

/// What a face of an area belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A room.
    Room(RoomId),
    /// A door or placeable, by its number in the list that was given.
    Object(usize),
}

/// A face of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaFace {
    /// What it belongs to.
    pub part: Part,
    /// Its number there.
    pub face: FaceId,
}

impl FaceName for AreaFace {
    fn part(self) -> Option<Part> {
        Some(self.part)
    }
    fn face(self) -> FaceId {
        self.face
    }
}

/// What a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<F> {
    /// The face.
    pub face: F,
    /// What it is made of.
    pub material: MaterialId,
    /// How far away, in metres.
    pub distance: f32,
    /// Where.
    pub point: [f32; 3],
}

/// A floor, or another face, at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorHit<F> {
    /// The face.
    pub face: F,
    /// What it is made of.
    pub material: MaterialId,
    /// Its height there, in metres.
    pub height: f32,
    /// Whether it faces up, as every floor does; [`faces_at`](Questions::faces_at) also gives faces that face down.
    pub faces_up: bool,
}

/// A point on a face: where walks and paths begin and end, and where they bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot<F> {
    /// The point, with its height.
    pub point: [f32; 3],
    /// The face that it lies on.
    pub face: F,
}

/// Where a straight walk led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked<F> {
    /// The last point.
    pub spot: Spot<F>,
    /// Why it ended.
    pub end: WalkStop<F>,
}

/// Why a straight walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalkStop<F> {
    /// It came to where it was to go.
    Arrived,
    /// A side of a face with nothing to walk on behind it: a perimeter edge that leads to no room at hand.
    Wall {
        /// The face.
        face: F,
        /// Its side, 0 to 2.
        side: u8,
    },
    /// The floor turns back under itself there.
    Fold {
        /// The face.
        face: F,
        /// Its side, 0 to 2.
        side: u8,
    },
    /// A door or placeable stands in the way.
    Object(usize),
    /// The neighbours are joined as no surface is; only damaged files do that. The walk is given as ending where it
    /// began.
    Astray,
}

/// A way over the faces: the shortest, if [`proven_shortest`](Self::proven_shortest) says so.
#[derive(Clone, Debug, PartialEq)]
pub struct Route<F> {
    /// Start, bends and end. Between them the way is straight in the plan view.
    pub spots: Vec<Spot<F>>,
    /// Its length in the plan view, in metres.
    pub length: f64,
    /// Whether it is proven that no way is shorter: see [`Path::proven_shortest`].
    pub proven_shortest: bool,
}

/// Faces arranged for questions. `F` is [`FaceId`] in a single walkmesh and [`AreaFace`] in an area.
#[derive(Clone, Debug)]
pub struct Questions<F> {
    names: Vec<F>,
    materials: Vec<MaterialId>,
    table: MaterialTable,
    rays: RayBvh,
    /// The faces that face up.
    floors: HeightGrid,
    /// The faces that face down.
    undersides: HeightGrid,
    /// Walks and paths go over pieces of faces: objects cut them.
    nav: NavMesh,
    pieces: Pieces,
    /// Number of the first face of each part.
    starts: HashMap<Option<Part>, u32>,
}

impl Questions<FaceId> {
    /// Arranges the faces of one walkmesh.
    ///
    /// # Errors
    /// [`MeshError`] for more faces than can be numbered (2^29 - 1). Faces with corners that are no vertices, or no place,
    /// cannot be met or walked on.
    pub fn of_walkmesh(walkmesh: &Walkmesh) -> Result<Self, MeshError> {
        let mut ground = Ground::new(walkmesh.materials().clone());
        ground.add(walkmesh, |face| face, |point| point);
        ground.into_questions()
    }
}

impl<F: FaceName> Questions<F> {
    /// What the faces are made of; an area's is its first room's.
    #[must_use]
    pub fn materials(&self) -> &MaterialTable {
        &self.table
    }

    /// The first face of these materials that a ray meets, up to `reach` metres away.
    ///
    /// # Errors
    /// [`RayError`]: numbers that are no ray.
    pub fn ray(
        &self,
        origin: impl Into<[f32; 3]>,
        direction: impl Into<[f32; 3]>,
        reach: f32,
        mask: MaterialMask,
    ) -> Result<Option<Hit<F>>, RayError> {
        let ray = Ray::new(origin, direction, reach)?;
        Ok(self.hits(&[ray], mask).pop().flatten())
    }

    /// [`ray`](Self::ray) for many rays; on all cores with the feature `parallel`.
    #[must_use]
    pub fn hits(&self, rays: &[Ray], mask: MaterialMask) -> Vec<Option<Hit<F>>> {
        let hits = match rays {
            [ray] => vec![self.rays.raycast(ray, mask.0)],
            rays => self.rays.raycast_many(rays, mask.0),
        };
        let named = |hit: crate::mesh::RayHit| Hit {
            face: self.names[hit.face as usize],
            material: self.materials[hit.face as usize],
            distance: hit.distance,
            point: hit.point,
        };
        hits.into_iter().map(|hit| hit.map(named)).collect()
    }

    /// Whether nothing that hides is between two points. Keep them off the faces that they stand on: a face that a
    /// point lies on is in the way.
    ///
    /// # Errors
    /// [`RayError::OutOfRange`]. A point sees itself.
    pub fn sees(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<bool, RayError> {
        match Ray::between(from, to) {
            Err(RayError::NoDirection) => Ok(true),
            ray => Ok(!self.rays.is_blocked(&ray?, self.table.sight_mask().0)),
        }
    }

    /// Whether each of many segments, made with [`Ray::between`], is free of what hides; on all cores with the feature
    /// `parallel`.
    #[must_use]
    pub fn sees_many(&self, segments: &[Ray]) -> Vec<bool> {
        let blocked = self.rays.is_blocked_many(segments, self.table.sight_mask().0);
        blocked.into_iter().map(|blocked| !blocked).collect()
    }

    /// All floors of these materials at a place, by ascending height: faces that face up.
    #[must_use]
    pub fn floors(&self, x: f32, y: f32, mask: MaterialMask) -> Vec<FloorHit<F>> {
        self.floors.floors_at([x, y], mask.0).into_iter().map(|floor| self.floor(floor)).collect()
    }

    /// All faces of these materials at a place, whichever way they face, by ascending height. Vertical ones have no
    /// height and are not among them.
    #[must_use]
    pub fn faces_at(&self, x: f32, y: f32, mask: MaterialMask) -> Vec<FloorHit<F>> {
        let undersides = self.undersides.floors_at([x, y], mask.0).into_iter();
        let undersides = undersides.map(|face| FloorHit { faces_up: false, ..self.floor(face) });
        let mut faces: Vec<_> = self.floors(x, y, mask).into_iter().chain(undersides).collect();
        faces.sort_by(|a, b| a.height.total_cmp(&b.height));
        faces
    }

    /// The highest floor of these materials at or below a point, at most `reach` metres below it.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<F>> {
        self.floors.floor_below(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// The lowest floor of these materials at or above a point, at most `reach` metres above it.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<F>> {
        self.floors.floor_above(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// The floor of these materials whose height is nearest to a point's, at most `reach` metres away.
    #[must_use]
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<F>> {
        self.floors.floor_nearest(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// [`floor_nearest`](Self::floor_nearest) for many points; on all cores with the feature `parallel`.
    #[must_use]
    pub fn floors_nearest(&self, points: &[[f32; 3]], reach: f32, mask: MaterialMask) -> Vec<Option<FloorHit<F>>> {
        let floors = self.floors.floor_nearest_many(points, reach, mask.0);
        floors.into_iter().map(|floor| floor.map(|floor| self.floor(floor))).collect()
    }

    /// The floor that the engine takes for a point: the highest walkable floor of the first room of the layout that has
    /// one within [`ENGINE_REACH`] above or below the point, whatever other rooms there are. Without one at the point,
    /// the engine looks [`ENGINE_NUDGE`] aside.
    ///
    /// So of rooms on top of each other the engine may take the wrong one; [`stand`](Self::stand) does not.
    ///
    /// These parts of the rule have a source, public notes on the decompiled engine (`docs/formats/bwm.md`, section 17):
    /// the room is the first in the order of the layout with a face at the point's x and y; the reach; that only
    /// walkable materials count; that a second search is made 0.001 m aside. These parts are guesses: that a face which
    /// faces down does not count; that the highest of several floors in that room is taken; that the second search goes
    /// east, west, north and south in turn, and ends at the first that finds a floor.
    #[must_use]
    pub fn engine_floor(&self, point: impl Into<[f32; 3]>) -> Option<FloorHit<F>> {
        let [x, y, z] = point.into();
        let asides = [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
        asides.iter().find_map(|[east, north]| {
            let floors = self.floors(x + east * ENGINE_NUDGE, y + north * ENGINE_NUDGE, self.table.walk_mask());
            let near = floors.into_iter().filter(|floor| (floor.height - z).abs() <= ENGINE_REACH);
            let in_rooms = near.filter(|floor| !matches!(floor.face.part(), Some(Part::Object(_))));
            // Ascending heights: the last of the first room is its highest.
            in_rooms.rev().min_by_key(|floor| floor.face.part())
        })
    }

    /// Where one stands at a point: the walkable floor whose height is nearest, at most `reach` metres up or down.
    #[must_use]
    pub fn stand(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<Spot<F>> {
        let [x, y, z] = point.into();
        let walk_mask = self.table.walk_mask().0;
        let mut floors = self.floors.floors_at([x, y], walk_mask);
        floors.retain(|floor| {
            let piece = self.pieces.at(floor.face, [x, y]);
            (floor.height - z).abs() <= reach && self.nav.is_walkable(piece)
        });
        let nearest = floors.into_iter().min_by(|a, b| (a.height - z).abs().total_cmp(&(b.height - z).abs()))?;
        Some(Spot { point: [x, y, nearest.height], face: self.names[nearest.face as usize] })
    }

    /// Walks straight, in the plan view, from a spot towards a point, along neighbours and through transitions, until
    /// there or until something is in the way. Of the point only x and y matter.
    ///
    /// # Errors
    /// [`PositionError`] when the spot is none on a walkable face, or the point is NaN or infinite.
    pub fn walk(&self, from: Spot<F>, to: impl Into<[f32; 3]>) -> Result<Walked<F>, PositionError> {
        let Walk { position, end } = self.nav.walk_straight(self.place(from), to)?;
        let end = match end {
            WalkEnd::Arrived => WalkStop::Arrived,
            WalkEnd::Wall { face, side } => self.wall(face, side),
            WalkEnd::Fold { face, side } => match self.wall(face, side) {
                WalkStop::Wall { face, side } => WalkStop::Fold { face, side },
                other => other,
            },
            WalkEnd::Object { object } => WalkStop::Object(object),
            WalkEnd::Astray => WalkStop::Astray,
        };
        Ok(Walked { spot: self.spot(position), end })
    }

    /// The shortest way from one spot to another.
    ///
    /// # Errors
    /// [`PathError`] says why there is none: a spot that is none, or another connected part.
    pub fn path(&self, from: Spot<F>, to: Spot<F>) -> Result<Route<F>, PathError> {
        self.nav.shortest_path(self.place(from), self.place(to)).map(|path| self.route(&path, &path.points))
    }

    /// [`path`](Self::path), told with every edge that the way crosses, so that it follows the floor's heights.
    ///
    /// # Errors
    /// As [`path`](Self::path).
    pub fn path_on_floor(&self, from: Spot<F>, to: Spot<F>) -> Result<Route<F>, PathError> {
        let path = self.nav.shortest_path(self.place(from), self.place(to))?;
        Ok(self.route(&path, &self.nav.trace(&path)))
    }

    /// [`path`](Self::path) for many pairs; on all cores with the feature `parallel`.
    #[must_use]
    pub fn paths(&self, pairs: &[(Spot<F>, Spot<F>)]) -> Vec<Result<Route<F>, PathError>> {
        let pairs: Vec<_> = pairs.iter().map(|&(from, to)| (self.place(from), self.place(to))).collect();
        let paths = self.nav.shortest_path_many(&pairs).into_iter();
        paths.map(|path| path.map(|path| self.route(&path, &path.points))).collect()
    }

    /// The length of the shortest way, in metres.
    ///
    /// # Errors
    /// As [`path`](Self::path).
    pub fn distance(&self, from: Spot<F>, to: Spot<F>) -> Result<f64, PathError> {
        self.nav.distance(self.place(from), self.place(to))
    }

    /// The spot on a floor that is nearest to a point in space, at most `reach` metres away, and how far it is. Spots under
    /// doors and placeables are none. It looks at every face.
    #[must_use]
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Option<(Spot<F>, f64)> {
        self.nav
            .snap_where(point.into(), reach, |piece| self.nav.faces_up(piece))
            .map(|snapped| (self.spot(snapped.position), snapped.distance))
    }

    /// The spot that is nearest to a place in the plan view, whatever its height; else as [`snap`](Self::snap).
    #[must_use]
    pub fn snap_in_plan(&self, x: f32, y: f32, reach: f64) -> Option<(Spot<F>, f64)> {
        self.nav
            .snap_in_plan_where([x, y], reach, |piece| self.nav.faces_up(piece))
            .map(|snapped| (self.spot(snapped.position), snapped.distance))
    }

    /// Where the walkable faces are, and how they hang together. Of faces that objects cut, the pieces are counted.
    #[must_use]
    pub fn overview(&self) -> Overview<Spot<F>> {
        self.nav.overview_where(|piece| self.nav.faces_up(piece)).map(|place| self.spot(place))
    }

    fn spot(&self, Position { point, face }: Position) -> Spot<F> {
        Spot { point, face: self.piece(face) }
    }

    /// The connected part of a spot: one can walk from one spot to another just where theirs are the same.
    #[must_use]
    pub fn connected_part(&self, spot: Spot<F>) -> Option<u32> {
        let Position { face, .. } = self.place(spot);
        self.nav.connected_part(face)
    }

    /// How many connected parts there are: sets of walkable faces that are joined, directly or through others.
    #[must_use]
    pub fn connected_part_count(&self) -> usize {
        self.nav.connected_part_count()
    }

    fn floor(&self, crate::mesh::FloorHit { face, height, .. }: crate::mesh::FloorHit) -> FloorHit<F> {
        FloorHit { face: self.names[face as usize], material: self.materials[face as usize], height, faces_up: true }
    }

    /// A path, told with some of its points.
    fn route(&self, path: &Path, points: &[Position]) -> Route<F> {
        Route {
            spots: points.iter().map(|at| Spot { point: at.point, face: self.piece(at.face) }).collect(),
            length: path.length,
            proven_shortest: path.proven_shortest,
        }
    }

    /// The face that a piece was cut from.
    fn piece(&self, piece: u32) -> F {
        self.names[self.pieces.face(piece) as usize]
    }

    /// A spot in terms of pieces; a face that is none stays none.
    fn place(&self, spot: Spot<F>) -> Position {
        let start = self.starts.get(&spot.face.part());
        let face = start.and_then(|start| start.checked_add(spot.face.face().0));
        let known = face.filter(|&face| self.names.get(face as usize) == Some(&spot.face));
        let [x, y, _] = spot.point;
        Position::new(spot.point, known.map_or(u32::MAX, |face| self.pieces.at(face, [x, y])))
    }

    fn wall(&self, piece: u32, side: u8) -> WalkStop<F> {
        match self.pieces.side(piece, side) {
            PieceSide::Object(object) => WalkStop::Object(object),
            PieceSide::Face(side) => WalkStop::Wall { face: self.piece(piece), side },
        }
    }
}
