//! The memory use of a dungeon before its tables are made: proportional to its floors, wherever their edges are.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use walkmesh::silkroad::{
    BakeError, BakeOptions, BlockId, BlockPlan, CellId, CellRef, EdgePlan, FloorPlan, Navigator, Placement, Plan,
};
use walkmesh_testing::measure;

/// Triangles around one point, all within 2 units; `apart` ones share only that point.
fn fan(triangles: u16, height: f32, apart: bool) -> FloorPlan {
    let rim = |at: f32| {
        let (sin, cos) = (at / f32::from(triangles) * std::f32::consts::TAU).sin_cos();
        [2.0 * cos, 0.0, 2.0 * sin]
    };
    let mut floor = FloorPlan { vertices: vec![[0.0; 3]], door_reach: Some(5.0), ..FloorPlan::default() };
    floor.placement = Placement { position: [0.0, height, 0.0], yaw_radians: 0.0 };
    let corners = u32::from(triangles);
    if apart {
        floor.vertices.extend((0..2 * triangles).map(|at| rim(f32::from(at) / 2.0)));
        floor.triangles = (0..corners).map(|at| [0, 1 + 2 * at, 2 + 2 * at]).collect();
    } else {
        floor.vertices.extend((0..triangles).map(|at| rim(f32::from(at))));
        floor.triangles = (0..corners).map(|at| [0, 1 + at, 1 + (at + 1) % corners]).collect();
    }
    floor
}

#[test]
fn floors_whose_edges_are_all_near_each_other_cost_no_more_than_others() {
    for (apart, doors) in [(false, 4000), (true, 12_000)] {
        let floors = [fan(4000, 0.0, apart), fan(4000, 1.0, apart)];
        let mut found = 0;
        let cost = measure(|| {
            let (plan, lone_doors) = Plan::of_floors(32_999, &floors).expect("floors");
            assert_eq!(lone_doors, []);
            found = plan.doors.len();
        });
        // Each edge has a counterpart 1 unit above it, nearer than any other.
        assert_eq!(found, doors);
        // All pairs would take 1.2 GB.
        let edges = 2 * 3 * 4000;
        assert!(cost.bytes_max < 1024 * edges, "{} bytes", cost.bytes_max);
    }
}

#[test]
fn a_plan_that_only_claims_to_have_cells_costs_nothing() {
    for cells in [8000, 32_767, u32::MAX] {
        let block = BlockPlan { cells, ..BlockPlan::default() };
        let plan = Plan { region: 32_999, blocks: vec![block], ..Plan::default() };
        let mut refused = None;
        let cost = measure(|| refused = plan.bake(&BakeOptions::default()).err());
        let expected = match cells {
            u32::MAX => BakeError::TooManyFaces { block: BlockId(0), faces: cells },
            _ => BakeError::UnnamedCells { block: BlockId(0), cells, named: 0 },
        };
        assert_eq!(refused, Some(expected));
        assert!(cost.bytes_max < 10_000, "{cells} cells held {} bytes", cost.bytes_max);
    }
}

/// A row of cells; the table of its block has 4 bytes for each pair of them.
#[test]
fn a_navigator_copies_no_table() {
    const CELLS: u32 = 1000;
    let edges = (1..CELLS).map(|cell| EdgePlan::inner([cell as f32, 0.0, 0.0], CellId(cell - 1), CellId(cell)));
    let block = BlockPlan { cells: CELLS, edges: edges.collect(), ..BlockPlan::default() };
    let plan = Plan { region: 32_999, blocks: vec![block], ..Plan::default() };
    let dungeon = Arc::new(plan.bake(&BakeOptions::default()).expect("the plan is sound"));
    // Only allocations of this thread are counted, so it does all work alone.
    let _alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool of this thread");
    let cost = measure(|| {
        let navigator = Navigator::new(Arc::clone(&dungeon));
        let route = navigator.stored_route(CellRef::new(0, 0), CellRef::new(0, CELLS - 1)).expect("one row");
        assert_eq!(route.steps.len(), CELLS as usize - 1);
        assert!(Arc::ptr_eq(&navigator.into_inner(), &dungeon));
    });
    let table = 4 * u64::from(CELLS) * u64::from(CELLS);
    assert!(cost.bytes_max < table / 10, "{} bytes beside a table of {table}", cost.bytes_max);
}
