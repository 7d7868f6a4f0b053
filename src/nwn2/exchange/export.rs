//! Exports a walkmesh as a node of a scene.

use std::collections::{BTreeSet, HashSet};

use crate::exchange::{ClassedTriangle, Note, SceneNode, Transform, TriangleSet};
use crate::geometry::weld::weld_all;
use crate::nwn2::floor::CLOCKWISE;
use crate::nwn2::{Terrain, TerrainError, Walkmesh};
use walkmesh_mesh::counted::agreeing;

use super::class::{class_of, number_of};

impl Terrain {
    /// The walkmesh as a node of a scene, for other programs, with notes on lost information. See
    /// [`Walkmesh::to_scene_node`].
    ///
    /// # Errors
    /// When the walkmesh is missing or unreadable.
    pub fn to_scene_node(&self, name: &str) -> Result<(SceneNode, Vec<Note>), TerrainError> {
        Ok(self.walkmesh()?.to_scene_node(name))
    }
}

impl Walkmesh {
    /// The walkmesh as a node of a scene, for other programs, with notes on lost information.
    ///
    /// The class of a triangle is its flags without the clockwise flag, such as `33 walkable stone`. Corners that the
    /// flag declares clockwise are exported counter-clockwise, so that floors face up.
    ///
    /// ```
    /// use walkmesh::nwn2::{self, BuildFace, BuildOptions, FloorMaterial};
    ///
    /// let face = BuildFace { corners: [0, 1, 2], walkable: true, floor: Some(FloorMaterial::Stone) };
    /// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0]];
    /// let walkmesh = nwn2::build(&corners, &[face], &BuildOptions::default())?.walkmesh;
    /// let (node, notes) = walkmesh.to_scene_node("yard");
    /// assert_eq!((node.set.classes[0].label().as_str(), notes.len()), ("33 walkable stone", 0));
    /// # Ok::<(), walkmesh::nwn2::BuildError>(())
    /// ```
    #[must_use]
    pub fn to_scene_node(&self, name: &str) -> (SceneNode, Vec<Note>) {
        let set = triangle_set(self);
        let notes = notes(self, &set).into_iter().map(|message| Note::of_node(name, message)).collect();
        (SceneNode { name: name.to_owned(), placement: Transform::IDENTITY, set }, notes)
    }
}

/// The triangles of a walkmesh whose vertices all exist.
pub(super) fn triangle_set(walkmesh: &Walkmesh) -> TriangleSet {
    let points: Vec<[f32; 3]> = walkmesh.vertices().iter().map(|vertex| (*vertex).into()).collect();
    let rows = walkmesh.triangle_rows().iter();
    let whole = rows.filter(|row| row.vertices.iter().all(|vertex| (*vertex as usize) < points.len()));
    let triangles: Vec<_> = whole
        .map(|row| {
            let [a, b, c] = row.vertices;
            let corners = if row.flags.0 & CLOCKWISE != 0 { [a, c, b] } else { [a, b, c] };
            ClassedTriangle { corners, class: number_of(row.flags) }
        })
        .collect();
    let numbers: BTreeSet<u32> = triangles.iter().map(|row| row.class).collect();
    TriangleSet { points, triangles, classes: numbers.into_iter().map(class_of).collect(), ..TriangleSet::default() }
}

/// Notes on the information that other programs cannot show.
fn notes(walkmesh: &Walkmesh, set: &TriangleSet) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |count: usize, what: &str, verbs: [&str; 2], message: &str| {
        if count > 0 {
            notes.push(format!("{} {message}", agreeing(count, what, verbs)));
        }
    };
    note(
        walkmesh.triangle_rows().len() - set.triangles.len(),
        "triangle",
        ["names", "name"],
        "a vertex that does not exist, and so no other program is given it.",
    );
    let uncarried = (0..set.triangles.len()).filter(|id| !set.can_be_carried(*id)).count();
    note(
        uncarried,
        "triangle",
        ["has", "have"],
        "two equal corners, or a coordinate that is not finite. No other program shows that; an import onto this area \
         keeps it with the triangles beside it.",
    );
    note(
        duplicates(set),
        "triangle",
        ["is", "are"],
        "at the same place as another one. Editors drop such copies; an import onto this area restores them.",
    );
    let mut is_loose = vec![true; set.points.len()];
    set.triangles.iter().flat_map(|row| row.corners).for_each(|corner| is_loose[corner as usize] = false);
    note(
        is_loose.into_iter().filter(|is_loose| *is_loose).count(),
        "vertex",
        ["belongs", "belong"],
        "to no triangle. Other programs show no such vertex; an import onto this area keeps it.",
    );
    notes
}

/// Number of triangles with the corners of an earlier one, in any order.
fn duplicates(set: &TriangleSet) -> usize {
    let (_, representative) = weld_all(&set.points);
    let mut seen = HashSet::with_capacity(set.triangles.len());
    let key = |row: &ClassedTriangle| {
        let mut corners = row.corners.map(|corner| representative[corner as usize]);
        corners.sort_unstable();
        corners
    };
    set.triangles.iter().filter(|row| !seen.insert(key(row))).count()
}
