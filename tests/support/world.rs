//! Small meshes, each difficult in its own way: grids of shifted vertices, two floors in one place, cliffs and ramps.

use walkmesh::mesh::{NavMesh, Position, neighbours_by_shared_vertices};

/// The input of a mesh, so that oracles need not trust the library's version of it.
#[derive(Clone, Debug)]
pub struct World {
    pub vertices: Vec<[f32; 3]>,
    pub faces: Vec<[u32; 3]>,
    pub walkable: Vec<bool>,
    pub neighbours: Vec<[Option<u32>; 3]>,
}

impl World {
    pub fn by_vertices(vertices: Vec<[f32; 3]>, faces: Vec<[u32; 3]>, walkable: Vec<bool>) -> Self {
        let neighbours = neighbours_by_shared_vertices(&faces, |face| walkable[face]);
        Self { vertices, faces, walkable, neighbours }
    }

    pub fn mesh(&self) -> NavMesh {
        NavMesh::new(self.vertices.clone(), &self.faces, |face| self.walkable[face], &self.neighbours).unwrap()
    }

    /// The same world rotated and moved away from the origin, so that few coordinates are round numbers.
    pub fn rough(mut self) -> Self {
        for vertex in &mut self.vertices {
            let [x, y, z] = *vertex;
            *vertex = [100.1 + 0.937 * x - 0.4171 * y, 57.77 + 0.4171 * x + 0.937 * y, z];
        }
        self
    }

    /// Puts a vertex on an edge, halfway between its ends, for the face on one side only. A new face without area, or a
    /// sliver, joins the two halves of the edge to the whole edge on the other side. `off` moves the vertex off the edge,
    /// as a fraction of the way to the face's third vertex. If it is negative, the new face lies over the face on the
    /// other side: it is turned over. Toolsets make such faces where they cut tiles of one floor differently. An edge
    /// without a neighbour, or with another vertex halfway, stays as it is.
    pub fn add_seam(&mut self, edge: usize, off: f32) {
        let face = edge / 3 % self.faces.len();
        if self.neighbours[face][edge % 3].is_none() {
            return;
        }
        let [from, to, third] = [0, 1, 2].map(|corner| self.faces[face][(edge + corner) % 3]);
        let place = |vertex: u32| self.vertices[vertex as usize];
        let halfway = [0, 1, 2].map(|axis| (place(from)[axis] + place(to)[axis]) / 2.0);
        if self.vertices.iter().any(|vertex| vertex[..2] == halfway[..2]) {
            return;
        }
        let middle = self.vertices.len() as u32;
        self.vertices.push([0, 1, 2].map(|axis| halfway[axis] + (place(third)[axis] - halfway[axis]) * off));
        self.faces[face] = [from, middle, third];
        self.faces.extend([[middle, to, third], [from, to, middle]]);
        self.walkable.extend([self.walkable[face]; 2]);
        self.neighbours = neighbours_by_shared_vertices(&self.faces, |face| self.walkable[face]);
    }

    /// A place from three random numbers: a walkable face, if any, and weights of its corners in sixteenths.
    pub fn place(&self, [which, a, b]: [usize; 3]) -> Option<Position> {
        let open: Vec<usize> = (0..self.faces.len()).filter(|&face| self.walkable[face]).collect();
        let face = *open.get(which % open.len().max(1))?;
        let (a, b) = (a % 17, b % 17);
        let weights = [a.min(b), a.max(b) - a.min(b), 16 - a.max(b)].map(|weight| weight as f32 / 16.0);
        let point = [0, 1, 2].map(|axis| {
            let corners = self.faces[face].map(|corner| self.vertices[corner as usize][axis]);
            corners.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>()
        });
        Some(Position::new(point, face as u32))
    }
}

/// The parameters of a random world.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Cells along x and y.
    pub size: [usize; 2],
    /// For each vertex, in sixteenths of a cell.
    pub shifts: Vec<[i32; 2]>,
    /// For each face: its winding, its first corner, and whether it is walkable.
    pub faces: Vec<(u8, bool)>,
    /// For each cell: the diagonal that divides it.
    pub diagonals: Vec<bool>,
}

impl Grid {
    /// The same grid with other windings and first corners of its faces.
    pub fn turned(mut self, turns: &[u8]) -> Self {
        for (face, turn) in self.faces.iter_mut().zip(turns) {
            face.0 = *turn;
        }
        self
    }

    fn corners(&self) -> Vec<[u32; 3]> {
        let [width, height] = self.size;
        let mut corners = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let [a, b] = [y * (width + 1) + x, (y + 1) * (width + 1) + x].map(|at| at as u32);
                let cut = if self.diagonals[y * width + x] {
                    [[a, a + 1, b + 1], [a, b + 1, b]]
                } else {
                    [[a, a + 1, b], [a + 1, b + 1, b]]
                };
                corners.extend(cut);
            }
        }
        for (face, (turn, _)) in corners.iter_mut().zip(&self.faces) {
            face.rotate_left(usize::from(turn % 3));
            if *turn >= 3 {
                face.swap(0, 1);
            }
        }
        corners
    }

    fn vertices(&self) -> Vec<[f32; 3]> {
        let width = self.size[0] + 1;
        let place = |(index, shift): (usize, &[i32; 2])| {
            let [x, y] = [index % width, index / width].map(|at| at as f32);
            [x + shift[0] as f32 / 16.0, y + shift[1] as f32 / 16.0, (index % 7) as f32]
        };
        self.shifts.iter().enumerate().map(place).collect()
    }

    fn walkable(&self) -> Vec<bool> {
        self.faces.iter().map(|(_, walkable)| *walkable).collect()
    }

    /// One floor.
    pub fn floor(&self) -> World {
        World::by_vertices(self.vertices(), self.corners(), self.walkable())
    }

    /// Two coincident floors, and edges where one leads to the other: where an odd number of these meet at a vertex, both floors wind
    /// around it, as around the pole of a spiral staircase.
    pub fn two_floors(&self, swaps: &[bool]) -> World {
        let ground = self.floor();
        let (faces, vertices) = (ground.faces.len() as u32, ground.vertices.len() as u32);
        let twice = |up: bool| {
            let (by, swaps) = (if up { faces } else { 0 }, swaps);
            ground.neighbours.iter().enumerate().map(move |(face, row)| {
                row.map(|neighbour| {
                    let neighbour = neighbour?;
                    let pair = (face as u32).min(neighbour) * 31 + (face as u32).max(neighbour) * 17;
                    let swap = swaps[pair as usize % swaps.len()];
                    Some(if swap { neighbour + faces - by } else { neighbour + by })
                })
            })
        };
        let above = ground.faces.iter().map(|corners| corners.map(|corner| corner + vertices));
        World {
            vertices: [&ground.vertices[..], &ground.vertices[..]].concat(),
            faces: ground.faces.iter().copied().chain(above).collect(),
            walkable: ground.walkable.repeat(2),
            neighbours: twice(false).chain(twice(true)).collect(),
        }
    }

    /// One floor with some nonsensical neighbours.
    pub fn damaged(&self, damage: &[(usize, u32)]) -> World {
        let mut world = self.floor();
        let faces = world.faces.len();
        for &(at, neighbour) in damage {
            world.neighbours[at / 3 % faces][at % 3] = Some(neighbour % faces as u32);
        }
        world
    }

    /// One floor with cliffs: every row and column whose bit is set has no extent, so its faces are vertical.
    pub fn cliffs(&self, rows: u32) -> World {
        let mut world = self.floor();
        let width = self.size[0] + 1;
        for (index, vertex) in world.vertices.iter_mut().enumerate() {
            let steps =
                |axis: usize, at: usize| (0..at).filter(|step| rows >> (2 * step + axis) & 1 == 0).count() as f32;
            *vertex = [steps(0, index % width), steps(1, index / width), vertex[2]];
        }
        world
    }
}

/// A ramp that winds around a pole `steps` times 45 degrees, with the inner radius `inner`; at 0 all of its faces meet
/// in the pole.
pub fn ramp(steps: u32, inner: f32, width: f32) -> World {
    const RING: [[f32; 2]; 8] = [[4., 0.], [3., 3.], [0., 4.], [-3., 3.], [-4., 0.], [-3., -3.], [0., -4.], [3., -3.]];
    let mut vertices = Vec::new();
    for step in 0..=steps {
        let [x, y] = RING[step as usize % 8];
        let height = step as f32 * 0.25;
        vertices.push([x * inner, y * inner, height]);
        vertices.push([x * (inner + width), y * (inner + width), height]);
    }
    let faces: Vec<[u32; 3]> =
        (0..steps).map(|step| 2 * step).flat_map(|at| [[at, at + 1, at + 3], [at, at + 3, at + 2]]).collect();
    let walkable = vec![true; faces.len()];
    World::by_vertices(vertices, faces, walkable)
}
