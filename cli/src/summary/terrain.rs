//! A TRN or TRX, and the walkmesh inside it, in numbers.

use serde::Serialize;
use walkmesh::formats::aswm;
use walkmesh::formats::trn::{self, Trn, Trwh};
use walkmesh::nwn2::{self, Navigator};

use super::extent::{Bounds, Walkable};
use crate::limits::limits;

#[derive(Serialize)]
pub struct Terrain {
    version: String,
    /// Megatiles along x and y.
    size: Option<[u32; 2]>,
    packets: Vec<Packets>,
    walkmesh: Option<Walkmesh>,
}

/// The packets of one type.
#[derive(Serialize)]
struct Packets {
    #[serde(rename = "type")]
    packet_type: String,
    count: usize,
    /// Of all of them.
    bytes: u64,
    /// Bytes when inflated, where they are deflated.
    inflated: Option<u64>,
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
    /// What the file stores as islands; the connected parts below are computed.
    stored_islands: usize,
    /// Whether the toolset's bake has made it, as the flags of the tiles say.
    baked: bool,
    /// Around all vertices.
    #[serde(rename = "box")]
    bounds: Option<Bounds>,
    walkable: Option<Walkable>,
}

impl Terrain {
    /// Whether it has a walkmesh that was baked, as a TRX has.
    pub fn is_baked(&self) -> bool {
        self.walkmesh.as_ref().is_some_and(|walkmesh| walkmesh.baked)
    }

    pub fn of(file: &Trn) -> anyhow::Result<Self> {
        let mut walkmesh = None;
        let mut size = None;
        for packet in &file.packets {
            match packet {
                trn::Packet::Trwh(Trwh { width, height, .. }) => size = Some([*width, *height]),
                trn::Packet::Aswm(packet) => {
                    let payload = packet.payload(&limits())?;
                    walkmesh = Some(Walkmesh::of(&nwn2::Walkmesh::from_bytes_with(&payload, &limits())?)?);
                }
                trn::Packet::Other { .. } => {}
            }
        }
        let version = format!("{}.{}", file.major, file.minor);
        Ok(Self { version, size, packets: Packets::of(&file.packets), walkmesh })
    }
}

impl Packets {
    /// By type, in the order in which the file has the first of each.
    fn of(packets: &[trn::Packet]) -> Vec<Self> {
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

impl Walkmesh {
    pub fn of(walkmesh: &nwn2::Walkmesh) -> anyhow::Result<Self> {
        let file = walkmesh.as_raw();
        let overview = Navigator::new(walkmesh).overview()?;
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
            bounds: Bounds::around(walkmesh.vertices().iter().map(|&vertex| vertex.into())),
            walkable: Walkable::of(&overview, |place| place.point),
        })
    }
}
