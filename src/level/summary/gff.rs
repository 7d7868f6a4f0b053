//! A GFF, such as the objects of an area, in numbers.

use crate::formats::gff::{Gff, Value};
use crate::nwn2::Git;

use super::AreaSummary;

/// A GFF in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GffSummary {
    /// The content of the file, such as `GIT`: the objects of an area.
    pub holds: String,
    /// Number of structs.
    pub structs: usize,
    /// Number of fields of all structs.
    pub fields: usize,
    /// Number of triggers that are cutters, which cut a hole into the walkmesh of an NWN2 area; `None` for a file that is not a
    /// GIT.
    pub walkmesh_cutters: Option<usize>,
    /// The lists of the root, in the order of the file, such as the lists of placeables and doors.
    pub lists: Vec<ListSummary>,
}

/// The objects of an area in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GitSummary {
    /// The file by itself.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub gff: GffSummary,
    /// The other files of the area; `None` for Neverwinter Nights 2, where the summary of the TRN or TRX has them.
    #[cfg_attr(feature = "serde", serde(flatten, skip_serializing_if = "Option::is_none"))]
    pub files: Option<AreaSummary>,
}

/// A list of a GFF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ListSummary {
    /// Its name.
    pub name: String,
    /// Number of items.
    pub items: usize,
}

impl GffSummary {
    pub(in crate::level) fn new(file: &Gff) -> Self {
        let root = file.root();
        let fields = root.iter().flat_map(|root| root.fields());
        let lists = fields.filter_map(|(name, value)| match value {
            Value::List(list) => Some(ListSummary { name: name.escape_ascii().to_string(), items: list.len() }),
            _ => None,
        });
        let is_git = file.file_type == *b"GIT ";
        Self {
            holds: file.file_type.trim_ascii_end().escape_ascii().to_string(),
            structs: file.structs.len(),
            fields: file.fields.len(),
            walkmesh_cutters: is_git.then(|| Git::from_raw(file.clone()).cutters().cutters.len()),
            lists: lists.collect(),
        }
    }
}
