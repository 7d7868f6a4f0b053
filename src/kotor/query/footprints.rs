//! [`Footprints`]: the projections of doors and placeables onto the floor, and the walls around them.
//!
//! Heights do not matter. In the plan view, a face of an object is a triangle, or a line where it is vertical. The sides of many
//! stacked objects cross each other everywhere, while the outline of their union is short. So the covered parts of sides are left out, and
//! only the rest is cut at its intersections.

use std::ops::ControlFlow;

use foldhash::{HashMap, HashMapExt};

use crate::geometry::plan_triangle::{contains, nearest_between};
use crate::geometry::{
    Aabb, BoxTree, Vec2, crossing, distance, ends_of_side, lerp, meet, orient2d, plan, share_of_line,
};
use crate::kotor::PlacedObject;
use crate::mesh::{MeshError, Triangle};

/// Snap distance: points within this distance of each other, in metres, are merged. Far from the origin, where `f32` is coarser,
/// it is this fraction of the largest coordinate.
const SNAP: f64 = 1e-4;
const SNAP_OF_COORDINATES: f64 = 1.0 / (1 << 22) as f64;

/// Maximum number of pieces into which the sides of objects are cut, beyond four per side.
const MAX_PIECES: usize = 1 << 18;

/// The area of the floor that objects cover in the plan view.
pub(super) struct Footprints {
    /// The faces of objects, counter-clockwise.
    faces: Vec<[Vec2; 3]>,
    face_tree: BoxTree,
    /// The ends of walls. Each fits `f32` exactly.
    points: Vec<Vec2>,
    walls: Vec<Wall>,
    wall_tree: BoxTree,
    snap: f64,
}

/// A line that stops a walker. Walls meet only at their ends, within rounding.
#[derive(Clone, Copy)]
pub(super) struct Wall {
    /// Numbers of points.
    pub(super) ends: [u32; 2],
    /// The last of the objects to which it belongs.
    pub(super) object: usize,
}

/// A side of an object's face, or a part of one.
#[derive(Clone, Copy)]
struct FootprintSide {
    ends: [Vec2; 2],
    object: usize,
    /// The first face that it is a side of; `u32::MAX` for a line.
    face: u32,
    /// True if that face lies to the left, seen from the first end towards the second; `None` for a line.
    is_forward: Option<bool>,
    /// The middle of the face's bounding box.
    middle: Vec2,
}

impl Footprints {
    /// The footprints of all faces that stop a walker.
    ///
    /// # Errors
    /// [`MeshError::TooManyPieces`].
    pub(super) fn new(objects: &[PlacedObject]) -> Result<Self, MeshError> {
        let outlines: Vec<(usize, Vec<Vec2>)> = (0..)
            .zip(objects)
            .flat_map(|(object, placed)| placed.walls().into_iter().map(move |face| (object, outline(&face))))
            .collect();
        let sizes = outlines.iter().flat_map(|(_, corners)| corners).flatten().map(|value| value.abs());
        let snap = SNAP.max(sizes.fold(0.0, f64::max) * SNAP_OF_COORDINATES);
        let faces: Vec<[Vec2; 3]> =
            outlines.iter().filter_map(|(_, corners)| corners.as_slice().try_into().ok()).collect();
        let face_tree = BoxTree::new(faces.iter().map(|corners| bounds(corners, 0.0)));
        let mut footprints =
            Self { faces, face_tree, points: Vec::new(), walls: Vec::new(), wall_tree: BoxTree::new([]), snap };

        let sides = outer_sides(&outlines);
        let most = 4 * sides.len() + MAX_PIECES;
        let mut uncovered = Vec::new();
        for side in sides {
            footprints.uncovered(side, &mut uncovered);
            if uncovered.len() > most {
                return Err(MeshError::TooManyPieces { most });
            }
        }
        (footprints.points, footprints.walls) = cut_at_meetings(&uncovered, snap, most)?;
        let around = |wall: &Wall| bounds(&footprints.ends(wall), 0.0);
        footprints.wall_tree = BoxTree::new(footprints.walls.iter().map(around));
        Ok(footprints)
    }

    /// The snap distance, in metres.
    pub(super) fn snap(&self) -> f64 {
        self.snap
    }

    /// A point.
    pub(super) fn point(&self, point: u32) -> Vec2 {
        self.points[point as usize]
    }

    /// The ends of a wall.
    pub(super) fn ends(&self, wall: &Wall) -> [Vec2; 2] {
        wall.ends.map(|end| self.point(end))
    }

    /// The walls that may intersect the bounding box of some points.
    pub(super) fn walls_around(&self, points: &[Vec2]) -> Vec<Wall> {
        let mut found = Vec::new();
        self.wall_tree.meeting(&bounds(points, self.snap), usize::MAX, |wall| {
            found.push(self.walls[wall as usize]);
            ControlFlow::Continue(())
        });
        found
    }

    /// Returns whether an object covers a point.
    pub(super) fn covers(&self, point: Vec2) -> bool {
        let mut covers = false;
        self.face_tree.meeting(&bounds(&[point], self.snap), usize::MAX, |face| {
            covers = contains(&self.faces[face as usize], point);
            if covers { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        covers
    }

    /// Adds the parts of a side that no face covers. Each search is for the uncovered rest of the side, and starts with the faces nearest
    /// to its own face: in a stack, these cover it.
    fn uncovered(&self, side: FootprintSide, parts: &mut Vec<FootprintSide>) {
        let mut open = vec![[0.0, 1.0]];
        while let Some([first, last]) = open.pop() {
            let ends = [first, last].map(|share| lerp(side.ends[0], side.ends[1], share));
            let around = bounds(&ends, 0.0);
            let mut covered = None;
            self.face_tree.meeting_first(
                |of| meet(of, &around),
                |of| distance(middle_of(of), side.middle),
                |face| {
                    let share = self.covered_share(face, &side).map(|[from, to]| [from.max(first), to.min(last)]);
                    covered = share.filter(|[from, to]| from < to);
                    if covered.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            match covered {
                Some([from, to]) => open.extend([[first, from], [to, last]].into_iter().filter(|[from, to]| from < to)),
                None => parts.push(FootprintSide { ends, ..side }),
            }
        }
    }

    /// The range of the side, as fractions, that lies in a face. Among faces on the same side of one line, with sides on it, the first
    /// covers the sides of the others. The signs are exact, so two faces that only touch cover nothing.
    fn covered_share(&self, face: u32, side: &FootprintSide) -> Option<[f64; 2]> {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for [a, b] in [0_u8, 1, 2].map(|side| ends_of_side(&self.faces[face as usize], side)) {
            match side.ends.map(|end| orient2d(a, b, end)) {
                [0.0, 0.0] if face < side.face && side.is_forward.is_none_or(|is_forward| is_forward == (a < b)) => {}
                [start, end] if start <= 0.0 && end <= 0.0 => return None,
                // Where the line is not between the ends, these shares are not between 0 and 1.
                [start, end] if start < end => first = first.max(start / (start - end)),
                [start, end] => last = last.min(start / (start - end)),
            }
        }
        (first < last).then_some([first, last])
    }
}

/// The outline of an object's face in the plan view: its corners, counter-clockwise; a line where the face is vertical;
/// or nothing.
fn outline(face: &Triangle) -> Vec<Vec2> {
    let [a, b, c] = face.map(plan);
    let area = orient2d(a, b, c);
    let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| (distance(from, to), [from, to]));
    let (length, longest) =
        sides.into_iter().fold((0.0, [a, a]), |most, side| if side.0 > most.0 { side } else { most });
    match area {
        _ if !face.iter().flatten().all(|value| value.is_finite()) || length <= SNAP => Vec::new(),
        _ if area.abs() <= SNAP * length => longest.to_vec(),
        _ if area < 0.0 => vec![c, b, a],
        _ => vec![a, b, c],
    }
}

/// The sides of faces, each once, without those that have a face on both sides.
fn outer_sides(outlines: &[(usize, Vec<Vec2>)]) -> Vec<FootprintSide> {
    let mut known = HashMap::new();
    let mut sides: Vec<(FootprintSide, [bool; 2])> = Vec::new();
    let mut faces = 0..;
    for (object, corners) in outlines {
        let face = if corners.len() == 3 { faces.next() } else { None };
        let middle = middle_of(&bounds(corners, 0.0));
        for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let is_forward = from < to;
            let ends = if is_forward { [from, to] } else { [to, from] };
            let key = ends.map(|end| end.map(|value| (value + 0.0).to_bits()));
            let number = *known.entry(key).or_insert(sides.len());
            if number == sides.len() {
                let side = FootprintSide { ends, object: *object, face: u32::MAX, is_forward: None, middle };
                sides.push((side, [false; 2]));
            }
            let (side, hands) = &mut sides[number];
            side.object = *object;
            if let Some(face) = face {
                side.face = side.face.min(face);
                side.is_forward = Some(is_forward);
                hands[usize::from(is_forward)] = true;
            }
        }
    }
    sides.into_iter().filter(|(_, hands)| *hands != [true; 2]).map(|(side, _)| side).collect()
}

/// The middle of a box in the plan view.
fn middle_of(bounds: &Aabb) -> Vec2 {
    [0, 1].map(|axis| (f64::from(bounds.min[axis]) + f64::from(bounds.max[axis])) / 2.0)
}

/// Cuts lines at their intersections, and returns the ends of walls, and the walls.
fn cut_at_meetings(sides: &[FootprintSide], snap: f64, most: usize) -> Result<(Vec<Vec2>, Vec<Wall>), MeshError> {
    let tree = BoxTree::new(sides.iter().map(|side| bounds(&side.ends, 0.0)));
    // The points at which each side is cut.
    let mut cuts: Vec<(usize, Vec2)> =
        (0..).zip(sides).flat_map(|(number, side)| side.ends.map(|end| (number, end))).collect();
    for (number, side) in sides.iter().enumerate() {
        tree.meeting(&bounds(&side.ends, snap), usize::MAX, |other| {
            let other = other as usize;
            if number < other {
                meetings(side.ends, sides[other].ends, snap, |at| cuts.extend([(number, at), (other, at)]));
            }
            if cuts.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if cuts.len() > most {
            return Err(MeshError::TooManyPieces { most });
        }
    }
    let share = |(side, at): &(usize, Vec2)| {
        let [from, to] = sides[*side].ends;
        share_of_line(from, to, *at)
    };
    cuts.sort_by(|a, b| a.0.cmp(&b.0).then(share(a).total_cmp(&share(b))));

    let mut points = Points { points: Vec::new(), cells: HashMap::new(), snap };
    let mut known = HashMap::new();
    let mut walls: Vec<Wall> = Vec::new();
    for pair in cuts.windows(2) {
        let [(side, from), (next, to)] = [pair[0], pair[1]];
        let [a, b] = [from, to].map(|at| points.number(at));
        if side == next && a != b {
            let number = *known.entry([a.min(b), a.max(b)]).or_insert(walls.len());
            let object = sides[side].object;
            match walls.get_mut(number) {
                Some(wall) => wall.object = wall.object.max(object),
                None => walls.push(Wall { ends: [a, b], object }),
            }
        }
    }
    Ok((points.points, walls))
}

/// Calls `found` with each point where two lines cross, or where one of them ends on the other, except for a common end.
fn meetings(one: [Vec2; 2], other: [Vec2; 2], snap: f64, mut found: impl FnMut(Vec2)) {
    for (line, ends) in [(one, other), (other, one)] {
        for end in ends {
            if !line.contains(&end) && distance(nearest_between(line, end), end) <= snap {
                found(end);
            }
        }
    }
    if let Some(at) = crossing(one, other) {
        found(at);
    }
}

/// Points, merged within the snap distance.
struct Points {
    points: Vec<Vec2>,
    /// The point in each cell, whose diagonal is the snap distance.
    cells: HashMap<[i64; 2], u32>,
    snap: f64,
}

impl Points {
    /// The number of this point.
    fn number(&mut self, at: Vec2) -> u32 {
        let at = stored(at);
        let [x, y] = at.map(|value| (value * std::f64::consts::SQRT_2 / self.snap).floor() as i64);
        let around = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| [x.saturating_add(dx), y.saturating_add(dy)]));
        let mut near = around.filter_map(|cell| self.cells.get(&cell).copied());
        if let Some(point) = near.find(|point| distance(self.points[*point as usize], at) <= self.snap) {
            return point;
        }
        self.points.push(at);
        let number = self.points.len() as u32 - 1;
        self.cells.insert([x, y], number);
        number
    }
}

/// A point rounded to `f32`.
pub(super) fn stored(point: Vec2) -> Vec2 {
    point.map(|value| f64::from(value as f32))
}

/// The bounding box of points, slightly enlarged.
pub(super) fn bounds(points: &[Vec2], room: f64) -> Aabb {
    let corners =
        points.iter().map(|[x, y]| Aabb { min: [*x as f32, *y as f32, 0.0], max: [*x as f32, *y as f32, 0.0] });
    corners.collect::<Aabb>().padded(room as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_points_as_are_allowed_cut_the_sides() {
        let side = |ends| FootprintSide { ends, object: 0, face: u32::MAX, is_forward: None, middle: [0.0; 2] };
        // Four ends, and the intersection on both sides.
        let cross = [[[-1.0, 0.0], [1.0, 0.0]], [[0.0, -1.0], [0.0, 1.0]]].map(side);
        let (points, walls) = cut_at_meetings(&cross, SNAP, 6).unwrap();
        assert_eq!((points.len(), walls.len()), (5, 4));
        assert!(matches!(cut_at_meetings(&cross, SNAP, 5), Err(MeshError::TooManyPieces { most: 5 })));
    }
}
