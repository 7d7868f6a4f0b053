//! The GIT of an area of NWN2: placeables, and triggers of builders that cut the floor.

use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{Cutter, Git};

/// An appearance, its position, its bearing, and its scale in the plan view.
pub type Placeable = (u32, [f32; 2], f32, [f32; 2]);

/// The height of all floors and objects, in metres.
pub const HEIGHT: f32 = 1.0;

/// The objects of an area: placeables, and triggers of builders that cut the floor.
pub fn git(placeables: &[Placeable], cutters: &[Cutter]) -> Git {
    let float = TreeValue::Float;
    let placeable = |&(appearance, [x, y], bearing, [sx, sy]): &Placeable| {
        let scale = Tree::new(1).with("x", float(sx)).with("y", float(sy)).with("z", float(1.0));
        Tree::new(9)
            .with("X", float(x))
            .with("Y", float(y))
            .with("Z", float(HEIGHT))
            .with("Bearing", float(bearing))
            .with("ModelScale", TreeValue::Struct(scale))
            .with("Appearance", TreeValue::Dword(appearance))
            .with("Static", TreeValue::Byte(1))
    };
    let point = |[x, y]: &[f32; 2]| Tree::new(3).with("PointX", float(*x)).with("PointY", float(*y));
    let trigger = |cutter: &Cutter| {
        Tree::new(1)
            .with("Type", TreeValue::Int(3))
            .with("XPosition", float(0.0))
            .with("YPosition", float(0.0))
            .with("Geometry", TreeValue::List(cutter.points.iter().map(point).collect()))
    };
    let root = Tree::root()
        .with("Placeable List", TreeValue::List(placeables.iter().map(placeable).collect()))
        .with("TriggerList", TreeValue::List(cutters.iter().map(trigger).collect()));
    Git::from_raw(Gff::from_tree(*b"GIT ", &root).unwrap())
}
