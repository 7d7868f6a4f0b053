#![no_main]

use walkmesh_formats::aswm::Aswm;
use walkmesh_formats::trn::{Packet, Trn, Trrn, Watr};
use walkmesh_formats::{Document, Limits};

/// Ground and water have no byte that is not kept.
fn exact<T: Document>(bytes: &[u8]) {
    if let Some(packet) = round_trip::round_trip::<T>(bytes) {
        assert_eq!(packet.to_bytes().expect("it was written before"), bytes);
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some(area) = round_trip::round_trip::<Trn>(bytes) else { return };
    for packet in &area.packets {
        match packet {
            Packet::Aswm(packet) => {
                let Ok(payload) = packet.payload(&Limits { inflated: 1 << 22 }) else { continue };
                round_trip::round_trip::<Aswm>(&payload);
            }
            Packet::Other { packet_type: Watr::PACKET_TYPE, data } => exact::<Watr>(data),
            Packet::Other { packet_type: Trrn::PACKET_TYPE, data } => exact::<Trrn>(data),
            Packet::Trwh(_) | Packet::Other { .. } => {}
        }
    }
});
