//! [`FloorDiff`]: the walkable floor and the connections that only one of two levels has.

mod overlay;
mod patches;

use std::collections::BTreeMap;
use std::fmt;

use super::{Floor, Up};
use crate::counted::counted;

use overlay::{Common, Overlay};

/// Number of entries of a kind that the text lists.
const SHOWN: usize = 5;
/// Game units of Silkroad in a metre. Its files do not state it; it is the scale at which creatures are about as tall as people.
const UNITS: f64 = 10.0;

/// The difference between the floors of two levels as a player notices it: walkable floor that was lost or gained, independent of the
/// triangulation, and parts of the floor that are no longer connected.
///
/// Floors are compared in the plan view. Floors of the two levels at most 1 m above each other count as the same floor (in Silkroad 10
/// units, an arbitrary choice). Areas are in square metres (in Silkroad in square units).
///
/// ```
/// # use walkmesh_exchange as walkmesh;
/// use walkmesh::exchange::{Floor, FloorDiff, FloorTriangle, Up};
///
/// let floor = |right: f32| Floor {
///     points: vec![[0.0, 0.0, 0.0], [right, 0.0, 0.0], [0.0, 0.0, -4.0]],
///     triangles: vec![FloorTriangle { corners: [0, 1, 2], ..FloorTriangle::default() }],
///     notes: vec![],
/// };
/// let diff = FloorDiff::new(&floor(4.0), &floor(3.0), Up::Z)?;
/// assert_eq!((diff.lost.len(), diff.lost[0].area, diff.won.len()), (1, 2.0, 0));
/// # Ok::<(), walkmesh::exchange::FloorDiffError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FloorDiff {
    /// The area of all walkable triangles of each level. Floors above each other each count.
    pub area: [f64; 2],
    /// The floor that only the first level has, the largest patch first.
    pub lost: Vec<FloorPatch>,
    /// The floor that only the second level has, the largest patch first.
    pub won: Vec<FloorPatch>,
    /// The connections that only the first level has, by the area to which they lead.
    pub ways_lost: Vec<FloorWay>,
    /// The connections that only the second level has, by the area to which they lead.
    pub ways_won: Vec<FloorWay>,
    /// The axis that points up, which implies the unit.
    #[cfg_attr(feature = "serde", serde(skip))]
    up: Up,
}

/// A connected patch of floor that only one of two levels has.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FloorPatch {
    /// Its area in the plan view.
    pub area: f64,
    /// A point on it.
    pub at: [f32; 3],
    /// The convex polygons that make it up, in the plan view and without overlaps.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pieces: Vec<Vec<[f32; 2]>>,
}

/// A connection that only one of two levels has: in that level, a part of the floor is connected with a larger part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FloorWay {
    /// A point on the larger part, and one on the part that is cut off.
    pub ends: [[f32; 3]; 2],
    /// The area of the part that is cut off.
    pub area: f64,
}

/// The reason why two floors cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FloorDiffError {
    /// Too many triangles lie above each other.
    /// Cause: the file.
    #[error("so many triangles of the two floors lie above each other that their difference would take too long")]
    TooManyOverlaps,
}

impl FloorDiff {
    /// The minimum area that a player notices, and the minimum area of a part whose connection is reported, in square metres: 1.
    pub const NOTICEABLE: f64 = 1.0;

    /// Compares two floors. `up` is the axis that points up in the game, in whose coordinates points are returned.
    ///
    /// # Errors
    /// [`FloorDiffError`]: nearly all triangles of the floors overlap.
    pub fn new(before: &Floor, after: &Floor, up: Up) -> Result<Self, FloorDiffError> {
        let unit = metre(up);
        let overlay = Overlay::new(before, after, up, unit)?;
        let of_second = overlay.common.iter().map(|(&[left, right], common)| ([right, left], *common)).collect();
        Ok(Self {
            area: overlay.area,
            ways_lost: ways(&overlay.common, least(up)),
            ways_won: ways(&of_second, least(up)),
            lost: patches::of(overlay.lost, up, unit),
            won: patches::of(overlay.won, up, unit),
            up,
        })
    }

    /// Returns whether a player may notice the difference: at least 1 m² of floor or a connection was lost or gained.
    #[must_use]
    pub fn is_noticeable(&self) -> bool {
        let has_ways = !self.ways_lost.is_empty() || !self.ways_won.is_empty();
        has_ways || self.lost_area() + self.won_area() >= least(self.up)
    }

    /// Returns whether both floors are the same, within rounding.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.lost.is_empty() && self.won.is_empty() && !self.is_noticeable()
    }

    /// The unit of areas.
    #[doc(hidden)]
    pub fn unit(&self) -> &'static str {
        if self.up == Up::Y { "square units" } else { "m²" }
    }

    /// The area of the floor that was lost.
    #[must_use]
    pub fn lost_area(&self) -> f64 {
        area(&self.lost)
    }

    /// The area of the floor that was gained.
    #[must_use]
    pub fn won_area(&self) -> f64 {
        area(&self.won)
    }
}

/// The length of a metre.
const fn metre(up: Up) -> f64 {
    match up {
        Up::Y => UNITS,
        Up::Z => 1.0,
    }
}

/// The minimum area that a player notices.
const fn least(up: Up) -> f64 {
    FloorDiff::NOTICEABLE * metre(up) * metre(up)
}

/// The sum of the areas of patches. It is never -0.
fn area(patches: &[FloorPatch]) -> f64 {
    patches.iter().map(|patch| patch.area).fold(0.0, |sum, area| sum + area)
}

/// The connections within parts of the first level that are split in the second one. `common` is the floor of both, by parts.
fn ways(common: &BTreeMap<[u32; 2], Common>, least: f64) -> Vec<FloorWay> {
    let mut parts = BTreeMap::<u32, Vec<&Common>>::new();
    let counting = common.iter().filter(|(_, common)| common.area >= least);
    counting.for_each(|(&[part, _], common)| parts.entry(part).or_default().push(common));
    let mut ways = Vec::new();
    for mut torn in parts.into_values() {
        torn.sort_by(|a, b| b.area.total_cmp(&a.area));
        let Some((largest, others)) = torn.split_first() else { continue };
        ways.extend(others.iter().map(|part| FloorWay { ends: [largest.at, part.at], area: part.area }));
    }
    ways.sort_by(|a, b| b.area.total_cmp(&a.area));
    ways
}

/// `2.0 m² lost, 0.5 m² won, of 8.0 m²`, and the largest patches and connections on separate lines.
impl fmt::Display for FloorDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit();
        let (lost, won) = (self.lost_area(), self.won_area());
        if self.is_equal() {
            return write!(f, "floor: the same {:.1} {unit}", self.area[0]);
        }
        write!(f, "floor: {lost:.1} {unit} lost, {won:.1} {unit} won, of {:.1} {unit}", self.area[0])?;
        for (name, patches) in [("lost", &self.lost), ("won", &self.won)] {
            list(f, name, patches, |patch| format!("{:.2} {unit} at {}", patch.area, Point(patch.at)))?;
        }
        for (name, ways) in [("lost", &self.ways_lost), ("won", &self.ways_won)] {
            if !ways.is_empty() {
                write!(f, "\nways: {} {name}", counted(ways.len(), "way"))?;
                let way = |FloorWay { ends: [from, to], area }: &FloorWay| {
                    format!("from {} to {}, where {area:.1} {unit} lie", Point(*from), Point(*to))
                };
                list(f, name, ways, way)?;
            }
        }
        Ok(())
    }
}

/// The first items of a list, on one line.
fn list<T>(f: &mut fmt::Formatter<'_>, name: &str, all: &[T], text: impl Fn(&T) -> String) -> fmt::Result {
    let first: Vec<String> = all.iter().take(SHOWN).map(text).collect();
    match all.len() - first.len() {
        _ if first.is_empty() => Ok(()),
        0 => write!(f, "\n  {name}: {}", first.join("; ")),
        more => write!(f, "\n  {name}: {}; and {more} more", first.join("; ")),
    }
}

/// A point as text.
struct Point([f32; 3]);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x:.2}, {y:.2}, {z:.2})")
    }
}

#[cfg(test)]
mod tests;
