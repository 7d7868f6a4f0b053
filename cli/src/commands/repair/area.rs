//! Repairs KotOR areas: all rooms of a layout together.

use std::path::Path;

use walkmesh::level::RepairOptions;

use super::{Repair, RepairAnswer};
use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::rooms::Rooms;
use crate::save;

impl Repair {
    pub(super) fn repair_area(
        &self,
        folder: &Path,
        options: &RepairOptions,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        report.answer(folder, |report| {
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
            let outcome = if is_written || done.is_unchanged() { Outcome::Fine } else { Outcome::Found };
            rooms.note_stale_models(report)?;
            let file = Some(FileLocation::from(folder));
            Ok((RepairAnswer { file, done, written: Some(written), all: self.all }, outcome))
        })
    }
}
