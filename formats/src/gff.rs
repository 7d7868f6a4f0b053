//! BioWare's generic files, GFF `V3.2`: trees of structs with labelled fields. An area of Neverwinter Nights 2 has its
//! objects in one, the `.git`.
//!
//! A file has six tables: structs, fields, labels, the data of fields that do not fit into their record, and the lists of
//! the fields of structs and of the structs of lists. The tables are kept as they are, because a file may share and order
//! their rows in any way. [`Gff::root`] leads through the tree.
//!
//! Source: `docs/formats/gff.md`. The public description is BioWare's own.
//!
//! ```
//! use walkmesh_formats::{Document, gff::{Gff, Tree, TreeValue, Value}};
//!
//! let door = Tree::new(8).with("X", TreeValue::Float(4.5));
//! let area = Tree::root().with("Door List", TreeValue::List(vec![door]));
//! let file = Gff::from_tree(*b"GIT ", &area)?;
//! let file = Gff::from_bytes(&file.to_bytes()?)?;
//! let doors = file.root().unwrap().list("Door List").unwrap();
//! assert_eq!(doors.get(0).unwrap().field("X"), Some(Value::Float(4.5)));
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

mod directory;
mod tree;
#[cfg(feature = "arbitrary")]
mod valid;
mod view;

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use directory::Table;
pub use directory::{Directory, EmptyOffsets};
pub use tree::{Tree, TreeValue};
pub use view::{List, LocalisedString, Value, View};

use crate::document::OnDisk;
use crate::rows::literal;
use crate::signature::Signature;
use crate::tables::{arrangement, table, write_gaps, write_table};
use crate::{Arrangement, Source};

/// The version of all files of the games that were measured.
pub const VERSION: [u8; 4] = *b"V3.2";

/// Size of the header in bytes. The tables start after it.
pub const HEADER_SIZE: u32 = 56;

/// The first four bytes name the content, such as `GIT `; the version follows.
pub(crate) const SIGNATURE: Signature = Signature::Rule { start: |head| head.ends_with(&VERSION), whole: |_| true };

/// A whole GFF file.
///
/// The tables may be anywhere after the header. In real files they follow one another in the order of the fields
/// here, without a gap. [`arrangement`](Self::arrangement) keeps any other order.
#[binrw]
#[brw(little)]
#[br(import_raw(source: Source<'_>))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gff {
    /// The kind of content, such as `GIT `.
    pub file_type: [u8; 4],
    /// `V3.2`.
    #[br(temp, parse_with = literal, args(VERSION))]
    #[bw(calc = VERSION)]
    version: [u8; 4],
    /// The offsets and lengths of the tables.
    #[br(temp, parse_with = directory::read)]
    #[bw(calc = Directory::new([
        structs.len(), fields.len(), labels.len(), field_data.len(), field_indices.len(), list_indices.len(),
    ], empty_offsets, arrangement)?)]
    directory: Directory,
    /// The offsets that the directory stores for tables without rows.
    #[br(calc = EmptyOffsets(directory.places().empty_offsets()))]
    #[bw(ignore)]
    pub empty_offsets: EmptyOffsets,
    /// The structs; the first is the root.
    #[br(parse_with = table, args(directory.place(Table::Structs), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Structs)))]
    pub structs: Vec<Struct>,
    /// The fields of all structs.
    #[br(parse_with = table, args(directory.place(Table::Fields), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Fields)))]
    pub fields: Vec<Field>,
    /// The names of fields, filled up with NUL.
    #[br(parse_with = table, args(directory.place(Table::Labels), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Labels)))]
    pub labels: Vec<[u8; 16]>,
    /// The values of fields that take more than four bytes.
    #[br(parse_with = table, args(directory.place(Table::FieldData), source))]
    #[bw(write_with = write_table, args(directory.place(Table::FieldData)))]
    pub field_data: Vec<u8>,
    /// For each struct that does not have exactly one field, the indices of its fields.
    #[br(parse_with = table, args(directory.place(Table::FieldIndices), source))]
    #[bw(write_with = write_table, args(directory.place(Table::FieldIndices)))]
    pub field_indices: Vec<u32>,
    /// For each list, the number of its structs, and then their indices.
    #[br(parse_with = table, args(directory.place(Table::ListIndices), source))]
    #[bw(write_with = write_table, args(directory.place(Table::ListIndices)))]
    pub list_indices: Vec<u32>,
    /// The order in which the file has the tables (0 the structs, 5 the list indices), and the bytes outside all tables.
    #[br(parse_with = arrangement, args(directory.places()))]
    #[bw(write_with = write_gaps, args(directory.places()))]
    pub arrangement: Arrangement,
}

impl OnDisk for Gff {
    fn size_hint(&self) -> usize {
        HEADER_SIZE as usize
            + size_of_val(self.structs.as_slice())
            + size_of_val(self.fields.as_slice())
            + size_of_val(self.labels.as_slice())
            + self.field_data.len()
            + size_of_val(self.field_indices.as_slice())
            + size_of_val(self.list_indices.as_slice())
            + self.arrangement.bytes.len()
    }
}

/// A struct: 12 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Struct {
    /// Its type, as numbered by the program that wrote it: 0xFFFFFFFF for the root.
    pub struct_type: u32,
    /// With one field its index; otherwise the offset in bytes of the indices of its fields.
    pub fields: u32,
    /// Number of its fields.
    pub field_count: u32,
}

/// A field: 12 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Field {
    /// The type of its value (`docs/formats/gff.md#types`); [`Value`] has them.
    pub field_type: u32,
    /// The index of its label.
    pub label: u32,
    /// The value, if it takes four bytes or less. Otherwise where it is: an offset in bytes into the data of fields or into
    /// the indices of lists, or the index of a struct.
    pub data: [u8; 4],
}
