//! [`Stale`]: the derived data of a walkmesh that edits have made stale.

use std::collections::BTreeSet;

/// The derived data that edits have made stale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stale {
    /// Normals and distances.
    pub(super) planes: StalePlanes,
    /// The order of the faces: walkable ones may not come first.
    pub(super) order: bool,
    pub(super) adjacency: bool,
    /// The edge list and the perimeters. If stale, only the transitions in it are valid.
    pub(super) perimeters: bool,
    pub(super) tree: StaleTree,
    /// The header fields that say which tables exist.
    pub(super) header: bool,
}

/// The faces whose normals and distances are stale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum StalePlanes {
    #[default]
    None,
    Some(BTreeSet<u32>),
    All,
}

/// The stale part of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StaleTree {
    #[default]
    Fresh,
    /// The boxes: everything was moved by one offset, so a bake would build a tree of the same shape.
    Boxes,
    /// All of it.
    Shape,
}

impl Stale {
    pub(super) fn everything() -> Self {
        Self {
            planes: StalePlanes::All,
            order: true,
            adjacency: true,
            perimeters: true,
            tree: StaleTree::Shape,
            header: true,
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Walkable faces were added or removed, or the walkability of faces changed.
    pub(super) fn connections(&mut self) {
        self.order = true;
        self.adjacency = true;
        self.perimeters = true;
    }

    /// Faces were added or removed. [`connections`](Self::connections) become stale only if the faces are walkable.
    pub(super) fn faces(&mut self) {
        self.tree = StaleTree::Shape;
        self.header = true;
    }

    pub(super) fn planes_of(&mut self, faces: impl IntoIterator<Item = u32>) {
        match &mut self.planes {
            StalePlanes::All => {}
            StalePlanes::Some(stale) => stale.extend(faces),
            StalePlanes::None => {
                let stale: BTreeSet<u32> = faces.into_iter().collect();
                if !stale.is_empty() {
                    self.planes = StalePlanes::Some(stale);
                }
            }
        }
    }
}
