//! What a query is about: a file, or the rooms of a KotOR area with what stands in them.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::ValueEnum;
use walkmesh::any::{Faces, Navigator, NoAnswer, QueryError};

use crate::dof;
use crate::file_name::FileName;
use crate::input::Input;
use crate::materials::Materials;
use crate::rooms::Rooms;
use crate::standing::Standing;

/// Which faces count, as an argument.
#[derive(Clone, Copy, ValueEnum)]
pub enum FacesArgument {
    /// Those that one can walk on
    Walkable,
    /// Those that hide what is behind them (KotOR)
    Sight,
    /// All
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

/// An answer, or why there is none; a query that was put wrongly is an error.
pub fn answered<T>(answer: Result<T, QueryError>) -> anyhow::Result<Result<T, NoAnswer>> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(QueryError::NoAnswer(reason)) => Ok(Err(reason)),
        Err(error) => Err(error.into()),
    }
}

/// Which file or area a query is about.
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

impl Named {
    /// The name for results.
    pub fn name(&self) -> FileName {
        FileName::from(self.path.as_path())
    }

    pub fn open(&self) -> anyhow::Result<Navigator> {
        if !self.path.is_dir() {
            ensure!(
                self.layout.is_none() && self.place.is_empty(),
                "is no folder of rooms; --layout and --place need one"
            );
            return Ok(Input::open(&self.path)?.open_file(&self.materials)?.into_navigator()?);
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
            let name = standing.file()?.to_string_lossy().into_owned();
            Ok((name, standing.open(&area.materials())?))
        });
        let placed = placed.collect::<anyhow::Result<_>>()?;
        Ok(Navigator::of_area(area, placed))
    }

    /// Opens what is named, with the floors that a DOF says it has.
    pub fn open_with_floors(&self, dof: Option<&Path>) -> anyhow::Result<Navigator> {
        let navigator = self.open()?;
        match dof {
            None => Ok(navigator),
            Some(_) if !navigator.takes_floors() => Err(QueryError::NotADungeon.into()),
            Some(dof) => Ok(navigator.with_floors(dof::floors(dof)?)?),
        }
    }
}
