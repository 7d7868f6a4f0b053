//! `walkmesh diff`: two walkmeshes table by table, or a walkmesh and its own re-bake.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use walkmesh::diff::TableDiff;

use crate::bake_options::BakeOptions;
use crate::file_name::FileName;
use crate::input::Input;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::view::View;

/// Compare two walkmeshes table by table, or one with its own re-bake
///
/// For each table: how many entries are equal in every bit, and the first that differ. Exit status 1 when any differ.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh diff before.wok after.wok\n  walkmesh diff area.trx --rebake --only-different"
)]
pub struct Diff {
    /// The first file
    #[arg(value_name = "A")]
    left: PathBuf,
    /// The second file
    #[arg(value_name = "B", required_unless_present = "rebake", conflicts_with = "rebake")]
    right: Option<PathBuf>,
    /// Compare A with what a bake makes of it
    #[arg(long)]
    rebake: bool,
    /// Leave out tables that are equal
    #[arg(long)]
    only_different: bool,
    #[command(flatten)]
    materials: Materials,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Options of the re-bake")]
    options: BakeOptions,
}

impl Diff {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let open = |path: &PathBuf, report: &mut Report| {
            let opened =
                Input::open(path).and_then(|input| Ok((View::open(&input)?.with_materials(&self.materials), input)));
            opened.map_err(|error| report.problem(path, &error)).ok()
        };
        // Both are opened, so that both complaints are seen.
        let left = open(&self.left, report);
        let right = self.right.as_ref().map(|right| open(right, report));
        let Some((left, input)) = left else { return Ok(()) };
        let (right, name) = match right {
            Some(None) => return Ok(()),
            Some(Some((view, input))) => (view, Right::File(input.name())),
            None => match left.bake(&input, &self.options, &self.materials) {
                Ok(baked) => (baked.view, Right::ReBake),
                Err(error) => {
                    report.problem(&self.left, &error);
                    return Ok(());
                }
            },
        };
        match left.diff(&right) {
            Ok(tables) => {
                let compared = Compared::of(input.name(), name, &tables, self.only_different);
                if !compared.equal {
                    report.add(Outcome::Found);
                }
                report.result(&compared)
            }
            Err(error) => {
                report.problem(&self.left, &error);
                Ok(())
            }
        }
    }
}

/// What a file is compared with.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Right {
    File(FileName),
    /// In JSON `null`: there is no second file.
    ReBake,
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(name) => name.fmt(f),
            Self::ReBake => f.write_str("its own re-bake"),
        }
    }
}

/// Two files, table by table.
#[derive(Serialize)]
pub struct Compared {
    left: FileName,
    right: Right,
    equal: bool,
    tables: Vec<Table>,
}

/// A [`TableDiff`] as JSON.
#[derive(Serialize)]
struct Table {
    table: &'static str,
    entries: usize,
    equal: usize,
    /// The first entries that differ.
    first: Vec<Entry>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Entry {
    place: String,
    left: String,
    right: String,
}

impl Compared {
    pub fn of(left: FileName, right: Right, tables: &[TableDiff], only_different: bool) -> Self {
        let equal = tables.iter().all(TableDiff::is_equal);
        let shown = tables.iter().filter(|table| !(only_different && table.is_equal()));
        Self { left, right, equal, tables: shown.map(Table::of).collect() }
    }
}

impl Table {
    fn of(diff: &TableDiff) -> Self {
        let first = diff.first.iter().cloned();
        Self {
            table: diff.table,
            entries: diff.entries,
            equal: diff.equal,
            first: first.map(|entry| Entry { place: entry.place, left: entry.left, right: entry.right }).collect(),
            text: diff.to_string(),
        }
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.equal { "equal in every table" } else { "different" };
        write!(f, "{} and {}: {verdict}", self.left, self.right)?;
        self.tables.iter().try_for_each(|table| write!(f, "\n  {}", table.text.replace('\n', "\n  ")))
    }
}
