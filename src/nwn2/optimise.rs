//! Areas without what the game does not need: smaller files, and the same bytes for the same area each time.
//!
//! A client's area loses the triangles that nobody walks on, a server's its terrain and water too, which is half of a
//! real file. Water stays whole for a client: of 464 real waters all are flat, and could be two triangles, but in 433
//! some of their triangles are marked as dry, which two would not tell.
//!
//! ```
//! use walkmesh::nwn2::{self, BakeOptions, Terrain, Walkmesh, optimise};
//!
//! let baked = nwn2::bake(&Walkmesh::default(), &BakeOptions::default())?;
//! let mut area = Terrain::new([1, 1], &baked)?;
//! let savings = optimise::optimise(&mut area, &optimise::Options::default())?;
//! println!("{savings}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod strip;

use std::fmt;

use crate::formats::aswm::{NO_ISLAND, NodeToLocal};
use crate::formats::trn::{Packet, Trn, Trrn, Trwh, WaterTexture, Watr};
use crate::formats::{self, Document};

use super::{BadTiling, Terrain, TerrainError, TileId, Walkmesh};

/// What to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Who loads the file.
    pub reader: Reader,
    /// Whether triangles that nobody walks on go, from a baked walkmesh. What the game asks of them is where a
    /// position is, and its height: off the walkable floor it then finds nothing.
    pub strip: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { reader: Reader::Client, strip: true }
    }
}

/// Who loads a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A player's game: terrain and water stay.
    Client,
    /// A server, which draws nothing: `TRRN` and `WATR` packets go.
    Server,
}

/// Why an area cannot be optimised.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file or its walkmesh is damaged.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// The tiles do not part the triangles.
    #[error(transparent)]
    Tiling(#[from] BadTiling),
    /// The path table of a tile does not go with its triangles.
    #[error("the path table of {tile} does not go with its triangles")]
    BrokenTables {
        /// The tile.
        tile: TileId,
    },
}

/// Bytes of one part of a file before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saving {
    /// The part.
    pub part: &'static str,
    /// Its bytes before.
    pub before: u64,
    /// Its bytes after.
    pub after: u64,
}

/// What was saved, part by part; the last is the whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Savings {
    /// The parts.
    pub parts: Vec<Saving>,
}

impl fmt::Display for Savings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Saving { part, before, after }) in self.parts.iter().enumerate() {
            let end = if index + 1 < self.parts.len() { "\n" } else { "" };
            write!(f, "{part:<24} {before:>10} -> {after:>10} bytes{end}")?;
        }
        Ok(())
    }
}

/// Leaves out of an area what the options say, and zeroes what the game left uninitialised. Doing it again changes
/// nothing.
///
/// # Errors
/// When the walkmesh is damaged. The area is unchanged then.
pub fn optimise(terrain: &mut Terrain, options: &Options) -> Result<Savings, Error> {
    let before = terrain.walkmesh()?;
    let after = optimise_walkmesh(before, options.strip)?;
    let mut parts = walkmesh_parts(before, &after);
    let file_before = terrain.to_bytes()?.len() as u64;

    let mut file = terrain.with_walkmesh(after)?.into_raw();
    let drawn = |packet: &Packet| matches!(packet.packet_type(), Trrn::PACKET_TYPE | Watr::PACKET_TYPE);
    if options.reader == Reader::Server {
        file.packets.retain(|packet| !drawn(packet));
    }
    file.packets.iter_mut().try_for_each(zero_packet).map_err(TerrainError::from)?;
    let sizes = |file: &Trn, packet_type: &[u8; 4]| -> u64 {
        file.packets.iter().filter(|packet| packet.packet_type() == *packet_type).map(Packet::body_size).sum()
    };
    for (part, packet_type) in [("TRRN", &Trrn::PACKET_TYPE), ("WATR", &Watr::PACKET_TYPE), ("ASWM, deflated", b"ASWM")]
    {
        parts.push(Saving { part, before: sizes(terrain.as_raw(), packet_type), after: sizes(&file, packet_type) });
    }
    let optimised = Terrain::from_raw(file).with_limits(terrain.limits());
    parts.push(Saving { part: "file", before: file_before, after: optimised.to_bytes()?.len() as u64 });
    *terrain = optimised;
    Ok(Savings { parts })
}

/// The same walkmesh with zeroes where the game left memory uninitialised, and without what nobody walks on if
/// `strip`. A walkmesh that is not baked yet is not stripped: its bake still needs all of it. One that is stripped has
/// version 0x6C.
///
/// # Errors
/// [`Error::Tiling`] and [`Error::BrokenTables`], of a walkmesh whose tables do not say what to keep.
pub fn optimise_walkmesh(walkmesh: &Walkmesh, strip: bool) -> Result<Walkmesh, Error> {
    let mut raw = if strip && walkmesh.is_baked() { strip::strip(walkmesh)? } else { walkmesh.as_raw().clone() };
    raw.name = [0; 32];
    raw.tiles.iter_mut().for_each(|tile| tile.header.name = [0; 32]);
    raw.islands.iter_mut().for_each(|island| island.header.tile = 0);
    for node in &mut raw.islands_path_nodes {
        node.padding = 0;
        if node.next == NO_ISLAND {
            node.weight_bits = 0;
        }
    }
    Ok(Walkmesh::from_raw(raw))
}

/// Zeroes what no reader uses in a packet. Water that does not read stays as it is.
fn zero_packet(packet: &mut Packet) -> Result<(), formats::Error> {
    match packet {
        Packet::Trwh(Trwh { id, .. }) => *id = 0,
        Packet::Other { packet_type: Watr::PACKET_TYPE, data } => {
            if let Ok(mut water) = Watr::from_bytes(data) {
                zero_water(&mut water);
                *data = water.to_bytes()?;
            }
        }
        Packet::Other { .. } | Packet::Aswm(_) => {}
    }
    Ok(())
}

/// Zeroes what a `WATR` packet has of other things' memory: its name, of which real files fill nothing on purpose, and
/// what stands behind the names of its textures.
///
/// Source: facts `trn-aswm.md` section 1, and 464 packets: the names are empty, with pieces of other files behind.
fn zero_water(water: &mut Watr) {
    water.name.fill(0);
    water.unknown.fill(0);
    for WaterTexture { name, .. } in &mut water.textures {
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        name[end..].fill(0);
    }
}

/// Bytes of the inflated walkmesh's tables.
fn walkmesh_parts(before: &Walkmesh, after: &Walkmesh) -> Vec<Saving> {
    type Bytes = fn(&Walkmesh) -> usize;
    let parts: [(&'static str, Bytes); 6] = [
        ("vertices", |walkmesh| 12 * walkmesh.vertices().len()),
        ("edges", |walkmesh| 16 * walkmesh.edges().len()),
        ("triangles", |walkmesh| 64 * walkmesh.triangle_rows().len()),
        ("tiles' paths", |walkmesh| {
            let nodes = |table: &NodeToLocal| match table {
                NodeToLocal::Absent => 0,
                NodeToLocal::Bytes(table) => table.len(),
                NodeToLocal::Words(table) => 4 * table.len(),
            };
            let tables = walkmesh.as_raw().tiles.iter().map(|tile| &tile.path_table);
            tables.map(|table| table.local_to_node.len() + nodes(&table.node_to_local) + table.nodes.len()).sum()
        }),
        ("islands", |walkmesh| {
            walkmesh.as_raw().islands.iter().map(|island| 36 + 12 * island.linked_islands.len()).sum()
        }),
        ("routes", |walkmesh| 8 * walkmesh.as_raw().islands_path_nodes.len()),
    ];
    let saving = |(part, bytes): (&'static str, Bytes)| Saving {
        part,
        before: bytes(before) as u64,
        after: bytes(after) as u64,
    };
    parts.into_iter().map(saving).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zeroed(data: &[u8]) -> Vec<u8> {
        let mut packet = Packet::Other { packet_type: Watr::PACKET_TYPE, data: data.to_vec() };
        zero_packet(&mut packet).unwrap();
        let Packet::Other { data, .. } = packet else { unreachable!("it is still the same kind of packet") };
        data
    }

    #[test]
    fn of_water_only_memory_that_is_not_its_own_is_zeroed() {
        let mut water = Watr { name: [1; 32], unknown: [2; 96], rest: vec![3; 5], ..Watr::default() };
        // A texture with a short name, one that fills its field, and one without a name.
        water.textures.iter_mut().for_each(|texture| texture.name = [b'x'; 32]);
        water.textures[0].name[4] = 0;
        water.textures[2].name[0] = 0;

        let mut expected = water.clone();
        (expected.name, expected.unknown) = ([0; 32], [0; 96]);
        expected.textures[0].name[4..].fill(0);
        expected.textures[2].name.fill(0);
        assert_eq!(zeroed(&water.to_bytes().unwrap()), expected.to_bytes().unwrap());
    }

    #[test]
    fn water_that_does_not_read_stays_as_it_is() {
        let damaged = [7; 180];
        assert_eq!(zeroed(&damaged), damaged);
    }
}
