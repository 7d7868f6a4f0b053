//! Exports a walkmesh, an area or a dungeon to another program.

use anyhow::{Context, ensure};
use walkmesh::exchange::Export;
use walkmesh::kotor::AsciiText;
use walkmesh::level::Kind;

use super::{Convert, NO_FLOOR, stem};
use crate::conversion_report::ConversionReport;
use crate::exchange_file::{ExchangeFormat, OutputFile};
use crate::input::Input;

impl Convert {
    /// Exports a walkmesh, an area or a dungeon.
    pub(super) fn out(&self, converted: &mut ConversionReport) -> anyhow::Result<Vec<OutputFile>> {
        ensure!(self.onto.is_none(), "--onto is for a file of another program, and this is one of a game");
        let as_it_is = self.up.is_none() && self.scale.is_none();
        ensure!(as_it_is, "--up and --scale are for a file of another program, and this is one of a game");
        let format = ExchangeFormat::promised_by(&self.output);
        let format =
            format.context("the name of the output must end in .glb, .gltf, .obj, .ascii, .detour or .tres")?;
        if format == ExchangeFormat::Ascii {
            return Ok(vec![self.text(converted)?]);
        }
        let level = self.level(&Input::of_level(&self.input, self.layout.path())?)?;
        if format.is_floor() {
            let floor = level.to_floor()?;
            ensure!(!floor.triangles.is_empty(), NO_FLOOR);
            converted.add_floor(stem(&self.input), &floor);
            let (files, lost) = format.write_floor(&floor, &self.output)?;
            converted.notes.extend(lost);
            return Ok(files);
        }
        let scene = match &self.mesh_name {
            Some(name) => Self::named_floor(name, level.to_floor()?, converted)?,
            None => {
                let Export { scene, notes, .. } = level.to_scene()?;
                converted.notes.extend(notes);
                scene
            }
        };
        converted.add_exported(&scene);
        let (files, lost) = format.write(&scene, &self.output)?;
        converted.notes.extend(lost);
        Ok(files)
    }

    /// Writes a KotOR walkmesh as text.
    fn text(&self, converted: &mut ConversionReport) -> anyhow::Result<OutputFile> {
        let level = self.level(&Input::of_level(&self.input, self.layout.path())?)?;
        let walkmesh =
            level.kotor().walkmesh.with_context(|| format!("this is {}; expected {}", level.kind(), Kind::Bwm))?;
        let AsciiText { text, notes, .. } = walkmesh.to_ascii(&stem(&self.input))?;
        converted.notes.extend(notes);
        Ok((self.output.as_path().into(), text.into_bytes()))
    }
}
