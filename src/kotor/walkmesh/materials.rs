//! The table of materials of a walkmesh, and its conflicts with the file.

use super::Walkmesh;
use crate::kotor::{MaterialConflict, MaterialTable};

impl Walkmesh {
    /// The same walkmesh with another table of materials, which decides where creatures can walk. Checks, bakes and
    /// queries use it. Nothing becomes stale: the result is as if the file had been opened with this table.
    ///
    /// A given table is assumed to be right, so [`bake`](Self::bake) follows it even where the file contradicts it.
    /// Without this call the first game's table is assumed, and a bake refuses a file that contradicts it.
    #[must_use]
    pub fn with_materials(mut self, materials: MaterialTable) -> Self {
        self.materials = materials;
        self.materials_given = true;
        self.conflict = None;
        self
    }

    /// The same walkmesh with a table of materials that agrees with its stored neighbours: the table that it has,
    /// changed by [`MaterialTable::as_shown_by`]. A bake then does not change which faces are walkable.
    ///
    /// No table agrees with a file in which some faces of a material have neighbours and others have none. A
    /// bake still refuses such a file, and [`material_conflict`](Self::material_conflict) names the faces.
    #[must_use]
    pub fn with_materials_as_stored(mut self) -> Self {
        if self.kind.is_room() && !self.stale.adjacency {
            let table = self.materials.clone().as_shown_by(&self.raw);
            self.assume_materials(table);
        }
        self
    }

    /// Changes the table of materials without asserting that the new one is right.
    pub(in crate::kotor) fn assume_materials(&mut self, materials: MaterialTable) {
        self.materials = materials;
        self.materials_given = false;
        self.conflict = None;
    }

    /// The faces on which the file and [`materials`](Self::materials) disagree: the file stores neighbours for a face
    /// that is unwalkable by the table, or none for a face that is walkable by the table.
    ///
    /// `None` where both agree, in a placeable or door, and where the stored neighbours prove nothing: an edit has made
    /// them stale, there are none, or most of them do not belong to the first faces.
    ///
    /// ```
    /// use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mut raw = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?.into_raw();
    /// raw.materials[0] = 16;
    /// let conflict = Walkmesh::from_raw(raw).material_conflict().unwrap();
    /// assert_eq!(conflict.walkable_as_stored, [(FaceId(0), MaterialId(16))]);
    /// # Ok::<(), walkmesh::kotor::EditError>(())
    /// ```
    #[must_use]
    pub fn material_conflict(&self) -> Option<MaterialConflict> {
        self.conflict_with(&self.materials)
    }

    fn conflict_with(&self, materials: &MaterialTable) -> Option<MaterialConflict> {
        let is_stored = self.kind.is_room() && !self.stale.adjacency;
        is_stored.then(|| MaterialConflict::new(&self.raw, materials)).flatten()
    }

    /// Records the conflict of a file before an edit changes it, if no table was given.
    pub(in crate::kotor) fn remember_conflict(&mut self) {
        if self.conflict.is_none() && !self.materials_given {
            self.conflict = self.material_conflict().map(Box::new);
        }
    }

    /// Records the conflicts of both walkmeshes with this one's table, before the other walkmesh is merged into this one.
    pub(in crate::kotor) fn remember_conflict_of(&mut self, other: &Self) {
        self.remember_conflict();
        let theirs = other.conflict.as_deref().cloned().or_else(|| other.conflict_with(&self.materials));
        if let Some(theirs) = theirs.filter(|_| !self.materials_given) {
            let first = self.face_count() as u32;
            self.conflict.get_or_insert_default().extend(&theirs, first);
            self.stale.connections();
        }
    }
}
