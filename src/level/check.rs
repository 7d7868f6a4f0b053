//! [`Level::check`], and the file that each finding is in.

use std::collections::BTreeMap;

use crate::finding::{CheckOptions, Finding, Findings, PartKind, Place, PlacePart, RuleFindings};

use super::files::has_extension;
use super::game::{Game, PlaceFile};
use super::games::{AnyGame, of_game};
use super::{CheckError, Kind, Level, LevelError, OpenError, OpenOptions};

impl Level {
    /// Checks the level by every rule of its game. Some rules concern file names. A damaged file that was left out of the level has a
    /// finding.
    ///
    /// # Errors
    /// [`CheckError`]: files of this kind have no rules, or the rooms of an area have too many faces in total.
    pub fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        let mut findings = of_game!(&self.game, game => game.check(options))?;
        for error in self.unread() {
            let LevelError::Open { name, error } = error else { continue };
            if let Some(mut finding) = error.finding(Some(name)) {
                finding.place = finding.place.within(PlacePart::from(PartKind::File).named(name));
                findings.push(finding);
            }
        }
        Ok(findings)
    }

    /// The name of the file that a place of the level is in: in an area of KotOR, the walkmesh of a room, its model, the GIT, the path
    /// points or the layout.
    ///
    /// ```
    /// use walkmesh::finding::Place;
    /// use walkmesh::kotor::RoomId;
    /// use walkmesh::level::{Level, Memory, OpenOptions};
    ///
    /// let layout = b"beginlayout\n  roomcount 1\n    Hall 0 0 0\ndonelayout\n";
    /// let room = walkmesh::formats::Document::to_bytes(&walkmesh::formats::bwm::Bwm::default())?;
    /// let files: Memory = [("manor.lyt", layout.to_vec()), ("hall.wok", room)].into_iter().collect();
    /// let level = Level::open(&files, "manor.lyt", &OpenOptions::default())?;
    /// assert_eq!(level.file_of(&Place::from(RoomId(0))), "hall.wok");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn file_of(&self, place: &Place) -> &str {
        self.file_and_depth(place).0
    }

    /// The file of a place, and the number of outermost parts that only name the file.
    fn file_and_depth<'l>(&'l self, place: &Place) -> (&'l str, usize) {
        let read = |is_it: &dyn Fn(&str) -> bool| self.files().find(|name| is_it(name));
        let named = |wanted: &str| read(&|name| name.eq_ignore_ascii_case(wanted));
        if let [file, ..] = place.parts()
            && file.kind == PartKind::File
        {
            let unread = self.unread().iter().filter_map(|error| match error {
                LevelError::Open { name, .. } => Some(name.as_str()),
                _ => None,
            });
            let known = unread.into_iter().find(|name| file.name.as_deref() == Some(*name));
            return (known.unwrap_or(self.name()), 1);
        }
        match of_game!(&self.game, game => game.file_of(place)) {
            PlaceFile::Own => (self.name(), 0),
            PlaceFile::Named(name, parts) => (name, parts),
            PlaceFile::OfExtension(extension) => {
                (read(&|name| has_extension(name, extension)).unwrap_or(self.name()), 0)
            }
            PlaceFile::Read(name, parts) => named(&name).map_or((self.name(), 0), |name| (name, parts)),
        }
    }

    /// Groups findings on this level by file, one entry for each file of the level; places are relative to that file. Findings that are
    /// counted but not listed have no known file, so they count for the file by which the level was opened.
    #[must_use]
    pub fn by_file(&self, findings: Findings) -> Vec<(String, Vec<RuleFindings>)> {
        let mut files = BTreeMap::<String, Vec<RuleFindings>>::new();
        files.extend(self.files().chain([self.name()]).map(|file| (file.to_owned(), Vec::new())));
        let mut add = |file: &str, rule: &RuleFindings, count: usize, listed: Option<Finding>| {
            let rules = files.entry(file.to_owned()).or_default();
            match rules.last_mut().filter(|last| (last.code(), last.severity) == (rule.code(), rule.severity)) {
                Some(last) => {
                    last.count += count;
                    last.listed.extend(listed);
                }
                None => rules.push(RuleFindings {
                    rule: rule.rule,
                    severity: rule.severity,
                    count,
                    listed: listed.into_iter().collect(),
                }),
            }
        };
        for mut rule in findings.into_rules() {
            let listed = std::mem::take(&mut rule.listed);
            let unlisted = rule.count - listed.len();
            for mut finding in listed {
                let (file, depth) = self.file_and_depth(&finding.place);
                finding.place = finding.place.without_outer(depth);
                add(file, &rule, 1, Some(finding));
            }
            if unlisted > 0 {
                add(self.name(), &rule, unlisted, None);
            }
        }
        files.into_iter().collect()
    }
}

/// Checks the bytes of a file. A file that is empty, damaged or broken by a known editor has a finding that says so.
///
/// # Errors
/// [`CheckError`]: the file cannot be checked.
///
/// ```
/// use walkmesh::finding::CheckOptions;
/// use walkmesh::level::{self, OpenOptions};
///
/// let options = OpenOptions::default().with_name("room.wok");
/// let findings = level::check(b"BWM V1.0", &options, &CheckOptions::default())?;
/// assert_eq!(findings.count("file-damaged"), 1);
/// # Ok::<(), level::CheckError>(())
/// ```
pub fn check(bytes: &[u8], open: &OpenOptions, options: &CheckOptions) -> Result<Findings, CheckError> {
    match Level::from_bytes(bytes, open) {
        Ok(level) => level.check(options),
        Err(error) => Ok(check_damaged(bytes, error, open.name.as_deref(), options)?),
    }
}

/// The findings on a file that cannot be opened: the damage, or the known editor that broke it.
///
/// # Errors
/// The error that prevents opening it, if the file is not to blame.
pub fn check_damaged(
    bytes: &[u8],
    error: OpenError,
    name: Option<&str>,
    options: &CheckOptions,
) -> Result<Findings, OpenError> {
    if Kind::detect(bytes) == Some(Kind::AiNav)
        && let Ok(findings) = crate::silkroad::check_bytes(bytes, options)
    {
        return Ok(findings);
    }
    let finding = error.finding(name).ok_or(error)?;
    let mut findings = Findings::new(options);
    findings.push(finding);
    Ok(findings)
}
