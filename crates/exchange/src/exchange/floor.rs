//! [`Floor`]: the walkable triangles of a level and their links, for programs with their own pathfinding.

use super::{Class, ClassedTriangle, Note, Scene, SceneNode, TriangleSet, Up};
use crate::geometry::weld::Welder;
use crate::mesh::{MeshError, NavMesh};

/// The walkable triangles of a level, linked across their sides. y is up for every game, as in Detour and Godot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Floor {
    /// The corners of the triangles, without duplicates.
    pub points: Vec<[f32; 3]>,
    /// The triangles.
    pub triangles: Vec<FloorTriangle>,
    /// The parts of the level that a floor cannot hold.
    pub notes: Vec<Note>,
}

/// A triangle of a [`Floor`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorTriangle {
    /// The indices of its corners in [`Floor::points`], counter-clockwise seen from above.
    pub corners: [u32; 3],
    /// The triangle across the side from each corner to the next; `None` for a wall.
    pub neighbours: [Option<u32>; 3],
    /// The number of its class, such as a material of KotOR or the flags of an NWN2 triangle.
    pub class: u32,
}

impl Floor {
    /// The walkable triangles of a scene, joined where two of their corners coincide. Classes determine which are
    /// walkable. Triangles that [cannot be carried](super::TriangleSet::can_be_carried) are left out.
    ///
    /// # Errors
    /// When there are more triangles than a [`NavMesh`] can number.
    pub fn of_scene(scene: &Scene) -> Result<Self, MeshError> {
        let all = scene.merged("");
        let walkable = |class: u32| all.set.classes.iter().any(|of| of.number == class && of.walkable);
        let shown = (0..all.set.triangles.len()).filter(|at| all.set.can_be_carried(*at));
        let rows: Vec<_> = shown.map(|at| all.set.triangles[at]).filter(|row| walkable(row.class)).collect();
        let mut welder = Welder::with_capacity(all.set.points.len());
        let mut corner = |corner: u32| welder.weld(all.set.points[corner as usize], corner);
        let faces: Vec<_> = rows.iter().map(|row| row.corners.map(&mut corner)).collect();
        let points = all.set.points.iter().map(|point| of_plan(scene.up, *point)).collect();
        let nav = NavMesh::from_shared_vertices(points, &faces, |_| true)?;
        Ok(Self::of_nav_mesh(&nav, scene.up, |face| rows[face as usize].class))
    }

    /// The walkable faces of a mesh with the plan view [x, y], or of a game with y up [x, z].
    #[doc(hidden)]
    pub fn of_nav_mesh(nav: &NavMesh, up: Up, class: impl Fn(u32) -> u32) -> Self {
        let topology = nav.topology();
        let mut new = vec![None; nav.face_count()];
        let open = (0..nav.face_count() as u32).filter(|face| nav.is_walkable(*face));
        let faces: Vec<u32> = open.collect();
        (0..).zip(&faces).for_each(|(id, face)| new[*face as usize] = Some(id));
        let mut floor = Self::default();
        let mut welder = Welder::with_capacity(topology.vertices().len());
        for face in faces {
            let row = &topology.faces()[face as usize];
            let mut neighbours = row.links.map(|link| new[link.get()?.face as usize]);
            let mut corners = row.corners.map(|corner| {
                let point = y_up(up, topology.vertex(corner));
                let next = floor.points.len() as u32;
                let id = welder.weld(point, next);
                if id == next {
                    floor.points.push(point);
                }
                id
            });
            if up == Up::Y {
                // This plan view is seen from below.
                corners.swap(1, 2);
                neighbours.swap(0, 2);
            }
            floor.triangles.push(FloorTriangle { corners, neighbours, class: class(face) });
        }
        floor
    }

    /// The floor as one node of one class, so that it is one mesh with one material in the files of other programs. The class has
    /// the number of the first triangle's class.
    #[must_use]
    pub fn to_scene(&self, name: &str) -> Scene {
        let number = self.triangles.first().map_or(0, |row| row.class);
        let triangles = self.triangles.iter().map(|row| ClassedTriangle { corners: row.corners, class: number });
        let class = Class { number, name: "Walkable".into(), color: [128, 160, 128], walkable: true };
        let (points, triangles) = (self.points.clone(), triangles.collect());
        let set = TriangleSet { points, triangles, classes: vec![class], ..TriangleSet::default() };
        Scene {
            up: Up::Y,
            nodes: vec![SceneNode { name: name.to_owned(), set, ..SceneNode::default() }],
            marks: Vec::new(),
        }
    }

    /// Adds another floor, which is not joined with this one.
    #[doc(hidden)]
    pub fn append(&mut self, other: Self) {
        let (points, triangles) = (self.points.len() as u32, self.triangles.len() as u32);
        self.points.extend(other.points);
        self.triangles.extend(other.triangles.into_iter().map(|row| FloorTriangle {
            corners: row.corners.map(|corner| points + corner),
            neighbours: row.neighbours.map(|neighbour| neighbour.map(|neighbour| triangles + neighbour)),
            ..row
        }));
        self.notes.extend(other.notes);
    }

    /// The corners of a triangle.
    #[doc(hidden)]
    pub fn corners_of(&self, triangle: &FloorTriangle) -> [[f32; 3]; 3] {
        triangle.corners.map(|corner| self.points[corner as usize])
    }
}

/// A point of a game in the axes of a [`NavMesh`], whose plan view is its first two coordinates.
fn of_plan(up: Up, [x, y, z]: [f32; 3]) -> [f32; 3] {
    match up {
        Up::Z => [x, y, z],
        Up::Y => [x, z, y],
    }
}

/// A point of a [`NavMesh`] with y up.
fn y_up(up: Up, point: [f32; 3]) -> [f32; 3] {
    // Exchanging two axes is its own inverse.
    up.point_to_y_up(of_plan(up, point)).map(|value| value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::triangle::doubled_area;

    /// Two adjacent triangles, each with its own corners, and one that is not walkable.
    fn scene(up: Up) -> Scene {
        let plan = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 0.0], [4.0, 4.0], [0.0, 4.0], [9.0, 9.0]];
        let points = plan.map(|[x, y]| of_plan(up, [x, y, x / 4.0])).to_vec();
        let row = |corners, class| ClassedTriangle { corners, class };
        // The second one has the opposite winding.
        let triangles = vec![row([0, 1, 2], 4), row([3, 5, 4], 5), row([4, 5, 6], 7)];
        let class = |number, walkable| Class { number, walkable, ..Class::default() };
        let classes = vec![class(4, true), class(5, true), class(7, false)];
        let set = TriangleSet { points, triangles, classes, ..TriangleSet::default() };
        Scene { up, nodes: vec![SceneNode { set, ..SceneNode::default() }], marks: Vec::new() }
    }

    #[test]
    fn walkable_triangles_face_up_and_are_joined_whatever_axis_is_up() {
        for up in [Up::Y, Up::Z] {
            let floor = Floor::of_scene(&scene(up)).expect("few triangles");
            assert_eq!((floor.points.len(), floor.triangles.len()), (4, 2));
            for row in &floor.triangles {
                assert!(doubled_area(&floor.corners_of(row))[1] > 0.0, "{up:?}: {row:?}");
            }
            for (at, row) in floor.triangles.iter().enumerate() {
                let side =
                    row.neighbours.iter().position(|across| *across == Some(1 - at as u32)).expect("a neighbour");
                let ends = [side, (side + 1) % 3].map(|corner| floor.points[row.corners[corner] as usize]);
                assert!(ends.contains(&[0.0; 3]) && ends.iter().any(|[x, y, _]| [*x, *y] == [4.0, 1.0]), "{ends:?}");
                assert_eq!(row.neighbours.iter().flatten().count(), 1);
            }
            assert_eq!(floor.triangles.iter().map(|row| row.class).collect::<Vec<_>>(), [4, 5]);
        }
    }

    #[test]
    fn appended_floors_keep_their_neighbours() {
        let one = Floor::of_scene(&scene(Up::Z)).expect("few triangles");
        let mut two = one.clone();
        two.append(one.clone());
        assert_eq!(two.corners_of(&two.triangles[3]), one.corners_of(&one.triangles[1]));
        assert_eq!(two.triangles[3].corners, one.triangles[1].corners.map(|corner| corner + 4));
        let shifted = |row: &FloorTriangle| row.neighbours.map(|across| across.map(|across| across + 2));
        assert_eq!(two.triangles[3].neighbours, shifted(&one.triangles[1]));
    }
}
