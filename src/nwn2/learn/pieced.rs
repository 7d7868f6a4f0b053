//! Candidates for walk meshes that no placing shows whole: tiles cut them, the weld moves their corners, and corners of the floor divide
//! their sides. Several placings together show their corners and the lines between them.

use std::collections::BTreeMap;

use foldhash::HashMap;

use crate::formats::aswm::TriangleFlags;
use crate::geometry::{DisjointSets, Vec2, distance};
use crate::nwn2::WalkMesh;
use crate::nwn2::floor::WALKABLE;

use super::candidate::{Candidate, Member, SAME, evenly};
use super::frame::{Frame, support};
use super::lift::Vertices;
use super::placing::Placing;
use super::planar::triangles;
use super::polygon::{is_simple, middle, signed_area};
use super::scene::Scene;
use super::view::View;

/// How many placings are looked at.
const PLACINGS: usize = 30;
/// How far from the origin the corners of a model are, in metres of the model.
const REACH: f64 = 9.0;
/// So many views must show a triangle inside a face.
const SHOWN: usize = 2;

/// The walk mesh that several placings of an appearance show together, and its outline.
pub(super) fn candidate(
    numbers: &[usize],
    placings: &[Placing],
    scenes: &[Scene<'_>],
) -> Option<(Candidate, WalkMesh)> {
    let view = |number: usize| View::of(number, &placings[number], &scenes[placings[number].area], REACH);
    let views: Vec<View> = evenly(numbers, PLACINGS).into_iter().map(view).collect();
    if views.len() < SHOWN {
        return None;
    }
    let frame = Frame::of(&views, REACH)?;
    let mut known = HashMap::<[usize; 2], f64>::default();
    let mut merit = |[a, b]: [usize; 2]| {
        let line = [a.min(b), a.max(b)];
        *known.entry(line).or_insert_with(|| support(&views, line.map(|corner| frame.corners[corner])).share)
    };
    let faces: Vec<([usize; 3], u16)> = triangles(&frame, &mut merit)
        .into_iter()
        .filter_map(|face| Some((face, flags_of(&face.map(|corner| frame.corners[corner]), &views)?)))
        .collect();
    let faces = largest(&faces, &frame.corners);
    let outline = outline(&faces)?;
    let polygon: Vec<Vec2> = outline.iter().map(|corner| frame.corners[*corner]).collect();
    if !is_simple(&polygon) {
        return None;
    }
    let mesh = assemble(&polygon, &faces, &frame.corners, &views)?;
    let shows = |view: &&View| {
        let has = |corner: &&Vec2| {
            view.pieces.iter().flat_map(|piece| &piece.corners).any(|at| distance(*at, **corner) <= SAME)
        };
        polygon.iter().filter(has).count() >= 2
    };
    let members: Vec<Member> = (views.iter().filter(shows))
        .map(|view| Member { placing: view.placing, outline: None, corners: polygon.clone() })
        .collect();
    (members.len() >= SHOWN).then_some((Candidate { polygon, members, spread: SAME }, mesh))
}

/// The flags of a face, if enough views show a triangle there, and it is floor of the TRN in few of them.
fn flags_of(corners: &[Vec2; 3], views: &[View]) -> Option<u16> {
    let at = middle(corners);
    let (mut shown, mut foreign, mut floor) = (BTreeMap::<u16, usize>::new(), 0, 0);
    for piece in views.iter().filter_map(|view| view.at(at).next()) {
        foreign += usize::from(piece.is_foreign);
        if piece.may_be_the_models() {
            *shown.entry(piece.flags).or_default() += 1;
        } else {
            floor += 1;
        }
    }
    let is_shown = shown.values().sum::<usize>() >= SHOWN && floor <= foreign;
    // Steep faces lose the walkable bit, so that one placing that shows it is enough.
    let walkable = shown.keys().fold(0, |all, flags| all | (flags & WALKABLE));
    let most = shown.iter().max_by_key(|(flags, count)| (**count, **flags)).map(|(flags, _)| flags | walkable);
    most.filter(|_| is_shown)
}

/// The faces of the largest part that hangs together by sides.
fn largest(faces: &[([usize; 3], u16)], corners: &[Vec2]) -> Vec<([usize; 3], u16)> {
    let mut first = HashMap::<[usize; 2], u32>::default();
    let mut links = Vec::new();
    for (number, (face, _)) in (0..).zip(faces) {
        for side in sides(face) {
            let other = *first.entry(side).or_insert(number);
            links.push([other, number]);
        }
    }
    let parts = DisjointSets::of(faces.len(), links);
    let mut areas = BTreeMap::<u32, f64>::new();
    for (number, (face, _)) in (0..).zip(faces) {
        *areas.entry(parts.least(number)).or_default() += signed_area(&face.map(|corner| corners[corner]));
    }
    let Some((&best, _)) = areas.iter().max_by(|a, b| a.1.total_cmp(b.1)) else { return Vec::new() };
    (0..).zip(faces).filter(|(number, _)| parts.least(*number) == best).map(|(_, face)| *face).collect()
}

/// The sides of a face, each as its corners in ascending order.
fn sides(&[a, b, c]: &[usize; 3]) -> [[usize; 2]; 3] {
    [[a, b], [b, c], [c, a]].map(|[from, to]| [from.min(to), from.max(to)])
}

/// Which sides only one face has.
fn outer(faces: &[([usize; 3], u16)]) -> impl Fn([usize; 2]) -> bool {
    let mut counts = HashMap::<[usize; 2], usize>::default();
    faces.iter().flat_map(|(face, _)| sides(face)).for_each(|side| *counts.entry(side).or_default() += 1);
    move |side| counts.get(&side) == Some(&1)
}

/// The corners around the faces, counter-clockwise, if these have one border that does not touch itself.
fn outline(faces: &[([usize; 3], u16)]) -> Option<Vec<usize>> {
    let is_outer = outer(faces);
    let mut next = BTreeMap::<usize, usize>::new();
    for &([a, b, c], _) in faces {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            if is_outer([from.min(to), from.max(to)]) && next.insert(from, to).is_some() {
                return None;
            }
        }
    }
    let (&start, _) = next.first_key_value()?;
    let mut corners = vec![start];
    let mut at = *next.get(&start)?;
    while at != start {
        corners.push(at);
        at = *next.get(&at)?;
    }
    (corners.len() == next.len()).then_some(corners)
}

/// The mesh of faces. A side of the outline between two link vertices is linked.
fn assemble(polygon: &[Vec2], faces: &[([usize; 3], u16)], corners: &[Vec2], views: &[View]) -> Option<WalkMesh> {
    let mut vertices = Vertices::default();
    let mut numbers = BTreeMap::<usize, usize>::new();
    for corner in faces.iter().flat_map(|(face, _)| face) {
        numbers.entry(*corner).or_insert_with(|| vertices.place(corners[*corner]));
    }
    for (&corner, &vertex) in &numbers {
        for view in views {
            let ends = view.pieces.iter().flat_map(|piece| piece.corners.iter().zip(&piece.heights));
            let seen = ends.into_iter().find(|(at, _)| distance(**at, corners[corner]) <= SAME);
            if let Some((_, (height, Some(is_on_floor)))) = seen {
                vertices.see(vertex, *height, *is_on_floor);
            }
        }
    }
    let order: BTreeMap<usize, u32> = numbers.keys().copied().zip(0..).collect();
    let is_link = |corner: usize| vertices.is_link(numbers[&corner], polygon);
    let point = |corner: usize| {
        let [x, y] = corners[corner].map(|value| value as f32);
        [x, y, if is_link(corner) { WalkMesh::LINK_Z } else { vertices.height(numbers[&corner]) as f32 }]
    };
    let points = order.keys().map(|corner| point(*corner)).collect();
    let links = order.iter().filter(|(corner, _)| is_link(**corner)).map(|(_, number)| *number);
    let is_outer = outer(faces);
    let mut linked = Vec::new();
    for (number, (face, _)) in (0..).zip(faces) {
        for (side, ends) in (0..).zip(sides(face)) {
            if is_outer(ends) && ends.into_iter().all(is_link) {
                linked.push((number, side));
            }
        }
    }
    let (meshed, flags) =
        faces.iter().map(|(face, flags)| (face.map(|corner| order[&corner]), TriangleFlags(*flags))).unzip();
    WalkMesh::new(points, meshed, flags).ok()?.with_links(links).ok()?.with_linked_sides(linked).ok()
}
