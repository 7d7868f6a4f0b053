//! Applies an edited node to the walkmesh from which it was made.

use std::borrow::Cow;

use super::ImportError;
use super::classes::{Meanings, UnnamedFaces, unnamed};
use super::export::OwnMark;
use super::marks::Meaning;
use super::transitions::{Edges, MarkContent, NO_MEANING};
use crate::exchange::marks::{none_came_back, settle};
use crate::exchange::{
    ClassedTriangle, Mark, MatchError, MatchOptions, MatchReport, Matched, NodeReport, SceneNode, TriangleSet,
    match_onto, rounding,
};
use crate::kotor::edit::turned_over;
use crate::kotor::{EdgeId, EditError, FaceId, Kind, MaterialId, VertexId, Walkmesh};
use walkmesh_mesh::counted::counted;

impl Walkmesh {
    /// Applies an edited version of this walkmesh's [node](Self::to_scene_node), and changes only what was edited. Everything else
    /// keeps every bit, its number and its order; without an edit nothing changes. Data that the edits make stale is baked when the
    /// walkmesh is saved, or by [`bake_stale`](Self::bake_stale).
    ///
    /// Vertices used only by removed faces are removed with them. A class identifies a material by its number, or else by its name.
    /// Triangles whose class identifies none keep the material that they had. [Marks](Self::to_scene_node) become transitions, hooks and
    /// the position. If no mark came back, or several came back at one point, a program has lost or moved them: the base keeps what they
    /// represent. The position in the layout moves only together with all faces.
    ///
    /// # Errors
    /// [`ImportError`]. On error, nothing is changed.
    pub fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ImportError> {
        let (base, _) = self.to_scene_node(&edited.name);
        let (own_marks, _) = self.own_marks(&edited.name);
        let set = edited.placed_set();
        let (matched, notes) = match_materials(&base.set, &set, self, options)?;
        let mut report = NodeReport::new(&edited.name, matched.report.clone());
        notes.into_iter().for_each(|note| report.note(note));

        let is_unchanged = report.is_unchanged();
        let mut after = None;
        if !is_unchanged {
            after = Some(with_triangles(self, &matched)?);
        }
        let new_faces = (!is_unchanged).then(|| NewFaces::new(&matched, &base.set, &set.origins));
        let now = |edge: EdgeId| new_faces.as_ref().map_or(Some(edge), |faces| faces.edge(edge));
        // Faces that other programs cannot show are kept.
        let stayed = matched.report.kept - matched.report.uncarried.len();
        let has_moved = !is_unchanged && stayed == 0;
        let edges = Edges { before: self, after: after.as_ref().unwrap_or(self), now: &now, has_moved };
        let marks = (!options.keep_marks).then(|| self.settled(&own_marks, &base.set, &set, options, &mut report));
        let marked = MarkContent::read(&edges, own_marks, marks.flatten().as_deref(), &mut report);
        if !report.is_unchanged() {
            let mut after = after.unwrap_or_else(|| self.clone());
            marked.apply(&mut after)?;
            *self = after;
        }
        Ok(report)
    }
}

impl Walkmesh {
    /// The marks that came back, without changes that programs make on their own; `None` if none came back.
    fn settled(
        &self,
        own: &[OwnMark],
        base: &TriangleSet,
        edited: &TriangleSet,
        options: &MatchOptions,
        report: &mut NodeReport,
    ) -> Option<Vec<Mark>> {
        let has_meaning = |mark: &Mark| Meaning::new(&mark.name, self.kind).is_some();
        if !own.is_empty() && !edited.marks.iter().any(has_meaning) {
            report.note(none_came_back(own.len()));
            report.lose_marks(&edited.marks, NO_MEANING);
            return None;
        }
        let reach = options.snap.max(rounding([base, edited]));
        let own: Vec<&Mark> = own.iter().map(|own| &own.mark).collect();
        let settled = settle(&own, &edited.marks, reach);
        settled.note().into_iter().for_each(|note| report.note(note));
        Some(settled.marks)
    }
}

/// Matches, with material numbers as classes. The notes list the classes that are not materials.
fn match_materials(
    base: &TriangleSet,
    edited: &TriangleSet,
    walkmesh: &Walkmesh,
    options: &MatchOptions,
) -> Result<(Matched, Vec<String>), MatchError> {
    let meanings = Meanings::new(edited, &walkmesh.materials, &base.classes);
    let mut edited = Cow::Borrowed(edited);
    if !meanings.is_plain() {
        for row in &mut edited.to_mut().triangles {
            row.class = meanings.material(row.class).map_or(row.class, |material| material.0);
        }
    }
    let mut matched = match_onto(base, &edited, options)?;
    let mut notes = Vec::new();
    if !meanings.unknown.is_empty() {
        notes.extend(give_materials(&mut matched, &base.triangles, &meanings, walkmesh.kind));
    }
    let is_new = |row: &&crate::exchange::MatchedTriangle| {
        row.base.is_none_or(|base_id| base.triangles[base_id as usize].class != row.class)
    };
    let is_known = |class: u32| walkmesh.materials.get(MaterialId(class)).is_some();
    let strange = matched.triangles.iter().filter(is_new).filter(|row| !is_known(row.class)).count();
    if strange > 0 {
        notes.push(format!("{} got a material that the table of materials does not have.", counted(strange, "face")));
    }
    Ok((matched, notes))
}

/// Restores the material of triangles whose class is not a material, or assigns a material if they are new. Returns a note on them.
fn give_materials(matched: &mut Matched, base: &[ClassedTriangle], meanings: &Meanings, kind: Kind) -> Option<String> {
    let mut unnamed = UnnamedFaces::new(kind, unnamed(kind));
    let points = &matched.points;
    for row in matched.triangles.iter_mut().filter(|row| meanings.material(row.class).is_none()) {
        row.class = match row.base {
            Some(id) => {
                unnamed.keep();
                base[id as usize].class
            }
            None => unnamed.material(&row.corners.map(|corner| points[corner as usize])).0,
        };
    }
    let now: Vec<u32> = matched.triangles.iter().filter(|row| row.base.is_some()).map(|row| row.class).collect();
    let ids: Vec<u32> = matched.triangles.iter().filter_map(|row| row.base).collect();
    let MatchReport { kept, repainted, flipped, moved, .. } = &mut matched.report;
    repainted.retain(|id| {
        let is_painted = ids.binary_search(id).is_ok_and(|at| now[at] != base[*id as usize].class);
        let is_elsewhere = flipped.binary_search(id).is_ok() || moved.binary_search(id).is_ok();
        *kept += usize::from(!is_painted && !is_elsewhere);
        is_painted
    });
    unnamed.note(meanings)
}

/// The walkmesh with the edits of its triangles and vertices.
fn with_triangles(walkmesh: &Walkmesh, matched: &Matched) -> Result<Walkmesh, EditError> {
    let mut after = walkmesh.clone();
    let report = &matched.report;
    for point in &matched.points[walkmesh.vertex_count()..] {
        after.add_vertex(*point)?;
    }
    after.move_vertices(report.moved_points.iter().map(|row| (VertexId(row.point), row.to)))?;
    for row in &matched.triangles {
        if let Some(face) = row.base.map(FaceId)
            && after.raw.materials.get(face.index()) != Some(&row.class)
        {
            after.set_material(face, MaterialId(row.class))?;
        }
    }
    let ids = |faces: &[u32]| faces.iter().copied().map(FaceId).collect::<Vec<_>>();
    if !report.flipped.is_empty() {
        after.flip_faces(&ids(&report.flipped))?;
    }
    if !report.removed.is_empty() {
        after.remove_faces(&ids(&report.removed))?;
    }
    for row in matched.triangles.iter().filter(|row| row.base.is_none()) {
        after.add_face(row.corners.map(VertexId), MaterialId(row.class))?;
    }
    let removed = report.removed.iter().filter_map(|face| walkmesh.raw.faces.get(*face as usize));
    after.remove_unused(removed.flat_map(|face| face.vertices).map(VertexId));
    Ok(after)
}

/// Returns whether the corners of a triangle run counter-clockwise, seen from above.
fn faces_up([a, b, c]: [[f32; 3]; 3]) -> bool {
    let side = |from: [f32; 3], axis: usize| f64::from(from[axis]) - f64::from(a[axis]);
    side(b, 0) * side(c, 1) > side(b, 1) * side(c, 0)
}

/// The numbers of the faces of the base after the edit, before a bake.
struct NewFaces {
    now: Vec<Option<u32>>,
    flipped: Vec<u32>,
}

impl NewFaces {
    /// The faces that were recognised, and those that the editor reports. The sides of both are the same, or the face was flipped.
    fn new(matched: &Matched, base: &TriangleSet, origins: &[Option<u32>]) -> Self {
        let mut now = vec![None; base.triangles.len()];
        let mut flipped = matched.report.flipped.clone();
        for (new, row) in (0..).zip(&matched.triangles) {
            row.base.into_iter().for_each(|base| now[base as usize] = Some(new));
        }
        for (new, row) in (0..).zip(&matched.triangles).filter(|(_, row)| row.base.is_none()) {
            let origin = row.edited.and_then(|edited| *origins.get(edited as usize)?);
            if let Some(origin) = origin
                && let Some(slot @ None) = now.get_mut(origin as usize)
            {
                *slot = Some(new);
                let before = base.triangles[origin as usize].corners.map(|corner| base.points[corner as usize]);
                let after = row.corners.map(|corner| matched.points[corner as usize]);
                flipped.extend((faces_up(before) != faces_up(after)).then_some(origin));
            }
        }
        flipped.sort_unstable();
        Self { now, flipped }
    }

    fn edge(&self, edge: EdgeId) -> Option<EdgeId> {
        let face = (*self.now.get(edge.face().index())?)?;
        let edge = if self.flipped.binary_search(&edge.face().0).is_ok() { turned_over(edge) } else { edge };
        EdgeId::new(FaceId(face), edge.side())
    }
}
