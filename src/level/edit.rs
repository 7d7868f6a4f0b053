//! [`Edit`]: the edits of a level of any game, and their errors.

mod selection;

pub use selection::{ClassName, Region, Selection, SelectionError};

use super::{Level, NotInLayout, Unsupported};
use crate::kotor::{AreaError, Layout, MaterialId, RoomId};

/// An edit of a walkmesh, or of all rooms of an area of KotOR.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// Gives faces another class: a material of KotOR, or the flags of an NWN2 triangle.
    Paint {
        /// The faces.
        what: Selection,
        /// Their new class.
        with: ClassName,
    },
    /// Removes faces, and in KotOR the vertices that no other face uses.
    Remove(Selection),
    /// Turns faces over.
    Flip(Selection),
    /// Moves everything by an offset, in metres.
    Move([f32; 3]),
    /// Rotates everything around a vertical axis.
    Rotate(Turn),
    /// Mirrors everything in a plane.
    Mirror {
        /// The axis along which points move.
        axis: MirrorAxis,
        /// The plane's coordinate on that axis, in metres.
        at: f32,
    },
    /// Adds the faces of another walkmesh of the same game. Vertices of the two at the same position become one.
    Merge(Box<Level>),
    /// Sets the room to which an edge of a KotOR room leads, or removes the transition.
    Transition {
        /// The face.
        face: u32,
        /// Its side, from 0 to 2.
        side: u32,
        /// The number of the room in the layout.
        room: Option<u32>,
    },
    /// Sets the two points from which a placeable or door of KotOR is used, relative to the walkmesh's position, in metres.
    Hooks([[f32; 3]; 2]),
    /// Moves the vertices at a point to another point; in an area of KotOR, in every room, so that seams stay closed.
    MoveVertex {
        /// The exact position of the vertices.
        from: [f32; 3],
        /// Their new position.
        to: [f32; 3],
    },
    /// Cuts a hole into every floor inside an outline of three points or more of the plan view. Faces on its border are divided;
    /// transitions stay on their edges.
    CutHole(Vec<[f32; 2]>),
    /// Makes the floor of a region of an NWN2 area unwalkable. Triangles on the border of a box or a polygon are divided there.
    Unwalkable(Region),
    /// Makes unwalkable all triangles of an NWN2 area whose centres lie in a region. No triangle is divided.
    UnwalkableTriangles(Region),
    /// Moves vertices on the seams between the rooms of a KotOR area by at most this many metres: see
    /// [`Area::weld`](crate::kotor::Area::weld).
    Weld(f32),
    /// Recomputes every transition of a KotOR area from the edges that two rooms share.
    Link,
    /// Renumbers the transitions of a KotOR area that were numbered by an earlier layout.
    RenumberRooms(Box<Layout>),
    /// Applies an edit to a room of a KotOR area.
    InRoom {
        /// The room.
        room: RoomId,
        /// An edit of a single walkmesh.
        edit: Box<Edit>,
    },
    /// Adds the rooms of another KotOR area, moved by an offset in metres.
    JoinArea {
        /// The other area. Its rooms keep the names of their files.
        area: Box<Level>,
        /// The offset.
        offset: [f32; 3],
    },
}

/// A rotation around a vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The angle in radians, counter-clockwise seen from above.
    pub radians: f32,
    /// The position of the axis in the plan view, in metres.
    pub about: [f32; 2],
}

/// The axis along which a mirror moves points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MirrorAxis {
    /// Exchanges left and right.
    X,
    /// Exchanges front and back.
    Y,
}

/// The reason why a file cannot be edited, repaired or optimised.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// This kind of file cannot be edited.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The given layout does not list the room.
    #[error(transparent)]
    NotInLayout(#[from] NotInLayout),
    /// The edit does not exist for this game.
    /// Cause: the caller.
    #[error("{0}")]
    NotInThisGame(&'static str),
    /// No face was chosen.
    /// Cause: the caller.
    #[error("no face was chosen")]
    NoFaces,
    /// The faces are in several files.
    /// Cause: the caller.
    #[error("the faces are of several rooms; paint one room after the other")]
    SeveralRooms,
    /// No vertex is at the point.
    /// Cause: the caller.
    #[error("no vertex is at {}", point.map(|value| value.to_string()).join(","))]
    NoSuchPoint {
        /// The point.
        point: [f32; 3],
    },
    /// The outline of a hole cannot be cut out.
    /// Cause: the caller.
    #[error("the outline of a hole needs three points or more, finite, not on one line, and sides that do not cross")]
    NoOutline,
    /// No class has the name.
    /// Cause: the caller.
    #[error("`{name}` is not a material here; known are {known}")]
    NoSuchClass {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The table of materials has no such row, or the row is beyond the 32 that the game's masks hold.
    /// Cause: the caller.
    #[error(
        "{material} is out of range: the table of materials has 0 to {}, and the game may crash on a face with another one; choose one of \
         these, or the table (surfacemat.2da) of the game that the file is for",
        rows.saturating_sub(1)
    )]
    MaterialOutOfRange {
        /// The material.
        material: MaterialId,
        /// Number of materials.
        rows: usize,
    },
    /// The layout has no such room, so a transition to it would be useless.
    /// Cause: the caller.
    #[error("the layout has no room {room}: its rooms are 0 to {}, and creatures could not pass", rooms.saturating_sub(1))]
    NoSuchRoom {
        /// The number of the room.
        room: u32,
        /// Number of rooms in the layout.
        rooms: usize,
    },
    /// A transition would lead to its own room.
    /// Cause: the caller.
    #[error("room {0} is the room of the edge: a transition must lead to another room, or creatures cannot pass")]
    OwnRoom(u32),
    /// The tile does not exist.
    /// Cause: the caller.
    #[error("there is no tile {},{}: the area has {} by {} tiles", tile[0], tile[1], grid[0], grid[1])]
    NoSuchTile {
        /// Its column and row.
        tile: [u32; 2],
        /// Number of columns and rows.
        grid: [u32; 2],
    },
    /// The other walkmesh is of another kind.
    /// Cause: the caller.
    #[error("a walkmesh can be merged with one of the same game only; the other file is {0}")]
    OtherKind(super::Kind),
    /// A KotOR walkmesh cannot be edited.
    #[error(transparent)]
    Kotor(#[from] crate::kotor::EditError),
    /// The rooms of a KotOR area cannot be edited.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// A room of a KotOR area cannot be edited or baked.
    /// Cause: the file or the caller.
    #[error("{file}: {error}")]
    Room {
        /// The file of the room.
        file: String,
        /// The error.
        error: AreaError,
    },
    /// An edit fails in one of the rooms of a KotOR area.
    /// Cause: the file or the caller.
    #[error("{room}: {error}")]
    InRoom {
        /// The name of the room.
        room: String,
        /// The error of that edit.
        error: Box<EditError>,
    },
    /// An NWN2 walkmesh cannot be edited.
    #[error(transparent)]
    Nwn2(#[from] crate::nwn2::EditError),
    /// The walkmesh of an NWN2 area cannot be read or replaced.
    #[error(transparent)]
    Terrain(#[from] crate::nwn2::TerrainError),
    /// An NWN2 walkmesh cannot be optimised.
    #[error(transparent)]
    Optimise(#[from] crate::nwn2::OptimiseError),
}

impl EditError {
    /// The error, and the room of an area that it concerns.
    pub(super) fn of_room(self, room: &str) -> Self {
        Self::InRoom { room: room.to_owned(), error: Box::new(self) }
    }
}
