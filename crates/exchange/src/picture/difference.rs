//! The difference between two walkmeshes, as a picture.

use std::collections::HashSet;

use super::{Group, Ink, Paint, Picture, Shapes, Surface, SurfaceTriangle};
use crate::exchange::{MatchError, MatchOptions, MatchReport, TriangleSet, match_onto};

/// Adds the difference between two sets of triangles as a layer: removed, added, moved, repainted, flipped and kept triangles. A triangle
/// that was changed in several ways is in each of the corresponding groups. Triangles are recognised by the positions of their corners.
/// `surface` says which axis is up.
///
/// ```
/// # use walkmesh_exchange as walkmesh;
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
    let of_new = |is_shown: &dyn Fn(u32, Option<u32>) -> bool| -> Vec<_> {
        let rows = (0..).zip(&matched.triangles).filter(|(number, row)| is_shown(*number, row.base));
        rows.map(|(_, row)| plan(&matched.points, row.corners)).collect()
    };
    let [added, moved, repainted, flipped] = [&report.added, &report.moved, &report.repainted, &report.flipped]
        .map(|numbers| numbers.iter().copied().collect::<HashSet<u32>>());
    let now = |changed: &HashSet<u32>| of_new(&|_, base| base.is_some_and(|base| changed.contains(&base)));
    let is_changed = |base: u32| [&moved, &repainted, &flipped].iter().any(|changed| changed.contains(&base));
    let kept = of_new(&|number, base| !added.contains(&number) && !base.is_some_and(is_changed));
    let mut layer = super::Layer::new("difference", "Difference");
    let solid = |ink| Paint::filled(ink);
    let outlined = |ink| Paint::filled(ink).with_opacity(70).with_border(ink, 160);
    for (id, title, paint, triangles) in [
        ("kept", "unchanged", solid(Ink::Muted(0)), kept),
        ("removed", "removed", outlined(Ink::Removed).dashed(), of_old(&report.removed)),
        ("moved-from", "moved, before", Paint::line(Ink::Faint, 100).dashed(), of_old(&report.moved)),
        ("moved", "moved", outlined(Ink::Exit), now(&moved)),
        ("repainted", "repainted", outlined(Ink::Repainted), now(&repainted)),
        ("flipped", "flipped", outlined(Ink::Category(0)), now(&flipped)),
        ("added", "added", outlined(Ink::Added), of_new(&|number, _| added.contains(&number))),
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
