//! [`Directory`]: the places of the six tables of a GFF file.

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use super::HEADER_SIZE;
use crate::Arrangement;
use crate::error::Wrong;
use crate::rows::row;
use crate::tables::{self, Place, Places};

/// A table, in the order of the directory and of every real file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Structs,
    Fields,
    Labels,
    FieldData,
    FieldIndices,
    ListIndices,
}

impl Table {
    pub(super) const ALL: [Self; 6] =
        [Self::Structs, Self::Fields, Self::Labels, Self::FieldData, Self::FieldIndices, Self::ListIndices];

    fn row_size(self) -> u32 {
        match self {
            Self::Structs | Self::Fields => 12,
            Self::Labels => 16,
            Self::FieldData => 1,
            Self::FieldIndices | Self::ListIndices => 4,
        }
    }

    /// The number of bytes of an entry that the directory counts as one: the indices are counted in bytes.
    fn counted_as(self) -> u32 {
        match self {
            Self::FieldIndices | Self::ListIndices => self.row_size(),
            Self::Structs | Self::Fields | Self::Labels | Self::FieldData => 1,
        }
    }
}

/// For each table, the offset that the directory stores when the table has no rows: `None` for the place where the
/// table would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EmptyOffsets(pub [Option<u32>; 6]);

/// Offsets and counts of the tables, 0x08 to 0x38 of the header.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Directory {
    /// Offset of the structs, from the start of the file.
    pub struct_offset: u32,
    /// Number of structs.
    pub struct_count: u32,
    /// Offset of the fields.
    pub field_offset: u32,
    /// Number of fields.
    pub field_count: u32,
    /// Offset of the labels.
    pub label_offset: u32,
    /// Number of labels.
    pub label_count: u32,
    /// Offset of the data of fields.
    pub field_data_offset: u32,
    /// Bytes of data.
    pub field_data_count: u32,
    /// Offset of the field indices.
    pub field_indices_offset: u32,
    /// Bytes of field indices.
    pub field_indices_count: u32,
    /// Offset of the list indices.
    pub list_indices_offset: u32,
    /// Bytes of list indices.
    pub list_indices_count: u32,
}

impl Directory {
    /// The directory of tables with these numbers of rows, arranged from the header on.
    pub(super) fn new(rows: [usize; 6], empty: &EmptyOffsets, arrangement: &Arrangement) -> Result<Self, Wrong> {
        let size = |table: Table| u32::try_from(rows[table as usize]).ok()?.checked_mul(table.row_size());
        let offsets = tables::offsets(HEADER_SIZE, &Table::ALL, Table::ALL.map(size), &empty.0, arrangement)?;
        // Sizes too large for the file were already rejected.
        let count = |table: Table| rows[table as usize] as u32 * table.counted_as();
        Ok(Self {
            struct_offset: offsets[0],
            struct_count: count(Table::Structs),
            field_offset: offsets[1],
            field_count: count(Table::Fields),
            label_offset: offsets[2],
            label_count: count(Table::Labels),
            field_data_offset: offsets[3],
            field_data_count: count(Table::FieldData),
            field_indices_offset: offsets[4],
            field_indices_count: count(Table::FieldIndices),
            list_indices_offset: offsets[5],
            list_indices_count: count(Table::ListIndices),
        })
    }

    fn stored(&self, table: Table) -> (u32, u32) {
        match table {
            Table::Structs => (self.struct_offset, self.struct_count),
            Table::Fields => (self.field_offset, self.field_count),
            Table::Labels => (self.label_offset, self.label_count),
            Table::FieldData => (self.field_data_offset, self.field_data_count),
            Table::FieldIndices => (self.field_indices_offset, self.field_indices_count),
            Table::ListIndices => (self.list_indices_offset, self.list_indices_count),
        }
    }

    pub(super) fn place(&self, table: Table) -> Place {
        let (offset, stored) = self.stored(table);
        Place::new(stored / table.counted_as(), offset, table.row_size())
    }

    pub(super) fn places(&self) -> Places<6> {
        Places { header: HEADER_SIZE, tables: Table::ALL.map(|table| self.place(table)) }
    }
}

/// Reads the directory, and rejects tables that start inside the header or overlap, and indices that are not whole.
#[binrw::parser(reader, endian)]
pub(super) fn read() -> BinResult<Directory> {
    let here = reader.stream_position()?;
    let directory: Directory = row(reader, endian, ())?;
    for table in [Table::FieldIndices, Table::ListIndices] {
        let (_, stored) = directory.stored(table);
        if stored % table.counted_as() != 0 {
            let wrong = Wrong::new("indices of four bytes each", format_args!("{stored} bytes of indices"));
            return Err(wrong.here(here));
        }
    }
    directory.places().check_apart().map_err(|wrong| wrong.here(here))?;
    Ok(directory)
}
