//! Questions to a Silkroad dungeon.

use anyhow::{anyhow, bail, ensure};
use walkmesh::silkroad::{self, Floors, Graph, Openings};

use super::{At, CutOff, Floor, FoundWay, Nearest, NoAnswer, Reach, StandIn, Step, Way};
use crate::parts::Part;
use crate::place::{Place, Point};

/// The way that the tables lead.
pub fn way(graph: &Graph<'_>, from: Place, to: Place) -> anyhow::Result<Way> {
    let [(from, first), (to, last)] = [cell(graph, from)?, cell(graph, to)?];
    let stand_ins = [first, last].into_iter().flatten().collect();
    Ok(match graph.route(from, to) {
        Err(reason) => Err(reason.to_string().into()),
        Ok(route) => {
            let steps = route.steps.iter().map(step).collect();
            Ok(FoundWay { stand_ins, ..FoundWay::by_tables(route.length(), steps) })
        }
    })
}

/// The way that the tables lead, pulled tight through the openings that the floors have: where it passes each edge.
pub fn taut_way(graph: &Graph<'_>, floors: &Floors, from: Place, to: Place) -> anyhow::Result<Way> {
    let openings = Openings::of(graph, floors);
    let stand = |place| stand(graph, floors, &openings, place);
    let [(from, start, first), (to, end, last)] = [stand(from)?, stand(to)?];
    Ok(match graph.route(from, to) {
        Err(reason) => Err(reason.to_string().into()),
        Ok(route) => {
            let taut = openings.pull_tight(start, end, &route);
            let passes = route.steps.iter().zip(&taut.passes).map(|(passed, &point)| Step { point, ..step(passed) });
            let stand_ins = [first, last].into_iter().flatten().collect();
            Ok(FoundWay { stand_ins, ..FoundWay::by_tables(taut.length(), passes.collect()) })
        }
    })
}

/// From where the tables do not lead to a place.
pub fn cut_off(graph: &Graph<'_>, goal: Place) -> anyhow::Result<Result<Reach, NoAnswer>> {
    let (goal, _) = cell(graph, goal)?;
    let cut_off = match graph.cut_off_from(goal) {
        Ok(cut_off) => cut_off,
        Err(reason) => return Ok(Err(reason.to_string().into())),
    };
    let total = graph.blocks().iter().map(|block| block.connected_part_count() as usize).sum();
    let cut_off = cut_off.into_iter().map(|silkroad::CutOff { block, part, cells, first, reason }| {
        let plural = if cells == 1 { "" } else { "s" };
        CutOff {
            place: vec![Part::new("block", block.0), Part::new("connected_part", part)],
            size: cells,
            point: None,
            text: format!(
                "connected part {part} of {block}, {cells} cell{plural} from {}:{} on: {reason}",
                block.0, first.0
            ),
        }
    });
    Ok(Ok(Reach { of: "connected_parts_of_blocks", total, cut_off: cut_off.collect() }))
}

/// The point of a floor that is nearest to another one. Of two numbers the second is Z, for Y is up.
pub fn nearest(floors: &Floors, point: Point) -> Option<Nearest> {
    let found = match point {
        Point { x, y, z: Some(z) } => floors.snap([x, y, z]),
        Point { x, y: z, z: None } => floors.snap_in_plan(x, z),
    };
    let (silkroad::Place { block, cell }, point, distance) = found?;
    Some(Nearest { point, distance, at: At::Cell { block: block.0, cell: cell.0 } })
}

/// All floors at a place, by ascending height. Of two numbers the second is Z, for Y is up.
pub fn floors(floors: &Floors, point: Point) -> Vec<Floor> {
    let Point { x, y, z } = point;
    let found = floors.all(x, z.unwrap_or(y)).into_iter();
    found
        .map(|silkroad::Located { place: silkroad::Place { block, cell }, height }| Floor {
            height,
            faces_down: false,
            at: At::Cell { block: block.0, cell: cell.0 },
        })
        .collect()
}

/// The cell that is meant, and where in it: the middle of a cell that is named. And what stands for a point that is on no
/// floor.
fn stand(
    graph: &Graph<'_>,
    floors: &Floors,
    openings: &Openings<'_>,
    place: Place,
) -> anyhow::Result<(silkroad::Place, [f32; 3], Option<StandIn>)> {
    if let Place::Point(point @ Point { x, y, z: Some(z) }) = place {
        // A floor that is not the one that the tables were made from has other cells.
        let found = floors.locate([x, y, z]).filter(|found| openings.has(found.place.block));
        return Ok(match found {
            Some(silkroad::Located { place, height }) => (place, [x, height, z], None),
            None => {
                let (cell, by_edge) = cell(graph, place)?;
                let by_floor = nearest(floors, point).map(|nearest| StandIn { place, nearest });
                (cell, [x, y, z], by_floor.or(by_edge))
            }
        });
    }
    let (meant, _) = cell(graph, place)?;
    let floor = floors.floor(meant.block).filter(|_| openings.has(meant.block));
    let corners = floor.and_then(|floor| floor.corners(meant.cell));
    // One that is not there has no way either, and no middle.
    ensure!(corners.is_some() || !graph.has(meant), "{place} is in a block without a floor; say where with X,Y,Z");
    let corners = corners.unwrap_or_default();
    let middle = std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
    Ok((meant, middle, None))
}

fn step(step: &silkroad::Step) -> Step {
    let silkroad::Place { block, cell } = step.to;
    let at = At::Entered { block: block.0, cell: cell.0, edge: step.edge.0, link: step.link };
    Step { point: step.point, at }
}

/// The cell that is meant, and for a point, of which the file knows no floor, the nearest edge that has it.
fn cell(graph: &Graph<'_>, place: Place) -> anyhow::Result<(silkroad::Place, Option<StandIn>)> {
    match place {
        Place::Cell { block, cell } => Ok((silkroad::Place::new(block, cell), None)),
        Place::Point(Point { x, y, z: Some(z) }) => {
            let found = graph.nearest_cell([x, y, z]);
            let silkroad::NearestCell { place: cell, edge, distance } =
                found.ok_or_else(|| anyhow!("has no cell with an edge to be near to"))?;
            let point = graph.block(cell.block).and_then(|block| block.block().centre(edge)).unwrap_or([x, y, z]);
            let at = At::Cell { block: cell.block.0, cell: cell.cell.0 };
            Ok((cell, Some(StandIn { place, nearest: Nearest { point, distance, at } })))
        }
        Place::Point(_) => bail!("{place}: a point in a dungeon needs X,Y,Z, where Y is up"),
        Place::Face(_) => bail!("{place}: a place in a dungeon is BLOCK:CELL or X,Y,Z"),
    }
}
