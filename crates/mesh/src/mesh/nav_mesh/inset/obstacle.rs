//! [`Obstacle`]: a convex polygon in which the centre of a disc cannot be, because the disc would overlap a wall.
//!
//! The centre of a disc is nearer to a wall than its radius `R` either beside the wall, or around the end of one. So each wall gives a
//! rectangle as long as the wall and as wide as `R`, and each end of a wall around which the floor extends by more than half a turn gives a
//! sector of the circle with the radius `R`, from one wall's normal to the other's.
//!
//! A polygon outside the circle approximates the arc of a sector. Its sides touch the circle, the first and the last at the normals, where
//! the rectangles continue them, and adjacent sides differ in direction by at most `2d`.
//!
//! - **A disc can walk the path**: the polygon contains the sector.
//! - **It costs at most 0.1 % more**: at each corner, the extra floor that the polygon covers lies between the circle and the two sides
//!   that meet there. A path around the circle that enters such a region crosses both sides. Replace the part between the crossings, which
//!   is at least as long as the third side of the triangle that they form with the corner, by the path around the corner. Two sides of a
//!   triangle enclosing an angle of at least `180° - 2d` are together at most `1 / cos d` times as long as the third one. So with
//!   `1 / cos d = 1.001` no path grows by more than 0.1 %, as long as the polygons of different walls leave room for the path: otherwise the
//!   passage is narrower than `2.002 R`. In any case the path is at most as long as the shortest path of a disc that is 0.1 % larger, since
//!   `R / cos d` is the distance of the corners from the centre.

use std::f64::consts::PI;

use crate::geometry::{HalfEdge, Vec2, cross, distance, dot, sub};
use crate::mesh::topology::Topology;

/// The ratio by which a path around a corner may be longer, and by which the corners of the polygon are farther from the centre.
pub const LONGER: f64 = 1.001;

/// A convex polygon, and where it starts on the surface.
pub struct Obstacle {
    /// The part that the disc would overlap: a wall or its end, or a polygon with a low ceiling above it.
    pub core: Vec<Vec2>,
    /// The corners, counter-clockwise. The sides that are far from the core come first.
    pub outline: Vec<Vec2>,
    /// Faces that the core belongs to.
    pub faces: Vec<u32>,
}

/// The obstacles that the walls of a surface form for a disc.
pub fn of_walls(topology: &Topology, radius: f64) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    let mut corners = Vec::new();
    for face in (0..topology.faces().len() as u32).filter(|&face| topology.open_face(face).is_some()) {
        for wall in HalfEdge::of_face(face).into_iter().filter(|&edge| topology.across(edge).is_none()) {
            let [a, b] = topology.edge_ends(wall);
            let Some(normal) = left_of([a, b]) else { continue };
            let [near_a, near_b] = [a, b].map(|end| along(end, normal, radius));
            obstacles.push(Obstacle { core: vec![a, b], outline: vec![near_b, near_a, a, b], faces: vec![face] });
            corners.extend(corner(topology, wall, normal, radius));
        }
    }
    obstacles.append(&mut corners);
    obstacles
}

/// The obstacle around a convex polygon: all points nearer to it than the radius.
pub fn of_polygon(mut polygon: Vec<Vec2>, face: u32, radius: f64) -> Obstacle {
    polygon.dedup();
    while polygon.len() > 1 && polygon.first() == polygon.last() {
        polygon.pop();
    }
    let count = polygon.len();
    let normal = |at: usize| left_of([polygon[(at + 1) % count], polygon[at % count]]);
    let mut outline = Vec::new();
    for (at, &corner) in polygon.iter().enumerate() {
        if let (Some(before), Some(after)) = (normal(at + count - 1), normal(at)) {
            let arc = arc(corner, after, libm::atan2(cross(before, after), dot(before, after)).max(0.0), radius);
            outline.extend(arc.into_iter().rev());
        }
    }
    Obstacle { core: polygon, outline, faces: vec![face] }
}

/// The sectors around the end of a wall, up to the next wall of the same border.
fn corner(topology: &Topology, wall: HalfEdge, normal: Vec2, radius: f64) -> Vec<Obstacle> {
    let [_, at] = topology.edge_ends(wall);
    let (angle, next, faces) = turn(topology, wall);
    // A corner that turns by less than the rounding error leaves no gap between the rectangles.
    let turned = match next.and_then(|next| left_of(topology.edge_ends(next))) {
        Some(after) => {
            let right = libm::atan2(cross(after, normal), dot(after, normal));
            right + 2.0 * PI * ((angle - PI - right) / (2.0 * PI)).round()
        }
        None => PI,
    };
    if turned <= 0.0 {
        return Vec::new();
    }
    let arc = arc(at, normal, turned, radius);
    // Half a turn or more is not convex. Cuts are at corners of the arc, so a part may be larger than its share. An arc has many
    // corners for each part, so no part is empty.
    let parts = 1 + (turned / (0.9 * PI)) as usize;
    let cuts: Vec<usize> = (0..=parts).map(|part| part * (arc.len() - 1) / parts).collect();
    let sector = |cut: &[usize]| {
        let mut outline: Vec<Vec2> = arc[cut[0]..=cut[1]].to_vec();
        outline.reverse();
        outline.push(at);
        Obstacle { core: vec![at], outline, faces: faces.clone() }
    };
    cuts.windows(2).map(sector).collect()
}

/// Returns the angle of the floor around the end of a wall, in radians, the next wall, and the faces between. Where
/// the surface folds on the way, the next wall is not known.
fn turn(topology: &Topology, wall: HalfEdge) -> (f64, Option<HalfEdge>, Vec<u32>) {
    let (mut angle, mut edge, mut faces) = (0.0, wall, vec![wall.face()]);
    loop {
        let [before, here] = topology.edge_ends(edge);
        let out = edge.next();
        let [_, after] = topology.edge_ends(out);
        let [a, b] = [sub(before, here), sub(after, here)];
        angle += libm::atan2(cross(b, a), dot(b, a)).max(0.0);
        match topology.across(out) {
            Some(across) if across.fold => return (angle, None, faces),
            Some(across) => {
                edge = across.half_edge();
                if faces.len() > topology.faces().len() {
                    return (angle, None, faces);
                }
                faces.push(edge.face());
            }
            // A wall without a length in the plan view has no direction. The border continues at its end.
            None if left_of(topology.edge_ends(out)).is_none() && faces.len() <= topology.faces().len() => {
                edge = out;
                faces.push(edge.face());
            }
            None => return (angle, Some(out), faces),
        }
    }
}

/// The polygon outside an arc, from one normal clockwise by an angle: the point at the normal, the corners, and the point at
/// the other normal.
fn arc(center: Vec2, normal: Vec2, angle: f64, radius: f64) -> Vec<Vec2> {
    let half = libm::acos(1.0 / LONGER);
    let count = (angle / (2.0 * half) - 1e-9).ceil().max(1.0);
    let step = angle / count / 2.0;
    let turned = |by: f64, length: f64| {
        let (sin, cos) = libm::sincos(by);
        let direction = [cos * normal[0] + sin * normal[1], cos * normal[1] - sin * normal[0]];
        along(center, direction, length)
    };
    let corners = (0..count as u32).map(|at| turned(f64::from(2 * at + 1) * step, radius / libm::cos(step)));
    let ends = [turned(0.0, radius), turned(angle, radius)];
    std::iter::once(ends[0]).chain(corners).chain([ends[1]]).collect()
}

/// The unit vector to the left of a segment; `None` if it has no length.
fn left_of([from, to]: [Vec2; 2]) -> Option<Vec2> {
    let length = distance(from, to);
    (length > 0.0).then(|| [(from[1] - to[1]) / length, (to[0] - from[0]) / length])
}

fn along(from: Vec2, direction: Vec2, length: f64) -> Vec2 {
    [from[0] + direction[0] * length, from[1] + direction[1] * length]
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

    use super::*;
    use crate::mesh::neighbours_by_shared_vertices;

    fn topology(vertices: &[[f32; 3]], faces: &[[u32; 3]]) -> Topology {
        Topology::new(vertices.to_vec(), faces, |_| true, &neighbours_by_shared_vertices(faces, |_| true)).unwrap()
    }

    #[test]
    fn the_floor_turns_over_the_faces_up_to_the_next_wall_but_not_over_a_fold() {
        // Around corner 2 of a square of two faces, and where the second face is folded back over the first one.
        for (last, turned, wall, over) in [
            ([0.0, 1.0, 0.0], FRAC_PI_2, Some(HalfEdge::new(1, 1)), vec![0, 1]),
            ([1.0, 0.0, 1.0], FRAC_PI_4, None, vec![0]),
        ] {
            let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], last];
            let (angle, next, faces) = turn(&topology(&vertices, &[[0, 1, 2], [0, 2, 3]]), HalfEdge::new(0, 1));
            assert!((angle - turned).abs() < 1e-12, "{angle}");
            assert_eq!((next, faces), (wall, over));
        }
    }

    #[test]
    fn the_floor_turns_past_a_wall_without_a_length() {
        // The first face is vertical, and so is its side from corner 1 to corner 2.
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        let (angle, next, faces) = turn(&topology(&vertices, &[[0, 1, 2], [0, 2, 3]]), HalfEdge::new(0, 0));
        assert!((angle - FRAC_PI_4).abs() < 1e-12, "{angle}");
        assert_eq!((next, faces), (Some(HalfEdge::new(1, 1)), vec![0, 0, 1]));
    }

    #[test]
    fn the_sectors_around_the_end_of_a_wall_are_convex_and_cover_all_that_it_turns_by() {
        // The floor goes around the origin, from the upper side of a wedge to its lower side. The last wedge has zero width.
        for (side, count) in [(12.0_f32, 1), (1.0, 2), (0.0, 2)] {
            let places = [[0.0, 0.0], [12.0, side], [0.0, 12.0], [-12.0, 0.0], [0.0, -12.0], [12.0, -side]];
            let topology = topology(&places.map(|[x, y]| [x, y, 0.0]), &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]);
            let wall = HalfEdge::new(3, 2);
            let sectors = corner(&topology, wall, left_of(topology.edge_ends(wall)).unwrap(), 1.0);
            assert_eq!(sectors.len(), count, "{side}");
            let mut covered = 0.0;
            for Obstacle { outline, .. } in &sectors {
                let corners = outline.len();
                let bend = |at: usize| {
                    let [a, b, c] = [at, at + 1, at + 2].map(|at| outline[at % corners]);
                    cross(sub(b, a), sub(c, b))
                };
                assert!((0..corners).all(|at| bend(at) > 0.0), "{side}");
                let (first, last) = (outline[0], outline[corners - 2]);
                covered += libm::atan2(cross(first, last), dot(first, last));
            }
            let turned = PI - 2.0 * libm::atan(f64::from(side) / 12.0);
            assert!((covered - turned).abs() < 1e-9, "{covered} {turned}");
        }
    }
}
