//! `walkmesh bake`: everything derived, rebuilt by the game's own rules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde::Serialize;
use walkmesh::formats::Format;
use walkmesh::silkroad;

use crate::bake_options::BakeOptions;
use crate::description;
use crate::destination::Destination;
use crate::input::{each_file, progress, sources};
use crate::output::Report;
use crate::view::View;

/// Rebuild everything derived, by the game's own rules
///
/// Geometry, materials and transitions are kept; neighbours, perimeters, trees, path tables, islands and routes are
/// made anew. A TRN bakes to a TRX. A Silkroad dungeon can also be baked from a JSON: either `region`, `blocks` (each
/// with `cells` and `edges`, an edge with its `centre` and the two cells that it `joins`) and `doors` (each two sides
/// with `block`, `cell` and `edge`), or `region` and `floors` (each with `vertices` and `triangles`, or an `obj`, and
/// `position` and `yaw`), between which edges and doors are found. Nothing is written over its own input unless --in-place says so.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh bake room.wok -o baked.wok --layout area.lyt\n  walkmesh bake --in-place \
                        override/\n  walkmesh bake areas/ -o baked/"
)]
pub struct Bake {
    /// Files, or folders with files; what is in a folder and of no known format is passed over
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    destination: Destination,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "How to bake")]
    options: BakeOptions,
}

impl Bake {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        if let [file] = self.files.as_slice() {
            match self.described(file) {
                Ok(None) => {}
                Ok(Some(written)) => return report.result(&written),
                Err(error) => {
                    report.problem(file, &error);
                    return Ok(());
                }
            }
        }
        let sources = sources(&self.files, report);
        let jobs = self.destination.targets(sources, report);
        let targets: HashMap<PathBuf, _> = jobs.iter().map(|(source, target)| (source.path.clone(), target)).collect();
        let sources: Vec<_> = jobs.iter().map(|(source, _)| source.clone()).collect();
        each_file(
            &sources,
            &progress(),
            report,
            |source, input| {
                let target = targets[&source.path];
                let (view, mut notes) = View::open_to_bake(&input)?;
                let baked = view.bake(&input.path, &self.options)?;
                notes.extend(baked.notes);
                let bytes = baked.view.to_bytes()?;
                let changed = bytes != input.bytes;
                // What is as it should be is not touched.
                let untouched = !changed && target.is_over(&source.path);
                let backup = if untouched { None } else { target.write(&source.path, &bytes)? };
                Ok(Written {
                    file: input.name(),
                    output: target.path.to_string_lossy().into_owned(),
                    backup: backup.map(|path| path.to_string_lossy().into_owned()),
                    bytes: bytes.len(),
                    changed,
                    notes,
                })
            },
            |written, report| report.result(&written),
        )
    }
}

impl Bake {
    /// Bakes a Silkroad dungeon from its description, if the file is one.
    fn described(&self, path: &Path) -> anyhow::Result<Option<Written>> {
        // What cannot be read is told where all files are.
        let Ok(bytes) = fs::read(path) else { return Ok(None) };
        if Format::detect(&bytes).is_some() || !description::looks_like_one(&bytes) {
            return Ok(None);
        }
        let dungeon = silkroad::bake(&description::read(path, &bytes)?)?;
        let target = self.destination.made(&dungeon.file_name())?;
        let bytes = dungeon.to_bytes()?;
        target.write(path, &bytes)?;
        Ok(Some(Written {
            file: path.to_string_lossy().into_owned(),
            output: target.path.to_string_lossy().into_owned(),
            backup: None,
            bytes: bytes.len(),
            changed: true,
            notes: Vec::new(),
        }))
    }
}

/// What was written.
#[derive(Serialize)]
struct Written {
    file: String,
    output: String,
    backup: Option<String>,
    bytes: usize,
    /// Whether the bake differs from its input.
    changed: bool,
    /// What could not be carried along.
    notes: Vec<String>,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, output, backup, bytes, changed, notes } = self;
        match changed {
            true if file == output => write!(f, "{file}: baked, {bytes} bytes")?,
            false if file == output => write!(f, "{file}: as baked already")?,
            true => write!(f, "{file}: baked to {output}, {bytes} bytes")?,
            false => write!(f, "{file}: as baked already; copied to {output}")?,
        }
        if let Some(backup) = backup {
            write!(f, ", backup {backup}")?;
        }
        notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}
