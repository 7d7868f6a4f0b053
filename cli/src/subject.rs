//! The subject of a query: a file, or the rooms of a KotOR area with the doors and placeables in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use walkmesh::kotor::{AppearanceTable, DoorState};
use walkmesh::level::{Faces, Kind, Level, Navigator, NoAnswer, QueryError};

use crate::dof;
use crate::file_name::FileName;
use crate::input::Input;
use crate::location::Location;
use crate::materials::Materials;
use crate::placed_object::{ObjectArgument, place_in};
use crate::rooms::Rooms;
use crate::storage;

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

/// The reason to refuse a DOF beside another file than the tables of a dungeon.
const NOT_A_DUNGEON: &str = "the file is not a Silkroad dungeon; only a dungeon has its floors in other files";

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
    #[arg(long, value_name = "FILE,X,Y,Z,BEARING[,STATE]", allow_hyphen_values = true, value_parser = ObjectArgument::parser())]
    place: Vec<ObjectArgument>,
    /// Put the doors of the area into this state: closed, open1 or open2. Doors that never open stay closed. Default: each as the area's
    /// GIT has it, which is closed
    #[arg(long, value_name = "STATE", value_parser = door_state)]
    doors: Option<DoorState>,
}

/// The state of a door, by its name.
fn door_state(name: &str) -> Result<DoorState, String> {
    let expected = || format!("expected {}", DoorState::ALL.map(DoorState::name).join(", "));
    DoorState::of_name(name).ok_or_else(expected)
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
    pub fn placed(&self) -> &[ObjectArgument] {
        &self.options.place
    }

    /// Refuses arguments that are for a folder of rooms.
    pub fn ensure_file(&self) -> anyhow::Result<()> {
        self.options.ensure_file()
    }

    /// Opens the file or the area.
    pub fn level(&self) -> anyhow::Result<Level> {
        self.options.open(&self.path, None)
    }

    /// Opens the file, or the area with these sizes of creatures.
    pub fn level_with(&self, appearances: Option<Arc<AppearanceTable>>) -> anyhow::Result<Level> {
        if storage::is_folder(&self.path) { self.options.open_area(&self.path, appearances) } else { self.level() }
    }

    pub fn open(&self) -> anyhow::Result<Navigator> {
        self.open_with_floors(None)
    }

    /// Opens the subject, with the floors that a DOF gives to a dungeon.
    pub fn open_with_floors(&self, dof: Option<&Path>) -> anyhow::Result<Navigator> {
        Ok(self.options.open(&self.path, dof)?.into_navigator()?)
    }
}

impl SubjectOptions {
    /// Refuses arguments that are for a folder of rooms.
    fn ensure_file(&self) -> anyhow::Result<()> {
        ensure!(
            self.layout.is_none() && self.place.is_empty() && self.doors.is_none(),
            "--layout, --place and --doors need a folder of rooms, and this is a file"
        );
        Ok(())
    }

    /// Opens a folder of rooms, or a file, which may be the tables of a dungeon with the floors of a DOF, or a DOF by itself.
    pub fn open(&self, path: &Path, dof: Option<&Path>) -> anyhow::Result<Level> {
        if storage::is_folder(path) {
            ensure!(dof.is_none(), NOT_A_DUNGEON);
            return self.open_area(path, None);
        }
        let input = Input::open(path)?;
        self.ensure_file()?;
        match dof {
            None if input.kind == Kind::Dof => dof::open(input),
            None => Ok(input.open_file(&self.materials)?),
            Some(dof) => {
                ensure!(input.kind == Kind::AiNav, NOT_A_DUNGEON);
                dof::with_tables(input, dof)
            }
        }
    }

    /// Opens the rooms of a folder, with the doors and placeables in them.
    fn open_area(&self, folder: &Path, appearances: Option<Arc<AppearanceTable>>) -> anyhow::Result<Level> {
        let mut unread = Ok(());
        let complain = |path: &Location, error: &anyhow::Error| {
            if unread.is_ok() {
                unread = Err(anyhow::anyhow!("{error:#}")).with_context(|| path.to_string());
            }
        };
        let mut rooms = Rooms::open(folder, self.layout.as_deref(), &self.materials, appearances, complain)?;
        unread?;
        place_in(&mut rooms.level, &self.place, folder)?;
        if let Some(state) = self.doors {
            let name = state.name();
            ensure!(
                rooms.level.set_doors(state)? > 0,
                "--doors: no door that opens has a walkmesh of the state {name}"
            );
        }
        Ok(rooms.level)
    }
}
