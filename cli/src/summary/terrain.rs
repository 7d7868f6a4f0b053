//! A TRN or TRX, and the walkmesh inside it, in numbers.

use serde::Serialize;
use walkmesh::formats::aswm::{self, Aswm};
use walkmesh::formats::trn::{self, Trn, Trwh};
use walkmesh::formats::{Document, Error};

use crate::limits::limits;

#[derive(Serialize)]
pub struct Terrain {
    version: String,
    /// Megatiles along x and y.
    size: Option<[u32; 2]>,
    packets: Vec<Packet>,
    walkmesh: Option<Walkmesh>,
}

#[derive(Serialize)]
struct Packet {
    #[serde(rename = "type")]
    packet_type: String,
    bytes: u64,
    /// Bytes of a deflated packet when inflated.
    inflated: Option<u32>,
}

#[derive(Serialize)]
pub struct Walkmesh {
    version: String,
    vertices: usize,
    edges: usize,
    triangles: usize,
    walkable_triangles: usize,
    /// Tiles along x and y.
    grid: [u32; 2],
    tile_width: f32,
    border_tiles: u32,
    tiles_with_triangles: usize,
    /// Triangles of the fullest tile; the walkable ones of a tile may be 127 at most.
    most_triangles_in_a_tile: u32,
    islands: usize,
    /// Whether the toolset's bake has made it, as the flags of the tiles say.
    baked: bool,
}

impl Terrain {
    pub fn of(file: &Trn) -> Result<Self, Error> {
        let mut walkmesh = None;
        let mut size = None;
        for packet in &file.packets {
            match packet {
                trn::Packet::Trwh(Trwh { width, height, .. }) => size = Some([*width, *height]),
                trn::Packet::Aswm(packet) => {
                    let payload = packet.payload(&limits())?;
                    walkmesh = Some(Walkmesh::of(&Aswm::from_bytes(&payload)?));
                }
                trn::Packet::Other { .. } => {}
            }
        }
        let version = format!("{}.{}", file.major, file.minor);
        Ok(Self { version, size, packets: file.packets.iter().map(Packet::of).collect(), walkmesh })
    }
}

impl Packet {
    fn of(packet: &trn::Packet) -> Self {
        let inflated = match packet {
            trn::Packet::Aswm(aswm::Packet::Comp(comp)) => Some(comp.uncomp_length),
            _ => None,
        };
        let packet_type = packet.packet_type().escape_ascii().to_string();
        Self { packet_type, bytes: packet.body_size(), inflated }
    }
}

impl Walkmesh {
    pub fn of(file: &Aswm) -> Self {
        let triangles = file.triangles.rows();
        let in_tiles = file.tiles.iter().map(|tile| tile.header.triangles_count);
        Self {
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
            islands: file.islands.len(),
            baked: file.tiles_header.flags.bits().baked(),
        }
    }
}
