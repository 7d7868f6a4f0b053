//! [`MaterialConflict`]: faces about which a file and a table of materials disagree.
//!
//! A room stores a row of neighbours for each walkable face, and its walkable faces come first. So the file shows which
//! faces were walkable when it was made. If a table contradicts it, either it is the wrong table, or faces were painted
//! afterwards and the room was not baked.

use std::collections::BTreeMap;
use std::fmt;

use walkmesh_formats::bwm::Bwm;

use super::stored::stored_walkable;
use super::{MaterialId, MaterialTable};
use crate::kotor::FaceId;

/// The faces about which a file and a table of materials disagree. Each list is in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaterialConflict {
    /// Faces that have neighbours in the file, but are not walkable by the table.
    pub walkable_as_stored: Vec<(FaceId, MaterialId)>,
    /// Faces that have no neighbours in the file, but are walkable by the table.
    pub blocked_as_stored: Vec<(FaceId, MaterialId)>,
}

impl MaterialConflict {
    /// Compares a file with a table; `None` where they agree, and where the file does not show which faces are
    /// walkable.
    pub(in crate::kotor) fn new(raw: &Bwm, table: &MaterialTable) -> Option<Self> {
        let rows = raw.adjacencies.len();
        let mut conflict = Self::default();
        for (face, &material) in (0..).map(FaceId).zip(raw.materials.iter().take(raw.faces.len())) {
            let material = MaterialId(material);
            match (face.index() < rows, table.is_walkable(material)) {
                (true, false) => conflict.walkable_as_stored.push((face, material)),
                (false, true) => conflict.blocked_as_stored.push((face, material)),
                _ => {}
            }
        }
        // The neighbours are tested last, because most files agree with their table.
        (conflict.faces().next().is_some() && stored_walkable(raw).is_some()).then_some(conflict)
    }

    /// All faces of both lists, with their materials.
    pub fn faces(&self) -> impl Iterator<Item = (FaceId, MaterialId)> + '_ {
        self.walkable_as_stored.iter().chain(&self.blocked_as_stored).copied()
    }

    /// Returns whether the second game's table may explain the conflict: all these faces have materials for which it is
    /// unknown whether the tables of the two games agree ([`MaterialTable::UNKNOWN_IN_KOTOR2`]).
    #[must_use]
    pub fn may_be_of_kotor2(&self) -> bool {
        self.faces().all(|(_, material)| MaterialTable::UNKNOWN_IN_KOTOR2.contains(&material))
    }

    /// Adds the conflict of a walkmesh whose faces follow `first` other faces.
    pub(in crate::kotor) fn extend(&mut self, other: &Self, first: u32) {
        let behind = |&(face, material): &(FaceId, MaterialId)| (FaceId(face.0 + first), material);
        self.walkable_as_stored.extend(other.walkable_as_stored.iter().map(behind));
        self.blocked_as_stored.extend(other.blocked_as_stored.iter().map(behind));
    }
}

impl fmt::Display for MaterialConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [
            (&self.walkable_as_stored, "has stored neighbours, but is not walkable in the table of materials"),
            (&self.blocked_as_stored, "has no stored neighbours, but is walkable in the table of materials"),
        ];
        let mut separator = "";
        for (faces, meaning) in lists {
            let mut by_material = BTreeMap::<MaterialId, Vec<FaceId>>::new();
            for &(face, material) in faces {
                by_material.entry(material).or_default().push(face);
            }
            for (material, faces) in by_material {
                write!(f, "{separator}{material} ({}) {meaning}", Ranges(&faces))?;
                separator = "; ";
            }
        }
        Ok(())
    }
}

/// Maximum number of runs of faces that are written out.
const RUNS: usize = 6;

/// Ascending faces as text: `faces 0 to 7, 9`.
struct Ranges<'a>(&'a [FaceId]);

impl fmt::Display for Ranges<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.len() == 1 { "face" } else { "faces" })?;
        let (mut separator, mut shown) = (" ", 0);
        for run in self.0.chunk_by(|a, b| a.0 + 1 == b.0).take(RUNS) {
            match run {
                [one] => write!(f, "{separator}{}", one.0)?,
                [a, b] => write!(f, "{separator}{}, {}", a.0, b.0)?,
                [first, .., last] => write!(f, "{separator}{} to {}", first.0, last.0)?,
                [] => {}
            }
            separator = ", ";
            shown += run.len();
        }
        match self.0.len() - shown {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_faces_are_written_short_and_cut_off() {
        let text = |faces: &[u32]| Ranges(&faces.iter().copied().map(FaceId).collect::<Vec<_>>()).to_string();
        assert_eq!(text(&[3]), "face 3");
        assert_eq!(text(&[3, 4]), "faces 3, 4");
        assert_eq!(text(&[0, 1, 2, 7, 9, 10, 11]), "faces 0 to 2, 7, 9 to 11");
        assert_eq!(text(&[0, 2, 4, 6, 8, 10, 12, 13]), "faces 0, 2, 4, 6, 8, 10 and 2 more");
    }
}
