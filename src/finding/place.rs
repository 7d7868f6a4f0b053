//! `Place`: where in a file a finding is, as data and in words.

use std::fmt;

/// Where in a file a finding is: parts from the outermost to the innermost, such as tile 3 and the two nodes of its
/// path table. A place without parts is the whole file.
///
/// ```
/// use walkmesh::finding::{Place, PlacePart};
/// use walkmesh::kotor::FaceId;
///
/// let side = Place::from([FaceId(12).into(), PlacePart::new("side", 1)]);
/// assert_eq!(side.to_string(), "face 12, side 1");
/// assert_eq!((side.parts()[0].kind, side.parts()[0].index), ("face", Some(12)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Place(Vec<PlacePart>);

impl Place {
    /// The whole file.
    pub const FILE: Self = Self(Vec::new());

    /// The parts, the outermost first.
    #[must_use]
    pub fn parts(&self) -> &[PlacePart] {
        &self.0
    }

    /// Whether this place is the whole file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.0.is_empty()
    }

    /// A part of this place, such as the side of a face.
    #[must_use]
    pub(crate) fn with(mut self, inner: PlacePart) -> Self {
        self.0.push(inner);
        self
    }

    /// This place inside a part that encloses it, such as a room of an area.
    #[must_use]
    pub fn within(mut self, outer: PlacePart) -> Self {
        self.0.insert(0, outer);
        self
    }
}

/// One part of a [`Place`]: a kind of thing, and which of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlacePart {
    /// What it is, in snake case, such as `face` or `from_node`.
    pub kind: &'static str,
    /// Which one of its kind, as the file numbers them, mostly from 0; `None` where there is only one. A number that a
    /// damaged file states may be negative.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub index: Option<i64>,
    /// Its name, where it has one besides its number, such as that of a room.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<String>,
}

impl PlacePart {
    /// The thing number `index` of a kind.
    #[must_use]
    pub fn new(kind: &'static str, index: impl Into<i64>) -> Self {
        Self { kind, index: Some(index.into()), name: None }
    }

    /// The same part with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}

/// The only thing of its kind in the file, such as `header`.
impl From<&'static str> for PlacePart {
    fn from(kind: &'static str) -> Self {
        Self { kind, index: None, name: None }
    }
}

impl From<&'static str> for Place {
    fn from(kind: &'static str) -> Self {
        PlacePart::from(kind).into()
    }
}

impl From<PlacePart> for Place {
    fn from(part: PlacePart) -> Self {
        Self(vec![part])
    }
}

impl From<&PlacePart> for Place {
    fn from(part: &PlacePart) -> Self {
        part.clone().into()
    }
}

impl<const N: usize> From<[PlacePart; N]> for Place {
    fn from(parts: [PlacePart; N]) -> Self {
        Self(parts.into())
    }
}

/// `face 12, side 1`, `room 2 (west): face 0` or nothing for the whole file.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, part) in self.0.iter().enumerate() {
            match at.checked_sub(1).map(|before| &self.0[before].name) {
                None => {}
                Some(None) => f.write_str(", ")?,
                Some(Some(_)) => f.write_str(": ")?,
            }
            write!(f, "{part}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PlacePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.kind.split('_').enumerate() {
            write!(f, "{}{word}", if at == 0 { "" } else { " " })?;
        }
        if let Some(index) = self.index {
            write!(f, " {index}")?;
        }
        if let Some(name) = &self.name {
            write!(f, " ({name})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_words_and_data() {
        let step =
            Place::from([PlacePart::new("tile", 3), PlacePart::new("from_node", 4), PlacePart::new("to_node", 7)]);
        assert_eq!(step.to_string(), "tile 3, from node 4, to node 7");
        let room = PlacePart::new("room", 2).named("west");
        assert_eq!(Place::from("header").within(room.clone()).to_string(), "room 2 (west): header");
        assert_eq!(Place::FILE.within(room).to_string(), "room 2 (west)");
        assert_eq!(Place::FILE.to_string(), "");
        assert!(Place::FILE.is_file() && !step.is_file());
    }
}
