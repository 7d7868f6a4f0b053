//! [`Git`]: the creatures, doors and other things of an area of Knights of the Old Republic (`.git`).

use crate::formats::gff::Gff;
use crate::formats::{Document, Error as FormatError};
use crate::instances::Instances;

/// The objects in an area, from its `.git`.
///
/// Source: docs/formats/kotor-area.md#git.
///
/// ```
/// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
/// use walkmesh::instances::InstanceKind;
/// use walkmesh::kotor::Git;
///
/// let door = Tree::new(8)
///     .with("TemplateResRef", TreeValue::ResRef(b"sw_door".to_vec()))
///     .with("Tag", TreeValue::String(b"Gate".to_vec()))
///     .with("X", TreeValue::Float(10.0))
///     .with("Y", TreeValue::Float(20.0))
///     .with("Z", TreeValue::Float(0.0))
///     .with("Bearing", TreeValue::Float(1.5));
/// let root = Tree::root().with("Door List", TreeValue::List(vec![door]));
///
/// let git = Git::from_raw(Gff::from_tree(*b"GIT ", &root)?);
/// let gate = &git.instances().complete[0];
/// assert_eq!((gate.kind, &*gate.tag, &*gate.template), (InstanceKind::Door, "Gate", "sw_door"));
/// assert_eq!((gate.position, gate.bearing_radians), ([10.0, 20.0, 0.0], 1.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Git {
    raw: Gff,
}

impl Git {
    /// Reads a GIT.
    ///
    /// # Errors
    /// If the bytes are not a GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Gff::from_bytes(bytes).map(Self::from_raw)
    }

    /// Converts from the on-disk struct.
    #[must_use]
    pub fn from_raw(raw: Gff) -> Self {
        Self { raw }
    }

    /// The on-disk struct.
    #[must_use]
    pub fn as_raw(&self) -> &Gff {
        &self.raw
    }

    /// Returns whether the area is one of Neverwinter Nights 2. Its GIT lists scenery, and each object with its own fields; KotOR keeps these
    /// in templates, and lists cameras.
    pub(crate) fn is_of_nwn2(&self) -> bool {
        let has = |label: &[u8]| self.raw.labels.iter().any(|it| it.split(|byte| *byte == 0).next() == Some(label));
        !has(b"CameraList") && (has(b"EnvironmentList") || has(b"Static"))
    }

    /// All instances in the area, by kind and in the order of the file.
    #[must_use]
    pub fn instances(&self) -> Instances {
        Instances::new(&self.raw)
    }
}
