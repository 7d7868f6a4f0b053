//! The reasons why files are refused: words of this program, without a name or a value from inside a file.

use std::fmt::Debug;
use std::io;

use walkmesh::formats;
use walkmesh::level::{BakeError, CheckError, DiffError, LevelError, OpenError};
use walkmesh::silkroad;

/// The reason of a panic.
pub const PANICKED: &str = "panicked";
/// The reason of a file that is larger than the limit.
pub const OVER_LIMIT: &str = "over the limit max-inflated";

/// Names an error by its kind, and for a damaged file by the field.
pub fn reason(error: &anyhow::Error) -> String {
    let named = [
        error.downcast_ref().map(of_open),
        error.downcast_ref().map(of_format),
        error.downcast_ref::<BakeError>().map(variants),
        error.downcast_ref::<CheckError>().map(variants),
        error.downcast_ref::<DiffError>().map(variants),
        error.downcast_ref::<LevelError>().map(variants),
        error.downcast_ref::<silkroad::FloorError>().map(variants),
        error.downcast_ref::<silkroad::BakeError>().map(variants),
        error.downcast_ref().map(|error: &io::Error| variants(&error.kind())),
    ];
    named.into_iter().flatten().next().unwrap_or_else(|| "unreadable".to_owned())
}

fn of_open(error: &OpenError) -> String {
    match error {
        OpenError::Format(error) => of_format(error),
        other => variants(other),
    }
}

fn of_format(error: &formats::Error) -> String {
    let detail = error.detail();
    let kind = variants(error).replace(".Detail", "");
    format!("{kind} {}: {}", detail.format, without_indices(&detail.field))
}

/// The path of a field without the indices of entries, so that equal faults are counted together.
pub fn without_indices(field: &str) -> String {
    let mut parts = field.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| path + "[]" + part.split_once(']').map_or("", |(_, rest)| rest))
}

/// The names of an error's variants, from the outermost to the innermost, such as `Kotor.NotFinite`. The values in them are left out.
pub fn variants(error: &impl Debug) -> String {
    let debug = format!("{error:?}");
    let mut names = Vec::new();
    for part in debug.split('(') {
        let name: String = part.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
        if !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            break;
        }
        let is_last = name.len() < part.len();
        names.push(name);
        if is_last {
            break;
        }
    }
    names.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_no_value_from_inside_a_file() {
        let named = || "Secret.wok".to_owned();
        assert_eq!(variants(&LevelError::NoSuchFile(named())), "NoSuchFile");
        assert_eq!(variants(&LevelError::SameRoom { name: named(), other: named() }), "SameRoom");
        assert_eq!(variants(&Some(LevelError::Open { name: named(), error: OpenError::Empty })), "Some.Open");
        assert_eq!(reason(&anyhow::anyhow!("secret.wok cannot be read")), "unreadable");
        assert_eq!(reason(&OpenError::Empty.into()), "Empty");
        assert_eq!(without_indices("tiles[3].nodes[12]"), "tiles[].nodes[]");
    }
}
