//! [`Layout`]: the rooms of an area, their order, and their positions (`.lyt`, text).
//!
//! The order matters: a transition in a walkmesh is the number of a room in this list, and the engine searches the rooms in this order for
//! a point.
//!
//! The text is kept: everything that is not edited is written byte for byte as it was read.
//!
//! ```
//! use walkmesh::kotor::Layout;
//!
//! let text = b"beginlayout\n  roomcount 2\n    hall 0.0 0.0 0.0\n    cellar 12.5 0.0 -4.0\n  trackcount 0\ndonelayout\n";
//! let mut layout = Layout::from_bytes(text)?;
//! assert_eq!(layout.find("CELLAR").map(|room| room.0), Some(1));
//! assert_eq!(layout.to_bytes(), text);
//!
//! layout.reorder(&[1, 0])?;
//! assert_eq!(layout.rooms()[0].name, "cellar");
//! # Ok::<(), walkmesh::kotor::LayoutError>(())
//! ```

pub(super) mod check;
mod names;
#[cfg(test)]
mod tests;
mod text;
mod translate;

use crate::budget::{Budget, Cost};

use self::names::Names;
use self::text::{Line, counted, joined, list, numbers, room_text};
use super::RoomId;

/// A room of a layout.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutRoom {
    /// The room's model, which is also the name of its walkmesh; `****` where it has none.
    pub name: String,
    /// Its position in the area, in metres. The games read the numbers of the text as f32, and so did the compiler that
    /// added them to the vertices (`docs/formats/bwm.md#coordinates`).
    pub position: [f32; 3],
}

impl LayoutRoom {
    /// The name of a room without a model.
    pub const NO_MODEL: &str = "****";
}

/// A door hook: a position for a door.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorHook {
    /// The room that the door belongs to.
    pub room: String,
    /// The hook's name.
    pub name: String,
    /// Its position in the area, in metres.
    pub position: [f32; 3],
    /// Its orientation: a quaternion w, x, y, z.
    pub orientation: [f32; 4],
}

/// A layout, with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The text before, inside and after the list of rooms, each line with its line ending.
    before: Vec<u8>,
    count: Line,
    lines: Vec<Line>,
    after: Vec<u8>,
    rooms: Vec<LayoutRoom>,
    door_hooks: Vec<DoorHook>,
    names: Names,
}

/// An error in reading or editing a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No line starts with `roomcount`.
    /// Cause: the file.
    #[error("the layout has no line that starts with `roomcount`")]
    NoRoomCount,
    /// A line cannot be parsed.
    /// Cause: the file.
    #[error("line {line} of the layout: expected {expected}, found `{found}`")]
    InvalidLine {
        /// Number of the line, from 1.
        line: usize,
        /// The expected text.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The text ends before all rooms or hooks that it declares.
    /// Cause: the file.
    #[error("the layout ends after {found} of {expected} lines")]
    TooShort {
        /// Lines announced.
        expected: usize,
        /// Lines found.
        found: usize,
    },
    /// The text has more lines than any layout may have: [`Layout::MAX_LINES`].
    /// Cause: the file.
    #[error("the layout has {lines} lines, and at most {} are read: real ones have hundreds", Layout::MAX_LINES)]
    TooManyLines {
        /// Number of lines that it has.
        lines: usize,
    },
    /// The room does not exist.
    /// Cause: the caller.
    #[error("the layout has no {0}")]
    NoSuchRoom(RoomId),
    /// A new order of the rooms names a room twice, or a nonexistent room.
    /// Cause: the caller.
    #[error("the new order must name existing rooms, of which there are {rooms}, and each at most once")]
    InvalidOrder {
        /// Number of rooms.
        rooms: usize,
    },
    /// There are more rooms than 32 bits can number.
    /// Cause: the caller.
    #[error("{rooms} rooms are more than a layout can number")]
    TooManyRooms {
        /// Number of rooms.
        rooms: usize,
    },
    /// A room's name is empty or has blanks in it.
    /// Cause: the caller.
    #[error("a room needs a name without blanks")]
    InvalidName,
    /// A coordinate is NaN or infinite, or would become so.
    /// Cause: the caller.
    #[error("a coordinate is NaN or infinite")]
    NotFinite,
}

impl Layout {
    /// An empty layout, formatted as the games' own.
    #[must_use]
    pub fn new() -> Self {
        let line = |indent: &[u8], text: &[u8]| Line { indent: indent.into(), text: text.into(), end: b"\n".into() };
        Self {
            before: b"#MAXLAYOUT ASCII\nbeginlayout\n".into(),
            count: line(b"   ", b"roomcount 0"),
            lines: Vec::new(),
            after: b"   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n".into(),
            rooms: Vec::new(),
            door_hooks: Vec::new(),
            names: Names::default(),
        }
    }

    /// Maximum number of lines that are read. Each is stored separately, which takes far more memory than the text of a short line.
    pub const MAX_LINES: usize = 1 << 17;

    /// Number of bytes from the start of a file that [`looks_like_one`](Self::looks_like_one) examines.
    pub const HEAD: usize = 4096;

    /// Returns whether bytes start as a layout does: a line with the word `beginlayout`, possibly after comments. Only a full read decides.
    #[must_use]
    pub fn looks_like_one(bytes: &[u8]) -> bool {
        let lines = bytes[..bytes.len().min(Self::HEAD)].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        lines.take_while(|line| line.is_ascii()).any(|line| line.eq_ignore_ascii_case(b"beginlayout"))
    }

    /// Reads a layout.
    ///
    /// # Errors
    /// [`LayoutError`], with the line. Keywords may be in any case; unknown lines are kept and ignored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LayoutError> {
        let count = bytes.split_inclusive(|&byte| byte == b'\n').count();
        let budget = Budget::new(Cost::Items, Self::MAX_LINES as u64);
        budget.need(count as u64).map_err(|_| LayoutError::TooManyLines { lines: count })?;
        let lines: Vec<Line> = bytes.split_inclusive(|&byte| byte == b'\n').map(Line::new).collect();
        let (start, announced) = counted(&lines, "roomcount")?.ok_or(LayoutError::NoRoomCount)?;
        let (room_lines, rooms) = list(&lines, start + 1, announced, |words| {
            let [name, x, y, z] = words else { return None };
            Some(LayoutRoom { name: (*name).to_owned(), position: numbers([x, y, z].map(|word| *word))? })
        })
        .map_err(|bad| bad.because("a room: a name and three numbers"))?;
        let door_hooks = match counted(&lines, "doorhookcount")? {
            None => Vec::new(),
            Some((at, announced)) => {
                let hook = |words: &[&str]| {
                    let [room, name, _, x, y, z, qw, qx, qy, qz] = words else { return None };
                    Some(DoorHook {
                        room: (*room).to_owned(),
                        name: (*name).to_owned(),
                        position: numbers([x, y, z].map(|word| *word))?,
                        orientation: numbers([qw, qx, qy, qz].map(|word| *word))?,
                    })
                };
                list(&lines, at + 1, announced, hook)
                    .map_err(|bad| bad.because("a door hook: room, name, 0 and seven numbers"))?
                    .1
            }
        };
        let end = start + 1 + room_lines;
        Ok(Self {
            before: joined(&lines[..start]),
            count: lines[start].clone(),
            lines: lines[start + 1..end].to_vec(),
            after: joined(&lines[end..]),
            rooms,
            door_hooks,
            names: Names::default(),
        })
    }

    /// Writes the layout: the text that was read, with the edits.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let lines = std::iter::once(&self.count).chain(&self.lines);
        let rooms = lines.flat_map(|Line { indent, text, end }| [indent, text, end]);
        [&self.before].into_iter().chain(rooms).chain([&self.after]).flatten().copied().collect()
    }

    /// The rooms, by [`RoomId`].
    #[must_use]
    pub fn rooms(&self) -> &[LayoutRoom] {
        &self.rooms
    }

    /// A room, by its number.
    #[must_use]
    pub fn room(&self, room: RoomId) -> Option<&LayoutRoom> {
        self.rooms.get(room.index())
    }

    /// The first room with a name, ignoring case, because files have often been renamed.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<RoomId> {
        self.names.find(name, &self.rooms)
    }

    /// The positions for doors.
    #[must_use]
    pub fn door_hooks(&self) -> &[DoorHook] {
        &self.door_hooks
    }

    /// Adds a room at the end of the list.
    ///
    /// # Errors
    /// [`LayoutError::InvalidName`], [`LayoutError::NotFinite`] and [`LayoutError::TooManyRooms`].
    pub fn push(&mut self, room: LayoutRoom) -> Result<RoomId, LayoutError> {
        let id = u32::try_from(self.rooms.len()).map_err(|_| LayoutError::TooManyRooms { rooms: self.rooms.len() })?;
        let dress = self
            .lines
            .last()
            .cloned()
            .unwrap_or_else(|| Line { indent: [&self.count.indent[..], b"   "].concat(), ..self.count.clone() });
        self.lines.push(Line { text: room_text(&room)?, ..dress });
        self.names.push(&room.name, RoomId(id));
        self.rooms.push(room);
        self.recount();
        // Among the lines before this one, only the last room's may have lacked a line ending.
        self.end_lines(self.lines.len().saturating_sub(2));
        Ok(RoomId(id))
    }

    /// Moves a room, or gives it another name.
    ///
    /// # Errors
    /// [`LayoutError::InvalidName`], [`LayoutError::NotFinite`] and [`LayoutError::NoSuchRoom`].
    pub fn set(&mut self, id: RoomId, room: LayoutRoom) -> Result<(), LayoutError> {
        let text = room_text(&room)?;
        let has_blank_lines = self.lines.len() != self.rooms.len();
        let (Some(place), lines) = (self.rooms.get_mut(id.index()), &mut self.lines) else {
            return Err(LayoutError::NoSuchRoom(id));
        };
        let line = if has_blank_lines {
            lines.iter_mut().filter(|line| !line.is_blank()).nth(id.index())
        } else {
            lines.get_mut(id.index())
        };
        line.ok_or(LayoutError::NoSuchRoom(id))?.text = text;
        if place.name != room.name {
            self.names = Names::default();
        }
        *place = room;
        Ok(())
    }

    /// Reorders the rooms (`order[new] = old`), and removes the rooms that the order leaves out.
    ///
    /// Transitions of the walkmeshes are numbers in the old order. [`Area::reorder`](super::Area::reorder) changes
    /// both.
    ///
    /// # Errors
    /// [`LayoutError::InvalidOrder`] where a number is out of range or given twice. On error, nothing is changed.
    pub fn reorder(&mut self, order: &[usize]) -> Result<(), LayoutError> {
        let mut seen = vec![false; self.rooms.len()];
        for &old in order {
            match seen.get_mut(old) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(LayoutError::InvalidOrder { rooms: self.rooms.len() }),
            }
        }
        let lines: Vec<&Line> = self.lines.iter().filter(|line| !line.is_blank()).collect();
        self.lines = order.iter().map(|&old| lines[old].clone()).collect();
        self.rooms = order.iter().map(|&old| self.rooms[old].clone()).collect();
        self.names = Names::default();
        self.recount();
        self.end_lines(0);
        Ok(())
    }

    /// Corrects the number of rooms in the text.
    fn recount(&mut self) {
        let words = self.count.words();
        let stands = words.get(1).and_then(|word| word.parse::<usize>().ok());
        if stands == Some(self.rooms.len()) {
            return;
        }
        let keyword = words.first().map_or("roomcount", |word| word).to_owned();
        self.count.text = format!("{keyword} {}", self.rooms.len()).into_bytes();
    }

    /// Adds missing line endings to the line with the number of rooms and to the following ones, from number `first` on. The last line of a
    /// text may lack one.
    fn end_lines(&mut self, first: usize) {
        let returns = [&self.before, &self.count.end].into_iter().any(|text| text.ends_with(b"\r\n"));
        let end: &[u8] = if returns { b"\r\n" } else { b"\n" };
        let followed = 1 + self.lines.len() - usize::from(self.after.is_empty());
        let followed = std::iter::once(&mut self.count).chain(&mut self.lines).take(followed).skip(first);
        // In a blank line, the line ending counts as blanks.
        let endless = |line: &&mut Line| !line.is_blank() && !line.end.ends_with(b"\n");
        followed.filter(endless).for_each(|line| line.end.extend(end));
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::new()
    }
}
