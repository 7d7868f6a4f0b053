//! Footprints from model files, and the model of each appearance.
//!
//! Measured on one model of the game: docs/formats/mdb.md#evidence.

use std::collections::BTreeMap;

use super::WalkMesh;
use crate::formats::Error as FormatError;
use crate::formats::aswm::TriangleFlags;
use crate::formats::mdb::{Collision, Mdb, Walk};
use crate::nwn2::two_da::columns;
use crate::nwn2::{Footprint, FootprintError};

/// The reason why a model or the table of placeables cannot be used.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file is damaged, or it is another kind of file.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A mesh of the model is not valid.
    #[error("the mesh {mesh} of the model: {error}")]
    Mesh {
        /// The packet of the mesh, such as `WALK`.
        mesh: &'static str,
        /// The fault of the mesh.
        error: FootprintError,
    },
    /// The table lacks a required column.
    #[error("the table has no column {column}")]
    NoColumn {
        /// The column.
        column: &'static str,
    },
}

/// The column of `placeables.2da` with the names of models.
const COLUMN: &str = "NWN2_ModelName";

impl Footprint {
    /// The footprint of a model: its walk mesh, or else a hole, the area that its coarse (or else its fine) collision mesh covers in the
    /// plan view. `None` without any of these meshes.
    ///
    /// Vertices of the walk mesh at z = [`WalkMesh::LINK_Z`] are link vertices. Sides of its outline between two of them are linked, one
    /// per face.
    ///
    /// # Errors
    /// [`ModelError::Format`] for a damaged packet, [`ModelError::Mesh`].
    pub fn of_model(model: &Mdb) -> Result<Option<Self>, ModelError> {
        if let Some(walk) = model.first::<Walk>(Walk::PACKET_TYPE)?.filter(|walk| !walk.faces.is_empty()) {
            let mesh = walk_mesh(&walk).map_err(|error| ModelError::Mesh { mesh: "WALK", error })?;
            return Ok(Some(Self::walk_mesh(mesh)));
        }
        for (mesh, packet_type) in [("COL2", Collision::COARSE), ("COL3", Collision::FINE)] {
            let collision = model.first::<Collision>(packet_type)?;
            if let Some(collision) = collision.filter(|collision| !collision.faces.is_empty()) {
                return hole(&collision).map(Some).map_err(|error| ModelError::Mesh { mesh, error });
            }
        }
        Ok(None)
    }
}

fn walk_mesh(walk: &Walk) -> Result<WalkMesh, FootprintError> {
    let vertices: Vec<[f32; 3]> = walk.vertices.iter().map(|&vertex| vertex.into()).collect();
    let links: Vec<u32> =
        (0..).zip(&vertices).filter(|(_, [_, _, z])| *z == WalkMesh::LINK_Z).map(|(at, _)| at).collect();
    let faces = walk.faces.iter().map(|face| face.vertices.map(u32::from)).collect();
    let flags = walk.faces.iter().map(|face| TriangleFlags(face.flags[0])).collect();
    Ok(WalkMesh::new(vertices, faces, flags)?.with_links(links)?.with_linked_outline())
}

fn hole(collision: &Collision) -> Result<Footprint, FootprintError> {
    let points: Vec<[f32; 3]> = collision.vertices.iter().map(|vertex| vertex.position).collect();
    let faces: Vec<[u32; 3]> = collision.faces.iter().map(|face| face.vertices.map(u32::from)).collect();
    Footprint::hole_of_triangles(&points, &faces)
}

/// The models of the appearances of placeables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlaceableModels {
    names: BTreeMap<u32, String>,
}

impl PlaceableModels {
    /// The name of the table's file.
    pub const FILE: &str = "placeables.2da";

    /// Reads `placeables.2da`, text (`2DA V2.0`) or binary (`2DA V2.b`). An appearance is the number of a row.
    ///
    /// ```
    /// use walkmesh::nwn2::PlaceableModels;
    ///
    /// let table = "2DA V2.0\n\n  Label NWN2_ModelName\n0 Nothing ****\n1 Bed PLC_MC_BED02\n";
    /// let models = PlaceableModels::from_2da(table.as_bytes())?;
    /// assert_eq!((models.name(0), models.name(1)), (None, Some("PLC_MC_BED02")));
    /// # Ok::<(), walkmesh::nwn2::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::Format`], [`ModelError::NoColumn`].
    pub fn from_2da(bytes: &[u8]) -> Result<Self, ModelError> {
        let names = columns(bytes, [COLUMN])?;
        Ok(Self { names: (0..).zip(names).filter_map(|(row, [name])| Some((row, name?))).collect() })
    }

    /// The name of an appearance's model: its file name without the extension.
    pub fn name(&self, appearance: u32) -> Option<&str> {
        self.names.get(&appearance).map(String::as_str)
    }

    /// The appearances that have a model, in ascending order.
    pub fn appearances(&self) -> impl Iterator<Item = u32> {
        self.names.keys().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Document;
    use crate::formats::container::Triangle;
    use crate::formats::mdb::{CollisionVertex, Packet, WalkFace};
    use crate::formats::two_da::TwoDa;
    use crate::nwn2::FootprintShape;

    fn model(packets: &[([u8; 4], Vec<u8>)]) -> Mdb {
        let packet =
            |(packet_type, data): &([u8; 4], Vec<u8>)| Packet { packet_type: *packet_type, data: data.clone() };
        Mdb { packets: packets.iter().map(packet).collect(), ..Mdb::default() }
    }

    fn walk(face: [u16; 3]) -> Vec<u8> {
        let vertices = [[0.0, 0.0, 0.5], [1.0, 0.0, WalkMesh::LINK_Z], [0.0, 1.0, 0.5]].map(Into::into).into();
        let faces = vec![WalkFace { vertices: face, flags: [0x21, 0] }];
        Walk { vertices, faces, ..Walk::default() }.to_bytes().unwrap()
    }

    fn collision(size: f32) -> Vec<u8> {
        let corners = [[0.0, 0.0, 0.0], [size, 0.0, 0.0], [0.0, size, 0.0], [size, 0.0, 1.0]];
        let vertices = corners.map(|position| CollisionVertex { position, ..CollisionVertex::default() }).into();
        let faces = [[0, 1, 2], [0, 1, 3]].map(|vertices| Triangle { vertices }).into();
        Collision { vertices, faces, ..Collision::default() }.to_bytes().unwrap()
    }

    #[test]
    fn a_mesh_for_walking_comes_before_those_for_collisions_and_the_coarse_one_before_the_fine_one() {
        let packets = [(*b"COL3", collision(3.0)), (*b"COL2", collision(2.0)), (*b"WALK", walk([0, 1, 2]))];
        let found = |packets: &[([u8; 4], Vec<u8>)]| Footprint::of_model(&model(packets)).unwrap();
        let walked = found(&packets).unwrap();
        let FootprintShape::WalkMesh(mesh) = walked.shape() else { panic!("{walked:?}") };
        assert_eq!(
            (mesh.links(), mesh.flags(), mesh.faces()),
            (&[1][..], &[TriangleFlags(0x21)][..], &[[0, 1, 2]][..])
        );
        let hole = |size: f32| Footprint::hole(vec![vec![[0.0, 0.0], [size, 0.0], [0.0, size]]]).ok();
        assert_eq!(found(&packets[..2]), hole(2.0));
        assert_eq!(found(&packets[..1]), hole(3.0));
        // A mesh without faces has no footprint.
        let empty = Walk::default().to_bytes().unwrap();
        assert_eq!(found(&[(*b"WALK", empty), packets[0].clone()]), hole(3.0));
        assert_eq!(found(&[(*b"RIGD", vec![1])]), None);
    }

    #[test]
    fn a_damaged_mesh_is_refused_by_its_name() {
        let error = |packet_type, data| Footprint::of_model(&model(&[(packet_type, data)])).unwrap_err().to_string();
        assert_eq!(
            error(*b"WALK", walk([0, 1, 3])),
            "the mesh WALK of the model: triangle 0 names point 3, but there are only 3 points"
        );
        assert!(error(*b"COL2", vec![0; 40]).starts_with("COL2 or COL3: material"), "{}", error(*b"COL2", vec![0; 40]));
    }

    #[test]
    fn both_forms_of_the_table_name_models() {
        let rows = [["Bed", "PLC_MC_BED02"], ["Nothing", ""], ["Lamp", "PLC_LAMP"]];
        let binary = TwoDa::from_rows(["Label", "nwn2_modelname"], rows);
        let binary = binary.unwrap().to_bytes().unwrap();
        for bytes in
            [&b"2DA V2.0\n\nLabel NWN2_ModelName\n0 Bed PLC_MC_BED02\n1 x ****\n2 Lamp PLC_LAMP\n"[..], &binary]
        {
            let models = PlaceableModels::from_2da(bytes).unwrap();
            assert_eq!([0, 1, 2, 3].map(|row| models.name(row)), [Some("PLC_MC_BED02"), None, Some("PLC_LAMP"), None]);
        }
        assert_eq!(
            PlaceableModels::from_2da(b"2DA V2.0\n\nLabel\n0 Bed\n"),
            Err(ModelError::NoColumn { column: COLUMN })
        );
    }
}
