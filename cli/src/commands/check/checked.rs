//! [`Checked`]: the findings on one level.

use walkmesh::counted;
use walkmesh::finding::{CheckOptions, RuleFindings};
use walkmesh::kotor::engine::Walker;
use walkmesh::level::{FileError, Kind, Level, LevelError, OpenError, check_damaged};

use crate::input::Input;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::path_quality::PathQuality;
use crate::place::located;

/// The number of missing rooms that a note names.
const NAMED: usize = 5;

/// The findings on one level.
pub struct Checked {
    /// The file by which it is opened.
    pub at: FileLocation,
    /// The kind of level, in words.
    pub what: String,
    /// The findings by the files that they are in, or all under the file by which the level is opened.
    pub files: Vec<(FileLocation, Vec<RuleFindings>)>,
    /// Unreadable files without a finding, such as a pipe, with the reasons.
    pub unread: Vec<(FileLocation, anyhow::Error)>,
    /// Facts that no rule objects to: missing rooms, and files that hide others of the same name.
    pub notes: Vec<String>,
}

impl Checked {
    /// Opens and checks the level of a source, which may be damaged. The level is returned beside its findings, because results are kept
    /// until they are printed, and would keep levels in memory.
    pub fn new(
        at: &FileLocation,
        input: anyhow::Result<Input>,
        open: impl FnOnce(&Input) -> anyhow::Result<Level>,
        options: &CheckOptions,
        by_file: bool,
        pairs: usize,
    ) -> anyhow::Result<(Self, Option<Level>)> {
        let input = match input {
            Ok(input) => input,
            Err(error) => return Ok((Self::damaged(at, &[], error, options)?, None)),
        };
        let level = match open(&input) {
            Ok(level) => level,
            Err(error) => return Ok((Self::damaged(at, &input.bytes, error, options)?, None)),
        };
        let findings = level.check(options)?;
        let at = |file: String| if file == level.name() { input.path.clone() } else { located(&input.folder(), &file) };
        let files = match by_file {
            true => level.by_file(findings).into_iter().map(|(file, rules)| (at(file), rules)).collect(),
            false => vec![(input.path.clone(), findings.into_rules())],
        };
        let notes = missing(&level).into_iter().chain(hidden(&input, &level)?);
        let notes = notes.chain(path_quality(&input, &level, pairs)).collect();
        let unread = input.unread(&level).filter(|(at, error)| !is_finding(at, error)).collect();
        Ok((Self { at: input.path, what: level.description(), files, unread, notes }, Some(level)))
    }

    /// The finding on a file that cannot be opened, if the file is damaged. Other errors are returned.
    fn damaged(at: &FileLocation, bytes: &[u8], error: anyhow::Error, options: &CheckOptions) -> anyhow::Result<Self> {
        let name = at.file_name().and_then(|name| name.to_str());
        let findings = check_damaged(bytes, error.downcast::<OpenError>()?, name, options)?;
        let files = vec![(at.clone(), findings.into_rules())];
        let (what, unread, notes) = ("a damaged file".to_owned(), Vec::new(), Vec::new());
        Ok(Self { at: at.clone(), what, files, unread, notes })
    }
}

/// Returns true if the check of the level reports an unreadable file as a finding.
fn is_finding(at: &FileLocation, error: &anyhow::Error) -> bool {
    let name = at.file_name().and_then(|name| name.to_str());
    error.downcast_ref().is_some_and(|error: &OpenError| error.finding(name).is_some())
}

/// Lists the rooms of an area that have no file here.
fn missing(level: &Level) -> Option<String> {
    let area = level.kotor().area?;
    let unread = |room: &str| {
        level.unread().iter().any(|error| match error {
            LevelError::Open { name, .. } | LevelError::File(FileError { name, .. }) => {
                file_stem(name).eq_ignore_ascii_case(room)
            }
            _ => false,
        })
    };
    let missing = area.missing_rooms().map(|(_, room)| room.name.as_str()).filter(|room| !unread(room));
    let missing: Vec<String> = missing.map(|room| format!("{room}.wok")).collect();
    let (named, more) = missing.split_at(missing.len().min(NAMED));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    let are = if missing.len() == 1 { "is" } else { "are" };
    (!missing.is_empty()).then(|| format!("{}{more} {are} not here", named.join(", ")))
}

fn file_stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The quality of path points that are checked by themselves, on the floor of the area that they belong to, if its files are beside them.
fn path_quality(input: &Input, level: &Level, pairs: usize) -> Option<String> {
    let path = level.kotor().path_points.filter(|_| pairs > 0 && level.kind() == Kind::Pth)?;
    let (place, file) = (input.place().ok()??, input.file());
    let area = place.levels().into_iter().find(|level| level.parts.contains(&file))?;
    let options = input.options(&Materials::default()).with_skip_unreadable(true);
    let engine = place.open(&area.file, &options).ok()?.engine().ok()?;
    let quality = PathQuality::new(path, engine, &Walker::PERSON, None, pairs);
    let parts = counted(quality.parts, "part");
    Some(format!("{parts}; {quality}"))
}

/// Lists the files of a game that hide others.
fn hidden(input: &Input, level: &Level) -> anyhow::Result<Vec<String>> {
    let Some(place) = input.place()? else { return Ok(Vec::new()) };
    let hides = |name: &str| {
        let origins = place.files().origins(name);
        let (first, hidden) = origins.split_first().filter(|(_, hidden)| !hidden.is_empty())?;
        Some(format!("{name} is that of {first}, which hides {}", hidden.join(", ")))
    };
    Ok(level.files().filter_map(hides).collect())
}
