//! Text from files and for display: [`one_line`], [`redirects`] and [`finite`].

/// A name from inside a file as text for a message. Bytes that are not UTF-8 become U+FFFD. Control characters, such as newlines, are
/// escaped, so that the name stays on one line of the message.
pub(crate) fn one_line(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for character in String::from_utf8_lossy(name).chars() {
        if character.is_control() { text.extend(character.escape_default()) } else { text.push(character) }
    }
    text
}

/// Returns whether a character changes the direction of a text (bidirectional controls), or ends a line for some programs. With such a
/// character, a name from inside a file can look like another name.
///
/// ```
/// use walkmesh::redirects;
///
/// assert!("room\u{202e}kow.moor".contains(redirects));
/// assert!(!"部屋.wok".contains(redirects));
/// ```
#[must_use]
pub const fn redirects(character: char) -> bool {
    matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The nearest `f32` to a decimal such as `-12.5`, `.5` or `1e3`. `None` for other text, and for a number that is not finite.
pub(crate) fn finite(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_on_its_line() {
        assert_eq!(one_line("Süd, 部屋".as_bytes()), "Süd, 部屋");
        assert_eq!(one_line(b"door\nfound 0 errors\r\t\x1b[2J\xff"), "door\\nfound 0 errors\\r\\t\\u{1b}[2J\u{fffd}");
    }

    #[test]
    fn only_finite_decimals_are_numbers() {
        assert_eq!(["-12.5", ".5", "1e3", "+1", "5."].map(finite), [-12.5, 0.5, 1e3, 1.0, 5.0].map(Some));
        assert_eq!(["", "-", "1e39", "inf", "NaN", "0x1", "1 ", "1_0", "1.2.3"].map(finite), [None; 9]);
    }
}
