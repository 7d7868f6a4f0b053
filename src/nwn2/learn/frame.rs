//! [`Frame`]: the corners of a walk mesh, and the lines between them that the sides of the TRX lie on.

use foldhash::{HashMap, HashSet};

use crate::geometry::{Vec2, cross, distance, dot, orient2d, sub};

use super::candidate::SAME;
use super::view::{ON_LINE, View};

/// The corners that recur around the placings of an appearance, and the lines between them that do.
pub(super) struct Frame {
    pub(super) corners: Vec<Vec2>,
    /// Pairs of corners, ascending. No two of them cross.
    pub(super) lines: Vec<[usize; 2]>,
}

/// How much the views show of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Support {
    /// How many views show most of what they could show of it.
    pub(super) views: usize,
    /// The share of what could be seen of it that is seen.
    pub(super) share: f64,
}

/// The most corners.
const CORNERS: usize = 40;
/// The most points that are tried as corners that one placing alone shows.
const SINGLE: usize = 160;
/// The least share of the views that show a corner.
const RECURS: f64 = 0.2;
/// The least views that show a line, and the least share of it that they show.
const LINE: Support = Support { views: 2, share: 0.3 };
/// A view that could show less of a line has no say.
const LEAST_VISIBLE: f64 = 0.2;
/// The share of what it could show of a line that a view must show.
const SHOWN: f64 = 0.6;
/// The least distance between corners with a line between them, in metres.
const SHORTEST: f64 = 0.02;

/// What views show of a line.
pub(super) fn support(views: &[View], line: [Vec2; 2]) -> Support {
    let (mut count, mut seen_of_all, mut visible_of_all) = (0, 0.0, 0.0);
    for view in views {
        let seen = view.seen(line);
        let visible = if seen > 0.9 { seen } else { view.visible(line).max(seen) };
        if visible >= LEAST_VISIBLE {
            seen_of_all += seen;
            visible_of_all += visible;
            count += usize::from(seen >= SHOWN * visible);
        }
    }
    Support { views: count, share: if visible_of_all > 0.0 { seen_of_all / visible_of_all } else { 0.0 } }
}

impl Frame {
    /// The frame that views show, within a reach of the model's origin. `None` without three corners.
    pub(super) fn of(views: &[View], reach: f64) -> Option<Self> {
        let (mut corners, single) = points(views, reach);
        if corners.len() < 3 || !shows_a_mesh(views, &corners) {
            return None;
        }
        let mut lines = HashMap::<[usize; 2], f64>::default();
        let is_line = |line: [Vec2; 2]| {
            let support = (distance(line[0], line[1]) >= SHORTEST).then(|| support(views, line))?;
            (support.views >= LINE.views && support.share >= LINE.share).then_some(support.share)
        };
        for to in 1..corners.len() {
            for from in 0..to {
                if let Some(share) = is_line([corners[from], corners[to]]) {
                    lines.insert([from, to], share);
                }
            }
        }
        let far = corners.iter().map(|corner| distance(*corner, [0.0; 2])).fold(0.0, f64::max);
        let recurring = corners.len();
        for at in single.into_iter().filter(|at| distance(*at, [0.0; 2]) <= 1.5 * far).take(SINGLE) {
            let found: Vec<(usize, f64)> =
                (0..recurring).filter_map(|from| Some((from, is_line([corners[from], at])?))).collect();
            let is_straight = |one: usize, other: usize| is_between(at, [corners[one], corners[other]]);
            let on_a_line = found.iter().any(|(one, _)| found.iter().any(|(other, _)| is_straight(*one, *other)));
            if found.len() >= 2 && !on_a_line && corners.len() < CORNERS + recurring {
                lines.extend(found.into_iter().map(|(from, share)| ([from, corners.len()], share)));
                corners.push(at);
            }
        }
        Some(Self { lines: apart(&corners, lines), corners })
    }
}

/// Whether two views or more show, over the middle of the corners, a triangle that may be the model's.
fn shows_a_mesh(views: &[View], corners: &[Vec2]) -> bool {
    let middle = super::polygon::middle(corners);
    let shows = |view: &&View| {
        let of_two = |corner: Vec2| crate::geometry::lerp(middle, corner, 0.5);
        let mut places = corners.iter().take(8).map(|corner| of_two(*corner)).chain([middle]);
        places.any(|at| view.at(at).any(super::view::Piece::may_be_the_models))
    };
    views.iter().filter(shows).count() >= 2
}

/// The points that recur, those that most views show first, and those that one view shows, the nearest to the origin first.
fn points(views: &[View], reach: f64) -> (Vec<Vec2>, Vec<Vec2>) {
    let mut cells = HashMap::<[i64; 2], Vec<(usize, Vec2)>>::default();
    for (number, view) in views.iter().enumerate() {
        for &at in view.pieces.iter().flat_map(|piece| &piece.corners) {
            if distance(at, [0.0; 2]) <= reach {
                cells.entry(cell_of(at)).or_default().push((number, at));
            }
        }
    }
    let mut order: Vec<(std::cmp::Reverse<usize>, [i64; 2])> = cells
        .keys()
        .map(|cell| {
            let shown: HashSet<usize> =
                around(*cell).filter_map(|cell| cells.get(&cell)).flatten().map(|(view, _)| *view).collect();
            (std::cmp::Reverse(shown.len()), *cell)
        })
        .collect();
    order.sort_unstable();
    let least = (views.len() as f64 * RECURS).ceil().max(2.0) as usize;
    let (mut corners, mut single, mut used) = (Vec::new(), Vec::new(), HashSet::<[i64; 2]>::default());
    for (std::cmp::Reverse(count), cell) in order {
        if around(cell).any(|cell| used.contains(&cell)) {
            continue;
        }
        let mut near: Vec<Vec2> =
            around(cell).filter_map(|cell| cells.get(&cell)).flatten().map(|(_, at)| *at).collect();
        let at = [0, 1].map(|axis| {
            near.sort_by(|a, b| a[axis].total_cmp(&b[axis]));
            near[near.len() / 2][axis]
        });
        if count >= least && corners.len() < CORNERS {
            corners.push(at);
            used.insert(cell);
        } else if count == 1 {
            single.push(at);
            used.insert(cell);
        }
    }
    let far = |at: &Vec2| distance(*at, [0.0; 2]);
    single.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a[0].total_cmp(&b[0])).then(a[1].total_cmp(&b[1])));
    (corners, single)
}

fn cell_of(at: Vec2) -> [i64; 2] {
    at.map(|value| (value / SAME).round() as i64)
}

/// A cell and those around it.
fn around([x, y]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> {
    (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| [x.saturating_add(dx), y.saturating_add(dy)]))
}

/// Whether a point lies between the ends of a line, and on it.
fn is_between(at: Vec2, [from, to]: [Vec2; 2]) -> bool {
    let (along, length) = (sub(to, from), distance(from, to));
    let share = dot(along, sub(at, from));
    cross(along, sub(at, from)).abs() <= ON_LINE * length && share > 0.0 && share < length * length
}

/// Of lines those that do not cross a line of which more is seen. Corners on a line are corners of the floor that were inserted there,
/// so what leads to them is left out.
fn apart(corners: &[Vec2], lines: HashMap<[usize; 2], f64>) -> Vec<[usize; 2]> {
    let mut order: Vec<([usize; 2], f64)> = lines.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let points = |line: [usize; 2]| line.map(|corner| corners[corner]);
    let is_inserted = |corner: usize| {
        order.iter().any(|(line, _)| !line.contains(&corner) && is_between(corners[corner], points(*line)))
    };
    let inserted: Vec<bool> = (0..corners.len()).map(is_inserted).collect();
    let mut kept: Vec<[usize; 2]> = Vec::new();
    for (line, _) in &order {
        let is_free = !line.iter().any(|corner| inserted[*corner])
            && !kept.iter().any(|other| crosses(points(*line), points(*other)));
        if is_free {
            kept.push(*line);
        }
    }
    kept.sort_unstable();
    kept
}

/// Whether two lines cross at a point that is no end of either.
pub(super) fn crosses([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    /// Twice an area that counts as none, in square metres.
    const NOTHING: f64 = 1e-5;
    let differ = |one: f64, other: f64| one.min(other) < -NOTHING && one.max(other) > NOTHING;
    differ(orient2d(a, b, c), orient2d(a, b, d)) && differ(orient2d(c, d, a), orient2d(c, d, b))
}
