//! [`Nwn2Parts`]: what only levels of NWN2 have.

use std::sync::Arc;

use crate::nwn2::{Git, OptimiseOptions, Savings, TerrainError, Walkmesh};

use super::super::games::AnyGame;
use super::super::{EditError, Level, Operation};

/// What only levels of NWN2 have, from [`Level::nwn2`]. A level of another game has none of it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Nwn2Parts<'l> {
    /// The walkmesh; an error if it cannot be read.
    pub walkmesh: Option<Result<&'l Walkmesh, TerrainError>>,
    /// The objects of an area, and the name of their GIT, which is empty if they were [given](super::super::OpenOptions::objects).
    pub git: Option<(&'l str, &'l Arc<Git>)>,
}

impl Level {
    /// What the level has of NWN2.
    #[must_use]
    pub fn nwn2(&self) -> Nwn2Parts<'_> {
        match &self.game {
            AnyGame::Trn(area) => area.parts(),
            _ => Nwn2Parts::default(),
        }
    }

    /// Removes what the options select, and zeroes what the game left uninitialised. If it fails, the level is unchanged.
    ///
    /// # Errors
    /// [`EditError`], with the reason; [`EditError::Unsupported`] for files of which nothing can be left out.
    pub fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, EditError> {
        let lacks = self.lacks(Operation::Optimise);
        if let AnyGame::Trn(area) = &mut self.game { area.optimise(options) } else { Err(lacks.into()) }
    }
}
