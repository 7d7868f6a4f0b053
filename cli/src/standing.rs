//! Doors and placeables as arguments: a walkmesh's file, where it stands, and how a door is.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use walkmesh::kotor::{DoorState, Placed};

use crate::input::Input;
use crate::view::View;

const EXPECTED: &str = "expected FILE,X,Y,Z,BEARING or FILE,X,Y,Z,BEARING,STATE, with the state of a door: closed, open1 \
                        or open2";

/// A door or placeable, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    file: PathBuf,
    position: [f32; 3],
    /// In radians, counter-clockwise seen from above.
    bearing: f32,
    /// Of a door: how it is, if that is not what its file says.
    state: Option<DoorState>,
}

impl FromStr for Standing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rest, state) = match text.rsplit_once(',') {
            Some((rest, "closed")) => (rest, Some(DoorState::Closed)),
            Some((rest, "open1")) => (rest, Some(DoorState::Open1)),
            Some((rest, "open2")) => (rest, Some(DoorState::Open2)),
            _ => (text, None),
        };
        // From the right, for a file's name may have commas.
        let mut parts = rest.rsplitn(5, ',');
        let mut number = || match parts.next().map(str::trim).map(str::parse::<f32>) {
            Some(Ok(number)) if number.is_finite() => Ok(number),
            _ => Err(EXPECTED.to_owned()),
        };
        let [bearing, z, y, x] = [number()?, number()?, number()?, number()?];
        match parts.next() {
            None | Some("") => Err("the walkmesh's file is missing".to_owned()),
            Some(file) => Ok(Self { file: file.into(), position: [x, y, z], bearing, state }),
        }
    }
}

impl Standing {
    /// The file of its walkmesh: a door has one for each state, told apart by their names.
    pub fn file(&self) -> anyhow::Result<PathBuf> {
        let Some(state) = self.state else { return Ok(self.file.clone()) };
        let name = self.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_door = Path::new(&name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dwk"));
        match DoorState::of_file(&name).filter(|_| is_door) {
            Some((model, _)) => Ok(self.file.with_file_name(state.file(model))),
            None => bail!("{} is no door's walkmesh by its name, so it has no states", self.file.display()),
        }
    }

    /// Its walkmesh, where it stands.
    pub fn open(&self) -> anyhow::Result<Placed> {
        let file = self.file()?;
        let open = || match View::open(&Input::open(&file)?)? {
            View::Kotor(walkmesh) => {
                ensure!(!walkmesh.kind().is_room(), "is a room's walkmesh");
                Ok(Placed::new(walkmesh, self.position, self.bearing))
            }
            _ => bail!("is no placeable's or door's walkmesh"),
        };
        open().with_context(|| file.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(state: Option<DoorState>) -> Standing {
        Standing { file: "a,b/door0.dwk".into(), position: [6.0, -3.5, 0.0], bearing: 1.5, state }
    }

    #[test]
    fn a_files_name_may_have_commas_and_a_door_a_state() {
        assert_eq!("a,b/door0.dwk,6,-3.5,0,1.5".parse(), Ok(door(None)));
        for (name, state) in [("closed", DoorState::Closed), ("open1", DoorState::Open1), ("open2", DoorState::Open2)] {
            assert_eq!(format!("a,b/door0.dwk,6,-3.5,0,1.5,{name}").parse(), Ok(door(Some(state))));
        }
        for text in ["", "door0.dwk", "door0.dwk,1,2,3", ",1,2,3,4", "1,2,3,4", "d.dwk,1,2,3,NaN", "d.dwk,1,2,3,4,ajar"]
        {
            assert!(text.parse::<Standing>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_state_names_another_file_of_the_same_door() {
        assert_eq!(door(Some(DoorState::Open2)).file().unwrap(), Path::new("a,b/door2.dwk"));
        assert_eq!(door(None).file().unwrap(), Path::new("a,b/door0.dwk"));
        let chest = Standing { file: "chest0.pwk".into(), ..door(Some(DoorState::Closed)) };
        assert!(chest.file().is_err());
    }
}
