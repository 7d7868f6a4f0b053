//! [`Triple`]: the three files of an area, in one folder and with one name: TRN, GIT and TRX.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context, ensure};
use serde::Serialize;
use walkmesh::level::Kind;
use walkmesh::nwn2::{Git, LearningArea, Terrain, Walkmesh};

use crate::input::{self, Source};
use crate::limits;
use crate::location::FileLocation;
use crate::place::{folder_of, located};
use crate::storage;

/// The extensions of the three files, by which messages name them.
const EXTENSIONS: [&str; 3] = ["trn", "git", "trx"];

/// The files of an area.
pub struct Triple {
    /// In the order of [`EXTENSIONS`].
    files: [Option<FileLocation>; 3],
    /// The named folder in which it was found.
    world: Option<Arc<FileLocation>>,
}

/// The reason why nothing can be learned from an area.
pub enum Fault {
    Incomplete(Incomplete),
    Unreadable(FileLocation, anyhow::Error),
}

/// An area with a missing file.
#[derive(Serialize)]
pub struct Incomplete {
    /// One of its existing files.
    file: FileLocation,
    /// The extensions of the files that it lacks.
    missing: Vec<&'static str>,
}

/// The areas of some files, in their order. The library decides which TRN, GIT and TRX belong together.
pub fn triples(sources: &[Source]) -> anyhow::Result<Vec<Triple>> {
    let areas = sources.iter().filter(|source| input::promised_kind(&source.path) == Some(Kind::Trn));
    let mut triples = Vec::new();
    for Source { path, folder: world, .. } in areas {
        let folder = folder_of(path);
        let place = storage::place(&folder)?;
        let [file, stem] = [path.file_name(), path.file_stem()].map(|name| name.unwrap_or_default().to_string_lossy());
        if place.baked_of(&file).is_some() {
            continue;
        }
        let beside = |name: Option<&str>| name.map(|name| located(&folder, name));
        let (own, trn) = (Some(path.clone()), beside(place.source_of(&file)));
        let git = beside(place.find(&Git::file(&stem)));
        let files = if path.has_extension("trx") { [trn, git, own] } else { [own, git, None] };
        triples.push(Triple { files, world: world.clone() });
    }
    Ok(triples)
}

impl Triple {
    /// The files that it has.
    pub fn files(&self) -> impl Iterator<Item = &FileLocation> {
        self.files.iter().flatten()
    }

    /// Reads the three files. The area belongs to a world if worlds are left out together.
    pub fn read(&self, has_world: bool) -> Result<LearningArea, Fault> {
        let [Some(trn), Some(git), Some(trx)] = &self.files else { return Err(Fault::Incomplete(self.incomplete())) };
        Ok(LearningArea {
            world: self.world.as_ref().filter(|_| has_world).map(|world| world.to_string()),
            name: trn.with_file_name(trn.file_stem().unwrap_or_default()).to_string(),
            trn: of_file(trn, |bytes| walkmesh(bytes, false))?,
            git: of_file(git, |bytes| Ok(Git::from_bytes(bytes)?))?,
            trx: of_file(trx, |bytes| walkmesh(bytes, true))?,
        })
    }

    fn incomplete(&self) -> Incomplete {
        let missing =
            EXTENSIONS.iter().zip(&self.files).filter(|(_, file)| file.is_none()).map(|(extension, _)| *extension);
        Incomplete {
            file: self.files().next().map_or_else(|| FileLocation::from(""), FileLocation::from),
            missing: missing.collect(),
        }
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing: Vec<String> = self.missing.iter().map(|extension| extension.to_uppercase()).collect();
        write!(f, "{} has no {} beside it", self.file, missing.join(" and no "))
    }
}

/// Reads a file, and makes a value from its bytes.
fn of_file<T>(path: &FileLocation, make: impl FnOnce(&[u8]) -> anyhow::Result<T>) -> Result<T, Fault> {
    storage::read_regular(path).and_then(|bytes| make(&bytes)).map_err(|error| Fault::Unreadable(path.clone(), error))
}

fn walkmesh(bytes: &[u8], is_trx: bool) -> anyhow::Result<Walkmesh> {
    let walkmesh = Terrain::from_bytes_with(bytes, &limits::limits())?.into_walkmesh().context("the walkmesh")?;
    ensure!(
        walkmesh.is_baked() || !is_trx,
        "this TRX is not baked, so it shows nothing; one that the toolset baked is needed"
    );
    ensure!(!walkmesh.is_baked() || is_trx, "this TRN is baked already; one that the toolset saved is needed");
    Ok(walkmesh)
}
