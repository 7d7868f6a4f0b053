//! Questions to a Silkroad dungeon.

use anyhow::{anyhow, bail};
use walkmesh::silkroad::{self, Graph};

use super::{At, Step, Way};
use crate::place::{Place, Point};

/// The way that the tables lead.
pub fn way(graph: &Graph<'_>, from: Place, to: Place) -> anyhow::Result<Way> {
    let [from, to] = [cell(graph, from)?, cell(graph, to)?];
    Ok(match graph.route(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => Ok((route.length(), route.steps.iter().map(step).collect())),
    })
}

fn step(step: &silkroad::Step) -> Step {
    let silkroad::Place { block, cell } = step.to;
    let at = At::Cell { block: block.0, cell: cell.0, edge: step.edge.0, link: step.link };
    Step { point: step.point, at }
}

/// The cell that is meant.
fn cell(graph: &Graph<'_>, place: Place) -> anyhow::Result<silkroad::Place> {
    match place {
        Place::Cell { block, cell } => Ok(silkroad::Place::new(block, cell)),
        Place::Point(Point { x, y, z: Some(z) }) => {
            let nearest = graph.nearest_cell([x, y, z]);
            Ok(nearest.ok_or_else(|| anyhow!("has no cell with an edge to be near to"))?.place)
        }
        Place::Point(_) => bail!("{place}: a point in a dungeon needs X,Y,Z, where Y is up"),
        Place::Face(_) => bail!("{place}: a place in a dungeon is BLOCK:CELL or X,Y,Z"),
    }
}
