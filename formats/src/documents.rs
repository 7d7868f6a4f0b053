//! The list of all documents, from which all code that must know each of them is generated.

use crate::{Document, Error, FieldAt, Format, Limits};

/// Passes the list of all documents to a macro: `for_each_document!(with)` becomes `with! { … }` around the lines below.
///
/// A line has the document's name in code, its variant of [`Format`](crate::Format) with the variant's comment, its type, its display name,
/// the names of its files, and what distinguishes it from other files. From the list come `Format`, detection, the contract and its layout
/// snapshots, dumps, properties, memory tests, fuzz seeds, the fuzz target of documents, and `walkmesh roundtrip`.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_document {
    ($with:ident) => {
        $with! {
            /// A KotOR walkmesh: WOK, PWK or DWK.
            bwm: Bwm = $crate::bwm::Bwm, "BWM", ["*.wok", "*.pwk", "*.dwk"], Signature::Magic(b"BWM ");
            /// A KotOR model, with a room's own copy of its walkmesh.
            mdl: Mdl = $crate::mdl::Mdl, "MDL", ["*.mdl"], mdl::SIGNATURE;
            /// An NWN2 model. Its reader was measured on one model of the game.
            mdb: Mdb = $crate::mdb::Mdb, "MDB", ["*.mdb"], mdb::SIGNATURE;
            /// The mesh of an NWN2 model that creatures walk on, out of its packet.
            walk: Walk = $crate::mdb::Walk, "WALK", [], Signature::OfPacket;
            /// A mesh of an NWN2 model for collisions, out of its packet.
            collision: Collision = $crate::mdb::Collision, "COL2 or COL3", [], Signature::OfPacket;
            /// An NWN2 area, TRN or TRX.
            trn: Trn = $crate::trn::Trn, "TRN", ["*.trn", "*.trx"], trn::SIGNATURE;
            /// The walkmesh of an NWN2 area, out of its packet and inflated.
            aswm: Aswm = $crate::aswm::Aswm, "ASWM", [], aswm::SIGNATURE;
            /// The ground of an NWN2 megatile, out of its packet.
            trrn: Trrn = $crate::trn::Trrn, "TRRN", [], Signature::OfPacket;
            /// The water of an NWN2 megatile, out of its packet.
            watr: Watr = $crate::trn::Watr, "WATR", [], Signature::OfPacket;
            /// A Silkroad dungeon's navigation tables.
            ainav: AiNav = $crate::ainav::AiNavData, "AINavData", ["ainavdata_*.dat"], ainav::SIGNATURE;
            /// A Silkroad dungeon's blocks.
            dof: Dof = $crate::dof::Dof, "DOF", ["*.dof"], Signature::Magic(b"JMXVDOF ");
            /// A Silkroad mesh, with a block's floor.
            bms: Bms = $crate::bms::Bms, "BMS", ["*.bms"], Signature::Magic(b"JMXVBMS ");
            /// A binary table of text cells, such as KotOR's materials. A `.2da` may also be text, so its name implies nothing.
            two_da: TwoDa = $crate::two_da::TwoDa, "2DA", [], Signature::Magic(b"2DA V2.b");
            /// A generic file of BioWare's games, such as the objects of an NWN2 area (GIT).
            gff: Gff = $crate::gff::Gff, "GFF", [], gff::SIGNATURE;
            /// An archive of BioWare's games: ERF, MOD, HAK or SAV.
            erf: Erf = $crate::erf::Erf, "ERF", ["*.erf", "*.mod", "*.hak", "*.sav"], erf::SIGNATURE;
            /// An archive of Knights of the Old Republic.
            rim: Rim = $crate::rim::Rim, "RIM", ["*.rim"], Signature::Magic(b"RIM ");
            /// The list of a game's own files.
            key: Key = $crate::key::KeyFile, "KEY", ["*.key"], Signature::Magic(b"KEY ");
            /// An archive of a game's own files, whose names are in its list.
            biff: Biff = $crate::biff::Biff, "BIFF", ["*.bif"], biff::SIGNATURE;
            /// A tile of Detour, for other engines.
            detour: Detour = $crate::detour::Tile, "Detour", ["*.detour"], Signature::Magic(b"VAND");
        }
    };
}

/// Makes each type on the list a document, and lets its format read it.
macro_rules! documents {
    ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
        impl Format {
            /// Reads a document of this format, and writes it again: what [`Document::from_bytes_with`] and
            /// [`Document::to_bytes`] do, where the type is only known at run time.
            ///
            /// # Errors
            /// As those two.
            pub fn rewrite(self, bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, Error> {
                match self {
                    $(Format::$format => <$type>::from_bytes_with(bytes, limits)?.to_bytes(),)*
                }
            }

            /// Returns whether a document of this format is written as it was read: [`Document::is_written_as`].
            ///
            /// # Errors
            /// The errors of [`rewrite`](Self::rewrite).
            pub fn keeps(self, bytes: &[u8], limits: &Limits) -> Result<bool, Error> {
                match self {
                    $(Format::$format => <$type>::from_bytes_with(bytes, limits)?.is_written_as(bytes),)*
                }
            }

            /// The field of a document of this format that the byte at `offset` belongs to: [`Document::field_at`].
            pub fn field_at(self, bytes: &[u8], offset: u64) -> Option<FieldAt> {
                match self {
                    $(Format::$format => <$type>::field_at(bytes, offset),)*
                }
            }
        }

        $(impl Document for $type {
            const FORMAT: Format = Format::$format;
        })*
    };
}

for_each_document!(documents);
