//! The grid planner: a search over cells around the goal, for short paths.

use std::collections::BTreeMap;

use super::choices::{GRID_EXPANSIONS, GRID_SLACK, GridNeighbours, MIN_CELL};
use super::objects::Obstacles;
use super::straight_walk::{WalkCode, to_f32};
use super::{Engine, Walker};
use crate::geometry::{Vec2, distance, sub};

/// A path over cells.
#[derive(Debug)]
pub(super) struct GridWay {
    /// From the start to the goal, or to the first cell within the goal's range.
    pub(super) points: Vec<[f32; 2]>,
    pub(super) passes: u32,
}

/// A cell: along the line from the goal to the start, and across.
type Cell = [i32; 2];

/// The engine's search on a grid whose origin is the goal and whose first axis leads to the start.
struct Grid<'a> {
    engine: &'a Engine,
    walker: &'a Walker,
    past: Obstacles,
    from: [f32; 2],
    to: [f32; 2],
    /// A cell's sides.
    axes: [Vec2; 2],
    start: Cell,
    goal_radius: i32,
    /// The steps between neighbouring cells, and whether each is free.
    free: BTreeMap<(Cell, Cell), bool>,
}

impl Engine {
    /// The path of the grid planner, which ends within `range` metres of the goal.
    pub(super) fn grid_way(
        &self,
        from: [f32; 2],
        to: [f32; 2],
        range: f32,
        walker: &Walker,
        past: Obstacles,
    ) -> Option<GridWay> {
        let (start, goal) = (from.map(f64::from), to.map(f64::from));
        let cell = f64::from(walker.radius).max(MIN_CELL);
        let (way, length) = (sub(start, goal), distance(start, goal));
        let [x, y] = if length > 0.0 { way.map(|value| value * cell / length) } else { [cell, 0.0] };
        // The casts saturate, and beyond the reach of a pass no path is found.
        let cells = (length / cell).round() as i32;
        if cells > GRID_EXPANSIONS as i32 {
            return None;
        }
        let goal_radius = (f64::from(range.max(0.0)) / cell) as i32;
        let mut grid = Grid {
            engine: self,
            walker,
            past,
            from,
            to,
            axes: [[x, y], [-y, x]],
            start: [cells, 0],
            goal_radius,
            free: BTreeMap::new(),
        };
        let bounds = GRID_SLACK.map(|slack| cells.saturating_add(slack));
        let mut passes = 0;
        (bounds[0]..bounds[1]).step_by(2).find_map(|bound| {
            passes += 1;
            let cells = grid.pass(bound)?;
            Some(GridWay { points: cells.into_iter().map(|cell| grid.at(cell)).collect(), passes })
        })
    }
}

impl Grid<'_> {
    /// One depth-first search: the cells of the first path no longer than the bound.
    fn pass(&mut self, bound: i32) -> Option<Vec<Cell>> {
        let mut reached = BTreeMap::from([(self.start, 0)]);
        let mut expansions = 1;
        let mut way = vec![(self.start, 0, self.successors(self.start))];
        while let Some((cell, cost, successors)) = way.last_mut() {
            let (cell, cost, Some((next, step))) = (*cell, *cost, successors.pop()) else {
                way.pop();
                continue;
            };
            let total = cost + step;
            let is_beyond = total + from_goal(next) - self.goal_radius > bound;
            if is_beyond || reached.get(&next).is_some_and(|before| *before <= total) || !self.is_free(cell, next) {
                continue;
            }
            reached.insert(next, total);
            if is_within(next, self.goal_radius) {
                return Some(way.iter().map(|(cell, ..)| *cell).chain([next]).collect());
            }
            if expansions == GRID_EXPANSIONS {
                return None;
            }
            expansions += 1;
            way.push((next, total, self.successors(next)));
        }
        None
    }

    /// The neighbours of a cell with the costs of a step, the one nearest to the goal last.
    fn successors(&self, [i, j]: Cell) -> Vec<(Cell, i32)> {
        let steps: &[Cell] = match self.engine.choices().grid_neighbours {
            GridNeighbours::Four => &[[-1, 0], [0, -1], [0, 1], [1, 0]],
            GridNeighbours::Eight => &[[-1, 0], [0, -1], [0, 1], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]],
        };
        let mut successors: Vec<_> = steps.iter().map(|[di, dj]| ([i + di, j + dj], di.abs() + dj.abs())).collect();
        // Stable: among equally near ones, the first in the list is tried first.
        successors.reverse();
        successors.sort_by_key(|(cell, _)| std::cmp::Reverse(from_goal(*cell)));
        successors
    }

    fn is_free(&mut self, from: Cell, to: Cell) -> bool {
        if let Some(known) = self.free.get(&(from, to)) {
            return *known;
        }
        let walk = self.engine.walk_past(self.at(from), self.at(to), self.walker, self.past);
        let is_free = walk.code == WalkCode::Clear;
        self.free.insert((from, to), is_free);
        is_free
    }

    /// The middle of a cell; for the first and the last cell, the start and the goal themselves.
    fn at(&self, cell: Cell) -> [f32; 2] {
        if cell == self.start {
            return self.from;
        }
        if cell == [0, 0] {
            return self.to;
        }
        let [u, v] = self.axes;
        let [i, j] = cell.map(f64::from);
        to_f32([0, 1].map(|axis| f64::from(self.to[axis]) + i * u[axis] + j * v[axis]))
    }
}

fn from_goal([i, j]: Cell) -> i32 {
    i.abs() + j.abs()
}

/// Returns whether a cell is at most a given number of cells from the goal's cell.
const fn is_within([i, j]: Cell, radius: i32) -> bool {
    i * i + j * j <= radius.saturating_mul(radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_within_a_radius_lie_in_a_circle() {
        let around =
            |radius| (-4..=4).flat_map(|i| (-4..=4).map(move |j| [i, j])).filter(move |at| is_within(*at, radius));
        assert_eq!([0, 1, 2, 3].map(|radius| around(radius).count()), [1, 5, 13, 29]);
        assert!(is_within([0, 9], i32::MAX));
    }
}
