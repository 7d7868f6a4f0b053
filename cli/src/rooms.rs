//! The rooms of a KotOR area in a folder, and the layout that names them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::kotor::{Area, AreaError, Kind, Layout, LayoutRoom, RoomId, Walkmesh};

use crate::destination::{self, Destination, same_name};
use crate::file_name::FileName;
use crate::input::{self, Source};
use crate::models;
use crate::output::Report;

/// The name that a layout gives to a room without a model.
pub const NO_MODEL: &str = "****";

/// An area and the files of its rooms.
pub struct Rooms {
    pub area: Area,
    /// The layout's file.
    pub layout: PathBuf,
    /// The bytes of the layout's file, and what it says.
    pub layout_bytes: Vec<u8>,
    pub layout_before: Layout,
    /// The files of the rooms that were found.
    pub files: Vec<RoomFile>,
    /// Room files that the layout does not name.
    pub strangers: Vec<FileName>,
}

/// A room's file.
pub struct RoomFile {
    pub room: RoomId,
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

impl Rooms {
    /// Bakes what edits made stale. An error names the file of the room.
    pub fn bake_stale(&mut self) -> anyhow::Result<()> {
        self.area.bake_stale().map_err(|error| self.blame(error, 0))
    }

    /// An error with the file of the room that it is about, if that is one of these rooms. They are numbered from `first`.
    pub fn blame(&self, error: AreaError, first: u32) -> anyhow::Error {
        let AreaError::Bake { room, .. } = error else { return error.into() };
        let file = self.files.iter().find(|file| file.room.0 + first == room.0);
        let error = anyhow::Error::from(error);
        match file {
            Some(file) => error.context(file.path.display().to_string()),
            None => error,
        }
    }

    /// Reads the rooms of a folder, with the given layout or the only one in the folder. A room that cannot be read is
    /// left out and passed to `complain`.
    pub fn open(
        folder: &Path,
        layout: Option<&Path>,
        mut complain: impl FnMut(&Path, &anyhow::Error),
    ) -> anyhow::Result<Self> {
        let entries = fs::read_dir(folder).context("cannot be read")?;
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>().context("cannot be read")?;
        paths.sort_unstable();
        // The layout that the user named may be a pipe.
        let (layout, read) = match layout {
            Some(layout) => (layout.to_owned(), input::read(layout)),
            None => only_layout(&paths).map(|layout| (layout.clone(), input::read_regular(&layout)))?,
        };
        let read = read.and_then(|bytes| Ok((Layout::from_bytes(&bytes)?, bytes)));
        let (known, layout_bytes) = read.with_context(|| format!("the layout {}", layout.display()))?;
        let mut numbers = HashMap::new();
        for (room, LayoutRoom { name, .. }) in (0..).map(RoomId).zip(known.rooms()) {
            numbers.entry(name.to_ascii_lowercase()).or_insert(room);
        }
        let mut rooms = Self {
            area: Area::new(known.clone()),
            layout,
            layout_bytes,
            layout_before: known,
            files: Vec::new(),
            strangers: Vec::new(),
        };
        for path in paths.into_iter().filter(|path| has_extension(path, "wok")) {
            if let Err(error) = rooms.insert(&path, &numbers) {
                complain(&path, &error);
            }
        }
        Ok(rooms)
    }

    /// Reads the rooms of a folder, as [`open`](Self::open) does. A room that cannot be read is an error, so that no area
    /// loses one.
    pub fn open_all(folder: &Path, layout: Option<&Path>) -> anyhow::Result<Self> {
        let mut unreadable = None;
        let rooms = Self::open(folder, layout, |path, error| {
            unreadable.get_or_insert_with(|| anyhow!("{}: {error:#}", path.display()));
        })?;
        unreadable.map_or(Ok(rooms), Err)
    }

    /// Writes every room whose file was found, and the layout: all of them or none. In place, only what changed is written;
    /// elsewhere the result is a whole area. Returns the names of the written files.
    pub fn write(
        &self,
        folder: &Path,
        destination: &Destination,
        report: &mut Report,
    ) -> anyhow::Result<Vec<FileName>> {
        self.write_with(folder, destination, None, report)
    }

    /// Writes the area as [`write`](Self::write) does, and a further file with it.
    pub fn write_with(
        &self,
        folder: &Path,
        destination: &Destination,
        beside: Option<&(PathBuf, Vec<u8>)>,
        report: &mut Report,
    ) -> anyhow::Result<Vec<FileName>> {
        let source = |file: &RoomFile| match file.path.starts_with(folder) {
            true => Source::met(file.path.clone(), folder),
            false => Source::named(&file.path),
        };
        let mut sources: Vec<Source> = self.files.iter().map(source).collect();
        let layout = self.area.layout().to_bytes();
        if layout != self.layout_bytes || destination.is_folder() {
            // The layout may be in another folder. Its copy goes beside the rooms.
            sources.push(Source::named(&self.layout));
        }
        let problems = report.problems().len();
        let targets = destination.targets(sources, same_name, report)?;
        ensure!(report.problems().len() == problems, "nothing is written, because not all files can be");
        let file_of: HashMap<&Path, &RoomFile> = self.files.iter().map(|file| (file.path.as_path(), file)).collect();
        let bytes_of = |source: &Source| {
            let file = file_of.get(source.path.as_path());
            let walkmesh = file.and_then(|file| self.area.room(file.room));
            let after = walkmesh.map_or_else(|| Ok(layout.clone()), Walkmesh::to_bytes);
            let before = file.map_or(&self.layout_bytes, |file| &file.bytes);
            Ok((before, after.with_context(|| source.path.display().to_string())?))
        };
        let made: Vec<_> = targets.jobs.iter().map(|(source, _)| bytes_of(source)).collect::<anyhow::Result<_>>()?;
        let changed = targets
            .jobs
            .iter()
            .zip(&made)
            .filter(|((source, target), (before, bytes))| !(bytes == *before && target.is_over(&source.path)));
        let outputs = changed.map(|((source, target), (before, bytes))| target.output(&source.path, before, bytes));
        let mut outputs: Vec<_> = outputs.collect();
        let area = outputs.len();
        outputs.extend(beside.map(|beside| destination.beside(folder, beside)));
        let done = destination::write_set(&outputs);
        targets.new_folders.remove_empty();
        done?;
        Ok(outputs[..area].iter().map(|output| FileName::from(output.path)).collect())
    }

    /// Notes whether models of rooms do not fit them any more. A model moves with the position that the layout has for it.
    pub fn note_stale_models(&self, report: &mut Report) {
        let is_stale = |file: &RoomFile| {
            let after = self.area.room(file.room)?;
            let before = Walkmesh::from_bytes(&file.bytes).ok()?.with_kind(Kind::Wok);
            let name = &self.area.layout().room(file.room)?.name;
            let position = |layout: &Layout| Some(layout.room(layout.find(name)?)?.position);
            let (now, then) = (position(self.area.layout())?, position(&self.layout_before));
            let moved = then.map_or([0.0; 3], |then| std::array::from_fn(|axis| now[axis] - then[axis]));
            Some(!after.keeps_model_of(&before, moved))
        };
        if self.files.iter().any(|file| is_stale(file) == Some(true)) {
            report.note(models::STALE);
        }
    }

    /// Reads a room's file. `numbers` has the first room of each name, in lower case.
    fn insert(&mut self, path: &Path, numbers: &HashMap<String, RoomId>) -> anyhow::Result<()> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let bytes = input::read_regular(path)?;
        let walkmesh = Walkmesh::from_bytes(&bytes)?.with_kind(Kind::Wok);
        // On a case-sensitive file system, two files can belong to one room.
        let Some(room) = numbers.get(&name.to_ascii_lowercase()).copied() else {
            self.strangers.push(FileName::from(path));
            return Ok(());
        };
        if self.area.room(room).is_some() {
            let other = self.files.iter().find(|file| file.room == room);
            bail!("belongs to the same room as {}, which is used", other.map_or(path, |file| &file.path).display());
        }
        self.area.insert(room, walkmesh)?;
        self.files.push(RoomFile { room, path: path.to_owned(), bytes });
        Ok(())
    }
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// The error for a folder that has neither rooms nor a layout.
fn no_area(paths: &[PathBuf]) -> String {
    let is_nwn2 = |path: &&PathBuf| has_extension(path, "trx") || has_extension(path, "trn");
    let has = match paths.iter().find(is_nwn2).and_then(|path| path.file_name()) {
        Some(name) => {
            format!("it has areas of NWN2, each of which is one file: name one, such as {}", name.to_string_lossy())
        }
        None => "name a file, or a folder with rooms and their layout (.lyt)".to_owned(),
    };
    format!("the folder has no room of a KotOR area (.wok); {has}")
}

fn only_layout(paths: &[PathBuf]) -> anyhow::Result<PathBuf> {
    let layouts: Vec<&PathBuf> = paths.iter().filter(|path| has_extension(path, "lyt")).collect();
    match layouts.as_slice() {
        [layout] => Ok((*layout).clone()),
        [] if !paths.iter().any(|path| has_extension(path, "wok")) => bail!("{}", no_area(paths)),
        [] => bail!("the folder has no layout; name one with --layout"),
        _ => bail!("the folder has {} layouts; name one with --layout", layouts.len()),
    }
}
