//! glTF 2.0, as text (`.gltf`) and binary (`.glb`), which Blender and most 3-D programs read and write.
//!
//! A scene is written as a node with a mesh per triangle set, a primitive and a material per class, and an empty node per
//! mark. The name of a material begins with the number of its class, and programs keep names, so the class is known when
//! the file comes back. This relies on nothing else: programs regroup triangles, split vertices, and drop attributes.
//!
//! Files may be hostile: every offset and count is checked against the available bytes before anything is allocated,
//! and the size of a scene is bounded by the size of its file.

mod accessor;
mod axes;
mod buffers;
mod container;
mod error;
mod nodes;
mod read;
mod write;

pub use error::{GltfError, GltfFault};
pub use read::GltfScene;
