//! A door or placeable as an argument: its walkmesh's file, its position and bearing, and the state of a door.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde::Serialize;
use walkmesh::kotor::{DoorState, PlacedObject};
use walkmesh::level::{Kind, Level};

use crate::input::Input;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::storage;

const EXPECTED: &str = "expected FILE,X,Y,Z,BEARING or FILE,X,Y,Z,BEARING,STATE, with the state of a door: closed, open1 \
                        or open2";

/// The position of a door or placeable.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stand {
    /// In metres, z up.
    pub at: [f32; 3],
    /// In radians, counter-clockwise in the plan view.
    pub bearing: f32,
}

/// A door or placeable with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectArgument {
    file: PathBuf,
    pub stand: Stand,
    /// The state of a door, if it is not the one of its file.
    state: Option<DoorState>,
}

impl ObjectArgument {
    /// The parser of the argument. The name of the file may contain any characters.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        OsStringValueParser::new().try_map(|text| Self::parse(&text))
    }

    fn parse(text: &OsStr) -> Result<Self, String> {
        let with_state =
            split_at_last_comma(text).and_then(|(rest, name)| Some((rest, Some(DoorState::of_name(name)?))));
        let (text, state) = with_state.unwrap_or((text, None));
        // Split from the right, because the file's name may contain commas.
        let mut file = text;
        let mut number = || {
            let (rest, number) = split_at_last_comma(file).ok_or(EXPECTED)?;
            file = rest;
            number.trim().parse::<f32>().ok().filter(|number| number.is_finite()).ok_or(EXPECTED)
        };
        let [bearing, z, y, x] = [number()?, number()?, number()?, number()?];
        if file.is_empty() {
            return Err("the walkmesh's file is missing".to_owned());
        }
        Ok(Self { file: file.into(), stand: Stand { at: [x, y, z], bearing }, state })
    }

    /// The same object, with the file in `folder` if it exists only there.
    pub fn found_in(&self, folder: &FileLocation) -> anyhow::Result<Self> {
        let folder = folder.as_printed();
        let folder = Path::new(&*folder);
        let in_folder = Self { file: folder.join(&self.file), ..self.clone() };
        let is_there = |object: &Self| anyhow::Ok(storage::is_file(&object.file()?));
        Ok(if !is_there(self)? && is_there(&in_folder)? { in_folder } else { self.clone() })
    }

    /// The file of its walkmesh. A door has one file for each state, distinguished by name.
    pub fn file(&self) -> anyhow::Result<PathBuf> {
        let Some(state) = self.state else { return Ok(self.file.clone()) };
        let name = self.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_door = Path::new(&name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dwk"));
        match DoorState::of_file(&name).filter(|_| is_door) {
            Some((model, _)) => Ok(self.file.with_file_name(state.file(model))),
            None => bail!("{} is not named like a door's walkmesh, so it has no states", self.file.display()),
        }
    }

    /// Opens its walkmesh at its position.
    pub fn open(&self) -> anyhow::Result<PlacedObject> {
        let file = self.file()?;
        let open = || {
            let input = Input::open(&file)?;
            let level = Level::from_bytes(&input.bytes, &input.options(&Materials::default()))?;
            let walkmesh = level.kotor().walkmesh.cloned();
            let walkmesh = walkmesh.with_context(|| format!("this is {}; expected {}", level.kind(), Kind::Bwm))?;
            ensure!(
                !walkmesh.kind().is_room(),
                "this is the walkmesh of a room; --place needs a placeable's .pwk or a door's .dwk"
            );
            anyhow::Ok(PlacedObject::new(walkmesh, self.stand.at, self.stand.bearing))
        };
        open().with_context(|| file.display().to_string())
    }
}

/// Puts doors and placeables into an area. Their files are in its folder, or elsewhere.
pub fn place_in(level: &mut Level, objects: &[ObjectArgument], folder: &FileLocation) -> anyhow::Result<()> {
    for object in objects {
        let object = object.found_in(folder)?;
        level.place(object.file()?.to_string_lossy(), object.open()?)?;
    }
    Ok(())
}

/// Splits an argument at its last comma.
#[cfg(unix)]
fn split_at_last_comma(text: &OsStr) -> Option<(&OsStr, &str)> {
    use std::os::unix::ffi::OsStrExt;
    let comma = text.as_bytes().iter().rposition(|&byte| byte == b',')?;
    let (before, after) = text.as_bytes().split_at(comma);
    Some((OsStr::from_bytes(before), std::str::from_utf8(&after[1..]).ok()?))
}

/// Splits an argument at its last comma.
#[cfg(not(unix))]
fn split_at_last_comma(text: &OsStr) -> Option<(&OsStr, &str)> {
    text.to_str()?.rsplit_once(',').map(|(before, after)| (OsStr::new(before), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(state: Option<DoorState>) -> ObjectArgument {
        ObjectArgument { file: "a,b/door0.dwk".into(), stand: Stand { at: [6.0, -3.5, 0.0], bearing: 1.5 }, state }
    }

    #[test]
    fn a_files_name_may_have_commas_and_a_door_a_state() {
        let parse = |text: &str| ObjectArgument::parse(OsStr::new(text));
        assert_eq!(parse("a,b/door0.dwk,6,-3.5,0,1.5"), Ok(door(None)));
        for (name, state) in [("closed", DoorState::Closed), ("open1", DoorState::Open1), ("open2", DoorState::Open2)] {
            assert_eq!(parse(&format!("a,b/door0.dwk,6,-3.5,0,1.5,{name}")), Ok(door(Some(state))));
        }
        for text in ["", "door0.dwk", "door0.dwk,1,2,3", ",1,2,3,4", "1,2,3,4", "d.dwk,1,2,3,NaN", "d.dwk,1,2,3,4,ajar"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_state_names_another_file_of_the_same_door() {
        assert_eq!(door(Some(DoorState::Open2)).file().unwrap(), Path::new("a,b/door2.dwk"));
        assert_eq!(door(None).file().unwrap(), Path::new("a,b/door0.dwk"));
        let chest = ObjectArgument { file: "chest0.pwk".into(), ..door(Some(DoorState::Closed)) };
        assert!(chest.file().is_err());
    }
}
