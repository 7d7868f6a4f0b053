//! The options of a bake as arguments: the data that a bake needs and a file lacks.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, anyhow};
use walkmesh::kotor::{self, Model, NormalRounding};
use walkmesh::level::{self, Folder, IndexedFiles, Kind, Level};
use walkmesh::nwn2::{Git, LineOfSight, Terrain, TileMeshes, Walkmesh};
use walkmesh::{nwn2, silkroad};

use crate::choice::choice;
use crate::footprint_sources::FootprintSources;
use crate::input::Input;
use crate::limits::limits;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::place::{LayoutArgument, companion, located, read_companion};

/// The options of all games' bakes.
#[derive(Default, clap::Args)]
pub struct BakeOptions {
    #[command(flatten)]
    layout: LayoutArgument,
    /// KotOR: the game whose rounding to use for normals. Default: the rounding of the stored normals
    #[arg(long, value_parser = choice([("k1", None, NormalRounding::Kotor1), ("k2", None, NormalRounding::Kotor2)]))]
    rounding: Option<NormalRounding>,
    /// KotOR: the model of the room (.mdl), or a folder with models, each named after its room. If the model has the same faces
    /// as the room and the layout is known, the bake takes the tree from the model, bit for bit as the game's own tools wrote it.
    /// A model with a broken tree gets the tree of the room and is otherwise unchanged. The model is written together with the
    /// result: in place, or into the output folder under its own name. Default: the model beside the room, which is only read
    #[arg(long, value_name = "MDL")]
    model: Option<PathBuf>,
    /// KotOR: always rebuild the tree of a room, even if the stored tree is valid or a model has one. Default: keep a valid tree
    #[arg(long)]
    rebuild_tree: bool,
    /// NWN2: the objects of the area (a GIT), or a folder with GITs. The walkmesh cutters of the GIT with the same name (in any
    /// case) are cut out of a TRN, and its triangles are cut as the toolset cuts them. Static placeables change the floor, too, by their
    /// footprints; placeables without a known footprint are listed. Default: the GIT beside the TRN, if there is one
    #[arg(long, value_name = "GIT")]
    git: Option<PathBuf>,
    /// NWN2: ignore the GIT beside the TRN
    #[arg(long, conflicts_with = "git")]
    no_git: bool,
    /// NWN2: footprints of placeables, as JSON: `{ "placeables": { "APPEARANCE": { "kind": "hole", "polygons": [[[x, y], ...]] }
    /// } }`. APPEARANCE is a row of placeables.2da; coordinates are in the space of the model. Kinds are `hole`, `patch`
    /// (non-walkable floor) and `walkmesh`, with `vertices`, `faces` and `flags`, or with a `mesh`: an OBJ or GLB beside the file
    /// (y is up). May be given several times; the last definition of an appearance wins
    #[arg(long, value_name = "JSON")]
    footprints: Vec<PathBuf>,
    /// NWN2: a folder with models (.mdb) and placeables.2da. They give the footprints that --footprints does not. With --game, the
    /// models of the module, its haks and the game follow. The model reader was tested on only one model of the game
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// NWN2: ignore the built-in footprints. These are 871 models measured in real areas, and are used where --footprints, --models
    /// and --game have no footprint
    #[arg(long)]
    no_learned: bool,
    /// The sources of footprints, or why they cannot be read. They are read once, when the first area needs them.
    #[arg(skip)]
    sources: OnceLock<Result<FootprintSources, String>>,
    /// NWN2: a folder with further areas (TRN and ARE). Where the ARE of an area has a tile but its TRN has no floor, the floor of that
    /// tile model is taken from the areas beside the TRN, and then from these
    #[arg(long, value_name = "FOLDER")]
    tiles: Option<PathBuf>,
    /// The tiles of that folder, or why they cannot be read. They are read once, when the first area needs them.
    #[arg(skip)]
    tile_meshes: OnceLock<Result<Arc<TileMeshes>, String>>,
    /// NWN2: bake an area even if its TRN lacks more than half of the tiles of its ARE
    #[arg(long)]
    accept_missing_tiles: bool,
    /// NWN2: an earlier TRX of the area. It gives the corners of walkmesh cutters the low bits that the GIT rounds away
    #[arg(long, value_name = "TRX")]
    corners_from: Option<PathBuf>,
    /// NWN2: rebuild the floor of an exterior's TRN from its ground before the bake. Default: take the floor of the TRN
    #[arg(long)]
    terrain: bool,
    /// NWN2: keep floor that the toolset's bake loses beside walkmesh cutters. Default: lose it as the toolset does, and report
    /// it
    #[arg(long)]
    keep_floor: bool,
    /// NWN2: the stored lines of sight: `game` stores the pairs of triangles that the game's own bake finds, `off` stores none,
    /// which is always safe
    #[arg(long, value_parser = choice([("off", None, LineOfSight::Off), ("game", None, LineOfSight::Game)]), default_value = "game")]
    line_of_sight: LineOfSight,
    /// NWN2: keep fields that the game leaves uninitialised. Default: write zero
    #[arg(long)]
    keep_uninitialised: bool,
    /// NWN2: assign each triangle to the tile that contains its centre. Default: keep its tile. The triangles of a TRN are cut
    /// tile by tile, and each then belongs to the tile of that cut
    #[arg(long)]
    retile: bool,
    /// NWN2: keep the triangles in the map's border. Default: remove them
    #[arg(long)]
    keep_border: bool,
    /// Silkroad: the maximum size of a dungeon made from a JSON file, such as 1G. Default: 256M, and at most 16 cells per block
    /// that no edge or door names
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::size)]
    max_dungeon: Option<u64>,
}

/// A level to bake, with the files that its bake reads and the user named.
pub struct ToBake {
    pub level: Level,
    /// The GIT of an area.
    pub objects: Option<FileLocation>,
    /// The model that the user named for a room.
    pub model: Option<FileLocation>,
}

impl BakeOptions {
    /// The area's layout, if it is named.
    pub fn layout(&self) -> Option<&Path> {
        self.layout.path()
    }

    /// Opens a file with the other files that its bake needs.
    pub fn open(&self, input: &Input, materials: &Materials) -> anyhow::Result<ToBake> {
        let options = input.options(materials).with_layout(self.layout.read()?).with_undo_faults(true);
        let mut options = options.with_skip_objects(self.no_git);
        let objects = self.named_objects(input)?;
        if let Some((named, git)) = self.git.as_ref().zip(objects.as_ref()) {
            let read = || anyhow::Ok(Git::from_bytes(&read_companion(named, git)?)?);
            options = options.with_objects(Arc::new(read().with_context(|| format!("the objects {git}"))?));
        }
        let model = self.named_model(input)?;
        if let Some((named, model)) = self.model.as_ref().zip(model.as_ref()) {
            let read = || anyhow::Ok(Model::from_bytes_with(&read_companion(named, model)?, &limits())?);
            options = options.with_model(Arc::new(read().with_context(|| format!("the model {model}"))?));
        }
        let level = input.level(&options)?;
        let beside = level.nwn2().git.filter(|(git, _)| !git.is_empty() && !level.is_baked());
        let objects = objects.or(beside.map(|(git, _)| located(&input.folder(), git)));
        Ok(ToBake { level, objects, model })
    }

    /// The options for a level of any game, with the footprints of its area's objects. Its bake may use the memory that the
    /// input's `room` grants.
    pub fn of(&self, input: &Input, level: &Level) -> anyhow::Result<level::BakeOptions> {
        let mut options = level::BakeOptions::default();
        options.kotor = kotor::BakeOptions::default().with_rounding(self.rounding).with_rebuild_tree(self.rebuild_tree);
        let folder = beside(input)?;
        options.footprints = to_cut(level).map(|git| self.sources()?.of_area(git, &folder)).transpose()?;
        options.nwn2 = self.nwn2().with_limits(limits().with_inflated(input.room));
        options.keep_floor = self.keep_floor;
        options.terrain_materials = self.sources()?.terrain_materials(&folder)?;
        options.corners_from = self.earlier_trx(input)?;
        options.from_ground = self.terrain && !level.is_baked();
        options.tiles = self.tiles()?;
        options.accept_missing_tiles = self.accept_missing_tiles;
        Ok(options)
    }

    /// The walkmesh of the earlier TRX that the user named.
    fn earlier_trx(&self, input: &Input) -> anyhow::Result<Option<Arc<Walkmesh>>> {
        let Some(named) = self.corners_from.as_ref().filter(|_| input.kind == Kind::Trn) else { return Ok(None) };
        let file = format!("{}.trx", stem(&input.path));
        let found =
            companion(named, &file)?.with_context(|| format!("the folder {} has no {file}", named.display()))?;
        let read = || Ok(Terrain::from_bytes_with(&read_companion(named, &found)?, &limits())?.into_walkmesh()?);
        let read: anyhow::Result<Walkmesh> = read();
        Ok(Some(Arc::new(read.with_context(|| found.to_string())?)))
    }

    /// Returns whether an area may lack floor of its tiles.
    pub fn accepts_missing_tiles(&self) -> bool {
        self.accept_missing_tiles
    }

    /// The floors of the tile models in the folder that the user named.
    pub fn tiles(&self) -> anyhow::Result<Option<Arc<TileMeshes>>> {
        let Some(folder) = &self.tiles else { return Ok(None) };
        let read = || {
            let folder = Folder::new(folder);
            Ok(IndexedFiles::new(&folder).map_err(|error| error.to_string())?.tile_meshes(&limits()))
        };
        let meshes = self.tile_meshes.get_or_init(read).as_ref();
        meshes.map(|meshes| Some(Arc::clone(meshes))).map_err(|reason| anyhow!("{}: {reason}", folder.display()))
    }

    /// The objects that the user named for an area. In a TRX the toolset has cut them out already.
    fn named_objects(&self, input: &Input) -> anyhow::Result<Option<FileLocation>> {
        let Some(named) = &self.git else { return Ok(None) };
        if input.kind != Kind::Trn || input.path.has_extension("trx") {
            return Ok(None);
        }
        let file = Git::file(&stem(&input.path));
        let found = companion(named, &file)?;
        found.map(Some).with_context(|| format!("the folder {} has no {file}", named.display()))
    }

    /// The model that the user named for a room.
    fn named_model(&self, input: &Input) -> anyhow::Result<Option<FileLocation>> {
        match (&self.model, input.kind) {
            (Some(named), Kind::Bwm) => companion(named, &Model::file(&stem(&input.path))),
            _ => Ok(None),
        }
    }

    /// The options for a Silkroad dungeon.
    pub fn silkroad(&self) -> silkroad::BakeOptions {
        silkroad::BakeOptions::default().with_size_limit(self.max_dungeon)
    }

    /// The options for an NWN2 walkmesh.
    fn nwn2(&self) -> nwn2::BakeOptions {
        use nwn2::{Border, Tiling, Uninitialised};
        nwn2::BakeOptions::default()
            .with_line_of_sight(self.line_of_sight)
            .with_uninitialised(if self.keep_uninitialised { Uninitialised::Keep } else { Uninitialised::Zero })
            .with_tiling(if self.retile { Tiling::ByCentre } else { Tiling::Keep })
            .with_border(if self.keep_border { Border::Keep } else { Border::Trim })
    }

    /// The models that [`of`](Self::of) needed for an area and that could not be read, with the reasons.
    pub fn unread_models(&self, input: &Input, level: &Level) -> anyhow::Result<Vec<String>> {
        to_cut(level).map_or(Ok(Vec::new()), |git| self.sources()?.unread_models(git, &beside(input)?))
    }

    fn sources(&self) -> anyhow::Result<&FootprintSources> {
        let read = || {
            let sources = FootprintSources::read(&self.footprints, self.models.as_deref(), !self.no_learned);
            sources.map_err(|error| format!("{error:#}"))
        };
        let sources = self.sources.get_or_init(read).as_ref();
        sources.map_err(|reason| anyhow!("{reason}"))
    }
}

/// The folder, archive or module of an area. For standard input the files of the game outside any module.
fn beside(input: &Input) -> anyhow::Result<FileLocation> {
    Ok(if input.place()?.is_some() { input.folder() } else { FileLocation::from("") })
}

/// The objects with which an area is cut. A TRX is cut already.
fn to_cut(level: &Level) -> Option<&Git> {
    level.nwn2().git.filter(|_| !level.is_baked()).map(|(_, git)| &**git)
}

fn stem(at: &FileLocation) -> Cow<'_, str> {
    at.file_stem().unwrap_or_default().to_string_lossy()
}
