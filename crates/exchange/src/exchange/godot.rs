//! Writes a [`Floor`] as a `NavigationMesh` of Godot 4, a resource as text. Source: `docs/formats/detour.md#godot`.

use std::collections::HashMap;
use std::fmt::Write;

use super::text::Shortest;
use super::{Floor, Note};
use crate::counted::agreeing;

/// A Godot resource, and notes on what it cannot represent.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct GodotMesh {
    /// The text of the `.tres`.
    pub text: String,
    /// The differences between the resource and the floor.
    pub notes: Vec<Note>,
}

impl Floor {
    /// The floor as a `NavigationMesh` of Godot 4: a polygon for each triangle. Godot joins polygons that have an edge between
    /// the same two points, and has neither other neighbours nor classes.
    pub fn to_godot(&self) -> GodotMesh {
        // Godot rounds a position to a multiple of the cell size before it compares it, so the cells are small.
        let mut text =
            "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(".to_owned();
        let values = self.points.iter().flatten().map(|value| Shortest(*value));
        put_list(&mut text, values);
        text.push_str(")\npolygons = [");
        // Fronts are wound clockwise there.
        let rows = self.triangles.iter().map(|row| {
            let [a, b, c] = row.corners;
            format!("PackedInt32Array({a}, {c}, {b})")
        });
        put_list(&mut text, rows);
        text.push_str("]\ncell_size = 0.01\ncell_height = 0.01\n");
        GodotMesh { text, notes: self.notes.iter().cloned().chain(self.joined_otherwise()).collect() }
    }

    /// Reports edges that Godot joins differently from the level.
    fn joined_otherwise(&self) -> impl Iterator<Item = Note> {
        let mut faces_at = HashMap::<[u32; 2], usize>::new();
        let sides = || {
            self.triangles.iter().flat_map(|row| {
                (0..3).map(|side| {
                    let mut ends = [row.corners[side], row.corners[(side + 1) % 3]];
                    ends.sort_unstable();
                    (ends, row.neighbours[side])
                })
            })
        };
        sides().for_each(|(ends, _)| *faces_at.entry(ends).or_default() += 1);
        let shared = |ends: &[u32; 2]| faces_at.get(ends).copied().unwrap_or_default();
        let opened = sides().filter(|(ends, across)| across.is_none() && shared(ends) == 2).count() / 2;
        let apart = sides().filter(|(ends, across)| across.is_some() && shared(ends) == 1).count() / 2;
        let crowded = faces_at.values().filter(|count| **count > 2).count();
        let notes = [
            (opened, ["is", "are"], "closed in the level and open in Godot, which joins whatever shares an edge."),
            (apart, ["is", "are"], "open in the level and closed in Godot, because the heights of both sides differ."),
            (crowded, ["belongs", "belong"], "to more than two triangles, of which Godot joins only two."),
        ];
        let notes = notes.into_iter().filter(|(count, ..)| *count > 0);
        notes.map(|(count, verb, what)| Note::of_scene(format!("{} {what}", agreeing(count, "edge", verb))))
    }
}

/// Writes a list with commas.
fn put_list(text: &mut String, items: impl Iterator<Item = impl std::fmt::Display>) {
    for (at, item) in items.enumerate() {
        write!(text, "{}{item}", if at == 0 { "" } else { ", " }).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::FloorTriangle;

    fn square() -> Floor {
        let points = vec![[0.0, 0.5, 0.0], [4.0, 0.5, 0.0], [4.0, 0.5, -4.0], [0.0, 0.5, -4.0]];
        let row = |corners, neighbours| FloorTriangle { corners, neighbours, class: 4 };
        let triangles = vec![row([0, 1, 2], [None, None, Some(1)]), row([0, 2, 3], [Some(0), None, None])];
        Floor { points, triangles, notes: Vec::new() }
    }

    #[test]
    fn polygons_run_clockwise_seen_from_above() {
        let GodotMesh { text, notes } = square().to_godot();
        assert_eq!(
            text,
            "[gd_resource type=\"NavigationMesh\" format=3]\n\n[resource]\nvertices = PackedVector3Array(0, 0.5, 0, 4, 0.5, \
             0, 4, 0.5, -4, 0, 0.5, -4)\npolygons = [PackedInt32Array(0, 2, 1), PackedInt32Array(0, 3, 2)]\ncell_size = \
             0.01\ncell_height = 0.01\n"
        );
        assert_eq!(notes, []);
    }

    #[test]
    fn edges_that_godot_joins_otherwise_are_counted() {
        let mut closed = square();
        closed.triangles[0].neighbours = [None; 3];
        closed.triangles[1].neighbours = [None; 3];
        let notes = closed.to_godot().notes;
        assert_eq!(
            notes[0].message,
            "1 edge is closed in the level and open in Godot, which joins whatever shares an edge."
        );
        let mut step = square();
        step.points.extend([[0.0, 0.7, 0.0], [4.0, 0.7, -4.0]]);
        step.triangles[1].corners = [4, 5, 3];
        let notes = step.to_godot().notes;
        assert_eq!(
            notes[0].message,
            "1 edge is open in the level and closed in Godot, because the heights of both sides differ."
        );
        let mut fin = square();
        fin.points.push([9.0, 9.0, 9.0]);
        fin.triangles.push(FloorTriangle { corners: [0, 2, 4], neighbours: [None; 3], class: 4 });
        assert!(fin.to_godot().notes[0].message.starts_with("1 edge belongs to more than two triangles"));
    }
}
