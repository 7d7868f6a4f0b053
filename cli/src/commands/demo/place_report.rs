//! The demo's report on a place.

use serde_json::{Value, json};
use walkmesh::counted;
use walkmesh::diff::TableDiff;
use walkmesh::finding::Severity;
use walkmesh::formats::Document;
use walkmesh::formats::gff::Gff;
use walkmesh::level::{Kind, round_trip};

use super::place::{PathQuestion, Place};
use crate::limits::limits;
use crate::location::FileLocation;
use crate::output::{Answer, to_value};
use crate::sample_places::Folder;

/// The results for a place, and whether they are as expected. `written` is the folder with its files and the picture.
pub fn report(folder: &Folder, place: &Place, written: Option<[FileLocation; 2]>) -> anyhow::Result<(Answer, bool)> {
    let Folder { name, what, files } = folder;
    let Place { baked, tables, paths, unit, .. } = place;
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let exact = files.iter().all(|(_, bytes)| is_exact(bytes));
    let [findings, errors] = [Severity::Info, Severity::Error].map(|least| {
        let rules = place.findings.iter().flat_map(|found| found.rules());
        rules.filter(|rule| rule.severity >= least).map(|rule| rule.count).sum::<usize>()
    });
    let (equal, other): (Vec<&TableDiff>, Vec<_>) = tables.iter().partition(|table| table.is_equal());
    let kept = if exact { "every byte kept" } else { "NOT every byte kept" };
    let found = match findings {
        0 => "nothing found".to_owned(),
        _ => format!("{}, {errors} of them errors", counted(findings, "finding")),
    };
    let compared = match other.first() {
        None => format!("equal in all {} tables", tables.len()),
        Some(table) => format!("NOT equal:\n{table}"),
    };
    let mut text = format!("{what}\n  read and written  {}, {bytes} bytes: {kept}\n", counted(files.len(), "file"));
    text += &format!("  checked           {found}\n  baked again       {baked}: {compared}\n");
    paths.iter().for_each(|path| text += &format!("  path              {}: {}\n", path.what, in_words(path, unit)));
    if let Some([files, picture]) = &written {
        text += &format!("  written           {files} and {picture}\n");
    }
    let is_fine = exact && errors == 0 && other.is_empty() && paths.iter().all(PathQuestion::is_as_expected);
    let paths = paths.iter().map(path_json).collect::<serde_json::Result<Vec<Value>>>()?;
    let json = json!({
        "name": name, "what": what, "files": files.len(), "bytes": bytes, "exact": exact, "findings": findings, "errors": errors,
        "tables": tables.len(), "equal_tables": equal.len(), "paths": paths, "written": written,
    });
    Ok((Answer(json, text), is_fine))
}

/// Returns whether reading and writing keeps every byte of a file.
fn is_exact(bytes: &[u8]) -> bool {
    match Kind::detect(bytes) {
        Some(kind) => round_trip(kind, bytes, &limits()).is_ok_and(|trip| trip.difference.is_none()),
        None => Gff::from_bytes(bytes).and_then(|git| git.to_bytes()).is_ok_and(|written| written == bytes),
    }
}

fn in_words(PathQuestion { answer, .. }: &PathQuestion, unit: &str) -> String {
    let length = answer.length.unwrap_or_default();
    match (&answer.no_path, answer.shortest) {
        (Some(reason), _) => reason.clone(),
        (None, None) => format!("{length:.1} {unit} over {} points", answer.steps.len()),
        (None, Some(shortest)) => {
            format!("{length:.1} {unit} by the game's tables; the shortest is {shortest:.1} {unit}")
        }
    }
}

fn path_json(PathQuestion { what, answer, .. }: &PathQuestion) -> serde_json::Result<Value> {
    Ok(json!({
        "what": what, "from": to_value(&answer.from)?, "to": to_value(&answer.to)?, "length": answer.length,
        "points": answer.steps.len(), "shortest": answer.shortest, "no_path": answer.no_path,
    }))
}
