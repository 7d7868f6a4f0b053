//! [`ModuleInfo`]: the areas of a module, and the point where a game that is started in it begins
//! (`module.ifo`).

use crate::formats::gff::Gff;
use crate::formats::{Document, Error as FormatError};

use crate::instances::{text, vector};

/// The areas and the entry of a module, from its `module.ifo`.
///
/// Source: docs/formats/kotor-area.md#ifo.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ModuleInfo {
    /// The names of the areas, without an extension. All real modules have exactly one.
    pub areas: Vec<String>,
    /// The area in which the player appears; empty if the file names none.
    pub entry_area: String,
    /// The point where the player appears, in metres; `None` if a coordinate is missing or not finite.
    pub entry: Option<[f32; 3]>,
}

impl ModuleInfo {
    /// Reads a `module.ifo`.
    ///
    /// ```
    /// use walkmesh::formats::Document;
    /// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
    /// use walkmesh::kotor::ModuleInfo;
    ///
    /// let root = ["Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z"]
    ///     .into_iter()
    ///     .fold(Tree::root(), |root, label| root.with(label, TreeValue::Float(2.0)))
    ///     .with("Mod_Entry_Area", TreeValue::ResRef(b"m13aa".to_vec()));
    /// let info = ModuleInfo::from_bytes(&Gff::from_tree(*b"IFO ", &root)?.to_bytes()?)?;
    /// assert_eq!((&*info.entry_area, info.entry), ("m13aa", Some([2.0; 3])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes are not a GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let gff = Gff::from_bytes(bytes)?;
        let Some(root) = gff.root() else {
            return Ok(Self { areas: Vec::new(), entry_area: String::new(), entry: None });
        };
        let areas = root.list("Mod_Area_list").into_iter().flat_map(|list| list.iter());
        Ok(Self {
            areas: areas.map(|area| text(area, "Area_Name")).collect(),
            entry_area: text(root, "Mod_Entry_Area"),
            entry: vector(root, ["Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z"]),
        })
    }
}
