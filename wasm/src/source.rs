//! [`Source`]: what was opened: one file, the rooms of a KotOR area, or a Silkroad dungeon with its floors.

use walkmesh::exchange::Up;
use walkmesh::formats::dof::Dof;
use walkmesh::formats::{Document, Limits};
use walkmesh::kotor::Layout;
use walkmesh::level::{AnyFile, Kind, MaterialChoice, Navigator, OpenOptions};
use walkmesh::level::{DungeonFloors, Memory};
use walkmesh::silkroad::{Dungeon, Floors};
use wasm_bindgen::JsValue;

use crate::area::{AreaFiles, materials_of};
use crate::error::{throw, thrown};
use crate::files::{Files, NamedFile};

/// What was opened.
pub enum Source {
    File { name: String, file: AnyFile },
    Area { name: String, files: AreaFiles },
    Dungeon(DungeonFiles),
}

/// A dungeon, whose tables may be missing.
pub struct DungeonFiles {
    pub name: String,
    pub tables: Option<Dungeon>,
    pub dof: Dof,
    pub floors: Floors,
}

impl Source {
    /// Opens files that belong together.
    pub fn open(files: Files) -> Result<Self, JsValue> {
        let Files { files, as_stored } = files;
        let kinds: Vec<Option<Kind>> = files.iter().map(|file| Kind::of_file(&file.name, &file.bytes)).collect();
        let of = |kind| files.iter().zip(&kinds).filter(move |(_, it)| **it == Some(kind)).map(|(file, _)| file);
        let mut materials = as_stored.then_some(MaterialChoice::AsStored);
        if let Some(table) = files.iter().find(|file| is_table(file, files.len())) {
            materials = Some(materials_of(&table.bytes)?);
        }
        let rest: Vec<&NamedFile> = files.iter().filter(|file| !is_table(file, files.len())).collect();
        match *rest {
            [] => Err(thrown("OpenError", "no file was given")),
            [file] => Self::one(file, materials),
            _ if of(Kind::Lyt).next().is_some() => {
                let layout = only(of(Kind::Lyt), "layouts (.lyt)")?;
                let read = Layout::from_bytes(&layout.bytes).map_err(throw("OpenError"))?;
                let area = AreaFiles::open(read, &files, materials.as_ref())?;
                Ok(Self::Area { name: layout.name.clone(), files: area })
            }
            _ if of(Kind::Dof).next().is_some() => {
                let dof = only(of(Kind::Dof), "dungeons (.dof)")?;
                let tables = of(Kind::AiNav).next().map(|file| Dungeon::from_bytes(&file.bytes)).transpose();
                dungeon(dof, tables.map_err(throw("OpenError"))?, &files)
            }
            _ => Err(thrown(
                "OpenError",
                "the files do not belong together: an area needs its layout (.lyt) beside its rooms, and a dungeon its .dof",
            )),
        }
    }

    fn one(file: &NamedFile, materials: Option<MaterialChoice>) -> Result<Self, JsValue> {
        let options = OpenOptions::default().with_name(&*file.name).with_materials(materials);
        let opened = AnyFile::open(&file.bytes, &options).map_err(throw("OpenError"))?;
        Ok(Self::File { name: file.name.clone(), file: opened })
    }

    /// The name of the file, the layout or the DOF.
    pub fn name(&self) -> &str {
        match self {
            Self::File { name, .. } | Self::Area { name, .. } | Self::Dungeon(DungeonFiles { name, .. }) => name,
        }
    }

    /// The axis that points up.
    pub fn up(&self) -> Up {
        match self {
            Self::File { file, .. } => file.kind().up(),
            Self::Area { .. } => Up::Z,
            Self::Dungeon(_) => Up::Y,
        }
    }

    /// What it is, in words.
    pub fn description(&self) -> String {
        match self {
            Self::File { file, .. } => file.kind().to_string(),
            Self::Area { files, .. } => format!("a KotOR area, {} rooms at hand", files.names.len()),
            Self::Dungeon(DungeonFiles { tables: Some(_), .. }) => "a Silkroad dungeon with its floors".to_owned(),
            Self::Dungeon(_) => "the floors of a Silkroad dungeon, without its tables".to_owned(),
        }
    }

    /// The navigator.
    pub fn navigator(&self) -> Result<Navigator, JsValue> {
        match self {
            Self::File { file, .. } => questioned(file)?.into_navigator().map_err(throw("QueryError")),
            Self::Area { files, .. } => Ok(files.navigator()),
            Self::Dungeon(DungeonFiles { tables, floors, .. }) => {
                let tables = tables.clone().ok_or_else(|| {
                    thrown(
                        "QueryError",
                        "routes need the dungeon's tables; open its ainavdata_*.dat together with the DOF",
                    )
                })?;
                let navigator = AnyFile::AiNav(tables).into_navigator().map_err(throw("QueryError"))?;
                navigator.with_floors(floors.clone()).map_err(throw("QueryError"))
            }
        }
    }
}

/// A copy of a walkmesh for its navigator, without what is beside it in its file.
fn questioned(file: &AnyFile) -> Result<AnyFile, JsValue> {
    match file {
        AnyFile::Bwm(walkmesh) => Ok(AnyFile::Bwm(walkmesh.clone())),
        AnyFile::Trn(terrain) => Ok(AnyFile::Aswm(terrain.walkmesh().map_err(throw("QueryError"))?.clone())),
        AnyFile::Aswm(walkmesh) => Ok(AnyFile::Aswm(walkmesh.clone())),
        AnyFile::AiNav(dungeon) => Ok(AnyFile::AiNav(dungeon.clone())),
        other => Err(thrown("QueryError", format_args!("this is {}, which has no ways to ask for", other.kind()))),
    }
}

/// Whether a file is the table of materials of the others. It may be a text.
fn is_table(file: &NamedFile, files: usize) -> bool {
    files > 1 && file.name.to_ascii_lowercase().ends_with(".2da")
}

fn only<'a>(mut files: impl Iterator<Item = &'a NamedFile>, what: &str) -> Result<&'a NamedFile, JsValue> {
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(thrown("OpenError", format_args!("there are several {what}; open one at a time"))),
    }
}

/// A dungeon with the floors that are among the files.
fn dungeon(dof: &NamedFile, tables: Option<Dungeon>, files: &[NamedFile]) -> Result<Source, JsValue> {
    let blocks = Dof::from_bytes(&dof.bytes).map_err(throw("OpenError"))?;
    let files: Memory = files.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect();
    let read = DungeonFloors::read(blocks, &files, &Limits::default()).map_err(throw("OpenError"))?;
    let floors = read.floors();
    Ok(Source::Dungeon(DungeonFiles { name: dof.name.clone(), tables, dof: read.dof, floors }))
}
