//! Repairs KotOR areas: all rooms of a layout together.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use walkmesh::kotor::RoomId;
use walkmesh::level::RepairOptions;

use super::Repair;
use super::repairs::RepairTexts;
use crate::commands::area::{Link, Room, Weld, listed};
use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::rooms::Rooms;
use crate::save;

impl Repair {
    pub(super) fn repair_areas(&self, options: &RepairOptions, report: &mut Report) -> anyhow::Result<()> {
        let count = self.files.len();
        anyhow::ensure!(count == 1, "--area repairs one folder, and these are {count}");
        for folder in &self.files {
            match self.repair_area(folder, options, report) {
                Ok(repaired) => report.result(&repaired)?,
                Err(error) => report.problem(folder, &error),
            }
        }
        Ok(())
    }

    fn repair_area(&self, folder: &Path, options: &RepairOptions, report: &mut Report) -> anyhow::Result<RepairedArea> {
        self.destination.recover(folder)?;
        let mut rooms = Rooms::open_all(folder, self.layout.path(), &self.materials)?;
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
            welds: done.welds.into_iter().map(|weld| Weld::of(&weld, name)).collect(),
            links: done.links.into_iter().map(|link| Link::of(&link, name)).collect(),
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
