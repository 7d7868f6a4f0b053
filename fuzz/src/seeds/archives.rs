//! Seeds of archives with small levels.

use std::collections::BTreeMap;

use walkmesh::formats::Document;
use walkmesh::formats::erf::{Erf, Version};
use walkmesh::formats::rim::Rim;
use walkmesh::level::rewrite_archive;

/// An archive of each kind with files of the places, by its name.
pub fn archives(places: &[BTreeMap<String, Vec<u8>>]) -> BTreeMap<String, Vec<u8>> {
    const KOTOR: &[&str] = &["manor.lyt", "porch.wok", "chest.pwk", "door0.dwk"];
    const NWN2: &[&str] = &["yard.trn", "yard.trx"];
    let files: BTreeMap<&str, &[u8]> = places.iter().flatten().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let empty = |document: Result<Vec<u8>, _>| -> Vec<u8> { document.expect("an archive without files") };
    [
        ("manor.mod", empty(Erf { file_type: *b"MOD ", ..Erf::default() }.to_bytes()), KOTOR),
        ("manor.rim", empty(Rim::default().to_bytes()), KOTOR),
        ("yard.hak", empty(Erf { file_type: *b"HAK ", version: Version::V1_1, ..Erf::default() }.to_bytes()), NWN2),
    ]
    .into_iter()
    .map(|(name, empty, members)| {
        let members = members.iter().map(|member| (*member, files[member]));
        (name.to_owned(), rewrite_archive(&empty, members).expect("short names"))
    })
    .collect()
}
