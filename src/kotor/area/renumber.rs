//! Renumbers transitions after the layout was edited.

use std::collections::{HashMap, VecDeque};

use super::Area;
use crate::kotor::{EdgeId, Layout, RoomId};

impl Layout {
    /// For each room of this layout, the number of the room with the same name (ignoring case) in another layout;
    /// `None` if that layout lacks it. If several rooms have the same name, the first maps to the first, the second to
    /// the second.
    #[must_use]
    pub fn numbers_in(&self, other: &Self) -> Vec<Option<RoomId>> {
        let mut by_name = HashMap::<String, VecDeque<RoomId>>::new();
        for (id, room) in (0..).map(RoomId).zip(other.rooms()) {
            by_name.entry(room.name.to_ascii_lowercase()).or_default().push_back(id);
        }
        let number = |name: &str| by_name.get_mut(&name.to_ascii_lowercase()).and_then(VecDeque::pop_front);
        let names = self.rooms().iter().map(|room| room.name.as_str());
        names.map(number).collect()
    }
}

impl Area {
    /// Renumbers the transitions of all rooms present, which use the numbers of an older layout: each leads to the room
    /// of the same name in the area's own layout. Returns the edges whose transitions led to a removed room, and now lead nowhere.
    ///
    /// Call this once after editing the layout's file by other means than [`reorder`](Self::reorder), which renumbers the transitions
    /// itself.
    ///
    /// ```
    /// use walkmesh::kotor::{Area, EdgeId, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};
    ///
    /// let layout = |names: &[&str]| {
    ///     let mut layout = Layout::new();
    ///     for name in names {
    ///         layout.push(LayoutRoom { name: (*name).into(), position: [0.0; 3] })?;
    ///     }
    ///     Ok::<_, Box<dyn std::error::Error>>(layout)
    /// };
    /// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let mut hall = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// hall.set_transition(EdgeId(0), Some(RoomId(1)))?;
    ///
    /// // In the older layout, the hall leads to the cellar.
    /// let mut area = Area::new(layout(&["hall", "attic", "cellar"])?);
    /// area.insert(RoomId(0), hall)?;
    /// area.renumber_from(&layout(&["hall", "cellar"])?);
    /// assert_eq!(area.room(RoomId(0)).unwrap().transitions().next(), Some((EdgeId(0), RoomId(2))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn renumber_from(&mut self, older: &Layout) -> Vec<(RoomId, EdgeId)> {
        let numbers = older.numbers_in(&self.layout);
        let number = |old: RoomId| numbers.get(old.index()).copied().flatten();
        self.renumber(number)
    }

    /// Renumbers the transitions of all rooms present. Returns the edges that led to a room without a new number.
    pub(super) fn renumber(&mut self, number: impl Fn(RoomId) -> Option<RoomId>) -> Vec<(RoomId, EdgeId)> {
        let mut dropped = Vec::new();
        for (room, walkmesh) in (0..).map(RoomId).zip(&mut self.rooms) {
            let Some(walkmesh) = walkmesh else { continue };
            let lost = walkmesh.transitions().filter(|&(_, old)| number(old).is_none());
            dropped.extend(lost.map(|(edge, _)| (room, edge)));
            walkmesh.renumber_transitions(&number);
        }
        dropped
    }
}
