//! [`Layout::recover`]: a layout from the rooms of an area and their models, where the layout itself is lost.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::seams::{Near, edges_of};
use crate::kotor::model::CORNER_TOLERANCE;
use crate::kotor::{Area, AreaError, Layout, LayoutRoom, Model, RoomId, Walkmesh};

/// Maximum distance by which rounded texts move a vertex from its position in the model, in metres. Welding moves vertices farther.
/// Source: `docs/formats/mdl.md#walkmesh`.
const ROUNDING: f64 = 2e-4;
/// Maximum gap between the edges of two rooms that a transition joins, in metres: the largest gap between the games' own rooms,
/// except for some that lie in another area.
const SEAM: f32 = 0.1;
/// Highest room number that is accepted from a transition. In the games' own files the highest is 28.
const MOST: u32 = 999;

/// A layout that was recovered, and how certain it is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LayoutRecovery {
    /// The layout, which has only the rooms, in the order of their numbers. A number whose room or position is unknown gets a room without
    /// a model ([`LayoutRoom::NO_MODEL`]).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub layout: Layout,
    /// The rooms whose position was recovered, in the order of the layout.
    pub placed: Vec<RecoveredRoom>,
    /// The rooms without a position.
    pub unplaced: Vec<UnplacedRoom>,
    /// Target numbers of transitions that no room has.
    pub unknown: Vec<RoomId>,
}

/// A room whose position in the layout was recovered.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RecoveredRoom {
    /// Its number in the layout.
    pub room: RoomId,
    /// Its name.
    pub name: String,
    /// Its position, in metres, to four decimals.
    pub position: [f32; 3],
    /// True if transitions of other rooms lead to it. Otherwise rooms are numbered in the order of their names.
    pub is_numbered: bool,
    /// Number of face corners that were compared with the model's.
    pub corners: usize,
    /// Number of corners that are farther from the model's corners than rounding explains, as after welding.
    pub moved: usize,
    /// Maximum distance of a corner from the model's along an axis, in metres.
    pub farthest: f64,
}

/// A room whose position cannot be recovered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UnplacedRoom {
    /// Its name.
    pub name: String,
    /// True if it has a model, but with different faces.
    pub has_model: bool,
}

impl Layout {
    /// Recovers the layout of rooms from their names, walkmeshes and models. The vertices of a walkmesh are the model's, moved to the
    /// room's position. The position is the median of the differences, to four decimals. Rooms get the numbers by which transitions
    /// lead to them. Door hooks, tracks and obstacles are in no other file, so they cannot be recovered.
    ///
    /// Source: `docs/formats/mdl.md#walkmesh`, exact for 42 of 42 rooms with a known layout.
    ///
    /// ```no_run
    /// use walkmesh::kotor::{Layout, Model, Walkmesh};
    ///
    /// let room = Walkmesh::from_bytes(&std::fs::read("745kora.wok")?)?;
    /// let model = Model::from_bytes(&std::fs::read("745kora.mdl")?)?;
    /// let recovery = Layout::recover([("745kora", &room, Some(&model))])?;
    /// std::fs::write("745kor.lyt", recovery.layout.to_bytes())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AreaError::NotARoom`] for the walkmesh of a placeable or a door, and [`AreaError::Layout`] for a name with spaces.
    pub fn recover<'a>(
        rooms: impl IntoIterator<Item = (&'a str, &'a Walkmesh, Option<&'a Model>)>,
    ) -> Result<LayoutRecovery, AreaError> {
        let mut rooms: Vec<_> = rooms.into_iter().collect();
        rooms.sort_by_cached_key(|(name, ..)| name.to_ascii_lowercase());
        let mut area = Area::new(Self::new());
        let mut fits = Vec::new();
        for (name, walkmesh, model) in rooms {
            fits.push((model.is_some(), model.and_then(|model| Fit::new(walkmesh, model))));
            area.push(name.to_owned(), walkmesh.clone())?;
        }
        let Numbers { rooms: numbered, led_to } = Numbers::new(&area);
        let mut numbers: BTreeMap<u32, RoomId> = numbered.iter().map(|(room, number)| (*number, *room)).collect();
        let unnumbered = area.rooms().map(|(room, _)| room).filter(|room| !numbered.contains_key(room));
        let mut next = 0;
        for room in unnumbered {
            while numbers.contains_key(&next) || led_to.contains(&next) {
                next += 1;
            }
            numbers.insert(next, room);
        }
        let last = numbers.keys().chain(&led_to).max().copied();
        let no_model = || LayoutRoom { name: LayoutRoom::NO_MODEL.to_owned(), position: [0.0; 3] };
        let (layout, unplaced, unknown) = (Self::new(), Vec::new(), Vec::new());
        let mut recovery = LayoutRecovery { layout, placed: Vec::new(), unplaced, unknown };
        for number in last.map_or(0..0, |last| 0..last + 1) {
            let Some(id) = numbers.get(&number) else {
                let room = recovery.layout.push(no_model())?;
                recovery.unknown.extend(led_to.contains(&number).then_some(room));
                continue;
            };
            let name = area.layout().room(*id).map_or_else(String::new, |room| room.name.clone());
            let Some((has_model, fit)) = fits.get(id.index()) else { continue };
            let Some(Fit { position, corners, moved, farthest }) = *fit else {
                recovery.layout.push(no_model())?;
                recovery.unplaced.push(UnplacedRoom { name, has_model: *has_model });
                continue;
            };
            let room = recovery.layout.push(LayoutRoom { name: name.clone(), position })?;
            let is_numbered = numbered.contains_key(id);
            recovery.placed.push(RecoveredRoom { room, name, position, is_numbered, corners, moved, farthest });
        }
        Ok(recovery)
    }
}

/// The position at which the faces of a model coincide with a room's.
struct Fit {
    position: [f32; 3],
    corners: usize,
    moved: usize,
    farthest: f64,
}

impl Fit {
    /// `None` if fewer than half of the room's corners coincide with the model's at one position.
    fn new(room: &Walkmesh, model: &Model) -> Option<Self> {
        let corners = model.corners_beside(room);
        let median = |axis: usize| {
            let mut along: Vec<f64> = corners.iter().map(|[at, local]| at[axis] - local[axis]).collect();
            along.sort_unstable_by(f64::total_cmp);
            // A sum with zero is never negative zero.
            along.get(along.len() / 2).map(|middle| ((middle * 1e4).round_ties_even() / 1e4 + 0.0) as f32)
        };
        let position = [median(0)?, median(1)?, median(2)?];
        let (mut moved, mut far, mut farthest) = (0, 0, 0.0_f64);
        for [at, local] in &corners {
            let off = |axis: usize| (at[axis] - local[axis] - f64::from(position[axis])).abs();
            let is_rounded = (0..3).all(|axis| off(axis) <= ROUNDING + 1e-6 * at[axis].abs());
            let most = (0..3).map(off).fold(0.0, f64::max);
            moved += usize::from(!is_rounded);
            far += usize::from(most.is_nan() || most > CORNER_TOLERANCE);
            farthest = farthest.max(most);
        }
        let corners = corners.len();
        (2 * far <= corners && farthest.is_finite()).then_some(Self { position, corners, moved, farthest })
    }
}

/// The numbers of rooms, from the transitions of the rooms that they touch.
struct Numbers {
    rooms: BTreeMap<RoomId, u32>,
    /// All numbers that transitions lead to.
    led_to: BTreeSet<u32>,
}

impl Numbers {
    /// Each transition is a vote for the number of the room on its other side. A number with more votes is assigned first.
    fn new(area: &Area) -> Self {
        let mut near = Near::default();
        near.add(area.rooms().flat_map(|(id, room)| edges_of(id, room)));
        let mut votes = BTreeMap::<(u32, RoomId), usize>::new();
        let mut led_to = BTreeSet::new();
        for edge in area.rooms().flat_map(|(id, room)| edges_of(id, room)) {
            let Some(RoomId(number)) = edge.leads_to.filter(|room| room.0 <= MOST) else { continue };
            led_to.insert(number);
            if let Some((_, facing)) = near.facing(&edge, SEAM).edge {
                *votes.entry((number, facing.room)).or_default() += 1;
            }
        }
        let mut votes: Vec<_> = votes.into_iter().collect();
        votes.sort_by_key(|(_, count)| Reverse(*count));
        let (mut rooms, mut given) = (BTreeMap::new(), BTreeSet::new());
        for ((number, room), _) in votes {
            if !rooms.contains_key(&room) && given.insert(number) {
                rooms.insert(room, number);
            }
        }
        Self { rooms, led_to }
    }
}
