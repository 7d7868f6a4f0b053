//! [`Model`]: the model of a room (MDL), which has a copy of the room's faces and their tree for the camera.

mod compare;
mod error;
mod follow;
mod keeps;
mod order;
mod tree;
mod write;

use walkmesh_formats::mdl::{Mdl, NodeHeader, WalkmeshNode};
use walkmesh_formats::{Document, Limits};

pub use self::compare::ModelDifference;
pub use self::error::ModelError;
pub(super) use self::order::CORNER_TOLERANCE;
pub use self::tree::ModelTreeFault;

use super::MaterialId;

/// The model of a room: its node with the walkmesh. The rest of the model is kept unchanged.
///
/// Source: `docs/formats/mdl.md`, measured on the models of 37 rooms of both games.
///
/// ```no_run
/// use walkmesh::kotor::{BakeOptions, Layout, Model, Walkmesh};
///
/// let layout = Layout::from_bytes(&std::fs::read("745kor.lyt")?)?;
/// let position = layout.find("745kora").and_then(|room| layout.room(room)).map(|room| room.position);
/// let mut room = Walkmesh::from_bytes(&std::fs::read("745kora.wok")?)?;
/// let model = Model::from_bytes(&std::fs::read("745kora.mdl")?)?;
/// // The tree of the model, to the bit.
/// room.bake(&BakeOptions::default().with_layout_position(position).with_model(std::sync::Arc::new(model)))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) raw: Mdl,
    pub(super) node: WalkmeshNode,
}

impl Model {
    /// The name of the file of a room's model.
    #[must_use]
    pub fn file(room: &str) -> String {
        format!("{room}.mdl")
    }

    /// Reads a model.
    ///
    /// # Errors
    /// [`ModelError`]: the bytes are not a model of one of the games, are damaged, or no node has a walkmesh. A broken tree is not
    /// an error: see [`tree_fault`](Self::tree_fault).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// Reads a model with limits other than the defaults.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes).
    pub fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, ModelError> {
        Self::from_raw(Mdl::from_bytes_with(bytes, limits)?)
    }

    /// The model of an on-disk struct.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes).
    pub fn from_raw(raw: Mdl) -> Result<Self, ModelError> {
        let node = raw.walkmesh()?.ok_or(ModelError::NoWalkmesh)?;
        let is_turned = |header: &NodeHeader| header.orientation != NodeHeader::UPRIGHT;
        if is_turned(&node.header) || node.ancestors.iter().any(is_turned) {
            return Err(ModelError::Turned);
        }
        Ok(Self { raw, node })
    }

    /// Writes the model. Without changes, these are the bytes that were read.
    ///
    /// # Errors
    /// [`ModelError::Format`]; never for a model that was read and not changed.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ModelError> {
        Ok(self.raw.to_bytes()?)
    }

    /// The on-disk struct.
    #[must_use]
    pub fn as_raw(&self) -> &Mdl {
        &self.raw
    }

    /// Returns the on-disk struct.
    #[must_use]
    pub fn into_raw(self) -> Mdl {
        self.raw
    }

    /// The node with the walkmesh, as it is stored.
    #[must_use]
    pub fn walkmesh_node(&self) -> &WalkmeshNode {
        &self.node
    }

    /// Position of the node in the model, in metres.
    #[must_use]
    pub fn position(&self) -> [f32; 3] {
        // A sum with zero would lose the sign of a zero.
        let is_moved = |header: &&NodeHeader| header.position != [0.0; 3];
        self.node.ancestors.iter().filter(is_moved).fold(self.node.header.position, |sum, header| {
            std::array::from_fn(|axis| (f64::from(sum[axis]) + f64::from(header.position[axis])) as f32)
        })
    }

    /// Number of faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.node.faces.len()
    }

    /// The corners of the faces in the model's own coordinates, and their materials, in the model's order. A face with a corner
    /// that does not exist has no corners.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = (Option<[[f32; 3]; 3]>, MaterialId)> + '_ {
        let position = self.position().map(f64::from);
        self.node.faces.iter().map(move |face| {
            let corner = |vertex: u16| {
                let local = <[f32; 3]>::from(*self.node.vertices.get(usize::from(vertex))?);
                Some(std::array::from_fn(|axis| (f64::from(local[axis]) + position[axis]) as f32))
            };
            let [a, b, c] = face.vertices.map(corner);
            (a.zip(b).zip(c).map(|((a, b), c)| [a, b, c]), MaterialId(face.material))
        })
    }
}
