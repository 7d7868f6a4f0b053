//! Assembles the result of a match.

use super::moves::Images;
use super::nearby::distance;
use super::positions::Positions;
use super::report::{MatchReport, PointMove, SnappedPoint};
use super::triangles::{Fate, How, Triangles};
use super::{Matched, MatchedTriangle};
use crate::exchange::TriangleSet;

/// The null value of a point that no triangle uses.
const UNUSED: u32 = u32::MAX;

pub(super) fn assemble(
    base: &TriangleSet,
    edited: &TriangleSet,
    positions: &Positions,
    triangles: &Triangles<'_>,
    images: &Images,
) -> Matched {
    let mut points = Points::new(base, positions, triangles, images);
    let mut report = MatchReport::default();
    let mut rows = Vec::with_capacity(triangles.fates.len());
    for (id, row) in (0_u32..).zip(&base.triangles) {
        let class = match triangles.fates[id as usize] {
            Fate::Missing => {
                report.removed.push(id);
                continue;
            }
            Fate::Is { edited: twin, .. } => edited.triangles[twin as usize].class,
            Fate::Restored { class } => class,
            Fate::Uncarried => row.class,
        };
        report.note(id, triangles.fates[id as usize], class != row.class);
        let mut corners = row.corners;
        if let Fate::Is { how: How::Flipped, .. } = triangles.fates[id as usize] {
            corners.swap(1, 2);
        }
        let edited = match triangles.fates[id as usize] {
            Fate::Is { edited, .. } => Some(edited),
            _ => None,
        };
        rows.push(MatchedTriangle { edited, base: Some(id), corners, class });
    }
    for (id, row) in edited.triangles.iter().enumerate().filter(|(id, _)| !triangles.found[*id]) {
        report.added.push(rows.len() as u32);
        // The key is rotated; the corners of a new triangle keep their order.
        let key = triangles.edited_keys[id];
        let own = row.corners.map(|corner| positions.of_edited[corner as usize]);
        let resolved = own.map(|position| positions.resolved(position));
        let corners = if super::triangles::key(resolved) == key { resolved } else { own };
        let corners = corners.map(|position| points.at(position, positions));
        rows.push(MatchedTriangle { edited: Some(id as u32), base: None, corners, class: row.class });
    }
    report.moved_points = points.moves(base);
    report.snapped = snapped(positions);
    Matched { points: points.points, triangles: rows, report }
}

impl MatchReport {
    fn note(&mut self, id: u32, fate: Fate, repainted: bool) {
        match fate {
            Fate::Is { how: How::Flipped, .. } => self.flipped.push(id),
            Fate::Is { how: How::Moved, .. } => self.moved.push(id),
            Fate::Restored { .. } => self.restored.push(id),
            Fate::Uncarried => self.uncarried.push(id),
            Fate::Missing | Fate::Is { how: How::Equal, .. } => {}
        }
        let is_as_it_was = !matches!(fate, Fate::Is { how: How::Flipped | How::Moved, .. });
        if repainted {
            self.repainted.push(id);
        } else if is_as_it_was {
            self.kept += 1;
        }
    }
}

/// The points of the result.
struct Points {
    points: Vec<[f32; 3]>,
    /// For each point of the base, its position in the result; [`UNUSED`] if no remaining triangle uses it.
    now: Vec<u32>,
    /// The point at each position, which new corners take; [`UNUSED`] if there is none yet.
    at: Vec<u32>,
}

impl Points {
    fn new(base: &TriangleSet, positions: &Positions, triangles: &Triangles<'_>, images: &Images) -> Self {
        let mut now = vec![UNUSED; base.points.len()];
        for (row, fate) in base.triangles.iter().zip(&triangles.fates) {
            if *fate == Fate::Missing {
                continue;
            }
            for corner in row.corners {
                now[corner as usize] = images.of(positions.of_base[corner as usize]);
            }
        }
        let mut points = base.points.clone();
        let mut at = vec![UNUSED; positions.points.len()];
        let set = |slot: &mut u32, point| *slot = if *slot == UNUSED { point } else { *slot };
        for (point, position) in (0_u32..).zip(&now).filter(|(_, position)| **position != UNUSED) {
            if *position != positions.of_base[point as usize] {
                points[point as usize] = positions.points[*position as usize];
            }
            set(&mut at[*position as usize], point);
        }
        // A point that no triangle uses any longer can be reused at its position.
        for (point, position) in (0_u32..).zip(&positions.of_base) {
            if now[point as usize] == UNUSED {
                set(&mut at[*position as usize], point);
            }
        }
        Self { points, now, at }
    }

    /// Returns the point at a position, and makes a new one if necessary.
    fn at(&mut self, position: u32, positions: &Positions) -> u32 {
        let slot = &mut self.at[position as usize];
        if *slot == UNUSED {
            *slot = self.points.len() as u32;
            self.points.push(positions.points[position as usize]);
        }
        *slot
    }

    fn moves(&self, base: &TriangleSet) -> Vec<PointMove> {
        let pairs = (0..).zip(base.points.iter().zip(&self.points));
        let moved = pairs.filter(|(point, _)| self.now[*point as usize] != UNUSED);
        let bits = |point: &[f32; 3]| point.map(f32::to_bits);
        moved
            .filter(|(_, (from, to))| bits(from) != bits(to))
            .map(|(point, (from, to))| PointMove { point, from: *from, to: *to })
            .collect()
    }
}

fn snapped(positions: &Positions) -> Vec<SnappedPoint> {
    let point = |(from, to): (u32, u32)| {
        let [from, to] = [from, to].map(|position| positions.points[position as usize]);
        SnappedPoint { from, to, distance: distance(from, to) as f32 }
    };
    positions.snapped().map(point).collect()
}
