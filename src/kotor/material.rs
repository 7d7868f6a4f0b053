//! [`MaterialTable`]: the materials of faces, the rows of `surfacemat.2da`.
//!
//! A walkmesh stores one number per face. A table says whether creatures can walk on it, and whether it blocks sight. A
//! mod may replace the table, so the library takes it as a parameter.
//!
//! ```
//! use walkmesh::kotor::{MaterialId, MaterialTable};
//!
//! let table = MaterialTable::kotor();
//! assert!(table.is_walkable(MaterialId(4)), "stone");
//! assert!(!table.is_walkable(MaterialId(16)), "not in the first game");
//! assert!(MaterialTable::UNKNOWN_IN_KOTOR2.contains(&MaterialId(16)));
//! ```

mod conflict;
mod from_2da;
mod mask;
mod stored;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use walkmesh_formats::bwm::Bwm;

pub use self::conflict::MaterialConflict;
pub use self::from_2da::MaterialTableError;
pub use self::mask::MaterialMask;
use self::stored::stored_walkable;

/// A row of `surfacemat.2da`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialId(pub u32);

impl fmt::Display for MaterialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "material {}", self.0)
    }
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Material {
    /// The row's label.
    pub name: Cow<'static, str>,
    /// Creatures can walk on it (column `Walk`).
    pub walk: bool,
    /// The column `WalkCheck`, from which the engine is reported to build a mask. It is not known which queries use it.
    pub walk_check: bool,
    /// It blocks the line of sight (column `LineOfSight`).
    pub line_of_sight: bool,
    /// Grass grows on it (column `Grass`).
    pub grass: bool,
}

/// The materials of a game, by their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialTable {
    /// Shared by the rooms of an area.
    rows: Arc<Vec<Material>>,
}

/// Label, walk, walk check, line of sight, grass. Source: `docs/formats/bwm.md#materials`, from an
/// installation of the first game.
type Row = (&'static str, bool, bool, bool, bool);
const YES: bool = true;
const NO: bool = false;
const KOTOR: [Row; 31] = [
    ("NotDefined", NO, NO, NO, NO),
    ("Dirt", YES, YES, YES, NO),
    ("Obscuring", NO, NO, YES, NO),
    ("Grass", YES, YES, YES, YES),
    ("Stone", YES, YES, YES, NO),
    ("Wood", YES, YES, YES, NO),
    ("Water", YES, YES, YES, NO),
    ("Nonwalk", NO, YES, YES, NO),
    ("Transparent", NO, YES, NO, NO),
    ("Carpet", YES, YES, YES, NO),
    ("Metal", YES, YES, YES, NO),
    ("Puddles", YES, YES, YES, NO),
    ("Swamp", YES, YES, YES, NO),
    ("Mud", YES, YES, YES, NO),
    ("Leaves", YES, YES, YES, NO),
    ("Lava", NO, YES, YES, NO),
    ("BottomlessPit", NO, YES, YES, NO),
    ("DeepWater", NO, YES, YES, NO),
    ("Door", YES, YES, NO, NO),
    ("NonWalkGrass", NO, YES, YES, YES),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("CRAP", NO, NO, NO, NO),
    ("Trigger", YES, YES, NO, NO),
];

impl MaterialTable {
    /// The name of the table's file.
    pub const FILE: &str = "surfacemat.2da";

    /// The materials for which it is unknown whether the tables of the two games agree.
    ///
    /// The second game's table was not found. There is evidence that creatures walk on 16, `BottomlessPit`, there: a modding tool treats it
    /// that way because of the room `104pera`, and the notes of another tool, whose author read the game's own file, list it as the only
    /// row whose `Walk` differs. No file of the corpus contradicts the other rows. Source: `docs/formats/bwm.md#materials`.
    pub const UNKNOWN_IN_KOTOR2: [MaterialId; 1] = [MaterialId(16)];

    /// The first game's table: 31 rows, of which 1, 3 to 6, 9 to 14, 18 and 30 can be walked on. The second game's
    /// table was not found; every file of that game in the corpus agrees with this one, and
    /// [`UNKNOWN_IN_KOTOR2`](Self::UNKNOWN_IN_KOTOR2) names the rows that may differ.
    #[must_use]
    pub fn kotor() -> Self {
        KOTOR
            .iter()
            .map(|&(name, walk, walk_check, line_of_sight, grass)| Material {
                name: Cow::Borrowed(name),
                walk,
                walk_check,
                line_of_sight,
                grass,
            })
            .collect()
    }

    /// The table of the first Neverwinter Nights, for its walkmeshes as text. It is *reported*: no file of that game was
    /// present. Its rows 0 to 18 and 30 have the names of KotOR's, and are assumed to have their properties; 19 to 22
    /// are snow, sand, bare bones and a stone bridge, and are assumed to be walkable.
    ///
    /// ```
    /// use walkmesh::kotor::{MaterialId, MaterialTable};
    ///
    /// // In KotOR, 19 is grass on which nobody walks.
    /// assert!(MaterialTable::nwn1().is_walkable(MaterialId(19)));
    /// assert!(!MaterialTable::nwn1().is_walkable(MaterialId(7)));
    /// ```
    #[must_use]
    pub fn nwn1() -> Self {
        let mut table = Self::kotor();
        let ground = ["Snow", "Sand", "BareBones", "StoneBridge"];
        for (material, name) in (19..).zip(ground) {
            *table.row(MaterialId(material)) =
                Material { name: name.into(), walk: true, walk_check: true, line_of_sight: true, grass: false };
        }
        (23..30).for_each(|material| table.row(MaterialId(material)).name = "Temp".into());
        table
    }

    /// This table, corrected by a room's file: the materials of its first faces, as many as have rows of neighbours, are
    /// walkable, and the materials of its other faces are not. Use it for files whose table is missing.
    ///
    /// A material that occurs on both kinds of faces, or is beyond 31, is left unchanged. The file proves nothing if it has no neighbours,
    /// or if most of its neighbours are not edges of its first faces.
    #[must_use]
    pub fn as_shown_by(mut self, raw: &Bwm) -> Self {
        let Some(walkable) = stored_walkable(raw) else { return self };
        let (walkable, rest) = raw.materials.split_at(walkable.min(raw.materials.len()));
        let set = |ids: &[u32]| ids.iter().copied().map(MaterialId).collect::<BTreeSet<_>>();
        let (walkable, rest) = (set(walkable), set(rest));
        for &material in walkable.difference(&rest).filter(|&&material| MaterialMask::ALL.contains(material)) {
            self.row(material).walk = true;
        }
        for &material in rest.difference(&walkable) {
            if let Some(row) = self.get_mut(material) {
                row.walk = false;
            }
        }
        self
    }

    /// The row of a material that a mask can hold. If the table lacks the row, rows without any property are added.
    fn row(&mut self, material: MaterialId) -> &mut Material {
        let blank = Material { name: "".into(), walk: false, walk_check: false, line_of_sight: false, grass: false };
        let index = material.0 as usize;
        if index >= self.rows.len() {
            Arc::make_mut(&mut self.rows).resize(index + 1, blank);
        }
        &mut Arc::make_mut(&mut self.rows)[index]
    }

    /// The row of a material; `None` where the table has none.
    #[must_use]
    pub fn get(&self, material: MaterialId) -> Option<&Material> {
        self.rows.get(material.0 as usize)
    }

    /// The row of a material, for changes.
    pub fn get_mut(&mut self, material: MaterialId) -> Option<&mut Material> {
        Arc::make_mut(&mut self.rows).get_mut(material.0 as usize)
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether the table has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns whether creatures can walk on a material; `false` where the table has no such row.
    #[must_use]
    pub fn is_walkable(&self, material: MaterialId) -> bool {
        self.get(material).is_some_and(|row| row.walk)
    }

    /// The materials that creatures can walk on.
    #[must_use]
    pub fn walk_mask(&self) -> MaterialMask {
        self.mask(|row| row.walk)
    }

    /// The materials of the column `WalkCheck`. It is not known which queries of the engine use them.
    #[must_use]
    pub fn walk_check_mask(&self) -> MaterialMask {
        self.mask(|row| row.walk_check)
    }

    /// The materials that block sight.
    #[must_use]
    pub fn sight_mask(&self) -> MaterialMask {
        self.mask(|row| row.line_of_sight)
    }

    /// The materials for which `wanted` holds.
    #[must_use]
    pub fn mask(&self, wanted: impl Fn(&Material) -> bool) -> MaterialMask {
        (0..).zip(&*self.rows).filter(|(_, row)| wanted(row)).map(|(id, _)| MaterialId(id)).collect()
    }
}

impl Default for MaterialTable {
    fn default() -> Self {
        Self::kotor()
    }
}

impl FromIterator<Material> for MaterialTable {
    fn from_iter<I: IntoIterator<Item = Material>>(rows: I) -> Self {
        Self { rows: Arc::new(rows.into_iter().collect()) }
    }
}

#[cfg(test)]
mod tests {
    use walkmesh_formats::bwm::Face;

    use super::*;

    #[test]
    fn the_walkable_materials_are_those_of_the_first_games_table() {
        let walkable = [1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30].map(MaterialId).into_iter().collect();
        assert_eq!(MaterialTable::kotor().walk_mask(), walkable);
    }

    #[test]
    fn doors_and_triggers_can_be_seen_through() {
        let sight = MaterialTable::kotor().sight_mask();
        assert!(!sight.contains(MaterialId(18)) && !sight.contains(MaterialId(30)) && sight.contains(MaterialId(2)));
    }

    #[test]
    fn a_file_shows_what_one_can_walk_on_if_its_neighbours_are_its_first_faces() {
        let square = [[0, 1, 2], [0, 2, 3], [4, 5, 6]].map(|vertices| Face { vertices });
        let joined = [[-1, -1, 3], [2, -1, -1]].map(|edges| walkmesh_formats::bwm::Adjacency { edges });
        let file = |materials: [u32; 3], rows: usize| Bwm {
            vertices: vec![Default::default(); 7],
            faces: square.to_vec(),
            materials: materials.to_vec(),
            adjacencies: joined[..rows].to_vec(),
            ..Bwm::default()
        };
        let shown = |raw: &Bwm| {
            let table = MaterialTable::kotor().as_shown_by(raw);
            [0, 4, 7, 16].map(|id| table.is_walkable(MaterialId(id)))
        };
        let known = [false, true, false, false];
        assert_eq!(shown(&file([16, 16, 4], 2)), [false, false, false, true]);
        assert_eq!(shown(&file([16, 4, 4], 2)), [false, true, false, true], "4 is on both sides");
        assert_eq!(shown(&file([16, 16, 4], 0)), known, "no neighbours");
        assert_eq!(shown(&file([16, 16, 4], 1)), known, "a neighbour without a row");
        assert!(
            MaterialTable::kotor().as_shown_by(&file([31, 31, 4], 2)).is_walkable(MaterialId(31)),
            "a row is added"
        );
        assert_eq!(
            MaterialTable::kotor().as_shown_by(&file([99, 99, 7], 2)),
            MaterialTable::kotor(),
            "no mask holds 99"
        );
        let mut other = file([16, 16, 4], 2);
        other.faces.swap(0, 2);
        assert_eq!(shown(&other), known, "neighbours of other faces");
        other.vertices.clear();
        assert_eq!(shown(&other), known, "corners that are not vertices");
    }
}
