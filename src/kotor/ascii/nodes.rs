//! [`Node`]: the nodes of a text, with their positions, vertices, faces and links.

use std::iter::Peekable;
use std::str::{FromStr, Lines};

use super::error::{AsciiError, AsciiFault};
use crate::exchange::text::quoted;

/// A node as written in the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Node {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// The word after `node`, in lower case, such as `aabb`.
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) parent: String,
    pub(super) position: [f32; 3],
    /// An axis and an angle in radians.
    pub(super) orientation: [f32; 4],
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) faces: Vec<AsciiFace>,
    pub(super) links: Vec<Link>,
}

/// A face: its corners and its material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AsciiFace {
    pub(super) corners: [u32; 3],
    pub(super) material: u32,
}

/// An edge and the room to which it leads; negative if it leads to no room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) line: usize,
    pub(super) edge: u32,
    pub(super) room: i32,
}

/// Reads the nodes of a text. Keywords without a meaning for walkmeshes are skipped, and so are the lists that follow
/// them, because their lines begin with a number.
pub(super) fn nodes(text: &str) -> Result<Vec<Node>, AsciiError> {
    let mut statements = Statements { lines: text.lines().peekable(), line: 0 };
    let mut nodes: Vec<Node> = Vec::new();
    let mut is_open = false;
    while let Some((line, keyword, words)) = statements.next() {
        let at = |fault| AsciiError { line, fault };
        let node = nodes.last_mut().filter(|_| is_open);
        match (keyword.to_ascii_lowercase().as_str(), node) {
            ("node", _) => {
                let mut words = words.split_whitespace().map(str::to_owned);
                let kind = words.next().unwrap_or_default().to_ascii_lowercase();
                nodes.push(Node { line, kind, name: words.next().unwrap_or_default(), ..Node::default() });
                is_open = true;
            }
            ("endnode", _) => is_open = false,
            ("parent", Some(node)) => node.parent = words.split_whitespace().next().unwrap_or_default().to_owned(),
            ("position", Some(node)) => node.position = numbers("position", words).map_err(at)?,
            ("orientation", Some(node)) => node.orientation = numbers("orientation", words).map_err(at)?,
            ("verts", Some(node)) => {
                node.vertices = statements.list("verts", words, |_, words| numbers("verts", words))?
            }
            ("faces", Some(node)) => node.faces = statements.list("faces", words, |_, words| face(words))?,
            ("roomlinks", Some(node)) => node.links = statements.list("roomlinks", words, link)?,
            _ => {}
        }
    }
    Ok(nodes)
}

/// The lines of a text that are neither empty nor comments.
struct Statements<'t> {
    lines: Peekable<Lines<'t>>,
    /// The number of the line that was taken last.
    line: usize,
}

impl<'t> Statements<'t> {
    /// The next line, without consuming it.
    fn peek(&mut self) -> Option<&'t str> {
        let is_empty = |line: &&str| line.trim_start().is_empty() || line.trim_start().starts_with('#');
        while self.lines.next_if(is_empty).is_some() {
            self.line += 1;
        }
        self.lines.peek().map(|line| line.trim())
    }

    /// The number of the next line, its first word, and the other words.
    fn next(&mut self) -> Option<(usize, &'t str, &'t str)> {
        let text = self.peek()?;
        self.lines.next();
        self.line += 1;
        let (keyword, words) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Some((self.line, keyword, words))
    }

    /// The rows of a list: the number after its keyword, or all up to the next line that begins with a letter, such as `endlist`. Too few
    /// rows are an error, except in `roomlinks`: MDLedit writes the number of all edges there.
    fn list<T>(
        &mut self,
        keyword: &'static str,
        words: &str,
        read: impl Fn(usize, &str) -> Result<T, AsciiFault>,
    ) -> Result<Vec<T>, AsciiError> {
        let first = self.line;
        let at = |line| move |fault| AsciiError { line, fault };
        let count = words.split_whitespace().next();
        let expected: Option<usize> = count.map(|word| number(keyword, word)).transpose().map_err(at(first))?;
        let mut rows = Vec::new();
        while expected.is_none_or(|expected| rows.len() < expected)
            && let Some(text) = self.peek().filter(|text| !is_keyword(text))
        {
            self.next();
            rows.push(read(self.line, text).map_err(at(self.line))?);
        }
        match expected {
            Some(expected) if rows.len() < expected && keyword != "roomlinks" => {
                Err(at(first)(AsciiFault::ListTooShort { keyword, expected, found: rows.len() }))
            }
            _ => Ok(rows),
        }
    }
}

/// Returns whether a line begins with a keyword, and not with a number, such as `nan`.
fn is_keyword(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.starts_with(|letter: char| letter.is_ascii_alphabetic()) && word.parse::<f32>().is_err()
}

fn face(words: &str) -> Result<AsciiFace, AsciiFault> {
    // Between the corners and the material are a smoothing group and three corners of a texture.
    let mut words = words.split_whitespace();
    let mut found = 0;
    let mut next = |skipped: usize| -> Result<u32, AsciiFault> {
        let word = words.nth(skipped).ok_or(AsciiFault::TooFewNumbers { keyword: "faces", expected: 8, found })?;
        found += 1 + skipped;
        number("faces", word)
    };
    let corners = [next(0)?, next(0)?, next(0)?];
    Ok(AsciiFace { corners, material: next(4)? })
}

fn link(line: usize, words: &str) -> Result<Link, AsciiFault> {
    let mut words = words.split_whitespace();
    let (Some(edge), Some(room)) = (words.next(), words.next()) else {
        return Err(AsciiFault::TooFewNumbers { keyword: "roomlinks", expected: 2, found: 1 });
    };
    Ok(Link { line, edge: number("roomlinks", edge)?, room: number("roomlinks", room)? })
}

/// Reads the required count of finite numbers, and ignores the rest.
fn numbers<const N: usize>(keyword: &'static str, words: &str) -> Result<[f32; N], AsciiFault> {
    let mut words = words.split_whitespace();
    let mut numbers = [0.0_f32; N];
    for (found, value) in numbers.iter_mut().enumerate() {
        let word = words.next().ok_or(AsciiFault::TooFewNumbers { keyword, expected: N, found })?;
        *value = number(keyword, word)?;
        if !value.is_finite() {
            return Err(AsciiFault::NotANumber { keyword, word: quoted(word) });
        }
    }
    Ok(numbers)
}

fn number<T: FromStr>(keyword: &'static str, word: &str) -> Result<T, AsciiFault> {
    word.parse().map_err(|_| AsciiFault::NotANumber { keyword, word: quoted(word) })
}
