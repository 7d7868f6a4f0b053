//! Meshes on which a careless algorithm takes quadratic time or much memory, of any size and the same on every machine.
//! Metres, z up, all coordinates 0 or more. No game's file is needed.

/// An indexed mesh.
pub struct Mesh {
    pub vertices: Vec<[f32; 3]>,
    /// Faces are counter-clockwise seen from above, unless stated otherwise.
    pub faces: Vec<[u32; 3]>,
    /// True if every second face is not walkable.
    pub has_walls: bool,
}

/// A shape: its name, and a mesh of about that many faces.
pub type Shape = (&'static str, fn(usize) -> Mesh);

/// All shapes.
pub const SHAPES: &[Shape] = &[
    ("plain", plain),
    ("walls", walls),
    ("one-edge", one_edge),
    ("fan", fan),
    ("torn-fan", torn_fan),
    ("same-faces", same_faces),
    ("same-places", same_places),
    ("pile", pile),
    ("slivers", slivers),
    ("needles", needles),
    ("spiral", spiral),
    ("comb", comb),
    ("strip", strip),
    ("nested", nested),
    ("islands", islands),
    ("long-side", long_side),
    ("crack", crack),
];

impl Mesh {
    fn new(vertices: impl IntoIterator<Item = [f32; 3]>, faces: impl IntoIterator<Item = [u32; 3]>) -> Self {
        Self { vertices: vertices.into_iter().collect(), faces: faces.into_iter().collect(), has_walls: false }
    }

    pub fn is_walkable(&self, face: usize) -> bool {
        !self.has_walls || face.is_multiple_of(2)
    }

    /// Each face has its own vertices.
    fn torn(triangles: impl Iterator<Item = [[f32; 3]; 3]>) -> Self {
        let vertices: Vec<_> = triangles.flatten().collect();
        let faces: Vec<_> = (0..vertices.len() as u32 / 3).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
        Self::new(vertices, faces)
    }
}

/// The same floor as a square, to compare with.
pub fn plain(faces: usize) -> Mesh {
    let side = (faces / 2).isqrt().max(1) as u32;
    let lattice = (0..=side).flat_map(|y| (0..=side).map(move |x| [x as f32, y as f32, (x % 3) as f32 * 0.1]));
    let squares = (0..side * side).map(|square| square / side * (side + 1) + square % side);
    Mesh::new(lattice, squares.flat_map(|a| [[a, a + 1, a + side + 2], [a, a + side + 2, a + side + 1]]))
}

/// A floor in which every second face is unwalkable.
fn walls(faces: usize) -> Mesh {
    Mesh { has_walls: true, ..plain(faces) }
}

/// All faces share one edge, on both sides of it.
pub fn one_edge(faces: usize) -> Mesh {
    let apex = |face: usize| [if face.is_multiple_of(2) { 0.0 } else { 20.0 }, face as f32 * 1e-4, face as f32 * 1e-3];
    let edge = [[10.0, 0.0, 0.0], [10.0, 16.0, 0.0]];
    let face = |face: usize| {
        let apex = face as u32 + 2;
        if face.is_multiple_of(2) { [0, 1, apex] } else { [1, 0, apex] }
    };
    Mesh::new(edge.into_iter().chain((0..faces).map(apex)), (0..faces).map(face))
}

/// Points on a quarter of a circle around 0, 0, starting at the x axis.
fn rim(at: usize, count: usize, radius: f32) -> [f32; 3] {
    // Uses the rational parametrisation of a circle, so that no sine is needed.
    let t = at as f32 / count as f32;
    [radius * (1.0 - t * t) / (1.0 + t * t), radius * 2.0 * t / (1.0 + t * t), 0.0]
}

/// All faces share one vertex, and each an edge with the next one.
pub fn fan(faces: usize) -> Mesh {
    let points = (0..=faces).map(|at| rim(at, faces, 100.0));
    Mesh::new([[0.0; 3]].into_iter().chain(points), (1..=faces as u32).map(|face| [0, face, face + 1]))
}

/// All faces share only one vertex.
pub fn torn_fan(faces: usize) -> Mesh {
    let points = (0..2 * faces).map(|at| rim(at, 2 * faces, 100.0));
    Mesh::new([[0.0; 3]].into_iter().chain(points), (0..faces as u32).map(|face| [0, 2 * face + 1, 2 * face + 2]))
}

const CORNERS: [[f32; 3]; 3] = [[1.0, 1.0, 0.0], [5.0, 1.0, 0.0], [1.0, 5.0, 0.0]];

/// Many copies of one face.
pub fn same_faces(faces: usize) -> Mesh {
    Mesh::new(CORNERS, vec![[0, 1, 2]; faces])
}

/// Many copies of one face, each with its own vertices.
pub fn same_places(faces: usize) -> Mesh {
    Mesh::torn((0..faces).map(|_| CORNERS))
}

/// Faces above each other.
pub fn pile(faces: usize) -> Mesh {
    Mesh::torn((0..faces).map(|face| CORNERS.map(|[x, y, _]| [x, y, face as f32 * 0.125])))
}

/// A strip of two rows of vertices, each `step` from the next.
fn strip_of(faces: usize, step: f32, depth: f32) -> Mesh {
    let row = (0..faces + 2).map(|at| [(at / 2) as f32 * step, (at % 2) as f32 * depth, 0.0]);
    let face = |face: u32| if face.is_multiple_of(2) { [face, face + 2, face + 1] } else { [face, face + 1, face + 2] };
    Mesh::new(row, (0..faces as u32).map(face))
}

/// A long corridor.
pub fn strip(faces: usize) -> Mesh {
    strip_of(faces, 1.0, 1.0)
}

/// A room cut into long, thin, parallel faces, all as long as the room.
pub fn slivers(faces: usize) -> Mesh {
    strip_of(faces, 1e-3, 100.0)
}

/// Thin faces that all cross each other at one point.
pub fn needles(faces: usize) -> Mesh {
    Mesh::torn((0..faces).map(|face| {
        let [x, y, z] = rim(face, faces, 50.0);
        [[50.0 - x, 50.0 - y, z], [50.0 + x, 50.0 + y, z], [50.0 + x - 0.01, 50.0 + y + 0.01, z]]
    }))
}

/// A corridor one metre wide that turns around a centre.
fn spiral(faces: usize) -> Mesh {
    // The four sides of each turn: a number of steps along an axis.
    let (mut at, mut points) = ([1000_i32, 1000], Vec::new());
    let ways = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    let mut length = 2;
    'turns: for side in 0.. {
        let way: [i32; 2] = ways[side % 4];
        for _ in 0..length {
            points.push(at);
            at = [at[0] + way[0], at[1] + way[1]];
            if points.len() > faces / 2 {
                break 'turns;
            }
        }
        length += side as i32 % 2;
    }
    // The wall towards the centre: less than a step further in.
    let points = points.into_iter().map(|[x, y]| [x as f32, y as f32]);
    let pair = |[x, y]: [f32; 2]| {
        let inwards = |at: f32| at - 0.6 * (at - 1000.0).signum() * f32::from(u8::from(at != 1000.0));
        [[x, y, 0.0], [inwards(x), inwards(y), 0.0]]
    };
    let vertices: Vec<_> = points.flat_map(pair).collect();
    let faces = (0..vertices.len() as u32 / 2 - 1).flat_map(|at| {
        let a = 2 * at;
        [[a, a + 2, a + 1], [a + 1, a + 2, a + 3]]
    });
    Mesh::new(vertices.clone(), faces)
}

/// A corridor whose number of dead ends equals the length of each.
fn comb(faces: usize) -> Mesh {
    let teeth = (faces / 2).isqrt().max(2) as u32;
    let (mut vertices, mut all) = (Vec::new(), Vec::new());
    for tooth in 0..teeth {
        let first = vertices.len() as u32;
        for y in 0..=teeth {
            let x = tooth as f32 * 2.0;
            vertices.extend([[x, y as f32, 0.0], [x + 1.0, y as f32, 0.0]]);
        }
        for y in 0..teeth {
            let a = first + 2 * y;
            all.extend([[a, a + 1, a + 3], [a, a + 3, a + 2]]);
        }
        let next = vertices.len() as u32;
        if tooth + 1 < teeth {
            all.extend([[first + 1, next, next + 2], [first + 1, next + 2, first + 3]]);
        }
    }
    Mesh::new(vertices, all)
}

/// Faces that each cover the previous one.
pub fn nested(faces: usize) -> Mesh {
    Mesh::torn((0..faces).map(|face| {
        let out = 1.0 + face as f32 / faces as f32;
        [[0.0, 0.0, 0.0], [out, 0.0, 0.0], [0.0, out, 0.0]]
    }))
}

/// Faces that are not joined.
fn islands(faces: usize) -> Mesh {
    let side = faces.isqrt().max(1);
    Mesh::torn((0..faces).map(|face| {
        let [x, y] = [face % side, face / side].map(|at| at as f32 * 2.0);
        [[x, y, 0.0], [x + 1.0, y, 0.0], [x, y + 1.0, 0.0]]
    }))
}

/// One long side, and many faces that each share a piece of it.
pub fn long_side(faces: usize) -> Mesh {
    let length = faces as f32 * 0.125;
    let pieces = (0..faces).map(|face| {
        let [from, to] = [face, face + 1].map(|at| at as f32 * 0.125);
        [[from, 10.0, 0.0], [to, 10.0, 0.0], [from, 11.0, 0.0]]
    });
    Mesh::torn([[[0.0, 10.0, 0.0], [length / 2.0, 0.0, 0.0], [length, 10.0, 0.0]]].into_iter().chain(pieces))
}

/// Two corridors along each other, a millimetre apart.
fn crack(faces: usize) -> Mesh {
    let half = strip(faces / 2);
    let other = half.vertices.iter().map(|[x, y, z]| [*x, y + 1.001, *z]);
    let first = half.vertices.len() as u32;
    let moved = half.faces.iter().map(|face| face.map(|corner| corner + first));
    Mesh::new(half.vertices.iter().copied().chain(other), half.faces.iter().copied().chain(moved))
}
