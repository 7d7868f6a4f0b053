//! `Unreadable`: a file that could not be read, as a finding like any other fault.

use super::{Finding, PartKind, Place, PlacePart, file_rules};
use crate::formats::{Error, Format};

/// The reason why a file could not be read.
#[derive(Clone, Copy, Debug)]
pub enum Unreadable<'a> {
    /// It is empty.
    Empty,
    /// Its bytes have no known format, though its name promises this one.
    Unrecognised(Format),
    /// Reading failed with this error.
    Failed(&'a Error),
}

impl Unreadable<'_> {
    /// The finding, if the file is at fault. `None` if the reader does not know the encoding or enforces a limit, because
    /// then the game may well read the file.
    ///
    /// ```
    /// use walkmesh::finding::Unreadable;
    /// use walkmesh::formats::{Document, bwm::Bwm};
    ///
    /// let bytes = Bwm::default().to_bytes()?;
    /// let error = Bwm::from_bytes(&bytes[..100]).unwrap_err();
    /// let finding = Unreadable::Failed(&error).finding().expect("the file is cut off");
    /// assert_eq!(finding.code(), "file-damaged");
    /// assert_eq!(finding.place.to_string(), "field (directory.aabb_count): offset 100");
    /// # Ok::<(), walkmesh::formats::Error>(())
    /// ```
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        let (rule, place, meaning) = match self {
            Self::Empty => (
                &file_rules::FILE_EMPTY,
                Place::FILE,
                "The file has no bytes, so the game finds nothing in it".to_owned(),
            ),
            Self::Unrecognised(promised) => (
                &file_rules::FILE_UNRECOGNISED,
                Place::FILE,
                format!("The file has the extension of {promised}, but its bytes match no known format"),
            ),
            Self::Failed(Error::Malformed(detail)) => {
                let field = PlacePart::from(PartKind::Field).named(&*detail.field);
                let offset = i64::try_from(detail.offset).unwrap_or(i64::MAX);
                let (expected, found) = (&detail.expected, &detail.found);
                (
                    &file_rules::FILE_DAMAGED,
                    Place::from([field, PlacePart::new(PartKind::Offset, offset)]),
                    format!("The file cannot be read further: expected {expected}, found {found}"),
                )
            }
            Self::Failed(_) => return None,
        };
        let meaning = format!("{meaning}. Restore it from a backup, or create it again.");
        Some(Finding { rule, severity: rule.severity, place, other: None, spot: None, meaning })
    }
}
