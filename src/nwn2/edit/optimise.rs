//! Optimises an area: removes data that the game does not need, for smaller files, and makes the output deterministic.
//!
//! A client's area loses the unwalkable triangles. A server's area also loses terrain and water, which are half of a real
//! file. The water of a client is kept: all of 464 real waters are flat and could be two triangles, but in 433 of them some
//! triangles are marked as dry, which two triangles could not express.
//!
//! ```
//! use walkmesh::nwn2::{BakeOptions, OptimiseOptions, Terrain, Walkmesh};
//!
//! let mut area = Terrain::new_unbaked([1, 1], Walkmesh::default())?;
//! area.bake(&BakeOptions::default())?;
//! let savings = area.optimise(&OptimiseOptions::default())?;
//! println!("{savings}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::formats::aswm::{Aswm, NO_ISLAND, Triangle};
use crate::formats::trn::{Packet, Trn, Trrn, Trwh, WaterTexture, Watr};
use crate::formats::{self, Document};
use crate::geometry::triangle::doubled_area;
use crate::setters;

use crate::nwn2::{BakeOptions, EditError, OptimiseError, Terrain, TerrainError, Walkmesh};

use super::Selection;
use super::hold::{LinkedTriangle, come_apart};
use super::savings::{self, Saving, Savings};
use super::strip::strip as strip_walls;

/// The parts to leave out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptimiseOptions {
    /// The program that loads the file.
    pub reader: AreaReader,
    /// True if a baked walkmesh loses the unwalkable triangles. The game uses them to find the triangle and the height of a
    /// position; without them it finds nothing off the walkable floor.
    pub strip: bool,
}

impl Default for OptimiseOptions {
    fn default() -> Self {
        Self { reader: AreaReader::Client, strip: true }
    }
}

setters! { impl OptimiseOptions {
    with_reader(reader: AreaReader);
    with_strip(strip: bool);
} }

/// The program that loads a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AreaReader {
    /// The game of a player: terrain and water are kept.
    Client,
    /// A server, which draws nothing: `TRRN` and `WATR` packets are removed.
    Server,
}

impl Terrain {
    /// Removes the parts of an area that the options name, and zeroes the bytes that the game left uninitialised. It is
    /// idempotent.
    ///
    /// # Errors
    /// When the walkmesh is damaged. The area is then unchanged.
    pub fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, OptimiseError> {
        let before = self.walkmesh()?;
        let after = optimised(before, options.strip)?;
        let mut parts = savings::of_walkmesh(before, &after);
        let file_before = self.to_bytes()?.len() as u64;

        let mut file = self.with_walkmesh(after)?.into_raw();
        let drawn = |packet: &Packet| matches!(packet.packet_type(), Trrn::PACKET_TYPE | Watr::PACKET_TYPE);
        if options.reader == AreaReader::Server {
            file.packets.retain(|packet| !drawn(packet));
        }
        file.packets.iter_mut().try_for_each(zero_packet).map_err(TerrainError::from)?;
        let sizes = |file: &Trn, packet_type: &[u8; 4]| -> u64 {
            file.packets.iter().filter(|packet| packet.packet_type() == *packet_type).map(Packet::body_size).sum()
        };
        for (part, packet_type) in
            [("TRRN", &Trrn::PACKET_TYPE), ("WATR", &Watr::PACKET_TYPE), ("ASWM, deflated", b"ASWM")]
        {
            parts.push(Saving { part, before: sizes(self.as_raw(), packet_type), after: sizes(&file, packet_type) });
        }
        let optimised = Terrain::from_raw(file).with_limits(self.limits());
        parts.push(Saving { part: "file", before: file_before, after: optimised.to_bytes()?.len() as u64 });
        *self = optimised;
        Ok(Savings { parts })
    }
}

impl Walkmesh {
    /// Zeroes the bytes that the game left uninitialised, and removes the unwalkable triangles if the options ask for it. An
    /// unbaked walkmesh keeps them, because its bake needs them. A stripped walkmesh has version 0x6C.
    ///
    /// # Errors
    /// [`OptimiseError::Tiling`], [`OptimiseError::BrokenTables`] and [`OptimiseError::TileOwnsData`], if damaged tables leave it unclear
    /// what to keep. The walkmesh is then unchanged.
    pub fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, OptimiseError> {
        let after = optimised(self, options.strip)?;
        let parts = savings::of_walkmesh(self, &after);
        *self = after;
        Ok(Savings { parts })
    }
}

fn optimised(walkmesh: &Walkmesh, strip: bool) -> Result<Walkmesh, OptimiseError> {
    let mut raw = if strip && walkmesh.is_baked() { stripped(walkmesh)? } else { walkmesh.as_raw().clone() };
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

/// Removes the unwalkable triangles, and bakes the rest. Where the bake would cut floor off, because it links the remaining
/// triangles differently, they are removed by an edit, which keeps the floor connected.
fn stripped(walkmesh: &Walkmesh) -> Result<Aswm, OptimiseError> {
    let stripped = Walkmesh::from_raw(strip_walls(walkmesh)?);
    let kept = walkmesh.triangles().filter(|triangle| triangle.is_walkable()).map(|triangle| triangle.id());
    let has_area = |source| {
        walkmesh
            .triangle(source)
            .and_then(|triangle| triangle.points())
            .is_some_and(|points| doubled_area(&points) != [0.0; 3])
    };
    let linked = |(source, row): (_, &Triangle)| LinkedTriangle { row: *row, has_area: has_area(source), source };
    let left: Vec<LinkedTriangle> = kept.zip(stripped.triangle_rows()).map(linked).collect();
    if come_apart(walkmesh, &left).is_empty() {
        return Ok(rebaked(stripped).into_raw());
    }
    let edited = || -> Result<_, EditError> {
        let mut edit = walkmesh.edit()?;
        let walls = walkmesh.triangles().filter(|triangle| !triangle.is_walkable()).map(|triangle| triangle.id());
        edit.remove(&Selection::Triangles(walls.collect()))?;
        edit.finish(&BakeOptions::default())
    };
    match edited() {
        // Gives it the counts of a stripped walkmesh.
        Ok((walkmesh, _)) => Ok(rebaked(Walkmesh::from_raw(strip_walls(&walkmesh)?)).into_raw()),
        // If the edit fails, the walkmesh is still stripped.
        Err(_) => Ok(stripped.into_raw()),
    }
}

/// Bakes a stripped walkmesh, so that a later bake changes nothing. It stays as it is if the bake fails, or takes other steps: creatures
/// keep the paths of the whole walkmesh.
fn rebaked(stripped: Walkmesh) -> Walkmesh {
    let mut baked = stripped.clone();
    let is_baked = baked.bake(&BakeOptions::default()).is_ok();
    let steps = |walkmesh: &Walkmesh| -> (Vec<Option<u8>>, Vec<u16>) {
        let raw = walkmesh.as_raw();
        let of_tiles = raw.tiles.iter().flat_map(|tile| &tile.path_table.nodes);
        (of_tiles.map(|node| node.next()).collect(), raw.islands_path_nodes.iter().map(|node| node.next).collect())
    };
    if is_baked && steps(&baked) == steps(&stripped) { baked } else { stripped }
}

/// Zeroes the bytes of a packet that no reader uses. Unreadable water is left unchanged.
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

/// Zeroes the bytes of a `WATR` packet that the toolset did not initialise: its name, which no real file uses, and the bytes
/// after the names of its textures.
///
/// Source: docs/formats/trn-aswm.md#watr. In all 464 packets the names are empty, followed by pieces of other files.
fn zero_water(water: &mut Watr) {
    water.name.fill(0);
    water.unknown.fill(0);
    for WaterTexture { name, .. } in &mut water.textures {
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        name[end..].fill(0);
    }
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
