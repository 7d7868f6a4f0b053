//! The report of `walkmesh check --by-level`: a line for each level, as the game would load it with the files that belong to it,
//! the worst first.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use walkmesh::counted;
use walkmesh::finding::{CheckOptions, RuleFindings, Severity};
use walkmesh::level::{FileError, Files, IndexedFiles, LevelName, OpenOptions, levels};

use crate::file_name::FileName;
use crate::input::{progress, with_archives};
use crate::location::Location;
use crate::objects::AreaFolders;
use crate::output::{Outcome, Report};
use crate::storage;

use super::Format;

/// What was found in one level.
#[derive(Serialize)]
pub struct LevelReport {
    /// The file by which it is opened.
    level: FileName,
    /// What it is, such as `area of KotOR`.
    what: &'static str,
    fatal: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    /// The rules that found something, the worst first.
    rules: Vec<RuleLine>,
    /// What is not wrong with a file, and may still not be meant: a TRX that is older than its TRN, and a file that hides another
    /// one of its name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// Why the level cannot be opened or checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

#[derive(Serialize)]
struct RuleLine {
    code: &'static str,
    severity: super::Level,
    count: usize,
}

/// How many levels were checked.
#[derive(Serialize)]
struct Total {
    levels: usize,
    failed: usize,
    clean: usize,
}

/// Checks all levels in folders, archives and modules, and prints the report.
pub fn report(
    files: &[PathBuf],
    open: &OpenOptions,
    options: &CheckOptions,
    format: Format,
    report: &mut Report,
) -> anyhow::Result<()> {
    let sources = with_archives(files, report);
    let mut places = BTreeMap::<Location, BTreeMap<String, Location>>::new();
    let mut reports = Vec::new();
    for source in sources.iter().filter(|source| !source.is_archive) {
        if let Some(damage) = source.damage() {
            reports.push(LevelReport::of_damaged(source.name(), damage));
        } else if let (Some(place), Some(name)) = (source.path.parent(), source.path.file_name()) {
            let names = places.entry(place).or_default();
            names.insert(name.to_string_lossy().into_owned(), source.path.clone());
        }
    }
    let mut opened = Vec::new();
    for (place, names) in places {
        let place_or_here = if place == Location::from("") { Location::from(".") } else { place.clone() };
        match storage::files(place_or_here) {
            Ok(files) => opened.push((place, names, files)),
            Err(error) => report.problem(&place, &error),
        }
    }
    let mut found = Vec::new();
    for (place, names, files) in &opened {
        let indexed = IndexedFiles::new(&**files);
        match indexed.and_then(|indexed| Ok((levels(&Named { files: &**files, names })?, Arc::new(indexed)))) {
            Ok((levels, indexed)) => {
                let located = |level: LevelName| Some((names.get(&level.file)?, files, Arc::clone(&indexed), level));
                found.extend(levels.into_iter().filter_map(located));
            }
            Err(error) => report.problem(place, &error.into()),
        }
    }
    let folders = AreaFolders::default();
    let bar = progress();
    bar.set_length(found.len() as u64);
    let check = |(at, files, indexed, level): &(&Location, &Arc<dyn Files>, Arc<IndexedFiles>, LevelName)| {
        let done = LevelReport::of(at, &***files, indexed, level, open, options, &folders);
        bar.inc(1);
        done
    };
    reports.par_extend(found.par_iter().map(check));
    bar.finish_and_clear();
    reports.sort_by_cached_key(LevelReport::order);
    if reports.iter().any(|level| level.fatal + level.errors > 0 || level.failure.is_some()) {
        report.add(Outcome::Found);
    }
    let total = Total {
        levels: reports.len(),
        failed: reports.iter().filter(|level| level.failure.is_some()).count(),
        clean: reports.iter().filter(|level| level.worst().is_none_or(|worst| worst == Severity::Info)).count(),
    };
    if format == Format::Html {
        return report.text(Page { reports: &reports, total: &total });
    }
    reports.iter().try_for_each(|level| report.result(level))?;
    report.summary(&total)
}

/// Files of which only some are listed: a module can read every file of its game, and has only its own levels.
struct Named<'f> {
    files: &'f dyn Files,
    names: &'f BTreeMap<String, Location>,
}

impl Files for Named<'_> {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.names.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.files.read(name)
    }
}

impl LevelReport {
    /// The report of an archive that cannot be opened.
    fn of_damaged(archive: FileName, damage: String) -> Self {
        let (rules, notes, failure) = (Vec::new(), Vec::new(), Some(damage));
        Self { level: archive, what: "archive", fatal: 0, errors: 0, warnings: 0, infos: 0, rules, notes, failure }
    }

    fn of(
        at: &Location,
        files: &dyn Files,
        indexed: &IndexedFiles,
        level: &LevelName,
        open: &OpenOptions,
        options: &CheckOptions,
        folders: &AreaFolders,
    ) -> Self {
        let found = indexed.open(&level.file, open).map_err(|error| error.to_string()).and_then(|level| {
            let findings = level.check(options).map_err(|error| error.to_string())?;
            let unread: Vec<String> = level.unread().iter().map(ToString::to_string).collect();
            let notes = level.files().filter_map(|name| hidden_by(files, name)).collect();
            Ok((findings.into_rules(), notes, (!unread.is_empty()).then(|| unread.join("; "))))
        });
        let (rules, mut notes, failure) = found.unwrap_or_else(|failure| (Vec::new(), Vec::new(), Some(failure)));
        notes.extend(older_than_its_trn(at, folders));
        let count = |severity| rules.iter().filter(|rule| rule.severity == severity).map(|rule| rule.count).sum();
        let line =
            |rule: &RuleFindings| RuleLine { code: rule.code(), severity: rule.severity.into(), count: rule.count };
        Self {
            level: FileName::from(at),
            what: level.what,
            fatal: count(Severity::Fatal),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
            rules: rules.iter().map(line).collect(),
            notes,
            failure,
        }
    }

    /// The worst first; among equals by name.
    fn order(&self) -> (Reverse<[usize; 5]>, Location) {
        let bad = [usize::from(self.failure.is_some()), self.fatal, self.errors, self.warnings, self.infos];
        (Reverse(bad), self.level.location().clone())
    }

    fn worst(&self) -> Option<Severity> {
        if self.failure.is_some() {
            return Some(Severity::Fatal);
        }
        self.rules.iter().map(|rule| Severity::from(rule.severity)).max()
    }

    /// The counts in words, such as `2 errors, 1 info`.
    fn in_words(&self) -> String {
        let counts =
            [(self.fatal, "fatal finding"), (self.errors, "error"), (self.warnings, "warning"), (self.infos, "info")];
        let counts: Vec<String> =
            counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what)).collect();
        match (&self.failure, counts.is_empty()) {
            (Some(failure), true) => failure.clone(),
            (Some(failure), false) => format!("{failure}; {}", counts.join(", ")),
            (None, true) => "clean".to_owned(),
            (None, false) => counts.join(", "),
        }
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

/// Which places a file of a game hides.
fn hidden_by(files: &dyn Files, name: &str) -> Option<String> {
    let origins = files.origins(name);
    let (first, hidden) = origins.split_first().filter(|(_, hidden)| !hidden.is_empty())?;
    Some(format!("{name} is that of {first}, which hides {}", hidden.join(", ")))
}

/// A note that a TRX is older than its TRN. The TRX should be baked from the TRN as it is now.
fn older_than_its_trn(at: &Location, folders: &AreaFolders) -> Option<String> {
    let trn = at.has_extension("trx").then(|| folders.beside(at, "trn").ok().flatten()).flatten()?;
    let changed = |at: &Location| fs::metadata(at.path()?).and_then(|what| what.modified()).ok();
    (changed(&trn)? > changed(at)?).then(|| format!("it is older than {trn}: bake that area again"))
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} without a warning", counted(self.levels, "level"), self.clean)?;
        if self.failed > 0 { write!(f, ", {} that cannot be read as a whole", self.failed) } else { Ok(()) }
    }
}

/// The report as a page of its own.
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
            let findings =
                [level.failure.clone(), Some(level.rules_in_words())].into_iter().flatten().chain(level.notes.clone());
            let findings: Vec<String> = findings.filter(|text| !text.is_empty()).collect();
            write!(f, "<tr{class}><td>{}<td>{}", escaped(&level.level.to_string()), escaped(level.what))?;
            for count in [level.fatal, level.errors, level.warnings, level.infos] {
                write!(f, "<td class=\"n\">{count}")?;
            }
            writeln!(f, "<td>{}", escaped(&findings.join("; ")))?;
        }
        write!(f, "</table>\n</html>")
    }
}

/// Text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
