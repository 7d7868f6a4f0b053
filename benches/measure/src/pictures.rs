//! Pictures: a large mesh as SVG, compared with writing its numbers, and as PNG, compared with filling its paths.

use std::fmt::Write as _;

use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Transform};
use walkmesh::exchange::{ClassedTriangle, SceneNode, TriangleSet, Up};
use walkmesh::picture::{ColorBy, PageOptions, Picture, Shapes, Surface};

use crate::clock::{in_turn, time};
use crate::table::{Figure, Table};
use crate::{Effort, shapes};

pub fn table(effort: &Effort) -> Table {
    let about = "A terrain coloured by height, on a page of 1200 by 996 pixels. The reference of the SVG is writing the same \
                 numbers, which are relative coordinates in hundredths of a pixel, into a `String` with `write!`. The reference \
                 of the PNG is filling the same paths in the same pixels with tiny-skia, without PNG, text or axes.";
    let mut table = Table::new("Pictures", &["the same numbers, or the same paths"], about);
    let triangles = shapes::terrain(effort.largest.min(100_000)).triangles;
    let scene = scene(&triangles);
    let options = PageOptions::default().with_size(Some([1200, 996]));
    let pages = pages(&scene);
    let count = triangles.len();

    let sides = in_turn(
        effort.rounds,
        [&mut || time(|| scene.to_svg(&options).expect("a page")), &mut || time(|| numbers(&pages))],
    );
    table.row(format!("SVG of {count} triangles"), sides.map(Figure::Time));
    for (what, anti_alias) in [("smooth", true), ("crisp, as the picture has them", false)] {
        let sides = in_turn(
            effort.rounds,
            [&mut || time(|| scene.to_png(&options).expect("a page")), &mut || time(|| filled(&pages, anti_alias))],
        );
        table.row(format!("PNG of {count} triangles; the paths {what}"), sides.map(Figure::Time));
    }
    table
}

fn scene(triangles: &[[[f32; 3]; 3]]) -> Picture {
    let points = triangles.as_flattened().to_vec();
    let corners = (0..triangles.len() as u32).map(|row| [3 * row, 3 * row + 1, 3 * row + 2]);
    let triangles = corners.map(|corners| ClassedTriangle { corners, class: 0 }).collect();
    let set = TriangleSet { points, triangles, ..TriangleSet::default() };
    let node = SceneNode { name: String::new(), placement: walkmesh::exchange::Transform::IDENTITY, set };
    let mut surface = Surface::new(Up::Z, "m");
    surface.add(&node, |_| None);
    let mut scene = Picture::new("terrain");
    scene.layers.push(surface.layer(ColorBy::Height));
    scene
}

/// The triangles of each colour in hundredths of a pixel.
fn pages(scene: &Picture) -> Vec<Vec<[[i32; 2]; 3]>> {
    let triangles = |shapes: &Shapes| match shapes {
        Shapes::Triangles(triangles) => triangles.clone(),
        _ => Vec::new(),
    };
    let groups: Vec<_> = scene.layers.iter().flat_map(|layer| &layer.groups).map(|it| triangles(&it.shapes)).collect();
    let points = || groups.iter().flatten().flatten();
    let bound =
        |axis: usize, pick: fn(f32, f32) -> f32| points().map(|point| point[axis]).reduce(pick).expect("points");
    let [low, high] = [f32::min as fn(f32, f32) -> f32, f32::max].map(|pick| [bound(0, pick), bound(1, pick)]);
    let scale = 87_000.0 / (high[0] - low[0]).max(high[1] - low[1]);
    let place = |point: [f32; 2]| [0, 1].map(|axis| ((point[axis] - low[axis]) * scale) as i32);
    groups.iter().map(|group| group.iter().map(|triangle| triangle.map(place)).collect()).collect()
}

/// Six relative coordinates for each triangle, as the SVG has them.
fn numbers(pages: &[Vec<[[i32; 2]; 3]>]) -> String {
    let mut text = String::new();
    for page in pages {
        let mut at = [0, 0];
        for triangle in page {
            for point in triangle {
                for axis in 0..2 {
                    let step = f64::from(point[axis] - at[axis]) / 100.0;
                    write!(text, "{step} ").expect("a text takes everything");
                }
                at = *point;
            }
        }
    }
    text
}

fn filled(pages: &[Vec<[[i32; 2]; 3]>], anti_alias: bool) -> Pixmap {
    let mut pixels = Pixmap::new(1200, 996).expect("pixels");
    pixels.fill(Color::WHITE);
    for (number, page) in (0..).zip(pages) {
        let mut path = PathBuilder::new();
        for triangle in page {
            let [[x0, y0], [x1, y1], [x2, y2]] = triangle.map(|point| point.map(|value| value as f32 / 100.0));
            path.move_to(x0, y0);
            path.line_to(x1, y1);
            path.line_to(x2, y2);
            path.close();
        }
        let Some(path) = path.finish() else { continue };
        let mut paint = Paint { anti_alias, ..Paint::default() };
        paint.set_color_rgba8(number * 20, 100, 150, 255);
        pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    }
    pixels
}
