//! The tables of the plan: where everything is, in metres.

use walkmesh::nwn2::FloorMaterial;

use super::plane::{Frame, Point};

/// Tiles of 9 m along x and y.
pub const SIZE: [u32; 2] = [16, 12];

/// The towers of the town's wall, counter-clockwise; the first half is west of the river, and the second half east of it.
pub const TOWERS: [Point; 18] = [
    [52.9, 92.6],
    [31.0, 97.0],
    [14.0, 84.5],
    [8.0, 66.0],
    [9.5, 42.0],
    [15.5, 24.0],
    [32.0, 13.0],
    [52.0, 11.5],
    [75.8, 12.5],
    [90.6, 12.5],
    [112.0, 12.5],
    [129.0, 23.5],
    [139.0, 41.0],
    [139.5, 63.0],
    [132.5, 83.0],
    [119.5, 94.0],
    [95.0, 97.0],
    [68.5, 92.5],
];
/// The last tower west of the river.
pub const WEST: usize = 8;
/// The height of the walls, and the walls with a gate, each with the gate's centre as a share of the distance between towers.
pub const WALLS: f64 = 4.0;
pub const GATES: [(usize, f64); 4] = [(3, 0.5), (6, 0.5), (12, 0.58), (15, 0.42)];
pub const GATE: f64 = 2.25;
/// The walls with stairs, and the position of these, as a share of the distance between towers.
pub const WALL_STAIRS: [(usize, f64); 4] = [(1, 0.5), (5, 0.5), (11, 0.5), (16, 0.4)];

/// The castle's hill: its corners and height; and the same for the keep's terrace on it.
pub const HILL: [Point; 6] = [[109.0, 63.5], [126.0, 64.5], [128.5, 71.0], [122.5, 85.0], [112.0, 87.0], [106.0, 77.0]];
pub const HILL_HIGH: f64 = 2.5;
pub const KEEP: [Point; 4] = [[111.5, 71.0], [123.0, 71.5], [121.0, 82.0], [112.5, 83.0]];
pub const KEEP_HIGH: f64 = 5.0;

/// The market: eight corners around its middle.
pub const MARKET: Point = [38.0, 58.0];
pub const MARKET_CORNERS: [Point; 8] =
    [[12.5, -5.0], [12.5, 5.0], [5.0, 12.5], [-5.0, 12.5], [-12.5, 5.0], [-12.5, -5.0], [-5.0, -12.5], [5.0, -12.5]];

/// The bridges: y, half their width, the height of their middle above the ends, and the material.
pub const BRIDGES: [(f64, f64, f64, FloorMaterial); 2] =
    [(59.0, 2.25, 1.2, FloorMaterial::Stone), (31.0, 1.5, 0.8, FloorMaterial::Wood)];

/// A building with a separate floor, reachable only through its door.
pub struct Building {
    pub outer: Vec<Point>,
    pub inner: Vec<Point>,
    pub floor: FloorMaterial,
    /// The centre of its door, and its direction.
    pub door: (Point, f64),
}

/// Hills outside the walls: position, height and width.
pub const HILLS: [(Point, f64, f64); 6] = [
    ([2.0, 106.0], 5.0, 13.0),
    ([140.0, 104.0], 4.0, 13.0),
    ([3.0, 4.0], 3.0, 12.0),
    ([141.0, 6.0], 4.5, 14.0),
    ([66.0, 106.0], 0.5, 12.0),
    ([118.0, 74.0], 1.5, 26.0),
];

pub fn base(point: Point) -> f64 {
    let hill = |(middle, high, wide): (Point, f64, f64)| {
        let [x, y] = [(point[0] - middle[0]) / wide, (point[1] - middle[1]) / wide];
        let fall = 1.0 + x * x + y * y;
        high / (fall * fall)
    };
    HILLS.into_iter().map(hill).sum()
}

pub fn buildings() -> Vec<Building> {
    // A church: a nave from west to east, and a transept.
    let cross = |[x, y]: Point, by: f64| {
        let (west, east, side) = (9.0 - by, 6.5 - by, 3.0 - by);
        let (start, end, far) = (0.0 + by, 5.5 - by, 6.5 - by);
        [
            [-west, -side],
            [start, -side],
            [start, -far],
            [end, -far],
            [end, -side],
            [east + 2.0, -side],
            [east + 2.0, side],
            [end, side],
            [end, far],
            [start, far],
            [start, side],
            [-west, side],
        ]
        .map(|[u, v]| [x + u, y + v])
        .to_vec()
    };
    let hall = Frame::new([[93.0, 42.0], [96.0, 46.0]]);
    let keep = Frame::new([[114.0, 74.5], [120.5, 74.75]]);
    let ring =
        |frame: &Frame, [long, deep]: [f64; 2]| [0.0, 0.8].map(|by| frame.rectangle([by, long - by], [by, deep - by]));
    let [hall_outer, hall_inner] = ring(&hall, [12.0, 8.0]);
    let [keep_outer, keep_inner] = ring(&keep, [6.5, 6.0]);
    let church = [22.5, 75.5];
    vec![
        Building {
            outer: cross(church, 0.0),
            inner: cross(church, 0.8),
            floor: FloorMaterial::Carpet,
            door: ([church[0] - 9.0, church[1]], std::f64::consts::FRAC_PI_2),
        },
        Building { outer: hall_outer, inner: hall_inner, floor: FloorMaterial::Wood, door: (hall.at(6.0, 8.0), 0.9) },
        Building {
            outer: keep_outer,
            inner: keep_inner,
            floor: FloorMaterial::Carpet,
            door: (keep.at(3.25, 0.0), 0.0),
        },
    ]
}

pub fn patches() -> Vec<(Vec<Point>, FloorMaterial)> {
    vec![
        // A wood in the north-west, a ploughed field in the south-east, a swamp by the river, and a garden in the town.
        (vec![[0.0, 90.0], [7.0, 92.0], [15.0, 99.0], [17.0, 108.0], [0.0, 108.0]], FloorMaterial::Leaves),
        (vec![[120.0, 0.0], [144.0, 0.0], [144.0, 19.0], [136.0, 18.0], [122.0, 7.0]], FloorMaterial::Mud),
        (vec![[56.0, 2.0], [68.0, 1.5], [74.0, 5.0], [66.0, 8.0], [57.0, 7.0]], FloorMaterial::Swamp),
        (vec![[113.0, 24.0], [121.0, 27.0], [124.0, 36.0], [117.0, 41.0], [109.0, 33.0]], FloorMaterial::Grass),
        (vec![[46.0, 72.0], [54.0, 73.0], [51.0, 86.0], [41.0, 88.0], [42.0, 77.0]], FloorMaterial::Grass),
    ]
}
