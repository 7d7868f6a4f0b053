//! Writes files so that nothing is lost. A file is written completely or not at all, and so are files that belong together. An existing
//! file with other bytes is replaced only if the user asked for it, or if it is a page, picture or report that this program made and that
//! is unmodified.

mod change;
mod fingerprint;
mod journal;
pub mod last_runs;
mod mark;
mod members;
mod promise;
mod run_record;
mod set_record;
mod state;
mod transaction;

use std::fmt;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use walkmesh::level::Kind;

use crate::location::FileLocation;
use crate::standard_output::{self, is_standard_output};
use crate::{backup, input};

use fingerprint::Fingerprint;
use transaction::StagedFile;

pub use mark::marked;
pub use members::NewMembers;
pub use run_record::RunRecord;
pub use transaction::{ensure_can_be_taken_back, folder_of, recover, resolved, take_back};

/// A file to write.
#[derive(Clone)]
pub struct Output<'a> {
    pub path: FileLocation,
    pub bytes: &'a [u8],
    pub over: Over<'a>,
}

/// The reason why a file is not replaced. The message names options of the command; other programs write their own.
#[derive(Debug)]
pub enum Refusal {
    /// The user did not ask to replace it. The text names the kind of file.
    Exists(String),
    /// Its bytes differ from the bytes that were read.
    Changed,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists(what) => write!(f, "already exists and is {what}; use --force to replace it"),
            Self::Changed => f.write_str(
                "was changed by another program since it was read, and is not written; run the command again",
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// The files that an output may replace.
#[derive(Clone, Copy)]
pub enum Over<'a> {
    /// A file other than `source`, the file on disk from which the result was made, if any. A file with different bytes is replaced with
    /// `force`, or if this program made it and it is unmodified.
    Another { source: Option<&'a Path>, force: bool },
    /// The input itself, as it was read.
    Input { read: &'a [u8], backup: bool },
    /// An unread file whose name the result of an input has. Without a backup, it must have the format of the
    /// result.
    Namesake { backup: bool, force: bool },
}

/// Writes a file that is not `source`. An existing file with different bytes is replaced with `force`, or if this program made it and it is
/// unmodified; it keeps its permissions. A new file gets the user's default permissions. To a pipe, a device or standard output, the bytes
/// are written directly.
pub fn write_new(
    source: Option<&Path>,
    path: impl Into<FileLocation>,
    bytes: &[u8],
    force: bool,
) -> anyhow::Result<()> {
    write_one(Output { path: path.into(), bytes, over: Over::Another { source, force } }).map(drop)
}

/// Writes one file. Returns its backup. The error does not name the file.
pub fn write_one(output: Output) -> anyhow::Result<Option<PathBuf>> {
    if is_standard_output(&output.path) {
        standard_output::write(output.bytes)?;
        return Ok(None);
    }
    let mut members = NewMembers::default();
    if members.keep(&output)? {
        return members.write().map(|()| None);
    }
    let path = path_of(&output)?;
    if is_stream(path) {
        let mut stream = File::options().write(true).open(path).context("cannot be written")?;
        stream.write_all(output.bytes).context("cannot be written")?;
        return Ok(None);
    }
    recover(folder_of(&resolved(path)?))?;
    let staged = stage(path, output.bytes, output.over)?;
    let backups = transaction::commit(staged.into_iter().collect())?;
    Ok(backups.into_iter().next().flatten())
}

/// The path of an output that does not go into an archive.
fn path_of<'o>(output: &'o Output) -> anyhow::Result<&'o Path> {
    let path = output.path.path();
    path.context(
        "is a file of a zip or of the game, which are not written; name a folder with --output, such as override",
    )
}

/// Writes files that belong together: all or none. Returns their backups, in order. An error names the file.
pub fn write_set(outputs: &[Output]) -> anyhow::Result<Vec<Option<PathBuf>>> {
    if let [output] = outputs {
        let path = &output.path;
        return Ok(vec![write_one(output.clone()).with_context(|| path.to_string())?]);
    }
    let (mut staged, mut places, mut members) = (Vec::new(), Vec::new(), NewMembers::default());
    for (place, output) in outputs.iter().enumerate() {
        let mut prepare = || {
            ensure!(
                !is_standard_output(&output.path),
                "is standard output, which takes a single file; use --output FILE"
            );
            if members.keep(output)? {
                return Ok(None);
            }
            let path = path_of(output)?;
            ensure!(!is_stream(path), "is not a regular file and is not replaced");
            recover(folder_of(&resolved(path)?))?;
            stage(path, output.bytes, output.over)
        };
        if let Some(file) = prepare().with_context(|| output.path.to_string())? {
            staged.push(file);
            places.push(place);
        }
    }
    // The backups of archives come after the outputs' backups, and are not returned.
    staged.extend(members.stage()?);
    let mut backups = vec![None; outputs.len()];
    for (place, backup) in places.into_iter().zip(transaction::commit(staged)?) {
        backups[place] = backup;
    }
    Ok(backups)
}

/// Notes a file that the command should write, or the folder of the files: `undo` then undoes this command rather than the previous one,
/// even if it changes nothing.
pub fn intend(path: &Path) {
    if let Ok(path) = resolved(path).or_else(|_| std::path::absolute(path)) {
        last_runs::intend(path);
    }
}

/// Checks that an output may be written, and writes its bytes under a temporary name; `None` if the file already has them.
fn stage(path: &Path, bytes: &[u8], over: Over) -> anyhow::Result<Option<StagedFile>> {
    let target = resolved(path)?;
    last_runs::intend(target.clone());
    promise::ensure_kept(&path.into(), bytes)?;
    let there = match fs::metadata(&target) {
        Ok(what) => {
            ensure!(what.is_file(), "is not a regular file and is not replaced");
            Fingerprint::of_file(&target).context("cannot be read to find out what would be replaced")?
        }
        Err(_) => None,
    };
    let is_same = there.as_ref() == Some(&Fingerprint::new(&[bytes]));
    over.ensure_allowed(&target, bytes, there.as_ref(), is_same)?;
    if is_same {
        return Ok(None);
    }
    let backup = matches!(over, Over::Input { backup: true, .. } | Over::Namesake { backup: true, .. });
    StagedFile::new(target, bytes, there, backup).map(Some)
}

impl Over<'_> {
    /// Refuses to overwrite the target, if the user did not ask for that.
    fn ensure_allowed(
        self,
        target: &Path,
        bytes: &[u8],
        there: Option<&Fingerprint>,
        is_same: bool,
    ) -> anyhow::Result<()> {
        let is_backup = there.is_some() && backup::is_backup(target);
        match self {
            Over::Another { source, force } => {
                let is_input = source.is_some_and(|source| source.canonicalize().is_ok_and(|source| source == target));
                ensure!(!is_input, "is also the input; use --in-place to overwrite it");
                ensure!(!is_backup, "is a backup and is never overwritten");
                if there.is_none() || is_same || force { Ok(()) } else { may_replace(target) }
            }
            Over::Input { read, .. } => {
                ensure!(!is_backup, "is a backup and is not changed; use --output to name another file");
                let is_as_read = there == Some(&Fingerprint::new(&[read]));
                if is_as_read { Ok(()) } else { bail!(Refusal::Changed) }
            }
            Over::Namesake { backup, force } => {
                ensure!(!is_backup, "is a backup and is never overwritten");
                // It was not read and gets no backup, so it would be lost. It must be a file that a bake can make again.
                if there.is_none() || backup || force { Ok(()) } else { ensure_same_kind(target, bytes) }
            }
        }
    }
}

/// Refuses to replace an existing file without a request, unless this program made it and it is unmodified.
fn may_replace(target: &Path) -> anyhow::Result<()> {
    /// Maximum size of a page that is examined, in bytes.
    const LARGEST: u64 = 1 << 30;
    let is_small = fs::metadata(target).is_ok_and(|what| what.len() <= LARGEST);
    if is_small && fs::read(target).is_ok_and(|there| mark::is_unchanged(&there)) {
        return Ok(());
    }
    bail!(Refusal::Exists(what_is(kind_of(target)?)))
}

/// Refuses to replace a file of another format.
fn ensure_same_kind(target: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let kind = kind_of(target)?;
    let is_same = kind.is_some() && kind == Kind::detect(bytes);
    if is_same { Ok(()) } else { bail!(Refusal::Exists(what_is(kind))) }
}

fn kind_of(target: &Path) -> anyhow::Result<Option<Kind>> {
    let there =
        input::read_as_far_as_known(&target.into()).context("cannot be read to find out what would be replaced")?;
    Ok(Kind::detect(&there))
}

fn what_is(kind: Option<Kind>) -> String {
    kind.map_or_else(|| "not a walkmesh file".to_owned(), |kind| kind.to_string())
}

/// Returns whether a path names a stream, such as a pipe or a terminal.
#[cfg(unix)]
fn is_stream(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo() || metadata.file_type().is_char_device())
}

/// Returns whether a path names a stream. On this platform no path refers to a stream.
#[cfg(not(unix))]
fn is_stream(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use walkmesh::formats::{Document, bwm::Bwm};

    use super::*;

    fn write_in_place(path: &Path, bytes: &[u8], backup: bool) -> anyhow::Result<Option<PathBuf>> {
        let read = fs::read(path)?;
        write_one(Output { path: path.into(), bytes, over: Over::Input { read: &read, backup } })
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_input_is_not_written_over_by_any_of_its_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.tmp");
        fs::write(&path, "old").expect("a file");
        let again = folder.path().join("./room.tmp");
        let error = write_new(Some(&path), &again, b"new", true).expect_err("is the input").to_string();
        assert_eq!(error, "is also the input; use --in-place to overwrite it");
        assert_eq!(fs::read(&path).expect("the file"), b"old");
    }

    #[test]
    fn every_backup_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.tmp");
        fs::write(&path, "first").expect("a file");
        for (bytes, backup) in [("second", "room.tmp.bak"), ("third", "room.tmp.bak2")] {
            let kept = write_in_place(&path, bytes.as_bytes(), true).expect("written").expect("a backup");
            assert_eq!(kept, folder.path().canonicalize().expect("the folder").join(backup));
        }
        assert_eq!(write_in_place(&path, b"fourth", false).expect("written"), None);
        assert_eq!(names(folder.path()), ["room.tmp", "room.tmp.bak", "room.tmp.bak2"]);
        let bytes = ["room.tmp", "room.tmp.bak", "room.tmp.bak2"].map(|name| fs::read(folder.path().join(name)));
        assert_eq!(bytes.map(|bytes| bytes.expect("a file")), [&b"fourth"[..], b"first", b"second"]);
    }

    /// A run that is killed between the backup and the rename leaves a second name of the file.
    #[cfg(unix)]
    #[test]
    fn the_backup_that_a_killed_run_has_just_made_is_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, backup] = ["room.tmp", "room.tmp.bak"].map(|name| folder.path().join(name));
        fs::write(&path, "old").expect("a file");
        fs::hard_link(&path, &backup).expect("a second name");
        write_in_place(&path, b"new", true).expect("written");
        assert_eq!(names(folder.path()), ["room.tmp", "room.tmp.bak"]);
        assert_eq!([path, backup].map(|path| fs::read(path).expect("a file")), [b"new", b"old"]);
    }

    #[test]
    fn a_folder_is_no_target_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("room.tmp");
        fs::write(&source, "old").expect("a file");
        fs::create_dir(folder.path().join("out")).expect("a folder");
        assert!(write_new(Some(&source), folder.path().join("out"), b"new", true).is_err());
        assert!(write_new(Some(&source), folder.path().join("no/such/folder.wok"), b"new", true).is_err());
        assert_eq!(names(folder.path()), ["out", "room.tmp"]);
    }

    #[test]
    fn a_file_with_other_bytes_is_replaced_only_by_force_and_a_backup_never() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("room.tmp");
        let mesh = Bwm::default().to_bytes().expect("a walkmesh");
        let other = Bwm { walkmesh_type: 1, ..Bwm::default() }.to_bytes().expect("a walkmesh");
        let mut edited = marked(b"<!DOCTYPE html>\n".to_vec());
        let page = edited.clone();
        edited[15] = b' ';
        for (name, there, reason) in [
            ("notes.txt", b"a text".to_vec(), Some("is not a walkmesh file")),
            ("empty.wok", Vec::new(), Some("is not a walkmesh file")),
            ("block.tmp", b"JMXVBMS 0110".to_vec(), Some("is a Silkroad mesh")),
            ("other.wok", other, Some("is a KotOR walkmesh")),
            ("edited", edited, Some("is not a walkmesh file")),
            ("page", page, None),
            ("same.wok", mesh.clone(), None),
        ] {
            let target = folder.path().join(name);
            fs::write(&target, &there).expect("a file");
            let refused = write_new(Some(&source), &target, &mesh, false).err().map(|error| error.to_string());
            assert_eq!(refused.is_some(), reason.is_some(), "{refused:?}");
            assert!(refused.unwrap_or_default().contains(reason.unwrap_or_default()), "{name}");
            let expected = if reason.is_some() { &there } else { &mesh };
            assert!(fs::read(&target).expect("the file") == *expected, "{name}");
            write_new(Some(&source), &target, &mesh, true).expect("written by force");
            assert!(fs::read(&target).expect("the file") == mesh);
        }
        let backup = folder.path().join("other.wok.bak");
        fs::write(&backup, &mesh).expect("a file");
        for force in [false, true] {
            let error = write_new(Some(&source), &backup, &mesh, force).expect_err("is a backup").to_string();
            assert_eq!(error, "is a backup and is never overwritten");
        }
        assert!(write_in_place(&backup, &mesh, true).is_err());
    }

    #[test]
    fn an_input_that_changed_is_not_replaced_and_gets_no_backup() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.tmp");
        fs::write(&path, "changed").expect("a file");
        let over = Over::Input { read: b"as it was read", backup: true };
        let error =
            write_one(Output { path: (&path).into(), bytes: b"new", over }).expect_err("is changed").to_string();
        assert!(error.contains("was changed by another program"), "{error}");
        // A file that changes between writing the new bytes and the rename is not replaced, either.
        let over = Over::Input { read: b"changed", backup: true };
        let staged = stage(&path, b"new", over).expect("staged").expect("other bytes");
        fs::write(&path, "again").expect("a file");
        let error = transaction::commit(vec![staged]).expect_err("is changed").to_string();
        assert!(error.contains("was changed by another program"), "{error}");
        assert_eq!(
            (names(folder.path()), fs::read(&path).expect("the file")),
            (vec!["room.tmp".into()], b"again".to_vec())
        );
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept_and_a_new_file_has_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.tmp");
        let link = folder.path().join("link.tmp");
        fs::write(&path, "old").expect("a file");
        let usual = fs::metadata(&path).expect("the file").permissions().mode();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("permissions");
        std::os::unix::fs::symlink(&path, &link).expect("a link");

        write_in_place(&link, b"new", false).expect("written");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        assert_eq!(fs::read(&path).expect("the file"), b"new");
        assert_eq!(fs::metadata(&path).expect("the file").permissions().mode() & 0o777, 0o640);

        let other = folder.path().join("other.tmp");
        write_new(Some(&path), &other, b"new", false).expect("written");
        assert_eq!(fs::metadata(&other).expect("the file").permissions().mode(), usual);
    }

    #[test]
    fn a_read_only_file_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.tmp");
        fs::write(&path, "old").expect("a file");
        let mut permissions = fs::metadata(&path).expect("the file").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("permissions");
        let error = write_in_place(&path, b"new", false).expect_err("is read-only").to_string();
        assert_eq!(
            (error.as_str(), fs::read(&path).expect("the file")),
            ("is read-only and is not replaced", b"old".to_vec())
        );
    }
}
