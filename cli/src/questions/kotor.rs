//! Questions to a KotOR walkmesh, or to the rooms of an area with what stands in them.

use anyhow::{anyhow, bail};
use walkmesh::kotor::research::ENGINE_REACH;
use walkmesh::kotor::{
    Area, AreaFace, FaceId, FaceName, FloorHit, MaterialMask, Part, Placed, Questions, Spot, Walkmesh,
};
use walkmesh::mesh::{PartOverview, Ray};

use super::{At, CutOff, Faces, Floor, FoundWay, Hit, Nearest, NoAnswer, Reach, Sight, Step, Way};
use crate::file_name::FileName;
use crate::parts::Part as PlacePart;
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
        Err(reason) => Err(reason.to_string().into()),
        Ok(route) => {
            let step = |spot: &Spot<G::Face>| Step { point: spot.point, at: ground.at(spot.face) };
            let steps = route.spots.iter().map(step).collect();
            Ok(FoundWay::over_faces(route.length, route.proven_shortest, steps))
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

/// The walkable point that is nearest to another one, in the plan view where that has no height.
pub fn nearest<G: Ground>(ground: &G, Point { x, y, z }: Point) -> Option<Nearest> {
    let questions = ground.questions();
    let found = match z {
        Some(z) => questions.snap([x, y, z], f64::INFINITY),
        None => questions.snap_in_plan(x, y, f64::INFINITY),
    };
    found.map(|(spot, distance)| Nearest { point: spot.point, distance, at: ground.at(spot.face) })
}

/// Whether nothing that hides is between two points.
pub fn sight<G: Ground>(ground: &G, from: Place, to: Place) -> anyhow::Result<Sight> {
    let point = |place| match place {
        Place::Point(Point { x, y, z: Some(z) }) => Ok([x, y, z]),
        other => bail!("{other}: sight in KotOR is between two points, X,Y,Z each: the heights of the eyes count"),
    };
    let (from, to) = (point(from)?, point(to)?);
    let blocked_by = if from == to { None } else { ray(ground, from, to, Faces::Sight)? };
    Ok(Sight { has_table: false, by_table: None, by_geometry: blocked_by.is_none(), blocked_by })
}

/// The connected parts from which nobody gets to a place, or why it cannot be said.
pub fn cut_off<G: Ground>(ground: &G, goal: Place) -> anyhow::Result<Result<Reach, NoAnswer>> {
    let goal = match spot(ground, goal)? {
        Ok(goal) => goal,
        Err(reason) => return Ok(Err(reason)),
    };
    let questions = ground.questions();
    let Some(there) = questions.connected_part(goal) else {
        return Ok(Err(format!("{} cannot be walked on", goal.face.face()).into()));
    };
    let parts = questions.overview().parts;
    let others = (0..).zip(&parts).filter(|(part, _)| *part != there);
    let cut_off = others.map(|(part, PartOverview { faces, area, sample: Spot { point, face }, .. })| {
        let (plural, [x, y, z]) = (if *faces == 1 { "" } else { "s" }, point);
        let area = (area * 1000.0).round() / 1000.0;
        CutOff {
            place: vec![PlacePart::new("connected_part", part)],
            size: *faces,
            point: Some(point.to_vec()),
            text: format!(
                "connected part {part}, {faces} face{plural}, {area} m², such as {x},{y},{z}, {}",
                ground.at(*face)
            ),
        }
    });
    Ok(Ok(Reach { of: "connected_parts", total: parts.len(), cut_off: cut_off.collect() }))
}

/// Where one stands, or why one does not.
fn spot<G: Ground>(ground: &G, place: Place) -> anyhow::Result<Result<Spot<G::Face>, NoAnswer>> {
    let questions = ground.questions();
    let off_mesh = |point| {
        let reason = format!("{place} is over no walkable face");
        NoAnswer { reason, nearest: nearest(ground, point) }
    };
    match place {
        Place::Face(face) => ground.middle(face).map(Ok),
        Place::Point(point @ Point { x, y, z: Some(z) }) => {
            Ok(questions.stand([x, y, z], ENGINE_REACH).ok_or_else(|| off_mesh(point)))
        }
        Place::Point(point @ Point { x, y, z: None }) => {
            match questions.floors(x, y, questions.materials().walk_mask()).as_slice() {
                [] => Ok(Err(off_mesh(point))),
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
