//! The demo's checks, bakes and queries of the places of the three games.

use anyhow::{Context, bail};
use walkmesh::diff::TableDiff;
use walkmesh::exchange::Up;
use walkmesh::finding::{CheckOptions, Findings};
use walkmesh::kotor::{DoorState, PlacedObject};
use walkmesh::level::{self, Level, Location, Memory, Navigator, OpenOptions, PathAnswer, PictureOptions};
use walkmesh::nwn2::{self, CarveOptions, Git, Terrain};
use walkmesh::picture::{ColorBy, Picture, trail_layer};

use crate::commands::path::shortest_beside_tables;
use crate::sample_places::Folder;

/// A place of a game.
pub struct Place {
    /// The findings on its files and on the whole place.
    pub findings: Vec<Findings>,
    /// The bake, in words.
    pub baked: String,
    /// The differences between the baked tables and the tables in the files.
    pub tables: Vec<TableDiff>,
    pub paths: Vec<PathQuestion>,
    /// The picture, with the first path.
    pub scene: Picture,
    pub unit: String,
}

/// A question about a path, and its answer.
pub struct PathQuestion {
    pub what: &'static str,
    /// True if there should be a path.
    is_expected: bool,
    pub answer: PathAnswer,
}

impl PathQuestion {
    pub fn is_as_expected(&self) -> bool {
        self.answer.no_path.is_none() == self.is_expected
    }
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

    fn new(baked: impl Into<String>, scene: Picture) -> Self {
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
        let path = navigator.path(from, to);
        if let (true, Ok(path)) = (self.paths.is_empty(), &path) {
            let title = format!("path, {:.1} {}", path.length, self.unit);
            self.scene.layers.push(trail_layer("path", title, &path.plan(up), false));
        }
        let mut answer = PathAnswer::new(from, to, path)?;
        answer.shortest = shortest_beside_tables(navigator, from, to)?.map(|path| path.length);
        self.paths.push(PathQuestion { what, is_expected, answer });
        Ok(())
    }

    /// Checks a file, bakes it again and compares.
    fn bake_again(&mut self, level: &Level) -> anyhow::Result<()> {
        self.findings.push(level.check(&CheckOptions::default())?);
        let mut baked = level.clone();
        baked.bake(&level::BakeOptions::default())?;
        self.tables.extend(level.diff_baked(&baked)?);
        Ok(())
    }
}

/// Opens a single file.
fn open(folder: &Folder, name: &str) -> anyhow::Result<Level> {
    Level::from_bytes(folder.bytes(name), &OpenOptions::default().with_name(name)).with_context(|| name.to_owned())
}

/// Opens a place by one of its files.
fn open_place(folder: &Folder, name: &str, options: &OpenOptions) -> anyhow::Result<Level> {
    let files: Memory = folder.files.iter().map(|(name, bytes)| (*name, *bytes)).collect();
    Level::open(&files, name, options).with_context(|| folder.name.to_owned())
}

fn academy(folder: &Folder) -> anyhow::Result<Place> {
    let mut area = open_place(folder, "academy.lyt", &OpenOptions::default())?;
    let files = folder.files.iter().filter(|(name, _)| !name.ends_with(".lyt"));
    let files = files.map(|(name, _)| open(folder, name)).collect::<anyhow::Result<Vec<_>>>()?;
    let object = |area: &mut Level, name: &str, position: [f32; 3], bearing: f32| {
        let file = files.iter().find(|file| file.name() == name).and_then(|file| file.kotor().walkmesh);
        let walkmesh = file.with_context(|| format!("{name} is not a walkmesh of the academy"))?.clone();
        anyhow::Ok(area.place(name, PlacedObject::new(walkmesh, position, bearing))?)
    };
    let findings = area.check(&CheckOptions::default())?;
    for gate in ["gate1.dwk", "gate0.dwk"] {
        object(&mut area, gate, [22.0, 0.0, 0.0], std::f32::consts::FRAC_PI_2)?;
    }
    object(&mut area, "well.pwk", [-4.0, 20.5, 2.65], 0.0)?;
    let scene = area.to_picture(folder.name, &PictureOptions::default())?;
    let mut place = Place::new("rooms, doors and a well", scene);
    place.findings.push(findings);
    files.iter().try_for_each(|file| place.bake_again(file))?;
    let ends = ["-25,-7", "35.5,8"];
    place.ask(&area.navigator()?, "from the cellar to the library", ends, Up::Z)?;
    area.set_door(0, DoorState::Closed)?;
    place.ask_and_expect(false, &area.into_navigator()?, "with the gate closed", ends, Up::Z)?;
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
    let level = open_place(folder, "ainavdata_32771.dat", &OpenOptions::default().with_dof("crypt.dof"))?;
    let mut options = PictureOptions::default();
    options.color = ColorBy::Height;
    let mut place = Place::new("tables", level.to_picture(folder.name, &options)?);
    place.bake_again(&level)?;
    place.ask(
        &level.into_navigator()?,
        "from the chapel down to the tomb below it",
        ["30,0,30", "200,-240,100"],
        Up::Y,
    )?;
    Ok(place)
}
