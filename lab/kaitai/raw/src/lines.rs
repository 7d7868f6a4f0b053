//! [`Lines`]: prints a value that serde can serialize as lines of a path, a type and a value.
//!
//! A number is printed with the name of its type, and a float as its bits, so that nothing is rounded. The length of a list, but not of an
//! array, is a separate line, whose path ends with `#`.

use std::fmt;
use std::io::{self, Write};

use serde::ser::{self, Serialize, Serializer};

/// A printing serializer, and its position in the value.
pub struct Lines<W> {
    out: W,
    path: String,
}

impl<W: Write> Lines<W> {
    pub fn new(out: W) -> Self {
        Self { out, path: String::new() }
    }

    /// Prints a value under a path.
    pub fn print(&mut self, path: &str, value: &impl Serialize) -> io::Result<()> {
        path.clone_into(&mut self.path);
        value.serialize(&mut *self).map_err(|Failed(message)| io::Error::other(message))
    }

    /// Prints one line.
    pub fn line(&mut self, path: &str, of: &str, value: impl fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{path}\t{of}\t{value}")
    }

    fn leaf(&mut self, of: &str, value: impl fmt::Display) -> Result<(), Failed> {
        writeln!(self.out, "{}\t{of}\t{value}", self.path).map_err(ser::Error::custom)
    }

    /// Prints a value one step deeper.
    fn within<T: Serialize + ?Sized>(&mut self, step: &str, value: &T) -> Result<(), Failed> {
        let length = self.path.len();
        self.path.push_str(step);
        let done = value.serialize(&mut *self);
        self.path.truncate(length);
        done
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Failed> {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.within(&format!("{dot}{name}"), value)
    }
}

/// The reason why a value is not printed.
#[derive(Debug)]
pub struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// A list that is being printed.
pub struct List<'a, W> {
    lines: &'a mut Lines<W>,
    length: usize,
    /// True if its length is a separate field, as for a list but not for an array.
    has_count: bool,
}

macro_rules! leaves {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<(), Failed> {
            self.leaf(stringify!($type), value)
        })*
    };
}

impl<'a, W: Write> Serializer for &'a mut Lines<W> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = List<'a, W>;
    type SerializeTuple = List<'a, W>;
    type SerializeTupleStruct = List<'a, W>;
    type SerializeTupleVariant = List<'a, W>;
    type SerializeMap = ser::Impossible<(), Failed>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    leaves! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_char: char,
        serialize_str: &str
    }

    fn serialize_f32(self, value: f32) -> Result<(), Failed> {
        self.leaf("f32", value.to_bits())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Failed> {
        self.leaf("f64", value.to_bits())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Failed> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Failed> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Failed> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Failed> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failed> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Failed> {
        self.leaf("variant", variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Failed> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Failed> {
        self.field(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a, W>, Failed> {
        Ok(List { lines: self, length: 0, has_count: true })
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'a, W>, Failed> {
        Ok(List { lines: self, length: 0, has_count: false })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'a, W>, Failed> {
        Ok(List { lines: self, length: 0, has_count: false })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<List<'a, W>, Failed> {
        Ok(List { lines: self, length: 0, has_count: false })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        Err(ser::Error::custom("no value on disk is a map"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Failed> {
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, Failed> {
        Ok(self)
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident),*) => {
        $(impl<W: Write> ser::$trait for List<'_, W> {
            type Ok = ();
            type Error = Failed;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
                self.length += 1;
                self.lines.within(&format!("[{}]", self.length - 1), value)
            }

            fn end(self) -> Result<(), Failed> {
                if self.has_count { self.lines.within("#", &(self.length as u64)) } else { Ok(()) }
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
}

macro_rules! structs {
    ($($trait:ident),*) => {
        $(impl<W: Write> ser::$trait for &mut Lines<W> {
            type Ok = ();
            type Error = Failed;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Failed> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Failed> {
                Ok(())
            }
        })*
    };
}

structs!(SerializeStruct, SerializeStructVariant);
