//! What a bake changed beside the tables, and what it left undone.

use std::fmt;

use crate::formats::aswm::Version;
use crate::nwn2::Walkmesh;

/// What a bake changed beside the tables, and what it left undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeReport {
    /// The version that the walkmesh had, if it was not 0x6C, which the bake writes.
    pub old_version: Option<Version>,
    /// What the toolset's own bake does to the triangles of a TRN, and this bake does not do. It is empty for a mesh
    /// that was baked or [carved](crate::nwn2::carve()) already, because there it has been done, and after
    /// [`carve_and_bake`](Walkmesh::carve_and_bake), which cuts what it is given.
    pub left_undone: Vec<LeftUndone>,
}

/// Something that the toolset's own bake does to the triangles of a TRN, and this bake does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftUndone {
    /// Holes where walkmesh cutters stand (docs/formats/trn-aswm.md#cutters).
    WalkmeshCutters,
    /// Holes where placeables stand (docs/formats/trn-aswm.md#placeables).
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
    /// The report on a walkmesh that was baked, as it was before.
    pub(in crate::nwn2) fn new(before: &Walkmesh) -> Self {
        let version = before.as_raw().version;
        let left_undone = [LeftUndone::WalkmeshCutters, LeftUndone::Placeables];
        Self {
            old_version: (version != Version::V6C).then_some(version),
            left_undone: if before.is_baked() { Vec::new() } else { left_undone.to_vec() },
        }
    }
}
