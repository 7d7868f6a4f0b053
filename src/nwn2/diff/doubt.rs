//! [`Doubt`]: which differences from a bake of the sources may come from placeables whose footprints are not known.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::plan_triangle::{contains, nearest_on_border};
use crate::geometry::{Aabb, BoxTree, NODES, Search, Vec2, distance, orient2d, plan};
use crate::nwn2::{GitObject, TriangleId, Walkmesh};

use super::{GeometryDiff, PlacedTriangle, TrianglePair};

/// Whose fault the differences between a walkmesh and a bake of its sources are.
///
/// The toolset cuts the footprint of each static placeable out of the floor. Where a footprint is not known, a bake of the
/// sources leaves the floor there, so a difference near such a placeable does not tell whether the sources changed.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Doubt {
    /// The differences that no such placeable explains: triangles of either walkmesh.
    pub elsewhere: Vec<PlacedTriangle>,
    /// How many differences may come from placeables.
    pub explained: usize,
    /// The placeables near which these differences lie, as places in the list that was given.
    pub objects: Vec<usize>,
}

impl Doubt {
    /// How far from its position the footprint of a placeable reaches, in metres, at the scale 1. Of 762 footprints that were
    /// learned from real areas, 92 % reach no farther.
    pub const REACH: f32 = 4.0;
    /// How far the largest of these footprints reaches, in metres.
    pub const LARGEST: f32 = 9.0;
}

impl GeometryDiff {
    /// Parts the differences into those within reach of a placeable and the others. `sides` are the two walkmeshes that were
    /// compared, and `objects` the placeables whose footprints are not known.
    ///
    /// A corner of a triangle is explained if the other walkmesh has it, too, or if it lies within [`Doubt::REACH`] times the
    /// scale of a placeable. Up to [`Doubt::LARGEST`] it is explained where a triangle that differs joins it to an explained
    /// one, as along the outline of a large hole. A triangle is explained if its corners are; one without a corner of its own
    /// if it comes that near itself.
    #[must_use]
    pub fn doubt(&self, sides: [&Walkmesh; 2], objects: &[GitObject]) -> Doubt {
        let [left, right] = sides.map(Corners::of);
        let mut near = Near { objects: Objects::of(objects), doubt: Doubt::default(), met: BTreeSet::new() };
        let pairs = [&self.moved, &self.repainted, &self.flipped].into_iter().flatten();
        let changed: Vec<PlacedTriangle> =
            self.removed.iter().copied().chain(pairs.map(|TrianglePair { left, .. }| *left)).collect();
        near.judge(&changed, &left, &right);
        near.judge(&self.added, &right, &left);
        Doubt { objects: near.met.into_iter().collect(), ..near.doubt }
    }
}

/// The corners of a walkmesh.
struct Corners<'w> {
    walkmesh: &'w Walkmesh,
    tree: BoxTree,
}

impl<'w> Corners<'w> {
    fn of(walkmesh: &'w Walkmesh) -> Self {
        let points = walkmesh.vertices().iter().map(|vertex| <[f32; 3]>::from(*vertex));
        let usable = points.filter(|point| point.iter().all(|value| value.is_finite()));
        Self { walkmesh, tree: BoxTree::new(usable.map(|point| Aabb { min: point, max: point })) }
    }

    /// The vertices of a triangle, and where they are.
    fn triangle(&self, id: TriangleId) -> Option<([u32; 3], [[f32; 3]; 3])> {
        let triangle = self.walkmesh.triangle(id)?;
        Some((triangle.as_raw().vertices, triangle.points()?))
    }

    /// Whether a vertex is at a point, or nearly.
    fn has(&self, point: [f32; 3]) -> bool {
        let mut found = false;
        self.tree.meeting(&Aabb { min: point, max: point }.padded(GeometryDiff::SMALL_MOVE), NODES, |_| {
            found = true;
            Search::Enough
        });
        found
    }
}

/// The placeables whose footprints are not known: where they stand, and their scales.
struct Objects {
    places: Vec<(Vec2, f64)>,
    tree: BoxTree,
}

impl Objects {
    fn of(objects: &[GitObject]) -> Self {
        let place = |object: &GitObject| {
            let scale = object.scale[0].abs().max(object.scale[1].abs());
            (object.position, if scale.is_finite() { scale } else { 1.0 })
        };
        let places: Vec<_> = objects.iter().map(place).collect();
        let tree = BoxTree::new(places.iter().map(|([x, y, _], scale)| {
            let far = Doubt::LARGEST * scale;
            let corner = |sign: f32| [x + sign * far, y + sign * far, sign * f32::INFINITY];
            if (x + y + far).is_finite() { Aabb { min: corner(-1.0), max: corner(1.0) } } else { Aabb::EMPTY }
        }));
        Self { places: places.into_iter().map(|(position, scale)| (plan(position), scale.into())).collect(), tree }
    }

    /// The objects that reach a thing in this box: the first within [`Doubt::REACH`], and the first within
    /// [`Doubt::LARGEST`]. `distance` tells how far the thing is from a point.
    fn reaching(&self, bounds: &Aabb, distance: impl Fn(Vec2) -> f64) -> [Option<usize>; 2] {
        let [mut near, mut far] = [None, None];
        self.tree.meeting(bounds, NODES, |object| {
            let (at, scale) = self.places[object as usize];
            let distance = distance(at);
            let reaches = |reach: f32| (distance <= f64::from(reach) * scale).then_some(object as usize);
            near = near.or(reaches(Doubt::REACH));
            far = far.or(reaches(Doubt::LARGEST));
            if near.is_some() { Search::Enough } else { Search::On }
        });
        [near, near.or(far)]
    }

    fn reaching_corner(&self, corner: [f32; 3]) -> [Option<usize>; 2] {
        let at = plan(corner);
        self.reaching(&Aabb { min: corner, max: corner }, |object| distance(object, at))
    }

    fn reaching_triangle(&self, corners: [[f32; 3]; 3]) -> [Option<usize>; 2] {
        let mut plane = corners.map(plan);
        if orient2d(plane[0], plane[1], plane[2]) < 0.0 {
            plane.swap(1, 2);
        }
        self.reaching(&Aabb::of(&corners), |object| {
            if contains(&plane, object) { 0.0 } else { distance(object, nearest_on_border(&plane, object)) }
        })
    }
}

/// A corner that only one of the two walkmeshes has.
struct Corner {
    /// The placeable that may have made it.
    by: Option<usize>,
    /// A placeable with a large footprint that may have made it.
    far: Option<usize>,
}

struct Near {
    objects: Objects,
    doubt: Doubt,
    met: BTreeSet<usize>,
}

impl Near {
    /// Judges the triangles of one walkmesh that differ.
    fn judge(&mut self, triangles: &[PlacedTriangle], own: &Corners<'_>, other: &Corners<'_>) {
        let known = triangles.iter().filter_map(|triangle| Some((triangle, own.triangle(triangle.triangle)?)));
        let known: Vec<_> = known.collect();
        let mut corners = BTreeMap::new();
        let mut around = BTreeMap::<u32, Vec<usize>>::new();
        for (at, (_, (vertices, points))) in known.iter().enumerate() {
            for (vertex, point) in vertices.iter().zip(points) {
                around.entry(*vertex).or_default().push(at);
                corners.entry(*vertex).or_insert_with(|| {
                    let [by, far] = self.objects.reaching_corner(*point);
                    (!other.has(*point)).then_some(Corner { by, far })
                });
            }
        }
        self.spread(&known.iter().map(|(_, (vertices, _))| *vertices).collect::<Vec<_>>(), &around, &mut corners);
        let mut explained = vec![None; known.len()];
        for (at, (_, (vertices, points))) in known.iter().enumerate() {
            let mut own = vertices.iter().filter_map(|vertex| corners[vertex].as_ref()).peekable();
            explained[at] = match own.peek() {
                Some(_) => own.map(|corner| corner.by).reduce(|all, by| all.and(by)).flatten(),
                None => self.objects.reaching_triangle(*points)[0],
            };
        }
        // Floor inside of a large hole may have no corner of its own, but it touches what is around.
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = (0..known.len()).filter(|at| explained[*at].is_some()).collect();
        while let Some(at) = open.pop() {
            let new: Vec<u32> = known[at].1.0.into_iter().filter(|vertex| seen.insert(*vertex)).collect();
            for &next in new.iter().flat_map(|vertex| &around[vertex]) {
                let (vertices, points) = known[next].1;
                let has_own = vertices.iter().any(|vertex| corners[vertex].is_some());
                if explained[next].is_none() && !has_own {
                    explained[next] = self.objects.reaching_triangle(points)[1];
                    open.extend(explained[next].map(|_| next));
                }
            }
        }
        for ((triangle, _), object) in known.iter().zip(explained) {
            match object {
                Some(object) => {
                    self.doubt.explained += 1;
                    self.met.insert(object);
                }
                None => self.doubt.elsewhere.push(**triangle),
            }
        }
    }

    /// Explains corners farther away that a triangle joins to explained ones.
    fn spread(
        &self,
        triangles: &[[u32; 3]],
        around: &BTreeMap<u32, Vec<usize>>,
        corners: &mut BTreeMap<u32, Option<Corner>>,
    ) {
        let is_near = |(vertex, corner): (&u32, &Option<Corner>)| corner.as_ref()?.by.map(|_| *vertex);
        let mut open: Vec<u32> = corners.iter().filter_map(is_near).collect();
        while let Some(vertex) = open.pop() {
            for next in around[&vertex].iter().flat_map(|at| triangles[*at]) {
                if let Some(Some(corner @ Corner { by: None, far: Some(_) })) = corners.get_mut(&next) {
                    corner.by = corner.far;
                    open.push(next);
                }
            }
        }
    }
}
