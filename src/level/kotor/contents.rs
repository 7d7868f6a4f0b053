//! Gathers what stands in an area of KotOR from the files of its module and of the game.

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

/// The most doors and placeables of an area that are placed, and the most creatures. Real areas have up to about two hundred.
const MOST_OBJECTS: usize = 1 << 12;

/// What stands in the area of a layout, and the doors and placeables of it that have walkmeshes; `None` if there is no GIT.
pub(super) fn gather(
    layout: &str,
    source: &mut Source,
    options: &OpenOptions,
    materials: &MaterialTable,
) -> Result<Option<(AreaContents, Vec<AreaObject>)>, LevelError> {
    let Some(file) = git_of(source, layout) else { return Ok(None) };
    let git = match source.open(&file, |bytes| Ok(Git::from_bytes(bytes)?)) {
        Err(error) if options.skip_unreadable => {
            source.unread.push(error);
            return Ok(None);
        }
        git => git?,
    };
    let area = stem(&file).to_owned();
    let path_points = |bytes: &[u8]| Ok(PathPoints::from_bytes(bytes)?);
    let visibility = |bytes: &[u8]| Ok(Visibility::from_bytes(bytes).unwrap_or_default());
    let module = |bytes: &[u8]| Ok(ModuleInfo::from_bytes(bytes)?);
    let mut contents = AreaContents {
        instances: git.instances(),
        path_points: optional(source, options, &format!("{area}.pth"), path_points)?,
        visibility: optional(source, options, &format!("{}.vis", stem(layout)), visibility)?,
        module: optional(source, options, "module.ifo", module)?,
        strange_path_points: strange_path_points(source.files),
        area,
        ..AreaContents::default()
    };
    if let Some(game) = &options.game {
        contents.linked_modules = linked_modules(game, &contents.instances.complete);
    }
    let mut placing = Placing::of(source, materials);
    let of_kind = |kind| contents.instances.complete.iter().filter(move |instance| instance.kind == kind);
    let creatures = of_kind(InstanceKind::Creature).take(MOST_OBJECTS);
    contents.creatures = creatures.map(|instance| placing.creature(instance)).collect();
    let mut objects = Vec::new();
    for instance in &contents.instances.complete {
        if !matches!(instance.kind, InstanceKind::Door | InstanceKind::Placeable) {
            continue;
        }
        let placed = if objects.len() < MOST_OBJECTS { placing.object(instance) } else { Err(MissingReason::TooMany) };
        match placed {
            Ok(object) => objects.push(object),
            Err(reason) => contents.missing.push(MissingObject::new(instance, reason)),
        }
    }
    Ok(Some((contents, objects)))
}

/// The GIT of a layout: the one of its name, or else the only one of a module, if the layout is the only one, too.
fn git_of(source: &Source, layout: &str) -> Option<String> {
    let files = source.files;
    if let Some(named) = files.find(&format!("{}.git", stem(layout))) {
        return Some(named.to_owned());
    }
    let only = |extension: &str| {
        let mut files = files.with_extension(&[extension]).map(str::to_owned);
        files.next().filter(|_| files.next().is_none())
    };
    // A GIT beside a TRN or TRX is that of an area of Neverwinter Nights 2.
    let is_module = files.find("module.ifo").is_some() && files.with_extension(&["trn", "trx"]).next().is_none();
    only("lyt").filter(|_| is_module).and_then(|_| only("git"))
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

/// The PTH files that have the name of no GIT and no layout.
fn strange_path_points(files: &FileIndex) -> Vec<String> {
    let is_area = |name: &str| ["git", "lyt"].iter().any(|it| files.find(&format!("{}.{it}", stem(name))).is_some());
    files.with_extension(&["pth"]).filter(|name| !is_area(name)).map(str::to_owned).collect()
}

/// The tags of the doors and way points of the modules to which things lead.
fn linked_modules(game: &GameFolder, instances: &[Instance]) -> BTreeMap<String, Option<BTreeSet<String>>> {
    let names = instances.iter().filter_map(|instance| Some(instance.transition.as_ref()?.module.to_ascii_lowercase()));
    let names: BTreeSet<String> = names.filter(|name| !name.is_empty()).collect();
    names.into_iter().map(|name| (name.clone(), targets(game, &name))).collect()
}

/// The tags to which one can come in a module, in small letters; `None` if the game has no such module. A module that cannot be read
/// has none.
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
