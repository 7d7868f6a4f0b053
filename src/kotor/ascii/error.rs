//! [`AsciiError`]: an error when a walkmesh in ASCII is read.

use crate::kotor::EditError;

/// An error in reading an ASCII walkmesh.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct AsciiError {
    /// The line number, from 1. For a fault of a whole node, the node's first line.
    pub line: usize,
    /// The fault.
    pub fault: AsciiFault,
}

/// A fault of an ASCII walkmesh.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AsciiFault {
    /// No node of the text has faces.
    #[error("no node has faces, so this is not a walkmesh")]
    NoFaces,
    /// There are several nodes with faces, and nothing says which of them is the walkmesh.
    #[error("`{0}` has faces, too: a text has one walkmesh, or the states of a door (closed, open1, open2)")]
    SeveralMeshes(String),
    /// A line has too few numbers.
    #[error("a line of `{keyword}` needs {expected} numbers, but this one has {found}")]
    TooFewNumbers {
        /// The keyword of the list or line.
        keyword: &'static str,
        /// Number of numbers required.
        expected: usize,
        /// Number of numbers found.
        found: usize,
    },
    /// A word is not a number, or the number is not valid there.
    #[error("`{word}` is not a number that `{keyword}` can have")]
    NotANumber {
        /// The keyword of the list or line.
        keyword: &'static str,
        /// The word.
        word: String,
    },
    /// A list has fewer lines than it declares.
    #[error("`{keyword}` says {expected}, and {found} are there")]
    ListTooShort {
        /// The keyword of the list.
        keyword: &'static str,
        /// Number of lines declared.
        expected: usize,
        /// Number of lines found.
        found: usize,
    },
    /// A node is its own ancestor, or has too many ancestors.
    #[error("the node `{0}` is its own parent, or there are more than 64 nodes above it")]
    NodesNested(String),
    /// An edge of `roomlinks` belongs to no face.
    #[error("edge {edge} of `roomlinks` belongs to no face: there are {faces}")]
    NoSuchEdge {
        /// The edge, numbered three per face.
        edge: u32,
        /// Number of faces.
        faces: usize,
    },
    /// The vertices and faces do not form a walkmesh.
    #[error(transparent)]
    Edit(#[from] EditError),
}
