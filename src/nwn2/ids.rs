//! Indices that cannot be mixed up.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $word:literal),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index into its table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($word, " {}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A vertex of a walkmesh.
    VertexId: "vertex",
    /// An edge record of a walkmesh.
    EdgeId: "edge",
    /// A triangle of a walkmesh, counted over all tiles.
    TriangleId: "triangle",
    /// A tile of the grid: `y * grid width + x`.
    TileId: "tile",
    /// An island: a part of a tile in which each walkable triangle can be reached without leaving the tile.
    IslandId: "island",
}
