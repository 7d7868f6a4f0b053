//! The results of bakes and edits: [`BakeReport`] and [`EditReport`]. They are data. The text of a note is a sentence.

use std::fmt;

use crate::formats::aswm::Version;
use crate::kotor::{EdgeId, LinkChange, ModelTreeFault, RoomId, Weld};
use crate::nwn2::{self, CrowdedTile, LeftUndone, TriangleId};
use crate::silkroad::LostLink;
use walkmesh_mesh::counted::{agreeing, counted};

use super::Carving;

/// The changes of a bake besides rebuilding the derived data.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BakeReport {
    /// Data that could not be kept, and changes besides the baked tables.
    pub notes: Vec<BakeNote>,
    /// The carving of the walkmesh of an NWN2 area that was not baked before.
    pub carving: Option<Carving>,
}

/// Something that a bake could not keep, or changed besides the baked tables. Its text is a clause without a full stop.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BakeNote {
    /// KotOR: the type word of the file did not match its kind.
    TypeWord {
        /// The word that the file had.
        before: u32,
        /// The word that it has now.
        after: u32,
    },
    /// KotOR: a placeable or door had a table that only rooms have.
    TableRemoved {
        /// The table.
        table: &'static str,
        /// Number of its rows.
        rows: usize,
    },
    /// KotOR: the tree of a room was not taken from its model.
    ModelUnused {
        /// The room, in an area.
        room: Option<String>,
        /// The reason why the tree of the model is broken, if it is.
        fault: Option<ModelTreeFault>,
    },
    /// KotOR: an edge with a transition is no longer on a perimeter.
    TransitionLost {
        /// The room that the edge belongs to, in an area.
        room: Option<String>,
        /// The edge before the bake.
        edge: EdgeId,
        /// The room that it led to.
        to: RoomId,
    },
    /// NWN2: this bake omits a step that the toolset takes.
    LeftUndone(LeftUndone),
    /// NWN2: the file's version differs from the one that a bake writes.
    OldVersion(Version),
    /// Silkroad: a link was not half of a door.
    LostLink(LostLink),
    /// Silkroad: the file had the faults of a known editor, which were undone when it was opened.
    SquaredCounts,
}

impl fmt::Display for BakeNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TypeWord { before, after } => {
                write!(f, "the type word was {before} and became {after}, which belongs to the kind of the file")
            }
            Self::TableRemoved { table, rows } => write!(
                f,
                "{rows} {table} were removed, because only a room has them; if the file is a room, its name must end in .wok"
            ),
            Self::TransitionLost { room, edge, to } => {
                room.as_ref().map_or(Ok(()), |room| write!(f, "{room}: "))?;
                write!(f, "the transition of {edge} to {to} was removed, because the edge is no longer on a perimeter")
            }
            Self::ModelUnused { room, fault } => {
                room.as_ref().map_or(Ok(()), |room| write!(f, "{room}: "))?;
                f.write_str("the tree was not taken from the model, because ")?;
                match fault {
                    Some(fault) => write!(f, "that one is broken: {fault}"),
                    None => f.write_str("the model has other faces or the room's position in the layout is not known"),
                }
            }
            Self::LeftUndone(undone) => undone.fmt(f),
            Self::OldVersion(old) => write!(f, "version {old} became 0x6C, the only one that a bake writes"),
            Self::LostLink(LostLink { block, link }) => {
                write!(f, "link {link} of {block} was removed, because it is not half of a door")
            }
            Self::SquaredCounts => f.write_str("its cell counts were the squares that a known editor writes"),
        }
    }
}

impl BakeReport {
    /// The report as text: a clause for each carving or note, by importance.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = self.carving.as_ref().map_or_else(Vec::new, Carving::sentences);
        sentences.extend(self.notes.iter().map(ToString::to_string));
        sentences
    }

    pub(super) fn of_nwn2(report: nwn2::BakeReport) -> Vec<BakeNote> {
        let undone = report.left_undone.into_iter().map(BakeNote::LeftUndone);
        undone.chain(report.old_version.map(BakeNote::OldVersion)).collect()
    }
}

/// The result of edits.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EditReport {
    /// The outcome of each edit, and the other changes of the bake.
    pub notes: Vec<EditNote>,
}

/// Something that an edit did. Its text is a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EditNote {
    /// The room that was edited, in an area of KotOR.
    pub room: Option<String>,
    /// The outcome.
    pub done: EditOutcome,
}

/// The outcome of an edit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EditOutcome {
    /// Faces got another class.
    Painted(FaceCount),
    /// Faces were removed.
    Removed(FaceCount),
    /// KotOR: the walkmesh has no faces left.
    NoFaceLeft,
    /// Faces were flipped.
    Flipped(FaceCount),
    /// Faces became unwalkable.
    MadeUnwalkable(FaceCount),
    /// NWN2: the floor inside a region was made unwalkable.
    MadeUnwalkableWithin {
        /// The triangles that are in the region, or were divided at its border.
        triangles: FaceCount,
        /// The area that was walkable before, in square metres of the plan view.
        area: f64,
    },
    /// The number of vertices that were moved.
    VerticesMoved(usize),
    /// A hole was cut into faces.
    HoleCut(FaceCount),
    /// Faces of another walkmesh were added.
    Added(FaceCount),
    /// Number of vertices that were welded to another one at the same position.
    VerticesJoined(usize),
    /// NWN2: triangles were cut at the borders of tiles.
    Cut(usize),
    /// NWN2: triangles without area in the plan view were left out.
    LeftOut(usize),
    /// NWN2: triangles were divided where more than two meet at one side.
    Divided(usize),
    /// NWN2: two triangles are no longer neighbours.
    Parted([TriangleId; 2]),
    /// NWN2: a tile that is not baked has more walkable triangles than a bake accepts.
    Crowded(CrowdedTile),
    /// Vertices moved to close the seams between rooms.
    Welded(Vec<Weld>),
    /// Transitions changed, because edges of two rooms are the same.
    Linked(Vec<LinkChange>),
    /// The rooms of another area were added.
    RoomsAdded {
        /// Number of rooms.
        rooms: usize,
        /// Number of edges that now lead from one area to the other.
        links: usize,
    },
    /// Number of door hooks in the layout of an added area that were left out.
    DoorHooksLeftOut(usize),
    /// KotOR: the broken tree of a model that belongs to its room was rebuilt. Its text is a clause.
    ModelTreeMade {
        /// The file of the model.
        model: String,
        /// The fault of the tree.
        fault: ModelTreeFault,
    },
    /// An edge led to a room that the layout no longer has, and now leads nowhere.
    TransitionLost {
        /// The edge.
        edge: EdgeId,
        /// True if the room was missing from the layout of an added area.
        of_added: bool,
    },
}

/// Number of faces that an edit affected: KotOR faces or NWN2 triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FaceCount {
    /// The number.
    pub count: usize,
    /// The game's word for one of them: `face` or `triangle`.
    pub noun: &'static str,
}

impl FaceCount {
    pub(super) const fn kotor(count: usize) -> Self {
        Self { count, noun: "face" }
    }

    pub(super) const fn nwn2(count: usize) -> Self {
        Self { count, noun: "triangle" }
    }
}

impl From<EditOutcome> for EditNote {
    fn from(done: EditOutcome) -> Self {
        Self { room: None, done }
    }
}

impl fmt::Display for EditNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.room.as_ref().map_or(Ok(()), |room| write!(f, "{room}: "))?;
        self.done.fmt(f)
    }
}

impl fmt::Display for EditOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut were =
            |count: usize, noun: &str, done: &str| write!(f, "{} {done}.", agreeing(count, noun, ["was", "were"]));
        match self {
            Self::Painted(FaceCount { count, noun }) => were(*count, noun, "painted"),
            Self::Removed(FaceCount { count, noun }) => were(*count, noun, "removed"),
            Self::NoFaceLeft => f.write_str("No face is left: nobody can stand on this walkmesh, and nothing hits it."),
            Self::Flipped(FaceCount { count, noun }) => were(*count, noun, "flipped"),
            Self::MadeUnwalkable(FaceCount { count, noun }) => were(*count, noun, "made unwalkable"),
            Self::MadeUnwalkableWithin { triangles: FaceCount { count, noun }, area } => {
                write!(f, "{area:.2} m² of floor were made unwalkable, in {}.", counted(*count, noun))
            }
            Self::VerticesMoved(count) => were(*count, "vertex", "moved"),
            Self::HoleCut(FaceCount { count: 0, .. }) => {
                f.write_str("The outline lies beside every floor: nothing was cut.")
            }
            Self::HoleCut(FaceCount { count, noun }) => write!(f, "A hole was cut into {}.", counted(*count, noun)),
            Self::Added(FaceCount { count, noun }) => were(*count, noun, "added"),
            Self::VerticesJoined(1) => f.write_str("1 vertex at the position of another one was joined with it."),
            Self::VerticesJoined(count) => {
                write!(f, "{} at the positions of others were joined with them.", counted(*count, "vertex"))
            }
            Self::Cut(count) => were(*count, "triangle", "cut at the borders of tiles"),
            Self::LeftOut(count) => were(*count, "triangle", "left out, without area in the plan view"),
            Self::Divided(count) => were(
                *count,
                "triangle",
                "divided where more than two meet at one side, so that a bake links them as before",
            ),
            Self::Parted([a, b]) => write!(
                f,
                "Nobody can pass from {a} to {b} any more: more than two triangles meet at their common side, and their tile \
                 is too full to divide them."
            ),
            Self::Crowded(CrowdedTile { coordinates: [x, y], walkable, .. }) => {
                write!(f, "Tile {x},{y} has {walkable} walkable triangles, and a bake will refuse more than 127.")
            }
            Self::Welded(welds) => were(welds.len(), "vertex", "welded"),
            Self::Linked(links) => were(links.len(), "transition", "set"),
            Self::DoorHooksLeftOut(count) => {
                write!(f, "Left out: {} of the other layout.", counted(*count, "door hook"))
            }
            Self::RoomsAdded { rooms, links } => {
                let were = agreeing(*rooms, "room", ["was", "were"]);
                let lead = agreeing(*links, "edge", ["leads", "lead"]);
                write!(f, "{were} added, and {lead} from one area to the other.")
            }
            Self::ModelTreeMade { model, fault } => {
                write!(f, "the tree of the model {model} is made again, because it was broken: {fault}")
            }
            Self::TransitionLost { edge, of_added } => {
                let whose = if *of_added { "its layout does not have" } else { "the layout no longer has" };
                write!(f, "The transition of {edge} led to a room that {whose}, and leads nowhere now.")
            }
        }
    }
}

impl EditReport {
    pub(super) fn note(&mut self, done: EditOutcome) {
        self.notes.push(done.into());
    }

    /// Notes other changes from finishing an NWN2 edit.
    pub(super) fn finished(&mut self, report: &nwn2::EditReport) {
        let counts = [
            (report.cut.len(), EditOutcome::Cut as fn(usize) -> EditOutcome),
            (report.degenerate.len(), EditOutcome::LeftOut),
            (report.divided.len(), EditOutcome::Divided),
        ];
        counts.into_iter().filter(|(count, _)| *count > 0).for_each(|(count, done)| self.note(done(count)));
        report.loose.iter().for_each(|pair| self.note(EditOutcome::Parted(*pair)));
        report.crowded.iter().for_each(|tile| self.note(EditOutcome::Crowded(*tile)));
    }
}
