//! Valid values of a generic file, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{Gff, Tree, TreeValue};
use crate::valid::{float, floats, some};

impl<'a> Arbitrary<'a> for Gff {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let mut root = tree(u, 3)?;
        root.struct_type = u32::MAX;
        Self::from_tree(*b"GIT ", &root).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

fn tree(u: &mut Unstructured<'_>, depth: usize) -> Result<Tree> {
    let labels = ["XPosition", "YPosition", "Geometry", "PointX", "PointY", "Type", "TriggerList", "Door List"];
    let fields = some(u, 5, |u| Ok(((*u.choose(&labels)?).to_owned(), value(u, depth)?)))?;
    Ok(Tree { struct_type: u.arbitrary()?, fields })
}

fn bytes(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    some(u, 8, |u| u.arbitrary())
}

fn value(u: &mut Unstructured<'_>, depth: usize) -> Result<TreeValue> {
    // Structs and lists come last, and not below the deepest level.
    Ok(match u.int_in_range(0..=if depth == 0 { 15 } else { 17 })? {
        0 => TreeValue::Byte(u.arbitrary()?),
        1 => TreeValue::Char(u.arbitrary()?),
        2 => TreeValue::Word(u.arbitrary()?),
        3 => TreeValue::Short(u.arbitrary()?),
        4 => TreeValue::Dword(u.arbitrary()?),
        5 => TreeValue::Int(u.arbitrary()?),
        6 => TreeValue::Dword64(u.arbitrary()?),
        7 => TreeValue::Int64(u.arbitrary()?),
        8 => TreeValue::Float(float(u)?),
        9 => TreeValue::Double(f64::from(float(u)?)),
        10 => TreeValue::String(bytes(u)?),
        11 => TreeValue::ResRef(bytes(u)?),
        12 => TreeValue::LocalisedString(u.arbitrary()?, some(u, 3, |u| Ok((u.arbitrary()?, bytes(u)?)))?),
        13 => TreeValue::Void(bytes(u)?),
        14 => TreeValue::Orientation(floats(u)?),
        15 => TreeValue::Vector(floats(u)?),
        16 => TreeValue::Struct(tree(u, depth - 1)?),
        _ => TreeValue::List(some(u, 3, |u| tree(u, depth - 1))?),
    })
}
