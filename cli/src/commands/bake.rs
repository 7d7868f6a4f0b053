//! `walkmesh bake`: everything derived, rebuilt by the game's own rules.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::ArgGroup;
use serde::Serialize;
use walkmesh::any::{AnyFile, Kind, Operation};

use crate::bake_options::BakeOptions;
use crate::description::{self, Made};
use crate::destination::{Destination, trn_to_trx};
use crate::file_name::FileName;
use crate::input::{self, Source};
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::written::{Written, write_each};

/// Rebuild everything derived, by the game's own rules
///
/// Geometry, materials and transitions are kept; neighbours, perimeters, trees, path tables, islands and routes are
/// made anew. A KotOR room whose stored neighbours contradict its materials is refused until --materials is said. A TRN
/// bakes to a TRX; walkmesh cutters and placeables are not cut out yet. Nothing is written over its own input unless
/// --in-place says so.
///
/// A Silkroad dungeon can also be baked from a JSON. It has a `region` (32768 and the dungeon's number) and `floors`, one
/// for each block. Coordinates are in game units, and y is up. A floor has
///
/// - `vertices` (each [x, y, z]) and `triangles` (each three vertices, from 0), or an `obj`, a file beside the JSON;
///
/// - `position` ([x, y, z]) and `yaw_degrees` or `yaw_radians` (from x towards z): where the block stands;
///
/// - `doors`: the edges that may be doors, each two vertices. Without it, every edge at the border of the floor may be one;
///
/// - `connected`: the blocks that there may be doors to, from 0. Without it, all;
///
/// - `door_reach`: both ends of the other block's edge lie less than this apart from the ends of this one's. Without it, 5
///   units for edges in `doors`, else 0.5: floors that touch are joined, and a wall between two rooms is not crossed.
///
/// In place of `floors`, a JSON may have `blocks` (each with a number of `cells`, and `edges` with their `centre` and the
/// two cells that they `joins`; a door's joins none) and `doors` (each two sides with `block`, `cell` and `edge`).
#[derive(clap::Args)]
#[command(group(ArgGroup::new("where").required(true).multiple(true).args(["output", "in_place"])))]
#[command(
    after_help = "Examples:\n  walkmesh bake room.wok -o baked.wok --layout area.lyt\n  walkmesh bake --in-place \
                        override/\n  walkmesh bake areas/ -o baked/\n  walkmesh bake dungeon.json -o \
                        ainavdata_32769.dat"
)]
pub struct Bake {
    /// Files, folders with files, or `-` for standard input; what else is in a folder is skipped and counted
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    destination: Destination,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten, next_help_heading = "How to bake")]
    options: BakeOptions,
}

impl Bake {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let sources = match self.files.as_slice() {
            [file] if !file.is_dir() => match input::read(file) {
                Ok(bytes) if Kind::detect(&bytes).is_none() && description::looks_like_one(&bytes) => {
                    if self.destination.is_standard_output() {
                        report.leave_standard_output();
                    }
                    return report.answer(file, || Ok((self.described(file, &bytes)?, Outcome::Fine)));
                }
                Ok(bytes) => vec![Source::read_already(file, bytes)],
                Err(error) => {
                    report.problem(file, &error);
                    return Ok(());
                }
            },
            files => input::sources(files, report),
        };
        let works_on = |kind| Operation::Bake.is_for(kind);
        write_each(sources, &self.destination, trn_to_trx, works_on, report, |input| {
            let (mut file, mut notes) = AnyFile::open_repaired(&input.bytes, &input.open_options(&self.materials))?;
            let baked = file.bake(&self.options.of(input)?);
            notes.extend(baked.map_err(|error| self.materials.explain(error))?.notes);
            Ok((file.to_bytes()?, Notes { notes }))
        })
    }

    /// Bakes a Silkroad dungeon from its description.
    fn described(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<Written<Made>> {
        let (plan, lone_doors) = description::read(path, bytes)?;
        let dungeon = plan.bake(&self.options.silkroad())?;
        let bytes = dungeon.to_bytes()?;
        let output = self.destination.write_made(path, &dungeon.file_name(), &bytes)?;
        Ok(Written {
            file: FileName::from(path),
            output: FileName::from(output),
            backup: None,
            bytes: bytes.len(),
            changed: true,
            about: Made::of(&plan, lone_doors),
        })
    }
}

/// What could not be carried along.
#[derive(Serialize)]
struct Notes {
    notes: Vec<String>,
}

impl fmt::Display for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notes.join("\n"))
    }
}
