//! Documents: whatever can be read is written with the same bytes.

use walkmesh::kotor::{
    AppearanceTable, Git, MaterialTable, Model, ModelTable, ModuleInfo, PathPoints, Template, Visibility,
};
use walkmesh::nwn2::Footprint;
use walkmesh_formats::mdb::{Collision, Mdb, Walk};
use walkmesh_formats::trn::{Packet, Trn, Trrn, Watr};
use walkmesh_formats::two_da::Text;
use walkmesh_formats::{Document, Error, Format, Limits};

/// Reads and writes a document, if the bytes are one.
fn round_trip(format: Format, bytes: &[u8]) {
    let written = match format.rewrite(bytes, &Limits::default()) {
        Ok(written) => written,
        Err(error) => return assert!(!matches!(error, Error::Unwritable(_)), "what was read can be written: {error}"),
    };
    assert!(written == bytes, "what was read is written with other bytes");
}

/// The bytes as each of the documents, the documents in the packets of an area, and tables of text.
pub fn documents(bytes: &[u8]) {
    for &format in Format::ALL {
        round_trip(format, bytes);
    }
    packets(bytes);
    meshes(bytes);
    model(bytes);
    table(bytes);
    area(bytes);
}

/// The documents in the packets of a TRN or TRX.
fn packets(bytes: &[u8]) {
    let Ok(area) = Trn::from_bytes(bytes) else { return };
    for packet in &area.packets {
        match packet {
            Packet::Aswm(packet) => {
                let Ok(payload) = packet.payload(&Limits::default().with_inflated(1 << 22)) else { continue };
                round_trip(Format::Aswm, &payload);
            }
            Packet::Other { packet_type: Watr::PACKET_TYPE, data } => round_trip(Format::Watr, data),
            Packet::Other { packet_type: Trrn::PACKET_TYPE, data } => round_trip(Format::Trrn, data),
            Packet::Trwh(_) | Packet::Other { .. } => {}
        }
    }
}

/// The documents in the packets of a model, and its footprint.
fn meshes(bytes: &[u8]) {
    let Ok(model) = Mdb::from_bytes(bytes) else { return };
    for packet in &model.packets {
        match packet.packet_type {
            Walk::PACKET_TYPE => round_trip(Format::Walk, &packet.data),
            Collision::COARSE | Collision::FINE => round_trip(Format::Collision, &packet.data),
            _ => {}
        }
    }
    let _ = Footprint::of_model(&model);
}

/// The model of a room of KotOR, which is written as it was read.
fn model(bytes: &[u8]) {
    let Ok(model) = Model::from_bytes(bytes) else { return };
    assert!(model.to_bytes().is_ok_and(|written| written == bytes), "what was read is written with other bytes");
    assert_eq!(model.faces().count(), model.face_count());
}

/// Queries the files of an area of KotOR.
fn area(bytes: &[u8]) {
    let structs = |git: &Git| git.as_raw().structs.len();
    if let Ok(git) = Git::from_bytes(bytes) {
        let found = git.instances();
        let points: usize = found.complete.iter().map(|it| it.outline.len() + it.spawn_points.len()).sum();
        assert!(points <= structs(&git), "an outline has more points than the file");
    }
    if let Ok(path) = PathPoints::from_bytes(bytes) {
        assert!((0..path.points().len()).all(|point| path.links_of(point).len() <= path.links().len()));
    }
    let _ = (ModuleInfo::from_bytes(bytes), Template::from_bytes(bytes), ModelTable::from_2da(bytes));
    let _ = (Visibility::from_bytes(bytes), AppearanceTable::from_2da(bytes));
}

/// A 2DA of text, and the table of materials that a 2DA of either form may be.
fn table(bytes: &[u8]) {
    if let Ok(table) = Text::from_bytes(bytes) {
        let columns = table.column_labels().count();
        for row in table.rows() {
            (0..columns.min(8)).for_each(|column| assert!(row.cell(column).len() <= bytes.len()));
        }
    }
    let _ = MaterialTable::from_2da(bytes);
}
