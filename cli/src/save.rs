//! Writing files so that nothing is lost. A file is written completely or not at all. An input, or a file of another
//! format, is never overwritten unless the user asked for it.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tempfile::NamedTempFile;
use walkmesh::any::Kind;

use crate::{backup, input, temporary};

/// The first bytes of a GLB, of a PNG, and of an SVG as this program writes it.
const STARTS: [&[u8]; 3] = [b"glTF", b"\x89PNG\r\n\x1a\n", b"<svg xmlns="];

/// Writes a file that is not `source`. An existing file is replaced if it has the format that is written, or with
/// `force`, and keeps its permissions. A new file gets the user's default permissions. To a pipe or a device, the bytes
/// are written directly.
pub fn write_new(source: &Path, target: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let same = match (source.canonicalize(), target.canonicalize()) {
        (Ok(source), Ok(target)) => source == target,
        _ => false,
    };
    ensure!(!same, "is also the input; use --in-place to overwrite it");
    if is_stream(target) {
        let mut stream = File::options().write(true).open(target).context("cannot be written")?;
        return stream.write_all(bytes).context("cannot be written");
    }
    may_replace(target, bytes, force)?;
    prepare(target, bytes)?.put()
}

/// Replaces a file's bytes and keeps the old ones as a backup: `room.wok.bak`, or `room.wok.bak2` if that name exists.
/// Returns the backup's name. On failure, the file is unchanged and no backup is left.
pub fn write_in_place(path: &Path, bytes: &[u8], keep_backup: bool) -> anyhow::Result<Option<PathBuf>> {
    ensure!(!backup::is_backup(path), "is a backup and is not changed; use --output to name another file");
    let new = prepare(path, bytes)?;
    let backup = keep_backup.then(|| back_up(path)).transpose().context("cannot be backed up")?;
    new.put().inspect_err(|_| {
        if let Some(backup) = &backup {
            // The file is unchanged, so it needs no backup.
            let _ = fs::remove_file(backup);
        }
    })?;
    Ok(backup)
}

/// Refuses to replace an existing target of another format, unless with `force`. A backup is never replaced.
pub fn may_replace(target: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let Ok(metadata) = fs::metadata(target) else { return Ok(()) };
    ensure!(!backup::is_backup(target), "is a backup and is never overwritten");
    if force || !metadata.is_file() {
        return Ok(());
    }
    let there = input::read_as_far_as_known(target).context("cannot be read to find out what would be replaced")?;
    if STARTS.iter().any(|start| there.starts_with(start) && bytes.starts_with(start)) {
        return Ok(());
    }
    match (Kind::detect(&there), Kind::detect(bytes)) {
        (Some(there), Some(new)) if there == new => Ok(()),
        (Some(there), _) => bail!("already exists and is {there}; use --force to replace it"),
        (None, _) => bail!("already exists and is not a walkmesh file; use --force to replace it"),
    }
}

/// Whether a path names a stream, such as a pipe or a terminal.
#[cfg(unix)]
fn is_stream(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo() || metadata.file_type().is_char_device())
}

/// Whether a path names a stream. On this platform no path does.
#[cfg(not(unix))]
fn is_stream(_: &Path) -> bool {
    false
}

/// Checks that an existing target is a file that may be replaced, and returns its permissions. A rename alone would
/// check only the permissions of the folder.
fn replaceable(target: &Path) -> anyhow::Result<Option<Permissions>> {
    let Ok(before) = fs::metadata(target) else { return Ok(None) };
    ensure!(before.is_file(), "is not a regular file and is not replaced");
    ensure!(!before.permissions().readonly(), "is read-only and is not replaced");
    Ok(Some(before.permissions()))
}

/// A file whose bytes are on the disk under a temporary name.
struct Prepared {
    file: NamedTempFile,
    target: PathBuf,
}

/// Writes a temporary file in the target's folder.
fn prepare(target: &Path, bytes: &[u8]) -> anyhow::Result<Prepared> {
    // Links are resolved, so that the file is replaced and the link stays.
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
    /// Renames the file to its target.
    fn put(self) -> anyhow::Result<()> {
        self.file.persist(&self.target).map(drop).context("cannot be written")
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Creates a temporary file with the permissions of a new file.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(temporary::PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Gives the new file the permissions of the one that it replaces. File systems without permissions are fine.
fn keep_permissions(file: &NamedTempFile, permissions: Permissions) -> io::Result<()> {
    match file.as_file().set_permissions(permissions) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        done => done,
    }
}

/// Gives the file a second name, the first free name of a backup.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    for backup in backup::names(&path) {
        match fs::hard_link(&path, &backup) {
            Ok(()) => return Ok(backup),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // The file system has no links, so the backup is a copy, made completely or not at all.
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
        assert_eq!(error, "is also the input; use --in-place to overwrite it");
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
            ("notes.txt", b"a text".to_vec(), Some("is not a walkmesh file")),
            ("empty.wok", Vec::new(), Some("is not a walkmesh file")),
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
            assert_eq!(error, "is a backup and is never overwritten");
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
            ("is read-only and is not replaced", b"old".to_vec())
        );
    }
}
