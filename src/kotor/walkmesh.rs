//! One walkmesh in good names.

mod materials;

use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::{Document, Limits};

use super::stale::Stale;
use super::{Kind, MaterialConflict, MaterialTable, SaveError};

/// One walkmesh: a room's, a placeable's or a door's.
///
/// It owns the on-disk struct ([`as_raw`](Self::as_raw), [`into_raw`](Self::into_raw)), reads it in good names, and
/// remembers what edits have made stale, so that saving bakes exactly that.
#[derive(Clone, Debug)]
pub struct Walkmesh {
    pub(super) raw: Bwm,
    pub(super) kind: Kind,
    pub(super) materials: MaterialTable,
    /// Whether somebody has said that these materials hold; else they are a guess, which a file can contradict.
    pub(super) materials_given: bool,
    /// The conflict between file and materials before the first edit that touched it.
    pub(super) conflict: Option<Box<MaterialConflict>>,
    pub(super) layout_position: Option<[f32; 3]>,
    pub(super) stale: Stale,
}

impl Walkmesh {
    /// A view of a struct, with the first game's materials. Any struct will do: [`check`](Self::check) tells what is
    /// wrong with it.
    #[must_use]
    pub fn from_raw(raw: Bwm) -> Self {
        let kind = Kind::of(&raw);
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
    /// What [`Document::from_bytes`] says: the bytes are no BWM, or end too early.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, walkmesh_formats::Error> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// Reads a file under other limits than the default ones.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes).
    pub fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, walkmesh_formats::Error> {
        Bwm::from_bytes_with(bytes, limits).map(Self::from_raw)
    }

    /// Writes the file: the bytes that were read, but for what edits changed and made stale.
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

    /// The same walkmesh taken for another kind: a file's name, [`Kind::of_file`], knows better than [`Kind::of`]. A
    /// bake writes the tables and the type word that belong to the kind.
    #[must_use]
    pub fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// The same walkmesh with the room's position in the layout, which the tree's boxes were rounded around. Without
    /// it a bake takes the area's origin, and its trees differ in ties and last digits.
    #[must_use]
    pub fn with_layout_position(mut self, position: [f32; 3]) -> Self {
        self.layout_position = Some(position);
        self
    }

    /// The on-disk struct. Tables that edits have made stale stand in it as they were: [`bake_stale`](Self::bake_stale) first.
    #[must_use]
    pub fn as_raw(&self) -> &Bwm {
        &self.raw
    }

    /// Gives the on-disk struct back; as [`as_raw`](Self::as_raw) says of stale tables.
    #[must_use]
    pub fn into_raw(self) -> Bwm {
        self.raw
    }

    /// What the walkmesh is for.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What the faces are made of.
    #[must_use]
    pub fn materials(&self) -> &MaterialTable {
        &self.materials
    }

    /// The room's position in the layout, where it was told.
    #[must_use]
    pub fn layout_position(&self) -> Option<[f32; 3]> {
        self.layout_position
    }
}
