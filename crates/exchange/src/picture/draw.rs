//! Draws a scene on a canvas: the map with its labels, the axes and the title. The legend has its own file.

use super::arrow;
use super::brush::Brush;
use super::canvas::{Box2, Canvas, Name, Pen, Point, Style, Text};
use super::font::Font;
use super::frame::Frame;
use super::labels::{self, PlacedLabel};
use super::legend;
use super::picture::Shapes;
use super::ticks::Step;
use super::{Group, Ink, Layer, PageError, PageOptions, Picture};

/// Triangles whose size on the page is less than this have no borders, in hundredths of a pixel.
const SMALLEST_WITH_BORDERS: f64 = 600.0;
/// The minimum distance between two ticks of an axis, in hundredths of a pixel.
const BETWEEN_TICKS: f64 = 8000.0;
/// The sizes of the title and of all other text.
const TITLE: u16 = 20;
const TEXT: u16 = 13;

impl Picture {
    /// A sentence about the shapes outside the map of a page, to which arrows point; `None` without any. The legend
    /// has it, too. A page with a [crop](PageOptions::crop) has no arrows.
    ///
    /// # Errors
    /// [`PageError`]: the options do not make a page.
    pub fn beside_map(&self, options: &PageOptions) -> Result<Option<String>, PageError> {
        Ok(arrow::note(self, &frame(self, options, &Font::new())?))
    }
}

/// Draws a scene. `canvas` makes the canvas of a size in pixels.
pub fn draw<C: Canvas>(
    scene: &Picture,
    options: &PageOptions,
    canvas: impl FnOnce([u32; 2]) -> Result<C, PageError>,
) -> Result<C, PageError> {
    let font = Font::new();
    let frame = frame(scene, options, &font)?;
    let brush = Brush { theme: options.theme, font, mesh_width: mesh_width(scene, &frame) };
    let mut canvas = canvas(frame.size)?;
    let page = Box2 { min: [0, 0], max: frame.size.map(|side| side as i32 * 100) };
    canvas.draw(None, &Style::filled(brush.theme.color(Ink::Page)), |pen| pen.line(&page.corners(), true));
    title(scene, &frame, &brush, &mut canvas);
    canvas.start_map(frame.map);
    for layer in scene.layers.iter().filter(|layer| layer.groups.iter().any(|group| !group.shapes.is_empty())) {
        canvas.start_group(Name { id: &layer.id, title: &layer.title });
        let mut groups: Vec<&Group> = layer.groups.iter().filter(|group| !group.shapes.is_empty()).collect();
        if layer.is_first_on_top {
            groups.reverse();
        }
        for group in groups {
            let id = format!("{}-{}", layer.id, group.id);
            shapes(Name { id: &id, title: &group.title }, (layer, group), &frame, &brush, &mut canvas);
        }
        canvas.end_group();
    }
    let (placed, left_out) = labels::place(scene, &frame, &brush.font);
    write_labels(&placed, &brush, &mut canvas);
    canvas.end_map();
    axes(scene, &frame, &brush, &mut canvas);
    legend::draw(scene, &frame, &brush, left_out, &mut canvas);
    Ok(canvas)
}

/// The frame of a page. A page without a given size grows with its legend.
fn frame(scene: &Picture, options: &PageOptions, font: &Font) -> Result<Frame, PageError> {
    let frame = Frame::new(scene, options)?;
    let [width, height] = frame.size;
    let higher = legend::missing(scene, &frame, font).min(Frame::HIGHEST.saturating_sub(height));
    if options.size.is_some() || higher == 0 {
        return Ok(frame);
    }
    Frame::new(scene, &options.with_size(Some([width, height + higher])))
}

fn title(scene: &Picture, frame: &Frame, brush: &Brush, canvas: &mut impl Canvas) {
    let [left, width] = [1600, frame.size[0] as i32 * 100 - 3200];
    canvas.start_group(Name { id: "title", title: &scene.title });
    for (text, size, y, ink) in [(&scene.title, TITLE, 2700, Ink::Text), (&scene.subtitle, TEXT, 4600, Ink::Faint)] {
        let text = brush.font.fitted(text, size, width);
        canvas.write(Text { text: &text, at: [left, y], size, color: brush.theme.color(ink) });
    }
    canvas.end_group();
}

fn shapes(name: Name<'_>, (layer, group): (&Layer, &Group), frame: &Frame, brush: &Brush, canvas: &mut impl Canvas) {
    let mut style = brush.style_of(&group.paint);
    let (tips, _) = arrow::tips(layer, group, frame);
    let arrows = |pen: &mut _| tips.iter().for_each(|tip| Pen::line(pen, &arrow::outline(*tip, frame.map), true));
    match &group.shapes {
        Shapes::Triangles(triangles) => {
            style.is_crisp = style.stroke.is_none() && style.opacity == 100;
            let with_flat = group.paint.stroke.is_some();
            canvas.draw(Some(name), &style, |pen| draw_triangles(triangles, with_flat, frame, pen));
        }
        Shapes::Polygons(paths) | Shapes::Lines(paths) => {
            let is_closed = matches!(group.shapes, Shapes::Polygons(_));
            let mut line = Vec::new();
            canvas.draw(Some(name), &style, |pen| {
                for path in paths.iter() {
                    line.clear();
                    line.extend(path.iter().map_while(|point| frame.place(*point)));
                    if line.len() == path.len() && frame.shows(&line) {
                        pen.line(&line, is_closed);
                    }
                }
                arrows(pen);
            });
        }
        Shapes::Marks(symbol, points) => canvas.draw(Some(name), &style, |pen| {
            for at in points.iter().filter_map(|point| frame.place(*point)).filter(|at| frame.shows(&[*at])) {
                pen.line(&symbol.outline(at), true);
            }
            arrows(pen);
        }),
    }
}

/// Draws triangles in one winding, so that overlapping triangles of a path do not cancel each other out. Degenerate triangles
/// are left out, unless the path has a border that shows them.
fn draw_triangles(triangles: &[[[f32; 2]; 3]], with_flat: bool, frame: &Frame, pen: &mut impl Pen) {
    for [a, b, c] in triangles {
        let (Some(a), Some(b), Some(c)) = (frame.place(*a), frame.place(*b), frame.place(*c)) else { continue };
        let [u, v] = [b, c].map(|point: Point| [0, 1].map(|axis| i64::from(point[axis]) - i64::from(a[axis])));
        let area = u[0] * v[1] - u[1] * v[0];
        if (area == 0 && !with_flat) || !frame.shows(&[a, b, c]) {
            continue;
        }
        pen.line(&if area < 0 { [a, c, b] } else { [a, b, c] }, true);
    }
}

/// The width of the borders between triangles, based on the mean size of the triangles on the page.
fn mesh_width(scene: &Picture, frame: &Frame) -> u16 {
    let groups = scene.layers.iter().flat_map(|layer| &layer.groups);
    let (mut area, mut count) = (0.0, 0.0);
    for group in groups {
        let Shapes::Triangles(triangles) = &group.shapes else { continue };
        for [a, b, c] in triangles {
            let [a, b, c] = [a, b, c].map(|point| point.map(f64::from));
            let double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            if double.is_finite() && double != 0.0 {
                area += double.abs() / 2.0;
                count += 1.0;
            }
        }
    }
    let size = if count > 0.0 { (area / count).sqrt() * frame.scale } else { 0.0 };
    if size < SMALLEST_WITH_BORDERS { 0 } else { (size / 40.0).clamp(30.0, 90.0) as u16 }
}

fn write_labels(labels: &[PlacedLabel], brush: &Brush, canvas: &mut impl Canvas) {
    if labels.is_empty() {
        return;
    }
    canvas.start_group(Name { id: "labels", title: "Labels" });
    let plate = Style { opacity: 82, ..Style::filled(brush.theme.color(Ink::Page)) };
    canvas.draw(None, &plate, |pen| labels.iter().for_each(|label| pen.line(&label.plate.corners(), true)));
    for PlacedLabel { text, at, .. } in labels {
        canvas.write(Text { text, at: *at, size: labels::SIZE, color: brush.theme.color(Ink::Text) });
    }
    canvas.end_group();
}

/// The border of the map, and round numbers along its left and its lower side.
fn axes(scene: &Picture, frame: &Frame, brush: &Brush, canvas: &mut impl Canvas) {
    let (faint, map) = (brush.theme.color(Ink::Faint), frame.map);
    canvas.start_group(Name { id: "axes", title: "Axes" });
    canvas.draw(None, &Style::line(faint, 100), |pen| pen.line(&map.corners(), true));
    let step = Step::at_least(BETWEEN_TICKS / frame.scale);
    for axis in 0..2 {
        let ticks = step.between(frame.world[0][axis], frame.world[1][axis]).take(200);
        let at = |tick: i64| frame.place_on_axis(axis, step.times(tick));
        let ticks: Vec<(i32, String)> = ticks.map(|tick| (at(tick), step.text(tick))).collect();
        canvas.draw(None, &Style::line(faint, 100), |pen| {
            for (at, _) in &ticks {
                let ends = if axis == 0 {
                    [[*at, map.max[1]], [*at, map.max[1] + 500]]
                } else {
                    [[map.min[0] - 500, *at], [map.min[0], *at]]
                };
                pen.line(&ends, false);
            }
        });
        for (at, text) in &ticks {
            let width = brush.font.width(text, TEXT);
            let at = if axis == 0 { [at - width / 2, map.max[1] + 1800] } else { [map.min[0] - 800 - width, at + 450] };
            canvas.write(Text { text, at, size: TEXT, color: faint });
        }
    }
    let [across, up] = &scene.axes;
    for (text, at) in [
        (format!("{across} ({})", scene.unit), [map.min[0], map.max[1] + 3500]),
        (format!("{up} ({})", scene.unit), [map.min[0] - 3600, map.min[1] - 700]),
    ] {
        canvas.write(Text { text: &text, at, size: TEXT, color: faint });
    }
    canvas.end_group();
}
