//! The typed ids of vertices, edges, triangles, tiles and islands.

use crate::ids::ids;

ids! {
    /// A vertex of a walkmesh.
    VertexId: Vertex,
    /// An edge record of a walkmesh.
    EdgeId: Edge,
    /// A triangle of a walkmesh, counted over all tiles.
    TriangleId: Triangle,
    /// A tile of the grid: `y * grid width + x`.
    TileId: Tile,
    /// An island: a connected part of the walkable triangles of one tile.
    IslandId: Island,
}
