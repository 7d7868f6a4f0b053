//! The floors in a description of a dungeon, and the OBJ files that they name.

use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use serde::de::IgnoredAny;
use walkmesh::exchange::Obj;
use walkmesh::silkroad::{BakeOptions, BlockId, FloorPlan, Placement};

use crate::exchange_file::NamedFiles;

/// Maximum number of vertices without a triangle in all floors of a description together. Each floor has a copy of its
/// vertices, so a file of vertices that many floors name would take gigabytes.
const UNUSED_VERTICES: usize = 1 << 16;

/// The floor of a block, given in the JSON itself or in an OBJ file beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    obj: Option<String>,
    #[serde(default)]
    vertices: Vec<[f32; 3]>,
    #[serde(default)]
    triangles: Vec<[u32; 3]>,
    #[serde(default)]
    position: [f32; 3],
    yaw_degrees: Option<f64>,
    yaw_radians: Option<f64>,
    /// Parsed only so that the error can suggest the replacement.
    yaw: Option<IgnoredAny>,
    doors: Option<Vec<[u32; 2]>>,
    connected: Option<Vec<u32>>,
    door_reach: Option<f32>,
}

/// The vertices and triangles of a floor.
struct Mesh {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

/// Reads the floors of a description in this file. Their total is compared with `options` before the floors get copies of the meshes that
/// they share.
pub fn read(floors: Vec<Floor>, file: &Path, options: &BakeOptions) -> anyhow::Result<Vec<FloorPlan>> {
    let mut files = NamedFiles::of(file);
    let meshes = floors.into_iter().enumerate().map(|(at, mut floor)| {
        let mesh = floor.mesh(&mut files).with_context(|| format!("floor {at}"))?;
        Ok((at, floor, mesh))
    });
    let meshes = meshes.collect::<anyhow::Result<Vec<_>>>()?;
    ensure_small(meshes.iter().map(|(.., mesh)| &**mesh), options)?;
    let plan = |(at, floor, mesh): (usize, Floor, Rc<Mesh>)| floor.plan(&mesh).with_context(|| format!("floor {at}"));
    meshes.into_iter().map(plan).collect()
}

/// Fails if the floors would make a file that is too large, or have more vertices than their triangles can use.
fn ensure_small<'m>(meshes: impl Iterator<Item = &'m Mesh> + Clone, options: &BakeOptions) -> anyhow::Result<()> {
    let cells = |mesh: &Mesh| u32::try_from(mesh.triangles.len()).unwrap_or(u32::MAX);
    options.check_cells(meshes.clone().map(cells))?;
    let vertices: usize = meshes.clone().map(|mesh| mesh.vertices.len()).sum();
    let triangles: usize = meshes.map(|mesh| mesh.triangles.len()).sum();
    ensure!(
        vertices <= 3 * triangles + UNUSED_VERTICES,
        "the floors have {vertices} vertices together, but only {triangles} triangles; remove the vertices that no triangle \
         uses from the files that the floors name"
    );
    Ok(())
}

/// The mesh of an OBJ file.
fn mesh_of(obj: &[u8]) -> anyhow::Result<Mesh> {
    let Obj { vertices, triangles, .. } = Obj::from_bytes(obj)?;
    ensure!(!triangles.is_empty(), "it has no triangles, so nothing could stand on the floor; export its faces, too");
    Ok(Mesh { vertices, triangles })
}

impl Floor {
    /// The mesh, which is taken out of the floor if the JSON itself has it.
    fn mesh(&mut self, files: &mut NamedFiles<'_, Mesh>) -> anyhow::Result<Rc<Mesh>> {
        let mesh =
            Mesh { vertices: std::mem::take(&mut self.vertices), triangles: std::mem::take(&mut self.triangles) };
        let is_empty = mesh.vertices.is_empty() && mesh.triangles.is_empty();
        match &self.obj {
            Some(_) if !is_empty => {
                bail!("the floor has an `obj`, and `vertices` or `triangles` as well; remove one of the two")
            }
            Some(name) => files.get(name, |_, obj| mesh_of(obj)).with_context(|| name.clone()),
            None => {
                ensure!(
                    is_empty || !mesh.triangles.is_empty(),
                    "the floor has `vertices` and no `triangles`, so nothing could stand on it; add its triangles"
                );
                Ok(Rc::new(mesh))
            }
        }
    }

    fn plan(self, mesh: &Mesh) -> anyhow::Result<FloorPlan> {
        let yaw = self.yaw()?;
        Ok(FloorPlan {
            vertices: mesh.vertices.clone(),
            triangles: mesh.triangles.clone(),
            placement: Placement { position: self.position, yaw_radians: yaw },
            doors: self.doors,
            connected: self.connected.map(|blocks| blocks.into_iter().map(BlockId).collect()),
            door_reach: self.door_reach,
        })
    }

    /// The rotation in radians.
    fn yaw(&self) -> anyhow::Result<f32> {
        ensure!(self.yaw.is_none(), "`yaw` does not say its unit; write `yaw_degrees` or `yaw_radians` instead");
        match (self.yaw_degrees, self.yaw_radians) {
            (Some(_), Some(_)) => bail!("the floor has both `yaw_degrees` and `yaw_radians`; remove one of the two"),
            (Some(degrees), None) => Ok(degrees.to_radians() as f32),
            (None, radians) => Ok(radians.unwrap_or_default() as f32),
        }
    }
}
