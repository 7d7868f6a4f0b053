//! The difference between the floors of two levels, as a layer.

use super::{Group, Ink, Layer, Paint, Paths, Shapes};
use crate::exchange::{Floor, FloorDiff, FloorPatch, FloorWay, Up};

/// The layer of a [`FloorDiff`]: the floor of the first level, the lost and gained floor over it, and lines between the ends of connections
/// that only one of the two has. `up` is the axis that points up in the game.
#[must_use]
pub fn floor_difference_layer(before: &Floor, diff: &FloorDiff, up: Up) -> Layer {
    let kept =
        before.triangles.iter().map(|row| before.corners_of(row).map(|corner| up.plan(up.point_from_y_up(corner))));
    let mut layer = Layer::new("difference", "Difference");
    layer.push(Group::new("kept", "floor before", Paint::filled(Ink::Muted(0)), Shapes::Triangles(kept.collect())));
    for (id, ink, patches, area, ways) in [
        ("lost", Ink::Removed, &diff.lost, diff.lost_area(), &diff.ways_lost),
        ("won", Ink::Added, &diff.won, diff.won_area(), &diff.ways_won),
    ] {
        let pieces: Paths =
            patches.iter().flat_map(|FloorPatch { pieces, .. }| pieces).map(|piece| piece.iter().copied()).collect();
        let title = format!("floor {id} ({area:.1} {})", diff.unit());
        layer.push(Group::new(id, title, Paint::filled(ink), Shapes::Polygons(pieces)));
        let lines: Paths = ways.iter().map(|FloorWay { ends, .. }| ends.map(|end| up.plan(end))).collect();
        let title = format!("way {id} ({})", ways.len());
        layer.push(Group::new(format!("ways-{id}"), title, Paint::line(ink, 400).dashed(), Shapes::Lines(lines)));
    }
    layer
}
