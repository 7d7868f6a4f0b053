//! [`Game`]: a small area with everything that a real one has, made by this project.

use std::collections::BTreeMap;

use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::{Document, two_da::TwoDa};
use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};

/// Two rooms side by side, with a door between them that creatures can bypass, a chest, and the usual contents of an area.
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

/// Stone, which is walkable, and a material that blocks creatures.
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

    pub fn add(&mut self, file: &str, bytes: Vec<u8>) {
        self.files.insert(file.to_owned(), bytes);
    }

    /// Adds the walkmesh of a door or placeable, with one face.
    pub fn add_object(&mut self, file: &str, face: [[f32; 3]; 3], hooks: [[f32; 3]; 2]) {
        let mut object = Walkmesh::from_triangles(Kind::of_file(file).unwrap(), [(face, WALL)]).unwrap();
        object.set_hooks(hooks).unwrap();
        self.add(file, object.to_bytes().unwrap());
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

/// A thing with a position.
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
