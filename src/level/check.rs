//! The check of any file by its game's rules.

use crate::finding::{CheckOptions, Findings};
use crate::silkroad;

use super::{AnyFile, Kind, OpenError, OpenOptions, Operation, Unsupported};

/// Why a file cannot be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// There are no rules for this kind of file.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The file cannot be opened, and that is not the file's fault: it exceeds the limits, or its version is not known
    /// here.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Checks the bytes of a file. A file that is empty, damaged or broken by a known editor has a finding that says so.
///
/// # Errors
/// [`CheckError`]: the file cannot be checked.
///
/// ```
/// use walkmesh::level::{self, OpenOptions};
/// use walkmesh::finding::CheckOptions;
///
/// let options = OpenOptions::default().with_name("room.wok");
/// let findings = level::check(b"BWM V1.0", &options, &CheckOptions::default())?;
/// assert_eq!(findings.count("file-damaged"), 1);
/// # Ok::<(), level::CheckError>(())
/// ```
pub fn check(bytes: &[u8], open: &OpenOptions, options: &CheckOptions) -> Result<Findings, CheckError> {
    let name = open.name.as_deref();
    let error = match AnyFile::open(bytes, open) {
        Ok(file) => return Ok(file.check_named(name, options)?),
        Err(error) => error,
    };
    if Kind::detect(bytes) == Some(Kind::AiNav)
        && let Ok(findings) = silkroad::check_bytes(bytes, options)
    {
        return Ok(findings);
    }
    let finding = error.finding(name).ok_or(error)?;
    let mut findings = Findings::new(options);
    findings.push(finding);
    Ok(findings)
}

impl AnyFile {
    /// Checks the file by every rule of its game.
    ///
    /// # Errors
    /// [`Unsupported`] for files that have no rules.
    pub fn check(&self, options: &CheckOptions) -> Result<Findings, Unsupported> {
        self.check_named(None, options)
    }

    /// [`check`](Self::check), with the rules on the file's name.
    fn check_named(&self, name: Option<&str>, options: &CheckOptions) -> Result<Findings, Unsupported> {
        match self {
            Self::Bwm(walkmesh) => Ok(walkmesh.check(options)),
            Self::Trn(terrain) => Ok(match name {
                Some(name) => terrain.check_file(name, options),
                None => terrain.check(options),
            }),
            Self::Aswm(walkmesh) => Ok(walkmesh.check(options)),
            Self::AiNav(dungeon) => {
                let mut findings = dungeon.check(options);
                name.and_then(|name| dungeon.check_file_name(name)).into_iter().for_each(|it| findings.push(it));
                Ok(findings)
            }
            Self::Lyt(layout) => Ok(layout.check(options)),
            Self::TwoDa(_) | Self::Gff(_) | Self::Dof(_) | Self::Bms(_) => {
                Err(Unsupported { operation: Operation::Check, found: self.kind() })
            }
        }
    }
}
