//! Pictures with everything in them: smooth and crisp triangles, thin and dashed lines, text and marks.

use walkmesh::picture::{Group, Ink, Layer, Paint, Paths, Picture, Shapes, Symbol};

/// A small picture, whose triangles are smooth, and one with so many triangles that they are crisp.
pub fn pictures() -> [(String, Picture); 2] {
    [12, 150].map(|rows| (format!("{rows} rows"), picture(rows)))
}

fn picture(rows: u32) -> Picture {
    let mut layer = Layer::new("floor", "Floor");
    let (mut classes, mut lines) = (vec![Vec::new(); 10], Paths::default());
    for at in 0..rows * rows {
        let [x, y] = [at % rows, at / rows].map(|at| at as f32 * 7.3);
        let bent = (at.wrapping_mul(2_654_435_761) >> 20) as f32 / 900.0;
        classes[at as usize % 10].push([[x, y], [x + 7.0 + bent, y + 0.3], [x + 2.1, y + 6.0 + bent]]);
        if at % 7 == 0 {
            lines.push([[x, y], [x + 3.0, y + bent], [x + 9.0, y + 8.0]]);
            layer.label(format!("Text {at} äß°"), [x, y], (at % 5) as u8);
        }
    }
    let marks = classes[3].iter().map(|triangle| triangle[0]).collect();
    for (at, triangles) in classes.into_iter().enumerate() {
        let paint = Paint::filled(Ink::Ramp(at as u8 * 25)).with_opacity(if at % 3 == 0 { 60 } else { 100 });
        layer.push(Group::new(format!("class-{at}"), format!("class {at}"), paint, Shapes::Triangles(triangles)));
    }
    layer.push(Group::new("lines", "lines", Paint::line(Ink::Exit, 133).dashed(), Shapes::Lines(lines)));
    let paint = Paint::filled(Ink::Error).with_border(Ink::Page, 70);
    layer.push(Group::new("marks", "marks", paint, Shapes::Marks(Symbol::Ring, marks)));
    let mut picture = Picture::new("A picture");
    picture.layers.push(layer);
    picture
}
