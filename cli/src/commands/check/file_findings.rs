//! The findings of a file as a result: as text and as JSON.

use std::fmt;

use serde::{Serialize, Serializer};
use walkmesh::counted;
use walkmesh::finding::{Finding, Group, RuleFindings, Severity, groups};

use super::baseline::BaselineCounts;
use crate::file_counts::FileCounts;
use crate::location::FileLocation;
use crate::output::Report;

/// The findings of one file.
#[derive(Serialize)]
pub struct FileFindings {
    pub file: FileLocation,
    /// All findings by severity, whether they are listed or not; without those that the baseline accepts.
    counts: Counts,
    /// Number of findings that the baseline accepts, and of accepted findings that are no longer there; absent without a baseline.
    #[serde(flatten)]
    judged: Option<BaselineCounts>,
    /// For each rule of the requested severity or worse: the number of its findings, and how many are listed.
    rules: Vec<RuleCount>,
    pub findings: Vec<FindingReport>,
    /// Facts that no rule objects to, such as missing rooms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Number of findings of one rule.
#[derive(Serialize)]
struct RuleCount {
    code: &'static str,
    severity: Severity,
    count: usize,
    listed: usize,
}

/// A finding, and the code of the finding above that causes it.
#[derive(Serialize)]
pub struct FindingReport {
    #[serde(flatten)]
    pub finding: Finding,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
}

/// Number of findings of each severity, in ascending order, listed or not.
#[derive(Clone, Copy, Default)]
pub struct Counts(pub [usize; 4]);

impl FileFindings {
    /// The findings on one file by the rules that `is_listed` chooses, and the counts of all; without those that a baseline
    /// accepts.
    pub fn new(
        file: FileLocation,
        rules: &[RuleFindings],
        is_listed: impl Fn(&RuleFindings) -> bool,
        judged: Option<BaselineCounts>,
    ) -> Self {
        let shown = || rules.iter().filter(|rule| is_listed(rule) && rule.count > 0);
        let counted = shown().map(|rule| RuleCount {
            code: rule.code(),
            severity: rule.severity,
            count: rule.count,
            listed: rule.listed.len(),
        });
        let findings =
            groups(shown().flat_map(|rule| &rule.listed)).into_iter().flat_map(|Group { cause, explained, .. }| {
                let report = |finding: &Finding, cause| FindingReport { finding: finding.clone(), cause };
                let explained = explained.into_iter().map(move |finding| report(finding, Some(cause.code())));
                [report(cause, None)].into_iter().chain(explained)
            });
        let counts = Counts::of(rules);
        Self { file, counts, judged, rules: counted.collect(), findings: findings.collect(), notes: Vec::new() }
    }

    /// Writes the number of findings in words.
    pub fn counts_in_words(&self) -> String {
        self.counts.to_string()
    }

    /// Returns whether the file fails the check: by an error, or with a baseline by anything that is listed.
    pub fn fails(&self) -> bool {
        self.counts.errors() > 0 || (self.judged.is_some() && !self.findings.is_empty())
    }
}

impl FindingReport {
    /// The place, the spot and what was found.
    pub fn message(&self) -> String {
        let location = self.finding.location();
        let gap = if location.is_empty() { "" } else { ": " };
        format!("{location}{gap}{}", self.finding.meaning)
    }
}

impl fmt::Display for FileFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.counts)?;
        self.judged.map_or(Ok(()), |judged| judged.fmt(f))?;
        for found in &self.findings {
            let indent = if found.cause.is_some() { "    so: " } else { "  " };
            write!(f, "\n{indent}{}", found.finding)?;
        }
        for RuleCount { code, count, listed, .. } in self.rules.iter().filter(|rule| rule.listed < rule.count) {
            write!(f, "\n  … and {} more [{code}]", count - listed)?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

impl Counts {
    /// The counts of all findings by these rules.
    pub fn of<'f>(rules: impl IntoIterator<Item = &'f RuleFindings>) -> Self {
        let mut counts = Self::default();
        rules.into_iter().for_each(|rule| counts.0[rule.severity as usize] += rule.count);
        counts
    }

    /// Returns the number of findings that fail a check.
    fn errors(self) -> usize {
        self.0[Severity::Error as usize] + self.0[Severity::Fatal as usize]
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Severity::ALL.iter().zip(&self.0).rev())
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = Severity::ALL.iter().zip(self.0).rev().filter(|(_, count)| *count > 0);
        let words = counts.map(|(severity, count)| match severity {
            Severity::Fatal => format!("{count} fatal"),
            other => counted(count, other.name()),
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { f.write_str("nothing found") } else { f.write_str(&words.join(", ")) }
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
    /// The call of `walkmesh` without a subcommand, which reports the possible repairs; empty unless the output is text.
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
        self.counts.0.iter_mut().zip(counts.0).for_each(|(total, count)| *total += count);
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
        let Counts([infos, warnings, errors, _]) = *counts;
        if *hides_infos && infos > 0 {
            write!(f, "; --severity info lists {}", if infos == 1 { "it" } else { "them" })?;
        }
        if !triage.is_empty() && errors + warnings > 0 {
            write!(f, "; `{triage}` says what can be mended")?;
        }
        Ok(())
    }
}
