//! The command `walkmesh demo`: shows the main operations on built-in samples.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use walkmesh::any::{self, Kind};
use walkmesh::diff::TableDiff;
use walkmesh::finding::{CheckOptions, Severity};

use crate::bake_options::BakeOptions;
use crate::commands::path::Found;
use crate::commands::roundtrip::Trip;
use crate::input::Input;
use crate::limits;
use crate::materials::Materials;
use crate::output::{Outcome, Report};

/// Show the main operations on small built-in walkmeshes of each game: read, check, bake, compare, query
///
/// The demo needs no file and writes none. The exit status is 1 if a result is not as expected.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh demo")]
pub struct Demo {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A sample from the package's folder `samples/`.
struct Sample {
    name: &'static str,
    what: &'static str,
    bytes: &'static [u8],
    /// The start and goal of a path query.
    ends: Option<[&'static str; 2]>,
}

const SAMPLES: [Sample; 6] = [
    Sample {
        name: "room.wok",
        what: "Knights of the Old Republic: a room with a pillar",
        bytes: include_bytes!("../../samples/room.wok"),
        ends: Some(["1,3", "5,3"]),
    },
    Sample {
        name: "chest.pwk",
        what: "Knights of the Old Republic: a placeable",
        bytes: include_bytes!("../../samples/chest.pwk"),
        ends: None,
    },
    Sample {
        name: "door0.dwk",
        what: "Knights of the Old Republic: a closed door",
        bytes: include_bytes!("../../samples/door0.dwk"),
        ends: None,
    },
    Sample {
        name: "yard.trn",
        what: "Neverwinter Nights 2: an area before its bake",
        bytes: include_bytes!("../../samples/yard.trn"),
        ends: None,
    },
    Sample {
        name: "yard.trx",
        what: "Neverwinter Nights 2: the same area, baked",
        bytes: include_bytes!("../../samples/yard.trx"),
        ends: Some(["0", "35"]),
    },
    Sample {
        name: "ainavdata_32769.dat",
        what: "Silkroad Online: a dungeon of two blocks",
        bytes: include_bytes!("../../samples/ainavdata_32769.dat"),
        ends: Some(["0:0", "1:2"]),
    },
];

impl Demo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        for sample in SAMPLES {
            let shown = sample.show().with_context(|| format!("the sample {}", sample.name))?;
            if !shown.is_as_it_should_be() {
                report.add(Outcome::Found);
            }
            report.result(&shown)?;
        }
        Ok(())
    }
}

impl Sample {
    fn show(&self) -> anyhow::Result<Shown> {
        let kind = Kind::detect(self.bytes).context("the sample is damaged")?;
        let input = Input { path: PathBuf::from(self.name), kind, bytes: self.bytes.to_vec(), room: limits::budget() };
        let trip = Trip::of(&input)?;
        let materials = Materials::default();
        let findings = any::check(&input.bytes, &input.open_options(&materials), &CheckOptions::default())?;
        let found = |severities: &[Severity]| severities.iter().map(|&severity| findings.total(severity)).sum();
        let file = input.open_file(&materials)?;
        let mut baked = file.clone();
        baked.bake(&BakeOptions::default().of(&input, None)?)?;
        let (is_baked, tables) = (file.is_baked(), file.diff_baked(&baked)?);
        let path = match self.ends {
            Some([from, to]) => {
                let location = |text: &str| text.parse().map_err(anyhow::Error::from);
                Some(Found::of(input.name(), &file.into_navigator()?, location(from)?, location(to)?)?)
            }
            None => None,
        };
        Ok(Shown {
            file: self.name,
            what: self.what,
            format: input.format_name(),
            bytes: input.bytes.len(),
            exact: trip.is_exact(),
            findings: found(&[Severity::Info, Severity::Warning, Severity::Error, Severity::Fatal]),
            errors: found(&[Severity::Error, Severity::Fatal]),
            baked: is_baked,
            tables: tables.len(),
            equal_tables: tables.iter().filter(|table| table.is_equal()).count(),
            first_different: tables.iter().find(|table| !table.is_equal()).map(TableDiff::to_string),
            path,
        })
    }
}

/// The results for a sample.
#[derive(Serialize)]
struct Shown {
    file: &'static str,
    what: &'static str,
    format: &'static str,
    bytes: usize,
    /// Whether reading and writing kept every byte.
    exact: bool,
    findings: usize,
    errors: usize,
    /// Whether the walkmesh is already baked, so that another bake should change nothing.
    baked: bool,
    tables: usize,
    equal_tables: usize,
    #[serde(skip)]
    first_different: Option<String>,
    path: Option<Found>,
}

impl Shown {
    fn is_as_it_should_be(&self) -> bool {
        let re_bake = !self.baked || self.equal_tables == self.tables;
        self.exact && self.errors == 0 && re_bake && self.path.as_ref().is_none_or(Found::is_path)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, what, format, bytes, findings, errors, tables, equal_tables, .. } = self;
        writeln!(f, "{file} ({what})")?;
        let kept = if self.exact { "every byte kept" } else { "NOT every byte kept" };
        writeln!(f, "  read and written  {format}, {bytes} bytes: {kept}")?;
        match (findings, errors) {
            (0, _) => writeln!(f, "  checked           nothing found")?,
            (1, _) => writeln!(f, "  checked           1 finding, {errors} of them errors")?,
            _ => writeln!(f, "  checked           {findings} findings, {errors} of them errors")?,
        }
        match (&self.first_different, self.baked) {
            (None, _) => write!(f, "  baked again       equal in all {tables} tables")?,
            (Some(_), false) => write!(f, "  baked             {} of {tables} tables are new", tables - equal_tables)?,
            (Some(table), true) => write!(f, "  baked again       NOT equal:\n{table}")?,
        }
        if let Some(path) = &self.path {
            write!(f, "\n  path              {}", path.to_string().replace('\n', "\n                  "))?;
        }
        writeln!(f)
    }
}
