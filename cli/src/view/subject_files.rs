//! The files of a subject: of one file itself; of an area its rooms, its layout, doors and placeables; of a dungeon its
//! tables, its DOF and the floors.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use walkmesh::kotor::DoorState;
use walkmesh::level::DungeonFloors;
use walkmesh::level::{Kind, MaterialChoice};

use super::{Stand, ViewFile, ViewFiles};
use crate::dof;
use crate::input::Input;
use crate::placed_object::PlacedObject;
use crate::rooms::Rooms;
use crate::subject::Subject;

/// Reads the files. What cannot be opened is passed to `complain`: a single file is in the page all the same, which then shows
/// the error and the findings as for a file that is dropped into it, and of an area the other rooms are shown.
pub fn subject_files(
    subject: &Subject,
    dof: Option<&Path>,
    complain: impl FnMut(&Path, &anyhow::Error),
) -> anyhow::Result<ViewFiles> {
    let mut files = if subject.path.is_dir() { area(subject, complain)? } else { file(subject, dof, complain)? };
    if let Some(table) = subject.materials().table_file() {
        files.push(ViewFile { name: "surfacemat.2da".to_owned(), bytes: table.to_vec(), stand: None });
    }
    let as_stored = matches!(subject.materials().choice(), Some(MaterialChoice::AsStored));
    Ok(ViewFiles { files, as_stored })
}

fn file(
    subject: &Subject,
    dof: Option<&Path>,
    mut complain: impl FnMut(&Path, &anyhow::Error),
) -> anyhow::Result<Vec<ViewFile>> {
    subject.ensure_file()?;
    let input = Input::open(&subject.path)?;
    let kind = input.kind;
    ensure!(dof.is_none() || kind == Kind::AiNav, "--dof is for a Silkroad dungeon (ainavdata_*.dat); this is {kind}");
    if let Err(error) = input.open_file(subject.materials()) {
        complain(&subject.path, &error.into());
    }
    let mut files = vec![plain(&subject.path, input.bytes)];
    if let Some(dof) = dof {
        let bytes = fs::read(dof).with_context(|| dof.display().to_string())?;
        files.push(plain(dof, bytes));
        add_floors(&dof::open(dof)?, &mut files);
    } else if kind == Kind::Dof {
        // Without floors, the page shows where the blocks stand.
        if let Ok(dungeon) = dof::open(&subject.path) {
            add_floors(&dungeon, &mut files);
        }
    }
    Ok(files)
}

/// Adds each floor once, however many blocks have it.
fn add_floors(dungeon: &DungeonFloors, files: &mut Vec<ViewFile>) {
    for floor in dungeon.meshes.iter().flatten() {
        if files.iter().all(|other| other.name != floor.name) {
            files.push(plain(Path::new(&floor.name), floor.bytes.clone()));
        }
    }
}

fn area(subject: &Subject, complain: impl FnMut(&Path, &anyhow::Error)) -> anyhow::Result<Vec<ViewFile>> {
    let rooms = Rooms::open(&subject.path, subject.layout(), complain)?;
    ensure!(!rooms.files.is_empty(), "no room of the layout {} can be opened", rooms.layout.display());
    let mut files = vec![plain(&rooms.layout, rooms.layout_bytes)];
    files.extend(rooms.files.into_iter().map(|room| plain(&room.path, room.bytes)));
    for object in subject.placed() {
        add_object(&object.found_in(&subject.path)?, &mut files)?;
    }
    Ok(files)
}

/// Adds the walkmesh of a door or placeable. A door has its other states with it, so that it can be opened in the page.
fn add_object(object: &PlacedObject, files: &mut Vec<ViewFile>) -> anyhow::Result<()> {
    let path = object.file()?;
    object.open(&walkmesh::kotor::MaterialTable::kotor())?;
    let mut paths = vec![path.clone()];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_door = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dwk"));
    if let Some((model, state)) = DoorState::of_file(&name).filter(|_| is_door) {
        let others =
            [DoorState::Closed, DoorState::Open1, DoorState::Open2].into_iter().filter(|other| *other != state);
        paths.extend(others.map(|other| path.with_file_name(other.file(model))).filter(|path| path.is_file()));
    }
    for path in paths {
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        files.push(ViewFile { stand: Some(object.stand()), ..plain(&path, bytes) });
    }
    Ok(())
}

fn plain(path: &Path, bytes: Vec<u8>) -> ViewFile {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ViewFile { name, bytes, stand: None }
}

impl PlacedObject {
    /// Where it stands.
    fn stand(&self) -> Stand {
        Stand { position: self.position(), bearing: self.bearing() }
    }
}
