//! The deviations that are planted into the installs, and where the reports must have them.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::ainav::AiNavData;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::bwm::Bwm;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::level::{Files, KeyFiles, write_zip};
use walkmesh::nwn2::{Terrain, Walkmesh};

use crate::archives::sample;
use crate::builder::Game;
use crate::footprints::{model, table};

use super::installs::{info, model_of, write};

/// The install, what is planted, and the count in its report that rises.
pub const EXPECTED: &[(usize, &str, &str)] = &[
    (0, "a truncated walkmesh", "/files/BWM/refused/Malformed BWM: directory.edge_offset"),
    (0, "an empty walkmesh", "/files/BWM/refused/Empty"),
    (0, "a text with the name of a walkmesh", "/files/BWM/refused/Unrecognised"),
    (0, "a truncated module", "/files/ERF/refused/Malformed ERF: members[]"),
    (0, "a changed distance", "/levels/LYT/rules/distance-stale/findings/error"),
    (0, "a changed distance, by the bake", "/levels/LYT/tables/distances/levels_different"),
    (0, "wrong neighbours", "/levels/LYT/rules/adjacency-stale/findings/error"),
    (0, "a tree out of order", "/levels/BWM/rules/face-not-in-tree/findings/error"),
    (0, "foreign bytes after the end", "/levels/BWM/rules/file-surplus/findings/warning"),
    (0, "a GIT whose placeable has no walkmesh", "/levels/LYT/rules/object-walkmesh-missing/levels"),
    (0, "a broken link between path points", "/levels/LYT/rules/path-link-out-of-range/findings/error"),
    (0, "a model of another room", "/levels/LYT/rules/model-differs/findings/warning"),
    (1, "a stale bake", "/levels/TRX/areas/stale"),
    (1, "a TRN without its TRX", "/levels/TRN/areas/stale"),
    (1, "a truncated TRX", "/files/TRX/refused/Malformed TRN: packets[].compressed_data"),
    (1, "a truncated model", "/files/MDB/refused/Malformed MDB: packets[]"),
    (1, "the model of a placeable", "/placeable_models/unreadable"),
    (1, "a truncated zip", "/files/zip/refused/unreadable"),
    (1, "a changed table of islands", "/levels/TRX/tables/islands.center/levels_different"),
    (1, "a module without its hak", "/levels/unknown/refused/unreadable"),
    (2, "a link to a missing edge", "/levels/AINavData/rules/link-edge-out-of-range/findings/error"),
    (2, "a link to a missing edge, by a route", "/levels/AINavData/routes/NoSuchEntry"),
    (2, "a truncated mesh", "/files/BMS/refused/Malformed BMS: nav_mesh.cells"),
    (2, "a moved floor", "/levels/AINavData/floors/blocks.edge_centres/levels_different"),
    (2, "truncated tables", "/files/AINavData/refused/Malformed AINavData: ref_dungeon.blocks[].cell_lookup_table"),
    (2, "a mesh over the limit", "/files/BMS/refused/over the limit max-inflated"),
];

/// Plants into the contents of the area.
pub fn in_contents(game: &mut Game) {
    game.without.push("plc_chest.pwk");
    game.links[0] = 99;
}

fn start(bytes: &[u8], part: usize) -> &[u8] {
    &bytes[..bytes.len() / part]
}

/// Writes a changed document.
fn change<D: Document>(folder: &Path, name: &str, bytes: &[u8], change: impl FnOnce(&mut D)) {
    let mut document = D::from_bytes(bytes).expect("a document");
    change(&mut document);
    write(folder, name, &document.to_bytes().expect("bytes"));
}

pub fn in_kotor(folder: &Path) {
    let chest = sample("chest.pwk");
    write(folder, "override/cut.pwk", start(&chest, 2));
    write(folder, "override/empty.dwk", b"");
    write(folder, "override/text.wok", b"not a walkmesh");
    write(folder, "override/tail.pwk", &[&chest, &b"foreign"[..]].concat());
    let module = fs::read(folder.join("modules/manor.mod")).expect("the module");
    write(folder, "modules/broken.mod", start(&module, 2));
    let rooms = KeyFiles::open(folder.join("chitin.key")).expect("the list");
    let room = |name: &str| rooms.read(name).expect("the room");
    change(folder, "override/west.wok", &room("west.wok"), |room: &mut Bwm| room.distances[0] += 1.0);
    change(folder, "override/east.wok", &room("east.wok"), |room: &mut Bwm| room.adjacencies.swap(0, 1));
    write(folder, "override/east.mdl", &model_of(&room("west.wok")));
    change(folder, "override/porch.wok", &sample("porch.wok"), |room: &mut Bwm| room.aabb_nodes.swap(1, 2));
}

pub fn in_nwn2(folder: &Path) {
    let trx = sample("yard.trx");
    write(folder, "modules/stale/yard.trx", &trx);
    write(folder, "modules/stale/yard.trn", &sample("yard.trn"));
    write(folder, "modules/stale/yard.git", &cutter());
    write(folder, "modules/stale/module.ifo", &info("yard", None));
    write(folder, "modules/raw/town.trn", &sample("town.trn"));
    write(folder, "modules/raw/module.ifo", &info("town", None));
    write(folder, "modules/lost/module.ifo", &info("town", Some("gone")));
    write(folder, "extra/cut.trx", start(&trx, 2));
    let table = table(&[(5, "PLC_GAME")]).into_bytes();
    let members = [("placeables.2da", table), ("plc_game.mdb", start(&model(0.75), 2).to_vec())];
    let zip = write_zip(members.iter().map(|(name, bytes)| (*name, &bytes[..]))).expect("a zip");
    write(folder, "Data/models.zip", &zip);
    write(folder, "extra/cut.zip", start(&zip, 2));
    let mut area = Terrain::from_bytes(&trx).expect("an area");
    let mut raw = area.walkmesh().expect("a walkmesh").as_raw().clone();
    raw.islands[0].header.center.x += 1.0;
    area.set_walkmesh(Walkmesh::from_raw(raw)).expect("an area");
    write(folder, "modules/island/yard.trx", &area.to_bytes().expect("bytes"));
    write(folder, "modules/island/module.ifo", &info("yard", None));
}

/// A GIT with a walkmesh cutter in the yard.
fn cutter() -> Vec<u8> {
    let at = |tree: Tree, labels: [&str; 2], [x, y]: [f32; 2]| {
        tree.with(labels[0], TreeValue::Float(x)).with(labels[1], TreeValue::Float(y))
    };
    let corners = [[0.0, 0.0], [2.0, 0.5], [1.0, 2.0]].map(|corner| at(Tree::new(3), ["PointX", "PointY"], corner));
    let cutter = at(Tree::new(1), ["XPosition", "YPosition"], [6.5, 0.5])
        .with("Type", TreeValue::Int(3))
        .with("Geometry", TreeValue::List(corners.to_vec()));
    let root = Tree::root().with("TriggerList", TreeValue::List(vec![cutter]));
    Gff::from_tree(*b"GIT ", &root).expect("a tree").to_bytes().expect("a file")
}

pub fn in_silkroad(folder: &Path) {
    let tables = sample("ainavdata_32769.dat");
    write(folder, "cut/ainavdata_32769.dat", start(&tables, 2));
    let mesh = sample("hall.bms");
    write(folder, "cut/hall.bms", start(&mesh, 2));
    change(folder, "dungeon/ainavdata_32769.dat", &tables, |tables: &mut AiNavData| {
        tables.ref_dungeon.blocks[0].links[0].linked_obj_ref_edge_index += 1;
    });
    change(folder, "crypt/tomb.bms", &fs::read(folder.join("crypt/tomb.bms")).expect("a mesh"), |mesh: &mut Bms| {
        if let Some(floor) = &mut mesh.nav_mesh {
            floor.vertices[0].position.x += 8.0;
        }
    });
    let huge = fs::File::create(folder.join("cut/huge.bms")).expect("a file");
    std::io::Write::write_all(&mut &huge, &mesh).expect("bytes");
    huge.set_len(10 << 30).expect("a sparse file");
}
