//! Edits of an archive, compared with a map of names and bytes: after each edit both hold the same files.

use std::collections::BTreeMap;

use walkmesh::formats::Document;
use walkmesh::formats::erf::{Erf, Version};
use walkmesh::formats::rim::Rim;
use walkmesh::level::{Archive, Files, rewrite_archive};

use super::lattice::Bytes;

/// Letters of either case, one name as long as an ERF 1.0 can have, and one that is longer.
const NAMES: [&str; 8] = ["a", "A", "room", "Room_2", "b", "sixteen_letters_", "seventeen_letters", "m01aa"];
const EXTENSIONS: [&str; 4] = ["wok", "GIT", "2da", "utc"];

/// A kind of archive, and edits: a name, a length, and bytes.
pub fn archive_edits(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let kind = bytes.next() % 3;
    let empty = match kind {
        0 => Erf { file_type: *b"MOD ", ..Erf::default() }.to_bytes(),
        1 => Erf { file_type: *b"HAK ", version: Version::V1_1, ..Erf::default() }.to_bytes(),
        _ => Rim::default().to_bytes(),
    };
    let mut archive = empty.expect("an archive without files");
    let mut expected: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let first = archive.clone();
    while !bytes.is_empty() {
        let asked = bytes.next();
        let name = format!("{}.{}", NAMES[usize::from(asked % 8)], EXTENSIONS[usize::from(asked / 8 % 4)]);
        let length = bytes.next() % 40;
        let content: Vec<u8> = (0..length).map(|_| bytes.next()).collect();
        let is_too_long = kind != 1 && name.len() > 20;
        match rewrite_archive(&archive, [(name.as_str(), &content[..])]) {
            Ok(edited) if !is_too_long => archive = edited,
            Err(_) if is_too_long => continue,
            edited => panic!("{name}: {edited:?}"),
        }
        expected.insert(name.to_ascii_lowercase(), content);
        compare(&archive, &expected);
    }
    // All edits at once, in the order of the map, give the same files.
    let all = expected.iter().map(|(name, content)| (name.as_str(), &content[..]));
    compare(&rewrite_archive(&first, all).expect("names that were short enough"), &expected);
    // Adding the same file again changes nothing.
    let again = expected.iter().map(|(name, content)| (name.as_str(), &content[..]));
    assert!(rewrite_archive(&archive, again).is_ok_and(|same| same == archive), "the same files, the same bytes");
}

fn compare(archive: &[u8], expected: &BTreeMap<String, Vec<u8>>) {
    let archive = Archive::from_bytes("archive", archive).expect("an archive was written");
    let names = archive.names().expect("the names are known");
    let found: BTreeMap<String, Vec<u8>> = names
        .iter()
        .map(|name| (name.to_ascii_lowercase(), archive.read(name).expect("a member that was written")))
        .collect();
    assert_eq!((names.len(), &found), (expected.len(), expected));
}
