//! [`Git`]: the objects of an area of Neverwinter Nights 2, and the inputs of its bake among them.

use std::collections::BTreeSet;
use std::fmt;

use crate::counted;
use crate::formats::gff::{Gff, View};
use crate::formats::{Document, Error as FormatError};

use super::Cutter;
use crate::instances::{InstanceKind, Instances, References, text};

/// The objects in the `.git` of an area that affect its walkmesh.
///
/// Source: docs/formats/gff.md#git.
///
/// ```
/// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
/// use walkmesh::nwn2::Git;
///
/// let point = |x, y| Tree::new(3).with("PointX", TreeValue::Float(x)).with("PointY", TreeValue::Float(y));
/// let cutter = Tree::new(1)
///     .with("Type", TreeValue::Int(3))
///     .with("XPosition", TreeValue::Float(10.0))
///     .with("YPosition", TreeValue::Float(20.0))
///     .with("Geometry", TreeValue::List(vec![point(0.0, 0.0), point(2.0, 0.0), point(1.0, 1.5)]));
/// let objects = Tree::root().with("TriggerList", TreeValue::List(vec![cutter]));
///
/// let git = Git::from_raw(Gff::from_tree(*b"GIT ", &objects)?);
/// assert_eq!(git.cutters().cutters[0].points, [[10.0, 20.0], [12.0, 20.0], [11.0, 21.5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Git {
    raw: Gff,
}

/// The `Type` of a trigger that cuts the walkmesh.
const WALKMESH_CUTTER: i64 = 3;

/// The walkmesh cutters of an area.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GitCutters {
    /// The cutters that are polygons.
    pub cutters: Vec<Cutter>,
    /// For each cutter, its index in the `TriggerList`.
    pub triggers: Vec<usize>,
    /// The cutters that were skipped or changed.
    pub notes: Vec<CutterNote>,
}

/// A walkmesh cutter that was skipped or changed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum CutterNote {
    /// It has fewer than three points, so it cuts nothing. The toolset ignores it, too.
    TooFewPoints {
        /// Its index in the `TriggerList`.
        trigger: usize,
        /// Number of its points.
        points: usize,
        /// Its position, in metres.
        at: [f32; 2],
    },
    /// It is rotated, unlike any cutter of a real file. Whether the toolset would rotate it is unknown. The rotation was ignored.
    Turned {
        /// Its index in the `TriggerList`.
        trigger: usize,
        /// Its position, in metres.
        at: [f32; 2],
    },
    /// It has no position, or a point without coordinates, and was skipped.
    Incomplete {
        /// Its index in the `TriggerList`.
        trigger: usize,
    },
    /// The lists up to its points have more references than the file has structs, so this cutter and all later ones were skipped. In a
    /// real file each struct is in one list.
    SharedStructs {
        /// Its index in the `TriggerList`.
        trigger: usize,
    },
}

impl fmt::Display for CutterNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooFewPoints { trigger, points, at: [x, y] } => {
                let points = counted(points, "point");
                write!(f, "the walkmesh cutter at ({x}, {y}), trigger {trigger}, has {points} and cuts nothing")
            }
            Self::Turned { trigger, at: [x, y] } => write!(
                f,
                "the walkmesh cutter at ({x}, {y}), trigger {trigger}, is turned; it was taken as if it were not, because no \
                 known area has one"
            ),
            Self::Incomplete { trigger } => {
                write!(f, "the walkmesh cutter that is trigger {trigger} has no complete coordinates and was left out")
            }
            Self::SharedStructs { trigger } => write!(
                f,
                "the walkmesh cutters from trigger {trigger} on were left out: the lists of the GIT name more structs than it has; \
                 save the area again in the toolset"
            ),
        }
    }
}

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum GitObjectKind {
    /// A placeable, which can be used or blocks creatures.
    Placeable,
    /// A door.
    Door,
    /// An environment object, which has no effect on the game.
    Environment,
}

/// An object with a model.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GitObject {
    /// Its kind.
    pub kind: GitObjectKind,
    /// Its index in the list of its kind.
    pub index: usize,
    /// Its tag, as text.
    pub tag: String,
    /// The row of its appearance: in `placeables.2da` for placeables and environment objects, in the table of doors for doors.
    pub appearance: Option<u32>,
    /// Its position, in metres.
    pub position: [f32; 3],
    /// Its rotation counter-clockwise in the plan view, in radians.
    #[cfg_attr(feature = "serde", serde(rename = "bearing"))]
    pub bearing_radians: f32,
    /// Its scale along each axis.
    pub scale: [f32; 3],
    /// True if it is static: the walkmesh is baked around it.
    pub is_static: bool,
    /// True if creatures walk over it.
    pub is_walkable: bool,
    /// True if it blocks creatures without being baked into the walkmesh.
    pub has_dynamic_collision: bool,
}

impl GitObject {
    /// Returns whether the toolset cuts a hole at its position. The hole is the footprint of its model; the GIT alone does not contain
    /// the shape.
    pub fn cuts(&self) -> bool {
        self.kind == GitObjectKind::Placeable && self.is_static && !self.is_walkable
    }
}

#[cfg(test)]
impl GitObject {
    /// A static, unwalkable placeable, for tests.
    pub(crate) fn sample(appearance: u32, position: [f32; 3]) -> Self {
        Self {
            kind: GitObjectKind::Placeable,
            index: 0,
            tag: "SAMPLE".to_owned(),
            appearance: Some(appearance),
            position,
            bearing_radians: 0.0,
            scale: [1.0; 3],
            is_static: true,
            is_walkable: false,
            has_dynamic_collision: false,
        }
    }
}

impl Git {
    /// The file name of an area's objects.
    #[must_use]
    pub fn file(area: &str) -> String {
        format!("{area}.git")
    }

    /// Reads a GIT.
    ///
    /// # Errors
    /// When the bytes are not a GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Gff::from_bytes(bytes).map(Self::from_raw)
    }

    /// Converts from the on-disk struct.
    pub fn from_raw(raw: Gff) -> Self {
        Self { raw }
    }

    /// The on-disk struct.
    pub fn as_raw(&self) -> &Gff {
        &self.raw
    }

    /// All objects of the area with a position in the game: creatures, doors, placeables, triggers, encounters, waypoints, stores, sounds
    /// and items, by kind and in the order of the file. Walkmesh cutters, which the file lists among the triggers, are left out.
    #[must_use]
    pub fn instances(&self) -> Instances {
        let mut instances = Instances::new(&self.raw);
        let triggers = self.list("TriggerList", &mut References::new(&self.raw)).unwrap_or_default();
        let cutters = triggers.into_iter().filter(|(_, view)| is_cutter(*view));
        let cutters: BTreeSet<usize> = cutters.map(|(index, _)| index).collect();
        instances.complete.retain(|it| it.kind != InstanceKind::Trigger || !cutters.contains(&it.index));
        instances
    }

    /// The walkmesh cutters, in the order of the file. Coordinates are added in `f32`, as the toolset does.
    pub fn cutters(&self) -> GitCutters {
        let mut found = GitCutters::default();
        let mut references = References::new(&self.raw);
        let Some(triggers) = self.list("TriggerList", &mut references) else {
            found.notes.push(CutterNote::SharedStructs { trigger: 0 });
            return found;
        };
        for (trigger, view) in triggers.into_iter().filter(|(_, view)| is_cutter(*view)) {
            if found.add(trigger, view, &mut references).is_none() {
                found.notes.push(CutterNote::SharedStructs { trigger });
                break;
            }
        }
        found
    }

    /// The objects with a model: placeables, then doors, then environment objects. Objects without a position are left out, and so are
    /// lists that exceed, together with earlier lists, the number of structs in the file.
    pub fn objects(&self) -> impl Iterator<Item = GitObject> {
        let lists = [
            ("Placeable List", GitObjectKind::Placeable),
            ("Door List", GitObjectKind::Door),
            ("EnvironmentList", GitObjectKind::Environment),
        ];
        let mut references = References::new(&self.raw);
        lists.into_iter().flat_map(move |(label, kind)| {
            let list = self.list(label, &mut references).unwrap_or_default().into_iter();
            list.filter_map(move |(index, view)| GitObject::new(kind, index, view))
        })
    }

    /// The structs of a list of the root, with their indices; `None` if it exceeds the remaining references.
    fn list(&self, label: &str, references: &mut References) -> Option<Vec<(usize, View<'_>)>> {
        let Some(list) = self.raw.root().and_then(|root| root.list(label)) else { return Some(Vec::new()) };
        references.charge(list)?;
        Some((0..list.len()).filter_map(|index| Some((index, list.get(index)?))).collect())
    }
}

fn is_cutter(trigger: View<'_>) -> bool {
    trigger.integer("Type") == Some(WALKMESH_CUTTER)
}

impl GitCutters {
    /// Adds a walkmesh cutter; `None` if its points exceed the remaining references.
    fn add(&mut self, trigger: usize, view: View<'_>, references: &mut References) -> Option<()> {
        let Some(at) = plan(view, ["XPosition", "YPosition"]) else {
            self.notes.push(CutterNote::Incomplete { trigger });
            return Some(());
        };
        let geometry = view.list("Geometry");
        geometry.map_or(Some(()), |points| references.charge(points))?;
        let stored = geometry.map_or(0, |points| points.len());
        let points: Vec<[f32; 2]> = geometry
            .iter()
            .flat_map(|points| points.iter())
            .filter_map(|point| plan(point, ["PointX", "PointY"]))
            .map(|[x, y]| [at[0] + x, at[1] + y])
            .collect();
        if points.len() < stored {
            self.notes.push(CutterNote::Incomplete { trigger });
        } else if points.len() < 3 {
            self.notes.push(CutterNote::TooFewPoints { trigger, points: points.len(), at });
        } else {
            let turns = ["XOrientation", "YOrientation", "ZOrientation"].map(|label| view.float(label));
            if turns.into_iter().flatten().any(|turn| turn != 0.0) {
                self.notes.push(CutterNote::Turned { trigger, at });
            }
            self.cutters.push(Cutter { points });
            self.triggers.push(trigger);
        }
        Some(())
    }
}

impl GitObject {
    fn new(kind: GitObjectKind, index: usize, view: View<'_>) -> Option<Self> {
        let position = match view.child("Position") {
            Some(position) => vector(position, ["x", "y", "z"]),
            None => vector(view, ["X", "Y", "Z"]),
        }?;
        let is_set = |label| view.integer(label).is_some_and(|value| value != 0);
        Some(Self {
            kind,
            index,
            tag: text(view, "Tag"),
            appearance: view.integer("Appearance").and_then(|row| row.try_into().ok()),
            position,
            bearing_radians: view
                .float("Bearing")
                .or_else(|| view.child("Orientation").and_then(heading))
                .unwrap_or_default(),
            scale: view.child("ModelScale").and_then(|scale| vector(scale, ["x", "y", "z"])).unwrap_or([1.0; 3]),
            is_static: is_set("Static"),
            is_walkable: is_set("IsWalkable"),
            has_dynamic_collision: is_set("DynamicCl"),
        })
    }
}

/// The rotation of a quaternion about the vertical axis.
fn heading(quaternion: View<'_>) -> Option<f32> {
    let [x, y, z] = vector(quaternion, ["x", "y", "z"])?;
    let w = quaternion.float("w")?;
    Some((2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z)))
}

fn plan(view: View<'_>, labels: [&str; 2]) -> Option<[f32; 2]> {
    let [x, y] = labels.map(|label| view.float(label));
    Some([x?, y?])
}

fn vector(view: View<'_>, labels: [&str; 3]) -> Option<[f32; 3]> {
    let [x, y, z] = labels.map(|label| view.float(label));
    Some([x?, y?, z?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::gff::{Tree, TreeValue};

    fn git(root: &Tree) -> Git {
        Git::from_raw(Gff::from_tree(*b"GIT ", root).unwrap())
    }

    fn float(tree: Tree, label: &str, value: f32) -> Tree {
        tree.with(label, TreeValue::Float(value))
    }

    fn trigger(kind: i32, points: &[[f32; 2]]) -> Tree {
        let point = |[x, y]: &[f32; 2]| float(float(Tree::new(3), "PointX", *x), "PointY", *y);
        float(float(Tree::new(1), "XPosition", 1.0), "YPosition", 2.0)
            .with("Type", TreeValue::Int(kind))
            .with("Geometry", TreeValue::List(points.iter().map(point).collect()))
    }

    #[test]
    fn only_cutters_with_three_points_cut_and_the_others_are_noted() {
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let turned = float(trigger(3, &corners), "ZOrientation", 0.5);
        let lost = Tree::new(1).with("Type", TreeValue::Int(3));
        let half = trigger(3, &corners[..2]).with("Other", TreeValue::Byte(1));
        let triggers = vec![trigger(1, &corners), trigger(3, &corners), half, turned, lost];
        let found = git(&Tree::root().with("TriggerList", TreeValue::List(triggers))).cutters();
        let points = [[1.0, 2.0], [2.0, 2.0], [1.0, 3.0]];
        assert_eq!(found.cutters.iter().map(|cutter| &cutter.points[..]).collect::<Vec<_>>(), [&points[..]; 2]);
        assert_eq!(found.triggers, [1, 3]);
        let notes: Vec<String> = found.notes.iter().map(ToString::to_string).collect();
        assert_eq!(
            notes,
            [
                "the walkmesh cutter at (1, 2), trigger 2, has 2 points and cuts nothing",
                "the walkmesh cutter at (1, 2), trigger 3, is turned; it was taken as if it were not, because no known area \
                 has one",
                "the walkmesh cutter that is trigger 4 has no complete coordinates and was left out",
            ]
        );
    }

    #[test]
    fn objects_of_each_list_are_read_by_its_own_fields() {
        let at = |tree: Tree, labels: [&str; 3]| {
            labels.into_iter().zip([3.0, 4.0, 5.0]).fold(tree, |tree, (label, value)| float(tree, label, value))
        };
        let scale = TreeValue::Struct(at(Tree::new(0), ["x", "y", "z"]));
        let chair = at(Tree::new(9), ["X", "Y", "Z"])
            .with("Static", TreeValue::Byte(1))
            .with("Appearance", TreeValue::Dword(1265))
            .with("Tag", TreeValue::String(b"PLC_CHAIR".to_vec()))
            .with("ModelScale", scale)
            .with("Bearing", TreeValue::Float(1.5));
        let walkable = at(Tree::new(9), ["X", "Y", "Z"])
            .with("Static", TreeValue::Byte(1))
            .with("IsWalkable", TreeValue::Byte(1))
            .with("DynamicCl", TreeValue::Byte(1));
        let environment = |quaternion: [f32; 4]| {
            let parts = ["x", "y", "z", "w"].into_iter().zip(quaternion);
            let orientation = parts.fold(Tree::new(0), |tree, (label, value)| float(tree, label, value));
            Tree::new(4)
                .with("Position", TreeValue::Struct(at(Tree::new(0), ["x", "y", "z"])))
                .with("Orientation", TreeValue::Struct(orientation))
        };
        let quarter = environment([0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()]);
        let tilted = environment([0.1, 0.5, 0.7, 0.5]);
        let root = Tree::root()
            .with("Placeable List", TreeValue::List(vec![Tree::new(9), chair, walkable]))
            .with("EnvironmentList", TreeValue::List(vec![quarter, tilted]))
            .with("Door List", TreeValue::List(vec![at(Tree::new(8), ["X", "Y", "Z"])]));
        let objects: Vec<GitObject> = git(&root).objects().collect();
        let kinds: Vec<_> = objects.iter().map(|object| (object.kind, object.index, object.cuts())).collect();
        assert_eq!(
            kinds,
            [
                (GitObjectKind::Placeable, 1, true),
                (GitObjectKind::Placeable, 2, false),
                (GitObjectKind::Door, 0, false),
                (GitObjectKind::Environment, 0, false),
                (GitObjectKind::Environment, 1, false),
            ]
        );
        assert!(objects.iter().all(|object| object.position == [3.0, 4.0, 5.0]));
        assert_eq!(
            (objects[0].appearance, &objects[0].tag[..], objects[0].bearing_radians),
            (Some(1265), "PLC_CHAIR", 1.5)
        );
        assert_eq!((objects[0].scale, objects[1].scale), ([3.0, 4.0, 5.0], [1.0; 3]));
        // The x axis of the second becomes (-0.48, 0.8, 0.36).
        for (object, bearing) in objects[3..].iter().zip([std::f32::consts::FRAC_PI_2, 2.111_215_8]) {
            assert!((object.bearing_radians - bearing).abs() < 1e-6, "{}", object.bearing_radians);
        }
        assert!(objects[1].has_dynamic_collision && objects[1].is_walkable);
    }

    #[test]
    fn a_file_without_lists_has_no_objects() {
        assert_eq!(Git::default().cutters(), GitCutters::default());
        assert_eq!(Git::default().objects().count(), 0);
        assert!(Git::from_bytes(b"TRN").is_err());
    }
}
