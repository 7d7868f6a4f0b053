//! [`Footprints`]: what the models of placeables cut out of a walkmesh.

use std::collections::BTreeMap;

use crate::budget::{Budget, Cost};
use crate::geometry::rotation::{QuarterTurns, Rotation};
use crate::geometry::triangle::is_usable;

use super::{Cutter, FootprintError, GitObject, Helper};

/// For appearances of placeables the holes that they make in the walkmesh of an area.
///
/// The toolset takes them from the models of the game, which a GIT only names. An appearance is a row of `placeables.2da`,
/// and its footprint is a list of polygons, in metres, in the model's own coordinates, seen from above.
///
/// Source: docs/formats/trn-aswm.md#placeables.
///
/// ```
/// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
/// use walkmesh::nwn2::{Footprints, Git};
///
/// let mut footprints = Footprints::default();
/// footprints.insert(1265, vec![[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]])?;
///
/// let float = |value| TreeValue::Float(value);
/// let lamp = Tree::new(9)
///     .with("X", float(20.0))
///     .with("Y", float(30.0))
///     .with("Z", float(0.0))
///     .with("Appearance", TreeValue::Dword(1265))
///     .with("Static", TreeValue::Byte(1));
/// let objects = Tree::root().with("Placeable List", TreeValue::List(vec![lamp]));
/// let git = Git::from_raw(Gff::from_tree(*b"GIT ", &objects)?);
///
/// let placed = footprints.cutters(git.objects())?;
/// assert_eq!(placed.cutters[0].points[2], [20.1, 30.1]);
/// assert!(placed.missing.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Footprints {
    of_appearances: BTreeMap<u32, Vec<Polygon>>,
    helpers: BTreeMap<u32, Vec<Helper>>,
    /// How many corners all polygons and helpers have.
    #[cfg_attr(feature = "serde", serde(skip))]
    corners: usize,
}

/// The corners of a polygon, seen from above.
type Polygon = Vec<[f32; 2]>;

/// The footprints of an area's placeables.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlacedFootprints {
    /// The polygons where the placeables stand.
    pub cutters: Vec<Cutter>,
    /// For each cutter its placeable, as a place in [`objects`](Self::objects).
    pub sources: Vec<usize>,
    /// The placeables with a footprint.
    pub objects: Vec<GitObject>,
    /// The placeables that the toolset cuts out, but of which no footprint is known.
    pub missing: Vec<GitObject>,
}

/// The most corners of all footprints of an area, and of all that are known: hundreds for each placeable of the largest real
/// areas.
pub const MAX_FOOTPRINT_POINTS: usize = 1 << 21;

impl Footprints {
    /// Adds a polygon to the footprint of an appearance. It may run in either direction.
    ///
    /// # Errors
    /// [`FootprintError::TooFewPoints`], [`FootprintError::NotFinite`], [`FootprintError::TooManyPoints`].
    pub fn insert(&mut self, appearance: u32, polygon: Vec<[f32; 2]>) -> Result<(), FootprintError> {
        if polygon.len() < 3 {
            return Err(FootprintError::TooFewPoints { points: polygon.len() });
        }
        if let Some(point) = polygon.iter().position(|[x, y]| !is_usable(&[*x, *y, 0.0])) {
            return Err(FootprintError::NotFinite { point });
        }
        self.add_corners(polygon.len())?;
        self.of_appearances.entry(appearance).or_default().push(polygon);
        Ok(())
    }

    /// Adds what triangles cover, seen from above, to the footprint of an appearance. Triangles without an area in the plan
    /// view, such as those of a wall, cover nothing.
    ///
    /// # Errors
    /// [`FootprintError::NoSuchVertex`], [`FootprintError::NotFinite`], [`FootprintError::TooManyPoints`]. Nothing is added
    /// then.
    pub fn insert_triangles(
        &mut self,
        appearance: u32,
        points: &[[f32; 3]],
        triangles: &[[u32; 3]],
    ) -> Result<(), FootprintError> {
        if let Some(point) = points.iter().position(|point| !is_usable(point)) {
            return Err(FootprintError::NotFinite { point });
        }
        let corner = |triangle: usize, vertex: u32| {
            let point = points.get(vertex as usize).map(|[x, y, _]| [*x, *y]);
            point.ok_or(FootprintError::NoSuchVertex { triangle, vertex, points: points.len() })
        };
        let mut polygons = Vec::new();
        for (index, &[a, b, c]) in triangles.iter().enumerate() {
            let polygon = [corner(index, a)?, corner(index, b)?, corner(index, c)?];
            if has_area(polygon) {
                polygons.push(polygon.to_vec());
            }
        }
        self.add_corners(3 * polygons.len())?;
        self.of_appearances.entry(appearance).or_default().extend(polygons);
        Ok(())
    }

    /// Counts corners that are about to be kept, unless there are too many.
    fn add_corners(&mut self, more: usize) -> Result<(), FootprintError> {
        let corners = self.corners.saturating_add(more);
        let budget = Budget::new(Cost::Items, MAX_FOOTPRINT_POINTS as u64);
        budget.need(corners as u64).map_err(|_| FootprintError::TooManyPoints)?;
        self.corners = corners;
        Ok(())
    }

    /// Says that an appearance has a footprint, which may be empty: a model without one cuts nothing.
    pub fn insert_empty(&mut self, appearance: u32) {
        self.of_appearances.entry(appearance).or_default();
    }

    /// Adds triangles that the placeables of an appearance add to the walkmesh. The appearance needs no footprint then.
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`].
    pub fn insert_helper(&mut self, appearance: u32, helper: Helper) -> Result<(), FootprintError> {
        self.add_corners(helper.points.len() + 3 * helper.triangles.len())?;
        self.insert_empty(appearance);
        self.helpers.entry(appearance).or_default().push(helper);
        Ok(())
    }

    /// The triangles that an appearance adds to the walkmesh.
    pub fn helpers(&self, appearance: u32) -> &[Helper] {
        self.helpers.get(&appearance).map_or(&[], Vec::as_slice)
    }

    /// The polygons of an appearance, if it has a footprint.
    pub fn get(&self, appearance: u32) -> Option<&[Vec<[f32; 2]>]> {
        self.of_appearances.get(&appearance).map(Vec::as_slice)
    }

    /// The appearances that have a footprint, in ascending order.
    pub fn appearances(&self) -> impl Iterator<Item = u32> {
        self.of_appearances.keys().copied()
    }

    /// The footprints of those objects that the toolset [cuts out](GitObject::cuts): each is scaled, turned by its bearing
    /// and moved to its position, in `f32`.
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`] when the area would have more than [`MAX_FOOTPRINT_POINTS`] corners.
    pub fn cutters(&self, objects: impl IntoIterator<Item = GitObject>) -> Result<PlacedFootprints, FootprintError> {
        let mut placed = PlacedFootprints::default();
        let mut corners = 0;
        for object in objects.into_iter().filter(GitObject::cuts) {
            let Some(polygons) = object.appearance.and_then(|appearance| self.get(appearance)) else {
                placed.missing.push(object);
                continue;
            };
            corners += polygons.iter().map(Vec::len).sum::<usize>();
            if corners > MAX_FOOTPRINT_POINTS {
                return Err(FootprintError::TooManyPoints);
            }
            let placement = Placement::of(&object);
            let cutter =
                |polygon: &Polygon| Cutter { points: polygon.iter().map(|&point| placement.place(point)).collect() };
            placed.cutters.extend(polygons.iter().map(cutter));
            placed.sources.resize(placed.cutters.len(), placed.objects.len());
            placed.objects.push(object);
        }
        Ok(placed)
    }
}

/// Whether a triangle has an area: twice that of one whose points are `f32` is zero in `f64` only if it is zero.
fn has_area([a, b, c]: [[f32; 2]; 3]) -> bool {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| point.map(f64::from));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) != 0.0
}

/// Where a model stands.
pub(super) struct Placement {
    scale: [f32; 3],
    sin: f32,
    cos: f32,
    position: [f32; 3],
}

impl Placement {
    pub(super) fn of(object: &GitObject) -> Self {
        let Rotation { sin, cos } = Rotation::by(object.bearing, QuarterTurns::Nearest);
        Self { scale: object.scale, sin: sin as f32, cos: cos as f32, position: object.position }
    }

    /// The place of a point of the model in the plan view of the area.
    fn place(&self, point: [f32; 2]) -> [f32; 2] {
        let [x, y] = [point[0] * self.scale[0], point[1] * self.scale[1]];
        let turned = [self.cos * x - self.sin * y, self.sin * x + self.cos * y];
        [turned[0] + self.position[0], turned[1] + self.position[1]]
    }

    /// The place of a point of the model in the area.
    pub(super) fn place_in_space(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [x, y] = self.place([x, y]);
        [x, y, z * self.scale[2] + self.position[2]]
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::nwn2::GitObjectKind;

    fn placeable(appearance: u32, bearing: f32) -> GitObject {
        GitObject {
            kind: GitObjectKind::Placeable,
            index: 0,
            tag: "BED".to_owned(),
            appearance: Some(appearance),
            position: [10.0, 20.0, 5.0],
            bearing,
            scale: [2.0, 3.0, 9.0],
            is_static: true,
            is_walkable: false,
            has_dynamic_collision: false,
        }
    }

    fn footprints() -> Footprints {
        let mut footprints = Footprints::default();
        footprints.insert(7, vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap();
        footprints
    }

    fn placed(object: GitObject) -> PlacedFootprints {
        footprints().cutters([object]).unwrap()
    }

    #[test]
    fn a_footprint_is_scaled_then_turned_counter_clockwise_then_moved() {
        let points = |bearing| placed(placeable(7, bearing)).cutters[0].points.clone();
        assert_eq!(points(0.0), [[10.0, 20.0], [12.0, 20.0], [10.0, 23.0]]);
        assert_eq!(points(FRAC_PI_2), [[10.0, 20.0], [10.0, 22.0], [7.0, 20.0]]);
        assert_eq!(points(-PI), [[10.0, 20.0], [8.0, 20.0], [10.0, 17.0]]);
        let [_, [x, y], _] = points(1.0)[..] else { panic!("three corners") };
        assert!((x - (10.0 + 2.0 * 1.0_f32.cos())).abs() < 1e-5 && (y - (20.0 + 2.0 * 1.0_f32.sin())).abs() < 1e-5);
    }

    #[test]
    fn only_static_placeables_that_nobody_walks_on_are_cut_out_and_those_without_footprint_are_named() {
        let other = |change: fn(&mut GitObject)| {
            let mut object = placeable(7, 0.0);
            change(&mut object);
            object
        };
        let objects = [
            other(|object| object.is_static = false),
            other(|object| object.is_walkable = true),
            other(|object| object.kind = GitObjectKind::Door),
            other(|object| object.appearance = None),
            placeable(8, 0.0),
            placeable(7, 0.0),
        ];
        let placed = footprints().cutters(objects.clone()).unwrap();
        assert_eq!((placed.cutters.len(), &placed.sources[..]), (1, &[0][..]));
        assert_eq!((placed.missing, placed.objects), (objects[3..5].to_vec(), vec![objects[5].clone()]));
    }

    #[test]
    fn triangles_are_seen_from_above_and_those_without_area_cover_nothing() {
        let mut footprints = footprints();
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0], [1.0, 1.0, 7.0]];
        footprints.insert_triangles(7, &points, &[[0, 1, 2], [0, 1, 3]]).unwrap();
        footprints.insert_triangles(9, &points, &[[0, 1, 2]]).unwrap();
        footprints.insert_empty(11);
        assert_eq!(footprints.get(7).unwrap()[1..], [vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]]);
        assert_eq!(footprints.appearances().collect::<Vec<_>>(), [7, 9, 11]);
        // A model that covers nothing is known, so that it is not missing.
        let placed = footprints.cutters([placeable(9, 0.0), placeable(11, 0.0)]).unwrap();
        assert!(placed.cutters.is_empty() && placed.missing.is_empty());
    }

    #[test]
    fn what_is_no_polygon_is_refused() {
        let mut footprints = Footprints::default();
        let line = footprints.insert(1, vec![[0.0, 0.0], [1.0, 1.0]]);
        assert_eq!(line, Err(FootprintError::TooFewPoints { points: 2 }));
        let lost = footprints.insert(1, vec![[0.0, 0.0], [f32::NAN, 1.0], [1.0, 1.0]]);
        assert_eq!(lost, Err(FootprintError::NotFinite { point: 1 }));
        let unnamed = footprints.insert_triangles(1, &[[0.0; 3]; 3], &[[0, 1, 2], [0, 1, 3]]);
        assert_eq!(unnamed, Err(FootprintError::NoSuchVertex { triangle: 1, vertex: 3, points: 3 }));
        let far = footprints.insert_triangles(1, &[[0.0, 1e20, 0.0]; 3], &[[0, 1, 2]]);
        assert_eq!(far, Err(FootprintError::NotFinite { point: 0 }));
        assert_eq!(footprints, Footprints::default());
    }

    #[test]
    fn footprints_of_too_many_corners_are_refused_before_they_are_kept() {
        let mut footprints = Footprints::default();
        let most = MAX_FOOTPRINT_POINTS - 3;
        footprints.insert(1, vec![[0.0, 0.0]; most]).unwrap();
        let triangle = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let helper = Helper { points: triangle.to_vec(), triangles: vec![[0, 1, 2]], ..Helper::default() };
        assert_eq!(footprints.insert_helper(2, helper), Err(FootprintError::TooManyPoints));
        assert_eq!(footprints.insert_triangles(2, &triangle, &[[0, 1, 2]; 2]), Err(FootprintError::TooManyPoints));
        assert_eq!(footprints.appearances().collect::<Vec<_>>(), [1]);
        footprints.insert_triangles(2, &triangle, &[[0, 1, 2]]).unwrap();
        assert_eq!(footprints.insert(3, vec![[0.0, 0.0]; 3]), Err(FootprintError::TooManyPoints));
    }

    #[test]
    fn footprints_of_too_many_corners_are_refused_before_they_are_made() {
        let mut footprints = Footprints::default();
        footprints.insert(1, vec![[0.0, 0.0]; 1 << 12]).unwrap();
        let objects = (0..=MAX_FOOTPRINT_POINTS >> 12).map(|_| placeable(1, 0.0));
        assert_eq!(footprints.cutters(objects), Err(FootprintError::TooManyPoints));
    }
}
