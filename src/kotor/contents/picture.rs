//! The layers of a picture that show the contents of an area.

use super::AreaContents;
use crate::counted;
use crate::instances::InstanceKind;
use crate::instances::picture::plan;
use crate::kotor::PathPoints;
use crate::picture::{Group, Ink, Layer, Paint, Paths, Picture, Shapes, Symbol};

impl AreaContents {
    /// The outlines of triggers, the points of paths, and a mark for each creature, waypoint, store and the entry of the module.
    /// Doors and placeables are not among them: [`Area::to_picture`](crate::kotor::Area::to_picture) shows those that have a
    /// walkmesh.
    #[must_use]
    pub fn to_layers(&self) -> Vec<Layer> {
        let ways = self.path_points.as_ref().map(PathPoints::to_layer);
        let layers = [Some(self.instances.outlines()), ways, Some(self.things())].into_iter().flatten();
        layers.filter(|layer| !layer.is_empty()).collect()
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

impl PathPoints {
    /// The points and their links as a layer.
    #[must_use]
    pub fn to_layer(&self) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("path-points", "Path points") };
        let is_finite = |point: &[f32; 2]| point.iter().all(|value| value.is_finite());
        let at = |number: u32| self.points().get(number as usize).map(|point| point.position).filter(is_finite);
        let mut links = Paths::default();
        self.segments().for_each(|ends| links.push(ends));
        let points = (0..self.points().len() as u32).filter_map(at).collect();
        layer.push(Group::new("links", "path links", Paint::line(Ink::Faint, 80), Shapes::Lines(links)));
        layer.push(Group::new("points", "path points", Paint::filled(Ink::Faint), Shapes::Marks(Symbol::Dot, points)));
        layer
    }

    /// The plan view of the points and links by themselves.
    #[must_use]
    pub fn to_picture(&self, title: &str) -> Picture {
        let mut scene = Picture::new(title);
        scene.subtitle = format!("path points of KotOR, {}", counted(self.points().len(), "point"));
        scene.layers.push(Layer { is_framed: true, ..self.to_layer() });
        scene
    }
}
