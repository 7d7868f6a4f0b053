//! The level of a KotOR area: the rooms of a layout, with its doors and placeables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use walkmesh_mesh::counted::counted;

use crate::diff::{Group, TableDiff};
use crate::exchange::{Class, Export, Floor, Scene, Up};
use crate::finding::{CheckOptions, Findings, PartKind, Place, PlacePart};
use crate::formats::Document;
use crate::formats::bwm::Bwm;
use crate::kotor::{
    self, Area, AreaContents, AreaError, Kind, Layout, LayoutError, LayoutRoom, MaterialTable, Model, PlacedObject,
    RoomId, Walkmesh,
};
#[cfg(feature = "picture")]
use crate::picture::{self, Layer};

use super::super::exchange::{ApplyOptions, ApplyReport};
use super::super::file_index::{FileIndex, RoomLayouts};
use super::super::files::{FileError, stem};
use super::super::game::{Game, Locator, PlaceFile, Source};
use super::super::kind_info::{Form, KindInfo};
use super::super::listing::Listing;
use super::super::query::{Navigator, Rooms};
use super::super::view::{FaceInfo, LineLayers, PartOf, View};
use super::super::{
    AreaSummary, BakeError, BakeOptions, BakeReport, CheckError, DiffError, Edit, EditError, EditReport, ExchangeError,
    LayoutSummary, LevelError, MaterialChoice, OpenError, OpenOptions, Operation, QueryError, RepairOptions,
    RepairReport, SaveError, Summary, SummaryError, Unsupported,
};
#[cfg(feature = "picture")]
use super::super::{PictureError, PictureOptions};
use super::contents::Gathered;
use super::edit::edit_area;
use super::objects::AreaObject;
use super::parts::KotorParts;
use super::{bake, contents, exchange, model_of, view, with_model};

/// The rooms of a layout. If the layout was opened without other files, there are none, and only operations on the layout itself work.
#[derive(Clone, Debug)]
pub(in crate::level) struct AreaLevel {
    name: String,
    area: Area,
    /// The files of the rooms.
    files: Vec<(RoomId, String)>,
    /// Files of rooms that the layout does not list.
    unlisted: Vec<String>,
    /// Rooms whose files cannot be read.
    damaged: BTreeSet<RoomId>,
    objects: Arc<Vec<AreaObject>>,
    /// The models of rooms, by lower-case room name.
    models: BTreeMap<String, Arc<Model>>,
    /// The contents of the rooms from the GIT, the PTH and the files beside them, if one of the two exists.
    contents: Option<Arc<AreaContents>>,
    /// True if there is a GIT. Without one the objects of the area are not known.
    has_git: bool,
    /// True if the files of the rooms were searched for.
    is_gathered: bool,
}

impl AreaLevel {
    pub(in crate::level) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, LayoutError> {
        let level = Self::from(Area::new(Layout::from_bytes(bytes)?));
        Ok(Self { name: options.name.clone().unwrap_or_default(), is_gathered: false, ..level })
    }

    /// The contents of an area without rooms.
    pub(super) fn of_contents(contents: AreaContents) -> Self {
        Self { contents: Some(Arc::new(contents)), has_git: true, ..Self::from(Area::new(Layout::new())) }
    }

    /// The same area, with a file name for its layout.
    pub(super) fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The area, if more than its layout was opened.
    pub(super) fn rooms(&self, operation: Operation) -> Result<&Area, Unsupported> {
        if self.is_gathered { Ok(&self.area) } else { Err(self.lacks(operation)) }
    }

    pub(in crate::level) fn parts(&self) -> KotorParts<'_> {
        KotorParts {
            area: Some(&self.area),
            unlisted_rooms: &self.unlisted,
            objects: &self.objects,
            contents: self.contents.as_deref().filter(|_| self.has_git),
            path_points: self.contents.as_ref().and_then(|contents| contents.path_points.as_ref()),
            ..KotorParts::default()
        }
    }

    /// The doors and placeables, mutably, and the materials of the area.
    pub(in crate::level) fn objects_mut(&mut self) -> Result<(&mut Vec<AreaObject>, MaterialTable), Unsupported> {
        let materials = self.rooms(Operation::Place)?.materials();
        Ok((Arc::make_mut(&mut self.objects), materials))
    }

    /// Reads the file of a room.
    fn read_room(&mut self, source: &mut Source, file: &str) -> Result<(), LevelError> {
        let Some(room) = self.area.layout().find(stem(file)) else {
            self.unlisted.push(file.to_owned());
            return Ok(());
        };
        let is_taken = self.area.room(room).is_some();
        if let Some((_, other)) = self.files.iter().find(|(known, _)| is_taken && *known == room) {
            return Err(LevelError::SameRoom { name: file.to_owned(), other: other.clone() });
        }
        let walkmesh = source.open(file, |bytes| Ok(Walkmesh::from_bytes(bytes)?.with_kind(Kind::Wok)))?;
        self.area.insert(room, walkmesh)?;
        self.files.push((room, file.to_owned()));
        Ok(())
    }

    /// Reads the materials, the GIT, the PTH, and the files that they name.
    pub(super) fn gather_contents(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let beside = if options.materials.is_none() { materials(source)? } else { None };
        if let Some(materials) = options.materials.as_ref().or(beside.as_ref()) {
            self.area = materials.of_area(self.area.clone());
        }
        let materials = self.area.materials();
        if let Some(found) = contents::gather(&self.name, source, options, &materials)? {
            let Gathered { contents, has_git, objects } = found;
            self.contents = Some(Arc::new(contents));
            (self.has_git, self.objects) = (has_git, Arc::new(objects));
        }
        Ok(())
    }

    /// Checks the objects of the area and the other contents of its files.
    pub(super) fn check_contents(&self, options: &CheckOptions, findings: &mut Findings) -> Result<(), CheckError> {
        if !self.objects.is_empty() {
            findings.append(self.area.check_objects(&self.placed(), options)?, None);
        }
        if let Some(contents) = &self.contents {
            let fixed = self.objects.iter().filter(|object| object.is_fixed());
            let fixed: Vec<_> = fixed.map(|object| (object.label(), object.placed().clone())).collect();
            findings.append(self.area.check_contents(contents, &fixed, options)?, None);
        }
        Ok(())
    }

    /// The name of a room in the layout.
    fn room_name(&self, room: RoomId) -> String {
        self.area.layout().room(room).map_or_else(String::new, |room| room.name.clone())
    }

    /// The model of a room.
    fn model_of(&self, room: RoomId) -> Option<&Arc<Model>> {
        self.models.get(&self.room_name(room).to_ascii_lowercase())
    }

    /// The rooms that have a file, with their files.
    pub(super) fn files(&self) -> &[(RoomId, String)] {
        &self.files
    }

    /// The file of a room.
    pub(super) fn file_of(&self, room: RoomId) -> Option<&str> {
        self.files.iter().find(|(known, _)| *known == room).map(|(_, file)| &**file)
    }

    /// The objects in their states, by their files.
    fn placed(&self) -> Vec<(String, PlacedObject)> {
        self.objects.iter().map(|object| (object.label(), object.placed().clone())).collect()
    }

    /// The file names of rooms whose files are not known: the game finds them by the names of the rooms.
    fn name_new_files(&mut self) {
        let known: BTreeSet<RoomId> = self.files.iter().map(|(room, _)| *room).collect();
        let new = self.area.rooms().map(|(room, _)| room).filter(|room| !known.contains(room));
        let new: Vec<_> = new.map(|room| (room, room_file(&self.room_name(room)))).collect();
        self.files.extend(new);
    }

    /// An error about a room, with the name of its file.
    fn blame(&self, error: AreaError) -> EditError {
        match error.room().and_then(|room| self.file_of(room)) {
            Some(file) => EditError::Room { file: file.to_owned(), error },
            None => error.into(),
        }
    }
}

impl From<Area> for AreaLevel {
    fn from(area: Area) -> Self {
        let mut level = Self {
            name: String::new(),
            area,
            files: Vec::new(),
            unlisted: Vec::new(),
            damaged: BTreeSet::new(),
            objects: Arc::default(),
            models: BTreeMap::new(),
            contents: None,
            has_git: false,
            is_gathered: true,
        };
        level.name_new_files();
        level
    }
}

impl Game for AreaLevel {
    const KIND: super::super::Kind = super::super::Kind::Lyt;
    const INFO: &'static KindInfo = &KindInfo {
        name: "LYT",
        what: "the layout of a KotOR area",
        files: "KotOR layouts",
        game: Some("KotOR"),
        up: Up::Z,
        form: Form::Own { extension: ".lyt", looks_like_one: Layout::looks_like_one },
        operations: &[Operation::Check, Operation::Diff, Operation::Place, Operation::Plan],
    };

    /// A layout that cannot be read lists no rooms.
    fn list(files: &FileIndex, listing: &mut Listing) {
        for file in files.with_extension(&["lyt"]) {
            let layout = files.read(file).ok().and_then(|bytes| Layout::from_bytes(&bytes).ok()).unwrap_or_default();
            let rooms = layout.rooms().iter().filter(|room| room.name != LayoutRoom::NO_MODEL);
            let rooms: Vec<&str> = rooms.filter_map(|room| files.find(&room_file(&room.name))).collect();
            let what = if rooms.is_empty() { "area of KotOR without its rooms" } else { "area of KotOR" };
            let contents = contents::files_of(files, file);
            listing.add_place(file, what, rooms.into_iter().chain(contents.iter().map(String::as_str)));
        }
    }

    fn from_scene(name: &str, scene: &Scene, options: &OpenOptions) -> Result<(Self, ApplyReport), ExchangeError> {
        exchange::area_from_scene(name, scene, options)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        self.is_gathered = true;
        let files: Vec<String> = source.files.with_extension(&["wok"]).map(str::to_owned).collect();
        for file in files {
            match self.read_room(source, &file) {
                Err(error) if options.skip_unreadable => {
                    self.damaged.extend(self.area.layout().find(stem(&file)));
                    source.unread.push(error);
                }
                result => result?,
            }
        }
        for (room, _) in &self.files {
            let name = self.room_name(*room);
            if let Some(model) = model_of(source, &name, options) {
                self.models.insert(name.to_ascii_lowercase(), model);
            }
        }
        self.gather_contents(source, options)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.area.layout().to_bytes())
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, SaveError> {
        let rooms = self.files.iter().filter_map(|(id, name)| Some((name.clone(), self.area.room(*id)?)));
        let layout = (self.name.clone(), self.area.layout().to_bytes());
        std::iter::once(Ok(layout)).chain(rooms.map(|(name, room)| Ok((name, room.to_bytes()?)))).collect()
    }

    fn documents(&self) -> Result<Vec<Vec<u8>>, SaveError> {
        self.area.rooms().map(|(_, room)| Ok(room.as_raw().to_bytes()?)).collect()
    }

    fn drop_documents(&mut self) {
        self.area.rooms_mut().for_each(|room| room.replace_raw(Bwm::default()));
    }

    fn put_documents(&mut self, documents: &[Vec<u8>]) -> Result<(), OpenError> {
        for (room, raw) in self.area.rooms_mut().zip(documents) {
            room.replace_raw(Bwm::from_bytes(raw)?);
        }
        Ok(())
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        if !self.is_gathered {
            return Ok(self.area.layout().check(options));
        }
        let mut findings = self.area.check_without(options, &self.damaged);
        let unlisted = self.unlisted.iter().filter_map(|name| self.area.check_file_name(name));
        unlisted.for_each(|finding| findings.push(finding));
        for (id, room) in self.area.rooms() {
            if let Some(model) = self.model_of(id) {
                let part = PlacePart::from(id).named(self.room_name(id));
                findings.append(room.check_model(model, options), Some(&part));
            }
        }
        self.check_contents(options, &mut findings)?;
        Ok(findings)
    }

    fn file_of(&self, place: &Place) -> PlaceFile<'_> {
        let parts = place.parts();
        match parts {
            [room, model, ..] if (room.kind, model.kind) == (PartKind::Room, PartKind::Model) => {
                let room = room.id().map(RoomId).map(|room| self.room_name(room)).unwrap_or_default();
                PlaceFile::Read(Model::file(&room), 1)
            }
            [room, ..] if room.kind == PartKind::Room => {
                let file = room.id().and_then(|room| self.file_of(RoomId(room)));
                file.map_or(PlaceFile::Own, |file| PlaceFile::Named(file, 1))
            }
            [point, ..] if point.kind == PartKind::PathPoint => PlaceFile::OfExtension("pth"),
            [room, ..] if room.kind == PartKind::Visibility => PlaceFile::OfExtension("vis"),
            [entry, ..] if entry.kind == PartKind::EntryPoint => PlaceFile::OfExtension("ifo"),
            [thing, ..]
                if thing.kind == PartKind::Object
                    || self.parts().contents.is_some_and(|it| it.instances.at(thing).is_some()) =>
            {
                PlaceFile::OfExtension("git")
            }
            _ => PlaceFile::Own,
        }
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        let other = &other.area;
        let texts = [self.area.layout(), other.layout()].map(|layout| layout.to_bytes());
        let [left, right] =
            texts.each_ref().map(|text| text.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>());
        let line = |line: &&[u8]| line.escape_ascii().to_string();
        let mut tables = vec![TableDiff::new("layout.lines", Group::Content).rows(PartKind::Line, &left, &right, line)];
        for (id, room) in self.area.rooms() {
            let name = self.room_name(id);
            let Some(after) = other.layout().find(&name).and_then(|id| other.room(id)) else { continue };
            let part = PlacePart::from(id).named(self.room_name(id));
            room.diff(after).into_iter().for_each(|table| TableDiff::add_within(&mut tables, table, &part));
        }
        let present = |area: &Area| -> Vec<bool> {
            (0..area.layout().rooms().len() as u32).map(|id| area.room(RoomId(id)).is_some()).collect()
        };
        let [left, right] = [&self.area, other].map(present);
        tables.push(TableDiff::new("rooms", Group::Content).rows(PartKind::Room, &left, &right, |is_there| *is_there));
        Ok(tables)
    }

    fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        self.rooms(Operation::Bake)?;
        let mut after = self.area.clone();
        let mut report = BakeReport::default();
        for (id, file) in &self.files {
            let position = after.layout().room(*id).map(|room| room.position);
            let Some(room) = after.room_mut(*id) else { continue };
            let options = options.kotor.clone().with_layout_position(position);
            let notes = bake(room, &with_model(options, self.model_of(*id)), Some(file));
            report.notes.extend(notes.map_err(|error| BakeError::Room { file: file.clone(), error })?);
        }
        self.area = after;
        Ok(report)
    }

    fn edit(&mut self, edits: &[Edit], _: &BakeOptions) -> Result<EditReport, EditError> {
        self.rooms(Operation::Edit)?;
        let mut after = self.clone();
        let mut report = EditReport::default();
        for edit in edits {
            let joined = edit_area(&mut after.area, edit, &mut report);
            after.files.extend(joined.map_err(|error| match error {
                EditError::Area(error) => self.blame(error),
                other => other,
            })?);
        }
        after.area.bake_stale().map_err(|error| after.blame(error))?;
        after.name_new_files();
        *self = after;
        Ok(report)
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<RepairReport, EditError> {
        self.rooms(Operation::Repair)?;
        let mut after = self.area.clone();
        let repaired = options.seams.map_or(Ok(Vec::new()), |tolerance| after.weld(tolerance));
        let repaired = repaired.and_then(|welds| Ok((welds, after.repair(&options.flaws, options.transitions)?)));
        let (mut welds, done) = repaired.map_err(|error| self.blame(error))?;
        self.area = after;
        let repairs = done.repairs.into_iter().map(|(room, repair)| (Some(room), repair)).collect();
        welds.extend(done.welds);
        let rooms = self.area.layout().rooms().iter().map(|room| room.name.clone()).collect();
        Ok(RepairReport { repairs, welds, links: done.links, rooms, ..RepairReport::default() })
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        Ok(self.rooms(Operation::Exchange)?.to_scene())
    }

    fn to_floor(&self) -> Result<Floor, ExchangeError> {
        let rooms = self.rooms(Operation::Exchange)?.clone();
        let objects = self.placed().into_iter().map(|(_, object)| object).collect();
        Ok(kotor::Navigator::of_area_with(rooms, objects).to_floor()?)
    }

    fn apply_scene(
        &mut self,
        scene: &crate::exchange::Scene,
        options: &ApplyOptions,
    ) -> Result<ApplyReport, ExchangeError> {
        self.rooms(Operation::Exchange)?;
        let names: Vec<String> = self.files.iter().map(|(room, _)| self.room_name(*room)).collect();
        let applied = super::exchange::apply_to_area(&mut self.area, scene, options);
        // Removing rooms changes the numbers of others, so files are identified by name.
        let applied = applied.map_err(|error| match error {
            ExchangeError::Area(error) => match error.room().map(|room| self.room_name(room)) {
                Some(room) => {
                    let known = names.iter().zip(&self.files).find(|(name, _)| **name == room);
                    let file = known.map_or_else(|| room_file(&room), |(_, (_, file))| file.clone());
                    ExchangeError::Room { file, error }
                }
                None => error.into(),
            },
            other => other,
        })?;
        let known = names.into_iter().zip(std::mem::take(&mut self.files));
        let still = known.filter_map(|(room, (_, file))| Some((self.area.layout().find(&room)?, file)));
        self.files = still.collect();
        self.name_new_files();
        Ok(applied)
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        let rooms = self.rooms(Operation::Picture)?;
        let mut scene = rooms.to_picture(title, options.color, &self.placed());
        let is_framed = rooms.rooms().next().is_none();
        let contents = self.contents.iter().flat_map(|contents| contents.to_layers());
        scene.layers.extend(contents.map(|layer| Layer { is_framed: is_framed || layer.is_framed, ..layer }));
        Ok(scene)
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place| self.area.locate(place).or_else(|| self.contents.as_ref()?.locate(place)))
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Ok(Rooms::of_area(self.rooms(Operation::Query)?.clone(), self.placed()).into())
    }

    fn into_navigator(self) -> Result<Navigator, QueryError> {
        self.rooms(Operation::Query)?;
        let objects = self.placed();
        Ok(Rooms::of_area(self.area, objects).into())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        let mut summary = LayoutSummary::new(self.area.layout());
        if self.is_gathered {
            summary.files = Some(AreaSummary::new(self.parts()));
        }
        Ok(Summary::Lyt(summary))
    }

    fn description(&self) -> String {
        match self.rooms(Operation::Query) {
            Ok(area) => format!("a KotOR area with {}", counted(area.rooms().count(), "room")),
            Err(_) => self.kind().to_string(),
        }
    }

    fn show(&self, view: &mut View) {
        if !self.is_gathered {
            return view::show_layout(self.area.layout(), view);
        }
        view::show_rooms(&self.area, |room| self.file_of(room).unwrap_or_default(), view);
        view::show_objects(&self.objects, view);
        if let Some(contents) = &self.contents {
            view::show_contents(contents, view);
        }
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        self.area.rooms().for_each(|(_, room)| view::draw_lines(room, lines));
        if let Some(contents) = &self.contents {
            lines.draw_outlines(&contents.instances);
            contents.path_points.iter().for_each(|path| super::path::draw_links(path, lines));
        }
    }

    fn describe_face(&self, of: PartOf, info: &mut FaceInfo) {
        if let PartOf::Room(room) = of
            && let Some(room) = self.area.room(room)
        {
            view::describe_face(room, Some(self.area.layout()), info);
        }
    }

    fn paints(&self) -> Vec<Class> {
        self.rooms(Operation::Edit).map_or_else(|_| Vec::new(), |area| view::paints(&area.materials()))
    }
}

/// The name of a room's file.
fn room_file(room: &str) -> String {
    format!("{room}.wok")
}

/// The only layout that lists the room of a file. Damaged layouts count as empty: the room can be opened without them. A layout that cannot
/// be read is an error, because it may be the room's.
pub(in crate::level) fn layout_of(files: &FileIndex, room: &str) -> Result<Option<Arc<Layout>>, FileError> {
    let by_room = files.layouts_by_room(|| {
        let mut by_room = RoomLayouts::new();
        for name in files.with_extension(&["lyt"]) {
            let Ok(layout) = Layout::from_bytes(&files.read(name)?).map(Arc::new) else { continue };
            let rooms: BTreeSet<String> = layout.rooms().iter().map(|room| room.name.to_ascii_lowercase()).collect();
            for room in rooms {
                by_room.entry(room).and_modify(|only| *only = None).or_insert_with(|| Some(layout.clone()));
            }
        }
        Ok(by_room)
    });
    let by_room = by_room.as_ref().map_err(Clone::clone)?;
    Ok(by_room.get(&room.to_ascii_lowercase()).cloned().flatten())
}

/// The materials from the table among the files.
pub(super) fn materials(source: &mut Source) -> Result<Option<MaterialChoice>, LevelError> {
    let Some(name) = source.files.find(MaterialTable::FILE).map(str::to_owned) else { return Ok(None) };
    let table = source.open(&name, |bytes| MaterialTable::from_2da(bytes).map_err(OpenError::Materials))?;
    Ok(Some(MaterialChoice::Table(table)))
}
