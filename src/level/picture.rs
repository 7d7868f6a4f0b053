//! Pictures of any supported file.

use crate::counted;
use crate::exchange::{self, FloorDiff, MatchError, MatchReport, Up};
use crate::nwn2::{TerrainError, TriangleId, Walkmesh};
use crate::picture::{ColorBy, Coloring, Picture, Surface, SurfaceTriangle, difference, floor_difference_layer};

use super::view::View;
use super::{DiffError, Kind, Level, Path, Unsupported};

/// Options for a picture of a file: what it shows besides the faces.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PictureOptions {
    /// The property by which triangles are coloured.
    pub color: ColorBy,
    /// KotOR: the level of the stored tree whose boxes are shown; the root is level 0.
    pub tree_level: Option<u32>,
    /// NWN2: the triangle from which the line of sight is shown.
    pub sight_from: Option<u32>,
    /// NWN2: whether the exits of islands are shown.
    pub exits: bool,
}

/// The reason why a picture of a file cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// This kind of file cannot be shown alone.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The walkmesh of an NWN2 area is missing, or cannot be read.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// A Silkroad mesh has no floor. The file is not of the expected kind.
    /// Cause: the file.
    #[error("this mesh has no floor")]
    NoFloor,
    /// The stored tree is not that deep.
    /// Cause: the caller.
    #[error("the stored tree has no level {0}")]
    NoTreeLevel(u32),
    /// The tables have no lines of sight for the triangle.
    /// Cause: the caller.
    #[error(
        "triangle {0} does not exist, is not walkable, or its area is not baked, so that no table says what it sees"
    )]
    NoSight(u32),
    /// An option applies to another kind of file.
    /// Cause: the caller.
    #[error("{what} is in {of} only, and this is {found}")]
    NotInThisKind {
        /// The requested layer.
        what: &'static str,
        /// The files that have it.
        of: &'static str,
        /// The kind of the file.
        found: Kind,
    },
}

impl PictureOptions {
    /// Returns an error if levels of this kind lack anything that was requested.
    pub(super) fn check(&self, kind: Kind) -> Result<(), PictureError> {
        let (is_kotor, is_nwn2) = (kind == Kind::Bwm, matches!(kind, Kind::Trn | Kind::Aswm));
        let (rooms, areas) = ("KotOR walkmeshes", "NWN2 areas");
        let checks = [
            (self.tree_level.is_none() || is_kotor, "a stored tree", rooms),
            (self.sight_from.is_none() || is_nwn2, "a table of sight", areas),
            (!self.exits || is_nwn2, "a table of exits", areas),
        ];
        let wrong = checks.into_iter().find(|(is_there, ..)| !is_there);
        wrong.map_or(Ok(()), |(_, what, of)| Err(PictureError::NotInThisKind { what, of, found: kind }))
    }
}

/// The picture of an NWN2 walkmesh.
pub(super) fn of_nwn2(walkmesh: &Walkmesh, title: &str, options: &PictureOptions) -> Result<Picture, PictureError> {
    let mut scene = walkmesh.to_picture(title, options.color);
    if options.exits {
        scene.layers.push(walkmesh.exits_layer());
    }
    if let Some(from) = options.sight_from {
        scene.layers.push(walkmesh.sight_layer(TriangleId(from)).ok_or(PictureError::NoSight(from))?);
    }
    Ok(scene)
}

/// An empty picture with the axes and the unit of a game.
fn empty_picture(title: &str, up: Up) -> Picture {
    let mut picture = Picture::new(title);
    if up == Up::Y {
        picture.axes[1] = "z".into();
        picture.unit = "units".into();
    }
    picture
}

/// Draws the differences between two scenes of one game, which [`Level::to_scene`](super::Level::to_scene) makes:
/// triangles that were removed, added, moved, repainted or flipped. Triangles are recognised by the positions of their corners.
///
/// # Errors
/// [`MatchError`]: a coordinate is not finite.
pub fn difference_picture(
    title: &str,
    old: &exchange::Scene,
    new: &exchange::Scene,
) -> Result<(Picture, MatchReport), MatchError> {
    let mut scene = empty_picture(title, old.up);
    let [old_set, new_set] = [old, new].map(|scene| scene.merged("").set);
    scene.subtitle =
        format!("{} before, {} after", counted(old_set.triangles.len(), "triangle"), new_set.triangles.len());
    let surface = Surface::new(old.up, if old.up == Up::Z { "m" } else { "units" });
    let report = difference(&mut scene, &old_set, &new_set, &surface)?;
    Ok((scene, report))
}

/// The floors of two levels of one game as a picture: lost floor, gained floor, and the paths that only one has.
///
/// # Errors
/// As [`Level::diff_floor`].
pub fn floor_difference_picture(title: &str, before: &Level, after: &Level) -> Result<(Picture, FloorDiff), DiffError> {
    let (floor, up) = (before.to_floor()?, before.kind().up());
    let diff = before.diff_floor(after)?;
    let mut picture = empty_picture(title, up);
    picture.subtitle = diff.to_string().lines().next().unwrap_or_default().to_owned();
    picture.layers.push(floor_difference_layer(&floor, &diff, up));
    if diff.is_equal() {
        picture.notes.push("The floors of both are the same.".into());
    }
    Ok((picture, diff))
}

impl Path {
    /// The points of the path in the plan view of a game's axes.
    #[must_use]
    pub fn plan(&self, up: Up) -> Vec<[f32; 2]> {
        let surface = Surface::new(up, "");
        self.points.iter().map(|point| surface.plan(*point)).collect()
    }
}

impl View {
    /// The colours of the view's triangles, and their legend, as in a picture of the level. `part_of` is the connected part of
    /// each triangle, which only a coloring by parts needs: see [`Navigator::connected_parts`](super::Navigator::connected_parts).
    #[must_use]
    pub fn coloring(&self, by: ColorBy, part_of: &[Option<u32>]) -> Coloring {
        let mut surface = Surface::new(self.up, if self.up == Up::Z { "m" } else { "units" });
        surface.classes.clone_from(&self.classes);
        surface.triangles.extend((0..self.triangles.len()).map(|at| SurfaceTriangle {
            points: self.corners_of(at).unwrap_or_default(),
            class: self.class(at).map_or(0, |class| class.number),
            part: part_of.get(at).copied().flatten(),
        }));
        surface.coloring(by)
    }
}
