//! Lines over the picture: perimeters, transitions, tiles, doors and links, in layers.

use walkmesh::formats::bms::edge_flags;
use walkmesh::kotor;
use walkmesh::level::AnyFile;
use walkmesh::nwn2;
use walkmesh::silkroad::{BlockId, Dungeon, Floor, Graph};

use crate::source::Source;

/// A layer of line segments.
pub struct Lines {
    /// What they are: `border`, `transition`, `tiles`, `door` or `links`.
    pub kind: &'static str,
    /// Two points for each segment.
    pub points: Vec<[f32; 3]>,
}

/// All layers that have lines.
pub fn lines_of(source: &Source) -> Vec<Lines> {
    let mut layers = Vec::new();
    match source {
        Source::File { file: AnyFile::Bwm(walkmesh), .. } => of_room(walkmesh, &mut layers),
        Source::File { file: AnyFile::Trn(terrain), .. } => {
            if let Ok(walkmesh) = terrain.walkmesh() {
                of_area(walkmesh, &mut layers);
            }
        }
        Source::File { file: AnyFile::Aswm(walkmesh), .. } => of_area(walkmesh, &mut layers),
        Source::File { file: AnyFile::AiNav(dungeon), .. } => of_tables(dungeon, &mut layers),
        Source::File { file: AnyFile::Bms(bms), .. } => {
            if let Some(mesh) = &bms.nav_mesh {
                of_floor(&Floor::new(mesh.clone(), walkmesh::silkroad::Placement::default()), &mut layers);
            }
        }
        Source::Area { files, .. } => files.area.rooms().for_each(|(_, room)| of_room(room, &mut layers)),
        Source::Dungeon(dungeon) => {
            let blocks = (0..dungeon.dof.blocks.blocks.len() as u32).map(BlockId);
            blocks.filter_map(|id| dungeon.floors.floor(id)).for_each(|floor| of_floor(floor, &mut layers));
        }
        Source::File { .. } => {}
    }
    layers.retain(|layer| !layer.points.is_empty());
    layers
}

/// The layer of a kind.
fn layer<'l>(layers: &'l mut Vec<Lines>, kind: &'static str) -> &'l mut Vec<[f32; 3]> {
    let at = layers.iter().position(|layer| layer.kind == kind).unwrap_or_else(|| {
        layers.push(Lines { kind, points: Vec::new() });
        layers.len() - 1
    });
    &mut layers[at].points
}

/// Adds a segment whose ends are finite.
fn push(points: &mut Vec<[f32; 3]>, ends: Option<[[f32; 3]; 2]>) {
    let is_finite = |ends: &[[f32; 3]; 2]| ends.iter().flatten().all(|value| value.is_finite());
    points.extend(ends.filter(is_finite).into_iter().flatten());
}

fn of_room(walkmesh: &kotor::Walkmesh, layers: &mut Vec<Lines>) {
    for row in walkmesh.perimeters().flatten() {
        let edge = kotor::EdgeId::from_raw(row.edge);
        let kind = if row.transition >= 0 { "transition" } else { "border" };
        push(layer(layers, kind), edge.and_then(|edge| walkmesh.edge_points(edge)));
    }
}

fn of_area(walkmesh: &nwn2::Walkmesh, layers: &mut Vec<Lines>) {
    let is_walkable = |id| walkmesh.triangle(id).is_some_and(|triangle| triangle.is_walkable());
    let border = layer(layers, "border");
    for triangle in walkmesh.triangles().filter(|triangle| triangle.is_walkable()) {
        for edge in triangle.edges().iter().filter_map(|edge| walkmesh.edge(*edge)) {
            let beyond = edge.triangles.iter().filter(|id| **id != triangle.id().0);
            if beyond.clone().any(|id| is_walkable(nwn2::TriangleId(*id))) {
                continue;
            }
            let [a, b] = edge.vertices.map(|vertex| walkmesh.vertex(nwn2::VertexId(vertex)));
            push(border, a.zip(b).map(|(a, b)| [a, b]));
        }
    }
    let lowest = walkmesh.vertices().iter().map(|vertex| vertex.z).filter(|z| z.is_finite()).fold(f32::MAX, f32::min);
    let tiles = layer(layers, "tiles");
    for tile in walkmesh.tiles() {
        let ([x, y], width) = (tile.origin(), tile.width());
        let corners = [[x, y], [x + width, y], [x + width, y + width], [x, y + width]].map(|[x, y]| [x, y, lowest]);
        (0..4).for_each(|side| push(tiles, Some([corners[side], corners[(side + 1) % 4]])));
    }
}

fn of_floor(floor: &Floor, layers: &mut Vec<Lines>) {
    for edge in &floor.mesh().outline {
        let kind = if edge.flag & edge_flags::GLOBAL != 0 { "door" } else { "border" };
        push(layer(layers, kind), floor.ends(edge));
    }
}

/// What the tables imply where no floor is at hand: each cell joins the middles of its edges.
fn of_tables(dungeon: &Dungeon, layers: &mut Vec<Lines>) {
    let graph = Graph::of(dungeon);
    let links = layer(layers, "links");
    for (block, stored) in graph.blocks().iter().zip(dungeon.blocks()) {
        for cell in (0..block.cell_count()).map(walkmesh::silkroad::CellId) {
            let middles: Vec<[f32; 3]> = block.edges(cell).filter_map(|edge| stored.centre(edge)).collect();
            for (at, from) in middles.iter().enumerate() {
                middles[at + 1..].iter().take(2).for_each(|to| push(links, Some([*from, *to])));
            }
        }
    }
}
