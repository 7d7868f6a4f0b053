//! What a bake did beside making the tables.

use std::fmt;

use crate::formats::aswm::Version;
use crate::nwn2::Walkmesh;

/// What a bake did beside making the tables, and what it left undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeReport {
    /// The version of the layout before, where the bake changed it: it writes 0x6C only.
    pub old_version: Option<Version>,
    /// What the toolset's own bake does to the triangles of a TRN and this one does not do yet. Nothing for a mesh that
    /// was baked already: there the toolset has done it.
    pub left_undone: Vec<LeftUndone>,
}

/// What the toolset's own bake does to the triangles of a TRN, and this one does not do yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftUndone {
    /// The toolset cuts holes where walkmesh cutters stand.
    WalkmeshCutters,
    /// The toolset cuts holes where placeables stand.
    Placeables,
}

impl fmt::Display for LeftUndone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WalkmeshCutters => {
                "walkmesh cutters are not cut out yet: where the toolset's bake would make a hole, creatures can still walk"
            }
            Self::Placeables => {
                "placeables are not cut out yet: creatures can walk through those that should block them"
            }
        })
    }
}

impl BakeReport {
    /// The report on a walkmesh that was baked, as it was before.
    pub(super) fn of(before: &Walkmesh) -> Self {
        let version = before.as_raw().version;
        let left_undone = [LeftUndone::WalkmeshCutters, LeftUndone::Placeables];
        Self {
            old_version: (version != Version::V6C).then_some(version),
            left_undone: if before.is_baked() { Vec::new() } else { left_undone.to_vec() },
        }
    }
}
