//! The files of a subject: a single file; an area's rooms, layout, doors and placeables; or a dungeon's tables, DOF and floors.

use std::path::Path;

use anyhow::{Context, ensure};
use walkmesh::kotor::{DoorState, MaterialTable};
use walkmesh::level::MaterialChoice;

use super::{ViewFile, ViewFiles};
use crate::location::FileLocation;
use crate::placed_object::ObjectArgument;
use crate::storage;
use crate::subject::SubjectOptions;

/// Reads the files. A file that cannot be opened is passed to `complain`: a single file is still in the page, which then shows the error
/// and the findings as for a dropped file; in an area, the other rooms are shown.
pub fn subject_files(
    path: &Path,
    subject: &SubjectOptions,
    dof: Option<&Path>,
    mut complain: impl FnMut(&FileLocation, &anyhow::Error),
) -> anyhow::Result<ViewFiles> {
    let (input, materials) = (subject.input(path)?, &subject.materials);
    let options = input.options(materials).with_skip_unreadable(true);
    let mut files = match subject.read(&input, dof, options) {
        Ok(level) => {
            input.unread(&level).for_each(|(at, error)| complain(&at, &error));
            let lacks_rooms = level.kotor().area.is_some_and(|area| area.rooms().next().is_none());
            ensure!(!lacks_rooms, "no room of the layout {} can be opened", input.path);
            level.files_read().map(|(name, bytes)| plain(Path::new(name), bytes.to_vec())).collect()
        }
        Err(error) if dof.is_none() => {
            complain(&input.path, &error);
            Vec::new()
        }
        Err(error) => return Err(error),
    };
    if files.is_empty() {
        files.push(plain(Path::new(&input.file()), input.bytes.clone()));
    }
    for object in &subject.place {
        add_object(&object.found_in(&input.folder())?, &mut files)?;
    }
    if let Some(table) = materials.table_file() {
        files.push(ViewFile { name: MaterialTable::FILE.to_owned(), bytes: table.to_vec(), stand: None });
    }
    let as_stored = matches!(materials.choice(), Some(MaterialChoice::AsStored));
    Ok(ViewFiles { files, as_stored })
}

/// Adds the walkmesh of a door or placeable. A door comes with its other states, so that it can be opened in the page.
fn add_object(object: &ObjectArgument, files: &mut Vec<ViewFile>) -> anyhow::Result<()> {
    let path = object.file()?;
    object.open()?;
    let mut paths = vec![path.clone()];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_door = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dwk"));
    if let Some((model, state)) = DoorState::of_file(&name).filter(|_| is_door) {
        let others = DoorState::ALL.into_iter().filter(|other| *other != state);
        paths.extend(others.map(|other| path.with_file_name(other.file(model))).filter(|path| storage::is_file(path)));
    }
    for path in paths {
        let bytes = storage::read_regular(&path).with_context(|| path.display().to_string())?;
        files.push(ViewFile { stand: Some(object.stand), ..plain(&path, bytes) });
    }
    Ok(())
}

fn plain(path: &Path, bytes: Vec<u8>) -> ViewFile {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ViewFile { name, bytes, stand: None }
}
