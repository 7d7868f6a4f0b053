//! Worlds of Silkroad Online.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh::silkroad::{BakeOptions, Dungeon, FloorPlan, Placement, Plan};

use super::{SILKROAD_UNITS, Surface};

/// A dungeon with the floors that it was made from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SilkroadWorld {
    /// The floors, one for each block.
    pub floors: Vec<FloorPlan>,
    /// The cells, edges and doors of the floors.
    pub plan: Plan,
    /// The plan, baked.
    pub dungeon: Dungeon,
}

/// Blocks of faces, and the doors between them.
struct Blocks {
    /// The block of each face, which is named by one of its faces.
    of_face: Vec<usize>,
    /// The vertices of the doors.
    doors: Vec<[u32; 2]>,
}

impl Surface {
    /// A baked dungeon with a block for each room, joined by as few doors as possible. A cell can have only one door, so
    /// rooms that have no two cells left for a door are one block.
    ///
    /// # Panics
    /// When the surface was changed, and an index of its faces is out of range.
    #[must_use]
    pub fn to_silkroad_dungeon(&self) -> SilkroadWorld {
        let blocks = self.blocks();
        let names: BTreeSet<usize> = blocks.of_face.iter().copied().collect();
        let floors: Vec<FloorPlan> = names.into_iter().map(|block| self.floor(&blocks, block)).collect();
        let (plan, _) = Plan::of_floors(0x8001, &floors).expect("the floors of a surface are sound");
        let dungeon = plan.bake(&BakeOptions::default()).expect("the plan of a surface can be baked");
        SilkroadWorld { floors, plan, dungeon }
    }

    /// The sides that two faces share, each with the two faces.
    fn shared_sides(&self) -> Vec<([u32; 2], [usize; 2])> {
        let mut first = BTreeMap::new();
        let mut shared = Vec::new();
        for (face, corners) in self.faces.iter().enumerate() {
            for [a, b] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|corner| corners[corner])) {
                let side = [a.min(b), a.max(b)];
                match first.insert(side, face) {
                    None => {}
                    Some(other) => shared.push((side, [other, face])),
                }
            }
        }
        shared
    }

    /// Joins the faces of each room to blocks, and blocks by doors. If no door is possible, two blocks are merged.
    fn blocks(&self) -> Blocks {
        let sides = self.shared_sides();
        let mut blocks = Groups::new(self.faces.len());
        for &(_, [a, b]) in sides.iter().filter(|(_, [a, b])| self.rooms[*a] == self.rooms[*b]) {
            blocks.join(a, b);
        }
        let mut connected = blocks.clone();
        let mut doors = Vec::new();
        let mut has_door = vec![false; self.faces.len()];
        for &(_, [a, b]) in &sides {
            if connected.is_joined(a, b) {
                continue;
            }
            let between = |&&(_, [c, d]): &&([u32; 2], [usize; 2])| {
                let pairs = [[a, c, b, d], [a, d, b, c]];
                pairs.into_iter().any(|[a, c, b, d]| blocks.is_joined(a, c) && blocks.is_joined(b, d))
            };
            match sides.iter().filter(between).find(|(_, [c, d])| !has_door[*c] && !has_door[*d]) {
                Some(&(side, [c, d])) => {
                    doors.push(side);
                    (has_door[c], has_door[d]) = (true, true);
                }
                None => blocks.join(a, b),
            }
            connected.join(a, b);
        }
        let of_face = (0..self.faces.len()).map(|face| blocks.name(face)).collect();
        Blocks { of_face, doors }
    }

    /// The floor of a block, which is placed at its first vertex.
    fn floor(&self, blocks: &Blocks, block: usize) -> FloorPlan {
        let in_game = |vertex: u32| {
            let [x, y, z] = self.vertices[vertex as usize].map(|metres| metres * SILKROAD_UNITS);
            [x, z, y]
        };
        let faces = || (0..).zip(&self.faces).filter(|&(face, _): &(usize, _)| blocks.of_face[face] == block);
        let position = faces().next().map_or([0.0; 3], |(_, corners)| in_game(corners[0]));
        let mut local = BTreeMap::new();
        let mut vertices = Vec::new();
        for &vertex in faces().flat_map(|(_, corners)| corners) {
            local.entry(vertex).or_insert_with(|| {
                let place = in_game(vertex);
                vertices.push([0, 1, 2].map(|axis| place[axis] - position[axis]));
                vertices.len() as u32 - 1
            });
        }
        let triangles = faces().map(|(_, corners)| corners.map(|corner| local[&corner])).collect();
        let named = |side: &[u32; 2]| Some([*local.get(&side[0])?, *local.get(&side[1])?]);
        let doors = blocks.doors.iter().filter(|side| self.is_side_of(blocks, block, side)).filter_map(named).collect();
        FloorPlan {
            vertices,
            triangles,
            placement: Placement { position, yaw_radians: 0.0 },
            doors: Some(doors),
            connected: None,
            door_reach: Some(1.0),
        }
    }

    /// Returns whether a face of a block has a side.
    fn is_side_of(&self, blocks: &Blocks, block: usize, side: &[u32; 2]) -> bool {
        let has = |corners: &[u32; 3]| side.iter().all(|end| corners.contains(end));
        (0..).zip(&self.faces).any(|(face, corners): (usize, _)| blocks.of_face[face] == block && has(corners))
    }
}

/// Groups of faces (union-find).
#[derive(Clone)]
struct Groups(Vec<usize>);

impl Groups {
    fn new(faces: usize) -> Self {
        Self((0..faces).collect())
    }

    /// The representative of a group, its lowest face.
    fn name(&self, mut face: usize) -> usize {
        while self.0[face] != face {
            face = self.0[face];
        }
        face
    }

    fn is_joined(&self, a: usize, b: usize) -> bool {
        self.name(a) == self.name(b)
    }

    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [self.name(a), self.name(b)];
        self.0[a.max(b)] = a.min(b);
    }
}
