//! `walkmesh area`: the rooms of a KotOR area and its layout, together.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use walkmesh::finding::{Finding, Severity};
use walkmesh::kotor::{self, Layout, RoomId, Walkmesh};

use crate::commands::check::Checked;
use crate::destination::{Destination, same_name};
use crate::input::Source;
use crate::output::{Outcome, Report};

/// Check whether the rooms of a KotOR area fit together, and make them fit
///
/// The folder holds the rooms' WOK files, and the layout that names them. --weld makes seams meet exactly where they
/// nearly do, and --link computes every transition anew; with neither, rooms are only checked. Without a place to write
/// to, nothing is written, and what would change is told. Exit status 1 when an error is found, or when something would
/// change and is not written.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh area rooms/\n  walkmesh area rooms/ --weld 0.01 --link --in-place")]
pub struct Area {
    /// The folder with the rooms
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The layout, rather than the only one in the folder
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    /// Move vertices of seams at most this many metres onto those of the room that comes first in the layout
    #[arg(long, value_name = "METRES", num_args = 0..=1, default_missing_value = "0.1")]
    weld: Option<f32>,
    /// Compute every transition from edges that two rooms share
    #[arg(long)]
    link: bool,
    #[command(flatten)]
    destination: Destination,
    /// Print every finding, not only the first five of each code
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Area {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        let (mut area, files) = match self.open(report) {
            Ok(opened) => opened,
            Err(error) => {
                report.problem(&self.folder, &error);
                return Ok(());
            }
        };
        match self.edit(&mut area, &files, report) {
            Ok(edited) => report.result(&edited),
            Err(error) => {
                report.problem(&self.folder, &error);
                Ok(())
            }
        }
    }

    /// The area, and the file of each room at hand. A file that cannot be read is reported.
    fn open(&self, report: &mut Report) -> anyhow::Result<(kotor::Area, Files)> {
        let entries = fs::read_dir(&self.folder).context("cannot be read")?;
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>().context("cannot be read")?;
        paths.sort_unstable();
        let layout = match &self.layout {
            Some(layout) => layout.clone(),
            None => only_layout(&paths)?,
        };
        let text = fs::read(&layout).map_err(anyhow::Error::from).and_then(|text| Ok(Layout::from_bytes(&text)?));
        let mut area = kotor::Area::new(text.with_context(|| format!("the layout {}", layout.display()))?);
        let mut files = Files { layout, rooms: Vec::new(), strangers: Vec::new() };
        for path in paths.into_iter().filter(|path| has_extension(path, "wok")) {
            match insert(&mut area, &path) {
                Ok(Some((room, bytes))) => files.rooms.push((room, path, bytes)),
                Ok(None) => files.strangers.push(path.to_string_lossy().into_owned()),
                Err(error) => report.problem(&path, &error),
            }
        }
        Ok((area, files))
    }

    fn edit(&self, area: &mut kotor::Area, files: &Files, report: &mut Report) -> anyhow::Result<Edited> {
        let rooms = (0..).zip(area.layout().rooms());
        let names: Vec<Room> = rooms.map(|(room, known)| Room { room, name: known.name.clone() }).collect();
        let missing = names.iter().filter(|room| room.name != NO_MODEL && area.room(RoomId(room.room)).is_none());
        let missing = missing.map(|room| room.name.clone()).collect();
        let room = |id: RoomId| names.get(id.index()).cloned().unwrap_or(Room { room: id.0, name: String::new() });

        let welds = self.weld.map(|tolerance| area.weld(tolerance)).transpose()?.unwrap_or_default();
        let links = if self.link { area.link()? } else { Vec::new() };
        area.settle()?;
        let written = if self.destination.is_given() { self.write(area, files, report) } else { Vec::new() };
        let changes = !welds.is_empty() || !links.is_empty();
        let findings = area.check();
        if findings.iter().any(|finding: &Finding| finding.severity >= Severity::Error)
            || (changes && !self.destination.is_given())
        {
            report.add(Outcome::Found);
        }
        Ok(Edited {
            layout: files.layout.to_string_lossy().into_owned(),
            rooms: names.iter().filter(|room| room.name != NO_MODEL).count(),
            at_hand: files.rooms.len(),
            missing,
            strangers: files.strangers.clone(),
            welds: welds
                .into_iter()
                .map(|weld| Weld {
                    room: room(weld.room),
                    vertex: weld.vertex.0,
                    from: weld.from,
                    to: weld.to,
                    to_room: room(weld.to_room),
                    distance: weld.distance,
                })
                .collect(),
            links: links
                .into_iter()
                .map(|link| Link {
                    room: room(link.room),
                    face: link.edge.face().0,
                    side: link.edge.side(),
                    before: link.before.map(room),
                    after: link.after.map(room),
                })
                .collect(),
            written,
            checked: Checked::all(self.folder.to_string_lossy().into_owned(), &findings, self.all),
            all: self.all,
        })
    }

    /// Writes the rooms at hand.
    fn write(&self, area: &kotor::Area, files: &Files, report: &mut Report) -> Vec<String> {
        let folder = Some(self.folder.clone());
        let sources = files.rooms.iter().map(|(_, path, _)| Source { path: path.clone(), folder: folder.clone() });
        let targets = self.destination.targets(sources.collect(), same_name, report);
        let mut written = Vec::new();
        for (source, target) in targets {
            let Some((room, path, before)) = files.rooms.iter().find(|(_, path, _)| *path == source.path) else {
                continue;
            };
            let Some(walkmesh) = area.room(*room) else { continue };
            let done = walkmesh.to_bytes().map_err(anyhow::Error::from).and_then(|bytes| {
                let untouched = bytes == *before && target.is_over(path);
                if !untouched {
                    target.write(path, &bytes)?;
                    written.push(target.path.to_string_lossy().into_owned());
                }
                Ok(())
            });
            if let Err(error) = done {
                report.problem(path, &error);
            }
        }
        written
    }
}

/// What a layout calls a room without a model.
const NO_MODEL: &str = "****";

/// What is in the folder.
struct Files {
    layout: PathBuf,
    /// The rooms at hand, with their files and the bytes of these.
    rooms: Vec<(RoomId, PathBuf, Vec<u8>)>,
    /// Room files that the layout does not name.
    strangers: Vec<String>,
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

fn only_layout(paths: &[PathBuf]) -> anyhow::Result<PathBuf> {
    let layouts: Vec<&PathBuf> = paths.iter().filter(|path| has_extension(path, "lyt")).collect();
    match layouts.as_slice() {
        [layout] => Ok((*layout).clone()),
        [] => bail!("has no layout: name one with --layout"),
        _ => bail!("has {} layouts: name one with --layout", layouts.len()),
    }
}

/// Reads a room's file into the area; gives the room and the bytes, if the layout has such a room.
fn insert(area: &mut kotor::Area, path: &Path) -> anyhow::Result<Option<(RoomId, Vec<u8>)>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(path).context("cannot be read")?;
    let walkmesh = Walkmesh::from_bytes(&bytes)?;
    ensure!(walkmesh.kind().is_room(), "is no room's walkmesh");
    Ok(area.insert_named(&name, walkmesh)?.map(|room| (room, bytes)))
}

/// What became of an area.
#[derive(Serialize)]
struct Edited {
    layout: String,
    rooms: usize,
    at_hand: usize,
    /// Rooms of the layout that have no file here.
    missing: Vec<String>,
    /// Files that the layout has no room for.
    strangers: Vec<String>,
    welds: Vec<Weld>,
    links: Vec<Link>,
    written: Vec<String>,
    #[serde(flatten)]
    checked: Checked,
    #[serde(skip)]
    all: bool,
}

/// A room by its number in the layout, and its name.
#[derive(Clone, Serialize)]
struct Room {
    room: u32,
    name: String,
}

/// A vertex that moved.
#[derive(Serialize)]
struct Weld {
    #[serde(flatten)]
    room: Room,
    vertex: u32,
    from: [f32; 3],
    to: [f32; 3],
    to_room: Room,
    /// In metres.
    distance: f64,
}

/// A transition that changed.
#[derive(Serialize)]
struct Link {
    #[serde(flatten)]
    room: Room,
    face: u32,
    side: usize,
    before: Option<Room>,
    after: Option<Room>,
}

/// How many changes of a kind are printed as text, unless all are asked for.
const SHOWN: usize = 5;

impl fmt::Display for Edited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {} rooms at hand", self.layout, self.at_hand, self.rooms)?;
        for missing in &self.missing {
            write!(f, "\n  room {missing} has no file here")?;
        }
        for stranger in &self.strangers {
            write!(f, "\n  {stranger} is no room of the layout")?;
        }
        listed(f, "welded", &self.welds, self.all)?;
        listed(f, "linked", &self.links, self.all)?;
        for written in &self.written {
            write!(f, "\n  written {written}")?;
        }
        write!(f, "\n{}", self.checked)
    }
}

fn listed<T: fmt::Display>(f: &mut fmt::Formatter<'_>, what: &str, items: &[T], all: bool) -> fmt::Result {
    let shown = if all { items.len() } else { items.len().min(SHOWN) };
    items[..shown].iter().try_for_each(|item| write!(f, "\n  {what} {item}"))?;
    if shown < items.len() {
        write!(f, "\n  … and {} more {what}", items.len() - shown)?;
    }
    Ok(())
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "room {} ({})", self.room, self.name)
    }
}

impl fmt::Display for Weld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { room, vertex, to_room, distance, .. } = self;
        write!(f, "{room}, vertex {vertex}: by {distance:.6} m to {to_room}")
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { room, face, side, before, after } = self;
        let or_nowhere = |room: &Option<Room>| room.as_ref().map_or_else(|| "nowhere".to_owned(), Room::to_string);
        write!(f, "{room}, face {face}, side {side}: {} -> {}", or_nowhere(before), or_nowhere(after))
    }
}
