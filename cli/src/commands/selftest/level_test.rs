//! [`LevelTest`]: the result of opening, checking and baking one level.

use std::collections::BTreeMap;

use serde::Serialize;
use walkmesh::diff::TableDiff;
use walkmesh::finding::{CheckOptions, RuleFindings, Severity};
use walkmesh::formats::Format;
use walkmesh::level::{self, BakeError, Kind, Level};
use walkmesh::nwn2;

use crate::commands::check::Checked;
use crate::commands::diff::{AreaState, Diff, Verdict};
use crate::input::{Input, promised_kind};
use crate::limits::{self, limits};
use crate::location::FileLocation;
use crate::materials::Materials;

use super::floors;
use super::reason::reason;
use super::tally::Tally;

/// The result of opening, checking and baking one level. It has no name and no content.
#[derive(Default, Serialize)]
pub struct LevelTest {
    #[serde(skip)]
    pub at: Option<FileLocation>,
    /// The name of the format of the file that opens it.
    pub kind: &'static str,
    pub is_open: bool,
    /// The files that were opened with it, by extension.
    pub files: Tally,
    /// The reasons why it, or some of its files, cannot be read.
    pub refused: Vec<String>,
    /// The models of rooms: all, and the ones that are written as they were read.
    pub models: [usize; 2],
    pub rules: Vec<RuleCount>,
    /// The stored tables, compared with a bake.
    pub tables: Vec<TableCount>,
    /// The reason why it cannot be baked.
    pub bake_refused: Option<String>,
    /// NWN2: the TRX, compared with a bake of its sources.
    pub area: Option<AreaCount>,
    /// Silkroad: the answers of routes.
    pub routes: Tally,
    /// Silkroad: the tables, compared with a bake of the floors.
    pub floors: Vec<TableCount>,
}

/// The findings of one rule.
#[derive(Serialize)]
pub struct RuleCount {
    pub code: &'static str,
    pub severity: Severity,
    pub count: usize,
}

/// The entries of one table.
#[derive(Serialize)]
pub struct TableCount {
    pub table: &'static str,
    pub entries: usize,
    pub equal: usize,
}

/// An area and a bake of its sources.
#[derive(Serialize)]
pub struct AreaCount {
    pub verdict: Option<Verdict>,
    pub is_equal: bool,
    /// In square metres.
    pub floor_lost: f64,
    pub floor_won: f64,
    pub ways: usize,
}

impl LevelTest {
    /// Tests the level of a file.
    ///
    /// # Errors
    /// A bake needs the memory that files in progress share.
    pub fn new(at: &FileLocation, input: anyhow::Result<Input>, diff: &Diff) -> anyhow::Result<Self> {
        let mut test = Self { at: Some(at.clone()), kind: kind_of(at), ..Self::default() };
        let mut room = 0;
        if let Ok(input) = &input {
            (test.kind, room) = (input.format_name(), input.room);
            test.compare_with_sources(input, diff)?;
        }
        let open = |input: &Input| input.level(&input.options(&Materials::default()).with_skip_unreadable(true));
        let level = match Checked::new(at, input, open, &CheckOptions::default(), false, 0) {
            Ok((checked, level)) => {
                test.add_findings(&checked);
                level
            }
            Err(error) => {
                test.refused.push(reason(&error));
                None
            }
        };
        if let Some(level) = level {
            test.add_level(&level, room)?;
        }
        Ok(test)
    }

    /// A level that cannot be tested.
    pub fn refused(at: &FileLocation, reason: &str) -> Self {
        Self { at: Some(at.clone()), kind: kind_of(at), refused: vec![reason.to_owned()], ..Self::default() }
    }

    /// True if a check found an error, or worse.
    pub fn has_errors(&self) -> bool {
        self.rules.iter().any(|rule| rule.severity >= Severity::Error)
    }

    /// Compares an area of NWN2 with a bake of its sources.
    fn compare_with_sources(&mut self, input: &Input, diff: &Diff) -> anyhow::Result<()> {
        if input.kind != Kind::Trn {
            return Ok(());
        }
        match diff.area_state(input) {
            Ok(state) => self.area = state.map(AreaCount::new),
            Err(error) => self.bake_refused = Some(in_budget(error)?),
        }
        Ok(())
    }

    fn add_findings(&mut self, checked: &Checked) {
        let rules = checked.files.iter().flat_map(|(_, rules)| rules).filter(|rule| rule.count > 0);
        let count = |rule: &RuleFindings| (rule.code(), rule.severity);
        let mut counts = BTreeMap::<_, usize>::new();
        rules.for_each(|rule| *counts.entry(count(rule)).or_default() += rule.count);
        self.rules = counts.into_iter().map(|((code, severity), count)| RuleCount { code, severity, count }).collect();
        self.refused.extend(checked.unread.iter().map(|(_, error)| reason(error)));
    }

    fn add_level(&mut self, level: &Level, room: u64) -> anyhow::Result<()> {
        self.is_open = true;
        for file in level.files() {
            self.files.add(file.rsplit_once('.').map_or_else(String::new, |(_, it)| it.to_ascii_lowercase()));
        }
        self.models = models(level);
        // A TRN is baked above, into its TRX.
        if level.kind() != Kind::Trn || level.is_baked() {
            match bake(level, room) {
                Ok(tables) => self.tables = counts(&tables),
                // Path points alone have nothing to bake.
                Err(error) if matches!(error.downcast_ref(), Some(BakeError::Unsupported(_))) => {}
                Err(error) => self.bake_refused = Some(in_budget(error)?),
            }
        }
        if let Some(tables) = level.silkroad().tables {
            self.routes = floors::routes(tables);
        }
        match floors::compare(level) {
            Ok(tables) => self.floors = counts(&tables.unwrap_or_default()),
            Err(error) => self.bake_refused = Some(reason(&error)),
        }
        Ok(())
    }
}

impl AreaCount {
    fn new(state: AreaState) -> Self {
        let floor = state.floor.unwrap_or_default();
        Self {
            verdict: state.verdict,
            is_equal: state.is_equal,
            floor_lost: floor.lost_area(),
            floor_won: floor.won_area(),
            ways: floor.ways_lost.len() + floor.ways_won.len(),
        }
    }
}

/// Counts the models among the files of a level, and the ones that are written as they were read.
fn models(level: &Level) -> [usize; 2] {
    let models = level.files_read().filter(|(name, _)| Format::promised_by(name) == Some(Format::Mdl));
    models.fold([0, 0], |[found, equal], (_, bytes)| {
        let is_equal = Format::Mdl.keeps(bytes, &limits()).unwrap_or_default();
        [found + 1, equal + usize::from(is_equal)]
    })
}

/// The tables of a level, compared with its own bake.
fn bake(level: &Level, room: u64) -> anyhow::Result<Vec<TableDiff>> {
    let (mut baked, mut options) = (level.clone(), level::BakeOptions::default());
    options.nwn2 = nwn2::BakeOptions::default().with_limits(limits().with_inflated(room));
    baked.bake(&options)?;
    Ok(level.diff_baked(&baked)?)
}

fn counts(tables: &[TableDiff]) -> Vec<TableCount> {
    let count = |&TableDiff { table, entries, equal, .. }: &TableDiff| TableCount { table, entries, equal };
    tables.iter().map(count).collect()
}

/// The reason of an error, unless the level must be tested again with more memory.
fn in_budget(error: anyhow::Error) -> anyhow::Result<String> {
    if limits::wants_more(&error) { Err(error) } else { Ok(reason(&error)) }
}

fn kind_of(at: &FileLocation) -> &'static str {
    promised_kind(at).map_or("unknown", Kind::name)
}
