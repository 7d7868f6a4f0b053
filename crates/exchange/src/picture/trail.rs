//! A path on the map.

use super::{Group, Ink, Layer, Paint, Paths, Shapes, Symbol};

/// A path as a layer: its line, the points at which it bends, its start and its goal. `id` and `title` belong to the
/// layer. A path that is shown beside another one is dashed.
#[must_use]
pub fn trail_layer(id: &str, title: impl Into<String>, points: &[[f32; 2]], is_dashed: bool) -> Layer {
    let title = title.into();
    let mut layer = Layer { is_framed: false, ..Layer::new(id, "Path") };
    let line: Paths = [points.iter().copied()].into_iter().collect();
    let below = Paint::line(Ink::Page, 600);
    layer.push(Group::new("below", "", below, Shapes::Lines(line.clone())).without_legend());
    let above = Paint::line(Ink::Path, 280);
    layer.push(Group::new("line", title, if is_dashed { above.dashed() } else { above }, Shapes::Lines(line)));
    if is_dashed {
        return layer;
    }
    let bends = points.get(1..points.len().saturating_sub(1)).unwrap_or_default();
    let dots = Group::new("bends", "", Paint::filled(Ink::Path), Shapes::Marks(Symbol::Dot, bends.to_vec()));
    layer.push(dots.without_legend());
    let ends = [(points.first(), "start", Symbol::Disc), (points.last(), "goal", Symbol::Diamond)];
    for (point, name, symbol) in ends {
        let Some(point) = point else { continue };
        let paint = Paint::filled(Ink::Path).with_border(Ink::Page, 150);
        layer.push(Group::new(name, name, paint, Shapes::Marks(symbol, vec![*point])));
        layer.label(name, *point, 60);
    }
    layer
}
