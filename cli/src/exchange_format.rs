//! [`ExchangeFormat`]: a format of other programs, by the name of a file.

use std::ffi::OsStr;

use crate::location::FileLocation;

/// A format of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExchangeFormat {
    /// Binary glTF.
    Glb,
    /// glTF as text.
    Gltf,
    /// Wavefront OBJ. Its materials are in an MTL file in the same folder.
    Obj,
    /// A KotOR walkmesh as text, as modding tools write it.
    Ascii,
    /// A tile of Detour. It is write-only.
    Detour,
    /// A navigation mesh of Godot as text. It is write-only.
    Godot,
}

impl ExchangeFormat {
    /// The format that a file's name promises. Texts are called `room.wok.ascii` or, by some tools, `room-ascii.wok`.
    pub fn promised_by(at: impl Into<FileLocation>) -> Option<Self> {
        let at = at.into();
        if at.file_stem()?.to_string_lossy().ends_with("-ascii") {
            return Some(Self::Ascii);
        }
        match at.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "glb" => Some(Self::Glb),
            "gltf" => Some(Self::Gltf),
            "obj" => Some(Self::Obj),
            "ascii" => Some(Self::Ascii),
            "detour" => Some(Self::Detour),
            "tres" => Some(Self::Godot),
            _ => None,
        }
    }

    /// Its short name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Glb => "GLB",
            Self::Gltf => "glTF",
            Self::Obj => "OBJ",
            Self::Ascii => "ASCII",
            Self::Detour => "Detour",
            Self::Godot => "Godot",
        }
    }

    /// Maximum distance by which the format, as other programs write it, may move a vertex, in metres. They write texts
    /// with six decimals.
    pub fn rounding(self) -> f32 {
        match self {
            Self::Glb | Self::Gltf | Self::Detour | Self::Godot => 0.0,
            Self::Obj | Self::Ascii => 1e-4,
        }
    }

    /// Returns whether the format contains only where creatures walk.
    pub fn is_floor(self) -> bool {
        matches!(self, Self::Detour | Self::Godot)
    }

    /// Returns whether the format has objects with names.
    pub fn has_names(self) -> bool {
        matches!(self, Self::Glb | Self::Gltf | Self::Obj)
    }

    /// Returns whether the format has marks. If it has none, their absence means nothing.
    pub fn has_marks(self) -> bool {
        self != Self::Obj
    }
}
