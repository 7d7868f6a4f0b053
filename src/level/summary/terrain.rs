//! A TRN or TRX, and the walkmesh inside it, in numbers.

use std::collections::BTreeMap;

use crate::formats::aswm;
use crate::formats::trn;
use crate::instances::{InstanceKind, Instances};
use crate::mesh::Aabb;
use crate::nwn2;

use super::{SummaryError, Walkable};

/// A TRN or TRX in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TerrainSummary {
    /// The version that the file names.
    pub version: String,
    /// Number of megatiles along x and along y.
    pub size: Option<[u32; 2]>,
    /// The packets, by type.
    pub packets: Vec<PacketsSummary>,
    /// The walkmesh in it, if it has one.
    pub walkmesh: Option<Nwn2WalkmeshSummary>,
    /// Number of things of each kind in the area's GIT, if that is there.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "BTreeMap::is_empty"))]
    pub things: BTreeMap<InstanceKind, usize>,
}

/// The packets of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PacketsSummary {
    /// The type, such as `ASWM`.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub packet_type: String,
    /// Number of packets of the type.
    pub count: usize,
    /// Size of all of them in the file, in bytes.
    pub bytes: u64,
    /// Size of all of them when inflated, in bytes, if they are deflated.
    pub inflated: Option<u64>,
}

/// An NWN2 walkmesh in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Nwn2WalkmeshSummary {
    /// The version that the file names.
    pub version: String,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of walkable triangles.
    pub walkable_triangles: usize,
    /// Number of tiles along x and along y.
    pub grid: [u32; 2],
    /// The width of a tile, in metres.
    pub tile_width: f32,
    /// The width of the border, in tiles. Creatures cannot enter the border.
    pub border_tiles: u32,
    /// Number of tiles with triangles.
    pub tiles_with_triangles: usize,
    /// Number of triangles of the fullest tile. At most 127 triangles of a tile may be walkable.
    pub most_triangles_in_a_tile: u32,
    /// Number of islands that the file stores. The connected parts of [`walkable`](Self::walkable) are computed instead.
    pub stored_islands: usize,
    /// True if it is baked according to the flags of the tiles.
    pub baked: bool,
    /// The box around all vertices, if it has any.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub extent: Option<Aabb>,
    /// Its walkable part, if any triangle is walkable.
    pub walkable: Option<Walkable>,
}

impl TerrainSummary {
    /// Returns whether it has a baked walkmesh, as a TRX has.
    pub fn is_baked(&self) -> bool {
        self.walkmesh.as_ref().is_some_and(|walkmesh| walkmesh.baked)
    }

    pub(in crate::level) fn new(terrain: &nwn2::Terrain, things: Option<&Instances>) -> Result<Self, SummaryError> {
        let walkmesh = match terrain.walkmesh() {
            Ok(walkmesh) => Some(Nwn2WalkmeshSummary::new(walkmesh)?),
            Err(nwn2::TerrainError::NoWalkmesh) => None,
            Err(error) => return Err(error.into()),
        };
        let [major, minor] = terrain.version();
        let packets = PacketsSummary::new(terrain.packets());
        let things = things.map(Instances::counts).unwrap_or_default();
        Ok(Self { version: format!("{major}.{minor}"), size: terrain.size(), packets, walkmesh, things })
    }
}

impl PacketsSummary {
    /// Groups packets by type, in the order in which the types first occur in the file.
    fn new(packets: &[trn::Packet]) -> Vec<Self> {
        let mut types: Vec<Self> = Vec::new();
        for packet in packets {
            let packet_type = packet.packet_type().escape_ascii().to_string();
            let inflated = match packet {
                trn::Packet::Aswm(aswm::Packet::Comp(comp)) => Some(u64::from(comp.uncomp_length)),
                _ => None,
            };
            let known = types.iter().position(|known| known.packet_type == packet_type);
            let index = known.unwrap_or_else(|| {
                types.push(Self { packet_type, count: 0, bytes: 0, inflated: None });
                types.len() - 1
            });
            let of_type = &mut types[index];
            of_type.count += 1;
            of_type.bytes += packet.body_size();
            of_type.inflated = inflated.map_or(of_type.inflated, |bytes| Some(of_type.inflated.unwrap_or(0) + bytes));
        }
        types
    }
}

impl Nwn2WalkmeshSummary {
    pub(in crate::level) fn new(walkmesh: &nwn2::Walkmesh) -> Result<Self, SummaryError> {
        let file = walkmesh.as_raw();
        let overview = walkmesh.overview()?;
        let triangles = file.triangles.rows();
        let in_tiles = file.tiles.iter().map(|tile| tile.header.triangles_count);
        Ok(Self {
            version: file.version.to_string(),
            vertices: file.vertices.len(),
            edges: file.edges.len(),
            triangles: triangles.len(),
            walkable_triangles: triangles.iter().filter(|triangle| triangle.flags.bits().walkable()).count(),
            grid: [file.tiles_header.grid_width, file.tiles_header.grid_height],
            tile_width: file.tiles_header.width,
            border_tiles: file.tiles_border_size,
            tiles_with_triangles: in_tiles.clone().filter(|&count| count > 0).count(),
            most_triangles_in_a_tile: in_tiles.max().unwrap_or(0),
            stored_islands: file.islands.len(),
            baked: walkmesh.is_baked(),
            extent: Aabb::around(walkmesh.vertices().iter().map(|&vertex| vertex.into())),
            walkable: Walkable::new(&overview, |place| place.point),
        })
    }
}
