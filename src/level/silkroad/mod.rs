//! The levels of Silkroad: the tables of a dungeon, the floors of its blocks, and the floor of one block.

mod dungeon_floors;
mod exchange;
mod parts;
mod view;

use std::sync::Arc;

use crate::diff::TableDiff;
use crate::exchange::{Export, Floor, MatchOptions, NodeReport, Scene, SceneNode, Up};
use crate::finding::{CheckOptions, Findings};
use crate::formats::bms::Bms;
use crate::formats::dof::Dof;
use crate::formats::{Document, Format, Limits};
#[cfg(feature = "picture")]
use crate::picture;
use crate::silkroad::{self, Dungeon, Floors, Navigator as DungeonNavigator, Placement};

use super::exchange::{ApplyOptions, ApplyReport};
use super::file_index::FileIndex;
use super::game::{Game, Locator, Source};
use super::kind_info::{Form, KindInfo};
use super::listing::Listing;
use super::query::Navigator;
use super::view::{FaceInfo, LineLayers, PartOf, View};
use super::{
    BakeError, BakeNote, BakeOptions, BakeReport, BlocksSummary, CheckError, DiffError, DungeonSummary, ExchangeError,
    FloorSummary, Kind, LevelError, OpenError, OpenOptions, Operation, QueryError, SaveError, Summary, SummaryError,
    Unsupported,
};
#[cfg(feature = "picture")]
use super::{PictureError, PictureOptions};

pub use dungeon_floors::{DungeonFloors, FloorMesh};
pub use parts::SilkroadParts;

/// The tables of a dungeon, possibly with its floors.
#[derive(Clone, Debug)]
pub(super) struct DungeonLevel {
    name: String,
    tables: Arc<Dungeon>,
    floors: Option<Arc<DungeonFloors>>,
    /// The name of its DOF, if its floors are known.
    dof: Option<String>,
    /// True if the faults of a known editor were undone when it was opened.
    was_squared: bool,
}

impl DungeonLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let level = |tables, was_squared| Self {
            name: options.name.clone().unwrap_or_default(),
            tables: Arc::new(tables),
            floors: None,
            dof: None,
            was_squared,
        };
        match Dungeon::from_bytes(bytes) {
            Ok(tables) => Ok(level(tables, false)),
            Err(error) if options.undo_faults => {
                silkroad::undo_squared(bytes).map(|tables| level(tables, true)).ok_or(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn parts(&self) -> SilkroadParts<'_> {
        SilkroadParts { tables: Some(&self.tables), floors: self.floors.as_deref() }
    }
}

/// Maximum number of DOFs whose region is read.
const MAX_DOFS: usize = 64;

/// The DOF that belongs to tables: the only one among the files with the region in their name. A DOF that cannot be read has no region.
pub(super) fn dof_of(files: &FileIndex, tables: &str, limits: &Limits) -> Option<String> {
    let region = silkroad::region_of_file_name(tables)?;
    let dofs: Vec<&str> = files.with_extension(&["dof"]).take(MAX_DOFS + 1).collect();
    let region_of = |dof: &str| Some(Dof::from_bytes_with(&files.read(dof).ok()?, limits).ok()?.region_id);
    let mut same = dofs.iter().filter(|dof| dofs.len() <= MAX_DOFS && region_of(dof) == Some(region));
    same.next().filter(|_| same.next().is_none()).map(|dof| (*dof).to_owned())
}

impl DungeonLevel {
    /// Reads a DOF and the floors of its blocks. A DOF without any floor is left out.
    fn gather_floors(&mut self, name: String, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let read = source.read.len();
        let dof = source.open(&name, |bytes| Ok(Dof::from_bytes_with(bytes, &options.limits)?))?;
        let floors = DungeonFloors::read_named(dof, source.files, &options.limits)?;
        if options.dof.is_none() && !floors.has_any() {
            source.read.truncate(read);
            return Ok(());
        }
        source.read.extend(floors.files());
        (self.floors, self.dof) = (Some(Arc::new(floors)), Some(name));
        Ok(())
    }
}

impl From<Dungeon> for DungeonLevel {
    fn from(tables: Dungeon) -> Self {
        Self { name: String::new(), tables: Arc::new(tables), floors: None, dof: None, was_squared: false }
    }
}

impl Game for DungeonLevel {
    const KIND: Kind = Kind::AiNav;
    const INFO: &'static KindInfo = &KindInfo {
        name: "AINavData",
        what: "a Silkroad dungeon",
        files: "Silkroad dungeons",
        game: Some("Silkroad"),
        up: Up::Y,
        form: Form::Document(Format::AiNav),
        operations: &[Operation::Check, Operation::Diff, Operation::Bake, Operation::Picture, Operation::Query],
    };

    fn list(files: &FileIndex, listing: &mut Listing) {
        let dungeons = files.with_extension(&["dat"]).filter(|dat| silkroad::region_of_file_name(dat).is_some());
        dungeons.for_each(|file| listing.add_place(file, "dungeon of Silkroad", []));
    }

    fn from_scene(name: &str, scene: &Scene, _: &OpenOptions) -> Result<(Self, ApplyReport), ExchangeError> {
        exchange::from_scene(name, scene)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let Some(dof) = &options.dof else {
            // A DOF that was not requested is optional.
            let Some(dof) = dof_of(source.files, &self.name, &options.limits) else { return Ok(()) };
            return self.gather_floors(dof, source, options).or_else(|error| {
                source.unread.push(error);
                Ok(())
            });
        };
        let name = source.files.find(dof).ok_or_else(|| LevelError::NoSuchFile(dof.to_owned()))?.to_owned();
        self.gather_floors(name, source, options)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.tables.to_bytes()?)
    }

    fn documents(&self) -> Result<Vec<Vec<u8>>, SaveError> {
        Ok(vec![self.tables.to_bytes()?])
    }

    fn drop_documents(&mut self) {
        self.tables = Arc::default();
    }

    fn put_documents(&mut self, documents: &[Vec<u8>]) -> Result<(), OpenError> {
        self.tables = Arc::new(Dungeon::from_bytes(documents.first().map_or(&[][..], |tables| tables))?);
        Ok(())
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        let mut findings = self.tables.check(options);
        if !self.name.is_empty() {
            self.tables.check_file_name(&self.name).into_iter().for_each(|finding| findings.push(finding));
        }
        Ok(findings)
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.tables.diff(&other.tables))
    }

    fn bake(&mut self, _: &BakeOptions) -> Result<BakeReport, BakeError> {
        let report = Arc::make_mut(&mut self.tables).bake(&silkroad::BakeOptions::default())?;
        let squared = self.was_squared.then_some(BakeNote::SquaredCounts);
        let lost = report.lost_links.into_iter().map(BakeNote::LostLink);
        Ok(BakeReport { notes: squared.into_iter().chain(lost).collect(), carving: None })
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        match &self.floors {
            Some(floors) => Ok(floors.floors().to_scene(&floors.dof)),
            None => Err(self.lacks(Operation::Exchange).into()),
        }
    }

    fn to_floor(&self) -> Result<Floor, ExchangeError> {
        match &self.floors {
            Some(floors) => Ok(floors.floors().to_floor()?),
            None => Err(self.lacks(Operation::Exchange).into()),
        }
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        Ok(match &self.floors {
            Some(floors) => floors.floors().to_picture(title, options.color, &floors.dof, Some(&self.tables)),
            None => self.tables.to_picture(title),
        })
    }

    fn locator(&self) -> Locator<'_> {
        let graph = silkroad::Graph::new(&self.tables);
        let floors = self.floors.as_ref().map(|floors| floors.floors());
        Box::new(move |place| {
            let of_floor = floors.as_ref().and_then(|floors| floors.locate_place(place));
            of_floor.or_else(|| graph.locate(&self.tables, place))
        })
    }

    #[cfg(feature = "picture")]
    fn has_better_spots(&self) -> bool {
        false
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        let navigator = DungeonNavigator::new(Arc::clone(&self.tables));
        Ok(match &self.floors {
            Some(floors) => navigator.with_floors(floors.floors()).into(),
            None => navigator.into(),
        })
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::AiNav(DungeonSummary::new(&self.tables)))
    }

    fn title(&self) -> &str {
        self.dof.as_deref().unwrap_or(&self.name)
    }

    fn description(&self) -> String {
        format!("{}{}", self.kind(), if self.floors.is_some() { " with its floors" } else { "" })
    }

    fn show(&self, view: &mut View) {
        match &self.floors {
            Some(floors) => view::show_floors(floors, view),
            None => view::show_tables(&self.tables, view),
        }
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        match &self.floors {
            Some(floors) => view::draw_floors(floors, lines),
            None => view::draw_tables(&self.tables, lines),
        }
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        info.kind = "cell";
    }
}

/// The blocks of a dungeon, with their floors if these were searched for.
#[derive(Clone, Debug)]
pub(super) struct FloorsLevel {
    name: String,
    dungeon: DungeonFloors,
}

impl FloorsLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let dungeon = DungeonFloors::without_meshes(Dof::from_bytes_with(bytes, &options.limits)?);
        Ok(Self { name: options.name.clone().unwrap_or_default(), dungeon })
    }

    pub(super) fn parts(&self) -> SilkroadParts<'_> {
        SilkroadParts { tables: None, floors: Some(&self.dungeon) }
    }

    /// The floors, if there are any.
    fn any_floors(&self, operation: Operation) -> Result<Floors, Unsupported> {
        if self.dungeon.has_any() { Ok(self.dungeon.floors()) } else { Err(self.lacks(operation)) }
    }
}

impl Game for FloorsLevel {
    const KIND: Kind = Kind::Dof;
    const INFO: &'static KindInfo = &KindInfo {
        name: "DOF",
        what: "a list of the blocks of a Silkroad dungeon (DOF)",
        files: "blocks of Silkroad dungeons",
        game: Some("Silkroad"),
        up: Up::Y,
        form: Form::Document(Format::Dof),
        operations: &[Operation::Diff],
    };

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        self.dungeon = DungeonFloors::read_named(self.dungeon.dof.clone(), source.files, &options.limits)?;
        source.read.extend(self.dungeon.files());
        Ok(())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.dungeon.dof.to_bytes()?)
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, SaveError> {
        let mut files = vec![(self.name.clone(), self.to_bytes()?)];
        files.extend(self.dungeon.files());
        Ok(files)
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(silkroad::diff_dof(&self.dungeon.dof, &other.dungeon.dof))
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        Ok(self.any_floors(Operation::Exchange)?.to_scene(&self.dungeon.dof))
    }

    fn to_floor(&self) -> Result<Floor, ExchangeError> {
        Ok(self.any_floors(Operation::Exchange)?.to_floor()?)
    }

    fn apply_scene(&mut self, scene: &Scene, options: &ApplyOptions) -> Result<ApplyReport, ExchangeError> {
        self.any_floors(Operation::Exchange)?;
        self.dungeon.apply_scene(scene, options)
    }

    fn locator(&self) -> Locator<'_> {
        let floors = self.dungeon.floors();
        Box::new(move |place| floors.locate_place(place))
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        let floors = self.any_floors(Operation::Picture)?;
        Ok(floors.to_picture(title, options.color, &self.dungeon.dof, None))
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::Dof(BlocksSummary::new(&self.dungeon.dof)))
    }

    fn description(&self) -> String {
        match self.dungeon.has_any() {
            true => "the floors of a Silkroad dungeon, without its tables".to_owned(),
            false => self.kind().to_string(),
        }
    }

    fn show(&self, view: &mut View) {
        match self.dungeon.has_any() {
            true => view::show_floors(&self.dungeon, view),
            false => view::show_blocks(&self.dungeon.dof, view),
        }
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        view::draw_floors(&self.dungeon, lines);
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        info.kind = "cell";
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Err(if self.dungeon.has_any() { QueryError::NoTables } else { self.lacks(Operation::Query).into() })
    }
}

/// The mesh of one block.
#[derive(Clone, Debug)]
pub(super) struct FloorLevel {
    name: String,
    mesh: Bms,
}

impl FloorLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let mesh = Bms::from_bytes_with(bytes, &options.limits)?;
        Ok(Self { name: options.name.clone().unwrap_or_default(), mesh })
    }
}

impl Game for FloorLevel {
    const KIND: Kind = Kind::Bms;
    const INFO: &'static KindInfo = &KindInfo {
        name: "BMS",
        what: "a Silkroad mesh (BMS)",
        files: "Silkroad meshes",
        game: Some("Silkroad"),
        up: Up::Y,
        form: Form::Document(Format::Bms),
        operations: &[Operation::Diff, Operation::Exchange, Operation::Picture],
    };

    fn name(&self) -> &str {
        &self.name
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.mesh.to_bytes()?)
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(silkroad::diff_bms(&self.mesh, &other.mesh))
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        let node = silkroad::bms_to_scene_node(&self.mesh, super::files::stem(&self.name));
        let (node, notes) = node.ok_or(silkroad::ImportError::NoFloor)?;
        Ok(Export { scene: Scene { up: Up::Y, nodes: vec![node], marks: Vec::new() }, notes })
    }

    fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        Ok(silkroad::apply_edited_bms(&mut self.mesh, Placement::default(), edited, options)?)
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        silkroad::bms_to_picture(&self.mesh, title, options.color).ok_or(PictureError::NoFloor)
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::Bms(FloorSummary::new(&self.mesh)?))
    }

    fn show(&self, view: &mut View) {
        view::show_mesh(&self.mesh, &self.name, view);
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        view::draw_mesh(&self.mesh, lines);
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        info.kind = "cell";
    }
}
