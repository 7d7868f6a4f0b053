//! The tests of a Silkroad dungeon: routes through its tables, and a bake of its floors.

use walkmesh::diff::TableDiff;
use walkmesh::level::Level;
use walkmesh::silkroad::{BakeOptions, CellRef, Dungeon, Navigator, Plan};

use super::reason::variants;
use super::tally::Tally;

/// The maximum number of routes that are asked of a dungeon.
const ROUTES: usize = 4096;

/// Follows the stored route from every cell to a cell some way on, and counts the answers.
pub fn routes(dungeon: &Dungeon) -> Tally {
    let (mut answers, cells): (Tally, Vec<CellRef>) = (Tally::default(), dungeon.cells().collect());
    let navigator = Navigator::new(dungeon.clone());
    let (step, count) = (cells.len().div_ceil(ROUTES).max(1), cells.len());
    let pairs: Vec<_> = (0..count).step_by(step).map(|from| (cells[from], cells[(from * 31 + 17) % count])).collect();
    for route in navigator.stored_route_many(&pairs) {
        answers.add(route.map_or_else(|error| variants(&error), |_| "found".to_owned()));
    }
    answers
}

/// Returns whether a route failed because the tables are damaged. Cells that are not connected have no route.
pub fn is_damaged(routes: &Tally) -> bool {
    routes.names().any(|answer| !["found", "NoExit", "OtherPart"].contains(&answer))
}

/// Compares the tables of a dungeon with a bake of its floors; `None` without all floors.
pub fn compare(level: &Level) -> anyhow::Result<Option<Vec<TableDiff>>> {
    let parts = level.silkroad();
    let Some((tables, floors)) = parts.tables.zip(parts.floors) else { return Ok(None) };
    if floors.meshes.iter().any(Option::is_none) {
        return Ok(None);
    }
    let (plan, _) = Plan::of_floors(tables.region(), &floors.floors().to_plans(&floors.dof))?;
    Ok(Some(Level::from(tables.clone()).diff_baked(&plan.bake(&BakeOptions::default())?.into())?))
}
