//! Blender's changes to a scene between an import and an export: the effect of each menu operation on the file.
//!
//! A program that uses this module need not use all of it.

#![allow(dead_code, reason = "each test program uses a part")]

use walkmesh::exchange::{Mark, Scene, SceneNode, Transform, TriangleSet};

/// File > Export > Selected Objects, with the meshes selected and not the empties.
pub fn selected_objects(scene: &mut Scene) {
    scene.marks.clear();
    scene.nodes.iter_mut().for_each(|node| node.set.marks.clear());
}

/// Object > Apply > All Transforms, with everything selected. The empties of an object go to its origin.
pub fn apply_all_transforms(scene: &mut Scene) {
    for node in &mut scene.nodes {
        node.set = node.placed_set().into_owned();
        node.placement = Transform::IDENTITY;
    }
    let own = scene.nodes.iter_mut().flat_map(|node| &mut node.set.marks);
    own.chain(&mut scene.marks).for_each(|mark| mark.point = [0.0; 3]);
}

/// Object > Set Origin > Origin to Geometry. Coordinates in the object are stored relative to the origin, in single precision.
pub fn set_origin(scene: &mut Scene) {
    for node in scene.nodes.iter_mut().filter(|node| !node.set.points.is_empty()) {
        let count = node.set.points.len() as f32;
        let origin: [f32; 3] =
            std::array::from_fn(|axis| node.set.points.iter().map(|point| point[axis]).sum::<f32>() / count);
        move_set(&mut node.set, |[x, y, z]| [x - origin[0], y - origin[1], z - origin[2]]);
        node.placement = Transform::of_offset(origin);
    }
}

/// Object > Join: the faces of `from` go into `into`, and its empties no longer have a parent.
pub fn join(scene: &mut Scene, into: &str, from: &str) {
    let at = scene.nodes.iter().position(|node| node.name == from).expect("an object");
    let mut gone = scene.nodes.remove(at);
    let set = gone.placed_set().into_owned();
    scene.marks.append(&mut gone.set.marks);
    let own = &mut node(scene, into).set;
    let first = own.points.len() as u32;
    own.points.extend(set.points);
    own.triangles.extend(set.triangles.into_iter().map(|mut row| {
        row.corners = row.corners.map(|corner| first + corner);
        row
    }));
    for class in set.classes {
        if own.classes.iter().all(|known| known.number != class.number) {
            own.classes.push(class);
        }
    }
}

/// Object > Duplicate Objects: all names of the copy get a number.
pub fn duplicate(scene: &mut Scene, name: &str) {
    let mut copy = node(scene, name).clone();
    copy.name.push_str(".001");
    copy.set.marks.iter_mut().for_each(|mark| mark.name.push_str(".001"));
    scene.nodes.push(copy);
}

/// Moves, turns or scales an object with its empties.
pub fn transform(scene: &mut Scene, name: &str, map: impl Fn([f32; 3]) -> [f32; 3]) {
    move_set(&mut node(scene, name).set, map);
}

/// Appends a number to every name, as after an import into a file that already has the names.
pub fn number_names(scene: &mut Scene) {
    for (at, node) in scene.nodes.iter_mut().enumerate() {
        node.name.push_str(&format!(".{at:03}"));
        node.set.marks.iter_mut().for_each(|mark: &mut Mark| mark.name.push_str(".004.002"));
    }
}

/// The object with a name.
pub fn node<'s>(scene: &'s mut Scene, name: &str) -> &'s mut SceneNode {
    scene.nodes.iter_mut().find(|node| node.name == name).expect("an object")
}

fn move_set(set: &mut TriangleSet, map: impl Fn([f32; 3]) -> [f32; 3]) {
    let marks = set.marks.iter_mut().map(|mark| &mut mark.point);
    set.points.iter_mut().chain(marks).for_each(|point| *point = map(*point));
}
