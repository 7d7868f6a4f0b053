//! Makes a plan from triangle floors: finds the edges between cells, their middles, and the doors between blocks.

use std::collections::{BTreeMap, HashMap};

use super::choices::{DOOR_REACH, distance};
use super::{BlockId, BlockPlan, CellId, DoorPlan, DoorSide, EdgeId, EdgePlan, Placement, Plan};

/// The floor of a block: triangles, each of which becomes a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FloorPlan {
    /// Corners, as the block sees them, in game units, y up. Corners at the same place are one.
    pub vertices: Vec<[f32; 3]>,
    /// The cells: three corners each.
    pub triangles: Vec<[u32; 3]>,
    /// Where the block stands.
    pub placement: Placement,
    /// The edges that may be doors, by their corners; where it is not said, any that only one triangle has.
    pub doors: Option<Vec<[u32; 2]>>,
    /// The blocks that there may be doors to; where it is not said, all.
    pub connected: Option<Vec<BlockId>>,
}

/// Why no plan can be made from floors. The floors are at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FloorError {
    /// A corner is not a number, or infinite, or its block stands there.
    #[error("corner {vertex} of {block} is nowhere: it is not a finite number")]
    VertexNotFinite {
        /// The block.
        block: BlockId,
        /// The corner.
        vertex: usize,
    },
    /// A triangle or a door has a corner that does not exist.
    #[error("{block} names corner {vertex}, which does not exist")]
    NoSuchVertex {
        /// The block.
        block: BlockId,
        /// The corner named.
        vertex: u32,
    },
    /// Two corners of a triangle are one.
    #[error("{cell} of {block} has two corners at the same place")]
    Degenerate {
        /// The block.
        block: BlockId,
        /// The triangle.
        cell: CellId,
    },
    /// More than two triangles share an edge: where it leads would be a matter of taste.
    #[error("{cell} of {block} is the third triangle at an edge")]
    ThirdAtEdge {
        /// The block.
        block: BlockId,
        /// The third triangle.
        cell: CellId,
    },
}

/// An edge that only one triangle of its block has.
struct OpenEdge {
    block: BlockId,
    cell: CellId,
    /// In dungeon space.
    ends: [[f32; 3]; 2],
}

/// An edge by its corners, the lower first, and the triangles at it.
type Edges = BTreeMap<[u32; 2], (CellId, Option<CellId>)>;

impl Plan {
    /// Makes a plan from the floors of blocks.
    ///
    /// Edges join the triangles that share two corners. Doors join edges of two blocks whose end points lie less than
    /// [5 units](DOOR_REACH) apart, in either order; each edge is one door's at most, the nearest get each other
    /// first. A block's doors come first among its edges, so that both [readings](super::choices::DoorEdgeNumber) of a
    /// link's edge are the same.
    ///
    /// ```
    /// use walkmesh::silkroad::{FloorPlan, Placement, Plan};
    ///
    /// // A square of two triangles, and another one beside it.
    /// let square = FloorPlan {
    ///     vertices: vec![[0.0, 0.0, 0.0], [60.0, 0.0, 0.0], [60.0, 0.0, 60.0], [0.0, 0.0, 60.0]],
    ///     triangles: vec![[0, 1, 2], [0, 2, 3]],
    ///     ..FloorPlan::default()
    /// };
    /// let beside = FloorPlan { placement: Placement { position: [60.0, 0.0, 1.0], yaw: 0.0 }, ..square.clone() };
    /// let plan = Plan::of_floors(32999, &[square, beside])?;
    /// assert_eq!(plan.doors.len(), 1);
    /// assert_eq!(plan.blocks[0].edges[0].centre, [60.0, 0.0, 30.0]);
    /// assert_eq!(plan.blocks[0].edges[1].centre, [30.0, 0.0, 30.0]);
    /// # Ok::<(), walkmesh::silkroad::FloorError>(())
    /// ```
    ///
    /// # Errors
    /// When a floor is not one.
    pub fn of_floors(region: u16, floors: &[FloorPlan]) -> Result<Self, FloorError> {
        let mut edges = Vec::new();
        let mut open = Vec::new();
        for (block, floor) in (0..).map(BlockId).zip(floors) {
            let found = floor.edges(block)?;
            floor.collect_open(block, &found, &mut open)?;
            edges.push(found);
        }
        let pairs = match_doors(floors, &open);
        let mut blocks: Vec<_> = floors
            .iter()
            .map(|floor| BlockPlan { cells: floor.triangles.len() as u32, ..BlockPlan::default() })
            .collect();
        let mut side = |edge: &OpenEdge| {
            let edges = &mut blocks[edge.block.index()].edges;
            edges.push(EdgePlan::of_door(middle(edge.ends)));
            DoorSide { block: edge.block, cell: edge.cell, edge: EdgeId(edges.len() as u32 - 1) }
        };
        let doors = pairs.into_iter().map(|(a, b)| DoorPlan { sides: [side(&open[a]), side(&open[b])] }).collect();
        for ((floor, edges), block) in floors.iter().zip(&edges).zip(&mut blocks) {
            let mut inner: Vec<_> = edges.iter().filter_map(|(&ends, &(a, b))| Some(([a, b?], ends))).collect();
            inner.sort_unstable();
            block
                .edges
                .extend(inner.into_iter().map(|([a, b], ends)| EdgePlan::inner(middle(floor.place(ends)), a, b)));
        }
        Ok(Self { region, blocks, doors })
    }
}

impl FloorPlan {
    /// Two corners in dungeon space. They were found to exist.
    fn place(&self, corners: [u32; 2]) -> [[f32; 3]; 2] {
        corners.map(|corner| self.placement.to_dungeon(self.vertices[corner as usize]))
    }

    /// For each corner the first one at its place.
    fn weld(&self, block: BlockId) -> Result<Vec<u32>, FloorError> {
        let mut first = HashMap::new();
        let weld = |(vertex, corner): (usize, &[f32; 3])| {
            let placed = self.placement.to_dungeon(*corner);
            if !placed.iter().chain(corner).all(|value| value.is_finite()) {
                return Err(FloorError::VertexNotFinite { block, vertex });
            }
            // 0 and -0 are one place.
            let place = corner.map(|value| (value + 0.0).to_bits());
            Ok(*first.entry(place).or_insert(vertex as u32))
        };
        self.vertices.iter().enumerate().map(weld).collect()
    }

    /// All edges of the floor.
    fn edges(&self, block: BlockId) -> Result<Edges, FloorError> {
        let welded = self.weld(block)?;
        let mut edges = Edges::new();
        for (cell, triangle) in (0..).map(CellId).zip(&self.triangles) {
            let corner =
                |vertex: u32| welded.get(vertex as usize).copied().ok_or(FloorError::NoSuchVertex { block, vertex });
            let [a, b, c] = *triangle;
            let [a, b, c] = [corner(a)?, corner(b)?, corner(c)?];
            if a == b || b == c || c == a {
                return Err(FloorError::Degenerate { block, cell });
            }
            for (a, b) in [(a, b), (b, c), (c, a)] {
                match edges.entry([a.min(b), a.max(b)]).or_insert((cell, None)) {
                    (first, _) if *first == cell => {}
                    (_, second @ None) => *second = Some(cell),
                    _ => return Err(FloorError::ThirdAtEdge { block, cell }),
                }
            }
        }
        Ok(edges)
    }

    /// Collects the edges that may be doors.
    fn collect_open(&self, block: BlockId, edges: &Edges, open: &mut Vec<OpenEdge>) -> Result<(), FloorError> {
        let mut add = |corners, &(cell, other): &(CellId, Option<CellId>)| {
            if other.is_none() {
                open.push(OpenEdge { block, cell, ends: self.place(corners) });
            }
        };
        let Some(doors) = &self.doors else {
            edges.iter().for_each(|(&corners, cells)| add(corners, cells));
            return Ok(());
        };
        let welded = self.weld(block)?;
        let mut wanted = Vec::with_capacity(doors.len());
        for &[a, b] in doors {
            let corner =
                |vertex: u32| welded.get(vertex as usize).copied().ok_or(FloorError::NoSuchVertex { block, vertex });
            let (a, b) = (corner(a)?, corner(b)?);
            wanted.push([a.min(b), a.max(b)]);
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
            .iter()
            .filter_map(|corners| Some((*corners, edges.get(corners)?)))
            .for_each(|(at, cells)| add(at, cells));
        Ok(())
    }

    fn may_lead_to(&self, block: BlockId) -> bool {
        self.connected.as_ref().is_none_or(|connected| connected.contains(&block))
    }
}

/// The pairs of open edges that are doors: each edge in one at most, the nearest first; in order.
fn match_doors(floors: &[FloorPlan], open: &[OpenEdge]) -> Vec<(usize, usize)> {
    // The middles of two edges whose ends are near are as near, so they are in the same or in touching boxes.
    let box_of = |edge: &OpenEdge| middle(edge.ends).map(|value| (f64::from(value) / DOOR_REACH).floor() as i64);
    let mut boxes: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for (at, edge) in open.iter().enumerate() {
        boxes.entry(box_of(edge)).or_default().push(at);
    }
    let mut found = Vec::new();
    for (at, edge) in open.iter().enumerate() {
        let [x, y, z] = box_of(edge);
        let step = |value: i64, by: i64| value.saturating_add(by - 1);
        let around = (0..27).map(|n| [step(x, n % 3), step(y, n / 3 % 3), step(z, n / 9)]);
        for other in around.filter_map(|key| boxes.get(&key)).flatten().copied().filter(|&other| other > at) {
            let (a, b) = (edge, &open[other]);
            let allowed = floors[a.block.index()].may_lead_to(b.block) && floors[b.block.index()].may_lead_to(a.block);
            if a.block != b.block && allowed {
                found.extend(apart(a.ends, b.ends).map(|apart| (apart, at, other)));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut taken = vec![false; open.len()];
    let mut pairs: Vec<_> = found
        .into_iter()
        .filter_map(|(_, a, b)| {
            let free = !taken[a] && !taken[b];
            if free {
                (taken[a], taken[b]) = (true, true);
            }
            free.then_some((a, b))
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

/// How far apart the ends of two edges are together, in the better order; none if an end is out of reach.
fn apart(a: [[f32; 3]; 2], b: [[f32; 3]; 2]) -> Option<f64> {
    let sum = |first: [f32; 3], second: [f32; 3]| {
        let (first, second) = (distance(a[0], first), distance(a[1], second));
        (first < DOOR_REACH && second < DOOR_REACH).then_some(first + second)
    };
    let orders = [sum(b[0], b[1]), sum(b[1], b[0])];
    orders.into_iter().flatten().min_by(f64::total_cmp)
}

fn middle([a, b]: [[f32; 3]; 2]) -> [f32; 3] {
    std::array::from_fn(|axis| ((f64::from(a[axis]) + f64::from(b[axis])) / 2.0) as f32)
}
