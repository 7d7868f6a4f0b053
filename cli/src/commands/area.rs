//! The command `walkmesh area`: checks and edits the rooms of a KotOR area together with its layout.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use walkmesh::counted;
use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::instances::InstanceKind;
use walkmesh::kotor::{self, LinkChange, MissingObject, RoomId};
use walkmesh::level::{self, BakeOptions, Edit, EditOutcome, Point};

use crate::commands::check::{self, FileFindings, Level};
use crate::destination::Destination;
use crate::file_name::FileName;
use crate::layout_recovery;
use crate::location::Location;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::place::LayoutArgument;
use crate::placed_object::{ObjectArgument, place_in};
use crate::rooms::{NO_MODEL, Rooms};
use crate::walker::Appearances;

/// Check whether the rooms of a KotOR area fit together, and make them fit
///
/// The folder holds the rooms' WOK files, and the layout that names them. If the folder also has the area's GIT, the command
/// counts and checks the things that it lists. Doors and placeables are placed if their templates, the game's tables and their
/// walkmeshes are found; --game finds them in an installed game. Creatures have the sizes of their appearances, if their templates
/// and appearance.2da are found. --move moves the whole area, --weld makes
/// seams that nearly meet meet exactly, and --link recomputes every transition. They are applied in this order. Without
/// any of them, the rooms are only checked. Without --output or --in-place, nothing is written, and the changes are
/// only listed. The exit status is 1 if there is an error, or when there are changes that are not written.
///
/// Where the layout is lost, --recover-layout recovers it from the rooms and their models.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh area rooms/\n  walkmesh area rooms/ --weld 0.01 --link --in-place\n  walkmesh area rooms/ \
                        --move 100,0,-2.5 -o moved/\n  walkmesh area rooms/ --recover-layout -o rooms/m10aa.lyt"
)]
pub struct Area {
    /// The area: its layout, or a folder, an archive or with --game a module with one
    #[arg(value_name = "AREA")]
    folder: PathBuf,
    #[command(flatten)]
    layout: LayoutArgument,
    /// Move every room, and everything that the layout places, by this many metres along x, y and z (z is up). Seams
    /// stay closed and transitions are kept. Other files, such as the area's GIT, are not changed
    #[arg(long = "move", value_name = "X,Y,Z", allow_hyphen_values = true)]
    offset: Option<Point>,
    /// Move vertices on seams by at most this many metres, onto the vertices of the room that is first in the layout
    #[arg(long, value_name = "METRES", num_args = 0..=1, default_missing_value = "0.1")]
    weld: Option<f32>,
    /// Compute every transition from the edges that two rooms share
    #[arg(long)]
    link: bool,
    /// Recover the layout from the rooms and their models (.mdl), which are beside them: the position of each room, to four decimals,
    /// and its number, by the transitions that lead to it. Prints the layout, or writes it to --output, or with --in-place into DIR
    /// under the name of DIR. Door hooks, tracks and obstacles are in no other file, so they cannot be recovered. The exit status is
    /// 1 if a room has no model that fits
    #[arg(long, conflicts_with_all = ["layout", "offset", "weld", "link", "place"])]
    recover_layout: bool,
    /// Check whether creatures can get to the use hooks of a placeable's PWK or a door's DWK. Position (in metres, z up)
    /// and bearing (in radians, counter-clockwise in the plan view) are those in the area's GIT. FILE is also looked for in
    /// the folder of the rooms. A door's STATE is closed, open1 or open2, and selects the file of that state beside FILE
    #[arg(long, value_name = "FILE,X,Y,Z,BEARING[,STATE]", allow_hyphen_values = true, value_parser = ObjectArgument::parser())]
    place: Vec<ObjectArgument>,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten)]
    appearances: Appearances,
    #[command(flatten)]
    destination: Destination,
    /// Print every finding and every change. Default: infos are only counted, and the first five of each kind are
    /// printed
    #[arg(long)]
    all: bool,
    /// List findings of this severity and worse; the others are only counted. Default: `warning` as text, and `info` with
    /// --all or as JSON
    #[arg(long, value_enum)]
    severity: Option<Level>,
}

impl Area {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.recover_layout {
            return layout_recovery::run(&self.folder, &self.destination, report);
        }
        let opened = self.destination.recover(&self.folder).and_then(|()| {
            let appearances = self.appearances.read()?;
            let complain = |path: &Location, error: &_| report.problem(path, error);
            Rooms::open(&self.folder, self.layout.path(), &self.materials, appearances, complain)
        });
        let mut rooms = match opened {
            Ok(rooms) => rooms,
            Err(error) => {
                report.problem(&self.folder, &error);
                return Ok(());
            }
        };
        match self.edit(&mut rooms, report) {
            Ok(edited) => report.result(&edited),
            Err(error) => {
                report.problem(&self.folder, &error);
                Ok(())
            }
        }
    }

    fn edit(&self, rooms: &mut Rooms, report: &mut Report) -> anyhow::Result<AreaReport> {
        let area = rooms.area()?;
        let listed = (0..).zip(area.layout().rooms());
        let names: Vec<Room> = listed.map(|(room, known)| Room { room, name: known.name.clone() }).collect();
        let missing = names.iter().filter(|room| room.name != NO_MODEL && area.room(RoomId(room.room)).is_none());
        let missing = missing.map(|room| room.name.clone()).collect();
        let found = area.rooms().count();
        let room = |id: RoomId| names.get(id.index()).cloned().unwrap_or(Room { room: id.0, name: String::new() });
        place_in(&mut rooms.level, &self.place, &rooms.folder)?;

        let (mut welds, mut links) = (Vec::new(), Vec::new());
        for note in rooms.level.edit(&self.edits()?, &BakeOptions::default())?.notes {
            match note.done {
                EditOutcome::Welded(done) => welds = done,
                EditOutcome::Linked(done) => links = done,
                _ => {}
            }
        }
        let written =
            if self.destination.is_given() { rooms.write(&self.destination, None, report)? } else { Vec::new() };
        rooms.note_stale_models(report)?;
        let changes = !welds.is_empty() || !links.is_empty() || rooms.level.to_bytes()? != rooms.layout_before();
        let findings = rooms.level.check(&self.check_options(report.is_json()))?;
        if findings.worst() >= Some(Severity::Error) || (changes && !self.destination.is_given()) {
            report.add(Outcome::Found);
        }
        let all_listed = self.all || report.is_json();
        let least = self.severity.map_or(if all_listed { Severity::Info } else { Severity::Warning }, Severity::from);
        Ok(AreaReport {
            layout: FileName::from(&rooms.layout),
            rooms: names.iter().filter(|room| room.name != NO_MODEL).count(),
            found,
            missing,
            strangers: rooms.strangers(),
            contents: Contents::of(&rooms.level),
            moved: self.offset.map(|Point { x, y, z }| [x, y, z.unwrap_or(0.0)]),
            welds: welds.iter().map(|weld| Weld::of(weld, room)).collect(),
            links: links.iter().map(|link| Link::of(link, room)).collect(),
            written,
            checked: FileFindings::of(
                FileName::from(self.folder.as_path()),
                &findings.into_rules(),
                |rule| rule.severity >= least,
                None,
            ),
            all: self.all,
            lists_infos: least == Severity::Info,
        })
    }
}

/// How many findings of one rule the JSON lists: all of any real area.
const IN_JSON: usize = 10_000;

impl Area {
    /// The edits in the order in which they are applied.
    fn edits(&self) -> anyhow::Result<Vec<Edit>> {
        let offset = self.offset.map(|Point { x, y, z }| Ok([x, y, z.context("--move needs X,Y,Z")?]));
        let offset: Option<[f32; 3]> = offset.transpose().map_err(|error: anyhow::Error| error)?;
        let weld = self.weld.map(Edit::Weld);
        Ok(offset.map(Edit::Move).into_iter().chain(weld).chain(self.link.then_some(Edit::Link)).collect())
    }

    fn check_options(&self, json: bool) -> CheckOptions {
        let options = check::options(self.all, json);
        if json && !self.all { options.with_per_rule(IN_JSON) } else { options }
    }
}

/// The changes to an area, and its findings.
#[derive(Serialize)]
struct AreaReport {
    layout: FileName,
    rooms: usize,
    found: usize,
    /// Rooms of the layout without a file in the folder. As text, the finding on each says so.
    missing: Vec<String>,
    /// Files whose rooms the layout does not list. As text, the finding on each says so.
    strangers: Vec<FileName>,
    /// What stands in the area, if its GIT is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    contents: Option<Contents>,
    /// The offset by which everything was moved, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<[f32; 3]>,
    welds: Vec<Weld>,
    links: Vec<Link>,
    written: Vec<FileName>,
    #[serde(flatten)]
    checked: FileFindings,
    #[serde(skip)]
    all: bool,
    #[serde(skip)]
    lists_infos: bool,
}

/// What stands in an area.
#[derive(Serialize)]
struct Contents {
    /// Whether there is a GIT. Without one it is not known what stands in the area.
    git: bool,
    /// How many things of each kind the GIT lists.
    things: Vec<Things>,
    /// How many doors and placeables have a walkmesh that was found.
    placed: usize,
    /// The others. As text, they are counted, and the findings name them.
    not_placed: Vec<NotPlaced>,
    /// How many points the paths have; `None` if there is no PTH.
    path_points: Option<usize>,
}

/// The things of a kind.
#[derive(Serialize)]
struct Things {
    kind: InstanceKind,
    count: usize,
}

/// A door or placeable whose walkmesh was not found.
#[derive(Serialize)]
struct NotPlaced {
    #[serde(flatten)]
    object: MissingObject,
    /// The reason as text.
    text: String,
}

impl Contents {
    fn of(level: &level::Level) -> Option<Self> {
        let (contents, path) = (level.contents(), level.path_points());
        if contents.is_none() && path.is_none() {
            return None;
        }
        let things = contents.map(|contents| contents.instances.counts()).unwrap_or_default();
        let missing = contents.map_or(&[][..], |contents| &contents.missing);
        let not_placed = |object: &MissingObject| NotPlaced { object: object.clone(), text: object.reason.to_string() };
        Some(Self {
            git: contents.is_some(),
            things: things.into_iter().map(|(kind, count)| Things { kind, count }).collect(),
            placed: level.objects().iter().filter(|object| !object.tag().is_empty()).count(),
            not_placed: missing.iter().map(not_placed).collect(),
            path_points: path.map(|path| path.points().len()),
        })
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.git {
            let things: Vec<String> = self.things.iter().map(|it| counted(it.count, it.kind.noun())).collect();
            write!(f, "{}", if things.is_empty() { "nothing".to_owned() } else { things.join(", ") })?;
            let missing =
                if self.not_placed.is_empty() { String::new() } else { format!(", {} not", self.not_placed.len()) };
            write!(f, "; {} placed{missing}", counted(self.placed, "walkmesh"))?;
        } else {
            f.write_str("unknown without a GIT")?;
        }
        self.path_points.iter().try_for_each(|points| write!(f, "; {}", counted(*points, "path point")))
    }
}

/// A room by its number in the layout, and its name.
#[derive(Clone, Serialize)]
pub struct Room {
    pub room: u32,
    pub name: String,
}

/// A vertex that moved.
#[derive(Serialize)]
pub struct Weld {
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
pub struct Link {
    #[serde(flatten)]
    room: Room,
    face: u32,
    side: usize,
    before: Option<Room>,
    after: Option<Room>,
}

impl Weld {
    pub fn of(weld: &kotor::Weld, room: impl Fn(RoomId) -> Room) -> Self {
        let kotor::Weld { room: of, vertex, from, to, to_room, distance, .. } = *weld;
        Self { room: room(of), vertex: vertex.0, from, to, to_room: room(to_room), distance }
    }
}

impl Link {
    pub fn of(link: &LinkChange, room: impl Fn(RoomId) -> Room) -> Self {
        let LinkChange { room: of, edge, before, after, .. } = *link;
        let [before, after] = [before, after].map(|to| to.map(&room));
        Self { room: room(of), face: edge.face().0, side: edge.side(), before, after }
    }
}

/// How many changes of a kind are printed as text without `--all`.
const SHOWN: usize = 5;

impl fmt::Display for AreaReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} of {} found", self.layout, self.found, counted(self.rooms, "room"))?;
        // A room without a file and a file without a room are findings, which name them where these are listed.
        if !self.lists_infos {
            let few = |names: Vec<String>| match names.len().saturating_sub(SHOWN) {
                0 => names.join(", "),
                more => format!("{} and {more} more", names[..SHOWN].join(", ")),
            };
            if !self.missing.is_empty() {
                write!(f, "\n  without a file here: {}", few(self.missing.clone()))?;
            }
            if !self.strangers.is_empty() {
                let names = self.strangers.iter().map(ToString::to_string).collect();
                write!(f, "\n  not in the layout: {}", few(names))?;
            }
        }
        if let Some(contents) = &self.contents {
            write!(f, "\n  stands there: {contents}")?;
        }
        if let Some([x, y, z]) = self.moved {
            write!(f, "\n  moved everything by {x},{y},{z}")?;
            if !self.missing.is_empty() {
                write!(f, ", except the rooms that have no file here")?;
            }
        }
        listed(f, "welded", &self.welds, self.all)?;
        listed(f, "linked", &self.links, self.all)?;
        for written in &self.written {
            write!(f, "\n  written {written}")?;
        }
        write!(f, "\n{}", self.checked)
    }
}

pub fn listed<T: fmt::Display>(f: &mut fmt::Formatter<'_>, what: &str, items: &[T], all: bool) -> fmt::Result {
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
