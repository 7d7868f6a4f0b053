//! Brings the edits of a scene back to the walkmesh, the rooms or the floors that went out.

use std::path::Path;

use anyhow::Context;
use walkmesh::exchange::{Note, Up};
use walkmesh::level::{ApplyReport, Level};

use super::Convert;
use crate::beside::Beside;
use crate::conversion_report::ConversionReport;
use crate::destination::{file_in, result_in};
use crate::dof;
use crate::exchange_file::{ExchangeFormat, OutputFile};
use crate::file_name::FileName;
use crate::input::Input;
use crate::layouts::Layouts;

impl Convert {
    /// Brings the edits of a scene back to a walkmesh.
    pub(super) fn onto_file(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut ConversionReport,
    ) -> anyhow::Result<Vec<OutputFile>> {
        let open = || {
            let input = Input::open(base)?;
            let layout = Layouts::new(self.layout.as_deref())?.of_room(&base.into())?;
            let level = Level::from_bytes(&input.bytes, &input.open_options(&self.materials).with_layout(layout))?;
            anyhow::Ok((input, level))
        };
        let (input, mut level) = open().with_context(|| base.display().to_string())?;
        let scene = self.read_any(format, level.kind().up(), converted)?;
        let before = level.clone();
        let applied = self.apply(&mut level, &scene, format, base)?;
        let is_unchanged = applied.nodes.iter().all(walkmesh::exchange::NodeReport::is_unchanged);
        let bytes = if is_unchanged { input.bytes } else { level.to_bytes().with_context(|| onto(base))? };
        let output = self.within(base)?;
        let mut files = vec![];
        if let Some(model) = self.model.follow(&before, &level)? {
            converted.notes.extend(model.note.map(Note::of_scene));
            if let Beside::Edited { source, bytes, .. } = model.beside {
                files.push((output.with_file_name(source.file_name().unwrap_or_default()), bytes));
            }
        }
        files.insert(0, (output, bytes));
        add(converted, base, applied);
        Ok(files)
    }

    /// Brings the edits of a scene back to the rooms of an area.
    pub(super) fn onto_rooms(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut ConversionReport,
    ) -> anyhow::Result<Vec<OutputFile>> {
        let mut rooms = self.rooms(base)?;
        let scene = self.read(format, Up::Z, converted)?;
        let applied = self.apply(&mut rooms.level, &scene, format, base)?;
        add(converted, base, applied);
        let files = rooms.files()?.into_iter();
        files.map(|(at, bytes)| Ok((result_in(&self.output, &at)?, bytes))).collect()
    }

    /// Brings the edits of a scene back to the floors of a dungeon's blocks.
    pub(super) fn onto_dungeon(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut ConversionReport,
    ) -> anyhow::Result<Vec<OutputFile>> {
        let mut level = dof::open(Input::open(base)?)?;
        let scene = self.read(format, Up::Y, converted)?;
        let applied = self.apply(&mut level, &scene, format, base)?;
        add(converted, base, applied);
        // The DOF itself is not changed.
        let floors = level.to_files()?.into_iter().skip(1);
        let floors = floors.map(|(name, bytes)| Ok((file_in(&self.output, &name)?, bytes)));
        let mut floors: Vec<OutputFile> = floors.collect::<anyhow::Result<_>>()?;
        floors.sort();
        Ok(floors)
    }
}

fn add(converted: &mut ConversionReport, base: &Path, ApplyReport { nodes, notes, .. }: ApplyReport) {
    converted.notes.extend(notes);
    converted.add_edited(FileName::from(base), nodes);
}

/// Names the walkmesh in an error that is about it as much as about the scene.
fn onto(base: &Path) -> String {
    format!("onto {}", base.display())
}
