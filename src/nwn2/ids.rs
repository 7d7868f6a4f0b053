//! Indices that cannot be mixed up.

use crate::ids::ids;

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
