//! The rooms of a KotOR area in a folder, and the layout that names them: a [`Level`] and the paths of its files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use walkmesh::kotor::{Area, Layout, Walkmesh};
use walkmesh::level::{Folder, Kind, Level};

use crate::destination::{self, Destination, same_name};
use crate::exchange_file::OutputFile;
use crate::input::{Input, Source};
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::models;
use crate::output::Report;
use crate::place::located;
use crate::storage;

/// An area and the paths of its files.
pub struct Rooms {
    pub level: Level,
    /// The layout's file.
    pub layout: FileLocation,
    /// The folder of the rooms.
    pub folder: FileLocation,
    /// The files of the rooms by their names.
    paths: HashMap<String, FileLocation>,
    /// The areas that were joined with this one.
    joined: Vec<Level>,
}

impl Rooms {
    /// Reads the rooms of an area: the room that a path names, or the rooms of a folder with the given layout. A file that cannot be read
    /// is an error, so that no area loses one.
    pub fn open(path: &Path, layout: Option<&Path>, materials: &Materials) -> anyhow::Result<Self> {
        let input = Input::of_level(path, layout)?;
        ensure!(
            input.kind == Kind::Lyt,
            "this is {}; the rooms of an area are named by their layout (.lyt)",
            input.kind
        );
        let options = input.options(materials).with_skip_unreadable(true);
        let level = input.level(&options).with_context(|| format!("the layout {}", input.path))?;
        if let Some((at, error)) = input.unread(&level).next() {
            bail!("{at}: {error:#}");
        }
        let folder = input.folder();
        let paths = level.files().map(|name| (name.to_owned(), located(&folder, name))).collect();
        Ok(Self { level, layout: storage::resolved(input.path)?, folder, paths, joined: Vec::new() })
    }

    /// The rooms.
    pub fn area(&self) -> anyhow::Result<&Area> {
        self.level.kotor().area.context("is not an area of KotOR")
    }

    /// Takes over the files of another area that was joined with this one.
    pub fn add_files(&mut self, other: Self) {
        self.paths.extend(other.paths.into_iter().filter(|(_, path)| *path != other.layout));
        self.joined.push(other.level);
    }

    /// The files of the area as they are now, with their paths: the rooms, and then the layout.
    pub fn files(&self) -> anyhow::Result<Vec<(FileLocation, Vec<u8>)>> {
        let mut files = self.level.to_files()?;
        files.rotate_left(1);
        let layout = files.len() - 1;
        let paths = files.into_iter().enumerate().map(|(at, (name, bytes))| {
            let path = if at == layout { Some(&self.layout) } else { self.paths.get(&name) };
            Ok((path.map_or_else(|| path_in("", &name), |path| Ok(path.clone()))?, bytes))
        });
        paths.collect()
    }

    /// Writes every room whose file was found, and the layout: all of them or none. In place, only changed files are written; elsewhere the
    /// result is a complete area. An additional file is written with the rooms. Returns the names of the written files.
    pub fn write(
        &self,
        destination: &Destination,
        beside: Option<&OutputFile>,
        report: &mut Report,
    ) -> anyhow::Result<Vec<FileLocation>> {
        let folder = Arc::new(self.folder.clone());
        let source = |path: &FileLocation| match path.parent().as_ref() == Some(&*folder) && *path != self.layout {
            true => Source::met(path, &folder),
            false => Source::named(path),
        };
        let (mut files, before) = (self.files()?, self.before());
        let is_layout_same = files.last().is_none_or(|(_, bytes)| bytes == self.layout_before());
        if is_layout_same && !destination.is_folder() {
            // The layout may be in another folder. A copy of it is written beside the rooms.
            files.pop();
        }
        let problems = report.problems().len();
        let targets = destination.targets(files.iter().map(|(path, _)| source(path)).collect(), same_name, report)?;
        ensure!(report.problems().len() == problems, "nothing is written, because not all files can be");
        let bytes: HashMap<&FileLocation, &[u8]> = files.iter().map(|(path, bytes)| (path, &**bytes)).collect();
        let made = targets.jobs.iter().map(|(source, target)| {
            let before = before.get(name_of(&source.path).as_str()).copied().unwrap_or_default();
            (source, target, before, bytes.get(&source.path).copied().unwrap_or_default())
        });
        let changed = made.filter(|(source, target, before, bytes)| {
            let is_needed = !target.is_over(&source.path) && !destination.leaves_out(source, target);
            bytes != before || is_needed
        });
        let outputs = changed.map(|(source, target, before, bytes)| target.output(&source.path, before, bytes));
        let mut outputs: Vec<_> = outputs.collect();
        let area = outputs.len();
        outputs.extend(beside.map(|beside| destination.beside(&folder, beside)));
        let done = destination::write_set(&outputs);
        targets.new_folders.remove_empty();
        done?;
        Ok(outputs[..area].iter().map(|output| FileLocation::from(&output.path)).collect())
    }

    /// The files as they were read, by their names.
    fn before(&self) -> HashMap<&str, &[u8]> {
        self.joined.iter().chain([&self.level]).flat_map(Level::files_read).collect()
    }

    /// The layout as it was read.
    pub fn layout_before(&self) -> &[u8] {
        self.level.files_read().next().map_or(&[], |(_, bytes)| bytes)
    }

    /// Notes whether rooms no longer match their models. A model moves with the position that the layout has for it.
    pub fn note_stale_models(&self, report: &mut Report) -> anyhow::Result<()> {
        let (area, before, layout) = (self.area()?, self.before(), Layout::from_bytes(self.layout_before())?);
        let is_stale = |(path, _): &OutputFile| {
            let name = path.file_stem()?.to_string_lossy();
            let room = |layout: &Layout| Some(layout.room(layout.find(&name)?)?.position);
            let after = area.room(area.layout().find(&name)?)?;
            let read =
                Walkmesh::from_bytes(before.get(name_of(path).as_str())?).ok()?.with_kind(walkmesh::kotor::Kind::Wok);
            let (now, then) = (room(area.layout())?, room(&layout));
            let moved = then.map_or([0.0; 3], |then| std::array::from_fn(|axis| now[axis] - then[axis]));
            Some(!after.keeps_model_of(&read, moved))
        };
        if self.files()?.iter().any(|file| is_stale(file) == Some(true)) {
            report.note(models::STALE);
        }
        Ok(())
    }
}

/// Returns the location of a new room's file in a folder, by a name that comes from inside another file.
pub fn path_in(folder: impl Into<PathBuf>, name: &str) -> anyhow::Result<FileLocation> {
    let path = Folder::new(folder).path_of(name);
    Ok(path.context("a room has a name that would be that of its file")?.into())
}

/// The name of a file, without folders.
fn name_of(at: &FileLocation) -> String {
    at.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
