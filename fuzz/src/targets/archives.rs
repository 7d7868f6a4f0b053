//! Archives: any bytes are rejected, or give files by name; writing the same files back gives the same archive.

use walkmesh::formats::erf::Erf;
use walkmesh::formats::rim::Rim;
use walkmesh::formats::{Document, Format};
use walkmesh::level::{Archive, ArchiveSummary, Files, rewrite_archive};

/// An archive, opened by its directory and rewritten as a whole.
pub fn archives(bytes: &[u8]) {
    let Ok(archive) = Archive::from_bytes("archive", bytes) else {
        assert!(rewrite_archive(bytes, []).is_err(), "an archive that cannot be opened is not rewritten");
        return;
    };
    let names = archive.names().expect("the names are known");
    // Members may share their bytes, so that all together are larger than the archive.
    let mut left = 4 * bytes.len();
    for name in &names {
        let size = archive.size_of(name).expect("the size of a member") as usize;
        let read = archive.read(name);
        assert!(read.is_err() || read.is_ok_and(|read| read.len() == size), "{name}: as long as the directory says");
        left = left.saturating_sub(size);
        if left == 0 {
            break;
        }
    }
    assert_eq!(ArchiveSummary::of_archive(&archive).files, names.len());

    let Ok(same) = rewrite_archive(bytes, []) else { return };
    assert!(same == bytes, "an archive without other files is the same");
    // The position of a member without bytes is unknown, so another member is changed.
    let filled = |name: &&String| archive.size_of(name).is_some_and(|size| size > 0);
    let Some(name) = names.iter().find(filled) else { return };
    let Ok(before) = archive.read(name) else { return };
    let longer = [&before[..], b"more"].concat();
    // A name that is not Unicode has no key, and is added.
    let Ok(other) = rewrite_archive(bytes, [(name.as_str(), &longer[..])]) else { return };
    let changed = Archive::from_bytes("other", other.clone()).expect("an archive was written");
    assert!(changed.read(name).is_ok_and(|read| read == longer), "{name}: the new bytes are read");
    if changed.names().is_ok_and(|now| now == names) {
        let back = rewrite_archive(&other, [(name.as_str(), &before[..])]).expect("an archive was written");
        assert!(back == bytes || differs_in_empty_parts(&back, bytes), "{name}: out and in again");
    }
}

/// Returns whether two archives differ only in the offsets that they store for parts without bytes. Such an offset may happen to equal the
/// end of the longer member, and is then no longer recognisable as a different one.
fn differs_in_empty_parts(one: &[u8], other: &[u8]) -> bool {
    match Format::detect(one) {
        Some(Format::Rim) => {
            let parsed = |bytes| Rim::from_bytes(bytes).map(|rim| Rim { empty_parts: Vec::new(), ..rim });
            parsed(one) == parsed(other)
        }
        _ => {
            let parsed = |bytes| Erf::from_bytes(bytes).map(|erf| Erf { empty_parts: Vec::new(), ..erf });
            parsed(one) == parsed(other)
        }
    }
}
