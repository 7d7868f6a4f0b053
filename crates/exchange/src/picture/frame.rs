//! [`Frame`]: the mapping from a scene to the page.

use super::canvas::{Box2, Point};
use super::surface::around;
use super::{PageError, PageOptions, Picture};

/// The parts of a page, in hundredths of a pixel, and the map from the scene to it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The box of the scene.
    pub map: Box2,
    /// The box of the legend.
    pub legend: Box2,
    /// The minimum and the maximum point that the map shows.
    pub world: [[f64; 2]; 2],
    /// Hundredths of a pixel for each unit of the scene.
    pub scale: f64,
    /// True if the user chose the part that the map shows.
    pub is_crop: bool,
}

/// The width of a page without a given size, in pixels.
const WIDTH: u32 = 1200;
/// The minimum and the maximum height of the map on such a page, in pixels.
const MAP_HEIGHT: [f64; 2] = [420.0, 900.0];
/// The space around the map: left, top, right and bottom, in pixels.
const AROUND: [u32; 4] = [52, 76, 16, 44];
/// The margin around a scene on each side, as a fraction of its size.
const MARGIN: f64 = 0.03;
/// The area shown around the focus, as a fraction of its size.
const BESIDE_FOCUS: f64 = 0.1;

impl Frame {
    /// The maximum height of a page without a given size, in pixels.
    pub const HIGHEST: u32 = MAP_HEIGHT[1] as u32 + AROUND[1] + AROUND[3];

    /// Fits a scene to a page.
    pub fn new(scene: &Picture, options: &PageOptions) -> Result<Self, PageError> {
        let wanted = match options.crop {
            Some(crop) => beside_nothing(corners(crop)?, scene)?,
            None => extent(scene),
        };
        let width = options.size.map_or(WIDTH, |[width, _]| width);
        let column = (width / 4).clamp(60, 250);
        let [left, top, right, bottom] = AROUND;
        let map_width = width.saturating_sub(left + right + column);
        let span = [0, 1].map(|axis| wanted[1][axis] - wanted[0][axis]);
        let height = options.size.map_or_else(
            || {
                let map = f64::from(map_width) * span[1] / span[0];
                map.clamp(MAP_HEIGHT[0], MAP_HEIGHT[1]) as u32 + top + bottom
            },
            |[_, height]| height,
        );
        if [width, height].iter().any(|side| !(PageOptions::MIN..=PageOptions::MAX).contains(side)) {
            return Err(PageError::SizeOutOfRange);
        }
        let map_height = height - top - bottom;
        let scale = (f64::from(map_width) / span[0]).min(f64::from(map_height) / span[1]);
        let shown = [f64::from(map_width) / scale, f64::from(map_height) / scale];
        let middle = [0, 1].map(|axis| wanted[0][axis] / 2.0 + wanted[1][axis] / 2.0);
        let world = [-0.5, 0.5].map(|side| [0, 1].map(|axis| middle[axis] + side * shown[axis]));
        let edge = |pixels: u32| (pixels * 100) as i32;
        let map = Box2 { min: [edge(left), edge(top)], max: [edge(left + map_width), edge(top + map_height)] };
        let legend = Box2 { min: [map.max[0] + edge(16), edge(top)], max: [edge(width - 10), edge(height - 14)] };
        Ok(Self { size: [width, height], map, legend, world, scale: scale * 100.0, is_crop: options.crop.is_some() })
    }

    /// The place of a point of the scene on the page; `None` if a coordinate is not finite.
    pub fn place(&self, [x, y]: [f32; 2]) -> Option<Point> {
        if !(x.is_finite() && y.is_finite()) {
            return None;
        }
        let x = f64::from(self.map.min[0]) + (f64::from(x) - self.world[0][0]) * self.scale;
        let y = f64::from(self.map.max[1]) - (f64::from(y) - self.world[0][1]) * self.scale;
        Some([hundredths(x), hundredths(y)])
    }

    /// The place of a coordinate of an axis on the page.
    pub fn place_on_axis(&self, axis: usize, value: f64) -> i32 {
        let along = (value - self.world[0][axis]) * self.scale;
        hundredths(if axis == 0 { f64::from(self.map.min[0]) + along } else { f64::from(self.map.max[1]) - along })
    }

    /// Returns whether a shape with these points may be visible on the map.
    pub fn shows(&self, points: &[Point]) -> bool {
        (0..2).all(|axis| {
            let low = points.iter().any(|point| point[axis] <= self.map.max[axis] + NEAR);
            low && points.iter().any(|point| point[axis] >= self.map.min[axis] - NEAR)
        })
    }
}

/// The maximum distance from the map at which a line is still visible because of its width, in hundredths of a pixel.
const NEAR: i32 = 1000;
/// The largest coordinate on the page. It is far outside every page.
const FAR: f64 = 16_000_000.0;

/// Rounds to a whole number of hundredths. Adding and truncating avoids the platform's `round`.
fn hundredths(value: f64) -> i32 {
    const BIAS: i32 = 1 << 24;
    (value.clamp(-FAR, FAR) + f64::from(BIAS) + 0.5) as i32 - BIAS
}

fn corners([x0, y0, x1, y1]: [f32; 4]) -> Result<[[f64; 2]; 2], PageError> {
    let [a, b] = [[x0, y0], [x1, y1]].map(|corner| corner.map(f64::from));
    let ends = [0, 1].map(|axis| [a[axis].min(b[axis]), a[axis].max(b[axis])]);
    if [x0, y0, x1, y1].iter().all(|value| value.is_finite()) && ends.iter().all(|[low, high]| high - low > 1e-6) {
        Ok([0, 1].map(|side| ends.map(|end| end[side])))
    } else {
        Err(PageError::CropWithoutArea)
    }
}

/// The part to show; an error if it is outside the scene. A scene without points accepts any part.
fn beside_nothing(wanted: [[f64; 2]; 2], scene: &Picture) -> Result<[[f64; 2]; 2], PageError> {
    let Some([low, high]) = scene_box(scene, false).or_else(|| scene_box(scene, true)) else { return Ok(wanted) };
    let overlaps = |axis: usize| wanted[0][axis] <= f64::from(high[axis]) && wanted[1][axis] >= f64::from(low[axis]);
    if overlaps(0) && overlaps(1) { Ok(wanted) } else { Err(PageError::CropBesideScene { low, high }) }
}

/// The bounding box of the framed layers, or of the others.
fn scene_box(scene: &Picture, others: bool) -> Option<[[f32; 2]; 2]> {
    let layers = scene.layers.iter().filter(|layer| layer.is_framed != others);
    let points = layers.flat_map(|layer| layer.groups.iter().flat_map(|group| group.shapes.points()));
    around(points.filter(|point| point.iter().all(|value| value.is_finite())).copied())
}

/// The bounding box of the framed layers, or of all if these are empty, clipped to the vicinity of the focus, with a margin.
/// A scene without points has a box around 0.
fn extent(scene: &Picture) -> [[f64; 2]; 2] {
    let all = scene_box(scene, false).or_else(|| scene_box(scene, true)).unwrap_or([[0.0; 2]; 2]);
    let [mut min, mut max] = all.map(|point| point.map(f64::from));
    if let Some([low, high]) = scene.focus.map(|focus| focus.map(|point| point.map(f64::from))) {
        let beside = BESIDE_FOCUS * (high[0] - low[0]).max(high[1] - low[1]);
        min = [0, 1].map(|axis| min[axis].max(low[axis] - beside));
        max = [0, 1].map(|axis| max[axis].min(high[axis] + beside));
    }
    let span = (max[0] - min[0]).max(max[1] - min[1]);
    // A line has no height, and a point has neither width nor height.
    let margin = if span > 1e-6 { span * MARGIN } else { 1.0 };
    [min.map(|value| value - margin), max.map(|value| value + margin)]
}
