//! [`References`]: a limit on the structs that the lists of a file name.

use crate::formats::gff::{Gff, List};

/// The references of lists that may still be followed, as many as the file has structs. In a real file each struct is in one
/// list, and lists that share structs would make a small file large.
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
