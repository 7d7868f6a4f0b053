//! The findings of a file as a result: as text and as JSON.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use walkmesh::counted;
use walkmesh::finding::{Finding, Group, Rule, RuleFindings, Severity, Spot, groups};

use super::baseline::BaselineCounts;
use crate::file_counts::FileCounts;
use crate::file_name::FileName;
use crate::output::Report;
use crate::parts::{self, Part};

/// A severity as an argument and in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
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
pub struct FileFindings {
    pub file: FileName,
    /// All findings by severity, whether they are listed or not; without those that the baseline accepts.
    counts: Counts,
    /// How many findings the baseline accepts, and how many that it accepts are no longer there; absent without a baseline.
    #[serde(flatten)]
    judged: Option<BaselineCounts>,
    /// For each rule of the requested severity or worse: the number of its findings, and how many are listed.
    rules: Vec<RuleCount>,
    pub findings: Vec<FindingReport>,
    /// Facts that no rule objects to, such as missing rooms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How many findings of one rule there are.
#[derive(Serialize)]
struct RuleCount {
    code: &'static str,
    severity: Level,
    count: usize,
    listed: usize,
}

/// A [`Finding`] as JSON.
#[derive(Serialize)]
pub struct FindingReport {
    pub code: &'static str,
    pub severity: Level,
    /// From the outermost part to the innermost. An empty list means the whole file.
    pub place: Vec<Part>,
    /// The place of the other side, such as the other face of an overlap; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Vec<Part>>,
    /// A point of the floor, and how large the fault is there; absent for the fault of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    meaning: String,
    /// The code of the finding above that causes this one; absent for a fault of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    #[serde(skip)]
    pub rule: &'static Rule,
    /// The place in words.
    #[serde(skip)]
    pub place_in_words: String,
    /// The place of the other side in words.
    #[serde(skip)]
    pub other_in_words: Option<String>,
    /// The place and the spot in words.
    #[serde(skip)]
    location: String,
}

/// Findings by severity, whether they are listed or not.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    fatal: usize,
    error: usize,
    warning: usize,
    info: usize,
}

impl FileFindings {
    /// The findings on one file by the rules that `is_listed` chooses, and the counts of all; without those that a baseline
    /// accepts.
    pub fn new(
        file: FileName,
        rules: &[RuleFindings],
        is_listed: impl Fn(&RuleFindings) -> bool,
        judged: Option<BaselineCounts>,
    ) -> Self {
        let mut counts = Counts::default();
        rules.iter().for_each(|rule| *counts.of(rule.severity) += rule.count);
        let shown = || rules.iter().filter(|rule| is_listed(rule) && rule.count > 0);
        let counted = shown().map(|rule| RuleCount {
            code: rule.code(),
            severity: rule.severity.into(),
            count: rule.count,
            listed: rule.listed.len(),
        });
        let findings =
            groups(shown().flat_map(|rule| &rule.listed)).into_iter().flat_map(|Group { cause, explained, .. }| {
                let explained = explained.into_iter().map(|finding| FindingReport::new(finding, Some(cause)));
                [FindingReport::new(cause, None)].into_iter().chain(explained)
            });
        Self { file, counts, judged, rules: counted.collect(), findings: findings.collect(), notes: Vec::new() }
    }

    /// How many findings there are, in words.
    pub fn counts_in_words(&self) -> String {
        self.counts.to_string()
    }

    /// Whether the file fails the check: by an error, or with a baseline by anything that is listed.
    pub fn fails(&self) -> bool {
        self.counts.error + self.counts.fatal > 0 || (self.judged.is_some() && !self.findings.is_empty())
    }
}

impl FindingReport {
    /// The place, the spot and what was found.
    pub fn message(&self) -> String {
        let Self { location, meaning, .. } = self;
        if location.is_empty() { meaning.clone() } else { format!("{location}: {meaning}") }
    }
}

impl FindingReport {
    fn new(finding: &Finding, cause: Option<&Finding>) -> Self {
        Self {
            code: finding.code(),
            severity: finding.severity.into(),
            place: parts::of(&finding.place),
            other: finding.other.as_ref().map(parts::of),
            spot: finding.spot,
            meaning: finding.meaning.clone(),
            cause: cause.map(Finding::code),
            rule: finding.rule,
            place_in_words: finding.place.to_string(),
            other_in_words: finding.other.as_ref().map(ToString::to_string),
            location: finding.location(),
        }
    }
}

impl fmt::Display for FindingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, severity, meaning, location, .. } = self;
        let gap = if location.is_empty() { "" } else { " " };
        write!(f, "{} [{code}]{gap}{location}: {meaning}", Severity::from(*severity))
    }
}

impl fmt::Display for FileFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.counts)?;
        self.judged.map_or(Ok(()), |judged| judged.fmt(f))?;
        for found in &self.findings {
            let indent = if found.cause.is_some() { "    so: " } else { "  " };
            write!(f, "\n{indent}{found}")?;
        }
        for RuleCount { code, count, listed, .. } in self.rules.iter().filter(|rule| rule.listed < rule.count) {
            write!(f, "\n  … and {} more [{code}]", count - listed)?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

impl Counts {
    fn of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Fatal => &mut self.fatal,
            Severity::Error => &mut self.error,
            Severity::Warning => &mut self.warning,
            Severity::Info => &mut self.info,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fatal = (self.fatal > 0).then(|| format!("{} fatal", self.fatal));
        let others = [(self.error, "error"), (self.warning, "warning"), (self.info, "info")];
        let others = others.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what));
        let parts: Vec<String> = fatal.into_iter().chain(others).collect();
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
    #[serde(flatten)]
    judged: Option<BaselineCounts>,
    #[serde(skip)]
    noun: &'static str,
    /// True if infos are counted and not listed.
    #[serde(skip)]
    hides_infos: bool,
    /// The command without a verb, which says what can be mended; empty if the results are not read as text.
    #[serde(skip)]
    triage: String,
}

impl Total {
    /// Adds a file.
    pub fn add(&mut self, FileFindings { counts, judged, .. }: &FileFindings) {
        if let Some(judged) = judged {
            let total = self.judged.get_or_insert_default();
            total.accepted += judged.accepted;
            total.gone += judged.gone;
        }
        self.files.add();
        self.counts.fatal += counts.fatal;
        self.counts.error += counts.error;
        self.counts.warning += counts.warning;
        self.counts.info += counts.info;
    }

    /// Adds the files that could not be read or were skipped, at the end of the run, whose results are files or levels.
    pub fn finish(&mut self, report: &Report, noun: &'static str, hides_infos: bool, triage: String) {
        self.files.finish(report);
        (self.noun, self.hides_infos, self.triage) = (noun, hides_infos, triage);
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files: FileCounts { files, unreadable, skipped }, counts, judged, noun, hides_infos, triage } = self;
        write!(f, "{}: ", counted(*files, noun))?;
        match *unreadable {
            0 => write!(f, "{counts}")?,
            // `nothing found` would be wrong if no file was read.
            all if all == *files => write!(f, "{all} unreadable")?,
            some => write!(f, "{counts}; {some} unreadable")?,
        }
        judged.map_or(Ok(()), |judged| judged.fmt(f))?;
        write!(f, "{skipped}")?;
        if *hides_infos && counts.info > 0 {
            write!(f, "; --severity info lists {}", if counts.info == 1 { "it" } else { "them" })?;
        }
        if !triage.is_empty() && counts.error + counts.warning > 0 {
            write!(f, "; `{triage}` says what can be mended")?;
        }
        Ok(())
    }
}
