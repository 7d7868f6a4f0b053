//! The text of a comparison by position.

use std::fmt;

use crate::nwn2::exchange::name_of_flags;
use walkmesh_mesh::counted::{agreeing, are, counted};

use super::{GeometryDiff, PlacedTriangle, TrianglePair};

/// Maximum number of triangles that a list shows.
const SHOWN: usize = 5;

impl fmt::Display for GeometryDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.triangles;
        write!(f, "{} of {} at the same place with the same flags", self.equal, are(left.max(right), "triangle"))?;
        if self.small_moves > 0 {
            let Self { nudged, small_moves, largest_small_move, .. } = self;
            let vertices = agreeing(*small_moves, "vertex", ["was", "were"]);
            write!(
                f,
                "\n{vertices} moved by at most {largest_small_move:.4} m, in {}",
                counted(*nudged, "more triangle")
            )?;
        }
        list(f, "removed", &self.removed, |one| one.area, |one, f| one.fmt(f))?;
        list(f, "added", &self.added, |one| one.area, |one, f| one.fmt(f))?;
        let moved =
            |pair: &TrianglePair, f: &mut fmt::Formatter<'_>| write!(f, "{}, by {:.3} m", pair.left, pair.distance);
        list(f, "moved", &self.moved, |pair| pair.left.area, moved)?;
        let repainted = |pair: &TrianglePair, f: &mut fmt::Formatter<'_>| {
            write!(f, "{} -> {}", pair.left, name_of_flags(pair.right.flags))
        };
        list(f, "repainted", &self.repainted, |pair| pair.left.area, repainted)?;
        list(f, "flipped", &self.flipped, |pair| pair.left.area, |pair, f| pair.left.fmt(f))?;
        if self.left_out != [0, 0] {
            let [left, right] = self.left_out;
            let [left, right] = [left, right].map(|count| counted(count, "triangle"));
            write!(f, "\nnot compared, for a corner that is not a finite vertex: {left} and {right}")?;
        }
        if self.renumbered > 0 {
            let numbers = "have another number, first corner or numbers of vertices";
            write!(f, "\nof the triangles in both, {} {numbers}", self.renumbered)?;
        }
        if !self.is_alike() {
            let [left, right] = self.walkable_area;
            write!(f, "\nwalkable area: {left:.3} m² -> {right:.3} m²")?;
        }
        Ok(())
    }
}

impl fmt::Display for PlacedTriangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.at;
        let name = name_of_flags(self.flags);
        write!(f, "{} at ({x:.3}, {y:.3}, {z:.3}), {:.3} m², {name}", self.triangle, self.area)
    }
}

/// The number and the area of the triangles of a list, and its first entries.
fn list<T>(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    triangles: &[T],
    area: impl Fn(&T) -> f64,
    show: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    if triangles.is_empty() {
        return Ok(());
    }
    let area: f64 = triangles.iter().map(area).sum();
    write!(f, "\n{what}: {}, {area:.3} m²", counted(triangles.len(), "triangle"))?;
    for one in triangles.iter().take(SHOWN) {
        f.write_str("\n  ")?;
        show(one, f)?;
    }
    match triangles.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more"),
    }
}
