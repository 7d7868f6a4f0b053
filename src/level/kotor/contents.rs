//! Gathers the contents of a KotOR area from the files of its module and of the game.

use std::collections::{BTreeMap, BTreeSet};

use crate::instances::{Instance, InstanceKind};
use crate::kotor::{
    AreaContents, Git, MaterialTable, MissingObject, MissingReason, ModuleInfo, PathPoints, Visibility, is_target,
};

use super::super::file_index::FileIndex;
use super::super::files::{Files, stem};
use super::super::game::Source;
use super::super::{GameFolder, LevelError, OpenError, OpenOptions};
use super::objects::AreaObject;
use super::placing::Placing;

/// The maximum number of placed doors and placeables of an area, and of creatures. Real areas have up to about two hundred.
const MAX_OBJECTS: usize = 1 << 12;

/// The contents of an area that were found, apart from its rooms.
pub(super) struct Gathered {
    /// The contents of the area. Without a GIT they come only from the other files of the area.
    pub(super) contents: AreaContents,
    pub(super) has_git: bool,
    /// The doors and placeables that have walkmeshes.
    pub(super) objects: Vec<AreaObject>,
}

/// Gathers the contents of a layout's area; `None` if there is neither a GIT nor a PTH of the area.
pub(super) fn gather(
    layout: &str,
    source: &mut Source,
    options: &OpenOptions,
    materials: &MaterialTable,
) -> Result<Option<Gathered>, LevelError> {
    let git = git_of(source.files, layout);
    let Some(area) = git.clone().or_else(|| path_points_of(source.files, layout)).map(|file| stem(&file).to_owned())
    else {
        return Ok(None);
    };
    let instances = |bytes: &[u8]| Ok(Git::from_bytes(bytes)?.instances());
    let path_points = |bytes: &[u8]| Ok(PathPoints::from_bytes(bytes)?);
    let visibility = |bytes: &[u8]| Ok(Visibility::from_bytes(bytes).unwrap_or_default());
    let module = |bytes: &[u8]| Ok(ModuleInfo::from_bytes(bytes)?);
    let listed = git.map_or(Ok(None), |git| optional(source, options, &git, instances))?;
    let has_git = listed.is_some();
    let mut contents = AreaContents {
        instances: listed.unwrap_or_default(),
        path_points: optional(source, options, &format!("{area}.pth"), path_points)?,
        visibility: optional(source, options, &format!("{}.vis", stem(layout)), visibility)?,
        module: optional(source, options, "module.ifo", module)?,
        strange_path_points: strange_path_points(source.files, &area),
        area,
        ..AreaContents::default()
    };
    if let Some(game) = &options.game {
        contents.linked_modules = linked_modules(game, &contents.instances.complete);
    }
    let mut placing = Placing::new(source, options, materials);
    let of_kind = |kind| contents.instances.complete.iter().filter(move |instance| instance.kind == kind);
    let creatures = of_kind(InstanceKind::Creature).take(MAX_OBJECTS);
    contents.creatures = creatures.map(|instance| placing.creature(instance)).collect();
    let mut objects = Vec::new();
    for instance in &contents.instances.complete {
        if !matches!(instance.kind, InstanceKind::Door | InstanceKind::Placeable) {
            continue;
        }
        let placed = if objects.len() < MAX_OBJECTS { placing.object(instance) } else { Err(MissingReason::TooMany) };
        match placed {
            Ok(object) => objects.push(object),
            Err(reason) => contents.missing.push(MissingObject::new(instance, reason)),
        }
    }
    Ok(Some(Gathered { contents, has_git, objects }))
}

/// The GIT of a layout, the path points of its area, and other files of the area and the module, by name.
pub(super) fn files_of(files: &FileIndex, layout: &str) -> Vec<String> {
    let git = git_of(files, layout);
    let path = match &git {
        Some(git) => files.find(&format!("{}.pth", stem(git))).map(str::to_owned),
        None => path_points_of(files, layout),
    };
    let others = [format!("{}.vis", stem(layout)), "module.ifo".to_owned()];
    let others = others.iter().filter_map(|name| files.find(name)).map(str::to_owned);
    git.into_iter().chain(path).chain(others).collect()
}

/// The GIT of a layout: the one with its name, or else the only GIT of a module with only one layout.
fn git_of(files: &FileIndex, layout: &str) -> Option<String> {
    if let Some(named) = files.find(&format!("{}.git", stem(layout))) {
        return Some(named.to_owned());
    }
    // A GIT beside a TRN or TRX belongs to an area of Neverwinter Nights 2.
    let is_module = files.find("module.ifo").is_some() && files.with_extension(&["trn", "trx"]).next().is_none();
    only(files, "lyt").filter(|_| is_module).and_then(|_| only(files, "git"))
}

/// The layout whose GIT this is.
pub(super) fn layout_of_git(files: &FileIndex, git: &str) -> Option<String> {
    let mut layouts = files.with_extension(&["lyt"]);
    layouts.find(|layout| git_of(files, layout).is_some_and(|of| of.eq_ignore_ascii_case(git))).map(str::to_owned)
}

/// The PTH of a layout without a GIT: the one with its name, or else the only PTH if there is only one layout.
fn path_points_of(files: &FileIndex, layout: &str) -> Option<String> {
    let named = files.find(&format!("{}.pth", stem(layout))).map(str::to_owned);
    named.or_else(|| only(files, "lyt").and_then(|_| only(files, "pth")))
}

/// The only file with an extension.
fn only(files: &FileIndex, extension: &str) -> Option<String> {
    let extensions = [extension];
    let mut files = files.with_extension(&extensions).map(str::to_owned);
    files.next().filter(|_| files.next().is_none())
}

/// A file that an area may have.
fn optional<T>(
    source: &mut Source,
    options: &OpenOptions,
    name: &str,
    of: impl FnOnce(&[u8]) -> Result<T, OpenError>,
) -> Result<Option<T>, LevelError> {
    let Some(name) = source.files.find(name).map(str::to_owned) else { return Ok(None) };
    match source.open(&name, of) {
        Err(error) if options.skip_unreadable => {
            source.unread.push(error);
            Ok(None)
        }
        opened => opened.map(Some),
    }
}

/// The PTH files that are named after neither the area nor any GIT or layout.
fn strange_path_points(files: &FileIndex, area: &str) -> Vec<String> {
    let is_area = |name: &str| ["git", "lyt"].iter().any(|it| files.find(&format!("{}.{it}", stem(name))).is_some());
    let is_strange = |name: &&str| !stem(name).eq_ignore_ascii_case(area) && !is_area(name);
    files.with_extension(&["pth"]).filter(is_strange).map(str::to_owned).collect()
}

/// The tags of the doors and waypoints in the modules to which doors and triggers lead.
fn linked_modules(game: &GameFolder, instances: &[Instance]) -> BTreeMap<String, Option<BTreeSet<String>>> {
    let names = instances.iter().filter_map(|instance| Some(instance.transition.as_ref()?.module.to_ascii_lowercase()));
    let names: BTreeSet<String> = names.filter(|name| !name.is_empty()).collect();
    names.into_iter().map(|name| (name.clone(), targets(game, &name))).collect()
}

/// The lower-case tags of the arrival points in a module; `None` if the game has no such module. An unreadable module has no tags.
fn targets(game: &GameFolder, module: &str) -> Option<BTreeSet<String>> {
    let module = game.module_alone(module).ok()??;
    let mut tags = BTreeSet::new();
    for name in module.names().unwrap_or_default().iter().filter(|name| name.to_ascii_lowercase().ends_with(".git")) {
        let git = module.read(name).ok().and_then(|bytes| Git::from_bytes(&bytes).ok());
        let instances = git.map(|git| git.instances().complete).unwrap_or_default();
        let targets = instances.into_iter().filter(|instance| is_target(instance.kind));
        tags.extend(targets.map(|instance| instance.tag.to_ascii_lowercase()));
    }
    Some(tags)
}
