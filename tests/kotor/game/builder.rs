//! [`Game`]: a small area with everything that a real one has, made by this project, and the ways to pack it.

use std::collections::BTreeMap;
use std::path::Path;

use walkmesh::formats::biff::{Biff, Member};
use walkmesh::formats::erf::{self, Erf};
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::key::{self, KeyFile, ResourceIdBits};
use walkmesh::formats::resource_type::{Numbering, number};
use walkmesh::formats::rim::{self, Rim};
use walkmesh::formats::{Document, two_da::TwoDa};
use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};

/// Two rooms side by side, with a door between them that one can walk around, a chest, and things that creatures do there.
#[derive(Clone)]
pub struct Game {
    pub rooms: Vec<(&'static str, Walkmesh)>,
    /// The lists of the GIT.
    pub things: BTreeMap<&'static str, Vec<Tree>>,
    pub module: Tree,
    /// Path points: x, y, the number of the first link, and how many there are.
    pub points: Vec<(f32, f32, u32, u32)>,
    pub links: Vec<u32>,
    pub seen: String,
    /// All other files, by their names.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The files that are missing.
    pub without: Vec<&'static str>,
}

/// Stone, on which creatures walk, and what stops them.
pub const STONE: MaterialId = MaterialId(4);
const WALL: MaterialId = MaterialId(7);

impl Game {
    pub fn sound() -> Self {
        let mut game = Self {
            rooms: vec![("west", floor(0.0)), ("east", floor(10.0))],
            things: BTreeMap::new(),
            module: numbers(Tree::root(), [("Mod_Entry_X", 1.0), ("Mod_Entry_Y", 1.0), ("Mod_Entry_Z", 0.0)])
                .with("Mod_Entry_Area", name("manor"))
                .with("Mod_Area_list", TreeValue::List(vec![Tree::new(6).with("Area_Name", name("manor"))])),
            points: vec![(2.0, 1.0, 0, 1), (8.0, 1.0, 1, 2), (12.0, 1.0, 3, 1)],
            links: vec![1, 0, 2, 1],
            seen: "west 1\r\n  east\r\neast 1\r\n  WEST\r\n".to_owned(),
            files: BTreeMap::new(),
            without: Vec::new(),
        };
        let standing = |x, tag| stand(x, 3.0).with("Tag", text(tag)).with("TemplateResRef", name(tag));
        game.things.insert("Creature List", vec![stand(14.0, 3.0).with("TemplateResRef", name("guard"))]);
        game.things.insert("WaypointList", vec![standing(16.0, "arrival"), standing(2.0, "home")]);
        game.things.insert("StoreList", vec![stand(3.0, 3.0).with("ResRef", name("shop"))]);
        game.things.insert("SoundList", vec![stand(3.0, 50.0).with("TemplateResRef", name("wind"))]);
        game.things.insert(
            "TriggerList",
            vec![standing(4.0, "alarm").with("Geometry", outline(["PointX", "PointY", "PointZ"]))],
        );
        let spawn = TreeValue::List(vec![numbers(Tree::new(0), [("X", 5.0), ("Y", 4.0), ("Z", 0.0)])]);
        game.things.insert(
            "Encounter List",
            vec![standing(5.0, "ambush").with("Geometry", outline(["X", "Y", "Z"])).with("SpawnPointList", spawn)],
        );
        game.things.insert(
            "Door List",
            vec![
                situated("gate", [10.0, 3.0], 0.0)
                    .with("Tag", text("Gate"))
                    .with("LinkedToFlags", TreeValue::Byte(2))
                    .with("LinkedTo", text("ARRIVAL"))
                    .with("LinkedToModule", name("")),
            ],
        );
        game.things.insert("Placeable List", vec![situated("chest", [6.0, 5.0], 1.0)]);
        let template = |kind: [u8; 4], row, generic| {
            let root =
                Tree::root().with("Appearance", TreeValue::Dword(row)).with("GenericType", TreeValue::Byte(generic));
            Gff::from_tree(kind, &root.with("Static", TreeValue::Byte(0))).unwrap().to_bytes().unwrap()
        };
        game.add("gate.utd", template(*b"UTD ", 0, 1));
        game.add("chest.utp", template(*b"UTP ", 2, 0));
        game.add("genericdoors.2da", table(&["****", "dor_gate"]));
        game.add(
            "placeables.2da",
            b"2DA V2.0\n\n    label modelname\n0   a     ****\n1   b     ****\n2   c     plc_chest\n".to_vec(),
        );
        let panel = |x: f32| [[x, -1.0, 0.0], [x, 1.0, 0.0], [x, 1.0, 2.0]];
        game.add_object("dor_gate0.dwk", panel(0.0), [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
        game.add_object(
            "dor_gate1.dwk",
            [[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 2.0]],
            [[-1.0, 0.0, 0.0], [0.0; 3]],
        );
        game.add_object(
            "dor_gate2.dwk",
            [[0.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, 1.0, 2.0]],
            [[1.0, 0.0, 0.0], [0.0; 3]],
        );
        game.add_object(
            "plc_chest.pwk",
            [[-0.3, -0.3, 0.0], [0.3, -0.3, 0.0], [0.0, 0.3, 0.0]],
            [[0.0, -1.0, 0.0], [0.0; 3]],
        );
        game
    }

    /// The same things at a point of another room, which is the only one.
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

    pub fn add(&mut self, file: &str, bytes: Vec<u8>) {
        self.files.insert(file.to_owned(), bytes);
    }

    /// Adds the walkmesh of a door or placeable of one face.
    pub fn add_object(&mut self, file: &str, face: [[f32; 3]; 3], hooks: [[f32; 3]; 2]) {
        let mut object = Walkmesh::from_triangles(Kind::of_file(file).unwrap(), [(face, WALL)]).unwrap();
        object.set_hooks(hooks).unwrap();
        self.add(file, object.to_bytes().unwrap());
    }

    /// The first thing of a list.
    pub fn first(&mut self, list: &str) -> &mut Tree {
        &mut self.things.get_mut(list).unwrap()[0]
    }

    /// Every file of the area and of the game.
    pub fn all(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.files.clone();
        let mut layout = Layout::new();
        for (name, _) in &self.rooms {
            layout.push(LayoutRoom { name: (*name).to_owned(), position: [0.0; 3] }).unwrap();
        }
        let mut area = Area::new(layout);
        for (id, (_, room)) in (0..).map(RoomId).zip(&self.rooms) {
            area.insert(id, room.clone()).unwrap();
        }
        area.link().unwrap();
        area.bake_stale().unwrap();
        for ((name, _), (_, room)) in self.rooms.iter().zip(area.rooms()) {
            files.insert(format!("{name}.wok"), room.to_bytes().unwrap());
        }
        files.insert("manor.lyt".into(), area.layout().to_bytes());
        let document = |kind: [u8; 4], root: &Tree| Gff::from_tree(kind, root).unwrap().to_bytes().unwrap();
        let lists = self
            .things
            .iter()
            .fold(Tree::root(), |root, (label, list)| root.with(*label, TreeValue::List(list.clone())));
        files.insert("manor.git".into(), document(*b"GIT ", &lists));
        files.insert("module.ifo".into(), document(*b"IFO ", &self.module));
        let points = self.points.iter().map(|(x, y, first, count)| {
            let links = Tree::new(2).with("Conections", TreeValue::Dword(*count));
            numbers(links.with("First_Conection", TreeValue::Dword(*first)), [("X", *x), ("Y", *y)])
        });
        let links = self.links.iter().map(|to| Tree::new(3).with("Destination", TreeValue::Dword(*to)));
        let path = Tree::root().with("Path_Points", TreeValue::List(points.collect()));
        let path = path.with("Path_Conections", TreeValue::List(links.collect()));
        files.insert("manor.pth".into(), document(*b"PTH ", &path));
        files.insert("manor.vis".into(), self.seen.clone().into_bytes());
        files.retain(|name, _| !self.without.contains(&&**name));
        files
    }

    /// The files of the module, and those of the game.
    pub fn parts(&self) -> [BTreeMap<String, Vec<u8>>; 2] {
        let of_module = |name: &str| ["git", "ifo", "pth", "utc", "utd", "utp"].iter().any(|it| name.ends_with(it));
        let (module, game) = self.all().into_iter().partition(|(name, _)| of_module(name));
        [module, game]
    }
}

/// A floor of 10 by 6 m.
pub fn floor(x: f32) -> Walkmesh {
    let [a, b, c, d] = [[x, 0.0, 0.0], [x + 10.0, 0.0, 0.0], [x + 10.0, 6.0, 0.0], [x, 6.0, 0.0]];
    Walkmesh::from_triangles(Kind::Wok, [([a, b, c], STONE), ([a, c, d], STONE)]).unwrap()
}

/// A table of models.
pub fn table(models: &[&str]) -> Vec<u8> {
    let rows = models.iter().map(|model| [*model, "label"]);
    TwoDa::from_rows(["ModelName", "label"], rows).unwrap().to_bytes().unwrap()
}

pub fn text(text: &str) -> TreeValue {
    TreeValue::String(text.into())
}

pub fn name(name: &str) -> TreeValue {
    TreeValue::ResRef(name.into())
}

/// Adds numbers to a struct.
pub fn numbers<const N: usize>(tree: Tree, fields: [(&str, f32); N]) -> Tree {
    fields.into_iter().fold(tree, |tree, (label, value)| tree.with(label, TreeValue::Float(value)))
}

/// Gives a field another value, or adds it.
pub fn set(tree: &mut Tree, label: &str, value: TreeValue) {
    tree.fields.retain(|(known, _)| known != label);
    tree.fields.push((label.to_owned(), value));
}

/// A thing that stands somewhere.
pub fn stand(x: f32, y: f32) -> Tree {
    numbers(Tree::new(0), [("XPosition", x), ("YPosition", y), ("ZPosition", 0.0)])
}

/// A door or placeable.
pub fn situated(template: &str, [x, y]: [f32; 2], bearing: f32) -> Tree {
    let tree = numbers(Tree::new(0), [("X", x), ("Y", y), ("Z", 0.0), ("Bearing", bearing)]);
    tree.with("TemplateResRef", name(template))
}

/// A square of 1 m.
pub fn outline([x, y, z]: [&str; 3]) -> TreeValue {
    let corner = |at: [f32; 2]| numbers(Tree::new(3), [(x, at[0]), (y, at[1]), (z, 0.0)]);
    TreeValue::List([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(corner).into())
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
