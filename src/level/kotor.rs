//! The levels of KotOR: the rooms of a layout, and a walkmesh by itself.

use super::{AnyFile, BakeError, EditError, MaterialChoice, Navigator, SaveError};
use crate::exchange::Export;
use crate::finding::{CheckOptions, Findings};
use crate::kotor::{Area, Kind, Layout, LayoutRoom, MaterialTable, RoomId, Walkmesh};

use super::files::{Named, stem};
use super::game::{Game, Source};
use super::{LevelError, LevelOptions, RepairOptions, Repairs};

/// The name of the game's table of materials.
const MATERIALS: &str = "surfacemat.2da";

/// The rooms of a layout.
pub(super) struct AreaLevel {
    layout: String,
    area: Area,
    /// The files of the rooms.
    files: Vec<(RoomId, String)>,
}

impl AreaLevel {
    pub(super) fn open(
        source: &mut Source,
        name: &str,
        layout: Layout,
        options: &LevelOptions,
    ) -> Result<Self, LevelError> {
        let mut files = Vec::new();
        let mut area = Area::new(layout);
        for room in (0..area.layout().rooms().len() as u32).map(RoomId) {
            // A layout may list a room twice. Its walkmesh lies in one place, the first.
            let name = area.layout().room(room).map(|room| room.name.clone()).unwrap_or_default();
            if area.layout().find(&name) != Some(room) {
                continue;
            }
            let Some(file) = source.files.find(&room_file(&name)) else { continue };
            let walkmesh = source.open(file, |bytes| Ok(Walkmesh::from_bytes(bytes)?.with_kind(Kind::Wok)))?;
            area.insert(room, walkmesh)?;
            files.push((room, file.to_owned()));
        }
        if let Some(materials) = materials(source, options)? {
            area = materials.of_area(area);
        }
        Ok(Self { layout: name.to_owned(), area, files })
    }
}

impl Game for AreaLevel {
    fn check(&self, options: &CheckOptions) -> Result<Findings, LevelError> {
        Ok(self.area.check(options))
    }

    fn bake(&mut self, options: &LevelOptions) -> Result<(), LevelError> {
        let mut after = self.area.clone();
        for (id, _) in &self.files {
            let position = after.layout().room(*id).map(|room| room.position);
            if let Some(room) = after.room_mut(*id) {
                room.bake(&options.kotor.clone().with_layout_position(position)).map_err(BakeError::from)?;
            }
        }
        self.area = after;
        Ok(())
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<Repairs, LevelError> {
        let done = self.area.mend(&options.flaws, options.transitions)?;
        let repairs = done.repairs.into_iter().map(|(room, repair)| (Some(room), repair)).collect();
        Ok(Repairs { repairs, welds: done.welds, links: done.links })
    }

    fn navigator(&self) -> Result<Navigator, LevelError> {
        Ok(Navigator::of_area(self.area.clone(), Vec::new()))
    }

    fn to_scene(&self) -> Result<Export, LevelError> {
        Ok(self.area.to_scene())
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError> {
        let mut files = vec![(self.layout.clone(), self.area.layout().to_bytes())];
        for (id, name) in &self.files {
            if let Some(room) = self.area.room(*id) {
                files.push((name.clone(), room.to_bytes().map_err(SaveError::from)?));
            }
        }
        Ok(files)
    }
}

/// A walkmesh of a placeable, of a door, or of a room without its neighbours.
pub(super) struct WalkmeshLevel {
    name: String,
    walkmesh: Walkmesh,
}

impl WalkmeshLevel {
    pub(super) fn open(
        source: &mut Source,
        name: &str,
        walkmesh: Walkmesh,
        options: &LevelOptions,
    ) -> Result<Self, LevelError> {
        let kind = Kind::of_file(name).unwrap_or(Kind::Wok);
        let mut walkmesh = walkmesh.with_kind(kind);
        if kind.is_room()
            && let Some(room) = room_of(source, stem(name))
        {
            walkmesh = walkmesh.with_layout_position(room.position);
        }
        if let Some(materials) = materials(source, options)? {
            walkmesh = materials.of_walkmesh(walkmesh);
        }
        Ok(Self { name: name.to_owned(), walkmesh })
    }
}

impl Game for WalkmeshLevel {
    fn check(&self, options: &CheckOptions) -> Result<Findings, LevelError> {
        Ok(self.walkmesh.check(options))
    }

    fn bake(&mut self, options: &LevelOptions) -> Result<(), LevelError> {
        let position = self.walkmesh.layout_position();
        let bake = options.kotor.clone().with_layout_position(position);
        self.walkmesh.bake(&bake).map_err(BakeError::from)?;
        Ok(())
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<Repairs, LevelError> {
        let mut after = self.walkmesh.clone();
        let repairs = after.mend(&options.flaws).map_err(EditError::from)?;
        after.bake_stale().map_err(BakeError::from)?;
        self.walkmesh = after;
        Ok(Repairs { repairs: repairs.into_iter().map(|repair| (None, repair)).collect(), ..Repairs::default() })
    }

    fn navigator(&self) -> Result<Navigator, LevelError> {
        Ok(AnyFile::Bwm(self.walkmesh.clone()).into_navigator()?)
    }

    fn to_scene(&self) -> Result<Export, LevelError> {
        Ok(AnyFile::Bwm(self.walkmesh.clone()).to_scene(stem(&self.name))?)
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError> {
        Ok(vec![(self.name.clone(), self.walkmesh.to_bytes().map_err(SaveError::from)?)])
    }
}

/// The name of a room's file.
pub(super) fn room_file(room: &str) -> String {
    format!("{room}.wok")
}

/// The room of a file by the only layout that lists it. Layouts that cannot be read list nothing: the room can be opened
/// without them.
fn room_of(source: &mut Source, name: &str) -> Option<LayoutRoom> {
    let mut found = layouts(source.files).filter_map(|(_, layout)| layout.room(layout.find(name)?).cloned());
    let room = found.next()?;
    found.next().is_none().then_some(room)
}

/// The layouts among files that can be read.
pub(super) fn layouts<'n>(files: &'n Named) -> impl Iterator<Item = (&'n str, Layout)> {
    files.with_extension(&["lyt"]).filter_map(|name| {
        let layout = Layout::from_bytes(&files.read(name).ok()?).ok()?;
        Some((name, layout))
    })
}

/// The materials that the options name, or those of the table among the files.
fn materials(source: &mut Source, options: &LevelOptions) -> Result<Option<MaterialChoice>, LevelError> {
    if options.materials.is_some() {
        return Ok(options.materials.clone());
    }
    let Some(name) = source.files.find(MATERIALS) else { return Ok(None) };
    let bytes = source.files.read(name)?;
    let table = MaterialTable::from_2da(&bytes);
    let table = table.map_err(|error| LevelError::Materials { name: name.to_owned(), error })?;
    source.read.push((name.to_owned(), bytes));
    Ok(Some(MaterialChoice::Table(table)))
}
