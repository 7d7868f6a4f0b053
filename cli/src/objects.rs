//! The objects of NWN2 areas, which say where walkmesh cutters are.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use walkmesh::nwn2::Git;

use crate::input;

/// The objects of the area in a file: those of the GIT that the user named, or of the one in the named folder that has the
/// area's name, in any case.
pub fn of_area(area: &Path, git: &Path) -> anyhow::Result<Arc<Git>> {
    let path = if git.is_dir() { in_folder(git, area)? } else { git.to_owned() };
    let read = || anyhow::Ok(Arc::new(Git::from_bytes(&input::read(&path)?)?));
    read().with_context(|| format!("the objects {}", path.display()))
}

fn in_folder(folder: &Path, area: &Path) -> anyhow::Result<PathBuf> {
    let entries = fs::read_dir(folder).with_context(|| format!("the folder {}", folder.display()))?;
    let is_of_area = |path: &PathBuf| {
        let has_extension = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("git"));
        has_extension
            && path.file_stem().zip(area.file_stem()).is_some_and(|(git, area)| git.eq_ignore_ascii_case(area))
    };
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_of_area).collect();
    found.sort();
    let name = area.file_stem().unwrap_or_default().display();
    found.into_iter().next().ok_or_else(|| anyhow!("the folder {} has no {name}.git", folder.display()))
}
