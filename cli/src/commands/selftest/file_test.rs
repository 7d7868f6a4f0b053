//! [`FileTest`]: the result of reading and writing one file.

use walkmesh::level::{ByteDifference, round_trip};

use crate::input::{Input, promised_kind};
use crate::limits::limits;
use crate::location::FileLocation;

use super::reason::{reason, without_indices};
use super::tally::digest;

/// The result of reading and writing one file.
pub struct FileTest {
    pub at: FileLocation,
    /// The name of the format, or of the promised format of a refused file.
    pub kind: &'static str,
    pub bytes: u64,
    /// The SHA-256 of the bytes.
    pub content: [u8; 32],
    pub outcome: FileOutcome,
}

/// The outcome for a file.
pub enum FileOutcome {
    /// It was written as it was read.
    Equal,
    /// The part and the field of the first byte that was not kept.
    Different(String),
    /// The reason.
    Refused(String),
}

impl FileTest {
    /// Reads and writes a file.
    pub fn new(at: &FileLocation, input: anyhow::Result<Input>) -> Self {
        let input = match input {
            Ok(input) => input,
            Err(error) => return Self::refused(at, reason(&error)),
        };
        let outcome = match round_trip(input.kind, &input.bytes, &limits()) {
            Ok(trip) => trip.difference.as_ref().map_or(FileOutcome::Equal, |it| FileOutcome::Different(place(it))),
            Err(error) => FileOutcome::Refused(reason(&error.into())),
        };
        let (kind, bytes) = (input.format_name(), input.bytes.len() as u64);
        Self { at: at.clone(), kind, bytes, content: digest(&[&input.bytes]), outcome }
    }

    /// A file that cannot be read.
    pub fn refused(at: &FileLocation, reason: impl Into<String>) -> Self {
        let outcome = FileOutcome::Refused(reason.into());
        Self { at: at.clone(), kind: kind_of(at), bytes: 0, content: [0; 32], outcome }
    }

    /// The digest of the bytes and the outcome.
    pub fn result(&self) -> [u8; 32] {
        let (outcome, reason) = match &self.outcome {
            FileOutcome::Equal => ("equal", ""),
            FileOutcome::Different(place) => ("different", place.as_str()),
            FileOutcome::Refused(reason) => ("refused", reason.as_str()),
        };
        digest(&[&self.content, outcome.as_bytes(), reason.as_bytes()])
    }
}

/// The format that a name promises.
fn kind_of(at: &FileLocation) -> &'static str {
    match promised_kind(at) {
        Some(kind) => kind.name(),
        None if at.has_extension("zip") => "zip",
        None => "unknown",
    }
}

fn place(difference: &ByteDifference) -> String {
    let field = difference.field.as_deref().map_or_else(|| "no field".to_owned(), without_indices);
    format!("{}: {field}", difference.part)
}
