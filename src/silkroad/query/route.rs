//! Routes from one cell to another by the tables.

use std::iter::FusedIterator;

use crate::mesh::{Route, Waypoint};
use crate::parallel;
use crate::silkroad::{Block, BlockGraph, CellId, CellRef, Door, Dungeon, EdgeId, Graph, RouteError, choices};

use super::Navigator;

/// A step of a route: one edge that is crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RouteStep {
    /// The cell that the step leaves.
    pub from: CellRef,
    /// The cell that the step enters.
    pub to: CellRef,
    /// The edge that is crossed, by its number in the entered block. At a door it is the far side's edge.
    pub edge: EdgeId,
    /// The midpoint of that edge, in dungeon space and game units.
    pub point: [f32; 3],
    /// At a door, the link's index in the table of the block that the step leaves.
    pub link: Option<u32>,
}

/// The midpoint of the edge. [`Navigator::pull_string`] straightens the path through them.
impl Waypoint for RouteStep {
    fn point(&self) -> [f32; 3] {
        self.point
    }
}

/// A route along the tables, step by step. It ends at the goal or with the reason why it does not reach it.
///
/// It ends after a bounded number of steps, whatever the tables say: it passes no more doors than there are blocks, and
/// between two doors crosses no more edges than the block has cells.
#[derive(Clone, Debug)]
pub struct RouteSteps<'n> {
    dungeon: &'n Dungeon,
    graph: &'n Graph,
    /// The current block of the route: its tables, and their graph.
    block: Block<'n>,
    joins: &'n BlockGraph,
    at: CellRef,
    goal: CellRef,
    /// The next cell to reach within the block: the goal, or the cell of the exit.
    target: CellId,
    /// The exit's door, if the goal is in another block.
    door: Option<&'n Door>,
    /// Number of edges that may still be crossed within this block.
    steps_left: u32,
    /// Number of doors that may still be passed.
    doors_left: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A block was entered; its exit, or the goal in it, is not known yet.
    Entered,
    Inside,
    Done,
}

impl Navigator {
    /// The capacity with which a route starts.
    const USUAL_STEPS: usize = 32;

    /// The steps of the route from one cell to another by the tables.
    ///
    /// # Errors
    /// [`RouteError::NoSuchFace`] if one of the cells does not exist. All other errors come as items.
    pub fn stored_route_steps(
        &self,
        from: impl Into<CellRef>,
        to: impl Into<CellRef>,
    ) -> Result<RouteSteps<'_>, RouteError> {
        RouteSteps::between(self.dungeon(), self.graph(), from.into(), to.into())
    }

    /// The route from one cell, or the cell of a position, to another by the tables.
    ///
    /// # Errors
    /// [`RouteError`], with the reason why the route does not exist.
    pub fn stored_route(
        &self,
        from: impl Into<CellRef>,
        to: impl Into<CellRef>,
    ) -> Result<Route<RouteStep>, RouteError> {
        let mut walk = self.stored_route_steps(from, to)?;
        let mut steps = Vec::with_capacity(Self::USUAL_STEPS);
        while walk.cross_block(&mut steps)? {}
        Ok(Route { steps })
    }

    /// [`stored_route`](Self::stored_route) for many pairs of cells in order, on all cores.
    #[must_use]
    pub fn stored_route_many(&self, wanted: &[(CellRef, CellRef)]) -> Vec<Result<Route<RouteStep>, RouteError>> {
        parallel::map(wanted, |&(from, to)| self.stored_route(from, to))
    }
}

impl<'n> RouteSteps<'n> {
    fn between(dungeon: &'n Dungeon, graph: &'n Graph, from: CellRef, to: CellRef) -> Result<Self, RouteError> {
        let no_such = |face| RouteError::NoSuchFace { face };
        let joins = graph.block(from.block).filter(|_| graph.has(from)).ok_or(no_such(from))?;
        if !graph.has(to) {
            return Err(no_such(to));
        }
        Ok(Self {
            dungeon,
            graph,
            block: dungeon.block_with(from.block, joins.cell_count()).ok_or(no_such(from))?,
            joins,
            at: from,
            goal: to,
            target: to.cell,
            door: None,
            steps_left: 0,
            doors_left: graph.blocks().len(),
            state: State::Entered,
        })
    }

    /// The current cell of the route.
    #[must_use]
    pub const fn cell(&self) -> CellRef {
        self.at
    }

    /// Finds the exit or the goal in the block that was entered.
    fn enter(&mut self) -> Result<(), RouteError> {
        self.steps_left = self.block.cell_count();
        self.state = State::Inside;
        (self.target, self.door) = (self.goal.cell, None);
        if self.at.block == self.goal.block {
            return Ok(());
        }
        let (from, to) = (self.at.block, self.goal.block);
        let cell = self.dungeon.exit(from, to).ok_or(RouteError::NoExit { from, to })?;
        if cell.0 >= self.block.cell_count() {
            return Err(RouteError::NoSuchExit { from, to, cell });
        }
        let door = self.joins.door(cell).ok_or(RouteError::NoLink(CellRef { block: from, cell }))?;
        (self.target, self.door) = (cell, Some(door));
        Ok(())
    }

    /// Crosses an edge within the block.
    #[inline]
    fn cross(&mut self) -> Result<RouteStep, RouteError> {
        let (from, to, block) = (self.at, self.target, self.block);
        let record = block.record(from.cell, to);
        let edge = record.and_then(choices::edge_on_the_way).ok_or(RouteError::OtherPart { from, to })?;
        let point = block.centre(edge).ok_or(RouteError::NoSuchEdge { from, to, edge })?;
        let cell = self.joins.across(from.cell, edge).ok_or(RouteError::NotItsEdge { from, to, edge })?;
        self.steps_left =
            self.steps_left.checked_sub(1).ok_or(RouteError::Loop(CellRef { block: from.block, cell: to }))?;
        self.at.cell = cell;
        Ok(RouteStep { from, to: self.at, edge, point, link: None })
    }

    /// Crosses the whole block and passes the door to the next one. Returns whether there is a next block.
    fn cross_block(&mut self, steps: &mut Vec<RouteStep>) -> Result<bool, RouteError> {
        self.enter()?;
        while self.at.cell != self.target {
            steps.push(self.cross()?);
        }
        let Some(door) = self.door else { return Ok(false) };
        steps.push(self.pass(door)?);
        Ok(true)
    }

    /// Passes the door to the next block.
    fn pass(&mut self, door: &Door) -> Result<RouteStep, RouteError> {
        let (from, to) = (self.at, door.to);
        self.doors_left = self.doors_left.checked_sub(1).ok_or(RouteError::LoopOfBlocks(self.goal.block))?;
        let joins = self.graph.block(to).ok_or(RouteError::NoSuchBlock { from, to })?;
        let block = self.dungeon.block_with(to, joins.cell_count()).ok_or(RouteError::NoSuchBlock { from, to })?;
        let edge = door.entry_edge;
        let point = block.centre(edge).ok_or(RouteError::NoSuchEntry { from, to, edge })?;
        let cell = door.entry.ok_or(RouteError::NoWayBack { from, to })?;
        self.at = CellRef { block: to, cell };
        (self.block, self.joins) = (block, joins);
        self.state = State::Entered;
        Ok(RouteStep { from, to: self.at, edge, point, link: Some(door.link) })
    }

    fn step(&mut self) -> Result<Option<RouteStep>, RouteError> {
        if self.state == State::Entered {
            self.enter()?;
        }
        if self.at.cell != self.target {
            return self.cross().map(Some);
        }
        match self.door {
            Some(door) => self.pass(door).map(Some),
            None => Ok(None),
        }
    }
}

impl Iterator for RouteSteps<'_> {
    type Item = Result<RouteStep, RouteError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Done {
            return None;
        }
        let step = self.step().transpose();
        if !matches!(step, Some(Ok(_))) {
            self.state = State::Done;
        }
        step
    }
}

impl FusedIterator for RouteSteps<'_> {}
