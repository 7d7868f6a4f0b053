//! The layout of an area: which rooms it has, in which order, and where they stand (`.lyt`, text).
//!
//! The order matters more than it seems: a transition in a walkmesh is the number of a room in this list, and the
//! engine looks for a point's room in the order of this list.
//!
//! The text is kept: what is not edited is written as it was read, to the byte.
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

mod translate;

use super::RoomId;

/// A room of a layout.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutRoom {
    /// The room's model, which is also the name of its walkmesh; `****` where it has none.
    pub name: String,
    /// Where it stands in the area, in metres. The games read the text's numbers as f32, and so did the compiler that
    /// added them to the vertices: measured on 34 rooms, whose boxes come out in all of 34,968 numbers.
    pub position: [f32; 3],
}

/// A place for a door.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorHook {
    /// The room that the door belongs to.
    pub room: String,
    /// The hook's name.
    pub name: String,
    /// Where it stands in the area, in metres.
    pub position: [f32; 3],
    /// How it is turned: a quaternion w, x, y, z.
    pub orientation: [f32; 4],
}

/// A layout, with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The text before, with and after the list of rooms, each line with its end.
    before: Vec<u8>,
    count: Line,
    lines: Vec<Line>,
    after: Vec<u8>,
    rooms: Vec<LayoutRoom>,
    door_hooks: Vec<DoorHook>,
}

/// A line as it was read: blanks before, what it says, and blanks and the line's end after. What is added takes the
/// dress of what stands there.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    indent: Vec<u8>,
    text: Vec<u8>,
    end: Vec<u8>,
}

/// Why a text is no layout, or an edit of one cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// No line says `roomcount`. The file's fault.
    #[error("no `roomcount` in the layout")]
    NoRooms,
    /// A line cannot be understood. The file's fault.
    #[error("line {line} of the layout: expected {expected}, found `{found}`")]
    BadLine {
        /// Number of the line, from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// The text ends before all rooms or hooks that it announces. The file's fault.
    #[error("the layout ends after {found} of {expected} lines")]
    Short {
        /// Lines announced.
        expected: usize,
        /// Lines found.
        found: usize,
    },
    /// A room's number is out of range, or given twice. The caller's fault.
    #[error("{0} rooms cannot be put in that order")]
    NoSuchOrder(usize),
    /// A name with blanks, or none, or a position that is not finite. The caller's fault.
    #[error("a room needs a name without blanks and a finite position")]
    BadRoom,
}

impl Layout {
    /// An empty layout, dressed as the games' own.
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
        }
    }

    /// Reads a layout.
    ///
    /// # Errors
    /// [`LayoutError`], with the line. Keywords may be in any case; unknown lines are kept and ignored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LayoutError> {
        let lines: Vec<Line> = bytes.split_inclusive(|&byte| byte == b'\n').map(Line::of).collect();
        let (start, announced) = counted(&lines, "roomcount")?.ok_or(LayoutError::NoRooms)?;
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
        })
    }

    /// Writes the layout: the text that was read, but for what was edited.
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

    /// The first room of a name, in any case: file names have been renamed by many hands.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<RoomId> {
        (0..).zip(&self.rooms).find(|(_, room)| room.name.eq_ignore_ascii_case(name)).map(|(id, _)| RoomId(id))
    }

    /// The places for doors.
    #[must_use]
    pub fn door_hooks(&self) -> &[DoorHook] {
        &self.door_hooks
    }

    /// Adds a room at the end of the list.
    ///
    /// # Errors
    /// [`LayoutError::BadRoom`].
    pub fn push(&mut self, room: LayoutRoom) -> Result<RoomId, LayoutError> {
        let id = u32::try_from(self.rooms.len()).map_err(|_| LayoutError::NoSuchOrder(self.rooms.len()))?;
        let dress = self
            .lines
            .last()
            .cloned()
            .unwrap_or_else(|| Line { indent: [&self.count.indent[..], b"   "].concat(), ..self.count.clone() });
        self.lines.push(Line { text: room_text(&room)?, ..dress });
        self.rooms.push(room);
        self.recount();
        self.end_lines();
        Ok(RoomId(id))
    }

    /// Moves a room, or gives it another name.
    ///
    /// # Errors
    /// [`LayoutError::BadRoom`], and [`LayoutError::NoSuchOrder`] where there is no such room.
    pub fn set(&mut self, id: RoomId, room: LayoutRoom) -> Result<(), LayoutError> {
        let text = room_text(&room)?;
        let count = self.rooms.len();
        let (Some(place), lines) = (self.rooms.get_mut(id.index()), &mut self.lines) else {
            return Err(LayoutError::NoSuchOrder(count));
        };
        let line = lines.iter_mut().filter(|line| !line.is_blank()).nth(id.index());
        line.ok_or(LayoutError::NoSuchOrder(count))?.text = text;
        *place = room;
        Ok(())
    }

    /// Puts the rooms in another order, and drops those that it leaves out: `order[new] = old`.
    ///
    /// The walkmeshes' transitions are numbers in the old order; an [`Area`](super::Area) takes care of both.
    ///
    /// # Errors
    /// [`LayoutError::NoSuchOrder`] where a number is out of range or given twice; nothing is changed then.
    pub fn reorder(&mut self, order: &[usize]) -> Result<(), LayoutError> {
        let mut seen = vec![false; self.rooms.len()];
        for &old in order {
            match seen.get_mut(old) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(LayoutError::NoSuchOrder(self.rooms.len())),
            }
        }
        let lines: Vec<&Line> = self.lines.iter().filter(|line| !line.is_blank()).collect();
        self.lines = order.iter().map(|&old| lines[old].clone()).collect();
        self.rooms = order.iter().map(|&old| self.rooms[old].clone()).collect();
        self.recount();
        self.end_lines();
        Ok(())
    }

    /// Writes the number of rooms where it differs from the one that stands there.
    fn recount(&mut self) {
        let words = self.count.words();
        let stands = words.get(1).and_then(|word| word.parse::<usize>().ok());
        if stands == Some(self.rooms.len()) {
            return;
        }
        let keyword = words.first().map_or("roomcount", |word| word).to_owned();
        self.count.text = format!("{keyword} {}", self.rooms.len()).into_bytes();
    }

    /// Ends every line that another follows: the last one of a text may have had no end.
    fn end_lines(&mut self) {
        let returns = [&self.before, &self.count.end].into_iter().any(|text| text.ends_with(b"\r\n"));
        let end: &[u8] = if returns { b"\r\n" } else { b"\n" };
        let mut followed: Vec<&mut Line> = std::iter::once(&mut self.count).chain(&mut self.lines).collect();
        if self.after.is_empty() {
            followed.pop();
        }
        // The end of a blank line is among its blanks.
        let endless = |line: &&mut Line| !line.is_blank() && !line.end.ends_with(b"\n");
        followed.into_iter().filter(endless).for_each(|line| line.end.extend(end));
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::new()
    }
}

impl Line {
    fn of(line: &[u8]) -> Self {
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let start = line.iter().position(|byte| !blank(byte)).unwrap_or(line.len());
        let end = line.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
        Self { indent: line[..start].into(), text: line[start..end].into(), end: line[end..].into() }
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// The line's words; none where it is not text.
    fn words(&self) -> Vec<&str> {
        std::str::from_utf8(&self.text).map(|text| text.split_ascii_whitespace().collect()).unwrap_or_default()
    }
}

fn joined(lines: &[Line]) -> Vec<u8> {
    lines.iter().flat_map(|Line { indent, text, end }| [indent, text, end]).flatten().copied().collect()
}

/// The line of a keyword, and the number after it.
fn counted(lines: &[Line], keyword: &str) -> Result<Option<(usize, usize)>, LayoutError> {
    for (at, line) in lines.iter().enumerate() {
        let words = line.words();
        if words.first().is_some_and(|word| word.eq_ignore_ascii_case(keyword)) {
            let bad = || BadLine::of(at, line).because("a keyword and a number");
            return Ok(Some((at, words.get(1).and_then(|word| word.parse().ok()).ok_or_else(bad)?)));
        }
    }
    Ok(None)
}

/// What stands in the lines after a keyword: how many lines were read, blank ones with them, and their entries.
fn list<T>(
    lines: &[Line],
    start: usize,
    announced: usize,
    read: impl Fn(&[&str]) -> Option<T>,
) -> Result<(usize, Vec<T>), BadLine> {
    let mut entries = Vec::new();
    let mut used = 0;
    for (at, line) in lines.iter().enumerate().skip(start) {
        if entries.len() == announced {
            break;
        }
        used += 1;
        if !line.is_blank() {
            entries.push(read(&line.words()).ok_or_else(|| BadLine::of(at, line))?);
        }
    }
    if entries.len() < announced {
        return Err(BadLine::Short { expected: announced, found: entries.len() });
    }
    Ok((used, entries))
}

enum BadLine {
    Line { line: usize, found: String },
    Short { expected: usize, found: usize },
}

impl BadLine {
    fn of(at: usize, line: &Line) -> Self {
        Self::Line { line: at + 1, found: String::from_utf8_lossy(&line.text).into_owned() }
    }

    fn because(self, expected: &'static str) -> LayoutError {
        match self {
            Self::Line { line, found } => LayoutError::BadLine { line, expected, found },
            Self::Short { expected, found } => LayoutError::Short { expected, found },
        }
    }
}

/// Finite numbers, or none of them.
fn numbers<const N: usize>(words: [&str; N]) -> Option<[f32; N]> {
    let values = words.map(|word| word.parse::<f32>().ok().filter(|value| value.is_finite()));
    values.iter().all(Option::is_some).then(|| values.map(Option::unwrap_or_default))
}

fn room_text(room: &LayoutRoom) -> Result<Vec<u8>, LayoutError> {
    let named = !room.name.is_empty() && !room.name.contains(|c: char| c.is_whitespace());
    if !named || !room.position.iter().all(|value| value.is_finite()) {
        return Err(LayoutError::BadRoom);
    }
    // `{:?}` is the shortest text that gives the number back, and keeps the `.0` that the games write.
    let [x, y, z] = room.position;
    Ok(format!("{} {x:?} {y:?} {z:?}", room.name).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &[u8] =
        b"#MAXLAYOUT ASCII\r\nfiledependancy m.max\r\nbeginlayout\r\n   roomcount 3\r\n      a 0.0 0.0 0.0\r\n\
        \t  **** 1.5 -2.0 1e-3\r\n      c 3.0 0.0 0.0\r\n   trackcount 0\r\n   doorhookcount 1\r\n\
        \x20     a door_1 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0\r\ndonelayout\r\nleft over";

    fn layout() -> Layout {
        Layout::from_bytes(TEXT).unwrap()
    }

    #[test]
    fn reads_rooms_and_hooks_and_keeps_the_text() {
        let layout = layout();
        assert_eq!(layout.rooms().len(), 3);
        assert_eq!(layout.rooms()[1], LayoutRoom { name: "****".into(), position: [1.5, -2.0, 1e-3] });
        assert_eq!(layout.door_hooks()[0].position, [1.0, 2.0, 3.0]);
        assert_eq!(layout.to_bytes(), TEXT);
    }

    #[test]
    fn an_edit_changes_its_own_lines_only() {
        let mut edited = layout();
        edited.reorder(&[2, 0]).unwrap();
        edited.set(RoomId(1), LayoutRoom { name: "d".into(), position: [0.25, 7.0, 0.0] }).unwrap();
        edited.push(LayoutRoom { name: "e".into(), position: [0.0; 3] }).unwrap();
        let text = String::from_utf8(edited.to_bytes()).unwrap();
        let expected =
            String::from_utf8_lossy(TEXT).replace("\t  **** 1.5 -2.0 1e-3\r\n      c 3.0 0.0 0.0\r\n", "").replace(
                "      a 0.0 0.0 0.0\r\n",
                "      c 3.0 0.0 0.0\r\n      d 0.25 7.0 0.0\r\n      e 0.0 0.0 0.0\r\n",
            );
        assert_eq!(text, expected);
        assert_eq!(Layout::from_bytes(&edited.to_bytes()).unwrap(), edited);
    }

    #[test]
    fn a_last_line_without_an_end_gets_one_where_another_follows() {
        let text = b"roomcount 2\r\n a 0.0 0.0 0.0\r\n b 1.0 0.0 0.0";
        let mut layout = Layout::from_bytes(text).unwrap();
        layout.reorder(&[1, 0]).unwrap();
        assert_eq!(layout.to_bytes(), b"roomcount 2\r\n b 1.0 0.0 0.0\r\n a 0.0 0.0 0.0\r\n");
        let mut layout = Layout::from_bytes(text).unwrap();
        layout.push(LayoutRoom { name: "c".into(), position: [2.0, 0.0, 0.0] }).unwrap();
        assert_eq!(layout.to_bytes(), b"roomcount 3\r\n a 0.0 0.0 0.0\r\n b 1.0 0.0 0.0\r\n c 2.0 0.0 0.0");

        let mut spaced =
            Layout::from_bytes(b"roomcount 2\n\n a 0.0 0.0 0.0\n\n b 1.0 0.0 0.0\ntrackcount 0\n").unwrap();
        spaced.push(LayoutRoom { name: "c".into(), position: [2.0, 0.0, 0.0] }).unwrap();
        assert_eq!(
            spaced.to_bytes(),
            b"roomcount 3\n\n a 0.0 0.0 0.0\n\n b 1.0 0.0 0.0\n c 2.0 0.0 0.0\ntrackcount 0\n"
        );
    }

    #[test]
    fn an_order_that_is_none_changes_nothing() {
        let mut layout = layout();
        assert_eq!(layout.reorder(&[0, 0]), Err(LayoutError::NoSuchOrder(3)));
        assert_eq!(layout.reorder(&[3]), Err(LayoutError::NoSuchOrder(3)));
        assert_eq!(layout.to_bytes(), TEXT);
    }

    #[test]
    fn what_cannot_be_understood_is_named() {
        let bad = Layout::from_bytes(b"roomcount 1\n  a 1.0 2.0\n").unwrap_err();
        assert_eq!(
            bad.to_string(),
            "line 2 of the layout: expected a room: a name and three numbers, found `a 1.0 2.0`"
        );
        assert_eq!(Layout::from_bytes(b"nothing"), Err(LayoutError::NoRooms));
        assert_eq!(
            Layout::from_bytes(b"roomcount 4000000000\n a 0 0 0\n"),
            Err(LayoutError::Short { expected: 4_000_000_000, found: 1 })
        );
        assert!(Layout::from_bytes(b"roomcount 1\n a inf 0 0\n").is_err());
    }

    proptest! {
        #[test]
        fn whatever_reads_is_written_back(bytes in r"(roomcount [0-3]\r?\n)?( *[a-z*]{1,4}( -?[0-9]\.[0-9]){3} *\r?\n|\n|x){0,5}") {
            if let Ok(layout) = Layout::from_bytes(bytes.as_bytes()) {
                prop_assert_eq!(layout.to_bytes(), bytes.as_bytes());
            }
        }
    }
}
