//! The learned table: footprints that were measured in real areas.
//!
//! Source: docs/formats/trn-aswm.md#learned.

use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::{Footprint, FootprintError};

use super::{FootprintSource, Footprints, WalkMesh};

/// The table as text; its header explains the format.
const TABLE: &str = include_str!("learned.txt");

static LEARNED: LazyLock<Footprints> = LazyLock::new(|| {
    let mut footprints = Footprints::default();
    for (appearance, footprint) in TABLE.lines().filter_map(of_line) {
        footprints.put(FootprintSource::Learned, appearance, footprint);
    }
    footprints
});

static KNOWN: LazyLock<Arc<Footprints>> = LazyLock::new(|| {
    let mut footprints = LEARNED.clone();
    for (appearance, helper) in Footprints::built_in().iter() {
        footprints.put(FootprintSource::BuiltIn, appearance, helper.clone());
    }
    Arc::new(footprints)
});

impl Footprints {
    /// The footprints of 871 appearances that were measured in real areas. They are read on the first call.
    ///
    /// ```
    /// use walkmesh::nwn2::Footprints;
    ///
    /// let bed = Footprints::learned().get(639).expect("a bed");
    /// assert_eq!((bed.name.as_deref(), bed.instances), (Some("PLC_MC_BED02"), Some(51)));
    /// assert_eq!(bed.polygons()[0][0], [-0.65655, -1.400332]);
    /// ```
    pub fn learned() -> &'static Self {
        &LEARNED
    }

    /// All footprints that need neither a model nor a table: the [learned](Self::learned) footprints and
    /// the [built-in](Self::built_in) helpers.
    pub fn known() -> Arc<Self> {
        Arc::clone(&KNOWN)
    }
}

/// Parses a line as a footprint; `None` for a header line.
fn of_line(line: &str) -> Option<(u32, Footprint)> {
    let mut words = line.split(' ');
    let appearance = words.next()?.parse().ok()?;
    let kind = words.next()?;
    let mut text = || words.next().map(|word| (word != "-").then(|| word.to_owned()));
    let (instances, name) = (text()?, text()?);
    let words: Vec<&str> = words.collect();
    let parts: Vec<&[&str]> = words.split(|word| *word == "/").collect();
    let footprint = match (kind, &parts[..]) {
        ("walkmesh", [vertices, faces, links, sides]) => walk_mesh(vertices, faces, links, sides),
        ("hole", polygons) => Footprint::hole(all(polygons, groups::<f32, 2>)?),
        ("patch", polygons) => Footprint::patch(all(polygons, groups::<f32, 2>)?),
        _ => return None,
    };
    let instances = instances.and_then(|instances| instances.parse().ok());
    Some((appearance, footprint.ok()?.with_name(name).with_instances(instances)))
}

/// Builds a walk mesh from its vertices, its faces with their flags, its link vertices and its linked
/// sides.
fn walk_mesh(vertices: &[&str], faces: &[&str], links: &[&str], sides: &[&str]) -> Result<Footprint, FootprintError> {
    let faces = groups::<u32, 4>(faces).unwrap_or_default();
    let (corners, flags) = faces.into_iter().map(|[a, b, c, flags]| ([a, b, c], TriangleFlags(flags as u16))).unzip();
    let mesh = WalkMesh::new(groups(vertices).unwrap_or_default(), corners, flags)?
        .with_links(groups::<u32, 1>(links).unwrap_or_default().into_iter().map(|[vertex]| vertex))?
        .with_linked_sides(
            groups::<u32, 2>(sides).unwrap_or_default().into_iter().map(|[face, side]| (face, side as u8)),
        )?;
    Ok(Footprint::walk_mesh(mesh))
}

/// Words as numbers in groups of `N`; `None` if a word is not a number, or the last group is incomplete.
fn groups<T: FromStr, const N: usize>(words: &[&str]) -> Option<Vec<[T; N]>> {
    let (groups, []) = words.as_chunks::<N>() else { return None };
    let group = |group: &[&str; N]| {
        let numbers: Option<Vec<T>> = group.iter().map(|word| word.parse().ok()).collect();
        <[T; N]>::try_from(numbers?).ok()
    };
    groups.iter().map(group).collect()
}

/// Converts each part to an item; `None` if one of them fails.
fn all<T>(parts: &[&[&str]], make: impl Fn(&[&str]) -> Option<T>) -> Option<Vec<T>> {
    parts.iter().map(|part| make(part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::FootprintShape;

    #[test]
    fn every_line_of_the_table_is_a_footprint() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        let appearances: Vec<u32> = lines.iter().map(|line| of_line(line).expect(line).0).collect();
        assert!(appearances.is_sorted_by(|a, b| a < b), "one line for each appearance");
        let learned = Footprints::learned();
        assert_eq!(learned.appearances().collect::<Vec<_>>(), appearances);
        let is_hole = |footprint: &&Footprint| matches!(footprint.shape(), FootprintShape::Hole { .. });
        let holes = learned.iter().map(|(_, footprint)| footprint).filter(is_hole).count();
        assert_eq!((appearances.len(), holes), (871, 675));
        let meshes =
            learned.iter().filter(|(_, footprint)| matches!(footprint.shape(), FootprintShape::WalkMesh(_))).count();
        assert_eq!(meshes, 124);
        let is_whole = |footprint: &Footprint| match footprint.shape() {
            FootprintShape::WalkMesh(mesh) => !mesh.faces().is_empty(),
            FootprintShape::Hole { polygons } => !polygons.is_empty(),
            FootprintShape::Patch { polygons } => {
                polygons.iter().all(|polygon| !WalkMesh::patch(polygon).faces().is_empty())
            }
        };
        let broken: Vec<u32> =
            learned.iter().filter(|(_, footprint)| !is_whole(footprint)).map(|(appearance, _)| appearance).collect();
        assert_eq!(
            broken, [0; 0],
            "every shape has something in it, and the outline of each patch can be cut into triangles"
        );
    }

    #[test]
    fn every_polygon_has_an_area_and_the_size_of_a_model() {
        for (appearance, footprint) in Footprints::learned().iter() {
            for polygon in footprint.polygons() {
                let next = polygon.iter().cycle().skip(1);
                let area: f64 = polygon
                    .iter()
                    .zip(next)
                    .map(|(a, b)| [*a, *b].map(|point| point.map(f64::from)))
                    .map(|[[ax, ay], [bx, by]]| (ax * by - bx * ay) / 2.0)
                    .sum();
                assert!(area.abs() > 1e-3, "{appearance}: {area} m²");
                assert!(polygon.iter().flatten().all(|at| at.abs() < 30.0), "{appearance}");
            }
        }
    }

    #[test]
    fn what_is_known_is_the_table_and_the_helpers() {
        let known = Footprints::known();
        assert_eq!(known.appearances().count(), 873);
        let sources = [639, 1999].map(|appearance| known.source(appearance));
        assert_eq!(sources, [Some(FootprintSource::Learned), Some(FootprintSource::BuiltIn)]);
    }
}
