//! [`ImportError`]: an error when a scene becomes a plan, or a node is applied to a floor.

use crate::exchange::MatchError;
use crate::silkroad::{CellId, FloorError};

/// An error in making a plan from a scene, or in applying a node to a floor. It leaves everything unchanged.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No plan can be made from the floors.
    #[error(transparent)]
    Floor(#[from] FloorError),
    /// The node cannot be matched onto the floor.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A triangle of a node names a missing point.
    #[error("triangle {triangle} of the node {node} names point {point}, but there are only {points} points")]
    NoSuchPoint {
        /// The name of the node.
        node: String,
        /// The triangle.
        triangle: usize,
        /// The point.
        point: u32,
        /// Number of points.
        points: usize,
    },
    /// The `.bms` has no floor.
    #[error("this .bms has no floor, so nothing can be brought back onto it")]
    NoFloor,
    /// A class does not fit the cells of this floor.
    #[error(
        "a cell of this floor cannot have the class `{0}`. A class is named by its number and its event, such as \
         `00 floor` or `262144 event 3`; events need a floor that has them"
    )]
    UnknownClass(String),
    /// More vertices or cells than the format can number.
    #[error("the floor would have {count} {what}, more than the format can number (65,535)")]
    TooMany {
        /// The items of which there are too many.
        what: &'static str,
        /// Number of them.
        count: usize,
    },
    /// A cell has two equal corners.
    #[error("{0} has two equal corners")]
    Degenerate(CellId),
    /// More than two cells share an edge.
    #[error("{0} is the third cell at an edge; an edge joins at most two")]
    ThirdAtEdge(CellId),
    /// The edges of the floor do not follow from its cells by the known rule, so they cannot be rebuilt.
    #[error(
        "the edges of this floor are not the sides of its cells ({0}), so it is not known how to rebuild them after an edit"
    )]
    UnknownEdgeRule(&'static str),
    /// New vertices would need a direction, and it is not known how the game computes it.
    #[error(
        "the floor would get {0} new vertices. Each vertex has a direction (normal index), and it is not known how the game \
         finds it. Use the vertices that are there, or a floor whose vertices all have the same direction"
    )]
    UnknownNormals(usize),
    /// New edges would need an event, but it is not known which one.
    #[error(
        "the floor would get new edges. Each edge of it has an event, and they differ, so it is not known which one a new \
         edge has"
    )]
    UnknownEvents,
    /// An edge that is blocked in one direction lies between two cells that are both new.
    #[error(
        "an edge that can be passed one way only lies between two new cells, so it is not known which way. Keep one of the \
         cells beside it"
    )]
    UnknownDirection,
    /// The tiles of the floor do not list its outline by the known rule, so they cannot be rebuilt.
    #[error(
        "the tiles of this floor do not list the edges of its outline that lie in them ({0}), so it is not known how to \
         rebuild them after an edit"
    )]
    UnknownTileRule(&'static str),
    /// A new edge of the outline lies outside the tiles.
    #[error(
        "a new edge of the outline reaches out of the {width} by {height} tiles of this floor. It is not known how the game \
         chooses their number, so they cannot grow: keep the floor inside"
    )]
    OutsideTiles {
        /// Tiles along x.
        width: u32,
        /// Tiles along z.
        height: u32,
    },
}
