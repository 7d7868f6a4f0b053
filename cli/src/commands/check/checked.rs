//! The findings of a file as a result: as text and as JSON.

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;
use walkmesh::finding::{Finding, Findings, Severity, Spot};

use crate::file_counts::FileCounts;
use crate::file_name::FileName;
use crate::output::Report;
use crate::parts::{self, Part};

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

    /// Whether anything is wrong that will not work in the game.
    pub fn has_errors(&self) -> bool {
        self.counts.error + self.counts.fatal > 0
    }

    /// Whether any finding is listed.
    pub fn lists_any(&self) -> bool {
        !self.findings.is_empty()
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
pub struct Total {
    #[serde(flatten)]
    files: FileCounts,
    #[serde(flatten)]
    counts: Counts,
}

impl Total {
    /// Adds a file.
    pub fn add(&mut self, Checked { counts, .. }: &Checked) {
        self.files.add();
        self.counts.fatal += counts.fatal;
        self.counts.error += counts.error;
        self.counts.warning += counts.warning;
        self.counts.info += counts.info;
    }

    /// Adds the files that could not be read or were skipped, at the end of the run.
    pub fn finish(&mut self, report: &Report) {
        self.files.finish(report);
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
