//! [`WalkerFloor`]: the floor of an area on which the centre of a walker can be, exactly.

use std::sync::Arc;

use super::{Engine, Walker};
use crate::geometry::plan_triangle::nearest_between;
use crate::geometry::{Aabb, BoxTree, HalfEdge, Vec2, distance, dot, lerp, plan, sub};
use crate::kotor::{Kind, MaterialId, Navigator, PlacedObject, Walkmesh};
use crate::mesh::{Inset, NavMesh, Path, Position, Triangle, WalkerSize};

/// Distance to both sides of a wall at which the floor is looked for, in metres.
const BESIDE: f32 = 0.02;

/// The floor of an area without the space that walls and fixed objects take from a walker: the [`Inset`] of the floor. Its connected parts
/// are the floor's for this walker, and its shortest paths are exact.
pub(super) struct WalkerFloor {
    /// `None` if the floor is too large or too intricate to be made.
    inset: Option<Arc<Inset>>,
    radius: f64,
    /// The area of each connected part, in square metres.
    areas: Vec<f64>,
    /// The borders of the floor itself, not of the inset.
    borders: Vec<[Vec2; 2]>,
    borders_by_place: BoxTree,
    /// A point in each part.
    pub(super) samples: Vec<[f32; 2]>,
}

impl Engine {
    /// The floor for a walker. Doors that can open are ignored.
    pub(super) fn walker_floor(&self, walker: &Walker) -> WalkerFloor {
        let navigator = Navigator::of_area_with(self.rays.clone().into_inner(), self.floor_obstacles(walker));
        let radius = f64::from(walker.radius);
        let Ok(nav) = navigator.nav_mesh() else { return WalkerFloor::new(None, Vec::new(), radius) };
        let inset = nav.inset(WalkerSize::new(walker.radius)).ok();
        WalkerFloor::new(inset, borders_of(nav), radius)
    }

    /// The fixed objects, and as one more object the walls on the floor instead of at its border.
    fn floor_obstacles(&self, walker: &Walker) -> Vec<PlacedObject> {
        let rooms = self.area().rooms();
        let walls = rooms.flat_map(|(_, room)| room.faces().filter(|face| !face.is_walkable()));
        let walls = walls.filter_map(|face| face.points()).filter(|face| self.stands_on_floor(face, walker));
        let walls: Vec<_> = walls.map(|face| (face, MaterialId(7))).collect();
        let walls = Walkmesh::from_triangles(Kind::Pwk, walls).ok().filter(|walls| walls.faces().next().is_some());
        let walls = walls.map(|walls| PlacedObject::new(walls, [0.0; 3], 0.0));
        self.objects.fixed().iter().cloned().chain(walls).collect()
    }

    /// Returns whether the floor continues on both sides of a wall, at a height at which the wall stops a walker.
    fn stands_on_floor(&self, face: &Triangle, walker: &Walker) -> bool {
        let [a, b, c] = face.map(plan);
        let length = |side: &[Vec2; 2]| distance(side[0], side[1]);
        let longest = [[a, b], [b, c], [c, a]].into_iter().max_by(|a, b| length(a).total_cmp(&length(b)));
        let Some([from, to]) = longest.filter(|side| length(side) > 0.0) else { return false };
        let across = sub(to, from).map(|part| part / distance(from, to) * f64::from(BESIDE));
        let z = face.map(|corner| corner[2]);
        let [low, high] =
            [z.into_iter().fold(f32::INFINITY, f32::min), z.into_iter().fold(f32::NEG_INFINITY, f32::max)];
        let [low, high] = [low - walker.height - 0.1, high + 0.1];
        let has_floor = |x: f64, y: f64| self.height([x as f32, y as f32]).is_some_and(|z| low <= z && z <= high);
        let middle = [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
        [middle, lerp(from, to, 0.5)]
            .into_iter()
            .any(|[x, y]| has_floor(x - across[1], y + across[0]) && has_floor(x + across[1], y - across[0]))
    }
}

impl WalkerFloor {
    fn new(inset: Option<Arc<Inset>>, borders: Vec<[Vec2; 2]>, radius: f64) -> Self {
        let parts = inset.as_ref().map(|inset| inset.nav_mesh().overview().parts).unwrap_or_default();
        let samples = parts.iter().map(|part| [part.sample.point[0], part.sample.point[1]]).collect();
        let box_of = |[a, b]: &[Vec2; 2]| Aabb::new(&[*a, *b, *b].map(|[x, y]| [x as f32, y as f32, 0.0]));
        let borders_by_place = BoxTree::new(borders.iter().map(box_of));
        Self { inset, radius, areas: parts.iter().map(|part| part.area).collect(), borders, borders_by_place, samples }
    }

    /// The area of all parts, in square metres.
    pub(super) fn area(&self) -> f64 {
        self.areas.iter().sum()
    }

    /// The positions on the floor at some points, or up to a radius beside them; `None` off the floor.
    pub(super) fn positions(&self, points: &[[f32; 3]]) -> Vec<Option<Position>> {
        let Some(inset) = &self.inset else { return vec![None; points.len()] };
        let hits = inset.nav_mesh().snap_many_where(points, self.radius.max(0.01), |_| true);
        hits.into_iter().map(|hit| hit.map(|hit| hit.position)).collect()
    }

    /// The connected part of a position.
    pub(super) fn part(&self, at: Position) -> Option<u32> {
        self.inset.as_ref()?.nav_mesh().connected_part(at.face)
    }

    /// Returns whether a part is smaller than a pocket. The largest part never is.
    pub(super) fn is_pocket(&self, part: u32, pocket: f64) -> bool {
        let area = |part: u32| self.areas.get(part as usize).copied().unwrap_or_default();
        area(part) < pocket && self.areas.iter().any(|other| *other > area(part))
    }

    /// The shortest paths between positions; `None` between different parts.
    pub(super) fn paths(&self, pairs: &[(Position, Position)]) -> Vec<Option<Path>> {
        let Some(inset) = &self.inset else { return vec![None; pairs.len()] };
        inset.nav_mesh().shortest_path_many(pairs).into_iter().map(Result::ok).collect()
    }

    /// The distance of a point from the borders of the floor, in metres; infinite without any.
    pub(super) fn clearance(&self, at: Vec2) -> f64 {
        let bounds = Aabb::new(&[[at[0] as f32, at[1] as f32, 0.0]; 3]);
        let off = |border: u32| {
            let way = sub(nearest_between(self.borders[border as usize], at), at);
            dot(way, way)
        };
        let nearest = self.borders_by_place.nearest(&bounds, f64::INFINITY, usize::MAX, off);
        nearest.map_or(f64::INFINITY, |(_, square)| square.sqrt())
    }
}

fn borders_of(mesh: &NavMesh) -> Vec<[Vec2; 2]> {
    let topology = mesh.topology();
    let open = (0..topology.faces().len() as u32).filter(|face| topology.open_face(*face).is_some());
    let borders = open.flat_map(HalfEdge::of_face).filter(|edge| topology.across(*edge).is_none());
    borders.map(|edge| topology.edge_ends(edge)).collect()
}
