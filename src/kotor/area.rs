//! [`Area`]: rooms, and the layout that gives them their numbers and positions.
//!
//! The walkmeshes of rooms are already in area space, so they can be used together without being moved. Two rooms are
//! joined by a transition on both sides of a seam. The game follows it only from edge to edge, so both rooms must have
//! the same edge, bit for bit, in opposite directions.
//!
//! - [`link`](Area::link) computes every transition from such edges.
//! - [`weld`](Area::weld) makes nearly equal edges equal, as the games' compiler did.
//! - [`repair`](Area::repair) repairs the floors of all rooms, and the seams between them.
//! - [`translate`](Area::translate) moves the whole area, and keeps every seam closed.
//! - [`reorder`](Area::reorder) renumbers transitions when rooms change their numbers or are removed, and
//!   [`renumber_from`](Area::renumber_from) does so after the layout's file was edited.
//! - [`join`](Area::join) adds the rooms of another area.
//! - [`to_scene`](Area::to_scene), [`apply_scene`](Area::apply_scene) and [`from_scene`](Area::from_scene) exchange an
//!   area with other programs.
//! - [`check`](Area::check) says where rooms do not fit together.
//!
//! ```
//! use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};
//!
//! let mut layout = Layout::new();
//! for name in ["west", "east"] {
//!     layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] })?;
//! }
//! let mut area = Area::new(layout);
//! let stone = MaterialId(4);
//! let west = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
//! let east = [[4.0, 4.0, 0.0], [4.0, 0.0, 0.0], [8.0, 0.0, 0.0]];
//! area.insert(RoomId(0), Walkmesh::from_triangles(Kind::Wok, [(west, stone)])?)?;
//! area.insert(RoomId(1), Walkmesh::from_triangles(Kind::Wok, [(east, stone)])?)?;
//!
//! assert_eq!(area.link()?.len(), 2);
//! let (_, leads_to) = area.room(RoomId(0)).unwrap().transitions().next().unwrap();
//! assert_eq!(leads_to, RoomId(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(super) mod check;
mod floor;
mod join;
mod layout_recovery;
mod link;
pub(super) mod objects;
mod renumber;
mod repair;
mod seams;
mod weld;

pub use self::join::JoinReport;
pub use self::layout_recovery::{LayoutRecovery, RecoveredRoom, UnplacedRoom};
pub use self::link::LinkChange;
pub use self::repair::AreaRepairs;
pub(super) use self::seams::SeamEdge;
pub use self::weld::Weld;
use std::collections::HashSet;

use super::{BakeError, EdgeId, EditError, Layout, LayoutError, LayoutRoom, MaterialTable, RoomId, Walkmesh};

/// An error in building or editing an area.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AreaError {
    /// The room does not exist in the layout.
    /// Cause: the caller.
    #[error("the layout has no {0}")]
    NoSuchRoom(RoomId),
    /// The walkmesh belongs to a placeable or a door.
    /// Cause: the caller.
    #[error("the walkmesh for {0} is not that of a room")]
    NotARoom(RoomId),
    /// Both areas have a room of this name, so their walkmeshes would be one file. Rename one of them first.
    /// Cause: the caller.
    #[error("both areas have a room called `{0}`: rename one of them, with its files, before they are joined")]
    SameName(String),
    /// The tolerance is negative, NaN or infinite.
    /// Cause: the caller.
    #[error("the tolerance must be a finite distance of 0 m or more")]
    ToleranceOutOfRange,
    /// The layout cannot be edited.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A room cannot be edited.
    /// Cause: the file or the caller.
    #[error("{room}: {error}")]
    Edit {
        /// The room.
        room: RoomId,
        /// The fault.
        error: EditError,
    },
    /// A room cannot be baked, so its perimeters are unknown.
    /// Cause: the file or the caller.
    #[error("{room}: {error}")]
    Bake {
        /// The room.
        room: RoomId,
        /// The fault.
        error: BakeError,
    },
}

impl AreaError {
    /// The room that cannot be edited or baked; `None` for other errors.
    #[must_use]
    pub fn room(&self) -> Option<RoomId> {
        match self {
            Self::Edit { room, .. } | Self::Bake { room, .. } => Some(*room),
            _ => None,
        }
    }

    /// Makes an error in editing a room one of the area.
    fn of(room: RoomId) -> impl Fn(EditError) -> Self {
        move |error| Self::Edit { room, error }
    }
}

/// The rooms of an area, and their layout.
#[derive(Clone, Debug)]
pub struct Area {
    layout: Layout,
    /// By [`RoomId`]; `None` for rooms without a walkmesh, and for missing ones.
    rooms: Vec<Option<Walkmesh>>,
}

impl Area {
    /// An area whose rooms have not been read yet.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self { rooms: vec![None; layout.rooms().len()], layout }
    }

    /// Sets the walkmesh of a room, and stores the room's layout position in the walkmesh.
    ///
    /// # Errors
    /// [`AreaError::NoSuchRoom`] and [`AreaError::NotARoom`].
    pub fn insert(&mut self, room: RoomId, walkmesh: Walkmesh) -> Result<(), AreaError> {
        let place = self.layout.room(room).ok_or(AreaError::NoSuchRoom(room))?.position;
        if !walkmesh.kind().is_room() {
            return Err(AreaError::NotARoom(room));
        }
        self.rooms[room.index()] = Some(walkmesh.with_layout_position(place));
        Ok(())
    }

    /// Appends a room to the layout, at the layout position that its walkmesh stores.
    ///
    /// # Errors
    /// [`AreaError::NotARoom`] and [`AreaError::Layout`]. On error, nothing is changed.
    pub(in crate::kotor) fn push(&mut self, name: String, walkmesh: Walkmesh) -> Result<RoomId, AreaError> {
        if !walkmesh.kind().is_room() {
            return Err(AreaError::NotARoom(RoomId(self.rooms.len() as u32)));
        }
        let position = walkmesh.layout_position().unwrap_or_default();
        let room = self.layout.push(LayoutRoom { name, position })?;
        self.rooms.push(Some(walkmesh.with_layout_position(position)));
        Ok(room)
    }

    /// Sets the walkmesh of the first room with a name, ignoring case. A layout may list the same model more than once, but its walkmesh
    /// has only one position. `None` where the layout has no such room.
    ///
    /// # Errors
    /// [`AreaError::NotARoom`].
    pub fn insert_named(&mut self, name: &str, walkmesh: Walkmesh) -> Result<Option<RoomId>, AreaError> {
        let Some(room) = self.layout.find(name) else { return Ok(None) };
        self.insert(room, walkmesh)?;
        Ok(Some(room))
    }

    /// The same area with another table of materials for all rooms present: [`Walkmesh::with_materials`]. The game uses one table for
    /// all rooms, so queries about the whole area use the first room's table.
    #[must_use]
    pub fn with_materials(mut self, materials: &MaterialTable) -> Self {
        for room in self.rooms.iter_mut().flatten() {
            *room = room.clone().with_materials(materials.clone());
        }
        self
    }

    /// The same area with one table of materials that agrees with the stored neighbours of all rooms present, as
    /// [`Walkmesh::with_materials_as_stored`] does for one.
    #[must_use]
    pub fn with_materials_as_stored(mut self) -> Self {
        let table = self.rooms().fold(self.materials(), |table, (_, room)| table.as_shown_by(room.as_raw()));
        for room in self.rooms.iter_mut().flatten() {
            room.assume_materials(table.clone());
        }
        self
    }

    /// The table of materials that queries use: the table of the first room present.
    #[must_use]
    pub fn materials(&self) -> MaterialTable {
        self.rooms().next().map_or_else(MaterialTable::kotor, |(_, room)| room.materials().clone())
    }

    /// The layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(in crate::kotor) fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }

    /// A room's walkmesh, if it is present.
    #[must_use]
    pub fn room(&self, room: RoomId) -> Option<&Walkmesh> {
        self.rooms.get(room.index())?.as_ref()
    }

    /// A room's walkmesh, to edit it.
    pub fn room_mut(&mut self, room: RoomId) -> Option<&mut Walkmesh> {
        self.rooms.get_mut(room.index())?.as_mut()
    }

    /// The rooms present, in the order of the layout, to edit them.
    pub(crate) fn rooms_mut(&mut self) -> impl Iterator<Item = &mut Walkmesh> {
        self.rooms.iter_mut().flatten()
    }

    /// The rooms present, in the order of the layout.
    pub fn rooms(&self) -> impl Iterator<Item = (RoomId, &Walkmesh)> {
        (0..).map(RoomId).zip(&self.rooms).filter_map(|(id, room)| Some((id, room.as_ref()?)))
    }

    /// The rooms of the layout whose walkmesh is not present, in the order of the layout. Rooms without a model are left out. Later rooms
    /// with the same name are left out, too, because they share the walkmesh of the first.
    pub fn missing_rooms(&self) -> impl Iterator<Item = (RoomId, &LayoutRoom)> {
        let mut names = HashSet::new();
        let rooms = (0..).map(RoomId).zip(self.layout.rooms());
        let first = rooms.filter(move |(_, room)| names.insert(room.name.to_ascii_lowercase()));
        first.filter(|(id, room)| room.name != LayoutRoom::NO_MODEL && self.room(*id).is_none())
    }

    /// Bakes the stale data of every room.
    ///
    /// # Errors
    /// [`AreaError::Bake`] for the first room that cannot be baked; rooms before it are baked.
    pub fn bake_stale(&mut self) -> Result<(), AreaError> {
        for (room, walkmesh) in (0..).map(RoomId).zip(&mut self.rooms) {
            if let Some(walkmesh) = walkmesh {
                walkmesh.bake_stale().map_err(|error| AreaError::Bake { room, error })?;
            }
        }
        Ok(())
    }

    /// Moves all rooms, and everything else that the layout places, by one offset in metres.
    ///
    /// Vertices of two rooms that were equal bit for bit are equal afterwards, because both get the same sum, rounded
    /// once. So every closed seam stays closed, and every transition stays. Moving the rooms one by one opens seams,
    /// because the new position of each room in the layout is rounded separately.
    ///
    /// Walkmeshes that are missing must be moved by the same offset ([`Walkmesh::translate`]), and so must the objects that other files of
    /// the area place, such as the creatures, doors and placeables of its GIT.
    ///
    /// # Errors
    /// [`AreaError::Layout`] and [`AreaError::Edit`]. On error, nothing is changed.
    pub fn translate(&mut self, offset: impl Into<[f32; 3]>) -> Result<(), AreaError> {
        let offset = offset.into();
        let (mut layout, mut rooms) = (self.layout.clone(), self.rooms.clone());
        layout.translate(offset)?;
        for ((room, place), walkmesh) in (0..).map(RoomId).zip(layout.rooms()).zip(&mut rooms) {
            if let Some(walkmesh) = walkmesh {
                walkmesh.translate(offset).map_err(AreaError::of(room))?;
                walkmesh.layout_position = Some(place.position);
            }
        }
        (self.layout, self.rooms) = (layout, rooms);
        Ok(())
    }

    /// Moves a room to another position in the layout, and its walkmesh with it. Its transitions stay, but its seams
    /// may open: call [`weld`](Self::weld) and [`link`](Self::link) afterwards. To move all rooms by one offset, use
    /// [`translate`](Self::translate).
    ///
    /// # Errors
    /// [`AreaError::NoSuchRoom`], [`AreaError::Layout`] and [`AreaError::Edit`]. On error, nothing is changed.
    pub fn move_room(&mut self, room: RoomId, to: impl Into<[f32; 3]>) -> Result<(), AreaError> {
        let to = to.into();
        let LayoutRoom { name, position } = self.layout.room(room).ok_or(AreaError::NoSuchRoom(room))?.clone();
        let offset: [f32; 3] = std::array::from_fn(|axis| to[axis] - position[axis]);
        let mut moved = self.rooms[room.index()].clone();
        if let Some(walkmesh) = &mut moved {
            walkmesh.translate(offset).map_err(AreaError::of(room))?;
        }
        self.layout.set(room, LayoutRoom { name, position: to })?;
        self.rooms[room.index()] = moved.map(|walkmesh| walkmesh.with_layout_position(to));
        Ok(())
    }

    /// Reorders the rooms (`order[new] = old`), removes those that the order leaves out, and renumbers every
    /// transition. Returns the edges whose transitions led to a room that was removed or never existed, and now lead
    /// nowhere, with the new numbers of their own rooms.
    ///
    /// # Errors
    /// [`AreaError::Layout`] where a number is out of range or given twice. On error, nothing is changed.
    pub fn reorder(&mut self, order: &[usize]) -> Result<Vec<(RoomId, EdgeId)>, AreaError> {
        let mut new_rooms = vec![None; self.rooms.len()];
        self.layout.reorder(order)?;
        for (&old, new) in order.iter().zip((0..).map(RoomId)) {
            new_rooms[old] = Some(new);
        }
        self.rooms = order.iter().map(|&old| self.rooms[old].take()).collect();
        Ok(self.renumber(|old| new_rooms.get(old.index()).copied().flatten()))
    }
}
