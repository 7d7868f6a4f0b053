//! The faces between lines that do not cross, and their triangles.

use std::collections::BTreeMap;

use crate::geometry::{Vec2, lerp, sub};

use super::frame::{Frame, crosses};
use super::polygon::{contains, signed_area};

/// The most corners of a face that is cut into triangles.
const FACE: usize = 24;

/// The triangles of the faces of a frame, counter-clockwise. A face of more than three sides is cut along the diagonals that `merit`
/// prefers.
pub(super) fn triangles(frame: &Frame, merit: &mut impl FnMut([usize; 2]) -> f64) -> Vec<[usize; 3]> {
    let mut found = Vec::new();
    for face in faces(frame) {
        split(&frame.corners, face, merit, &mut found);
    }
    found
}

/// The bounded faces, each as its corners, counter-clockwise.
fn faces(frame: &Frame) -> Vec<Vec<usize>> {
    let next = successors(frame);
    let mut open: std::collections::BTreeSet<[usize; 2]> = next.keys().copied().collect();
    let mut found = Vec::new();
    while let Some(start) = open.pop_first() {
        let (mut face, mut side) = (vec![start[0]], start);
        loop {
            side = next[&side];
            if side == start {
                break;
            }
            open.remove(&side);
            face.push(side[0]);
        }
        let mut sorted = face.clone();
        sorted.sort_unstable();
        let is_simple = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        let corners: Vec<Vec2> = face.iter().map(|corner| frame.corners[*corner]).collect();
        if is_simple && (3..=FACE).contains(&face.len()) && signed_area(&corners) > 1e-4 {
            found.push(face);
        }
    }
    found
}

/// For each side of a line in each direction the side that comes next around the face on its left. Lines that end nowhere are left out.
fn successors(frame: &Frame) -> BTreeMap<[usize; 2], [usize; 2]> {
    let mut neighbours = BTreeMap::<usize, Vec<usize>>::new();
    for &[a, b] in &frame.lines {
        neighbours.entry(a).or_default().push(b);
        neighbours.entry(b).or_default().push(a);
    }
    while let Some((&corner, list)) = neighbours.iter().find(|(_, list)| list.len() <= 1) {
        let other = list.first().copied();
        neighbours.remove(&corner);
        if let Some(list) = other.and_then(|other| neighbours.get_mut(&other)) {
            list.retain(|end| *end != corner);
        }
    }
    let angle = |from: usize, to: usize| {
        let [x, y] = sub(frame.corners[to], frame.corners[from]);
        libm::atan2(y, x)
    };
    let mut next = BTreeMap::new();
    for (&at, list) in &mut neighbours {
        list.sort_by(|a, b| angle(at, *a).total_cmp(&angle(at, *b)));
        // Who comes from `list[i]` turns to the neighbour before it, counter-clockwise, and so keeps the face on the left.
        for (place, &from) in list.iter().enumerate() {
            next.insert([from, at], [at, list[(place + list.len() - 1) % list.len()]]);
        }
    }
    next
}

/// Cuts a face into triangles along the best diagonals.
fn split(corners: &[Vec2], face: Vec<usize>, merit: &mut impl FnMut([usize; 2]) -> f64, found: &mut Vec<[usize; 3]>) {
    if let [a, b, c] = face[..] {
        found.push([a, b, c]);
        return;
    }
    let count = face.len();
    let polygon: Vec<Vec2> = face.iter().map(|corner| corners[*corner]).collect();
    let is_inside = |one: usize, other: usize| {
        let line = [polygon[one], polygon[other]];
        contains(&polygon, lerp(line[0], line[1], 0.5))
            && !super::polygon::sides(&polygon).any(|side| crosses(line, side))
    };
    let mut best: Option<(f64, [usize; 2])> = None;
    for one in 0..count {
        for other in one + 2..count - usize::from(one == 0) {
            if is_inside(one, other) {
                let merit = merit([face[one], face[other]]);
                if best.is_none_or(|(most, _)| merit > most) {
                    best = Some((merit, [one, other]));
                }
            }
        }
    }
    let Some((_, [one, other])) = best else { return };
    let rest = face[other..].iter().chain(&face[..=one]).copied().collect();
    split(corners, face[one..=other].to_vec(), merit, found);
    split(corners, rest, merit, found);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_between_lines_are_cut_along_the_diagonals_that_are_preferred() {
        // A square of 4 with a triangle on its right side, and a line that ends nowhere.
        let corners = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [6.0, 2.0], [-3.0, 1.0]];
        let lines = vec![[0, 1], [0, 3], [0, 5], [1, 2], [1, 4], [2, 3], [2, 4]];
        let frame = Frame { corners, lines };
        let cut = |preferred: [usize; 2]| {
            let mut found = triangles(&frame, &mut |line| f64::from(line == preferred));
            found.iter_mut().for_each(|triangle| triangle.sort_unstable());
            found.sort_unstable();
            found
        };
        assert_eq!(cut([0, 2]), [[0, 1, 2], [0, 2, 3], [1, 2, 4]]);
        assert_eq!(cut([1, 3]), [[0, 1, 3], [1, 2, 3], [1, 2, 4]]);
    }
}
