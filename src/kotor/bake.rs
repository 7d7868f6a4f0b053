//! Rebuilding what is derived, by the games' own rules and in their own arithmetic.
//!
//! A bake takes vertices, faces, materials, transitions, hooks and position as they stand, and makes the rest anew:
//! walkable faces first, normals and distances, neighbours, the edge list and its perimeters, and the tree with its
//! boxes and plane ids. Of files that the games' tools made, all but the tree come out with every bit as stored; the
//! tree depends on digits that the exporter had and did not write. The figures stand in `tests/kotor_corpus.rs`.
//!
//! Placeables and doors get what their kind stores: no tree, neighbours or perimeters. A placeable whose maker gave it
//! normals keeps having them; the games' own have none.
//!
//! The same input gives the same bytes, with any number of threads.

pub(super) mod adjacency;
mod frame;
pub(super) mod normals;
pub(super) mod perimeters;
mod tree;

use std::collections::HashMap;

use walkmesh_formats::bwm::{AabbNode, Adjacency, Bwm, Edge, EmptyOffsets, Face, Vertex};

use self::adjacency::Sharing;
use self::frame::Frame;
pub use self::normals::NormalRounding;
use self::tree::Geometry;
use super::edit::{Stale, StalePlanes, StaleTree};
use super::walkmesh::room_tables;
use super::{BakeError, EdgeId, FaceId, Kind, MaterialId, MaterialTable, RoomId, VertexId, Walkmesh};
use crate::mesh::triangle::is_usable;
use crate::parallel;

/// What a bake is told that the walkmesh does not say. The default is what the walkmesh shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakeOptions {
    /// The room's position in the layout, in metres: the exporter built the tree in the room's own coordinates. Without
    /// it the area's are taken, and ties and last digits of boxes fall otherwise.
    pub layout_position: Option<[f32; 3]>,
    /// The faces in the order of the room's model, each once: ties in the tree's sort, and the order of the faces, come
    /// from it. Without it the walkmesh's own order is taken, with the walkable faces moved to the front.
    pub original_order: Option<Vec<FaceId>>,
    /// Which game's rounding the normals take; [`NormalRounding::of`] the stored ones by default.
    pub rounding: Option<NormalRounding>,
}

/// What a bake did to references that others may hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baked {
    /// For each face, which one it was before; empty where all kept their numbers. [`old_face`](Self::old_face) knows.
    pub old_faces: Vec<FaceId>,
    /// Transitions that were dropped, by the old edge: it has a neighbour now, or is none of a walkable face.
    pub lost_transitions: Vec<(EdgeId, RoomId)>,
    /// Tables that a placeable or door had, though only rooms have them, and how many rows each of them lost.
    pub dropped_tables: Vec<(&'static str, usize)>,
}

impl Baked {
    /// Which face a face was before.
    #[must_use]
    pub fn old_face(&self, face: FaceId) -> FaceId {
        self.old_faces.get(face.index()).copied().unwrap_or(face)
    }
}

impl Walkmesh {
    /// Rebuilds everything derived, in place.
    ///
    /// # Errors
    /// [`BakeError`]; nothing is changed then. A file that contradicts a table of materials that nobody gave is refused
    /// with [`BakeError::Materials`].
    ///
    /// ```
    /// use walkmesh::kotor::{BakeOptions, FaceId, Kind, MaterialId, Walkmesh};
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mut room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(7)), (triangle, MaterialId(4))])?;
    /// let baked = room.bake(&BakeOptions::default())?;
    /// assert_eq!(room.face(baked.old_face(FaceId(0))).unwrap().normal(), [0.0, 0.0, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake(&mut self, options: &BakeOptions) -> Result<Baked, BakeError> {
        self.remember_conflict();
        let before = std::mem::replace(&mut self.stale, Stale::everything());
        let layout_position = options.layout_position.or(self.layout_position);
        let baked = settle(self, &BakeOptions { layout_position, ..options.clone() });
        if baked.is_err() {
            if !before.adjacency {
                self.conflict = None;
            }
            self.stale = before;
        }
        baked
    }
}

/// Bakes what is stale.
pub(super) fn settle(walkmesh: &mut Walkmesh, options: &BakeOptions) -> Result<Baked, BakeError> {
    if walkmesh.stale.is_nothing() {
        return Ok(Baked::default());
    }
    validate(&walkmesh.raw)?;
    if !options.layout_position.iter().all(is_usable) {
        return Err(BakeError::BadPosition);
    }
    let original = match &options.original_order {
        None => unchanged_order(walkmesh.raw.faces.len()),
        Some(order) => permutation(order, walkmesh.raw.faces.len())?,
    };

    let makes_adjacency = needs_adjacency(walkmesh);
    if makes_adjacency {
        walkmesh.remember_conflict();
        if let Some(conflict) = &walkmesh.conflict {
            return Err(BakeError::Materials(conflict.clone()));
        }
    }
    let Walkmesh { raw, kind, materials, stale, .. } = walkmesh;
    let stale = std::mem::take(stale);
    let rounding = options.rounding.unwrap_or_else(|| match stale.planes {
        StalePlanes::None => NormalRounding::Kotor2,
        _ => NormalRounding::of(raw),
    });
    let old_faces = if stale.order && kind.is_room() {
        walkable_first(&original, &raw.materials, materials)
    } else {
        unchanged_order(raw.faces.len())
    };
    let new_faces = inverse(&old_faces);
    let has_normals = has_normals(*kind, &raw.normals);
    let plane = |raw: &Bwm, face: &Face| if has_normals { plane(&raw.vertices, rounding, face) } else { NO_PLANE };
    let moved = old_faces.iter().zip(0..).any(|(old, new)| old.0 != new);
    if moved {
        reorder(raw, &old_faces, &new_faces);
    }
    match &stale.planes {
        StalePlanes::None => {}
        StalePlanes::Some(faces) => {
            faces.iter().filter_map(|&face| new_faces.get(face as usize)).for_each(|&face| {
                let face = face as usize;
                (raw.normals[face], raw.distances[face]) = plane(raw, &raw.faces[face]);
            });
        }
        StalePlanes::All => {
            let planes = parallel::map_tiny(&raw.faces, |face| plane(raw, face));
            (raw.normals, raw.distances) = planes.into_iter().unzip();
        }
    }
    let (mut lost_transitions, mut dropped_tables) = (Vec::new(), Vec::new());
    if stale.header {
        set_header(raw, *kind);
    }
    if kind.is_room() {
        if makes_adjacency {
            let walkable = raw.materials.iter().take_while(|&&id| materials.is_walkable(MaterialId(id))).count();
            raw.adjacencies = Sharing::of(&raw.faces[..walkable], raw.vertices.len()).adjacencies();
        }
        if stale.perimeters {
            lost_transitions = set_perimeters(raw, &old_faces);
        }
        // Without the model's order the faces stand as they will in the file, so that a bake of a bake changes nothing.
        let order = match options.original_order {
            None => (0..new_faces.len() as u32).collect(),
            Some(_) => original.iter().map(|old| new_faces[old.index()]).collect(),
        };
        set_tree(raw, stale.tree, options.layout_position, order);
    } else if stale.perimeters || stale.tree != StaleTree::Fresh {
        dropped_tables = room_tables(raw).into_iter().filter(|&(_, rows)| rows > 0).collect();
        raw.aabb_nodes = Vec::<AabbNode>::new();
        raw.adjacencies = Vec::<Adjacency>::new();
        raw.perimeters = Vec::new();
        lost_transitions = set_perimeters(raw, &old_faces);
    }
    Ok(Baked { old_faces: if moved { old_faces } else { Vec::new() }, lost_transitions, dropped_tables })
}

/// Whether the neighbours must be made anew: they are stale, or perimeters must be made of them and cannot be, since not
/// each of two neighbours is the other's.
fn needs_adjacency(Walkmesh { raw, kind, stale, .. }: &Walkmesh) -> bool {
    let contradict = || raw.adjacencies.len() > raw.faces.len() || !adjacency::are_mutual(&raw.adjacencies);
    kind.is_room() && (stale.adjacency || (stale.perimeters && contradict()))
}

/// Refuses face tables of different lengths.
pub(super) fn same_lengths(raw: &Bwm) -> Result<(), BakeError> {
    let faces = raw.faces.len();
    let tables =
        [("materials", raw.materials.len()), ("normals", raw.normals.len()), ("distances", raw.distances.len())];
    if let Some((table, rows)) = tables.into_iter().find(|&(_, rows)| rows != faces) {
        return Err(BakeError::Ragged { faces, table, rows });
    }
    Ok(())
}

/// Refuses what the rules cannot be applied to; after this every corner is a vertex with a place.
fn validate(raw: &Bwm) -> Result<(), BakeError> {
    same_lengths(raw)?;
    let faces = raw.faces.len();
    if faces > i32::MAX as usize / 3 || raw.vertices.len() > u32::MAX as usize {
        return Err(BakeError::TooMany(faces));
    }
    for (face, row) in (0..).zip(&raw.faces) {
        for vertex in row.vertices {
            let point = raw.vertices.get(vertex as usize).ok_or(BakeError::NoSuchVertex {
                face: FaceId(face),
                vertex: VertexId(vertex),
                vertices: raw.vertices.len(),
            })?;
            if !is_place(*point) {
                return Err(BakeError::NoPlace(VertexId(vertex)));
            }
        }
    }
    Ok(())
}

/// Whether a point can be baked: no coordinate is NaN, infinite or beyond
/// [`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT). Within it no normal overflows an f32.
pub(super) fn is_place(point: Vertex) -> bool {
    is_usable(&[point.x, point.y, point.z])
}

/// An order that names each of `count` faces once.
fn permutation(order: &[FaceId], count: usize) -> Result<Vec<FaceId>, BakeError> {
    let mut seen = vec![false; count];
    let each_once =
        order.iter().all(|face| seen.get_mut(face.index()).is_some_and(|seen| !std::mem::replace(seen, true)));
    if each_once && order.len() == count { Ok(order.to_vec()) } else { Err(BakeError::BadOrder(count)) }
}

/// Walkable faces first; apart from that the order stays.
fn walkable_first(order: &[FaceId], materials: &[u32], table: &MaterialTable) -> Vec<FaceId> {
    let (mut walkable, rest): (Vec<FaceId>, Vec<FaceId>) =
        order.iter().partition(|face| table.is_walkable(MaterialId(materials[face.index()])));
    walkable.extend(rest);
    walkable
}

fn unchanged_order(count: usize) -> Vec<FaceId> {
    (0..count as u32).map(FaceId).collect()
}

/// For each old face, which one it is now.
fn inverse(old_faces: &[FaceId]) -> Vec<u32> {
    let mut new_faces = vec![0; old_faces.len()];
    for (old, new) in old_faces.iter().zip(0..) {
        new_faces[old.index()] = new;
    }
    new_faces
}

/// Puts the faces in another order, and everything that goes with them. References that name no face stay as they are.
fn reorder(raw: &mut Bwm, old_faces: &[FaceId], new_faces: &[u32]) {
    fn permute<T: Copy>(rows: &mut Vec<T>, old_faces: &[FaceId]) {
        *rows = old_faces.iter().map(|old| rows[old.index()]).collect();
    }
    permute(&mut raw.faces, old_faces);
    permute(&mut raw.materials, old_faces);
    permute(&mut raw.normals, old_faces);
    permute(&mut raw.distances, old_faces);
    for row in &mut raw.edges {
        let new = EdgeId::from_raw(row.edge).and_then(|edge| Some((new_faces.get(edge.face().index())?, edge.side())));
        if let Some((face, side)) = new {
            row.edge = (face * 3).cast_signed() + side as i32;
        }
    }
    for node in &mut raw.aabb_nodes {
        if let Some(new) = usize::try_from(node.face).ok().and_then(|face| new_faces.get(face)) {
            node.face = new.cast_signed();
        }
    }
}

/// Whether a walkmesh of this kind stores the normals of its faces. Those of rooms and doors do, and of placeables those
/// that have any: all of the games' own are zero, while a modding tool's may be valid. Source: `docs/formats/bwm.md`,
/// section 15.
pub(super) fn has_normals(kind: Kind, normals: &[Vertex]) -> bool {
    kind != Kind::Pwk || normals.iter().any(|normal| <[f32; 3]>::from(*normal) != [0.0; 3])
}

/// What stands for the normal and the distance of a face where none are stored.
const NO_PLANE: (Vertex, f32) = (Vertex { x: 0.0, y: 0.0, z: 0.0 }, 0.0);

/// Normal and distance of one face.
fn plane(vertices: &[Vertex], rounding: NormalRounding, face: &Face) -> (Vertex, f32) {
    let corners = face.vertices.map(|vertex| vertices[vertex as usize]);
    let normal = rounding.normal(corners);
    (normal, normals::distance(normal, corners[0]))
}

/// What the header says of the kind; the root is node 0.
fn set_header(raw: &mut Bwm, kind: Kind) {
    raw.walkmesh_type = u32::from(kind.is_room());
    raw.aabb_root = 0;
    raw.empty_offsets =
        if kind.is_room() || raw.faces.is_empty() { EmptyOffsets::RUNNING } else { EmptyOffsets::PLACEABLE };
}

/// Edge list and perimeters from the neighbours, with the transitions that stood in the list before; returns those that
/// found no edge, by the face that they were on.
fn set_perimeters(raw: &mut Bwm, old_faces: &[FaceId]) -> Vec<(EdgeId, RoomId)> {
    let stored = raw.edges.iter().filter(|row| row.transition >= 0);
    let mut rooms = HashMap::new();
    for row in stored {
        rooms.entry(row.edge).or_insert(row.transition);
    }
    let (edges, ends) = perimeters::perimeters(&raw.adjacencies);
    raw.edges = edges
        .into_iter()
        .map(u32::cast_signed)
        .map(|edge| Edge { edge, transition: rooms.remove(&edge).unwrap_or(-1) })
        .collect();
    raw.perimeters = ends;
    let mut lost: Vec<(EdgeId, RoomId)> = rooms
        .into_iter()
        .map(|(edge, room)| {
            let edge = EdgeId(edge.cast_unsigned());
            let old = old_faces.get(edge.face().index()).and_then(|&old| EdgeId::of(old, edge.side()));
            (old.unwrap_or(edge), RoomId(room.cast_unsigned()))
        })
        .collect();
    lost.sort_unstable();
    lost
}

fn set_tree(raw: &mut Bwm, stale: StaleTree, layout: Option<[f32; 3]>, order: Vec<u32>) {
    if stale == StaleTree::Fresh {
        return;
    }
    let geometry = Geometry::new(Frame::of(raw, layout), &raw.faces, &raw.vertices);
    let mut nodes = std::mem::take(&mut raw.aabb_nodes);
    if stale == StaleTree::Shape || !tree::refit(&geometry, &mut nodes) {
        nodes = tree::build(&geometry, &order);
        raw.aabb_root = 0;
    }
    raw.aabb_nodes = nodes;
}

/// The plane id of each stored node as the game's compiler computes it from the stored boxes: 0 in leaves, and where a
/// child is no node. Exact where the room's position in the layout is given.
#[must_use]
pub fn planes_of_stored_boxes(raw: &Bwm, layout_position: Option<[f32; 3]>) -> Vec<u32> {
    let frame = Frame::of(raw, layout_position);
    let child = |index: i32| {
        let node: &AabbNode = raw.aabb_nodes.get(usize::try_from(index).ok()?)?;
        Some(frame.recovered(node.min, node.max))
    };
    let plane = |node: &AabbNode| Some(tree::plane(&child(node.left)?, &child(node.right)?));
    raw.aabb_nodes.iter().map(|node| plane(node).unwrap_or(0)).collect()
}

/// How many of the stored tree's inner nodes split their faces as the game's rule does, each node judged by itself, and
/// how many inner nodes there are. `None` where the tree is none, or not made by halves.
///
/// Less than all is no fault: the exporter sorted numbers with more digits than it wrote, and in an order of faces that
/// the walkmesh does not keep ([`BakeOptions::original_order`]).
///
/// # Errors
/// [`BakeError`], as [`Walkmesh::bake`].
pub fn tree_agreement(walkmesh: &Walkmesh, options: &BakeOptions) -> Result<Option<(usize, usize)>, BakeError> {
    let raw = &walkmesh.raw;
    validate(raw)?;
    let order: Vec<u32> = match &options.original_order {
        None => (0..raw.faces.len() as u32).collect(),
        Some(order) => permutation(order, raw.faces.len())?.iter().map(|face| face.0).collect(),
    };
    let layout = options.layout_position.or(walkmesh.layout_position);
    Ok(tree::agreement(&Geometry::new(Frame::of(raw, layout), &raw.faces, &raw.vertices), &raw.aabb_nodes, &order))
}
