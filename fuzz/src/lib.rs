//! What every fuzz target asks of a format.

use walkmesh_formats::Document;

/// Whatever reads can be written, and what was written reads and is written the same again.
pub fn round_trip<T: Document>(bytes: &[u8]) -> Option<T> {
    let value = T::from_bytes(bytes).ok()?;
    let written = value.to_bytes().expect("what was read can be written");
    let again = T::from_bytes(&written).expect("what was written reads");
    assert_eq!(again.to_bytes().expect("and can be written again"), written);
    Some(value)
}
