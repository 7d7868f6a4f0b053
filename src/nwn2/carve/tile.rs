//! Pass 2: each tile's own triangles, clipped at its square.

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::TriangleId;
use crate::nwn2::floor::is_walkable;

use super::clip::{Clipper, Contours, Operation, Point};
use super::cut::{Face, height};
use super::ears::{EarClip, Rule, area, turn};
use super::losses::Losses;
use super::square::Square;
use super::steps::{Budget, Steps, TooManySteps};
use super::tile_vertices::TileVertices;
use super::weld::is_collapsed;

/// A triangle of a tile, by its vertices in the list of the tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileTriangle {
    pub(super) corners: [u32; 3],
    pub(super) flags: TriangleFlags,
    /// The triangle of the input.
    pub(super) source: TriangleId,
}

/// A tile before its vertices are joined with the vertices of its neighbours.
#[derive(Debug, Default)]
pub(super) struct Tile {
    /// All vertices, used or not.
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) triangles: Vec<TileTriangle>,
    /// Number of corners that were merged into a vertex elsewhere.
    pub(super) welded: usize,
    /// Number of triangles that collapsed.
    pub(super) collapsed: usize,
    pub(super) losses: Losses,
}

/// Memory that is reused.
#[derive(Debug)]
pub(super) struct Scratch {
    clipper: Clipper,
    contours: Contours,
    ears: EarClip,
    rule: Rule,
}

impl Scratch {
    /// Makes the memory for triangulation by a rule.
    pub(super) fn by(rule: Rule) -> Self {
        Self { clipper: Clipper::default(), contours: Contours::default(), ears: EarClip::default(), rule }
    }

    /// Clips triangles at the square of a tile.
    pub(super) fn tile<'a>(
        &mut self,
        square: Square,
        faces: impl Iterator<Item = &'a Face>,
        budget: &Budget,
    ) -> Result<Tile, TooManySteps> {
        let mut steps = budget.counter();
        let mut vertices = TileVertices::new(square);
        let mut tile = Tile::default();
        for face in faces {
            self.clipper.clear();
            self.clipper.add_subject(&face.corners);
            self.clipper.add_clip(&square.corners());
            self.clipper.run(Operation::Intersection, &mut self.contours, &mut steps)?;
            for (contour, _) in self.contours.iter() {
                tile.add_part(face, contour, &mut vertices, (&mut self.ears, self.rule, &mut steps))?;
            }
        }
        tile.vertices = vertices.into_vec();
        steps.settle()?;
        Ok(tile)
    }
}

impl Tile {
    /// Adds the part of a triangle in the square, by its ears.
    fn add_part(
        &mut self,
        face: &Face,
        contour: &[Point],
        vertices: &mut TileVertices,
        (ears, rule, steps): (&mut EarClip, Rule, &mut Steps<'_>),
    ) -> Result<(), TooManySteps> {
        let mut cut = 0.0;
        let add = |ear: [usize; 3]| {
            let ear = ear.map(|at| contour[at]);
            cut += area(&ear);
            self.add(face, ear, vertices);
        };
        let clipping = ears.clip(contour, rule, steps, add)?;
        self.losses.add(face.source, contour, clipping, cut);
        Ok(())
    }

    /// Adds a triangle, unless it collapses.
    fn add(&mut self, face: &Face, ear: [Point; 3], vertices: &mut TileVertices) {
        let corners = ear.map(|[x, y]| {
            let point = [x, y, height(face.normal, face.dot, [x, y])];
            let (vertex, was_elsewhere) = vertices.add(point);
            self.welded += usize::from(was_elsewhere);
            vertex
        });
        if is_collapsed(corners) {
            self.collapsed += 1;
        } else {
            self.triangles.push(TileTriangle { corners, flags: face.flags, source: face.source });
        }
    }

    /// The signed area of its triangles in the plan view, in square metres. Triangles that the weld reversed are
    /// negative.
    pub(super) fn plan_area(&self) -> f64 {
        let corner = |vertex: u32| [0, 1].map(|axis| self.vertices[vertex as usize][axis]);
        let twice = |triangle: &TileTriangle| {
            let [a, b, c] = triangle.corners.map(corner);
            -turn(a, b, c)
        };
        self.triangles.iter().map(twice).sum::<f64>() / 2.0
    }

    /// Number of its walkable triangles.
    pub(super) fn walkable(&self) -> usize {
        self.triangles.iter().filter(|triangle| is_walkable(triangle.flags)).count()
    }

    /// Number of its triangles' edges: a pair of vertices that `k` triangles share counts as `⌈k / 2⌉`.
    pub(super) fn edges(&self) -> u32 {
        let sides = |triangle: &TileTriangle| {
            let [a, b, c] = triangle.corners;
            [(a, b), (b, c), (c, a)].map(|(from, to)| (from.min(to), from.max(to)))
        };
        let mut sides: Vec<_> = self.triangles.iter().flat_map(sides).collect();
        sides.sort_unstable();
        sides.chunk_by(|a, b| a == b).map(|same| same.len().div_ceil(2) as u32).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(corners: [Point; 3]) -> Face {
        Face { corners, normal: [0.0, 0.0, 1.0], dot: -1.0, flags: TriangleFlags(5), source: TriangleId(7) }
    }

    fn tile(faces: &[Face]) -> Tile {
        Scratch::by(Rule::Toolset).tile(Square::new([1, 0], 9.0), faces.iter(), &Budget::default()).unwrap()
    }

    #[test]
    fn a_triangle_across_the_border_is_cut_there() {
        let tile = tile(&[face([[8.0, 0.0], [8.0, 2.0], [10.0, 1.0]])]);
        assert_eq!(tile.triangles.len(), 1);
        assert_eq!(tile.vertices, [[10.0, 1.0, 1.0], [9.0, 0.5, 1.0], [9.0, 1.5, 1.0]]);
        assert_eq!((tile.edges(), tile.triangles[0].source), (3, TriangleId(7)));
    }

    #[test]
    fn a_sliver_collapses_and_leaves_its_vertices() {
        let tile = tile(&[face([[8.0, 4.0], [8.0, 5.0], [9.05, 4.5]])]);
        assert_eq!((tile.triangles.len(), tile.collapsed, tile.vertices.len(), tile.edges()), (0, 1, 1, 0));
        assert_eq!(tile.welded, 2);
    }

    #[test]
    fn the_first_vertex_in_the_box_wins_not_the_nearest() {
        let first = face([[10.0, 1.0], [10.0, 3.0], [12.0, 2.0]]);
        let second = face([[10.09, 1.09], [13.0, 2.0], [12.0, 1.0]]);
        let tile = tile(&[first, second]);
        let has = |triangle: usize, at: Point| {
            tile.triangles[triangle].corners.iter().any(|corner| tile.vertices[*corner as usize][..2] == at)
        };
        assert!(has(0, [10.0, 1.0]) && has(1, [10.0, 1.0]));
        assert!(!tile.vertices.iter().any(|vertex| vertex[0] == 10.09));
    }

    #[test]
    fn three_triangles_on_a_side_count_as_two_edges() {
        let upright = |x| face([[10.0, 1.0], [10.0, 3.0], [x, 2.0]]);
        assert_eq!(tile(&[upright(12.0), upright(13.0), upright(14.0)]).edges(), 2 + 6);
    }

    #[test]
    fn a_box_that_only_touches_the_square_does_not_overlap_it() {
        let square = Square::new([1, 0], 9.0);
        assert!(!square.overlaps(&[[8.0, 1.0], [8.0, 2.0], [9.0, 1.0]]));
        assert!(square.overlaps(&[[8.0, 1.0], [8.0, 2.0], [9.0_f32.next_up(), 1.0]]));
    }
}
