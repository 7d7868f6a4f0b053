//! The command `walkmesh bake`: rebuilds derived data by the game's own rules.

mod module_report;
mod new_interior;

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::ArgGroup;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::json;
use walkmesh::counted;
use walkmesh::diff::{Group, TableDiff};
use walkmesh::level::{BakeNote, Carving, Kind, Level, Operation};

use crate::bake_options::{BakeOptions, ToBake};
use crate::description::{self, PlanReport};
use crate::destination::{Destination, trn_to_trx};
use crate::input::{self, Input, Source, each_file, progress};
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::models;
use crate::output::{Answer, Outcome, Report, to_value};
use crate::place::{self, located};
use crate::storage;
use crate::write_report::{NewFile, WriteReport, Writing};

use module_report::{ModuleReport, has_other_floor};
use new_interior::NewInterior;

/// Rebuild all derived data by the game's own rules
///
/// A bake keeps geometry, materials and transitions, and rebuilds neighbours, perimeters, trees, path tables, islands
/// and routes. If the stored neighbours of a KotOR room contradict its materials, the bake needs --materials. A TRN
/// becomes a TRX: its triangles are cut at the borders of tiles and joined as the toolset does. With the GIT of its name in the same
/// folder, or the one of --git, the area's walkmesh cutters are cut out, and so are its static placeables. Their footprints come from
/// --footprints, from the models of --models and --game, or from measurements in real areas. An input is overwritten only with --in-place.
///
/// In a folder of NWN2 areas each TRN is baked with the GIT of its name, in whatever capitals, and a TRX of that name is not
/// an input. The result has the name of that TRX, so that the folder never holds two files that the game cannot tell apart. A TRX without a
/// TRN is baked from its own contents. An area that cannot be baked does not stop the others.
///
/// The ARE of an NWN2 interior gives a TRN: each tile gets the floor that its model has in the areas beside the ARE or in --tiles.
///
/// A Silkroad dungeon can also be baked from a JSON file. It has a `region` (32768 plus the dungeon's number) and
/// `floors`, one for each block. Coordinates are in game units, and y is up. A floor has
///
/// - `vertices` (each [x, y, z]) and `triangles` (each three vertices, from 0), or an `obj`, a file in the folder of the
///   JSON file or in a folder there. A block without a floor has none of them;
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
    /// NWN2: write nothing if floor or placeables get lost. The exit status is then 1. All baked areas are held in memory until then
    #[arg(long)]
    strict: bool,
    /// The losses and omissions so far.
    #[arg(skip)]
    module: Mutex<ModuleReport>,
    /// The areas that a strict bake has made, until it is sure that all of them may be written.
    #[arg(skip)]
    held: Mutex<BTreeMap<FileLocation, NewFile<Baked>>>,
    /// Print how long each file took
    #[arg(long)]
    time: bool,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten, next_help_heading = "How to bake")]
    options: BakeOptions,
}

impl Bake {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let sources = match self.files.as_slice() {
            [file] if !storage::is_folder(file) && input::promised_kind(file) != Some(Kind::Lyt) => {
                match input::read(file) {
                    Ok(bytes) if Kind::detect(&bytes).is_none() && description::looks_like_one(&bytes) => {
                        report.leave_to(self.destination.output());
                        return report.answer(file, |_| Ok((self.described(file, &bytes)?, Outcome::Fine)));
                    }
                    Ok(bytes) if file.extension().is_some_and(|it| it.eq_ignore_ascii_case("are")) => {
                        report.leave_to(self.destination.output());
                        return report.answer(file, |_| Ok((self.new_interior(file, &bytes)?, Outcome::Fine)));
                    }
                    Ok(bytes) => vec![Source::read_already(file, bytes)],
                    Err(error) => {
                        report.problem(file, &error);
                        return Ok(());
                    }
                }
            }
            files => place::sources_to_make(files, report),
        };
        let works_on = |kind| Operation::Bake.is_for(kind);
        if self.strict && self.has_gaps(&sources, works_on, report)? {
            return Ok(());
        }
        let make = |input: &Input| match self.held().remove(&input.path) {
            Some(made) => Ok(made),
            None => self.baked(input).map(|(file, _)| file),
        };
        let module = || Some(std::mem::take(&mut *self.module.lock().unwrap_or_else(PoisonError::into_inner)).sorted());
        let writing = Writing { destination: &self.destination, rename: trn_to_trx, works_on, time: self.time };
        writing.each_with(sources, report, make, module)
    }

    /// Reports the areas whose bake would leave something out or lose floor, and returns whether there are any.
    fn has_gaps(&self, sources: &[Source], works_on: fn(Kind) -> bool, report: &mut Report) -> anyhow::Result<bool> {
        let mut found = false;
        let gaps = |_: usize, input: anyhow::Result<Input>| {
            let input = input?;
            if input.kind != Kind::Trn {
                return Ok((input.name(), Vec::new()));
            }
            let (file, gaps) = self.baked(&input)?;
            if gaps.is_empty() {
                self.held().insert(input.path.clone(), file);
            }
            Ok((input.name(), gaps))
        };
        each_file(sources, &progress(), report, works_on, gaps, |(file, gaps), report| {
            if gaps.is_empty() {
                return Ok(());
            }
            found = true;
            report.add(Outcome::Found);
            let text = format!("{file}: nothing was written, because {}", gaps.join(", and "));
            report.result(&Answer(json!({ "file": file, "gaps": gaps }), text))
        })?;
        Ok(found)
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<FileLocation, NewFile<Baked>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the floor and objects that the bake of an area lost or left out, and whether the existing TRX has another floor.
    fn take_down(&self, input: &Input, baked: &Level, carving: &Carving) -> anyhow::Result<()> {
        let place = input.place()?;
        let trx = place.as_ref().and_then(|place| place.find(baked.name())).map(|trx| located(&input.folder(), trx));
        // Other threads bake meanwhile.
        let stale = trx.filter(|trx| has_other_floor(trx, baked));
        self.module.lock().unwrap_or_else(PoisonError::into_inner).add(carving, stale);
        Ok(())
    }

    /// Bakes a file. The list has the losses and omissions that make a strict bake fail.
    fn baked(&self, input: &Input) -> anyhow::Result<(NewFile<Baked>, Vec<String>)> {
        let ToBake { mut level, objects, model } = self.options.open(input, &self.materials)?;
        let before = level.clone();
        let options = self.options.of(input, &level)?;
        let report = level.bake(&options).map_err(|error| self.materials.explain(error))?;
        report.carving.as_ref().map_or(Ok(()), |carving| self.take_down(input, &level, carving))?;
        let gaps = report.carving.as_ref().map(Carving::gaps).unwrap_or_default();
        let unread_models = self.options.unread_models(input, &before)?;
        let model = match model.zip(level.kotor().model) {
            Some((path, model)) => models::with_tree(path, model, &input.path, &level)?,
            None => None,
        };
        let is_unused = report.notes.iter().any(|note| matches!(note, BakeNote::ModelUnused { .. }));
        let fits_model = level.kotor().model.is_some() && !options.kotor.rebuild_tree && !is_unused;
        let (beside, note) = model.map(|model| (model.beside, model.note)).unzip();
        let note = note.flatten().map(|note| note.to_string());
        let notes = report.sentences().into_iter().chain(unread_models).chain(note).collect();
        let about = Baked {
            objects: objects.as_ref().map(FileLocation::from),
            islands: level.nwn2().walkmesh.transpose()?.map(|walkmesh| walkmesh.islands().len()),
            changed_tables: report.carving.is_none().then(|| before.diff(&level)).transpose()?.map(|all| changed(&all)),
            carving: report.carving,
        };
        let (bytes, beside) = (level.to_bytes()?, beside.into_iter().collect());
        Ok((NewFile { bytes, beside, about: Some(about), notes: Some(notes), fits_model }, gaps))
    }

    /// Bakes a Silkroad dungeon from its description.
    fn described(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<WriteReport<PlanReport>> {
        let options = self.options.silkroad();
        let (plan, lone_doors) = description::read(path, bytes, &options)?;
        let dungeon = plan.bake(&options)?;
        let about = PlanReport::new(&plan, lone_doors);
        self.made(path, &dungeon.file_name(), &dungeon.to_bytes()?, about)
    }

    /// Makes the TRN of an NWN2 interior from its ARE.
    fn new_interior(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<WriteReport<NewInterior>> {
        let (trn, about) = new_interior::make(path, bytes, &self.options)?;
        let name = path.with_extension("trn");
        self.made(path, &name.file_name().unwrap_or_default().to_string_lossy(), &trn, about)
    }

    /// Writes a file that was made from a description.
    fn made<T>(&self, path: &Path, name: &str, bytes: &[u8], about: T) -> anyhow::Result<WriteReport<T>> {
        let output = self.destination.write_made(&path.into(), name, bytes)?;
        Ok(WriteReport {
            file: FileLocation::from(path),
            output: FileLocation::from(&output),
            backup: None,
            bytes: bytes.len(),
            changed: true,
            written: true,
            seconds: None,
            waits: false,
            left_out: false,
            is_model_stale: false,
            about: Some(about),
            notes: None,
        })
    }
}

/// The results of baking a file.
#[derive(Serialize)]
struct Baked {
    /// The GIT with which an NWN2 area was cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<FileLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    islands: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "carved")]
    carving: Option<Carving>,
    /// `None` for an area that was carved, whose tables are all new.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_tables: Option<Vec<&'static str>>,
}

/// Serializes the carving of an area, with the number of triangles that each cutter touches.
fn carved<S: Serializer>(carving: &Option<Carving>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut json = to_value(carving).map_err(S::Error::custom)?;
    let cut = carving.iter().flat_map(|carving| &carving.report.cut_by_cutter).copied().chain(iter::repeat(0));
    let cutters = json["cutters"].as_array_mut().into_iter().flatten();
    cutters.zip(cut).for_each(|(cutter, cut)| cutter["cut"] = cut.into());
    json.serialize(serializer)
}

impl fmt::Display for Baked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { objects, islands, carving, changed_tables } = self;
        objects.iter().try_for_each(|objects| writeln!(f, "with the objects of {objects}"))?;
        if let Some((carving, islands)) = carving.as_ref().zip(*islands) {
            let triangles = counted(carving.report.sources.len(), "triangle");
            writeln!(f, "{triangles} in {}", counted(islands, "island"))?;
        }
        let in_words =
            |table: &&str| if *table == "aabb_nodes" { "AABB tree".to_owned() } else { table.replace('_', " ") };
        let changed: Vec<String> = changed_tables.iter().flatten().map(in_words).collect();
        if changed.is_empty() {
            Ok(())
        } else {
            write!(f, "changed: {}; all other tables are equal", changed.join(", "))
        }
    }
}

/// The tables that differ, each once, however many of its fields differ.
fn changed(tables: &[TableDiff]) -> Vec<&'static str> {
    let differing = tables.iter().filter(|table| !table.is_equal() && table.group != Group::Packaging);
    let mut names: Vec<_> = differing.map(|table| table.table.split('.').next().unwrap_or(table.table)).collect();
    names.dedup();
    names
}
