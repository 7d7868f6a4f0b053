//! The test of all levels: of each module with the files of the whole game, of the game outside its modules, or of a folder.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use walkmesh::level::{GameFolder, Kind, Operation};

use crate::commands::diff::Diff;
use crate::input::{Source, each_file, progress, promised_kind};
use crate::location::FileLocation;
use crate::place;

use super::files::is_over_limit;
use super::level_test::LevelTest;
use super::reason::{OVER_LIMIT, PANICKED};
use super::sweep::Sweep;
use super::{guarded, in_game, unprinted};

/// Tests all levels of a game's folder. The modules follow each other, so that the names of only one module's files are in memory.
pub fn test(game: &Path, sweep: &mut Sweep) -> anyhow::Result<()> {
    let mut seen = HashSet::new();
    let modules = GameFolder::open(game).and_then(|folder| folder.modules()).unwrap_or_default();
    for module in &modules {
        sweep.modules += 1;
        in_game(game, || of_sources(levels_in(module.into()), &mut seen, sweep))?;
    }
    let outside = in_game(game, || match place::levels_of_game() {
        Ok(mut levels) => {
            levels.retain(|level| !seen.contains(&file_of(level)));
            let count = levels.len();
            of_sources(levels, &mut HashSet::new(), sweep).map(|()| count)
        }
        // Without a game there are no such files; the archives of a game are reported as files.
        Err(_) => Ok(0),
    })?;
    if modules.is_empty() && outside == 0 {
        in_game(game, || of_sources(levels_in(game.to_owned()), &mut seen, sweep))?;
    }
    Ok(())
}

/// The levels of a module or a folder.
fn levels_in(path: PathBuf) -> Vec<Source> {
    place::level_sources(&[path], &mut unprinted())
}

/// Tests levels on all cores, and remembers the names of their files.
fn of_sources(mut sources: Vec<Source>, seen: &mut HashSet<String>, sweep: &mut Sweep) -> anyhow::Result<()> {
    // A damaged file that opens no level is reported as a file, and as a part of its level.
    let is_level = |kind: Kind| Operation::Check.is_for(kind);
    sources.retain(|source| promised_kind(&source.path).is_none_or(is_level));
    seen.extend(sources.iter().map(file_of));
    sources.retain(|source| {
        let is_large = [&source.path].into_iter().chain(&source.parts).any(is_over_limit);
        if is_large {
            sweep.add_level(&LevelTest::refused(&source.path, OVER_LIMIT));
        }
        !is_large
    });
    let (diff, mut report) = (Diff::with_defaults(), unprinted());
    let work = |index: usize, input| {
        let at: &FileLocation = &sources[index].path;
        guarded(|| LevelTest::new(at, input, &diff), || Ok(LevelTest::refused(at, PANICKED)))
    };
    each_file(&sources, &progress(), &mut report, is_level, work, |test, _| {
        sweep.add_level(&test);
        Ok(())
    })
}

fn file_of(source: &Source) -> String {
    source.path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}
