//! Moves, rotates and mirrors a whole walkmesh.
//!
//! The vertices of a room and its position in the layout lie in area space, and the header's position is a vector
//! within the room's model. The vertices and relative hooks of a placeable or door are relative to its position, which
//! lies in the frame of the model, as the absolute hooks do. So a placeable or door is moved by its position, not by
//! its vertices.
//!
//! Sums are computed in f64 and rounded once.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::Bwm;

use super::checked;
use crate::geometry::rotation::{QuarterTurns, Rotation};
use crate::kotor::stale::{StalePlanes, StaleTree};
use crate::kotor::{EdgeId, EditError, Kind, Walkmesh};

/// A map of space that keeps z vertical: it rotates or mirrors the plan view, and then translates everything.
#[derive(Clone, Copy, Debug)]
pub(in crate::kotor) struct Upright {
    /// The matrix of the plan view, by rows.
    pub(in crate::kotor) plan: [[f64; 2]; 2],
    pub(in crate::kotor) offset: [f64; 3],
}

impl Upright {
    pub(in crate::kotor) const NOTHING: Self = Self { plan: [[1.0, 0.0], [0.0, 1.0]], offset: [0.0; 3] };

    /// A rotation counter-clockwise around a vertical line, in radians. The f32 nearest to a number of quarter turns is treated as exactly
    /// that many.
    pub(in crate::kotor) fn turn(radians: f32, about: [f64; 2]) -> Self {
        let rotation = Rotation::by(radians, QuarterTurns::Nearest);
        let (Rotation { sin, cos }, [x, y]) = (rotation, rotation.turn(about));
        Self { plan: [[cos, -sin], [sin, cos]], offset: [about[0] - x, about[1] - y, 0.0] }
    }

    /// The image of a vector, which is rotated but not translated.
    fn vector(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [[xx, xy], [yx, yy]] = self.plan;
        [xx * x + xy * y, yx * x + yy * y, z]
    }

    pub(in crate::kotor) fn point(&self, point: [f64; 3]) -> [f64; 3] {
        let turned = self.vector(point);
        std::array::from_fn(|axis| turned[axis] + self.offset[axis])
    }
}

impl Walkmesh {
    /// Moves everything, in metres.
    ///
    /// # Errors
    /// [`EditError::NotFinite`]. On error, nothing is changed.
    pub fn translate(&mut self, offset: impl Into<[f32; 3]>) -> Result<(), EditError> {
        let offset = offset.into().map(f64::from);
        if offset == [0.0; 3] {
            return Ok(());
        }
        self.apply(&Upright { offset, ..Upright::NOTHING })?;
        if self.kind.is_room() {
            self.stale.planes = StalePlanes::All;
            self.stale.tree = self.stale.tree.max(StaleTree::Boxes);
        }
        Ok(())
    }

    /// Rotates everything counter-clockwise seen from above around the vertical line through `about`: in area space for
    /// a room, in the model's frame for a placeable or door.
    ///
    /// # Errors
    /// [`EditError::NotFinite`]. On error, nothing is changed.
    pub fn rotate_z(&mut self, radians: f32, about: [f32; 2]) -> Result<(), EditError> {
        if radians == 0.0 {
            return Ok(());
        }
        self.apply(&Upright::turn(radians, about.map(f64::from)))?;
        self.stale.planes = StalePlanes::All;
        self.stale.tree = StaleTree::Shape;
        Ok(())
    }

    /// Mirrors everything in the plane `x = at`: east becomes west. Faces that face up still do.
    ///
    /// # Errors
    /// [`EditError::NotFinite`]. On error, nothing is changed.
    pub fn mirror_x(&mut self, at: f32) -> Result<(), EditError> {
        self.mirror(&Upright { plan: [[-1.0, 0.0], [0.0, 1.0]], offset: [2.0 * f64::from(at), 0.0, 0.0] })
    }

    /// Mirrors everything in the plane `y = at`: north becomes south. Faces that face up still do.
    ///
    /// # Errors
    /// [`EditError::NotFinite`]. On error, nothing is changed.
    pub fn mirror_y(&mut self, at: f32) -> Result<(), EditError> {
        self.mirror(&Upright { plan: [[1.0, 0.0], [0.0, -1.0]], offset: [0.0, 2.0 * f64::from(at), 0.0] })
    }

    fn mirror(&mut self, map: &Upright) -> Result<(), EditError> {
        self.apply(map)?;
        let raw = &mut self.raw;
        // Corners 0, 1, 2 become 2, 1, 0, so sides 0 and 1 are swapped and side 2 stays.
        for face in &mut raw.faces {
            face.vertices.swap(0, 2);
        }
        for row in &mut raw.adjacencies {
            row.edges.swap(0, 1);
            row.edges.iter_mut().for_each(|edge| *edge = mirrored(*edge));
        }
        for row in &mut raw.edges {
            row.edge = mirrored(row.edge);
        }
        self.stale.planes = StalePlanes::All;
        self.stale.tree = StaleTree::Shape;
        self.stale.perimeters = self.kind.is_room();
        Ok(())
    }

    /// Applies a map to every point and vector, or to none if one fails.
    fn apply(&mut self, map: &Upright) -> Result<(), EditError> {
        let room = self.kind.is_room();
        let place = |point: Vector3, map: &dyn Fn([f64; 3]) -> [f64; 3]| {
            let mapped = map(<[f32; 3]>::from(point).map(f64::from));
            checked(mapped.map(|value| value as f32).into())
        };
        let vector = |point: Vector3| place(point, &|point| map.vector(point));
        let point = |point: Vector3| place(point, &|point| map.point(point));
        let raw = &self.raw;
        // Zeros mean no absolute hook, unless a door's relative hook leads exactly there.
        let absolute = |hook: Vector3, relative: Vector3| {
            let [reach, position, zero] = [relative, raw.position, Vector3::default()].map(<[f32; 3]>::from);
            let leads_there = reach != zero && (0..3).all(|axis| reach[axis] + position[axis] == 0.0);
            let is_none = hook == Vector3::default() && !(self.kind == Kind::Dwk && leads_there);
            if is_none { Ok(hook) } else { point(hook) }
        };
        let turned = map.plan != Upright::NOTHING.plan;
        let vertices = match (room, turned) {
            (true, _) => raw.vertices.iter().map(|&vertex| point(vertex)).collect::<Result<_, _>>()?,
            (false, true) => raw.vertices.iter().map(|&vertex| vector(vertex)).collect::<Result<_, _>>()?,
            (false, false) => raw.vertices.clone(),
        };
        let moved = Bwm {
            relative_use_position_1: vector(raw.relative_use_position_1)?,
            relative_use_position_2: vector(raw.relative_use_position_2)?,
            absolute_use_position_1: absolute(raw.absolute_use_position_1, raw.relative_use_position_1)?,
            absolute_use_position_2: absolute(raw.absolute_use_position_2, raw.relative_use_position_2)?,
            position: if room { vector(raw.position)? } else { point(raw.position)? },
            vertices,
            ..Bwm::default()
        };
        let layout_position = match self.layout_position {
            Some(position) => Some(point(position.into())?.into()),
            None => None,
        };
        let raw = &mut self.raw;
        raw.relative_use_position_1 = moved.relative_use_position_1;
        raw.relative_use_position_2 = moved.relative_use_position_2;
        raw.absolute_use_position_1 = moved.absolute_use_position_1;
        raw.absolute_use_position_2 = moved.absolute_use_position_2;
        raw.position = moved.position;
        raw.vertices = moved.vertices;
        self.layout_position = layout_position;
        Ok(())
    }
}

/// The same edge of a face whose corners run in the opposite direction. A number that is not an edge is kept.
fn mirrored(raw: i32) -> i32 {
    match EdgeId::from_raw(raw).map(EdgeId::side) {
        Some(0) => raw.saturating_add(1),
        Some(1) => raw - 1,
        _ => raw,
    }
}
