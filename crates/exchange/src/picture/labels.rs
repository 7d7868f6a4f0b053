//! Places labels so that they do not overlap.

use std::collections::BTreeSet;

use super::arrow;
use super::canvas::{Box2, Point};
use super::font::Font;
use super::frame::Frame;
use super::picture::{Label, Shapes};
use super::{Layer, Picture};

/// The size of labels, in pixels for each em.
pub const SIZE: u16 = 13;
/// The space between a label and the border of its plate, in hundredths of a pixel.
const PADDING: i32 = 300;
/// The space between a point and the label beside it.
const GAP: i32 = 600;
/// Maximum number of labels that are tried, and that are placed. With more labels, a picture would consist of text only.
const TRIED: usize = 4000;
const PLACED: usize = 150;
/// Maximum number of marks that labels avoid.
const MARKS: usize = 4000;
/// The side of the squares used to find neighbours, in hundredths of a pixel.
const SQUARE: i32 = 6000;
/// The maximum width of a label, in hundredths of a pixel.
const WIDEST: i32 = 24_000;

/// A label on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLabel {
    pub text: String,
    /// The left end of the base line.
    pub at: Point,
    /// The text with some space around it.
    pub plate: Box2,
}

/// Places the labels of all layers; a label of something outside the map is placed at its arrow. The second value is the number of labels
/// on the map that do not fit.
pub fn place(scene: &Picture, frame: &Frame, font: &Font) -> (Vec<PlacedLabel>, usize) {
    let mut taken = OccupiedSquares::new(frame.map);
    let mut labels: Vec<(&Label, Point)> = Vec::new();
    for layer in &scene.layers {
        let tips: BTreeSet<Point> = layer.groups.iter().flat_map(|group| arrow::tips(layer, group, frame).0).collect();
        tips.iter().take(MARKS).for_each(|tip| taken.add(arrow::area(*tip, frame.map)));
        for label in &layer.labels {
            let Some(at) = frame.place(label.point) else { continue };
            let nearest = frame.map.nearest(at);
            if at == nearest || tips.contains(&nearest) {
                labels.push((label, nearest));
            }
        }
    }
    labels.sort_by_key(|(label, _)| std::cmp::Reverse(label.priority));
    marks(&scene.layers, frame).take(MARKS).for_each(|mark| taken.add(mark));
    let mut placed: Vec<PlacedLabel> = Vec::new();
    for (label, at) in labels.iter().take(TRIED) {
        if placed.len() == PLACED {
            break;
        }
        let text = font.fitted(&label.text, SIZE, WIDEST);
        let size = [font.width(&text, SIZE) + 2 * PADDING, i32::from(SIZE) * 100 + PADDING];
        let free = plates(*at, size, label.is_centered).find(|plate| taken.is_free(*plate));
        if let Some(plate) = free {
            taken.add(plate);
            let at = [plate.min[0] + PADDING, plate.max[1] - PADDING - 80];
            placed.push(PlacedLabel { text, at, plate });
        }
    }
    let left_out = labels.len() - placed.len();
    (placed, left_out)
}

/// The possible positions of a label, best first.
fn plates([x, y]: Point, [width, height]: [i32; 2], is_centered: bool) -> impl Iterator<Item = Box2> {
    // The horizontal and vertical position of the label's centre, in halves of its size.
    const AROUND: [[i32; 2]; 8] = [[1, 0], [0, -1], [-1, 0], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]];
    let beside = [1, 2].into_iter().flat_map(|far| AROUND.map(|[right, down]| [right, down, far]));
    let places = is_centered.then_some([0, 0, 1]).into_iter().chain(beside);
    places.map(move |[right, down, far]| {
        let middle = [x + right * (width / 2 + GAP * far), y + down * (height / 2 + GAP * far)];
        let min = [middle[0] - width / 2, middle[1] - height / 2];
        Box2 { min, max: [min[0] + width, min[1] + height] }
    })
}

/// The boxes of the symbols of all marks.
fn marks<'a>(layers: &'a [Layer], frame: &'a Frame) -> impl Iterator<Item = Box2> + 'a {
    let groups = layers.iter().flat_map(|layer| &layer.groups);
    groups.flat_map(move |group| {
        let (symbol, points) = match &group.shapes {
            Shapes::Marks(symbol, points) => (Some(*symbol), &points[..]),
            Shapes::Triangles(_) | Shapes::Polygons(_) | Shapes::Lines(_) => (None, &[][..]),
        };
        let reach = symbol.map_or(0, |symbol| symbol.reach());
        points.iter().filter_map(move |point| {
            let [x, y] = frame.place(*point)?;
            Some(Box2 { min: [x - reach, y - reach], max: [x + reach, y + reach] })
        })
    })
}

/// The occupied parts of the map, by squares.
struct OccupiedSquares {
    map: Box2,
    columns: usize,
    squares: Vec<Vec<Box2>>,
}

impl OccupiedSquares {
    fn new(map: Box2) -> Self {
        let [columns, rows] = [0, 1].map(|axis| ((map.max[axis] - map.min[axis]) / SQUARE + 1) as usize);
        Self { map, columns, squares: vec![Vec::new(); columns * rows] }
    }

    /// The squares on the map that a box overlaps.
    fn squares(&self, of: Box2) -> impl Iterator<Item = usize> + use<> {
        let square = |axis: usize, value: i32| {
            let inside = value.clamp(self.map.min[axis], self.map.max[axis]) - self.map.min[axis];
            (inside / SQUARE) as usize
        };
        let columns = self.columns;
        let across = square(0, of.min[0])..=square(0, of.max[0]);
        let down = square(1, of.min[1])..=square(1, of.max[1]);
        down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
    }

    fn add(&mut self, taken: Box2) {
        if taken.overlaps(self.map) {
            for square in self.squares(taken) {
                self.squares[square].push(taken);
            }
        }
    }

    fn is_free(&self, wanted: Box2) -> bool {
        wanted.is_within(self.map)
            && self.squares(wanted).all(|square| self.squares[square].iter().all(|taken| !taken.overlaps(wanted)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Group, Ink, PageOptions, Paint, Symbol};
    use super::*;

    proptest! {
        #[test]
        fn labels_overlap_neither_each_other_nor_marks_and_stay_on_the_map(
            points in prop::collection::vec(([-50.0_f32..50.0, -50.0_f32..50.0], "[a-z ]{0,30}", 0_u8..9, any::<bool>()), 0..200),
        ) {
            let mut layer = Layer::new("labels", "Labels");
            for (at, (point, text, priority, is_centered)) in points.iter().enumerate() {
                let label = Label { text: text.clone(), point: *point, priority: *priority, is_centered: *is_centered };
                layer.labels.push(label);
                if at % 3 == 0 {
                    let paint = Paint::filled(Ink::Exit);
                    layer.push(Group::new(format!("{at}"), "", paint, Shapes::Marks(Symbol::Disc, vec![*point])));
                }
            }
            let mut scene = Picture::new("labels");
            scene.layers.push(layer);
            let options = PageOptions::default().with_crop(Some([-50.0, -50.0, 50.0, 50.0]));
            let frame = Frame::new(&scene, &options).expect("a page");
            let (placed, left_out) = place(&scene, &frame, &Font::new());
            prop_assert_eq!(placed.len() + left_out, points.len());
            let marks: Vec<Box2> = marks(&scene.layers, &frame).collect();
            for (at, label) in placed.iter().enumerate() {
                prop_assert!(label.plate.is_within(frame.map));
                let others = placed[..at].iter().map(|other| other.plate);
                prop_assert!(!others.chain(marks.iter().copied()).any(|other| other.overlaps(label.plate)));
            }
        }
    }
}
