//! Reads the lines of a layout.

use super::{LayoutError, LayoutRoom};
use crate::text::{finite, one_line};

/// A line as read: leading blanks, the text, and trailing blanks with the line ending. New lines copy the format of
/// the existing ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) indent: Vec<u8>,
    pub(super) text: Vec<u8>,
    pub(super) end: Vec<u8>,
}

impl Line {
    pub(super) fn new(line: &[u8]) -> Self {
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let start = line.iter().position(|byte| !blank(byte)).unwrap_or(line.len());
        let end = line.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
        Self { indent: line[..start].into(), text: line[start..end].into(), end: line[end..].into() }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// The line's words; none if it is not UTF-8.
    pub(super) fn words(&self) -> Vec<&str> {
        std::str::from_utf8(&self.text).map(|text| text.split_ascii_whitespace().collect()).unwrap_or_default()
    }
}

pub(super) fn joined(lines: &[Line]) -> Vec<u8> {
    lines.iter().flat_map(|Line { indent, text, end }| [indent, text, end]).flatten().copied().collect()
}

/// The line of a keyword, and the number after it.
pub(super) fn counted(lines: &[Line], keyword: &str) -> Result<Option<(usize, usize)>, LayoutError> {
    for (at, line) in lines.iter().enumerate() {
        let words = line.words();
        if words.first().is_some_and(|word| word.eq_ignore_ascii_case(keyword)) {
            let bad = || LineFault::new(at, line).because("a keyword and a number");
            return Ok(Some((at, words.get(1).and_then(|word| word.parse().ok()).ok_or_else(bad)?)));
        }
    }
    Ok(None)
}

/// The entries of the lines after a keyword, and the number of lines read, including blank ones.
pub(super) fn list<T>(
    lines: &[Line],
    start: usize,
    announced: usize,
    read: impl Fn(&[&str]) -> Option<T>,
) -> Result<(usize, Vec<T>), LineFault> {
    let mut entries = Vec::new();
    let mut used = 0;
    for (at, line) in lines.iter().enumerate().skip(start) {
        if entries.len() == announced {
            break;
        }
        used += 1;
        if !line.is_blank() {
            entries.push(read(&line.words()).ok_or_else(|| LineFault::new(at, line))?);
        }
    }
    if entries.len() < announced {
        return Err(LineFault::Short { expected: announced, found: entries.len() });
    }
    Ok((used, entries))
}

pub(super) enum LineFault {
    Line { line: usize, found: String },
    Short { expected: usize, found: usize },
}

impl LineFault {
    pub(super) fn new(at: usize, line: &Line) -> Self {
        Self::Line { line: at + 1, found: one_line(&line.text) }
    }

    pub(super) fn because(self, expected: &'static str) -> LayoutError {
        match self {
            Self::Line { line, found } => LayoutError::InvalidLine { line, expected, found },
            Self::Short { expected, found } => LayoutError::TooShort { expected, found },
        }
    }
}

/// Numbers; none if any is not finite.
pub(super) fn numbers<const N: usize>(words: [&str; N]) -> Option<[f32; N]> {
    let values = words.map(finite);
    values.iter().all(Option::is_some).then(|| values.map(Option::unwrap_or_default))
}

pub(super) fn room_text(room: &LayoutRoom) -> Result<Vec<u8>, LayoutError> {
    let named = !room.name.is_empty() && !room.name.contains(|c: char| c.is_whitespace());
    if !named {
        return Err(LayoutError::InvalidName);
    }
    if !room.position.iter().all(|value| value.is_finite()) {
        return Err(LayoutError::NotFinite);
    }
    // `{:?}` is the shortest text that reads as the same number, and keeps the `.0` that the games write.
    let [x, y, z] = room.position;
    Ok(format!("{} {x:?} {y:?} {z:?}", room.name).into_bytes())
}
