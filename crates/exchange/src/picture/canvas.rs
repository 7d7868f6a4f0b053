//! [`Canvas`]: the target of a drawing, an SVG or the pixels of a PNG.

use super::Rgb;

/// A point of the page: to the right and down, in hundredths of a pixel.
pub type Point = [i32; 2];

/// A box on the page, in hundredths of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Box2 {
    pub min: Point,
    pub max: Point,
}

/// The style of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    pub fill: Option<Rgb>,
    /// The opacity of the fill, in hundredths.
    pub opacity: u8,
    pub stroke: Option<LineStyle>,
    /// True if pixels are either inside or outside, so that adjacent shapes leave no seam.
    pub is_crisp: bool,
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    pub color: Rgb,
    /// In hundredths of a pixel.
    pub width: u16,
    pub is_dashed: bool,
}

/// The id and the title of a path.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    pub id: &'a str,
    pub title: &'a str,
}

/// A line of text.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    pub text: &'a str,
    /// The left end of the base line.
    pub at: Point,
    /// In pixels for each em.
    pub size: u16,
    pub color: Rgb,
}

/// The surface on which a scene is drawn.
pub trait Canvas {
    type Pen: Pen;

    /// Starts the map: everything drawn until it ends is clipped at its borders, which lie on pixel boundaries.
    fn start_map(&mut self, map: Box2);
    fn end_map(&mut self);
    /// Starts a group of paths and texts.
    fn start_group(&mut self, name: Name<'_>);
    fn end_group(&mut self);
    /// Draws a path. `path` is called once.
    fn draw(&mut self, name: Option<Name<'_>>, style: &Style, path: impl FnOnce(&mut Self::Pen));
    fn write(&mut self, text: Text<'_>);
}

/// The parts of a path.
pub trait Pen {
    /// A polygon or an open line.
    fn line(&mut self, points: &[Point], is_closed: bool);
}

impl Style {
    pub fn filled(color: Rgb) -> Self {
        Self { fill: Some(color), opacity: 100, ..Self::default() }
    }

    pub fn line(color: Rgb, width: u16) -> Self {
        Self { opacity: 100, stroke: Some(LineStyle { color, width, is_dashed: false }), ..Self::default() }
    }
}

impl Box2 {
    pub fn corners(self) -> [Point; 4] {
        let Self { min, max } = self;
        [min, [max[0], min[1]], max, [min[0], max[1]]]
    }

    /// The point of the box that is nearest to a point.
    pub fn nearest(self, point: Point) -> Point {
        [0, 1].map(|axis| point[axis].clamp(self.min[axis], self.max[axis]))
    }

    pub fn overlaps(self, other: Self) -> bool {
        (0..2).all(|axis| self.min[axis] < other.max[axis] && other.min[axis] < self.max[axis])
    }

    pub fn is_within(self, other: Self) -> bool {
        (0..2).all(|axis| self.min[axis] >= other.min[axis] && self.max[axis] <= other.max[axis])
    }
}
