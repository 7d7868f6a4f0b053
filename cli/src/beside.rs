//! [`Beside`]: a further file that is written with a result.

use crate::location::FileLocation;

/// An additional file that is written with a result.
pub enum Beside {
    /// A new file, such as a picture of the changes.
    Made { path: FileLocation, bytes: Vec<u8> },
    /// Another input, such as the model of a room, made from the bytes that were read. It is written in place with the result, or
    /// else into the folder of the result.
    Edited { source: FileLocation, read: Vec<u8>, bytes: Vec<u8> },
}
