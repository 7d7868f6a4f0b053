//! Walkmesh helpers: triangles that a placeable adds to the walkmesh of an area, such as those of a bridge.

use crate::formats::aswm::TriangleFlags;
use crate::geometry::triangle::is_usable;

use super::footprints::{MAX_FOOTPRINT_POINTS, Placement};
use super::{BakeOptions, EditError, FootprintError, Footprints, GitObject, GitObjectKind, Walkmesh};

/// Triangles that a placeable adds to the walkmesh, such as a bridge.
///
/// How the toolset merges such models is not known, so all of this is a choice of this project; docs/formats/trn-aswm.md#helpers
/// has it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Helper {
    /// The points, in metres: in the coordinates of the model, or of the area once it is placed.
    pub points: Vec<[f32; 3]>,
    /// The corners of the triangles.
    pub triangles: Vec<[u32; 3]>,
    /// The flags of the triangles.
    pub flags: TriangleFlags,
}

/// A helper where its placeable stands.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlacedHelper {
    /// The placeable.
    pub object: GitObject,
    /// The triangles, in the coordinates of the area.
    pub helper: Helper,
}

impl Helper {
    /// Makes a helper of triangles that all have the same flags.
    ///
    /// # Errors
    /// [`FootprintError::NoSuchVertex`], [`FootprintError::NotFinite`].
    pub fn new(points: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>, flags: TriangleFlags) -> Result<Self, FootprintError> {
        if let Some(point) = points.iter().position(|point| !is_usable(point)) {
            return Err(FootprintError::NotFinite { point });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|corner| **corner as usize >= points.len()) {
                return Err(FootprintError::NoSuchVertex { triangle, vertex, points: points.len() });
            }
        }
        Ok(Self { points, triangles, flags })
    }
}

impl Footprints {
    /// The helpers of those placeables that are static: each is scaled, turned by its bearing and moved to its position, in
    /// `f32`. Whether creatures walk over the placeable does not matter.
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`] when the area would have more than [`MAX_FOOTPRINT_POINTS`] points.
    pub fn placed_helpers(
        &self,
        objects: impl IntoIterator<Item = GitObject>,
    ) -> Result<Vec<PlacedHelper>, FootprintError> {
        let mut points = 0;
        let mut placed = Vec::new();
        for object in objects.into_iter().filter(|object| object.kind == GitObjectKind::Placeable && object.is_static) {
            let placement = Placement::of(&object);
            for helper in object.appearance.map_or(&[][..], |appearance| self.helpers(appearance)) {
                points += helper.points.len() + helper.triangles.len();
                if points > MAX_FOOTPRINT_POINTS {
                    return Err(FootprintError::TooManyPoints);
                }
                let points = helper.points.iter().map(|&point| placement.place_in_space(point)).collect();
                let helper = Helper { points, ..helper.clone() };
                placed.push(PlacedHelper { object: object.clone(), helper });
            }
        }
        Ok(placed)
    }
}

impl Walkmesh {
    /// The mesh of a TRN with the triangles of helpers. Each goes behind the others of the tile in which its centre lies, and
    /// those that reach over the borders of tiles are cut there. They join nothing: [carving](super::carve()) joins them with
    /// what is within 0.1 m, and cuts them with cutters as any others.
    ///
    /// # Errors
    /// [`EditError::OutsideGrid`] for a helper that reaches out of the area, and those of [`edit`](Self::edit).
    pub fn with_helpers(&self, helpers: &[PlacedHelper]) -> Result<Self, EditError> {
        let mut edit = self.edit()?;
        for PlacedHelper { helper, .. } in helpers {
            let vertices: Result<Vec<_>, _> = helper.points.iter().map(|point| edit.add_vertex(*point)).collect();
            let vertices = vertices?;
            for corners in &helper.triangles {
                edit.add_triangle(corners.map(|corner| vertices[corner as usize]), helper.flags)?;
            }
        }
        Ok(edit.finish(&BakeOptions::default())?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::{BuildFace, BuildOptions, CarveOptions, build, carve, flags_of_name};

    /// A strip of the model, 4 by 1 m, 0.5 m up.
    fn plank() -> Helper {
        let points = vec![[-2.0, 0.0, 0.5], [2.0, 0.0, 0.5], [2.0, 1.0, 0.5], [-2.0, 1.0, 0.5]];
        Helper::new(points, vec![[0, 1, 2], [0, 2, 3]], flags_of_name("walkable wood").unwrap()).unwrap()
    }

    fn placeable(appearance: u32, position: [f32; 3]) -> GitObject {
        GitObject {
            kind: GitObjectKind::Placeable,
            index: 0,
            tag: "BRIDGE".to_owned(),
            appearance: Some(appearance),
            position,
            bearing: std::f32::consts::FRAC_PI_2,
            scale: [1.0, 2.0, 3.0],
            is_static: true,
            is_walkable: true,
            has_dynamic_collision: false,
        }
    }

    fn floor() -> Walkmesh {
        let corners = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 3.0, 0.0], [0.0, 3.0, 0.0]];
        let face = |corners| BuildFace { corners, walkable: true, floor: None };
        build(&corners, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default()).unwrap().walkmesh
    }

    #[test]
    fn a_helper_is_placed_in_space_and_its_triangles_are_carved_with_the_others() {
        let mut footprints = Footprints::default();
        footprints.insert_helper(2000, plank()).unwrap();
        let loose = GitObject { is_static: false, ..placeable(2000, [4.0; 3]) };
        let placed =
            footprints.placed_helpers([placeable(7, [0.0; 3]), loose, placeable(2000, [9.5, 4.0, 1.0])]).unwrap();
        assert_eq!(placed.len(), 1);
        // Turned by a quarter: x of the model runs north, and y, which is doubled, west. The height is scaled, too.
        assert_eq!(placed[0].helper.points[..3], [[9.5, 2.0, 2.5], [9.5, 6.0, 2.5], [7.5, 6.0, 2.5]]);

        let trn = floor().with_helpers(&placed).unwrap();
        let carved = carve(&trn, &[], &CarveOptions::default()).unwrap().walkmesh;
        let wood: Vec<_> = carved.triangles().filter(|triangle| triangle.floor().is_some()).collect();
        assert!(wood.iter().all(|triangle| triangle.is_walkable() && triangle.faces_up()));
        assert!(wood.iter().all(|triangle| triangle.points().unwrap().iter().all(|[_, _, z]| *z == 2.5)));
        // The border of tiles is at 9 m.
        for [x, y] in [[8.9, 3.0], [9.1, 5.5], [7.6, 2.1]] {
            assert!(wood.iter().any(|triangle| triangle.contains([x, y])), "{x} {y}");
        }
        for tile in carved.tiles() {
            let [west, _] = tile.origin();
            let is_inside = |[x, _, _]: [f32; 3]| (west..=west + 9.0).contains(&x);
            assert!(tile.triangles().all(|triangle| triangle.points().unwrap().into_iter().all(is_inside)));
        }
    }

    #[test]
    fn a_placeable_with_a_helper_is_not_missing_a_footprint() {
        let mut footprints = Footprints::default();
        footprints.insert_helper(2000, plank()).unwrap();
        let bridge = GitObject { is_walkable: false, ..placeable(2000, [9.0, 1.0, 0.0]) };
        let placed = footprints.cutters([bridge]).unwrap();
        assert!(placed.cutters.is_empty() && placed.missing.is_empty());
    }

    #[test]
    fn a_helper_outside_the_area_is_refused() {
        let mut footprints = Footprints::default();
        footprints.insert_helper(2000, plank()).unwrap();
        let placed = footprints.placed_helpers([placeable(2000, [100.0, 1.0, 0.0])]).unwrap();
        assert!(matches!(floor().with_helpers(&placed), Err(EditError::OutsideGrid { .. })));
        let broken = Helper::new(vec![[0.0; 3]], vec![[0, 0, 1]], TriangleFlags(1));
        assert_eq!(broken, Err(FootprintError::NoSuchVertex { triangle: 0, vertex: 1, points: 1 }));
    }
}
