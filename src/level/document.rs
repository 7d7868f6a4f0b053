//! Tables (2DA), GFF files and archives, which several games have and which are not walkmeshes: they are summarized and written.

use crate::exchange::Up;
use crate::formats::biff::Biff;
use crate::formats::erf::Erf;
use crate::formats::gff::Gff;
use crate::formats::key::KeyFile;
use crate::formats::rim::Rim;
use crate::formats::two_da::TwoDa;
use crate::formats::{Document, Error, Format};

use super::game::Game;
use super::kind_info::{Form, KindInfo};
use super::{ArchiveSummary, GffSummary, Kind, OpenOptions, SaveError, Summary, SummaryError, TableSummary};

macro_rules! documents {
    ($($(#[$doc:meta])* $level:ident: $document:ident, $kind:ident, $summary:ident, $name:literal, $what:literal, $files:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(super) struct $level {
            name: String,
            document: $document,
        }

        impl $level {
            pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, Error> {
                let document = $document::from_bytes_with(bytes, &options.limits)?;
                Ok(Self { name: options.name.clone().unwrap_or_default(), document })
            }
        }

        impl Game for $level {
            const KIND: Kind = Kind::$kind;
            const INFO: &'static KindInfo = &KindInfo {
                name: $name,
                what: $what,
                files: $files,
                game: None,
                up: Up::Z,
                form: Form::Document(Format::$kind),
                operations: &[],
            };

            fn name(&self) -> &str {
                &self.name
            }

            fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
                Ok(self.document.to_bytes()?)
            }

            fn summary(&self) -> Result<Summary, SummaryError> {
                Ok(Summary::$kind($summary::of(&self.document)))
            }
        }
    )*};
}

documents! {
    /// A table, such as the materials of KotOR.
    TableLevel: TwoDa, TwoDa, TableSummary, "2DA", "a table (2DA)", "tables (.2da)";
    /// A GFF, such as the objects of an area.
    GffLevel: Gff, Gff, GffSummary, "GFF", "a GFF file, such as the objects of an area (.git)", "GFF files (.git)";
    /// An archive: ERF, MOD, HAK or SAV.
    ErfLevel: Erf, Erf, ArchiveSummary, "ERF", "an archive (ERF, MOD, HAK or SAV)", "archives (.erf, .mod, .hak, .sav)";
    /// An archive of KotOR.
    RimLevel: Rim, Rim, ArchiveSummary, "RIM", "an archive (RIM)", "archives (.rim)";
    /// The list of a game's own files.
    KeyLevel: KeyFile, Key, ArchiveSummary, "KEY", "the list of a game's own files (KEY)", "lists of a game's own files (.key)";
    /// An archive of a game's own files.
    BiffLevel: Biff, Biff, ArchiveSummary, "BIFF", "an archive of a game's own files (BIFF)", "archives of a game's own files (.bif)";
}
