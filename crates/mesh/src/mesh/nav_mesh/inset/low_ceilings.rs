//! Floor under ceilings that are too low for a walker.

use super::obstacle::{self, Obstacle};
use crate::geometry::{Aabb, BoxTree, Vec2, lerp, orient2d};
use crate::mesh::topology::{Ground, Topology};

/// Number of faces near a face that are compared with it, as in the check of ceilings.
const NEAR: usize = 64;
/// Two floors no farther apart than this are at the same height, and neither is the ceiling of the other.
const SAME_HEIGHT: f64 = 0.01;

/// The obstacles that low ceilings form for a disc.
pub fn find(topology: &Topology, height: f64, radius: f64) -> Vec<Obstacle> {
    if height <= SAME_HEIGHT {
        return Vec::new();
    }
    let open = |face: &u32| topology.faces()[*face as usize].ground == Ground::Open;
    let faces: Vec<u32> = (0..topology.faces().len() as u32).filter(open).collect();
    let bounds = |&face: &u32| Aabb::new(&[0, 1, 2].map(|corner| topology.corner(face, corner)));
    let tree = BoxTree::new(faces.iter().map(bounds));
    let mut found = Vec::new();
    tree.pairs([0.0, 0.0, height as f32], NEAR, |a, b| {
        for [lower, upper] in [[a, b], [b, a]].map(|pair| pair.map(|at| faces[at as usize])) {
            let low = under(topology, lower, upper, height);
            if !low.is_empty() {
                found.push(obstacle::of_polygon(low, lower, radius));
            }
        }
    });
    found
}

/// The part of a face that lies less than a height below another face.
fn under(topology: &Topology, lower: u32, upper: u32, height: f64) -> Vec<Vec2> {
    let [below, above] = [lower, upper].map(|face| &topology.faces()[face as usize]);
    let gap = |at: Vec2| f64::from(topology.height_at(above, at)) - f64::from(topology.height_at(below, at));
    let mut both = topology.plan_corners(below).to_vec();
    let [a, b, c] = topology.plan_corners(above);
    for [from, to] in [[a, b], [b, c], [c, a]] {
        both = cut(&both, |at| orient2d(from, to, at));
    }
    both = cut(&both, |at| gap(at) - SAME_HEIGHT);
    cut(&both, |at| height - gap(at))
}

/// The part of a convex polygon at which a linear function is positive; empty if it has no area.
fn cut(polygon: &[Vec2], value: impl Fn(Vec2) -> f64) -> Vec<Vec2> {
    let mut kept = Vec::new();
    for (&here, &next) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (a, b) = (value(here), value(next));
        if a >= 0.0 {
            kept.push(here);
        }
        if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
            kept.push(lerp(here, next, a / (a - b)));
        }
    }
    if polygon.iter().any(|&at| value(at) > 0.0) { kept } else { Vec::new() }
}
