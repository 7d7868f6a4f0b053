#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    round_trip::round_trip::<walkmesh_formats::aswm::Aswm>(bytes);
});
