//! Locations that a user names: points such as `1.5,-2,0`, cells such as `0:12`, and faces such as `7`.

use std::fmt;
use std::str::FromStr;

use crate::text::finite;

/// A point in the units and axes of the game, possibly without its last coordinate. In KotOR and NWN2 that is the
/// height; in Silkroad, whose y is up, two numbers are x and z.
///
/// Its text is `X,Y` or `X,Y,Z`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The first coordinate.
    pub x: f32,
    /// The second coordinate.
    pub y: f32,
    /// The third coordinate, if it is given.
    pub z: Option<f32>,
}

/// A location that a user names. Its text is a point, `BLOCK:CELL`, or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Location {
    /// A point.
    Point(Point),
    /// A cell of a Silkroad dungeon.
    Cell {
        /// The block.
        block: u32,
        /// The cell in the block.
        cell: u32,
    },
    /// A face of a KotOR walkmesh, or a triangle of an NWN2 walkmesh.
    Face(u32),
}

/// The reason why a text is not a [`Point`] or a [`Location`].
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LocationError {
    /// A coordinate is not a finite number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A block or a cell is not a number.
    #[error("`{0}` is not the number of a block or cell")]
    NotACell(String),
    /// There are not two or three coordinates.
    #[error("expected X,Y or X,Y,Z")]
    NotAPoint,
}

impl From<[f32; 3]> for Point {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self { x, y, z: Some(z) }
    }
}

/// A point without its last coordinate.
impl From<[f32; 2]> for Point {
    fn from([x, y]: [f32; 2]) -> Self {
        Self { x, y, z: None }
    }
}

impl<P: Into<Point>> From<P> for Location {
    fn from(point: P) -> Self {
        Self::Point(point.into())
    }
}

impl FromStr for Point {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, LocationError> {
        let number = |text: &str| finite(text.trim()).ok_or_else(|| LocationError::NotANumber(text.to_owned()));
        match *text.split(',').collect::<Vec<_>>() {
            [x, y] => Ok(Self { x: number(x)?, y: number(y)?, z: None }),
            [x, y, z] => Ok(Self { x: number(x)?, y: number(y)?, z: Some(number(z)?) }),
            _ => Err(LocationError::NotAPoint),
        }
    }
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, LocationError> {
        let Some((block, cell)) = text.split_once(':') else {
            return text.parse().map(Self::Face).or_else(|_| text.parse().map(Self::Point));
        };
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| LocationError::NotACell(text.to_owned()));
        Ok(Self::Cell { block: number(block)?, cell: number(cell)? })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { x, y, z } = self;
        write!(f, "{x},{y}")?;
        z.iter().try_for_each(|z| write!(f, ",{z}"))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => point.fmt(f),
            Self::Cell { block, cell } => write!(f, "{block}:{cell}"),
            Self::Face(face) => write!(f, "{face}"),
        }
    }
}

/// As `[x, y]` or `[x, y, z]`.
#[cfg(feature = "serde")]
impl serde::Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([Some(self.x), Some(self.y), self.z].into_iter().flatten())
    }
}

/// As `{"point": [x, y]}`, or as the `place` in the file: a list of parts.
#[cfg(feature = "serde")]
impl serde::Serialize for Location {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        use crate::finding::{PartKind, PlacePart};

        let mut map = serializer.serialize_map(Some(1))?;
        match *self {
            Self::Point(point) => map.serialize_entry("point", &point)?,
            Self::Cell { block, cell } => {
                map.serialize_entry(
                    "place",
                    &[PlacePart::new(PartKind::Block, block), PlacePart::new(PartKind::Cell, cell)],
                )?;
            }
            Self::Face(face) => map.serialize_entry("place", &[PlacePart::new(PartKind::Face, face)])?,
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_cells_are_read_as_they_are_written() {
        for text in ["1.5,-2", "1.5,-2,0", "-0.25,3,4", "0:12", "7"] {
            assert_eq!(text.parse::<Location>().map(|location| location.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_not_a_location_is_refused() {
        for text in ["", "-1", "1.5", "1,2,3,4", "a,b", "NaN,0", "1,inf", "1:", ":1", "-1:0", "1:2:3", "99999999999:0"]
        {
            assert!(text.parse::<Location>().is_err(), "{text}");
        }
    }
}
