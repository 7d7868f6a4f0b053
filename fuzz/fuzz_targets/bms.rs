#![no_main]

use walkmesh_formats::Document;

// What reads is written byte for byte: its sections stand one behind the other, and what is not known is kept raw.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(file) = round_trip::round_trip::<walkmesh_formats::bms::Bms>(bytes) {
        assert_eq!(file.to_bytes().expect("it was written before"), bytes);
    }
});
