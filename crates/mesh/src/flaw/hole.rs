//! [`cut_hole`]: cuts a hole into floors, along an outline in the plan view.
//!
//! The outline is triangulated, and each triangle is cut out of every face that overlaps it. A face is cut along the sides of the triangle,
//! and the parts outside remain as faces. A point on a side of a face is the same vertex for all faces at that side, so that joined faces
//! stay joined. The cuts are longer than the outline; [`dissolve`] undoes the divisions beyond it, so that faces away from the outline
//! remain unchanged.

mod dissolve;

use std::collections::HashMap;

use self::dissolve::{Piece, dissolve};
use super::RepairedFace;
use crate::geometry::{Vec2, distance, lerp, orient2d, plan, triangulate};

/// Vertices this close to a side of the outline, in metres, count as on it, so that no face becomes a sliver.
const ON_LINE: f64 = 1e-3;

/// Faces after a hole was cut into them.
pub struct Hole {
    /// The vertices that are appended to the others.
    pub points: Vec<[f32; 3]>,
    /// The remaining faces, by ascending source.
    pub faces: Vec<RepairedFace>,
    /// The faces inside the outline, if they were [kept](divide_at).
    pub inside: Vec<RepairedFace>,
    /// Number of faces that the hole was cut into.
    pub cut: usize,
}

/// A corner of a polygon, and the line that contains the side from here to the next corner: see [`Piece::lines`].
type Corner = (u32, Option<usize>);

/// A convex part of a face that remains.
struct Part {
    source: u32,
    ring: Vec<Corner>,
}

/// Vertices, and the points at which sides between two vertices were divided.
struct Vertices<'v> {
    stored: &'v [[f32; 3]],
    added: Vec<[f32; 3]>,
    divided: HashMap<[u32; 2], u32>,
}

/// A directed line. Everything to its left is inside.
type Line = [Vec2; 2];

/// Number of sides of a face, which are its lines 0 to 2. The sides of the outline follow.
const SIDES: usize = 3;

/// Cuts a hole into faces, which are given with their numbers in ascending order. `None` if the outline intersects itself, is
/// degenerate, or has a coordinate that is not finite.
pub fn cut_hole(
    stored: &[[f32; 3]],
    faces: impl IntoIterator<Item = (u32, [u32; 3])>,
    outline: &[[f32; 2]],
) -> Option<Hole> {
    let hole = divide_at(stored, faces, outline)?;
    let mut points = hole.points;
    let mut faces = hole.faces;
    keep_used(stored.len() as u32, &mut points, faces.iter_mut().flat_map(|face| &mut face.corners));
    Some(Hole { points, faces, inside: Vec::new(), cut: hole.cut })
}

/// Divides faces at an outline, as [`cut_hole`] does, and keeps those inside, too.
pub fn divide_at(
    stored: &[[f32; 3]],
    faces: impl IntoIterator<Item = (u32, [u32; 3])>,
    outline: &[[f32; 2]],
) -> Option<Hole> {
    let corners: Vec<[f32; 3]> = outline.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
    let ears = triangulate(&corners).filter(|_| corners.len() >= 3)?;
    let mut vertices = Vertices { stored, added: Vec::new(), divided: HashMap::new() };
    let whole = |(source, face): (u32, [u32; 3])| Part {
        source,
        ring: face.into_iter().enumerate().map(|(at, vertex)| (vertex, Some(at))).collect(),
    };
    let mut parts: Vec<Part> = faces.into_iter().map(whole).collect();
    let (mut touched, mut inner) = (Vec::<u32>::new(), Vec::<Part>::new());
    for mut ear in ears {
        let [a, b, c] = ear.map(|at| plan(corners[at]));
        if orient2d(a, b, c) < 0.0 {
            ear.reverse();
        }
        let sides = [[ear[0], ear[1]], [ear[1], ear[2]], [ear[2], ear[0]]];
        let lines = sides.map(|side| side.map(|at| plan(corners[at])));
        let number = |[from, to]: [usize; 2]| {
            let is_side = |at: &usize| (at + 1) % corners.len() == from + to - at;
            [from, to].into_iter().find(is_side).map(|at| SIDES + at)
        };
        let mut left = Vec::with_capacity(parts.len());
        for part in parts {
            if !vertices.overlaps(&part.ring, &lines) {
                left.push(part);
                continue;
            }
            touched.push(part.source);
            let (source, mut rest) = (part.source, part.ring);
            let is_inside = lines.iter().zip(sides).all(|(line, side)| {
                let [outside, inside] = vertices.divide(&rest, line, number(side));
                left.extend(outside.map(|ring| Part { source, ring }));
                inside.map(|inside| rest = inside).is_some()
            });
            inner.extend(is_inside.then_some(Part { source, ring: rest }));
        }
        left.iter_mut().chain(&mut inner).for_each(|part| vertices.insert_divided(&mut part.ring));
        vertices.divided.clear();
        parts = left;
    }
    touched.dedup();
    touched.sort_unstable();
    touched.dedup();
    inner.sort_by_key(|part| part.source);
    let [faces, inside] = [parts, inner].map(|parts| {
        let pieces = parts.iter().flat_map(|part| vertices.triangles(part)).collect();
        let pieces = dissolve(pieces, stored.len() as u32, |vertex| vertices.at(vertex));
        pieces.iter().map(Piece::face).collect::<Vec<RepairedFace>>()
    });
    let mut hole = Hole { points: vertices.added, faces, inside, cut: touched.len() };
    let corners = hole.faces.iter_mut().chain(&mut hole.inside).flat_map(|face| &mut face.corners);
    keep_used(stored.len() as u32, &mut hole.points, corners);
    Some(hole)
}

/// Keeps the added vertices that are corners, in their order. Corners are renumbered accordingly.
fn keep_used<'c>(first: u32, added: &mut Vec<[f32; 3]>, corners: impl Iterator<Item = &'c mut u32>) {
    let mut corners: Vec<&mut u32> = corners.filter(|corner| **corner >= first).collect();
    corners.sort_unstable();
    let (mut points, mut last) = (Vec::new(), None);
    for corner in corners {
        if last.replace(*corner) != Some(*corner) {
            points.push(added[(*corner - first) as usize]);
        }
        *corner = first + points.len() as u32 - 1;
    }
    *added = points;
}

impl Vertices<'_> {
    fn at(&self, vertex: u32) -> [f32; 3] {
        let vertex = vertex as usize;
        let added = || self.added.get(vertex.checked_sub(self.stored.len())?);
        self.stored.get(vertex).or_else(added).copied().unwrap_or([f32::NAN; 3])
    }

    /// The side of a line on which a vertex lies: positive inside, negative outside, zero on it.
    fn side_of(&self, vertex: u32, [from, to]: &Line) -> f64 {
        let twice = orient2d(*from, *to, plan(self.at(vertex)));
        if twice.abs() <= ON_LINE * distance(*from, *to) { 0.0 } else { twice }
    }

    /// Returns whether a ring has area inside all lines.
    fn overlaps(&self, ring: &[Corner], lines: &[Line]) -> bool {
        // An early exit: most faces lie outside one of the lines.
        let mut sides = lines.iter().map(|line| ring.iter().map(|(vertex, _)| self.side_of(*vertex, line)));
        if sides.any(|mut sides| sides.all(|side| side.is_nan() || side <= 0.0)) {
            return false;
        }
        let points = ring.iter().map(|(vertex, _)| plan(self.at(*vertex))).collect();
        let rest = lines.iter().fold(points, |ring: Vec<Vec2>, [from, to]| {
            let mut rest = Vec::new();
            for (at, point) in ring.iter().enumerate() {
                let next = ring[(at + 1) % ring.len()];
                let [now, then] = [*point, next].map(|point| orient2d(*from, *to, point));
                rest.extend((now >= 0.0).then_some(*point));
                rest.extend((now * then < 0.0).then(|| lerp(*point, next, now / (now - then))));
            }
            rest
        });
        let fan = (2..rest.len()).map(|at| orient2d(rest[0], rest[at - 1], rest[at]));
        fan.sum::<f64>().abs() > ON_LINE * ON_LINE
    }

    /// The parts of a ring outside and inside a line, which has a number if it is a side of the outline.
    fn divide(&mut self, ring: &[Corner], line: &Line, number: Option<usize>) -> [Option<Vec<Corner>>; 2] {
        let sides: Vec<f64> = ring.iter().map(|(vertex, _)| self.side_of(*vertex, line)).collect();
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for (at, &(vertex, label)) in ring.iter().enumerate() {
            let after = (at + 1) % ring.len();
            let [now, then] = [sides[at], sides[after]];
            // A side along the line is new.
            let label_of = |is_old: bool| if is_old { label } else { number };
            if now >= 0.0 {
                inside.push((vertex, label_of(now > 0.0 || then >= 0.0)));
            }
            if now <= 0.0 {
                outside.push((vertex, label_of(now < 0.0 || then <= 0.0)));
            }
            if now * then < 0.0 {
                let point = self.divided_at([vertex, ring[after].0], line);
                inside.push((point, label_of(then > 0.0)));
                outside.push((point, label_of(then < 0.0)));
            }
        }
        let with_area = |part: Vec<Corner>, has: bool| Some(part).filter(|part| has && part.len() >= 3);
        [
            with_area(outside, sides.iter().any(|side| *side < 0.0)),
            with_area(inside, sides.iter().any(|side| *side > 0.0)),
        ]
    }

    /// The vertex where a line crosses a side.
    fn divided_at(&mut self, mut ends: [u32; 2], [from, to]: &Line) -> u32 {
        ends.sort_unstable();
        if let Some(known) = self.divided.get(&ends) {
            return *known;
        }
        let [a, b] = ends.map(|vertex| self.at(vertex));
        let [now, then] = [a, b].map(|point| orient2d(*from, *to, plan(point)));
        let share = now / (now - then);
        let point = std::array::from_fn(|axis| {
            let [a, b] = [f64::from(a[axis]), f64::from(b[axis])];
            (a + (b - a) * share) as f32
        });
        let vertex = (self.stored.len() + self.added.len()) as u32;
        self.added.push(point);
        self.divided.insert(ends, vertex);
        vertex
    }

    /// Inserts the vertices at which cuts of other faces divided sides.
    fn insert_divided(&self, ring: &mut Vec<Corner>) {
        let mut at = 0;
        while at < ring.len() {
            let mut ends = [ring[at].0, ring[(at + 1) % ring.len()].0];
            ends.sort_unstable();
            match self.divided.get(&ends) {
                Some(vertex) => ring.insert(at + 1, (*vertex, ring[at].1)),
                None => at += 1,
            }
        }
    }

    /// The triangles of a part.
    fn triangles(&self, Part { source, ring }: &Part) -> Vec<Piece> {
        let count = ring.len();
        let points: Vec<[f32; 3]> = ring.iter().map(|(vertex, _)| self.at(*vertex)).collect();
        let divided = if count == 3 { Some(vec![[0, 1, 2]]) } else { triangulate(&points) };
        let fan = || (2..count).map(|at| [0, at - 1, at]).collect();
        divided.unwrap_or_else(fan).into_iter().map(|corners| Piece::new(*source, ring, corners)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of 8 m, of two faces.
    const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [8.0, 0.0, 1.0], [8.0, 8.0, 2.0], [0.0, 8.0, 1.0]];
    const FACES: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

    fn cut(outline: &[[f32; 2]]) -> Option<Hole> {
        cut_hole(&SQUARE, (0..).zip(FACES), outline)
    }

    /// Twice the area of the faces in the plan view, each of which must be wound as before.
    fn twice_the_area(hole: &Hole) -> f64 {
        let points: Vec<_> = SQUARE.iter().chain(&hole.points).map(|point| plan(*point)).collect();
        let areas = hole.faces.iter().map(|face| {
            let [a, b, c] = face.corners.map(|corner| points[corner as usize]);
            let area = orient2d(a, b, c);
            assert!(area > 0.0, "{face:?} is wound the other way");
            area
        });
        areas.sum()
    }

    /// Counts the sides of faces that have no other face across.
    fn border(hole: &Hole) -> usize {
        let sides = |face: &RepairedFace| [0, 1, 2].map(|at| [face.corners[at], face.corners[(at + 1) % 3]]);
        let all: Vec<_> = hole.faces.iter().flat_map(sides).collect();
        all.iter().filter(|[from, to]| !all.contains(&[*to, *from])).count()
    }

    #[test]
    fn a_hole_takes_its_area_and_joins_what_is_left() {
        // A square on the diagonal, and an arrow with a notch.
        for (outline, area) in [
            (&[[2.0, 2.0], [5.0, 2.0], [5.0, 5.0], [2.0, 5.0]][..], 9.0),
            (&[[1.0, 1.0], [6.0, 1.0], [6.0, 6.0], [4.0, 2.0]], 7.5),
            (&[[5.0, 5.0], [2.0, 5.0], [2.0, 2.0], [5.0, 2.0]], 9.0),
        ] {
            let hole = cut(outline).expect("an outline");
            assert!((twice_the_area(&hole) - 2.0 * (64.0 - area)).abs() < 1e-3, "{outline:?}");
            assert!(hole.cut >= 1);
            // Only the square's four undivided sides and the hole's sides are borders. Each of these may be divided.
            let outer = hole.faces.iter().flat_map(|face| face.sides).flatten().count();
            assert!(border(&hole) >= 4 + outline.len() && outer >= 4, "{}", border(&hole));
            // Heights lie on the plane of the square: a quarter of a metre in four, along both axes.
            for [x, y, z] in &hole.points {
                assert!((z - (x + y) / 8.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn what_is_inside_is_what_the_hole_takes() {
        let outline = [[1.0, 1.0], [6.0, 1.0], [6.0, 6.0], [4.0, 2.0]];
        let divided = divide_at(&SQUARE, (0..).zip(FACES), &outline).expect("an outline");
        let inside = Hole { faces: divided.inside.clone(), inside: Vec::new(), points: divided.points.clone(), cut: 0 };
        assert!((twice_the_area(&inside) - 15.0).abs() < 1e-3);
        assert!((twice_the_area(&divided) - 2.0 * 56.5).abs() < 1e-3);
        assert_eq!(divided.faces.len(), cut(&outline).expect("an outline").faces.len());
    }

    #[test]
    fn sides_keep_their_numbers() {
        // Over the lower side of the square.
        let hole = cut(&[[3.0, -1.0], [5.0, -1.0], [5.0, 2.0], [3.0, 2.0]]).expect("an outline");
        let on_lower = hole.faces.iter().flat_map(|face| (0..3).map(move |at| (face, at)));
        let lower: Vec<_> = on_lower.filter(|(face, at)| face.source == 0 && face.sides[*at] == Some(0)).collect();
        assert_eq!(lower.len(), 2, "the side is divided in two by the hole");
        let points: Vec<_> = SQUARE.iter().chain(&hole.points).collect();
        for (face, at) in lower {
            assert!([at, (at + 1) % 3].iter().all(|at| points[face.corners[*at] as usize][1] == 0.0));
        }
    }

    #[test]
    fn what_lies_beside_stays_and_what_is_no_outline_is_refused() {
        let beside = cut(&[[9.0, 9.0], [12.0, 9.0], [12.0, 12.0]]).expect("an outline");
        assert_eq!((beside.cut, beside.points.len(), beside.faces.len()), (0, 0, 2));
        let all = cut(&[[-1.0, -1.0], [9.0, -1.0], [9.0, 9.0], [-1.0, 9.0]]).expect("an outline");
        assert_eq!((all.cut, all.faces.len()), (2, 0));
        for outline in [
            &[][..],
            &[[0.0, 0.0], [1.0, 1.0]],
            &[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]],
            &[[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]],
            &[[0.0, 0.0], [f32::NAN, 0.0], [4.0, 4.0]],
        ] {
            assert!(cut(outline).is_none(), "{outline:?}");
        }
    }

    #[test]
    fn only_faces_that_the_outline_meets_are_divided() {
        // The sides of the hole, prolonged, cross all three other sides and the face behind the diagonal.
        let outline = [[5.0, 1.0], [6.0, 1.0], [6.0, 2.0], [5.0, 2.0]];
        let hole = cut(&outline).expect("an outline");
        assert_eq!((hole.cut, hole.points.len()), (1, 4), "the corners of the hole");
        let whole: Vec<_> = hole.faces.iter().filter(|face| face.source == 1).collect();
        assert_eq!(whole, [&RepairedFace { source: 1, corners: FACES[1], sides: [Some(0), Some(1), Some(2)] }]);
        assert_eq!(border(&hole), 4 + 4, "the sides of the square and of the hole");
        assert!((twice_the_area(&hole) - 2.0 * 63.0).abs() < 1e-4);
    }

    #[test]
    fn of_a_ring_that_is_cut_through_two_corners_only_the_cut_is_a_new_side() {
        let mut vertices = Vertices { stored: &SQUARE, added: Vec::new(), divided: HashMap::new() };
        let ring = [0, 1, 2, 3].map(|at: u32| (at, Some(at as usize)));
        let [outside, inside] = vertices.divide(&ring, &[[0.0, 0.0], [8.0, 8.0]], Some(9));
        assert_eq!(outside, Some(vec![(0, Some(0)), (1, Some(1)), (2, Some(9))]));
        assert_eq!(inside, Some(vec![(0, Some(9)), (2, Some(2)), (3, Some(3))]));
        // A line along a side does not cut anything off.
        assert_eq!(vertices.divide(&ring, &[[8.0, 0.0], [0.0, 0.0]], None), [Some(ring.to_vec()), None]);
    }

    #[test]
    fn a_piece_with_two_corners_at_one_place_becomes_a_fan() {
        // The coordinates are as if rounding had moved them there.
        let stored = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        let vertices = Vertices { stored: &stored, added: Vec::new(), divided: HashMap::new() };
        let ring = vec![(0, Some(0)), (1, None), (2, Some(1)), (3, Some(2))];
        let triangle = |corners, lines| Piece { source: 7, corners, lines };
        assert_eq!(
            vertices.triangles(&Part { source: 7, ring }),
            [triangle([0, 1, 2], [Some(0), None, None]), triangle([0, 2, 3], [None, Some(1), Some(2)])]
        );
    }
}
