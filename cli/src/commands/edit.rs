//! The command `walkmesh edit`: edits a walkmesh, or the rooms of a KotOR area, by arguments.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::ArgGroup;
use serde::Serialize;
use walkmesh::counted;
use walkmesh::kotor::{self, Area, RoomId};
use walkmesh::level::{self, AnyFile, Edit as WalkmeshEdit, Operation, Selection};
use walkmesh::nwn2;

use crate::destination::{Destination, same_name};
use crate::edits::{EditArgument, Edits};
use crate::file_name::FileName;
use crate::input::{self, Input, Source};
use crate::layouts::Layouts;
use crate::limits::limits;
use crate::materials::Materials;
use crate::output::Report;
use crate::rooms::{RoomFile, Rooms};
use crate::written::write_each;

/// Edit a walkmesh, or the rooms of a KotOR area, and bake what the edits made stale
///
/// The edits are applied in the order in which they are written. Faces have the numbers that they have at that point:
/// in KotOR, --remove moves the numbers of the faces behind up. What no edit concerns keeps every bit. An edit that a game
/// cannot have, such as a rotation against the tiles of an NWN2 area, is refused with the reason, and nothing is written.
///
/// IN is a file, or a folder with the rooms of a KotOR area and their layout. In a folder, --paint, --remove and --flip
/// work on every room.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("where").required(true).multiple(true).args(["output", "in_place"])))]
#[command(
    after_help = "Examples:\n  walkmesh edit room.wok --paint material:Stone=Wood -o new.wok\n  walkmesh edit room.wok --remove 12,15-17 \
                  --transition 3:1=none --in-place\n  walkmesh edit area.trx --unwalkable polygon:3,3:9,3:9,9 -o new.trx\n  walkmesh \
                  edit rooms/ --renumber-rooms before.lyt --in-place\n  walkmesh edit rooms/ --join-area other/ -o joined/"
)]
pub struct Edit {
    /// The file, or the folder with the rooms of an area
    #[arg(value_name = "IN")]
    input: PathBuf,
    #[command(flatten)]
    edits: Edits,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    materials: Materials,
    /// KotOR: the area's layout, in which a room is found by the name of its file. Default: the only one beside the file
    /// that lists the room
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Edit {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        ensure!(!self.edits.0.is_empty(), "no edit is given; see `walkmesh edit --help`");
        if self.input.is_dir() {
            return self.area(report);
        }
        let edits = match self.walkmesh_edits() {
            Ok(edits) => edits,
            Err(error) => {
                report.problem(&self.input, &error);
                return Ok(());
            }
        };
        let layouts = Layouts::new(self.layout.as_deref())?;
        let works_on = |kind| Operation::Edit.is_for(kind);
        write_each(vec![Source::named(&self.input)], &self.destination, same_name, works_on, false, report, |input| {
            let mut file = layouts.place(input.open_file(&self.materials)?, &input.path)?;
            let mut options = level::BakeOptions::default();
            // What no edit concerns keeps every bit.
            options.nwn2 = nwn2::BakeOptions::default()
                .with_uninitialised(nwn2::Uninitialised::Keep)
                .with_limits(limits().with_inflated(input.room));
            let edited = file.edit(&edits, &options).map_err(anyhow::Error::from);
            let edited = edited.and_then(|done| Ok((file.to_bytes()?, Edited { notes: done.notes })));
            edited.map_err(|error| self.merged().fold(error, anyhow::Error::context))
        })
    }

    /// The walkmeshes that are merged, as an error names them: their faults show only in the result.
    fn merged(&self) -> impl Iterator<Item = String> {
        self.edits.0.iter().filter_map(|argument| match argument {
            EditArgument::Merge(path) => Some(format!("with the faces of {}", path.display())),
            _ => None,
        })
    }

    /// Edits the rooms of an area, and its layout.
    fn area(&self, report: &mut Report) -> anyhow::Result<()> {
        let mut edit = || {
            self.destination.recover(&self.input)?;
            let mut rooms = self.open_rooms(&self.input, self.layout.as_deref())?;
            let mut notes = Vec::new();
            for argument in &self.edits.0 {
                self.edit_area(&mut rooms, argument, &mut notes)?;
            }
            rooms.bake_stale()?;
            let written = rooms.write(&self.input, &self.destination, report)?;
            rooms.note_stale_models(report);
            anyhow::Ok(EditedArea { file: FileName::from(self.input.as_path()), written, notes })
        };
        match edit() {
            Ok(edited) => report.result(&edited),
            Err(error) => {
                report.problem(&self.input, &error);
                Ok(())
            }
        }
    }

    fn edit_area(&self, rooms: &mut Rooms, argument: &EditArgument, notes: &mut Vec<String>) -> anyhow::Result<()> {
        match argument {
            EditArgument::Walkmesh(edit) => edit_rooms(&mut rooms.area, edit, notes),
            EditArgument::Merge(_) => bail!("--merge is for a single room; name its file instead of the folder"),
            EditArgument::RenumberRooms(path) => {
                let read = || anyhow::Ok(kotor::Layout::from_bytes(&input::read(path)?)?);
                let older = read().with_context(|| format!("the layout {}", path.display()))?;
                let dropped = rooms.area.renumber_from(&older);
                notes.extend(dropped.iter().map(|(room, edge)| {
                    format!("{}: the transition of {edge} led to a room that the layout no longer has, and leads nowhere now.", name(&rooms.area, *room))
                }));
                Ok(())
            }
            EditArgument::JoinArea { folder, offset } => {
                ensure!(
                    self.destination.is_folder(),
                    "--join-area adds files: name another folder for the result with --output"
                );
                let other = self.open_rooms(folder, None).with_context(|| folder.display().to_string())?;
                let own = rooms.area.layout().rooms().len() as u32;
                let joined = rooms.area.join(&other.area, *offset).map_err(|error| other.blame(error, own))?;
                for file in other.files {
                    rooms.files.push(RoomFile { room: joined.rooms[file.room.index()], ..file });
                }
                let (added, linked) = (counted(joined.rooms.len(), "room"), counted(joined.links.len(), "edge"));
                let were = if joined.rooms.len() == 1 { "was" } else { "were" };
                let lead = if joined.links.len() == 1 { "leads" } else { "lead" };
                notes.push(format!("{added} {were} added, and {linked} {lead} from one area to the other."));
                if joined.door_hooks_left_out > 0 {
                    notes.push(format!(
                        "Left out: {} of the other layout.",
                        counted(joined.door_hooks_left_out, "door hook")
                    ));
                }
                notes.extend(joined.dropped.iter().map(|(room, edge)| {
                    format!("{}: the transition of {edge} led to a room that its layout does not have, and leads nowhere now.", name(&rooms.area, *room))
                }));
                Ok(())
            }
        }
    }

    fn open_rooms(&self, folder: &Path, layout: Option<&Path>) -> anyhow::Result<Rooms> {
        let rooms = Rooms::open_all(folder, layout)?;
        Ok(Rooms { area: self.materials.of_area(rooms.area), ..rooms })
    }

    /// The edits of a single walkmesh, with the files that they name.
    fn walkmesh_edits(&self) -> anyhow::Result<Vec<WalkmeshEdit>> {
        let edit = |argument: &EditArgument| match argument {
            EditArgument::Walkmesh(edit) => Ok(edit.clone()),
            EditArgument::Merge(path) => {
                let open = || anyhow::Ok(Input::open(path)?.open_file(&self.materials)?);
                let other = open().with_context(|| path.display().to_string())?;
                Ok(WalkmeshEdit::Merge(Box::new(other)))
            }
            EditArgument::RenumberRooms(_) | EditArgument::JoinArea { .. } => {
                bail!("--renumber-rooms and --join-area are for a folder with the rooms of an area")
            }
        };
        self.edits.0.iter().map(edit).collect()
    }
}

/// The name of a room.
fn name(area: &Area, room: RoomId) -> &str {
    area.layout().room(room).map_or("", |room| &room.name)
}

/// Makes an edit in all rooms of an area.
fn edit_rooms(area: &mut Area, edit: &WalkmeshEdit, notes: &mut Vec<String>) -> anyhow::Result<()> {
    match edit {
        WalkmeshEdit::Move(offset) => return Ok(area.translate(*offset)?),
        WalkmeshEdit::Paint { what, .. } | WalkmeshEdit::Remove(what) | WalkmeshEdit::Flip(what) => {
            let is_numbers = matches!(what, Selection::Faces(_));
            ensure!(
                !is_numbers,
                "the numbers of faces are for a single room; name the room's file instead of the folder"
            );
        }
        _ => {
            bail!("only --paint, --remove, --flip, --move, --renumber-rooms and --join-area work on a folder of rooms")
        }
    }
    let rooms: Vec<RoomId> = area.rooms().map(|(room, _)| room).collect();
    for id in rooms {
        let name = area.layout().rooms()[id.index()].name.clone();
        let Some(room) = area.room_mut(id) else { continue };
        let mut file = AnyFile::Bwm(room.clone());
        let done =
            file.edit(std::slice::from_ref(edit), &level::BakeOptions::default()).with_context(|| name.clone())?;
        *room = file.try_into()?;
        notes.extend(done.notes.into_iter().map(|note| format!("{name}: {note}")));
    }
    Ok(())
}

/// What the edits of a file did.
#[derive(Serialize)]
struct Edited {
    notes: Vec<String>,
}

/// What the edits of an area did.
#[derive(Serialize)]
struct EditedArea {
    file: FileName,
    written: Vec<FileName>,
    notes: Vec<String>,
}

impl fmt::Display for EditedArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, written, notes } = self;
        write!(f, "{file}: {} written", counted(written.len(), "file"))?;
        notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

impl fmt::Display for Edited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notes.join("\n"))
    }
}
