//! The mesh of ten areas after each pass of a carve, so that a change of a result is located in a pass.

use std::fmt::Write as _;

use walkmesh::formats::aswm::TriangleFlags;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::research::{CarveStages, carve_stages};
use walkmesh::nwn2::{
    BuildFace, BuildOptions, CarveOptions, Cutter, FloorMaterial, Footprint, Footprints, Git, Obstacles,
    PlacedFootprints, WalkMesh, Walkmesh, build, carve,
};
use walkmesh_testing::snapshot;

/// A floor of some tiles in a row, of squares with sides of `step` metres that rise to the north.
fn floor(tiles: u32, step: f32) -> Walkmesh {
    let [columns, rows] = [tiles as f32 * 9.0, 9.0].map(|length| (length / step).round() as u32);
    let side = columns + 1;
    let at = |index: u32| [(index % side) as f32 * step, (index / side) as f32 * step, (index / side) as f32 * 0.25];
    let vertices: Vec<[f32; 3]> = (0..side * (rows + 1)).map(at).collect();
    let face = |corners| BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Stone) };
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| row * side + column));
    let faces: Vec<BuildFace> =
        squares.flat_map(|a| [face([a, a + 1, a + side + 1]), face([a, a + side + 1, a + side])]).collect();
    build(&vertices, &faces, &BuildOptions::default()).unwrap().walkmesh
}

/// A plank with a vertex that links it to the floor, placed at a point.
fn plank(at: [f32; 2]) -> PlacedFootprints {
    let vertices = vec![[-1.5, -0.5, 1.0], [1.5, -0.5, 1.0], [1.5, 0.5, 1.0], [-2.0, 0.0, WalkMesh::LINK_Z]];
    let mesh = WalkMesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]], vec![TriangleFlags(0x21); 2]).unwrap();
    let mut footprints = Footprints::default();
    footprints.insert(7, Footprint::walk_mesh(mesh.with_links([3]).unwrap())).unwrap();
    let numbers = [("X", at[0]), ("Y", at[1]), ("Z", 0.5), ("Bearing", 0.5)];
    let plank =
        numbers.into_iter().fold(Tree::new(9), |plank, (label, value)| plank.with(label, TreeValue::Float(value)));
    let plank = plank.with("Appearance", TreeValue::Dword(7)).with("Static", TreeValue::Byte(1));
    let git = Tree::root().with("Placeable List", TreeValue::List(vec![plank]));
    footprints.placed(Git::from_raw(Gff::from_tree(*b"GIT ", &git).unwrap()).objects()).unwrap()
}

/// The stages as text. Numbers have the shortest form that gives the same bits.
fn text(stages: &CarveStages) -> String {
    let mut text = String::from("  cut, by the triangle of the TRN\n");
    for (source, contour) in &stages.cut {
        writeln!(text, "    {}: {contour:?}", source.0).unwrap();
    }
    text.push_str("  ears\n");
    for (source, corners) in &stages.ears {
        writeln!(text, "    {}: {corners:?}", source.0).unwrap();
    }
    for (tile, clipped) in stages.clipped.iter().enumerate() {
        let (vertices, triangles) = (&clipped.vertices, &clipped.triangles);
        writeln!(text, "  clipped, tile {tile}\n    vertices {vertices:?}\n    triangles {triangles:?}").unwrap();
    }
    let (vertices, of_tiles) = &stages.joined;
    writeln!(text, "  joined\n    vertices {vertices:?}\n    of tiles {of_tiles:?}").unwrap();
    let corners: Vec<[u32; 3]> = stages.walkmesh.triangles().map(|triangle| triangle.as_raw().vertices).collect();
    let vertices: Vec<[f32; 3]> = stages.walkmesh.vertices().iter().map(|at| [at.x, at.y, at.z]).collect();
    writeln!(text, "  walkmesh\n    vertices {vertices:?}\n    triangles {corners:?}").unwrap();
    text
}

/// An area: its name, its TRN, the corners of its cutters, and a placed walk mesh.
type Area<'a> = (&'static str, Walkmesh, Vec<&'a [[f32; 2]]>, Option<PlacedFootprints>);

#[test]
fn each_pass_of_a_carve_gives_the_mesh_that_is_kept() {
    let none: [&[[f32; 2]]; 0] = [];
    let square: &[[f32; 2]] = &[[3.0, 2.0], [6.0, 2.0], [6.0, 7.0], [3.0, 7.0]];
    let across: &[[f32; 2]] = &[[7.0, 3.0], [11.5, 4.0], [8.0, 6.5]];
    let bent: &[[f32; 2]] = &[[2.0, 2.0], [7.0, 2.0], [7.0, 3.5], [3.5, 3.5], [3.5, 7.0], [2.0, 7.0]];
    let areas: [Area<'_>; 10] = [
        ("without cutters", floor(1, 4.5), none.to_vec(), None),
        ("a hole across two triangles", floor(1, 9.0), vec![square], None),
        (
            "a hole inside one triangle, which is split",
            floor(1, 9.0),
            vec![&[[6.0, 1.5], [7.5, 1.5], [7.0, 3.0]]],
            None,
        ),
        ("a cutter over the border of two tiles", floor(2, 9.0), vec![across], None),
        ("two cutters that overlap", floor(1, 9.0), vec![square, &[[5.0, 5.0], [8.0, 5.0], [8.0, 8.0]]], None),
        ("a cutter with a bend", floor(1, 9.0), vec![bent], None),
        ("a corner near an old vertex", floor(1, 3.0), vec![&[[3.05, 5.94], [3.3, 4.5], [8.5, 5.0]]], None),
        ("a cutter over the outer border", floor(1, 9.0), vec![&[[-1.0, 4.0], [2.0, 3.0], [2.0, 6.0]]], None),
        ("a walk mesh", floor(1, 9.0), none.to_vec(), Some(plank([4.0, 4.0]))),
        ("a walk mesh across a border, and a cutter", floor(2, 9.0), vec![across], Some(plank([9.0, 2.0]))),
    ];
    let mut all = String::new();
    for (name, trn, cutters, placed) in areas {
        let cutters: Vec<Cutter> = cutters.into_iter().map(|points| Cutter { points: points.to_vec() }).collect();
        let walk_meshes = placed.as_ref().map_or(&[][..], |placed| &placed.walk_meshes);
        assert!(placed.is_none() || walk_meshes.len() == 1, "{name}");
        let obstacles = || Obstacles { cutters: &cutters, walk_meshes };
        let options = CarveOptions::default();
        let stages = carve_stages(&trn, obstacles(), &options).unwrap();
        assert_eq!(stages.walkmesh, carve(&trn, obstacles(), &options).unwrap().walkmesh, "{name}");
        writeln!(all, "{name}\n{}", text(&stages)).unwrap();
    }
    snapshot("nwn2_carve_stages", &all);
}
