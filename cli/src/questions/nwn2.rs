//! Questions to an NWN2 walkmesh.

use anyhow::bail;
use walkmesh::nwn2::{Navigator, Triangle, TriangleId};

use super::{At, Step, Way};
use crate::place::Place;

/// The way that the game takes, by its tables.
pub fn way(navigator: &Navigator<'_>, from: Place, to: Place) -> anyhow::Result<Way> {
    let triangle = |place: Place| match place {
        Place::Face(triangle) => Ok(TriangleId(triangle)),
        other => bail!("{other}: a place in an area is the number of a triangle"),
    };
    let walkmesh = navigator.walkmesh();
    Ok(match navigator.route(triangle(from)?, triangle(to)?) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let steps = route.triangles.iter().filter_map(|id| walkmesh.triangle(*id)).map(step);
            Ok((route.length(walkmesh).into(), steps.collect()))
        }
    })
}

fn step(triangle: Triangle<'_>) -> Step {
    let [x, y] = triangle.as_raw().center;
    // Plus zero: on a floor at height 0 no minus is wanted.
    Step { point: [x, y, triangle.height([x, y]).unwrap_or(0.0) + 0.0], at: at(triangle) }
}

fn at(triangle: Triangle<'_>) -> At {
    At::Triangle { triangle: triangle.id().0, island: triangle.island().map(|island| island.0) }
}
