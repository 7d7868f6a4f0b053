//! What the demo finds out about the places of the three games.

use anyhow::{Context, bail};
use walkmesh::diff::TableDiff;
use walkmesh::exchange::Up;
use walkmesh::finding::{CheckOptions, Findings};
use walkmesh::formats::Document;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;
use walkmesh::kotor::{Area, Layout, Placed, Walkmesh};
use walkmesh::level::{self, AnyFile, Location, Navigator, NoAnswer, PictureOptions};
use walkmesh::nwn2::{self, CarveOptions, Git, Terrain};
use walkmesh::picture::{ColorBy, Scene, trail_layer};
use walkmesh::silkroad::Floors;

use super::files::Folder;
use crate::commands::path::shortest_beside_tables;
use crate::materials::Materials;
use crate::subject::answer_or_reason;

/// A place of a game.
pub struct Place {
    /// What a check of its files and of the whole found.
    pub findings: Vec<Findings>,
    /// What was baked.
    pub baked: String,
    /// How the tables of that bake compare with those in the files.
    pub tables: Vec<TableDiff>,
    pub paths: Vec<PathQuestion>,
    /// The picture, with the first path.
    pub scene: Scene,
    pub unit: String,
}

/// A question about a path, and its answer.
pub struct PathQuestion {
    pub what: &'static str,
    pub from: Location,
    pub to: Location,
    /// Whether there should be a path.
    pub is_expected: bool,
    pub path: Result<level::Path, NoAnswer>,
    /// The length of the shortest path, beside the one that the game takes by its tables.
    pub shortest: Option<f64>,
}

impl Place {
    pub fn open(folder: &Folder) -> anyhow::Result<Self> {
        match folder.name {
            "academy" => academy(folder),
            "town" => town(folder),
            "crypt" => crypt(folder),
            name => bail!("{name} is not a place of the demo"),
        }
    }

    fn new(baked: impl Into<String>, scene: Scene) -> Self {
        let unit = scene.unit.clone();
        Self { findings: Vec::new(), baked: baked.into(), tables: Vec::new(), paths: Vec::new(), scene, unit }
    }

    /// Asks for a path that should exist.
    fn ask(&mut self, navigator: &Navigator, what: &'static str, ends: [&str; 2], up: Up) -> anyhow::Result<()> {
        self.ask_and_expect(true, navigator, what, ends, up)
    }

    /// Asks for a path, and draws the first one.
    fn ask_and_expect(
        &mut self,
        is_expected: bool,
        navigator: &Navigator,
        what: &'static str,
        ends: [&str; 2],
        up: Up,
    ) -> anyhow::Result<()> {
        let [from, to] = ends.map(str::parse::<Location>);
        let (from, to) = (from?, to?);
        let path = answer_or_reason(navigator.path(from, to))?;
        let shortest = shortest_beside_tables(navigator, from, to)?.map(|path| path.length);
        if let (true, Ok(path)) = (self.paths.is_empty(), &path) {
            let title = format!("path, {:.1} {}", path.length, self.unit);
            self.scene.layers.push(trail_layer("path", title, &path.plan(up), false));
        }
        self.paths.push(PathQuestion { what, from, to, is_expected, path, shortest });
        Ok(())
    }

    /// Checks a file, bakes it again and compares.
    fn bake_again(&mut self, file: &AnyFile) -> anyhow::Result<()> {
        self.findings.push(file.check(&CheckOptions::default())?);
        let mut baked = file.clone();
        baked.bake(&level::BakeOptions::default())?;
        self.tables.extend(file.diff_baked(&baked)?);
        Ok(())
    }
}

fn open(folder: &Folder, name: &str) -> anyhow::Result<AnyFile> {
    let options =
        level::OpenOptions::default().with_materials(Materials::default().choice()).with_name(name.to_owned());
    AnyFile::open(folder.bytes(name), &options).with_context(|| name.to_owned())
}

fn academy(folder: &Folder) -> anyhow::Result<Place> {
    let object = |name: &str, position: [f32; 3], bearing: f32| {
        let walkmesh = Walkmesh::try_from(open(folder, name)?)?;
        anyhow::Ok((name.to_owned(), Placed::new(walkmesh, position, bearing)))
    };
    let mut area = Area::new(Layout::from_bytes(folder.bytes("academy.lyt"))?);
    let mut files = Vec::new();
    for (name, _) in folder.files.iter().filter(|(name, _)| !name.ends_with(".lyt")) {
        let file = open(folder, name)?;
        if let Some(room) = name.strip_suffix(".wok") {
            area.insert_named(room, Walkmesh::try_from(file.clone())?)?;
        }
        files.push(file);
    }
    let gate = |name: &str| object(name, [22.0, 0.0, 0.0], std::f32::consts::FRAC_PI_2);
    let open_gate = vec![gate("gate1.dwk")?, object("well.pwk", [-4.0, 20.5, 2.65], 0.0)?];
    let mut place = Place::new("rooms, doors and a well", area.to_picture(folder.name, ColorBy::Material, &open_gate));
    place.findings.push(area.check(&CheckOptions::default()));
    files.iter().try_for_each(|file| place.bake_again(file))?;
    let ends = ["-25,-7", "35.5,8"];
    place.ask(&Navigator::of_area(area.clone(), open_gate), "from the cellar to the library", ends, Up::Z)?;
    let closed = Navigator::of_area(area, vec![gate("gate0.dwk")?]);
    place.ask_and_expect(false, &closed, "with the gate closed", ends, Up::Z)?;
    Ok(place)
}

fn town(folder: &Folder) -> anyhow::Result<Place> {
    let baked = open(folder, "town.trx")?;
    let stored = Terrain::from_bytes(folder.bytes("town.trx"))?.into_walkmesh()?;
    let mut carved = Terrain::from_bytes(folder.bytes("town.trn"))?.into_walkmesh()?;
    let cutters = Git::from_bytes(folder.bytes("town.git"))?.cutters().cutters;
    carved.carve_and_bake(&cutters, &CarveOptions::default(), &nwn2::BakeOptions::default())?;
    let what = format!("town.trn, with the {} walkmesh cutters of town.git cut out", cutters.len());
    let mut place = Place::new(what, baked.to_picture(folder.name, &PictureOptions::default())?);
    place.findings.push(baked.check(&CheckOptions::default())?);
    place.tables = stored.diff(&carved);
    let what = "from the square over the bridge and up to the terrace";
    place.ask(&baked.into_navigator()?, what, ["3,3", "34,24"], Up::Z)?;
    Ok(place)
}

fn crypt(folder: &Folder) -> anyhow::Result<Place> {
    let tables = open(folder, "ainavdata_32771.dat")?;
    let dof = Dof::from_bytes(folder.bytes("crypt.dof"))?;
    let floor = |name: &[u8]| {
        let path = String::from_utf8_lossy(name).replace(".bsr", ".bms");
        let bytes = folder.bytes(path.rsplit('\\').next().unwrap_or_default());
        anyhow::Ok(Bms::from_bytes(bytes)?.nav_mesh)
    };
    let floors = dof.blocks.blocks.iter().map(|block| floor(&block.path.bytes)).collect::<anyhow::Result<Vec<_>>>()?;
    let floors = Floors::new(&dof, floors);
    let AnyFile::AiNav(dungeon) = &tables else { bail!("the tables are {}", tables.kind()) };
    let mut place = Place::new("tables", floors.to_picture(folder.name, ColorBy::Height, &dof, Some(dungeon)));
    place.bake_again(&tables)?;
    let navigator = tables.into_navigator()?.with_floors(floors)?;
    place.ask(&navigator, "from the chapel down to the tomb below it", ["30,0,30", "200,-240,100"], Up::Y)?;
    Ok(place)
}
