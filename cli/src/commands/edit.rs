//! The command `walkmesh edit`: edits a walkmesh, or the rooms of a KotOR area, by arguments.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::ArgGroup;
use serde_json::json;
use walkmesh::counted;
use walkmesh::finding::{CheckOptions, Findings, Rule, Severity};
use walkmesh::kotor;
use walkmesh::level::{self, BakeOptions, EditReport, Kind, Level, Operation};

use crate::destination::{Destination, same_name};
use crate::edits::{EditArgument, Edits};
use crate::input::{self, Input, Source};
use crate::limits;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::models::FollowingModel;
use crate::output::{Answer, Outcome, Report};
use crate::place::LayoutArgument;
use crate::rooms::Rooms;
use crate::storage;
use crate::write_report::{NewFile, Nothing, Writing};

/// Edit a walkmesh, or the rooms of a KotOR area, and bake the affected tables
///
/// Edits are applied in the given order. Face indices refer to the state before each edit: in KotOR, --remove renumbers the faces
/// that follow. Data that no edit affects keeps every bit. An edit that a game does not support, such as a rotation against the
/// tiles of an NWN2 area, is refused with the reason, and nothing is written. If the result has more errors than IN, as `walkmesh
/// check` finds them, the command reports them.
///
/// IN is a file, or a folder with the rooms of a KotOR area and their layout. In a folder, --paint, --remove and --flip apply to
/// every room.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("where").required(true).multiple(true).args(["output", "in_place"])))]
#[command(
    after_help = "Examples:\n  walkmesh edit room.wok --paint material:Stone=Wood -o new.wok\n  walkmesh edit room.wok --remove 12,15-17 \
                  --transition 3:1=none --in-place\n  walkmesh edit area.trx --unwalkable polygon:3,3:9,3:9,9 -o new.trx\n  walkmesh \
                  edit rooms/ --renumber-rooms before.lyt --in-place\n  walkmesh edit rooms/ --join-area other/ -o joined/"
)]
pub struct Edit {
    /// The file, or the folder with the rooms of an area
    #[arg(value_name = "IN")]
    input: PathBuf,
    #[command(flatten)]
    edits: Edits,
    /// NWN2: with --unwalkable, divide no triangle
    ///
    /// The triangles whose centres lie in the box or polygon become unwalkable as a whole. Default: triangles are divided at its border.
    #[arg(long)]
    whole_triangles: bool,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten)]
    layout: LayoutArgument,
    #[command(flatten)]
    model: FollowingModel,
}

impl Edit {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        ensure!(!self.edits.0.is_empty(), "no edit is given; see `walkmesh edit --help`");
        if storage::is_folder(&self.input) || input::promised_kind(&self.input) == Some(Kind::Lyt) {
            self.model.ensure_not_given()?;
            return self.area(report);
        }
        let edits = match self.edits_of_file() {
            Ok(edits) => edits,
            Err(error) => {
                report.problem(&self.input, &error);
                return Ok(());
            }
        };
        let layout = self.layout.read()?;
        let works_on = |kind| Operation::Edit.is_for(kind);
        let writing = Writing { destination: &self.destination, rename: same_name, works_on, time: false };
        writing.each(vec![Source::named(&self.input)], report, |input| {
            let mut level = input.level(&input.options(&self.materials).with_layout(layout.clone()))?;
            let mut options = BakeOptions::default();
            options.nwn2 = limits::keep(input.room);
            let before = level.clone();
            let edited = level.edit(&edits, &options).map_err(anyhow::Error::from);
            let edited = edited.and_then(|done| {
                let model = self.model.follow(&before, &level)?;
                let (beside, note) = model.map(|model| (model.beside, model.note)).unzip();
                let mut notes = texts(&done, &before, &level);
                notes.extend(note.flatten().map(|note| note.to_string()));
                let (bytes, beside) = (level.to_bytes()?, beside.into_iter().collect());
                Ok(NewFile::<Nothing> { bytes, beside, about: None, notes: Some(notes), fits_model: false })
            });
            edited.map_err(|error| self.merged().fold(error, anyhow::Error::context))
        })
    }

    /// The walkmeshes that are merged, as an error names them: their faults show only in the result.
    fn merged(&self) -> impl Iterator<Item = String> {
        self.edits.0.iter().filter_map(|argument| match argument {
            EditArgument::Merge(path) => Some(format!("with the faces of {}", path.display())),
            _ => None,
        })
    }

    /// Edits the rooms of an area, and its layout.
    fn area(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.input, |report| {
            self.destination.recover(&self.input)?;
            let mut rooms = Rooms::open(&self.input, self.layout.path(), &self.materials)?;
            let mut joined = Vec::new();
            let edits = self.edits.0.iter().map(|argument| self.edit(argument, &mut joined));
            let edits = edits.collect::<anyhow::Result<Vec<_>>>()?;
            let before = rooms.level.clone();
            let done = rooms.level.edit(&edits, &BakeOptions::default())?;
            let notes = texts(&done, &before, &rooms.level);
            joined.into_iter().for_each(|other| rooms.add_files(other));
            let written = rooms.write(&self.destination, None, report)?;
            rooms.note_stale_models(report)?;
            let file = FileLocation::from(self.input.as_path());
            let lines = notes.iter().map(|note| format!("\n  {note}")).collect::<String>();
            let text = format!("{file}: {} written{lines}", counted(written.len(), "file"));
            Ok((Answer(json!({ "file": file, "written": written, "notes": notes }), text), Outcome::Fine))
        })
    }

    /// The edits of a single walkmesh, with the files that they name.
    fn edits_of_file(&self) -> anyhow::Result<Vec<level::Edit>> {
        self.edits.0.iter().map(|argument| self.edit(argument, &mut Vec::new())).collect()
    }

    /// An edit, with the content of the file or folder that it names. An area that is joined is added to `joined`.
    fn edit(&self, argument: &EditArgument, joined: &mut Vec<Rooms>) -> anyhow::Result<level::Edit> {
        Ok(match argument {
            EditArgument::Walkmesh(level::Edit::Unwalkable(region)) if self.whole_triangles => {
                level::Edit::UnwalkableTriangles(region.clone())
            }
            EditArgument::Walkmesh(edit) => edit.clone(),
            EditArgument::Merge(path) => {
                let open = || {
                    let input = Input::of_level(path, None)?;
                    input.level(&input.options(&self.materials))
                };
                level::Edit::Merge(Box::new(open().with_context(|| path.display().to_string())?))
            }
            EditArgument::RenumberRooms(path) => {
                let read = || anyhow::Ok(kotor::Layout::from_bytes(&input::read(path)?)?);
                level::Edit::RenumberRooms(Box::new(read().with_context(|| format!("the layout {}", path.display()))?))
            }
            EditArgument::JoinArea { folder, offset } => {
                ensure!(
                    self.destination.is_folder(),
                    "--join-area adds files: name another folder for the result with --output"
                );
                let open = || Rooms::open(folder, None, &self.materials);
                let other = open().with_context(|| folder.display().to_string())?;
                let edit = level::Edit::JoinArea { area: Box::new(other.level.clone()), offset: *offset };
                joined.push(other);
                edit
            }
        })
    }
}

/// Describes the edits and the new errors in sentences. A level that is too large to be checked can still be edited.
fn texts(done: &EditReport, before: &Level, after: &Level) -> Vec<String> {
    let options = CheckOptions::default().without_flaws();
    let errors = match (before.check(&options), after.check(&options)) {
        (Ok(before), Ok(after)) => more_errors(&before, &after),
        _ => Vec::new(),
    };
    done.notes.iter().map(ToString::to_string).chain(errors).collect()
}

/// The errors that occur more often than before.
fn more_errors(before: &Findings, after: &Findings) -> Vec<String> {
    let errors = after.rules().filter(|found| found.severity >= Severity::Error);
    let more = errors.filter_map(|found| {
        let same = before.rules().find(|rule| (rule.code(), rule.severity) == (found.code(), found.severity));
        let more = found.count.saturating_sub(same.map_or(0, |rule| rule.count));
        let Rule { code, title, .. } = found.rule;
        let text = || format!("The edits made {} of `{code}`: {title}.", counted(more, "more error"));
        (more > 0).then(text)
    });
    more.collect()
}
