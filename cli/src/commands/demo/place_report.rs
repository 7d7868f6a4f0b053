//! What the demo prints of a place.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use walkmesh::counted;
use walkmesh::diff::TableDiff;
use walkmesh::finding::Severity;
use walkmesh::formats::Document;
use walkmesh::formats::gff::Gff;
use walkmesh::level::{Kind, Location, round_trip};

use super::files::Folder;
use super::place::{PathQuestion, Place};
use crate::file_name::FileName;
use crate::limits::limits;

/// The results for a place.
#[derive(Serialize)]
pub struct PlaceReport {
    name: &'static str,
    what: &'static str,
    files: usize,
    bytes: usize,
    /// Whether reading and writing kept every byte of every file.
    exact: bool,
    findings: usize,
    errors: usize,
    tables: usize,
    equal_tables: usize,
    paths: Vec<ShownPath>,
    /// The folder with its files and the picture, if they were written.
    written: Option<[FileName; 2]>,
    #[serde(skip)]
    baked: String,
    #[serde(skip)]
    first_different: Option<String>,
    #[serde(skip)]
    unit: String,
}

/// The length of a path, or the reason why there is no path.
#[derive(Serialize)]
struct ShownPath {
    what: &'static str,
    from: Location,
    to: Location,
    length: Option<f64>,
    points: usize,
    shortest: Option<f64>,
    no_path: Option<String>,
    #[serde(skip)]
    is_expected: bool,
}

impl PlaceReport {
    pub fn new(folder: &Folder, place: Place, written: Option<[PathBuf; 2]>) -> Self {
        let is_exact = |bytes: &[u8]| match Kind::detect(bytes) {
            Some(kind) => round_trip(kind, bytes, &limits()).is_ok_and(|trip| trip.difference.is_none()),
            None => Gff::from_bytes(bytes).and_then(|git| git.to_bytes()).is_ok_and(|written| written == bytes),
        };
        let found = |least: Severity| {
            place
                .findings
                .iter()
                .flat_map(|found| found.rules())
                .filter(|rule| rule.severity >= least)
                .map(|rule| rule.count)
                .sum()
        };
        let is_equal = |table: &&TableDiff| table.is_equal();
        Self {
            name: folder.name,
            what: folder.what,
            files: folder.files.len(),
            bytes: folder.files.iter().map(|(_, bytes)| bytes.len()).sum(),
            exact: folder.files.iter().all(|(_, bytes)| is_exact(bytes)),
            findings: found(Severity::Info),
            errors: found(Severity::Error),
            tables: place.tables.len(),
            equal_tables: place.tables.iter().filter(is_equal).count(),
            paths: place.paths.into_iter().map(ShownPath::new).collect(),
            written: written.map(|paths| paths.map(|path| FileName::from(path.as_path()))),
            baked: place.baked,
            first_different: place.tables.iter().find(|table| !table.is_equal()).map(ToString::to_string),
            unit: place.unit,
        }
    }

    pub fn is_as_it_should_be(&self) -> bool {
        let paths = self.paths.iter().all(|path| path.no_path.is_none() == path.is_expected);
        self.exact && self.errors == 0 && self.equal_tables == self.tables && paths
    }
}

impl ShownPath {
    fn new(question: PathQuestion) -> Self {
        let PathQuestion { what, from, to, is_expected, path, shortest } = question;
        let (length, points) = path.as_ref().map_or((None, 0), |path| (Some(path.length), path.points.len()));
        Self { what, from, to, length, points, shortest, no_path: path.err().map(|none| none.reason), is_expected }
    }
}

impl fmt::Display for PlaceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, files, bytes, findings, errors, tables, baked, unit, .. } = self;
        writeln!(f, "{what}")?;
        let kept = if self.exact { "every byte kept" } else { "NOT every byte kept" };
        writeln!(f, "  read and written  {}, {bytes} bytes: {kept}", counted(*files, "file"))?;
        match findings {
            0 => writeln!(f, "  checked           nothing found")?,
            _ => writeln!(f, "  checked           {}, {errors} of them errors", counted(*findings, "finding"))?,
        }
        match &self.first_different {
            None => writeln!(f, "  baked again       {baked}: equal in all {tables} tables")?,
            Some(table) => writeln!(f, "  baked again       {baked}: NOT equal:\n{table}")?,
        }
        for path in &self.paths {
            write!(f, "  path              {}: ", path.what)?;
            let (length, points) = (path.length.unwrap_or_default(), path.points);
            match (&path.no_path, path.shortest) {
                (Some(reason), _) => writeln!(f, "{reason}")?,
                (None, None) => writeln!(f, "{length:.1} {unit} over {points} points")?,
                (None, Some(shortest)) => {
                    writeln!(f, "{length:.1} {unit} by the game's tables; the shortest is {shortest:.1} {unit}")?;
                }
            }
        }
        match &self.written {
            Some([files, picture]) => writeln!(f, "  written           {files} and {picture}"),
            None => Ok(()),
        }
    }
}
