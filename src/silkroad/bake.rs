//! The bake: makes all tables of a dungeon from its cells, edges and doors.
//!
//! How the game made its tables is unknown. The guesses are in [`choices`](super::choices): the [cost](super::choices::cost) of a route,
//! the tie-break, and the entry for a missing route. For each goal there is one tree of routes, so following a table always arrives. The
//! same plan gives the same bytes on every machine, on any number of cores.
//!
//! A table gives one route for each cell and goal, whichever edge the monster entered by. The tree gives each cell the cheapest route that
//! crosses one edge into a neighbour and then follows that neighbour's own route. The cost of a route starts at the midpoint of its first
//! edge, but the cost of getting to that edge depends on the edge by which the cell was entered. So the best route of a neighbour need not
//! be the best continuation for a monster that comes through it. A route can therefore be longer than the shortest one in the plan, and
//! longer than another table would make it: the bake does not search over all tables.

mod block_table;
mod limit;
mod mirror;
mod near_first;
mod topology;
mod tree;
mod triangles;
mod ways;

use foldhash::{HashSet, HashSetExt};

use crate::formats::Vector3;
use crate::formats::ainav::{AiNavData, CellLookup, Link, RefBlock, RefDungeon, SimpleBlock, SimpleDungeonData};

use block_table::{Exit, Exits, block_table};
use mirror::mirror;
use topology::{MOST, Topology};
use tree::{NO_EDGE, Tree};
use triangles::Triangles;

use super::dungeon::DUNGEON_BIT;
use super::{BakeError, BlockId, BlockPlan, CellRef, DoorPlan, DoorSide, Dungeon, LostLink, Plan, choices};
use crate::parallel;

pub use limit::BakeOptions;

impl Dungeon {
    /// Bakes all tables again, from the content of the stored ones: cells, edges and doors.
    ///
    /// The result is no larger than this dungeon, so no limit of `options` can refuse it. Each part's closing word becomes 0.
    /// Bytes between the two parts, whose meaning is unknown, are kept.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, EdgePlan, Plan};
    ///
    /// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
    /// let plan = Plan { region: 32999, blocks: vec![BlockPlan { cells: 2, edges, ..BlockPlan::default() }], doors: vec![] };
    /// let baked = plan.bake(&BakeOptions::default())?;
    ///
    /// let mut raw = baked.clone().into_raw();
    /// raw.ref_dungeon.int0 = 7;
    /// let mut dungeon = walkmesh::silkroad::Dungeon::from_raw(raw);
    /// assert!(dungeon.bake(&BakeOptions::default())?.lost_links.is_empty());
    /// assert_eq!(dungeon, baked);
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    ///
    /// # Errors
    /// [`BakeError`], if the content of the tables cannot be baked, such as an edge whose midpoint is not finite. The dungeon is then
    /// unchanged.
    pub fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        let (plan, lost_links) = Plan::new(self);
        let size_limit = options.size_limit.unwrap_or(0).max(plan.file_size());
        let tables = plan.bake_tables(&options.clone().with_size_limit(size_limit))?;
        let gap = std::mem::take(self).into_raw().gap;
        *self = Self::from_raw(AiNavData { gap, ..tables });
        Ok(BakeReport { lost_links })
    }
}

/// A report on a bake of a dungeon: the changes besides its tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeReport {
    /// The links that were not half of a door. They could not be kept.
    pub lost_links: Vec<LostLink>,
}

impl Plan {
    /// Bakes a dungeon from this plan.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockId, BlockPlan, CellId, DoorPlan, DoorSide, EdgeId, EdgePlan};
    /// use walkmesh::silkroad::{CellRef, Navigator, Plan};
    ///
    /// // Two blocks of one cell each, with a door between them.
    /// let block = BlockPlan { cells: 1, edges: vec![EdgePlan::of_door([30.0, 0.0, 0.0])], ..BlockPlan::default() };
    /// let side = |block| DoorSide { block: BlockId(block), cell: CellId(0), edge: EdgeId(0) };
    /// let door = DoorPlan { sides: [side(0), side(1)] };
    /// let plan = Plan { region: 32999, blocks: vec![block.clone(), block], doors: vec![door] };
    /// let dungeon = plan.bake(&BakeOptions::default())?;
    ///
    /// let route = Navigator::new(dungeon).stored_route(CellRef::new(0, 0), CellRef::new(1, 0))?;
    /// assert_eq!(route.steps.len(), 1);
    /// assert_eq!(route.steps[0].point, [30.0, 0.0, 0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BakeError`], if the plan contradicts itself, has no cell or no region of a dungeon, or asks for more than
    /// the format can express or the options allow.
    pub fn bake(&self, options: &BakeOptions) -> Result<Dungeon, BakeError> {
        if self.region & DUNGEON_BIT == 0 {
            return Err(BakeError::NotADungeon(self.region));
        }
        let tables = self.bake_tables(options)?;
        if self.blocks.iter().all(|block| block.cells == 0) {
            Err(BakeError::NoCells)
        } else {
            Ok(Dungeon::from_raw(tables))
        }
    }

    /// The tables of a new plan or of a file. Some files contain data that a new plan may not.
    fn bake_tables(&self, options: &BakeOptions) -> Result<AiNavData, BakeError> {
        let plan = self;
        if plan.blocks.len() > MOST {
            return Err(BakeError::TooManyBlocks(plan.blocks.len()));
        }
        options.check(plan)?;
        let blocks = (0..).map(BlockId).zip(&plan.blocks);
        let topologies = blocks.map(|(id, block)| Topology::new(id, block)).collect::<Result<Vec<_>, _>>()?;
        let exits = exits(plan)?;
        let exits: Vec<_> = topologies.iter().zip(exits).map(|(block, exits)| Exits::new(block, exits)).collect();
        let ref_block = |(at, (block, plan)): (usize, (&Topology, &BlockPlan))| RefBlock {
            index: plan.index.unwrap_or(at as u32),
            edge_count: plan.edges.len() as u32,
            cell_lookup_table: cell_table(block),
            links: exits[at].exits.iter().map(|exit| link(exit, &exits)).collect(),
        };
        let simple_block = |block: &BlockPlan| SimpleBlock {
            edge_centers: block.edges.iter().map(|edge| Vector3::from(edge.centre)).collect(),
        };
        Ok(AiNavData {
            ref_dungeon: RefDungeon {
                region_id: plan.region,
                blocks: topologies.iter().zip(&plan.blocks).enumerate().map(ref_block).collect(),
                block_lookup_table: block_table(&exits),
                int0: 0,
            },
            simple_dungeon_data: SimpleDungeonData {
                region_id: plan.region,
                blocks: plan.blocks.iter().map(simple_block).collect(),
                int1: 0,
            },
            gap: Vec::new(),
        })
    }
}

/// The exits of each block, ascending by cell.
fn exits(plan: &Plan) -> Result<Vec<Vec<Exit>>, BakeError> {
    let mut sides = vec![Vec::new(); plan.blocks.len()];
    let mut taken = HashSet::new();
    for &DoorPlan { sides: [a, b] } in &plan.doors {
        if a.block == b.block {
            return Err(BakeError::DoorToItself(a.block));
        }
        for (near, far) in [(a, b), (b, a)] {
            let block = plan.blocks.get(near.block.index()).filter(|block| near.cell.0 < block.cells);
            let edge = block.and_then(|block| block.edges.get(near.edge.index()));
            let edge = edge.ok_or(BakeError::NoSuchDoorSide(near))?;
            if edge.joins.is_some() || !taken.insert((near.block, near.edge)) {
                return Err(BakeError::DoorEdgeTaken(near));
            }
            sides[near.block.index()].push((near, far));
        }
    }
    for sides in &mut sides {
        sides.sort_unstable();
        if let Some(twice) = sides.windows(2).find(|pair| pair[0].0.cell == pair[1].0.cell) {
            let (side, _) = twice[0];
            let mut to = [twice[0].1.block, twice[1].1.block];
            to.sort_unstable();
            return Err(BakeError::TwoDoors { cell: CellRef { block: side.block, cell: side.cell }, to });
        }
    }
    // Each far side exists, and its cell has only one door.
    let exit = |&(near, far): &(DoorSide, DoorSide)| Exit {
        cell: near.cell.index(),
        edge: near.edge.index(),
        to: (far.block.index(), sides[far.block.index()].partition_point(|(side, _)| side.cell < far.cell)),
        point: plan.blocks[far.block.index()].edges[far.edge.index()].centre,
    };
    Ok(sides.iter().map(|sides| sides.iter().map(exit).collect()).collect())
}

fn link(exit: &Exit, blocks: &[Exits]) -> Link {
    let (block, far) = exit.to;
    Link {
        id: exit.cell as u32,
        cell_id: exit.cell as u16,
        linked_obj_id: block as u16,
        linked_obj_ref_edge_index: blocks[block].exits[far].edge as u16,
    }
}

/// The cell table. Goals are rows, starts are columns.
fn cell_table(block: &Topology) -> Vec<CellLookup> {
    let cells = block.cells;
    // The search for routes writes all of it. Until then, zeroed memory costs nothing.
    let mut table = bytemuck::zeroed_vec(cells * cells);
    match Triangles::new(block) {
        Some(triangles) => triangles.fill(&mut table),
        None => {
            let work = || (Tree::new(block), vec![NO_EDGE; cells]);
            parallel::fill_rows(&mut table, cells, work, |(tree, next), goal, row| {
                tree.grow(block, goal, next);
                let record = |&mut edge: &mut i16| CellLookup { ref_edge_index0: edge, ..choices::NO_WAY };
                row.iter_mut().zip(next.iter_mut().map(record)).for_each(|(row, record)| *row = record);
            });
        }
    }
    mirror(&mut table, cells);
    table
}
