//! Bakes a walkmesh: rebuilds the derived data by the games' own rules and in their own arithmetic.
//!
//! A bake keeps vertices, faces, materials, transitions, hooks and position, and recomputes the rest: the order of the faces (walkable ones
//! first), normals and distances, neighbours, the edge list and its perimeters, and the tree with its boxes and split planes. Files of the
//! games' own tools are reproduced bit for bit, except for the tree, which depends on digits that the exporter did not write. The figures
//! are in `tests/kotor/corpus.rs`.
//!
//! Placeables and doors get only the tables of their kind: no tree, neighbours or perimeters. A placeable with normals still has normals
//! afterwards; the games' own placeables have none.
//!
//! The same input gives the same bytes, with any number of threads.

mod frame;
mod model_tree;
pub(super) mod normals;
mod order;
pub(super) mod perimeters;
mod stored_tree;
mod tables;
mod tree;
mod validate;

use std::sync::Arc;

use walkmesh_formats::bwm::{AabbNode, Adjacency, Bwm};

pub(super) use self::frame::Frame;
pub use self::normals::NormalRounding;
pub(super) use self::normals::has_normals;
pub(super) use self::normals::plane;
use self::normals::{NO_PLANE, planes};
use self::order::{inverse, permutation, reorder, unchanged_order, walkable_first};
pub use self::stored_tree::{planes_of_stored_boxes, tree_agreement};
use self::tables::{TreeSource, set_header, set_perimeters, set_tree};
pub(super) use self::tree::{model_plane, whole_tree};
pub(super) use self::validate::{validate, validate_corners};
use super::adjacency::{Sharing, are_mutual};
use super::stale::{Stale, StalePlanes, StaleTree};
use super::tables::room_tables;
use super::{BakeError, EdgeId, FaceId, Kind, MaterialId, Model, RoomId, Walkmesh};
use crate::geometry::triangle::is_usable;
use crate::setters;

/// Options of a bake. By default they are derived from the walkmesh.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// The room's position in the layout, in metres. The exporter built the tree in the room's own coordinates. Without the position the
    /// area's coordinates are used, and tie-breaks and the last digits of boxes differ.
    pub layout_position: Option<[f32; 3]>,
    /// The faces in the order of the room's model, each once. This order decides ties in the sort of the tree, and the order of the faces.
    /// Without it the order of the [`model`](Self::model) is used, and without a model the walkmesh's own, with the walkable faces moved to
    /// the front.
    pub original_order: Option<Vec<FaceId>>,
    /// The room's model. If its faces are the room's and the room's position in the layout is known, the tree is taken from the model, with
    /// every bit of its boxes and planes. Otherwise the model is not used, and [`BakeReport::tree`] says so.
    pub model: Option<Arc<Model>>,
    /// True if the tree is built by the rule even if a model provides it or the stored one is valid. By default such a tree is kept,
    /// because the exporter built it with digits that no file has. A stored tree is valid where each face is in one leaf, and boxes and
    /// planes follow the game's rules.
    pub rebuild_tree: bool,
    /// The game whose rounding is used for normals; by default it is inferred from the stored normals: [`NormalRounding::new`].
    pub rounding: Option<NormalRounding>,
}

setters! { impl BakeOptions {
    with_layout_position(layout_position: impl Into<Option<[f32; 3]>>);
    with_original_order(original_order: impl Into<Option<Vec<FaceId>>>);
    with_model(model: impl Into<Option<Arc<Model>>>);
    with_rebuild_tree(rebuild_tree: bool);
    with_rounding(rounding: impl Into<Option<NormalRounding>>);
} }

/// A report on a bake: the changes of ids and tables to which other data may refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeReport {
    /// For each face, its old id; empty if all faces kept theirs. See [`old_face`](Self::old_face).
    pub old_faces: Vec<FaceId>,
    /// Transitions that were dropped, by their old edges: these edges have a neighbour now, or their faces are not walkable.
    pub lost_transitions: Vec<(EdgeId, RoomId)>,
    /// Room tables that were removed from a placeable or door, and the number of rows of each.
    pub dropped_tables: Vec<(&'static str, usize)>,
    /// The source of a room's tree; `None` if the tree did not have to be rebuilt, or the walkmesh belongs to no room.
    pub tree: Option<TreeOrigin>,
}

/// The source of the tree of a baked room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum TreeOrigin {
    /// From the room's [model](BakeOptions::model).
    Model,
    /// The stored tree was kept, because it is valid.
    Stored,
    /// The stored tree with recomputed boxes, because the room was moved.
    Moved,
    /// The tree was built by the game's rule.
    Built,
}

impl BakeReport {
    /// The old id of a face.
    #[must_use]
    pub fn old_face(&self, face: FaceId) -> FaceId {
        self.old_faces.get(face.index()).copied().unwrap_or(face)
    }
}

impl Walkmesh {
    /// Rebuilds all derived data.
    ///
    /// # Errors
    /// [`BakeError`]. On error, nothing is changed. If no table of materials was given and the file contradicts the default one, it is
    /// refused with [`BakeError::MaterialConflict`].
    ///
    /// ```
    /// use walkmesh::kotor::{BakeOptions, FaceId, Kind, MaterialId, Walkmesh};
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mut room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(7)), (triangle, MaterialId(4))])?;
    /// let report = room.bake(&BakeOptions::default())?;
    /// assert_eq!(room.face(report.old_face(FaceId(0))).unwrap().normal(), [0.0, 0.0, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        self.remember_conflict();
        let before = std::mem::replace(&mut self.stale, Stale::everything());
        let layout_position = options.layout_position.or(self.layout_position);
        let keeps_stored = before.tree == StaleTree::Fresh && !options.rebuild_tree;
        let report = bake_stale(self, &BakeOptions { layout_position, ..options.clone() }, keeps_stored);
        if report.is_err() {
            if !before.adjacency {
                self.conflict = None;
            }
            self.stale = before;
        }
        report
    }

    /// Bakes the stale data; without edits nothing changes.
    ///
    /// Faces may get new ids, because walkable ones come first: see [`BakeReport::old_face`].
    ///
    /// # Errors
    /// [`BakeError`]. On error, nothing is changed.
    pub fn bake_stale(&mut self) -> Result<BakeReport, BakeError> {
        let options = BakeOptions { layout_position: self.layout_position, ..BakeOptions::default() };
        bake_stale(self, &options, false)
    }
}

/// Bakes the stale data. A stale tree may be kept if it follows the rule.
fn bake_stale(walkmesh: &mut Walkmesh, options: &BakeOptions, keeps_stored: bool) -> Result<BakeReport, BakeError> {
    if walkmesh.stale.is_nothing() {
        return Ok(BakeReport::default());
    }
    validate(&walkmesh.raw)?;
    if !options.layout_position.iter().all(is_usable) {
        return Err(BakeError::LayoutPositionNotFinite);
    }
    let of_model = options.model.as_ref().zip(options.layout_position).and_then(|(model, layout_position)| {
        Some((&**model, model.faces_in(&walkmesh.raw, &walkmesh.materials, layout_position)?))
    });
    let original = match (&options.original_order, &of_model) {
        (Some(order), _) => permutation(order, walkmesh.raw.faces.len())?,
        (None, Some((_, order))) => order.clone(),
        (None, None) => unchanged_order(walkmesh.raw.faces.len()),
    };

    let makes_adjacency = needs_adjacency(walkmesh);
    if makes_adjacency {
        walkmesh.remember_conflict();
        if let Some(conflict) = &walkmesh.conflict {
            return Err(BakeError::MaterialConflict(conflict.clone()));
        }
    }
    let Walkmesh { raw, kind, materials, stale, .. } = walkmesh;
    let stale = std::mem::take(stale);
    let old_faces = if stale.order && kind.is_room() {
        walkable_first(&original, &raw.materials, materials)
    } else {
        unchanged_order(raw.faces.len())
    };
    let new_faces = inverse(&old_faces);
    let moved = old_faces.iter().zip(0..).any(|(old, new)| old.0 != new);
    if moved {
        reorder(raw, &old_faces, &new_faces);
    }
    bake_planes(raw, *kind, options.rounding, &stale.planes, &new_faces);
    let (mut lost_transitions, mut dropped_tables, mut tree) = (Vec::new(), Vec::new(), None);
    if stale.header {
        set_header(raw, *kind);
    }
    if kind.is_room() {
        if makes_adjacency {
            let walkable = raw.materials.iter().take_while(|&&id| materials.is_walkable(MaterialId(id))).count();
            raw.adjacencies = Sharing::new(&raw.faces[..walkable], raw.vertices.len()).adjacencies();
        }
        if stale.perimeters {
            lost_transitions = set_perimeters(raw, &old_faces);
        }
        // Without the model's order, the order in the file decides ties, so that baking twice changes nothing.
        let renumbered = |order: &[FaceId]| order.iter().map(|old| new_faces[old.index()]).collect();
        let order = match (&options.original_order, &of_model) {
            (None, None) => (0..new_faces.len() as u32).collect(),
            _ => renumbered(&original),
        };
        let of_model = of_model.filter(|_| !options.rebuild_tree);
        let model = of_model.map(|(model, faces)| (model, renumbered(&faces)));
        let layout_position = options.layout_position;
        tree = set_tree(raw, TreeSource { stale: stale.tree, layout_position, order, keeps_stored, model });
    } else if stale.perimeters || stale.tree != StaleTree::Fresh {
        dropped_tables = room_tables(raw).into_iter().filter(|&(_, rows)| rows > 0).collect();
        raw.aabb_nodes = Vec::<AabbNode>::new();
        raw.adjacencies = Vec::<Adjacency>::new();
        raw.perimeters = Vec::new();
        lost_transitions = set_perimeters(raw, &old_faces);
    }
    Ok(BakeReport { old_faces: if moved { old_faces } else { Vec::new() }, lost_transitions, dropped_tables, tree })
}

/// Computes the stale normals and distances. `stale` has the ids of the faces before the bake, and `new_faces` maps them to
/// the ids after it.
fn bake_planes(raw: &mut Bwm, kind: Kind, rounding: Option<NormalRounding>, stale: &StalePlanes, new_faces: &[u32]) {
    let has_normals = has_normals(kind, &raw.normals);
    match stale {
        StalePlanes::None => {}
        StalePlanes::Some(faces) => {
            let rounding = rounding.unwrap_or_else(|| NormalRounding::new(raw));
            for face in faces.iter().filter_map(|&face| new_faces.get(face as usize)) {
                let face = *face as usize;
                let plane = if has_normals { plane(&raw.vertices, rounding, &raw.faces[face]) } else { NO_PLANE };
                (raw.normals[face], raw.distances[face]) = plane;
            }
        }
        StalePlanes::All if has_normals => (raw.normals, raw.distances) = planes(raw, rounding),
        StalePlanes::All => (raw.normals, raw.distances) = vec![NO_PLANE; raw.faces.len()].into_iter().unzip(),
    }
}

/// Returns whether the neighbours must be recomputed: they are stale, or stale perimeters need them and some are not mutual.
fn needs_adjacency(Walkmesh { raw, kind, stale, .. }: &Walkmesh) -> bool {
    let contradict = || raw.adjacencies.len() > raw.faces.len() || !are_mutual(&raw.adjacencies);
    kind.is_room() && (stale.adjacency || (stale.perimeters && contradict()))
}
