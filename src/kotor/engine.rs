//! The movement of creatures in the games' engine, **as reported**: public notes on the decompiled engine of the first game describe it,
//! and nothing was tested in a running game (`docs/formats/bwm.md#engine`).
//!
//! [`Engine`] answers the questions that the engine asks about an area: where is the floor, can a [`Walker`] walk straight to a point, is a
//! position safe, is a point in sight, and which path is planned? Questions that the notes leave open are in [`choices`]. A [`Navigator`]
//! answers by geometry instead.
//!
//! ```
//! use walkmesh::kotor::engine::{Engine, WalkCode, Walker};
//! use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};
//!
//! // A floor of 4 m by 4 m, and a wall along its north side.
//! let [a, b, c, d] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
//! let (stone, wall) = (MaterialId(4), MaterialId(7));
//! let room = Walkmesh::from_triangles(Kind::Wok, [
//!     ([a, b, c], stone), ([a, c, d], stone), ([d, c, [4.0, 4.0, 3.0]], wall),
//! ])?;
//! let mut layout = Layout::new();
//! layout.push(LayoutRoom { name: "room".into(), position: [0.0; 3] })?;
//! let mut area = Area::new(layout);
//! area.insert(RoomId(0), room)?;
//! let engine = Engine::new(area)?;
//!
//! let human = Walker::new(0.35);
//! let code = |to| engine.straight_walk([1.0, 1.0], to, &human).code;
//! assert_eq!(code([3.0, 3.5]), WalkCode::Clear);
//! assert_eq!(code([3.0, 3.7]), WalkCode::Wall, "0.3 m from the wall");
//! assert_eq!(code([5.0, 1.0]).code(), 0, "no room is there");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Navigator`]: super::Navigator

pub mod choices;
mod coverage;
mod detours;
mod floor;
mod generate;
mod graph;
mod graph_plan;
mod grid;
mod objects;
mod plan;
mod room;
mod safe;
mod sight;
mod slide;
mod spots;
mod straight_walk;
mod straighten;
mod stuck;
mod sweep;
mod walker;
mod walker_floor;
mod walker_ground;
mod walls;

use std::ops::ControlFlow;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::choices::Choices;
pub use self::coverage::Coverage;
use self::coverage::tree_on_floors;
pub use self::detours::{Detour, Detours};
pub use self::floor::{HEIGHTS, RETRY};
use self::floor::{face_under, floor_mask};
pub use self::generate::{GeneratedPath, PathPointsOptions};
pub use self::graph::{Graph, GraphRoute, GraphSearchError};
use self::objects::Objects;
pub use self::plan::{Attempt, Plan, PlanOptions};
use self::room::Room;
pub use self::straight_walk::{StraightWalk, WalkCode, WalkHit};
pub use self::stuck::{Stuck, StuckReason};
pub use self::walker::Walker;
pub(super) use self::walker_ground::WalkerGround;
use super::stale::StalePlanes;
use super::{Area, AreaFace, EdgeId, FaceId, MaterialMask, Navigator, Part, PathPoints, PlacedObject, RoomId};
use crate::geometry::plan_triangle::{contains, nearest_on_border};
use crate::geometry::{Aabb, BoxTree, distance, plan};
use crate::mesh::{FloorHit, MeshError, Position};

/// Another creature that may block the walker.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Creature {
    /// Its position in the plan view.
    pub position: [f32; 2],
    /// Distance that others keep from it: its [`creature_radius`](Walker::creature_radius).
    pub radius: f32,
}

impl Creature {
    /// Returns whether a point lies in its circle.
    pub(crate) fn covers(&self, at: [f32; 2]) -> bool {
        distance(self.position.map(f64::from), at.map(f64::from)) <= f64::from(self.radius)
    }
}

/// Answers the questions that the games' engine asks about an area. All of it is **reported**.
///
/// Points are in area space, in metres; a point of the plan view is `[x, y]`. The height of a creature never matters to the engine.
#[derive(Debug)]
pub struct Engine {
    /// The area, and the index for rays.
    rays: Navigator<Area>,
    choices: Choices,
    floor_mask: MaterialMask,
    /// By [`RoomId`].
    rooms: Vec<Option<Room>>,
    /// The rooms by their bounding boxes in the plan view.
    rooms_by_place: BoxTree,
    /// The edge behind each edge that two rooms have in common, bit for bit.
    across: BTreeMap<(RoomId, EdgeId), (RoomId, EdgeId)>,
    objects: Objects,
    /// The creatures that count, with their numbers.
    creatures: Option<Vec<(usize, Creature)>>,
    graph: Option<Graph>,
    /// The points of the graph by their positions, without the points that are on no floor.
    points: Option<BoxTree>,
}

impl Engine {
    /// The engine in an area without doors, placeables and creatures, with the [default](Choices) choices.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub fn new(area: impl Into<Arc<Area>>) -> Result<Self, MeshError> {
        Self::with_choices(area, Choices::default())
    }

    /// [`new`](Self::new) with other choices.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn with_choices(area: impl Into<Arc<Area>>, choices: Choices) -> Result<Self, MeshError> {
        let area = area.into();
        let mut rooms: Vec<Option<Room>> = area.layout().rooms().iter().map(|_| None).collect();
        for (id, room) in area.rooms() {
            rooms[id.index()] = Some(Room::new(room, &choices)?);
        }
        let joined = area.joined_edges().into_iter();
        let bounds = |room: &Option<Room>| room.as_ref().map_or(Aabb::EMPTY, |room| room.bounds);
        let rooms_by_place = BoxTree::new(rooms.iter().map(bounds));
        Ok(Self {
            rooms_by_place,
            choices,
            floor_mask: floor_mask(&area.materials(), &choices),
            rooms,
            across: joined.map(|[here, there]| ((here.room, here.edge), (there.room, there.edge))).collect(),
            objects: Objects::new(&[], &[]),
            creatures: None,
            graph: None,
            points: None,
            rays: Navigator::of_area(area),
        })
    }

    /// With objects as obstacles: `fixed` are placeables and doors that never open, `doors` are those that open, in their present states.
    /// Answers number them in this order. **Reported**: each of their unwalkable faces stops a walker, at any height.
    #[must_use]
    pub fn with_objects(self, fixed: &[PlacedObject], doors: &[PlacedObject]) -> Self {
        Self { objects: Objects::new(fixed, doors), ..self }
    }

    /// With other creatures: all except the walker, the target of its move, and the dead.
    #[must_use]
    pub fn with_creatures(self, creatures: impl Into<Vec<Creature>>) -> Self {
        Self { creatures: Some((0..).zip(creatures.into()).collect()), ..self }
    }

    /// Without any creatures.
    #[must_use]
    pub fn without_creatures(self) -> Self {
        Self { creatures: None, ..self }
    }

    /// Without the doors that open.
    #[must_use]
    pub fn without_doors(self) -> Self {
        Self { objects: Objects::new(self.objects.fixed(), &[]), ..self }
    }

    /// Without the creatures whose circles contain one of these points. At the start of a path this is the walker, and at its goal the
    /// target. The numbers of the others do not change.
    #[must_use]
    pub fn without_creatures_at(mut self, points: &[[f32; 2]]) -> Self {
        if let Some(creatures) = &mut self.creatures {
            creatures.retain(|(_, it)| !points.iter().any(|point| it.covers(*point)));
        }
        self
    }

    /// With the path points of the area, over which paths are planned. Without any, paths are planned on the grid.
    #[must_use]
    pub fn with_path_points(self, path: &PathPoints) -> Self {
        let graph = Graph::new(path);
        Self { points: Some(tree_on_floors(self.area(), graph.points())), graph: Some(graph), ..self }
    }

    /// The area.
    #[must_use]
    pub fn area(&self) -> &Area {
        self.rays.area()
    }

    /// The choices.
    #[must_use]
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The room that a point of the plan view is in: the first of the layout that has a floor there, whatever the height.
    #[must_use]
    pub fn room_at(&self, at: [f32; 2]) -> Option<RoomId> {
        self.floor_at(at).map(|(room, _)| room)
    }

    /// The face under a point of the plan view.
    #[must_use]
    pub fn face_at(&self, at: [f32; 2]) -> Option<AreaFace> {
        self.floor_at(at).map(|(room, floor)| AreaFace { part: Part::Room(room), face: floor.face })
    }

    /// The height of the floor at a point: according to the stored plane of the face there, right or wrong. The engine
    /// puts a creature at height 0 where this is `None`.
    #[must_use]
    pub fn height(&self, at: [f32; 2]) -> Option<f32> {
        self.floor_at(at).map(|(room, floor)| self.stored_height(room, &floor, at))
    }

    /// Returns whether creatures can walk at a point, according to the column `Walk` for the face there.
    #[must_use]
    pub fn is_walkable(&self, at: [f32; 2]) -> bool {
        let face = self.floor_at(at).and_then(|(room, floor)| self.area().room(room)?.face(floor.face));
        face.is_some_and(|face| face.is_walkable())
    }

    /// The normal that the file stores for the face at a point, or (0, 0, 1) if no face is there.
    #[must_use]
    pub fn normal(&self, at: [f32; 2]) -> [f32; 3] {
        let face = self.floor_at(at).and_then(|(room, floor)| self.area().room(room)?.face(floor.face));
        face.map_or([0.0, 0.0, 1.0], |face| face.normal())
    }

    fn floor_at(&self, at: [f32; 2]) -> Option<(RoomId, FloorHit<FaceId>)> {
        self.floors_at(at).next()
    }

    /// The floor of each room at a point, in the order of the layout.
    fn floors_at(&self, at: [f32; 2]) -> impl Iterator<Item = (RoomId, FloorHit<FaceId>)> {
        // It may be found at the second point that the engine tries.
        self.rooms_near(at, 2.0 * RETRY).into_iter().filter_map(move |id| {
            Some((id, face_under(self.area().room(id)?, at, self.floor_mask, self.choices.face_of_several)?))
        })
    }

    /// The rooms whose boxes are near a point of the plan view, in the order of the layout.
    fn rooms_near(&self, [x, y]: [f32; 2], reach: f32) -> Vec<RoomId> {
        let (low, high) = ([x, y, f32::NEG_INFINITY], [x, y, f32::INFINITY]);
        let bounds = Aabb { min: low, max: high }.padded(reach + 1e-6 * x.abs().max(y.abs()));
        let mut rooms = Vec::new();
        self.rooms_by_place.meeting(&bounds, usize::MAX, |room| {
            rooms.push(RoomId(room));
            ControlFlow::Continue(())
        });
        rooms.sort_unstable();
        rooms
    }

    /// The height of each room at a point.
    fn heights(&self, at: [f32; 2]) -> impl Iterator<Item = f32> {
        self.floors_at(at).map(move |(room, floor)| self.stored_height(room, &floor, at))
    }

    /// The height of the plane that a face stores. If an edit has made the plane stale, or it is vertical, the height of the face itself.
    fn stored_height(&self, room: RoomId, floor: &FloorHit<FaceId>, at: [f32; 2]) -> f32 {
        let room = self.area().room(room).filter(|room| room.stale.planes == StalePlanes::None);
        let plane = room.and_then(|room| room.face(floor.face)).map(|face| face.plane());
        let height = plane.map(|([nx, ny, nz], d)| {
            let [nx, ny, nz, d, x, y] = [nx, ny, nz, d, at[0], at[1]].map(f64::from);
            (-(d + nx * x + ny * y) / nz) as f32 + 0.0
        });
        height.filter(|height| height.is_finite()).unwrap_or(floor.height)
    }

    fn room(&self, room: RoomId) -> Option<&Room> {
        self.rooms.get(room.index())?.as_ref()
    }

    /// The room and the position in which a walk begins.
    fn start(&self, at: [f32; 2]) -> Option<(RoomId, Position)> {
        let (room, floor) = self.floor_at(at)?;
        Some((room, self.position_on(room, floor.face, [at[0], at[1], floor.height])?))
    }

    /// The position at which a walk continues in a room behind an edge of another one.
    fn enter(&self, from: (RoomId, EdgeId), room: RoomId, at: [f32; 3]) -> Option<Position> {
        let across = self.across.get(&from).filter(|(there, _)| *there == room).map(|(_, edge)| edge.face());
        let under = || {
            let walkmesh = self.area().room(room)?;
            Some(face_under(walkmesh, [at[0], at[1]], self.floor_mask, self.choices.face_of_several)?.face)
        };
        self.position_on(room, across.or_else(under)?, at)
    }

    /// A point near a face, moved onto the face.
    fn position_on(&self, room: RoomId, face: FaceId, [x, y, _]: [f32; 3]) -> Option<Position> {
        let corners = self.area().room(room)?.face(face)?.points()?.map(plan);
        let at = [x, y].map(f64::from);
        let at = if contains(&corners, at) { at } else { nearest_on_border(&corners, at) };
        let at = at.map(|value| value as f32);
        Some(Position::new([at[0], at[1], self.room(room)?.nav.height(face.0, at)?], face.0))
    }
}
