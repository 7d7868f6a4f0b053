//! Makes a new walkmesh, area or dungeon from a scene.

use anyhow::ensure;
use walkmesh::exchange::{Floor, Up};
use walkmesh::kotor::{self, AsciiContent, AsciiFile, DoorState};
use walkmesh::level::{ApplyReport, Kind, Level, OpenOptions};

use super::{Convert, stem};
use crate::conversion_report::ConversionReport;
use crate::destination::{file_in, is_folder, result_in};
use crate::exchange_file::{ExchangeFormat, OutputFile};
use crate::input;
use crate::limits::limits;
use crate::place::layout_beside;

impl Convert {
    /// Makes a new walkmesh, area or dungeon from a scene, or a file of another format.
    pub(super) fn new_walkmesh(
        &self,
        format: ExchangeFormat,
        converted: &mut ConversionReport,
    ) -> anyhow::Result<Vec<OutputFile>> {
        if let Some(other) = ExchangeFormat::promised_by(&self.output) {
            let mut scene = self.read(format, Up::Z, converted)?;
            ensure!(
                !other.is_floor() || format == ExchangeFormat::Ascii,
                "a file of another program does not say where creatures walk: make a walkmesh of it first, such as \
                 room.wok, and convert that"
            );
            if let Some(name) = &self.mesh_name {
                let classes = scene.nodes.iter_mut().flat_map(|node| &mut node.set.classes);
                classes.for_each(|class| class.walkable |= format != ExchangeFormat::Ascii);
                scene = Self::named_floor(name, Floor::of_scene(&scene)?, converted)?;
            }
            converted.add_exported(&scene);
            let (files, lost) = other.write(&scene, &self.output)?;
            converted.notes.extend(lost);
            return Ok(files);
        }
        if format == ExchangeFormat::Ascii {
            return self.of_text(converted);
        }
        let is_area = is_folder(&self.output);
        let name = match is_area {
            true => format!("{}.lyt", stem(&self.input)),
            false => self.output.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        };
        let up = Kind::promised_by(&name).map_or(Up::Z, Kind::up);
        let scene = self.read(format, up, converted)?;
        let layout = if is_area {
            None
        } else {
            match self.layout.read()? {
                Some(layout) => Some(layout),
                None => layout_beside(&self.output.as_path().into())?,
            }
        };
        let options = OpenOptions::default().with_limits(limits()).with_materials(self.materials.choice());
        let (level, ApplyReport { nodes, notes, .. }) = Level::from_scene(&name, &scene, &options.with_layout(layout))?;
        converted.notes.extend(notes);
        converted.add_new(nodes);
        if !is_area {
            return Ok(vec![(self.output.as_path().into(), level.to_bytes()?)]);
        }
        let mut files = level.to_files()?;
        // The layout comes last, and has the name of the input.
        files.rotate_left(1);
        let layout = files.len() - 1;
        let located = |(at, (name, bytes)): (usize, (String, Vec<u8>))| match at == layout {
            true => Ok((result_in(&self.output, &name.as_str().into())?, bytes)),
            false => Ok((file_in(&self.output, &name)?, bytes)),
        };
        files.into_iter().enumerate().map(located).collect()
    }

    /// Makes walkmeshes from text.
    fn of_text(&self, converted: &mut ConversionReport) -> anyhow::Result<Vec<OutputFile>> {
        ensure!(
            self.up.is_none() && self.scale.is_none(),
            "--up and --scale are for a mesh, and a text has the axes and units of the game"
        );
        let bytes = input::read(&self.input)?;
        let AsciiFile { content, notes, .. } = AsciiFile::from_bytes_with(&bytes, &self.materials.table())?;
        converted.notes.extend(notes);
        match content {
            AsciiContent::Walkmesh(walkmesh) => {
                Ok(vec![(self.within(&self.input.as_path().into())?, walkmesh.to_bytes()?)])
            }
            AsciiContent::Door(door) => {
                ensure!(is_folder(&self.output), "a door has a file for each state: end the name of the output with /");
                let stem = stem(&self.input);
                let model = stem.trim_end_matches("-ascii").trim_end_matches(".dwk");
                let state = |(state, walkmesh): (DoorState, &kotor::Walkmesh)| {
                    Ok((result_in(&self.output, &state.file(model).as_str().into())?, walkmesh.to_bytes()?))
                };
                door.states().map(state).collect()
            }
        }
    }
}
