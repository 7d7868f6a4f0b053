//! The levels of KotOR: a walkmesh by itself, and the rooms of a layout.

mod area;
mod contents;
mod edit;
mod engine;
mod exchange;
mod git;
mod objects;
mod parts;
mod path;
mod placing;
mod view;

use std::sync::Arc;

use crate::diff::TableDiff;
use crate::exchange::{Class, Export, Floor, MatchOptions, NodeReport, Scene, SceneNode, Up};
use crate::finding::{CheckOptions, Findings};
use crate::formats::bwm::Bwm;
use crate::formats::{Document, Format};
use crate::kotor::{self, Kind, Layout, Model, TreeOrigin, Walkmesh};
#[cfg(feature = "picture")]
use crate::picture;

use super::exchange::ApplyReport;
use super::file_index::FileIndex;
use super::files::stem;
use super::game::{Game, Locator, Source};
use super::kind_info::{Form, KindInfo};
use super::listing::Listing;
use super::query::{Navigator, Rooms};
use super::view::{FaceInfo, LineLayers, PartOf, View};
use super::{
    BakeError, BakeNote, BakeOptions, BakeReport, BwmSummary, CheckError, DiffError, Edit, EditError, EditReport,
    ExchangeError, LevelError, MaterialChoice, NotInLayout, OpenError, OpenOptions, Operation, QueryError,
    RepairOptions, RepairReport, SaveError, Summary, SummaryError,
};
#[cfg(feature = "picture")]
use super::{PictureError, PictureOptions};

pub(super) use area::{AreaLevel, layout_of};
pub(super) use git::ObjectsLevel;
pub(super) use objects::put;
pub use objects::{AreaObject, PlaceError};
pub use parts::KotorParts;
pub(super) use path::PathLevel;

/// A walkmesh of a placeable, of a door, or of a room without its neighbours.
#[derive(Clone, Debug)]
pub(super) struct WalkmeshLevel {
    name: String,
    walkmesh: Walkmesh,
    /// The layout of the area that a room belongs to.
    layout: Option<Arc<Layout>>,
    /// The model of a room.
    model: Option<Arc<Model>>,
}

impl WalkmeshLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let name = options.name.clone().unwrap_or_default();
        let walkmesh = Walkmesh::from_bytes(bytes)?;
        let walkmesh = match Kind::of_file(&name) {
            Some(kind) => walkmesh.with_kind(kind),
            None => walkmesh,
        };
        let model = options.model.clone().filter(|_| walkmesh.kind().is_room());
        let level = Self { name, walkmesh, layout: None, model };
        Ok(level.with_materials(options.materials.as_ref()).with_layout(options.layout.clone()))
    }

    fn with_materials(mut self, materials: Option<&MaterialChoice>) -> Self {
        if let Some(materials) = materials {
            self.walkmesh = materials.of_walkmesh(self.walkmesh);
        }
        self
    }

    /// Sets a room's position from the layout, if the layout lists it.
    fn with_layout(mut self, layout: Option<Arc<Layout>>) -> Self {
        self.layout = layout.filter(|_| self.walkmesh.kind().is_room());
        let room = self.layout.as_ref().and_then(|layout| layout.room(layout.find(stem(&self.name))?));
        if let Some(position) = room.map(|room| room.position) {
            self.walkmesh = self.walkmesh.with_layout_position(position);
        }
        self
    }

    pub(super) fn parts(&self) -> KotorParts<'_> {
        KotorParts { walkmesh: Some(&self.walkmesh), model: self.model.as_ref(), ..KotorParts::default() }
    }

    /// The layout must list the room before anything is baked with its position there.
    fn ensure_in_layout(&self) -> Result<(), NotInLayout> {
        let room = stem(&self.name);
        match &self.layout {
            Some(layout) if layout.find(room).is_none() => Err(NotInLayout { room: room.to_owned() }),
            Some(_) | None => Ok(()),
        }
    }
}

impl From<Walkmesh> for WalkmeshLevel {
    fn from(walkmesh: Walkmesh) -> Self {
        Self { name: String::new(), walkmesh, layout: None, model: None }
    }
}

impl Game for WalkmeshLevel {
    const KIND: super::Kind = super::Kind::Bwm;
    const INFO: &'static KindInfo = &KindInfo {
        name: "BWM",
        what: "a KotOR walkmesh",
        files: "KotOR walkmeshes",
        game: Some("KotOR"),
        up: Up::Z,
        form: Form::Document(Format::Bwm),
        operations: &[
            Operation::Check,
            Operation::Diff,
            Operation::Bake,
            Operation::Edit,
            Operation::Repair,
            Operation::Exchange,
            Operation::Picture,
            Operation::Query,
            Operation::Raycast,
            Operation::LineOfSight,
        ],
    };

    fn list(files: &FileIndex, listing: &mut Listing) {
        files.with_extension(&["wok", "pwk", "dwk"]).for_each(|file| listing.add_file(file, "walkmesh of KotOR"));
    }

    fn from_scene(name: &str, scene: &Scene, options: &OpenOptions) -> Result<(Self, ApplyReport), ExchangeError> {
        exchange::walkmesh_from_scene(name, scene, options)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let materials = if options.materials.is_none() { area::materials(source)? } else { None };
        if materials.is_some() {
            *self = self.clone().with_materials(materials.as_ref());
        }
        let needs_layout = options.layout.is_none() && self.walkmesh.kind().is_room();
        let layout = if needs_layout { layout_of(source.files, stem(&self.name))? } else { None };
        if layout.is_some() {
            *self = self.clone().with_layout(layout);
        }
        if self.model.is_none() && self.walkmesh.kind().is_room() {
            self.model = model_of(source, stem(&self.name), options);
        }
        Ok(())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.walkmesh.to_bytes()?)
    }

    fn documents(&self) -> Result<Vec<Vec<u8>>, SaveError> {
        Ok(vec![self.walkmesh.as_raw().to_bytes()?])
    }

    fn drop_documents(&mut self) {
        self.walkmesh.replace_raw(Bwm::default());
    }

    fn put_documents(&mut self, documents: &[Vec<u8>]) -> Result<(), OpenError> {
        self.walkmesh.replace_raw(Bwm::from_bytes(documents.first().map_or(&[][..], |raw| raw))?);
        Ok(())
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        let mut findings = self.walkmesh.check(options);
        if let Some(model) = &self.model {
            findings.append(self.walkmesh.check_model(model, options), None);
        }
        Ok(findings)
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.walkmesh.diff(&other.walkmesh))
    }

    fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        self.ensure_in_layout()?;
        let position = self.walkmesh.layout_position().or(options.kotor.layout_position);
        let options = options.kotor.clone().with_layout_position(position);
        let notes = bake(&mut self.walkmesh, &with_model(options, self.model.as_ref()), None)?;
        Ok(BakeReport { notes, carving: None })
    }

    fn edit(&mut self, edits: &[Edit], _: &BakeOptions) -> Result<EditReport, EditError> {
        self.ensure_in_layout()?;
        let number = self.layout.as_ref().and_then(|layout| edit::RoomNumber::new(stem(&self.name), layout));
        edit::edit(&mut self.walkmesh, edits, number)
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<RepairReport, EditError> {
        let mut after = self.walkmesh.clone();
        let repairs = after.repair(&options.flaws)?;
        after.bake_stale().map_err(kotor::EditError::from)?;
        let is_model_stale = !after.keeps_model_of(&self.walkmesh, [0.0; 3]);
        self.walkmesh = after;
        let repairs = repairs.into_iter().map(|repair| (None, repair)).collect();
        Ok(RepairReport { repairs, is_model_stale, ..RepairReport::default() })
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        let (node, notes) = self.walkmesh.to_scene_node(stem(&self.name));
        Ok(Export { scene: Scene { up: Up::Z, nodes: vec![node], marks: Vec::new() }, notes })
    }

    fn to_floor(&self) -> Result<Floor, ExchangeError> {
        Ok(kotor::Navigator::new(self.walkmesh.clone()).to_floor()?)
    }

    fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        self.ensure_in_layout()?;
        let report = self.walkmesh.apply_edited(edited, options)?;
        self.walkmesh.bake_stale().map_err(BakeError::from)?;
        Ok(report)
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        let mut scene = self.walkmesh.to_picture(title, options.color);
        if let Some(level) = options.tree_level {
            scene.layers.push(self.walkmesh.tree_layer(level).ok_or(PictureError::NoTreeLevel(level))?);
        }
        Ok(scene)
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place| self.walkmesh.locate(place))
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Ok(Rooms::new(self.walkmesh.clone()).into())
    }

    fn into_navigator(self) -> Result<Navigator, QueryError> {
        Ok(Rooms::new(self.walkmesh).into())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::Bwm(BwmSummary::new(&self.walkmesh, self.layout.as_deref())?))
    }

    fn show(&self, view: &mut View) {
        let (node, _) = self.walkmesh.to_scene_node(stem(&self.name));
        view.push(PartOf::File, &self.name, &node, None, view::mark_kind);
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        view::draw_lines(&self.walkmesh, lines);
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        view::describe_face(&self.walkmesh, None, info);
    }

    fn paints(&self) -> Vec<Class> {
        view::paints(self.walkmesh.materials())
    }

    fn is_one_object(&self) -> bool {
        self.walkmesh.kind().is_room()
    }
}

/// The model of a room among files; `None` if there is no file of its name, or if it cannot be read, since the room can be opened
/// without it.
fn model_of(source: &mut Source, room: &str, options: &OpenOptions) -> Option<Arc<Model>> {
    let name = source.files.find(&Model::file(room)).map(str::to_owned)?;
    let model = source.open(&name, |bytes| Ok(Model::from_bytes_with(bytes, &options.limits)?));
    model.map(Arc::new).map_err(|error| source.unread.push(error)).ok()
}

/// The options of a bake. If they have no model, they get the model that was found.
fn with_model(options: kotor::BakeOptions, found: Option<&Arc<Model>>) -> kotor::BakeOptions {
    let model = options.model.clone().or_else(|| found.cloned());
    options.with_model(model)
}

/// Bakes a walkmesh, which may be a room of an area.
fn bake(
    walkmesh: &mut Walkmesh,
    options: &kotor::BakeOptions,
    room: Option<&str>,
) -> Result<Vec<BakeNote>, kotor::BakeError> {
    let before = walkmesh.as_raw().walkmesh_type;
    let report = walkmesh.bake(options)?;
    let after = walkmesh.as_raw().walkmesh_type;
    let word = (before != after).then_some(BakeNote::TypeWord { before, after });
    let removed = report.dropped_tables.into_iter().map(|(table, rows)| BakeNote::TableRemoved { table, rows });
    let has_model = options.model.is_some() && !options.rebuild_tree && walkmesh.kind().is_room();
    let unused = has_model && report.tree != Some(TreeOrigin::Model);
    let fault = || options.model.as_ref().and_then(|model| model.tree_fault());
    let unused = unused.then(|| BakeNote::ModelUnused { room: room.map(str::to_owned), fault: fault() });
    let lost = report.lost_transitions.into_iter();
    let lost = lost.map(|(edge, to)| BakeNote::TransitionLost { room: room.map(str::to_owned), edge, to });
    Ok(word.into_iter().chain(removed).chain(unused).chain(lost).collect())
}
