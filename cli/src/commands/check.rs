//! `walkmesh check`: what is wrong with a file, and what that means for the game.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;
use walkmesh::finding::{Finding, Severity};

use crate::input::{each_file, no_progress, sources};
use crate::output::{Outcome, Report};
use crate::skipped::Skipped;
use crate::view::{self, View};

/// How many findings of one code are printed as text for a file, unless all are asked for.
const SHOWN: usize = 5;

/// Say what is wrong with walkmesh files, and what it means for the game
///
/// Findings have a stable code and a severity: `info` (the game does not mind), `warning` (it may behave other than
/// meant), `error` (something will not work where it is used), `fatal` (it may refuse the file, crash or hang). Exit
/// status 1 when there is an error or a fatal one.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh check --severity warning override/\n  walkmesh check --json area.trx | jq \
                        -r '.results[].findings[].code' | sort | uniq -c"
)]
pub struct Check {
    /// Files, folders with files, or `-` for standard input; what else is in a folder is skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Leave out findings below this severity
    #[arg(long, value_enum, default_value_t = Level::Info)]
    severity: Level,
    /// Print every finding, not only the first five of each code; JSON always has every one
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A severity as an argument and in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
    Warning,
    Error,
    Fatal,
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::Info,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
            Severity::Fatal => Self::Fatal,
        }
    }
}

impl Check {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let mut total = Total::default();
        let shown = if self.all { usize::MAX } else { SHOWN };
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            View::is_of,
            |_, input| {
                let input = input?;
                Ok(Checked::of(input.name(), &view::check(&input)?, self.severity, shown))
            },
            |checked, report| {
                if checked.counts.error + checked.counts.fatal > 0 {
                    report.add(Outcome::Found);
                }
                total.add(&checked.counts);
                report.result(&checked)
            },
        )?;
        total.unreadable = report.problems();
        total.files += total.unreadable;
        total.skipped = report.skipped();
        report.summary(&total)
    }
}

/// What was found in one file.
#[derive(Serialize)]
pub struct Checked {
    file: String,
    counts: Counts,
    findings: Vec<Found>,
    /// How many findings of one code the text shows.
    #[serde(skip)]
    shown: usize,
}

/// A [`Finding`] as JSON.
#[derive(Serialize)]
struct Found {
    code: &'static str,
    severity: Level,
    /// Empty when it is the whole file.
    place: String,
    meaning: String,
    #[serde(skip)]
    text: String,
}

/// Findings by severity, whether they are shown or not.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    fatal: usize,
    error: usize,
    warning: usize,
    info: usize,
}

impl Checked {
    /// All findings on one file; of each code the text shows a few only, unless `all` are wanted.
    pub fn all(file: String, findings: &[Finding], all: bool) -> Self {
        Self::of(file, findings, Level::Info, if all { usize::MAX } else { SHOWN })
    }

    fn of(file: String, findings: &[Finding], least: Level, shown: usize) -> Self {
        let mut counts = Counts::default();
        for finding in findings {
            match finding.severity {
                Severity::Fatal => counts.fatal += 1,
                Severity::Error => counts.error += 1,
                Severity::Warning => counts.warning += 1,
                Severity::Info => counts.info += 1,
            }
        }
        let mut findings: Vec<Found> = findings.iter().map(Found::of).filter(|found| found.severity >= least).collect();
        // The worst first; what is equally bad in the order in which it was found.
        findings.sort_by_key(|found| std::cmp::Reverse(found.severity));
        Self { file, counts, findings, shown }
    }
}

impl Found {
    fn of(finding: &Finding) -> Self {
        let Finding { code, severity, place, meaning } = finding;
        let (place, meaning) = (place.clone(), meaning.clone());
        Self { code, severity: (*severity).into(), place, meaning, text: finding.to_string() }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.counts)?;
        let mut of_code: BTreeMap<&str, usize> = BTreeMap::new();
        for found in &self.findings {
            let seen = of_code.entry(found.code).or_default();
            *seen += 1;
            if *seen <= self.shown {
                write!(f, "\n  {}", found.text)?;
            }
        }
        for (code, count) in of_code {
            if let Some(more @ 1..) = count.checked_sub(self.shown) {
                write!(f, "\n  … and {more} more [{code}]")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let parts = [
            plural(self.fatal, "fatal", "fatal"),
            plural(self.error, "error", "errors"),
            plural(self.warning, "warning", "warnings"),
            plural(self.info, "info", "infos"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { f.write_str("nothing found") } else { f.write_str(&parts.join(", ")) }
    }
}

/// What was found in all files.
#[derive(Default, Serialize)]
struct Total {
    files: usize,
    unreadable: usize,
    #[serde(flatten)]
    counts: Counts,
    skipped: Skipped,
}

impl Total {
    fn add(&mut self, counts: &Counts) {
        self.files += 1;
        self.counts.fatal += counts.fatal;
        self.counts.error += counts.error;
        self.counts.warning += counts.warning;
        self.counts.info += counts.info;
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, unreadable, counts, skipped } = self;
        write!(f, "{files} file{}: ", if *files == 1 { "" } else { "s" })?;
        match *unreadable {
            0 => write!(f, "{counts}")?,
            // Of what was not read it cannot be said that nothing was found.
            all if all == *files => write!(f, "{all} unreadable")?,
            some => write!(f, "{counts}; {some} unreadable")?,
        }
        write!(f, "{skipped}")
    }
}
