//! [`View`]: a struct of a GFF file with its fields by name.
//!
//! Stored values are not trusted: an index or an offset may be out of range, and a struct may contain itself.
//! A view therefore reads one field at a time, and never walks the whole tree.

use super::{Field, Gff, Struct};

/// The maximum number of fields of a struct that are searched for a name. Real structs have up to 136. Many structs may
/// share one long list of fields.
const MAX_FIELDS: usize = 512;

/// A struct with its fields by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View<'a> {
    file: &'a Gff,
    row: &'a Struct,
}

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Type 0.
    Byte(u8),
    /// Type 1.
    Char(i8),
    /// Type 2.
    Word(u16),
    /// Type 3.
    Short(i16),
    /// Type 4.
    Dword(u32),
    /// Type 5.
    Int(i32),
    /// Type 6.
    Dword64(u64),
    /// Type 7.
    Int64(i64),
    /// Type 8.
    Float(f32),
    /// Type 9.
    Double(f64),
    /// Type 10: text, in the encoding of the game's language.
    String(&'a [u8]),
    /// Type 11: the name of a resource.
    ResRef(&'a [u8]),
    /// Type 12: text in several languages.
    LocalisedString(LocalisedString<'a>),
    /// Type 13: bytes of any meaning.
    Void(&'a [u8]),
    /// Type 14.
    Struct(View<'a>),
    /// Type 15.
    List(List<'a>),
    /// Type 16, of Knights of the Old Republic: a quaternion.
    Orientation([f32; 4]),
    /// Type 17, of Knights of the Old Republic.
    Vector([f32; 3]),
}

/// Structs in an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<'a> {
    file: &'a Gff,
    structs: &'a [u32],
}

/// Text in several languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalisedString<'a> {
    /// The row of the game's table of texts, or `u32::MAX`.
    pub string_ref: u32,
    data: &'a [u8],
}

impl Gff {
    /// The root struct; `None` in a file without structs.
    pub fn root(&self) -> Option<View<'_>> {
        self.view(0)
    }

    fn view(&self, index: u32) -> Option<View<'_>> {
        Some(View { file: self, row: self.structs.get(index as usize)? })
    }

    /// The bytes of a field's value from an offset on.
    fn data(&self, offset: u32, size: usize) -> Option<&[u8]> {
        let start = offset as usize;
        self.field_data.get(start..start.checked_add(size)?)
    }

    /// The bytes after their length, which takes four bytes.
    fn counted(&self, offset: u32) -> Option<&[u8]> {
        let size = u32::from_le_bytes(self.data(offset, 4)?.try_into().ok()?);
        self.data(offset.checked_add(4)?, size as usize)
    }

    fn floats<const N: usize>(&self, offset: u32) -> Option<[f32; N]> {
        let mut floats = [0.0; N];
        for (float, bytes) in floats.iter_mut().zip(self.data(offset, 4 * N)?.chunks_exact(4)) {
            *float = f32::from_le_bytes(bytes.try_into().ok()?);
        }
        Some(floats)
    }

    /// The value of a field; `None` if it is incomplete, or its type is unknown.
    pub fn value(&self, field: &Field) -> Option<Value<'_>> {
        let word = u32::from_le_bytes(field.data);
        let [a, b, ..] = field.data;
        let eight = || self.data(word, 8)?.try_into().ok();
        Some(match field.field_type {
            0 => Value::Byte(a),
            1 => Value::Char(i8::from_le_bytes([a])),
            2 => Value::Word(u16::from_le_bytes([a, b])),
            3 => Value::Short(i16::from_le_bytes([a, b])),
            4 => Value::Dword(word),
            5 => Value::Int(i32::from_le_bytes(field.data)),
            6 => Value::Dword64(u64::from_le_bytes(eight()?)),
            7 => Value::Int64(i64::from_le_bytes(eight()?)),
            8 => Value::Float(f32::from_le_bytes(field.data)),
            9 => Value::Double(f64::from_le_bytes(eight()?)),
            10 => Value::String(self.counted(word)?),
            11 => {
                let size = *self.data(word, 1)?.first()?;
                Value::ResRef(self.data(word.checked_add(1)?, size.into())?)
            }
            12 => {
                let (string_ref, data) = self.counted(word)?.split_first_chunk()?;
                Value::LocalisedString(LocalisedString { string_ref: u32::from_le_bytes(*string_ref), data })
            }
            13 => Value::Void(self.counted(word)?),
            14 => Value::Struct(self.view(word)?),
            15 => Value::List(self.list(word)?),
            16 => Value::Orientation(self.floats(word)?),
            17 => Value::Vector(self.floats(word)?),
            _ => return None,
        })
    }

    fn list(&self, offset: u32) -> Option<List<'_>> {
        let start = aligned(offset)?;
        let count = *self.list_indices.get(start)? as usize;
        let structs = self.list_indices.get(start + 1..)?.get(..count)?;
        Some(List { file: self, structs })
    }

    /// The name of a field, without the NULs after it.
    fn label(&self, field: &Field) -> Option<&[u8]> {
        let label = self.labels.get(field.label as usize)?;
        let end = label.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        Some(&label[..end])
    }
}

/// The index of the four-byte number at an offset.
fn aligned(offset: u32) -> Option<usize> {
    offset.is_multiple_of(4).then_some(offset as usize / 4)
}

impl<'a> View<'a> {
    /// Its type, as numbered by the program that wrote it: `u32::MAX` for the root.
    pub fn struct_type(&self) -> u32 {
        self.row.struct_type
    }

    /// Its fields as stored, without those that are missing.
    fn rows(&self) -> impl Iterator<Item = &'a Field> + use<'a> {
        let Self { file, row } = *self;
        let count = row.field_count as usize;
        let indices = || file.field_indices.get(aligned(row.fields)?..)?.get(..count);
        let indices = match count {
            1 => std::slice::from_ref(&row.fields),
            _ => indices().unwrap_or_default(),
        };
        indices.iter().filter_map(|index| file.fields.get(*index as usize))
    }

    /// Its fields by name, without fields whose value is incomplete or of an unknown type.
    pub fn fields(&self) -> impl Iterator<Item = (&'a [u8], Value<'a>)> + use<'a> {
        let file = self.file;
        self.rows().filter_map(|field| Some((file.label(field)?, file.value(field)?)))
    }

    /// The value of a field; the first if several have the name. Only the first 512 fields of a struct are searched.
    pub fn field(&self, label: &str) -> Option<Value<'a>> {
        let file = self.file;
        self.rows()
            .take(MAX_FIELDS)
            .find(|field| file.label(field) == Some(label.as_bytes()))
            .and_then(|field| file.value(field))
    }

    /// A field that is a list.
    pub fn list(&self, label: &str) -> Option<List<'a>> {
        self.field(label).and_then(|value| if let Value::List(list) = value { Some(list) } else { None })
    }

    /// A field that is a struct.
    pub fn child(&self, label: &str) -> Option<Self> {
        self.field(label).and_then(|value| if let Value::Struct(child) = value { Some(child) } else { None })
    }

    /// A field that is a number, rounded to 32 bits as the games do when they load it.
    pub fn float(&self, label: &str) -> Option<f32> {
        match self.field(label)? {
            Value::Float(value) => Some(value),
            Value::Double(value) => Some(value as f32),
            value => value.integer().map(|value| value as f32),
        }
    }

    /// A field that is text: a string, or the name of a file.
    pub fn text(&self, label: &str) -> Option<&'a [u8]> {
        match self.field(label)? {
            Value::String(text) | Value::ResRef(text) => Some(text),
            _ => None,
        }
    }

    /// A field that is a whole number.
    pub fn integer(&self, label: &str) -> Option<i64> {
        self.field(label)?.integer()
    }
}

impl Value<'_> {
    /// The value of a whole number, if it fits.
    pub fn integer(&self) -> Option<i64> {
        match *self {
            Self::Byte(value) => Some(value.into()),
            Self::Char(value) => Some(value.into()),
            Self::Word(value) => Some(value.into()),
            Self::Short(value) => Some(value.into()),
            Self::Dword(value) => Some(value.into()),
            Self::Int(value) => Some(value.into()),
            Self::Dword64(value) => value.try_into().ok(),
            Self::Int64(value) => Some(value),
            _ => None,
        }
    }
}

impl<'a> List<'a> {
    /// Number of structs.
    pub fn len(&self) -> usize {
        self.structs.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.structs.is_empty()
    }

    /// A struct; `None` past the end, and if the struct is missing.
    pub fn get(&self, index: usize) -> Option<View<'a>> {
        self.file.view(*self.structs.get(index)?)
    }

    /// Its structs, without those that are missing.
    pub fn iter(&self) -> impl Iterator<Item = View<'a>> + use<'a> {
        let file = self.file;
        self.structs.iter().filter_map(|index| file.view(*index))
    }
}

impl<'a> LocalisedString<'a> {
    /// The texts, each with the number of its language and gender, up to the first incomplete one.
    pub fn strings(&self) -> impl Iterator<Item = (u32, &'a [u8])> + use<'a> {
        let (count, mut data) =
            self.data.split_first_chunk().map_or((0, self.data), |(count, rest)| (u32::from_le_bytes(*count), rest));
        (0..count).map_while(move |_| {
            let (id, rest) = data.split_first_chunk()?;
            let (size, rest) = rest.split_first_chunk()?;
            let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
            data = rest;
            Some((u32::from_le_bytes(*id), text))
        })
    }
}
