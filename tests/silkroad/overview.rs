//! Overviews: where the floors of a dungeon are, and which of their cells are connected.

use std::collections::BTreeMap;

use proptest::prelude::*;
use walkmesh::formats::dof::{Block, Dof};
use walkmesh::mesh::{Position, Route};
use walkmesh::silkroad::{BakeOptions, BlockId, CellRef, FloorPlan, Floors, Graph, Navigator, Plan};

use crate::floors::on_disk;
use crate::generate::{floors as generated, recipes};

/// The floors of some of the blocks, as they would be on disk.
fn floors(plans: &[FloorPlan], is_present: impl Fn(usize) -> bool) -> Floors {
    let mut dof = Dof::default();
    let block = |plan: &FloorPlan| Block {
        position: plan.placement.position.into(),
        yaw: plan.placement.yaw_radians,
        ..Block::default()
    };
    dof.blocks.blocks = plans.iter().map(block).collect();
    let mesh = |(index, plan): (usize, &FloorPlan)| is_present(index).then(|| on_disk(plan).mesh().clone());
    Floors::new(&dof, plans.iter().enumerate().map(mesh).collect())
}

/// For each cell, the lowest cell that a walk over edges and through doors reaches from it.
fn first_reached(graph: &Graph, cells: &[CellRef]) -> BTreeMap<CellRef, CellRef> {
    let mut first_of = BTreeMap::new();
    for &first in cells {
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            if first_of.contains_key(&cell) {
                continue;
            }
            first_of.insert(cell, first);
            let block = graph.block(cell.block).expect("the block exists");
            waiting.extend(block.neighbours(cell.cell).iter().map(|&(_, other)| CellRef { cell: other, ..cell }));
            let doors = block.doors().iter().filter(|door| door.cell == cell.cell);
            waiting.extend(doors.filter_map(|door| Some(CellRef { block: door.to, cell: door.entry? })));
        }
    }
    first_of
}

/// The corners of a cell in dungeon space.
fn corners(navigator: &Navigator, cell: CellRef) -> Option<[[f32; 3]; 3]> {
    navigator.floors()?.floor(cell.block)?.corners(cell.cell)
}

/// The area of a cell in the plan view.
fn area(corners: [[f32; 3]; 3]) -> f64 {
    let [a, b, c] = corners.map(|[x, _, z]| [x, z].map(f64::from));
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
}

#[test]
fn without_floors_there_is_no_overview() {
    let plans = generated(crate::generate::Recipe { rooms: [2, 1], squares: [2, 2], islands: false, seed: 1 });
    let dungeon = Plan::of_floors(32999, &plans).expect("floors").0.bake(&BakeOptions::default()).expect("a dungeon");
    let navigator = Navigator::new(dungeon);
    let overview = navigator.overview().expect("never fails");
    assert_eq!((overview.bounds, overview.area, overview.parts), (None, 0.0, Vec::new()));
    assert_eq!(navigator.connected_part(Position::new([0.0; 3], CellRef::new(0, 0))), Ok(None));

    let navigator = navigator.with_floors(floors(&plans, |_| true));
    assert_eq!(navigator.connected_part(Position::new([0.0; 3], CellRef::new(0, 0))), Ok(Some(0)));
    assert_eq!(navigator.connected_part(Position::new([0.0; 3], CellRef::new(7, 0))), Ok(None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn parts_are_the_cells_with_floor_that_edges_and_doors_connect(recipe in recipes(true), missing in 0..4_usize) {
        let plans = generated(recipe);
        let dungeon = Plan::of_floors(32999, &plans).expect("floors").0.bake(&BakeOptions::default()).expect("a dungeon");
        // The floor of one block is missing, if there is such a block.
        let navigator = Navigator::new(dungeon).with_floors(floors(&plans, |block| block + 1 != missing));
        let cells: Vec<_> = navigator.dungeon().cells().collect();
        let first_of = first_reached(navigator.graph(), &cells);
        let overview = navigator.overview().expect("never fails");

        let mut numbers = BTreeMap::new();
        let mut parts = vec![(0_u32, 0.0); overview.parts.len()];
        for &cell in &cells {
            let part = navigator.connected_part(Position::new([0.0; 3], cell)).expect("never fails");
            let Some(corners) = corners(&navigator, cell) else {
                prop_assert_eq!((part, cell.block), (None, BlockId(missing as u32 - 1)));
                continue;
            };
            let part = part.expect("the cell has a floor");
            prop_assert_eq!(*numbers.entry(first_of[&cell]).or_insert(part), part, "{}", cell);
            let counted = &mut parts[part as usize];
            *counted = (counted.0 + 1, counted.1 + area(corners));
            let [min, max] = overview.parts[part as usize].bounds;
            prop_assert!(corners.iter().all(|at| (0..3).all(|axis| min[axis] <= at[axis] && at[axis] <= max[axis])));
        }
        // A route step by step is the whole route, and ends at its first error.
        for &to in &cells {
            let mut steps = navigator.stored_route_steps(cells[0], to).expect("both exist");
            let walked: Result<Vec<_>, _> = steps.by_ref().collect();
            prop_assert!(steps.next().is_none() && (walked.is_err() || steps.cell() == to));
            prop_assert_eq!(walked.map(Route::from_iter), navigator.stored_route(cells[0], to));
        }

        // Parts are numbered in the order of their first cells.
        prop_assert!(numbers.values().copied().eq(0..overview.parts.len() as u32));
        for (number, (part, (faces, area))) in (0..).zip(overview.parts.iter().zip(&parts)) {
            prop_assert_eq!(part.faces, *faces);
            prop_assert!((part.area - area).abs() <= 1e-9 * area);
            prop_assert_eq!(navigator.connected_part(part.sample).expect("never fails"), Some(number));
            let [x, _, z] = part.sample.point;
            prop_assert!(navigator.floors_at([x, z]).iter().any(|floor| floor.face == part.sample.face));
        }
    }
}
