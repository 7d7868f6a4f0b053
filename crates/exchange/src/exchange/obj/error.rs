//! [`ObjError`]: the error of reading an OBJ.

use crate::geometry::MAX_CORNERS;

/// The reason why an OBJ cannot be read.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct ObjError {
    /// The line number, from 1. If a `\` joins several lines, the first.
    pub line: usize,
    /// The fault.
    pub fault: ObjFault,
}

/// A fault in a line of an OBJ.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjFault {
    /// A vertex has fewer than three numbers.
    #[error("a vertex needs three numbers")]
    VertexTooShort,
    /// A coordinate of a vertex is not a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A coordinate of a vertex is NaN, infinite, or too large for an `f32`.
    #[error("`{0}` is not a finite number")]
    NotFinite(String),
    /// A corner of a face is not a vertex number.
    #[error("`{0}` is not the number of a vertex")]
    NotACorner(String),
    /// A face names a vertex that is not defined above it.
    #[error("`{word}` is not one of the {vertices} vertices above this line")]
    NoSuchVertex {
        /// The word.
        word: String,
        /// Number of vertices that are defined above the line.
        vertices: usize,
    },
    /// A face has fewer than three corners.
    #[error("a face has three corners or more, and this one has {0}")]
    TooFewCorners(usize),
    /// A face has too many corners to be triangulated in reasonable time.
    #[error("a face of {0} corners; at most {most} can be divided into triangles here: divide it where it was made", most = MAX_CORNERS)]
    TooManyCorners(usize),
    /// A face intersects or touches itself, or is degenerate, so it cannot be triangulated.
    #[error(
        "a face of {0} corners that crosses itself, touches itself or has no area cannot be divided into triangles"
    )]
    NotSimple(usize),
    /// Long names of materials are used by so many objects that the names would take far more memory than the file.
    #[error("the names of materials are so long that those of all objects have more than {0} letters; shorten them")]
    NamesTooLong(usize),
}
