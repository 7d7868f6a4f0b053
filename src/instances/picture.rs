//! The picture layers of the creatures, doors, triggers and other things of an area.

use super::{Instance, InstanceKind, Instances};
use crate::picture::{Group, Ink, Layer, Paint, Paths, Shapes, Symbol};

impl Instances {
    /// The outlines of triggers and encounters.
    pub(crate) fn outlines(&self) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("triggers", "Triggers") };
        let mut outlines = Paths::default();
        for instance in self.complete.iter().filter(|instance| !instance.outline.is_empty()) {
            outlines.push(instance.outline.iter().map(|point| plan(*point)));
            layer.label(instance.name(), plan(instance.position), 12);
        }
        let paint = Paint::line(Ink::Grid, 150);
        layer.push(Group::new("outlines", "triggers and encounters", paint, Shapes::Polygons(outlines)));
        layer
    }

    /// A mark for each thing of these kinds.
    pub(crate) fn marks(&self, kinds: &[InstanceKind]) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("things", "Things") };
        for &kind in kinds {
            let (title, ink, symbol) = match kind {
                InstanceKind::Creature => ("creatures", Ink::Object, Symbol::Disc),
                InstanceKind::WayPoint => ("waypoints", Ink::Exit, Symbol::Cross),
                InstanceKind::Store => ("stores", Ink::Object, Symbol::Square),
                InstanceKind::Door => ("doors", Ink::Exit, Symbol::Square),
                InstanceKind::Placeable => ("placeables", Ink::Faint, Symbol::Square),
                _ => continue,
            };
            let own: Vec<&Instance> = self.complete.iter().filter(|instance| instance.kind == kind).collect();
            // A large area has thousands of placeables, and their names would hide the floor.
            for instance in own.iter().filter(|_| kind != InstanceKind::Placeable) {
                layer.label(instance.name(), plan(instance.position), 15);
            }
            let points = own.into_iter().map(|instance| plan(instance.position)).collect();
            let paint = Paint::filled(ink).with_border(Ink::Page, 100);
            layer.push(Group::new(title.replace(' ', "-"), title, paint, Shapes::Marks(symbol, points)));
        }
        layer
    }
}

/// A point in the plan view.
pub(crate) fn plan([x, y, _]: [f32; 3]) -> [f32; 2] {
    [x, y]
}
