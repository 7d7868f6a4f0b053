//! Pictures of areas, as the layers of a [`Picture`].

use super::{Cutter, GitObject, Navigator, PlacedFootprints, PlacedWalkMesh, TriangleId, VertexId, Walkmesh};
use crate::counted;
use crate::exchange::Up;
use crate::finding::Finding;
use crate::mesh::Position;
use crate::picture::{ColorBy, Group, Ink, Layer, Paint, Paths, Picture, Shapes, Site, Surface, Symbol};

impl Walkmesh {
    /// The plan view: triangles and tiles. Walkable triangles are coloured by connected part of the surface, not by the
    /// stored islands, which end at the border of each tile.
    #[must_use]
    pub fn to_picture(&self, title: &str, color: ColorBy) -> Picture {
        let mut scene = Picture::new(title);
        let [columns, rows] = self.grid();
        let baked = if self.is_baked() { "baked" } else { "not baked" };
        let triangles = counted(self.triangle_rows().len(), "triangle");
        scene.subtitle = format!("area of NWN2, {triangles}, {columns} × {rows} tiles, {baked}");
        let navigator = (color == ColorBy::Part).then(|| Navigator::new(self.clone()));
        // A node leaves out triangles with a missing vertex; these have no points here either.
        let shown: Vec<TriangleId> =
            self.triangles().filter(|triangle| triangle.points().is_some()).map(|triangle| triangle.id()).collect();
        let mut surface = Surface::new(Up::Z, "m");
        surface.add(&self.to_scene_node(title).0, |number| {
            let triangle = self.triangle(*shown.get(number)?)?;
            navigator.as_ref()?.connected_part(Position::new(triangle.points()?[0], triangle.id())).ok()?
        });
        scene.focus = surface.focus();
        scene.layers.push(surface.layer(color));
        scene.layers.push(self.borders());
        scene.layers.push(self.tiles_layer());
        scene
    }

    /// The exits of islands as a layer: the triangles at which a route leaves an island for another one. An unbaked area has
    /// none.
    #[must_use]
    pub fn exits_layer(&self) -> Layer {
        let mut exits: Vec<TriangleId> =
            self.islands().flat_map(|island| island.links().map(|link| link.exit).collect::<Vec<_>>()).collect();
        exits.sort_unstable();
        exits.dedup();
        let triangles = exits.into_iter().filter_map(|exit| self.plan_of(exit)).collect();
        let mut layer = Layer { is_framed: false, ..Layer::new("exits", "Islands") };
        let paint = Paint::filled(Ink::Exit).with_opacity(45).with_border(Ink::Exit, 100);
        layer.push(Group::new("exits", "exits of islands", paint, Shapes::Triangles(triangles)));
        let centers = self.islands().map(|island| island.center()).collect();
        layer.push(Group::new(
            "centers",
            "centres of islands",
            Paint::filled(Ink::Exit),
            Shapes::Marks(Symbol::Dot, centers),
        ));
        layer
    }

    /// Walkmesh cutters as a layer.
    #[must_use]
    pub fn cutters_layer(cutters: &[Cutter]) -> Layer {
        let outlines: Paths = cutters.iter().map(|cutter| cutter.points.iter().copied()).collect();
        let mut layer = Layer { is_framed: false, ..Layer::new("cutters", "Objects") };
        let paint = Paint::filled(Ink::Object).with_opacity(25).with_border(Ink::Object, 200);
        layer.push(Group::new(
            "cutters",
            format!("walkmesh cutters ({})", cutters.len()),
            paint,
            Shapes::Polygons(outlines),
        ));
        layer
    }

    /// Placeables that change the floor as a layer: those that a bake cuts out, and those with an unknown footprint as squares.
    #[must_use]
    pub fn footprints_layer(placed: &PlacedFootprints) -> Layer {
        let holes: Paths = placed.cutters.iter().map(|cutter| cutter.points.iter().copied()).collect();
        let meshes = placed.walk_meshes.iter().flat_map(|PlacedWalkMesh { mesh, .. }| {
            mesh.faces().iter().map(|face| face.map(|vertex| plan(mesh.vertices()[vertex as usize])))
        });
        let missing = placed.missing.iter().map(|GitObject { position: [x, y, _], .. }| [*x, *y]).collect();
        let mut layer = Layer { is_framed: false, ..Layer::new("footprints", "Footprints") };
        let paint = Paint::filled(Ink::Object).with_opacity(25).with_border(Ink::Object, 100);
        layer.push(Group::new(
            "holes",
            format!("placeables cut out ({})", placed.objects.len()),
            paint,
            Shapes::Polygons(holes),
        ));
        layer.push(Group::new("walk-meshes", "walk meshes of placeables", paint, Shapes::Triangles(meshes.collect())));
        let uncut = format!("placeables not cut out ({})", placed.missing.len());
        let paint = Paint::filled(Ink::Error).with_border(Ink::Page, 100);
        layer.push(Group::new("uncut", uncut, paint, Shapes::Marks(Symbol::Square, missing)));
        layer
    }

    /// The triangles of a tile that a triangle sees, and those that it may not see, by the stored tables, as a layer. `None` if the
    /// triangle is not a node of a tile.
    #[must_use]
    pub fn sight_layer(&self, from: TriangleId) -> Option<Layer> {
        let navigator = Navigator::new(self.clone());
        let tile = self.tile(navigator.tile_of(from)?)?;
        tile.node(from)?;
        let (mut seen, mut hidden) = (Vec::new(), Vec::new());
        for triangle in tile.triangles().filter(|triangle| triangle.id() != from) {
            let Some(points) = self.plan_of(triangle.id()) else { continue };
            match navigator.stored_line_of_sight(from, triangle.id()) {
                Some(true) => seen.push(points),
                Some(false) => hidden.push(points),
                None => {}
            }
        }
        let mut layer =
            Layer { is_framed: false, ..Layer::new("sight", format!("Sight from triangle {from}", from = from.0)) };
        let over = |ink| Paint::filled(ink).with_opacity(88).with_border(ink, 100);
        layer.push(Group::new(
            "hidden",
            format!("not known to be seen ({})", hidden.len()),
            over(Ink::Removed),
            Shapes::Triangles(hidden),
        ));
        layer.push(Group::new("seen", format!("seen ({})", seen.len()), over(Ink::Added), Shapes::Triangles(seen)));
        let eye = self.plan_of(from)?;
        let paint = Paint::filled(Ink::Path).with_border(Ink::Page, 100);
        layer.push(Group::new("eye", format!("triangle {}", from.0), paint, Shapes::Triangles(vec![eye])));
        layer.label(format!("triangle {}", from.0), middle(&eye), 50);
        Some(layer)
    }

    /// The position of a finding of this walkmesh in the plan view: its spot, or else its place.
    #[must_use]
    pub fn site(&self, finding: &Finding) -> Option<Site> {
        Site::of_finding(finding, Up::Z, |place| self.locate(place))
    }

    /// The edges between walkable and unwalkable triangles.
    fn borders(&self) -> Layer {
        let walks = |id: TriangleId| self.triangle(id).is_some_and(|triangle| triangle.is_walkable());
        let is_border = |[a, b]: [u32; 2]| walks(TriangleId(a)) != walks(TriangleId(b));
        let edges = self.edges().iter().filter(|edge| is_border(edge.triangles));
        let ends = edges.filter_map(|edge| {
            let [a, b] = edge.vertices.map(|vertex| self.vertex(VertexId(vertex)));
            Some([plan(a?), plan(b?)])
        });
        let mut layer = Layer { is_framed: false, ..Layer::new("borders", "Borders") };
        let paint = Paint::line(Ink::Border, 120);
        layer.push(Group::new("borders", "borders of what is walkable", paint, Shapes::Lines(ends.collect())));
        layer
    }

    fn tiles_layer(&self) -> Layer {
        let mut layer = Layer { is_framed: false, ..Layer::new("tiles", "Tiles") };
        let used = self.tiles().filter(|tile| tile.triangles().next().is_some());
        // Two tiles share a side, which is drawn once.
        let mut sides: Vec<[[u32; 2]; 2]> = used
            .flat_map(|tile| {
                let [x, y] = tile.coordinates();
                let corners = [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]];
                [[0, 1], [0, 2], [1, 3], [2, 3]].map(|ends: [usize; 2]| ends.map(|end| corners[end]))
            })
            .collect();
        sides.sort_unstable();
        sides.dedup();
        let width = self.tile_width();
        let sides: Paths = sides.iter().map(|ends| ends.map(|corner| corner.map(|at| at as f32 * width))).collect();
        let title = format!("tiles, {width} m wide");
        layer.push(Group::new("tiles", title, Paint::line(Ink::Grid, 80).dashed(), Shapes::Lines(sides)));
        layer
    }

    fn plan_of(&self, triangle: TriangleId) -> Option<[[f32; 2]; 3]> {
        Some(self.triangle(triangle)?.points()?.map(plan))
    }
}

fn plan([x, y, _]: [f32; 3]) -> [f32; 2] {
    [x, y]
}

fn middle([a, b, c]: &[[f32; 2]; 3]) -> [f32; 2] {
    [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0)
}
