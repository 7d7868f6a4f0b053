//! A crypt of Silkroad: three floors below each other, joined by two flights of stairs.

use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::{self, Dof};
use walkmesh::formats::jmx::BoundingBox;
use walkmesh::silkroad::{self, FloorPlan, Placement, Plan};

use super::{bytes, dof_of, nav_mesh};

/// The floor of a block: a grid of cells between lines, in game units, y up.
struct Block {
    name: &'static str,
    position: [f32; 3],
    x: &'static [f32],
    z: &'static [f32],
    /// The height of the floor at each of the lines along z.
    heights: &'static [f32],
    /// For each row from low z to high z, the cells with floor (`.`) and with a pillar (`#`).
    rows: &'static [&'static str],
    /// The indices in `x` and `z` of the edges that lead to other blocks.
    doors: &'static [[[usize; 2]; 2]],
}

/// Each flight joins the high end of one floor, at z = 0 of the flight, to the next floor, 120 units below.
const BLOCKS: [Block; 5] = [
    Block {
        name: "chapel",
        position: [0.0; 3],
        x: &[0.0, 60.0, 120.0, 180.0, 240.0],
        z: &[0.0, 60.0, 120.0, 180.0, 240.0],
        heights: &[0.0; 5],
        rows: &["....", ".##.", ".##.", "...."],
        doors: &[[[3, 4], [4, 4]]],
    },
    Block {
        name: "stairs1",
        position: [180.0, 0.0, 240.0],
        x: &[0.0, 60.0],
        z: &[0.0, 40.0, 140.0, 180.0, 280.0, 320.0],
        heights: &[0.0, 0.0, -60.0, -60.0, -120.0, -120.0],
        rows: &[".", ".", ".", ".", "."],
        doors: &[[[0, 0], [1, 0]], [[0, 5], [1, 5]]],
    },
    Block {
        name: "ossuary",
        position: [60.0, -120.0, 560.0],
        x: &[0.0, 60.0, 120.0, 180.0, 240.0, 300.0],
        z: &[0.0, 60.0, 120.0, 180.0],
        heights: &[0.0; 4],
        rows: &[".....", ".#.#.", "....."],
        doors: &[[[2, 0], [3, 0]], [[0, 0], [1, 0]]],
    },
    Block {
        name: "stairs2",
        position: [60.0, -240.0, 240.0],
        x: &[0.0, 60.0],
        z: &[0.0, 40.0, 140.0, 180.0, 280.0, 320.0],
        heights: &[0.0, 0.0, 60.0, 60.0, 120.0, 120.0],
        rows: &[".", ".", ".", ".", "."],
        doors: &[[[0, 0], [1, 0]], [[0, 5], [1, 5]]],
    },
    // Below the chapel.
    Block {
        name: "tomb",
        position: [0.0, -240.0, 60.0],
        x: &[0.0, 60.0, 120.0, 180.0, 240.0],
        z: &[0.0, 60.0, 120.0, 180.0],
        heights: &[0.0; 4],
        rows: &["....", ".#..", "...."],
        doors: &[[[1, 3], [2, 3]]],
    },
];

/// The files of the dungeon.
pub fn files() -> super::Samples {
    let plans: Vec<FloorPlan> = BLOCKS.iter().map(Block::plan).collect();
    let (plan, lone) = Plan::of_floors(32_771, &plans).expect("floors");
    assert_eq!((plan.doors.len(), lone.len()), (4, 0), "every door leads somewhere");
    let tables = plan.bake(&silkroad::BakeOptions::default()).expect("a sample bakes");
    vec![
        ("ainavdata_32771.dat", tables.to_bytes().expect("a sample can be written")),
        ("crypt.dof", bytes(&dof())),
        ("chapel.bms", bytes(&BLOCKS[0].bms())),
        ("stairs1.bms", bytes(&BLOCKS[1].bms())),
        ("ossuary.bms", bytes(&BLOCKS[2].bms())),
        ("stairs2.bms", bytes(&BLOCKS[3].bms())),
        ("tomb.bms", bytes(&BLOCKS[4].bms())),
    ]
}

/// The positions and connections of the blocks: each is joined to its predecessor and its successor.
fn dof() -> Dof {
    let extent = BoundingBox { min: [0.0, -240.0, 0.0].into(), max: [360.0, 0.0, 740.0].into() };
    let blocks: Vec<dof::Block> = BLOCKS.iter().map(|block| super::block(block.name, block.position)).collect();
    dof_of(32_771, extent, blocks, [2, 2, 4], |at, other| at.abs_diff(other) == 1)
}

impl Block {
    fn vertex(&self, [column, row]: [usize; 2]) -> u16 {
        (row * self.x.len() + column) as u16
    }

    fn vertices(&self) -> Vec<[f32; 3]> {
        let rows = self.z.iter().zip(self.heights);
        rows.flat_map(|(z, height)| self.x.iter().map(|x| [*x, *height, *z])).collect()
    }

    fn triangles(&self) -> Vec<[u16; 3]> {
        let mut triangles = Vec::new();
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, _) in cells.chars().enumerate().filter(|(_, cell)| *cell == '.') {
                let corner = |right: usize, up: usize| self.vertex([column + right, row + up]);
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                // Diagonals alternate, so that paths bend less.
                triangles.extend(if (row + column) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
            }
        }
        triangles
    }

    fn doors(&self) -> Vec<[u16; 2]> {
        self.doors.iter().map(|ends| ends.map(|end| self.vertex(end))).collect()
    }

    fn plan(&self) -> FloorPlan {
        FloorPlan {
            vertices: self.vertices(),
            triangles: self.triangles().iter().map(|corners| corners.map(u32::from)).collect(),
            placement: Placement { position: self.position, yaw_radians: 0.0 },
            doors: Some(self.doors().iter().map(|ends| ends.map(u32::from)).collect()),
            ..FloorPlan::default()
        }
    }

    fn bms(&self) -> Bms {
        nav_mesh(&self.vertices(), &self.triangles(), &self.doors())
    }
}
