//! [`Directory`]: where the six tables of a GFF file stand.

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use super::HEADER_SIZE;
use crate::Arrangement;
use crate::arrangement::Piece;
use crate::error::Wrong;
use crate::rows::{Span, check_apart, row};

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

    /// How many bytes an entry of the directory counts as one: the indices are counted in bytes.
    fn counted_as(self) -> u32 {
        match self {
            Self::FieldIndices | Self::ListIndices => self.row_size(),
            Self::Structs | Self::Fields | Self::Labels | Self::FieldData => 1,
        }
    }
}

/// A table's place in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) count: u32,
    pub(super) offset: u32,
    pub(super) size: u64,
}

/// For each table the offset that the directory stores when the table has no rows: `None` for the place where the table
/// would stand.
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
    pub(super) fn of(rows: [usize; 6], empty: &EmptyOffsets, arrangement: &Arrangement) -> Result<Self, Wrong> {
        let mut next = HEADER_SIZE;
        let (mut offsets, mut sizes) = ([0; 6], [0; 6]);
        arrangement.try_each(Table::ALL.len(), |piece| {
            let size = match piece {
                Piece::Part(part) => {
                    offsets[part] = next;
                    let size = u32::try_from(rows[part]).ok();
                    let size = size.and_then(|rows| rows.checked_mul(Table::ALL[part].row_size()));
                    sizes[part] = size.unwrap_or_default();
                    size
                }
                Piece::Gap(bytes) => u32::try_from(bytes.len()).ok(),
            };
            next = size.and_then(|size| next.checked_add(size)).ok_or_else(|| {
                Wrong::unwritable("directory", "tables that end within 4 GiB", "one that ends beyond")
            })?;
            Ok(())
        })?;
        let mut running = HEADER_SIZE;
        for (part, size) in sizes.into_iter().enumerate() {
            match size {
                0 => offsets[part] = empty.0[part].unwrap_or(running),
                _ => running = offsets[part] + size,
            }
        }
        let count = |table: Table| sizes[table as usize] / table.row_size() * table.counted_as();
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
        let count = stored / table.counted_as();
        Place { count, offset, size: u64::from(count) * u64::from(table.row_size()) }
    }

    /// The offsets of empty tables that differ from the running ones.
    pub(super) fn empty_offsets(&self) -> EmptyOffsets {
        let mut running = u64::from(HEADER_SIZE);
        EmptyOffsets(Table::ALL.map(|table| {
            let Place { count, offset, size } = self.place(table);
            if count > 0 {
                running = u64::from(offset) + size;
                return None;
            }
            (u64::from(offset) != running).then_some(offset)
        }))
    }

    pub(super) fn spans(&self) -> [Span; 6] {
        Table::ALL.map(|table| {
            let Place { offset, size, .. } = self.place(table);
            Span { start: offset, size }
        })
    }
}

/// Reads the directory, and refuses tables that start inside the header or overlap, and indices that are not whole.
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
    check_apart(&mut directory.spans(), HEADER_SIZE.into()).map_err(|wrong| wrong.here(here))?;
    Ok(directory)
}
