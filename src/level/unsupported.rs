//! [`Unsupported`]: the error for an operation that a kind of file does not have.

use std::fmt;

use super::Kind;
use super::kind::enumerated;

/// An operation that not every kind of file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// Check the file by its game's rules.
    Check,
    /// Compare two files table by table.
    Diff,
    /// Compare two NWN2 walkmeshes by the positions of their triangles.
    DiffGeometry,
    /// Rebuild derived data.
    Bake,
    /// Leave out data that the game does not need.
    Optimise,
    /// Edit the walkmesh.
    Edit,
    /// Repair the floor.
    Repair,
    /// Export the triangles to other programs, and import them back.
    Exchange,
    /// Draw the plan view.
    Picture,
    /// Put doors and placeables into an area.
    Place,
    /// Any query: floors, rays, paths.
    Query,
    /// Plan a path as the engine of KotOR does.
    Plan,
    /// Cast a ray.
    Raycast,
    /// Ask whether two locations see each other.
    LineOfSight,
}

impl Operation {
    /// The kinds of files that have this operation.
    #[must_use]
    pub fn works_on(self) -> Vec<Kind> {
        Kind::ALL.iter().copied().filter(|kind| self.is_for(*kind)).collect()
    }

    /// Returns whether files of a kind have this operation.
    #[must_use]
    pub fn is_for(self, kind: Kind) -> bool {
        kind.info().operations.contains(&self)
    }
}

/// The operation's name: its verb, which the library, the command and the page share, or a description.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "`check`",
            Self::Diff => "`diff`",
            Self::DiffGeometry => "a comparison by place",
            Self::Bake => "`bake`",
            Self::Optimise => "`optimise`",
            Self::Edit => "`edit`",
            Self::Repair => "`repair`",
            Self::Exchange => "`convert`",
            Self::Picture => "`draw`",
            Self::Place => "`place`",
            Self::Query => "a query",
            Self::Plan => "a plan of the engine",
            Self::Raycast => "`raycast`",
            Self::LineOfSight => "`sight`",
        })
    }
}

/// An operation that a kind of file does not have.
/// Cause: the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsupported {
    /// The requested operation.
    pub operation: Operation,
    /// The kind of the file.
    pub found: Kind,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, found } = self;
        let files = enumerated(operation.works_on().into_iter().map(Kind::files));
        write!(f, "this is {found}; {operation} works on {files}")?;
        if *found == Kind::TwoDa {
            f.write_str(
                ". A surfacemat.2da is the table of materials for KotOR walkmeshes: choose it as their materials",
            )?;
        }
        if *found == Kind::Git {
            f.write_str(
                ". The rooms of the area are not among the files. In KotOR they are in the game's own archives: open the \
                 module with its game (--game DIR)",
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for Unsupported {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unsupported_operation_is_named_with_the_files_that_have_it() {
        let unsupported = Unsupported { operation: Operation::LineOfSight, found: Kind::AiNav };
        assert_eq!(
            unsupported.to_string(),
            "this is a Silkroad dungeon; `sight` works on KotOR walkmeshes (.wok, .pwk, .dwk), NWN2 areas (.trn, .trx) \
             and inflated NWN2 walkmeshes (ASWM)"
        );
    }
}
