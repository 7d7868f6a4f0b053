//! Repairs KotOR areas: all rooms of a layout together.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use walkmesh::kotor::{self, LinkChange, RoomId};
use walkmesh::level::RepairOptions;

use super::Repair;
use super::repairs::{RepairTexts, Room};
use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::rooms::Rooms;
use crate::save;

impl Repair {
    pub(super) fn repair_area(&self, area: &Path, options: &RepairOptions, report: &mut Report) -> anyhow::Result<()> {
        match self.repaired_area(area, options, report) {
            Ok(repaired) => report.result(&repaired),
            Err(error) => {
                report.problem(area, &error);
                Ok(())
            }
        }
    }

    fn repaired_area(
        &self,
        folder: &Path,
        options: &RepairOptions,
        report: &mut Report,
    ) -> anyhow::Result<RepairedArea> {
        self.destination.recover(folder)?;
        let mut rooms = Rooms::open(folder, self.layout.path(), &self.materials)?;
        let before = self.picture.as_ref().map(|_| rooms.level.to_scene()).transpose()?;
        let done = rooms.level.repair(options)?;
        let picture = match before {
            Some(before) => self.draw(&folder.into(), &before.scene, &rooms.level.to_scene()?.scene)?,
            None => None,
        };
        let is_written = self.destination.is_given();
        let written = match &picture {
            _ if is_written => rooms.write(&self.destination, picture.as_ref(), report)?,
            Some(picture) => {
                save::write_set(&[self.destination.beside(&folder.into(), picture)]).map(|_| Vec::new())?
            }
            None => Vec::new(),
        };
        if !is_written && !done.is_unchanged() {
            report.add(Outcome::Found);
        }
        rooms.note_stale_models(report)?;
        let area = rooms.area()?;
        let name = |room: RoomId| {
            let name = area.layout().room(room).map_or_else(String::new, |room| room.name.clone());
            Room { room: room.0, name }
        };
        let repairs = done.repairs.into_iter().map(|(room, repair)| (room.map(name), repair));
        Ok(RepairedArea {
            file: FileName::from(folder),
            repaired: RepairTexts::in_rooms(repairs, Vec::new(), self.all),
            welds: done.welds.into_iter().map(|weld| Weld::new(&weld, name)).collect(),
            links: done.links.into_iter().map(|link| Link::new(&link, name)).collect(),
            written,
            all: self.all,
        })
    }
}

/// What was done to an area, or would be.
#[derive(Serialize)]
struct RepairedArea {
    file: FileName,
    #[serde(flatten)]
    repaired: RepairTexts,
    welds: Vec<Weld>,
    links: Vec<Link>,
    written: Vec<FileName>,
    #[serde(skip)]
    all: bool,
}

impl fmt::Display for RepairedArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, repaired, welds, links, written, all } = self;
        match repaired.repairs.is_empty() && !(welds.is_empty() && links.is_empty()) {
            true => write!(
                f,
                "{file}: {} welded, {} set",
                walkmesh::counted(welds.len(), "vertex"),
                walkmesh::counted(links.len(), "transition")
            )?,
            false => write!(f, "{file}: {repaired}")?,
        }
        listed(f, "welded", welds, *all)?;
        listed(f, "linked", links, *all)?;
        written.iter().try_for_each(|file| write!(f, "\n  written {file}"))
    }
}

/// A vertex that moved.
#[derive(Serialize)]
struct Weld {
    #[serde(flatten)]
    room: Room,
    vertex: u32,
    from: [f32; 3],
    to: [f32; 3],
    to_room: Room,
    /// In metres.
    distance: f64,
}

/// A transition that changed.
#[derive(Serialize)]
struct Link {
    #[serde(flatten)]
    room: Room,
    face: u32,
    side: usize,
    before: Option<Room>,
    after: Option<Room>,
}

impl Weld {
    fn new(weld: &kotor::Weld, room: impl Fn(RoomId) -> Room) -> Self {
        let kotor::Weld { room: of, vertex, from, to, to_room, distance, .. } = *weld;
        Self { room: room(of), vertex: vertex.0, from, to, to_room: room(to_room), distance }
    }
}

impl Link {
    fn new(link: &LinkChange, room: impl Fn(RoomId) -> Room) -> Self {
        let LinkChange { room: of, edge, before, after, .. } = *link;
        let [before, after] = [before, after].map(|to| to.map(&room));
        Self { room: room(of), face: edge.face().0, side: edge.side(), before, after }
    }
}

/// The maximum number of changes of a kind in the text without `--all`.
const SHOWN: usize = 5;

fn listed<T: fmt::Display>(f: &mut fmt::Formatter<'_>, what: &str, items: &[T], all: bool) -> fmt::Result {
    let shown = if all { items.len() } else { items.len().min(SHOWN) };
    items[..shown].iter().try_for_each(|item| write!(f, "\n  {what} {item}"))?;
    if shown < items.len() {
        write!(f, "\n  … and {} more {what}", items.len() - shown)?;
    }
    Ok(())
}

impl fmt::Display for Weld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { room, vertex, to_room, distance, .. } = self;
        write!(f, "{room}, vertex {vertex}: by {distance:.6} m to {to_room}")
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { room, face, side, before, after } = self;
        let or_nowhere = |room: &Option<Room>| room.as_ref().map_or_else(|| "nowhere".to_owned(), Room::to_string);
        write!(f, "{room}, face {face}, side {side}: {} -> {}", or_nowhere(before), or_nowhere(after))
    }
}
