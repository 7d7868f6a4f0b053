//! The mark of pages, pictures and reports that this program made: a fingerprint of the rest of the file.
//!
//! A file with a true mark can be made again and is unmodified, so the next run may replace it. Pages and SVGs end
//! in a comment, a PNG has a `tEXt` chunk before its end, and a JSON document has a first key.

use flate2::Crc;

use super::fingerprint::Fingerprint;

/// The signature of a PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Length of the last chunk of a PNG (`IEND`), in bytes.
const END: usize = 12;

/// The place of the mark in a format.
#[derive(Clone, Copy)]
enum Form {
    /// A comment at the end of a page or an SVG.
    Comment,
    /// A chunk before the last one of a PNG.
    Chunk,
    /// The first key of a JSON document that begins with `{` and a new line.
    Key,
}

impl Form {
    fn new(bytes: &[u8]) -> Option<Self> {
        match bytes {
            _ if bytes.starts_with(b"<!DOCTYPE html") || bytes.starts_with(b"<svg ") => Some(Self::Comment),
            _ if bytes.starts_with(PNG) => Some(Self::Chunk),
            _ if bytes.starts_with(b"{\n") => Some(Self::Key),
            _ => None,
        }
    }

    fn mark(self, rest: &Fingerprint) -> Vec<u8> {
        let hash = rest.as_str();
        match self {
            Self::Comment => format!("<!-- made by walkmesh; SHA-256 of the rest: {hash} -->\n").into_bytes(),
            Self::Key => format!("  \"made_by_walkmesh\": \"SHA-256 of the rest: {hash}\",\n").into_bytes(),
            Self::Chunk => chunk(format!("tEXtwalkmesh\0SHA-256 of the rest: {hash}").as_bytes()),
        }
    }

    /// Returns the offset of the mark in a file whose other bytes have this length.
    fn place(self, rest: usize) -> Option<usize> {
        match self {
            Self::Comment => Some(rest),
            Self::Chunk => rest.checked_sub(END),
            Self::Key => Some(2),
        }
    }
}

/// A chunk of a PNG, from its name and data.
fn chunk(content: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(content);
    let length = content.len().saturating_sub(4) as u32;
    [&length.to_be_bytes()[..], content, &crc.sum().to_be_bytes()].concat()
}

/// The bytes of a page, picture or report with their mark. Bytes of other formats get no mark.
pub fn marked(bytes: Vec<u8>) -> Vec<u8> {
    let Some((form, place)) = Form::new(&bytes).and_then(|form| Some((form, form.place(bytes.len())?))) else {
        return bytes;
    };
    let (before, after) = bytes.split_at(place);
    [before, &form.mark(&Fingerprint::new(&[before, after])), after].concat()
}

/// Returns whether this program made a page, picture or report, and it is unmodified.
pub fn is_unchanged(bytes: &[u8]) -> bool {
    let check = || {
        let form = Form::new(bytes)?;
        let length = form.mark(&Fingerprint::new(&[])).len();
        let place = form.place(bytes.len().checked_sub(length)?)?;
        let (before, rest) = bytes.split_at_checked(place)?;
        let (mark, after) = rest.split_at_checked(length)?;
        Some(mark == form.mark(&Fingerprint::new(&[before, after])))
    };
    check() == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_true_until_a_byte_changes() {
        let png = [PNG, &chunk(b"IDAT123"), &chunk(b"IEND")].concat();
        let cases: [&[u8]; 4] = [b"<!DOCTYPE html>\n<p>", b"<svg xmlns=\"\"></svg>\n", b"{\n  \"a\": 1\n}\n", &png];
        for bytes in cases {
            assert!(!is_unchanged(bytes));
            let marked = marked(bytes.to_vec());
            assert!(is_unchanged(&marked));
            for at in 0..marked.len() {
                let mut changed = marked.clone();
                changed[at] ^= 1;
                assert!(!is_unchanged(&changed), "byte {at} of {}", String::from_utf8_lossy(&marked));
                assert!(!is_unchanged(&marked[..at]), "{at} bytes");
            }
            assert!(!is_unchanged(&[&marked[..], b"\n"].concat()));
        }
        assert_eq!(marked(b"BWM V1.0".to_vec()), b"BWM V1.0");
        assert_eq!(marked(PNG.to_vec()), PNG, "a PNG without an end");
    }
}
