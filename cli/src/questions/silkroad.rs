//! Questions to a Silkroad dungeon.

use anyhow::{anyhow, bail, ensure};
use walkmesh::silkroad::{self, Floors, Graph, Openings};

use super::{At, Floor, FoundWay, Step, Way};
use crate::place::{Place, Point};

/// The way that the tables lead.
pub fn way(graph: &Graph<'_>, from: Place, to: Place) -> anyhow::Result<Way> {
    let [from, to] = [cell(graph, from)?, cell(graph, to)?];
    Ok(match graph.route(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => Ok(FoundWay::by_tables(route.length(), route.steps.iter().map(step).collect())),
    })
}

/// The way that the tables lead, pulled tight through the openings that the floors have: where it passes each edge.
pub fn taut_way(graph: &Graph<'_>, floors: &Floors, from: Place, to: Place) -> anyhow::Result<Way> {
    let openings = Openings::of(graph, floors);
    let stand = |place| stand(graph, floors, &openings, place);
    let [(from, start), (to, end)] = [stand(from)?, stand(to)?];
    Ok(match graph.route(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let taut = openings.pull_tight(start, end, &route);
            let passes = route.steps.iter().zip(&taut.passes).map(|(passed, &point)| Step { point, ..step(passed) });
            Ok(FoundWay::by_tables(taut.length(), passes.collect()))
        }
    })
}

/// All floors at a place, by ascending height. Of two numbers the second is Z, for Y is up.
pub fn floors(floors: &Floors, point: Point) -> Vec<Floor> {
    let Point { x, y, z } = point;
    let found = floors.all(x, z.unwrap_or(y)).into_iter();
    found
        .map(|silkroad::Located { place: silkroad::Place { block, cell }, height }| Floor {
            height,
            faces_down: false,
            at: At::FloorCell { block: block.0, cell: cell.0 },
        })
        .collect()
}

/// The cell that is meant, and where in it: the middle of a cell that is named.
fn stand(
    graph: &Graph<'_>,
    floors: &Floors,
    openings: &Openings<'_>,
    place: Place,
) -> anyhow::Result<(silkroad::Place, [f32; 3])> {
    if let Place::Point(Point { x, y, z: Some(z) }) = place {
        // A floor that is not the one that the tables were made from has other cells.
        let found = floors.locate([x, y, z]).filter(|found| openings.has(found.place.block));
        return Ok(match found {
            Some(silkroad::Located { place, height }) => (place, [x, height, z]),
            None => (cell(graph, place)?, [x, y, z]),
        });
    }
    let meant = cell(graph, place)?;
    let floor = floors.floor(meant.block).filter(|_| openings.has(meant.block));
    let corners = floor.and_then(|floor| floor.corners(meant.cell));
    // One that is not there has no way either, and no middle.
    ensure!(corners.is_some() || !graph.has(meant), "{place} is in a block without a floor; say where with X,Y,Z");
    let corners = corners.unwrap_or_default();
    Ok((meant, std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0)))
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
