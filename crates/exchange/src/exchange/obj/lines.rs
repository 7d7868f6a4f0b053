//! [`Lines`]: the lines of an OBJ or MTL, where a `\` at the end joins the next line.

use std::borrow::Cow;

/// The lines of a text: each with its number, from 1, and its words. Lines end with LF, CRLF or CR.
pub(super) struct Lines<'b> {
    rest: &'b [u8],
    number: usize,
}

impl<'b> Lines<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), number: 0 }
    }

    fn line_of_the_file(&mut self) -> Option<Cow<'b, str>> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let after = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..));
        self.rest = after.unwrap_or_default();
        // Names in other encodings lose letters; the geometry is ASCII.
        Some(String::from_utf8_lossy(line))
    }
}

impl<'b> Iterator for Lines<'b> {
    type Item = (usize, Cow<'b, str>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = self.line_of_the_file()?;
        let number = self.number;
        // A comment may end with a Windows path.
        let is_comment = line.trim_start().starts_with('#');
        while !is_comment && line.ends_with('\\') {
            let joined = line.to_mut();
            joined.pop();
            joined.push(' ');
            let Some(next) = self.line_of_the_file() else { break };
            joined.push_str(&next);
        }
        Some((number, line))
    }
}

/// The first word of a line and what follows it, without the comment: a `#` at the beginning of a word.
pub(super) fn statement(line: &str) -> (&str, &str) {
    let mut after_space = true;
    let comment = line.char_indices().find(|(_, letter)| {
        let is_comment = after_space && *letter == '#';
        after_space = letter.is_whitespace();
        is_comment
    });
    let line = comment.map_or(line, |(at, _)| &line[..at]).trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_and_are_joined() {
        let text = b"\xEF\xBB\xBFa\r\nb\rc \\\r\nd\\\ne\n\n# x\\\nf \\";
        let lines: Vec<_> = Lines::new(text).map(|(number, line)| (number, line.into_owned())).collect();
        let expected = [(1, "a"), (2, "b"), (3, "c  d e"), (6, ""), (7, "# x\\"), (8, "f  ")];
        assert_eq!(lines, expected.map(|(number, line)| (number, line.to_owned())));
    }

    #[test]
    fn comments_begin_a_word() {
        assert_eq!(statement(" v  1 2\t#3"), ("v", "1 2"));
        assert_eq!(statement("usemtl a#b c"), ("usemtl", "a#b c"));
        for line in ["# v 1", "", "  #"] {
            assert_eq!(statement(line), ("", ""));
        }
    }
}
