//! Tables (2DA) and GFF files, which several games have and which are not walkmeshes: they are summarized, compared and written.

use crate::formats::gff::Gff;
use crate::formats::two_da::TwoDa;
use crate::formats::{Document, Error};

use super::game::Game;
use super::{GffSummary, Kind, OpenOptions, SaveError, Summary, SummaryError, TableSummary};

macro_rules! documents {
    ($($(#[$doc:meta])* $level:ident: $document:ident, $kind:ident, $summary:ident;)*) => {$(
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
            fn kind(&self) -> Kind {
                Kind::$kind
            }

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
    TableLevel: TwoDa, TwoDa, TableSummary;
    /// A GFF, such as the objects of an area.
    GffLevel: Gff, Gff, GffSummary;
}
