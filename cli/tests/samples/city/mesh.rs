//! The triangles of the city: the plan, triangulated and refined, and the bridges above it.

use spade::{
    AngleLimit, ConstrainedDelaunayTriangulation, Point2, RefinementParameters, Triangulation,
    handles::FixedVertexHandle,
};
use walkmesh::nwn2::BuildFace;

use super::places::SIZE;
use super::plan::{Deck, Plan, Surface};
use super::plane::{NEAR, Point, between, distance_to_segment, dot, minus};

const TILE: f64 = 9.0;
const FAR: Point = [SIZE[0] as f64 * TILE, SIZE[1] as f64 * TILE];
/// The largest area of a triangle in the plan view, in square metres, so that no tile has too many triangles.
const LARGEST: f64 = 3.8;

type Net = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Vertices and triangles of a walkmesh.
pub struct Mesh {
    pub vertices: Vec<[f32; 3]>,
    pub faces: Vec<BuildFace>,
}

/// Triangulates a plan.
pub fn triangulate(plan: &Plan) -> Mesh {
    let net = net(plan);
    let points: Vec<Point> = net.vertices().map(|vertex| [vertex.position().x, vertex.position().y]).collect();
    let mut mesh = Mesh { vertices: Vec::new(), faces: Vec::new() };
    points.iter().for_each(|&point| mesh.push(point, plan.height(point)));
    for face in net.inner_faces() {
        let corners = face.vertices().map(|vertex| vertex.fix().index());
        let [a, b, c] = corners.map(|corner| points[corner]);
        let middle = [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
        mesh.add(corners, plan.surface(middle));
    }
    let mut ends = Vec::new();
    plan.decks.iter().for_each(|deck| ends.extend(add_deck(deck, &points, &mut mesh)));
    // A side joins two triangles, so the steep ground below the end of a deck is left out.
    let is_below = |face: &BuildFace| {
        let has = |end: &[u32; 2]| end.iter().all(|corner| face.corners.contains(corner));
        !face.walkable && ends.iter().any(has)
    };
    mesh.faces.retain(|face| !is_below(face));
    mesh
}

/// The lines of the plan and the borders of tiles as sides of triangles of about the same size.
fn net(plan: &Plan) -> Net {
    let mut net = Net::new();
    for line in &plan.lines {
        let line: Vec<Point> = line.iter().map(|point| point.map(|value| (value * 256.0).round() / 256.0)).collect();
        for ends in line.windows(2) {
            let points = cut_at_tiles(ends[0], ends[1]);
            for ends in points.windows(2).filter(|ends| ends.iter().all(|point| is_in_area(*point))) {
                add_line(&mut net, ends[0], ends[1]);
            }
        }
    }
    for axis in 0..2 {
        for line in 0..=SIZE[axis] {
            for tile in 0..SIZE[1 - axis] {
                let at = |tile: u32| {
                    let [along, across] = [tile, line].map(|number| f64::from(number) * TILE);
                    if axis == 0 { [across, along] } else { [along, across] }
                };
                add_line(&mut net, at(tile), at(tile + 1));
            }
        }
    }
    // Angles of 18 degrees and more, except where the lines of the plan meet at smaller ones.
    let options = RefinementParameters::new()
        .with_angle_limit(AngleLimit::from_radius_to_shortest_edge_ratio(1.6))
        .with_max_allowed_area(LARGEST)
        .with_min_required_area(0.2)
        .with_max_additional_vertices(40_000);
    assert!(net.refine(options).refinement_complete, "the plan has too many small angles");
    net
}

fn is_in_area(point: Point) -> bool {
    (0..2).all(|axis| (0.0..=FAR[axis]).contains(&point[axis]))
}

fn add_line(net: &mut Net, a: Point, b: Point) {
    let [a, b]: [FixedVertexHandle; 2] =
        [a, b].map(|[x, y]| net.insert(Point2::new(x, y)).expect("a plan has finite points"));
    net.add_constraint_and_split(a, b, |point| point);
}

/// A line with points where it crosses the borders of tiles, which lie exactly on these.
fn cut_at_tiles(a: Point, b: Point) -> Vec<Point> {
    let mut cuts = vec![(0.0, a), (1.0, b)];
    for axis in 0..2 {
        let [low, high] = [a[axis].min(b[axis]), a[axis].max(b[axis])];
        let borders = (0..=SIZE[axis]).map(|line| f64::from(line) * TILE);
        for border in borders.filter(|border| (low..high).contains(border) && *border != low) {
            let share = (border - a[axis]) / (b[axis] - a[axis]);
            let mut point = between(a, b, share);
            point[axis] = border;
            cuts.push((share, point));
        }
    }
    cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
    cuts.into_iter().map(|(_, point)| point).collect()
}

impl Mesh {
    fn push(&mut self, [x, y]: Point, height: f64) {
        self.vertices.push([x, y, height].map(|value| ((value * 512.0).round() / 512.0) as f32));
    }

    fn add(&mut self, corners: [usize; 3], surface: Surface) {
        let corners = corners.map(|corner| corner as u32);
        self.faces.push(BuildFace { corners, walkable: surface.is_some(), floor: surface });
    }
}

/// Rows of triangles from one end of a deck to the other. At both ends they share sides with the ground, which are returned.
fn add_deck(deck: &Deck, points: &[Point], mesh: &mut Mesh) -> Vec<[u32; 2]> {
    let [first, last] = deck.ends.map(|end| ground_at(end, points));
    let height = |row: &[(f64, usize)], at: usize| f64::from(mesh.vertices[row[at].1][2]);
    let [low, high] = [&first, &last].map(|row| (height(row, 0) + height(row, row.len() - 1)) / 2.0);
    let [[a, b], [c, d]] = deck.ends;
    let long = minus(between(c, d, 0.5), between(a, b, 0.5));
    let rows = (dot(long, long).sqrt() / 1.4).ceil() as usize;
    let columns = (dot(minus(b, a), minus(b, a)).sqrt() / 1.2).ceil() as usize;
    let sides = [&first, &last].map(|row| row.windows(2).map(|ends| [ends[0].1 as u32, ends[1].1 as u32]).collect());
    let mut before = first;
    for row in 1..=rows {
        let share = row as f64 / rows as f64;
        let next = if row == rows {
            last.clone()
        } else {
            let arch = deck.rise * 4.0 * share * (1.0 - share);
            let across = (0..=columns).map(|column| column as f64 / columns as f64);
            let place = |across: f64| {
                let point = between(between(a, b, across), between(c, d, across), share);
                mesh.push(point, low + (high - low) * share + arch);
                (across, mesh.vertices.len() - 1)
            };
            across.map(place).collect()
        };
        stitch(&before, &next, |corners| mesh.add(corners, Some(deck.floor)));
        before = next;
    }
    let sides: [Vec<[u32; 2]>; 2] = sides;
    sides.concat()
}

/// The vertices of the ground on a line: their distances along it, and their numbers.
fn ground_at([a, b]: [Point; 2], points: &[Point]) -> Vec<(f64, usize)> {
    let along = minus(b, a);
    let near = points.iter().enumerate().filter(|(_, point)| distance_to_segment(**point, [a, b]) < NEAR);
    let mut found: Vec<(f64, usize)> =
        near.map(|(at, point)| (dot(minus(*point, a), along) / dot(along, along), at)).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(found.len() >= 2, "a deck ends where the ground has no side");
    found
}

/// Triangles between two rows of vertices.
fn stitch(first: &[(f64, usize)], second: &[(f64, usize)], mut add: impl FnMut([usize; 3])) {
    let (mut a, mut b) = (0, 0);
    while a + 1 < first.len() || b + 1 < second.len() {
        let is_first = b + 1 == second.len() || (a + 1 < first.len() && first[a + 1].0 <= second[b + 1].0);
        if is_first {
            add([first[a].1, first[a + 1].1, second[b].1]);
            a += 1;
        } else {
            add([first[a].1, second[b + 1].1, second[b].1]);
            b += 1;
        }
    }
}
