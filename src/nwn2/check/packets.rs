//! Checks the packets around the walkmesh: their presence and sizes, and the consistency of terrain and water.

use crate::formats::Document;
use crate::formats::container::Triangle;
use crate::formats::trn::{Dds, Grass, Packet, Trrn, Watr};
use crate::geometry::triangle::doubled_area;
use crate::nwn2::{Terrain, Walkmesh};
use walkmesh_mesh::counted::counted;

use crate::finding::{Findings, PartKind, Place, PlacePart, rules};

rules! { of super::sample, AreaFile;
    PACKET_MISSING: Fatal = "packet-missing", "A packet is missing" {
        /// Each area has a TRWH packet with its size. The game does not load an area without one.
        remedy
        /// Restore the file from a backup, or save the area again in the toolset.
        bad "": |file| drop(file.packets.remove(0)),
    }
    PACKET_DUPLICATE: Error = "packet-duplicate", "A packet is duplicated" {
        /// An area has one packet of this type. Readers use the first one, or refuse the file.
        remedy
        /// Save the area again in the toolset.
        bad "": |file| file.packets.extend_from_within(..1),
    }
    AREA_SIZE_DIFFERS: Warning = "area-size-differs", "The size of the area contradicts its walkmesh" {
        /// In interiors a megatile is one tile of the walkmesh, in exteriors four by four. The TRWH packet and the tile
        /// grid disagree, so one of them belongs to another area.
        remedy
        /// Save and bake the area again in the toolset.
        bad "packet (TRWH)": |file| {
            if let Packet::Trwh(size) = &mut file.packets[0] {
                size.width = 3;
            }
        },
    }
    AREA_LARGE: Info = "area-large", "An exterior is larger than builders recommend" {
        /// Builders' guides recommend at most 16 by 16 megatiles for an exterior, preferably 12 by 12: the route
        /// tables, and the time that the server spends on pathfinding, grow with the walkable ground.
        remedy
        /// No action is needed. If pathfinding slows the server down, divide the area, or make less of its floor walkable.
        bad "packet (TRWH)": |file| {
            let mut raw = Aswm::sound();
            (raw.tiles_header.grid_width, raw.tiles_header.grid_height) = (68, 12);
            raw.tiles.resize(68 * 12, Tile::default());
            file.file = Terrain::new([17, 3], Walkmesh::from_raw(raw)).unwrap().into_raw();
        },
    }
    PACKET_UNKNOWN: Info = "packet-unknown", "A packet has an unknown type" {
        /// This library does not know the type of the packet, and keeps its bytes unchanged.
        remedy
        /// No action is needed.
        bad "packet 3 (????)": |file| file.packets.push(Packet::Other { packet_type: *b"????", data: Vec::new() }),
    }
    PACKET_DAMAGED: Error = "packet-damaged", "A packet of terrain or water is damaged" {
        /// The packet ends before its tables do. The game may draw garbage, or fail to load the area.
        remedy
        /// Restore the file from a backup, or save the area again in the toolset.
        bad "packet 3 (WATR)": |file| file.packets.push(Packet::Other { packet_type: Watr::PACKET_TYPE, data: vec![0; 9] }),
    }
    PACKET_TRIANGLE_FLAG_UNKNOWN: Warning = "packet-triangle-flag-unknown", "A triangle of water has an unknown flag" {
        /// The flag says whether there is water (0) or none (1). What the game does with another value is not known.
        remedy
        /// Save the area again in the toolset.
        bad "packet 3 (WATR)": |file| water(file, |water| water.triangle_flags[0] = 2),
    }
    PACKET_MEGATILE_OUT_OF_RANGE: Warning = "packet-megatile-out-of-range", "Water lies outside the area" {
        /// The packet names the megatile of its water, and the area has no such megatile.
        remedy
        /// Save the area again in the toolset.
        bad "packet 3 (WATR)": |file| water(file, |water| water.megatile = [2, 0]),
    }
    PACKET_NOT_FINITE: Error = "packet-not-finite", "A vertex of terrain, water or grass is NaN or infinite" {
        /// The game cannot draw a vertex at such a position.
        remedy
        /// Restore the file from a backup, or save the area again in the toolset.
        bad "packet 3 (WATR)": |file| water(file, |water| water.vertices[0].position[0] = f32::NAN),
    }
    PACKET_VERTEX_OUT_OF_RANGE: Error = "packet-vertex-out-of-range",
        "A vertex of a terrain or water triangle is out of range"
    {
        /// The game reads past the end of the vertex table when it draws the triangle.
        remedy
        /// Restore the file from a backup, or save the area again in the toolset.
        bad "packet 3 (WATR)": |file| water(file, |water| water.triangles[0].vertices[0] = 3),
    }
    PACKET_TEXTURE_UNRECOGNISED: Warning = "packet-texture-unrecognised", "A texture of terrain or water is not a DDS" {
        /// The packet stores its textures as DDS files, but this texture does not start with a DDS header. The game may draw no texture.
        remedy
        /// Save the area again in the toolset.
        bad "packet 3 (WATR)": |file| water(file, |water| water.dds.data.clear()),
    }
    PACKET_SURPLUS: Warning = "packet-surplus", "A packet has bytes after its tables" {
        /// Nothing reads these bytes. Saving the file keeps them.
        remedy
        /// No action is needed. If other findings say that the packet is damaged too, restore the file from a backup.
        bad "packet 3 (WATR)": |file| water(file, |water| water.rest = vec![0]),
    }
}

/// Maximum side of an exterior that builders recommend, in megatiles.
///
/// Source: docs/formats/trn-aswm.md#large-areas.
const MAX_MEGATILES: u32 = 16;

pub(super) fn check(terrain: &Terrain, findings: &mut Findings) {
    let count =
        |packet_type: &[u8; 4]| terrain.packets().iter().filter(|packet| packet.packet_type() == *packet_type).count();
    for packet_type in [b"TRWH", b"ASWM"] {
        let name = packet_type.escape_ascii();
        match count(packet_type) {
            1 => {}
            0 if packet_type == b"ASWM" => {}
            0 => findings.add(&PACKET_MISSING, Place::FILE, || format!("There is no {name} packet.")),
            more => findings.add(&PACKET_DUPLICATE, Place::FILE, || {
                format!("There are {more} {name} packets; readers use the first one, or refuse the file.")
            }),
        }
    }
    if let (Some(size), Ok(walkmesh)) = (terrain.size(), terrain.walkmesh()) {
        // A megatile is one tile in interiors, and four by four in exteriors.
        let grid = walkmesh.grid().map(u64::from);
        let by = |tiles: u64| size.map(|side| u64::from(side) * tiles) == grid;
        if !by(1) && !by(4) {
            findings.add(&AREA_SIZE_DIFFERS, PlacePart::from(PartKind::Packet).named("TRWH"), || {
                let ([width, height], [columns, rows]) = (size, grid);
                format!("The area has {width} x {height} megatiles, but its walkmesh has {columns} x {rows} tiles.")
            });
        }
        if by(4) && size.into_iter().any(|side| side > MAX_MEGATILES) {
            findings.add(&AREA_LARGE, PlacePart::from(PartKind::Packet).named("TRWH"), || {
                let [width, height] = size;
                let share = 100.0 * walkable_share(walkmesh);
                format!("The area has {width} x {height} megatiles, and {share:.0} % of its ground is walkable.")
            });
        }
    }
    for (index, packet) in (0_i64..).zip(terrain.packets()) {
        let Packet::Other { packet_type, data } = packet else { continue };
        let place = PlacePart::new(PartKind::Packet, index).named(packet_type.escape_ascii().to_string());
        let read = match *packet_type {
            Watr::PACKET_TYPE => Watr::from_bytes(data).map(|packet| water(&packet, terrain.size(), &place, findings)),
            Trrn::PACKET_TYPE => Trrn::from_bytes(data).map(|packet| ground(&packet, &place, findings)),
            _ => {
                findings.add(&PACKET_UNKNOWN, &place, || "Its bytes are kept unchanged.");
                Ok(())
            }
        };
        if let Err(error) = read {
            // Bytes after the tables are kept, so only missing bytes make a packet unreadable.
            findings.add(&PACKET_DAMAGED, &place, || format!("It ends before its tables do: {error}."));
        }
    }
}

/// The share of walkable triangles in the area of all triangles, in the plan view.
fn walkable_share(walkmesh: &Walkmesh) -> f64 {
    let (mut all, mut walkable) = (0.0, 0.0);
    for triangle in walkmesh.triangles() {
        let area = triangle.points().map_or(0.0, |points| doubled_area(&points)[2].abs());
        all += area;
        walkable += if triangle.is_walkable() { area } else { 0.0 };
    }
    if all > 0.0 { walkable / all } else { 0.0 }
}

fn water(packet: &Watr, area: Option<[u32; 2]>, place: &PlacePart, findings: &mut Findings) {
    mesh(packet.vertices.iter().map(|vertex| vertex.position), &packet.triangles, place, findings);
    let unknown = |flag: &u32| ![Watr::WET, Watr::DRY].contains(flag);
    if let Some(triangle) = packet.triangle_flags.iter().position(unknown) {
        findings.add(&PACKET_TRIANGLE_FLAG_UNKNOWN, place, || {
            let flag = packet.triangle_flags[triangle];
            format!("Triangle {triangle} has the flag {flag:#x}, which is neither 0 (water) nor 1 (no water).")
        });
    }
    picture(&packet.dds, "its picture", place, findings);
    let [x, y] = packet.megatile;
    if let Some([width, height]) = area
        && (x >= width || y >= height)
    {
        findings.add(&PACKET_MEGATILE_OUT_OF_RANGE, place, || {
            format!("It belongs to megatile {x}, {y} in an area of {width} by {height}.")
        });
    }
    surplus(&packet.rest, place, findings);
}

fn ground(packet: &Trrn, place: &PlacePart, findings: &mut Findings) {
    mesh(packet.vertices.iter().map(|vertex| vertex.position), &packet.triangles, place, findings);
    for (grass, Grass { blades, .. }) in packet.grass.iter().enumerate() {
        if let Some(blade) = blades.iter().position(|blade| !is_finite(blade.position)) {
            findings.add(&PACKET_NOT_FINITE, place, || {
                format!("The position of blade {blade} of grass {grass} is infinite or NaN.")
            });
        }
    }
    picture(&packet.weights_of_first_four, "the weights of the first four textures", place, findings);
    picture(&packet.weights_of_last_two, "the weights of the last two textures", place, findings);
    surplus(&packet.rest, place, findings);
}

/// Checks the drawn triangles, between vertices at these positions.
fn mesh(
    mut positions: impl ExactSizeIterator<Item = [f32; 3]>,
    triangles: &[Triangle],
    place: &PlacePart,
    findings: &mut Findings,
) {
    let vertices = positions.len();
    if let Some(vertex) = positions.position(|position| !is_finite(position)) {
        findings.add(&PACKET_NOT_FINITE, place, || format!("The position of vertex {vertex} is infinite or NaN."));
    }
    let is_missing = |corner: &u16| usize::from(*corner) >= vertices;
    if let Some(triangle) = triangles.iter().position(|triangle| triangle.vertices.iter().any(is_missing)) {
        findings.add(&PACKET_VERTEX_OUT_OF_RANGE, place, || format!("Triangle {triangle} names a missing vertex."));
    }
}

fn is_finite(position: [f32; 3]) -> bool {
    position.into_iter().all(f32::is_finite)
}

fn picture(dds: &Dds, what: &str, place: &PlacePart, findings: &mut Findings) {
    if !dds.has_magic() {
        findings.add(&PACKET_TEXTURE_UNRECOGNISED, place, || format!("The bytes of {what} are not a DDS file."));
    }
}

fn surplus(rest: &[u8], place: &PlacePart, findings: &mut Findings) {
    if !rest.is_empty() {
        findings.add(&PACKET_SURPLUS, place, || format!("It has {} after its tables.", counted(rest.len(), "byte")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::CheckOptions;
    use crate::formats::trn::{Blade, GroundVertex, Trn, Trwh, WaterVertex};

    const TRIANGLE: Triangle = Triangle { vertices: [0, 1, 2] };

    fn dds() -> Dds {
        Dds { data: Dds::MAGIC.to_vec() }
    }

    fn good_water() -> Watr {
        Watr {
            vertices: vec![WaterVertex::default(); 3],
            triangles: vec![TRIANGLE; 2],
            triangle_flags: vec![Watr::WET, Watr::DRY],
            dds: dds(),
            megatile: [1, 2],
            ..Watr::default()
        }
    }

    fn good_ground() -> Trrn {
        Trrn {
            vertices: vec![GroundVertex::default(); 3],
            triangles: vec![TRIANGLE],
            weights_of_first_four: dds(),
            weights_of_last_two: dds(),
            grass: vec![Grass { blades: vec![Blade::default()], ..Grass::default() }],
            ..Trrn::default()
        }
    }

    /// The codes and the places of the findings in an area of 2 by 3 megatiles with one such packet.
    fn codes(packet_type: [u8; 4], data: Vec<u8>) -> Vec<&'static str> {
        let size = Packet::Trwh(Trwh { width: 2, height: 3, id: 0 });
        let packets = vec![size, Packet::Other { packet_type, data }];
        let mut findings = Findings::new(&CheckOptions::default());
        check(&Terrain::from_raw(Trn { major: 2, minor: 3, packets, ..Trn::default() }), &mut findings);
        let place = format!("packet 1 ({})", packet_type.escape_ascii());
        assert!(findings.iter().all(|finding| finding.place.to_string() == place), "{findings:?}");
        findings.into_iter().map(|finding| finding.code()).collect()
    }

    #[test]
    fn water_holds_together() {
        type Damage = fn(&mut Watr);
        let damages: &[(&[&str], Damage)] = &[
            (&[], |_| {}),
            (&["packet-not-finite"], |water| water.vertices[2].position[1] = f32::NAN),
            (&["packet-vertex-out-of-range"], |water| water.triangles[0].vertices[1] = 3),
            (&["packet-triangle-flag-unknown"], |water| water.triangle_flags[1] = 2),
            (&["packet-texture-unrecognised"], |water| water.dds.data[0] = b'd'),
            (&["packet-megatile-out-of-range"], |water| water.megatile = [2, 0]),
            (&["packet-megatile-out-of-range"], |water| water.megatile = [0, 3]),
            (&["packet-surplus"], |water| water.rest = vec![0]),
            (&["packet-not-finite", "packet-surplus"], |water| {
                water.vertices[0].position[0] = f32::INFINITY;
                water.rest = vec![1, 2];
            }),
        ];
        for (expected, damage) in damages {
            let mut water = good_water();
            damage(&mut water);
            assert_eq!(codes(Watr::PACKET_TYPE, water.to_bytes().unwrap()), *expected);
        }
        let bytes = good_water().to_bytes().unwrap();
        assert_eq!(codes(Watr::PACKET_TYPE, bytes[..bytes.len() - 1].to_vec()), ["packet-damaged"]);
    }

    #[test]
    fn ground_holds_together() {
        type Damage = fn(&mut Trrn);
        let damages: &[(&[&str], Damage)] = &[
            (&[], |_| {}),
            (&["packet-not-finite"], |ground| ground.vertices[0].position[2] = f32::INFINITY),
            (&["packet-not-finite"], |ground| ground.grass[0].blades[0].position[0] = f32::NAN),
            (&["packet-vertex-out-of-range"], |ground| ground.triangles[0].vertices[2] = 3),
            (&["packet-texture-unrecognised"], |ground| ground.weights_of_first_four.data.clear()),
            (&["packet-texture-unrecognised"], |ground| ground.weights_of_last_two.data.clear()),
            (&["packet-surplus"], |ground| ground.rest = vec![0]),
        ];
        for (expected, damage) in damages {
            let mut ground = good_ground();
            damage(&mut ground);
            assert_eq!(codes(Trrn::PACKET_TYPE, ground.to_bytes().unwrap()), *expected);
        }
        let bytes = good_ground().to_bytes().unwrap();
        assert_eq!(codes(Trrn::PACKET_TYPE, bytes[..bytes.len() - 1].to_vec()), ["packet-damaged"]);
    }

    #[test]
    fn a_packet_of_another_type_is_reported() {
        assert_eq!(codes(*b"????", vec![1, 2, 3]), ["packet-unknown"]);
    }
}
