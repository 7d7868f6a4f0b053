//! [`one_line`]: names from inside files, as messages show them.

/// The text of a name from inside a file, for a message: what is not UTF-8 becomes U+FFFD, and control characters, new
/// lines among them, become escapes. So a name cannot pretend to be a line of its own.
pub(crate) fn one_line(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for character in String::from_utf8_lossy(name).chars() {
        if character.is_control() { text.extend(character.escape_default()) } else { text.push(character) }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(one_line("Süd, 部屋".as_bytes()), "Süd, 部屋");
        assert_eq!(one_line(b"door\nfound 0 errors\r\t\x1b[2J\xff"), "door\\nfound 0 errors\\r\\t\\u{1b}[2J\u{fffd}");
    }
}
