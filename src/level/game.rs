//! [`Game`]: what a level of each game does, and which game a file belongs to.

use super::{AnyFile, Navigator, OpenError, OpenOptions};
use crate::exchange::Export;
use crate::finding::{CheckOptions, Findings};

use super::files::Named;
use super::{LevelError, LevelOptions, RepairOptions, Repairs};

/// A level of one game. It is sealed: this crate alone has games.
pub(super) trait Game: Send + Sync {
    fn check(&self, options: &CheckOptions) -> Result<Findings, LevelError>;
    fn bake(&mut self, options: &LevelOptions) -> Result<(), LevelError>;
    fn repair(&mut self, options: &RepairOptions) -> Result<Repairs, LevelError>;
    fn navigator(&self) -> Result<Navigator, LevelError>;
    fn to_scene(&self) -> Result<Export, LevelError>;
    /// The files that an operation can change, as they would be written now.
    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError>;
}

/// Files from which a level is opened, and those that were read.
pub(super) struct Source<'s, 'f> {
    pub(super) files: &'s Named<'f>,
    pub(super) read: Vec<(String, Vec<u8>)>,
}

impl Source<'_, '_> {
    /// Reads a file, and makes something of its bytes.
    pub(super) fn open<T>(
        &mut self,
        name: &str,
        of: impl FnOnce(&[u8]) -> Result<T, OpenError>,
    ) -> Result<T, LevelError> {
        let bytes = self.files.read(name)?;
        let opened = if bytes.is_empty() { Err(OpenError::Empty) } else { of(&bytes) };
        let opened = opened.map_err(|error| LevelError::Open { name: name.to_owned(), error })?;
        self.read.push((name.to_owned(), bytes));
        Ok(opened)
    }
}

/// Opens the level of a file.
pub(super) fn open(source: &mut Source, name: &str, options: &LevelOptions) -> Result<Box<dyn Game>, LevelError> {
    let open = OpenOptions::default().with_name(name).with_limits(options.limits);
    Ok(match source.open(name, |bytes| AnyFile::open(bytes, &open))? {
        AnyFile::Lyt(layout) => Box::new(super::kotor::AreaLevel::open(source, name, layout, options)?),
        AnyFile::Bwm(walkmesh) => Box::new(super::kotor::WalkmeshLevel::open(source, name, walkmesh, options)?),
        AnyFile::Trn(terrain) => Box::new(super::nwn2::AreaLevel::open(source, name, terrain)?),
        AnyFile::AiNav(dungeon) => Box::new(super::silkroad::DungeonLevel::open(source, name, dungeon, options)?),
        other @ (AnyFile::TwoDa(_) | AnyFile::Gff(_) | AnyFile::Aswm(_) | AnyFile::Dof(_) | AnyFile::Bms(_)) => {
            return Err(LevelError::NotALevel { name: name.to_owned(), kind: other.kind() });
        }
    })
}
