//! [`AnyGame`]: a level of any game, and the list of the games.

use crate::diff::TableDiff;
use crate::exchange::Scene;
use crate::{kotor, nwn2, silkroad};

use super::exchange::ApplyReport;
use super::game::Game;
use super::{DiffError, ExchangeError, Kind, OpenError, OpenOptions};

macro_rules! games {
    ($($kind:ident $(| $other:ident)*: $level:ty;)*) => {
        /// A level of any game. This is the list of the games.
        #[derive(Clone, Debug)]
        pub(super) enum AnyGame {
            $($kind($level),)*
        }

        /// Opens a file of a kind as a level, without the other files that belong to it.
        pub(super) fn open(kind: Kind, bytes: &[u8], options: &OpenOptions) -> Result<AnyGame, OpenError> {
            Ok(match kind {
                $(Kind::$kind $(| Kind::$other)* => AnyGame::$kind(<$level>::open(bytes, options)?),)*
            })
        }

        impl AnyGame {
            /// Compares two levels of one game, table by table.
            pub(super) fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
                match (self, other) {
                    $((Self::$kind(left), Self::$kind(right)) => left.diff(right),)*
                    _ => Err(DiffError::DifferentKinds { left: self.kind(), right: other.kind() }),
                }
            }
        }

        $(impl From<$level> for AnyGame {
            fn from(level: $level) -> Self {
                Self::$kind(level)
            }
        })*
    };
}

games! {
    Bwm: super::kotor::WalkmeshLevel;
    Lyt: super::kotor::AreaLevel;
    Trn | Aswm: super::nwn2::AreaLevel;
    AiNav: super::silkroad::DungeonLevel;
    Dof: super::silkroad::FloorsLevel;
    Bms: super::silkroad::FloorLevel;
    TwoDa: super::other::TableLevel;
    Gff: super::other::GffLevel;
}

/// Does something with a level of any game. Programs that do not use an operation need not contain it, as they would if the
/// levels were trait objects.
macro_rules! of_game {
    ($opened:expr, $game:ident => $do:expr) => {
        match $opened {
            AnyGame::Bwm($game) => $do,
            AnyGame::Lyt($game) => $do,
            AnyGame::Trn($game) => $do,
            AnyGame::AiNav($game) => $do,
            AnyGame::Dof($game) => $do,
            AnyGame::Bms($game) => $do,
            AnyGame::TwoDa($game) => $do,
            AnyGame::Gff($game) => $do,
        }
    };
}
pub(super) use of_game;

impl AnyGame {
    pub(super) fn kind(&self) -> Kind {
        of_game!(self, game => game.kind())
    }

    pub(super) fn kotor(&self) -> Option<&kotor::Walkmesh> {
        of_game!(self, game => game.kotor())
    }

    pub(super) fn area(&self) -> Option<&kotor::Area> {
        of_game!(self, game => game.area())
    }

    pub(super) fn nwn2(&self) -> Option<Result<&nwn2::Walkmesh, nwn2::TerrainError>> {
        of_game!(self, game => game.nwn2())
    }

    pub(super) fn silkroad(&self) -> Option<&silkroad::Dungeon> {
        of_game!(self, game => game.silkroad())
    }
}

/// Makes a new level of a scene, with the name of its file.
pub(super) fn from_scene(
    kind: Kind,
    name: &str,
    scene: &Scene,
    options: &OpenOptions,
) -> Result<(AnyGame, ApplyReport), ExchangeError> {
    match kind {
        Kind::Bwm => super::kotor::walkmesh_from_scene(name, scene, options).map(of_any),
        Kind::Lyt => super::kotor::area_from_scene(name, scene, options).map(of_any),
        Kind::Trn => super::nwn2::from_scene(name, scene, options).map(of_any),
        Kind::AiNav => super::silkroad::from_scene(name, scene).map(of_any),
        Kind::Aswm | Kind::Dof | Kind::Bms | Kind::TwoDa | Kind::Gff => Err(ExchangeError::NotMade),
    }
}

fn of_any((level, report): (impl Into<AnyGame>, ApplyReport)) -> (AnyGame, ApplyReport) {
    (level.into(), report)
}
