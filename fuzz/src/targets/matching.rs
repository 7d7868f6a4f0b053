//! Matching: an edited mesh is expressed in terms of its base, and an unedited mesh equals its base.

use walkmesh::exchange::{ClassedTriangle, MatchOptions, TriangleSet, match_onto};

use super::lattice::Bytes;

/// A base and an edited mesh.
pub fn matching(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let snap = bytes.length();
    let [base, edited] = [(); 2].map(|()| set(&mut bytes));
    for options in [MatchOptions::default(), MatchOptions::default().with_snap(snap)] {
        let Ok(matched) = match_onto(&base, &edited, &options) else { continue };
        let is_point = |corner: &u32| (*corner as usize) < matched.points.len();
        assert!(matched.triangles.iter().all(|row| row.corners.iter().all(is_point)));
        let known: Vec<u32> = matched.triangles.iter().filter_map(|row| row.base).collect();
        assert!(known.is_sorted_by(|a, b| a < b), "triangles of the base stay in their order, each once");
        assert!(known.last().is_none_or(|last| (*last as usize) < base.triangles.len()));
    }
    let same = match_onto(&base, &base, &MatchOptions::default()).expect("a base of finite points");
    assert_eq!(same.points, base.points);
    let rows = same.triangles.iter().map(|row| (row.corners, row.class));
    assert!(rows.eq(base.triangles.iter().map(|row| (row.corners, row.class))), "what nobody edited is as it was");
}

fn set(bytes: &mut Bytes<'_>) -> TriangleSet {
    let (points, faces) = bytes.mesh(32);
    let row = |(corners, class): ([u32; 3], u8)| ClassedTriangle { corners, class: u32::from(class % 3) };
    TriangleSet { points, triangles: faces.into_iter().map(row).collect(), ..TriangleSet::default() }
}
