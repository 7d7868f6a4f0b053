//! Connected parts: which are cut off, and where two of them are nearest to each other.

use super::{Flaw, FlawKind, FlawOptions, Floor};
use crate::finding::Measure;
use crate::geometry::triangle::{Triangle, doubled_area};
use crate::geometry::vec3::{Vec3, distance_squared, dot, sub, towards};
use crate::geometry::{Aabb, BoxTree, ends_of_side};

/// The part of each face. Faces are in one part if a creature can pass from one to the other.
pub(super) struct Parts {
    of_face: Vec<u32>,
    count: u32,
}

/// No part: a face that nobody can walk on.
const NONE: u32 = u32::MAX;

/// What is known of a part.
#[derive(Clone, Copy, Default)]
pub(super) struct Part {
    pub(super) area: f64,
    has_exit: bool,
    /// The area of its largest face, and the face.
    largest: Option<(f64, u32)>,
}

impl Parts {
    pub(super) fn of(floor: &Floor<'_>) -> Self {
        let mut parts = Self { of_face: vec![NONE; floor.faces.len()], count: 0 };
        let mut waiting = Vec::new();
        for (first, _) in floor.walkable_faces() {
            if parts.of_face(first) != NONE {
                continue;
            }
            parts.of_face[first as usize] = parts.count;
            waiting.push(first);
            while let Some(face) = waiting.pop() {
                for next in (0..3).filter_map(|side| floor.neighbour(face, side)) {
                    if parts.of_face(next) == NONE {
                        parts.of_face[next as usize] = parts.count;
                        waiting.push(next);
                    }
                }
            }
            parts.count += 1;
        }
        parts
    }

    pub(super) fn of_face(&self, face: u32) -> u32 {
        self.of_face[face as usize]
    }

    /// Reports the parts without an exit, except for the one that is largest in the plan view, and the pockets among them.
    pub(super) fn cut_off(&self, floor: &Floor<'_>, pocket: f64, exits: impl Fn(u32) -> bool, found: &mut Vec<Flaw>) {
        for part in self.without_exit(floor, exits).into_iter().flatten() {
            // Faces without an area are another flaw.
            let Some((_, face)) = part.largest.filter(|(area, _)| *area > 0.0) else { continue };
            found.push(Flaw {
                kind: if part.area < pocket { FlawKind::Pocket } else { FlawKind::PartCutOff },
                face,
                side: None,
                other: None,
                point: floor.corners(face).map_or([0.0; 3], centre),
                measure: Measure::Area(part.area),
                separates: true,
            });
        }
    }

    /// For each part what is known of it; `None` for parts with an exit, and for the largest in the plan view.
    pub(super) fn without_exit(&self, floor: &Floor<'_>, exits: impl Fn(u32) -> bool) -> Vec<Option<Part>> {
        let mut parts = vec![Part::default(); self.count as usize];
        for (face, corners) in floor.walkable_faces() {
            let part = &mut parts[self.of_face(face) as usize];
            let area = doubled_area(&corners)[2].abs() / 2.0;
            part.area += area;
            part.has_exit |= exits(face);
            if part.largest.is_none_or(|(largest, _)| area > largest) {
                part.largest = Some((area, face));
            }
        }
        // `max_by` returns the last of equal parts, so the order is reversed.
        let largest = parts.iter().enumerate().rev().max_by(|(_, a), (_, b)| a.area.total_cmp(&b.area));
        let main = largest.map(|(main, _)| main);
        let without = |(index, part): (usize, Part)| (Some(index) != main && !part.has_exit).then_some(part);
        parts.into_iter().enumerate().map(without).collect()
    }
}

/// The centroid of a face.
pub(super) fn centre(corners: Triangle) -> [f32; 3] {
    let corners = corners.map(|corner| corner.map(f64::from));
    std::array::from_fn(|axis| (corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0) as f32)
}

/// Where two parts of a floor are nearest to each other: what one has to bridge to get from one to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Gap {
    /// The nearest points of the two parts.
    pub points: [[f32; 3]; 2],
    /// The faces to which they belong.
    pub faces: [u32; 2],
    /// The distance between the points, in metres.
    pub width: f64,
    /// How much higher the second point is, in metres.
    pub rise: f64,
    /// Whether it is so narrow that it looks like a fault of the floor.
    pub is_crack: bool,
}

/// Finds where the part of one face is nearest to the part of another one. `None` if they belong to the same part, or if
/// one is not walkable.
#[must_use]
pub fn nearest_gap(floor: &Floor<'_>, from: u32, to: u32, options: &FlawOptions) -> Option<Gap> {
    let parts = Parts::of(floor);
    let part = |face: u32| parts.of_face.get(face as usize).copied().filter(|part| *part != NONE);
    let (from, to) = (part(from)?, part(to)?);
    if from == to {
        return None;
    }
    let there = sides(floor, &parts, to);
    let tree = BoxTree::new(there.iter().map(|side| side.bounds()));
    let mut best: Option<(f64, Side, Side, [Vec3; 2])> = None;
    for side in sides(floor, &parts, from) {
        let least = best.map_or(f64::INFINITY, |(least, ..)| least);
        let distance = |other: u32| {
            let [here, there] = nearest_points(side.ends, there[other as usize].ends);
            distance_squared(here, there)
        };
        if let Some((other, distance)) = tree.nearest(&side.bounds(), least, distance) {
            let other = there[other as usize];
            best = Some((distance, side, other, nearest_points(side.ends, other.ends)));
        }
    }
    let (distance, side, other, points) = best?;
    let width = distance.sqrt();
    Some(Gap {
        points: points.map(|point| point.map(|value| value as f32)),
        faces: [side.face, other.face],
        width,
        rise: points[1][2] - points[0][2],
        is_crack: width <= f64::from(options.crack),
    })
}

/// A side over which nobody can pass.
#[derive(Clone, Copy)]
struct Side {
    face: u32,
    ends: [[f32; 3]; 2],
}

impl Side {
    fn bounds(&self) -> Aabb {
        Aabb::of(&[self.ends[0], self.ends[1], self.ends[1]])
    }
}

fn sides(floor: &Floor<'_>, parts: &Parts, part: u32) -> Vec<Side> {
    let of_part = floor.walkable_faces().filter(|(face, _)| parts.of_face(*face) == part);
    let sides = of_part.flat_map(|(face, corners)| {
        let open = (0..3_u8).filter(move |side| floor.neighbour(face, *side).is_none());
        open.map(move |side| Side { face, ends: ends_of_side(&corners, side) })
    });
    sides.collect()
}

/// The points of two segments that are nearest to each other, within rounding.
fn nearest_points(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> [Vec3; 2] {
    let [[a, a_end], [b, b_end]] = [a, b].map(|ends| ends.map(|end| end.map(f64::from)));
    let (along_a, along_b, offset) = (sub(a_end, a), sub(b_end, b), sub(a, b));
    let (aa, ab, bb) = (dot(along_a, along_a), dot(along_a, along_b), dot(along_b, along_b));
    let (at_a, at_b) = (dot(along_a, offset), dot(along_b, offset));
    let share = |dividend: f64, divisor: f64| if divisor > 0.0 { (dividend / divisor).clamp(0.0, 1.0) } else { 0.0 };
    // The nearest points of the two lines; then each is moved to where it is nearest to the other within its segment.
    let s = share(ab * at_b - bb * at_a, aa * bb - ab * ab);
    let t = share(ab * s + at_b, bb);
    let s = share(ab * t - at_a, aa);
    [towards(a, along_a, s), towards(b, along_b, t)]
}
