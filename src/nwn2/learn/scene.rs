//! [`Scene`]: an area with indices for finding the effects of placeables.

use std::ops::ControlFlow;

use crate::exchange::Floor;
use crate::geometry::{BoxTree, NODES, Vec2, plan};
use crate::nwn2::floor::{CLOCKWISE, is_walkable};
use crate::nwn2::{Cutter, LearningArea, Triangle, TriangleId, Walkmesh};

use super::gain;
use super::outline::{Outline, outlines};
use super::plan_index::{PlanIndex, PointIndex, around};
use super::polygon::{self, samples};

/// An area, prepared.
pub(super) struct Scene<'a> {
    pub(super) area: &'a LearningArea,
    /// The walkmesh cutters of the GIT.
    pub(super) cutters: Vec<Cutter>,
    before: PlanIndex,
    after: PlanIndex,
    /// For each triangle of the TRX, whether it is not floor of the TRN.
    foreign: Vec<bool>,
    vertices: PointIndex,
    /// The walkable floor of the TRX.
    pub(super) floor: Floor,
    /// The cutters as polygons.
    polygons: Vec<Vec<Vec2>>,
    polygon_tree: BoxTree,
    /// The outlines of missing or new parts of the TRX that no cutter caused.
    pub(super) outlines: Vec<Outline>,
    outline_tree: BoxTree,
    /// The sides of all outlines of the TRX, with the floor on their right.
    pub(super) sides: Vec<[Vec2; 2]>,
    side_tree: BoxTree,
}

/// The content of the TRX at a point where the TRN has floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// No triangle.
    Nothing,
    /// A triangle that is not floor of the TRN and is not walkable.
    Patch,
    /// A triangle that is not floor of the TRN and is walkable.
    Surface,
    /// The floor of the TRN.
    Floor,
}

/// Minimum difference of two heights that count as different, in metres.
const HEIGHT: f32 = 0.06;
/// Maximum number of corners of a placeable's outline.
const MAX_CORNERS: usize = 64;
/// Maximum length of a placeable's outline along x or y, in metres.
const LONGEST: f64 = 40.0;

impl<'a> Scene<'a> {
    pub(super) fn new(area: &'a LearningArea) -> Self {
        let index =
            |walkmesh: &Walkmesh| PlanIndex::new(walkmesh.triangles().map(|it| it.points().unwrap_or_default()));
        let [before, after] = [&area.trn, &area.trx].map(index);
        let cutters = area.git.cutters().cutters;
        let polygons: Vec<Vec<Vec2>> =
            cutters.iter().map(|cutter| cutter.points.iter().map(|[x, y]| plan([*x, *y, 0.0])).collect()).collect();
        let polygon_tree = BoxTree::new(polygons.iter().map(|polygon| around(polygon)));
        let foreign = foreign(area, &before);
        let vertices = PointIndex::new(area.trx.vertices().iter().map(|vertex| plan((*vertex).into())));
        let mut scene = Self {
            area,
            cutters,
            before,
            after,
            foreign,
            vertices,
            floor: gain::floor(&area.trx),
            polygons,
            polygon_tree,
            outlines: Vec::new(),
            outline_tree: BoxTree::new([]),
            sides: Vec::new(),
            side_tree: BoxTree::new([]),
        };
        scene.find_outlines();
        scene
    }

    fn find_outlines(&mut self) {
        let trx = &self.area.trx;
        let rows = trx.triangle_rows();
        let all = outlines(trx, |_| true);
        let walkable = outlines(trx, |index| is_walkable(rows[index].flags));
        let new = outlines(trx, |index| self.foreign[index]);
        self.sides = (all.iter().filter(|it| it.is_hole).chain(walkable.iter().filter(|it| it.is_hole)))
            .flat_map(|outline| polygon::sides(&outline.corners))
            .chain(
                all.iter()
                    .filter(|it| !it.is_hole)
                    .flat_map(|it| polygon::sides(&it.corners).map(|[from, to]| [to, from])),
            )
            .collect();
        self.side_tree = BoxTree::new(self.sides.iter().map(|side| around(side)));
        let holes = all.into_iter().chain(walkable).filter(|outline| outline.is_hole);
        let patches = new.into_iter().filter(|outline| !outline.is_hole);
        let found: Vec<Outline> = holes.chain(patches).filter(|outline| self.is_of_interest(outline)).collect();
        self.outlines = found;
        self.outline_tree = BoxTree::new(self.outlines.iter().map(|outline| around(&outline.corners)));
    }

    /// Returns whether an outline is small, and the TRX lacks TRN floor inside it where no cutter is.
    fn is_of_interest(&self, outline: &Outline) -> bool {
        let [least, most] = polygon::bounds(&outline.corners);
        outline.corners.len() <= MAX_CORNERS
            && (0..2).all(|axis| most[axis] - least[axis] <= LONGEST)
            && samples(&outline.corners, 0.1)
                .into_iter()
                .any(|at| self.cover(at).is_some_and(|cover| cover != Cover::Floor))
    }

    /// The content of the TRX at a point, or `None` where the TRN has no floor or a cutter lies.
    pub(super) fn cover(&self, at: Vec2) -> Option<Cover> {
        if !self.had_floor(at) {
            return None;
        }
        let mut cover = Cover::Nothing;
        self.after.any(at, |index| {
            cover = match (self.foreign[index], is_walkable(self.area.trx.triangle_rows()[index].flags)) {
                (false, _) => Cover::Floor,
                (true, true) => Cover::Surface,
                (true, false) => Cover::Patch,
            };
            cover == Cover::Floor
        });
        Some(cover)
    }

    /// Returns whether the TRN has floor at a point, and no cutter lies there.
    pub(super) fn had_floor(&self, at: Vec2) -> bool {
        self.before.any(at, |_| true) && !self.is_cut(at)
    }

    fn is_cut(&self, at: Vec2) -> bool {
        let mut found = false;
        self.polygon_tree.meeting(&around(&[at]), NODES, |number| {
            found = polygon::contains(&self.polygons[number as usize], at);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// Returns whether the TRX has a vertex at a point in the plan view.
    pub(super) fn has_vertex(&self, at: Vec2, reach: f64) -> bool {
        self.vertices.has_near(at, reach)
    }

    /// The outlines that come within `reach` of a point along x and y, at most `most`.
    pub(super) fn outlines_near(&self, at: Vec2, reach: f64, most: usize) -> Vec<usize> {
        nearest(&self.outline_tree, at, reach, most, |number| {
            polygon::distance_to_border(&self.outlines[number].corners, at)
        })
    }

    /// The sides of outlines that come within `reach` of a point along x and y, at most `most`.
    pub(super) fn sides_near(&self, at: Vec2, reach: f64, most: usize) -> Vec<usize> {
        nearest(&self.side_tree, at, reach, most, |number| polygon::distance_to_border(&self.sides[number], at))
    }

    /// The triangles of the TRX whose bounding boxes overlap the bounding box of points.
    pub(super) fn triangles_near(&self, points: &[Vec2]) -> Vec<usize> {
        self.after.near(points)
    }

    /// The points and the flags of a triangle of the TRX, if its corners exist.
    pub(super) fn triangle(&self, index: usize) -> Option<([[f32; 3]; 3], u16)> {
        let triangle = self.area.trx.triangle(TriangleId(index as u32))?;
        Some((triangle.points()?, triangle.flags().0))
    }

    /// Returns whether a point lies on the floor of the TRN.
    pub(super) fn is_on_floor(&self, point: [f32; 3], tolerance: f32) -> bool {
        let trn = &self.area.trn;
        self.before.any(plan(point), |index| {
            height(trn, index, point).is_some_and(|height| (height - point[2]).abs() <= tolerance)
        })
    }
}

/// The indices of boxes near a point, the nearest ones by `distance`, in ascending order of distance, then
/// index.
fn nearest(tree: &BoxTree, at: Vec2, reach: f64, most: usize, distance: impl Fn(usize) -> f64) -> Vec<usize> {
    let corners = [[at[0] - reach, at[1] - reach], [at[0] + reach, at[1] + reach]];
    let mut found = Vec::new();
    tree.meeting(&around(&corners), NODES, |number| {
        found.push((distance(number as usize), number as usize));
        ControlFlow::Continue(())
    });
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    found.truncate(most);
    found.into_iter().map(|(_, number)| number).collect()
}

fn height(walkmesh: &Walkmesh, index: usize, [x, y, _]: [f32; 3]) -> Option<f32> {
    walkmesh.triangle(TriangleId(index as u32))?.height([x, y])
}

/// For each triangle of the TRX, whether no triangle of the TRN has its flags and its height at its centre.
fn foreign(area: &LearningArea, before: &PlanIndex) -> Vec<bool> {
    let rows = area.trn.triangle_rows();
    let of = |triangle: Triangle<'_>| {
        let Some(corners) = triangle.points() else { return false };
        let centre: [f32; 3] = std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
        let flags = triangle.flags().0 & !CLOCKWISE;
        !before.any(plan(centre), |index| {
            rows[index].flags.0 & !CLOCKWISE == flags
                && height(&area.trn, index, centre).is_some_and(|height| (height - centre[2]).abs() <= HEIGHT)
        })
    };
    area.trx.triangles().map(of).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::formats::gff::{Gff, Tree};
    use crate::nwn2::{BuildFace, BuildOptions, CarveOptions, Git, build, carve};

    /// A square of the given size in metres out of which the toolset has cut a hole, without objects.
    pub(in crate::nwn2::learn) fn floor_with_hole(size: f32, hole: [[f32; 2]; 4]) -> LearningArea {
        let points = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]].map(|[x, y]| [x, y, 0.0]);
        let faces = [[0, 1, 2], [0, 2, 3]].map(|corners| BuildFace { corners, walkable: true, floor: None });
        let trn = build(&points, &faces, &BuildOptions::default()).unwrap().walkmesh;
        let cutter = Cutter { points: hole.to_vec() };
        let trx = carve(&trn, &[cutter], &CarveOptions::default()).unwrap().walkmesh;
        let git = Git::from_raw(Gff::from_tree(*b"GIT ", &Tree::root()).unwrap());
        LearningArea { name: "floor".to_owned(), world: None, trn, git, trx }
    }

    #[test]
    fn the_floor_is_to_the_right_of_each_side() {
        let hole = [[4.0, 3.0], [6.0, 3.0], [6.0, 5.0], [4.0, 5.0]];
        let area = floor_with_hole(10.0, hole);
        let scene = Scene::new(&area);
        for [from, to] in &scene.sides {
            // All sides run along x or y. One metre to the right of the middle of a side is floor.
            let along = [to[0] - from[0], to[1] - from[1]].map(|value| value.signum() * f64::from(value != 0.0));
            let [x, y] = [(from[0] + to[0]) / 2.0 + along[1], (from[1] + to[1]) / 2.0 - along[0]];
            let is_in_hole = (4.0..6.0).contains(&x) && (3.0..5.0).contains(&y);
            assert!((0.0..10.0).contains(&x) && (0.0..10.0).contains(&y) && !is_in_hole, "{from:?} {to:?}");
        }
        let at_the_edge = |[from, to]: &&[Vec2; 2]| from[0] == 0.0 && to[0] == 0.0;
        assert_eq!(scene.sides.iter().filter(at_the_edge).count(), 1);
    }
}
