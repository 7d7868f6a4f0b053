//! The totals of a report: of the files and of the levels of each kind.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::commands::diff::Verdict;

use super::super::file_test::{FileOutcome, FileTest};
use super::super::level_test::{AreaCount, LevelTest, TableCount};
use super::super::tally::{Digests, Tally, digest};

/// The files of one kind.
#[derive(Default, Serialize)]
pub struct FilesOfKind {
    pub found: usize,
    pub bytes: u64,
    pub equal: usize,
    /// By the field of the first byte that was not kept.
    pub different: Tally,
    /// By reason.
    pub refused: Tally,
    /// The hash of all contents.
    pub content: Digests,
    /// The hash of all contents and results.
    pub results: Digests,
}

/// The levels of one kind.
#[derive(Default, Serialize)]
pub struct LevelsOfKind {
    pub found: usize,
    pub opened: usize,
    /// The files that were opened with them, by extension.
    pub files: Tally,
    pub refused: Tally,
    /// The models of rooms: all, and the ones that are written as they were read.
    pub models: [usize; 2],
    pub rules: BTreeMap<&'static str, RuleTotal>,
    /// Stored tables, compared with a bake.
    pub tables: BTreeMap<&'static str, TableTotal>,
    pub bake_refused: Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub areas: Option<AreaTotal>,
    #[serde(skip_serializing_if = "Tally::is_empty")]
    pub routes: Tally,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub floors: BTreeMap<&'static str, TableTotal>,
    /// The hash of all results.
    pub results: Digests,
}

#[derive(Default, Serialize)]
pub struct RuleTotal {
    pub findings: BTreeMap<&'static str, usize>,
    pub levels: usize,
}

#[derive(Default, Serialize)]
pub struct TableTotal {
    pub entries: usize,
    pub equal: usize,
    pub levels: usize,
    pub levels_different: usize,
}

/// The areas of NWN2, compared with bakes of their sources.
#[derive(Default, Serialize)]
pub struct AreaTotal {
    pub up_to_date: usize,
    pub stale: usize,
    pub undecided: usize,
    pub without_sources: usize,
    /// Areas whose triangles and tables are equal.
    pub equal: usize,
    /// In square metres.
    pub floor_lost: f64,
    pub floor_won: f64,
    pub ways: usize,
}

impl FilesOfKind {
    /// Adds a file.
    pub fn add(&mut self, test: &FileTest) {
        self.found += 1;
        self.bytes += test.bytes;
        self.content.add(test.content);
        self.results.add(test.result());
        match &test.outcome {
            FileOutcome::Equal => self.equal += 1,
            FileOutcome::Different(place) => self.different.add(place),
            FileOutcome::Refused(reason) => self.refused.add(reason),
        }
    }
}

impl LevelsOfKind {
    /// Adds a level.
    pub fn add(&mut self, test: &LevelTest) {
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
            Some(Verdict::CannotBeTold) => &mut self.undecided,
            None => &mut self.without_sources,
        } += 1;
        self.equal += usize::from(area.is_equal);
        let sum = |before: f64, more: f64| ((before + more) * 100.0).round() / 100.0;
        self.floor_lost = sum(self.floor_lost, area.floor_lost);
        self.floor_won = sum(self.floor_won, area.floor_won);
        self.ways += area.ways;
    }
}
