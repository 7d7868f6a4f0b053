//! `Bounds`: the box around some points.

/// The box around some points, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least corner.
    pub min: [f32; 3],
    /// Greatest corner.
    pub max: [f32; 3],
}

impl Bounds {
    /// The box around points; `None` without any. NaN coordinates are passed over.
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, point| {
            let old = bounds.unwrap_or(Self { min: point, max: point });
            Some(Self {
                min: std::array::from_fn(|axis| old.min[axis].min(point[axis])),
                max: std::array::from_fn(|axis| old.max[axis].max(point[axis])),
            })
        })
    }
}
