//! What the edits of a walkmesh have made stale, which a bake makes anew.

use std::collections::BTreeSet;

/// What edits have made stale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stale {
    /// Normals and distances.
    pub(super) planes: StalePlanes,
    /// Walkable faces may not come first.
    pub(super) order: bool,
    pub(super) adjacency: bool,
    /// Edge list and perimeters; the edge list then only carries the transitions.
    pub(super) perimeters: bool,
    pub(super) tree: StaleTree,
    /// Header words that say what tables there are.
    pub(super) header: bool,
}

/// Which faces' normals and distances are stale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum StalePlanes {
    #[default]
    None,
    Some(BTreeSet<u32>),
    All,
}

/// What of the tree is stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StaleTree {
    #[default]
    Fresh,
    /// The boxes: all moved alike, so that the same tree would be built.
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

    /// Walkable faces came or went, or faces changed sides between walkable and not.
    pub(super) fn connections(&mut self) {
        self.order = true;
        self.adjacency = true;
        self.perimeters = true;
    }

    /// Faces came or went; [`connections`](Self::connections) are stale only where one can walk on them.
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
