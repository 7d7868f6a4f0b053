//! [`Nwn2Parts`]: the parts that only levels of NWN2 have.

use std::sync::Arc;

use crate::nwn2::{Git, TerrainError, Walkmesh};

/// The parts that only NWN2 levels have, from [`Level::nwn2`](super::super::Level::nwn2). Levels of other games have none of them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Nwn2Parts<'l> {
    /// The walkmesh; an error if it cannot be read.
    pub walkmesh: Option<Result<&'l Walkmesh, TerrainError>>,
    /// The objects of an area, and the name of their GIT, which is empty if they were [given](super::super::OpenOptions::objects).
    pub git: Option<(&'l str, &'l Arc<Git>)>,
}
