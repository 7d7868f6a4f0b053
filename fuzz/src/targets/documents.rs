//! Documents: whatever can be read is written with the same bytes.

use walkmesh::kotor::MaterialTable;
use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::Aswm;
use walkmesh_formats::bms::Bms;
use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::dof::Dof;
use walkmesh_formats::trn::{Packet, Trn, Trrn, Watr};
use walkmesh_formats::two_da::{Text, TwoDa};
use walkmesh_formats::{Document, Limits};

/// Reads and writes a document; returns it if the bytes are one.
fn round_trip<T: Document>(bytes: &[u8]) -> Option<T> {
    let value = T::from_bytes(bytes).ok()?;
    let written = value.to_bytes().expect("what was read can be written");
    assert!(written == bytes, "what was read is written with other bytes");
    Some(value)
}

/// AINavData.
pub fn ainav(bytes: &[u8]) {
    round_trip::<AiNavData>(bytes);
}

/// An inflated ASWM.
pub fn aswm(bytes: &[u8]) {
    round_trip::<Aswm>(bytes);
}

/// BMS.
pub fn bms(bytes: &[u8]) {
    round_trip::<Bms>(bytes);
}

/// BWM.
pub fn bwm(bytes: &[u8]) {
    round_trip::<Bwm>(bytes);
}

/// DOF.
pub fn dof(bytes: &[u8]) {
    round_trip::<Dof>(bytes);
}

/// TRN and TRX, and the documents in their packets.
pub fn trn(bytes: &[u8]) {
    let Some(area) = round_trip::<Trn>(bytes) else { return };
    for packet in &area.packets {
        match packet {
            Packet::Aswm(packet) => {
                let Ok(payload) = packet.payload(&Limits::default().with_inflated(1 << 22)) else { continue };
                round_trip::<Aswm>(&payload);
            }
            Packet::Other { packet_type: Watr::PACKET_TYPE, data } => drop(round_trip::<Watr>(data)),
            Packet::Other { packet_type: Trrn::PACKET_TYPE, data } => drop(round_trip::<Trrn>(data)),
            Packet::Trwh(_) | Packet::Other { .. } => {}
        }
    }
}

/// 2DA in both forms, and the table of materials that it may be.
pub fn two_da(bytes: &[u8]) {
    round_trip::<TwoDa>(bytes);
    if let Ok(table) = Text::from_bytes(bytes) {
        let columns = table.column_labels().count();
        for row in table.rows() {
            (0..columns.min(8)).for_each(|column| assert!(row.cell(column).len() <= bytes.len()));
        }
    }
    let _ = MaterialTable::from_2da(bytes);
}
