//! A scene as the plan of a new dungeon.

use std::collections::BTreeMap;

use crate::exchange::{LostMark, Mark, MatchReport, NodeReport, Scene, TriangleSet, Up};
use crate::geometry::weld::weld_all;
use crate::silkroad::{FloorPlan, ImportError, Plan};

use super::doors::{self, OpenEdges};

/// Maximum block number that a node's name can give.
const MOST: u32 = 32_766;

impl Plan {
    /// Makes the plan of a new dungeon from a scene: a block from each node, with a cell from each triangle.
    ///
    /// If every node has a different number at the start of its name, such as `003 hall`, the blocks have these numbers, and
    /// missing blocks have no cells. Otherwise they are in the order of the scene. If there are marks whose names begin with `door`, doors
    /// are at these marks: for each, the nearest edge of only one triangle whose middle is less than 5 units away. A mark that belongs to
    /// no node is used in each block that has an edge there. Without such marks, doors are where floors of two blocks touch, as in
    /// [`Plan::of_floors`].
    ///
    /// ```
    /// use walkmesh::exchange::{ClassedTriangle, Transform, Scene, SceneNode, TriangleSet, Up};
    /// use walkmesh::silkroad::Plan;
    ///
    /// let points = vec![[0.0, 0.0, 0.0], [60.0, 0.0, 0.0], [60.0, 0.0, 60.0], [0.0, 0.0, 60.0]];
    /// let triangles = [[0, 1, 2], [0, 2, 3]].map(|corners| ClassedTriangle { corners, class: 0 }).into();
    /// let square = SceneNode {
    ///     name: "000 west".into(),
    ///     set: TriangleSet { points, triangles, ..TriangleSet::default() },
    ///     ..SceneNode::default()
    /// };
    /// let mut beside = SceneNode { name: "001 east".into(), ..square.clone() };
    /// beside.placement = Transform::of_offset([60.0, 0.0, 0.0]);
    /// let scene = Scene { up: Up::Y, nodes: vec![square, beside], ..Scene::default() };
    /// let (plan, reports) = Plan::from_scene(32999, &scene)?;
    /// assert_eq!((plan.doors.len(), reports.len()), (1, 2));
    /// # Ok::<(), walkmesh::silkroad::ImportError>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError::NoSuchPoint`] and [`ImportError::Floor`].
    pub fn from_scene(region: u16, scene: &Scene) -> Result<(Self, Vec<NodeReport>), ImportError> {
        let upright = |point: [f32; 3]| match (scene.up, point) {
            (Up::Y, point) => point,
            (Up::Z, [x, y, z]) => [x, z, 0.0 - y],
        };
        let scene_marks: Vec<Mark> =
            scene.marks.iter().map(|mark| Mark { point: upright(mark.point), name: mark.name.clone() }).collect();
        let mut all_marks = scene.nodes.iter().flat_map(|node| &node.set.marks).chain(&scene.marks);
        let has_doors = all_marks.any(doors::is_door);
        let numbers = block_numbers(scene);
        let blocks = numbers.iter().max().map_or(0, |last| *last as usize + 1);
        let (mut floors, mut reports) = (vec![FloorPlan::default(); blocks], vec![None; blocks]);
        let mut is_placed = vec![false; scene_marks.len()];
        for (node, number) in scene.nodes.iter().zip(&numbers) {
            let mut set = node.placed_set().into_owned();
            set.points
                .iter_mut()
                .chain(set.marks.iter_mut().map(|mark| &mut mark.point))
                .for_each(|at| *at = upright(*at));
            let mut report = NodeReport::new(&node.name, MatchReport::default());
            report.matched.added = (0..set.triangles.len() as u32).collect();
            let open = open_edges(&node.name, &set)?;
            let doors = has_doors.then(|| place(&set, &open, &scene_marks, &mut is_placed, &mut report));
            let triangles = set.triangles.iter().map(|row| row.corners).collect();
            floors[*number as usize] = FloorPlan { vertices: set.points, triangles, doors, ..FloorPlan::default() };
            reports[*number as usize] = Some(report);
        }
        let (plan, lone) = Self::of_floors(region, &floors)?;
        for door in lone {
            if let Some(Some(report)) = reports.get_mut(door.block.index()) {
                let [a, b] = door.vertices.map(|vertex| floors[door.block.index()].vertices[vertex as usize]);
                let [x, y, z] = doors::middle([a, b]);
                report.note(format!("The door at ({x}, {y}, {z}) leads nowhere: no other block has a door there."));
            }
        }
        let mut reports: Vec<NodeReport> = reports.into_iter().flatten().collect();
        if let Some(first) = reports.first_mut() {
            let lost = scene_marks.iter().zip(is_placed).filter(|(_, is_placed)| !is_placed);
            let reason = "it belongs to no node, and no block has an edge there that can be a door";
            first.marks_not_placed.extend(lost.map(|(mark, _)| LostMark { mark: mark.clone(), reason: reason.into() }));
        }
        Ok((plan, reports))
    }
}

/// The doors of a block: from its own marks and from the scene's marks.
fn place(
    set: &TriangleSet,
    open: &[[u32; 2]],
    scene_marks: &[Mark],
    is_placed: &mut [bool],
    report: &mut NodeReport,
) -> Vec<[u32; 2]> {
    let ends = open.iter().map(|edge| edge.map(|vertex| set.points[vertex as usize]));
    let mut edges = OpenEdges::new(ends);
    edges.place(&set.marks);
    report.marks_not_placed = std::mem::take(&mut edges.lost);
    for (mark, is_placed) in scene_marks.iter().zip(is_placed) {
        let before = edges.taken.len();
        edges.place(std::slice::from_ref(mark));
        *is_placed |= edges.taken.len() > before;
    }
    report.marks_placed = edges.taken.len();
    edges.taken.into_iter().map(|edge| open[edge]).collect()
}

/// The edges that belong to only one triangle of a node. Points at the same position count as one.
fn open_edges(node: &str, set: &TriangleSet) -> Result<Vec<[u32; 2]>, ImportError> {
    let (_, representative) = weld_all(&set.points);
    // Welded numbers index the remaining points; an edge may name any of the merged points.
    let mut edges: BTreeMap<[u32; 2], (u32, [u32; 2])> = BTreeMap::new();
    for (triangle, row) in set.triangles.iter().enumerate() {
        if let Some(&point) = row.corners.iter().find(|corner| **corner as usize >= set.points.len()) {
            return Err(ImportError::NoSuchPoint { node: node.to_owned(), triangle, point, points: set.points.len() });
        }
        let [a, b, c] = row.corners;
        for (a, b) in [(a, b), (b, c), (c, a)] {
            let welded = [a, b].map(|corner| representative[corner as usize]);
            let key = [welded[0].min(welded[1]), welded[0].max(welded[1])];
            edges.entry(key).or_insert((0, [a, b])).0 += 1;
        }
    }
    Ok(edges.into_values().filter(|(count, _)| *count == 1).map(|(_, ends)| ends).collect())
}

/// The number of each node's block: the number at the start of its name, if all nodes have different ones, or else its index.
fn block_numbers(scene: &Scene) -> Vec<u32> {
    let number = |name: &str| -> Option<u32> {
        let name = name.trim_start();
        let digits = name.len() - name.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        name[..digits].parse().ok().filter(|number| *number <= MOST)
    };
    let numbers: Option<Vec<u32>> = scene.nodes.iter().map(|node| number(&node.name)).collect();
    let is_distinct = |numbers: &Vec<u32>| {
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] < pair[1])
    };
    numbers.filter(is_distinct).unwrap_or_else(|| (0..scene.nodes.len() as u32).collect())
}
