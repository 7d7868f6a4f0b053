//! Mends KotOR areas: all rooms of a layout together.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use walkmesh::flaw::MendOptions;
use walkmesh::kotor::{Area, RoomId};

use super::Fix;
use super::repairs::Mended;
use crate::commands::area::{Link, Room, Weld, listed};
use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::rooms::Rooms;
use crate::save;

impl Fix {
    pub(super) fn mend_areas(&self, options: &MendOptions, report: &mut Report) -> anyhow::Result<()> {
        let count = self.files.len();
        anyhow::ensure!(count == 1, "--area mends one folder, and these are {count}");
        for folder in &self.files {
            match self.mend_area(folder, options, report) {
                Ok(mended) => report.result(&mended)?,
                Err(error) => report.problem(folder, &error),
            }
        }
        Ok(())
    }

    fn mend_area(&self, folder: &Path, options: &MendOptions, report: &mut Report) -> anyhow::Result<MendedArea> {
        self.destination.recover(folder)?;
        let mut rooms = Rooms::open_all(folder, self.layout.as_deref())?;
        rooms.area = self.materials.of_area(rooms.area);
        let before = self.picture.as_ref().map(|_| rooms.area.to_scene());
        let done = rooms.area.mend(options, self.repairs.transitions)?;
        let picture = match before {
            Some(before) => self.draw(folder, &before.scene, &rooms.area.to_scene().scene)?,
            None => None,
        };
        let is_written = self.destination.is_given();
        let written = match &picture {
            _ if is_written => rooms.write_with(folder, &self.destination, picture.as_ref(), report)?,
            Some(picture) => save::write_set(&[self.destination.beside(folder, picture)]).map(|_| Vec::new())?,
            None => Vec::new(),
        };
        if !is_written && !done.is_empty() {
            report.add(Outcome::Found);
        }
        rooms.note_stale_models(report);
        let name = |room: RoomId| name(&rooms.area, room);
        let repairs = done.repairs.into_iter().map(|(room, repair)| (Some(name(room)), repair));
        Ok(MendedArea {
            file: FileName::from(folder),
            mended: Mended::in_rooms(repairs, Vec::new(), self.all),
            welds: done.welds.into_iter().map(|weld| Weld::of(&weld, name)).collect(),
            links: done.links.into_iter().map(|link| Link::of(&link, name)).collect(),
            written,
            all: self.all,
        })
    }
}

fn name(area: &Area, room: RoomId) -> Room {
    let name = area.layout().room(room).map_or_else(String::new, |room| room.name.clone());
    Room { room: room.0, name }
}

/// What was done to an area, or would be.
#[derive(Serialize)]
struct MendedArea {
    file: FileName,
    #[serde(flatten)]
    mended: Mended,
    welds: Vec<Weld>,
    links: Vec<Link>,
    written: Vec<FileName>,
    #[serde(skip)]
    all: bool,
}

impl fmt::Display for MendedArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, mended, welds, links, written, all } = self;
        match mended.repairs.is_empty() && !(welds.is_empty() && links.is_empty()) {
            true => write!(
                f,
                "{file}: {} welded, {} set",
                walkmesh::counted(welds.len(), "vertex"),
                walkmesh::counted(links.len(), "transition")
            )?,
            false => write!(f, "{file}: {mended}")?,
        }
        listed(f, "welded", welds, *all)?;
        listed(f, "linked", links, *all)?;
        written.iter().try_for_each(|file| write!(f, "\n  written {file}"))
    }
}
