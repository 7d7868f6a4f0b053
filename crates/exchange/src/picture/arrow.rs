//! Arrows at the border of the map, which point to shapes outside it.

use std::collections::BTreeSet;

use super::canvas::{Box2, Point};
use super::frame::Frame;
use super::picture::Shapes;
use super::{Group, Layer, Picture};

/// The length of an arrow and half its width, in hundredths of a pixel.
const LENGTH: i32 = 1400;
const HALF: i32 = 500;

/// The tips of the arrows of a group, each once, and the number of shapes that lie outside the map. A [cropped](Frame::is_crop) map has no
/// arrows, nor do shapes to which the page is fitted.
pub fn tips(layer: &Layer, group: &Group, frame: &Frame) -> (BTreeSet<Point>, usize) {
    let (mut tips, mut count) = (BTreeSet::new(), 0);
    if layer.is_framed || frame.is_crop {
        return (tips, count);
    }
    let mut add = |shape: &[[f32; 2]]| {
        let points: Option<Vec<Point>> = shape.iter().map(|point| frame.place(*point)).collect();
        if let Some(points) = points.filter(|points| !frame.shows(points)) {
            tips.extend(points.first().map(|at| frame.map.nearest(*at)));
            count += 1;
        }
    };
    match &group.shapes {
        Shapes::Marks(_, points) => points.iter().for_each(|point| add(&[*point])),
        Shapes::Polygons(paths) => paths.iter().for_each(add),
        Shapes::Triangles(_) | Shapes::Lines(_) => {}
    }
    (tips, count)
}

/// The outline of an arrow whose tip is on the border of the map.
pub fn outline(tip: Point, map: Box2) -> [Point; 3] {
    let toward = [0, 1].map(|axis| i32::from(tip[axis] == map.max[axis]) - i32::from(tip[axis] == map.min[axis]));
    let back = [0, 1].map(|axis| tip[axis] - toward[axis] * LENGTH);
    let across = [-toward[1] * HALF, toward[0] * HALF];
    [tip, [back[0] + across[0], back[1] + across[1]], [back[0] - across[0], back[1] - across[1]]]
}

/// The box of an arrow.
pub fn area(tip: Point, map: Box2) -> Box2 {
    let points = outline(tip, map);
    let of =
        |best: fn(i32, i32) -> i32| [0, 1].map(|axis| points.iter().fold(tip[axis], |all, at| best(all, at[axis])));
    Box2 { min: of(i32::min), max: of(i32::max) }
}

/// A sentence about the shapes outside the map.
pub fn note(scene: &Picture, frame: &Frame) -> Option<String> {
    let groups = scene.layers.iter().flat_map(|layer| layer.groups.iter().map(move |group| (layer, group)));
    let listed = groups.filter(|(_, group)| group.is_in_legend);
    let counted = listed.map(|(layer, group)| (tips(layer, group, frame).1, &group.title));
    let beside: Vec<String> =
        counted.filter(|(count, _)| *count > 0).map(|(count, title)| format!("{count} of {title}")).collect();
    (!beside.is_empty()).then(|| format!("Beside the map, where arrows point: {}.", beside.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_points_at_its_side_of_the_map() {
        let map = Box2 { min: [0, 0], max: [5000, 4000] };
        let (near, [right, bottom]) = (LENGTH, [5000 - LENGTH, 4000 - LENGTH]);
        assert_eq!(outline([5000, 2000], map), [[5000, 2000], [right, 2000 + HALF], [right, 2000 - HALF]]);
        assert_eq!(outline([0, 2000], map), [[0, 2000], [near, 2000 - HALF], [near, 2000 + HALF]]);
        assert_eq!(outline([2000, 0], map), [[2000, 0], [2000 + HALF, near], [2000 - HALF, near]]);
        assert_eq!(outline([2000, 4000], map), [[2000, 4000], [2000 - HALF, bottom], [2000 + HALF, bottom]]);
    }
}
