//! The older versions of the layout: every operation on a file without findings works as on the newest version.

use walkmesh::finding::CheckOptions;
use walkmesh::formats::aswm::{EdgeV69, Edges, NodeToLocal, TriangleV6A, TriangleV69, Triangles, Version};
use walkmesh::nwn2::{self, Navigator, OptimiseError, OptimiseOptions, Terrain, TriangleId, Walkmesh};

use super::generated::field;
use super::on;

const VERSIONS: [Version; 4] = [Version::V69, Version::V6A, Version::V6B, Version::V6C];

/// A baked walkmesh whose tiles have walls between their walkable triangles.
fn baked() -> Walkmesh {
    let walkable: Vec<bool> = (0..128).map(|triangle| triangle % 5 != 1).collect();
    crate::baked(&field(8, 8, &walkable, 2.0), &nwn2::BakeOptions::default()).unwrap()
}

/// The same walkmesh in the layout of a version.
fn in_version(walkmesh: &Walkmesh, version: Version) -> Walkmesh {
    let mut raw = walkmesh.as_raw().clone();
    let (edges, triangles) = (walkmesh.edges().to_vec(), walkmesh.triangle_rows().to_vec());
    raw.version = version;
    raw.edges = match version {
        Version::V69 => Edges::V69(vec![EdgeV69::default(); edges.len()]),
        _ => Edges::default(),
    };
    raw.edges.set_rows(edges);
    raw.triangles = match version {
        Version::V69 => Triangles::V69(vec![TriangleV69::default(); triangles.len()]),
        Version::V6A => Triangles::V6A(vec![TriangleV6A::default(); triangles.len()]),
        _ => Triangles::default(),
    };
    raw.triangles.set_rows(triangles);
    for tile in &mut raw.tiles {
        let table = &mut tile.path_table.node_to_local;
        let NodeToLocal::Words(locals) = &*table else { panic!("a bake writes the newest version") };
        *table = match version {
            Version::V69 | Version::V6A => NodeToLocal::Absent,
            Version::V6B => NodeToLocal::Bytes(locals.iter().map(|local| u8::try_from(*local).unwrap()).collect()),
            Version::V6C => continue,
        };
    }
    // As in a file.
    Walkmesh::from_bytes(&Walkmesh::from_raw(raw).to_bytes().unwrap()).unwrap()
}

fn optimised(walkmesh: &Walkmesh, strip: bool) -> Result<Walkmesh, OptimiseError> {
    let mut optimised = walkmesh.clone();
    optimised.optimise(&OptimiseOptions::default().with_strip(strip))?;
    Ok(optimised)
}

#[test]
fn every_version_that_checks_clean_is_stripped_to_the_same_walkmesh() {
    let newest = baked();
    let expected = optimised(&newest, true).unwrap();
    assert!(expected.triangles().len() < newest.triangles().len());
    let is_clean = |walkmesh: &Walkmesh| walkmesh.check(&CheckOptions::default().without_flaws()).is_clean();
    assert!(is_clean(&expected));
    for version in VERSIONS {
        let walkmesh = in_version(&newest, version);
        assert_eq!((walkmesh.as_raw().version, is_clean(&walkmesh)), (version, true));
        assert_eq!(optimised(&walkmesh, true).as_ref(), Ok(&expected), "{version}");

        // If no triangles are left out, the version stays.
        let kept = optimised(&walkmesh, false).unwrap();
        assert_eq!((kept.as_raw().version, is_clean(&kept)), (version, true));

        let mut area = Terrain::new(walkmesh.grid(), walkmesh.clone()).unwrap();
        area.optimise(&OptimiseOptions::default()).unwrap();
        assert_eq!(area.walkmesh(), Ok(&expected), "{version}");
    }
}

#[test]
fn a_stripped_walkmesh_has_the_tables_that_a_bake_of_its_floor_has() {
    // Squares of 4.5 m between which the second tile of a row has walls only.
    let walls_between: Vec<bool> = (0..72).map(|triangle| !(2..10).contains(&(triangle % 12))).collect();
    let scattered: Vec<bool> = (0..72).map(|triangle| triangle % 5 != 1).collect();
    for (walkable, has_empty) in [(walls_between, true), (scattered, false)] {
        let walled = crate::baked(&field(6, 6, &walkable, 4.5), &nwn2::BakeOptions::default()).unwrap();
        let has_walls_only = |tile: nwn2::Tile<'_>| {
            tile.triangles().count() > 0 && !tile.triangles().any(|triangle| triangle.is_walkable())
        };
        assert_eq!(walled.tiles().any(has_walls_only), has_empty);
        let stripped = optimised(&walled, true).unwrap();
        assert!(stripped.triangles().len() < walled.triangles().len());
        assert_eq!(stripped, crate::baked(&stripped, &nwn2::BakeOptions::default()).unwrap());
    }
}

#[test]
fn savings_of_path_tables_count_each_of_their_three_tables() {
    let mut area =
        Terrain::new([4, 4], crate::baked(&field(4, 4, &[], 4.5), &nwn2::BakeOptions::default()).unwrap()).unwrap();
    let savings = area.optimise(&OptimiseOptions::default()).unwrap();
    let paths = savings.parts.iter().find(|saving| saving.part == "tiles' paths").unwrap();
    // A byte and a word for each triangle, and a byte for each pair.
    let bytes: usize = area
        .walkmesh()
        .unwrap()
        .tiles()
        .map(|tile| tile.triangles().count())
        .map(|count| 5 * count + count * count)
        .sum();
    assert_eq!([paths.before, paths.after], [bytes as u64; 2]);
}

#[test]
fn every_version_gives_the_same_routes() {
    let newest = baked();
    let ids = || (0..newest.triangles().len() as u32).step_by(7).map(TriangleId);
    let pairs: Vec<_> = ids().flat_map(|from| ids().map(move |to| (on(from), on(to)))).collect();
    let expected = Navigator::new(newest.clone()).stored_route_many(&pairs);
    assert!(expected.iter().filter(|route| route.is_ok()).count() > 100);
    for version in VERSIONS {
        assert_eq!(Navigator::new(in_version(&newest, version)).stored_route_many(&pairs), expected, "{version}");
    }
}
