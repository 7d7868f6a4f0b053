//! The file of footprints: the effects of placeables' models on the floor of NWN2 areas.

mod document;

use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, bail, ensure};
use walkmesh::exchange::{TriangleSet, Up};
use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::nwn2::{Footprint, Footprints, WalkMesh, flags_of_name};

use crate::exchange_file::{ExchangeFormat, NamedFiles};
use crate::input;

use document::{Flags, Kind, Model, read_models};

/// Reads a file of footprints, and the meshes that it names. These must lie in its folder.
pub fn read(path: &Path) -> anyhow::Result<Footprints> {
    let read = || {
        let mut footprints = Footprints::default();
        let mut meshes = Meshes::of(path);
        read_models(&input::read(path)?, &mut |appearance, model| {
            let of_placeable = || format!("placeable {appearance}");
            ensure!(footprints.get(appearance).is_none(), "{} stands here twice", of_placeable());
            let footprint = model.footprint(&mut meshes).with_context(of_placeable)?;
            footprints.insert(appearance, footprint).with_context(of_placeable)
        })?;
        anyhow::Ok(footprints)
    };
    read().with_context(|| format!("the footprints {}", path.display()))
}

/// Footprints as a file that [`read`] reads: a line for each appearance.
#[cfg(test)]
fn to_json(footprints: &Footprints) -> anyhow::Result<String> {
    use std::fmt::Write as _;

    let mut text = "{\n  \"placeables\": {".to_owned();
    for (number, (appearance, footprint)) in footprints.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(text, "{comma}\n    \"{appearance}\": {}", serde_json::to_string(footprint)?)?;
    }
    text.push_str("\n  }\n}\n");
    Ok(text)
}

impl Model {
    fn footprint(mut self, meshes: &mut Meshes<'_>) -> anyhow::Result<Footprint> {
        if let Some(helper) = self.helper.take() {
            ensure!(self.kind.is_none_or(|kind| kind == Kind::WalkMesh), "a `helper` is a walk mesh");
            ensure!(self.mesh.is_none(), "`helper` is the mesh of a walk mesh, so there is no other `mesh`");
            (self.kind, self.mesh) = (Some(Kind::WalkMesh), Some(helper));
        }
        let (name, note, instances) = (self.name.take(), self.note.take(), self.instances);
        let footprint = match self.kind.unwrap_or(Kind::Hole) {
            Kind::Hole => self.hole(meshes),
            Kind::Patch => self.patch(),
            Kind::WalkMesh => self.walk_mesh(meshes),
        }?;
        Ok(footprint.with_name(name).with_note(note).with_instances(instances))
    }

    fn hole(self, meshes: &mut Meshes<'_>) -> anyhow::Result<Footprint> {
        self.refuse_fields_of_walk_meshes()?;
        let mut polygons = self.polygons.unwrap_or_default();
        if let Some(name) = self.mesh {
            let set = mesh(meshes, &name)?;
            let seen = Footprint::hole_of_triangles(&set.points, &corners(&set)).with_context(|| name.clone())?;
            ensure!(
                !seen.polygons().is_empty(),
                "the mesh {name} covers nothing, seen from above (in OBJ and glTF, y is up)"
            );
            polygons.extend(seen.polygons().iter().cloned());
        }
        Footprint::hole(polygons).context("`polygons`")
    }

    fn patch(self) -> anyhow::Result<Footprint> {
        self.refuse_fields_of_walk_meshes()?;
        ensure!(self.mesh.is_none(), "a patch has `polygons`, and no `mesh`");
        Footprint::patch(self.polygons.context("a patch needs `polygons`")?).context("`polygons`")
    }

    fn walk_mesh(self, meshes: &mut Meshes<'_>) -> anyhow::Result<Footprint> {
        ensure!(self.polygons.is_none(), "`polygons` are those of a hole or a patch, and this is a walk mesh");
        let (vertices, faces) = match (self.mesh, self.vertices, self.faces) {
            (Some(name), None, None) => {
                let set = mesh(meshes, &name)?;
                (set.points.clone(), corners(&set))
            }
            (None, Some(vertices), Some(faces)) => (vertices, faces),
            (Some(_), ..) => bail!("a walk mesh is a `mesh` in a file, or it has `vertices` and `faces`"),
            (None, ..) => bail!("a walk mesh needs `vertices` and `faces`, or a `mesh`"),
        };
        let flags = match self.flags.context("a walk mesh needs `flags`, such as \"walkable stone\"")? {
            Flags::OfEach(flags) => flags.into_iter().map(TriangleFlags).collect(),
            Flags::OfAll(class) => {
                let flags = flags_of_name(&class);
                let flags = flags
                    .with_context(|| format!("`flags`: `{class}` is no class; write one such as \"walkable stone\""))?;
                vec![flags; faces.len()]
            }
        };
        let mesh = WalkMesh::new(vertices, faces, flags)?;
        let mesh = mesh.with_links(self.links.unwrap_or_default()).context("`links`")?;
        let mesh = mesh.with_linked_sides(self.linked_sides.unwrap_or_default()).context("`linked_sides`")?;
        Ok(Footprint::walk_mesh(mesh))
    }

    fn refuse_fields_of_walk_meshes(&self) -> anyhow::Result<()> {
        let fields = [
            ("vertices", self.vertices.is_some()),
            ("faces", self.faces.is_some()),
            ("flags", self.flags.is_some()),
            ("links", self.links.is_some()),
            ("linked_sides", self.linked_sides.is_some()),
        ];
        match fields.iter().find(|(_, is_there)| *is_there) {
            None => Ok(()),
            Some((field, _)) => bail!("`{field}` is a field of walk meshes: add \"kind\": \"walkmesh\""),
        }
    }
}

fn corners(set: &TriangleSet) -> Vec<[u32; 3]> {
    set.triangles.iter().map(|triangle| triangle.corners).collect()
}

/// The meshes that a file names.
type Meshes<'p> = NamedFiles<'p, TriangleSet>;

/// The mesh with a name: all objects of its file together.
fn mesh(meshes: &mut Meshes<'_>, name: &str) -> anyhow::Result<Rc<TriangleSet>> {
    let format = ExchangeFormat::promised_by(Path::new(name)).filter(|format| *format != ExchangeFormat::Ascii);
    let format = format.with_context(|| format!("the mesh {name} must be an OBJ, a glTF or a GLB"))?;
    let set = meshes.get(name, |path, bytes| Ok(format.read(path, bytes, Up::Z)?.0.merged(name).set));
    let set = set.with_context(|| format!("the mesh {name}"))?;
    ensure!(!set.triangles.is_empty(), "the mesh {name} has no triangles");
    Ok(set)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read_text(text: &str) -> anyhow::Result<Footprints> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.json");
        fs::write(&path, text).expect("a file");
        read(&path)
    }

    #[test]
    fn every_kind_is_written_as_it_is_read() {
        let text = r#"{
  "placeables": {
    "7": {"kind":"hole","polygons":[[[-0.65655,0.1],[1.0,0.0],[0.0,1.0]]],"name":"BED","instances":51},
    "8": {"kind":"hole","polygons":[]},
    "9": {"kind":"patch","polygons":[[[0.0,0.0],[1.0,0.0],[0.0,1.0]]],"note":"a rock"},
    "10": {"kind":"walkmesh","vertices":[[0.0,0.0,0.5],[1.0,0.0,-1000000.0],[0.0,1.0,0.5]],"faces":[[0,1,2]],"flags":[37],"links":[1],"linked_sides":[[0,2]]}
  }
}
"#;
        assert_eq!(to_json(&read_text(text).expect("sound")).expect("JSON"), text);
        let sample = include_str!("../samples/footprints.json");
        let footprints = read_text(sample).expect("the sample");
        assert_eq!(read_text(&to_json(&footprints).expect("JSON")).expect("sound"), footprints);
    }

    #[test]
    fn a_table_as_it_is_measured_is_read() {
        let text = r#"{"placeables":{"4":{"name":null,"polygons":[[[0,0],[1,0],[0,1]]],"kind":"patch","corners_found":0.71}}}"#;
        assert_eq!(read_text(text).expect("sound").get(4).map(|footprint| footprint.polygons().len()), Some(1));
    }
}
