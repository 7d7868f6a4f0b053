//! Pictures of any supported file.

use crate::counted;
use crate::exchange::{self, MatchError, MatchReport, Up};
use crate::finding::{Findings, Severity};
use crate::kotor::Area;
use crate::nwn2::{Cutter, TerrainError, TriangleId, Walkmesh};
use crate::picture::{ColorBy, Layer, Scene, Surface, difference, findings_layer};
use crate::silkroad;

use super::{AnyFile, Kind, Operation, Path, Unsupported};

/// What a picture of a file shows beside its faces.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PictureOptions {
    /// By what triangles are coloured.
    pub color: ColorBy,
    /// KotOR: the level of the stored tree whose boxes are shown; the root is level 0.
    pub tree_level: Option<u32>,
    /// NWN2: the triangle from which the line of sight is shown.
    pub sight_from: Option<u32>,
    /// NWN2: whether the exits of islands are shown.
    pub exits: bool,
    /// NWN2: the walkmesh cutters.
    pub cutters: Vec<Cutter>,
}

/// Why there is no picture of a file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// This kind of file cannot be shown alone.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The walkmesh of an NWN2 area is missing, or cannot be read.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// A Silkroad mesh has no floor. The file is of another sort than expected.
    #[error("this mesh has no floor")]
    NoFloor,
    /// The stored tree is not as deep. The caller's fault.
    #[error("the stored tree has no level {0}")]
    NoTreeLevel(u32),
    /// The tables say nothing of what a triangle sees. The caller's fault.
    #[error(
        "triangle {0} does not exist, is not walkable, or its area is not baked, so that no table says what it sees"
    )]
    NoSight(u32),
    /// An option is for another kind of file. The caller's fault.
    #[error("{what} is in {of} only, and this is {found}")]
    NotInThisKind {
        /// What was asked for.
        what: &'static str,
        /// Which files have it.
        of: &'static str,
        /// What the file is.
        found: Kind,
    },
}

impl AnyFile {
    /// The plan view of a file.
    ///
    /// ```
    /// use walkmesh::any::{AnyFile, PictureOptions};
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    /// use walkmesh::picture::PageOptions;
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// let scene = AnyFile::Bwm(room).to_picture("room.wok", &PictureOptions::default())?;
    /// assert_eq!(scene.layer("surface").map(|layer| layer.groups[0].title.as_str()), Some("Stone"));
    /// assert!(scene.to_svg(&PageOptions::default())?.starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PictureError`].
    pub fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<Scene, PictureError> {
        self.check_options(options)?;
        match self {
            Self::Bwm(walkmesh) => {
                let mut scene = walkmesh.to_picture(title, options.color);
                if let Some(level) = options.tree_level {
                    scene.layers.push(walkmesh.tree_layer(level).ok_or(PictureError::NoTreeLevel(level))?);
                }
                Ok(scene)
            }
            Self::Trn(terrain) => nwn2_picture(terrain.walkmesh()?, title, options),
            Self::Aswm(walkmesh) => nwn2_picture(walkmesh, title, options),
            Self::AiNav(dungeon) => Ok(dungeon.to_picture(title)),
            Self::Bms(bms) => silkroad::bms_to_picture(bms, title, options.color).ok_or(PictureError::NoFloor),
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::Dof(_) => {
                Err(Unsupported { operation: Operation::Picture, found: self.kind() }.into())
            }
        }
    }

    /// The findings of this file, of a severity and worse, as a layer of its picture, and what is not on the map.
    #[must_use]
    pub fn findings_layer(&self, findings: &Findings, least: Severity) -> (Layer, Vec<String>) {
        match self {
            Self::Bwm(walkmesh) => findings_layer(findings, least, |finding| walkmesh.site(finding)),
            Self::Trn(terrain) => {
                findings_layer(findings, least, |finding| terrain.walkmesh().ok().and_then(|area| area.site(finding)))
            }
            Self::Aswm(walkmesh) => findings_layer(findings, least, |finding| walkmesh.site(finding)),
            Self::AiNav(dungeon) => {
                let graph = silkroad::Graph::of(dungeon);
                findings_layer(findings, least, |finding| graph.site(dungeon, finding))
            }
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::Dof(_) | Self::Bms(_) => {
                findings_layer(findings, least, |_| None)
            }
        }
    }

    /// Whether everything that is asked for is in files of this kind.
    fn check_options(&self, options: &PictureOptions) -> Result<(), PictureError> {
        let (is_kotor, is_nwn2) = match self {
            Self::Bwm(_) => (true, false),
            Self::Trn(_) | Self::Aswm(_) => (false, true),
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::AiNav(_) | Self::Dof(_) | Self::Bms(_) => {
                (false, false)
            }
        };
        let (rooms, areas) = ("KotOR walkmeshes", "NWN2 areas");
        let checks = [
            (options.tree_level.is_none() || is_kotor, "a stored tree", rooms),
            (options.sight_from.is_none() || is_nwn2, "a table of sight", areas),
            (!options.exits || is_nwn2, "a table of exits", areas),
            (options.cutters.is_empty() || is_nwn2, "a walkmesh cutter", areas),
        ];
        let wrong = checks.into_iter().find(|(is_there, ..)| !is_there);
        wrong.map_or(Ok(()), |(_, what, of)| Err(PictureError::NotInThisKind { what, of, found: self.kind() }))
    }
}

fn nwn2_picture(walkmesh: &Walkmesh, title: &str, options: &PictureOptions) -> Result<Scene, PictureError> {
    let mut scene = walkmesh.to_picture(title, options.color);
    if options.exits {
        scene.layers.push(walkmesh.exits_layer());
    }
    if !options.cutters.is_empty() {
        scene.layers.push(Walkmesh::cutters_layer(&options.cutters));
    }
    if let Some(from) = options.sight_from {
        scene.layers.push(walkmesh.sight_layer(TriangleId(from)).ok_or(PictureError::NoSight(from))?);
    }
    Ok(scene)
}

/// The findings of an area, of a severity and worse, as a layer of its picture, and what is not on the map.
#[must_use]
pub fn findings_layer_of_area(area: &Area, findings: &Findings, least: Severity) -> (Layer, Vec<String>) {
    findings_layer(findings, least, |finding| area.site(finding))
}

/// What differs between two scenes of one game, which [`AnyFile::to_scene`] or the like of an area makes, as a picture:
/// triangles that were removed, added, moved or repainted. Triangles are recognised by the positions of their corners.
///
/// # Errors
/// [`MatchError`]: a coordinate is not finite.
pub fn difference_picture(
    title: &str,
    old: &exchange::Scene,
    new: &exchange::Scene,
) -> Result<(Scene, MatchReport), MatchError> {
    let mut scene = Scene::new(title);
    let unit = match old.up {
        Up::Z => "m",
        Up::Y => {
            scene.axes[1] = "z".into();
            "units"
        }
    };
    scene.unit = unit.into();
    let [old_set, new_set] = [old, new].map(|scene| scene.merged("").set);
    scene.subtitle =
        format!("{} before, {} after", counted(old_set.triangles.len(), "triangle"), new_set.triangles.len());
    let report = difference(&mut scene, &old_set, &new_set, &Surface::new(old.up, unit))?;
    Ok((scene, report))
}

impl Path {
    /// The points of the path in the plan view of a game's axes.
    #[must_use]
    pub fn plan(&self, up: Up) -> Vec<[f32; 2]> {
        let surface = Surface::new(up, "");
        self.steps.iter().map(|step| surface.plan(step.point)).collect()
    }
}
