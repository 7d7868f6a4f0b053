//! The ten lines of a report.

use std::fmt;

use walkmesh::counted;

use crate::environment::Environment;

use super::super::tally::{Digests, Tally, digest};
use super::totals::{AreaTotal, FilesOfKind};
use super::{Sweep, VERSION};

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
            [sum(|area| area.up_to_date), sum(|area| area.stale), sum(|area| area.undecided)];
        let words = format!("; areas: {up_to_date} up to date, {stale} stale, {unknown} undecided");
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
