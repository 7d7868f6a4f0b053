//! Writing files so that nothing is lost: whole or not at all, and never over what a command reads, or what it did not
//! make, unless it was told to.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tempfile::NamedTempFile;
use walkmesh::any::Kind;

use crate::{backup, input, temporary};

/// Writes a file that is not `source`. A file that is there is replaced if it is of the format that is written, or by
/// `force`, and keeps its permissions; a new one has those that the user's settings give. To a pipe or a device the bytes
/// are written as they are.
pub fn write_new(source: &Path, target: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let same = match (source.canonicalize(), target.canonicalize()) {
        (Ok(source), Ok(target)) => source == target,
        _ => false,
    };
    ensure!(!same, "is also the input: to write over it, say --in-place");
    if is_stream(target) {
        let mut stream = File::options().write(true).open(target).context("cannot be written")?;
        return stream.write_all(bytes).context("cannot be written");
    }
    may_replace(target, bytes, force)?;
    prepare(target, bytes)?.put()
}

/// Writes a file over itself, and keeps what it was under a backup's name: `room.wok.bak`, or `room.wok.bak2` where
/// that is taken. Returns that name. When it fails, neither the file nor a backup is new.
pub fn write_in_place(path: &Path, bytes: &[u8], keep_backup: bool) -> anyhow::Result<Option<PathBuf>> {
    ensure!(!backup::is_backup(path), "is a backup, and stays as it is: say with --output where the result goes");
    let new = prepare(path, bytes)?;
    let backup = keep_backup.then(|| back_up(path)).transpose().context("cannot be backed up")?;
    new.put().inspect_err(|_| {
        if let Some(backup) = &backup {
            // The file is as it was, so its second name says nothing.
            let _ = fs::remove_file(backup);
        }
    })?;
    Ok(backup)
}

/// Whether a target that is there may be replaced: it is of the kind that is written, or the user insists. A backup never is.
pub fn may_replace(target: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let Ok(metadata) = fs::metadata(target) else { return Ok(()) };
    ensure!(!backup::is_backup(target), "is a backup, and is never written over");
    if force || !metadata.is_file() {
        return Ok(());
    }
    let there = input::kind_of(target).context("cannot be read to see what would be replaced")?;
    let new = Kind::detect(bytes);
    match (there, new) {
        (Some(there), Some(new)) if there == new => Ok(()),
        (Some(there), _) => bail!("is there already and is {there}: to replace it, say --force"),
        (None, _) => bail!("is there already and is no walkmesh file: to replace it, say --force"),
    }
}

/// Whether what is at a path takes bytes one after another, as a pipe and a terminal do.
#[cfg(unix)]
fn is_stream(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo() || metadata.file_type().is_char_device())
}

/// Whether what is at a path takes bytes one after another: here nothing that has a path does.
#[cfg(not(unix))]
fn is_stream(_: &Path) -> bool {
    false
}

/// Whether what has the target's name, if anything, is a file that may be replaced; gives its permissions. A rename
/// itself would ask only the folder.
fn replaceable(target: &Path) -> anyhow::Result<Option<Permissions>> {
    let Ok(before) = fs::metadata(target) else { return Ok(None) };
    ensure!(before.is_file(), "is no regular file, and stays as it is");
    ensure!(!before.permissions().readonly(), "is read-only, and stays as it is");
    Ok(Some(before.permissions()))
}

/// A file whose bytes are on the disk under a temporary name.
struct Prepared {
    file: NamedTempFile,
    target: PathBuf,
}

/// Writes a temporary file in the target's folder.
fn prepare(target: &Path, bytes: &[u8]) -> anyhow::Result<Prepared> {
    // Through a link, so that the link stays one.
    let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
    let permissions = replaceable(&target)?;
    let written = temporary_file(folder_of(&target)).and_then(|mut file| {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            keep_permissions(&file, permissions)?;
        }
        file.as_file().sync_all()?;
        Ok(file)
    });
    Ok(Prepared { file: written.context("cannot be written")?, target })
}

impl Prepared {
    /// Gives the file its name.
    fn put(self) -> anyhow::Result<()> {
        self.file.persist(&self.target).map(drop).context("cannot be written")
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A temporary file with the permissions that a new file has.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(temporary::PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Gives the new file the permissions of the one that it replaces. A file system without any is left alone.
fn keep_permissions(file: &NamedTempFile, permissions: Permissions) -> io::Result<()> {
    match file.as_file().set_permissions(permissions) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        done => done,
    }
}

/// Gives the file a second name, which no file has yet.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    for backup in backup::names(&path) {
        match fs::hard_link(&path, &backup) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // A file system without links: a copy, whole or not at all.
            Err(_) => {
                let mut copy = temporary_file(folder_of(&path))?;
                io::copy(&mut fs::File::open(&path)?, &mut copy)?;
                copy.as_file().sync_all()?;
                match copy.persist_noclobber(&backup) {
                    Ok(_) => return Ok(backup),
                    Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => {}
                    Err(other) => return Err(other.error),
                }
            }
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("there are {} backups of it", backup::MOST)))
}

#[cfg(test)]
mod tests {
    use walkmesh::formats::{Document, bwm::Bwm};

    use super::*;

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
        let path = folder.path().join("room.wok");
        fs::write(&path, "old").expect("a file");
        let again = folder.path().join("./room.wok");
        let error = write_new(&path, &again, b"new", true).expect_err("is the input").to_string();
        assert_eq!(error, "is also the input: to write over it, say --in-place");
        assert_eq!(fs::read(&path).expect("the file"), b"old");
    }

    #[test]
    fn every_backup_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.wok");
        fs::write(&path, "first").expect("a file");
        for (bytes, backup) in [("second", "room.wok.bak"), ("third", "room.wok.bak2")] {
            let kept = write_in_place(&path, bytes.as_bytes(), true).expect("written").expect("a backup");
            assert_eq!(kept, folder.path().canonicalize().expect("the folder").join(backup));
        }
        assert_eq!(write_in_place(&path, b"fourth", false).expect("written"), None);
        assert_eq!(names(folder.path()), ["room.wok", "room.wok.bak", "room.wok.bak2"]);
        let bytes = ["room.wok", "room.wok.bak", "room.wok.bak2"].map(|name| fs::read(folder.path().join(name)));
        assert_eq!(bytes.map(|bytes| bytes.expect("a file")), [&b"fourth"[..], b"first", b"second"]);
    }

    #[test]
    fn a_folder_is_no_target_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("room.wok");
        fs::write(&source, "old").expect("a file");
        fs::create_dir(folder.path().join("out")).expect("a folder");
        assert!(write_new(&source, &folder.path().join("out"), b"new", true).is_err());
        assert!(write_new(&source, &folder.path().join("no/such/folder.wok"), b"new", true).is_err());
        assert_eq!(names(folder.path()), ["out", "room.wok"]);
    }

    #[test]
    fn what_is_of_another_format_is_replaced_only_by_force_and_a_backup_never() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = folder.path().join("room.wok");
        let mesh = Bwm::default().to_bytes().expect("a walkmesh");
        for (name, there, reason) in [
            ("notes.txt", b"a text".to_vec(), Some("is no walkmesh file")),
            ("empty.wok", Vec::new(), Some("is no walkmesh file")),
            ("block.bms", b"JMXVBMS 0110".to_vec(), Some("is a Silkroad mesh")),
            ("other.wok", Bwm { walkmesh_type: 1, ..Bwm::default() }.to_bytes().expect("a walkmesh"), None),
        ] {
            let target = folder.path().join(name);
            fs::write(&target, &there).expect("a file");
            let refused = write_new(&source, &target, &mesh, false).err().map(|error| error.to_string());
            assert_eq!(refused.is_some(), reason.is_some(), "{refused:?}");
            assert!(refused.unwrap_or_default().contains(reason.unwrap_or_default()), "{name}");
            assert_eq!(fs::read(&target).expect("the file") == there, reason.is_some(), "{name}");
            write_new(&source, &target, &mesh, true).expect("written by force");
            assert!(fs::read(&target).expect("the file") == mesh);
        }
        let backup = folder.path().join("other.wok.bak");
        fs::write(&backup, &mesh).expect("a file");
        for force in [false, true] {
            let error = write_new(&source, &backup, &mesh, force).expect_err("is a backup").to_string();
            assert_eq!(error, "is a backup, and is never written over");
        }
        assert!(write_in_place(&backup, &mesh, true).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept_and_a_new_file_has_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.wok");
        let link = folder.path().join("link.wok");
        fs::write(&path, "old").expect("a file");
        let usual = fs::metadata(&path).expect("the file").permissions().mode();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("permissions");
        std::os::unix::fs::symlink(&path, &link).expect("a link");

        write_in_place(&link, b"new", false).expect("written");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        assert_eq!(fs::read(&path).expect("the file"), b"new");
        assert_eq!(fs::metadata(&path).expect("the file").permissions().mode() & 0o777, 0o640);

        let other = folder.path().join("other.wok");
        write_new(&path, &other, b"new", false).expect("written");
        assert_eq!(fs::metadata(&other).expect("the file").permissions().mode(), usual);
    }

    #[test]
    fn a_read_only_file_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("room.wok");
        fs::write(&path, "old").expect("a file");
        let mut permissions = fs::metadata(&path).expect("the file").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("permissions");
        let error = write_in_place(&path, b"new", false).expect_err("is read-only").to_string();
        assert_eq!(
            (error.as_str(), fs::read(&path).expect("the file")),
            ("is read-only, and stays as it is", b"old".to_vec())
        );
    }
}
