//! Which faces does a path cross, and how high is it there?

use super::exact::{Flat, flat, side};
use super::nav_mesh::{Ground, NavMesh};
use super::path::{Path, PathPoint};
use super::place::{TOLERANCE, contains};
use super::walk::{Crossing, Spot, Stride, WalkEnd};
use super::walk_corner::Turn;

/// How many faces around a point are looked at.
const AROUND: usize = 64;
/// How many ways through winding corners are tried.
const WAYS: usize = 1024;

impl NavMesh {
    /// A path of this mesh with a point wherever it enters another face, so that it can be drawn on the ground: the
    /// points of the path and, between them, those where it crosses edges, each with its height there and the face
    /// that the path goes on over. Between two neighbouring points the path runs straight, in the height too.
    ///
    /// The lengths of the legs add up to the path's, within rounding. Costs some ten nanoseconds for each face. Where
    /// the mesh folds back within less than f32 resolves, crossings may be left out.
    ///
    /// ```
    /// use walkmesh::mesh::{NavMesh, Place};
    ///
    /// // Up and down a roof.
    /// let vertices = vec![[0., 0., 0.], [2., 0., 2.], [4., 0., 0.], [2., 4., 2.]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 3], [1, 2, 3]], |_| true)?;
    /// let path = mesh.path(Place::new([1., 1., 1.], 0), Place::new([3., 1., 1.], 1)).unwrap();
    /// let heights: Vec<f32> = mesh.trace(&path).iter().map(|point| point.point[2]).collect();
    /// assert_eq!(heights, [1., 2., 1.]);
    /// # Ok::<(), walkmesh::mesh::BadMesh>(())
    /// ```
    pub fn trace(&self, path: &Path) -> Vec<PathPoint> {
        let mut traced: Vec<PathPoint> = Vec::new();
        let Some((first, _)) = path.points.split_first() else { return traced };
        let mut spot = self.spot(*first);
        let mut folds = path.folds.iter().peekable();
        let (mut came, mut turn) = (flat(first.point), Turn::Either);
        for (index, leg) in path.points.windows(2).enumerate() {
            let [from, to] = [leg[0], leg[1]].map(|point| flat(point.point));
            self.tell(&mut traced, PathPoint { point: leg[0].point, face: spot.face() });
            spot = self.trace_leg(leg[1], Stride::new(self, from, to, turn), spot, &mut traced);
            if let Some(&(_, edge)) = folds.next_if(|fold| fold.0 == index + 1) {
                let across = self.faces()[(edge / 3) as usize].links[(edge % 3) as usize].get();
                spot = across.map_or(spot, |across| Spot::Face(across.face));
            }
            came = if from == to { came } else { from };
            turn = path.points.get(index + 2).map_or(Turn::Either, |next| turn_at(came, to, flat(next.point)));
        }
        if let Some(&last) = path.points.last() {
            self.tell(&mut traced, last);
        }
        traced
    }

    /// Adds a point to a trace. At a vertical edge or face, the leg before arrives at another height, which is told too.
    fn tell(&self, traced: &mut Vec<PathPoint>, point: PathPoint) {
        let at = flat(point.point);
        if let Some(last) = traced.last_mut() {
            if last.point == point.point {
                last.face = point.face;
                return;
            }
            let arrived = self.lifted(last.face, at);
            let upright = self.faces()[last.face as usize].ground == Ground::Upright;
            if flat(last.point) != at && !upright && is_climb(arrived, point.point) {
                let face = last.face;
                traced.push(PathPoint { point: arrived, face });
            }
        }
        traced.push(point);
    }

    /// Follows one leg of a path to the point where it ends.
    fn trace_leg(&self, end: PathPoint, mut stride: Stride<'_>, from: Spot, traced: &mut Vec<PathPoint>) -> Spot {
        let before = (traced.len(), traced.last().copied());
        // A leg up an edge that is a point in the plan view goes nowhere, but to another height.
        for _ in 0..if stride.from == stride.to { 0 } else { WAYS } {
            let (reached, why) =
                stride.run(from, &mut |Crossing { point, face }| self.tell(traced, PathPoint { point, face }));
            if why == WalkEnd::Arrived && self.is_around(reached.face(), stride.to, end.face) {
                return reached;
            }
            // The way led to another floor, or nowhere: it goes on into another of the faces around a corner.
            traced.truncate(before.0);
            if let (Some(last), Some(point)) = (traced.last_mut(), before.1) {
                *last = point;
            }
            if !stride.go_another_way(why != WalkEnd::Arrived && matches!(reached, Spot::Corner(..))) {
                break;
            }
        }
        self.spot(end)
    }

    /// Whether one face can be reached from another over faces that contain a point.
    fn is_around(&self, from: u32, at: Flat, to: u32) -> bool {
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(&face) = seen.get(next).filter(|&&face| face != to) {
            next += 1;
            for across in self.faces()[face as usize].links.iter().filter_map(|link| link.get()) {
                let corners = self.flat_corners(&self.faces()[across.face as usize]);
                if seen.len() < AROUND && !seen.contains(&across.face) && contains(&corners, at) {
                    seen.push(across.face);
                }
            }
        }
        next < seen.len()
    }

    /// Where on the mesh a point of a path lies.
    fn spot(&self, point: PathPoint) -> Spot {
        let at = flat(point.point);
        (0..3)
            .find(|&corner| self.open_face(point.face).is_some() && flat(self.corner(point.face, corner)) == at)
            .map_or(Spot::Face(point.face), |corner| Spot::Corner(point.face, corner))
    }
}

/// Whether two points in one place of the plan view differ in height by more than rounding explains.
fn is_climb(a: [f32; 3], b: [f32; 3]) -> bool {
    let size = a.iter().chain(&b).fold(0.0, |size: f64, value| size.max(f64::from(value.abs())));
    f64::from((a[2] - b[2]).abs()) > size * TOLERANCE
}

/// On which side of a bend the ground is.
fn turn_at(from: Flat, bend: Flat, to: Flat) -> Turn {
    let turned = side(from, bend, to);
    if turned < 0.0 {
        Turn::Left
    } else if turned > 0.0 {
        Turn::Right
    } else {
        Turn::Either
    }
}
