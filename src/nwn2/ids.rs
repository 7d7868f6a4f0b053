//! The typed ids of vertices, edges, triangles, tiles and islands.

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
    /// An island: a connected part of the walkable triangles of one tile.
    IslandId: "island",
}
