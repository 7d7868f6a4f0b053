//! The views of a walkmesh: a triangle, a tile and an island, each with access to the parts that it references.

use std::ops::Range;

use crate::formats::aswm::{self, NO_ISLAND, NO_NODE, NO_TRIANGLE, TriangleFlags};
use crate::geometry::ends_of_side;
use crate::geometry::triangle::faces_up;

use super::floor::{CLOCKWISE, FloorMaterial, is_walkable};
use super::{EdgeId, IslandId, TileId, TriangleId, VertexId, Walkmesh};

impl Walkmesh {
    /// A triangle.
    pub fn triangle(&self, id: TriangleId) -> Option<Triangle<'_>> {
        self.triangle_rows().get(id.index()).map(|row| Triangle::new(self, id, row))
    }

    /// All triangles, in the file's order.
    pub fn triangles(&self) -> impl ExactSizeIterator<Item = Triangle<'_>> {
        self.triangle_rows().iter().enumerate().map(|(index, row)| Triangle::new(self, TriangleId(index as u32), row))
    }

    /// A tile.
    pub fn tile(&self, id: TileId) -> Option<Tile<'_>> {
        self.as_raw().tiles.get(id.index()).map(|raw| Tile::new(self, id, raw))
    }

    /// All tiles, row by row, x fastest.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Tile<'_>> {
        self.as_raw().tiles.iter().enumerate().map(|(index, raw)| Tile::new(self, TileId(index as u32), raw))
    }

    /// An island.
    pub fn island(&self, id: IslandId) -> Option<Island<'_>> {
        self.as_raw().islands.get(id.index()).map(|raw| Island::new(id, raw))
    }

    /// All islands; none in a TRN.
    pub fn islands(&self) -> impl ExactSizeIterator<Item = Island<'_>> {
        self.as_raw().islands.iter().enumerate().map(|(index, raw)| Island::new(IslandId(index as u32), raw))
    }
}

/// A triangle of a walkmesh.
#[derive(Clone, Copy, Debug)]
pub struct Triangle<'a> {
    walkmesh: &'a Walkmesh,
    id: TriangleId,
    row: &'a aswm::Triangle,
}

impl<'a> Triangle<'a> {
    pub(super) fn new(walkmesh: &'a Walkmesh, id: TriangleId, row: &'a aswm::Triangle) -> Self {
        Self { walkmesh, id, row }
    }

    /// Its index.
    pub fn id(&self) -> TriangleId {
        self.id
    }

    /// The record as stored.
    pub fn as_raw(&self) -> &'a aswm::Triangle {
        self.row
    }

    /// Its vertices, in the order of its winding.
    pub fn corners(&self) -> [VertexId; 3] {
        self.row.vertices.map(VertexId)
    }

    /// The points of its corners, in metres, or `None` if a vertex is missing.
    pub fn points(&self) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = self.corners();
        Some([self.walkmesh.vertex(a)?, self.walkmesh.vertex(b)?, self.walkmesh.vertex(c)?])
    }

    /// The three edge records that it is linked to, ascending. Slot `i` is *not* the side from corner `i` to `i + 1`.
    pub fn edges(&self) -> [EdgeId; 3] {
        self.row.linked_edges.map(EdgeId)
    }

    /// The triangle on the other side of each linked edge.
    pub fn neighbours(&self) -> [Option<TriangleId>; 3] {
        self.row.linked_triangles.map(|other| (other != NO_TRIANGLE).then_some(TriangleId(other)))
    }

    /// Its island as stored. A TRN has no islands, but its triangles have the indices that the islands would have.
    pub fn island(&self) -> Option<IslandId> {
        (self.row.island != NO_ISLAND).then_some(IslandId(self.row.island.into()))
    }

    /// Its flags as stored.
    pub fn flags(&self) -> TriangleFlags {
        self.row.flags
    }

    /// Returns whether it is walkable.
    pub fn is_walkable(&self) -> bool {
        is_walkable(self.row.flags)
    }

    /// Its material, for footstep sounds.
    pub fn floor(&self) -> Option<FloorMaterial> {
        FloorMaterial::new(self.row.flags)
    }

    /// Returns whether it faces up, as a floor does: its corners run clockwise in the plan view if its flag says so, and
    /// otherwise counter-clockwise. The game's own test finds no position on a triangle that faces down. Real files have a
    /// few.
    pub fn faces_up(&self) -> bool {
        let Some([a, b, c]) = self.points() else { return false };
        faces_up(&if self.row.flags.0 & CLOCKWISE != 0 { [a, c, b] } else { [a, b, c] })
    }

    /// Returns whether it contains a point of the plan view, by the game's own test: the point is not outside any side,
    /// where the clockwise flag decides which side is outside. Points on sides and corners are inside.
    pub fn contains(&self, [x, y]: [f32; 2]) -> bool {
        let Some(corners) = self.points() else { return false };
        let outside = if self.row.flags.0 & CLOCKWISE != 0 { -1.0 } else { 1.0 };
        (0..3_u8).all(|side| {
            let [[ax, ay, _], [bx, by, _]] = ends_of_side(&corners, side);
            outside * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) >= 0.0
        })
    }

    /// The height of its stored plane at a point of the plan view, in metres, or `None` if the plane is vertical.
    ///
    /// It is the game's own formula: `-(nx·x + ny·y + d) / nz`. Source: docs/formats/trn-aswm.md#height.
    pub fn height(&self, [x, y]: [f32; 2]) -> Option<f32> {
        let [nx, ny, nz] = self.row.normal;
        (nz != 0.0).then(|| -(nx * x + ny * y + self.row.dot) / nz)
    }
}

/// A tile of the grid.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'a> {
    walkmesh: &'a Walkmesh,
    id: TileId,
    raw: &'a aswm::Tile,
}

impl<'a> Tile<'a> {
    pub(super) fn new(walkmesh: &'a Walkmesh, id: TileId, raw: &'a aswm::Tile) -> Self {
        Self { walkmesh, id, raw }
    }

    /// Its index.
    pub fn id(&self) -> TileId {
        self.id
    }

    /// The record as stored.
    pub fn as_raw(&self) -> &'a aswm::Tile {
        self.raw
    }

    /// Its column and row in the grid.
    pub fn coordinates(&self) -> [u32; 2] {
        // A grid with tiles has a width.
        let width = self.walkmesh.as_raw().tiles_header.grid_width.max(1);
        [self.id.0 % width, self.id.0 / width]
    }

    /// Its lower left corner, in metres.
    pub fn origin(&self) -> [f32; 2] {
        self.coordinates().map(|at| at as f32 * self.walkmesh.tile_width())
    }

    /// Its width and height, in metres.
    pub fn width(&self) -> f32 {
        self.walkmesh.tile_width()
    }

    /// The indices of its triangles as stored; they may be out of range.
    pub fn range(&self) -> Range<u64> {
        let start = u64::from(self.raw.header.triangles_offset);
        start..start + u64::from(self.raw.header.triangles_count)
    }

    /// Its triangles, without missing ones.
    pub fn triangles(&self) -> impl Iterator<Item = Triangle<'a>> + use<'a> {
        let walkmesh = self.walkmesh;
        let rows = walkmesh.triangle_rows().len() as u64;
        let range = self.range();
        (range.start.min(rows)..range.end.min(rows))
            .filter_map(move |index| walkmesh.triangle(TriangleId(index as u32)))
    }

    /// Number of its walkable triangles.
    pub fn walkable_triangles(&self) -> usize {
        self.triangles().filter(Triangle::is_walkable).count()
    }

    /// Number of nodes of its path table: its walkable triangles.
    pub fn nodes(&self) -> u8 {
        // At most 255, because it is stored in a byte.
        u8::try_from(self.raw.path_table.nodes.len().isqrt()).unwrap_or(u8::MAX)
    }

    /// The node of one of its triangles, or `None` if the triangle is not walkable or not in this tile.
    pub fn node(&self, triangle: TriangleId) -> Option<u8> {
        let local = triangle.0.checked_sub(self.raw.header.triangles_offset)?;
        let node = *self.raw.path_table.local_to_node.get(local as usize)?;
        (node != NO_NODE).then_some(node)
    }

    /// The triangle of a node.
    pub fn triangle(&self, node: u8) -> Option<TriangleId> {
        let local = self.raw.path_table.local(node)?;
        self.raw.header.triangles_offset.checked_add(local).map(TriangleId)
    }

    /// The stored step from one node towards another.
    pub fn step(&self, from: u8, to: u8) -> Option<aswm::PathNode> {
        let nodes = usize::from(self.nodes());
        if usize::from(from) >= nodes || usize::from(to) >= nodes {
            return None;
        }
        self.raw.path_table.nodes.get(usize::from(from) * nodes + usize::from(to)).copied()
    }
}

/// An island: a connected part of the walkable triangles of one tile.
#[derive(Clone, Copy, Debug)]
pub struct Island<'a> {
    id: IslandId,
    raw: &'a aswm::Island,
}

/// A link from an island to a neighbouring island.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Link {
    /// The island at its end.
    pub to: IslandId,
    /// Distance between the islands' centres, in metres.
    pub distance: f32,
    /// The triangle at which a route leaves the island.
    pub exit: TriangleId,
}

impl<'a> Island<'a> {
    pub(super) fn new(id: IslandId, raw: &'a aswm::Island) -> Self {
        Self { id, raw }
    }

    /// Its index.
    pub fn id(&self) -> IslandId {
        self.id
    }

    /// The record as stored.
    pub fn as_raw(&self) -> &'a aswm::Island {
        self.raw
    }

    /// Its centre, in metres: the mean of its triangles' centres.
    pub fn center(&self) -> [f32; 2] {
        [self.raw.header.center.x, self.raw.header.center.y]
    }

    /// Its neighbours, up to the length of the shortest of the three stored lists.
    pub fn links(&self) -> impl Iterator<Item = Link> + use<'a> {
        let lists =
            self.raw.linked_islands.iter().zip(&self.raw.linked_islands_dist).zip(&self.raw.linked_islands_exit);
        lists.map(|((to, distance), exit)| Link { to: IslandId(*to), distance: *distance, exit: TriangleId(*exit) })
    }
}
