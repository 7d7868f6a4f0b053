//! The layers of a picture that show what stands in an area.

use super::AreaContents;
use crate::kotor::{Instance, InstanceKind};
use crate::picture::{Group, Ink, Layer, Paint, Paths, Shapes, Symbol};

impl AreaContents {
    /// The outlines of triggers, the points of paths, and a mark for each creature, way point, store and the entry of the module.
    /// Doors and placeables are not among them: [`Area::to_picture`](crate::kotor::Area::to_picture) shows those that have a
    /// walkmesh.
    #[must_use]
    pub fn to_layers(&self) -> Vec<Layer> {
        [self.outlines(), self.ways(), self.things()].into_iter().filter(|layer| !layer.is_empty()).collect()
    }

    fn outlines(&self) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("triggers", "Triggers") };
        let mut outlines = Paths::default();
        for instance in self.instances.complete.iter().filter(|instance| !instance.outline.is_empty()) {
            outlines.push(instance.outline.iter().map(|point| plan(*point)));
            layer.label(instance.name(), plan(instance.position), 12);
        }
        let paint = Paint::line(Ink::Grid, 150);
        layer.push(Group::new("outlines", "triggers and encounters", paint, Shapes::Polygons(outlines)));
        layer
    }

    fn ways(&self) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("path-points", "Path points") };
        let Some(path) = &self.path_points else { return layer };
        let is_finite = |point: &[f32; 2]| point.iter().all(|value| value.is_finite());
        let at = |number: usize| path.points().get(number).map(|point| point.position).filter(is_finite);
        let mut links = Paths::default();
        let mut left = path.links().len();
        for from in 0..path.points().len() {
            for to in path.links_of(from) {
                // Links of damaged files may overlap.
                let Some(next) = left.checked_sub(1) else { break };
                left = next;
                links.push([at(from), at(*to as usize)].into_iter().flatten());
            }
        }
        let points = (0..path.points().len()).filter_map(at).collect();
        layer.push(Group::new("links", "path links", Paint::line(Ink::Faint, 80), Shapes::Lines(links)));
        layer.push(Group::new("points", "path points", Paint::filled(Ink::Faint), Shapes::Marks(Symbol::Dot, points)));
        layer
    }

    fn things(&self) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("things", "Things") };
        let signs = [
            (InstanceKind::Creature, "creatures", Ink::Object, Symbol::Disc),
            (InstanceKind::WayPoint, "way points", Ink::Exit, Symbol::Cross),
            (InstanceKind::Store, "stores", Ink::Object, Symbol::Square),
        ];
        for (kind, title, ink, symbol) in signs {
            let own: Vec<&Instance> = self.instances.complete.iter().filter(|instance| instance.kind == kind).collect();
            for instance in &own {
                layer.label(instance.name(), plan(instance.position), 15);
            }
            let points = own.into_iter().map(|instance| plan(instance.position)).collect();
            let paint = Paint::filled(ink).with_border(Ink::Page, 100);
            layer.push(Group::new(title.replace(' ', "-"), title, paint, Shapes::Marks(symbol, points)));
        }
        if let Some(entry) = self.entry() {
            layer.label("entry", plan(entry), 35);
            let paint = Paint::filled(Ink::Exit).with_border(Ink::Page, 100);
            layer.push(Group::new("entry", "entry", paint, Shapes::Marks(Symbol::Triangle, vec![plan(entry)])));
        }
        layer
    }
}

fn plan([x, y, _]: [f32; 3]) -> [f32; 2] {
    [x, y]
}
