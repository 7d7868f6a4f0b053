//! [`zip`]: files in one zip, stored as they are, so that the same files give the same bytes.

use crate::error::{Thrown, thrown};

/// The first day that a zip can name: the files have no time of their own.
const DATE: u16 = (1 << 5) | 1;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
/// The version of the format that readers need for stored files.
const VERSION: u16 = 20;

/// A zip with these files, in this order.
///
/// # Errors
/// `SaveError`: there are more than 65,535 files, or more than 4 GB.
pub fn zip<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Result<Vec<u8>, Thrown> {
    let too_large = |_| thrown("SaveError", "the files are too large for a zip");
    let (mut written, mut directory, mut count) = (Vec::new(), Vec::new(), 0_usize);
    for (name, bytes) in files {
        let offset = u32::try_from(written.len()).map_err(too_large)?;
        let size = u32::try_from(bytes.len()).map_err(too_large)?;
        let length = u16::try_from(name.len()).map_err(too_large)?;
        let mut header = Vec::new();
        [VERSION, FLAGS, 0, 0, DATE].iter().for_each(|word| header.extend(word.to_le_bytes()));
        [crc(bytes), size, size].iter().for_each(|word| header.extend(word.to_le_bytes()));
        [length, 0].iter().for_each(|word| header.extend(word.to_le_bytes()));
        written.extend(b"PK\x03\x04");
        written.extend(&header);
        written.extend(name.as_bytes());
        written.extend(bytes);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&header);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
        count += 1;
    }
    let count = u16::try_from(count).map_err(too_large)?;
    let sizes = [directory.len(), written.len()].map(|size| u32::try_from(size).map_err(too_large));
    let [size, offset] = sizes;
    let (size, offset) = (size?, offset?);
    written.extend(directory);
    written.extend(b"PK\x05\x06\0\0\0\0");
    [count, count].iter().for_each(|word| written.extend(word.to_le_bytes()));
    [size, offset].iter().for_each(|word| written.extend(word.to_le_bytes()));
    written.extend([0; 2]);
    Ok(written)
}

/// The checksum of a zip: CRC-32.
fn crc(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    });
    !bytes.iter().fold(!0, |crc, byte| (crc >> 8) ^ table[((crc ^ u32::from(*byte)) & 0xFF) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_zips() {
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc(b""), 0);
    }

    #[test]
    fn a_zip_has_its_files_where_its_directory_says() {
        let files = [("room.wok", &b"BWM V1.0"[..]), ("größe.lyt", b"")];
        let zip = zip(files).expect("a zip");
        let word = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().expect("four bytes")) as usize;
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
        let mut at = word(end + 16);
        for (name, bytes) in files {
            assert_eq!(&zip[at..at + 4], b"PK\x01\x02");
            assert_eq!(&zip[at + 46..at + 46 + name.len()], name.as_bytes());
            let local = word(at + 42);
            assert_eq!(&zip[local..local + 4], b"PK\x03\x04");
            let data = local + 30 + name.len();
            assert_eq!((&zip[data..data + bytes.len()], word(at + 24)), (bytes, bytes.len()));
            at += 46 + name.len();
        }
        assert_eq!(at, end);
    }
}
