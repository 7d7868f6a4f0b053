//! Adds the rooms of another area to an area.

use std::collections::HashSet;

use super::{Area, AreaError, LinkChange};
use crate::kotor::{LayoutRoom, RoomId};

/// The report on joining two areas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JoinReport {
    /// The new numbers of the other area's rooms, in its order.
    pub rooms: Vec<RoomId>,
    /// The edges that now lead from a room of one area to a room of the other.
    pub links: Vec<LinkChange>,
    /// The transitions of the other area that led to a room missing from its layout, and now lead nowhere.
    pub dropped: Vec<(RoomId, crate::kotor::EdgeId)>,
    /// Number of door hooks of the other area's layout that were left out. Its tracks and obstacles are left out, too.
    pub door_hooks_left_out: usize,
}

impl Area {
    /// Appends the rooms of another area, moved by an offset in metres, and renumbers their transitions.
    /// Where edges of both areas are equal bit for bit in opposite directions, they become transitions. Edges that already lead to a room,
    /// and edges between rooms of the same area, stay as they are.
    ///
    /// [`weld`](Self::weld) makes nearly meeting edges equal, and [`link`](Self::link) then joins them. Models, doors and everything else
    /// that is not walkmesh must be moved separately.
    ///
    /// # Errors
    /// [`AreaError::SameName`], [`AreaError::Layout`], [`AreaError::Edit`] and [`AreaError::Bake`], because stale data is baked. Rooms of
    /// the other area have the numbers that they would get. On error, nothing is changed.
    ///
    /// ```
    /// use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};
    ///
    /// let area = |name: &str, points: [[f32; 3]; 3]| {
    ///     let mut layout = Layout::new();
    ///     layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] })?;
    ///     let mut area = Area::new(layout);
    ///     area.insert(RoomId(0), Walkmesh::from_triangles(Kind::Wok, [(points, MaterialId(4))])?)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(area)
    /// };
    /// let mut west = area("west", [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]])?;
    /// let east = area("east", [[0.0, 4.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]])?;
    ///
    /// let joined = west.join(&east, [4.0, 0.0, 0.0])?;
    /// assert_eq!((joined.rooms, joined.links.len()), (vec![RoomId(1)], 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn join(&mut self, other: &Self, offset: impl Into<[f32; 3]>) -> Result<JoinReport, AreaError> {
        let is_room = |room: &&LayoutRoom| room.name != LayoutRoom::NO_MODEL;
        let own: HashSet<_> = self.layout.rooms().iter().map(|room| room.name.to_ascii_lowercase()).collect();
        let theirs = other.layout.rooms().iter().filter(is_room);
        if let Some(room) = theirs.into_iter().find(|room| own.contains(&room.name.to_ascii_lowercase())) {
            return Err(AreaError::SameName(room.name.clone()));
        }
        let mut theirs = other.clone();
        let (first, count) = (self.layout.rooms().len() as u32, theirs.layout.rooms().len() as u32);
        theirs.translate(offset).map_err(|error| match error {
            AreaError::Edit { room, error } => AreaError::Edit { room: RoomId(first + room.0), error },
            other => other,
        })?;
        let dropped = theirs.renumber(|room| (room.0 < count).then(|| RoomId(first + room.0)));

        let mut joined = self.clone();
        for (room, walkmesh) in theirs.layout.rooms().iter().zip(theirs.rooms) {
            joined.layout.push(room.clone())?;
            joined.rooms.push(walkmesh);
        }
        let is_own = |room: RoomId| room.0 < first;
        let links = joined.link_where(|change| {
            change.before.is_none() && change.after.is_some_and(|to| is_own(to) != is_own(change.room))
        })?;
        *self = joined;
        Ok(JoinReport {
            rooms: (first..first + count).map(RoomId).collect(),
            links,
            dropped: dropped.into_iter().map(|(room, edge)| (RoomId(first + room.0), edge)).collect(),
            door_hooks_left_out: other.layout.door_hooks().len(),
        })
    }
}
