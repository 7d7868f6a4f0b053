//! [`DocumentLevel`]: a table (2DA), a GFF or an archive, which several games have and which is not a walkmesh. It is summarized,
//! compared and written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diff::{Group, Hex, TableDiff};
use crate::exchange::Up;
use crate::finding::{PartKind, PlacePart};
use crate::formats::biff::Biff;
use crate::formats::erf::Erf;
use crate::formats::gff::Gff;
use crate::formats::key::KeyFile;
use crate::formats::rim::Rim;
use crate::formats::two_da::TwoDa;
use crate::formats::{Document, Format};

use super::game::Game;
use super::kind_info::{Form, KindInfo};
use super::summary::Listed;
use super::{
    ArchiveSummary, DiffError, GffSummary, Kind, OpenError, OpenOptions, Operation, SaveError, Summary, SummaryError,
    TableSummary,
};

/// A document that is only read.
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
            /// What is known of such files.
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
                        (Kind::$kind, Summary::$kind($summary::of(&document)), document.to_bytes()?)
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
    GFF: Gff, Gff, GffSummary, "GFF", "a GFF file, such as the objects of an area (.git)", "GFF files (.git)";
    ERF: Erf, Erf, ArchiveSummary, "ERF", "an archive (ERF, MOD, HAK or SAV)", "archives (.erf, .mod, .hak, .sav)";
    RIM: Rim, Rim, ArchiveSummary, "RIM", "an archive (RIM)", "archives (.rim)";
    KEY: Key, KeyFile, ArchiveSummary, "KEY", "the list of a game's own files (KEY)", "lists of a game's own files (.key)";
    BIFF: Biff, Biff, ArchiveSummary, "BIFF", "an archive of a game's own files (BIFF)", "archives of a game's own files (.bif)";
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

    /// The members of archives are compared by name. The bytes of another document are all that there is to compare.
    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        if self.kind != other.kind {
            return Err(DiffError::DifferentKinds { left: self.kind, right: other.kind });
        }
        let (left, right) = (&self.bytes, &other.bytes);
        let members = match self.kind {
            Kind::Erf => diff_members::<Erf>(left, right),
            Kind::Rim => diff_members::<Rim>(left, right),
            Kind::Key => diff_members::<KeyFile>(left, right),
            Kind::Biff => diff_members::<Biff>(left, right),
            _ => None,
        };
        let group = if members.is_some() { Group::Packaging } else { Group::Content };
        Ok(members.into_iter().chain([TableDiff::new("bytes", group).bytes(left, right)]).collect())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(self.summary.clone())
    }
}

/// Compares the members of two archives by name. Several members of one name are one entry.
fn diff_members<D: Document + Listed>(left: &[u8], right: &[u8]) -> Option<TableDiff> {
    let [left, right] = [D::from_bytes(left).ok()?, D::from_bytes(right).ok()?];
    let [left, right] = [&left, &right].map(by_name);
    let names: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
    let mut table = TableDiff::new("members", Group::Content);
    for name in names {
        table.entry(PlacePart::from(PartKind::File).named(name), left.get(name), right.get(name));
    }
    Some(table)
}

/// The bytes of the members of each name. A list of files has no bytes.
fn by_name(document: &impl Listed) -> BTreeMap<String, Vec<Hex<&[u8]>>> {
    let mut members = BTreeMap::<String, Vec<Hex<&[u8]>>>::new();
    for (name, bytes) in document.listed() {
        members.entry(name).or_default().push(Hex(bytes.unwrap_or_default()));
    }
    members
}
