//! A city of NWN2: streets and a market between town walls with a walk upon them, a river under two bridges, and a castle on
//! terraces; before its bake, and the objects of its GIT.

#[path = "city/houses.rs"]
mod houses;
#[path = "city/mesh.rs"]
mod mesh;
#[path = "city/places.rs"]
mod places;
#[path = "city/plan.rs"]
mod plan;
#[path = "city/plane.rs"]
mod plane;
#[path = "city/raised.rs"]
mod raised;
#[path = "city/river.rs"]
mod river;

use walkmesh::exchange::{Scene, Up};
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{self, BuildOptions};

use super::town::{placed, point, position, trigger};
use places::{Building, SIZE};
use plan::Plan;

/// The files of the area.
pub fn files() -> super::Samples {
    let plan = Plan::new();
    let mesh::Mesh { vertices, faces } = mesh::triangulate(&plan);
    let options = BuildOptions::default().with_grid(Some(SIZE));
    let city = nwn2::build(&vertices, &faces, &options).expect("a sample builds").walkmesh;
    let scene = Scene { up: Up::Z, nodes: vec![city.to_scene_node("city").0], marks: Vec::new() };
    let glb = scene.to_glb().expect("a sample can be written");
    vec![("city.glb", glb), ("city.git", super::bytes(&objects(&plan)))]
}

/// The walkmesh cutters, and the doors of the buildings with floors of their own.
fn objects(plan: &Plan) -> Gff {
    let cutters = houses::cutters(plan).into_iter().map(|corners| {
        let corners: Vec<[f32; 2]> =
            corners.into_iter().map(|corner| corner.map(|value| ((value * 64.0).round() / 64.0) as f32)).collect();
        let [x, y] = corners[0];
        let points = corners
            .iter()
            .map(|corner| placed(Tree::new(3), ["X", "Y", "Z"].map(point), [corner[0] - x, corner[1] - y, 0.0]));
        let height = plan.height(corners[0].map(f64::from)) as f32;
        let cutter = placed(trigger(), ["X", "Y", "Z"].map(position), [x, y, height]);
        cutter.with("Geometry", TreeValue::List(points.collect()))
    });
    let doors = plan.buildings.iter().map(|Building { door: ([x, y], bearing), .. }| {
        let height = plan.height([*x, *y]);
        placed(Tree::new(8), ["X", "Y", "Z"].map(str::to_owned), [*x, *y, height].map(|value| value as f32))
            .with("Bearing", TreeValue::Float(*bearing as f32))
            .with("Tag", TreeValue::String(b"DOOR".to_vec()))
            .with("Static", TreeValue::Byte(0))
    });
    let root = Tree::root()
        .with("Door List", TreeValue::List(doors.collect()))
        .with("TriggerList", TreeValue::List(cutters.collect()));
    Gff::from_tree(*b"GIT ", &root).expect("a sample is a tree")
}
