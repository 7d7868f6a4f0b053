//! [`Font`]: the outlines of the pictures' only font.
//!
//! `font/sans.ttf` is a subset of Source Sans 3 under another name; `font/OFL.txt` is its licence, and `font/make` makes it.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The font.
pub struct Font {
    face: Option<Face<'static>>,
}

/// A part of an outline, in thousandths of an em, y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    Move([f32; 2]),
    Line([f32; 2]),
    Quad([f32; 2], [f32; 2]),
    Cubic([f32; 2], [f32; 2], [f32; 2]),
    Close,
}

/// A character of a text: its glyph, and where it starts, in thousandths of an em.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub id: u16,
    pub start: u32,
}

impl Font {
    pub fn new() -> Self {
        // The font is part of the library, and a test checks it.
        Self { face: Face::parse(include_bytes!("font/sans.ttf"), 0).ok() }
    }

    /// The glyphs of a text. Characters that the font lacks are shown as `?`.
    pub fn glyphs(&self, text: &str) -> Vec<Glyph> {
        let mut start = 0;
        let glyph = |letter: char| {
            let (id, advance) = self.glyph(letter)?;
            let glyph = Glyph { id: id.0, start };
            start += u32::from(advance);
            Some(glyph)
        };
        text.chars().filter_map(glyph).collect()
    }

    /// The width of a text at a size in pixels, in hundredths of a pixel.
    pub fn width(&self, text: &str, size: u16) -> i32 {
        let advance = |letter: char| self.glyph(letter).map_or(0, |(_, advance)| u64::from(advance));
        let thousandths: u64 = text.chars().map(advance).sum();
        i32::try_from(thousandths * u64::from(size) / 10).unwrap_or(i32::MAX)
    }

    /// The longest prefix of a text that fits a width in hundredths of a pixel. The rest is replaced with an ellipsis.
    pub fn fitted(&self, text: &str, size: u16, width: i32) -> String {
        if self.width(text, size) <= width {
            return text.to_owned();
        }
        let mut left = width - self.width("…", size);
        let mut fitted = String::new();
        for letter in text.chars() {
            left -= self.width(letter.encode_utf8(&mut [0; 4]), size);
            if left < 0 {
                break;
            }
            fitted.push(letter);
        }
        fitted.truncate(fitted.trim_end().len());
        fitted.push('…');
        fitted
    }

    /// The outline of a glyph.
    pub fn outline(&self, glyph: u16) -> Vec<Segment> {
        let mut segments = Segments(Vec::new());
        if let Some(face) = &self.face {
            face.outline_glyph(GlyphId(glyph), &mut segments);
        }
        segments.0
    }

    fn glyph(&self, letter: char) -> Option<(GlyphId, u16)> {
        let face = self.face.as_ref()?;
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        let id = face.glyph_index(letter).or_else(|| face.glyph_index('?'))?;
        Some((id, face.glyph_hor_advance(id)?))
    }
}

struct Segments(Vec<Segment>);

impl OutlineBuilder for Segments {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Move([x, y]));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Line([x, y]));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.push(Segment::Quad([x1, y1], [x, y]));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.push(Segment::Cubic([x1, y1], [x2, y2], [x, y]));
    }

    fn close(&mut self) {
        self.0.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_the_letters_of_file_names_and_numbers() {
        let font = Font::new();
        assert_eq!(font.face.as_ref().map(Face::units_per_em), Some(1000));
        let missing = font.glyphs("?")[0].id;
        for letter in ('!'..='~').chain("äéßŽЖя°²×…→\u{2212}≥".chars()).filter(|letter| *letter != '?') {
            let glyph = font.glyphs(&letter.to_string())[0].id;
            assert!(glyph != missing && !font.outline(glyph).is_empty(), "{letter}");
        }
        assert_eq!(font.glyphs("龍")[0].id, missing);
    }

    #[test]
    fn a_text_that_is_too_wide_is_cut() {
        let font = Font::new();
        let width = font.width("a long name", 13);
        assert_eq!(font.fitted("a long name", 13, width), "a long name");
        let cut = font.fitted("a long name", 13, width - 1);
        assert!(cut.ends_with('…') && font.width(&cut, 13) < width, "{cut}");
        assert_eq!(font.fitted("a long name", 13, 0), "…");
    }
}
