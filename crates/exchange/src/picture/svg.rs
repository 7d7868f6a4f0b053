//! Writes a scene as SVG.

use std::collections::BTreeSet;

use super::canvas::{Box2, Canvas, LineStyle, Name, Pen, Point, Style, Text};
use super::decimal::{push_hundredths, push_whole};
use super::draw::draw;
use super::font::{Font, Segment};
use super::{PageError, PageOptions, Picture, Rgb};

impl Picture {
    /// The scene as SVG: the same bytes on every machine.
    ///
    /// # Errors
    /// [`PageError`]: the options do not make a page.
    pub fn to_svg(&self, options: &PageOptions) -> Result<String, PageError> {
        let svg = draw(self, options, |size| Ok(Svg::new(size, &self.title)))?;
        // Only text was written.
        Ok(String::from_utf8(svg.finish()).unwrap_or_default())
    }
}

/// An SVG that is being written.
struct Svg {
    out: Vec<u8>,
    font: Font,
    /// The glyphs that are defined at the end.
    glyphs: BTreeSet<u16>,
}

/// The path that is being written.
struct SvgPen {
    out: Vec<u8>,
    /// The current point of the path.
    at: Point,
}

impl Svg {
    fn new([width, height]: [u32; 2], title: &str) -> Self {
        let start = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\"><title>"
        );
        let mut svg = Self { out: start.into_bytes(), font: Font::new(), glyphs: BTreeSet::new() };
        push_escaped(&mut svg.out, title);
        svg.push("</title>\n");
        svg
    }

    fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn attribute(&mut self, name: &str, hundredths: i32) {
        self.push(" ");
        self.push(name);
        self.push("=\"");
        push_hundredths(&mut self.out, hundredths);
        self.push("\"");
    }

    fn color(&mut self, name: &str, [red, green, blue]: Rgb) {
        self.push(&format!(" {name}=\"#{red:02x}{green:02x}{blue:02x}\""));
    }

    fn style(&mut self, style: &Style) {
        match style.fill {
            Some(color) => self.color("fill", color),
            None => self.push(" fill=\"none\""),
        }
        if style.opacity < 100 && style.fill.is_some() {
            self.attribute("fill-opacity", style.opacity.into());
        }
        if let Some(LineStyle { color, width, is_dashed }) = style.stroke {
            self.color("stroke", color);
            self.attribute("stroke-width", width.into());
            self.push(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
            if is_dashed {
                self.push(" stroke-dasharray=\"6 5\"");
            }
        }
        if style.is_crisp {
            self.push(" shape-rendering=\"crispEdges\"");
        }
    }

    /// The end of the document, with the outlines of all glyphs in it.
    fn finish(mut self) -> Vec<u8> {
        self.push("<defs>\n");
        for glyph in std::mem::take(&mut self.glyphs) {
            self.push(&format!("<path id=\"glyph-{glyph}\" d=\""));
            for segment in self.font.outline(glyph) {
                push_segment(&mut self.out, &segment);
            }
            self.push("\"/>\n");
        }
        self.push("</defs>\n</svg>\n");
        self.out
    }
}

impl Canvas for Svg {
    type Pen = SvgPen;

    fn start_map(&mut self, Box2 { min, max }: Box2) {
        self.push("<clipPath id=\"map-clip\"><rect");
        for (name, value) in [("x", min[0]), ("y", min[1]), ("width", max[0] - min[0]), ("height", max[1] - min[1])] {
            self.attribute(name, value);
        }
        self.push("/></clipPath>\n<g id=\"map\" clip-path=\"url(#map-clip)\">\n");
    }

    fn end_map(&mut self) {
        self.push("</g>\n");
    }

    fn start_group(&mut self, Name { id, title }: Name<'_>) {
        self.push("<g id=\"");
        push_escaped(&mut self.out, id);
        self.push("\"><title>");
        push_escaped(&mut self.out, title);
        self.push("</title>\n");
    }

    fn end_group(&mut self) {
        self.push("</g>\n");
    }

    fn draw(&mut self, name: Option<Name<'_>>, style: &Style, path: impl FnOnce(&mut SvgPen)) {
        let start = self.out.len();
        self.push("<path");
        if let Some(Name { id, .. }) = name {
            self.push(" id=\"");
            push_escaped(&mut self.out, id);
            self.push("\"");
        }
        self.style(style);
        self.push(" d=\"");
        let empty = self.out.len();
        let mut pen = SvgPen { out: std::mem::take(&mut self.out), at: [0, 0] };
        path(&mut pen);
        self.out = pen.out;
        let out = &mut self.out;
        if out.len() == empty {
            out.truncate(start);
            return;
        }
        match name {
            None => out.extend_from_slice(b"\"/>\n"),
            Some(Name { title, .. }) => {
                out.extend_from_slice(b"\"><title>");
                push_escaped(out, title);
                out.extend_from_slice(b"</title></path>\n");
            }
        }
    }

    fn write(&mut self, Text { text, at: [x, y], size, color }: Text<'_>) {
        let glyphs = self.font.glyphs(text);
        self.push("<g aria-label=\"");
        push_escaped(&mut self.out, text);
        self.push("\"");
        self.color("fill", color);
        self.push(" transform=\"translate(");
        push_hundredths(&mut self.out, x);
        self.push(" ");
        push_hundredths(&mut self.out, y);
        self.push(&format!(") scale(.{size:03} -.{size:03})\">"));
        for (glyph, letter) in glyphs.into_iter().zip(text.chars()) {
            if !letter.is_whitespace() {
                self.glyphs.insert(glyph.id);
                self.push("<use href=\"#glyph-");
                push_whole(&mut self.out, glyph.id.into());
                self.push("\" x=\"");
                push_whole(&mut self.out, glyph.start);
                self.push("\"/>");
            }
        }
        self.push("</g>\n");
    }
}

impl Pen for SvgPen {
    fn line(&mut self, points: &[Point], is_closed: bool) {
        let Some((&first, rest)) = points.split_first() else { return };
        // The first point is relative to the end of the previous path, which for a closed path is its first point.
        self.out.push(b'm');
        self.step(first);
        for &point in rest {
            self.out.push(b'l');
            self.step(point);
        }
        if is_closed {
            self.out.push(b'z');
            self.at = first;
        }
    }
}

impl SvgPen {
    fn step(&mut self, to: Point) {
        push_hundredths(&mut self.out, to[0] - self.at[0]);
        let down = to[1] - self.at[1];
        if down >= 0 {
            self.out.push(b' ');
        }
        push_hundredths(&mut self.out, down);
        self.at = to;
    }
}

/// A part of a glyph. Its coordinates are whole or half thousandths of an em.
fn push_segment(out: &mut Vec<u8>, segment: &Segment) {
    let mut push = |letter: u8, points: &[[f32; 2]]| {
        out.push(letter);
        for (at, value) in points.as_flattened().iter().enumerate() {
            if at > 0 {
                out.push(b' ');
            }
            push_hundredths(out, (value * 100.0) as i32);
        }
    };
    match *segment {
        Segment::Move(to) => push(b'M', &[to]),
        Segment::Line(to) => push(b'L', &[to]),
        Segment::Quad(over, to) => push(b'Q', &[over, to]),
        Segment::Cubic(first, second, to) => push(b'C', &[first, second, to]),
        Segment::Close => push(b'Z', &[]),
    }
}

/// Text as XML. Characters that XML does not allow become spaces.
fn push_escaped(out: &mut Vec<u8>, text: &str) {
    for letter in text.chars() {
        match letter {
            '<' => out.extend_from_slice(b"&lt;"),
            '>' => out.extend_from_slice(b"&gt;"),
            '&' => out.extend_from_slice(b"&amp;"),
            '"' => out.extend_from_slice(b"&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push(b' '),
            letter if letter.is_control() => out.push(b' '),
            letter => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}
