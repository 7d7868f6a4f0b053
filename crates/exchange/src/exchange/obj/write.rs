//! Writes a scene as an OBJ with its MTL.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use crate::counted::agreeing;
use crate::exchange::text::{Shortest, ShortestPoint};
use crate::exchange::{Class, Note, Scene, SceneNode, Transform, Up};

/// A scene as the texts of two files, and notes on data that they cannot hold.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct ObjFiles {
    /// The OBJ.
    pub obj: String,
    /// The MTL, which the OBJ names.
    pub mtl: String,
    /// The parts that were left out.
    pub notes: Vec<Note>,
}

impl Scene {
    /// Writes an OBJ and its MTL: an object per triangle set, in which the points and triangles have the order of the set,
    /// and a material per class. `mtl_name` is the name of the file into which the MTL will be saved.
    ///
    /// Triangles that [cannot be carried](crate::exchange::TriangleSet::can_be_carried) are left out, and so are marks and points of no
    /// triangle. Placements are applied to the points. All of these are reported.
    ///
    /// ```
    /// # use walkmesh_exchange as walkmesh;
    /// use walkmesh::exchange::{Class, ClassedTriangle, ObjScene, Scene, SceneNode, TriangleSet, Up};
    ///
    /// let stone = Class { number: 4, name: "Stone".into(), color: [128, 128, 128], walkable: true };
    /// let set = TriangleSet {
    ///     points: vec![[0.0, 0.0, 0.1], [4.0, 0.0, 0.2], [4.0, 4.0, 0.3]],
    ///     triangles: vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }],
    ///     classes: vec![stone],
    ///     ..TriangleSet::default()
    /// };
    /// let scene = Scene { nodes: vec![SceneNode { name: "room".into(), set, ..SceneNode::default() }], ..Scene::default() };
    /// let files = scene.to_obj("room.mtl");
    /// assert!(files.obj.contains("usemtl 04 Stone\nf 1 2 3\n"));
    ///
    /// let read = ObjScene::from_bytes(files.obj.as_bytes(), Up::Z)?.scene;
    /// assert_eq!(read.nodes[0].set.points, scene.nodes[0].set.points);
    /// # Ok::<(), walkmesh::exchange::ObjError>(())
    /// ```
    pub fn to_obj(&self, mtl_name: &str) -> ObjFiles {
        let mut writer = Writer { up: self.up, files: ObjFiles::default(), ..Writer::default() };
        writer.files.obj = format!("# Written by walkmesh. y is up.\nmtllib {}\n", clean(mtl_name));
        for node in &self.nodes {
            writer.node(node);
        }
        let marks = self.marks.len();
        if marks > 0 {
            writer.files.notes.push(Note::of_scene(lost_marks(marks)));
        }
        for (name, color) in &writer.materials {
            let [red, green, blue] = color.map(|value| Shortest(f32::from(value) / 255.0));
            put(&mut writer.files.mtl, format_args!("newmtl {name}\nKd {red} {green} {blue}\n\n"));
        }
        writer.files
    }
}

#[derive(Default)]
struct Writer {
    up: Up,
    files: ObjFiles,
    /// Number of vertices written.
    vertices: usize,
    /// The names of the nodes that were written, each with the number of its copies.
    names: HashMap<String, usize>,
    /// The colour of each material.
    materials: BTreeMap<String, [u8; 3]>,
    /// The material of the last face.
    material: String,
}

impl Writer {
    fn node(&mut self, node: &SceneNode) {
        let set = node.placed_set();
        let carried: Vec<_> =
            (0..).zip(&set.triangles).filter(|(id, _)| set.can_be_carried(*id)).map(|(_, row)| row).collect();
        let mut numbers = vec![0; set.points.len()];
        for row in &carried {
            for corner in row.corners {
                numbers[corner as usize] = 1;
            }
        }
        self.report(node, carried.len(), numbers.iter().filter(|number| **number == 0).count());
        if carried.is_empty() {
            return;
        }
        let name = self.unique(&node.name);
        put(&mut self.files.obj, format_args!("o {name}\n"));
        for (number, point) in numbers.iter_mut().zip(&set.points).filter(|(number, _)| **number > 0) {
            self.vertices += 1;
            *number = self.vertices;
            let point = ShortestPoint(self.up.point_to_y_up(*point));
            put(&mut self.files.obj, format_args!("v {point}\n"));
        }
        let classes: HashMap<u32, &Class> = set.classes.iter().map(|class| (class.number, class)).collect();
        let mut labels: HashMap<u32, String> = HashMap::new();
        for row in carried {
            let label = labels.entry(row.class).or_insert_with(|| {
                let unknown = Class { number: row.class, color: [128; 3], ..Class::default() };
                let class = classes.get(&row.class).copied().unwrap_or(&unknown);
                let label = clean(&class.label());
                self.materials.entry(label.clone()).or_insert(class.color);
                label
            });
            if *label != self.material {
                self.material.clone_from(label);
                put(&mut self.files.obj, format_args!("usemtl {label}\n"));
            }
            let [a, b, c] = row.corners.map(|corner| numbers[corner as usize]);
            put(&mut self.files.obj, format_args!("f {a} {b} {c}\n"));
        }
    }

    /// Reports the losses of a node.
    fn report(&mut self, node: &SceneNode, carried: usize, loose: usize) {
        let mut note = |message: String| self.files.notes.push(Note::of_node(&node.name, message));
        let SceneNode { placement, set, .. } = node;
        if *placement != Transform::IDENTITY && !set.points.is_empty() {
            note("An OBJ has no placements, so the points are written where they lie in the scene.".into());
        }
        if !set.marks.is_empty() {
            note(lost_marks(set.marks.len()));
        }
        let lost = set.triangles.len() - carried;
        if lost > 0 {
            note(format!(
                "{} left out: a corner stands twice in it, or is not a finite point.",
                agreeing(lost, "triangle", ["was", "were"])
            ));
        }
        if carried == 0 {
            note("There are no triangles, so an OBJ cannot hold the node.".into());
        } else if loose > 0 {
            note(format!("{} left out, in no triangle.", agreeing(loose, "point", ["was", "were"])));
        }
    }

    /// Makes a name unique: nodes with equal names would become one object.
    fn unique(&mut self, name: &str) -> String {
        let clean = clean(name);
        let mut unique = clean.clone();
        let mut copy = self.names.get(&clean).copied().unwrap_or(0);
        while self.names.contains_key(&unique) {
            copy += 1;
            unique = format!("{clean}.{copy:03}");
        }
        self.names.insert(clean, copy);
        self.names.entry(unique.clone()).or_insert(0);
        if unique != name {
            let message =
                format!("The object has the name `{unique}`: OBJ cannot hold the node's own, or it is taken.");
            self.files.notes.push(Note::of_node(name, message));
        }
        unique
    }
}

/// Writes to a text, which cannot fail.
fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).unwrap_or_default();
}

fn lost_marks(marks: usize) -> String {
    format!(
        "An OBJ has no named points, so {} left out. Those of the file that an edited OBJ is matched onto stay as they are.",
        agreeing(marks, "mark", ["was", "were"])
    )
}

/// A name on one line, as a reader returns it: without characters that end a line, join two lines or begin a comment. A `-`
/// replaces a `#` and a `\`. A `_` would be lost, because [`Class::of_label`] removes each `_` at the ends of a name.
fn clean(name: &str) -> String {
    let spaced: String =
        name.chars().map(|letter| if letter.is_control() || letter.is_whitespace() { ' ' } else { letter }).collect();
    let mut clean = spaced.trim().replace(" #", " -");
    if clean.starts_with('#') {
        clean.replace_range(..1, "-");
    }
    if clean.ends_with('\\') {
        clean.pop();
        clean.push('-');
    }
    clean
}
