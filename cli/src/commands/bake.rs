//! The command `walkmesh bake`: rebuilds derived data by the game's own rules.

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

/// Rebuild all derived data by the game's own rules
///
/// A bake keeps geometry, materials and transitions, and rebuilds neighbours, perimeters, trees, path tables, islands
/// and routes. If the stored neighbours of a KotOR room contradict its materials, the bake needs --materials. A TRN
/// becomes a TRX: its triangles are cut at the borders of tiles and joined as the toolset does, and with the GIT beside it, or
/// that of --git, the area's walkmesh cutters are cut out; --footprints cuts out placeables. An input is overwritten only with
/// --in-place.
///
/// In a folder of NWN2 areas each TRN is baked with the GIT of its name, in whatever capitals, and a TRX of that name is not
/// an input. The result has the name of that TRX, so that the folder never holds two files that the game cannot tell apart. A
/// TRX without a TRN is baked from what it holds. An area that cannot be baked does not stop the others.
///
/// A Silkroad dungeon can also be baked from a JSON file. It has a `region` (32768 plus the dungeon's number) and
/// `floors`, one for each block. Coordinates are in game units, and y is up. A floor has
///
/// - `vertices` (each [x, y, z]) and `triangles` (each three vertices, from 0), or an `obj`, a file beside the JSON
///   file;
///
/// - `position` ([x, y, z]) and `yaw_degrees` or `yaw_radians` (from x towards z): the placement of the block;
///
/// - `doors`: the edges that may be doors, each two vertices. Default: every edge on the border of the floor;
///
/// - `connected`: the blocks to which doors may lead, from 0. Default: all;
///
/// - `door_reach`: the largest distance between the ends of a door's edges in the two blocks. Default: 5 units for
///   edges in `doors`, and 0.5 for others, so that floors that touch are joined and walls between rooms are not crossed.
///
/// Instead of `floors`, the JSON may have `blocks` and `doors`. A block has a number of `cells`, and `edges` with a
/// `centre` and the two cells that the edge `joins` (the edge of a door joins none). A door has two sides, each with
/// `block`, `cell` and `edge`.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("where").required(true).multiple(true).args(["output", "in_place"])))]
#[command(
    after_help = "Examples:\n  walkmesh bake room.wok -o baked.wok --layout area.lyt\n  walkmesh bake --in-place \
                        override/\n  walkmesh bake module/ -o baked/\n  walkmesh bake dungeon.json -o \
                        ainavdata_32769.dat"
)]
pub struct Bake {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
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
            let objects = self.options.objects_of(input)?;
            let baked = file.bake(&self.options.of(input, objects.as_ref())?);
            notes.extend(baked.map_err(|error| self.materials.explain(error))?.notes);
            Ok((file.to_bytes()?, Baked { objects: objects.map(|objects| FileName::from(objects.path)), notes }))
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

/// What the bake of a file did.
#[derive(Serialize)]
struct Baked {
    /// The GIT with which an NWN2 area was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<FileName>,
    /// What the bake could not keep.
    notes: Vec<String>,
}

impl fmt::Display for Baked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(objects) = &self.objects {
            writeln!(f, "with the objects of {objects}")?;
        }
        f.write_str(&self.notes.join("\n"))
    }
}
