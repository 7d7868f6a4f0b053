//! [`DocumentLevel`]: a table (2DA), a GFF or an archive, which several games have and which is not a walkmesh. It is summarized,
//! compared and written.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diff::{Group, Hex, TableDiff};
use crate::exchange::Up;
use crate::finding::{PartKind, PlacePart};
use crate::formats::biff::Biff;
use crate::formats::erf::Erf;
use crate::formats::gff::Gff;
use crate::formats::key::KeyFile;
use crate::formats::mdb::Mdb;
use crate::formats::rim::Rim;
use crate::formats::two_da::TwoDa;
use crate::formats::{Document, Format};

use super::game::Game;
use super::kind_info::{Form, KindInfo};
use super::{
    Archive, ArchiveSummary, DiffError, Files, GffSummary, Kind, ModelSummary, OpenError, OpenOptions, Operation,
    SaveError, Summary, SummaryError, TableSummary,
};

/// A document that this library only reads.
#[derive(Clone, Debug)]
pub(super) struct DocumentLevel {
    name: String,
    kind: Kind,
    bytes: Arc<[u8]>,
    summary: Summary,
}

macro_rules! documents {
    ($($info:ident: $kind:ident, $document:ident, $summary:ident, $name:literal, $what:literal, $files:literal;)*) => {
        $(
            /// Static facts about such files.
            pub(super) const $info: &KindInfo = &KindInfo {
                name: $name,
                what: $what,
                files: $files,
                game: None,
                up: Up::Z,
                form: Form::Document(Format::$kind),
                operations: &[Operation::Diff],
            };
        )*

        impl DocumentLevel {
            pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
                let (kind, summary, bytes) = match Kind::detect(bytes) {
                    $(Some(Kind::$kind) => {
                        let document = $document::from_bytes_with(bytes, &options.limits)?;
                        (Kind::$kind, Summary::$kind($summary::new(&document)), document.to_bytes()?)
                    })*
                    _ => return Err(OpenError::unrecognised(bytes)),
                };
                Ok(Self { name: options.name.clone().unwrap_or_default(), kind, bytes: bytes.into(), summary })
            }
        }
    };
}

documents! {
    TWO_DA: TwoDa, TwoDa, TableSummary, "2DA", "a table (2DA)", "tables (.2da)";
    GFF: Gff, Gff, GffSummary, "GFF", "a GFF file", "GFF files";
    ERF: Erf, Erf, ArchiveSummary, "ERF", "an archive (ERF, MOD, HAK or SAV)", "archives";
    RIM: Rim, Rim, ArchiveSummary, "RIM", "an archive (RIM)", "archives";
    KEY: Key, KeyFile, ArchiveSummary, "KEY", "the list of a game's own files (KEY)", "lists of a game's own files";
    BIFF: Biff, Biff, ArchiveSummary, "BIFF", "an archive of a game's own files (BIFF)", "archives of a game's own files";
    MDB: Mdb, Mdb, ModelSummary, "MDB", "an NWN2 model (MDB)", "NWN2 models";
}

impl Game for DocumentLevel {
    const KIND: Kind = Kind::TwoDa;
    const INFO: &'static KindInfo = TWO_DA;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.bytes.to_vec())
    }

    /// Archives are compared member by member, by name; other documents are compared as bytes.
    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        if self.kind != other.kind {
            return Err(DiffError::DifferentKinds { left: self.kind, right: other.kind });
        }
        let members = diff_members([&self.bytes, &other.bytes]);
        let group = if members.is_some() { Group::Packaging } else { Group::Content };
        let bytes = TableDiff::new("bytes", group).bytes(&self.bytes, &other.bytes);
        Ok(members.into_iter().chain([bytes]).collect())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(self.summary.clone())
    }
}

/// Compares the files of two archives by name; `None` if one is not an archive with names.
fn diff_members(archives: [&[u8]; 2]) -> Option<TableDiff> {
    let [left, right] = archives.map(|bytes| Archive::from_bytes("", bytes.to_vec()).ok());
    let (left, right) = (left?, right?);
    let names: BTreeSet<String> = [&left, &right].into_iter().flat_map(|it| it.names().unwrap_or_default()).collect();
    let mut table = TableDiff::new("members", Group::Content);
    for name in names {
        let [left, right] = [&left, &right].map(|it| it.read(&name).ok().map(Hex));
        table.entry(PlacePart::from(PartKind::File).named(&name), left, right);
    }
    Some(table)
}
