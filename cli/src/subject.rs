//! The subject of a query: a file, or the rooms of a KotOR area with the doors and placeables in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::builder::TypedValueParser;
use walkmesh::kotor::{AppearanceTable, DoorState};
use walkmesh::level::{Faces, Kind, Level, Navigator, NoAnswer, OpenOptions, QueryError};

use crate::choice::choice;
use crate::input::Input;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::output::{Answer, to_value};
use crate::place::LayoutArgument;
use crate::placed_object::{ObjectArgument, place_in};

/// The parser of the faces to consider.
pub fn faces() -> impl TypedValueParser<Value = Faces> {
    choice([
        ("walkable", Some("Faces on which creatures can walk"), Faces::Walkable),
        ("sight", Some("Faces that block the line of sight (KotOR)"), Faces::Sight),
        ("all", Some("All faces"), Faces::All),
    ])
}

/// The reason to refuse a DOF for a file other than the tables of a dungeon.
const NOT_A_DUNGEON: &str = "the file is not a Silkroad dungeon; only a dungeon has its floors in other files";

/// Splits the result of a query: a missing answer is a result with a reason, and a malformed query is an error.
pub fn answer_or_reason<T>(answer: Result<T, QueryError>) -> anyhow::Result<Result<T, NoAnswer>> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(QueryError::NoAnswer(reason)) => Ok(Err(reason)),
        Err(error) => Err(error.into()),
    }
}

/// Adds to an answer the reason for `none`, and the nearest walkable point.
pub fn add_reason(Answer(json, text): &mut Answer, none: NoAnswer) -> serde_json::Result<()> {
    json["no_answer"] = none.reason.into();
    if let Some(nearest) = none.nearest {
        json["nearest"] = to_value(&nearest)?;
        *text += &format!("\n  the nearest walkable point is {nearest}");
    }
    Ok(())
}

/// The file or area that a query is about.
#[derive(clap::Args)]
pub struct Subject {
    /// A file, folder or archive with one level. Also a file in it as ARCHIVE/FILE, or with --game a module or a file of it
    #[arg(value_name = "LEVEL")]
    pub path: PathBuf,
    #[command(flatten)]
    pub options: SubjectOptions,
}

/// The options for opening the file or area of a query.
#[derive(Default, clap::Args)]
pub struct SubjectOptions {
    #[command(flatten)]
    layout: LayoutArgument,
    #[command(flatten)]
    pub materials: Materials,
    /// Put a placeable's PWK or a door's DWK into the area. Position (in metres, z up) and bearing (in radians, counter-clockwise
    /// in the plan view) are as in the area's GIT. FILE is also searched in the folder of the rooms. A door's STATE is closed,
    /// open1 or open2, and selects the file of that state beside FILE. In path searches, each of its non-walkable faces blocks
    /// the floors above and below it at any height, as the game is reported to plan
    #[arg(long, value_name = "FILE,X,Y,Z,BEARING[,STATE]", allow_hyphen_values = true, value_parser = ObjectArgument::parser())]
    pub place: Vec<ObjectArgument>,
    /// The state of all doors: closed, open1 or open2. Doors that never open stay closed. Default: the state in the area's GIT,
    /// which is closed
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
    pub fn name(&self) -> FileLocation {
        FileLocation::from(self.path.as_path())
    }

    /// Opens the level with these sizes of creatures.
    pub fn level_with(&self, appearances: Option<Arc<AppearanceTable>>) -> anyhow::Result<Level> {
        let input = self.options.input(&self.path)?;
        self.options.level(&input, None, input.options(&self.options.materials).with_appearances(appearances))
    }

    /// The file by which the level is opened.
    pub fn input(&self) -> anyhow::Result<Input> {
        self.options.input(&self.path)
    }

    pub fn open(&self) -> anyhow::Result<Navigator> {
        self.open_with_floors(None)
    }

    /// Opens the subject, with the floors of a dungeon's DOF, if given.
    pub fn open_with_floors(&self, dof: Option<&Path>) -> anyhow::Result<Navigator> {
        let input = self.options.input(&self.path)?;
        Ok(self.options.level(&input, dof, input.options(&self.options.materials))?.into_navigator()?)
    }
}

impl SubjectOptions {
    /// The file of the layout, if one is given.
    pub fn layout(&self) -> Option<&Path> {
        self.layout.path()
    }

    /// The file by which the level that a path names is opened.
    pub fn input(&self, path: &Path) -> anyhow::Result<Input> {
        Input::of_level(path, self.layout())
    }

    /// The options with the layout that the user names, for a room.
    fn with_layout(&self, input: &Input, options: OpenOptions) -> anyhow::Result<OpenOptions> {
        Ok(if input.kind == Kind::Bwm { options.with_layout(self.layout.read()?) } else { options })
    }

    /// Opens the level of a file as it is, without the doors and placeables that the user adds.
    pub fn read(&self, input: &Input, dof: Option<&Path>, options: OpenOptions) -> anyhow::Result<Level> {
        let options = self.with_layout(input, options)?;
        match dof {
            None => input.level(&options),
            Some(dof) => {
                ensure!(input.kind == Kind::AiNav, NOT_A_DUNGEON);
                with_floors(input, dof, options).with_context(|| dof.display().to_string())
            }
        }
    }

    /// Opens the level of a file, with the doors and placeables in it.
    pub fn level(&self, input: &Input, dof: Option<&Path>, options: OpenOptions) -> anyhow::Result<Level> {
        self.furnished(input, self.read(input, dof, options)?)
    }

    /// The same level, with a folder that is laid over the files beside it.
    pub fn level_over(&self, input: &Input, over: Option<&FileLocation>) -> anyhow::Result<Level> {
        let options = self.with_layout(input, input.options(&self.materials))?;
        self.furnished(input, input.level_over(&options, over)?)
    }

    /// A level with the doors and placeables that the user names.
    fn furnished(&self, input: &Input, mut level: Level) -> anyhow::Result<Level> {
        place_in(&mut level, &self.place, &input.folder())?;
        if let Some(state) = self.doors {
            let name = state.name();
            ensure!(level.set_doors(state)? > 0, "--doors: no door that opens has a walkmesh of the state {name}");
        }
        Ok(level)
    }
}

/// Opens the tables of a dungeon with the floors of a DOF. The meshes of its blocks lie beside it.
fn with_floors(tables: &Input, dof: &Path, options: OpenOptions) -> anyhow::Result<Level> {
    let floors = Input::open(dof)?;
    ensure!(floors.kind == Kind::Dof, "this is {}; the floors of a dungeon are read from its .dof", floors.kind);
    let level = tables.level_over(&options.with_dof(floors.file()), Some(&floors.folder()))?;
    let floors = level.silkroad().floors.context("these are not floors of a dungeon")?;
    ensure!(floors.has_any(), "no block has a BMS file with a floor beside this DOF");
    Ok(level)
}
