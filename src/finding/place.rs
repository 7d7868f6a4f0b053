//! `Place`: the place of a finding in a file, as data and in words.

use std::fmt;

use super::PartKind;

/// The place of a finding in a file: parts from the outermost to the innermost, such as tile 3 and the two nodes of
/// its path table. A place without parts is the whole file.
///
/// ```
/// use walkmesh::finding::{PartKind, Place, PlacePart};
/// use walkmesh::kotor::FaceId;
///
/// let side = Place::from([FaceId(12).into(), PlacePart::new(PartKind::Side, 1)]);
/// assert_eq!(side.to_string(), "face 12, side 1");
/// assert_eq!((side.parts()[0].kind, side.parts()[0].index), (PartKind::Face, Some(12)));
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

    /// Returns whether this place is the whole file.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an inner part to this place, such as the side of a face.
    #[must_use]
    pub(crate) fn with(mut self, inner: PlacePart) -> Self {
        self.0.push(inner);
        self
    }

    /// Removes the outermost parts of this place.
    pub(crate) fn without_outer(mut self, parts: usize) -> Self {
        self.0.drain(..parts);
        self
    }

    /// Puts this place inside an enclosing part, such as a room of an area.
    #[must_use]
    pub fn within(mut self, outer: PlacePart) -> Self {
        self.0.insert(0, outer);
        self
    }
}

/// One part of a [`Place`]: its kind and its index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlacePart {
    /// Its kind.
    pub kind: PartKind,
    /// Its index among parts of its kind, as in the file, mostly from 0; `None` if only one can exist. An index from a damaged file may be
    /// negative.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub index: Option<i64>,
    /// Its name, if it has one in addition to its index, such as the name of a room.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<String>,
}

impl PlacePart {
    /// The part with an index and a kind.
    #[must_use]
    pub fn new(kind: PartKind, index: impl Into<i64>) -> Self {
        Self { kind, index: Some(index.into()), name: None }
    }

    /// Sets the name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The index as an id; `None` if it is missing or out of range.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        u32::try_from(self.index?).ok()
    }
}

/// The only part of its kind in the file, such as the header.
impl From<PartKind> for PlacePart {
    fn from(kind: PartKind) -> Self {
        Self { kind, index: None, name: None }
    }
}

impl From<PartKind> for Place {
    fn from(kind: PartKind) -> Self {
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
        write!(f, "{}", self.kind)?;
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
        let parts = [(PartKind::Tile, 3), (PartKind::FromNode, 4), (PartKind::ToNode, 7)];
        let step = Place::from(parts.map(|(kind, index)| PlacePart::new(kind, index)));
        assert_eq!(step.to_string(), "tile 3, from node 4, to node 7");
        let room = PlacePart::new(PartKind::Room, 2).named("west");
        assert_eq!(Place::from(PartKind::Header).within(room.clone()).to_string(), "room 2 (west): header");
        assert_eq!(Place::FILE.within(room).to_string(), "room 2 (west)");
        assert_eq!(Place::FILE.to_string(), "");
        assert!(Place::FILE.is_file() && !step.is_file());
    }

    #[test]
    fn an_index_that_no_id_can_be_is_none() {
        let of = |index: i64| PlacePart::new(PartKind::Edge, index).id();
        assert_eq!([0, 7, -1, 1 << 32].map(of), [Some(0), Some(7), None, None]);
        assert_eq!(PlacePart::from(PartKind::Header).id(), None);
    }
}
