//! The test of all files: each is read, written and compared, one at a time as far as memory is concerned.

use std::path::Path;
use std::sync::Arc;

use walkmesh::level::Kind;

use crate::input::{Source, each_file, progress, promised_kind, with_archives};
use crate::limits;
use crate::location::FileLocation;
use crate::output::Report;
use crate::storage;

use super::file_test::FileTest;
use super::reason::{OVER_LIMIT, PANICKED};
use super::sweep::Sweep;
use super::{guarded, unprinted};

/// Tests all files of a folder, in archives too.
pub fn test(game: &Path, sweep: &mut Sweep) -> anyhow::Result<()> {
    let mut report = unprinted();
    let mut sources = with_archives(&[game.to_owned()], &mut report);
    sources.extend(of_lists(&sources, game));
    sources.retain(|source| fits(source, sweep, &mut report));
    let work = |index: usize, input| {
        let at: &FileLocation = &sources[index].path;
        Ok(guarded(|| FileTest::new(at, input), || FileTest::refused(at, PANICKED)))
    };
    each_file(
        &sources,
        &progress(),
        &mut report,
        |_| true,
        work,
        |test, _| {
            sweep.add_file(&test);
            Ok(())
        },
    )?;
    let unlisted = report.problems().iter().filter(|problem| problem.file != game.into());
    unlisted.for_each(|problem| sweep.add_file(&FileTest::refused(&problem.file, "unreadable")));
    sweep.skipped = report.skipped();
    Ok(())
}

/// The files in the archives of lists such as `chitin.key`. A list that cannot be read is refused as a file.
fn of_lists(sources: &[Source], game: &Path) -> Vec<Source> {
    let folder = Arc::new(FileLocation::from(game));
    let lists = sources.iter().filter(|source| promised_kind(&source.path) == Some(Kind::Key));
    let members = lists.filter_map(|list| {
        storage::open_list(list.path.path()?).ok()?;
        storage::entries(&list.path).ok()
    });
    members.flatten().map(|member| Source::met(member, &folder)).collect()
}

/// Returns whether a file may be read whole. The files of a larger archive are read one by one; any other larger file of a known format is
/// refused.
fn fits(source: &Source, sweep: &mut Sweep, report: &mut Report) -> bool {
    let is_zip = source.is_archive && source.path.has_extension("zip");
    if !is_zip && !is_over_limit(&source.path) {
        return true;
    }
    if source.is_archive || is_archive(&source.path) {
        sweep.archives_in_parts += 1;
    } else if is_known(&source.path) {
        sweep.add_file(&FileTest::refused(&source.path, OVER_LIMIT));
    } else {
        report.skip(crate::skip_counts::Skip::UnknownFormat);
    }
    false
}

/// Returns whether a file is too large to be read whole.
pub fn is_over_limit(at: &FileLocation) -> bool {
    storage::size(at).is_some_and(|size| size > limits::budget())
}

fn is_archive(at: &FileLocation) -> bool {
    promised_kind(at) == Some(Kind::Biff)
}

/// Returns whether the name or the first bytes belong to a known format.
fn is_known(at: &FileLocation) -> bool {
    let head = storage::read_if(at, Kind::HEAD, |_| false);
    promised_kind(at).is_some() || head.is_ok_and(|head| Kind::could_start(&head))
}
