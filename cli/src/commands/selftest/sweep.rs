//! [`Sweep`]: the report of a test, as JSON and as ten lines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::finding::Severity;
use walkmesh::level::GameFolder;

use crate::commands::diff::Verdict;
use crate::environment::Environment;
use crate::footprint_sources::ModelCounts;
use crate::limits::limits;
use crate::location::FileLocation;
use crate::skip_counts::SkipCounts;

use super::file_test::{FileOutcome, FileTest};
use super::floors;
use super::level_test::{AreaCount, LevelTest, TableCount};
use super::reason::reason;
use super::tally::{Digests, Tally, digest};

/// The version of the report. Names and meanings of fields change only together with this number.
const VERSION: u32 = 1;
/// The maximum number of bytes of listed names.
const NAMES: usize = 768 << 10;
/// The bytes around the fields of a listed name.
const AROUND: usize = 64;

/// The report of a test. It has no content of a file.
#[derive(Serialize)]
pub struct Sweep {
    report: &'static str,
    version: u32,
    environment: Environment,
    max_inflated: u64,
    /// The game: `kotor`, `nwn2`, or `none` for a folder without modules.
    game: String,
    /// The number of deviations by kind; empty if nothing deviates.
    deviations: Tally,
    files: BTreeMap<&'static str, FilesOfKind>,
    pub skipped: SkipCounts,
    /// Archives that were not read whole. Each of their files was read alone.
    pub archives_in_parts: usize,
    pub modules: usize,
    levels: BTreeMap<&'static str, LevelsOfKind>,
    /// NWN2: the models of placeables.
    #[serde(skip_serializing_if = "Option::is_none")]
    placeable_models: Option<ModelCounts>,
    /// The files that deviate, if names are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Names>,
    /// The folder of the game, which no name includes.
    #[serde(skip)]
    folder: String,
    #[serde(skip)]
    pub is_written: bool,
}

/// The files of one kind.
#[derive(Default, Serialize)]
struct FilesOfKind {
    found: usize,
    bytes: u64,
    equal: usize,
    /// By the field of the first byte that was not kept.
    different: Tally,
    /// By reason.
    refused: Tally,
    /// The hash of all contents.
    content: Digests,
    /// The hash of all contents and results.
    results: Digests,
}

/// The levels of one kind.
#[derive(Default, Serialize)]
struct LevelsOfKind {
    found: usize,
    opened: usize,
    /// The files that were opened with them, by extension.
    files: Tally,
    refused: Tally,
    /// The models of rooms: all, and the ones that are written as they were read.
    models: [usize; 2],
    rules: BTreeMap<&'static str, RuleTotal>,
    /// Stored tables, compared with a bake.
    tables: BTreeMap<&'static str, TableTotal>,
    bake_refused: Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<AreaTotal>,
    #[serde(skip_serializing_if = "Tally::is_empty")]
    routes: Tally,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    floors: BTreeMap<&'static str, TableTotal>,
    /// The hash of all results.
    results: Digests,
}

#[derive(Default, Serialize)]
struct RuleTotal {
    findings: BTreeMap<&'static str, usize>,
    levels: usize,
}

#[derive(Default, Serialize)]
struct TableTotal {
    entries: usize,
    equal: usize,
    levels: usize,
    levels_different: usize,
}

/// The areas of NWN2, compared with bakes of their sources.
#[derive(Default, Serialize)]
struct AreaTotal {
    up_to_date: usize,
    stale: usize,
    cannot_be_told: usize,
    without_sources: usize,
    /// Areas whose triangles and tables are equal.
    equal: usize,
    /// In square metres.
    floor_lost: f64,
    floor_won: f64,
    ways: usize,
}

/// Names of files that deviate.
#[derive(Default, Serialize)]
struct Names {
    listed: Vec<Named>,
    left_out: usize,
    #[serde(skip)]
    bytes: usize,
}

#[derive(Serialize)]
struct Named {
    file: String,
    deviation: String,
}

impl Sweep {
    /// The report of a game that is not tested yet.
    pub fn new(folder: &Path, names: bool) -> Self {
        let engine = GameFolder::open(folder).map(|game| format!("{:?}", game.engine()).to_ascii_lowercase());
        Self {
            report: "walkmesh selftest",
            version: VERSION,
            environment: Environment::current(),
            max_inflated: limits().inflated,
            game: engine.unwrap_or_else(|_| "none".to_owned()),
            deviations: Tally::default(),
            files: BTreeMap::new(),
            skipped: SkipCounts::default(),
            archives_in_parts: 0,
            modules: 0,
            levels: BTreeMap::new(),
            placeable_models: None,
            names: names.then(Names::default),
            folder: FileLocation::from(folder).to_string(),
            is_written: false,
        }
    }

    /// Returns whether no file of a known format was found.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns whether anything deviates.
    pub fn deviates(&self) -> bool {
        !self.deviations.is_empty()
    }

    /// Adds a file.
    pub fn add_file(&mut self, test: &FileTest) {
        let kind = self.files.entry(test.kind).or_default();
        kind.found += 1;
        kind.bytes += test.bytes;
        kind.content.add(test.content);
        kind.results.add(test.result());
        match &test.outcome {
            FileOutcome::Equal => kind.equal += 1,
            FileOutcome::Different(place) => {
                kind.different.add(place);
                self.deviation(&test.at, "files that are not written as they were read", place);
            }
            FileOutcome::Refused(reason) => {
                kind.refused.add(reason);
                self.deviation(&test.at, "refused files", reason);
            }
        }
    }

    /// Adds a level.
    pub fn add_level(&mut self, test: &LevelTest) {
        self.levels.entry(test.kind).or_default().add(test);
        let Some(at) = &test.at else { return };
        for reason in &test.refused {
            self.deviation(at, "refused levels, or files of levels", reason);
        }
        let [models, kept] = test.models;
        if kept < models {
            self.deviation(at, "levels with models that are not written as they were read", "");
        }
        if floors::is_damaged(&test.routes) {
            self.deviation(at, "dungeons with broken routes", &test.routes.in_words());
        }
        if test.has_errors() {
            let rules = test.rules.iter().filter(|rule| rule.severity >= Severity::Error);
            let rules: Vec<String> = rules.map(|rule| format!("{} ×{}", rule.code, rule.count)).collect();
            self.deviation(at, "levels with errors", &rules.join(", "));
        }
        if let Some(reason) = &test.bake_refused {
            self.deviation(at, "levels that cannot be baked", reason);
        }
        self.tables(at, "levels whose tables differ from their bake", &test.tables);
        self.tables(at, "levels whose tables differ from a bake of their floors", &test.floors);
        if test.area.as_ref().is_some_and(|area| area.verdict == Some(Verdict::Stale)) {
            self.deviation(at, "stale areas", "stale");
        }
    }

    /// Adds the models of placeables.
    pub fn add_models(&mut self, models: anyhow::Result<Option<ModelCounts>>) {
        match models {
            Ok(models) => {
                let unreadable = models.as_ref().map_or(0, |models| models.unreadable);
                self.deviations.add_many("models of placeables that cannot be read", unreadable);
                self.placeable_models = models;
            }
            Err(error) => self.deviations.add(format!("no models of placeables: {}", reason(&error))),
        }
    }

    fn tables(&mut self, at: &FileLocation, what: &str, tables: &[TableCount]) {
        let different: Vec<&str> =
            tables.iter().filter(|table| table.equal < table.entries).map(|table| table.table).collect();
        if !different.is_empty() {
            self.deviation(at, what, &different.join(", "));
        }
    }

    fn deviation(&mut self, at: &FileLocation, what: &str, why: &str) {
        self.deviations.add(what);
        let Some(names) = &mut self.names else { return };
        let file = at.to_string();
        let file = file.strip_prefix(&self.folder).unwrap_or(&file).trim_start_matches(['/', '\\']).to_owned();
        names.add(Named { file, deviation: format!("{what}: {why}") });
    }
}

impl Names {
    fn add(&mut self, named: Named) {
        self.bytes += serde_json::to_string(&named).map_or(NAMES, |text| text.len()) + AROUND;
        if self.bytes <= NAMES { self.listed.push(named) } else { self.left_out += 1 }
    }
}

impl LevelsOfKind {
    fn add(&mut self, test: &LevelTest) {
        self.found += 1;
        self.opened += usize::from(test.is_open);
        self.files.add_all(&test.files);
        self.routes.add_all(&test.routes);
        for (sum, count) in self.models.iter_mut().zip(test.models) {
            *sum += count;
        }
        test.refused.iter().for_each(|reason| self.refused.add(reason));
        test.bake_refused.iter().for_each(|reason| self.bake_refused.add(reason));
        for rule in &test.rules {
            let total = self.rules.entry(rule.code).or_default();
            *total.findings.entry(rule.severity.name()).or_default() += rule.count;
            total.levels += 1;
        }
        add_tables(&mut self.tables, &test.tables);
        add_tables(&mut self.floors, &test.floors);
        if let Some(area) = &test.area {
            self.areas.get_or_insert_default().add(area);
        }
        self.results.add(digest(&[&serde_json::to_vec(test).unwrap_or_default()]));
    }
}

fn add_tables(totals: &mut BTreeMap<&'static str, TableTotal>, tables: &[TableCount]) {
    for &TableCount { table, entries, equal } in tables {
        let total = totals.entry(table).or_default();
        total.entries += entries;
        total.equal += equal;
        total.levels += 1;
        total.levels_different += usize::from(equal < entries);
    }
}

impl AreaTotal {
    fn add(&mut self, area: &AreaCount) {
        *match area.verdict {
            Some(Verdict::UpToDate) => &mut self.up_to_date,
            Some(Verdict::Stale) => &mut self.stale,
            Some(Verdict::CannotBeTold) => &mut self.cannot_be_told,
            None => &mut self.without_sources,
        } += 1;
        self.equal += usize::from(area.is_equal);
        let sum = |before: f64, more: f64| ((before + more) * 100.0).round() / 100.0;
        self.floor_lost = sum(self.floor_lost, area.floor_lost);
        self.floor_won = sum(self.floor_won, area.floor_won);
        self.ways += area.ways;
    }
}

/// Ten lines: what was tested, what deviates, what that means, and what to send.
impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Environment { walkmesh, commit, zlib, .. } = &self.environment;
        writeln!(f, "selftest {VERSION} of walkmesh {walkmesh} (commit {commit}, {zlib}), game: {}", self.game)?;
        let sum = |of: fn(&FilesOfKind) -> usize| self.files.values().map(of).sum::<usize>();
        let (found, equal) = (sum(|kind| kind.found), sum(|kind| kind.equal));
        let (different, refused) = (sum(|kind| kind.different.total()), sum(|kind| kind.refused.total()));
        writeln!(
            f,
            "files: {found} of known formats: {equal} written as they were read, {different} not, {refused} refused{}",
            self.skipped
        )?;
        let mut kinds = Tally::default();
        self.files.iter().for_each(|(name, kind)| kinds.add_many(*name, kind.found));
        writeln!(f, "formats: {}", kinds.in_words())?;
        self.levels_in_words(f)?;
        writeln!(f, "contents: {}", self.hash_of_contents())?;
        if self.deviates() {
            writeln!(f, "deviations: {}", self.deviations.in_words())?;
        } else {
            writeln!(f, "deviations: none")?;
        }
        f.write_str(match (self.deviates(), self.is_written) {
            (false, _) => "This program handles all files of this game as the game's own tools wrote them.\nThe report confirms that for this version: send it if you like.",
            (true, true) => "Either a file is damaged or modified, or this program has a fault: docs/selftest.md explains each line.\nSend the report: it has counts, hashes and rules, and no content of a file.",
            (true, false) => "Either a file is damaged or modified, or this program has a fault: docs/selftest.md explains each line.\nWrite the report with `-o report.json` and send it: it has counts, hashes and rules, and no content of a file.",
        })
    }
}

impl Sweep {
    fn levels_in_words(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = || self.levels.values();
        let (found, opened): (usize, usize) =
            levels().fold((0, 0), |(found, opened), kind| (found + kind.found, opened + kind.opened));
        writeln!(f, "levels: {found} in {}, {opened} opened, checked and baked", counted(self.modules, "module"))?;
        let mut findings = Tally::default();
        for rule in levels().flat_map(|kind| kind.rules.values()) {
            rule.findings.iter().for_each(|(severity, count)| findings.add_many(*severity, *count));
        }
        let findings = if findings.is_empty() { "none".to_owned() } else { findings.in_words() };
        writeln!(f, "findings: {findings}")?;
        let tables = || levels().flat_map(|kind| kind.tables.values().chain(kind.floors.values()));
        let (entries, equal): (usize, usize) = (tables().map(|it| it.entries).sum(), tables().map(|it| it.equal).sum());
        writeln!(f, "bakes: {equal} of {entries} entries of tables equal{}", self.areas_in_words())
    }

    /// The areas of NWN2 and the models of placeables, if there are any.
    fn areas_in_words(&self) -> String {
        let areas: Vec<&AreaTotal> = self.levels.values().filter_map(|kind| kind.areas.as_ref()).collect();
        let sum = |of: fn(&AreaTotal) -> usize| areas.iter().copied().map(of).sum::<usize>();
        let [up_to_date, stale, unknown] =
            [sum(|area| area.up_to_date), sum(|area| area.stale), sum(|area| area.cannot_be_told)];
        let words = format!("; areas: {up_to_date} up to date, {stale} stale, {unknown} cannot be told");
        let models = self.placeable_models.as_ref();
        let models = models.map(|models| format!("; {} of placeables", counted(models.placeables, "model")));
        [(!areas.is_empty()).then_some(words), models].into_iter().flatten().collect()
    }

    /// One hash of all contents, by which two owners compare their games.
    fn hash_of_contents(&self) -> String {
        let mut all = Digests::default();
        self.files.iter().for_each(|(name, kind)| all.add(digest(&[name.as_bytes(), kind.content.hash().as_bytes()])));
        all.hash()
    }
}
