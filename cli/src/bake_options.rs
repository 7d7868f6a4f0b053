//! The options of a bake as arguments: what a bake needs to know and a file does not say.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use anyhow::anyhow;
use clap::ValueEnum;
use walkmesh::kotor::{self, Layout, NormalRounding};
use walkmesh::level::{self, Kind, Level};
use walkmesh::nwn2::Footprints;
use walkmesh::{nwn2, silkroad};

use crate::footprint_sources::FootprintSources;
use crate::input::Input;
use crate::layouts::Layouts;
use crate::limits::limits;
use crate::location::Location;
use crate::materials::Materials;
use crate::models;
use crate::objects::{AreaFolders, AreaObjects};

/// The options of all games' bakes.
#[derive(Default, clap::Args)]
pub struct BakeOptions {
    /// KotOR: the area's layout. Each room is found in it by its file name, and baked with its position from there. Default:
    /// the only one beside the file that lists the room
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    /// The layouts, or why the named one cannot be read. It is read once, when the first room needs it, because it may be a
    /// pipe.
    #[arg(skip)]
    layouts: OnceLock<Result<Layouts, String>>,
    /// KotOR: which game's rounding to use for the normals. Default: the rounding that the stored normals show
    #[arg(long, value_enum)]
    rounding: Option<Rounding>,
    /// KotOR: the model of the room (.mdl), or a folder with the models of rooms, each found by the name of its room. Where the model
    /// has the room's faces and the layout is known, the tree is taken from it, with every bit that the game's own tools wrote. A
    /// model whose own tree is broken gets the tree of the room, and nothing else of it changes. It is written together with the
    /// result: in place, or into the folder of the output under its own name. Default: the model beside the room, which is read and
    /// never written
    #[arg(long, value_name = "MDL")]
    model: Option<PathBuf>,
    /// KotOR: build the tree of a room by the rule, even if the stored one is valid or a model has it. Default: keep a valid tree
    #[arg(long)]
    rebuild_tree: bool,
    /// NWN2: the objects of the area (a GIT), or a folder with them. A TRN is cut with the walkmesh cutters of the GIT that has
    /// its name, in whatever capitals, and its triangles become those of the toolset. Static placeables change the floor, too,
    /// by their footprints; those without a footprint are listed. Default: the GIT beside the TRN, if there is one
    #[arg(long, value_name = "GIT")]
    git: Option<PathBuf>,
    /// NWN2: bake a TRN without the GIT of its name in the same folder
    #[arg(long, conflicts_with = "git")]
    no_git: bool,
    /// Which files belong to which area.
    #[arg(skip)]
    areas: AreaFolders,
    /// NWN2: what the models of placeables do to the floor, as JSON: `{ "placeables": { "APPEARANCE": { "kind": "hole",
    /// "polygons": [[[x, y], ...]] } } }`. APPEARANCE is a row of placeables.2da, and coordinates are those of the model. Kinds are
    /// `hole`, `patch` (floor that nobody can walk on) and `walkmesh`, with `vertices`, `faces` and `flags`. In place of these there
    /// may be a `mesh`, an OBJ or GLB beside the file (y is up). May be given several times; of an appearance that several have
    /// the last counts
    #[arg(long, value_name = "JSON")]
    footprints: Vec<PathBuf>,
    /// NWN2: a folder with models (.mdb) and with placeables.2da. Models say what placeables do where --footprints does not.
    /// The reader of models was measured on one model of the game
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// NWN2: do without the footprints of 816 models that were measured in real areas. They count where neither --footprints
    /// nor --models says what a placeable does
    #[arg(long)]
    no_learned: bool,
    /// The sources of footprints, or why they cannot be read. They are read once, when the first area needs them.
    #[arg(skip)]
    sources: OnceLock<Result<FootprintSources, String>>,
    /// NWN2: keep the floor that the toolset's own rules lose beside walkmesh cutters. Default: lose it as the toolset does, and
    /// say where
    #[arg(long)]
    keep_floor: bool,
    /// NWN2: which pairs of triangles are stored as having a line of sight: `game`, those that the game's own bake finds,
    /// or `off`, none, which is always safe
    #[arg(long, value_enum, default_value_t)]
    line_of_sight: Sight,
    /// NWN2: keep words that the game leaves uninitialised. Default: write zero
    #[arg(long)]
    keep_uninitialised: bool,
    /// NWN2: assign each triangle to the tile that contains its centre. Default: keep its tile. Of a TRN, triangles are cut
    /// tile by tile, and afterwards each is in the tile to whose square it was cut
    #[arg(long)]
    retile: bool,
    /// NWN2: keep the triangles in the map's border. Default: remove them
    #[arg(long)]
    keep_border: bool,
    /// Silkroad: the largest size in bytes of a dungeon made from a JSON file, such as 1G. Default: 256M, and no block
    /// may have more than 16 cells that no edge and no door names
    #[arg(long, value_name = "SIZE", value_parser = crate::limits::size)]
    max_dungeon: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Rounding {
    K1,
    K2,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Sight {
    Off,
    #[default]
    Game,
}

impl BakeOptions {
    /// The objects of an area that is baked; `None` if it has no GIT. In a TRX the toolset has cut them out already.
    pub fn objects_of(&self, input: &Input) -> anyhow::Result<Option<AreaObjects>> {
        if self.no_git || input.path.has_extension("trx") || !matches!(input.kind, Kind::Trn) {
            return Ok(None);
        }
        match &self.git {
            Some(git) => self.areas.named(&input.path, git).map(Some),
            None => self.areas.objects_beside(&input.path),
        }
    }

    /// The file with the name of an area and this extension, in the same folder.
    pub fn area_file(&self, area: &Location, extension: &str) -> anyhow::Result<Option<Location>> {
        self.areas.beside(area, extension)
    }

    /// Opens a file with what its bake needs from other files: the layout of its area, or these objects.
    pub fn open(&self, input: &Input, materials: &Materials, objects: Option<&AreaObjects>) -> anyhow::Result<Level> {
        let options = input.open_options(materials).with_layout(self.layout_of(input)?).with_undo_faults(true);
        let objects = objects.map(AreaObjects::parse).transpose()?;
        Ok(Level::from_bytes(&input.bytes, &options.with_objects(objects))?)
    }

    /// The options for a file of any game, with the footprints of its area's objects. Its bake may use the memory that the
    /// input's `room` grants.
    pub fn of(&self, input: &Input, objects: Option<&AreaObjects>) -> anyhow::Result<level::BakeOptions> {
        let rounding = self.rounding.map(|rounding| match rounding {
            Rounding::K1 => NormalRounding::Kotor1,
            Rounding::K2 => NormalRounding::Kotor2,
        });
        let mut options = level::BakeOptions::default();
        options.kotor = kotor::BakeOptions::default().with_rounding(rounding).with_rebuild_tree(self.rebuild_tree);
        let model = match self.named_model(input)? {
            Some(path) => Some(models::read(&path, self.model.as_deref())?),
            None if self.model.is_none() => models::beside(input, &self.areas),
            None => None,
        };
        options.kotor = options.kotor.with_model(model);
        options.footprints = objects.map(|objects| self.footprints(objects)).transpose()?;
        options.nwn2 = self.nwn2().with_limits(limits().with_inflated(input.room));
        options.keep_floor = self.keep_floor;
        Ok(options)
    }

    /// The file of the model that the user named for a room.
    pub fn named_model(&self, input: &Input) -> anyhow::Result<Option<Location>> {
        match (&self.model, input.kind) {
            (Some(named), Kind::Bwm) => models::path_of(named, &input.path, &self.areas),
            _ => Ok(None),
        }
    }

    /// The options for a Silkroad dungeon.
    pub fn silkroad(&self) -> silkroad::BakeOptions {
        silkroad::BakeOptions::default().with_size_limit(self.max_dungeon)
    }

    /// The options for an NWN2 walkmesh.
    fn nwn2(&self) -> nwn2::BakeOptions {
        use nwn2::{Border, LineOfSight, Tiling, Uninitialised};
        nwn2::BakeOptions::default()
            .with_line_of_sight(match self.line_of_sight {
                Sight::Off => LineOfSight::Off,
                Sight::Game => LineOfSight::Game,
            })
            .with_uninitialised(if self.keep_uninitialised { Uninitialised::Keep } else { Uninitialised::Zero })
            .with_tiling(if self.retile { Tiling::ByCentre } else { Tiling::Keep })
            .with_border(if self.keep_border { Border::Keep } else { Border::Trim })
    }

    /// The footprints for the objects of an area.
    fn footprints(&self, objects: &AreaObjects) -> anyhow::Result<Arc<Footprints>> {
        self.sources()?.of_area(objects)
    }

    /// Of the models that [`of`](Self::of) asked for an area those that could not be read, and why.
    pub fn damaged_models(&self, objects: Option<&AreaObjects>) -> anyhow::Result<Vec<String>> {
        objects.map_or(Ok(Vec::new()), |objects| self.sources()?.damaged_models(objects))
    }

    fn sources(&self) -> anyhow::Result<&FootprintSources> {
        let read = || {
            let sources = FootprintSources::read(&self.footprints, self.models.as_deref(), !self.no_learned);
            sources.map_err(|error| format!("{error:#}"))
        };
        let sources = self.sources.get_or_init(read).as_ref();
        sources.map_err(|reason| anyhow!("{reason}"))
    }

    /// The layout of a file's area: the named one, or the one beside the file.
    fn layout_of(&self, input: &Input) -> anyhow::Result<Option<Arc<Layout>>> {
        let read = || Layouts::new(self.layout.as_deref()).map_err(|error| format!("{error:#}"));
        let layouts = self.layouts.get_or_init(read).as_ref();
        layouts.map_err(|reason| anyhow!("{reason}"))?.of_room(&input.path)
    }
}
