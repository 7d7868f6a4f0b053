//! The layers of a picture that show what stands in an area.

use super::AreaContents;
use crate::instances::InstanceKind;
use crate::instances::picture::plan;
use crate::picture::{Group, Ink, Layer, Paint, Paths, Shapes, Symbol};

impl AreaContents {
    /// The outlines of triggers, the points of paths, and a mark for each creature, way point, store and the entry of the module.
    /// Doors and placeables are not among them: [`Area::to_picture`](crate::kotor::Area::to_picture) shows those that have a
    /// walkmesh.
    #[must_use]
    pub fn to_layers(&self) -> Vec<Layer> {
        [self.instances.outlines(), self.ways(), self.things()].into_iter().filter(|layer| !layer.is_empty()).collect()
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
        let mut layer = self.instances.marks(&[InstanceKind::Creature, InstanceKind::WayPoint, InstanceKind::Store]);
        if let Some(entry) = self.entry() {
            layer.label("entry", plan(entry), 35);
            let paint = Paint::filled(Ink::Exit).with_border(Ink::Page, 100);
            layer.push(Group::new("entry", "entry", paint, Shapes::Marks(Symbol::Triangle, vec![plan(entry)])));
        }
        layer
    }
}
