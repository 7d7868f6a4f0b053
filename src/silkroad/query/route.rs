//! How to get from one cell to another by the tables, and why not.

use std::iter::FusedIterator;

use crate::parallel;
use crate::silkroad::{BlockGraph, CellId, Door, EdgeId, Graph, NoRoute, Place, choices};

/// One edge crossed on a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The cell that is left.
    pub from: Place,
    /// The cell that is entered.
    pub to: Place,
    /// The edge that is crossed: of the block that is entered, so that at a door it is the far side's edge.
    pub edge: EdgeId,
    /// The middle of that edge, in dungeon space and game units.
    pub point: [f32; 3],
    /// At a door, the link's place in the table of the block that is left.
    pub link: Option<u32>,
}

/// A whole route.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Its steps; none if it starts at its goal.
    pub steps: Vec<Step>,
}

impl Route {
    /// The middles of the edges crossed, in order: the way as the tables know it, unsmoothed.
    pub fn points(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + '_ {
        self.steps.iter().map(|step| step.point)
    }

    /// The length from the first point to the last, in game units.
    pub fn length(&self) -> f64 {
        let legs = self.steps.windows(2).map(|pair| choices::distance(pair[0].point, pair[1].point));
        // Not a sum, for that of nothing is minus zero.
        legs.fold(0.0, |sum, leg| sum + leg)
    }
}

/// A walk along the tables, step by step: ends at the goal or with the reason why it cannot be reached.
///
/// Takes no more steps than the dungeon has cells in all the blocks that it can pass, whatever the tables say.
#[derive(Clone, Debug)]
pub struct Walk<'g, 'd> {
    graph: &'g Graph<'d>,
    block: &'g BlockGraph<'d>,
    at: Place,
    goal: Place,
    /// Where to go within the block: the goal, or the cell of the exit.
    target: CellId,
    /// The exit's door, if the goal is in another block.
    door: Option<&'g Door>,
    /// How many more edges may be crossed within this block.
    steps_left: u32,
    /// How many more doors may be passed.
    doors_left: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A block was entered, and it is to be found out where to go in it.
    Entered,
    Inside,
    Done,
}

impl<'d> Graph<'d> {
    /// How many steps a route has room for from the start.
    const USUAL_STEPS: usize = 32;

    /// Walks from one place to another by the tables.
    ///
    /// # Errors
    /// When one of the places does not exist; all other reasons turn up on the way.
    pub fn walk(&self, from: Place, to: Place) -> Result<Walk<'_, 'd>, NoRoute> {
        let block = self.block(from.block).filter(|_| self.has(from)).ok_or(NoRoute::NoSuchPlace(from))?;
        if !self.has(to) {
            return Err(NoRoute::NoSuchPlace(to));
        }
        Ok(Walk {
            graph: self,
            block,
            at: from,
            goal: to,
            target: to.cell,
            door: None,
            steps_left: 0,
            doors_left: self.blocks().len(),
            state: State::Entered,
        })
    }

    /// The route from one place to another by the tables.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, EdgePlan, Graph, NoRoute, Place, Plan, bake};
    ///
    /// // Three cells in a row, and one apart.
    /// let edge = |x: f32, a, b| EdgePlan::inner([x, 0.0, 0.0], CellId(a), CellId(b));
    /// let block = BlockPlan { cells: 4, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
    /// let dungeon = bake(&Plan { region: 32999, blocks: vec![block], doors: vec![] }, &BakeOptions::default())?;
    /// let graph = Graph::of(&dungeon);
    ///
    /// let route = graph.route(Place::new(0, 0), Place::new(0, 2))?;
    /// assert!(route.points().eq([[10.0, 0.0, 0.0], [20.0, 0.0, 0.0]]));
    /// let (from, to) = (Place::new(0, 0), CellId(3));
    /// assert_eq!(graph.route(from, Place::new(0, 3)), Err(NoRoute::OtherPart { from, to }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why there is no route.
    pub fn route(&self, from: Place, to: Place) -> Result<Route, NoRoute> {
        let mut walk = self.walk(from, to)?;
        let mut steps = Vec::with_capacity(Self::USUAL_STEPS);
        while walk.cross_block(&mut steps)? {}
        Ok(Route { steps })
    }

    /// Many routes at once, on all cores; in order.
    pub fn routes(&self, wanted: &[(Place, Place)]) -> Vec<Result<Route, NoRoute>> {
        parallel::map(wanted, |&(from, to)| self.route(from, to))
    }
}

impl Walk<'_, '_> {
    /// Where the walk stands.
    pub const fn place(&self) -> Place {
        self.at
    }

    /// Finds out where to go in the block that was entered.
    fn enter(&mut self) -> Result<(), NoRoute> {
        self.steps_left = self.block.block().cell_count();
        self.state = State::Inside;
        (self.target, self.door) = (self.goal.cell, None);
        if self.at.block == self.goal.block {
            return Ok(());
        }
        let (from, to) = (self.at.block, self.goal.block);
        let cell = self.graph.dungeon().exit(from, to).ok_or(NoRoute::NoExit { from, to })?;
        if cell.0 >= self.block.block().cell_count() {
            return Err(NoRoute::NoSuchExit { from, to, cell });
        }
        let door = self.block.door(cell).ok_or(NoRoute::NoLink(Place { block: from, cell }))?;
        (self.target, self.door) = (cell, Some(door));
        Ok(())
    }

    /// Crosses an edge within the block.
    #[inline]
    fn cross(&mut self) -> Result<Step, NoRoute> {
        let (from, to, block) = (self.at, self.target, self.block);
        let record = block.block().record(from.cell, to);
        let edge = record.and_then(choices::edge_on_the_way).ok_or(NoRoute::OtherPart { from, to })?;
        let point = block.block().centre(edge).ok_or(NoRoute::NoSuchEdge { from, to, edge })?;
        let cell = block.across(from.cell, edge).ok_or(NoRoute::NotItsEdge { from, to, edge })?;
        self.steps_left = self.steps_left.checked_sub(1).ok_or(NoRoute::Loop(Place { block: from.block, cell: to }))?;
        self.at.cell = cell;
        Ok(Step { from, to: self.at, edge, point, link: None })
    }

    /// Crosses the whole block, and passes the door to the next one; whether there is one.
    fn cross_block(&mut self, steps: &mut Vec<Step>) -> Result<bool, NoRoute> {
        self.enter()?;
        while self.at.cell != self.target {
            steps.push(self.cross()?);
        }
        let Some(door) = self.door else { return Ok(false) };
        steps.push(self.pass(door)?);
        Ok(true)
    }

    /// Passes the door to the next block.
    fn pass(&mut self, door: &Door) -> Result<Step, NoRoute> {
        let (from, to) = (self.at, door.to);
        self.doors_left = self.doors_left.checked_sub(1).ok_or(NoRoute::LoopOfBlocks(self.goal.block))?;
        let block = self.graph.block(to).ok_or(NoRoute::NoSuchBlock { from, to })?;
        let edge = door.entry_edge;
        let point = block.block().centre(edge).ok_or(NoRoute::NoSuchEntry { from, to, edge })?;
        let cell = door.entry.ok_or(NoRoute::NoWayBack { from, to })?;
        self.at = Place { block: to, cell };
        self.block = block;
        self.state = State::Entered;
        Ok(Step { from, to: self.at, edge, point, link: Some(door.link) })
    }

    fn step(&mut self) -> Result<Option<Step>, NoRoute> {
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

impl Iterator for Walk<'_, '_> {
    type Item = Result<Step, NoRoute>;

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

impl FusedIterator for Walk<'_, '_> {}
