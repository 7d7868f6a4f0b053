//! [`Symbol`]: the sign at a point, with the same size on every page.

use super::canvas::Point;

/// The symbol at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symbol {
    /// A disc, 8 pixels wide.
    Disc,
    /// A ring, 14 pixels wide, whose inside is visible.
    Ring,
    /// A square.
    Square,
    /// A square standing on its corner.
    Diamond,
    /// A triangle that points up.
    Triangle,
    /// A cross.
    Cross,
    /// A small dot, 4 pixels wide, for numerous points.
    Dot,
}

/// Sixteen points of a circle with a radius of 1000.
const CIRCLE: [[i32; 2]; 16] = [
    [1000, 0],
    [924, 383],
    [707, 707],
    [383, 924],
    [0, 1000],
    [-383, 924],
    [-707, 707],
    [-924, 383],
    [-1000, 0],
    [-924, -383],
    [-707, -707],
    [-383, -924],
    [0, -1000],
    [383, -924],
    [707, -707],
    [924, -383],
];

impl Symbol {
    /// The extent from its point, in hundredths of a pixel.
    pub(super) const fn reach(self) -> i32 {
        match self {
            Self::Dot => 200,
            Self::Ring => 700,
            Self::Disc => 400,
            Self::Square | Self::Diamond | Self::Triangle | Self::Cross => 500,
        }
    }

    /// The outline around a point of the page.
    pub(super) fn outline(self, [x, y]: Point) -> Vec<Point> {
        let by = |points: &[[i32; 2]], factor: i32| -> Vec<Point> {
            points.iter().map(|[dx, dy]| [x + dx * factor / 1000, y + dy * factor / 1000]).collect()
        };
        match self {
            Self::Disc | Self::Ring | Self::Dot => by(&CIRCLE, self.reach()),
            Self::Square => by(&[[-1, -1], [1, -1], [1, 1], [-1, 1]], 350_000),
            Self::Diamond => by(&[[0, -1], [1, 0], [0, 1], [-1, 0]], 500_000),
            Self::Triangle => by(&[[0, -1000], [900, 600], [-900, 600]], 500),
            Self::Cross => {
                let arm = [
                    [-2, -5],
                    [0, -3],
                    [2, -5],
                    [5, -2],
                    [3, 0],
                    [5, 2],
                    [2, 5],
                    [0, 3],
                    [-2, 5],
                    [-5, 2],
                    [-3, 0],
                    [-5, -2],
                ];
                by(&arm, 100_000)
            }
        }
    }
}
