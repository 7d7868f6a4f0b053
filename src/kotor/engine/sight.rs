//! Sight between creatures.

use super::Engine;
use super::choices::{EYES, ObjectsInSight};
use super::straight_walk::sweep;
use crate::mesh::{Ray, RayError};

impl Engine {
    /// Returns whether a creature at one point sees a creature at another point. Their eyes are 1.5 m above these points. The line between
    /// the eyes must not meet a face of a room whose material blocks sight, nor a face of a door or placeable that is not walkable.
    /// `parties` are the numbers of objects that are ignored: the target and the observer. **Reported**; the heights at which objects count
    /// are a [choice](ObjectsInSight).
    ///
    /// # Errors
    /// [`RayError::OutOfRange`].
    pub fn sees(
        &self,
        from: impl Into<[f32; 3]>,
        to: impl Into<[f32; 3]>,
        parties: &[usize],
    ) -> Result<bool, RayError> {
        let [from, to] = [from.into(), to.into()].map(|[x, y, z]| [x, y, z + EYES]);
        let ray = match Ray::between(from, to) {
            Err(RayError::NoDirection) => return Ok(true),
            ray => ray?,
        };
        let counts = |object: usize| !parties.contains(&object);
        let is_hidden = match self.choices().objects_in_sight {
            ObjectsInSight::AsTheyAre => {
                (0..).zip(&self.objects.rays).any(|(object, rays)| counts(object) && rays.is_blocked(&ray, 1))
            }
            ObjectsInSight::AllHeights => {
                let line = sweep([from[0], from[1]], [to[0], to[1]], 0.0);
                self.objects.walls.is_touched(&line, [0.0; 2], |wall| counts(self.objects.of(wall)))
            }
        };
        Ok(!is_hidden && self.rays.line_of_sight(from, to)?)
    }
}
