//! [`Walkmesh`]: one file, with readable names.

mod materials;

use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::{Document, Limits};

use super::stale::Stale;
use super::{Kind, MaterialConflict, MaterialTable, SaveError};

/// The walkmesh of a room, a placeable or a door.
///
/// It owns the on-disk struct ([`as_raw`](Self::as_raw), [`into_raw`](Self::into_raw)), gives it readable names, and
/// records what edits have made stale, so that saving bakes exactly that.
#[derive(Clone, Debug)]
pub struct Walkmesh {
    pub(super) raw: Bwm,
    pub(super) kind: Kind,
    pub(super) materials: MaterialTable,
    /// True if the caller gave this table. Otherwise it is a guess, which the file can contradict.
    pub(super) materials_given: bool,
    /// The conflict between file and materials before the first edit that touched it.
    pub(super) conflict: Option<Box<MaterialConflict>>,
    pub(super) layout_position: Option<[f32; 3]>,
    pub(super) stale: Stale,
}

impl Walkmesh {
    /// Replaces the on-disk struct. The other state, such as the record of stale data, is kept.
    pub(crate) fn replace_raw(&mut self, raw: Bwm) {
        self.raw = raw;
    }

    /// The walkmesh of an on-disk struct, with the first game's materials. Every struct is accepted:
    /// [`check`](Self::check) says what is wrong with it.
    #[must_use]
    pub fn from_raw(raw: Bwm) -> Self {
        let kind = Kind::new(&raw);
        Self {
            raw,
            kind,
            materials: MaterialTable::kotor(),
            materials_given: false,
            conflict: None,
            layout_position: None,
            stale: Stale::default(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The errors of [`Document::from_bytes`]: the bytes are not a BWM, or end too early.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, walkmesh_formats::Error> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// Reads a file with limits other than the defaults.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes).
    pub fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, walkmesh_formats::Error> {
        Bwm::from_bytes_with(bytes, limits).map(Self::from_raw)
    }

    /// Writes the file. Without edits these are the bytes that were read; otherwise stale data is baked first.
    ///
    /// # Errors
    /// [`SaveError`]; never for an unedited walkmesh that was read.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        if self.stale.is_nothing() {
            return Ok(self.raw.to_bytes()?);
        }
        let mut baked = self.clone();
        baked.bake_stale()?;
        Ok(baked.raw.to_bytes()?)
    }

    /// The same walkmesh as another kind. The name of a file ([`Kind::of_file`]) is a better source than its content
    /// ([`Kind::new`]). A bake writes the tables and the type word of the kind.
    #[must_use]
    pub fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The same walkmesh with the room's position in the layout, around which the boxes of the tree are rounded.
    /// Without it a bake rounds around the origin of the area, and its trees differ in tie-breaks and last digits.
    #[must_use]
    pub fn with_layout_position(mut self, position: [f32; 3]) -> Self {
        self.layout_position = Some(position);
        self
    }

    /// The on-disk struct. Stale tables are unchanged, so call [`bake_stale`](Self::bake_stale) first.
    #[must_use]
    pub fn as_raw(&self) -> &Bwm {
        &self.raw
    }

    /// Returns the on-disk struct. Stale tables are unchanged, see [`as_raw`](Self::as_raw).
    #[must_use]
    pub fn into_raw(self) -> Bwm {
        self.raw
    }

    /// The kind: of a room, a placeable or a door.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The table of materials with which it is read.
    #[must_use]
    pub fn materials(&self) -> &MaterialTable {
        &self.materials
    }

    /// The room's position in the layout; `None` if it was not given.
    #[must_use]
    pub fn layout_position(&self) -> Option<[f32; 3]> {
        self.layout_position
    }
}
