//! `walkmesh PATH...` without a subcommand: reports the faults of levels, and repairs them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Context;
use serde::Serialize;
use walkmesh::counted;
use walkmesh::finding::{CheckOptions, Findings, RuleFindings, Severity};
use walkmesh::level::{MendOptions, MendReport, Operation, RepairReport};

use crate::commands::check::{Checked, Counts, FileFindings, options};
use crate::commands::{explain, view};
use crate::destination::{file_in, write_set};
use crate::input::{Input, each_file, progress};
use crate::limits;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::place;
use crate::save::{Output, Over};
use crate::storage;

/// Report the faults of levels, and repair them.
#[derive(clap::Args)]
pub struct Triage {
    /// Levels: files, folders, archives, files in these, or, with --game, modules. Their faults are listed, followed by commands to
    /// repair, view and ship them
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Repair and bake faulty files, and write the changed files into the folder of --override
    #[arg(long, requires = "override_folder")]
    fix: bool,
    /// With --fix: the folder for the changed files, such as the game's `override`
    #[arg(long = "override", value_name = "DIR", requires = "fix")]
    override_folder: Option<PathBuf>,
    /// Open a page that shows the level in the default browser
    #[arg(long)]
    open: bool,
    /// With --fix: replace existing files with different content
    #[arg(long, requires = "fix")]
    force: bool,
}

/// A repaired file: its name and its new bytes.
type MendedFile = (String, Vec<u8>);

impl Triage {
    /// Returns whether no path is given.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        for path in &self.paths {
            if let Some(reason) = neither_command_nor_file(path) {
                report.fail(&anyhow::anyhow!("{reason}"));
                return Ok(());
            }
        }
        let check = options(false, report.is_json());
        let sources = place::level_sources(&self.paths, report);
        let (mut total, mut files) = (Total::default(), Vec::new());
        let mended = Mutex::new(Vec::new());
        each_file(
            &sources,
            &progress(),
            report,
            |kind| Operation::Check.is_for(kind),
            |source, input| LevelTriage::new(&sources[source].path, input, &check, self.fix, &mended),
            |mut triage, report| {
                triage.unread.drain(..).for_each(|(at, error)| report.problem(&at, &error));
                total.add(&triage);
                if triage.worst() >= Some(Severity::Error) {
                    report.add(Outcome::Found);
                }
                // A level without a warning is only counted.
                if report.is_json() || triage.has_news() { report.result(&triage) } else { Ok(()) }
            },
        )?;
        files.append(&mut mended.into_inner().unwrap_or_default());
        if let Some(folder) = &self.override_folder {
            total.written = self.write(folder, files)?;
        }
        total.failed = report.problems().len();
        total.advice = self.advice(&total);
        report.summary(&total)?;
        match self.paths.as_slice() {
            [path] if self.open => view::open(path, report),
            _ => Ok(()),
        }
    }

    /// Writes the files that changed: all or none.
    fn write(&self, folder: &Path, mut files: Vec<MendedFile>) -> anyhow::Result<Vec<FileLocation>> {
        files.sort();
        files.dedup();
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let over = Over::Another { source: None, force: self.force };
        let outputs = files.iter().map(|(name, bytes)| Ok(Output { path: file_in(folder, name)?, bytes, over }));
        let outputs = outputs.collect::<anyhow::Result<Vec<_>>>()?;
        if !outputs.is_empty() {
            write_set(&outputs)?;
        }
        Ok(outputs.iter().map(|output| FileLocation::from(&output.path)).collect())
    }

    /// The suggested next commands.
    fn advice(&self, total: &Total) -> Vec<String> {
        let paths = FileLocation::arguments(&self.paths);
        let mut advice = Vec::new();
        if !self.fix && total.mendable > 0 {
            let found = counted(total.found, "finding");
            advice.push(format!("{} of {found} can be mended: walkmesh {paths} --fix --override DIR", total.mendable));
        }
        if total.infos > 0 {
            let them = if total.infos == 1 { "it" } else { "them" };
            let infos = counted(total.infos, "info");
            advice.push(format!("{infos}; list {them}: walkmesh check --severity info {paths}"));
        }
        if (total.levels, total.open) == (1, 1) && !self.open {
            advice.push(format!("see it: walkmesh view {paths} --open"));
        }
        if self.fix && !total.written.is_empty() {
            advice.push("take it back: walkmesh undo".to_owned());
        }
        advice
    }
}

/// Returns the error for a word that is not a path and looks like a mistyped command.
fn neither_command_nor_file(path: &Path) -> Option<String> {
    let word = path.to_str()?;
    let is_word = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphabetic());
    if !is_word || path.exists() || storage::is_folder(path) || storage::is_file(path) {
        return None;
    }
    let near = explain::nearest(word, crate::verbs());
    let meant = near.map_or_else(String::new, |verb| format!(" did you mean `{verb}`?"));
    Some(format!("`{word}` is neither a command nor a file here;{meant} `walkmesh --help` lists the commands"))
}

/// The findings on a level, and the effect of repairing it.
#[derive(Serialize)]
struct LevelTriage {
    #[serde(flatten)]
    found: FileFindings,
    /// The kind of the level, in words.
    what: String,
    /// Number of warnings and errors that repairing removes.
    mendable: usize,
    /// The repairs and bakes that were made, or would be.
    mended: Vec<String>,
    /// The findings that remain after repairing; absent if nothing is repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Box<FileFindings>>,
    /// Files that cannot be read and that no finding is about, with the reasons.
    #[serde(skip)]
    unread: Vec<(FileLocation, anyhow::Error)>,
    #[serde(skip)]
    is_fixed: bool,
    /// True if the level could be opened, so that other commands can show it.
    #[serde(skip)]
    is_open: bool,
    #[serde(skip)]
    counts: [usize; 4],
}

impl LevelTriage {
    fn new(
        at: &FileLocation,
        input: anyhow::Result<Input>,
        check: &CheckOptions,
        is_fixed: bool,
        files: &Mutex<Vec<MendedFile>>,
    ) -> anyhow::Result<Self> {
        let mut room = 0;
        let open = |input: &Input| {
            room = input.room;
            input.level(&input.options(&Materials::default()).with_skip_unreadable(true))
        };
        let (checked, level) = Checked::new(at, input, open, check, false, 0)?;
        let Some(mut level) = level else { return Ok(Self::unmended(checked)) };
        let mut options = MendOptions::default();
        options.check = check.clone();
        options.repair.nwn2 = limits::keep(room);
        options.bake.nwn2 = options.repair.nwn2.clone();
        let MendReport { before, after, repairs, bake, failures, .. } = level.mend(&options)?;
        let mut mended: Vec<String> = repairs.iter().flat_map(brief).collect();
        mended.extend(bake.map(|_| "baked".to_owned()));
        let is_changed = !mended.is_empty();
        let Counts(counts) = Counts::of(before.rules());
        let mut triage = Self::unmended(checked);
        triage.mendable = bad(&before).saturating_sub(bad(&after));
        if bad(&after) > 0 {
            triage.found.notes.extend(failures);
        }
        if is_changed {
            let rules = after.into_rules();
            triage.after = Some(Box::new(FileFindings::new(FileLocation::from(at), &rules, is_listed, None)));
            if is_fixed {
                let changed = level.changed()?;
                files.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(changed);
            }
        }
        Ok(Self { mended, is_fixed: is_fixed && is_changed, is_open: true, counts, ..triage })
    }

    /// The findings on a level that is not repaired.
    fn unmended(checked: Checked) -> Self {
        let rules: Vec<RuleFindings> = checked.files.into_iter().flat_map(|(_, rules)| rules).collect();
        let Counts(counts) = Counts::of(&rules);
        let mut found = FileFindings::new(FileLocation::from(&checked.at), &rules, is_listed, None);
        found.notes = checked.notes;
        Self {
            found,
            what: checked.what,
            mendable: 0,
            mended: Vec::new(),
            after: None,
            unread: checked.unread,
            is_fixed: false,
            is_open: false,
            counts,
        }
    }

    fn has_news(&self) -> bool {
        !self.found.findings.is_empty() || !self.found.notes.is_empty() || !self.mended.is_empty()
    }

    /// The worst remaining finding.
    fn worst(&self) -> Option<Severity> {
        let left = self.after.as_deref().filter(|_| self.is_fixed).unwrap_or(&self.found);
        left.findings.iter().map(|found| found.finding.severity).max()
    }
}

/// Warnings and worse are listed.
fn is_listed(rule: &RuleFindings) -> bool {
    rule.severity >= Severity::Warning
}

/// Returns the number of findings that are warnings or worse.
fn bad(findings: &Findings) -> usize {
    findings.rules().filter(|rule| is_listed(rule)).map(|rule| rule.count).sum()
}

/// Describes a repair in a few words.
fn brief(done: &RepairReport) -> Vec<String> {
    const SHOWN: usize = 5;
    let mut sentences = done.sentences();
    let more = sentences.len().saturating_sub(SHOWN);
    sentences.truncate(SHOWN);
    sentences.extend((more > 0).then(|| format!("and {more} more repairs")));
    sentences
}

impl fmt::Display for LevelTriage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.found.fmt(f)?;
        if self.mended.is_empty() {
            return Ok(());
        }
        let verb = if self.is_fixed { "mended" } else { "can be mended" };
        write!(f, "\n  {verb}: {}", self.mended.join("; "))?;
        self.after.iter().try_for_each(|after| write!(f, "\n  then: {}", after.counts_in_words()))
    }
}

/// The totals of all levels.
#[derive(Default, Serialize)]
struct Total {
    levels: usize,
    failed: usize,
    /// Number of findings that are warnings or worse.
    found: usize,
    /// Number of these that repairing removes.
    mendable: usize,
    infos: usize,
    /// Number of levels that could be opened.
    #[serde(skip)]
    open: usize,
    /// The files that were written.
    written: Vec<FileLocation>,
    /// Advice for the next steps.
    #[serde(skip)]
    advice: Vec<String>,
}

impl Total {
    fn add(&mut self, triage: &LevelTriage) {
        let [infos, bad @ ..] = triage.counts;
        self.levels += 1;
        self.found += bad.iter().sum::<usize>();
        self.mendable += triage.mendable;
        self.infos += infos;
        self.open += usize::from(triage.is_open);
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { levels, failed, found, written, advice, .. } = self;
        write!(f, "{}: {}", counted(*levels, "level"), counted(*found, "finding"))?;
        if *failed > 0 {
            write!(f, ", {failed} unreadable")?;
        }
        written.iter().try_for_each(|file| write!(f, "\n  written {file}"))?;
        advice.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
