//! Games with changed contents, and archives of a game's files.

use std::collections::BTreeMap;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::biff::{Biff, Member};
use walkmesh::formats::erf::{self, Erf};
use walkmesh::formats::gff::{Tree, TreeValue};
use walkmesh::formats::key::{self, KeyFile, ResourceIdBits};
use walkmesh::formats::resource_type::{Numbering, number};
use walkmesh::formats::rim::{self, Rim};
use walkmesh::kotor::Walkmesh;

use super::builder::{Game, numbers};

impl Game {
    /// The same things at a point of another room, which becomes the only room.
    pub fn in_room(mut self, room: Walkmesh, [x, y, z]: [f32; 3]) -> Self {
        self.rooms = vec![("west", room)];
        for thing in self.things.values_mut().flatten() {
            for (labels, value) in [(["X", "XPosition"], x), (["Y", "YPosition"], y), (["Z", "ZPosition"], z)] {
                let known = |(label, _): &&mut (String, TreeValue)| labels.contains(&&**label);
                thing.fields.iter_mut().filter(known).for_each(|(_, old)| *old = TreeValue::Float(value));
            }
        }
        let spawn = numbers(Tree::new(0), [("X", x), ("Y", y), ("Z", z)]);
        set(self.first("Encounter List"), "SpawnPointList", TreeValue::List(vec![spawn]));
        for (label, value) in [("Mod_Entry_X", x), ("Mod_Entry_Y", y), ("Mod_Entry_Z", z)] {
            set(&mut self.module, label, TreeValue::Float(value));
        }
        (self.points, self.links) = (vec![(x, y, 0, 0)], Vec::new());
        self.seen = "west 0\n".to_owned();
        self
    }

    /// The first thing of a list.
    pub fn first(&mut self, list: &str) -> &mut Tree {
        &mut self.things.get_mut(list).unwrap()[0]
    }

    /// The files of the module, and those of the game.
    pub fn parts(&self) -> [BTreeMap<String, Vec<u8>>; 2] {
        let of_module = |name: &str| ["git", "ifo", "pth", "utc", "utd", "utp"].iter().any(|it| name.ends_with(it));
        let (module, game) = self.all().into_iter().partition(|(name, _)| of_module(name));
        [module, game]
    }
}

/// Gives a field another value, or adds it.
pub fn set(tree: &mut Tree, label: &str, value: TreeValue) {
    tree.fields.retain(|(known, _)| known != label);
    tree.fields.push((label.to_owned(), value));
}

/// The name without its extension, filled up with NUL, and the type.
fn key_of(file: &str) -> ([u8; 16], u16) {
    let (stem, extension) = file.rsplit_once('.').unwrap();
    let mut name = [0; 16];
    name[..stem.len()].copy_from_slice(stem.as_bytes());
    (name, number(extension, Numbering::Kotor).unwrap())
}

/// A MOD with these files.
pub fn module(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let key = |(at, file): (u32, &String)| erf::Key::new(file.rsplit_once('.').unwrap().0, key_of(file).1, at).unwrap();
    let keys = (0..).zip(files.keys()).map(key).collect();
    let archive = Erf { file_type: *b"MOD ", keys, members: files.values().cloned().collect(), ..Erf::default() };
    archive.to_bytes().unwrap()
}

/// A RIM with these files.
pub fn rim<'f>(files: impl IntoIterator<Item = (&'f String, &'f Vec<u8>)>) -> Vec<u8> {
    let member = |(at, (file, data)): (u32, (&String, &Vec<u8>))| {
        let (name, kind) = key_of(file);
        rim::Member { name, resource_type: kind.into(), resource_id: at, data: data.clone() }
    };
    Rim { members: (0..).zip(files).map(member).collect(), ..Rim::default() }.to_bytes().unwrap()
}

/// Writes a `chitin.key` and two BIFs with these files into a folder.
pub fn write_key(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    std::fs::create_dir_all(folder.join("data")).unwrap();
    let (mut bifs, mut keys) = ([Biff::default(), Biff::default()], Vec::new());
    for (at, (file, data)) in files.iter().enumerate() {
        let (name, kind) = key_of(file);
        let members = &mut bifs[at % 2].members;
        let id = ResourceIdBits::new().with_archive((at % 2) as u16).with_index(members.len() as u32);
        keys.push(key::Key { name, resource_type: kind, resource_id: id.into() });
        members.push(Member { resource_id: members.len() as u32, resource_type: kind.into(), data: data.clone() });
    }
    let archives = bifs.iter().enumerate().map(|(at, bif)| {
        let bytes = bif.to_bytes().unwrap();
        std::fs::write(folder.join(format!("data/game{at}.bif")), &bytes).unwrap();
        key::Archive { size: bytes.len() as u32, name: format!("data\\game{at}.bif\0").into(), drives: 1 }
    });
    let list = KeyFile { archives: archives.collect(), keys, ..KeyFile::default() };
    std::fs::write(folder.join("chitin.key"), list.to_bytes().unwrap()).unwrap();
}
