//! [`Portal`]: a shared edge through which a path leaves a polygon.

use crate::geometry::Vec2;

/// The half of an edge between two polygons that belongs to one of them.
#[derive(Clone, Copy, Debug)]
pub struct Portal {
    /// Its start and end in the plan view, counter-clockwise around the polygon.
    pub ends: [[f32; 2]; 2],
    /// The vertices at its ends: indices into the `corner_points` of the polygon graph.
    pub vertices: [u32; 2],
    /// The polygon that it leads to.
    pub to: u32,
    /// The portal of the same edge in that polygon.
    pub twin: u32,
    /// The biconnected component that the portal belongs to.
    pub component: u32,
    /// True if a path can bend at its beginning and at its end.
    pub turns: [bool; 2],
    /// True if the surface folds here.
    pub fold: bool,
}

impl Portal {
    /// The start of the portal: its right end, seen from inside the polygon.
    #[inline]
    pub fn begin(&self) -> Vec2 {
        self.ends[0].map(f64::from)
    }

    /// The end of the portal: its left end, seen from inside the polygon.
    #[inline]
    pub fn end(&self) -> Vec2 {
        self.ends[1].map(f64::from)
    }
}
