//! The file that says what the models of placeables cut out of NWN2 areas, and what they add.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use walkmesh::exchange::{TriangleSet, Up};
use walkmesh::nwn2::{Footprints, Helper, flags_of_name};

use crate::exchange_file::{ExchangeFormat, beside};
use crate::input;

/// The JSON document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// For each appearance, a row of `placeables.2da`, what its model does.
    placeables: BTreeMap<u32, Model>,
}

/// What a model does to a walkmesh. Lengths are in metres, in the model's own coordinates.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    /// Holes.
    #[serde(default)]
    polygons: Vec<Vec<[f32; 2]>>,
    /// A mesh beside the file: what it covers, seen from above, is a hole.
    mesh: Option<String>,
    /// A mesh beside the file, of which the triangles are added.
    helper: Option<String>,
    /// The class of these triangles, such as `walkable stone`.
    flags: Option<String>,
}

/// Reads a file of footprints, and the meshes that it names. These must lie in its folder.
pub fn read(path: &Path) -> anyhow::Result<Footprints> {
    let read = || {
        let Document { placeables } = serde_json::from_slice(&input::read(path)?)?;
        let mut footprints = Footprints::default();
        let mut meshes = Meshes { file: path, read: BTreeMap::new() };
        for (appearance, model) in placeables {
            model
                .insert(&mut footprints, appearance, &mut meshes)
                .with_context(|| format!("placeable {appearance}"))?;
        }
        anyhow::Ok(footprints)
    };
    read().with_context(|| format!("the footprints {}", path.display()))
}

impl Model {
    fn insert(self, footprints: &mut Footprints, appearance: u32, meshes: &mut Meshes<'_>) -> anyhow::Result<()> {
        let Self { polygons, mesh, helper, flags } = self;
        footprints.insert_empty(appearance);
        for (index, polygon) in polygons.into_iter().enumerate() {
            footprints.insert(appearance, polygon).with_context(|| format!("polygon {index}"))?;
        }
        if let Some(name) = mesh {
            let set = meshes.get(&name)?;
            let before = footprints.get(appearance).map_or(0, <[_]>::len);
            footprints.insert_triangles(appearance, &set.points, &corners(&set)).with_context(|| name.clone())?;
            let after = footprints.get(appearance).map_or(0, <[_]>::len);
            ensure!(after > before, "the mesh {name} covers nothing, seen from above (in OBJ and glTF, y is up)");
        }
        match (helper, flags) {
            (None, None) => Ok(()),
            (None, Some(_)) => bail!("`flags` are those of a `helper`, and there is none"),
            (Some(name), None) => bail!("the helper {name} needs `flags`, such as \"walkable stone\""),
            (Some(name), Some(flags)) => {
                let class = flags_of_name(&flags)
                    .with_context(|| format!("`{flags}` is no class; write one such as \"walkable stone\""))?;
                let set = meshes.get(&name)?;
                let helper = Helper::new(set.points.clone(), corners(&set), class).context(name)?;
                Ok(footprints.insert_helper(appearance, helper)?)
            }
        }
    }
}

/// The meshes that a file names. Each is read once, however often it is named.
struct Meshes<'p> {
    /// The file that names them.
    file: &'p Path,
    read: BTreeMap<String, Rc<TriangleSet>>,
}

impl Meshes<'_> {
    fn get(&mut self, name: &str) -> anyhow::Result<Rc<TriangleSet>> {
        if let Some(set) = self.read.get(name) {
            return Ok(Rc::clone(set));
        }
        let set = Rc::new(mesh_beside(self.file, name)?);
        self.read.insert(name.to_owned(), Rc::clone(&set));
        Ok(set)
    }
}

fn corners(set: &TriangleSet) -> Vec<[u32; 3]> {
    set.triangles.iter().map(|triangle| triangle.corners).collect()
}

/// Reads a mesh in the folder of a file. All its objects count.
fn mesh_beside(file: &Path, name: &str) -> anyhow::Result<TriangleSet> {
    let format = ExchangeFormat::promised_by(Path::new(name)).filter(|format| *format != ExchangeFormat::Ascii);
    let format = format.with_context(|| format!("the mesh {name} must be an OBJ, a glTF or a GLB"))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let read = || {
        let bytes = beside(folder, name).map_err(anyhow::Error::msg)?;
        anyhow::Ok(format.read(&folder.join(name), &bytes, Up::Z)?.0)
    };
    let scene = read().with_context(|| format!("the mesh {name}"))?;
    let set = scene.merged(name).set;
    ensure!(!set.triangles.is_empty(), "the mesh {name} has no triangles");
    Ok(set)
}
