//! [`Visibility`]: the rooms of an area that are drawn for a viewer in a room (`.vis`, text).

use super::Layout;

/// The rooms visible from each room.
///
/// Source: docs/formats/kotor-area.md#vis.
///
/// ```
/// use walkmesh::kotor::Visibility;
///
/// let visibility = Visibility::from_bytes(b"hall 2\n  hall\n  yard\nyard 1\n  hall\n").expect("few lines");
/// assert_eq!(visibility.rooms[0].name, "hall");
/// assert_eq!(visibility.rooms[0].seen, ["hall", "yard"]);
/// assert_eq!(visibility.rooms[1].announced, 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Visibility {
    /// The rooms from which others are seen, in the order of the text.
    pub rooms: Vec<SeenRooms>,
}

/// The rooms visible from a room.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeenRooms {
    /// The room.
    pub name: String,
    /// Number of rooms that its line declares.
    pub announced: u32,
    /// The visible rooms.
    pub seen: Vec<String>,
}

impl Visibility {
    /// Reads a VIS. A line with a name and a number declares how many rooms follow, one per line; other lines with several words are
    /// skipped. `None` if there are more than [`Layout::MAX_LINES`] lines.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rooms = Vec::<SeenRooms>::new();
        for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if number >= Layout::MAX_LINES {
                return None;
            }
            let line = String::from_utf8_lossy(line);
            let words: Vec<&str> = line.split_whitespace().take(3).collect();
            match (words.as_slice(), rooms.last_mut()) {
                ([name], Some(room)) => room.seen.push((*name).to_owned()),
                ([name, count], _) => {
                    if let Ok(announced) = count.parse() {
                        rooms.push(SeenRooms { name: (*name).to_owned(), announced, seen: Vec::new() });
                    }
                }
                _ => {}
            }
        }
        Some(Self { rooms })
    }
}
