//! The tiles of a floor, which list the edges of its outline, after an edit.
//!
//! A tile lists the edges that lie in it. It is not known how the game treats an edge that only touches a tile. So remaining
//! edges stay in the tiles that list them, and new ones are listed wherever they touch. An edge listed too often does no harm.
//! A floor is checked against this rule before its tiles are rebuilt.

use std::collections::{BTreeMap, HashSet};

use crate::formats::bms::{Edge, Grid, NavMesh, Tile, Vertex};
use crate::silkroad::ImportError;

use super::edges::Edges;

/// Width of a tile, in game units (`docs/formats/dof-bms.md#floor`).
const FLOOR_TILE: f64 = 100.0;

/// Distance from a tile within which an edge touches it, and depth at which it certainly lies in it, in game units.
const TOUCH: f64 = 0.01;

/// The tiles for a new outline, which has at most 65,535 edges. `is_moved` says whether an end of an edge was moved.
pub(super) fn rebuild(
    before: &NavMesh,
    vertices: &[Vertex],
    edges: &Edges,
    is_moved: impl Fn(&Edge) -> bool,
) -> Result<Grid, ImportError> {
    let is_same = |(number, (edge, from)): (usize, (&Edge, &Option<usize>))| *from == Some(number) && !is_moved(edge);
    let is_unchanged = edges.outline.len() == before.outline.len()
        && edges.outline.iter().zip(&edges.outline_before).enumerate().all(is_same);
    if is_unchanged {
        return Ok(before.grid.clone());
    }
    let tiles = Tiles::new(&before.grid)?;
    tiles.check_rule(before)?;
    let mut now: BTreeMap<usize, u16> = BTreeMap::new();
    let mut listed: Vec<Vec<u16>> = vec![Vec::new(); before.grid.tiles.len()];
    let mut new = Vec::new();
    for (number, (edge, from)) in edges.outline.iter().zip(&edges.outline_before).enumerate() {
        match from {
            Some(from) if !is_moved(edge) => drop(now.insert(*from, number as u16)),
            _ => new.push((number as u16, edge)),
        }
    }
    for (list, tile) in listed.iter_mut().zip(&before.grid.tiles) {
        list.extend(tile.outline.iter().filter_map(|edge| now.get(&usize::from(*edge))));
    }
    for (number, edge) in new {
        let ends = ends(vertices, edge).ok_or(ImportError::UnknownEdgeRule("an edge names a missing vertex"))?;
        if !tiles.hold(ends) {
            return Err(ImportError::OutsideTiles { width: before.grid.width, height: before.grid.height });
        }
        tiles.visit(ends, TOUCH, |tile| {
            listed[tile].push(number);
            Ok(())
        })?;
    }
    let tiles = listed.into_iter().map(|outline| Tile { outline }).collect();
    Ok(Grid { tiles, ..before.grid.clone() })
}

/// The tiles of a floor in the plan view.
struct Tiles {
    origin: [f64; 2],
    count: [usize; 2],
}

impl Tiles {
    fn new(grid: &Grid) -> Result<Self, ImportError> {
        let origin = [grid.origin_x, grid.origin_z].map(f64::from);
        let count = [grid.width as usize, grid.height as usize];
        if count[0].checked_mul(count[1]) != Some(grid.tiles.len()) || !origin.iter().all(|at| at.is_finite()) {
            return Err(ImportError::UnknownTileRule("their number is not width times height"));
        }
        Ok(Self { origin, count })
    }

    /// Rejects a floor with a tile that does not list an edge inside it. It stops at the first one, so its time is bounded by the length of
    /// the lists.
    fn check_rule(&self, mesh: &NavMesh) -> Result<(), ImportError> {
        let tiles = mesh.grid.tiles.iter().enumerate();
        let listed: HashSet<(usize, u16)> =
            tiles.flat_map(|(tile, list)| list.outline.iter().map(move |edge| (tile, *edge))).collect();
        if listed.iter().any(|(_, edge)| usize::from(*edge) >= mesh.outline.len()) {
            return Err(ImportError::UnknownTileRule("a tile lists an edge that does not exist"));
        }
        if mesh.outline.len() > usize::from(u16::MAX) {
            return Err(ImportError::UnknownTileRule("there are more edges than a tile can name"));
        }
        for (number, edge) in mesh.outline.iter().enumerate().map(|(number, edge)| (number as u16, edge)) {
            let Some(ends) = ends(&mesh.vertices, edge).filter(|ends| self.hold(*ends)) else { continue };
            self.visit(ends, -TOUCH, |tile| {
                let missing = ImportError::UnknownTileRule("a tile does not list an edge that lies in it");
                listed.contains(&(tile, number)).then_some(()).ok_or(missing)
            })?;
        }
        Ok(())
    }

    /// Returns whether both ends of an edge lie in the tiles.
    fn hold(&self, ends: [[f64; 2]; 2]) -> bool {
        let is_inside = |axis: usize, at: f64| {
            let most = self.origin[axis] + FLOOR_TILE * self.count[axis] as f64;
            at >= self.origin[axis] - TOUCH && at <= most + TOUCH
        };
        ends.iter().all(|end| is_inside(0, end[0]) && is_inside(1, end[1]))
    }

    /// Calls `tile` with each tile that an edge touches, if tiles are enlarged on each side by `margin`. An edge on the border
    /// of all tiles lies in the adjacent ones.
    fn visit(
        &self,
        ends: [[f64; 2]; 2],
        margin: f64,
        mut tile: impl FnMut(usize) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let inside = |end: [f64; 2]| -> [f64; 2] {
            std::array::from_fn(|axis| {
                let most = self.origin[axis] + FLOOR_TILE * self.count[axis] as f64 - 2.0 * TOUCH;
                end[axis].max(self.origin[axis] + 2.0 * TOUCH).min(most)
            })
        };
        let ends = ends.map(inside);
        for row in self.range(1, ends, margin) {
            // The part of the edge that lies in this row.
            let low = self.origin[1] + FLOOR_TILE * row as f64 - margin;
            let high = self.origin[1] + FLOOR_TILE * (row + 1) as f64 + margin;
            let Some(part) = clip(ends, low, high) else { continue };
            for column in self.range(0, part, margin) {
                tile(row * self.count[0] + column)?;
            }
        }
        Ok(())
    }

    /// The tiles along an axis that an edge touches.
    fn range(&self, axis: usize, ends: [[f64; 2]; 2], margin: f64) -> std::ops::Range<usize> {
        let [a, b] = ends.map(|end| end[axis] - self.origin[axis]);
        // A tile from i to i + 1 is touched if i + 1 + margin is not below the minimum, and i - margin not above the maximum.
        // Casts saturate.
        let first = (((a.min(b) - margin) / FLOOR_TILE).ceil() - 1.0).max(0.0) as usize;
        let end = (((a.max(b) + margin) / FLOOR_TILE).floor() + 1.0).max(0.0) as usize;
        first..end.min(self.count[axis]).max(first)
    }
}

/// The part of an edge whose z lies in a range.
fn clip([a, b]: [[f64; 2]; 2], low: f64, high: f64) -> Option<[[f64; 2]; 2]> {
    let (from, to) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    if high < low || to[1] < low || from[1] > high {
        return None;
    }
    let at = |z: f64| {
        if to[1] > from[1] { from[0] + (to[0] - from[0]) * ((z - from[1]) / (to[1] - from[1])) } else { from[0] }
    };
    let start = if from[1] < low { [at(low), low] } else { from };
    let end = if to[1] > high { [at(high), high] } else { to };
    Some([start, end])
}

/// The ends of an edge in the plan view.
fn ends(vertices: &[Vertex], edge: &Edge) -> Option<[[f64; 2]; 2]> {
    let [a, b] = edge.vertices.map(|vertex| vertices.get(usize::from(vertex)));
    let place = |vertex: &Vertex| [vertex.position.x, vertex.position.z].map(f64::from);
    Some([place(a?), place(b?)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_of_an_edge_in_a_range_of_z_lies_on_the_edge() {
        let edge = [[10.0, 0.0], [30.0, 40.0]];
        assert_eq!(clip(edge, 10.0, 20.0), Some([[15.0, 10.0], [20.0, 20.0]]));
        assert_eq!(clip([edge[1], edge[0]], -5.0, 20.0), Some([[10.0, 0.0], [20.0, 20.0]]));
        assert_eq!(clip([[1.0, 5.0], [7.0, 5.0]], 5.0, 9.0), Some([[1.0, 5.0], [7.0, 5.0]]));
        assert_eq!([clip(edge, 41.0, 50.0), clip(edge, -9.0, -1.0)], [None; 2]);
    }
}
