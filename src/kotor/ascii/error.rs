//! [`AsciiError`]: why a text is not a walkmesh.

use crate::kotor::EditError;

/// Why a walkmesh in ASCII cannot be read.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct AsciiError {
    /// The line number, from 1; of a fault of a whole node that of its first line.
    pub line: usize,
    /// What is wrong there.
    pub fault: AsciiFault,
}

/// What is wrong in a walkmesh in ASCII.
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
    /// A line has fewer numbers than it needs.
    #[error("a line of `{keyword}` needs {expected} numbers, but this one has {found}")]
    TooFewNumbers {
        /// The keyword of the list or line.
        keyword: &'static str,
        /// How many numbers it needs.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A word is not a number, or not one that can be there.
    #[error("`{word}` is not a number that `{keyword}` can have")]
    NotANumber {
        /// The keyword of the list or line.
        keyword: &'static str,
        /// The word.
        word: String,
    },
    /// A list ends before it has as many lines as it says.
    #[error("`{keyword}` says {expected}, and {found} are there")]
    ListTooShort {
        /// The keyword of the list.
        keyword: &'static str,
        /// How many lines it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A node is above itself, or too many nodes are above it.
    #[error("the node `{0}` is its own parent, or there are more than 64 nodes above it")]
    NodesNested(String),
    /// An edge of `roomlinks` belongs to no face.
    #[error("edge {edge} of `roomlinks` belongs to no face: there are {faces}")]
    NoSuchEdge {
        /// The edge, three for each face.
        edge: u32,
        /// How many faces there are.
        faces: usize,
    },
    /// The vertices and faces make no walkmesh.
    #[error(transparent)]
    Edit(#[from] EditError),
}
