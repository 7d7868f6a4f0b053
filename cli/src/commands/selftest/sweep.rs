//! [`Sweep`]: the report of a test, as JSON and as ten lines.

mod names;
mod totals;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
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
use super::level_test::{LevelTest, TableCount};
use super::reason::reason;
use super::tally::Tally;

use names::{Named, Names};
use totals::{FilesOfKind, LevelsOfKind};

/// The version of the report. Names and meanings of fields change only together with this number.
const VERSION: u32 = 1;

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
            folder: folder.to_string_lossy().into_owned(),
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
        self.files.entry(test.kind).or_default().add(test);
        match &test.outcome {
            FileOutcome::Equal => {}
            FileOutcome::Different(place) => {
                self.deviation(&test.at, "files that are not written as they were read", place);
            }
            FileOutcome::Refused(reason) => self.deviation(&test.at, "refused files", reason),
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
        let file = at.as_printed().to_string_lossy().into_owned();
        let file = file.strip_prefix(&self.folder).unwrap_or(&file).trim_start_matches(['/', '\\']).to_owned();
        names.add(Named { file, deviation: format!("{what}: {why}") });
    }
}
