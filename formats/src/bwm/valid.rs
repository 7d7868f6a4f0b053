//! Valid values of a KotOR walkmesh, made from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::{AABB_CONSTANT, AabbNode, Adjacency, Bwm, Edge, EmptyOffsets, Face};
use crate::valid::{exactly, float, index, point, some};

impl<'a> Arbitrary<'a> for Bwm {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let is_area = u.arbitrary()?;
        let vertices = some(u, 12, point)?;
        let faces = match vertices.len() {
            0 => Vec::new(),
            corners => {
                some(u, 12, |u| Ok(Face { vertices: [index(u, corners)?, index(u, corners)?, index(u, corners)?] }))?
            }
        };
        let mut mesh = Self {
            walkmesh_type: u32::from(is_area),
            relative_use_position_1: point(u)?,
            relative_use_position_2: point(u)?,
            absolute_use_position_1: point(u)?,
            absolute_use_position_2: point(u)?,
            position: point(u)?,
            aabb_root: u.arbitrary()?,
            empty_offsets: if is_area { EmptyOffsets::RUNNING } else { EmptyOffsets::PLACEABLE },
            materials: exactly(u, faces.len(), |u| u.int_in_range(0..=30))?,
            normals: exactly(u, faces.len(), point)?,
            distances: exactly(u, faces.len(), float)?,
            vertices,
            faces,
            ..Self::default()
        };
        if is_area && !mesh.faces.is_empty() {
            let walkable = u.int_in_range(0..=mesh.faces.len())?;
            let edge = |u: &mut Unstructured<'_>| index(u, 3 * walkable).map(|edge| edge as i32);
            mesh.aabb_nodes = tree(u, 0..mesh.faces.len() as i32)?;
            mesh.adjacencies = exactly(u, walkable, |u| {
                let mut neighbour = || if u.arbitrary()? { edge(u) } else { Ok(-1) };
                Ok(Adjacency { edges: [neighbour()?, neighbour()?, neighbour()?] })
            })?;
            if walkable > 0 {
                let transition = |u: &mut Unstructured<'_>| u.int_in_range(-1..=28);
                mesh.edges = some(u, 8, |u| Ok(Edge { edge: edge(u)?, transition: transition(u)? }))?;
                mesh.perimeters = (1..=mesh.edges.len() as u32).collect();
            }
        }
        Ok(mesh)
    }
}

/// A tree over a range of faces, in pre-order.
fn tree(u: &mut Unstructured<'_>, faces: std::ops::Range<i32>) -> Result<Vec<AabbNode>> {
    let mut nodes: Vec<AabbNode> = Vec::new();
    // Ranges that still have to be built, each with the node whose right child it is.
    let mut open = vec![(faces, None::<usize>)];
    while let Some((faces, parent)) = open.pop() {
        let here = nodes.len();
        if let Some(parent) = parent {
            nodes[parent].right = here as i32;
        }
        let node = AabbNode { min: point(u)?, max: point(u)?, unknown: AABB_CONSTANT, ..Default::default() };
        if faces.len() == 1 {
            nodes.push(AabbNode { face: faces.start, left: -1, right: -1, ..node });
        } else {
            let middle = faces.start + faces.len() as i32 / 2;
            nodes.push(AabbNode { face: -1, plane: 1 << u.int_in_range(0..=5)?, left: here as i32 + 1, ..node });
            open.push((middle..faces.end, Some(here)));
            open.push((faces.start..middle, None));
        }
    }
    Ok(nodes)
}
