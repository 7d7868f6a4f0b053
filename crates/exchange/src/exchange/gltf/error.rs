//! [`GltfError`]: the error of reading a glTF file.

/// The maximum nesting depth of nodes.
pub(super) const DEEPEST: usize = 256;

/// The reason why a glTF file cannot be read.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
#[non_exhaustive]
pub struct GltfError {
    /// The place of the fault, such as `accessors[3]`.
    pub place: String,
    /// The fault.
    pub fault: GltfFault,
}

/// A fault in a glTF file.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GltfFault {
    /// The bytes are neither a GLB nor JSON.
    #[error("this is neither a GLB nor a glTF in JSON")]
    NotGltf,
    /// A GLB has a version other than 2.
    #[error("this is GLB version {0}, and only version 2 can be read")]
    Version(u32),
    /// Bytes are missing.
    #[error("expected {expected} bytes, found {found}")]
    TooShort {
        /// Number of bytes expected.
        expected: u64,
        /// Number of bytes found.
        found: u64,
    },
    /// The JSON cannot be read.
    #[error("the JSON cannot be read: {0}")]
    Json(String),
    /// An index is out of range.
    #[error("it names {name}[{index}], but there are {count}")]
    NoSuch {
        /// The list.
        name: &'static str,
        /// The index.
        index: usize,
        /// Number of elements.
        count: usize,
    },
    /// A value is not allowed there in glTF.
    #[error("{0}")]
    Invalid(&'static str),
    /// A buffer is a file that cannot be read.
    #[error("the file `{uri}` cannot be read: {reason}")]
    File {
        /// The name in the glTF.
        uri: String,
        /// The reason.
        reason: String,
    },
    /// An index of a triangle is out of range.
    #[error("a triangle has vertex {vertex}, but there are {vertices}")]
    NoSuchVertex {
        /// The vertex.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("a coordinate of vertex {0} is NaN or infinite")]
    NotFinite(usize),
    /// The nodes of a scene form a cycle, or are nested too deeply.
    #[error("the node contains itself, or there are more than {most} nodes above it", most = DEEPEST)]
    NodesNested,
    /// So many nodes share meshes, or meshes share bytes, that the scene is far larger than the file.
    #[error(
        "its meshes are used so often that there are more than {0} points and triangles; apply the copies in the program that made the file"
    )]
    TooManyFaces(u64),
    /// The file needs an extension that is not supported.
    #[error("it needs the extension {name}{advice}", advice = advice(name))]
    Extension {
        /// The name of the extension.
        name: String,
    },
}

impl GltfFault {
    /// The fault at a place.
    pub(super) fn at(self, place: impl Into<String>) -> GltfError {
        GltfError { place: place.into(), fault: self }
    }
}

/// The fault of an unsupported extension that a file uses, if any. The extension need not be required: a file may omit
/// the uncompressed form of its data, and then its placeholder zeros would be read.
pub(super) fn used(root: &gltf_json::Root, is_one: impl Fn(&str) -> bool) -> Option<GltfFault> {
    let name = root.extensions_used.iter().find(|name| is_one(name))?;
    Some(GltfFault::Extension { name: name.clone() })
}

/// Advice for a file that needs an extension.
fn advice(name: &str) -> &'static str {
    match name {
        "KHR_draco_mesh_compression" => "; export again without Draco compression (in Blender: Data, Compression)",
        "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            "; export again without meshopt compression (in gltfpack: without -c)"
        }
        "KHR_mesh_quantization" => "; export again without quantization (in gltfpack: with -noq)",
        _ => ", which is not supported; export again without it",
    }
}
