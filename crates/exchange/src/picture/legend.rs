//! The legend: what the colours and symbols mean, notes, the scale bar and north.

use super::arrow;
use super::brush::Brush;
use super::canvas::{Canvas, Name, Pen, Point, Style, Text};
use super::font::Font;
use super::frame::Frame;
use super::picture::Shapes;
use super::ticks::Step;
use super::{Group, Ink, Picture};
use crate::counted::counted;

const SIZE: u16 = 13;
/// The height of a line, in hundredths of a pixel.
const LINE: i32 = 1800;
/// The space above a heading.
const ABOVE: i32 = 900;
/// The width of a swatch and the space after it.
const SWATCH: i32 = 2600;
/// The height that the scale bar and north take at the bottom.
const BOTTOM: i32 = 6000;

/// The lines of the legend that have one heading.
struct Section<'s> {
    title: &'s str,
    groups: Vec<&'s Group>,
}

impl Section<'_> {
    /// The height with at most `lines` lines below the heading.
    fn height(&self, lines: usize) -> i32 {
        ABOVE + LINE + times_line(self.groups.len().min(lines))
    }
}

/// The sections of a legend: adjacent layers with the same title share one.
fn sections(scene: &Picture) -> Vec<Section<'_>> {
    let mut sections: Vec<Section> = Vec::new();
    for layer in &scene.layers {
        let groups = layer.groups.iter().filter(|group| group.is_in_legend && !group.shapes.is_empty());
        match sections.last_mut().filter(|section| section.title == layer.title) {
            Some(section) => section.groups.extend(groups),
            None => sections.push(Section { title: &layer.title, groups: groups.collect() }),
        }
        if sections.last().is_some_and(|section| section.groups.is_empty()) {
            sections.pop();
        }
    }
    sections
}

/// The height in pixels by which a page must grow so that its legend is complete.
pub fn missing(scene: &Picture, frame: &Frame, font: &Font) -> u32 {
    let legend = frame.legend;
    let lines = notes(scene, frame, 0, font).len();
    let needed = sections(scene).iter().map(|section| section.height(usize::MAX)).sum::<i32>() + times_line(lines);
    let missing = needed + ABOVE + BOTTOM - (legend.max[1] - legend.min[1]);
    // The note about labels that did not fit may need two lines.
    if missing > 0 { (missing + 2 * LINE).unsigned_abs().div_ceil(100) } else { 0 }
}

/// Draws the legend of a scene beside its map. `left_out` is the number of labels that did not fit.
pub fn draw(scene: &Picture, frame: &Frame, brush: &Brush, left_out: usize, canvas: &mut impl Canvas) {
    canvas.start_group(Name { id: "legend", title: "Legend" });
    let legend = frame.legend;
    let bottom = legend.max[1] - BOTTOM;
    let notes = notes(scene, frame, left_out, &brush.font);
    let mut rows = Rows { y: legend.min[1], end: bottom - times_line(notes.len().min(12)), frame, brush };
    let sections = sections(scene);
    // If there is not enough room for all lines, the longest sections are truncated.
    let height = |lines| sections.iter().map(|section| section.height(lines)).sum::<i32>();
    let longest = sections.iter().map(|section| section.groups.len()).max().unwrap_or(0).min(1000);
    let lines = (1..=longest).rev().find(|lines| rows.y + height(*lines) <= rows.end).unwrap_or(1);
    for (at, section) in sections.iter().enumerate() {
        if rows.y + section.height(lines) > rows.end {
            let left: usize = sections[at..].iter().map(|section| section.groups.len()).sum();
            rows.text(&format!("and {left} more"), 0, Ink::Faint, canvas);
            break;
        }
        rows.heading(section.title, canvas);
        let shown = if section.groups.len() > lines { lines - 1 } else { lines };
        section.groups.iter().take(shown).for_each(|group| rows.group(group, canvas));
        if section.groups.len() > shown {
            rows.text(&format!("and {} more", section.groups.len() - shown), SWATCH, Ink::Faint, canvas);
        }
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

/// The height of lines. No page has room for ten thousand lines.
fn times_line(lines: usize) -> i32 {
    lines.min(10_000) as i32 * LINE
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

/// The notes of a page in lines of the legend's width.
fn notes(scene: &Picture, frame: &Frame, left_out: usize, font: &Font) -> Vec<String> {
    let labels = (left_out > 0).then(|| format!("There is no room for {}.", counted(left_out, "label")));
    let width = frame.legend.max[0] - frame.legend.min[0];
    let notes = scene.notes.iter().chain(&labels);
    notes.chain(&arrow::note(scene, frame)).flat_map(|note| wrapped(note, font, width)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Layer, PageOptions, Paint};

    fn layer(id: &str, title: &str, count: usize) -> Layer {
        let mut layer = Layer::new(id, title);
        for number in 0..count {
            let shapes = Shapes::Lines([vec![[0.0, 0.0], [1.0, 1.0]]].into_iter().collect());
            layer.push(Group::new(format!("{id}{number}"), "a line", Paint::line(Ink::Path, 100), shapes));
        }
        layer
    }

    #[test]
    fn adjacent_layers_of_one_title_share_a_section() {
        let mut scene = Picture::new("legend");
        scene.layers = vec![
            layer("a", "Paths", 2),
            layer("b", "Paths", 1),
            layer("c", "Doors", 0),
            layer("d", "Walls", 1),
            layer("e", "Paths", 1),
        ];
        let found: Vec<_> = sections(&scene).iter().map(|section| (section.title, section.groups.len())).collect();
        assert_eq!(found, [("Paths", 3), ("Walls", 1), ("Paths", 1)]);
    }

    #[test]
    fn a_page_is_as_high_as_its_legend_needs() {
        let missing_of = |count: usize, higher: i64| {
            let mut scene = Picture::new("legend");
            scene.layers = vec![layer("a", "Paths", count)];
            let [width, height] = Frame::new(&scene, &PageOptions::default()).unwrap().size;
            let size = [width, (i64::from(height) + higher) as u32];
            let frame = Frame::new(&scene, &PageOptions::default().with_size(Some(size))).unwrap();
            i64::from(missing(&scene, &frame, &Font::new()))
        };
        assert_eq!(missing_of(2, 0), 0);
        let higher = missing_of(80, 0);
        // Two lines are reserved for a note.
        let reserved = i64::from(2 * LINE / 100);
        assert_eq!([0, reserved, reserved + 9].map(|less| missing_of(80, higher - less) > 0), [false, false, true]);
    }
}
