//! Small places of each game: the files of an area or a dungeon that belong together.

#[path = "../../../../tests/kotor/game/builder.rs"]
mod builder;
#[path = "../../../../tests/support/room_model.rs"]
mod room_model;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use walkmesh::formats::Document;
use walkmesh::level::OpenOptions;

/// Files by their names.
pub type Place = BTreeMap<String, Vec<u8>>;

static PLACES: LazyLock<[Place; 2]> = LazyLock::new(|| [manor(), samples()]);

/// An area of KotOR with all its objects, and the samples of all games.
pub fn places() -> &'static [Place] {
    &*PLACES
}

/// The module of the tests, with the model of one of its rooms.
fn manor() -> Place {
    let game = builder::Game::sound();
    let (_, west) = &game.rooms[0];
    let triangles: Vec<_> = west.faces().filter_map(|face| Some((face.points()?, face.material().0))).collect();
    let model = room_model::RoomModel::of_triangles(&triangles, [0.0; 3]).to_mdl();
    let mut files = game.all();
    files.insert("west.mdl".into(), model.to_bytes().expect("a small model"));
    files
}

fn samples() -> Place {
    macro_rules! samples {
        ($($name:literal)*) => {
            [$(($name.to_owned(), include_bytes!(concat!("../../../../cli/samples/", $name)).to_vec())),*].into()
        };
    }
    samples! {
        "ainavdata_32769.dat" "chest.pwk" "court.bms" "door0.dwk" "dungeon.dof" "hall.bms" "manor.lyt" "manor.pth" "porch.wok"
        "room.wok" "town.git" "town.trn" "town.trx" "yard.trn" "yard.trx"
    }
}

/// The files by which levels are opened, for the levels that a file of a place belongs to, with their options.
pub fn entries(name: &str, place: &Place) -> Vec<(&'static str, OpenOptions)> {
    let options = OpenOptions::default();
    match name.rsplit('.').next().unwrap_or_default() {
        "trn" | "trx" if name.starts_with("yard") => Vec::new(),
        "git" | "trn" | "trx" if place.contains_key("town.trn") => {
            let entries = [("town.trn", options.clone()), ("town.trx", options)];
            entries.into_iter().filter(|(entry, _)| name.ends_with("git") || *entry == name).collect()
        }
        "dat" | "dof" | "bms" => {
            vec![("ainavdata_32769.dat", options.clone().with_dof("dungeon.dof")), ("dungeon.dof", options)]
        }
        _ => vec![("manor.lyt", options)],
    }
}
