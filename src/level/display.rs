//! [`Level::view`] and other data with which programs show a level.

use crate::exchange::{Class, Up};
use crate::mesh::Triangle;

use super::Level;
use super::game::Game;
use super::games::{AnyGame, of_game};
use super::view::{FaceInfo, LineLayers, Lines, PartOf, View};

impl Level {
    /// The level for display in a program. A file without triangles has an empty view, or only marks.
    #[must_use]
    pub fn view(&self) -> View {
        let mut view = View::default();
        view.up = self.kind().up();
        of_game!(&self.game, game => game.show(&mut view));
        view.marks.retain(|mark| mark.point.iter().all(|value| value.is_finite()));
        view
    }

    /// The lines over the triangles, such as the borders of the walkable floor. Empty kinds of lines are left out.
    #[must_use]
    pub fn lines(&self) -> Vec<Lines> {
        let mut lines = LineLayers::default();
        of_game!(&self.game, game => game.draw_lines(&mut lines));
        lines.0
    }

    /// Details of a triangle of the [view](Self::view); `None` if it does not exist.
    #[must_use]
    pub fn face_info(&self, view: &View, triangle: usize) -> Option<FaceInfo> {
        let (part, points, class) = (view.part_of(triangle)?, view.corners_of(triangle)?, view.class(triangle)?);
        let up = if view.up == Up::Z { 2 } else { 1 };
        let heights = points.map(|point| point[up]);
        let mut info = FaceInfo {
            triangle,
            part: if part.of == PartOf::File { String::new() } else { part.name.clone() },
            kind: "face",
            number: *view.numbers.get(triangle)?,
            class: class.number,
            class_name: class.name.clone(),
            walkable: class.walkable,
            heights: [heights.into_iter().fold(f32::MAX, f32::min), heights.into_iter().fold(f32::MIN, f32::max)],
            slope: slope(points, up),
            neighbours: [None; 3],
            transitions: Vec::new(),
            flags: None,
            stored_island: None,
            tile: None,
            points,
        };
        of_game!(&self.game, game => game.describe_face(part.of, &mut info));
        Some(info)
    }

    /// The classes with which faces can be [painted](super::Edit::Paint); empty for games without edits.
    #[must_use]
    pub fn paints(&self) -> Vec<Class> {
        of_game!(&self.game, game => game.paints())
    }
}

/// The angle between a triangle and the plan view, in degrees.
fn slope([a, b, c]: Triangle, up: usize) -> f32 {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| f64::from(point[axis]) - f64::from(a[axis])));
    let cross = [0, 1, 2].map(|axis: usize| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        u[next] * v[last] - u[last] * v[next]
    });
    let length = cross.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length == 0.0 { 0.0 } else { (cross[up].abs() / length).min(1.0).acos().to_degrees() as f32 }
}
