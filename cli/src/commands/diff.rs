//! The command `walkmesh diff`: compares two walkmeshes table by table, or a walkmesh with its own re-bake.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use walkmesh::diff::{Difference, Group, TableDiff};

use crate::bake_options::BakeOptions;
use crate::file_name::FileName;
use crate::input::Input;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::parts::{self, Part};

/// Compare two walkmeshes table by table, or one with its own re-bake
///
/// For each table, the command prints how many entries are equal in every bit, and the first that differ. The tables
/// cover every byte of a file, in three groups: content; uninitialised bytes and gaps between parts; and packaging,
/// such as the deflated bytes of a walkmesh and packets that are kept unread. The exit status is 1 if the content differs,
/// or with --exact when anything differs. Silkroad's .dof and .bms files can be compared too.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh diff before.wok after.wok\n  walkmesh diff --exact before.trx after.trx\n  \
                        walkmesh diff area.trx --rebake --only-different"
)]
pub struct Diff {
    /// The first file
    #[arg(value_name = "A")]
    left: PathBuf,
    /// The second file
    #[arg(value_name = "B", required_unless_present = "rebake", conflicts_with = "rebake")]
    right: Option<PathBuf>,
    /// Compare A with its own re-bake, in the content that a bake determines
    #[arg(long)]
    rebake: bool,
    /// Exit with status 1 when anything differs, not only the content
    #[arg(long, conflicts_with = "rebake")]
    exact: bool,
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
        let compared = match &self.right {
            Some(right) => self.files(right, report),
            None => self.re_bake().map_err(|error| report.problem(&self.left, &error)).ok(),
        };
        let Some(compared) = compared else { return Ok(()) };
        if !compared.equal {
            report.add(Outcome::Found);
        }
        report.result(&compared)
    }

    fn files(&self, right: &Path, report: &mut Report) -> Option<Compared> {
        let mut open = |path: &Path| {
            let opened = Input::open(path).and_then(|input| Ok((input.open_file(&self.materials)?, input.name())));
            opened.map_err(|error| report.problem(path, &error)).ok()
        };
        // Both files are opened before an error returns, so that the errors of both are reported.
        let (left, right) = (open(&self.left), open(right));
        let ((left, left_name), (right, right_name)) = left.zip(right)?;
        let tables = left.diff(&right).map_err(|error| report.problem(&self.left, &error.into())).ok()?;
        Some(self.compared(left_name, Right::File(right_name), &tables))
    }

    fn re_bake(&self) -> anyhow::Result<Compared> {
        let input = Input::open(&self.left)?;
        let before = input.open_file(&self.materials)?;
        let mut baked = before.clone();
        let objects = self.options.objects_of(&input)?;
        baked.bake(&self.options.of(&input, objects.as_ref())?).map_err(|error| self.materials.explain(error))?;
        Ok(self.compared(input.name(), Right::ReBake, &before.diff_baked(&baked)?))
    }

    fn compared(&self, left: FileName, right: Right, tables: &[TableDiff]) -> Compared {
        let is_different = |group: &Group| tables.iter().any(|table| table.group == *group && !table.is_equal());
        let different: Vec<Group> = Group::ALL.into_iter().filter(is_different).collect();
        let equal = if self.exact { different.is_empty() } else { !different.contains(&Group::Content) };
        // A table that is absent from both files is left out.
        let shown = tables.iter().filter(|table| table.entries > 0 && !(self.only_different && table.is_equal()));
        let tables = shown.map(Table::of).collect();
        Compared { left, right, equal, different, tables }
    }
}

/// The second side of a comparison.
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
    /// Whether the content is equal, or with `--exact` everything. This decides the exit status.
    equal: bool,
    #[serde(serialize_with = "group_names")]
    different: Vec<Group>,
    tables: Vec<Table>,
}

/// A group's name in JSON.
const fn group_name(group: Group) -> &'static str {
    match group {
        Group::Content => "content",
        Group::Uninitialised => "uninitialised",
        Group::Packaging => "packaging",
    }
}

fn group_names<S: Serializer>(groups: &[Group], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(groups.iter().map(|&group| group_name(group)))
}

/// A [`TableDiff`] as JSON.
#[derive(Serialize)]
struct Table {
    table: &'static str,
    group: &'static str,
    entries: usize,
    equal: usize,
    /// The first entries that differ.
    first: Vec<Entry>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Entry {
    place: Vec<Part>,
    /// `null` where the first file has no such entry.
    left: Option<String>,
    /// `null` where the second file has no such entry.
    right: Option<String>,
}

impl Table {
    fn of(diff: &TableDiff) -> Self {
        let entry = |Difference { place, left, right }: &Difference| Entry {
            place: parts::of(place),
            left: left.clone(),
            right: right.clone(),
        };
        Self {
            table: diff.table,
            group: group_name(diff.group),
            entries: diff.entries,
            equal: diff.equal,
            first: diff.first.iter().map(entry).collect(),
            text: diff.to_string(),
        }
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}: ", self.left, self.right)?;
        let groups: Vec<String> = self.different.iter().map(Group::to_string).collect();
        match (&self.different[..], groups.join(", in ")) {
            ([], _) => f.write_str("equal in every table")?,
            ([Group::Content, ..], groups) => write!(f, "different in {groups}")?,
            (_, groups) => write!(f, "equal in content, different in {groups}")?,
        }
        for group in Group::ALL {
            let mut tables = self.tables.iter().filter(|table| table.group == group_name(group)).peekable();
            let indent = if group == Group::Content { "\n  " } else { "\n    " };
            if group != Group::Content && tables.peek().is_some() {
                write!(f, "\n  {group}:")?;
            }
            tables.try_for_each(|table| write!(f, "{indent}{}", table.text.replace('\n', indent)))?;
        }
        Ok(())
    }
}
