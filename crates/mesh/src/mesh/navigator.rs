//! [`Navigator`]: the queries of every game, over the [`Ground`] that a game describes.

mod floors;
mod paths;
mod rays;

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{HeightGrid, MeshError, NavMesh, Overview, Position, RayBvh, Triangle, WalkEnd};

/// A face of a [`Ground`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroundFace {
    /// Its corners. A face with a corner that is not finite is not found by any query.
    pub corners: Triangle,
    /// The classes that it belongs to, as bits, such as `1 << material`.
    pub classes: u32,
    /// True if it faces up, so that it is a floor.
    pub faces_up: bool,
}

impl GroundFace {
    /// A face of these classes.
    #[must_use]
    pub const fn new(corners: Triangle, classes: u32, faces_up: bool) -> Self {
        Self { corners, classes, faces_up }
    }
}

/// The faces of a game's level, as a [`Navigator`] needs them to answer queries.
///
/// Faces have numbers from 0, in the order of [`faces`](Self::faces). Answers name faces as the game does.
pub trait Ground: Send + Sync + 'static {
    /// The type with which answers name a face.
    type Face: Copy + Eq + fmt::Debug + Send + Sync + 'static;
    /// The classes of faces that a query considers, as bits.
    type Mask: Copy + Into<u32>;
    /// The mapping from the faces of the walkable surface, which may be pieces, to the faces of the ground; `()` if faces are not cut.
    type Pieces: Pieces;

    /// All faces, by number.
    fn faces(&self) -> Vec<GroundFace>;

    /// The faces that creatures walk on, joined with their neighbours.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    fn surface(&self) -> Result<(Arc<NavMesh>, Self::Pieces), MeshError>;

    /// The classes of faces that creatures can walk on.
    fn walkable(&self) -> u32;

    /// The name of the face with a valid number.
    fn name(&self, number: u32) -> Self::Face;

    /// The number of a face; `None` if there is no such face.
    fn number(&self, face: Self::Face) -> Option<u32>;

    /// Returns whether a piece of the surface faces up, so that creatures can stand on it.
    fn is_floor(&self, surface: &NavMesh, piece: u32) -> bool {
        surface.faces_up(piece)
    }

    /// The classes of faces that block sight; `None` if classes do not decide this.
    fn hiding(&self) -> Option<u32> {
        Some(u32::MAX)
    }

    /// Returns whether a face blocks sight, if classes do not decide this.
    fn hides(&self, _face: Self::Face) -> bool {
        true
    }
}

/// The pieces of faces that walls cut. A piece with the number of a face belongs to that face; further pieces follow.
pub trait Pieces: Clone + fmt::Debug + Send + Sync + 'static {
    /// The face that a piece belongs to.
    fn face(&self, piece: u32) -> u32 {
        piece
    }

    /// The piece of a face at a point of the plan view.
    fn at(&self, face: u32, _point: [f32; 2]) -> u32 {
        face
    }

    /// The end of a walk over pieces, converted to faces.
    fn end(&self, end: WalkEnd) -> WalkEnd {
        end.map(|piece| self.face(piece))
    }
}

/// The pieces of a ground whose faces are not cut.
impl Pieces for () {}

/// The walkable faces of a ground, and the mapping from pieces to faces.
type Surface<G> = (Arc<NavMesh>, <G as Ground>::Pieces);

/// Answers queries about a [`Ground`]: ray casts, height queries, straight walks and shortest paths.
///
/// It builds each index once, when a query first needs it. The navigators of the games have all of its methods.
#[derive(Debug)]
pub struct Navigator<G: Ground> {
    ground: Arc<G>,
    rays: OnceLock<RayBvh>,
    /// The faces that block sight, if classes do not decide this.
    hiding: OnceLock<RayBvh>,
    /// The faces that face up.
    floors: OnceLock<HeightGrid>,
    /// The faces that face down.
    undersides: OnceLock<HeightGrid>,
    surface: OnceLock<Result<Surface<G>, MeshError>>,
}

impl<G: Ground> Navigator<G> {
    /// Navigates a ground, which it shares and does not copy.
    #[must_use]
    pub fn new(ground: impl Into<Arc<G>>) -> Self {
        Self {
            ground: ground.into(),
            rays: OnceLock::new(),
            hiding: OnceLock::new(),
            floors: OnceLock::new(),
            undersides: OnceLock::new(),
            surface: OnceLock::new(),
        }
    }

    /// The ground that is navigated.
    #[must_use]
    pub fn ground(&self) -> &Arc<G> {
        &self.ground
    }

    /// The walkable faces, joined with their neighbours, for the additional queries of a [`NavMesh`]. It names a face by its
    /// number; where walls cut faces, the numbers name [pieces](Pieces).
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn nav_mesh(&self) -> Result<&NavMesh, MeshError> {
        Ok(self.surface()?.0)
    }

    #[doc(hidden)]
    pub fn surface(&self) -> Result<(&NavMesh, &G::Pieces), MeshError> {
        match self.surface.get_or_init(|| self.ground.surface()) {
            Ok((nav, pieces)) => Ok((nav, pieces)),
            Err(error) => Err(*error),
        }
    }

    /// The name of the face that a piece belongs to.
    #[doc(hidden)]
    pub fn face_of(&self, pieces: &G::Pieces, piece: u32) -> G::Face {
        self.ground.name(pieces.face(piece))
    }

    /// A position on its piece. An invalid face stays invalid.
    #[doc(hidden)]
    pub fn on_piece(&self, pieces: &G::Pieces, position: Position<G::Face>) -> Position {
        let [x, y, _] = position.point;
        position.map(|face| self.ground.number(face).map_or(u32::MAX, |face| pieces.at(face, [x, y])))
    }
}

impl<G: Ground> Clone for Navigator<G> {
    fn clone(&self) -> Self {
        Self {
            ground: Arc::clone(&self.ground),
            rays: self.rays.clone(),
            hiding: self.hiding.clone(),
            floors: self.floors.clone(),
            undersides: self.undersides.clone(),
            surface: self.surface.clone(),
        }
    }
}

/// [`Navigator::overview`] of a ground that is not shared.
///
/// # Errors
/// [`MeshError`]: there are too many faces.
#[doc(hidden)]
pub fn overview<G: Ground>(ground: &G) -> Result<Overview<Position<G::Face>>, MeshError> {
    let (nav, pieces) = ground.surface()?;
    Ok(overview_of(ground, &nav, &pieces))
}

fn overview_of<G: Ground>(ground: &G, nav: &NavMesh, pieces: &G::Pieces) -> Overview<Position<G::Face>> {
    let overview = nav.overview_where(|piece| ground.is_floor(nav, piece));
    overview.map(|position| position.map(|piece| ground.name(pieces.face(piece))))
}
