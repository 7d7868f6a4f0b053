//! [`PlacedFootprints`]: the footprints of an area's placeables at their positions.

use crate::geometry::rotation::{QuarterTurns, Rotation};
use crate::nwn2::{Cutter, FootprintError, GitObject};

use super::{Entry, FootprintShape, FootprintSource, Footprints, MAX_FOOTPRINT_POINTS, WalkMesh};

/// The footprints of an area's placeables at their positions. All lists are in the order of the objects.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlacedFootprints {
    /// The polygons of holes.
    pub cutters: Vec<Cutter>,
    /// For each cutter, its placeable, as an index into [`objects`](Self::objects).
    pub cutter_objects: Vec<usize>,
    /// The walk meshes. Patches are walk meshes in which each vertex is a link vertex and each side of the outline is linked.
    pub walk_meshes: Vec<PlacedWalkMesh>,
    /// Placeables, as indices into [`objects`](Self::objects), with a patch polygon that crosses or touches itself. Such a polygon is
    /// skipped. A placeable has one entry for each such polygon.
    pub untriangulated: Vec<usize>,
    /// The placeables with a footprint.
    pub objects: Vec<PlacedObject>,
    /// The placeables that change the floor, but whose footprint is unknown.
    pub missing: Vec<GitObject>,
}

/// A placeable with a footprint, and the source of the footprint.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PlacedObject {
    /// The placeable.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub object: GitObject,
    /// The source of its footprint.
    pub source: FootprintSource,
}

/// A walk mesh at the position of its placeable.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlacedWalkMesh {
    /// The placeable, as an index into [`PlacedFootprints::objects`].
    pub object: usize,
    /// The mesh in the coordinates of the area. Link vertices keep the height of the placeable until the floor below them is known.
    pub mesh: WalkMesh,
}

impl Footprints {
    /// Places the footprints of the objects that [change the floor](GitObject::cuts): each is scaled, rotated by its bearing and moved to
    /// its position, in `f32`.
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`] when the area would have more than [`MAX_FOOTPRINT_POINTS`] corners.
    pub fn placed(&self, objects: impl IntoIterator<Item = GitObject>) -> Result<PlacedFootprints, FootprintError> {
        let mut placed = PlacedFootprints::default();
        let mut corners = 0;
        for object in objects.into_iter().filter(GitObject::cuts) {
            let Some(entry) = object.appearance.and_then(|appearance| self.of_appearances.get(&appearance)) else {
                placed.missing.push(object);
                continue;
            };
            corners += entry.footprint.corners();
            if corners > MAX_FOOTPRINT_POINTS {
                return Err(FootprintError::TooManyPoints);
            }
            placed.add(object, entry);
        }
        Ok(placed)
    }
}

impl PlacedFootprints {
    fn add(&mut self, object: GitObject, Entry { footprint, source }: &Entry) {
        let (placement, number) = (Placement::new(&object), self.objects.len());
        let place = |polygon: &Vec<[f32; 2]>| polygon.iter().map(|&point| placement.place(point)).collect();
        match footprint.shape() {
            FootprintShape::Hole { polygons } => {
                self.cutters.extend(polygons.iter().map(|polygon| Cutter { points: place(polygon) }));
                self.cutter_objects.resize(self.cutters.len(), number);
            }
            FootprintShape::Patch { polygons } => {
                for mesh in polygons.iter().map(|polygon| WalkMesh::patch(polygon)) {
                    if mesh.faces().is_empty() {
                        self.untriangulated.push(number);
                    } else {
                        self.walk_meshes.push(PlacedWalkMesh { object: number, mesh: placement.place_mesh(&mesh) });
                    }
                }
            }
            FootprintShape::WalkMesh(mesh) => {
                self.walk_meshes.push(PlacedWalkMesh { object: number, mesh: placement.place_mesh(mesh) });
            }
        }
        self.objects.push(PlacedObject { object, source: *source });
    }
}

/// The position, bearing and scale of a model.
struct Placement {
    scale: [f32; 3],
    sin: f32,
    cos: f32,
    position: [f32; 3],
}

impl Placement {
    fn new(object: &GitObject) -> Self {
        let Rotation { sin, cos } = Rotation::by(object.bearing_radians, QuarterTurns::Nearest);
        Self { scale: object.scale, sin: sin as f32, cos: cos as f32, position: object.position }
    }

    /// Maps a point of the model into the plan view of the area.
    fn place(&self, point: [f32; 2]) -> [f32; 2] {
        let [x, y] = [point[0] * self.scale[0], point[1] * self.scale[1]];
        let turned = [self.cos * x - self.sin * y, self.sin * x + self.cos * y];
        [turned[0] + self.position[0], turned[1] + self.position[1]]
    }

    fn place_mesh(&self, mesh: &WalkMesh) -> WalkMesh {
        mesh.moved(|(vertex, [x, y, z])| {
            let [x, y] = self.place([x, y]);
            let above = if mesh.is_link(vertex) { 0.0 } else { z * self.scale[2] };
            [x, y, above + self.position[2]]
        })
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::{Footprint, GitObjectKind};

    fn placeable(appearance: u32, bearing: f32) -> GitObject {
        GitObject {
            bearing_radians: bearing,
            scale: [2.0, 3.0, 9.0],
            ..GitObject::sample(appearance, [10.0, 20.0, 5.0])
        }
    }

    const CORNER: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];

    fn footprints() -> Footprints {
        let mut footprints = Footprints::default();
        footprints.insert(7, Footprint::hole(vec![CORNER.to_vec()]).unwrap()).unwrap();
        footprints
    }

    fn placed(object: GitObject) -> PlacedFootprints {
        footprints().placed([object]).unwrap()
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
    fn a_walk_mesh_is_placed_in_space_and_its_link_vertices_at_the_height_of_the_placeable() {
        let vertices = vec![[0.0, 0.0, 2.0], [1.0, 0.0, WalkMesh::LINK_Z], [0.0, 1.0, -1.0]];
        let mesh = WalkMesh::new(vertices, vec![[0, 1, 2]], vec![TriangleFlags(0x21)]).unwrap();
        let mesh = mesh.with_links([1]).unwrap().with_linked_sides([(0, 1)]).unwrap();
        let mut footprints = footprints();
        footprints.insert(8, Footprint::walk_mesh(mesh)).unwrap();
        let placed = footprints.placed([placeable(7, 0.0), placeable(8, FRAC_PI_2)]).unwrap();
        let [PlacedWalkMesh { object, mesh }] = &placed.walk_meshes[..] else { panic!("one walk mesh") };
        assert_eq!((*object, mesh.links(), mesh.linked_sides()), (1, &[1][..], &[(0, 1)][..]));
        assert_eq!(mesh.vertices(), [[10.0, 20.0, 23.0], [10.0, 22.0, 5.0], [7.0, 20.0, -4.0]]);
        assert_eq!((placed.cutters.len(), placed.objects.len()), (1, 2));
    }

    #[test]
    fn a_patch_is_a_walk_mesh_of_link_vertices() {
        let mut footprints = Footprints::default();
        footprints.insert(7, Footprint::patch(vec![CORNER.to_vec()]).unwrap()).unwrap();
        let placed = footprints.placed([placeable(7, 0.0)]).unwrap();
        let [PlacedWalkMesh { object: 0, mesh }] = &placed.walk_meshes[..] else { panic!("one mesh") };
        assert_eq!(mesh.vertices(), [[10.0, 20.0, 5.0], [12.0, 20.0, 5.0], [10.0, 23.0, 5.0]]);
        assert_eq!(
            (mesh.links(), mesh.flags(), mesh.linked_sides().len()),
            (&[0, 1, 2][..], &[TriangleFlags(4)][..], 1)
        );
        assert_eq!(placed.cutters.len(), 0);
    }

    #[test]
    fn a_patch_that_crosses_itself_is_named() {
        let bow_tie = vec![[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
        let mut footprints = footprints();
        footprints.insert(8, Footprint::patch(vec![bow_tie, CORNER.to_vec()]).unwrap()).unwrap();
        let placed = footprints.placed([placeable(7, 0.0), placeable(8, 0.0)]).unwrap();
        assert_eq!((&placed.untriangulated[..], placed.walk_meshes.len()), (&[1][..], 1));
    }

    #[test]
    fn only_static_placeables_that_nobody_walks_on_count_and_those_without_footprint_are_named() {
        let other = |change: fn(&mut GitObject)| {
            let mut object = placeable(7, 0.0);
            change(&mut object);
            object
        };
        let objects = [
            other(|object| object.is_static = false),
            other(|object| object.is_walkable = true),
            other(|object| object.kind = GitObjectKind::Door),
            other(|object| object.kind = GitObjectKind::Environment),
            other(|object| object.appearance = None),
            placeable(8, 0.0),
            placeable(7, 0.0),
        ];
        let placed = footprints().placed(objects.clone()).unwrap();
        assert_eq!((placed.cutters.len(), &placed.cutter_objects[..]), (1, &[0][..]));
        let known = PlacedObject { object: objects[6].clone(), source: FootprintSource::Table };
        assert_eq!((placed.missing, placed.objects), (objects[4..6].to_vec(), vec![known]));
    }

    #[test]
    fn a_model_that_cuts_nothing_is_not_missing() {
        let mut footprints = Footprints::default();
        footprints.insert(9, Footprint::hole(Vec::new()).unwrap()).unwrap();
        let placed = footprints.placed([placeable(9, 0.0)]).unwrap();
        assert!(placed.cutters.is_empty() && placed.missing.is_empty());
    }

    #[test]
    fn footprints_of_too_many_corners_are_refused_before_they_are_made() {
        let mut footprints = Footprints::default();
        footprints.insert(1, Footprint::hole(vec![vec![[0.0, 0.0]; 1 << 12]]).unwrap()).unwrap();
        let objects = (0..=MAX_FOOTPRINT_POINTS >> 12).map(|_| placeable(1, 0.0));
        assert_eq!(footprints.placed(objects), Err(FootprintError::TooManyPoints));
    }
}
