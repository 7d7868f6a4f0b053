//! The list of the games, and the types made from it: [`Kind`], [`Summary`] and [`AnyGame`], a level of any game.

use crate::diff::TableDiff;
use crate::exchange::Scene;

use super::exchange::ApplyReport;
use super::file_index::FileIndex;
use super::game::Game;
use super::kind_info::KindInfo;
use super::listing::Listing;
use super::{DiffError, ExchangeError, OpenError, OpenOptions};

macro_rules! games {
    ($d:tt $(
        $(#[doc = $doc:literal])+
        $(#[cfg($test:meta)])?
        $kind:ident: $level:ty, $summary:ty
        $(| $(#[doc = $other_doc:literal])+ $other:ident: $other_info:path, $other_summary:ty)*;
    )*) => {
        /// A kind of file that [`Level`](super::Level) opens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])+ $(#[cfg($test)])? $kind, $($(#[doc = $other_doc])+ $other,)*)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$($(#[cfg($test)])? Self::$kind, $(Self::$other,)*)*];

            /// Static facts about files of the kind, known without opening one.
            pub(super) const fn info(self) -> &'static KindInfo {
                match self {
                    $($(#[cfg($test)])? Self::$kind => <$level as Game>::INFO, $(Self::$other => $other_info,)*)*
                }
            }

            /// Adds the levels of this kind among files.
            pub(super) fn list(self, files: &FileIndex, listing: &mut Listing) {
                match self {
                    $($(#[cfg($test)])? Self::$kind => <$level as Game>::list(files, listing), $(Self::$other => {})*)*
                }
            }
        }

        /// A summary of a file: counts, versions, the bounds of the mesh, and the connected parts of its walkable faces.
        ///
        /// With the feature `serde`, it serializes to the fields of its variant.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
        #[non_exhaustive]
        pub enum Summary {
            $(
                $(#[doc = $doc])+
                $(#[cfg($test)])?
                $kind($summary),
                $($(#[doc = $other_doc])+ $other($other_summary),)*
            )*
            /// A scene of another program.
            Scene(super::SceneSummary),
        }

        /// A level of any game.
        #[derive(Clone, Debug)]
        pub(super) enum AnyGame {
            $($(#[cfg($test)])? $kind($level),)*
        }

        /// Calls a function with a level of any game. With this macro, unlike with trait objects, a program contains only the operations
        /// that it uses.
        macro_rules! of_game {
            ($d opened:expr, $d game:ident => $d do:expr) => {
                match $d opened {
                    $($(#[cfg($test)])? AnyGame::$kind($d game) => $d do,)*
                }
            };
        }

        /// Opens a single file of a given kind as a level, without related files.
        pub(super) fn open(kind: Kind, bytes: &[u8], options: &OpenOptions) -> Result<AnyGame, OpenError> {
            Ok(match kind {
                $(
                    $(#[cfg($test)])?
                    Kind::$kind $(| Kind::$other)* => AnyGame::$kind(<$level>::open(bytes, options)?),
                )*
            })
        }

        /// Makes a new level from a scene, with the name of its file.
        pub(super) fn from_scene(
            kind: Kind,
            name: &str,
            scene: &Scene,
            options: &OpenOptions,
        ) -> Result<(AnyGame, ApplyReport), ExchangeError> {
            Ok(match kind {
                $(
                    $(#[cfg($test)])?
                    Kind::$kind => {
                        let (level, report) = <$level as Game>::from_scene(name, scene, options)?;
                        (AnyGame::$kind(level), report)
                    }
                    $(Kind::$other => return Err(ExchangeError::NotMade),)*
                )*
            })
        }

        impl AnyGame {
            /// Compares two levels of one game, table by table.
            pub(super) fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
                match (self, other) {
                    $($(#[cfg($test)])? (Self::$kind(left), Self::$kind(right)) => left.diff(right),)*
                    _ => Err(DiffError::DifferentKinds { left: self.kind(), right: other.kind() }),
                }
            }
        }

        $($(#[cfg($test)])? impl From<$level> for AnyGame {
            fn from(level: $level) -> Self {
                Self::$kind(level)
            }
        })*
    };
}

// The list of the games. Each entry has the kind of the file that opens a level, the level's type, and its summary type. After `|` follows
// another kind of file that the same type opens, with its static facts.
games! { $
    /// A KotOR walkmesh: WOK, PWK or DWK.
    Bwm: super::kotor::WalkmeshLevel, super::BwmSummary;
    /// The layout of a KotOR area.
    Lyt: super::kotor::AreaLevel, super::LayoutSummary;
    /// The objects of an area (GIT), of KotOR or Neverwinter Nights 2.
    Git: super::kotor::ObjectsLevel, super::GitSummary;
    /// The path points of a KotOR area.
    Pth: super::kotor::PathLevel, super::PathPointsSummary;
    /// A binary 2DA.
    TwoDa: super::document::DocumentLevel, super::TableSummary |
        /// Any other GFF.
        Gff: super::document::GFF, super::GffSummary |
        /// An archive: ERF, MOD, HAK or SAV.
        Erf: super::document::ERF, super::ArchiveSummary |
        /// An archive of KotOR.
        Rim: super::document::RIM, super::ArchiveSummary |
        /// The list of a game's own files.
        Key: super::document::KEY, super::ArchiveSummary |
        /// An archive of a game's own files, whose names are in its list.
        Biff: super::document::BIFF, super::ArchiveSummary |
        /// An NWN2 model.
        Mdb: super::document::MDB, super::ModelSummary;
    /// An NWN2 area, TRN or TRX.
    Trn: super::nwn2::AreaLevel, super::TerrainSummary |
        /// The inflated walkmesh of an NWN2 area.
        Aswm: super::nwn2::ASWM, super::Nwn2WalkmeshSummary;
    /// A Silkroad dungeon's navigation tables.
    AiNav: super::silkroad::DungeonLevel, super::DungeonSummary;
    /// A Silkroad dungeon's blocks.
    Dof: super::silkroad::FloorsLevel, super::BlocksSummary;
    /// A Silkroad mesh.
    Bms: super::silkroad::FloorLevel, super::FloorSummary;
    /// A map of the toy game, which the tests add.
    #[cfg(test)]
    Toy: super::toy::MapLevel, super::toy::MapSummary;
}
pub(super) use of_game;

impl AnyGame {
    pub(super) fn kind(&self) -> Kind {
        of_game!(self, game => game.kind())
    }
}
