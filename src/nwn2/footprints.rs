//! [`Footprints`]: the effect of placeable models on the walkmesh of an area.

mod built_in;
mod footprint;
mod learned;
mod model;
mod placed;
mod source;
mod walk_mesh;

use std::collections::BTreeMap;

use crate::budget::{Budget, Cost};

use super::FootprintError;

pub use footprint::{Footprint, FootprintShape};
pub use model::{ModelError, PlaceableModels};
pub use placed::{PlacedFootprints, PlacedObject, PlacedWalkMesh};
pub use source::FootprintSource;
pub use walk_mesh::WalkMesh;

/// The footprints of placeable appearances, each with its source.
///
/// The toolset takes footprints from the models of the game, which a GIT only names. An appearance is a row of
/// `placeables.2da`.
///
/// Source: docs/formats/trn-aswm.md#placeables.
///
/// ```
/// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
/// use walkmesh::nwn2::{Footprint, Footprints, Git};
///
/// let square = vec![[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]];
/// let mut footprints = Footprints::default();
/// footprints.insert(1265, Footprint::hole(vec![square])?)?;
///
/// let float = |value| TreeValue::Float(value);
/// let lamp = Tree::new(9)
///     .with("X", float(20.0))
///     .with("Y", float(30.0))
///     .with("Z", float(0.0))
///     .with("Appearance", TreeValue::Dword(1265))
///     .with("Static", TreeValue::Byte(1));
/// let objects = Tree::root().with("Placeable List", TreeValue::List(vec![lamp]));
/// let git = Git::from_raw(Gff::from_tree(*b"GIT ", &objects)?);
///
/// let placed = footprints.placed(git.objects())?;
/// assert_eq!(placed.cutters[0].points[2], [20.1, 30.1]);
/// assert!(placed.missing.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Footprints {
    #[cfg_attr(feature = "serde", serde(rename = "placeables"))]
    of_appearances: BTreeMap<u32, Entry>,
    /// Number of corners of all footprints.
    #[cfg_attr(feature = "serde", serde(skip))]
    corners: usize,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct Entry {
    /// Boxed, because a map reserves room for up to twice as many entries as it holds.
    #[cfg_attr(feature = "serde", serde(flatten))]
    footprint: Box<Footprint>,
    #[cfg_attr(feature = "serde", serde(skip))]
    source: FootprintSource,
}

/// Maximum number of corners of all footprints of an area, and of all that are known: hundreds for each placeable of the
/// largest real areas.
pub const MAX_FOOTPRINT_POINTS: usize = 1 << 21;

impl Footprints {
    /// Sets the footprint of an appearance and replaces an older one. Its source is [`FootprintSource::Table`].
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`] when all footprints would have more than [`MAX_FOOTPRINT_POINTS`] corners. The footprints are then
    /// unchanged.
    pub fn insert(&mut self, appearance: u32, footprint: Footprint) -> Result<(), FootprintError> {
        self.insert_from(FootprintSource::Table, appearance, footprint)
    }

    /// Sets the footprint of an appearance, and its source.
    ///
    /// # Errors
    /// The same as [`insert`](Self::insert).
    pub fn insert_from(
        &mut self,
        source: FootprintSource,
        appearance: u32,
        footprint: Footprint,
    ) -> Result<(), FootprintError> {
        let before = self.get(appearance).map_or(0, Footprint::corners);
        let corners = (self.corners - before).saturating_add(footprint.corners());
        let budget = Budget::new(Cost::Items, MAX_FOOTPRINT_POINTS as u64);
        budget.need(corners as u64).map_err(|_| FootprintError::TooManyPoints)?;
        self.put(source, appearance, footprint);
        Ok(())
    }

    fn put(&mut self, source: FootprintSource, appearance: u32, footprint: Footprint) {
        self.corners += footprint.corners();
        let before = self.of_appearances.insert(appearance, Entry { footprint: Box::new(footprint), source });
        self.corners -= before.map_or(0, |before| before.footprint.corners());
    }

    /// Adds the footprints of the appearances that are still missing here.
    ///
    /// # Errors
    /// The same as [`insert`](Self::insert).
    pub fn insert_missing(&mut self, others: &Self) -> Result<(), FootprintError> {
        for (appearance, Entry { footprint, source }) in &others.of_appearances {
            if !self.of_appearances.contains_key(appearance) {
                self.insert_from(*source, *appearance, Footprint::clone(footprint))?;
            }
        }
        Ok(())
    }

    /// The footprint of an appearance, if it is known.
    pub fn get(&self, appearance: u32) -> Option<&Footprint> {
        self.of_appearances.get(&appearance).map(|entry| &*entry.footprint)
    }

    /// The source of an appearance's footprint.
    pub fn source(&self, appearance: u32) -> Option<FootprintSource> {
        self.of_appearances.get(&appearance).map(|entry| entry.source)
    }

    /// The appearances that have a footprint, in ascending order.
    pub fn appearances(&self) -> impl Iterator<Item = u32> {
        self.of_appearances.keys().copied()
    }

    /// The appearances with their footprints, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Footprint)> {
        self.of_appearances.iter().map(|(appearance, entry)| (*appearance, &*entry.footprint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(corners: usize) -> Footprint {
        Footprint::hole(vec![vec![[0.0, 0.0]; corners]]).unwrap()
    }

    #[test]
    fn footprints_of_too_many_corners_are_refused_before_they_are_kept() {
        let mut footprints = Footprints::default();
        footprints.insert(1, corners(MAX_FOOTPRINT_POINTS - 3)).unwrap();
        let before = footprints.clone();
        assert_eq!(footprints.insert(2, corners(4)), Err(FootprintError::TooManyPoints));
        let mesh = WalkMesh::new(vec![[0.0; 3]], vec![[0, 0, 0]], vec![Default::default()]).unwrap();
        assert_eq!(footprints.insert(2, Footprint::walk_mesh(mesh)), Err(FootprintError::TooManyPoints));
        assert_eq!(footprints, before);
        footprints.insert(2, corners(3)).unwrap();
        // After a replacement, only the new corners are counted.
        footprints.insert(1, corners(MAX_FOOTPRINT_POINTS - 3)).unwrap();
        assert_eq!(footprints.insert(3, corners(3)), Err(FootprintError::TooManyPoints));
    }

    #[test]
    fn a_source_that_is_asked_later_adds_what_the_others_do_not_know() {
        let mut footprints = Footprints::default();
        footprints.insert(2000, corners(3)).unwrap();
        footprints.insert_missing(&Footprints::built_in()).unwrap();
        assert_eq!(footprints.get(2000), Some(&corners(3)));
        let sources = [1999, 2000, 2001].map(|appearance| footprints.source(appearance));
        assert_eq!(sources, [Some(FootprintSource::BuiltIn), Some(FootprintSource::Table), None]);
        assert_eq!(footprints.appearances().collect::<Vec<_>>(), [1999, 2000]);
    }
}
