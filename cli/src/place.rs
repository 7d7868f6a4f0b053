//! Places as arguments: points such as `1.5,-2,0`, cells such as `0:12`, and faces such as `7`.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::ser::SerializeMap;

use crate::parts::Part;

/// A point: x, y and, where it is given, z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
    pub z: Option<f32>,
}

/// A point; a cell of a block of a Silkroad dungeon; or a face of a KotOR walkmesh, a triangle of an NWN2 one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Point(Point),
    Cell { block: u32, cell: u32 },
    Face(u32),
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text.trim().parse::<f32>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(format!("`{text}` is no number")),
        };
        match *text.split(',').collect::<Vec<_>>() {
            [x, y] => Ok(Self { x: number(x)?, y: number(y)?, z: None }),
            [x, y, z] => Ok(Self { x: number(x)?, y: number(y)?, z: Some(number(z)?) }),
            _ => Err("expected X,Y or X,Y,Z".to_owned()),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((block, cell)) = text.split_once(':') else {
            return text.parse().map(Self::Face).or_else(|_| text.parse().map(Self::Point));
        };
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("`{text}` is no block or cell"));
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(point) => point.fmt(f),
            Self::Cell { block, cell } => write!(f, "{block}:{cell}"),
            Self::Face(face) => write!(f, "{face}"),
        }
    }
}

/// As `[x, y]` or `[x, y, z]`.
impl Serialize for Point {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq([Some(self.x), Some(self.y), self.z].into_iter().flatten())
    }
}

/// As `{"point": [x, y]}`, or as the `place` in the file: a list of parts.
impl Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match *self {
            Self::Point(point) => map.serialize_entry("point", &point)?,
            Self::Cell { block, cell } => {
                map.serialize_entry("place", &[Part::new("block", block), Part::new("cell", cell)])?;
            }
            Self::Face(face) => map.serialize_entry("place", &[Part::new("face", face)])?,
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
            assert_eq!(text.parse::<Place>().map(|place| place.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for text in ["", "-1", "1.5", "1,2,3,4", "a,b", "NaN,0", "1,inf", "1:", ":1", "-1:0", "1:2:3", "99999999999:0"]
        {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }
}
