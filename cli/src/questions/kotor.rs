//! Questions to a KotOR walkmesh, or to the rooms of an area with what stands in them.

use anyhow::{anyhow, bail};
use walkmesh::kotor::{
    Area, AreaFace, ENGINE_REACH, FaceId, FaceName, FloorHit, MaterialMask, Part, Placed, Questions, Spot, Walkmesh,
};
use walkmesh::mesh::Ray;

use super::{At, Faces, Floor, FoundWay, Hit, Step, Way};
use crate::file_name::FileName;
use crate::place::{Place, Point};

/// How far apart floors are the same floor, in metres.
const SAME_FLOOR: f32 = 0.01;

/// Faces that can be asked, and how answers name them.
pub trait Ground {
    type Face: FaceName;

    fn questions(&self) -> &Questions<Self::Face>;

    /// How an answer names a face.
    fn at(&self, face: Self::Face) -> At;

    /// The middle of the face that a number stands for.
    fn middle(&self, face: u32) -> anyhow::Result<Spot<Self::Face>>;
}

/// One walkmesh.
pub struct Single<'w> {
    walkmesh: &'w Walkmesh,
    questions: Questions<FaceId>,
}

impl<'w> Single<'w> {
    pub fn new(walkmesh: &'w Walkmesh) -> anyhow::Result<Self> {
        Ok(Self { walkmesh, questions: Questions::of_walkmesh(walkmesh)? })
    }
}

impl Ground for Single<'_> {
    type Face = FaceId;

    fn questions(&self) -> &Questions<FaceId> {
        &self.questions
    }

    fn at(&self, face: FaceId) -> At {
        At::Face { face: face.0, material: material(self.walkmesh, face) }
    }

    fn middle(&self, face: u32) -> anyhow::Result<Spot<FaceId>> {
        let corners = self.walkmesh.face(FaceId(face)).and_then(|face| face.points());
        let [a, b, c] = corners.ok_or_else(|| anyhow!("has no face {face}"))?;
        Ok(Spot { point: [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0), face: FaceId(face) })
    }
}

/// The rooms of an area, and doors and placeables with the names of their files.
pub struct Furnished<'a> {
    area: &'a Area,
    objects: &'a [(FileName, Placed)],
    questions: Questions<AreaFace>,
}

impl<'a> Furnished<'a> {
    pub fn new(area: &'a Area, objects: &'a [(FileName, Placed)]) -> anyhow::Result<Self> {
        let placed: Vec<Placed> = objects.iter().map(|(_, placed)| placed.clone()).collect();
        Ok(Self { area, objects, questions: area.questions_with(&placed)? })
    }
}

impl Ground for Furnished<'_> {
    type Face = AreaFace;

    fn questions(&self) -> &Questions<AreaFace> {
        &self.questions
    }

    fn at(&self, AreaFace { part, face }: AreaFace) -> At {
        match part {
            Part::Room(room) => {
                let name = self.area.layout().room(room).map_or_else(String::new, |known| known.name.clone());
                let material = self.area.room(room).map_or(0, |walkmesh| material(walkmesh, face));
                At::RoomFace { room: name, face: face.0, material }
            }
            Part::Object(number) => {
                let object = self.objects.get(number);
                let material = object.map_or(0, |(_, placed)| material(placed.walkmesh(), face));
                At::ObjectFace { object: object.map(|(name, _)| name.clone()), face: face.0, material }
            }
        }
    }

    fn middle(&self, face: u32) -> anyhow::Result<Spot<AreaFace>> {
        bail!("{face}: a place in an area of rooms is X,Y or X,Y,Z")
    }
}

fn material(walkmesh: &Walkmesh, face: FaceId) -> u32 {
    walkmesh.face(face).map_or(0, |face| face.material().0)
}

/// The shortest way over walkable faces.
pub fn way<G: Ground>(ground: &G, from: Place, to: Place) -> anyhow::Result<Way> {
    let (from, to) = match (spot(ground, from)?, spot(ground, to)?) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Err(reason)),
    };
    Ok(match ground.questions().path(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let step = |spot: &Spot<G::Face>| Step { point: spot.point, at: ground.at(spot.face) };
            let steps = route.spots.iter().map(step).collect();
            Ok(FoundWay { length: route.length, proven_shortest: Some(route.proven_shortest), steps })
        }
    })
}

/// All floors at a place, by ascending height; faces that face down are among them only where all faces count.
pub fn floors<G: Ground>(ground: &G, point: Point, faces: Faces) -> Vec<Floor> {
    let (questions, mask) = (ground.questions(), mask(ground, faces));
    let floors = match faces {
        Faces::All => questions.faces_at(point.x, point.y, mask),
        Faces::Walkable | Faces::Sight => questions.floors(point.x, point.y, mask),
    };
    floors.into_iter().map(|floor| named(ground, floor)).collect()
}

/// The floor that the engine takes for a point.
pub fn engine_floor<G: Ground>(ground: &G, point: [f32; 3]) -> Option<Floor> {
    ground.questions().engine_floor(point).map(|floor| named(ground, floor))
}

fn named<G: Ground>(ground: &G, FloorHit { face, height, faces_up, .. }: FloorHit<G::Face>) -> Floor {
    Floor { height, faces_down: !faces_up, at: ground.at(face) }
}

/// What a ray from point to point meets first.
pub fn ray<G: Ground>(ground: &G, from: [f32; 3], to: [f32; 3], faces: Faces) -> anyhow::Result<Option<Hit>> {
    let hit = ground.questions().hits(&[Ray::between(from, to)?], mask(ground, faces)).pop().flatten();
    Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: ground.at(hit.face) }))
}

fn mask<G: Ground>(ground: &G, faces: Faces) -> MaterialMask {
    match faces {
        Faces::Walkable => ground.questions().materials().walk_mask(),
        Faces::Sight => ground.questions().materials().sight_mask(),
        Faces::All => MaterialMask(u32::MAX),
    }
}

/// Where one stands, or why one does not.
fn spot<G: Ground>(ground: &G, place: Place) -> anyhow::Result<Result<Spot<G::Face>, String>> {
    let questions = ground.questions();
    match place {
        Place::Face(face) => ground.middle(face).map(Ok),
        Place::Point(Point { x, y, z: Some(z) }) => {
            let spot = questions.stand([x, y, z], ENGINE_REACH);
            Ok(spot.ok_or_else(|| format!("{place} is over no walkable face")))
        }
        Place::Point(Point { x, y, z: None }) => {
            match questions.floors(x, y, questions.materials().walk_mask()).as_slice() {
                [] => Ok(Err(format!("{place} is over no walkable face"))),
                // Where faces meet, one floor is on each of them.
                [floor, .., highest] if highest.height - floor.height > SAME_FLOOR => {
                    bail!("{place}: there is more than one floor; say which with X,Y,Z")
                }
                [floor, ..] => Ok(Ok(Spot { point: [x, y, floor.height], face: floor.face })),
            }
        }
        Place::Cell { .. } => bail!("{place}: a place in a room is X,Y, X,Y,Z or the number of a face"),
    }
}
