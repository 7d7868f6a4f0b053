//! A town of NWN2: a square, a canal under a bridge, and stairs to a terrace; before its bake, and the objects of its GIT.

use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{self, BuildFace, BuildOptions, FloorMaterial};

/// Tiles of 9 m along x and y.
pub const SIZE: [u32; 2] = [4, 3];

/// The lines of the ground along x and y, in metres. No cell of the ground crosses a tile border.
const X: [f32; 17] = [0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 16.0, 18.0, 20.0, 21.0, 24.0, 26.5, 27.0, 29.5, 30.0, 33.0, 33.5];
const Y: [f32; 13] = [0.0, 3.0, 6.0, 9.0, 12.0, 13.5, 15.0, 16.5, 17.5, 18.0, 21.0, 24.0, 27.0];
const EAST: f32 = 36.0;

/// The heights of the canal's floor, the bridge at its ends and in its middle, and the terrace, in metres.
const WATER: f32 = -1.5;
const DECK: [f32; 2] = [0.6, 0.9];
const TERRACE: f32 = 2.0;

/// The kind of a cell of the ground.
enum Cell {
    FloorMaterial(FloorMaterial),
    Wall,
    /// Under the bridge, which has separate vertices.
    Bridge,
}

fn is_in(at: [f32; 2], x: [f32; 2], y: [f32; 2]) -> bool {
    (x[0]..=x[1]).contains(&at[0]) && (y[0]..=y[1]).contains(&at[1])
}

/// The cell around a point.
fn cell(at: [f32; 2]) -> Cell {
    let is_stairs = is_in(at, [30.0, 33.0], [12.0, 18.0]);
    let beside_stairs = is_in(at, [29.5, 33.5], [12.0, 18.0]);
    let below_terrace = is_in(at, [26.5, EAST], [17.5, 27.0]) && !is_in(at, [27.0, EAST], [18.0, 27.0]);
    match at {
        _ if is_in(at, [15.0, 21.0], [12.0, 15.0]) => Cell::Bridge,
        _ if is_stairs => Cell::FloorMaterial(FloorMaterial::Stone),
        _ if is_in(at, [15.0, 21.0], [0.0, 27.0]) || beside_stairs || below_terrace => Cell::Wall,
        // The town's wall, with a gate.
        _ if is_in(at, [0.0, 15.0], [24.0, 27.0]) && !is_in(at, [6.0, 9.0], [24.0, 27.0]) => Cell::Wall,
        _ if is_in(at, [27.0, EAST], [18.0, 27.0]) => Cell::FloorMaterial(FloorMaterial::Carpet),
        [x, _] if x > 21.0 => Cell::FloorMaterial(FloorMaterial::Grass),
        _ => Cell::FloorMaterial(FloorMaterial::Stone),
    }
}

/// The height of the vertex of two lines.
fn height(column: usize, row: usize, at: [f32; 2]) -> f32 {
    if is_in(at, [27.0, EAST], [18.0, 27.0]) {
        return TERRACE;
    }
    if is_in(at, [30.0, 33.0], [13.5, 17.5]) {
        // A flight, a landing, and a second flight.
        return match at[1] {
            y if y > 17.0 => 1.7,
            y if y > 16.0 => 1.2,
            _ => 0.8,
        };
    }
    if is_in(at, [16.0, 20.0], [0.0, 27.0]) {
        return WATER;
    }
    // The ground is slightly uneven.
    [0.0, 0.06, 0.03, 0.09, 0.05][(3 * column + 2 * row) % 5]
}

/// The town as the toolset saves it.
pub fn town() -> nwn2::Walkmesh {
    let columns: Vec<f32> = X.into_iter().chain([EAST]).collect();
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (row, y) in Y.into_iter().enumerate() {
        vertices.extend(columns.iter().enumerate().map(|(column, &x)| [x, y, height(column, row, [x, y])]));
    }
    for row in 0..Y.len() - 1 {
        for column in 0..columns.len() - 1 {
            let first = row * columns.len() + column;
            let mut corners = [first, first + 1, first + 1 + columns.len(), first + columns.len()].map(|at| at as u32);
            let [west, _, north_east, _] = corners.map(|corner| vertices[corner as usize]);
            let (walkable, floor) = match cell([(west[0] + north_east[0]) / 2.0, (west[1] + north_east[1]) / 2.0]) {
                Cell::FloorMaterial(floor) => (true, Some(floor)),
                Cell::Wall => (false, None),
                Cell::Bridge => {
                    corners = corners.map(|corner| on_deck(&mut vertices, corner));
                    (true, Some(FloorMaterial::Wood))
                }
            };
            let [a, b, c, d] = corners;
            faces.extend([[a, b, c], [a, c, d]].map(|corners| BuildFace { corners, walkable, floor }));
        }
    }
    nwn2::build(&vertices, &faces, &BuildOptions::default().with_grid(Some(SIZE))).expect("a sample builds").walkmesh
}

/// The vertex of the bridge's deck above a vertex of the canal; at the banks it coincides with the ground's. A build joins coincident
/// vertices.
fn on_deck(vertices: &mut Vec<[f32; 3]>, corner: u32) -> u32 {
    let [x, y, z] = vertices[corner as usize];
    let height = match x {
        16.0 | 20.0 => DECK[0],
        18.0 => DECK[1],
        _ => z,
    };
    vertices.push([x, y, height]);
    vertices.len() as u32 - 1
}

/// A walkmesh cutter: its position, and its points relative to the position.
struct Cutter {
    at: [f32; 3],
    points: &'static [[f32; 2]],
}

const CUTTERS: [Cutter; 5] = [
    // A well where four tiles meet.
    Cutter {
        at: [9.0, 9.0, 0.0],
        points: &[
            [1.2, 0.5],
            [0.5, 1.2],
            [-0.5, 1.2],
            [-1.2, 0.5],
            [-1.2, -0.5],
            [-0.5, -1.2],
            [0.5, -1.2],
            [1.2, -0.5],
        ],
    },
    // A house with a wing, over the border of two tiles.
    Cutter { at: [2.0, 14.2, 0.0], points: &[[0.0, 0.0], [6.2, 0.0], [6.2, 2.8], [2.7, 2.8], [2.7, 6.0], [0.0, 6.0]] },
    // A market stall, askew, clockwise.
    Cutter { at: [23.0, 4.0, 0.0], points: &[[0.0, 0.0], [-0.6, 1.7], [1.8, 2.5], [2.3, 0.9]] },
    // A market stall over the border of two tiles.
    Cutter { at: [25.6, 7.2, 0.0], points: &[[0.0, 0.0], [2.8, 0.0], [2.8, 1.1], [0.0, 1.1]] },
    // A statue on the terrace.
    Cutter { at: [31.6, 22.4, TERRACE], points: &[[0.9, 0.0], [0.0, 0.9], [-0.9, 0.0], [0.0, -0.9]] },
];

/// The objects of the town: its walkmesh cutters, and a placeable whose footprint `footprints.json` has.
pub fn objects() -> Gff {
    let triggers = CUTTERS.iter().map(|cutter| placed(trigger(), ["X", "Y", "Z"].map(position), cutter.at));
    let geometry = |(trigger, cutter): (Tree, &Cutter)| {
        let points = cutter.points.iter().map(|&[x, y]| placed(Tree::new(3), ["X", "Y", "Z"].map(point), [x, y, 0.0]));
        trigger.with("Geometry", TreeValue::List(points.collect()))
    };
    let triggers = triggers.zip(&CUTTERS).map(geometry).collect();
    let root = Tree::root()
        .with("TriggerList", TreeValue::List(triggers))
        .with("Placeable List", TreeValue::List(vec![bed()]));
    Gff::from_tree(*b"GIT ", &root).expect("a sample is a tree")
}

pub fn position(axis: &str) -> String {
    format!("{axis}Position")
}

pub fn point(axis: &str) -> String {
    format!("Point{axis}")
}

pub fn placed(tree: Tree, labels: [String; 3], at: [f32; 3]) -> Tree {
    labels.into_iter().zip(at).fold(tree, |tree, (label, value)| tree.with(label, TreeValue::Float(value)))
}

pub fn trigger() -> Tree {
    let tree = Tree::new(1)
        .with("Tag", TreeValue::String(b"WalkmeshCutter".to_vec()))
        .with("TemplateResRef", TreeValue::ResRef(b"walkmeshcutter".to_vec()))
        .with("Type", TreeValue::Int(3));
    placed(tree, ["X", "Y", "Z"].map(|axis| format!("{axis}Orientation")), [0.0; 3])
}

/// A static placeable in the square, with a made-up model. It cuts a hole only with `--footprints`, because a GIT has no shapes.
fn bed() -> Tree {
    placed(Tree::new(9), ["X", "Y", "Z"].map(str::to_owned), [4.5, 4.5, 0.0])
        .with("Bearing", TreeValue::Float(0.0))
        .with("Tag", TreeValue::String(b"PLC_BED".to_vec()))
        .with("Appearance", TreeValue::Dword(65_000))
        .with("Static", TreeValue::Byte(1))
        .with("IsWalkable", TreeValue::Byte(0))
}
