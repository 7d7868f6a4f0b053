//! The walls of a tile, seen from one of its nodes, as sets.

use super::barriers::WallEnd;
use super::face::{Across, Set, Tile};
use super::vertex_sets::{bit, corners, ends};

/// The walls of a tile, seen from a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeWalls {
    /// The ends of the node's edges without a neighbour.
    pub(super) own: Set,
    /// All corners of unwalkable triangles and, for all other nodes, the ends of edges without a neighbour.
    pub(super) others: Set,
    /// The corners at which a flood from the node finds a wall.
    pub(super) from_here: Set,
    /// The corners at which a flood that reaches the node finds a wall, unless it comes from a triangle with the same corner.
    pub(super) on_arrival: Set,
}

impl NodeWalls {
    /// The walls of all nodes.
    pub(super) fn all(tile: &Tile) -> Vec<Self> {
        let wall_ends = WallEnd::all(tile);
        let mut others = tile.faces[tile.nodes..].iter().fold(0, |set, face| set | corners(face));
        let mut all: Vec<_> = (0..tile.nodes).map(|node| Self::new(tile, node, &wall_ends)).collect();
        for walls in &mut all {
            walls.others = others;
            others |= walls.own;
        }
        let mut behind = 0;
        for walls in all.iter_mut().rev() {
            walls.others |= behind;
            behind |= walls.own;
        }
        all
    }

    /// The walls of one node, without walls of others.
    fn new(tile: &Tile, node: usize, wall_ends: &[WallEnd]) -> Self {
        let face = &tile.faces[node];
        let own = face.edges.iter().filter(|edge| edge.across == Across::Nothing);
        let corners_with = |sees: fn(&WallEnd) -> u128| {
            let vertices = face.corners.iter().map(|corner| corner.vertex);
            let seen = vertices.filter(|vertex| sees(&wall_ends[usize::from(*vertex)]) >> node & 1 != 0);
            seen.fold(0, |set, vertex| set | bit(vertex))
        };
        Self {
            own: own.fold(0, |set, edge| set | ends(edge)),
            others: 0,
            from_here: corners_with(|end| end.others),
            on_arrival: corners_with(|end| end.others | end.own),
        }
    }
}
