//! The changes of a bake besides the tables, and the steps that it left undone.

use std::fmt;

use crate::formats::aswm::Version;
use crate::nwn2::Walkmesh;

/// The changes of a bake besides the tables, and the steps that it left undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeReport {
    /// The version of the input, if it was not 0x6C, which the bake writes.
    pub old_version: Option<Version>,
    /// The steps of the toolset's own bake on the triangles of a TRN that this bake omits. Empty for a mesh that was already baked or
    /// [carved](crate::nwn2::carve()), and after [`carve_and_bake`](Walkmesh::carve_and_bake), which cuts its input.
    pub left_undone: Vec<LeftUndone>,
}

/// A step of the toolset's own bake on the triangles of a TRN that this bake omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftUndone {
    /// Holes of walkmesh cutters (docs/formats/trn-aswm.md#cutters).
    WalkmeshCutters,
    /// Holes of placeables (docs/formats/trn-aswm.md#placeables).
    Placeables,
}

impl fmt::Display for LeftUndone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WalkmeshCutters => {
                "walkmesh cutters are not cut out: where the toolset's bake would make a hole, creatures can still walk"
            }
            Self::Placeables => "placeables are not cut out: creatures can walk through those that should block them",
        })
    }
}

impl BakeReport {
    /// The report of a bake, based on the walkmesh before it.
    pub(in crate::nwn2) fn new(before: &Walkmesh) -> Self {
        let version = before.as_raw().version;
        let left_undone = [LeftUndone::WalkmeshCutters, LeftUndone::Placeables];
        Self {
            old_version: (version != Version::V6C).then_some(version),
            left_undone: if before.is_baked() { Vec::new() } else { left_undone.to_vec() },
        }
    }
}
