//! [`Measure`]: the size of a flaw.

use std::fmt;

/// The size of a geometric flaw.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Measure {
    /// A length in metres, such as the width of a crack.
    Length(f64),
    /// An area in the plan view, in square metres.
    Area(f64),
    /// The rise of a floor over a metre of the plan view, such as 1 for a slope of 45 degrees.
    Slope(f64),
    /// A number of items, such as the triangles of a tile.
    Count(u64),
    /// A ratio of two lengths, such as a route and the straight line.
    Ratio(f64),
    /// An angle in the plan view, in degrees, such as a corner's.
    Angle(f64),
}

/// `4.0 mm`, `1.25 m`, `0.50 m²`, `2.0 m over a metre`, `120`, `2.5 times` or `20.0°`.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length(0.0) => f.write_str("0 mm"),
            Self::Length(metres) if metres < 1e-4 => write!(f, "{:.1e} mm", metres * 1e3),
            Self::Length(metres) if metres < 0.1 => write!(f, "{:.1} mm", metres * 1e3),
            Self::Length(metres) => write!(f, "{metres:.2} m"),
            Self::Area(area) if area < 0.01 => write!(f, "{area:.1e} m²"),
            Self::Area(area) => write!(f, "{area:.2} m²"),
            Self::Slope(slope) => write!(f, "{slope:.1} m over a metre"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Ratio(ratio) => write!(f, "{ratio:.1} times"),
            Self::Angle(degrees) => write!(f, "{degrees:.1}°"),
        }
    }
}
