//! Faults to plant in a floor of any origin: their effects on its vertices and faces.

use walkmesh::finding::Finding;

/// A floor in which a fault is planted.
pub struct Ground {
    pub vertices: Vec<[f32; 3]>,
    pub faces: Vec<[u32; 3]>,
    /// For each side of a face (from corner k to the next one), the face beyond it.
    pub neighbours: Vec<[Option<usize>; 3]>,
}

/// The changes of a floor by a fault.
pub struct Change {
    /// The vertices that are added behind the others.
    pub vertices: Vec<[f32; 3]>,
    /// Faces that get other corners.
    pub corners: Vec<(usize, [u32; 3])>,
    /// The added face, and the old face that it resembles.
    pub added: Option<([u32; 3], usize)>,
    /// The place to look at.
    pub at: [f32; 3],
}

/// A kind of fault: its name, the rule that must find it, and the function that plants it at a face.
pub struct Fault {
    pub name: &'static str,
    pub code: &'static str,
    pub plant: fn(&Ground, usize) -> Option<Change>,
}

/// The faults of any floor.
pub const FAULTS: [Fault; 20] = [
    fault("crack of 0.2 mm", "floor-cracked", |ground, face| crack(ground, face, 0.0002)),
    fault("crack of 0.5 mm", "floor-cracked", |ground, face| crack(ground, face, 0.0005)),
    fault("crack of 1 mm", "floor-cracked", |ground, face| crack(ground, face, 0.001)),
    fault("crack of 5 mm", "floor-cracked", |ground, face| crack(ground, face, 0.005)),
    fault("crack of 1 cm", "floor-cracked", |ground, face| crack(ground, face, 0.01)),
    fault("crack of 2 cm", "floor-cracked", |ground, face| crack(ground, face, 0.02)),
    fault("overlap of 1 mm", "floor-cracked", |ground, face| crack(ground, face, -0.001)),
    fault("overlap of 1 cm", "floor-cracked", |ground, face| crack(ground, face, -0.01)),
    fault("step of 2 mm", "floor-cracked", |ground, face| step(ground, face, 0.002)),
    fault("step of 1 cm", "floor-cracked", |ground, face| step(ground, face, 0.01)),
    fault("vertices that are not joined", "side-not-joined", |ground, face| crack(ground, face, 0.0)),
    fault("T-junction", "floor-t-junction", |ground, face| junction(ground, face, 0.0)),
    fault("T-junction, 1 mm beside", "floor-t-junction", |ground, face| junction(ground, face, 0.001)),
    fault("T-junction, 5 mm beside", "floor-t-junction", |ground, face| junction(ground, face, 0.005)),
    fault("face that faces down", "face-faces-down", turned),
    fault("face without an area", "face-degenerate", degenerate),
    fault("face that is there twice", "face-duplicate", duplicate),
    fault("sliver", "face-sliver", sliver),
    fault("roof", "ceiling-low", |ground, face| above(ground, face, 1.2)),
    fault("floor at the same height", "face-overlap", |ground, face| above(ground, face, 0.004)),
];

pub const fn fault(name: &'static str, code: &'static str, plant: fn(&Ground, usize) -> Option<Change>) -> Fault {
    Fault { name, code, plant }
}

/// The angle of the corners that [`thorn`] plants, in degrees.
pub const THORN: f32 = 16.0;

pub fn middle(points: &[[f32; 3]]) -> [f32; 3] {
    std::array::from_fn(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / points.len() as f32)
}

pub fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>().sqrt()
}

/// Whether a finding is at a place to 0.1 m: its spot is, or its face, of which these are the corners.
pub fn is_near(finding: &Finding, face: Option<[[f32; 3]; 3]>, at: [f32; 3]) -> bool {
    if let Some(spot) = finding.spot {
        return distance(spot.point, at) <= 0.1;
    }
    face.is_some_and(|points| {
        distance(middle(&points), at) <= 0.1 || points.iter().any(|point| distance(*point, at) <= 0.1)
    })
}

impl Ground {
    pub fn points(&self, face: usize) -> [[f32; 3]; 3] {
        self.faces[face].map(|vertex| self.vertices[vertex as usize])
    }

    /// The number of a vertex that a change adds.
    fn new_vertex(&self, at: usize) -> u32 {
        (self.vertices.len() + at) as u32
    }

    /// An additional face with its own vertices.
    pub fn with_face(&self, points: [[f32; 3]; 3], like: usize, at: [f32; 3]) -> Change {
        let corners = [0, 1, 2].map(|corner| self.new_vertex(corner));
        Change { vertices: points.into(), corners: Vec::new(), added: Some((corners, like)), at }
    }

    /// A side of a face that is joined to another face, long enough for a fault; both faces are broad enough, too.
    fn inner_side(&self, face: usize) -> Option<usize> {
        let is_broad = |face: usize| {
            let points = self.points(face);
            let [a, b, c] = points.map(|[x, y, _]| [f64::from(x), f64::from(y)]);
            let area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs();
            let sides = [[0, 1], [1, 2], [2, 0]].map(|[from, to]: [usize; 2]| distance(points[from], points[to]));
            let [least, most] = [f32::min, f32::max].map(|pick| sides.into_iter().reduce(pick).unwrap());
            least > 0.3 && area / f64::from(most) > 0.15
        };
        let is_inner = |side: &usize| self.neighbours[face][*side].is_some_and(is_broad);
        (0..3).find(is_inner).filter(|_| is_broad(face))
    }

    /// The ends of a side of a face, and its third corner.
    fn side(&self, face: usize, side: usize) -> [[f32; 3]; 3] {
        let points = self.points(face);
        [points[side], points[(side + 1) % 3], points[(side + 2) % 3]]
    }

    /// Gives a face its own vertices at a side, moved by an offset.
    fn torn(&self, face: usize, side: usize, offset: [f32; 3]) -> Change {
        let [from, to, _] = self.side(face, side);
        let moved = |point: [f32; 3]| std::array::from_fn(|axis| point[axis] + offset[axis]);
        let mut corners = self.faces[face];
        (corners[side], corners[(side + 1) % 3]) = (self.new_vertex(0), self.new_vertex(1));
        let vertices = [from, to].map(moved).into();
        Change { vertices, corners: vec![(face, corners)], added: None, at: middle(&[from, to]) }
    }
}

/// Gives the face its own vertices at a side, `width` away from the other face.
fn crack(ground: &Ground, face: usize, width: f32) -> Option<Change> {
    let side = ground.inner_side(face)?;
    let [from, to, third] = ground.side(face, side);
    // Towards the third corner, at right angles to the side.
    let along: [f32; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
    let share = (0..3).map(|axis| (third[axis] - from[axis]) * along[axis]).sum::<f32>()
        / along.iter().map(|value| value * value).sum::<f32>();
    let foot: [f32; 3] = std::array::from_fn(|axis| from[axis] + along[axis] * share);
    let height = distance(foot, third);
    Some(ground.torn(face, side, std::array::from_fn(|axis| (third[axis] - foot[axis]) / height * width)))
}

/// Gives the face its own vertices at a side, lowered by `height`.
pub fn step(ground: &Ground, face: usize, height: f32) -> Option<Change> {
    Some(ground.torn(face, ground.inner_side(face)?, [0.0, 0.0, -height]))
}

/// Splits the face at the midpoint of a side, but not the face beyond it.
fn junction(ground: &Ground, face: usize, beside: f32) -> Option<Change> {
    let side = ground.inner_side(face)?;
    let [from, to, third] = ground.side(face, side);
    let centre = middle(&[from, to]);
    let reach = distance(centre, third);
    let at: [f32; 3] = std::array::from_fn(|axis| centre[axis] + (third[axis] - centre[axis]) / reach * beside);
    let [mut one, mut other] = [ground.faces[face]; 2];
    one[(side + 1) % 3] = ground.new_vertex(0);
    other[side] = ground.new_vertex(0);
    Some(Change { vertices: vec![at], corners: vec![(face, one)], added: Some((other, face)), at })
}

fn turned(ground: &Ground, face: usize) -> Option<Change> {
    let [a, b, c] = ground.faces[face];
    let at = middle(&ground.points(face));
    Some(Change { vertices: Vec::new(), corners: vec![(face, [a, c, b])], added: None, at })
}

fn degenerate(ground: &Ground, face: usize) -> Option<Change> {
    let [a, b, _] = ground.faces[face];
    let at = ground.points(face)[0];
    Some(Change { vertices: vec![at], corners: Vec::new(), added: Some(([a, b, ground.new_vertex(0)], face)), at })
}

fn duplicate(ground: &Ground, face: usize) -> Option<Change> {
    let [a, b, c] = ground.faces[face];
    let at = middle(&ground.points(face));
    Some(Change { vertices: Vec::new(), corners: Vec::new(), added: Some(([b, c, a], face)), at })
}

/// Adds the thinnest representable face along a side.
fn sliver(ground: &Ground, face: usize) -> Option<Change> {
    let [from, to, _] = ground.side(face, ground.inner_side(face)?);
    let between: [f32; 3] = std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * 0.37);
    let [a, b, c] = [from, to, between].map(|[x, y, _]| [f64::from(x), f64::from(y)]);
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let points = [from, to, between];
    (area != 0.0).then(|| ground.with_face(points, face, middle(&points)))
}

/// Adds a smaller triangle above the middle of a face.
fn above(ground: &Ground, face: usize, height: f32) -> Option<Change> {
    ground.inner_side(face)?;
    let points = ground.points(face);
    let at = middle(&points);
    let small = points.map(|point| {
        let [x, y, z]: [f32; 3] = std::array::from_fn(|axis| at[axis] + (point[axis] - at[axis]) / 2.0);
        [x, y, z + height]
    });
    Some(ground.with_face(small, face, at))
}

/// Adds a pointed triangle behind a side at the border with at most `most` faces at its corners.
pub fn thorn(ground: &Ground, face: usize, most: usize) -> Option<Change> {
    let corners = ground.faces[face];
    let (side, length) = (0..3).find_map(|side| {
        let ends = [corners[side], corners[(side + 1) % 3]];
        let [[ax, ay, _], [bx, by, _], _] = ground.side(face, side);
        let length = (bx - ax).hypot(by - ay);
        let others = ground.faces.iter().filter(|other| ends.iter().all(|end| other.contains(end)));
        let is_border = ground.neighbours[face][side].is_none() && others.count() <= most;
        ((0.3..4.0).contains(&length) && is_border).then_some((side, length))
    })?;
    let [from, to, third] = ground.side(face, side);
    let [x, y, z] = middle(&[from, to]);
    // Away from the third corner, at right angles to the side.
    let outwards = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
    let inside = (third[0] - x) * outwards[0] + (third[1] - y) * outwards[1];
    let height = (length / 2.0 / (THORN / 2.0).to_radians().tan()) * -inside.signum();
    let tip = [x + outwards[0] * height, y + outwards[1] * height, z];
    let added = [corners[(side + 1) % 3], corners[side], ground.new_vertex(0)];
    Some(Change { vertices: vec![tip], corners: Vec::new(), added: Some((added, face)), at: tip })
}

/// Adds a triangle of a given size at a place.
pub fn island(ground: &Ground, like: usize, [x, y, z]: [f32; 3], size: f32) -> Change {
    let points = [[x, y, z], [x + size, y, z], [x, y + size, z]];
    ground.with_face(points, like, middle(&points))
}
