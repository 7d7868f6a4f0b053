//! The selection of an edit: faces by number, in a box, or of a class; and regions of the plan view.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::mesh::Aabb;

/// The faces of a KotOR walkmesh, or the triangles of an NWN2 walkmesh, that an edit affects.
///
/// Its text is `3,7-9` (numbers and ranges of faces), `box:X,Y:X,Y` or `box:X,Y,Z:X,Y,Z` (two opposite corners), or
/// `material:4` (a number, or a name such as `Stone`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Selection {
    /// Faces by their numbers. All of them must exist.
    Faces(Vec<RangeInclusive<u32>>),
    /// The faces whose centre lies in a box.
    Box(Aabb),
    /// The faces of a class: a material of KotOR, or the flags of an NWN2 triangle.
    Class(ClassName),
}

/// A class as users name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassName {
    /// By its number.
    Number(u32),
    /// A material by its name, ignoring case.
    Name(String),
}

/// A region of the plan view of an NWN2 area.
///
/// Its text is `tile:X,Y` (a tile by its column and row), `box:X,Y:X,Y`, or `polygon:X,Y:X,Y:X,Y` with three points or
/// more.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Region {
    /// A tile by its column and row.
    Tile([u32; 2]),
    /// A box.
    Box(Aabb),
    /// The inside of a polygon, even-odd.
    Polygon(Vec<[f32; 2]>),
}

/// The reason why a text is not a [`Selection`] or a [`Region`].
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// The text has none of the forms.
    #[error("`{0}` is not a selection of faces; write 3,7-9 or box:X,Y,Z:X,Y,Z or material:4")]
    NotASelection(String),
    /// The text has none of the forms of a region.
    #[error("`{0}` is not a region; write tile:X,Y or box:X,Y:X,Y or polygon:X,Y:X,Y:X,Y")]
    NotARegion(String),
    /// A coordinate is not a finite number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A range ends before it begins.
    #[error("the range `{0}` ends before it begins")]
    EmptyRange(String),
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        if let Some(text) = text.strip_prefix("box:") {
            return Ok(Self::Box(box_of(text)?));
        }
        if let Some(name) = text.strip_prefix("material:") {
            return Ok(Self::Class(name.parse()?));
        }
        let range = |part: &str| {
            let number =
                |text: &str| text.trim().parse::<u32>().map_err(|_| SelectionError::NotASelection(text.to_owned()));
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = number(first)?..=number(last)?;
            if range.is_empty() { Err(SelectionError::EmptyRange(part.to_owned())) } else { Ok(range) }
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Self::Faces)
    }
}

impl FromStr for Region {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let not_a_region = || SelectionError::NotARegion(text.to_owned());
        match text.split_once(':') {
            Some(("tile", tile)) => {
                let (x, y) = tile.split_once(',').ok_or_else(not_a_region)?;
                let number = |text: &str| text.trim().parse().map_err(|_| not_a_region());
                Ok(Self::Tile([number(x)?, number(y)?]))
            }
            Some(("box", corners)) => Ok(Self::Box(box_of(corners)?)),
            Some(("polygon", points)) => {
                let points: Vec<_> = points.split(':').map(numbers).collect::<Result<_, _>>()?;
                let points = points.into_iter().map(|point| <[f32; 2]>::try_from(point).map_err(|_| not_a_region()));
                let points: Vec<_> = points.collect::<Result<_, _>>()?;
                if points.len() < 3 { Err(not_a_region()) } else { Ok(Self::Polygon(points)) }
            }
            _ => Err(not_a_region()),
        }
    }
}

/// The box between two opposite corners. Without a height, it spans all heights.
fn box_of(text: &str) -> Result<Aabb, SelectionError> {
    let not_a_box = || SelectionError::NotASelection(format!("box:{text}"));
    let (a, b) = text.split_once(':').ok_or_else(not_a_box)?;
    let corners = match (numbers(a)?.as_slice(), numbers(b)?.as_slice()) {
        (&[ax, ay], &[bx, by]) => [[ax, ay, f32::NEG_INFINITY], [bx, by, f32::INFINITY]],
        (&[ax, ay, az], &[bx, by, bz]) => [[ax, ay, az], [bx, by, bz]],
        _ => return Err(not_a_box()),
    };
    Aabb::around(corners).ok_or_else(not_a_box)
}

impl FromStr for ClassName {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        match text.trim() {
            "" => Err(SelectionError::NotASelection(text.to_owned())),
            text => Ok(text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::Number)),
        }
    }
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

/// Finite numbers with commas between them.
fn numbers(text: &str) -> Result<Vec<f32>, SelectionError> {
    let number = |text: &str| match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(SelectionError::NotANumber(text.to_owned())),
    };
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_read() {
        let read = |text: &str| text.parse::<Selection>();
        assert_eq!(read("3,7-9"), Ok(Selection::Faces(vec![3..=3, 7..=9])));
        let (min, max) = ([0.0, -1.0, 2.0], [4.0, 1.0, 3.0]);
        assert_eq!(read("box:4,-1,3:0,1,2"), Ok(Selection::Box(Aabb { min, max })));
        let (min, max) = ([0.0, -1.0, f32::NEG_INFINITY], [4.0, 1.0, f32::INFINITY]);
        assert_eq!(read("box:0,-1:4,1"), Ok(Selection::Box(Aabb { min, max })));
        assert_eq!(read("material:4"), Ok(Selection::Class(ClassName::Number(4))));
        assert_eq!(read("material:Wood"), Ok(Selection::Class(ClassName::Name("Wood".into()))));
    }

    #[test]
    fn regions_are_read() {
        let read = |text: &str| text.parse::<Region>();
        assert_eq!(read("tile:3,4"), Ok(Region::Tile([3, 4])));
        assert_eq!(read("polygon:0,0:4,0:4,4"), Ok(Region::Polygon(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]])));
    }

    #[test]
    fn what_is_no_selection_is_refused() {
        for text in ["", "a", "1-", "9-7", "-1", "box:", "box:1,2", "box:1,2:3,4,5", "box:1,NaN:2,3", "material:"] {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
        for text in ["", "3", "tile:1", "tile:-1,2", "polygon:0,0:1,1", "polygon:0,0,0:1,1,0:2,2,0", "circle:1,1"] {
            assert!(text.parse::<Region>().is_err(), "{text}");
        }
    }
}
