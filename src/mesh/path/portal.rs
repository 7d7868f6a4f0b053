//! [`Portal`]: a shared edge through which a path leaves a polygon.

use crate::geometry::Vec2;

/// One side of a polygon's edge that leads into another polygon.
#[derive(Clone, Copy, Debug)]
pub struct Portal {
    /// Where it begins and ends, counterclockwise around the polygon.
    pub ends: [[f32; 2]; 2],
    /// The vertices there: indices into the `corner_points` of the polygon graph.
    pub vertices: [u32; 2],
    /// The polygon behind.
    pub to: u32,
    /// The same edge as that polygon's portal.
    pub twin: u32,
    /// The component of polygons that the portal belongs to.
    pub component: u32,
    /// Whether a path can bend at its beginning and at its end.
    pub turns: [bool; 2],
    /// Whether the surface folds here.
    pub fold: bool,
}

impl Portal {
    /// Where the portal begins, which is its right end for who looks out of the polygon.
    #[inline]
    pub fn begin(&self) -> Vec2 {
        self.ends[0].map(f64::from)
    }

    /// Where the portal ends.
    #[inline]
    pub fn end(&self) -> Vec2 {
        self.ends[1].map(f64::from)
    }
}
