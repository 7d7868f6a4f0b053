//! The files of a subject: of one file itself; of an area its rooms, its layout, doors and placeables; of a dungeon its
//! tables, its DOF and the floors.

use std::path::Path;

use anyhow::{Context, ensure};
use walkmesh::kotor::DoorState;
use walkmesh::level::{Kind, Level, MaterialChoice};

use super::{Stand, ViewFile, ViewFiles};
use crate::dof;
use crate::input::Input;
use crate::location::Location;
use crate::placed_object::ObjectArgument;
use crate::rooms::Rooms;
use crate::storage;
use crate::subject::Subject;

/// Reads the files. What cannot be opened is passed to `complain`: a single file is in the page all the same, which then shows
/// the error and the findings as for a file that is dropped into it, and of an area the other rooms are shown.
pub fn subject_files(
    subject: &Subject,
    dof: Option<&Path>,
    complain: impl FnMut(&Location, &anyhow::Error),
) -> anyhow::Result<ViewFiles> {
    let mut files =
        if storage::is_folder(&subject.path) { area(subject, complain)? } else { file(subject, dof, complain)? };
    if let Some(table) = subject.materials().table_file() {
        files.push(ViewFile { name: "surfacemat.2da".to_owned(), bytes: table.to_vec(), stand: None });
    }
    let as_stored = matches!(subject.materials().choice(), Some(MaterialChoice::AsStored));
    Ok(ViewFiles { files, as_stored })
}

fn file(
    subject: &Subject,
    dof: Option<&Path>,
    mut complain: impl FnMut(&Location, &anyhow::Error),
) -> anyhow::Result<Vec<ViewFile>> {
    subject.ensure_file()?;
    let input = Input::open(&subject.path)?;
    let kind = input.kind;
    ensure!(dof.is_none() || kind == Kind::AiNav, "--dof is for a Silkroad dungeon (ainavdata_*.dat); this is {kind}");
    if let Err(error) = input.open_file(subject.materials()) {
        complain(&subject.path.as_path().into(), &error.into());
    }
    let read = |level: Level| level.files_read().map(|(name, bytes)| plain(Path::new(name), bytes.to_vec())).collect();
    match dof {
        Some(dof) => Ok(read(dof::with_tables(input, dof)?)),
        // Without floors, the page shows where the blocks stand.
        None => {
            let alone = vec![plain(&subject.path, input.bytes.clone())];
            Ok(if kind == Kind::Dof { dof::open(input).map_or(alone, read) } else { alone })
        }
    }
}

fn area(subject: &Subject, complain: impl FnMut(&Location, &anyhow::Error)) -> anyhow::Result<Vec<ViewFile>> {
    let rooms = Rooms::open(&subject.path, subject.layout(), subject.materials(), None, complain)?;
    let mut read = rooms.level.files_read();
    ensure!(read.len() > 1, "no room of the layout {} can be opened", rooms.layout);
    let mut files: Vec<_> = read.by_ref().map(|(name, bytes)| plain(Path::new(name), bytes.to_vec())).collect();
    for object in subject.placed() {
        add_object(&object.found_in(&subject.path)?, &mut files)?;
    }
    Ok(files)
}

/// Adds the walkmesh of a door or placeable. A door has its other states with it, so that it can be opened in the page.
fn add_object(object: &ObjectArgument, files: &mut Vec<ViewFile>) -> anyhow::Result<()> {
    let path = object.file()?;
    object.open()?;
    let mut paths = vec![path.clone()];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_door = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dwk"));
    if let Some((model, state)) = DoorState::of_file(&name).filter(|_| is_door) {
        let others =
            [DoorState::Closed, DoorState::Open1, DoorState::Open2].into_iter().filter(|other| *other != state);
        paths.extend(others.map(|other| path.with_file_name(other.file(model))).filter(|path| storage::is_file(path)));
    }
    for path in paths {
        let bytes = storage::read_regular(&path).with_context(|| path.display().to_string())?;
        files.push(ViewFile { stand: Some(object.stand()), ..plain(&path, bytes) });
    }
    Ok(())
}

fn plain(path: &Path, bytes: Vec<u8>) -> ViewFile {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ViewFile { name, bytes, stand: None }
}

impl ObjectArgument {
    /// Where it stands.
    fn stand(&self) -> Stand {
        Stand { position: self.position(), bearing: self.bearing() }
    }
}
