//! Serialization of values that serde's derive does not support.

use serde::{Serialize, Serializer};

use crate::Format;

/// Serializes an array of any length as a list. Serde supports arrays of at most 32 items.
pub(crate) fn slice<S: Serializer>(items: &[impl Serialize], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(items)
}

/// A format is serialized as its display name, such as `AINavData`.
impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
