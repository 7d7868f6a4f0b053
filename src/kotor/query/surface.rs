//! [`Surface`]: the mesh that walks and paths go over.

use super::cutting::Cutting;
use super::pieces::Pieces;
use super::side_by_side::SideBySide;
use crate::geometry::triangle::doubled_area;
use crate::geometry::{Aabb, BoxTree, HalfEdge, Search};
use crate::kotor::PlacedObject;
use crate::mesh::{MeshError, NavMesh, Overview, Triangle};

/// The faces that creatures walk on, in pieces: objects cut them.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    pub(super) nav: NavMesh,
    pub(super) pieces: Pieces,
}

impl Surface {
    /// The faces of rooms side by side, cut along the faces of objects that stop a walker.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub(super) fn of(faces: SideBySide, objects: &[PlacedObject]) -> Result<Self, MeshError> {
        if objects.is_empty() {
            let SideBySide { vertices, corners, walkable, neighbours } = faces;
            let neighbours: Vec<_> =
                neighbours.iter().map(|row| row.map(|across| across.map(HalfEdge::face))).collect();
            let pieces = Pieces::whole(corners.len() as u32);
            return Ok(Self { nav: NavMesh::new(vertices, &corners, |face| walkable[face], &neighbours)?, pieces });
        }
        let walkable = (0..).zip(&faces.corners).zip(&faces.walkable).filter(|(_, walkable)| **walkable);
        let points = |corners: &[u32; 3]| corners.map(|corner| faces.vertices[corner as usize]);
        let floors = walkable.map(|((face, corners), _)| (face, points(corners)));
        let floors: Vec<(u32, Triangle)> = floors.filter(|(_, floor)| has_area_in_plan(floor)).collect();
        let tree = BoxTree::new(floors.iter().map(|(_, floor)| Aabb::of(floor)));
        let walls: Vec<Vec<Triangle>> = objects.iter().map(PlacedObject::walls).collect();
        let most = MOST_PIECES.max(PIECES_OF_WALL * walls.iter().map(Vec::len).sum::<usize>());
        let mut cutting = Cutting::new(faces);
        for (number, wall) in
            walls.iter().enumerate().flat_map(|(number, walls)| walls.iter().map(move |it| (number, it)))
        {
            for face in near(&tree, wall) {
                cutting.cut(number, wall, floors[face as usize].0);
                if cutting.further_count() > most {
                    return Err(MeshError::TooManyPieces { most });
                }
            }
        }
        let (nav, pieces) = cutting.finish()?;
        Ok(Self { nav, pieces })
    }

    /// Where the walkable faces that face up are, and how they are connected.
    pub(super) fn overview(&self) -> Overview {
        self.nav.overview_where(|piece| self.nav.faces_up(piece))
    }
}

/// The most pieces into which objects may cut the floors, and the same for each face of an object, if these are more. An object of a
/// real area makes some ten pieces. Walls that cross each other make as many as there are pairs of them.
const MOST_PIECES: usize = 1 << 18;
const PIECES_OF_WALL: usize = 1 << 6;

/// The floors whose bounds meet those of a wall in the plan view, in order.
fn near(floors: &BoxTree, wall: &Triangle) -> Vec<u32> {
    let Some(Aabb { min, max }) = Aabb::around(*wall).filter(|_| is_finite(wall)) else { return Vec::new() };
    let bounds = Aabb { min: [min[0], min[1], f32::NEG_INFINITY], max: [max[0], max[1], f32::INFINITY] };
    let mut found = Vec::new();
    floors.meeting(&bounds, usize::MAX, |floor| {
        found.push(floor);
        Search::On
    });
    found.sort_unstable();
    found
}

fn is_finite(triangle: &Triangle) -> bool {
    triangle.iter().flatten().all(|value| value.is_finite())
}

/// Whether a face of the floor covers some area in the plan view. A vertical one cannot be cut there.
fn has_area_in_plan(floor: &Triangle) -> bool {
    let [nx, ny, nz] = doubled_area(floor);
    [nx / nz, ny / nz].iter().all(|slope| slope.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, Navigator, RoomId, Walkmesh};

    /// How many pieces objects make of a floor of 100 m by 100 m, beyond the first of each face.
    fn pieces(objects: Vec<PlacedObject>) -> Result<usize, MeshError> {
        let [a, b, c, d] = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [100.0, 100.0, 0.0], [0.0, 100.0, 0.0]];
        let floor = [[a, b, c], [a, c, d]].map(|face| (face, MaterialId(4)));
        let mut layout = Layout::new();
        layout.push(LayoutRoom { name: "hall".into(), position: [0.0; 3] }).unwrap();
        let mut area = Area::new(layout);
        area.insert(RoomId(0), Walkmesh::from_triangles(Kind::Wok, floor).unwrap()).unwrap();
        let navigator = Navigator::of_area_with(area, objects);
        Ok(navigator.surface()?.pieces.further.len())
    }

    fn object(faces: &[Triangle], position: [f32; 3]) -> PlacedObject {
        let faces = faces.iter().map(|face| (*face, MaterialId(7)));
        PlacedObject::new(Walkmesh::from_triangles(Kind::Pwk, faces).unwrap(), position, 0.0)
    }

    #[test]
    fn objects_upon_each_other_make_no_more_pieces_than_their_common_outline() {
        let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
        let up = |at: [f32; 3]| [at[0], at[1], 1.0];
        let side = |at: usize| [corners[at], corners[(at + 1) % 4], up(corners[at])];
        let [a, b, c, d] = corners;
        let chest: Vec<Triangle> = (0..4).map(side).chain([[a, b, c], [a, c, d]]).collect();
        let chests =
            |count: usize| (0..count).map(|at| object(&chest, [50.0 + at as f32 * 0.006, 40.0, 0.0])).collect();
        let [few, many] = [100, 200].map(|count| pieces(chests(count)).unwrap());
        assert!(few > 100 && many < 20 * 200 && 10 * many < 23 * few, "{few} and {many} pieces");
    }

    #[test]
    fn walls_that_cross_each_other_make_too_many_pieces() {
        let walls = |count: usize| -> Vec<PlacedObject> {
            let along = |at: usize| {
                let off = 1.0 + at as f32 * 0.09;
                let [from, to] =
                    if at.is_multiple_of(2) { [[off, 1.0], [off, 99.0]] } else { [[1.0, off], [99.0, off]] };
                let [from, to] = [from, to].map(|[x, y]| [x, y, 0.0]);
                object(&[[from, to, [to[0], to[1], 2.0]]], [0.0; 3])
            };
            (0..count).map(along).collect()
        };
        assert!(pieces(walls(40)).unwrap() > 20 * 20);
        assert_eq!(pieces(walls(1000)), Err(MeshError::TooManyPieces { most: MOST_PIECES }));
    }
}
