//! [`lift`]: extracts a model's own floor from the TRX files of the areas with the model.

use foldhash::HashMap;

use crate::formats::aswm::TriangleFlags;
use crate::geometry::plan_triangle::nearest_between;
use crate::geometry::{Vec2, cross, distance, ends_of_side, plan, sub};
use crate::nwn2::WalkMesh;
use crate::nwn2::floor::{CLOCKWISE, WALKABLE};

use super::candidate::{SAME, evenly};
use super::corners::{around, cell_of};
use super::placing::Placement;
use super::polygon::{bounds, contains, distance_to_border, signed_area};
use super::scene::Scene;

/// Maximum number of placements that are examined.
const PLACINGS: usize = 30;
/// Maximum number of triangles at a placement if its mesh is lifted.
const TRIANGLES: usize = 400;
/// Maximum distance of a vertex from the floor that it lies on, in metres.
const ON_FLOOR: f32 = 0.02;
/// Maximum difference between the heights of a vertex that does not follow the floor, in metres.
const RIGID: f64 = 0.02;
/// Maximum share of the outline's area that the faces may leave out or cover twice.
const AREA: f64 = 0.02;

/// The vertices of a model that the placements show, with their positions.
#[derive(Default)]
struct Vertices {
    plans: Vec<Vec2>,
    /// For each vertex, its heights in the model, and the number of placements where it was on the floor of the TRN.
    heights: Vec<Vec<f64>>,
    on_floor: Vec<usize>,
    cells: HashMap<[i64; 2], Vec<usize>>,
}

/// A face as seen at one placement.
#[derive(Clone, Copy, Debug)]
struct LiftedFace {
    corners: [usize; 3],
    flags: u16,
    /// For each side, whether corners of the floor were inserted in it.
    linked: [bool; 3],
}

/// The observations of a face at the placements.
#[derive(Default)]
struct Votes {
    count: usize,
    flags: HashMap<u16, usize>,
    linked: [bool; 3],
}

/// Lifts the mesh inside an outline: the triangles that occur at half or more of the placements that show all of it. `None` if they do
/// not cover the outline. A border of tiles splits the faces that it crosses, so placements across one count only if all are.
pub(super) fn lift(
    outline: &[Vec2],
    numbers: &[usize],
    placings: &[Placement],
    scenes: &[Scene<'_>],
) -> Option<WalkMesh> {
    let mut vertices = Vertices::default();
    let mut votes = std::collections::BTreeMap::<[usize; 3], Votes>::new();
    let mut shown = Vec::new();
    for number in evenly(numbers, PLACINGS) {
        let placing = &placings[number];
        let faces = faces_at(outline, placing, &scenes[placing.area], &mut vertices);
        if covers(outline, faces.iter().map(|face| face.corners), &vertices) {
            shown.push((is_split(outline, placing, &scenes[placing.area]), faces));
        }
    }
    if shown.iter().any(|(is_split, _)| !is_split) {
        shown.retain(|(is_split, _)| !is_split);
    }
    for (_, faces) in &shown {
        for face in faces {
            // Starts at the minimum corner, so that equal faces are equal.
            let first = (0..3).min_by_key(|corner| face.corners[*corner]).unwrap_or(0);
            let turned = |list: [usize; 3]| [list[first], list[(first + 1) % 3], list[(first + 2) % 3]];
            let vote = votes.entry(turned(face.corners)).or_default();
            vote.count += 1;
            *vote.flags.entry(face.flags).or_default() += 1;
            (0..3).for_each(|side| vote.linked[side] |= face.linked[(first + side) % 3]);
        }
    }
    votes.retain(|_, vote| 2 * vote.count >= shown.len());
    let is_whole = !shown.is_empty() && covers(outline, votes.keys().copied(), &vertices);
    is_whole.then(|| assemble(outline, &votes, &vertices))?
}

/// Returns whether a border of tiles crosses an outline at a placement.
fn is_split(outline: &[Vec2], placing: &Placement, scene: &Scene<'_>) -> bool {
    let corners: Vec<Vec2> = outline.iter().map(|at| placing.to_area(*at)).collect();
    let tiles = bounds(&corners).map(|at| at.map(|value| (value / f64::from(scene.area.trx.tile_width())).floor()));
    tiles[0] != tiles[1]
}

/// The triangles of a TRX inside the outline, in the coordinates of the model, without the corners of the floor around them.
fn faces_at(outline: &[Vec2], placing: &Placement, scene: &Scene<'_>, vertices: &mut Vertices) -> Vec<LiftedFace> {
    let corners: Vec<Vec2> = outline.iter().map(|at| placing.to_area(*at)).collect();
    let is_in = |at: Vec2| contains(outline, at) || distance_to_border(outline, at) <= SAME;
    let mut faces = Vec::new();
    for index in scene.triangles_near(&corners) {
        let Some((points, flags)) = scene.triangle(index) else { continue };
        let plans = points.map(|point| placing.to_model(plan(point)));
        let middle = [0, 1].map(|axis| (plans[0][axis] + plans[1][axis] + plans[2][axis]) / 3.0);
        if !(contains(outline, middle) && plans.into_iter().all(is_in)) {
            continue;
        }
        if faces.len() == TRIANGLES {
            return Vec::new();
        }
        let [a, b, c] = [0, 1, 2].map(|corner| {
            let height = placing.height_in_model(f64::from(points[corner][2]));
            vertices.add(plans[corner], height, scene.is_on_floor(points[corner], ON_FLOOR))
        });
        if a == b || b == c || c == a {
            continue;
        }
        let turns_right = cross(sub(plans[1], plans[0]), sub(plans[2], plans[0])) < 0.0;
        let corners = if turns_right { [a, c, b] } else { [a, b, c] };
        faces.push(LiftedFace { corners, flags: flags & !CLOCKWISE, linked: [false; 3] });
    }
    while merge(outline, &mut faces, vertices) {}
    faces
}

impl Vertices {
    /// The vertex at a point, which may be a new one.
    fn add(&mut self, at: Vec2, height: f64, is_on_floor: bool) -> usize {
        let mut near = around(at, SAME).filter_map(|cell| self.cells.get(&cell)).flatten();
        let known = near.find(|vertex| distance(self.plans[**vertex], at) <= SAME).copied();
        let vertex = known.unwrap_or_else(|| {
            self.plans.push(at);
            self.heights.push(Vec::new());
            self.on_floor.push(0);
            self.cells.entry(cell_of(at, SAME)).or_default().push(self.plans.len() - 1);
            self.plans.len() - 1
        });
        self.heights[vertex].push(height);
        self.on_floor[vertex] += usize::from(is_on_floor);
        vertex
    }

    fn points(&self, corners: [usize; 3]) -> [Vec2; 3] {
        corners.map(|vertex| self.plans[vertex])
    }

    /// Returns whether a vertex follows the floor: it lies on the floor wherever it was seen, and on the outline of the
    /// mesh, or at heights that differ.
    fn is_link(&self, vertex: usize, outline: &[Vec2]) -> bool {
        let heights = &self.heights[vertex];
        let [least, most] = heights
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], height| [least.min(*height), most.max(*height)]);
        let follows = 4 * self.on_floor[vertex] >= 3 * heights.len();
        follows && (most - least > RIGID || distance_to_border(outline, self.plans[vertex]) <= SAME)
    }

    fn height(&self, vertex: usize) -> f64 {
        let mut heights = self.heights[vertex].clone();
        heights.sort_by(f64::total_cmp);
        heights[heights.len() / 2]
    }
}

/// Joins two triangles with a corner of the floor between them on the outline: such a corner was inserted, and the side is
/// linked. Returns whether it found such a pair.
fn merge(outline: &[Vec2], faces: &mut Vec<LiftedFace>, vertices: &Vertices) -> bool {
    for one in 0..faces.len() {
        for side in 0..3 {
            let [from, inserted] = ends_of_side(&faces[one].corners, side);
            let third = faces[one].corners[(side + 2) % 3];
            if !is_inserted(outline, vertices.plans[inserted]) {
                continue;
            }
            // The other triangle has the side that starts at the inserted corner, and the same third corner.
            let other = faces.iter().position(|other| {
                (0..3).any(|side| other.corners[side] == inserted && other.corners[(side + 2) % 3] == third)
            });
            let Some(other) = other else { continue };
            let Some(&to) = faces[other].corners.iter().find(|vertex| ![inserted, third].contains(vertex)) else {
                continue;
            };
            let [a, at, b] = [from, inserted, to].map(|vertex| vertices.plans[vertex]);
            if faces[other].flags == faces[one].flags && distance(nearest_between([a, b], at), at) <= SAME {
                let (first, second) = (faces[one], faces[other]);
                let linked_of = |face: &LiftedFace, end: usize| {
                    (0..3).any(|side| {
                        let ends = ends_of_side(&face.corners, side);
                        face.linked[side] && ends.contains(&end) && ends.contains(&third)
                    })
                };
                let linked = [true, linked_of(&second, to), linked_of(&first, from)];
                faces[one] = LiftedFace { corners: [from, to, third], flags: first.flags, linked };
                faces.swap_remove(other);
                return true;
            }
        }
    }
    false
}

/// Returns whether a point lies on a side of the outline, but not at a corner.
fn is_inserted(outline: &[Vec2], at: Vec2) -> bool {
    distance_to_border(outline, at) <= SAME && outline.iter().all(|corner| distance(*corner, at) > SAME)
}

/// Returns whether faces cover the outline.
fn covers(outline: &[Vec2], faces: impl Iterator<Item = [usize; 3]>, vertices: &Vertices) -> bool {
    let area: f64 = faces.map(|corners| signed_area(&vertices.points(corners))).sum();
    let whole = signed_area(outline);
    (area - whole).abs() <= AREA * whole
}

fn assemble(
    outline: &[Vec2],
    votes: &std::collections::BTreeMap<[usize; 3], Votes>,
    vertices: &Vertices,
) -> Option<WalkMesh> {
    let (mut points, mut faces, mut flags) = (Vec::new(), Vec::new(), Vec::new());
    let (mut links, mut linked_sides) = (Vec::new(), Vec::new());
    let mut numbers = HashMap::<usize, u32>::default();
    for (face, (corners, vote)) in (0..).zip(votes) {
        let corners = corners.map(|vertex| {
            *numbers.entry(vertex).or_insert_with(|| {
                let [x, y] = vertices.plans[vertex].map(|value| value as f32);
                let is_link = vertices.is_link(vertex, outline);
                if is_link {
                    links.push(points.len() as u32);
                }
                points.push([x, y, if is_link { WalkMesh::LINK_Z } else { vertices.height(vertex) as f32 }]);
                points.len() as u32 - 1
            })
        });
        faces.push(corners);
        // Steep faces lose the walkable bit, so one placement that has the bit is enough.
        let walkable = vote.flags.keys().copied().fold(0, |all, flags| all | (flags & WALKABLE));
        let most = vote.flags.iter().max_by_key(|(flags, count)| (**count, **flags)).map_or(0, |(flags, _)| *flags);
        flags.push(TriangleFlags(most | walkable));
        let sides = (0..3_u8).filter(|side| vote.linked[usize::from(*side)]).map(|side| (face, side));
        linked_sides.extend(sides);
    }
    WalkMesh::new(points, faces, flags).ok()?.with_links(links).ok()?.with_linked_sides(linked_sides).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::lerp;

    #[test]
    fn corners_of_the_floor_are_taken_out_of_the_sides_that_they_were_inserted_in() {
        let outline = [[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]];
        let mut vertices = Vertices::default();
        let [a, b, c] = outline.map(|at| vertices.add(at, 0.0, true));
        let [p, q] = [1.0, 2.0].map(|x| vertices.add([x, 0.0], 0.0, true));
        let face = |corners| LiftedFace { corners, flags: 0, linked: [false; 3] };
        let mut faces = vec![face([p, q, c]), face([a, p, c]), face([q, b, c])];
        while merge(&outline, &mut faces, &vertices) {}
        assert_eq!(faces.len(), 1);
        let side = (0..3).find(|side| faces[0].corners[*side] == a).unwrap();
        assert_eq!((faces[0].corners[(side + 1) % 3], faces[0].corners[(side + 2) % 3]), (b, c));
        assert!(faces[0].linked[side] && !faces[0].linked[(side + 1) % 3] && !faces[0].linked[(side + 2) % 3]);
        assert!(covers(&outline, faces.iter().map(|face| face.corners), &vertices));
    }

    #[test]
    fn a_vertex_that_follows_the_floor_is_a_link() {
        let outline = [[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]];
        let mut vertices = Vertices::default();
        let own = vertices.add([1.0, 1.0], 0.5, false);
        assert_eq!(vertices.add(lerp([0.999, 1.0], [1.0, 1.0], 0.5), 0.5, false), own);
        let link = vertices.add([0.5, 0.5], 0.0, true);
        vertices.add([0.5, 0.5], 0.4, true);
        assert!(!vertices.is_link(own, &outline) && vertices.is_link(link, &outline));
        assert_eq!(vertices.height(own), 0.5);
    }
}
