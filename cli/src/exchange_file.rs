//! Files of the exchange formats, and the files that lie beside them.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, bail, ensure};
use walkmesh::exchange::{DetourTile, Floor, GltfScene, GodotMesh, Note, ObjScene, Scene, Up};
use walkmesh::formats::Document;
use walkmesh::kotor::{AsciiContent, AsciiFile, Walkmesh};
use walkmesh::level::Kind;

pub use crate::exchange_format::ExchangeFormat;
use crate::input;
use crate::location::FileLocation;
use crate::storage;

/// A file to write: its name and its bytes.
pub type OutputFile = (FileLocation, Vec<u8>);

/// Reads a walkmesh as text, such as one of the first Neverwinter Nights. The notes say which parts of the text were left out.
pub fn walkmesh_of_text(bytes: &[u8]) -> anyhow::Result<(Walkmesh, Vec<Note>)> {
    let AsciiFile { content, notes, .. } = AsciiFile::from_bytes(bytes)?;
    let mut walkmeshes = match content {
        AsciiContent::Walkmesh(walkmesh) => vec![*walkmesh],
        AsciiContent::Door(door) => door.states().map(|(_, walkmesh)| walkmesh.clone()).collect(),
    };
    ensure!(walkmeshes.len() <= 1, "the text holds several states of a door; convert it into a folder first");
    Ok((walkmeshes.pop().context("the text holds no walkmesh")?, notes))
}

impl ExchangeFormat {
    /// The format of a file to read: by its name, or by its bytes if it is a text under the name of a walkmesh.
    pub fn of_input(path: &Path) -> Option<Self> {
        let is_text = || {
            let is_walkmesh = input::promised_kind(path) == Some(Kind::Bwm);
            is_walkmesh
                && storage::is_file(path)
                && storage::read_regular(path).is_ok_and(|bytes| AsciiFile::looks_like_one(&bytes))
        };
        Self::promised_by(path).or_else(|| is_text().then_some(Self::Ascii))
    }

    /// Reads a scene, with a given axis up.
    pub fn read(self, at: impl Into<FileLocation>, bytes: &[u8], up: Up) -> anyhow::Result<(Scene, Vec<Note>)> {
        let at = at.into();
        let folder = at.path().and_then(Path::parent).unwrap_or(Path::new(""));
        let mut files = |name: &str| match at.path() {
            Some(_) => beside(folder, name),
            None => Err("files beside one in an archive are not read; put them into a folder".into()),
        };
        match self {
            Self::Glb | Self::Gltf => {
                let GltfScene { scene, notes, .. } = GltfScene::from_bytes_with(bytes, up, &mut files)?;
                Ok((scene, notes))
            }
            Self::Ascii => {
                let (walkmesh, mut notes) = walkmesh_of_text(bytes)?;
                let (node, lost) = walkmesh.to_scene_node(&at.file_stem().unwrap_or_default().to_string_lossy());
                notes.extend(lost);
                Ok((Scene { up, nodes: vec![node], marks: Vec::new() }, notes))
            }
            Self::Detour | Self::Godot => {
                bail!("{} files are written by `walkmesh convert`, and not read", self.name())
            }
            Self::Obj => {
                // A walkmesh has materials and no colours, so the MTL beside the file is not needed.
                let ObjScene { scene, notes, .. } = ObjScene::from_bytes(bytes, up)?;
                Ok((scene, notes))
            }
        }
    }

    /// The file that holds a floor, and notes on data that it cannot hold.
    pub fn write_floor(self, floor: &Floor, path: &Path) -> anyhow::Result<(Vec<OutputFile>, Vec<Note>)> {
        let (bytes, notes) = if self == Self::Godot {
            let GodotMesh { text, notes, .. } = floor.to_godot();
            (text.into_bytes(), notes)
        } else {
            let DetourTile { tile, notes, .. } = floor.to_detour()?;
            (tile.to_bytes()?, notes)
        };
        Ok((vec![(path.into(), bytes)], notes))
    }

    /// The files that hold a scene, and notes on data that they cannot hold.
    pub fn write(self, scene: &Scene, path: &Path) -> anyhow::Result<(Vec<OutputFile>, Vec<Note>)> {
        match self {
            Self::Glb => {
                let bytes = scene.to_glb().context("the scene is too large for a GLB, which has at most 4 GB")?;
                Ok((vec![(path.into(), bytes)], Vec::new()))
            }
            Self::Ascii => bail!("a text in this form is made of a KotOR walkmesh only"),
            Self::Detour | Self::Godot => self.write_floor(&Floor::of_scene(scene)?, path),
            Self::Gltf => {
                let text = scene.to_gltf().context("the scene cannot be written as glTF")?;
                Ok((vec![(path.into(), text.into_bytes())], Vec::new()))
            }
            Self::Obj => {
                let mtl = path.with_extension("mtl");
                let name = mtl.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let files = scene.to_obj(&name);
                let written = vec![(path.into(), files.obj.into_bytes()), (mtl.into(), files.mtl.into_bytes())];
                Ok((written, files.notes))
            }
        }
    }
}

/// Values made from the files that another file in their folder names. Each is read once, however often it is named.
pub struct NamedFiles<'f, T> {
    folder: &'f Path,
    /// Keyed by their real paths.
    made: BTreeMap<PathBuf, Rc<T>>,
}

impl<'f, T> NamedFiles<'f, T> {
    /// The files that this file names.
    pub fn of(file: &'f Path) -> Self {
        Self { folder: file.parent().unwrap_or(Path::new("")), made: BTreeMap::new() }
    }

    pub fn get(&mut self, name: &str, make: impl FnOnce(&Path, &[u8]) -> anyhow::Result<T>) -> anyhow::Result<Rc<T>> {
        let path = path_beside(self.folder, name).map_err(anyhow::Error::msg)?;
        if let Some(made) = self.made.get(&path) {
            return Ok(Rc::clone(made));
        }
        let made = Rc::new(make(&path, &storage::read_regular(&path)?)?);
        self.made.insert(path, Rc::clone(&made));
        Ok(made)
    }
}

/// Reads a file in a folder, by a name that another file there gives.
fn beside(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    storage::read_regular(&path_beside(folder, name)?).map_err(|error| format!("{error:#}"))
}

/// The real path of a file in a folder, by a name that another file there gives. A file from somebody else must not refer to other files on
/// the disk, so neither the name nor a link may lead out of the folder, and only a regular file is read.
fn path_beside(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(name).components().all(is_inside) {
        return Err("it must lie in the folder of the file that names it; copy it there".into());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
    let path = real(&folder.join(name))?;
    if !path.starts_with(real(folder)?) {
        return Err("it is a link that leads out of the folder of the file that names it; copy the file there".into());
    }
    Ok(path)
}
