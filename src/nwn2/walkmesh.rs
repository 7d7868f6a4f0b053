//! [`Walkmesh`]: the walkmesh of an area.

use std::borrow::Cow;

use crate::formats::aswm::{self, Aswm};
use crate::formats::{Document, Error as FormatError, Limits, Vector3};

use super::{EdgeId, IslandId, VertexId};

/// The walkmesh of an area: triangles with their neighbours, tiles with their path tables, islands with their routes.
///
/// It owns the on-disk struct, makes its fields accessible by name, and returns it ([`as_raw`](Self::as_raw),
/// [`into_raw`](Self::into_raw)). No stored value is trusted: an index may be out of range, so lookups return an [`Option`]. Real files
/// have pairs of vertices with more than two triangles, and triangles that are stored twice.
///
/// Versions 0x69 to 0x6C can be read. A bake writes 0x6C.
#[derive(Clone, Debug, Default)]
pub struct Walkmesh {
    raw: Aswm,
    /// The rows of an older version in the newest layout.
    newest: Option<Box<Newest>>,
}

#[derive(Clone, Debug)]
struct Newest {
    edges: Vec<aswm::Edge>,
    triangles: Vec<aswm::Triangle>,
}

impl PartialEq for Walkmesh {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Walkmesh {
    /// Reads the inflated payload of an `ASWM` packet.
    ///
    /// # Errors
    /// When the bytes are not a walkmesh. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// Reads the inflated payload of an `ASWM` packet. The limits exist for consistency with other files: a payload is already inflated,
    /// and its size is its own limit.
    ///
    /// # Errors
    /// When the bytes are not a walkmesh. The error names the field and the offset.
    pub fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, FormatError> {
        Aswm::from_bytes_with(bytes, limits).map(Self::from_raw)
    }

    /// Writes the payload of an `ASWM` packet, not deflated.
    ///
    /// # Errors
    /// When tables of the raw struct contradict each other.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FormatError> {
        self.raw.to_bytes()
    }

    /// Makes a walkmesh from an on-disk struct.
    pub fn from_raw(raw: Aswm) -> Self {
        let newest = match (raw.edges.rows(), raw.triangles.rows()) {
            (Cow::Borrowed(_), Cow::Borrowed(_)) => None,
            (edges, triangles) => {
                Some(Box::new(Newest { edges: edges.into_owned(), triangles: triangles.into_owned() }))
            }
        };
        Self { raw, newest }
    }

    /// The on-disk struct.
    pub fn as_raw(&self) -> &Aswm {
        &self.raw
    }

    /// Returns the on-disk struct for editing. [`from_raw`](Self::from_raw) makes a walkmesh from it again.
    pub fn into_raw(self) -> Aswm {
        self.raw
    }

    /// The vertices, in metres.
    pub fn vertices(&self) -> &[Vector3] {
        &self.raw.vertices
    }

    /// The edge records in the newest layout.
    pub fn edges(&self) -> &[aswm::Edge] {
        match (&self.newest, &self.raw.edges) {
            (Some(newest), _) => &newest.edges,
            (None, aswm::Edges::V6A(rows)) => rows,
            (None, aswm::Edges::V69(_)) => &[],
        }
    }

    /// The records of the triangles in the newest layout.
    pub fn triangle_rows(&self) -> &[aswm::Triangle] {
        match (&self.newest, &self.raw.triangles) {
            (Some(newest), _) => &newest.triangles,
            (None, aswm::Triangles::V6B(rows)) => rows,
            (None, aswm::Triangles::V69(_) | aswm::Triangles::V6A(_)) => &[],
        }
    }

    /// Position of a vertex, in metres.
    pub fn vertex(&self, id: VertexId) -> Option<[f32; 3]> {
        self.raw.vertices.get(id.index()).map(|vertex| (*vertex).into())
    }

    /// An edge record.
    pub fn edge(&self, id: EdgeId) -> Option<&aswm::Edge> {
        self.edges().get(id.index())
    }

    /// The first step of the stored route from one island to another.
    pub fn island_route(&self, from: IslandId, to: IslandId) -> Option<&aswm::IslandPathNode> {
        let islands = self.raw.islands.len();
        if from.index() >= islands || to.index() >= islands {
            return None;
        }
        self.raw.islands_path_nodes.get(from.index().checked_mul(islands)?.checked_add(to.index())?)
    }

    /// Number of tiles along x and y.
    pub fn grid(&self) -> [u32; 2] {
        [self.raw.tiles_header.grid_width, self.raw.tiles_header.grid_height]
    }

    /// Width of a tile in metres: 9 in interiors, 10 in exteriors.
    pub fn tile_width(&self) -> f32 {
        self.raw.tiles_header.width
    }

    /// Returns whether the tables were baked (a TRX), by the flags of the tiles. The tables in the TRN of an exterior belong to another
    /// state of the area.
    pub fn is_baked(&self) -> bool {
        let flags = self.raw.tiles_header.flags.bits();
        flags.baked() && !flags.terrain()
    }

    /// Returns whether a column and a row of tiles are within the border of the map, which the bake removes.
    pub(in crate::nwn2) fn is_border(&self, tile: [u32; 2]) -> bool {
        let (border, grid) = (self.raw.tiles_border_size, self.grid());
        (0..2).any(|axis| tile[axis] < border || tile[axis] >= grid[axis].saturating_sub(border))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::{Edges, TriangleFlags, TriangleV6A, TriangleV69, Triangles, Version};
    use crate::nwn2::{TileId, TriangleId};

    #[test]
    fn older_versions_show_the_rows_of_the_newest() {
        let triangle = aswm::Triangle { vertices: [1, 2, 3], flags: TriangleFlags(9), ..Default::default() };
        let tables = [
            (Version::V69, Triangles::V69(vec![TriangleV69 { vertices: [1, 2, 3], flags: 9, ..Default::default() }])),
            (Version::V6A, Triangles::V6A(vec![TriangleV6A { reserved: 7, triangle }])),
            (Version::V6B, Triangles::V6B(vec![triangle])),
        ];
        for (version, triangles) in tables {
            let edges = match version {
                Version::V69 => Edges::V69(vec![Default::default()]),
                _ => Edges::V6A(vec![Default::default()]),
            };
            let raw = Aswm { version, edges, triangles, ..Default::default() };
            let bytes = raw.to_bytes().unwrap();
            let walkmesh = Walkmesh::from_bytes(&bytes).unwrap();
            assert_eq!(walkmesh.edges().len(), 1, "{version}");
            assert_eq!(walkmesh.triangle_rows(), [triangle], "{version}");
            assert_eq!(walkmesh.to_bytes().unwrap(), bytes, "{version}");
        }
    }

    #[test]
    fn what_an_index_names_may_be_missing() {
        let walkmesh = Walkmesh::default();
        assert!(walkmesh.triangle(TriangleId(0)).is_none());
        assert!(walkmesh.tile(TileId(0)).is_none());
        assert!(walkmesh.island(IslandId(0)).is_none());
        assert!(walkmesh.island_route(IslandId(u32::MAX), IslandId(u32::MAX)).is_none());
        assert!(!walkmesh.is_baked());
    }
}
