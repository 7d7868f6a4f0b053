//! Edits of any walkmesh that has them.

mod kotor;
pub(super) mod nwn2;
mod selection;

pub use selection::{AxisBox, ClassName, Region, Selection, SelectionError};

use super::{AnyFile, BakeOptions, Operation, Unsupported};

/// An edit of one walkmesh.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// Gives faces another class: a material of KotOR, or the flags of an NWN2 triangle.
    Paint {
        /// The faces.
        what: Selection,
        /// Their new class.
        with: ClassName,
    },
    /// Removes faces.
    Remove(Selection),
    /// Turns faces over.
    Flip(Selection),
    /// Moves everything by an offset, in metres.
    Move([f32; 3]),
    /// Turns everything around a vertical axis.
    Rotate(Turn),
    /// Mirrors everything at a plane.
    Mirror {
        /// The axis along which points move.
        axis: MirrorAxis,
        /// Where the plane is on that axis, in metres.
        at: f32,
    },
    /// Adds the faces of another walkmesh of the same game. Vertices at the same position become one.
    Merge(Box<AnyFile>),
    /// Leads an edge of a KotOR room to another room, or to none.
    Transition {
        /// The face.
        face: u32,
        /// Its side, from 0 to 2.
        side: u32,
        /// The number of the room in the layout.
        room: Option<u32>,
    },
    /// Makes the triangles of a region of an NWN2 area unwalkable.
    Unwalkable(Region),
}

/// A turn around a vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The angle in radians, counter-clockwise seen from above.
    pub radians: f32,
    /// Where the axis is in the plan view, in metres.
    pub about: [f32; 2],
}

/// The axis along which a mirror moves points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MirrorAxis {
    /// Exchanges left and right.
    X,
    /// Exchanges front and back.
    Y,
}

/// What edits did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditReport {
    /// One sentence for each edit, such as `12 faces were painted.`, and for what the bake changed besides.
    pub notes: Vec<String>,
}

/// Why a file cannot be edited.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// This kind of file has no edits.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The game has no such edit.
    #[error("{0}")]
    NotInThisGame(&'static str),
    /// No class has the name.
    #[error("`{name}` is not a material here; known are {known}")]
    NoSuchClass {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The tile does not exist.
    #[error("there is no tile {},{}: the area has {} by {} tiles", tile[0], tile[1], grid[0], grid[1])]
    NoSuchTile {
        /// Its column and row.
        tile: [u32; 2],
        /// How many columns and rows there are.
        grid: [u32; 2],
    },
    /// The other walkmesh is of another kind.
    #[error("a walkmesh can be merged with one of the same game only; the other file is {0}")]
    OtherKind(super::Kind),
    /// A KotOR walkmesh cannot be edited.
    #[error(transparent)]
    Kotor(#[from] crate::kotor::EditError),
    /// An NWN2 walkmesh cannot be edited.
    #[error(transparent)]
    Nwn2(#[from] crate::nwn2::EditError),
    /// The walkmesh of an NWN2 area cannot be read or replaced.
    #[error(transparent)]
    Terrain(#[from] crate::nwn2::TerrainError),
}

impl AnyFile {
    /// Makes edits in order, and then bakes what they made stale. If one fails, the file is unchanged.
    ///
    /// ```
    /// use walkmesh::level::{AnyFile, BakeOptions, Edit};
    /// use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
    ///
    /// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
    /// let mut file = AnyFile::Bwm(Walkmesh::from_triangles(Kind::Wok, [(floor, MaterialId(4))])?);
    /// let paint = Edit::Paint { what: "material:Stone".parse()?, with: "Wood".parse()? };
    /// let report = file.edit(&[paint], &BakeOptions::default())?;
    /// assert_eq!(report.notes, ["1 face was painted."]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError`], with the reason.
    pub fn edit(&mut self, edits: &[Edit], options: &BakeOptions) -> Result<EditReport, EditError> {
        match self {
            Self::Bwm(walkmesh) => kotor::edit(walkmesh, edits),
            Self::Trn(terrain) => {
                let (walkmesh, report) = nwn2::edited(terrain.walkmesh()?, edits, &options.nwn2)?;
                if let Some(walkmesh) = walkmesh {
                    terrain.set_walkmesh(walkmesh)?;
                }
                Ok(report)
            }
            Self::Aswm(walkmesh) => {
                let (edited, report) = nwn2::edited(walkmesh, edits, &options.nwn2)?;
                if let Some(edited) = edited {
                    *walkmesh = edited;
                }
                Ok(report)
            }
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::AiNav(_) | Self::Dof(_) | Self::Bms(_) => {
                Err(Unsupported { operation: Operation::Edit, found: self.kind() }.into())
            }
        }
    }
}

impl EditReport {
    /// Notes how many faces an edit was for.
    fn count(&mut self, faces: usize, what: &str, done: &str) {
        self.notes.push(match faces {
            1 => format!("1 {what} was {done}."),
            faces => format!("{faces} {what}s were {done}."),
        });
    }
}
