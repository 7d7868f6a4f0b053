//! [`Level`]: a place of any game with its files.
//!
//! The games keep a place in several files: an area of KotOR has a layout and a walkmesh for each room, an area of NWN2 has a TRX, or a TRN
//! with the objects of its GIT, a dungeon of Silkroad has its tables, its DOF and a mesh for each block. A level knows which of them belong
//! together, whether they lie in a [`Folder`], in [`Memory`] or in [`Files`] of your own.
//!
//! ```
//! use walkmesh::kotor::{Kind, Layout, LayoutRoom, MaterialId, Walkmesh};
//! use walkmesh::level::{Level, Memory, OpenOptions, RepairOptions};
//! use walkmesh::finding::CheckOptions;
//!
//! // Two rooms side by side, whose edges do not lead to each other yet.
//! let mut layout = Layout::new();
//! let mut files = Memory::new();
//! for (name, x) in [("west", 0.0), ("east", 4.0)] {
//!     layout.push(LayoutRoom { name: name.into(), position: [x, 0.0, 0.0] })?;
//!     let floor = [[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]], [[0.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]]];
//!     let moved = floor.map(|face| (face.map(|[at, y, z]: [f32; 3]| [at + x, y, z]), MaterialId(4)));
//!     files.insert(format!("{name}.wok"), Walkmesh::from_triangles(Kind::Wok, moved)?.to_bytes()?);
//! }
//! files.insert("manor.lyt", layout.to_bytes());
//!
//! let mut level = Level::open(&files, "manor.lyt", &OpenOptions::default())?;
//! assert_eq!(level.check(&CheckOptions::default())?.count("transition-missing"), 2);
//! level.repair(&RepairOptions::default().with_transitions(true))?;
//! assert_eq!(level.check(&CheckOptions::default())?.count("transition-missing"), 0);
//! for (name, bytes) in level.changed()? {
//!     files.insert(name, bytes);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file by itself is a level, too: [`Level::from_bytes`]. An operation that a kind of file does not have is an error value:
//! [`Unsupported`] names the operation, the kind that was found, and the kinds on which the operation works.

mod archive;
mod bake;
mod check;
mod collection;
mod display;
mod document;
mod doors;
mod edit;
mod error;
mod exchange;
mod file_index;
mod files;
mod folder;
mod game;
mod game_folder;
mod games;
mod geometry;
mod kind;
mod kind_info;
mod kotor;
mod listing;
mod materials;
mod mend;
mod nwn2;
mod open;
mod options;
mod parts;
#[cfg(feature = "picture")]
mod picture;
mod query;
mod repair_report;
mod report;
mod rewrite;
mod round_trip;
mod silkroad;
mod summary;
mod together;
#[cfg(test)]
mod toy;
mod unsupported;
mod view;
#[cfg(feature = "zip")]
mod zip;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::diff::{Group, TableDiff};
use crate::exchange::{Export, Floor, Scene};
use crate::finding::{Place, Shape};
#[cfg(feature = "picture")]
use crate::{
    finding::{Findings, Severity},
    picture as drawing,
};

pub use archive::{Archive, KeyFiles};
pub use bake::{BakeError, BakeOptions, NotInLayout};
pub use check::{check, check_damaged};
pub use collection::{Collection, FoundLevel};
pub use edit::{ClassName, Edit, EditError, MirrorAxis, Region, Selection, SelectionError, Turn};
pub use error::{CheckError, DiffError, LevelError, SaveError};
pub use exchange::{ApplyOptions, ApplyReport, ExchangeError};
pub use file_index::IndexedFiles;
pub use files::{FileError, Files, LayeredFiles, Memory};
pub use folder::Folder;
pub use game_folder::{Engine, GameFolder, GameOptions, Module};
pub use games::{Kind, Summary};
pub use kotor::{AreaObject, KotorParts, PlaceError};
pub use listing::{LevelName, levels};
pub use materials::MaterialChoice;
pub use mend::{MendOptions, MendReport};
pub use nwn2::{Carving, CutterSource, Nwn2Parts};
pub use open::{OpenError, OpenOptions};
pub use options::RepairOptions;
#[cfg(feature = "picture")]
pub use picture::{PictureError, PictureOptions, difference_picture, floor_difference_picture};
pub use query::{
    At, CutOff, Faces, FloorAt, Hit, Location, LocationError, MeasuredIn, Navigator, Nearest, NoAnswer, Path,
    PathAnswer, PathStep, Point, QueryError, Reach, ReachOf, Sight, StandIn,
};
pub use repair_report::RepairReport;
pub use report::{BakeNote, BakeReport, EditNote, EditOutcome, EditReport, FaceCount};
pub use rewrite::{RewriteError, rewrite_archive};
pub use round_trip::{ByteDifference, RoundTrip, round_trip};
pub use silkroad::{DungeonFloors, FloorMesh, SilkroadParts};
pub use summary::{
    ArchiveSummary, AreaSummary, BlocksSummary, BwmSummary, DungeonSummary, FloorSummary, GffSummary, GitSummary,
    HooksSummary, LargestCells, LargestPart, LayoutSummary, ListSummary, MaterialSummary, ModelSummary,
    Nwn2WalkmeshSummary, PacketsSummary, PathPointsSummary, SceneSummary, SummaryError, TableSummary, TerrainSummary,
    TransitionsSummary, TypeSummary, WalkMeshSummary, Walkable,
};
pub use unsupported::{Operation, Unsupported};
pub use view::{FaceInfo, LineKind, Lines, MarkKind, PartOf, View, ViewMark, ViewOverlap, ViewPart};
#[cfg(feature = "zip")]
pub use zip::{Zip, write_zip};

use file_index::FileIndex;
use game::Game;
use games::{AnyGame, of_game};

/// A place of any game, opened: an area of KotOR or a walkmesh by itself, an area of NWN2, a dungeon of Silkroad, or any other
/// file of a kind that the library knows.
///
/// [The module](self) has an example.
#[derive(Clone)]
pub struct Level {
    /// The files as they were read, by name.
    read: Arc<[(String, Vec<u8>)]>,
    /// The reasons why files were left out.
    unread: Vec<LevelError>,
    game: AnyGame,
}

/// Its name, its kind and the names of its files, without their contents.
impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<&str> = self.files().collect();
        f.debug_struct("Level").field("name", &self.name()).field("kind", &self.kind()).field("files", &files).finish()
    }
}

impl IndexedFiles<'_> {
    /// Opens the level of a file: [`Level::open`].
    ///
    /// # Errors
    /// As there.
    pub fn open(&self, name: &str, options: &OpenOptions) -> Result<Level, LevelError> {
        let files = self.index();
        let name = files.find(name).ok_or_else(|| LevelError::NoSuchFile(name.to_owned()))?;
        open(&files, name, options)
    }

    /// Opens the level of a file whose bytes were already read. This file need not be among `files`, which supply only the other files of
    /// the level.
    ///
    /// # Errors
    /// As [`Level::open`].
    pub fn open_read(&self, name: &str, bytes: Vec<u8>, options: &OpenOptions) -> Result<Level, LevelError> {
        let files = self.index();
        files.supply(name, bytes);
        open(&files, name, options)
    }

    /// The only layout of KotOR that lists a room.
    ///
    /// # Errors
    /// [`FileError`]: a layout cannot be read.
    pub fn layout_of(&self, room: &str) -> Result<Option<Arc<crate::kotor::Layout>>, FileError> {
        kotor::layout_of(&self.index(), room)
    }
}

fn open(files: &FileIndex, name: &str, options: &OpenOptions) -> Result<Level, LevelError> {
    let mut source = game::Source::new(files);
    let named = options.clone().with_name(name);
    let mut game = source.open(name, |bytes| of_file(bytes, &named))?;
    of_game!(&mut game, game => game.gather(&mut source, &named))?;
    Ok(Level { read: source.read.into(), unread: source.unread, game })
}

impl Level {
    /// Opens the level of a file, with the other files that belong to it. The name is matched ignoring case.
    ///
    /// | file | level | other files |
    /// |---|---|---|
    /// | `.lyt` | the area of KotOR | the walkmeshes of its rooms (`.wok`), their models (`.mdl`), and the game's `surfacemat.2da`; with a GIT also the files of its objects: templates (`.utd`, `.utp`, `.utc`), tables, walkmeshes (`.dwk`, `.pwk`), `.pth`, `.vis` and `module.ifo` |
    /// | `.wok`, `.pwk`, `.dwk` | this walkmesh | the only layout that lists the room, its model, and `surfacemat.2da` |
    /// | `.trx`, `.trn` | the area of NWN2 | its objects (`.git`) |
    /// | `.dat` | the dungeon of Silkroad | its floors (`.dof`, `.bms`): of [`OpenOptions::dof`], or of the only DOF there with the region of the tables' name |
    /// | `.dof` | the floors of a dungeon | their meshes (`.bms`) |
    /// | `.git` | the objects of an area | in KotOR the files of its layout, with the rooms if the layout is there |
    ///
    /// # Errors
    /// [`LevelError`]: the file does not exist, its kind is unknown, or one of the files cannot be read. A room of the layout
    /// that has no file is not an error here: [`check`](Self::check) reports it.
    pub fn open(files: &dyn Files, name: &str, options: &OpenOptions) -> Result<Self, LevelError> {
        IndexedFiles::new(files)?.open(name, options)
    }

    /// Opens a file without the other files that belong to it. Its kind is detected from its bytes, and a layout also
    /// from its name.
    ///
    /// ```
    /// use walkmesh::finding::CheckOptions;
    /// use walkmesh::level::{BakeOptions, Kind, Level, OpenOptions};
    ///
    /// let bytes = walkmesh::formats::Document::to_bytes(&walkmesh::formats::bwm::Bwm::default())?;
    /// let mut level = Level::from_bytes(&bytes, &OpenOptions::default().with_name("room.wok"))?;
    /// assert_eq!(level.kind(), Kind::Bwm);
    /// assert_eq!(level.to_bytes()?, bytes);
    ///
    /// level.bake(&BakeOptions::default())?;
    /// assert!(level.check(&CheckOptions::default())?.worst().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OpenError`]: the file's kind is unknown, or it is damaged or over the limits.
    pub fn from_bytes(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        Ok(Self::new(of_file(bytes, options)?))
    }

    /// A level without other files.
    fn new(game: AnyGame) -> Self {
        Self { read: Arc::default(), unread: Vec::new(), game }
    }

    /// Makes a new level from a scene of another program. Its file name selects its kind: an area of KotOR (`.lyt`, with a
    /// room of each object), a walkmesh of KotOR (`.wok`, `.pwk`, `.dwk`), an area of NWN2 (`.trn`, or `.trx`, which is baked), or a
    /// dungeon of Silkroad (`ainavdata_*.dat`, with a block of each object). Only the limits, the materials and the layout among the
    /// options apply.
    ///
    /// # Errors
    /// [`ExchangeError`], with the reason.
    pub fn from_scene(name: &str, scene: &Scene, options: &OpenOptions) -> Result<(Self, ApplyReport), ExchangeError> {
        let kind = Kind::promised_by(name).ok_or(ExchangeError::NotMade)?;
        let (game, applied) = games::from_scene(kind, name, scene, options)?;
        Ok((Self::new(game), applied))
    }

    /// The names of the level's files, first the one by which it was opened. Empty for a level that was not opened from [`Files`].
    pub fn files(&self) -> impl ExactSizeIterator<Item = &str> {
        self.read.iter().map(|(name, _)| name.as_str())
    }

    /// The files as they were read, with their bytes.
    pub fn files_read(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.read.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The reasons why rooms were left out, if [`OpenOptions::skip_unreadable`] allows that, or why models of rooms were, which are always
    /// optional.
    #[must_use]
    pub fn unread(&self) -> &[LevelError] {
        &self.unread
    }

    /// The kind of the file by which the level was opened.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.game.kind()
    }

    /// The name of that file, or after the bake of a TRN, of its TRX; empty if it is not known.
    #[must_use]
    pub fn name(&self) -> &str {
        of_game!(&self.game, game => game.name())
    }

    /// The name of the file by which people know the level: [`name`](Self::name), except that a dungeon with floors is known by its DOF,
    /// because its tables are named by a number.
    #[must_use]
    pub fn title(&self) -> &str {
        of_game!(&self.game, game => game.title())
    }

    /// A description of the level, such as `a KotOR area with 12 rooms`.
    #[must_use]
    pub fn description(&self) -> String {
        of_game!(&self.game, game => game.description())
    }

    /// The name of its format as people write it. An area is `TRX` if its name says so; if the name does not decide it, a baked area is
    /// `TRX`.
    #[must_use]
    pub fn format_name(&self) -> &'static str {
        of_game!(&self.game, game => game.format_name())
    }

    /// Returns whether the level has its baked tables. Only an NWN2 area as the toolset saves it lacks them. Always true for games without
    /// such tables.
    #[must_use]
    pub fn is_baked(&self) -> bool {
        of_game!(&self.game, game => game.is_baked())
    }

    /// The bytes of the file by which the level was opened: byte for byte as it was read, unless it was changed.
    ///
    /// # Errors
    /// [`SaveError`]: the format cannot represent the content.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        of_game!(&self.game, game => game.to_bytes())
    }

    /// All files that an operation can change, as they would be written now: for an area, its layout and its rooms.
    ///
    /// # Errors
    /// [`SaveError`]: what was edited cannot be written in the game's format.
    pub fn to_files(&self) -> Result<Vec<(String, Vec<u8>)>, SaveError> {
        of_game!(&self.game, game => game.written())
    }

    /// The files whose bytes have changed since the level was opened, with their new bytes. Files that no edit has
    /// touched are never among them. A level that was not opened from [`Files`] has no earlier bytes, so all its files are listed.
    /// To save a level, write all of them or none.
    ///
    /// # Errors
    /// [`SaveError`]: what was edited cannot be written in the game's format.
    pub fn changed(&self) -> Result<Vec<(String, Vec<u8>)>, SaveError> {
        let mut written = of_game!(&self.game, game => game.written())?;
        let read: HashMap<&str, &[u8]> = self.files_read().collect();
        written.retain(|(name, bytes)| read.get(name.as_str()) != Some(&bytes.as_slice()));
        Ok(written)
    }

    /// The documents that operations change, as uncompressed bytes: for an area of KotOR, the walkmeshes of its rooms. A copy
    /// of the level that [dropped](Self::drop_documents) them shares nearly all of its memory with the level. A program that keeps many
    /// states of a level, such as an editor with undo, stores only the differences between documents.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    /// use walkmesh::level::Level;
    ///
    /// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
    /// let level = Level::from(Walkmesh::from_triangles(Kind::Wok, [(floor, MaterialId(4))])?);
    /// let (mut copy, documents) = (level.clone(), level.documents()?);
    /// copy.drop_documents();
    /// assert_ne!(copy.to_bytes()?, level.to_bytes()?);
    /// copy.put_documents(&documents)?;
    /// assert_eq!(copy.to_bytes()?, level.to_bytes()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SaveError`]: the format cannot represent the content, or the packet of an NWN2 walkmesh is damaged.
    pub fn documents(&self) -> Result<Vec<Vec<u8>>, SaveError> {
        of_game!(&self.game, game => game.documents())
    }

    /// Empties the [documents](Self::documents).
    pub fn drop_documents(&mut self) {
        of_game!(&mut self.game, game => game.drop_documents());
    }

    /// Restores the [documents](Self::documents) of a level that [dropped](Self::drop_documents) them.
    ///
    /// # Errors
    /// [`OpenError`]: they are not the documents of this level.
    pub fn put_documents(&mut self, documents: &[Vec<u8>]) -> Result<(), OpenError> {
        of_game!(&mut self.game, game => game.put_documents(documents))
    }

    /// Locates a place in the coordinates of the level; `None` for a place without a position, such as a header, and for a nonexistent one.
    /// To locate many places, share a [`locator`](Self::locator).
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        of_game!(&self.game, game => game.locator())(place)
    }

    /// Returns a function that [locates](Self::locate) many places.
    pub fn locator(&self) -> impl Fn(&Place) -> Option<Shape> {
        of_game!(&self.game, game => game.locator())
    }

    /// Compares two levels table by table. An NWN2 area can be compared with a bare walkmesh. In two areas of KotOR, the layouts and the
    /// rooms of equal names are compared, and in two archives the members of equal names.
    ///
    /// # Errors
    /// [`DiffError`]: the levels are of different kinds, or the walkmesh of an NWN2 area cannot be read.
    pub fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        self.game.diff(&other.game)
    }

    /// Compares a level with its own bake, but only data that a bake determines. Unused bytes and the packing of the file are
    /// left out.
    ///
    /// # Errors
    /// The errors of [`diff`](Self::diff).
    pub fn diff_baked(&self, baked: &Self) -> Result<Vec<TableDiff>, DiffError> {
        let mut tables = self.diff(baked)?;
        tables.retain(|table| table.group == Group::Content && table.entries > 0);
        Ok(tables)
    }

    /// Rebuilds all derived data by the game's own rules. If the bake fails, the level is unchanged.
    ///
    /// A TRN becomes what the toolset writes as a TRX: its walkmesh is [carved](crate::nwn2::carve()) with the objects of its GIT
    /// first, and [`changed`](Self::changed) gives it the name of the TRX. A TRX has been carved already.
    ///
    /// # Errors
    /// [`BakeError`], with the reason.
    pub fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        of_game!(&mut self.game, game => game.bake(options))
    }

    /// Applies edits in order, then bakes the data that they made stale. If one fails, the level is unchanged.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    /// use walkmesh::level::{BakeOptions, Edit, Level};
    ///
    /// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
    /// let mut level = Level::from(Walkmesh::from_triangles(Kind::Wok, [(floor, MaterialId(4))])?);
    /// let paint = Edit::Paint { what: "material:Stone".parse()?, with: "Wood".parse()? };
    /// let report = level.edit(&[paint], &BakeOptions::default())?;
    /// assert_eq!(report.notes[0].to_string(), "1 face was painted.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError`], with the reason.
    pub fn edit(&mut self, edits: &[Edit], options: &BakeOptions) -> Result<EditReport, EditError> {
        of_game!(&mut self.game, game => game.edit(edits, options))
    }

    /// Repairs the flaws of the floor that the options name, and bakes what the repairs make stale. Data that no repair affects keeps every
    /// bit. If it fails, the level is unchanged.
    ///
    /// # Errors
    /// [`EditError`], with the reason; [`EditError::Unsupported`] for a dungeon of Silkroad.
    pub fn repair(&mut self, options: &RepairOptions) -> Result<RepairReport, EditError> {
        of_game!(&mut self.game, game => game.repair(options))
    }

    /// The level as a scene for other programs.
    ///
    /// # Errors
    /// [`ExchangeError`]: the level has no triangles, or they cannot be read.
    pub fn to_scene(&self) -> Result<Export, ExchangeError> {
        of_game!(&self.game, game => game.to_scene())
    }

    /// The walkable triangles of the level and their neighbours, for programs that plan paths themselves, such as Detour and
    /// Godot.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    /// use walkmesh::level::Level;
    ///
    /// let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 1.0], [0.0, 4.0, 1.0]];
    /// let stone = MaterialId(4);
    /// let room = Walkmesh::from_triangles(Kind::Wok, [
    ///     ([square[0], square[1], square[2]], stone),
    ///     ([square[0], square[2], square[3]], stone),
    /// ])?;
    /// let floor = Level::from(room).to_floor()?;
    /// assert_eq!(floor.points[2], [4.0, 1.0, -4.0]);
    /// assert_eq!((floor.triangles[0].neighbours, floor.triangles[0].class), ([None, None, Some(1)], 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ExchangeError`]: the level has no triangles, or they cannot be read.
    pub fn to_floor(&self) -> Result<Floor, ExchangeError> {
        of_game!(&self.game, game => game.to_floor())
    }

    /// Applies the edits of a scene that was made from this level and edited in another program, and bakes what they made
    /// stale. For a single walkmesh, all nodes together are the walkmesh. If nothing was edited, the level keeps every bit. If it
    /// fails, the level is unchanged.
    ///
    /// # Errors
    /// [`ExchangeError`], with the reason.
    pub fn apply_scene(&mut self, scene: &Scene, options: &ApplyOptions) -> Result<ApplyReport, ExchangeError> {
        let mut after = self.game.clone();
        let applied = of_game!(&mut after, game => game.apply_scene(scene, options))?;
        self.game = after;
        Ok(applied)
    }

    /// The plan view of the level.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    /// use walkmesh::level::{Level, PictureOptions};
    /// use walkmesh::picture::PageOptions;
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// let scene = Level::from(room).to_picture("room.wok", &PictureOptions::default())?;
    /// assert_eq!(scene.layer("surface").map(|layer| layer.groups[0].title.as_str()), Some("Stone"));
    /// assert!(scene.to_svg(&PageOptions::default())?.starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PictureError`].
    #[cfg(feature = "picture")]
    pub fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<drawing::Picture, PictureError> {
        options.check(self.kind())?;
        of_game!(&self.game, game => game.to_picture(title, options))
    }

    /// The findings of this level, of a severity or worse, as a layer of its picture, with notes on those that the map does not show.
    #[cfg(feature = "picture")]
    #[must_use]
    pub fn findings_layer(&self, findings: &Findings, least: Severity) -> (drawing::Layer, Vec<String>) {
        let (locate, up) = (of_game!(&self.game, game => game.locator()), self.kind().up());
        drawing::findings_layer(
            findings,
            least,
            |finding| match of_game!(&self.game, game => game.has_better_spots()) {
                true => drawing::Site::of_finding(finding, up, &locate),
                false => Some(drawing::Site::new(&locate(&finding.place)?, up)),
            },
        )
    }

    /// The navigator, which answers queries about the level: paths, floors, ray casts and sight.
    ///
    /// # Errors
    /// [`QueryError::Unsupported`] for files that are not walkmeshes, and [`QueryError::Terrain`] for an NWN2 area whose walkmesh
    /// cannot be read.
    pub fn navigator(&self) -> Result<Navigator, QueryError> {
        of_game!(&self.game, game => game.navigator())
    }

    /// The [`navigator`](Self::navigator) of a level that is no longer needed. No table is copied.
    ///
    /// # Errors
    /// The errors of [`navigator`](Self::navigator).
    pub fn into_navigator(self) -> Result<Navigator, QueryError> {
        of_game!(self.game, game => game.into_navigator())
    }

    /// The error for an operation that the level does not have.
    #[must_use]
    pub fn lacks(&self, operation: Operation) -> Unsupported {
        Unsupported { operation, found: self.kind() }
    }

    /// The level in numbers.
    ///
    /// # Errors
    /// [`SummaryError`], with the reason.
    pub fn summary(&self) -> Result<Summary, SummaryError> {
        of_game!(&self.game, game => game.summary())
    }
}

macro_rules! levels_of {
    ($($type:ty => $level:ty),* $(,)?) => {$(
        /// The level of a document that was made here or opened before. It has no name and no other files.
        impl From<$type> for Level {
            fn from(it: $type) -> Self {
                Self::new(<$level>::from(it).into())
            }
        }
    )*};
}

levels_of! {
    crate::kotor::Walkmesh => kotor::WalkmeshLevel,
    crate::kotor::Area => kotor::AreaLevel,
    crate::nwn2::Terrain => nwn2::AreaLevel,
    crate::nwn2::Walkmesh => nwn2::AreaLevel,
    crate::silkroad::Dungeon => silkroad::DungeonLevel,
}

/// The level of a single file.
fn of_file(bytes: &[u8], options: &OpenOptions) -> Result<AnyGame, OpenError> {
    if bytes.is_empty() {
        return Err(OpenError::Empty);
    }
    let kind = Kind::of_file(options.name.as_deref().unwrap_or_default(), bytes);
    games::open(kind.ok_or_else(|| OpenError::unrecognised(bytes))?, bytes, options)
}
