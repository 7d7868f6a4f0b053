//! [`Frame`]: the room's own coordinates, in which the exporter built the tree: vertex - node position - layout
//! position.
//!
//! The exporter's numbers were text of six significant digits. The game's compiler read them as f32, added the two
//! positions, which are f32 too, and rounded once. Source: `docs/formats/bwm.md#coordinates` and
//! `docs/formats/bwm.md#tree-boxes`. In the 34 rooms whose layout is known, this reproduces all 34,968 numbers of boxes and 6,013 of 6,075
//! coordinates of vertices (the others were welded). Any other order reproduces fewer.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::Bwm;

use crate::geometry::{Aabb, nearest_integer};

/// The margin of a box on each side: 0.01, as an f32.
const MARGIN: f64 = 0.01_f32 as f64;
/// The margin that the exporter adds to the greater corner before it prints it.
const NUDGE: f64 = 0.0001;

/// The origin of a room's own coordinates.
#[derive(Clone, Copy, Debug)]
pub(in crate::kotor) struct Frame {
    /// The node position and the layout position; `None` if the layout is unknown, so that coordinates stay in area
    /// space.
    origin: Option<[[f64; 3]; 2]>,
}

impl Frame {
    pub(super) fn new(raw: &Bwm, layout_position: Option<[f32; 3]>) -> Self {
        let node = <[f32; 3]>::from(raw.position).map(f64::from);
        let known = node.iter().all(|value| value.is_finite());
        Self { origin: layout_position.filter(|_| known).map(|layout| [node, layout.map(f64::from)]) }
    }

    /// The frame of a room whose node differs from the position in the walkmesh.
    pub(in crate::kotor) fn at(node: [f32; 3], layout_position: [f32; 3]) -> Self {
        Self { origin: Some([node, layout_position].map(|position| position.map(f64::from))) }
    }

    /// Returns whether the room's position in the layout is known.
    pub(super) fn is_of_layout(&self) -> bool {
        self.origin.is_some()
    }

    /// The bounding box, with the margin, for which the exporter wrote these corners.
    pub(super) fn with_margin(min: [f32; 3], max: [f32; 3]) -> Aabb {
        Aabb {
            min: min.map(|value| widened(value.into(), -MARGIN)),
            max: max.map(|value| widened(value.into(), MARGIN)),
        }
    }

    /// A vertex in the room's own coordinates: the six-digit number from which the game's sum yields this vertex. If no such number exists,
    /// as for a vertex that was welded to another room, the result is the difference.
    pub(in crate::kotor) fn local(&self, vertex: Vector3) -> [f64; 3] {
        let area = <[f32; 3]>::from(vertex);
        let Some([node, layout]) = self.origin else { return area.map(f64::from) };
        std::array::from_fn(|axis| {
            let difference = f64::from(area[axis]) - node[axis] - layout[axis];
            let text = six_digits(difference);
            if self.in_area(f64::from(text as f32), axis) == area[axis] { text } else { difference }
        })
    }

    /// Converts a coordinate of the room's own space to area space, rounded once.
    fn in_area(&self, local: f64, axis: usize) -> f32 {
        self.origin.map_or(local, |[node, layout]| local + node[axis] + layout[axis]) as f32
    }

    /// The bounding box of a point in the room's own space, with the margin. Plane ids are computed from it.
    pub(super) fn around(local: [f64; 3]) -> Aabb {
        Aabb {
            min: local.map(|value| widened(four_decimals(value), -MARGIN)),
            max: local.map(|value| widened(four_decimals(value + NUDGE), MARGIN)),
        }
    }

    /// The stored corners of a box.
    pub(super) fn stored(&self, local: &Aabb) -> [Vector3; 2] {
        [local.min, local.max]
            .map(|corner| std::array::from_fn::<f32, 3, _>(|axis| self.in_area(f64::from(corner[axis]), axis)).into())
    }

    /// The four decimals of the exporter's text for a box whose stored corners are these.
    pub(in crate::kotor) fn texts(&self, min: Vector3, max: Vector3) -> [[f32; 3]; 2] {
        let [node, layout] = self.origin.unwrap_or_default();
        let text = |corner: Vector3, margin: f64| {
            let corner = <[f32; 3]>::from(corner);
            std::array::from_fn(|axis| {
                four_decimals(f64::from(corner[axis]) - node[axis] - layout[axis] + margin) as f32
            })
        };
        [text(min, MARGIN), text(max, -MARGIN)]
    }

    /// The box whose stored corners are these. The four decimals of the exporter's text are recovered first.
    pub(super) fn recovered(&self, min: Vector3, max: Vector3) -> Aabb {
        let [min, max] = self.texts(min, max);
        Self::with_margin(min, max)
    }
}

/// A coordinate of a corner, with the margin added. Both the text and the sum were f32.
fn widened(text: f64, margin: f64) -> f32 {
    (f64::from(text as f32) + margin) as f32
}

/// The number that `%.4f` prints.
fn four_decimals(value: f64) -> f64 {
    nearest_integer(value * 1e4) / 1e4
}

/// The number that `%.6g` prints. Below a nanometre, where a difference of rounded sums is noise, it is the number
/// itself.
///
/// Powers of ten up to 10^22 are exact, so the quotient is the double nearest to the decimal number, as if it had been
/// parsed from text. The function uses no logarithm, because its digits may differ between machines.
fn six_digits(value: f64) -> f64 {
    let size = value.abs();
    if size < 1e-9 {
        return value;
    }
    let mut scale = 1e14;
    while scale > 1.0 && (size * scale).round_ties_even() >= 1e6 {
        scale /= 10.0;
    }
    let mut unit = 1.0;
    while (size / unit * scale).round_ties_even() >= 1e6 && unit < 1e12 {
        unit *= 10.0;
    }
    (value / unit * scale).round_ties_even() * unit / scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn six_digits_are_those_of_the_text(value in prop_oneof![-1e3..1e3_f64, -1e9..1e9_f64, -1e-3..1e-3_f64]) {
            let text = format!("{value:.5e}");
            prop_assert_eq!(six_digits(value), text.parse::<f64>().unwrap(), "{}", text);
        }

        #[test]
        fn four_decimals_are_those_of_the_text(value in -1e5..1e5_f64) {
            prop_assert_eq!(four_decimals(value), format!("{value:.4}").parse::<f64>().unwrap());
        }
    }

    #[test]
    fn boxes_hold_a_centimetre_more() {
        let raw = Bwm { position: [1.0, 2.0, 3.0].into(), ..Bwm::default() };
        let frame = Frame::new(&raw, Some([10.0, 20.0, 30.0]));
        assert_eq!(frame.local([11.5, 22.25, 33.0].into()), [0.5, 0.25, 0.0]);
        let local = Frame::around([0.5, 0.25, 0.0]);
        let [min, max] = frame.stored(&local).map(<[f32; 3]>::from);
        assert_eq!((min, max), ([11.49, 22.24, 32.99], [11.5101, 22.2601, 33.0101]));
        let back = frame.recovered(min.into(), max.into());
        assert_eq!((back.min, back.max), (local.min, local.max));
    }
}
