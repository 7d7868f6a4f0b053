//! `Fit`: tests whether a `.bms` is the floor that a block's tables were made from.
//!
//! Some tables were made from simplified floors, whose cells differ from the cells of the `.bms`
//! (`docs/formats/ainav.md#simplified-floors`). The two must not be mixed up. The file itself distinguishes them,
//! because it stores the midpoint of each edge.

use std::collections::BTreeMap;

use super::choices::{DoorEdgeNumber, SAME_EDGE, SIMPLIFIED_HEIGHT, distance, is_one_door};
use super::{Block, BlockGraph, BlockId, CellId, Dungeon, EdgeId, Floor, Floors};

/// The fit between a floor and the tables of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    /// The tables were made from this floor: the cells are the same, and so are the edges.
    Same(Portals),
    /// The tables were probably made from a simplified form of this floor: cells or edges differ, but the midpoints of all edges lie on the
    /// floor.
    Simplified,
    /// The floor belongs to another block, or is placed elsewhere.
    Other {
        /// Number of edges whose midpoints lie on the floor.
        on_floor: usize,
        /// Number of all edges.
        edges: usize,
    },
}

/// The edges of a block as portals: the two ends of each edge, in dungeon space.
#[derive(Clone, Debug, PartialEq)]
pub struct Portals {
    ends: Vec<[[f32; 3]; 2]>,
}

impl Portals {
    /// The ends of an edge.
    #[must_use]
    pub fn ends(&self, edge: EdgeId) -> Option<[[f32; 3]; 2]> {
        self.ends.get(edge.index()).copied()
    }
}

/// Tests whether a block's tables were made from a floor. They were if the floor has the same number of cells, the midpoint of each edge is
/// within [half a unit](SAME_EDGE) of one of the floor's edges, and each edge joins the same two cells. A block without edges fits any
/// floor with the same number of cells.
#[must_use]
pub fn fit(block: Block<'_>, joins: &BlockGraph, floor: &Floor) -> Fit {
    if let Some(portals) = portals(block, joins, floor) {
        return Fit::Same(portals);
    }
    let centres = block.centres();
    let is_on_floor = |centre: [f32; 3]| {
        let found = floor.floor_nearest(centre);
        found.is_some_and(|found| (f64::from(found.height) - f64::from(centre[1])).abs() < SIMPLIFIED_HEIGHT)
    };
    let on_floor = centres.iter().filter(|&&centre| is_on_floor(centre.into())).count();
    if on_floor == centres.len() && on_floor > 0 {
        Fit::Simplified
    } else {
        Fit::Other { on_floor, edges: centres.len() }
    }
}

fn portals(block: Block<'_>, joins: &BlockGraph, floor: &Floor) -> Option<Portals> {
    let mesh = floor.mesh();
    if mesh.cells.len() != block.cell_count() as usize {
        return None;
    }
    // The floor's edges by the two cells that they join, the lower first. Edges of the outline have their one cell
    // twice.
    let mut edges: BTreeMap<[CellId; 2], Vec<[[f32; 3]; 2]>> = BTreeMap::new();
    for edge in mesh.inline.iter().chain(&mesh.outline) {
        let a = CellId(edge.src_cell.into());
        let b = if edge.dst_cell == crate::formats::bms::Edge::NO_CELL { a } else { CellId(edge.dst_cell.into()) };
        edges.entry([a.min(b), a.max(b)]).or_default().push(floor.ends(edge)?);
    }
    let mut ends = Vec::new();
    for edge in (0..block.edge_count()).map(EdgeId) {
        let centre = block.centre(edge)?;
        let cells = joins.sides(edge).or_else(|| joins.door_at(edge).map(|cell| [cell; 2]));
        // An edge that no route crosses is not tied to cells, so any edge of the floor may match.
        let candidates: Vec<_> = match cells {
            Some(cells) => edges.get(&cells)?.iter().collect(),
            None => edges.values().flatten().collect(),
        };
        let apart = |ends: &[[f32; 3]; 2]| distance(centre, middle(*ends));
        let nearest = candidates.into_iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        if apart(nearest).is_nan() || apart(nearest) >= SAME_EDGE {
            return None;
        }
        ends.push(*nearest);
    }
    Some(Portals { ends })
}

/// Finds the numbering of a link's last field: the one by which the door's middle in the other block is near an edge of
/// this block's outline. If both numberings fit, it is [`Edge`](DoorEdgeNumber::Edge). `None` if neither fits, or a
/// floor is missing.
#[must_use]
pub fn door_edge_number(
    dungeon: &Dungeon,
    floors: &Floors,
    from: BlockId,
    link: &crate::formats::ainav::Link,
) -> Option<DoorEdgeNumber> {
    let to = BlockId(link.linked_obj_id.into());
    let (own, other) = (floors.floor(from)?, floors.floor(to)?);
    let number = link.linked_obj_ref_edge_index;
    let is_at_border = |door: [f32; 3]| {
        let ends = own.mesh().outline.iter().filter_map(|edge| own.ends(edge));
        ends.map(middle).any(|edge| is_one_door(edge, door))
    };
    let by_edge = dungeon.block(to)?.centre(EdgeId(number.into()));
    let by_outline = other.mesh().outline.get(usize::from(number)).and_then(|edge| other.ends(edge)).map(middle);
    if by_edge.is_some_and(is_at_border) {
        Some(DoorEdgeNumber::Edge)
    } else {
        by_outline.is_some_and(is_at_border).then_some(DoorEdgeNumber::Outline)
    }
}

fn middle([a, b]: [[f32; 3]; 2]) -> [f32; 3] {
    std::array::from_fn(|axis| ((f64::from(a[axis]) + f64::from(b[axis])) / 2.0) as f32)
}
