//! Every file of the corpus is read, written and compared, and summarised in a line for reviewers.
//!
//! The corpus belongs to others and is not part of the project. It is searched in `WALKMESH_CORPUS` and beside the checkout; if neither
//! exists, the test prints a line and is skipped.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use walkmesh::formats::ainav::AiNavData;
use walkmesh::formats::aswm::Aswm;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::bwm::Bwm;
use walkmesh::formats::dof::Dof;
use walkmesh::formats::erf::Erf;
use walkmesh::formats::gff::Gff;
use walkmesh::formats::mdb::{Collision, Mdb, Walk};
use walkmesh::formats::trn::{Packet, Trn, Trrn, Watr};
use walkmesh::formats::{Document, Format, Limits};
use walkmesh::level::{Archive, Files, rewrite_archive};
use walkmesh_testing::{corpus, figure, files, is_own_corpus, snapshot};

/// All files below a folder whose bytes are one of the formats, sorted by name.
fn documents(folder: &Path) -> Vec<(String, Format, Vec<u8>)> {
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a file that reads");
        let name = path.strip_prefix(folder).expect("below the folder").to_string_lossy().replace('\\', "/");
        Some((name, Format::detect(&bytes)?, bytes))
    };
    let mut found: Vec<_> = files(folder, "*").into_iter().filter_map(read).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Fails if a document is not written back byte for byte.
#[track_caller]
fn assert_exact(name: &str, format: Format, bytes: &[u8]) {
    let written = format.rewrite(bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(written == bytes, "{name} is not written as it was read");
}

#[track_caller]
fn rewritten<T: Document>(name: &str, bytes: &[u8]) -> T {
    let value = T::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(value.to_bytes().unwrap() == bytes, "{name} is not written as it was read");
    value
}

#[test]
fn every_file_is_byte_exact() {
    let Some(corpus) = corpus("") else { return };
    let mut counts = BTreeMap::new();
    let mut summary = String::new();
    for (name, format, bytes) in documents(&corpus) {
        *counts.entry(format).or_insert(0) += 1;
        write!(summary, "{name}: ").unwrap();
        match format {
            Format::Bwm => summarise_bwm(&mut summary, &rewritten(&name, &bytes)),
            Format::Trn => {
                let area = rewritten(&name, &bytes);
                *counts.entry(Format::Watr).or_insert(0) += rewritten_packets(&name, &area);
                summarise_trn(&mut summary, &name, &area);
            }
            Format::AiNav => summarise_ainav(&mut summary, &rewritten(&name, &bytes)),
            Format::Dof => {
                let dof: Dof = rewritten(&name, &bytes);
                write!(summary, "{} blocks", dof.blocks.blocks.len()).unwrap();
            }
            Format::Bms => {
                let bms: Bms = rewritten(&name, &bytes);
                let cells = bms.nav_mesh.map_or(0, |mesh| mesh.cells.len());
                write!(summary, "{cells} cells").unwrap();
            }
            Format::Gff => {
                let file: Gff = rewritten(&name, &bytes);
                assert!(file.arrangement == Default::default() && file.empty_offsets == Default::default(), "{name}");
                write!(summary, "{} structs, {} fields", file.structs.len(), file.fields.len()).unwrap();
            }
            Format::Erf => {
                let archive: Erf = rewritten(&name, &bytes);
                assert!(archive.arrangement == Default::default() && archive.empty_parts.is_empty(), "{name}");
                let documents = rewritten_members(&name, &bytes);
                write!(summary, "{} members, {documents} of them GFF", archive.members.len()).unwrap();
            }
            Format::Mdb => summarise_mdb(&mut summary, &name, &rewritten(&name, &bytes)),
            // Models of rooms, and other files of another corpus, are only proven byte-exact.
            other => {
                assert_exact(&name, other, &bytes);
                write!(summary, "{} bytes", bytes.len()).unwrap();
            }
        }
        summary.push('\n');
    }
    // The corpus of this project; another one, named by the variable, is only proven byte-exact.
    if is_own_corpus() {
        let expected = [
            (Format::Bwm, 144),
            (Format::Trn, 222),
            (Format::Watr, 828),
            (Format::AiNav, 2),
            (Format::Dof, 1),
            (Format::Bms, 7),
            (Format::Gff, 164),
            (Format::Erf, 48),
            (Format::Mdl, 58),
            (Format::Mdb, 1),
        ];
        assert_eq!(counts, BTreeMap::from(expected));
        snapshot("corpus", &summary);
        // Packets of water are in areas.
        let files = counts.iter().filter(|(format, _)| **format != Format::Watr).map(|(_, count)| count).sum::<usize>();
        let kept = [
            ("kept-bwm", Format::Bwm),
            ("kept-trn", Format::Trn),
            ("kept-gff", Format::Gff),
            ("kept-erf", Format::Erf),
            ("kept-mdl", Format::Mdl),
            ("kept-mdb", Format::Mdb),
        ];
        let [.., gff, erf, mdl, mdb] = kept.map(|(name, format)| {
            figure(name, &counts[&format].to_string());
            counts[&format]
        });
        let models = mdl + mdb;
        figure("files-of-the-corpus", &files.to_string());
        figure("files-kept", &format!("{files} of {files}, among them {gff} GFF, {erf} archives and {models} models"));
    }
    assert!(!counts.is_empty(), "no file of a known format in {}", corpus.display());
    println!("byte-exact: {counts:?}");
}

/// Reads every member of an archive by its position, and writes the documents among them, which it counts. The archive with
/// one member out and in again is the same.
fn rewritten_members(name: &str, bytes: &[u8]) -> usize {
    let archive = Archive::from_bytes(name, bytes).expect("a directory");
    let members = archive.names().expect("names");
    let mut documents = 0;
    for member in &members {
        let bytes = archive.read(member).expect("a member");
        if let Some(format) = Format::detect(&bytes) {
            assert_exact(&format!("{name}/{member}"), format, &bytes);
            documents += 1;
        }
    }
    let one = members.first().expect("a member");
    let without = rewrite_archive(bytes, [(one.as_str(), &b""[..])]).expect("an archive");
    assert!(without.len() < bytes.len(), "{name}: {one} is empty now");
    let put_back = rewrite_archive(&without, [(one.as_str(), archive.read(one).expect("a member").as_slice())]);
    assert!(put_back.expect("an archive") == bytes, "{name}: {one} out and in again");
    documents
}

fn summarise_bwm(summary: &mut String, mesh: &Bwm) {
    write!(
        summary,
        "type {}, {} vertices, {} faces, {} nodes, {} adjacencies, {} edges, {} perimeters",
        mesh.walkmesh_type,
        mesh.vertices.len(),
        mesh.faces.len(),
        mesh.aabb_nodes.len(),
        mesh.adjacencies.len(),
        mesh.edges.len(),
        mesh.perimeters.len()
    )
    .unwrap();
}

/// Reads and writes the ground and water of an area, and counts the waters. No bytes follow their tables.
fn rewritten_packets(name: &str, area: &Trn) -> usize {
    let mut waters = 0;
    for packet in &area.packets {
        let Packet::Other { packet_type, data } = packet else { continue };
        match *packet_type {
            Watr::PACKET_TYPE => {
                let water: Watr = rewritten(name, data);
                assert!(water.rest.is_empty(), "{name}: a WATR with more behind it");
                waters += 1;
            }
            Trrn::PACKET_TYPE => {
                let ground: Trrn = rewritten(name, data);
                assert!(ground.rest.is_empty(), "{name}: a TRRN with more behind it");
            }
            _ => {}
        }
    }
    waters
}

fn summarise_trn(summary: &mut String, name: &str, area: &Trn) {
    write!(summary, "{}.{}, {} packets", area.major, area.minor, area.packets.len()).unwrap();
    for packet in &area.packets {
        let Packet::Aswm(packet) = packet else { continue };
        let payload = packet.payload(&Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mesh: Aswm = rewritten(name, &payload);
        let mut crc = flate2::Crc::new();
        crc.update(&payload);
        write!(
            summary,
            ", walkmesh {} of {} bytes, crc {:08x}: {} vertices, {} edges, {} triangles, {} tiles, {} islands",
            mesh.version,
            payload.len(),
            crc.sum(),
            mesh.vertices.len(),
            mesh.edges.len(),
            mesh.triangles.len(),
            mesh.tiles.len(),
            mesh.islands.len()
        )
        .unwrap();
    }
}

/// Reads and writes the meshes of a model. No bytes follow their tables.
fn summarise_mdb(summary: &mut String, name: &str, model: &Mdb) {
    let mut meshes = Vec::new();
    for packet in &model.packets {
        let packet_type = String::from_utf8_lossy(&packet.packet_type);
        match packet.packet_type {
            Walk::PACKET_TYPE => {
                let walk: Walk = rewritten(name, &packet.data);
                assert!(walk.rest.is_empty(), "{name}: bytes after the faces of WALK");
                meshes.push(format!("{packet_type} of {} vertices, {} faces", walk.vertices.len(), walk.faces.len()));
            }
            Collision::COARSE | Collision::FINE => {
                let mesh: Collision = rewritten(name, &packet.data);
                assert!(mesh.rest.is_empty(), "{name}: bytes after the faces of {packet_type}");
                meshes.push(format!("{packet_type} of {} vertices, {} faces", mesh.vertices.len(), mesh.faces.len()));
            }
            _ => meshes.push(format!("{packet_type} of {} bytes", packet.data.len())),
        }
    }
    write!(summary, "{}.{}, {}", model.major, model.minor, meshes.join(", ")).unwrap();
}

fn summarise_ainav(summary: &mut String, dungeon: &AiNavData) {
    let part_one = &dungeon.ref_dungeon;
    let cells: usize = part_one.blocks.iter().map(|block| block.cell_lookup_table.len().isqrt()).sum();
    let links: usize = part_one.blocks.iter().map(|block| block.links.len()).sum();
    let edges: usize = dungeon.simple_dungeon_data.blocks.iter().map(|block| block.edge_centers.len()).sum();
    write!(
        summary,
        "region {:#06x}, {} blocks, {cells} cells, {edges} edges, {links} links",
        part_one.region_id,
        part_one.blocks.len()
    )
    .unwrap();
}
