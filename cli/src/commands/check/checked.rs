//! [`Checked`]: what was found in one level.

use walkmesh::finding::{CheckOptions, RuleFindings};
use walkmesh::level::{Level, LevelError, OpenError, OpenOptions, check_damaged};

use crate::input::Input;
use crate::location::Location;
use crate::place::located;

/// How many missing rooms are named.
const NAMED: usize = 5;

/// What was found in one level.
pub struct Checked {
    /// The file by which it is opened.
    pub at: Location,
    /// What the level is, in words.
    pub what: String,
    /// The findings by the files that they are in, or all under the file by which the level is opened.
    pub files: Vec<(Location, Vec<RuleFindings>)>,
    /// Why files were not read, where that is no fault of them.
    pub unread: Vec<(Location, anyhow::Error)>,
    /// What is not wrong, and may still not be meant: a file that hides another one of its name.
    pub notes: Vec<String>,
}

impl Checked {
    /// Opens and checks the level of a file.
    pub fn of(input: &Input, open: &OpenOptions, options: &CheckOptions, by_file: bool) -> anyhow::Result<Self> {
        let level = match input.level(open) {
            Ok(level) => level,
            Err(error) => {
                let findings =
                    check_damaged(&input.bytes, error.downcast::<OpenError>()?, Some(&input.file()), options)?;
                return Ok(Self::alone(&input.path, findings.into_rules()));
            }
        };
        let findings = level.check(options)?;
        let at = |file: String| if file == level.name() { input.path.clone() } else { located(&input.folder(), &file) };
        let files = match by_file {
            true => level.by_file(findings).into_iter().map(|(file, rules)| (at(file), rules)).collect(),
            false => vec![(input.path.clone(), findings.into_rules())],
        };
        let notes = missing(&level).into_iter().chain(hidden(input, &level)?).collect();
        let unread = input.unread(&level).filter(|(at, error)| !is_finding(at, error)).collect();
        Ok(Self { at: input.path.clone(), what: level.description(), files, unread, notes })
    }

    /// The finding on a file that cannot be read, if the file itself is at fault. Other errors are returned.
    pub fn of_unreadable(at: &Location, error: anyhow::Error, options: &CheckOptions) -> anyhow::Result<Self> {
        let name = at.file_name().and_then(|name| name.to_str());
        let findings = check_damaged(&[], error.downcast::<OpenError>()?, name, options)?;
        Ok(Self::alone(at, findings.into_rules()))
    }

    fn alone(at: &Location, rules: Vec<RuleFindings>) -> Self {
        let files = vec![(at.clone(), rules)];
        Self { at: at.clone(), what: "a damaged file".to_owned(), files, unread: Vec::new(), notes: Vec::new() }
    }
}

/// Whether a file that cannot be read is at fault itself, which the check of its level has found.
fn is_finding(at: &Location, error: &anyhow::Error) -> bool {
    let name = at.file_name().and_then(|name| name.to_str());
    error.downcast_ref().is_some_and(|error: &OpenError| error.finding(name).is_some())
}

/// Which rooms of an area have no file here.
fn missing(level: &Level) -> Option<String> {
    let area = level.as_kotor_area()?;
    let unread = |room: &str| {
        let of_room = |error: &LevelError| matches!(error, LevelError::Open { name, .. } if file_stem(name).eq_ignore_ascii_case(room));
        level.unread().iter().any(of_room)
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

/// Which files of a game hide others.
fn hidden(input: &Input, level: &Level) -> anyhow::Result<Vec<String>> {
    let Some(place) = input.place()? else { return Ok(Vec::new()) };
    let hides = |name: &str| {
        let origins = place.files().origins(name);
        let (first, hidden) = origins.split_first().filter(|(_, hidden)| !hidden.is_empty())?;
        Some(format!("{name} is that of {first}, which hides {}", hidden.join(", ")))
    };
    Ok(level.files().filter_map(hides).collect())
}
