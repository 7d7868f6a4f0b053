//! [`References`]: a limit on the structs that the lists of a file name.

use crate::formats::gff::{Gff, List};

/// The number of references from lists that may still be followed, initially the number of structs in the file. In a real file each struct
/// is in one list. Without this limit, lists that share structs would turn a small file into a large result.
pub(crate) struct References {
    left: usize,
}

impl References {
    pub(crate) fn new(file: &Gff) -> Self {
        Self { left: file.structs.len() }
    }

    /// Charges the references of a list; `None` if they exceed the remaining ones.
    pub(crate) fn charge(&mut self, list: List<'_>) -> Option<()> {
        self.left = self.left.checked_sub(list.len())?;
        Some(())
    }
}
