//! [`rewrite_archive`]: replaces files of an archive, and keeps everything else.

use crate::formats::erf::{Erf, Key, Version};
use crate::formats::resource_type::{Numbering, number};
use crate::formats::rim::{Member, Rim};
use crate::formats::{Document, Error as FormatError, Format};

use super::files::{extension, stem};

/// The reason why files of an archive cannot be replaced.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RewriteError {
    /// The bytes are not an archive with file names.
    /// Cause: the caller.
    #[error(
        "this is not an ERF, MOD, HAK, SAV or RIM; the game's own archives (BIFF) are not rewritten: put the file into the folder override"
    )]
    NotAnArchive,
    /// The archive is damaged, or two of its members share their bytes.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The type number for a new file is unknown.
    /// Cause: the caller.
    #[error("{name}: archives of this game have no files of this type")]
    UnknownType {
        /// The file's name.
        name: String,
    },
    /// The name of a new file is longer than the archive's format permits, or is not ASCII.
    /// Cause: the caller.
    #[error("{name}: the name of a file in this archive has at most {most} letters of ASCII")]
    WrongName {
        /// The file's name.
        name: String,
        /// Maximum number of letters without the extension.
        most: usize,
    },
}

/// The bytes of an archive in which some files are replaced. Every other member, the order, the padding and the description stay the same,
/// byte for byte; data after a file that grew shifts. A file that the archive does not have yet is appended.
///
/// ```
/// use walkmesh::formats::{Document, erf::{Erf, Key}};
/// use walkmesh::level::{Archive, Files, rewrite_archive};
///
/// let keys = vec![Key::new("M01aa_01a", 2016, 0)?];
/// let module = Erf { file_type: *b"MOD ", keys, members: vec![b"old".to_vec()], ..Erf::default() }.to_bytes()?;
/// let other = rewrite_archive(&module, [("m01aa_01a.wok", &b"newer"[..]), ("m01aa.lyt", b"beginlayout")])?;
/// let archive = Archive::from_bytes("m01aa.mod", other.clone())?;
/// assert_eq!(archive.read("M01aa_01a.wok")?, b"newer");
/// assert_eq!(archive.read("m01aa.lyt")?, b"beginlayout");
/// // What is put back as it was gives the archive as it was.
/// assert_eq!(rewrite_archive(&module, [("m01aa_01a.wok", &b"old"[..])])?, module);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RewriteError`], with the reason.
pub fn rewrite_archive<'f>(
    bytes: &[u8],
    files: impl IntoIterator<Item = (&'f str, &'f [u8])>,
) -> Result<Vec<u8>, RewriteError> {
    match Format::detect(bytes) {
        Some(Format::Erf) => {
            let mut erf = Erf::from_bytes(bytes)?;
            files.into_iter().try_for_each(|(name, bytes)| put_into_erf(&mut erf, name, bytes))?;
            Ok(erf.to_bytes()?)
        }
        Some(Format::Rim) => {
            let mut rim = Rim::from_bytes(bytes)?;
            files.into_iter().try_for_each(|(name, bytes)| put_into_rim(&mut rim, name, bytes))?;
            Ok(rim.to_bytes()?)
        }
        _ => Err(RewriteError::NotAnArchive),
    }
}

fn put_into_erf(erf: &mut Erf, name: &str, bytes: &[u8]) -> Result<(), RewriteError> {
    let most = if erf.version == Version::V1_1 { 32 } else { 16 };
    let numbering = erf.version.numbering();
    let wanted = Wanted::new(name, numbering)?;
    let is_it = |key: &&Key| wanted.is(key.name(), key.resource_type.into());
    // If several keys refer to a member, games find the first.
    let members = erf.members.len();
    let mut known = erf.keys.iter().filter(is_it).filter_map(|key| usize::try_from(key.resource_id).ok());
    match known.find(|id| *id < members).and_then(|id| erf.members.get_mut(id)) {
        Some(member) => *member = bytes.to_vec(),
        None => {
            wanted.ensure_short(most)?;
            let id = u32::try_from(erf.members.len()).unwrap_or(u32::MAX);
            erf.keys.push(Key::new(wanted.stem, wanted.number, id)?);
            erf.members.push(bytes.to_vec());
        }
    }
    Ok(())
}

fn put_into_rim(rim: &mut Rim, name: &str, bytes: &[u8]) -> Result<(), RewriteError> {
    const MOST: usize = 16;
    let wanted = Wanted::new(name, Numbering::Kotor)?;
    let is_it = |member: &&mut Member| wanted.is(member.name(), member.resource_type);
    if let Some(member) = rim.members.iter_mut().find(is_it) {
        member.data = bytes.to_vec();
        return Ok(());
    }
    wanted.ensure_short(MOST)?;
    let mut padded = [0; MOST];
    padded[..wanted.stem.len()].copy_from_slice(wanted.stem.as_bytes());
    let resource_id = u32::try_from(rim.members.len()).unwrap_or(u32::MAX);
    let resource_type = wanted.number.into();
    rim.members.push(Member { name: padded, resource_type, resource_id, data: bytes.to_vec() });
    Ok(())
}

/// The file to write: its name and type number.
struct Wanted<'n> {
    name: &'n str,
    stem: &'n str,
    number: u16,
}

impl<'n> Wanted<'n> {
    fn new(name: &'n str, numbering: Numbering) -> Result<Self, RewriteError> {
        let extension = extension(name).unwrap_or_default();
        let number = number(extension, numbering).or_else(|| extension.parse().ok());
        let number = number.ok_or_else(|| RewriteError::UnknownType { name: name.to_owned() })?;
        Ok(Self { name, stem: stem(name), number })
    }

    fn is(&self, name: &[u8], resource_type: u32) -> bool {
        resource_type == u32::from(self.number) && String::from_utf8_lossy(name).eq_ignore_ascii_case(self.stem)
    }

    fn ensure_short(&self, most: usize) -> Result<(), RewriteError> {
        match self.stem.len() <= most && self.stem.is_ascii() && !self.stem.contains('\0') {
            true => Ok(()),
            false => Err(RewriteError::WrongName { name: self.name.to_owned(), most }),
        }
    }
}
