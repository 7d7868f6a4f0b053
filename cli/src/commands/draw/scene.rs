//! Makes the scene of a file, an area, a dungeon or a difference.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use walkmesh::exchange::Up;
use walkmesh::finding::CheckOptions;
use walkmesh::kotor::engine::Walker;
use walkmesh::level::{Level, Location, Navigator, PictureOptions, difference_picture, floor_difference_picture};
use walkmesh::nwn2::Git;
use walkmesh::picture::{Picture, trail_layer};

use super::{COMPLETE, Draw};
use crate::commands::path::shortest_beside_tables;
use crate::exchange_file::walkmesh_of_text;
use crate::exchange_format::ExchangeFormat;
use crate::input;
use crate::output::Outcome;
use crate::path_quality;
use crate::place::{companion, open_pair, read_companion};
use crate::subject::answer_or_reason;

/// Number of points of a floor that are tested for coverage by path points.
const COVERAGE_SPOTS: u32 = 20_000;

impl Draw {
    /// Builds the picture, and returns whether it has everything that was requested.
    pub(super) fn scene(&self) -> anyhow::Result<(Picture, Outcome)> {
        match (self.diff.as_deref(), &self.input) {
            (Some([old, new]), _) => Ok((self.difference(old, new)?, COMPLETE)),
            (_, Some(path)) => self.level(path),
            (_, None) => bail!("the file to draw is missing"),
        }
    }

    fn difference(&self, old: &Path, new: &Path) -> anyhow::Result<Picture> {
        self.refuse("--diff")?;
        let title = format!("{} → {}", name(old), name(new));
        let [old, new] = self.pair(old, new).map(|(path, level)| level.with_context(|| path.display().to_string()));
        let (old, new) = (old?, new?);
        if !self.triangles {
            return Ok(floor_difference_picture(&title, &old, &new)?.0);
        }
        let [old_game, new_game] = [&old, &new].map(|level| level.kind().game());
        ensure!(old_game == new_game, "the two are of different games: {} and {}", old.kind(), new.kind());
        Ok(difference_picture(&title, &old.to_scene()?.scene, &new.to_scene()?.scene)?.0)
    }

    /// Opens the two levels of a difference, of which one may be a walkmesh as text.
    fn pair<'p>(&self, old: &'p Path, new: &'p Path) -> [(&'p Path, anyhow::Result<Level>); 2] {
        match [old, new].into_iter().any(|path| ExchangeFormat::of_input(path).is_some()) {
            true => [old, new].map(|path| (path, self.open(path))),
            false => open_pair([old, new], self.options.layout(), |input, over| self.options.level_over(input, over))
                .map(|(path, opened)| (path, opened.map(|(level, _)| level))),
        }
    }

    /// Opens the level to be drawn, which may be a walkmesh as text.
    fn open(&self, path: &Path) -> anyhow::Result<Level> {
        if ExchangeFormat::of_input(path) == Some(ExchangeFormat::Ascii) {
            return Ok(walkmesh_of_text(&input::read(path)?)?.0.into());
        }
        let input = self.options.input(path)?;
        let mut options = input.options(&self.options.materials);
        if let Some(git) = &self.git {
            let file = Git::file(&input.path.file_stem().unwrap_or_default().to_string_lossy());
            let named =
                companion(git, &file)?.with_context(|| format!("the folder {} has no {file}", git.display()))?;
            let read = || anyhow::Ok(Git::from_bytes(&read_companion(git, &named)?)?);
            options = options.with_objects(Arc::new(read().with_context(|| format!("the objects {named}"))?));
        }
        self.options.level(&input, self.dof.as_deref(), options)
    }

    fn level(&self, path: &Path) -> anyhow::Result<(Picture, Outcome)> {
        let level = self.open(path)?;
        let mut options = PictureOptions::default();
        options.color = self.colour;
        options.tree_level = self.tree;
        options.sight_from = self.sight;
        options.exits = self.exits;
        let mut scene = level.to_picture(&name(path), &options)?;
        if self.findings {
            let (layer, notes) = level.findings_layer(&level.check(&CheckOptions::default())?, self.severity);
            scene.layers.push(layer);
            scene.notes.extend(notes);
        }
        if self.coverage {
            let engine = level.engine()?;
            scene.layers.push(engine.coverage(&Walker::PERSON, COVERAGE_SPOTS).to_layer());
            scene.layers.push(
                engine.without_creatures().without_doors().detours(&Walker::PERSON, path_quality::PAIRS).to_layer(),
            );
        }
        let outcome = self.add_path(&mut scene, level.kind().up(), || Ok(level.into_navigator()?))?;
        Ok((scene, outcome))
    }

    /// Adds the path that was requested, or a note with the reason for its absence.
    fn add_path(
        &self,
        scene: &mut Picture,
        up: Up,
        navigator: impl FnOnce() -> anyhow::Result<Navigator>,
    ) -> anyhow::Result<Outcome> {
        let Some(&[from, to]) = self.path.as_deref() else { return Ok(COMPLETE) };
        let navigator = navigator()?;
        let unit = scene.unit.clone();
        let beside = shortest_beside_tables(&navigator, from, to)?;
        let (by_game, outcome) = match answer_or_reason(navigator.path(from, to))? {
            Ok(path) => (Some(path), COMPLETE),
            Err(reason) => {
                scene.notes.push(format!("There is no path from {from} to {to}: {reason}."));
                mark_ends(scene, up, [from, to]);
                (None, Outcome::Found)
            }
        };
        if let Some(path) = beside {
            let title = format!("shortest path, {:.1} {unit}", path.length);
            scene.layers.push(trail_layer("shortest", title, &path.plan(up), true));
        }
        if let Some(path) = by_game {
            let title = format!("path, {:.1} {unit}", path.length);
            scene.layers.push(trail_layer("path", title, &path.plan(up), false));
        }
        Ok(outcome)
    }

    /// Rejects options that need a single file.
    fn refuse(&self, what: &str) -> anyhow::Result<()> {
        let given = [
            ("--tree", self.tree.is_some()),
            ("--sight", self.sight.is_some()),
            ("--exits", self.exits),
            ("--git", self.git.is_some()),
            ("--dof", self.dof.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => bail!("{option} needs a single file, and cannot be used with {what}"),
            None => Ok(()),
        }
    }
}

/// Marks the points between which no path was found.
fn mark_ends(scene: &mut Picture, up: Up, ends: [Location; 2]) {
    let points = ends.map(|location| match location {
        Location::Point(point) if up == Up::Z => Some([point.x, point.y]),
        Location::Point(point) => Some([point.x, point.z.unwrap_or(point.y)]),
        _ => None,
    });
    if let [Some(from), Some(to)] = points {
        let mut layer = trail_layer("path", "no path", &[from, to], false);
        layer.groups.retain(|group| ["start", "goal"].contains(&group.id.as_str()));
        scene.layers.push(layer);
    }
}

/// The display name of a file or folder.
fn name(path: &Path) -> String {
    let real = path.canonicalize().ok();
    let name = path.file_name().or_else(|| real.as_deref().and_then(Path::file_name));
    name.unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
