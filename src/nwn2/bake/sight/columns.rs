//! The walkable triangles of a tile, eight side by side.

use super::face::{LANES, SightFace, Tile};
use super::node_walls::NodeWalls;
use super::vertex_sets::bit;

/// Attributes of a corner in one word, so that they move with the corner from lane to lane: three bits, and the vertex above them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tag(pub(super) u32);

impl Tag {
    /// The edge between the other two corners is a wall.
    pub(super) const WALL_OPPOSITE: u32 = 1;
    /// See [`NodeWalls::from_here`].
    pub(super) const WALL_FROM_HERE: u32 = 1 << 1;
    /// See [`NodeWalls::on_arrival`].
    pub(super) const WALL_ON_ARRIVAL: u32 = 1 << 2;
    /// Number of bits below the vertex.
    pub(super) const VERTEX: u32 = 3;

    fn new(face: &SightFace, slot: usize, walls: &NodeWalls, nodes: usize) -> Self {
        let vertex = face.corners[slot].vertex;
        let [one, other] = [(slot + 1) % 3, (slot + 2) % 3].map(|slot| face.corners[slot].vertex);
        let flag = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        let is_wall = face.edge(one, other).is_some_and(|edge| edge.is_wall(nodes));
        let walls = flag(is_wall, Self::WALL_OPPOSITE)
            | flag(walls.from_here & bit(vertex) != 0, Self::WALL_FROM_HERE)
            | flag(walls.on_arrival & bit(vertex) != 0, Self::WALL_ON_ARRIVAL);
        Self(u32::from(vertex) << Self::VERTEX | walls)
    }

    pub(super) fn vertex(self) -> usize {
        (self.0 >> Self::VERTEX) as usize
    }
}

/// A corner of each of eight triangles.
#[derive(Clone, Copy, Default)]
pub(super) struct CornerColumn {
    pub(super) at: [[f32; LANES]; 2],
    pub(super) tags: [u32; LANES],
}

/// Eight triangles. If there are fewer, the remaining lanes are zero.
#[derive(Clone, Copy, Default)]
pub(super) struct Column {
    pub(super) centers: [[f32; LANES]; 2],
    pub(super) corners: [CornerColumn; 3],
}

impl Column {
    /// The columns of all walkable triangles.
    pub(super) fn all(tile: &Tile, walls: &[NodeWalls]) -> Vec<Self> {
        let faces = &tile.faces[..tile.nodes];
        let mut columns = vec![Self::default(); faces.len().div_ceil(LANES)];
        for (at, face) in faces.iter().enumerate() {
            let (column, lane) = (&mut columns[at / LANES], at % LANES);
            for axis in 0..2 {
                column.centers[axis][lane] = face.center[axis];
            }
            for (slot, (corner, column)) in face.corners.iter().zip(&mut column.corners).enumerate() {
                for axis in 0..2 {
                    column.at[axis][lane] = corner.at[axis];
                }
                column.tags[lane] = Tag::new(face, slot, &walls[at], tile.nodes).0;
            }
        }
        columns
    }
}
