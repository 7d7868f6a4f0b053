//! Writing files so that nothing is lost: whole or not at all, and never over what a command reads unless it was told
//! to.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tempfile::NamedTempFile;

/// How many backups of one file there may be beside it.
const MOST_BACKUPS: u32 = 100;

/// Writes a file that is not `source`. A file that is there is replaced, and keeps its permissions; a new one has
/// those that the user's settings give.
pub fn write_new(source: &Path, target: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let same = match (source.canonicalize(), target.canonicalize()) {
        (Ok(source), Ok(target)) => source == target,
        _ => false,
    };
    ensure!(!same, "is also the input: to write over it, say --in-place");
    write(target, bytes)
}

/// Writes a file over itself, after linking what it was to a backup's name: `room.wok.bak`, or `room.wok.bak2` where
/// that is taken. Returns that name.
pub fn write_in_place(path: &Path, bytes: &[u8], backup: bool) -> anyhow::Result<Option<PathBuf>> {
    replaceable(path)?;
    let backup = backup.then(|| back_up(path)).transpose().context("cannot be backed up")?;
    write(path, bytes)?;
    Ok(backup)
}

/// Whether what has the target's name, if anything, is a file that may be replaced; gives its permissions. A rename
/// itself would ask only the folder.
fn replaceable(target: &Path) -> anyhow::Result<Option<Permissions>> {
    let Ok(before) = fs::metadata(target) else { return Ok(None) };
    ensure!(before.is_file(), "is no regular file, and stays as it is");
    ensure!(!before.permissions().readonly(), "is read-only, and stays as it is");
    Ok(Some(before.permissions()))
}

/// Writes a temporary file in the target's folder, and renames it to the target when all of it is on the disk.
fn write(target: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    // Through a link, so that the link stays one.
    let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
    let permissions = replaceable(&target)?;
    let written = temporary(folder_of(&target)).and_then(|mut file| {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            keep_permissions(&file, permissions)?;
        }
        file.as_file().sync_all()?;
        Ok(file.persist(&target)?)
    });
    written.map(drop).context("cannot be written")
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A temporary file with the permissions that a new file has.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".walkmesh-");
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
    for number in 1..=MOST_BACKUPS {
        let mut name = OsString::from(&path);
        name.push(if number == 1 { ".bak".to_owned() } else { format!(".bak{number}") });
        let backup = PathBuf::from(name);
        match fs::hard_link(&path, &backup) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // A file system without links: a copy, whole or not at all.
            Err(_) => {
                let mut copy = temporary(folder_of(&path))?;
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
    Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("there are {MOST_BACKUPS} backups of it")))
}

#[cfg(test)]
mod tests {
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
        let error = write_new(&path, &again, b"new").expect_err("is the input").to_string();
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
        assert!(write_new(&source, &folder.path().join("out"), b"new").is_err());
        assert!(write_new(&source, &folder.path().join("no/such/folder.wok"), b"new").is_err());
        assert_eq!(names(folder.path()), ["out", "room.wok"]);
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
        write_new(&path, &other, b"new").expect("written");
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
