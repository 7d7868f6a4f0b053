//! What differs between two walkmeshes, as a picture.

use std::collections::HashSet;

use super::{Group, Ink, Paint, Picture, Shapes, Surface, SurfaceTriangle};
use crate::exchange::{MatchError, MatchOptions, MatchReport, TriangleSet, match_onto};

/// Adds what differs from one set of triangles to another as a layer: what was removed, added, moved, repainted and kept.
/// Triangles are recognised by the positions of their corners. `surface` says which axis is up.
///
/// ```
/// use walkmesh::exchange::{ClassedTriangle, TriangleSet};
/// use walkmesh::picture::{Picture, Surface, difference};
///
/// let points = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let old = TriangleSet { points, triangles: vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }], ..TriangleSet::default() };
/// let mut new = old.clone();
/// new.triangles[0].class = 7;
/// let mut scene = Picture::new("repainted");
/// let report = difference(&mut scene, &old, &new, &Surface::default())?;
/// assert_eq!((report.repainted.len(), scene.layers[0].groups[0].title.as_str()), (1, "repainted (1)"));
/// # Ok::<(), walkmesh::exchange::MatchError>(())
/// ```
///
/// # Errors
/// [`MatchError`]: a coordinate is not finite, or a corner is not a point.
pub fn difference(
    scene: &mut Picture,
    old: &TriangleSet,
    new: &TriangleSet,
    surface: &Surface,
) -> Result<MatchReport, MatchError> {
    let matched = match_onto(old, new, &MatchOptions::default())?;
    let plan = |points: &[[f32; 3]], corners: [u32; 3]| {
        let points = corners.map(|corner| points[corner as usize]);
        surface.plan_of(&SurfaceTriangle { points, ..SurfaceTriangle::default() })
    };
    let of_old = |numbers: &[u32]| -> Vec<_> {
        numbers.iter().map(|number| plan(&old.points, old.triangles[*number as usize].corners)).collect()
    };
    let report = &matched.report;
    let added: HashSet<u32> = report.added.iter().copied().collect();
    let moved: HashSet<u32> = report.moved.iter().copied().collect();
    let painted: HashSet<u32> = report.repainted.iter().chain(&report.flipped).copied().collect();
    let mut now: [Vec<[[f32; 2]; 3]>; 4] = Default::default();
    for (number, row) in (0..).zip(&matched.triangles) {
        let at = match row.base {
            _ if added.contains(&number) => 3,
            Some(base) if moved.contains(&base) => 2,
            Some(base) if painted.contains(&base) => 1,
            _ => 0,
        };
        now[at].push(plan(&matched.points, row.corners));
    }
    let [kept, repainted, shifted, new] = now;
    let mut layer = super::Layer::new("difference", "Difference");
    let solid = |ink| Paint::filled(ink);
    let outlined = |ink| Paint::filled(ink).with_opacity(70).with_border(ink, 160);
    for (id, title, paint, triangles) in [
        ("kept", "unchanged", solid(Ink::Muted(0)), kept),
        ("removed", "removed", outlined(Ink::Removed).dashed(), of_old(&report.removed)),
        ("moved-from", "moved, before", Paint::line(Ink::Faint, 100).dashed(), of_old(&report.moved)),
        ("moved", "moved", outlined(Ink::Exit), shifted),
        ("repainted", "repainted", outlined(Ink::Repainted), repainted),
        ("added", "added", outlined(Ink::Added), new),
    ] {
        let title = if id == "moved-from" { title.to_owned() } else { format!("{title} ({})", triangles.len()) };
        layer.push(Group::new(id, title, paint, Shapes::Triangles(triangles)));
    }
    scene.layers.push(layer);
    if report.is_unchanged() {
        scene.notes.push("The triangles of both are the same.".into());
    }
    Ok(matched.report)
}
