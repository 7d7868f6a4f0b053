//! Finds the nodes of a text that are walkmeshes, their placement in the model, and the dummies that mark their hooks.

use std::collections::HashMap;

use super::error::{AsciiError, AsciiFault};
use super::nodes::Node;
use crate::exchange::Transform;
use crate::exchange::marks::plain;
use crate::geometry::rotation::{QuarterTurns, Rotation};
use crate::kotor::{DoorState, Kind};

/// Maximum nesting depth of nodes.
const DEEPEST: usize = 64;

/// A node that is a walkmesh.
#[derive(Clone, Debug)]
pub(super) struct Mesh<'n> {
    pub(super) node: &'n Node,
    pub(super) kind: Kind,
    /// The state of the door that it belongs to.
    pub(super) state: Option<DoorState>,
    /// Its placement in the model.
    pub(super) placement: Transform,
    /// Its hooks, relative to its position.
    pub(super) hooks: [[f32; 3]; 2],
}

/// The walkmeshes of a text: one, or one for each state of a door. If a node is `aabb`, as in a whole model, all
/// others are visible geometry.
pub(super) fn meshes(nodes: &[Node]) -> Result<Vec<Mesh<'_>>, AsciiError> {
    let tree = Tree::new(nodes);
    let has_faces = |node: &&Node| !node.faces.is_empty();
    let rooms: Vec<&Node> = nodes.iter().filter(has_faces).filter(|node| node.kind == "aabb").collect();
    let shown = if rooms.is_empty() { nodes.iter().filter(has_faces).collect() } else { rooms };
    let mut meshes: Vec<Mesh<'_>> = Vec::new();
    for node in shown {
        let kind = kind(node);
        let state = (kind == Kind::Dwk).then(|| state(&node.name)).flatten();
        if meshes.iter().any(|mesh| mesh.state.is_none() || mesh.state == state)
            || (!meshes.is_empty() && state.is_none())
        {
            return Err(AsciiError { line: node.line, fault: AsciiFault::SeveralMeshes(node.name.clone()) });
        }
        let placement = tree.placement(node)?;
        let mut hooks = [[0.0; 3]; 2];
        for dummy in nodes.iter().filter(|dummy| dummy.faces.is_empty()) {
            if let Some(hook) = hook(&dummy.name, kind, state) {
                hooks[hook] = tree.hook(dummy, node, &placement)?;
            }
        }
        meshes.push(Mesh { node, kind, state, placement, hooks });
    }
    let line = nodes.last().map_or(1, |node| node.line);
    if meshes.is_empty() { Err(AsciiError { line, fault: AsciiFault::NoFaces }) } else { Ok(meshes) }
}

/// The kind, from the names that the tools use: MDLedit calls a room's node `trimesh WALKMESH`.
fn kind(node: &Node) -> Kind {
    let name = plain(&node.name);
    match () {
        () if node.kind == "aabb" || name == "walkmesh" || !node.links.is_empty() => Kind::Wok,
        () if name.contains("_wg") && state(&name).is_some() => Kind::Dwk,
        () => Kind::Pwk,
    }
}

fn state(name: &str) -> Option<DoorState> {
    let name = name.to_ascii_lowercase();
    let states = [("closed", DoorState::Closed), ("open1", DoorState::Open1), ("open2", DoorState::Open2)];
    states.into_iter().find(|(word, _)| name.contains(word)).map(|(_, state)| state)
}

/// The hook that a dummy marks.
fn hook(name: &str, kind: Kind, of: Option<DoorState>) -> Option<usize> {
    let name = plain(name);
    let words = match kind {
        Kind::Wok => return None,
        Kind::Pwk => [["pwk_use01", "pwk_dp_use_01"], ["pwk_use02", "pwk_dp_use_02"]],
        Kind::Dwk if state(&name) != of => return None,
        Kind::Dwk => [["dwk_dp", "_01"], ["dwk_dp", "_02"]],
    };
    words.iter().position(|[first, second]| match kind {
        Kind::Dwk => name.contains(first) && name.ends_with(second),
        _ => name.contains(first) || name.contains(second),
    })
}

/// The nodes by name.
struct Tree<'n> {
    by_name: HashMap<String, &'n Node>,
}

impl<'n> Tree<'n> {
    fn new(nodes: &'n [Node]) -> Self {
        let mut by_name = HashMap::new();
        for node in nodes {
            by_name.entry(node.name.to_ascii_lowercase()).or_insert(node);
        }
        Self { by_name }
    }

    /// The placement of a node in the model.
    fn placement(&self, node: &Node) -> Result<Transform, AsciiError> {
        let mut placement = own_placement(node);
        let mut parent = &node.parent;
        for _ in 0..DEEPEST {
            let Some(above) = self.by_name.get(&parent.to_ascii_lowercase()).filter(|_| !parent.is_empty()) else {
                return Ok(placement);
            };
            placement = own_placement(above).after(&placement);
            parent = &above.parent;
        }
        Err(AsciiError { line: node.line, fault: AsciiFault::NodesNested(node.name.clone()) })
    }

    /// The hook that a dummy marks, relative to the position of a mesh. Tools put it below the mesh.
    fn hook(&self, dummy: &Node, mesh: &Node, placement: &Transform) -> Result<[f32; 3], AsciiError> {
        if dummy.parent.eq_ignore_ascii_case(&mesh.name) {
            return Ok(turned(placement).apply(dummy.position));
        }
        let point = self.placement(dummy)?;
        Ok([0, 1, 2].map(|axis| (point.rows[axis][3] - placement.rows[axis][3]) as f32))
    }
}

/// A placement with its offset removed.
pub(super) fn turned(placement: &Transform) -> Transform {
    let mut turned = *placement;
    turned.rows.iter_mut().for_each(|row| row[3] = 0.0);
    turned
}

/// The placement of a node in its parent. As in the games, an all-zero axis means no rotation.
fn own_placement(node: &Node) -> Transform {
    let [x, y, z, angle] = node.orientation;
    let [x, y, z] = [x, y, z].map(f64::from);
    let length = (x * x + y * y + z * z).sqrt();
    let offset = Transform::of_offset(node.position);
    if length == 0.0 || angle == 0.0 {
        return offset;
    }
    let axis = [x, y, z].map(|value| value / length);
    let [x, y, z] = axis;
    let Rotation { sin, cos } = Rotation::by(angle, QuarterTurns::Nearest);
    // Rodrigues' formula.
    let crossed = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    let mut turned = offset;
    for (row, values) in turned.rows.iter_mut().enumerate() {
        for (column, value) in values.iter_mut().take(3).enumerate() {
            let identity = if row == column { cos } else { 0.0 };
            *value = identity + sin * crossed[row][column] + (1.0 - cos) * axis[row] * axis[column];
        }
    }
    turned
}
