//! The user's folder for the state of this program.

use std::env;
use std::fs::DirBuilder;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;

/// Creates the folder if necessary: `WALKMESH_STATE` if that is set, or a folder `walkmesh` where the system keeps the state of
/// programs.
///
/// # Errors
/// The folder cannot be created, or others could have written into it. Its files decide which files are replaced and removed.
pub fn folder() -> anyhow::Result<PathBuf> {
    let folder = path()?;
    create_private(&folder).with_context(|| {
        format!(
            "the folder {} cannot keep the records of commands; WALKMESH_STATE may name another folder",
            folder.display()
        )
    })?;
    Ok(folder)
}

fn path() -> anyhow::Result<PathBuf> {
    if let Some(folder) = env::var_os("WALKMESH_STATE").filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let system = etcetera::choose_base_strategy().context(
        "the user has no home folder to keep the records of commands in; WALKMESH_STATE may name another folder",
    )?;
    Ok(system.state_dir().unwrap_or_else(|| system.data_dir()).join("walkmesh"))
}

/// Creates a folder into which only its user may write, and checks one that exists.
#[cfg(unix)]
fn create_private(folder: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let what = std::fs::metadata(folder)?;
    anyhow::ensure!(what.uid() == rustix::process::geteuid().as_raw(), "it belongs to another user");
    anyhow::ensure!(what.mode() & 0o022 == 0, "other users may write into it");
    Ok(())
}

/// Creates a folder. Write access depends on the parent folder, which is the user's.
#[cfg(not(unix))]
fn create_private(folder: &Path) -> anyhow::Result<()> {
    Ok(DirBuilder::new().recursive(true).create(folder)?)
}
