//! [`PageOptions`]: the size of a picture, its colours, and the visible part of the scene.

use super::Theme;
use crate::setters;

/// The layout of a scene on a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PageOptions {
    /// Width and height in pixels, each from [`MIN`](Self::MIN) to [`MAX`](Self::MAX). Default: 1200 wide, and as high as
    /// the scene needs.
    pub size: Option<[u32; 2]>,
    /// The part that is shown, in the units of the scene: the two coordinates of one corner and then of the opposite one.
    /// Default: everything.
    pub crop: Option<[f32; 4]>,
    /// The colours.
    pub theme: Theme,
}

/// The reason why a page cannot be made.
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The page is too small or too large.
    #[error("a picture is from {0} to {1} pixels wide and high", PageOptions::MIN, PageOptions::MAX)]
    SizeOutOfRange,
    /// The part to show is degenerate, or has a coordinate that is not finite.
    #[error("the part to show needs two corners with finite coordinates that differ in both")]
    CropWithoutArea,
    /// The part to show lies outside the map, so the picture would be empty.
    #[error(
        "the part to show lies beside the map, which reaches from {},{} to {},{}; give corners of which some of it is between",
        .low[0], .low[1], .high[0], .high[1]
    )]
    CropBesideScene {
        /// The minimum coordinates of the map, in the units of the scene.
        low: [f32; 2],
        /// The maximum coordinates of the map.
        high: [f32; 2],
    },
    /// The picture cannot be stored as PNG.
    #[error("the picture cannot be stored as PNG: {0}")]
    Png(String),
}

impl PageOptions {
    /// The minimum width and height, in pixels.
    pub const MIN: u32 = 200;
    /// The largest width and height, in pixels.
    pub const MAX: u32 = 8192;
}

setters! { impl PageOptions {
    with_size(size: Option<[u32; 2]>);
    with_crop(crop: Option<[f32; 4]>);
    with_theme(theme: Theme);
} }
