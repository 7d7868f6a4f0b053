//! The command `walkmesh check`: reports what is wrong with a file, and what that means in the game.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;
use walkmesh::any::{self, OpenError, Operation};
use walkmesh::finding::{CheckOptions, Finding, Findings, Severity, Spot};

use walkmesh::flaw::FlawOptions;

use crate::file_counts::FileCounts;
use crate::file_name::FileName;
use crate::input::{each_file, no_progress, sources};
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::parts::{self, Part};

/// How many findings of one rule are printed as text for a file without `--all`.
const SHOWN: usize = 5;

/// Report what is wrong with walkmesh files, and what it means in the game
///
/// A finding has a stable code and a severity: `info` (harmless in the game), `warning` (the game may not behave as
/// intended), `error` (something will not work where it is used), `fatal` (the game may refuse the file, crash or
/// hang). Infos are only counted, unless --severity info lists them. Files without a listed finding are only counted,
/// too. An empty or damaged file is a finding. The exit status is 1 if there is an error or a fatal finding.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh check override/\n  walkmesh check --severity info room.wok\n  walkmesh check --json area.trx | jq \
                        -r '.results[].rules[] | [.code, .count] | @tsv'"
)]
pub struct Check {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List findings of this severity and worse; the others are only counted
    #[arg(long, value_enum, default_value_t = Level::Warning)]
    severity: Level,
    /// List every finding. Default: only the first of each rule (5 as text, 100 in JSON); the others are only counted
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten, next_help_heading = "What counts as a flaw of the floor")]
    flaws: Flaws,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The measures by which the geometry of a floor is judged.
#[derive(clap::Args)]
struct Flaws {
    /// The widest gap between two sides that is taken for a crack, in metres. Default: 0.03
    #[arg(long, value_name = "METRES")]
    crack: Option<f32>,
    /// The area below which a part without a way out is a pocket, in square metres. Default: 1
    #[arg(long, value_name = "AREA")]
    pocket: Option<f64>,
    /// Report floors that lie above each other nearer than this, in metres
    #[arg(long, value_name = "METRES")]
    headroom: Option<f32>,
    /// Report walkable faces that rise more than this over a metre
    #[arg(long, value_name = "METRES")]
    slope: Option<f64>,
}

impl Flaws {
    fn options(&self) -> FlawOptions {
        let defaults = FlawOptions::DEFAULT;
        let (crack, pocket) = (self.crack.unwrap_or(defaults.crack), self.pocket.unwrap_or(defaults.pocket));
        defaults.with_crack(crack).with_pocket(pocket).with_headroom(self.headroom).with_slope(self.slope)
    }
}

/// A severity as an argument and in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Level {
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

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Info => Self::Info,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
            Level::Fatal => Self::Fatal,
        }
    }
}

impl Check {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let mut total = Total::default();
        let options = options(self.all, self.json).with_flaws(self.flaws.options());
        let sources = sources(&self.files, report);
        each_file(
            &sources,
            &no_progress(),
            report,
            |kind| Operation::Check.is_for(kind),
            |source, input| {
                let findings = match input {
                    Ok(input) => any::check(&input.bytes, &input.open_options(&self.materials), &options)?,
                    Err(error) => findings_of_unreadable(&sources[source].path, error, &options)?,
                };
                Ok(Checked::of(sources[source].name(), findings, self.severity.into()))
            },
            |checked, report| {
                if checked.counts.error + checked.counts.fatal > 0 {
                    report.add(Outcome::Found);
                }
                total.add(&checked.counts);
                // As text, a file without a listed finding is only counted. JSON has a result for each file.
                if self.json || !checked.findings.is_empty() { report.result(&checked) } else { Ok(()) }
            },
        )?;
        total.files.finish(report);
        report.summary(&total)
    }
}

/// The findings of one file.
#[derive(Serialize)]
pub struct Checked {
    file: FileName,
    /// All findings by severity, whether they are listed or not.
    counts: Counts,
    /// For each rule of the requested severity or worse: the number of its findings, and how many are listed.
    rules: Vec<Rule>,
    findings: Vec<Found>,
}

/// The findings of one rule.
#[derive(Serialize)]
struct Rule {
    code: &'static str,
    severity: Level,
    count: usize,
    listed: usize,
}

/// A [`Finding`] as JSON.
#[derive(Serialize)]
struct Found {
    code: &'static str,
    severity: Level,
    /// From the outermost part to the innermost. An empty list means the whole file.
    place: Vec<Part>,
    /// A point of the floor, and how large the fault is there; absent for the fault of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    spot: Option<Spot>,
    meaning: String,
    #[serde(skip)]
    text: String,
}

/// Findings by severity, whether they are listed or not.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    fatal: usize,
    error: usize,
    warning: usize,
    info: usize,
}

/// Turns the error of a file that cannot be read into a finding if the file itself is at fault. Other errors are
/// returned.
fn findings_of_unreadable(path: &Path, error: anyhow::Error, options: &CheckOptions) -> anyhow::Result<Findings> {
    let name = path.file_name().and_then(|name| name.to_str());
    let finding = error.downcast_ref().and_then(|error: &OpenError| error.finding(name));
    let mut findings = Findings::new(options);
    findings.push(finding.ok_or(error)?);
    Ok(findings)
}

/// The number of findings of each rule that are listed: all, or a few as text and more as JSON.
pub fn options(all: bool, json: bool) -> CheckOptions {
    match (all, json) {
        (true, _) => CheckOptions::all(),
        (false, true) => CheckOptions::default(),
        (false, false) => CheckOptions::default().with_per_rule(SHOWN),
    }
}

impl Checked {
    /// The findings on one file that are at least as bad as `least`, and the counts of all.
    pub fn of(file: FileName, findings: Findings, least: Severity) -> Self {
        let total = |severity| findings.total(severity);
        let counts = Counts {
            fatal: total(Severity::Fatal),
            error: total(Severity::Error),
            warning: total(Severity::Warning),
            info: total(Severity::Info),
        };
        let rules = findings.rules().filter(|rule| rule.severity >= least);
        let rules = rules.map(|rule| Rule {
            code: rule.code(),
            severity: rule.severity.into(),
            count: rule.count,
            listed: rule.listed.len(),
        });
        let rules = rules.collect();
        let findings = findings.into_iter().filter(|finding| finding.severity >= least).map(Found::from).collect();
        Self { file, counts, rules, findings }
    }
}

impl From<Finding> for Found {
    fn from(finding: Finding) -> Self {
        let text = finding.to_string();
        let Finding { rule, severity, place, spot, meaning } = finding;
        Self { code: rule.code, severity: severity.into(), place: parts::of(&place), spot, meaning, text }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.counts)?;
        self.findings.iter().try_for_each(|found| write!(f, "\n  {}", found.text))?;
        for Rule { code, count, listed, .. } in self.rules.iter().filter(|rule| rule.listed < rule.count) {
            write!(f, "\n  … and {} more [{code}]", count - listed)?;
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

/// The findings of all files.
#[derive(Default, Serialize)]
struct Total {
    #[serde(flatten)]
    files: FileCounts,
    #[serde(flatten)]
    counts: Counts,
}

impl Total {
    fn add(&mut self, counts: &Counts) {
        self.files.add();
        self.counts.fatal += counts.fatal;
        self.counts.error += counts.error;
        self.counts.warning += counts.warning;
        self.counts.info += counts.info;
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files: all_files @ FileCounts { files, unreadable, skipped }, counts } = self;
        write!(f, "{}: ", all_files.in_words())?;
        match *unreadable {
            0 => write!(f, "{counts}")?,
            // `nothing found` would be wrong if no file was read.
            all if all == *files => write!(f, "{all} unreadable")?,
            some => write!(f, "{counts}; {some} unreadable")?,
        }
        write!(f, "{skipped}")
    }
}
