//! The samples of the page without files: the places of the demo, and a module.

use std::f32::consts::FRAC_PI_2;

use super::{Sample, ViewFile};
use crate::placed_object::Stand;
use crate::sample_places::{FOLDERS, Folder};

/// Titles of the places of the demo.
const TITLES: [[&str; 2]; 3] = [
    ["An academy", "Knights of the Old Republic: five rooms, a gate and a well"],
    ["A town", "Neverwinter Nights 2: carved with its objects, and baked"],
    ["A crypt", "Silkroad Online: five blocks on three floors"],
];
const MODULE: &[u8] = include_bytes!("../../modules/manor.mod");
/// The objects of the academy: the prefix of their file names, and their positions.
const OBJECTS: [(&str, Stand); 2] = [
    ("gate", Stand { at: [22.0, 0.0, 0.0], bearing: FRAC_PI_2 }),
    ("well", Stand { at: [-4.0, 20.5, 2.65], bearing: 0.0 }),
];

/// The four samples.
pub fn samples() -> Vec<Sample> {
    let stand = |name: &str| OBJECTS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, stand)| *stand);
    let file = |(name, bytes): &(&str, &[u8])| ViewFile {
        name: (*name).to_owned(),
        bytes: bytes.to_vec(),
        stand: stand(name),
    };
    let place = |(folder, [title, what]): (&Folder, [&'static str; 2])| Sample {
        name: folder.name,
        title,
        what,
        files: folder.files.iter().map(file).collect(),
    };
    let module = Sample {
        name: "manor",
        title: "A module",
        what: "Knights of the Old Republic: an archive with two rooms",
        files: vec![file(&("manor.mod", MODULE))],
    };
    FOLDERS.iter().zip(TITLES).map(place).chain([module]).collect()
}
