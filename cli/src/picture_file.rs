//! Files of pictures: SVG and PNG.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::bail;
use walkmesh::picture::{PageOptions, Picture};

use crate::save;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    /// The format that a file's name implies.
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => bail!("the name of the picture must end in .svg or .png"),
        }
    }

    /// The bytes of the file, with the mark of a picture that this program made.
    pub fn write(self, scene: &Picture, page: &PageOptions) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            Self::Svg => save::marked(scene.to_svg(page)?.into_bytes()),
            Self::Png => save::marked(scene.to_png(page)?),
        })
    }
}

/// Parses the size of a picture, such as `1200x900`.
pub fn size(text: &str) -> Result<[u32; 2], String> {
    let parsed = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some([width.trim().parse().ok()?, height.trim().parse().ok()?]));
    parsed.ok_or_else(|| "expected WIDTHxHEIGHT in pixels, such as 1200x900".to_owned())
}

/// Parses a part of a map: two opposite corners.
pub fn crop(text: &str) -> Result<[f32; 4], String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let corners = numbers.and_then(|numbers| <[f32; 4]>::try_from(numbers).ok());
    let finite = corners.filter(|corners| corners.iter().all(|number| number.is_finite()));
    finite.ok_or_else(|| "expected X0,Y0,X1,Y1: the coordinates of two opposite corners".to_owned())
}
