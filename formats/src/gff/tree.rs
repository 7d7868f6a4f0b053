//! [`Tree`]: a struct with all its descendants, from which a GFF file is made.

use std::collections::HashMap;

use super::{Field, Gff, Struct};
use crate::error::Wrong;
use crate::{Error, Format};

/// A struct with all its descendants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Its type, as numbered by the program that reads it.
    pub struct_type: u32,
    /// Its fields by name. A name has at most 16 bytes.
    pub fields: Vec<(String, TreeValue)>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TreeValue {
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
    /// Type 10.
    String(Vec<u8>),
    /// Type 11: at most 255 bytes.
    ResRef(Vec<u8>),
    /// Type 12: the row of the game's table of texts, and the texts by the number of their language and gender.
    LocalisedString(u32, Vec<(u32, Vec<u8>)>),
    /// Type 13.
    Void(Vec<u8>),
    /// Type 14.
    Struct(Tree),
    /// Type 15.
    List(Vec<Tree>),
    /// Type 16.
    Orientation([f32; 4]),
    /// Type 17.
    Vector([f32; 3]),
}

/// The greatest depth of a tree.
const MAX_DEPTH: usize = 64;

impl Tree {
    /// A struct without fields.
    #[must_use]
    pub fn new(struct_type: u32) -> Self {
        Self { struct_type, fields: Vec::new() }
    }

    /// The root struct, without fields.
    #[must_use]
    pub fn root() -> Self {
        Self::new(u32::MAX)
    }

    /// The same struct with one more field.
    #[must_use]
    pub fn with(mut self, label: impl Into<String>, value: TreeValue) -> Self {
        self.fields.push((label.into(), value));
        self
    }
}

impl Gff {
    /// Makes a file of a tree. Equal labels are stored once.
    ///
    /// # Errors
    /// [`Error::Unwritable`] for a label of more than 16 bytes, the name of a resource of more than 255, a tree of more than 64
    /// levels, and tables of more than 4 GiB.
    pub fn from_tree(file_type: [u8; 4], tree: &Tree) -> Result<Self, Error> {
        let mut maker = Maker { file: Self { file_type, ..Self::default() }, labels: HashMap::new() };
        let unwritable = |wrong: Wrong| wrong.at(Format::Gff, "structs".to_owned(), 0);
        maker.add_struct(tree, 0).map_err(unwritable)?;
        Ok(maker.file)
    }
}

struct Maker<'a> {
    file: Gff,
    labels: HashMap<&'a str, u32>,
}

impl<'a> Maker<'a> {
    fn add_struct(&mut self, tree: &'a Tree, depth: usize) -> Result<u32, Wrong> {
        if depth == MAX_DEPTH {
            return Err(Wrong::unwritable("structs", format_args!("at most {MAX_DEPTH} levels"), "more"));
        }
        let index = number(self.file.structs.len())?;
        self.file.structs.push(Struct { struct_type: tree.struct_type, ..Struct::default() });
        let mut fields = Vec::with_capacity(tree.fields.len());
        for (label, value) in &tree.fields {
            let label = self.label(label)?;
            fields.push(number(self.file.fields.len())?);
            self.file.fields.push(Field { label, ..Field::default() });
            let (field_type, data) = self.value(value, depth)?;
            let row = &mut self.file.fields[fields[fields.len() - 1] as usize];
            (row.field_type, row.data) = (field_type, data);
        }
        let row = &mut self.file.structs[index as usize];
        row.field_count = number(fields.len())?;
        if let [only] = fields[..] {
            row.fields = only;
        } else {
            row.fields = number(4 * self.file.field_indices.len())?;
            self.file.field_indices.extend(fields);
        }
        Ok(index)
    }

    fn label(&mut self, label: &'a str) -> Result<u32, Wrong> {
        if let Some(&known) = self.labels.get(label) {
            return Ok(known);
        }
        let mut stored = [0; 16];
        let place = stored.get_mut(..label.len());
        let place = place.ok_or_else(|| Wrong::unwritable("labels", "at most 16 bytes", format_args!("{label:?}")))?;
        place.copy_from_slice(label.as_bytes());
        let index = number(self.file.labels.len())?;
        self.file.labels.push(stored);
        self.labels.insert(label, index);
        Ok(index)
    }

    /// The type of a value, and the bytes that its record stores.
    fn value(&mut self, value: &'a TreeValue, depth: usize) -> Result<(u32, [u8; 4]), Wrong> {
        let short = |[a, b]: [u8; 2]| [a, b, 0, 0];
        Ok(match value {
            TreeValue::Byte(value) => (0, [*value, 0, 0, 0]),
            TreeValue::Char(value) => (1, [value.to_le_bytes()[0], 0, 0, 0]),
            TreeValue::Word(value) => (2, short(value.to_le_bytes())),
            TreeValue::Short(value) => (3, short(value.to_le_bytes())),
            TreeValue::Dword(value) => (4, value.to_le_bytes()),
            TreeValue::Int(value) => (5, value.to_le_bytes()),
            TreeValue::Dword64(value) => (6, self.data(&value.to_le_bytes())?),
            TreeValue::Int64(value) => (7, self.data(&value.to_le_bytes())?),
            TreeValue::Float(value) => (8, value.to_le_bytes()),
            TreeValue::Double(value) => (9, self.data(&value.to_le_bytes())?),
            TreeValue::String(bytes) => (10, self.counted(bytes)?),
            TreeValue::ResRef(bytes) => {
                let size = u8::try_from(bytes.len());
                let size = size.map_err(|_| Wrong::unwritable("field_data", "at most 255 bytes", bytes.len()))?;
                (11, self.data(&[&[size], &bytes[..]].concat())?)
            }
            TreeValue::LocalisedString(string_ref, strings) => {
                let mut data = [string_ref.to_le_bytes(), number(strings.len())?.to_le_bytes()].concat();
                for (id, text) in strings {
                    data.extend(id.to_le_bytes().into_iter().chain(number(text.len())?.to_le_bytes()));
                    data.extend(text);
                }
                (12, self.counted(&data)?)
            }
            TreeValue::Void(bytes) => (13, self.counted(bytes)?),
            TreeValue::Struct(tree) => (14, self.add_struct(tree, depth + 1)?.to_le_bytes()),
            TreeValue::List(trees) => {
                let start = self.file.list_indices.len();
                self.file.list_indices.push(number(trees.len())?);
                self.file.list_indices.resize(start + 1 + trees.len(), 0);
                for (at, tree) in trees.iter().enumerate() {
                    self.file.list_indices[start + 1 + at] = self.add_struct(tree, depth + 1)?;
                }
                (15, number(4 * start)?.to_le_bytes())
            }
            TreeValue::Orientation(floats) => (16, self.data(&floats.map(f32::to_le_bytes).concat())?),
            TreeValue::Vector(floats) => (17, self.data(&floats.map(f32::to_le_bytes).concat())?),
        })
    }

    /// Adds bytes, preceded by their number, and returns their offset.
    fn counted(&mut self, bytes: &[u8]) -> Result<[u8; 4], Wrong> {
        let size = number(bytes.len())?.to_le_bytes();
        self.data(&[&size, bytes].concat())
    }

    /// Adds bytes, and returns their offset.
    fn data(&mut self, bytes: &[u8]) -> Result<[u8; 4], Wrong> {
        let offset = number(self.file.field_data.len())?;
        self.file.field_data.extend(bytes);
        Ok(offset.to_le_bytes())
    }
}

fn number(number: usize) -> Result<u32, Wrong> {
    u32::try_from(number).map_err(|_| Wrong::unwritable("structs", "tables of less than 4 GiB", number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;
    use crate::gff::Value;

    #[test]
    fn every_type_reads_back() {
        let inner = || Tree::new(7).with("X", TreeValue::Float(1.5));
        let tree = Tree::root()
            .with("byte", TreeValue::Byte(200))
            .with("char", TreeValue::Char(-3))
            .with("word", TreeValue::Word(65_000))
            .with("short", TreeValue::Short(-30_000))
            .with("dword", TreeValue::Dword(4_000_000_000))
            .with("int", TreeValue::Int(-5))
            .with("dword64", TreeValue::Dword64(u64::MAX))
            .with("int64", TreeValue::Int64(-6))
            .with("float", TreeValue::Float(0.25))
            .with("double", TreeValue::Double(-0.125))
            .with("string", TreeValue::String(b"a text".to_vec()))
            .with("resref", TreeValue::ResRef(b"plc_chair".to_vec()))
            .with("loc", TreeValue::LocalisedString(9, vec![(0, b"chair".to_vec()), (2, b"chaise".to_vec())]))
            .with("void", TreeValue::Void(vec![1, 2, 3]))
            .with("struct", TreeValue::Struct(inner()))
            .with("list", TreeValue::List(vec![inner(), Tree::new(8)]))
            .with("orientation", TreeValue::Orientation([0.0, 1.0, 2.0, 3.0]))
            .with("vector", TreeValue::Vector([4.0, 5.0, 6.0]));
        let file = Gff::from_bytes(&Gff::from_tree(*b"GIT ", &tree).unwrap().to_bytes().unwrap()).unwrap();
        assert_eq!(file.labels.len(), 19, "equal labels are stored once");
        let root = file.root().unwrap();
        assert_eq!(root.struct_type(), u32::MAX);
        let integers: Vec<_> = root.fields().take(8).map(|(_, value)| value.integer()).collect();
        let [small, big] =
            [[200, -3, 65_000, -30_000, 4_000_000_000, -5].map(Some), [None, Some(-6), None, None, None, None]];
        assert_eq!(integers, [&small[..], &big[..2]].concat());
        assert_eq!(root.field("dword64"), Some(Value::Dword64(u64::MAX)));
        assert_eq!(
            [root.float("float"), root.float("double"), root.float("int")],
            [Some(0.25), Some(-0.125), Some(-5.0)]
        );
        assert_eq!(root.field("string"), Some(Value::String(b"a text")));
        assert_eq!(root.field("resref"), Some(Value::ResRef(b"plc_chair")));
        assert_eq!(root.field("void"), Some(Value::Void(&[1, 2, 3])));
        let Some(Value::LocalisedString(text)) = root.field("loc") else { panic!("a text") };
        assert_eq!(text.string_ref, 9);
        assert_eq!(text.strings().collect::<Vec<_>>(), [(0, &b"chair"[..]), (2, b"chaise")]);
        assert_eq!(root.child("struct").unwrap().float("X"), Some(1.5));
        let list = root.list("list").unwrap();
        assert_eq!((list.len(), list.iter().map(|view| view.struct_type()).collect::<Vec<_>>()), (2, vec![7, 8]));
        assert_eq!((list.get(1).unwrap().fields().count(), list.get(2)), (0, None));
        assert_eq!(root.field("orientation"), Some(Value::Orientation([0.0, 1.0, 2.0, 3.0])));
        assert_eq!(root.field("vector"), Some(Value::Vector([4.0, 5.0, 6.0])));
        assert_eq!([root.list("vector"), root.list("none")], [None, None]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let error = |tree: Tree| Gff::from_tree(*b"GIT ", &tree).unwrap_err().to_string();
        assert!(error(Tree::root().with("a label of 17 byt", TreeValue::Byte(1))).contains("at most 16 bytes"));
        assert!(error(Tree::root().with("name", TreeValue::ResRef(vec![0; 256]))).contains("at most 255 bytes"));
        let deep = (0..64).fold(Tree::root(), |tree, _| Tree::root().with("in", TreeValue::Struct(tree)));
        assert!(error(deep).contains("at most 64 levels"));
    }

    #[test]
    fn what_an_offset_names_may_be_missing() {
        let tree = Tree::root()
            .with("text", TreeValue::String(b"text".to_vec()))
            .with("list", TreeValue::List(vec![Tree::new(1)]))
            .with("struct", TreeValue::Struct(Tree::new(2)));
        let whole = Gff::from_tree(*b"GIT ", &tree).unwrap();
        let fields = |damage: fn(&mut Gff)| {
            let mut file = whole.clone();
            damage(&mut file);
            file.root().map_or(0, |root| root.fields().count())
        };
        assert_eq!(fields(|_| ()), 3);
        assert_eq!(fields(|file| file.field_data.truncate(7)), 2);
        assert_eq!(fields(|file| file.list_indices[0] = u32::MAX), 2);
        assert_eq!(fields(|file| file.fields[1].data = [2, 0, 0, 0]), 2, "an offset between two indices");
        assert_eq!(fields(|file| file.structs.truncate(1)), 2);
        assert_eq!(fields(|file| file.fields[0].field_type = 99), 2);
        assert_eq!(fields(|file| file.labels.truncate(1)), 1);
        assert_eq!(fields(|file| file.field_indices.truncate(2)), 0);
        assert_eq!(fields(|file| file.structs.clear()), 0);
        // A struct may contain itself.
        let mut file = whole.clone();
        file.fields[2].data = [0; 4];
        let root = file.root().unwrap();
        assert_eq!(root.child("struct").unwrap().child("struct"), Some(root));
    }
}
