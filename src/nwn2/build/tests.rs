use super::*;
use crate::finding::{CheckOptions, Findings, Severity};
use crate::formats::aswm::{Edges, Triangle, Triangles};
use crate::nwn2::{self, BakeError, BakeOptions, CrowdedTile, FloorMaterial, Terrain, TerrainError, TileId, Walkmesh};

const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 18.0, 3.0], [0.0, 18.0, 3.0]];

fn face(corners: [u32; 3]) -> BuildFace {
    BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Stone) }
}

fn baked(walkmesh: &Walkmesh) -> Result<Walkmesh, BakeError> {
    let mut baked = walkmesh.clone();
    baked.bake(&BakeOptions::default())?;
    Ok(baked)
}

#[test]
fn a_square_over_four_tiles_is_cut_without_gaps() {
    let built = build(&SQUARE, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default()).unwrap();
    assert_eq!(built.report.cut, [0, 1]);
    let baked = baked(&built.walkmesh).unwrap();
    assert_eq!(baked.grid(), [2, 2]);
    // Nine points: the corners, the midpoints of the sides, and the centre, which both triangles share.
    assert_eq!(baked.vertices().len(), 9);
    assert_eq!(baked.islands().len(), 4);
    let findings = baked.check(&CheckOptions::default());
    assert!(findings.is_clean(), "{findings}");
    let area: f32 = baked
        .triangles()
        .map(|triangle| {
            let [a, b, c] = triangle.points().unwrap();
            ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / 2.0
        })
        .sum();
    assert_eq!(area, 18.0 * 18.0);
    assert!(baked.triangles().all(|triangle| triangle.floor() == Some(FloorMaterial::Stone)));
}

#[test]
fn what_is_built_is_a_trn_and_does_not_pass_for_a_finished_area() {
    let wall = BuildFace { walkable: false, ..face([0, 2, 3]) };
    let built = build(&SQUARE, &[face([0, 1, 2]), wall], &BuildOptions::default()).unwrap().walkmesh;
    assert_eq!(Terrain::new([2, 2], built.clone()).unwrap_err(), TerrainError::NotBaked);

    let bytes = Terrain::new_unbaked([2, 2], built.clone()).unwrap().to_bytes().unwrap();
    let area = Terrain::from_bytes(&bytes).unwrap();
    assert_eq!(area.walkmesh().unwrap(), &built);
    assert_eq!(area.to_bytes().unwrap(), bytes);
    let options = CheckOptions::default();
    let found = |findings: Findings| -> Vec<_> {
        findings.rules().map(|rule| (rule.code(), rule.severity, rule.count)).collect()
    };
    assert_eq!(found(area.check(&options)), [("walkmesh-not-baked", Severity::Error, 1)]);
    assert_eq!(found(area.check_file("area.trx", &options)), [("walkmesh-not-baked", Severity::Error, 1)]);
    assert_eq!(found(area.check_file("AREA.TRN", &options)), [("walkmesh-not-baked", Severity::Info, 1)]);

    // A walkmesh with only triangles, as other programs may make, has no other findings either.
    let mut bare = built.into_raw();
    bare.edges = Edges::default();
    if let Triangles::V6B(rows) = &mut bare.triangles {
        let bare = |row: &Triangle| Triangle { vertices: row.vertices, flags: row.flags, ..Default::default() };
        *rows = rows.iter().map(bare).collect();
    }
    let bare = Walkmesh::from_raw(bare);
    assert_eq!(found(bare.check(&options)), [("walkmesh-not-baked", Severity::Error, 1)]);
    assert_eq!(baked(&bare).unwrap(), baked(area.walkmesh().unwrap()).unwrap());
}

/// As in a TRN of the toolset: counter-clockwise, with upward planes, links, and numbered parts.
#[test]
fn what_is_built_has_the_tables_of_a_trn() {
    let built = build(&SQUARE, &[face([0, 2, 1]), face([0, 2, 3])], &BuildOptions::default()).unwrap().walkmesh;
    let baked = baked(&built).unwrap();
    assert!(built.triangles().all(|triangle| triangle.as_raw().normal[2] > 0.0));
    assert_eq!(built.edges().len(), baked.edges().len());
    for (before, after) in built.triangles().zip(baked.triangles()) {
        let sorted = |triangle: nwn2::Triangle<'_>| {
            let mut neighbours = triangle.neighbours();
            neighbours.sort();
            neighbours
        };
        assert_eq!((sorted(before), before.island()), (sorted(after), after.island()));
    }
    let counts = |walkmesh: &Walkmesh| -> Vec<_> {
        walkmesh.tiles().map(|tile| (tile.as_raw().header.vertices_count, tile.as_raw().header.edges_count)).collect()
    };
    assert_eq!(counts(&built), counts(&baked));
}

#[test]
fn what_spans_can_be_refused() {
    let options = BuildOptions::default().with_spanning(Spanning::Refuse);
    assert_eq!(build(&SQUARE, &[face([0, 1, 2])], &options).unwrap_err(), BuildError::SpanTiles(vec![0]));
}

#[test]
fn bad_triangles_are_errors() {
    let built =
        |vertices: &[[f32; 3]], options: &BuildOptions| build(vertices, &[face([0, 1, 2])], options).unwrap_err();
    let default = BuildOptions::default();
    assert_eq!(built(&SQUARE[..2], &default), BuildError::NoSuchVertex { triangle: 0, vertex: 2, vertices: 2 });
    assert_eq!(built(&[[f32::NAN; 3]; 3], &default), BuildError::NotFinite { vertex: 0 });
    let below = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    assert_eq!(built(&below, &default), BuildError::OutsideGrid { triangle: 0, grid: [0, 0] });
    let one = default.clone().with_grid(Some([1, 1]));
    assert_eq!(built(&SQUARE, &one), BuildError::OutsideGrid { triangle: 0, grid: [1, 1] });
    assert_eq!(built(&SQUARE, &default.clone().with_tile_width(-1.0)), BuildError::TileWidth { width: -1.0 });
    let bordered = default.clone().with_border(1);
    let error = built(&SQUARE, &bordered);
    assert_eq!(error, BuildError::AllBorder { border: 1, grid: [2, 2] });
    let text = "a border of width 1 on each side of a grid of 2 by 2 tiles leaves no tile inside it, and so nothing of the area";
    assert_eq!(error.to_string(), text);
    let far = |away: f32| [[0.0; 3], [away, 0.0, 0.0], [0.0, away, 0.0]];
    assert!(matches!(built(&far(9e10), &default), BuildError::GridTooLarge { .. }));
    assert_eq!(built(&far(3e38), &default), BuildError::NotFinite { vertex: 1 });
}

#[test]
fn equal_vertices_weld_and_degenerate_triangles_go() {
    let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -0.0, 0.0]];
    let built = build(&vertices, &[face([0, 1, 2]), face([3, 1, 0])], &BuildOptions::default()).unwrap();
    assert_eq!((built.report.welded, built.report.degenerate), (1, vec![1]));
    assert_eq!(built.report.sources, [0]);
}

#[test]
fn crowded_tiles_are_reported_and_refused_by_the_bake() {
    let rim = (0..=130).map(|at| [4.0 + 3.0 * (at as f32 / 30.0).cos(), 4.0 + 3.0 * (at as f32 / 30.0).sin(), 0.0]);
    let vertices: Vec<_> = std::iter::once([4.0, 4.0, 0.0]).chain(rim).collect();
    let faces: Vec<_> = (1..=130).map(|at| face([0, at, at + 1])).collect();
    let built = build(&vertices, &faces, &BuildOptions::default()).unwrap();
    let crowded = CrowdedTile { tile: TileId(0), coordinates: [0, 0], walkable: 130 };
    assert_eq!(built.report.crowded, [crowded]);
    let error = baked(&built.walkmesh).unwrap_err();
    assert_eq!(error.to_string(), "1 tile has more than 127 walkable triangles: (0, 0) has 130");
}
