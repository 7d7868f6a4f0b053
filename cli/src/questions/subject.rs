//! What a question is about: a file, or the rooms of a KotOR area with what stands in them.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use walkmesh::any::{AnyFile, Operation, Unsupported};
use walkmesh::nwn2::Navigator;
use walkmesh::silkroad::Navigator as DungeonNavigator;

use super::kotor::{Furnished, Single};
use super::{Faces, Floor, Hit, Nearest, NoAnswer, Reach, Sight, Way, kotor, nwn2, silkroad};
use crate::dof;
use crate::file_name::FileName;
use crate::input::Input;
use crate::materials::Materials;
use crate::place::{Place, Point};
use crate::rooms::Rooms;
use crate::standing::Standing;

/// Which file or area a question is about.
#[derive(clap::Args)]
pub struct Named {
    /// The file; or the folder with the rooms of a KotOR area and its layout
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    /// The area's layout, rather than the only one in the folder
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    #[command(flatten)]
    materials: Materials,
    /// Put a placeable's PWK or a door's DWK into the area, with the position (in metres, z up) and the bearing (in
    /// radians, counter-clockwise seen from above) that the area's GIT has; FILE may be in the folder that is asked about;
    /// of a door, STATE is closed, open1 or open2, and its file the one of that state beside FILE
    #[arg(long, value_name = "FILE,X,Y,Z,BEARING[,STATE]", allow_hyphen_values = true, value_parser = Standing::parser())]
    place: Vec<Standing>,
}

/// A file that can be asked.
#[expect(clippy::large_enum_variant, reason = "a command opens a single one")]
pub enum Game {
    Kotor(Single),
    Nwn2(Navigator),
    /// With its floors, where it was said where they are.
    Silkroad(DungeonNavigator),
}

impl Game {
    pub fn of(file: AnyFile) -> anyhow::Result<Self> {
        Ok(match file {
            AnyFile::Bwm(walkmesh) => Self::Kotor(Single::new(walkmesh)),
            AnyFile::Trn(area) => Self::Nwn2(Navigator::new(area.into_walkmesh()?)),
            AnyFile::Aswm(walkmesh) => Self::Nwn2(Navigator::new(walkmesh)),
            AnyFile::AiNav(dungeon) => Self::Silkroad(DungeonNavigator::new(dungeon)),
            other => bail!(Unsupported { operation: Operation::Path, found: other.kind() }),
        })
    }
}

/// What can be asked.
#[expect(clippy::large_enum_variant, reason = "a command opens a single one")]
pub enum Subject {
    File(Game),
    /// Rooms, and doors and placeables with the names of their files.
    Area(Furnished),
}

impl Named {
    /// The name for results.
    pub fn name(&self) -> FileName {
        FileName::from(self.path.as_path())
    }

    pub fn open(&self) -> anyhow::Result<Subject> {
        if !self.path.is_dir() {
            ensure!(
                self.layout.is_none() && self.place.is_empty(),
                "is no folder of rooms; --layout and --place need one"
            );
            return Ok(Subject::File(Game::of(Input::open(&self.path)?.open_file(&self.materials)?)?));
        }
        let mut unread = Ok(());
        let complain = |path: &Path, error: &anyhow::Error| {
            if unread.is_ok() {
                unread = Err(anyhow::anyhow!("{error:#}")).with_context(|| path.display().to_string());
            }
        };
        let Rooms { area, .. } = Rooms::open(&self.path, self.layout.as_deref(), complain)?;
        unread?;
        let area = self.materials.of_area(area);
        let placed = self.place.iter().map(|standing| {
            let standing = standing.found_in(&self.path)?;
            Ok((FileName::from(standing.file()?), standing.open(&area.materials())?))
        });
        let placed = placed.collect::<anyhow::Result<_>>()?;
        Ok(Subject::Area(Furnished::new(area, placed)))
    }

    /// Opens what is named, with the floors that a DOF says it has.
    pub fn open_with_floors(&self, dof: Option<&Path>) -> anyhow::Result<Subject> {
        match (self.open()?, dof) {
            (subject, None) => Ok(subject),
            (Subject::File(Game::Silkroad(navigator)), Some(dof)) => {
                Ok(Subject::File(Game::Silkroad(navigator.with_floors(dof::floors(dof)?))))
            }
            (_, Some(_)) => bail!("is no Silkroad dungeon; --dof needs one"),
        }
    }
}

impl Subject {
    /// How to get from one place to another.
    pub fn way(&self, from: Place, to: Place) -> anyhow::Result<Way> {
        match self {
            Self::Area(area) => kotor::way(area, from, to),
            Self::File(Game::Kotor(room)) => kotor::way(room, from, to),
            Self::File(Game::Nwn2(navigator)) => nwn2::way(navigator, from, to),
            Self::File(Game::Silkroad(navigator)) => silkroad::way(navigator, from, to),
        }
    }

    /// The shortest way over the triangles, of games whose ways go by tables instead: none of the others.
    pub fn shortest_way(&self, from: Place, to: Place) -> anyhow::Result<Option<Way>> {
        match self {
            Self::File(Game::Nwn2(navigator)) => nwn2::shortest_way(navigator, from, to).map(Some),
            Self::File(Game::Kotor(_) | Game::Silkroad(_)) | Self::Area(..) => Ok(None),
        }
    }

    /// All floors at a place, by ascending height.
    pub fn floors(&self, point: Point, faces: Faces) -> anyhow::Result<Vec<Floor>> {
        match self {
            Self::Area(area) => Ok(kotor::floors(area, point, faces)),
            Self::File(Game::Kotor(room)) => Ok(kotor::floors(room, point, faces)),
            Self::File(Game::Nwn2(navigator)) => nwn2::floors(navigator, point, faces),
            Self::File(Game::Silkroad(navigator)) => {
                if navigator.floors().is_some() {
                    return Ok(silkroad::floors(navigator, point));
                }
                bail!("AINavData has no floors, only the middles of edges: say with --dof where the floors are")
            }
        }
    }

    /// The walkable point that is nearest to another one.
    pub fn nearest(&self, point: Point) -> anyhow::Result<Option<Nearest>> {
        match self {
            Self::Area(area) => kotor::nearest(area, point),
            Self::File(Game::Kotor(room)) => kotor::nearest(room, point),
            Self::File(Game::Nwn2(navigator)) => nwn2::nearest(navigator, point),
            Self::File(Game::Silkroad(navigator)) => Ok(silkroad::nearest(navigator, point)),
        }
    }

    /// Whether two places see each other, or why it cannot be said.
    pub fn sight(&self, from: Place, to: Place) -> anyhow::Result<Result<Sight, NoAnswer>> {
        match self {
            Self::Area(area) => kotor::sight(area, from, to).map(Ok),
            Self::File(Game::Kotor(room)) => kotor::sight(room, from, to).map(Ok),
            Self::File(Game::Nwn2(navigator)) => nwn2::sight(navigator, from, to),
            Self::File(Game::Silkroad(_)) => {
                bail!("AINavData has nothing that hides anything: sight is for KotOR and NWN2")
            }
        }
    }

    /// From where nobody gets to a place, or why it cannot be said.
    pub fn cut_off(&self, goal: Place) -> anyhow::Result<Result<Reach, NoAnswer>> {
        match self {
            Self::Area(area) => kotor::cut_off(area, goal),
            Self::File(Game::Kotor(room)) => kotor::cut_off(room, goal),
            Self::File(Game::Nwn2(navigator)) => nwn2::cut_off(navigator, goal),
            Self::File(Game::Silkroad(navigator)) => silkroad::cut_off(navigator, goal),
        }
    }

    /// How high a point is: along Z, but Silkroad has Y up.
    pub fn height(&self, point: Point) -> Option<f32> {
        match self {
            Self::File(Game::Silkroad(_)) => point.z.map(|_| point.y),
            Self::Area(..) | Self::File(_) => point.z,
        }
    }

    /// The floor that the game's engine takes for a point, of games whose rule is known: none, or perhaps none there.
    pub fn engine_floor(&self, point: [f32; 3]) -> anyhow::Result<Option<Option<Floor>>> {
        match self {
            Self::Area(area) => Ok(Some(kotor::engine_floor(area, point))),
            Self::File(Game::Kotor(room)) => Ok(Some(kotor::engine_floor(room, point))),
            Self::File(_) => Ok(None),
        }
    }

    /// What a ray from point to point meets first.
    pub fn ray(&self, from: [f32; 3], to: [f32; 3], faces: Faces) -> anyhow::Result<Option<Hit>> {
        match self {
            Self::Area(area) => kotor::ray(area, from, to, faces),
            Self::File(Game::Kotor(room)) => kotor::ray(room, from, to, faces),
            Self::File(Game::Nwn2(navigator)) => nwn2::ray(navigator, from, to, faces),
            Self::File(Game::Silkroad(_)) => {
                bail!("AINavData has no faces, only the middles of edges")
            }
        }
    }
}
