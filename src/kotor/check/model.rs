//! Checks whether a room and its model have the same faces, and whether the tree of the model is sound.

use crate::finding::{CheckOptions, Findings, PartKind, Place, rules};
use crate::kotor::{FaceId, Model, ModelDifference, Walkmesh};
use walkmesh_mesh::counted::{agreeing, counted};

rules! { of super::sample, RoomWithModel;
    MODEL_DIFFERS: Warning = "model-differs", "A room and its model have different faces" {
        /// The model of a room has a copy of the room's faces, which the game is reported to use for the camera. Where
        /// the copy differs, the camera passes through walls that stop creatures, or stops at nothing.
        remedy
        /// Write the room into its model (`Model::set_walkmesh`), or export both from the same program.
        bad "face 0": |room| room.model[0].1 = 7,
        bad "face 7": |room| room.model[7].0[1][2] += 0.5,
        bad "model": |room| room.model.truncate(7),
    }
    MODEL_TREE_BROKEN: Error = "model-tree-broken", "The tree of a model misses faces" {
        /// The model of a room has its own tree over its copy of the faces, which the game is reported to search for
        /// the camera. If a child of a node is out of range or creates a cycle, or a box does not contain its contents,
        /// the search misses the faces below: the camera passes through these walls. What the game does with a node
        /// outside the model is not known; it may crash. In nine of seventeen models of a real mod no node has a child.
        remedy
        /// Bake the room together with its model: this writes the tree of the room into the model.
        bad "model": |room| room.tree = |tree| tree[0].left = u32::MAX,
        bad "model": |room| room.tree = |tree| tree[1].right = tree[0].left,
        bad "model": |room| room.tree = |tree| tree[14].face = 99,
        bad "model": |room| room.tree = |tree| tree[14].face = 0,
        bad "model": |room| room.tree = |tree| tree[14].max[0] -= 0.5,
        bad "model": |room| room.tree = |tree| tree[0].max[0] = f32::NAN,
    }
}

impl Walkmesh {
    /// Checks whether the room and its model have the same faces and materials, and whether the tree of the model is
    /// [sound](Model::tree_fault). A room whose position in the layout is not known, or whose tables contradict each other, is not
    /// compared. [`diff_model`](Self::diff_model) lists all faces that differ.
    pub fn check_model(&self, model: &Model, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        if let Ok(difference) = self.diff_model(model)
            && !difference.is_none()
        {
            findings.add(&MODEL_DIFFERS, place(&difference), || meaning(&difference));
        }
        if let Some(fault) = model.tree_fault() {
            let meaning = || {
                format!("The camera may pass through walls, or the game may crash: in the tree of the model {fault}.")
            };
            findings.add(&MODEL_TREE_BROKEN, PartKind::Model, meaning);
        }
        findings
    }
}

/// The first face that differs.
fn place(difference: &ModelDifference) -> Place {
    let first: Option<&FaceId> = difference.materials.first().into_iter().chain(difference.corners.first()).min();
    first.map_or_else(|| PartKind::Model.into(), |face| Place::from(*face))
}

/// Describes the difference.
fn meaning(difference: &ModelDifference) -> String {
    let ModelDifference { face_counts: [room, model], materials, corners } = difference;
    let mut parts = Vec::new();
    if room != model {
        parts.push(format!("the room has {} and the model {model}", counted(*room, "face")));
    }
    if !materials.is_empty() {
        parts.push(of_faces(materials, "other materials in the model"));
    }
    if !corners.is_empty() {
        parts.push(of_faces(corners, "corners at other positions in the model"));
    }
    format!("The model does not match the room: {}.", parts.join("; "))
}

/// The number of faces with an agreeing verb, and the first of them.
fn of_faces(faces: &[FaceId], what: &str) -> String {
    /// Maximum number of faces that are listed.
    const NAMED: usize = 5;
    let named: Vec<String> = faces.iter().take(NAMED).map(|face| face.0.to_string()).collect();
    let more = if faces.len() > NAMED { ", …" } else { "" };
    format!("{} {what} ({}{more})", agreeing(faces.len(), "face", ["has", "have"]), named.join(", "))
}
