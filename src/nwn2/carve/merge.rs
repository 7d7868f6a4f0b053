//! Merges the walk meshes of placeables with the floor: each replaces the floor below it.
//!
//! In the order of the placeables: the link vertices of a walk mesh take the height of the floor below them, its outline is cut out
//! of the floor and of earlier walk meshes, its faces are appended after all floor of the area, and on its linked sides they get
//! the corners of the floor. Pass 1 then cuts all of these with the cutters.
//!
//! Source: docs/formats/trn-aswm.md#walk-meshes.

use std::collections::{BTreeMap, BTreeSet};

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::floor::WALKABLE;
use crate::nwn2::{PlacedWalkMesh, TriangleId};

use super::clip::{Bounds, Clipper, Contours, Operation, Point};
use super::cut::height;
use super::ears::{EarClip, Rule, area, turn};
use super::source::SourceTriangle;
use super::square::TOLERANCE;
use super::steps::{Steps, TooManySteps};
use super::weld::{BoxWelder, is_collapsed};

/// Maximum depth of the floor below a placeable that link vertices reach, in metres: the farthest real one is 14 m.
const LINK_REACH: f32 = 14.0;

/// Maximum height of the floor above a placeable that link vertices reach, in metres. The toolset's limit is not known. With 0.4 m, 21 of 44
/// areas with helpers have the game's connected parts, with 0.1 m 18.
const LINK_REACH_ABOVE: f32 = 0.4;

/// Maximum distance of a corner of the floor from the linked side that gets it, in metres of the plan view.
const ON_SIDE: f64 = 1e-3;

/// Maximum rise of a walkable face, in metres, unless it is flat: real ones of 0.49 m are walkable, and of 0.54 m are not.
const MAX_RISE: f32 = 0.5;

/// Minimum z of the normal of a flat face. A real face with a z of 0.7485 is walkable.
const FLAT: f32 = 0.74;

/// The floor of an area, while walk meshes are merged with it.
pub(super) struct Floor {
    /// The triangles of each tile, followed by the faces of walk meshes.
    tiles: Vec<Vec<SourceTriangle>>,
    /// The bounding boxes of these triangles, list by list.
    bounds: Vec<Bounds>,
    /// The index of the next face.
    next: u32,
    rule: Rule,
    clipper: Clipper,
    contours: Contours,
    ears: EarClip,
}

/// A walk mesh placed on its floor.
#[derive(Debug, Default)]
struct Standing {
    vertices: Vec<[f32; 3]>,
    /// For each face its corners, its flags, and for each of its sides whether it is linked.
    faces: Vec<([u32; 3], [bool; 3], TriangleFlags)>,
}

impl Floor {
    /// The floor of tiles. Faces of walk meshes are numbered from `next` on.
    pub(super) fn new(mut tiles: Vec<Vec<SourceTriangle>>, next: usize, rule: Rule) -> Self {
        tiles.push(Vec::new());
        let bounds = tiles.iter().map(|tile| bounds_of(tile)).collect();
        let (clipper, contours, ears) = (Clipper::default(), Contours::default(), EarClip::default());
        Self { tiles, bounds, next: next as u32, rule, clipper, contours, ears }
    }

    /// The triangles of each tile, and the faces of walk meshes.
    pub(super) fn into_parts(mut self) -> (Vec<Vec<SourceTriangle>>, Vec<SourceTriangle>) {
        let faces = self.tiles.pop().unwrap_or_default();
        (self.tiles, faces)
    }

    /// Merges a walk mesh with the floor.
    pub(super) fn merge(&mut self, placed: &PlacedWalkMesh, steps: &mut Steps<'_>) -> Result<(), TooManySteps> {
        let standing = self.stand(placed, steps)?;
        let outline = standing.outline();
        let corners = self.cut_out(&outline, steps)?;
        let first = self.next;
        self.next += placed.mesh.faces().len() as u32;
        let (Some(faces), Some(bounds)) = (self.tiles.last_mut(), self.bounds.last_mut()) else { return Ok(()) };
        for (number, (corners_of, is_linked, flags)) in (first..).zip(&standing.faces) {
            let face = corners_of.map(|corner| standing.vertices[corner as usize]);
            for face in fan(face, *is_linked, &corners, steps)? {
                let face = SourceTriangle::spanned(face, *flags, TriangleId(number));
                *bounds = bounds.with(&face.bounds());
                faces.push(SourceTriangle { flags: limited(&face), ..face });
            }
        }
        Ok(())
    }

    /// The walk mesh with the heights of its link vertices, and its own vertices welded.
    fn stand(&self, placed: &PlacedWalkMesh, steps: &mut Steps<'_>) -> Result<Standing, TooManySteps> {
        let mesh = &placed.mesh;
        let mut vertices = mesh.vertices().to_vec();
        for (_, vertex) in (0..).zip(&mut vertices).filter(|(number, _)| mesh.is_link(*number)) {
            // Until now they have the height of the placeable.
            let [x, y, z] = *vertex;
            *vertex = [x, y, self.height_below([x, y], z, steps)?.unwrap_or(z)];
        }
        // Ordinary vertices come before link vertices, which are merged into them.
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        order.sort_by_key(|number| mesh.is_link(*number));
        let (mut welder, mut became) = (BoxWelder::new(TOLERANCE), vec![0; vertices.len()]);
        for number in order {
            became[number as usize] = welder.weld(vertices[number as usize]);
        }
        let linked: BTreeSet<(u32, u8)> = mesh.linked_sides().iter().copied().collect();
        let face = |(number, corners): (u32, &[u32; 3])| {
            let is_linked = [0, 1, 2].map(|side| linked.contains(&(number, side)));
            let flags = mesh.flags()[number as usize];
            (corners.map(|corner| became[corner as usize]), is_linked, flags)
        };
        let faces = (0..).zip(mesh.faces()).map(face).filter(|(corners, ..)| !is_collapsed(*corners)).collect();
        Ok(Standing { vertices: welder.into_vertices(), faces })
    }

    /// The height of the highest floor that is below a height, or slightly above it.
    fn height_below(&self, at: Point, below: f32, steps: &mut Steps<'_>) -> Result<Option<f32>, TooManySteps> {
        let here = Bounds::new(&[at]);
        let mut highest: Option<f32> = None;
        steps.take(self.tiles.len())?;
        for (tile, _) in self.tiles.iter().zip(&self.bounds).filter(|(_, bounds)| bounds.touches(&here)) {
            steps.take(tile.len())?;
            let under = tile.iter().filter(|triangle| triangle.has_plane() && covers(triangle.plan(), at));
            let heights = under.map(|triangle| height(triangle.normal, triangle.dot, at));
            let reached = heights.filter(|height| (below - LINK_REACH..=below + LINK_REACH_ABOVE).contains(height));
            highest = reached.chain(highest).reduce(f32::max);
        }
        Ok(highest)
    }

    /// Cuts an outline out of the floor, and returns the corners of the remaining pieces of the triangles that it cut.
    fn cut_out(&mut self, outline: &[Vec<Point>], steps: &mut Steps<'_>) -> Result<Vec<[f32; 3]>, TooManySteps> {
        let around = outline.iter().map(|points| Bounds::new(points)).reduce(|all, other| all.with(&other));
        let (Some(around), mut corners) = (around, Vec::new()) else { return Ok(Vec::new()) };
        steps.take(self.tiles.len())?;
        for tile in 0..self.tiles.len() {
            if !self.bounds[tile].touches(&around) {
                continue;
            }
            steps.take(self.tiles[tile].len())?;
            let before = std::mem::take(&mut self.tiles[tile]);
            let mut after = Vec::with_capacity(before.len());
            for triangle in before {
                if !triangle.has_plane() || !triangle.bounds().touches(&around) {
                    after.push(triangle);
                    continue;
                }
                let first = after.len();
                if self.cut_one(&triangle, outline, &mut after, steps)? {
                    corners.extend(after[first..].iter().flat_map(|piece| piece.corners));
                } else {
                    after.truncate(first);
                    after.push(triangle);
                }
            }
            self.bounds[tile] = bounds_of(&after);
            self.tiles[tile] = after;
        }
        Ok(corners)
    }

    /// Adds the part of a triangle outside an outline, and returns whether it is smaller than the triangle.
    fn cut_one(
        &mut self,
        triangle: &SourceTriangle,
        outline: &[Vec<Point>],
        pieces: &mut Vec<SourceTriangle>,
        steps: &mut Steps<'_>,
    ) -> Result<bool, TooManySteps> {
        let (plan, bounds) = (triangle.plan(), triangle.bounds());
        self.clipper.clear();
        self.clipper.add_subject(&plan);
        for points in outline {
            steps.take(points.len())?;
            self.clipper.add_clip_within(points, &bounds);
        }
        self.clipper.run(Operation::Difference, &mut self.contours, steps)?;
        let left: f64 =
            self.contours.iter().map(|(contour, is_hole)| if is_hole { -area(contour) } else { area(contour) }).sum();
        if left > area(&plan) - MIN_CUT {
            return Ok(false);
        }
        let with_holes = self.contours.has_holes().then(|| super::holes::bridge(&self.contours, steps)).transpose()?;
        let bridged = with_holes.iter().flatten().map(|part| (&part.points[..], part.is_bridged));
        let plain = self.contours.iter().filter(|_| with_holes.is_none()).map(|(contour, _)| (contour, false));
        for (contour, is_bridged) in plain.chain(bridged) {
            let lift = |at: usize| {
                let [x, y] = contour[at];
                [x, y, height(triangle.normal, triangle.dot, [x, y])]
            };
            let rule = if is_bridged { Rule::Bridged } else { self.rule };
            self.ears.clip(contour, rule, steps, |ear| {
                pieces.push(SourceTriangle { corners: ear.map(lift), ..*triangle });
            })?;
        }
        Ok(true)
    }
}

/// Minimum area that counts as cut out, in square metres.
const MIN_CUT: f64 = 1e-9;

fn bounds_of(triangles: &[SourceTriangle]) -> Bounds {
    triangles.iter().fold(Bounds::new(&[]), |all, triangle| all.with(&triangle.bounds()))
}

/// Returns whether a triangle has a point of the plan view inside or on its sides.
fn covers([a, b, c]: [Point; 3], at: Point) -> bool {
    let turns = [turn(a, b, at), turn(b, c, at), turn(c, a, at)];
    turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0)
}

impl Standing {
    /// The sides with only one face, as closed lines in the plan view.
    fn outline(&self) -> Vec<Vec<Point>> {
        let mut faces = BTreeMap::<[u32; 2], usize>::new();
        for ([a, b, c], ..) in &self.faces {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *faces.entry([*from.min(to), *from.max(to)]).or_default() += 1;
            }
        }
        let mut neighbours = BTreeMap::<u32, Vec<u32>>::new();
        for ([a, b], _) in faces.into_iter().filter(|(_, count)| count % 2 == 1) {
            neighbours.entry(a).or_default().push(b);
            neighbours.entry(b).or_default().push(a);
        }
        let mut loops = Vec::new();
        let starts: Vec<u32> = neighbours.keys().copied().collect();
        let mut starts = starts.into_iter().peekable();
        while let Some(&start) = starts.peek() {
            if neighbours.get(&start).is_none_or(Vec::is_empty) {
                starts.next();
                continue;
            }
            let (mut at, mut points) = (start, Vec::new());
            while let Some(next) = neighbours.get_mut(&at).and_then(Vec::pop) {
                if let Some(back) = neighbours.get_mut(&next) {
                    let place = back.iter().position(|other| *other == at);
                    place.map(|place| back.swap_remove(place));
                }
                let [x, y, _] = self.vertices[at as usize];
                points.push([x, y]);
                at = next;
            }
            loops.push(points);
        }
        loops
    }
}

/// A face, cut where corners of the floor lie on its linked sides: into a fan from the corner opposite a side.
fn fan(
    face: [[f32; 3]; 3],
    is_linked: [bool; 3],
    corners: &[[f32; 3]],
    steps: &mut Steps<'_>,
) -> Result<Vec<[[f32; 3]; 3]>, TooManySteps> {
    // The side of each part that may be cut further.
    let mut parts = vec![(face, is_linked)];
    for side in 0..3 {
        if !is_linked[side] {
            continue;
        }
        let mut after = Vec::with_capacity(parts.len());
        for (part, links) in parts {
            if !links[side] {
                after.push((part, links));
                continue;
            }
            steps.take(corners.len())?;
            let [from, to, apex] = [part[side], part[(side + 1) % 3], part[(side + 2) % 3]];
            let inside = on_side(from, to, corners);
            let stops: Vec<[f32; 3]> = [from].into_iter().chain(inside).chain([to]).collect();
            let count = stops.len() - 1;
            after.extend(stops.windows(2).enumerate().map(|(number, pair)| {
                let mut part = [[0.0; 3]; 3];
                (part[side], part[(side + 1) % 3], part[(side + 2) % 3]) = (pair[0], pair[1], apex);
                // Only the first and the last part have another side of the face.
                let mut links = links;
                links[(side + 2) % 3] &= number == 0;
                links[(side + 1) % 3] &= number + 1 == count;
                links[side] = false;
                (part, links)
            }));
        }
        parts = after;
    }
    Ok(parts.into_iter().map(|(part, _)| part).collect())
}

/// The points on a side, from its first end to its second one, without the ends.
fn on_side(from: [f32; 3], to: [f32; 3], points: &[[f32; 3]]) -> Vec<[f32; 3]> {
    let [[fx, fy, fz], [tx, ty, tz]] = [from, to].map(|point| point.map(f64::from));
    let [dx, dy] = [tx - fx, ty - fy];
    let length = dx.hypot(dy);
    let part = |point: &[f32; 3]| {
        let [x, y, z] = point.map(f64::from);
        let along = ((x - fx) * dx + (y - fy) * dy) / length;
        let off = ((x - fx) * dy - (y - fy) * dx) / length;
        let is_near = off.abs() < ON_SIDE && (z - (fz + (tz - fz) * along / length)).abs() < f64::from(TOLERANCE);
        (is_near && along > ON_SIDE && along < length - ON_SIDE).then_some((along, *point))
    };
    let mut found: Vec<(f64, [f32; 3])> = points.iter().filter_map(part).collect();
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    found.dedup_by(|(a, _), (b, _)| *a - *b < ON_SIDE);
    found.into_iter().map(|(_, point)| point).collect()
}

/// The flags of a face: one that rises too much is made unwalkable.
fn limited(face: &SourceTriangle) -> TriangleFlags {
    let heights = face.corners.map(|[_, _, z]| z);
    let rise =
        heights.into_iter().fold(f32::NEG_INFINITY, f32::max) - heights.into_iter().fold(f32::INFINITY, f32::min);
    let is_steep = rise > MAX_RISE && face.normal[2].abs() < FLAT;
    if is_steep { TriangleFlags(face.flags.0 & !WALKABLE) } else { face.flags }
}

#[cfg(test)]
mod tests {
    use super::super::steps::Budget;
    use super::*;
    use crate::nwn2::{FootprintSource, Footprints, GitObject, WalkMesh};

    const FLAGS: TriangleFlags = TriangleFlags(0x21);

    /// A floor of two triangles over a square of 9 m, which rises to the north.
    fn floor() -> Floor {
        let corner = |x: f32, y: f32| [x, y, y / 9.0];
        let [a, b, c, d] = [corner(0.0, 0.0), corner(9.0, 0.0), corner(9.0, 9.0), corner(0.0, 9.0)];
        let triangle = |corners, number| SourceTriangle::spanned(corners, FLAGS, TriangleId(number));
        Floor::new(vec![vec![triangle([a, b, c], 0), triangle([a, c, d], 1)]], 2, Rule::Toolset)
    }

    fn merged(meshes: &[WalkMesh]) -> (Vec<SourceTriangle>, Vec<SourceTriangle>) {
        let (mut floor, budget) = (floor(), Budget::default());
        for mesh in meshes {
            floor.merge(&PlacedWalkMesh { object: 0, mesh: mesh.clone() }, &mut budget.counter()).unwrap();
        }
        let (tiles, faces) = floor.into_parts();
        (tiles.into_iter().flatten().collect(), faces)
    }

    /// A square of two faces from 3 m to 6 m, 2 m above the floor: its vertices are link vertices.
    fn patch() -> WalkMesh {
        let vertices = [[3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]].map(|[x, y]| [x, y, 2.0]);
        WalkMesh::new(vertices.to_vec(), vec![[0, 1, 2], [0, 2, 3]], vec![TriangleFlags(0); 2])
            .and_then(|mesh| mesh.with_links([0, 1, 2, 3]))
            .and_then(|mesh| mesh.with_linked_sides([(0, 0), (0, 1), (1, 1), (1, 2)]))
            .unwrap()
    }

    fn plan_area(triangles: &[SourceTriangle]) -> f64 {
        triangles.iter().map(|triangle| area(&triangle.plan())).sum()
    }

    #[test]
    fn a_walk_mesh_takes_the_place_of_the_floor_and_its_link_vertices_lie_on_it() {
        let (left, faces) = merged(&[patch()]);
        assert!((plan_area(&left) - 72.0).abs() < 1e-4 && (plan_area(&faces) - 9.0).abs() < 1e-4);
        assert!(faces.iter().flat_map(|face| face.corners).all(|[_, y, z]| (z - y / 9.0).abs() < 1e-6));
        assert!(faces.iter().all(|face| face.flags == TriangleFlags(0) && [2, 3].contains(&face.source.0)));
        assert!(left.iter().all(|piece| piece.flags == FLAGS && piece.source.0 < 2));
    }

    #[test]
    fn corners_of_the_floor_on_a_linked_side_cut_the_face_in_a_fan() {
        // The diagonal of the floor meets this outline only at its corners, and the outline of a shifted square at two sides.
        let shifted = |linked: bool| {
            let vertices = [[3.0, 2.0], [6.0, 2.0], [6.0, 6.5], [3.0, 6.5]].map(|[x, y]| [x, y, 2.0]);
            let mesh = WalkMesh::new(vertices.to_vec(), vec![[0, 1, 2], [0, 2, 3]], vec![TriangleFlags(0); 2]).unwrap();
            let mesh = mesh.with_links([0, 1, 2, 3]).unwrap();
            if linked { mesh.with_linked_sides([(0, 1), (1, 2)]).unwrap() } else { mesh }
        };
        assert_eq!((merged(&[patch()]).1.len(), merged(&[shifted(false)]).1.len()), (2, 2));
        let faces = merged(&[shifted(true)]).1;
        let has = |at: Point| faces.iter().filter(|face| face.plan().contains(&at)).count();
        assert_eq!((faces.len(), has([6.0, 6.0]), has([3.0, 3.0])), (4, 2, 2));
        assert!((plan_area(&faces) - 13.5).abs() < 1e-4);
        // The sub-triangles run from the side's first end to its second one.
        assert_eq!(faces[0].plan(), [[3.0, 2.0], [6.0, 2.0], [6.0, 6.0]]);
    }

    #[test]
    fn a_later_walk_mesh_cuts_an_earlier_one() {
        let (left, faces) = merged(&[patch(), patch()]);
        assert_eq!((faces.len(), faces[0].source, faces[1].source), (2, TriangleId(4), TriangleId(5)));
        assert!((plan_area(&left) - 72.0).abs() < 1e-4);
    }

    #[test]
    fn link_vertices_take_the_highest_floor_below_and_keep_their_height_where_there_is_none() {
        let (mut floor, budget) = (floor(), Budget::default());
        let upper = [[0.0, 0.0, 4.0], [9.0, 0.0, 4.0], [9.0, 9.0, 4.0]];
        floor.tiles[0].push(SourceTriangle::spanned(upper, FLAGS, TriangleId(9)));
        let height = |at, below| {
            let height = floor.height_below(at, below, &mut budget.counter()).unwrap();
            height.map(|height| (height * 100.0).round())
        };
        assert_eq!([height([6.0, 4.5], 5.0), height([6.0, 4.5], 3.0)], [Some(400.0), Some(50.0)]);
        assert_eq!([height([6.0, 4.5], -1.0), height([6.0, 4.5], 19.0), height([20.0, 4.5], 5.0)], [None; 3]);
    }

    #[test]
    fn a_steep_face_that_rises_more_than_half_a_metre_is_not_walkable() {
        let flags = |rise: f32, run: f32| {
            let face = [[0.0, 0.0, 0.0], [5.0, 0.0, 0.0], [0.0, run, rise]];
            limited(&SourceTriangle::spanned(face, FLAGS, TriangleId(0)))
        };
        assert_eq!([flags(0.49, 0.1), flags(0.54, 0.7)], [FLAGS; 2]);
        assert_eq!([flags(0.54, 0.1), flags(3.0, 1.0)], [TriangleFlags(0x20); 2]);
    }

    #[test]
    fn a_helper_of_the_game_stands_on_the_floor_with_its_ring() {
        let helpers = Footprints::built_in();
        assert_eq!(helpers.source(2000), Some(FootprintSource::BuiltIn));
        let object = GitObject::sample(2000, [4.5, 4.5, 2.0]);
        let placed = helpers.placed([object]).unwrap();
        let (left, faces) = merged(&[placed.walk_meshes[0].mesh.clone()]);
        let ring: f64 = 4.0 * 0.5588 * 0.5588;
        assert!((plan_area(&left) - (81.0 - ring)).abs() < 1e-4 && (plan_area(&faces) - ring).abs() < 1e-4);
        let walkable = faces.iter().filter(|face| face.flags.0 & WALKABLE != 0);
        assert_eq!(walkable.count(), 2, "the ring is steep");
    }
}
