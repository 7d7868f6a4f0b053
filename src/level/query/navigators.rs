//! [`AnyNavigator`]: the navigator of any game, and the list of these types.

use super::Navigator;
use super::kotor::Rooms;
use crate::{kotor, nwn2, silkroad};

macro_rules! navigators {
    ($d:tt $(
        $(#[cfg($test:meta)])?
        $game:ident: $navigator:ty;
    )*) => {
        /// A navigator of any game.
        #[derive(Clone, Debug)]
        pub(super) enum AnyNavigator {
            $($(#[cfg($test)])? $game($navigator),)*
        }

        /// Asks the navigator of any game.
        macro_rules! of_navigator {
            ($d any:expr, $d navigator:ident => $d do:expr) => {
                match $d any {
                    $($(#[cfg($test)])? AnyNavigator::$game($d navigator) => $d do,)*
                }
            };
        }

        $($(#[cfg($test)])? impl From<$navigator> for Navigator {
            fn from(navigator: $navigator) -> Self {
                Self(AnyNavigator::$game(navigator))
            }
        })*
    };
}

navigators! { $
    Kotor: Rooms<kotor::Walkmesh>;
    KotorArea: Rooms<kotor::Area>;
    Nwn2: nwn2::Navigator;
    Silkroad: silkroad::Navigator;
    #[cfg(test)]
    Toy: crate::level::toy::MapNavigator;
}
pub(super) use of_navigator;
