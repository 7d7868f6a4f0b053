#![no_main]

use walkmesh_formats::aswm::Aswm;
use walkmesh_formats::trn::{Packet, Trn};
use walkmesh_formats::Limits;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some(area) = round_trip::round_trip::<Trn>(bytes) else { return };
    for packet in &area.packets {
        let Packet::Aswm(packet) = packet else { continue };
        let Ok(payload) = packet.payload(&Limits { inflated: 1 << 22 }) else { continue };
        round_trip::round_trip::<Aswm>(&payload);
    }
});
