//! A dump of any value that serde can serialize, for a reviewer: one line per field, and bytes in hex beside their ASCII.

use std::fmt::{self, Write};

use serde::ser::{self, Serialize, Serializer};

/// The length of the longest value on one line.
const WIDTH: usize = 100;
/// Bytes in a line.
const BYTES: usize = 16;

/// Shows a value with the names of its fields.
///
/// # Panics
/// When the value refuses to be serialized.
pub fn dump(value: &impl Serialize) -> String {
    let node = value.serialize(Nodes).expect("the value can be serialized");
    let mut text = String::new();
    node.write(&mut text, 0);
    text.push('\n');
    text
}

/// A value, with the distinctions that a dump makes.
enum Node {
    Text(String),
    Byte(u8),
    List(Vec<Node>),
    /// The name of a struct or variant, and its fields.
    Fields(String, Vec<(String, Node)>),
    /// The name of a variant around one value.
    Around(String, Box<Node>),
}

impl Node {
    /// The value on one line.
    fn line(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Byte(byte) => byte.to_string(),
            Self::List(items) => match bytes_of(items) {
                Some(bytes) => format!("{} |{}|", hex(&bytes), ascii(&bytes)),
                None => format!("[{}]", items.iter().map(Self::line).collect::<Vec<_>>().join(", ")),
            },
            Self::Fields(name, fields) => {
                let fields: Vec<_> = fields.iter().map(|(name, value)| format!("{name}: {}", value.line())).collect();
                format!("{name} {{ {} }}", fields.join(", "))
            }
            Self::Around(name, value) => format!("{name}({})", value.line()),
        }
    }

    /// Writes the value after the text on the line, and continues below it, indented, if it is long.
    fn write(&self, text: &mut String, depth: usize) {
        let below = |text: &mut String, label: &str, value: &Self| {
            write!(text, "\n{:1$}{label}", "", 2 * (depth + 1)).expect("a string takes all");
            value.write(text, depth + 1);
        };
        match self {
            Self::List(items) if bytes_of(items).is_some_and(|bytes| bytes.len() > BYTES) => {
                let bytes = bytes_of(items).unwrap_or_default();
                write!(text, "{} bytes", bytes.len()).expect("a string takes all");
                for (line, bytes) in bytes.chunks(BYTES).enumerate() {
                    let (at, hex) = (line * BYTES, hex(bytes));
                    write!(text, "\n{:1$}{at:04x}  {hex:<47}  |{2}|", "", 2 * (depth + 1), ascii(bytes))
                        .expect("a string takes all");
                }
            }
            _ if self.line().len() + 2 * depth <= WIDTH => text.push_str(&self.line()),
            Self::List(items) => {
                write!(text, "{} items", items.len()).expect("a string takes all");
                items.iter().enumerate().for_each(|(at, item)| below(text, &format!("[{at}] "), item));
            }
            Self::Fields(name, fields) => {
                text.push_str(name);
                fields.iter().for_each(|(name, value)| below(text, &format!("{name}: "), value));
            }
            Self::Around(name, value) => {
                write!(text, "{name} of ").expect("a string takes all");
                value.write(text, depth);
            }
            Self::Text(_) | Self::Byte(_) => text.push_str(&self.line()),
        }
    }
}

/// The bytes of a list that contains only bytes.
fn bytes_of(items: &[Node]) -> Option<Vec<u8>> {
    let byte = |item: &Node| if let Node::Byte(byte) = item { Some(*byte) } else { None };
    items.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|bytes| !bytes.is_empty())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn ascii(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| if byte.is_ascii_graphic() || byte == b' ' { byte.into() } else { '.' }).collect()
}

/// The reason why a value is not serialized.
#[derive(Debug)]
struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Makes a [`Node`] from a value.
struct Nodes;

/// The parts of a list or of a struct that were dumped so far.
#[derive(Default)]
struct Parts {
    name: String,
    items: Vec<Node>,
    fields: Vec<(String, Node)>,
}

impl Parts {
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

macro_rules! as_text {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<Node, Refused> {
            Ok(Node::Text(format!("{value:?}")))
        })*
    };
}

impl Serializer for Nodes {
    type Ok = Node;
    type Error = Refused;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = ser::Impossible<Node, Refused>;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    as_text! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64,
        serialize_char: char, serialize_str: &str
    }

    fn serialize_u8(self, value: u8) -> Result<Node, Refused> {
        Ok(Node::Byte(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Node, Refused> {
        Ok(Node::List(value.iter().copied().map(Node::Byte).collect()))
    }

    fn serialize_none(self) -> Result<Node, Refused> {
        Ok(Node::Text("none".to_owned()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Node, Refused> {
        value.serialize(Self)
    }

    fn serialize_unit(self) -> Result<Node, Refused> {
        Ok(Node::Text("()".to_owned()))
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Node, Refused> {
        Ok(Node::Text(name.to_owned()))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Node, Refused> {
        Ok(Node::Text(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Node, Refused> {
        value.serialize(Self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Node, Refused> {
        Ok(Node::Around(variant.to_owned(), Box::new(value.serialize(Self)?)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, Refused> {
        Ok(Parts::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::default())
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::named(name))
    }

    fn serialize_tuple_variant(self, _: &str, _: u32, variant: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::named(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Refused> {
        Err(ser::Error::custom("no value on disk is a map"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::named(name))
    }

    fn serialize_struct_variant(self, _: &str, _: u32, variant: &'static str, _: usize) -> Result<Parts, Refused> {
        Ok(Parts::named(variant))
    }
}

macro_rules! lists {
    ($($trait:ident $method:ident),*) => {
        $(impl ser::$trait for Parts {
            type Ok = Node;
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.items.push(value.serialize(Nodes)?);
                Ok(())
            }

            fn end(self) -> Result<Node, Refused> {
                let list = Node::List(self.items);
                Ok(if self.name.is_empty() { list } else { Node::Around(self.name, Box::new(list)) })
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
        $(impl ser::$trait for Parts {
            type Ok = Node;
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Refused> {
                self.fields.push((name.to_owned(), value.serialize(Nodes)?));
                Ok(())
            }

            fn end(self) -> Result<Node, Refused> {
                Ok(Node::Fields(self.name, self.fields))
            }
        })*
    };
}

structs!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    struct Sample {
        name: [u8; 4],
        place: (f32, f32),
        faces: Vec<u32>,
        none: Option<u8>,
    }

    #[test]
    fn short_values_stand_on_one_line_and_bytes_beside_their_ascii() {
        let sample = Sample { name: *b"TRWH", place: (1.0, -0.5), faces: vec![7], none: None };
        let line = "Sample { name: 54 52 57 48 |TRWH|, place: [1.0, -0.5], faces: [7], none: none }\n";
        assert_eq!(dump(&sample), line);
        let long = dump(&Sample { faces: vec![1000; 20], ..sample });
        assert!(long.starts_with(
            "Sample\n  name: 54 52 57 48 |TRWH|\n  place: [1.0, -0.5]\n  faces: 20 items\n    [0] 1000\n"
        ));
        let bytes = dump(&[b'a'; 17]);
        assert!(bytes.starts_with("17 bytes\n  0000  61 61 61"), "{bytes}");
        assert!(bytes.ends_with(&format!("  0010  61{:45}  |a|\n", "")), "{bytes}");
    }
}
