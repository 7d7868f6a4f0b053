//! `walkmesh repair --recover-layout`: the layout of rooms, from the rooms and their models.

use std::fmt;
use std::path::Path;

use anyhow::{Context, ensure};
use serde::Serialize;
use walkmesh::counted;
use walkmesh::kotor::{Kind, Layout, LayoutRecovery, Model, RecoveredRoom, Walkmesh};

use crate::destination::Destination;
use crate::limits::limits;
use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::place::located;
use crate::storage;

/// Recovers the layout of the rooms in a folder, and prints or writes it.
pub fn run(folder: &Path, destination: &Destination, report: &mut Report) -> anyhow::Result<()> {
    report.leave_to(destination.output());
    report.answer(folder, |report| {
        let rooms = rooms_of(folder, report)?;
        let rooms = rooms.iter().map(|room| (&*room.name, &room.walkmesh, room.model.as_ref()));
        let recovery = Layout::recover(rooms)?;
        let text = recovery.layout.to_bytes();
        let output = if destination.is_given() {
            Some(FileLocation::from(&destination.write_beside(&folder.into(), &layout_name(folder)?, &text)?))
        } else {
            None
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        let outcome = if recovery.unplaced.is_empty() { Outcome::Fine } else { Outcome::Found };
        Ok((RecoveryReport { file: FileLocation::from(folder), output, recovery, text }, outcome))
    })
}

/// A room of a folder, and its model.
struct RoomFiles {
    name: String,
    walkmesh: Walkmesh,
    model: Option<Model>,
}

/// The rooms of a folder with the models beside them. A room or a model that cannot be read is reported as a separate
/// problem.
fn rooms_of(folder: &Path, report: &mut Report) -> anyhow::Result<Vec<RoomFiles>> {
    let mut paths = storage::entries(folder)?;
    paths.retain(|path| path.has_extension("wok"));
    paths.sort();
    ensure!(!paths.is_empty(), "the folder has no room of a KotOR area (.wok)");
    let place = storage::place(&folder.into())?;
    let mut rooms = Vec::new();
    for path in &paths {
        match room_of(path) {
            Ok((name, walkmesh)) => {
                let model = place.find(&Model::file(&name)).map(|model| model_of(&located(&folder.into(), model)));
                let model = model.transpose().unwrap_or_else(|error| {
                    report.problem(path, &error);
                    None
                });
                rooms.push(RoomFiles { name, walkmesh, model });
            }
            Err(error) => report.problem(path, &error),
        }
    }
    Ok(rooms)
}

fn room_of(path: &FileLocation) -> anyhow::Result<(String, Walkmesh)> {
    let name = path.file_stem().and_then(|name| name.to_str()).context("the name of a room is text")?;
    let walkmesh = Walkmesh::from_bytes(&storage::read_regular(path)?)?;
    Ok((name.to_owned(), walkmesh.with_kind(Kind::Wok)))
}

fn model_of(path: &FileLocation) -> anyhow::Result<Model> {
    let read = || anyhow::Ok(Model::from_bytes_with(&storage::read_regular(path)?, &limits())?);
    read().with_context(|| format!("the model {path}"))
}

/// The name of the layout of the rooms in a folder: the folder's name.
fn layout_name(folder: &Path) -> anyhow::Result<String> {
    let folder = std::path::absolute(folder)?;
    let name = folder.file_stem().context("the folder has no name; name the layout with --output FILE")?;
    Ok(format!("{}.lyt", name.to_string_lossy()))
}

/// A layout that was recovered.
#[derive(Serialize)]
struct RecoveryReport {
    file: FileLocation,
    /// The file to which the layout was written.
    output: Option<FileLocation>,
    #[serde(flatten)]
    recovery: LayoutRecovery,
    /// The layout.
    text: String,
}

impl fmt::Display for RecoveryReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, output, recovery, text } = self;
        let LayoutRecovery { placed, unplaced, unknown, .. } = recovery;
        let count = counted(placed.len() + unplaced.len(), "room");
        write!(f, "{file}: the positions of {} of {count} recovered", placed.len())?;
        for room in unplaced {
            let why = if room.has_model {
                "its model has other faces"
            } else {
                "it has no model (.mdl) here that can be read"
            };
            write!(f, "\n  missing: {}: {why}, so its position is unknown; add its line by hand", room.name)?;
        }
        placed.iter().filter(|room| room.moved > 0).try_for_each(|room| moved(f, room))?;
        let by_name: Vec<&str> = placed.iter().filter(|room| !room.is_numbered).map(|room| &*room.name).collect();
        if !by_name.is_empty() {
            let names = by_name.join(", ");
            write!(
                f,
                "\n  no transition leads to {names}: the numbers of these rooms are in the order of their names"
            )?;
        }
        if !unknown.is_empty() {
            let numbers: Vec<String> = unknown.iter().map(|room| room.0.to_string()).collect();
            let numbers = numbers.join(", ");
            write!(f, "\n  transitions lead to rooms that are not here, which are **** in the layout: {numbers}")?;
        }
        write!(
            f,
            "\n  door hooks, tracks and obstacles are in no other file, so the layout has none; add them by hand"
        )?;
        match output {
            Some(output) => write!(f, "\n  written {output}"),
            None => text.lines().try_for_each(|line| write!(f, "\n{line}")),
        }
    }
}

/// Reports that corners of a room are not where its model puts them.
fn moved(f: &mut fmt::Formatter<'_>, room: &RecoveredRoom) -> fmt::Result {
    let RecoveredRoom { name, moved, corners, farthest, .. } = room;
    write!(
        f,
        "\n  {name}: {moved} of {corners} corners are up to {farthest:.4} m from where the model puts them, as after welding"
    )
}
