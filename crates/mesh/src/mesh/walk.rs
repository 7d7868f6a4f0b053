//! [`Walk`]: the result of walking straight along the surface.

mod corner;

use std::cell::Cell;

use super::position::{Position, PositionError, finite};
use super::topology::{Face, Ground, Topology};
use crate::geometry::{Vec2, dot, ends_of_side, lerp, next_corner, orient2d, plan, previous_corner, sub};

/// The result of a straight walk.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Walk<F = u32> {
    /// The position at which the walk ended, with the height of its face.
    pub position: Position<F>,
    /// The reason why it ended.
    pub end: WalkEnd<F>,
}

/// The reason why a straight walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum WalkEnd<F = u32> {
    /// It reached its target.
    Arrived,
    /// A side of the last face without a neighbour blocks the walk. If the walk ends at a corner, this is one of the
    /// walls that meet there, possibly of another face.
    Wall {
        /// The face.
        face: F,
        /// The face's side, 0 to 2.
        side: u8,
    },
    /// The surface folds back under itself at an edge of the last face, and does not soon fold forward again.
    Fold {
        /// The face.
        face: F,
        /// The face's side, 0 to 2.
        side: u8,
    },
    /// An object that a game has put on the mesh blocks the walk. A [`NavMesh`](super::NavMesh) has no objects and
    /// never returns this.
    Object {
        /// The object's index among those with which the game's mesh was built.
        object: usize,
    },
    /// The faces are joined in a way that no straight line can follow: they wind around a corner in an impossible way,
    /// or form a cycle. Only damaged tables do that. The walk then ends where it began.
    Astray,
}

impl<F> Walk<F> {
    /// The same walk, with its faces renamed.
    pub fn map<G>(self, mut name: impl FnMut(F) -> G) -> Walk<G> {
        Walk { position: self.position.map(&mut name), end: self.end.map(name) }
    }
}

impl<F> WalkEnd<F> {
    /// The same end, with its face renamed.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> WalkEnd<G> {
        match self {
            Self::Arrived => WalkEnd::Arrived,
            Self::Wall { face, side } => WalkEnd::Wall { face: name(face), side },
            Self::Fold { face, side } => WalkEnd::Fold { face: name(face), side },
            Self::Object { object } => WalkEnd::Object { object },
            Self::Astray => WalkEnd::Astray,
        }
    }
}

/// Walks straight, as [`NavMesh::walk_straight`](super::NavMesh::walk_straight) documents.
pub fn walk_straight(
    topology: &Topology,
    from: Position,
    to: [f32; 3],
    entered: &mut impl FnMut(Position),
) -> Result<Walk, PositionError> {
    let start = topology.resolve(from)?;
    let to = finite(to)?;
    let line = StraightLine::new(topology, start.point, to);
    let (location, end) = line.run(Location::Face(start.face), entered);
    let (face, point) = match (end, location) {
        (WalkEnd::Astray | WalkEnd::Object { .. }, _) => (start.face, topology.lifted(start.face, start.point)),
        (WalkEnd::Arrived, _) => (location.face(), topology.lifted(location.face(), to)),
        (_, Location::Corner(face, corner)) => (face, topology.corner(face, corner)),
        (WalkEnd::Wall { side, .. } | WalkEnd::Fold { side, .. }, Location::Face(face)) => {
            (face, line.crossing_point(face, topology.faces()[face as usize].callers_edge(side)))
        }
    };
    Ok(Walk { position: Position { point, face }, end })
}

/// The part of the mesh that a line has reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Location {
    /// In a face or on its border.
    Face(u32),
    /// At a face's corner, 0 to 2.
    Corner(u32, u8),
}

impl Location {
    pub fn face(self) -> u32 {
        match self {
            Self::Face(face) | Self::Corner(face, _) => face,
        }
    }
}

/// A line across the mesh.
pub struct StraightLine<'m> {
    pub topology: &'m Topology,
    pub from: Vec2,
    pub to: Vec2,
    /// The remaining steps from face to face. A line over a surface passes each face once in its interior and once for
    /// each corner that it touches, and circles each corner once. More steps mean that it is in a cycle.
    steps: Cell<usize>,
}

/// How a line leaves a face.
enum Exit {
    /// It does not leave: its end lies in the face.
    None,
    Edge(u8),
    Corner(u8),
    /// The line misses the face.
    Missed,
}

/// Maximum number of folded faces that a walk crosses before it stops.
const FOLD_FACES: usize = 8;

impl<'m> StraightLine<'m> {
    fn new(topology: &'m Topology, from: Vec2, to: Vec2) -> Self {
        Self { topology, from, to, steps: Cell::new(16 * topology.faces().len()) }
    }

    /// Uses up a step; returns false if none is left.
    pub(super) fn step(&self) -> bool {
        let left = self.steps.get();
        self.steps.set(left.saturating_sub(1));
        left > 0
    }

    /// Follows the line from a point on it.
    fn run(&self, first: Location, entered: &mut impl FnMut(Position)) -> (Location, WalkEnd) {
        let mut location = first;
        while self.step() {
            match location {
                Location::Face(id) => {
                    let face = &self.topology.faces()[id as usize];
                    match self.exit(face, false) {
                        Exit::None => return (location, WalkEnd::Arrived),
                        Exit::Missed => return (location, WalkEnd::Astray),
                        Exit::Corner(corner) => location = Location::Corner(id, corner),
                        Exit::Edge(edge) => match self.cross(id, edge, entered) {
                            Ok(next) => location = next,
                            Err(end) => return (location, end),
                        },
                    }
                }
                Location::Corner(id, corner) => {
                    let vertex = self.topology.corner(id, corner);
                    if plan(vertex) == self.to {
                        return (location, WalkEnd::Arrived);
                    }
                    match self.leave_corner(id, corner) {
                        Ok(face) => {
                            if face != id {
                                // Across a vertical edge, the next face has the same point of the plan view at another
                                // height.
                                let there = |&corner: &u8| plan(self.topology.corner(face, corner)) == plan(vertex);
                                let corner = (0..3).find(there);
                                let point = corner.map_or(vertex, |corner| self.topology.corner(face, corner));
                                entered(Position { point, face });
                            }
                            location = Location::Face(face);
                        }
                        Err(end) => return (location, end),
                    }
                }
            }
        }
        (location, WalkEnd::Astray)
    }

    /// The point where the line leaves a face. `backward` follows the line against its direction.
    fn exit(&self, face: &Face, backward: bool) -> Exit {
        let (from, to) = if backward { (self.to, self.from) } else { (self.from, self.to) };
        let corners = self.topology.plan_corners(face);
        let sides = corners.map(|corner| orient2d(from, to, corner));
        let along = |corner: usize| dot(sub(corners[corner], from), sub(to, from));
        // Counterclockwise around the face, the line leaves where the corners change from its right side to its left
        // side.
        let mut on_line = None;
        for corner in 0..3 {
            let (next, previous) = (next_corner(corner), previous_corner(corner));
            if sides[corner] < 0.0 && sides[next] > 0.0 {
                let beyond = orient2d(corners[corner], corners[next], to) < 0.0;
                return if beyond { Exit::Edge(corner as u8) } else { Exit::None };
            }
            if sides[corner] == 0.0 {
                if sides[previous] < 0.0 && sides[next] > 0.0 {
                    return exit_at(corner, corners[corner], from, to);
                }
                if on_line.is_none_or(|best| along(corner) > along(best)) {
                    on_line = Some(corner);
                }
            }
        }
        on_line.map_or(Exit::Missed, |corner| exit_at(corner, corners[corner], from, to))
    }

    /// Crosses an edge, and a fold if the surface soon folds forward again.
    fn cross(&self, id: u32, edge: u8, entered: &mut impl FnMut(Position)) -> Result<Location, WalkEnd> {
        let face = &self.topology.faces()[id as usize];
        let callers = face.callers_edge(edge);
        let Some(across) = face.links[usize::from(edge)].get() else {
            return Err(WalkEnd::Wall { face: id, side: callers });
        };
        if !across.fold {
            entered(Position { point: self.crossing_point(id, edge), face: across.face });
            return Ok(Location::Face(across.face));
        }
        // Behind a fold the line is followed backward until a second fold turns it forward again.
        let mut passed = [(id, edge); FOLD_FACES];
        let mut inside = across.face;
        for count in 1..FOLD_FACES {
            let back = &self.topology.faces()[inside as usize];
            let Exit::Edge(edge) = self.exit(back, true) else { break };
            let Some(across) = back.links[usize::from(edge)].get() else { break };
            passed[count] = (inside, edge);
            inside = across.face;
            if across.fold {
                for (index, &(face, edge)) in passed[..=count].iter().enumerate() {
                    let next = passed[..=count].get(index + 1).map_or(inside, |next| next.0);
                    entered(Position { point: self.crossing_point(face, edge), face: next });
                }
                return Ok(Location::Face(inside));
            }
        }
        Err(WalkEnd::Fold { face: id, side: callers })
    }

    /// The point where the line crosses a face's edge, with the height there.
    fn crossing_point(&self, face: u32, edge: u8) -> [f32; 3] {
        let corners = self.topology.faces()[face as usize].corners;
        let ends = ends_of_side(&corners, edge).map(|corner| self.topology.vertex(corner));
        let [start, end] = ends.map(plan);
        let (a, b) = (orient2d(self.from, self.to, start), orient2d(self.from, self.to, end));
        let t = if a == b { 0.0 } else { (a / (a - b)).clamp(0.0, 1.0) };
        let at = lerp(start, end, t);
        let height = f64::from(ends[0][2]) + t * (f64::from(ends[1][2]) - f64::from(ends[0][2]));
        [at[0] as f32, at[1] as f32, height as f32]
    }

    /// Returns whether the line to its end leaves a corner into the interior of a face or along one of its edges there.
    pub(super) fn leads_into(&self, face: &Face, corner: u8) -> bool {
        let corners = self.topology.plan_corners(face);
        let at = usize::from(corner);
        let (here, next, previous) = (corners[at], corners[next_corner(at)], corners[previous_corner(at)]);
        if next == here || previous == here {
            return false;
        }
        let (from_next, from_previous) = (orient2d(here, next, self.to), orient2d(here, previous, self.to));
        let ahead = |corner| dot(sub(corner, here), sub(self.to, here)) > 0.0;
        if face.ground == Ground::Open || dot(sub(next, here), sub(previous, here)) < 0.0 {
            // The angle is less than half a turn, or exactly half a turn at the middle corner of a vertical face.
            return from_next >= 0.0 && from_previous <= 0.0;
        }
        from_next == 0.0 && ahead(next)
    }
}

/// The line leaves at a corner, unless it ends before it.
fn exit_at(corner: usize, place: Vec2, from: Vec2, to: Vec2) -> Exit {
    let past = dot(sub(to, place), sub(to, from)) > 0.0;
    if past || to == place { Exit::Corner(corner as u8) } else { Exit::None }
}
