//! The packets around the walkmesh: which there are, and whether terrain and water hold together.

use crate::finding::Severity::{Error, Fatal, Info, Warning};
use crate::formats::trn::Packet;
use crate::nwn2::Terrain;

use super::Findings;

pub(super) fn check(terrain: &Terrain, findings: &mut Findings) {
    let count =
        |packet_type: &[u8; 4]| terrain.packets().iter().filter(|packet| packet.packet_type() == *packet_type).count();
    for packet_type in [b"TRWH", b"ASWM"] {
        let name = packet_type.escape_ascii();
        match count(packet_type) {
            1 => {}
            0 if packet_type == b"ASWM" => {}
            0 => findings.add("packet-missing", Fatal, "file", || format!("No {name} packet.")),
            more => findings.add("packet-duplicate", Error, "file", || {
                format!("{more} {name} packets; readers take the first, or refuse the file.")
            }),
        }
    }
    if let (Some(size), Ok(walkmesh)) = (terrain.size(), terrain.walkmesh()) {
        // A megatile is one tile in interiors, and four by four in exteriors.
        let grid = walkmesh.grid().map(u64::from);
        let by = |tiles: u64| size.map(|side| u64::from(side) * tiles) == grid;
        if !by(1) && !by(4) {
            findings.add("area-size", Warning, "TRWH", || {
                format!("The area has {size:?} megatiles, its walkmesh {grid:?} tiles.")
            });
        }
    }
    for (index, packet) in terrain.packets().iter().enumerate() {
        let Packet::Other { packet_type, data } = packet else { continue };
        let place = format!("packet {index} ({})", packet_type.escape_ascii());
        let problem = match packet_type {
            b"WATR" => water(data),
            b"TRRN" => ground(data),
            _ => {
                findings.add("packet-unknown", Info, &place, || "Kept as it is.");
                None
            }
        };
        match problem {
            Some(Problem::CutOff) => findings.add("packet-cut-off", Error, &place, || "It ends before its tables do."),
            Some(Problem::Surplus(bytes)) => {
                findings.add("packet-surplus", Warning, &place, || format!("{bytes} bytes behind its tables."));
            }
            Some(Problem::NotFinite) => {
                findings.add("packet-not-finite", Error, &place, || "A position is infinite or no number.");
            }
            Some(Problem::VertexMissing) => {
                findings.add(
                    "packet-vertex-out-of-range",
                    Error,
                    &place,
                    || "A triangle names a vertex that is not there.",
                );
            }
            Some(Problem::NoTexture) => {
                findings.add("packet-texture", Warning, &place, || "A texture inside is not a DDS.");
            }
            None => {}
        }
    }
}

/// What is wrong with a packet of terrain or water; the first thing that is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Problem {
    CutOff,
    Surplus(usize),
    NotFinite,
    VertexMissing,
    NoTexture,
}

/// What is left of a packet, read from its start.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: u32, size: usize) -> Result<&'a [u8], Problem> {
        let bytes = (count as usize).checked_mul(size).filter(|bytes| *bytes <= self.0.len()).ok_or(Problem::CutOff)?;
        let (taken, rest) = self.0.split_at(bytes);
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Problem> {
        let bytes = self.take(1, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Vertices that start with a position, and the triangles between them.
    fn mesh(&mut self, vertex: usize) -> Result<u32, Problem> {
        let (vertices, triangles) = (self.number()?, self.number()?);
        let is_finite = |float: &[u8]| f32::from_le_bytes([float[0], float[1], float[2], float[3]]).is_finite();
        if !self.take(vertices, vertex)?.chunks_exact(vertex).all(|row| row[..12].chunks_exact(4).all(is_finite)) {
            return Err(Problem::NotFinite);
        }
        let mut corners =
            self.take(triangles, 6)?.chunks_exact(2).map(|corner| u16::from_le_bytes([corner[0], corner[1]]));
        if corners.any(|corner| u32::from(corner) >= vertices) { Err(Problem::VertexMissing) } else { Ok(triangles) }
    }

    fn texture(&mut self) -> Result<(), Problem> {
        let size = self.number()?;
        if self.take(size, 1)?.starts_with(b"DDS ") { Ok(()) } else { Err(Problem::NoTexture) }
    }

    fn end(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(Problem::Surplus(self.0.len())) }
    }
}

/// A `WATR` packet: water of one megatile (facts `trn-aswm.md` section 1).
fn water(data: &[u8]) -> Option<Problem> {
    let read = || {
        let mut rest = Rest(data);
        // Name, colours, waves and three scrolling textures.
        rest.take(320, 1)?;
        let triangles = rest.mesh(28)?;
        rest.take(triangles, 4)?;
        rest.texture()?;
        rest.take(2, 4)?;
        rest.end()
    };
    read().err()
}

/// A `TRRN` packet: the ground of one megatile.
fn ground(data: &[u8]) -> Option<Problem> {
    let read = || {
        let mut rest = Rest(data);
        // Name, six textures and their colours.
        rest.take(128 + 6 * 32 + 6 * 12, 1)?;
        rest.mesh(44)?;
        rest.texture()?;
        rest.texture()?;
        for _ in 0..rest.number()? {
            // Name and texture of a kind of grass, and its blades.
            rest.take(64, 1)?;
            let blades = rest.number()?;
            rest.take(blades, 36)?;
        }
        rest.end()
    };
    read().err()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A packet with three vertices, one triangle and what comes behind.
    fn packet(header: usize, vertex: usize, position: f32, corner: u16, rest: &[u8]) -> Vec<u8> {
        let mut data = vec![0; header];
        data.extend(3_u32.to_le_bytes());
        data.extend(1_u32.to_le_bytes());
        for _ in 0..3 {
            data.extend(position.to_le_bytes());
            data.resize(data.len() + vertex - 4, 0);
        }
        data.extend([0, corner, 2].map(u16::to_le_bytes).concat());
        data.extend(rest);
        data
    }

    #[test]
    fn water_holds_together() {
        let rest = [&[0; 4][..], &5_u32.to_le_bytes(), b"DDS \0", &[0; 8]].concat();
        assert_eq!(water(&packet(320, 28, 0.0, 1, &rest)), None);
        assert_eq!(water(&packet(320, 28, f32::NAN, 1, &rest)), Some(Problem::NotFinite));
        assert_eq!(water(&packet(320, 28, 0.0, 3, &rest)), Some(Problem::VertexMissing));
        assert_eq!(water(&packet(320, 28, 0.0, 1, &rest[..8])), Some(Problem::CutOff));
        assert_eq!(water(&packet(320, 28, 0.0, 1, &[&rest[..], &[1]].concat())), Some(Problem::Surplus(1)));
        let zero = [0; 16];
        assert_eq!(water(&packet(320, 28, 0.0, 1, &zero)), Some(Problem::NoTexture));
    }

    #[test]
    fn ground_holds_together() {
        let texture = [&4_u32.to_le_bytes()[..], b"DDS "].concat();
        let grass = [&1_u32.to_le_bytes()[..], &[0; 64], &1_u32.to_le_bytes(), &[0; 36]].concat();
        let rest = [&texture[..], &texture, &grass].concat();
        assert_eq!(ground(&packet(392, 44, 0.0, 1, &rest)), None);
        assert_eq!(ground(&packet(392, 44, 0.0, 1, &rest[..60])), Some(Problem::CutOff));
        let endless = [&texture[..], &texture, &u32::MAX.to_le_bytes()].concat();
        assert_eq!(ground(&packet(392, 44, 0.0, 1, &endless)), Some(Problem::CutOff));
    }
}
