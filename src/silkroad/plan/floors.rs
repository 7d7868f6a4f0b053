//! `FloorPlan`: the floor of a block as triangles. [`Plan::of_floors`] finds the edges between cells, their middles,
//! and the doors between blocks.

use std::collections::BTreeMap;

use crate::geometry::triangle::is_usable;
use crate::geometry::weld::Welder;
use crate::silkroad::choices::{DOOR_REACH, TOUCHING_REACH};
use crate::silkroad::{BlockId, CellId, DoorSide, EdgeId, FloorError, Placement};

use super::doors::{OpenEdge, match_doors};
use super::{BlockPlan, DoorPlan, EdgePlan, Plan};

/// The floor of a block: triangles, each of which becomes a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FloorPlan {
    /// The vertices in the block's own space, in game units, y up. Vertices at the same point are merged.
    pub vertices: Vec<[f32; 3]>,
    /// The cells: three vertex ids each.
    pub triangles: Vec<[u32; 3]>,
    /// The placement of the block.
    pub placement: Placement,
    /// The edges that may be doors, by their two vertex ids. `None` allows every edge of only one triangle.
    pub doors: Option<Vec<[u32; 2]>>,
    /// The blocks that doors may lead to. `None` allows all.
    pub connected: Option<Vec<BlockId>>,
    /// Maximum distance of the other side of a door, in game units: both ends of the other block's edge are less than this far from the
    /// ends of this block's edge. For two floors, the smaller reach counts. With `None`, edges in `doors` reach [as far as the
    /// game's](DOOR_REACH), and other edges have to [touch](TOUCHING_REACH), so that a wall between two rooms is not a door.
    pub door_reach: Option<f32>,
}

/// An edge that a floor names as a door, without a near enough edge of another block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LoneDoor {
    /// The block.
    pub block: BlockId,
    /// The corners, as the floor names them.
    pub vertices: [u32; 2],
}

/// Edges by their two vertex ids, the lower first, with the adjacent triangles.
type Edges = BTreeMap<[u32; 2], (CellId, Option<CellId>)>;

impl Plan {
    /// Makes a plan from the floors of blocks.
    ///
    /// Edges join the triangles that share two corners. Doors join edges of two blocks whose end points lie near each
    /// other, in either order: less than [5 units](DOOR_REACH) apart where both floors name them as doors, else less
    /// than [half a unit](TOUCHING_REACH), or what [`FloorPlan::door_reach`] says. An edge belongs to at most one door;
    /// the nearest pairs are formed first. A block's doors come first among its edges, so that both
    /// [numberings](crate::silkroad::research::choices::DoorEdgeNumber) of a link's edge are the same. The second value lists the doors
    /// named by a floor that lead nowhere.
    ///
    /// For n edges it takes O(n log n) time, unless many edges coincide.
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
    /// let beside = FloorPlan { placement: Placement { position: [60.0, 0.0, 0.0], yaw_radians: 0.0 }, ..square.clone() };
    /// let (plan, lone_doors) = Plan::of_floors(32999, &[square, beside])?;
    /// assert_eq!((plan.doors.len(), lone_doors), (1, vec![]));
    /// assert_eq!(plan.blocks[0].edges[0].centre, [60.0, 0.0, 30.0]);
    /// assert_eq!(plan.blocks[0].edges[1].centre, [30.0, 0.0, 30.0]);
    /// # Ok::<(), walkmesh::silkroad::FloorError>(())
    /// ```
    ///
    /// # Errors
    /// [`FloorError`] for an invalid floor.
    pub fn of_floors(region: u16, floors: &[FloorPlan]) -> Result<(Self, Vec<LoneDoor>), FloorError> {
        let mut edges = Vec::new();
        let mut open = Vec::new();
        for (block, floor) in (0..).map(BlockId).zip(floors) {
            if let Some(&to) = floor.connected.iter().flatten().find(|to| to.index() >= floors.len()) {
                return Err(FloorError::NoSuchBlock { block, to });
            }
            let found = floor.edges(block)?;
            floor.collect_open(block, &found, &mut open)?;
            edges.push(found);
        }
        let connected: Vec<_> = floors.iter().map(|floor| floor.connected.as_deref()).collect();
        let pairs = match_doors(&connected, &open);
        let mut is_lone = vec![true; open.len()];
        pairs.iter().for_each(|&(a, b)| (is_lone[a], is_lone[b]) = (false, false));
        let lone = open.iter().zip(is_lone).filter(|(_, is_lone)| *is_lone);
        let lone = lone.filter_map(|(edge, _)| Some(LoneDoor { block: edge.block, vertices: edge.named? })).collect();
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
        Ok((Self { region, blocks, doors }, lone))
    }
}

impl FloorPlan {
    /// The points of two vertices in dungeon space. Both vertices exist.
    fn place(&self, corners: [u32; 2]) -> [[f32; 3]; 2] {
        corners.map(|corner| self.placement.to_dungeon(self.vertices[corner as usize]))
    }

    /// For each vertex, the first vertex at the same point.
    fn weld(&self, block: BlockId) -> Result<Vec<u32>, FloorError> {
        let mut welder = Welder::with_capacity(self.vertices.len());
        let weld = |(vertex, corner): (usize, &[f32; 3])| {
            let placed = self.placement.to_dungeon(*corner);
            if !(is_usable(&placed) && is_usable(corner)) {
                return Err(FloorError::NotFinite { block, vertex });
            }
            Ok(welder.weld(*corner, vertex as u32))
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
        if let Some(reach) = self.door_reach.filter(|reach| !(reach.is_finite() && *reach >= 0.0)) {
            return Err(FloorError::DoorReach { block, reach });
        }
        let reach = self.door_reach.map(f64::from);
        let reach = reach.unwrap_or(if self.doors.is_some() { DOOR_REACH } else { TOUCHING_REACH });
        let open_edge = |corners, cell, named| OpenEdge { block, cell, ends: self.place(corners), named, reach };
        let Some(doors) = &self.doors else {
            let alone = edges.iter().filter(|(_, (_, second))| second.is_none());
            open.extend(alone.map(|(&corners, &(cell, _))| open_edge(corners, cell, None)));
            return Ok(());
        };
        let welded = self.weld(block)?;
        let mut wanted = Vec::with_capacity(doors.len());
        for &vertices in doors {
            let corner =
                |vertex: u32| welded.get(vertex as usize).copied().ok_or(FloorError::NoSuchVertex { block, vertex });
            let (a, b) = (corner(vertices[0])?, corner(vertices[1])?);
            let corners = [a.min(b), a.max(b)];
            match edges.get(&corners) {
                Some(&(cell, None)) => wanted.push((corners, cell, vertices)),
                found => {
                    let triangles = if found.is_some() { 2 } else { 0 };
                    return Err(FloorError::NotADoor { block, vertices, triangles });
                }
            }
        }
        wanted.sort_unstable();
        wanted.dedup_by_key(|(corners, ..)| *corners);
        open.extend(wanted.into_iter().map(|(corners, cell, vertices)| open_edge(corners, cell, Some(vertices))));
        Ok(())
    }
}

fn middle([a, b]: [[f32; 3]; 2]) -> [f32; 3] {
    std::array::from_fn(|axis| ((f64::from(a[axis]) + f64::from(b[axis])) / 2.0) as f32)
}
