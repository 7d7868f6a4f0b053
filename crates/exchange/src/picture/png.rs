//! Draws a scene as the pixels of a PNG.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke, StrokeDash, Transform,
};

use super::canvas::{Box2, Canvas, LineStyle, Name, Pen, Point, Style, Text};
use super::draw::draw;
use super::font::{Font, Segment};
use super::{PageError, PageOptions, Picture, Rgb};

impl Picture {
    /// The scene as PNG: the same picture as [`to_svg`](Self::to_svg).
    ///
    /// # Errors
    /// [`PageError`]: the options do not make a page.
    pub fn to_png(&self, options: &PageOptions) -> Result<Vec<u8>, PageError> {
        let pixels = draw(self, options, Pixels::new)?;
        pixels.page.encode_png().map_err(|error| PageError::Png(error.to_string()))
    }
}

/// The pixels that are being drawn.
struct Pixels {
    page: Pixmap,
    font: Font,
    /// The map, and its upper left corner in pixels, until it is put onto the page.
    map: Option<(Pixmap, [i32; 2])>,
}

/// The path that is being drawn.
struct PixelPen {
    path: PathBuilder,
    /// The upper left corner of the pixels, in hundredths of a pixel.
    origin: Point,
}

impl Pixels {
    fn new([width, height]: [u32; 2]) -> Result<Self, PageError> {
        let page = Pixmap::new(width, height).ok_or(PageError::SizeOutOfRange)?;
        Ok(Self { page, font: Font::new(), map: None })
    }

    fn pen(&self) -> PixelPen {
        let origin = self.map.as_ref().map_or([0, 0], |(_, corner)| corner.map(|pixels| pixels * 100));
        PixelPen { path: PathBuilder::new(), origin }
    }

    fn put(&mut self, pen: PixelPen, style: &Style) {
        let Some(path) = pen.path.finish() else { return };
        let pixels = self.map.as_mut().map_or(&mut self.page, |(map, _)| map);
        if let Some(color) = style.fill {
            let paint = paint(color, style.opacity, !style.is_crisp);
            pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        if let Some(LineStyle { color, width, is_dashed }) = style.stroke {
            let stroke = Stroke {
                width: f32::from(width) / 100.0,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: if is_dashed { StrokeDash::new(vec![6.0, 5.0], 0.0) } else { None },
                ..Stroke::default()
            };
            pixels.stroke_path(&path, &paint(color, 100, true), &stroke, Transform::identity(), None);
        }
    }
}

fn paint([red, green, blue]: Rgb, opacity: u8, anti_alias: bool) -> Paint<'static> {
    let mut paint = Paint { anti_alias, ..Paint::default() };
    let alpha = (u16::from(opacity) * 255 / 100).min(255) as u8;
    paint.set_color(Color::from_rgba8(red, green, blue, alpha));
    paint
}

impl Canvas for Pixels {
    type Pen = PixelPen;

    fn start_map(&mut self, Box2 { min, max }: Box2) {
        let [width, height] = [0, 1].map(|axis| ((max[axis] - min[axis]) / 100).unsigned_abs());
        let corner = min.map(|value| value / 100);
        // The map starts with the pixels below it, so that translucent shapes look as on the page.
        let rect = tiny_skia::IntRect::from_xywh(corner[0], corner[1], width, height);
        self.map = rect.and_then(|rect| self.page.clone_rect(rect)).map(|map| (map, corner));
    }

    fn end_map(&mut self) {
        if let Some((map, [x, y])) = self.map.take() {
            self.page.draw_pixmap(x, y, map.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
    }

    fn start_group(&mut self, _: Name<'_>) {}

    fn end_group(&mut self) {}

    fn draw(&mut self, _: Option<Name<'_>>, style: &Style, path: impl FnOnce(&mut PixelPen)) {
        let mut pen = self.pen();
        path(&mut pen);
        self.put(pen, style);
    }

    fn write(&mut self, Text { text, at, size, color }: Text<'_>) {
        let mut pen = self.pen();
        for glyph in self.font.glyphs(text) {
            let [x, y] = pen.place(at);
            let scale = f32::from(size) / 1000.0;
            let place = |[right, up]: [f32; 2]| [x + (glyph.start as f32 + right) * scale, y - up * scale];
            for segment in self.font.outline(glyph.id) {
                pen.segment(&segment, place);
            }
        }
        self.put(pen, &Style::filled(color));
    }
}

impl PixelPen {
    fn place(&self, [x, y]: Point) -> [f32; 2] {
        [(x - self.origin[0]) as f32 / 100.0, (y - self.origin[1]) as f32 / 100.0]
    }

    fn segment(&mut self, segment: &Segment, place: impl Fn([f32; 2]) -> [f32; 2]) {
        match *segment {
            Segment::Move(to) => {
                let [x, y] = place(to);
                self.path.move_to(x, y);
            }
            Segment::Line(to) => {
                let [x, y] = place(to);
                self.path.line_to(x, y);
            }
            Segment::Quad(over, to) => {
                let [[x1, y1], [x, y]] = [over, to].map(place);
                self.path.quad_to(x1, y1, x, y);
            }
            Segment::Cubic(first, second, to) => {
                let [[x1, y1], [x2, y2], [x, y]] = [first, second, to].map(place);
                self.path.cubic_to(x1, y1, x2, y2, x, y);
            }
            Segment::Close => self.path.close(),
        }
    }
}

impl Pen for PixelPen {
    fn line(&mut self, points: &[Point], is_closed: bool) {
        for (at, point) in points.iter().enumerate() {
            let [x, y] = self.place(*point);
            if at == 0 {
                self.path.move_to(x, y);
            } else {
                self.path.line_to(x, y);
            }
        }
        if is_closed {
            self.path.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Group, Ink, Layer, Paint as GroupPaint, Shapes};

    #[test]
    fn what_is_beside_the_map_is_cut_off() {
        let picture = |size: f32| {
            let mut layer = Layer::new("floor", "Floor");
            let square = vec![[-size, -size], [size, -size], [size, size], [-size, size]];
            let shapes = Shapes::Polygons([square].into_iter().collect());
            layer.push(Group::new("square", "a square", GroupPaint::filled(Ink::Path), shapes));
            let mut picture = Picture::new("A square");
            picture.layers.push(layer);
            let options = PageOptions::default().with_size(Some([400, 300])).with_crop(Some([0.0, 0.0, 1.0, 1.0]));
            Pixmap::decode_png(&picture.to_png(&options).unwrap()).unwrap()
        };
        let [part, whole] = [0.5, 100.0].map(picture);
        let pixels = (0..400 * 300).map(|at| [at % 400, at / 400]);
        let changed: Vec<[u32; 2]> = pixels.filter(|[x, y]| part.pixel(*x, *y) != whole.pixel(*x, *y)).collect();
        let ends = [0, 1].map(|axis| {
            let along = || changed.iter().map(|at| at[axis]);
            [along().min(), along().max()]
        });
        // The map without the space for the axes and the legend.
        assert_eq!(ends, [[Some(52), Some(283)], [Some(76), Some(255)]]);
    }
}
