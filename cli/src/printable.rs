//! Text for terminals and pages. Names from inside files may contain terminal control characters.

use std::borrow::Cow;

use walkmesh::redirects;

/// The text with control characters, which form escape sequences, and characters that change the text direction
/// escaped. Newlines and tabs are kept.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if acts(character) { shown.extend(character.escape_unicode()) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

/// The same for a text of one line.
pub fn printable_line(text: &str) -> String {
    printable(text).replace('\n', "\\n")
}

/// Text in HTML.
pub fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn acts(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t')) || redirects(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(printable("room café 部屋\n\tface 1"), "room café 部屋\n\tface 1");
        assert_eq!(printable("a\u{1b}[31m\r\u{7}\u{9b}"), "a\\u{1b}[31m\\u{d}\\u{7}\\u{9b}");
        assert_eq!(printable("\u{202e}kow.moor\u{2069}"), "\\u{202e}kow.moor\\u{2069}");
        assert_eq!(printable_line("a\nb"), "a\\nb");
    }
}
