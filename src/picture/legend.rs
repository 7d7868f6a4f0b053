//! The legend: what the colours and symbols mean, notes, the scale bar and north.

use super::brush::Brush;
use super::canvas::{Canvas, Name, Pen, Point, Style, Text};
use super::font::Font;
use super::frame::Frame;
use super::picture::Shapes;
use super::ticks::Step;
use super::{Group, Ink, Picture};

const SIZE: u16 = 13;
/// The height of a line, in hundredths of a pixel.
const LINE: i32 = 1800;
/// The space above a heading.
const ABOVE: i32 = 900;
/// The width of a swatch and the space after it.
const SWATCH: i32 = 2600;
/// The height that the scale bar and north take at the bottom.
const BOTTOM: i32 = 6000;

/// Draws the legend of a scene beside its map. `left_out` is how many labels have no room.
pub fn draw(scene: &Picture, frame: &Frame, brush: &Brush, left_out: usize, canvas: &mut impl Canvas) {
    canvas.start_group(Name { id: "legend", title: "Legend" });
    let legend = frame.legend;
    let bottom = legend.max[1] - BOTTOM;
    let notes = notes(scene, left_out, &brush.font, legend.max[0] - legend.min[0]);
    let for_notes = i32::try_from(notes.len()).unwrap_or(i32::MAX).min(12) * LINE;
    let mut rows = Rows { y: legend.min[1], end: bottom - for_notes, frame, brush };
    let layers = || scene.layers.iter().filter(|layer| layer.groups.iter().any(is_listed));
    let mut left: usize = layers().map(|layer| layer.groups.iter().filter(|group| is_listed(group)).count()).sum();
    let mut heading = "";
    'all: for layer in layers() {
        if rows.end - rows.y < 3 * LINE + ABOVE {
            break;
        }
        if std::mem::replace(&mut heading, &layer.title) != layer.title {
            rows.heading(&layer.title, canvas);
        }
        for group in layer.groups.iter().filter(|group| is_listed(group)) {
            if rows.end - rows.y < 2 * LINE && left > 1 {
                break 'all;
            }
            rows.group(group, canvas);
            left -= 1;
        }
    }
    if left > 0 {
        rows.text(&format!("and {left} more"), 0, Ink::Faint, canvas);
    }
    rows.y += ABOVE;
    rows.end = bottom;
    notes.iter().for_each(|line| {
        if rows.y + LINE <= rows.end {
            rows.text(line, 0, Ink::Faint, canvas);
        }
    });
    canvas.end_group();
    scale_bar(scene, frame, brush, canvas);
    north(frame, brush, canvas);
}

fn is_listed(group: &Group) -> bool {
    group.is_in_legend && !group.shapes.is_empty()
}

/// Writes one line below the other.
struct Rows<'a> {
    y: i32,
    end: i32,
    frame: &'a Frame,
    brush: &'a Brush,
}

impl Rows<'_> {
    fn heading(&mut self, title: &str, canvas: &mut impl Canvas) {
        self.y += ABOVE;
        self.text(title, 0, Ink::Faint, canvas);
    }

    fn group(&mut self, group: &Group, canvas: &mut impl Canvas) {
        let [x, y] = [self.frame.legend.min[0], self.y + LINE / 2];
        let style = Style { is_crisp: false, ..self.brush.style_of(&group.paint) };
        canvas.draw(None, &style, |pen| match &group.shapes {
            Shapes::Triangles(_) | Shapes::Polygons(_) => {
                pen.line(&[[x, y - 600], [x + 1800, y - 600], [x + 1800, y + 600], [x, y + 600]], true);
            }
            Shapes::Lines(_) => pen.line(&[[x, y], [x + 1800, y]], false),
            Shapes::Marks(symbol, _) => pen.line(&symbol.outline([x + 900, y]), true),
        });
        self.text(&group.title, SWATCH, Ink::Text, canvas);
    }

    fn text(&mut self, text: &str, indent: i32, ink: Ink, canvas: &mut impl Canvas) {
        let legend = self.frame.legend;
        let at = [legend.min[0] + indent, self.y + LINE - 500];
        let text = self.brush.font.fitted(text, SIZE, legend.max[0] - at[0]);
        canvas.write(Text { text: &text, at, size: SIZE, color: self.brush.theme.color(ink) });
        self.y += LINE;
    }
}

/// The notes of a scene in lines of a width.
fn notes(scene: &Picture, left_out: usize, font: &Font, width: i32) -> Vec<String> {
    let labels = match left_out {
        0 => None,
        1 => Some("There is no room for 1 label.".to_owned()),
        more => Some(format!("There is no room for {more} labels.")),
    };
    scene.notes.iter().chain(&labels).flat_map(|note| wrapped(note, font, width)).collect()
}

fn wrapped(text: &str, font: &Font, width: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || font.width(&longer, SIZE) <= width {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn scale_bar(scene: &Picture, frame: &Frame, brush: &Brush, canvas: &mut impl Canvas) {
    let color = brush.theme.color(Ink::Text);
    let [left, right] = [frame.legend.min[0], frame.legend.max[0] - 4400];
    let step = Step::at_most(f64::from(right - left) / frame.scale);
    let length = (step.value() * frame.scale) as i32;
    let y = frame.legend.max[1] - 600;
    canvas.start_group(Name { id: "scale", title: "Scale" });
    canvas.draw(None, &Style::line(color, 150), |pen| {
        pen.line(&[[left, y - 400], [left, y], [left + length, y], [left + length, y - 400]], false);
    });
    let text = format!("{} {}", step.text(1), scene.unit);
    canvas.write(Text { text: &text, at: [left, y - 800], size: SIZE, color });
    canvas.end_group();
}

fn north(frame: &Frame, brush: &Brush, canvas: &mut impl Canvas) {
    let color = brush.theme.color(Ink::Text);
    let [x, y] = [frame.legend.max[0] - 1400, frame.legend.max[1] - 600];
    let points: [Point; 4] = [[x, y - 2600], [x + 800, y], [x, y - 600], [x - 800, y]];
    canvas.start_group(Name { id: "north", title: "North is up" });
    canvas.draw(None, &Style::filled(color), |pen| pen.line(&points, true));
    let half = brush.font.width("N", SIZE) / 2;
    canvas.write(Text { text: "N", at: [x - half, y - 3000], size: SIZE, color });
    canvas.end_group();
}
