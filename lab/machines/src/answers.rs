//! The answers of a level: paths, lines of sight, rays and nearest floors between some of its triangles, as text with all digits.

use std::fmt::Debug;

use walkmesh::level::{Faces, Level, View};
use walkmesh::mesh::WalkerSize;

/// Number of pairs of triangles that are queried.
const PAIRS: usize = 12;

/// The kinds of answers, each with its text. A level without triangles has none.
pub fn of(level: &Level) -> Vec<(&'static str, String)> {
    let (view, Ok(navigator)) = (level.view(), level.navigator()) else { return Vec::new() };
    let ends: Vec<[[f32; 3]; 2]> = pairs(&view);
    let walker = WalkerSize::new(0.35);
    let answers = |ask: &dyn Fn([[f32; 3]; 2]) -> String| ends.iter().map(|ends| ask(*ends)).collect::<String>();
    vec![
        ("paths", answers(&|[from, to]| text(&navigator.path(from, to)))),
        ("shortest paths", answers(&|[from, to]| text(&navigator.shortest_path(from, to)))),
        ("sight", answers(&|[from, to]| text(&navigator.sight(from, to)))),
        ("reach", answers(&|[from, _]| text(&navigator.reach(from)))),
        ("rays", answers(&|[from, to]| text(&navigator.raycast(above(from), to, Faces::Walkable)))),
        ("nearest floors", answers(&|[from, to]| text(&navigator.nearest(between(from, to))))),
        ("paths of a walker", answers(&|[from, to]| text(&navigator.path_of(walker, from, to)))),
    ]
}

/// Middles of triangles, spread over the level.
fn pairs(view: &View) -> Vec<[[f32; 3]; 2]> {
    let count = view.triangles.len();
    let middle = |at: usize| view.middle(at * 7919 % count.max(1));
    (0..PAIRS).filter_map(|at| Some([middle(at)?, middle(at + PAIRS)?])).collect()
}

fn above([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, y, z + 1.5]
}

fn between(from: [f32; 3], to: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|axis| (from[axis] + to[axis]) / 2.0)
}

/// Its text, in which each number has all the digits that identify it.
fn text(answer: &impl Debug) -> String {
    format!("{answer:?}\n")
}
