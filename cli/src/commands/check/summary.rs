//! The summary of `walkmesh check`: a line for each level, the worst first.

use std::cmp::Reverse;
use std::fmt;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::finding::{RuleFindings, Severity};

use super::checked::Checked;
use super::file_findings::Counts;
use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::printable::html;

/// The levels of a run.
#[derive(Default)]
pub struct Summary(Vec<LevelReport>);

/// The findings on one level.
#[derive(Serialize)]
pub struct LevelReport {
    /// The file by which it is opened.
    level: FileLocation,
    /// The kind of level, such as `a KotOR area with 2 rooms`.
    what: String,
    fatal: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    /// The rules that found something, the worst first.
    rules: Vec<RuleLine>,
    /// Facts that no rule objects to: missing rooms, and files that hide others of the same name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The reasons why some of its files cannot be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<String>,
}

#[derive(Serialize)]
struct RuleLine {
    code: &'static str,
    severity: Severity,
    count: usize,
}

/// Number of checked levels.
#[derive(Serialize)]
struct Total {
    levels: usize,
    failed: usize,
    clean: usize,
}

impl Summary {
    /// Adds a level.
    pub fn add(&mut self, checked: &Checked) {
        self.0.push(LevelReport::new(checked));
    }

    /// Prints the report, as a page or as text and JSON.
    pub fn print(self, is_page: bool, report: &mut Report) -> anyhow::Result<()> {
        let Self(mut levels) = self;
        levels.sort_by_cached_key(LevelReport::order);
        if levels.iter().any(|level| level.fatal + level.errors > 0) {
            report.add(Outcome::Found);
        }
        let failed = report.problems().len();
        let clean = |level: &&LevelReport| level.failures.is_empty() && level.worst() <= Some(Severity::Info);
        let total = Total { levels: levels.len(), failed, clean: levels.iter().filter(clean).count() };
        if is_page {
            return report.text(Page { reports: &levels, total: &total });
        }
        levels.iter().try_for_each(|level| report.result(level))?;
        report.summary(&total)
    }
}

impl LevelReport {
    fn new(checked: &Checked) -> Self {
        let rules: Vec<&RuleFindings> = checked.files.iter().flat_map(|(_, rules)| rules).collect();
        let Counts([infos, warnings, errors, fatal]) = Counts::of(rules.iter().copied());
        let line = |rule: &&RuleFindings| RuleLine { code: rule.code(), severity: rule.severity, count: rule.count };
        let failure = |(at, error): &(FileLocation, anyhow::Error)| format!("{at}: {error:#}");
        Self {
            level: FileLocation::from(&checked.at),
            what: checked.what.clone(),
            fatal,
            errors,
            warnings,
            infos,
            rules: rules.iter().map(line).collect(),
            notes: checked.notes.clone(),
            failures: checked.unread.iter().map(failure).collect(),
        }
    }

    /// Sorted from worst to best, then by name.
    fn order(&self) -> (Reverse<[usize; 5]>, FileLocation) {
        let bad = [self.failures.len(), self.fatal, self.errors, self.warnings, self.infos];
        (Reverse(bad), self.level.clone())
    }

    fn worst(&self) -> Option<Severity> {
        self.rules.iter().map(|rule| rule.severity).max()
    }

    /// The counts in words, such as `2 errors, 1 info`.
    fn in_words(&self) -> String {
        let counts =
            [(self.fatal, "fatal finding"), (self.errors, "error"), (self.warnings, "warning"), (self.infos, "info")];
        let counts: Vec<String> =
            counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what)).collect();
        let all: Vec<String> =
            self.failures.iter().cloned().chain((!counts.is_empty()).then(|| counts.join(", "))).collect();
        if all.is_empty() { "clean".to_owned() } else { all.join("; ") }
    }

    /// The rules with their counts, such as `hole ×2, face-vertical ×9`.
    fn rules_in_words(&self) -> String {
        let rule = |rule: &RuleLine| format!("{} ×{}", rule.code, rule.count);
        self.rules.iter().map(rule).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for LevelReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.level, self.what, self.in_words())?;
        if !self.rules.is_empty() {
            write!(f, " ({})", self.rules_in_words())?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} without a warning", counted(self.levels, "level"), self.clean)?;
        if self.failed > 0 { write!(f, ", {} that cannot be read as a whole", self.failed) } else { Ok(()) }
    }
}

/// The report as a separate page.
struct Page<'r> {
    reports: &'r [LevelReport],
    total: &'r Total,
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Levels, the worst first</title>"
        )?;
        writeln!(f, "<style>body{{font:1rem sans-serif;margin:2rem}}td,th{{padding:.3rem .8rem;text-align:left;")?;
        writeln!(f, "vertical-align:top}}td.n{{text-align:right}}.bad{{font-weight:bold}}</style>")?;
        writeln!(f, "<h1>Levels, the worst first</h1>\n<p>{}</p>", self.total)?;
        writeln!(f, "<table>\n<tr><th>level<th>what it is<th>fatal<th>errors<th>warnings<th>infos<th>findings")?;
        for level in self.reports {
            let is_bad = level.worst() >= Some(Severity::Error);
            let class = if is_bad { " class=\"bad\"" } else { "" };
            let findings = level.failures.iter().cloned().chain([level.rules_in_words()]).chain(level.notes.clone());
            let findings: Vec<String> = findings.filter(|text| !text.is_empty()).collect();
            write!(f, "<tr{class}><td>{}<td>{}", html(&level.level.to_string()), html(&level.what))?;
            for count in [level.fatal, level.errors, level.warnings, level.infos] {
                write!(f, "<td class=\"n\">{count}")?;
            }
            writeln!(f, "<td>{}", html(&findings.join("; ")))?;
        }
        write!(f, "</table>\n</html>")
    }
}
