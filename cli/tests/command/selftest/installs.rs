//! Small installs of the three games, made by this project.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::erf::{Erf, Version};
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::kotor::Walkmesh;
use walkmesh::level::{BakeOptions, Level, Memory, OpenOptions, rewrite_archive, write_zip};
use walkmesh_testing::RoomModel;

use crate::archives::sample;
use crate::builder::Game;
use crate::footprints::{model, table};
use crate::packing::{module, rim, write_key};
use crate::run::root;

/// Writes a file and the folders around it.
pub fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, bytes).expect("a file");
}

/// An install of KotOR: an area whose rooms are in BIFs and whose objects are in a module, a pair of RIMs, and an override.
pub fn kotor(folder: &Path, game: &Game) {
    let [own, mut of_game] = game.parts();
    of_game.insert("west.mdl".to_owned(), model_of(&of_game["west.wok"]));
    // The tree of the room becomes the tree of its model.
    let files: Memory = of_game.iter().map(|(name, bytes)| (name, bytes.as_slice())).collect();
    let mut level = Level::open(&files, "manor.lyt", &OpenOptions::default()).expect("an area");
    level.bake(&BakeOptions::default()).expect("a bake").notes.clear();
    of_game.extend(level.changed().expect("the rooms"));
    write_key(folder, &of_game);
    write(folder, "modules/manor.mod", &module(&own));
    let cellar = |names: &[&str]| {
        let files: Vec<_> = names.iter().map(|name| ((*name).to_owned(), own[*name].clone())).collect();
        rim(files.iter().map(|(name, bytes)| (name, bytes)))
    };
    write(folder, "modules/cellar.rim", &cellar(&["module.ifo"]));
    write(folder, "modules/cellar_s.rim", &cellar(&["chest.utp", "manor.git", "manor.pth"]));
    for name in ["chest.pwk", "door0.dwk"] {
        write(folder, &format!("override/{name}"), &sample(name));
    }
    write(folder, "override/notes.txt", b"secret notes");
}

/// A model of a room, with the room's faces.
pub fn model_of(room: &[u8]) -> Vec<u8> {
    let room = Walkmesh::from_bytes(room).expect("a walkmesh");
    let triangles: Vec<_> = room.faces().map(|face| (face.points().expect("a face"), face.material().0)).collect();
    RoomModel::of_triangles(&triangles, [0.0; 3]).to_mdl().to_bytes().expect("a model")
}

/// An install of NWN2: the town in a module that is a folder, the yard in a MOD, models in a hak and in a zip.
pub fn nwn2(folder: &Path) {
    let members =
        [("2da/placeables.2da", table(&[(5, "PLC_GAME")]).into_bytes()), ("models/PLC_Game.MDB", model(0.75))];
    let zip = write_zip(members.iter().map(|(name, bytes)| (*name, &bytes[..]))).expect("a zip");
    write(folder, "Data/models.zip", &zip);
    write(folder, "hak/models.hak", &archive(*b"HAK ", &[("plc_hak.mdb", model(0.5))]));
    for name in ["town.trn", "town.trx", "town.git"] {
        write(folder, &format!("modules/my/{name}"), &sample(name));
    }
    write(folder, "modules/my/module.ifo", &info("town", Some("models")));
    let yard = [("module.ifo", info("yard", None)), ("yard.trn", sample("yard.trn")), ("yard.trx", sample("yard.trx"))];
    write(folder, "modules/yard.mod", &archive(*b"MOD ", &yard));
}

/// The `module.ifo` of a module with one area.
pub fn info(area: &str, hak: Option<&str>) -> Vec<u8> {
    let area = Tree::new(6).with("Area_Name", TreeValue::ResRef(area.into()));
    let hak = hak.map(|hak| Tree::new(8).with("Mod_Hak", TreeValue::String(hak.into())));
    let root = Tree::root().with("Mod_Area_list", TreeValue::List(vec![area]));
    let root = root.with("Mod_HakList", TreeValue::List(hak.into_iter().collect()));
    Gff::from_tree(*b"IFO ", &root).expect("a tree").to_bytes().expect("a file")
}

fn archive(file_type: [u8; 4], members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let empty = Erf { file_type, version: Version::V1_1, ..Erf::default() }.to_bytes().expect("an archive");
    rewrite_archive(&empty, members.iter().map(|(name, bytes)| (*name, &bytes[..]))).expect("an archive")
}

/// Extracted files of Silkroad: two dungeons with their floors.
pub fn silkroad(folder: &Path) {
    for name in ["ainavdata_32769.dat", "dungeon.dof", "court.bms", "hall.bms"] {
        write(folder, &format!("dungeon/{name}"), &sample(name));
    }
    for entry in fs::read_dir(root().join("areas/crypt")).expect("the crypt") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        write(folder, &format!("crypt/{name}"), &fs::read(&path).expect("a file"));
    }
}
