//! [`Game`]: the operations of one game's levels.

use std::fmt;

use crate::diff::TableDiff;
use crate::exchange::{Class, Export, Floor, MatchOptions, NodeReport, Scene, SceneNode};
use crate::finding::{CheckOptions, Findings, Place, Shape};

use super::exchange::{ApplyOptions, ApplyReport, ensure_triangles};
use super::file_index::FileIndex;
use super::files::stem;
use super::kind_info::KindInfo;
use super::listing::Listing;
use super::query::Navigator;
use super::view::{FaceInfo, LineLayers, PartOf, View};
use super::{
    BakeError, BakeOptions, BakeReport, CheckError, DiffError, Edit, EditError, EditReport, ExchangeError, Kind,
    LevelError, OpenError, OpenOptions, Operation, QueryError, RepairOptions, RepairReport, SaveError, Summary,
    SummaryError, Unsupported,
};
#[cfg(feature = "picture")]
use super::{PictureError, PictureOptions};
#[cfg(feature = "picture")]
use crate::picture;

/// Finds places in space.
pub(super) type Locator<'l> = Box<dyn Fn(&Place) -> Option<Shape> + 'l>;

/// A level of one game. Sealed: only this crate implements games.
///
/// An operation that the game lacks returns [`Unsupported`], which is the default of most methods.
pub(super) trait Game: Clone + fmt::Debug + Send + Sync + Sized {
    /// The kind of the file by which the level is opened.
    const KIND: Kind;

    /// Static facts about such files, known without opening one.
    const INFO: &'static KindInfo;

    /// Adds the levels of this game among files, by file name.
    fn list(_: &FileIndex, _: &mut Listing) {}

    /// Makes a new level from a scene, with the name of its file.
    fn from_scene(_: &str, _: &Scene, _: &OpenOptions) -> Result<(Self, ApplyReport), ExchangeError> {
        Err(ExchangeError::NotMade)
    }

    /// [`KIND`](Self::KIND), unless the type opens files of another kind, too.
    fn kind(&self) -> Kind {
        Self::KIND
    }

    /// The name of the file by which the level is opened; empty if it is not known.
    fn name(&self) -> &str;

    /// The name of the file by which people know the level.
    fn title(&self) -> &str {
        self.name()
    }

    /// A description of the level.
    fn description(&self) -> String {
        self.kind().to_string()
    }

    /// Reads the files that belong to the level besides its own.
    fn gather(&mut self, _: &mut Source, _: &OpenOptions) -> Result<(), LevelError> {
        Ok(())
    }

    /// The name of the format as people write it.
    fn format_name(&self) -> &'static str {
        self.kind().name()
    }

    /// Returns whether the level has its baked tables, or its game has no such tables.
    fn is_baked(&self) -> bool {
        true
    }

    /// The bytes of the file by which the level is opened.
    fn to_bytes(&self) -> Result<Vec<u8>, SaveError>;

    /// The files that an operation can change, as they would be written now.
    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, SaveError> {
        Ok(vec![(self.name().to_owned(), self.to_bytes()?)])
    }

    /// The documents that operations change: see [`Level::documents`](super::Level::documents).
    fn documents(&self) -> Result<Vec<Vec<u8>>, SaveError> {
        Ok(Vec::new())
    }

    /// Empties the documents.
    fn drop_documents(&mut self) {}

    /// Restores documents that were dropped.
    fn put_documents(&mut self, _: &[Vec<u8>]) -> Result<(), OpenError> {
        Ok(())
    }

    fn check(&self, _: &CheckOptions) -> Result<Findings, CheckError> {
        Err(self.lacks(Operation::Check).into())
    }

    /// The file that a place is in.
    fn file_of(&self, _: &Place) -> PlaceFile<'_> {
        PlaceFile::Own
    }

    /// Compares the level with another one of the same kind, table by table.
    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError>;

    fn bake(&mut self, _: &BakeOptions) -> Result<BakeReport, BakeError> {
        Err(self.lacks(Operation::Bake).into())
    }

    fn edit(&mut self, _: &[Edit], _: &BakeOptions) -> Result<EditReport, EditError> {
        Err(self.lacks(Operation::Edit).into())
    }

    fn repair(&mut self, _: &RepairOptions) -> Result<RepairReport, EditError> {
        Err(self.lacks(Operation::Repair).into())
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        Err(self.lacks(Operation::Exchange).into())
    }

    /// The walkable triangles for programs that plan paths themselves; in a level without stored neighbours, those are inferred from shared
    /// corners.
    fn to_floor(&self) -> Result<Floor, ExchangeError> {
        Ok(Floor::of_scene(&self.to_scene()?.scene)?)
    }

    fn apply_edited(&mut self, _: &SceneNode, _: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        Err(self.lacks(Operation::Exchange).into())
    }

    /// Applies an edited scene. For a single walkmesh, all nodes together are the walkmesh.
    fn apply_scene(&mut self, scene: &Scene, options: &ApplyOptions) -> Result<ApplyReport, ExchangeError> {
        if self.is_one_object() {
            options.ensure_one_object(scene)?;
        }
        let report = self.apply_edited(&scene.merged(stem(self.name())), &options.matching)?;
        ensure_triangles(scene, &report)?;
        options.ensure_same_mesh(std::slice::from_ref(&report))?;
        Ok(ApplyReport { nodes: vec![report], notes: Vec::new() })
    }

    /// Returns whether a scene of the level has one object, so that a scene with several was probably made from another level.
    fn is_one_object(&self) -> bool {
        false
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, _: &str, _: &PictureOptions) -> Result<picture::Picture, PictureError> {
        Err(self.lacks(Operation::Picture).into())
    }

    /// Returns whether the spot of a finding is more exact than its place. In a dungeon, the spots are edges and the places are cells.
    #[cfg(feature = "picture")]
    fn has_better_spots(&self) -> bool {
        true
    }

    /// Returns a function that locates places in space.
    fn locator(&self) -> Locator<'_> {
        Box::new(|_| None)
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Err(self.lacks(Operation::Query).into())
    }

    /// Converts the level to its navigator, which avoids copies.
    fn into_navigator(self) -> Result<Navigator, QueryError> {
        self.navigator()
    }

    fn summary(&self) -> Result<Summary, SummaryError>;

    /// Adds the triangles and marks to an empty view.
    fn show(&self, _: &mut View) {}

    /// Adds the lines that are drawn over the view.
    fn draw_lines(&self, _: &mut LineLayers) {}

    /// Adds the game's details of a triangle of the view.
    fn describe_face(&self, _: PartOf, _: &mut FaceInfo) {}

    /// The classes with which faces can be painted.
    fn paints(&self) -> Vec<Class> {
        Vec::new()
    }

    /// The error for an operation that the level does not have.
    fn lacks(&self, operation: Operation) -> Unsupported {
        Unsupported { operation, found: self.kind() }
    }
}

/// The file of a level that a place is in.
pub(super) enum PlaceFile<'l> {
    /// The file by which the level is opened.
    Own,
    /// The file with this name, and the number of parts of the place that name it.
    Named(&'l str, usize),
    /// The file that was read with this extension.
    OfExtension(&'static str),
    /// The file that was read with this name, ignoring case, and the number of parts of the place that name it.
    Read(String, usize),
}

/// Files from which a level is opened, and those that were read.
pub(super) struct Source<'s, 'f> {
    pub(super) files: &'s FileIndex<'f>,
    pub(super) read: Vec<(String, Vec<u8>)>,
    /// The reasons why files were left out, if that is permitted.
    pub(super) unread: Vec<LevelError>,
}

impl<'s, 'f> Source<'s, 'f> {
    pub(super) fn new(files: &'s FileIndex<'f>) -> Self {
        Self { files, read: Vec::new(), unread: Vec::new() }
    }

    /// Reads a file, and converts its bytes.
    pub(super) fn open<T>(
        &mut self,
        name: &str,
        of: impl FnOnce(&[u8]) -> Result<T, OpenError>,
    ) -> Result<T, LevelError> {
        let bytes = self.files.read(name)?;
        let opened = if bytes.is_empty() { Err(OpenError::Empty) } else { of(&bytes) };
        let opened = opened.map_err(|error| LevelError::Open { name: name.to_owned(), error })?;
        if self.read.iter().all(|(known, _)| known != name) {
            self.read.push((name.to_owned(), bytes));
        }
        Ok(opened)
    }
}
