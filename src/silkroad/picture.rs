//! Pictures of dungeons and floors, as the layers of a [`Picture`].

use super::place::{mean, middle_of_cell};
use super::{Block, BlockGraph, BlockId, CellId, CellRef, Dungeon, EdgeId, Floor, Floors, Graph, Placement, exchange};
use crate::counted;
use crate::exchange::{Mark, SceneNode, Up};
use crate::formats::bms::Bms;
use crate::formats::dof::Dof;
use crate::picture::{ColorBy, Group, Ink, Layer, Paint, Paths, Picture, Shapes, Surface, Symbol};

/// A scene in the axes and units of the game.
fn empty(title: &str, subtitle: String) -> Picture {
    let mut scene = Picture::new(title);
    scene.subtitle = subtitle;
    scene.unit = "units".into();
    scene.axes = ["x".into(), "z".into()];
    scene
}

impl Dungeon {
    /// The plan view of the tables alone. The file has no floors: a cell is drawn at the mean of the midpoints of its edges, with a line to
    /// the midpoint of each edge that joins it to another cell. Doors are at the midpoints of their edges.
    #[must_use]
    pub fn to_picture(&self, title: &str) -> Picture {
        let graph = Graph::new(self);
        let cells: usize = graph.blocks().iter().map(|block| block.cell_count() as usize).sum();
        let blocks = self.block_count();
        let counts = format!("{}, {}", counted(blocks, "block"), counted(cells, "cell"));
        let text = format!("dungeon of Silkroad, {counts}, from the tables alone");
        let mut scene = empty(title, text);
        let (mut joins, mut dots) = (Paths::default(), Vec::new());
        let mut names = Layer { is_framed: false, ..Layer::new("blocks", "Blocks") };
        let middles = self.middles(&graph);
        for ((block, of), middles) in self.blocks().zip(graph.blocks()).zip(&middles) {
            for (edge, sides) in
                (0..block.edge_count()).filter_map(|edge| Some((EdgeId(edge), of.sides(EdgeId(edge))?)))
            {
                let Some(center) = block.centre(edge).map(plan) else { continue };
                let ends = sides.map(|cell| middles.get(cell.index()).copied().flatten());
                if let [Some(a), Some(b)] = ends {
                    joins.push([a, center, b]);
                }
            }
            if let Some(point) = mean(middles.iter().copied().flatten()) {
                names.label(format!("block {}", block.id().0), point, 30);
            }
            dots.extend(middles.iter().flatten());
        }
        let mut layer = Layer::new("cells", "Cells");
        layer.push(Group::new("joins", "cells that touch", Paint::line(Ink::Category(0), 160), Shapes::Lines(joins)));
        layer.push(Group::new(
            "cells",
            "cells",
            Paint::filled(Ink::Border),
            Shapes::Marks(if dots.len() > 500 { Symbol::Dot } else { Symbol::Disc }, dots),
        ));
        scene.layers.push(layer);
        scene.layers.push(self.doors(&graph, &middles));
        scene.layers.push(names);
        scene.notes.push("This file has no floors: a cell is drawn amid the middles of its edges.".into());
        scene
    }

    /// For each block, the middles of its cells.
    fn middles(&self, graph: &Graph) -> Vec<Vec<Option<[f32; 2]>>> {
        self.blocks().zip(graph.blocks()).map(|(block, of)| middles(block, of)).collect()
    }

    /// The doors at the midpoints of their edges, with the blocks that they lead to, and lines from cell to cell through them.
    fn doors(&self, graph: &Graph, middles: &[Vec<Option<[f32; 2]>>]) -> Layer {
        let mut layer = Layer::new("doors", "Doors");
        let (mut points, mut links) = (Vec::new(), Paths::default());
        for (block, of) in self.blocks().zip(graph.blocks()) {
            for door in of.doors() {
                let own = door.own_edge.and_then(|edge| block.centre(edge)).map(plan);
                let far = self.block(door.to).and_then(|block| block.centre(door.entry_edge)).map(plan);
                if let Some(point) = own.or(far) {
                    points.push(point);
                    layer.label(format!("to block {}", door.to.0), point, 15);
                }
                let middle = |block: BlockId, cell: CellId| *middles.get(block.index())?.get(cell.index())?;
                let there = door.entry.and_then(|cell| middle(door.to, cell));
                links.push([middle(block.id(), door.cell), own, far, there].into_iter().flatten());
            }
        }
        layer.push(Group::new("links", "links", Paint::line(Ink::Exit, 160).dashed(), Shapes::Lines(links)));
        let paint = Paint::filled(Ink::Exit).with_border(Ink::Page, 100);
        layer.push(Group::new("doors", "doors", paint, Shapes::Marks(Symbol::Diamond, points)));
        layer
    }
}

impl Floors {
    /// The plan view of the floors of a dungeon, with its doors and the names of its blocks. The tables of the dungeon, where
    /// they are present, say which cells are connected and where doors lead.
    #[must_use]
    pub fn to_picture(&self, title: &str, color: ColorBy, dof: &Dof, tables: Option<&Dungeon>) -> Picture {
        let export = self.to_scene(dof);
        let cells: usize = export.scene.nodes.iter().map(|node| node.set.triangles.len()).sum();
        let counts = format!("{}, {}", counted(export.scene.nodes.len(), "floor"), counted(cells, "cell"));
        let text = format!("dungeon of Silkroad, {counts}");
        let mut scene = empty(title, text);
        let mut surface = Surface::new(Up::Y, "units");
        let graph = tables.map(Graph::new);
        let numbers = graph.as_ref().map(Graph::part_numbers);
        let mut names = Layer { is_framed: false, ..Layer::new("blocks", "Blocks") };
        let ids = (0..).map(BlockId).take(dof.blocks.blocks.len()).filter(|id| self.floor(*id).is_some());
        for (id, node) in ids.zip(&export.scene.nodes) {
            let first = surface.add(node, |cell| {
                let cell = CellRef { block: id, cell: CellId(cell as u32) };
                let part = numbers.as_ref()?.of_cell(graph.as_ref()?, cell)?;
                u32::try_from(part).ok()
            });
            let plans = surface.triangles[first..].iter().flat_map(|triangle| surface.plan_of(triangle));
            if let Some(point) = mean(plans) {
                names.label_on(node.name.clone(), point, 30);
            }
        }
        scene.focus = surface.focus();
        scene.layers.push(surface.layer(color));
        let nodes: Vec<&SceneNode> = export.scene.nodes.iter().collect();
        scene.layers.push(self.outlines(dof));
        match (tables, &graph) {
            (Some(tables), Some(graph)) => scene.layers.push(tables.doors(graph, &tables.middles(graph))),
            _ => scene.layers.push(door_marks(&nodes)),
        }
        scene.layers.push(names);
        if color == ColorBy::Part && tables.is_none() {
            scene.notes.push("The tables (ainavdata_*.dat) say what is connected, and they were not given.".into());
        }
        scene.notes.extend(export.notes.into_iter().filter(|note| note.node.is_none()).map(|note| note.message));
        scene
    }

    /// The outlines of all floors.
    fn outlines(&self, dof: &Dof) -> Layer {
        let floors = (0..).map(BlockId).take(dof.blocks.blocks.len()).filter_map(|id| self.floor(id));
        let ends = floors.flat_map(|floor| floor.mesh().outline.iter().filter_map(|edge| floor.ends(edge)));
        outline_layer(ends.map(|ends| ends.map(plan)).collect())
    }
}

/// The plan view of the floor of a BMS; `None` if it has none.
#[must_use]
pub fn bms_to_picture(bms: &Bms, title: &str, color: ColorBy) -> Option<Picture> {
    let (node, _) = exchange::bms_to_scene_node(bms, title)?;
    let mesh = bms.nav_mesh.as_ref()?;
    let cells = node.set.triangles.len();
    let mut scene = empty(title, format!("floor of Silkroad, {}", counted(cells, "cell")));
    let mut surface = Surface::new(Up::Y, "units");
    let floor = (color == ColorBy::Part).then(|| Floor::new(mesh.clone(), Placement::default()));
    let parts = floor.and_then(|floor| floor.connected_parts().ok()).unwrap_or_default();
    surface.add(&node, |cell| parts.get(cell).copied().flatten());
    scene.focus = surface.focus();
    scene.layers.push(surface.layer(color));
    let point = |vertex: u16| Some(plan(mesh.vertices.get(usize::from(vertex))?.position.into()));
    let ends = mesh.outline.iter().filter_map(|edge| Some([point(edge.vertices[0])?, point(edge.vertices[1])?]));
    scene.layers.push(outline_layer(ends.collect()));
    scene.layers.push(door_marks(&[&node]));
    Some(scene)
}

fn outline_layer(ends: Paths) -> Layer {
    let mut layer = Layer { is_framed: false, ..Layer::new("outlines", "Borders") };
    layer.push(Group::new("outlines", "outlines", Paint::line(Ink::Border, 140), Shapes::Lines(ends)));
    layer
}

/// The doors of floors, which are marks of their nodes.
fn door_marks(nodes: &[&SceneNode]) -> Layer {
    let mut layer = Layer { is_framed: false, ..Layer::new("doors", "Doors") };
    let marks = nodes.iter().flat_map(|node| node.placed_set().marks.clone());
    let marks: Vec<Mark> = marks.collect();
    for mark in &marks {
        layer.label(&mark.name, plan(mark.point), 15);
    }
    let points = marks.iter().map(|mark| plan(mark.point)).collect();
    let paint = Paint::filled(Ink::Exit).with_border(Ink::Page, 100);
    layer.push(Group::new("doors", "doors", paint, Shapes::Marks(Symbol::Diamond, points)));
    layer
}

fn plan([x, _, z]: [f32; 3]) -> [f32; 2] {
    [x, z]
}

/// For each cell, the mean of the midpoints of its edges.
fn middles(block: Block<'_>, graph: &BlockGraph) -> Vec<Option<[f32; 2]>> {
    (0..graph.cell_count()).map(|cell| middle_of_cell(block, graph, CellId(cell)).map(plan)).collect()
}
