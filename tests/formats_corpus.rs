//! Every real file at hand is read, written and compared, and summed up in a line that a reviewer reads.
//!
//! The corpus belongs to others and is not part of the project: it is looked for in `WALKMESH_CORPUS` and beside the
//! checkout, and skipped with a printed line where neither exists.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use walkmesh::formats::ainav::AiNavData;
use walkmesh::formats::aswm::Aswm;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::bwm::Bwm;
use walkmesh::formats::dof::Dof;
use walkmesh::formats::trn::{Packet, Trn, Trrn, Watr};
use walkmesh::formats::two_da::TwoDa;
use walkmesh::formats::{Document, Format, Limits};

/// The corpus, if there is one.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = std::env::var_os("WALKMESH_CORPUS").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no corpus at {}; set WALKMESH_CORPUS", folder.display());
    None
}

/// All files below a folder whose bytes are one of the formats, sorted by name.
fn files(folder: &Path) -> Vec<(String, Format, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder that reads") {
            let path = entry.expect("an entry that reads").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).expect("a file that reads");
            if let Some(format) = Format::detect(&bytes) {
                let name = path.strip_prefix(folder).expect("below the folder");
                found.push((name.to_string_lossy().replace('\\', "/"), format, bytes));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

#[track_caller]
fn rewritten<T: Document>(name: &str, bytes: &[u8]) -> T {
    let value = T::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(value.to_bytes().unwrap() == bytes, "{name} is not written as it was read");
    value
}

#[test]
fn every_file_is_byte_exact() {
    let Some(corpus) = corpus() else { return };
    let (mut bwm, mut trn, mut water, mut ainav, mut floors) = (0, 0, 0, 0, 0);
    let mut summary = String::new();
    for (name, format, bytes) in files(&corpus) {
        write!(summary, "{name}: ").unwrap();
        match format {
            Format::Bwm => {
                bwm += 1;
                summarise_bwm(&mut summary, &rewritten(&name, &bytes));
            }
            Format::Trn => {
                trn += 1;
                let area = rewritten(&name, &bytes);
                water += rewritten_packets(&name, &area);
                summarise_trn(&mut summary, &name, &area);
            }
            Format::AiNav => {
                ainav += 1;
                summarise_ainav(&mut summary, &rewritten(&name, &bytes));
            }
            Format::Dof => {
                floors += 1;
                let dof: Dof = rewritten(&name, &bytes);
                write!(summary, "{} blocks", dof.blocks.blocks.len()).unwrap();
            }
            Format::Bms => {
                floors += 1;
                let bms: Bms = rewritten(&name, &bytes);
                let cells = bms.nav_mesh.map_or(0, |mesh| mesh.cells.len());
                write!(summary, "{cells} cells").unwrap();
            }
            // The corpus of this project has none; another one may.
            Format::TwoDa => {
                let table: TwoDa = rewritten(&name, &bytes);
                write!(summary, "{} rows", table.row_labels().count()).unwrap();
            }
            // A walkmesh out of its packet, or a format that this test does not know yet.
            other => panic!("{name}: {other} has no line here"),
        }
        summary.push('\n');
    }
    // The corpus of this project; another one, named by the variable, is only proven byte-exact.
    if std::env::var_os("WALKMESH_CORPUS").is_none() {
        assert_eq!((bwm, trn, water, ainav, floors), (119, 72, 466, 2, 8));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("corpus", summary));
    }
    assert!(bwm + trn + ainav + floors > 0, "no file of a known format in {}", corpus.display());
    println!("{bwm} BWM, {trn} TRN/TRX with {water} WATR, {ainav} AINavData and {floors} DOF and BMS byte-exact");
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

/// Reads and writes the ground and water of an area, and counts the waters. Nothing stands behind their tables.
fn rewritten_packets(name: &str, area: &Trn) -> usize {
    let mut waters = 0;
    for packet in &area.packets {
        let Packet::Other { packet_type, data } = packet else { continue };
        match *packet_type {
            Watr::PACKET_TYPE => {
                let water: Watr = rewritten(name, data);
                assert_eq!(water.rest, [], "{name}: a WATR with more behind it");
                waters += 1;
            }
            Trrn::PACKET_TYPE => {
                let ground: Trrn = rewritten(name, data);
                assert_eq!(ground.rest, [], "{name}: a TRRN with more behind it");
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
