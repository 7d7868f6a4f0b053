//! [`Level`]: a place of any game and the files that it is made of.
//!
//! The games keep a place in several files: an area of KotOR has a layout and a walkmesh for each room, an area of NWN2 a TRX
//! or a TRN with the objects of its GIT, a dungeon of Silkroad its tables, its DOF and a mesh for each block. A level knows
//! which of them belong together, whether they lie in a [`Folder`], in [`Memory`] or in [`Files`] of your own.
//!
//! ```
//! use walkmesh::kotor::{Kind, Layout, LayoutRoom, MaterialId, Walkmesh};
//! use walkmesh::level::{Level, LevelOptions, Memory, RepairOptions};
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
//! let mut level = Level::open(&files, "manor.lyt", &LevelOptions::default())?;
//! assert_eq!(level.check(&CheckOptions::default())?.count("transition-missing"), 2);
//! level.repair(&RepairOptions::default().with_transitions(true))?;
//! assert_eq!(level.check(&CheckOptions::default())?.count("transition-missing"), 0);
//! for (name, bytes) in level.changed()? {
//!     files.insert(name, bytes);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_file;
mod bake;
mod check;
mod dungeon_floors;
mod edit;
mod error;
mod exchange;
mod files;
mod game;
mod games;
mod geometry;
mod kind;
mod kotor;
mod listing;
mod materials;
mod mend;
mod nwn2;
mod open;
mod optimise;
mod options;
#[cfg(feature = "picture")]
mod picture;
mod query;
mod round_trip;
mod silkroad;
mod summary;
mod unsupported;

use crate::exchange::Export;
use crate::finding::{CheckOptions, Findings};

pub use any_file::{AnyFile, DiffError, SaveError};
pub(crate) use bake::bake_terrain;
pub use bake::{BakeError, BakeOptions, BakeReport, Carving, CutterSource};
pub use check::{CheckError, check};
pub use dungeon_floors::{DungeonFloors, FloorMesh};
pub use edit::{AxisBox, ClassName, Edit, EditError, EditReport, MirrorAxis, Region, Selection, SelectionError, Turn};
pub use error::LevelError;
pub use exchange::ExchangeError;
pub use files::{FileError, Files, Folder, Layered, Memory};
pub use games::WrongKind;
pub use kind::Kind;
pub use listing::{LevelName, levels};
pub use materials::MaterialChoice;
pub use mend::MendReport;
pub use open::{OpenError, OpenOptions};
pub use optimise::OptimiseError;
pub use options::{LevelOptions, RepairOptions, Repairs};
#[cfg(feature = "picture")]
pub use picture::{PictureError, PictureOptions, difference_picture, findings_layer_of_area};
pub use query::{
    At, CutOff, Faces, Floor, Hit, Location, LocationError, MeasuredIn, Navigator, Nearest, NoAnswer, Path, Point,
    QueryError, Reach, Sight, StandIn, Step,
};
pub use round_trip::{ByteDifference, RoundTrip, RoundTripError, round_trip};
pub use summary::{
    BlocksSummary, BwmSummary, DungeonSummary, Extent, FloorSummary, GffSummary, HookSummary, HooksSummary,
    LargestCells, LargestPart, LayoutSummary, ListSummary, MaterialSummary, Nwn2WalkmeshSummary, PacketsSummary,
    SceneSummary, Summary, SummaryError, TableSummary, TerrainSummary, TransitionsSummary, Walkable,
};
pub use unsupported::{Operation, Unsupported};

use files::Named;
use game::Game;

/// A place of any game, opened: an area of KotOR or a walkmesh by itself, an area of NWN2, or a dungeon of Silkroad.
///
/// [The module](self) has an example.
pub struct Level {
    /// The files as they were read, by name.
    read: Vec<(String, Vec<u8>)>,
    game: Box<dyn Game>,
}

impl std::fmt::Debug for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Level").field("files", &self.files().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

impl Level {
    /// Opens the level of a file, with the other files that belong to it. The name is found in any case.
    ///
    /// | file | level | other files |
    /// |---|---|---|
    /// | `.lyt` | the area of KotOR | the walkmeshes of its rooms (`.wok`) and the game's `surfacemat.2da` |
    /// | `.wok`, `.pwk`, `.dwk` | this walkmesh | the only layout that lists the room, and `surfacemat.2da` |
    /// | `.trx`, `.trn` | the area of NWN2 | its objects (`.git`) |
    /// | `.dat` | the dungeon of Silkroad | with [`LevelOptions::dof`] its floors (`.dof`, `.bms`) |
    ///
    /// # Errors
    /// [`LevelError`]: the file does not exist, it is not a level, or one of the files cannot be read. A room of the layout that
    /// has no file is not an error here: [`check`](Self::check) reports it.
    pub fn open(files: &dyn Files, name: &str, options: &LevelOptions) -> Result<Self, LevelError> {
        let files = Named::of(files)?;
        let name = files.find(name).ok_or_else(|| LevelError::NoSuchFile(name.to_owned()))?;
        let mut source = game::Source { files: &files, read: Vec::new() };
        let game = game::open(&mut source, name, options)?;
        Ok(Self { read: source.read, game })
    }

    /// The names of the files that the level was made of, the one that it was opened by first.
    pub fn files(&self) -> impl ExactSizeIterator<Item = &str> {
        self.read.iter().map(|(name, _)| name.as_str())
    }

    /// Checks the level by every rule of its game.
    ///
    /// # Errors
    /// [`LevelError`]: a part of the level cannot be read.
    pub fn check(&self, options: &CheckOptions) -> Result<Findings, LevelError> {
        self.game.check(options)
    }

    /// Builds all derived data by the game's own rules. If it fails, the level is unchanged. A TRN of NWN2 is carved with the
    /// objects of its GIT first, and becomes the TRX of the area: [`changed`](Self::changed) gives it that name.
    ///
    /// # Errors
    /// [`LevelError`], with the reason.
    pub fn bake(&mut self, options: &LevelOptions) -> Result<(), LevelError> {
        self.game.bake(options)
    }

    /// Repairs the flaws of the floor that the options name, and bakes what the repairs make stale. If it fails, the level is
    /// unchanged.
    ///
    /// # Errors
    /// [`LevelError`], with the reason; [`LevelError::Unsupported`] for a dungeon of Silkroad.
    pub fn repair(&mut self, options: &RepairOptions) -> Result<Repairs, LevelError> {
        self.game.repair(options)
    }

    /// What answers questions about the level: ways, floors, rays and sight.
    ///
    /// # Errors
    /// [`LevelError`]: the walkmesh cannot be read.
    pub fn navigator(&self) -> Result<Navigator, LevelError> {
        self.game.navigator()
    }

    /// The level as a scene for other programs.
    ///
    /// # Errors
    /// [`LevelError`]: the walkmesh cannot be read; [`LevelError::Unsupported`] for the tables of a dungeon without its floors.
    pub fn to_scene(&self) -> Result<Export, LevelError> {
        self.game.to_scene()
    }

    /// The files whose bytes are other than they were when the level was opened, and their new bytes. Files that no edit has
    /// touched are never among them. To save a level, write all of them or none.
    ///
    /// # Errors
    /// [`LevelError`]: what was edited cannot be written in the game's format.
    pub fn changed(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError> {
        let mut written = self.game.written()?;
        written.retain(|(name, bytes)| self.read.iter().all(|(read, before)| read != name || before != bytes));
        Ok(written)
    }
}
