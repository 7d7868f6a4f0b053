//! The subject of a query: a file, or the rooms of a KotOR area with the doors and placeables in them.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::ValueEnum;
use walkmesh::kotor::{Area, Placed};
use walkmesh::level::{AnyFile, Faces, Navigator, NoAnswer, QueryError};

use crate::dof;
use crate::file_name::FileName;
use crate::input::Input;
use crate::materials::Materials;
use crate::placed_object::PlacedObject;
use crate::rooms::Rooms;

/// Which faces count, as an argument.
#[derive(Clone, Copy, ValueEnum)]
pub enum FacesArgument {
    /// Faces on which creatures can walk
    Walkable,
    /// Faces that block the line of sight (KotOR)
    Sight,
    /// All faces
    All,
}

impl From<FacesArgument> for Faces {
    fn from(faces: FacesArgument) -> Self {
        match faces {
            FacesArgument::Walkable => Self::Walkable,
            FacesArgument::Sight => Self::Sight,
            FacesArgument::All => Self::All,
        }
    }
}

/// Splits the result of a query: a missing answer is a result with a reason, and a malformed query is an error.
pub fn answer_or_reason<T>(answer: Result<T, QueryError>) -> anyhow::Result<Result<T, NoAnswer>> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(QueryError::NoAnswer(reason)) => Ok(Err(reason)),
        Err(error) => Err(error.into()),
    }
}

/// The file or area that a query is about.
#[derive(clap::Args)]
pub struct Subject {
    /// The file; or the folder with the rooms of a KotOR area and its layout
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    #[command(flatten)]
    options: SubjectOptions,
}

/// How the file or the area of a query is opened.
#[derive(clap::Args)]
pub struct SubjectOptions {
    /// The area's layout. Default: the only one in the folder
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    #[command(flatten)]
    pub materials: Materials,
    /// Put a placeable's PWK or a door's DWK into the area. Position (in metres, z up) and bearing (in radians,
    /// counter-clockwise in the plan view) are those in the area's GIT. FILE is also looked for in the folder of the
    /// rooms. A door's STATE is closed, open1 or open2, and selects the file of that state beside FILE. On paths, every face of
    /// it that nobody can walk on closes the floors above and below it at any height, as the game is reported to plan
    #[arg(long, value_name = "FILE,X,Y,Z,BEARING[,STATE]", allow_hyphen_values = true, value_parser = PlacedObject::parser())]
    place: Vec<PlacedObject>,
}

impl Subject {
    /// The name for results.
    pub fn name(&self) -> FileName {
        FileName::from(self.path.as_path())
    }

    /// The area's layout, if it is named.
    pub fn layout(&self) -> Option<&Path> {
        self.options.layout.as_deref()
    }

    /// The table of materials.
    pub fn materials(&self) -> &Materials {
        &self.options.materials
    }

    /// The doors and placeables in the area.
    pub fn placed(&self) -> &[PlacedObject] {
        &self.options.place
    }

    /// Refuses arguments that are for a folder of rooms.
    pub fn ensure_file(&self) -> anyhow::Result<()> {
        self.options.ensure_file()
    }

    pub fn open(&self) -> anyhow::Result<Navigator> {
        if self.path.is_dir() {
            let (area, placed) = self.options.open_area(&self.path)?;
            return Ok(Navigator::of_area(area, placed));
        }
        Ok(self.options.open_file(&Input::open(&self.path)?)?.into_navigator()?)
    }

    /// Opens the subject, with the floors that a DOF gives to a dungeon.
    pub fn open_with_floors(&self, dof: Option<&Path>) -> anyhow::Result<Navigator> {
        let navigator = self.open()?;
        match dof {
            None => Ok(navigator),
            Some(_) if !navigator.takes_floors() => Err(QueryError::NotADungeon.into()),
            Some(dof) => Ok(navigator.with_floors(dof::floors(dof)?)?),
        }
    }
}

impl SubjectOptions {
    /// Refuses arguments that are for a folder of rooms.
    fn ensure_file(&self) -> anyhow::Result<()> {
        ensure!(
            self.layout.is_none() && self.place.is_empty(),
            "--layout and --place need a folder of rooms, and this is a file"
        );
        Ok(())
    }

    /// Opens a file, which takes no options of an area.
    pub fn open_file(&self, input: &Input) -> anyhow::Result<AnyFile> {
        self.ensure_file()?;
        Ok(input.open_file(&self.materials)?)
    }

    /// Opens the rooms of a folder, and the doors and placeables in them with their names.
    pub fn open_area(&self, folder: &Path) -> anyhow::Result<(Area, Vec<(String, Placed)>)> {
        let mut unread = Ok(());
        let complain = |path: &Path, error: &anyhow::Error| {
            if unread.is_ok() {
                unread = Err(anyhow::anyhow!("{error:#}")).with_context(|| path.display().to_string());
            }
        };
        let Rooms { area, .. } = Rooms::open(folder, self.layout.as_deref(), complain)?;
        unread?;
        let area = self.materials.of_area(area);
        let placed = self.place.iter().map(|object| {
            let object = object.found_in(folder)?;
            let name = object.file()?.to_string_lossy().into_owned();
            Ok((name, object.open(&area.materials())?))
        });
        let placed = placed.collect::<anyhow::Result<_>>()?;
        Ok((area, placed))
    }
}
