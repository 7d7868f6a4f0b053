//! Imports the edits of a scene into the exported level.

use anyhow::{Context, ensure};
use walkmesh::exchange::{NodeReport, Note};
use walkmesh::level::{ApplyReport, Kind};

use super::Convert;
use crate::beside::Beside;
use crate::conversion_report::ConversionReport;
use crate::destination::{file_in, result_in};
use crate::exchange_file::{ExchangeFormat, OutputFile};
use crate::input::Input;
use crate::location::FileLocation;
use crate::place::located;

impl Convert {
    /// Imports the edits of a scene into a level, and returns all its files.
    pub(super) fn onto(
        &self,
        format: ExchangeFormat,
        base: &Input,
        converted: &mut ConversionReport,
    ) -> anyhow::Result<Vec<OutputFile>> {
        let is_area = base.kind == Kind::Lyt;
        ensure!(self.model.path().is_none() || base.kind == Kind::Bwm, super::MODEL_OF_ROOM);
        ensure!(is_area || !(self.new_rooms || self.drop_rooms), "--new-rooms and --drop-rooms need --onto AREA");
        let mut level = self.level(base).with_context(|| base.path.to_string())?;
        // A single walkmesh may lose all its triangles; this is reported.
        let is_alone = !is_area && base.kind != Kind::Dof;
        let scene = match is_alone {
            true => self.read_any(format, level.kind().up(), converted)?,
            false => self.read(format, level.kind().up(), converted)?,
        };
        let before = level.clone();
        let ApplyReport { nodes, notes, .. } = self.apply(&mut level, &scene, format, base)?;
        let mut files = if is_alone {
            let is_unchanged = nodes.iter().all(NodeReport::is_unchanged);
            let of_base = || format!("onto {}", base.path);
            let bytes = if is_unchanged { base.bytes.clone() } else { level.to_bytes().with_context(of_base)? };
            vec![(self.within(&base.path)?, bytes)]
        } else {
            let known: Vec<&str> = level.files().collect();
            let located = |(name, bytes): (String, Vec<u8>)| {
                let is_known = known.contains(&name.as_str());
                let at = if is_known {
                    result_in(&self.output, &located(&base.folder(), &name))
                } else {
                    file_in(&self.output, &name)
                };
                Ok((at?, bytes))
            };
            let mut files = level.to_files()?.into_iter().map(located).collect::<anyhow::Result<Vec<_>>>()?;
            // The layout comes last, and the DOF is not changed.
            if is_area {
                files.rotate_left(1)
            } else {
                files.remove(0);
                files.sort()
            };
            files
        };
        if let Some(model) = self.model.follow(&before, &level)? {
            converted.notes.extend(model.note.map(|note| Note::of_scene(note.to_string())));
            if let Beside::Edited { source, bytes, .. } = model.beside {
                files.push((files[0].0.with_file_name(source.file_name().unwrap_or_default()), bytes));
            }
        }
        converted.notes.extend(notes);
        converted.add_edited(FileLocation::from(&base.path), nodes);
        Ok(files)
    }
}
