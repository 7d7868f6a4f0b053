//! Safe positions: the positions on which a walker can stand, and the one that the engine chooses near a point.

use super::choices::{CREATURE_MARGIN, HEIGHT_MARGIN, SAFE_SPOTS};
use super::objects::Obstacles;
use super::straight_walk::{WalkCode, body_heights, sweep};
use super::sweep::Sweep;
use super::{Engine, Walker};
use crate::geometry::distance;

/// Maximum distance of a point's floor in the plan view, in metres. **Reported.**
const FLOOR_REACH: f32 = 0.01;

impl Engine {
    /// Returns whether a walker can stand at a point: a floor is there, at most 0.1 m above or below and 0.01 m to a
    /// side, and its body touches no wall of any room, no placeable, no door and no creature. **Reported.**
    #[must_use]
    pub fn is_safe(&self, point: impl Into<[f32; 3]>, walker: &Walker) -> bool {
        let [x, y, z] = point.into();
        let beside = [[0.0, 0.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
            .map(|[dx, dy]| [x + dx * FLOOR_REACH, y + dy * FLOOR_REACH]);
        let is_near = |height: f32| (f64::from(height) - f64::from(z)).abs() <= HEIGHT_MARGIN;
        beside.into_iter().any(|at| self.heights(at).any(is_near)) && self.is_clear([x, y, z], walker, Obstacles::All)
    }

    /// Returns whether no wall and none of these obstacles touches a body.
    pub(super) fn is_clear(&self, [x, y, z]: [f32; 3], walker: &Walker, of: Obstacles) -> bool {
        let (body, heights) = (sweep([x, y], [x, y], walker.radius), body_heights([z; 2], walker));
        let rooms = || self.rooms_near([x, y], walker.radius).into_iter().filter_map(|room| self.room(room));
        let is_touched = self.is_in_object([x, y], walker, of)
            || rooms().any(|room| room.walls.is_touched(&body, heights, |_| true))
            || (of == Obstacles::All && self.is_in_creature(&body, walker));
        !is_touched
    }

    fn is_in_object(&self, at: [f32; 2], walker: &Walker, of: Obstacles) -> bool {
        self.objects.walls.is_touched(&sweep(at, at, walker.radius), [0.0; 2], |wall| self.objects.counts(wall, of))
    }

    /// The doors and placeables that a walker touches at a point, by their numbers: at any height, as **reported**.
    #[must_use]
    pub fn objects_at(&self, at: [f32; 2], walker: &Walker) -> Vec<usize> {
        let touched = self.objects.walls.touched(&sweep(at, at, walker.radius), [0.0; 2]);
        let mut objects: Vec<usize> = touched.into_iter().map(|wall| self.objects.of(wall)).collect();
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    fn is_in_creature(&self, body: &Sweep, walker: &Walker) -> bool {
        let radius = f64::from(walker.creature_radius) + CREATURE_MARGIN;
        let mut creatures = self.creatures.iter().flatten();
        creatures.any(|(_, it)| distance(it.position.map(f64::from), body.from) < radius + f64::from(it.radius))
    }

    /// The first safe position in the engine's order: the point itself, then the rims of squares around it, of 1 m and each a radius
    /// larger, as long as half a side is less than `reach` metres. On a rim, first the lower and upper rows from west to east, then the
    /// columns from south to north.
    ///
    /// If `in_line`, a straight walk must lead there, without passing an object; the engine drops this requirement if the point itself is
    /// not walkable. It requires less of the columns than of the rows. **Reported**, and the notes' authors ask for a test of this.
    ///
    /// `None` if no position is safe, or if a walker without a radius is itself at an unsafe position.
    #[must_use]
    pub fn nearest_safe(&self, at: [f32; 2], reach: f32, in_line: bool, walker: &Walker) -> Option<[f32; 3]> {
        let in_line = in_line && self.height(at).is_some() && !self.is_in_object(at, walker, Obstacles::All);
        let mut left = SAFE_SPOTS;
        let mut is_good = |spot: [f32; 2], is_row: bool| {
            left = left.checked_sub(1)?;
            let point = self.height(spot).map(|z| [spot[0], spot[1], z]).filter(|point| self.is_safe(*point, walker));
            Some(point.filter(|_| !in_line || self.is_in_line(at, spot, is_row, walker)))
        };
        let itself = self.height(at).map(|z| [at[0], at[1], z]).filter(|point| self.is_safe(*point, walker));
        if itself.is_some() || walker.radius <= 0.0 {
            return itself;
        }
        for (spot, is_row) in rims(at, reach, walker.radius) {
            if let Some(found) = is_good(spot, is_row)? {
                return Some(found);
            }
        }
        None
    }

    fn is_in_line(&self, from: [f32; 2], to: [f32; 2], is_row: bool, walker: &Walker) -> bool {
        if self.stopped_by_object(from, to, walker, Obstacles::All).is_some() {
            return false;
        }
        let code = self.straight_walk(from, to, walker).code;
        if is_row { code.is_free() } else { code != WalkCode::NoRoom }
    }
}

/// The spots around a point, and whether each is in a row.
fn rims([x, y]: [f32; 2], reach: f32, step: f32) -> impl Iterator<Item = ([f32; 2], bool)> {
    let (x, y, step) = (f64::from(x), f64::from(y), f64::from(step));
    let spot = |x: f64, y: f64, is_row| ([x as f32, y as f32], is_row);
    let sizes = (0..).map(move |count| 1.0 + f64::from(count) * step).take_while(move |size| *size < f64::from(reach));
    sizes.flat_map(move |half| {
        let along = move |first: u32, last: f64| {
            (first..).map(move |count| f64::from(count) * step - half).take_while(move |off| *off <= last)
        };
        let rows = along(0, half).flat_map(move |off| [spot(x + off, y - half, true), spot(x + off, y + half, true)]);
        let columns =
            along(1, half - step).flat_map(move |off| [spot(x - half, y + off, false), spot(x + half, y + off, false)]);
        rows.chain(columns)
    })
}
