//! Areas of NWN2 that this test makes: tiles of an ARE, an exterior with its ground, and floor that becomes unwalkable.

use walkmesh::finding::{CheckOptions, Finding};
use walkmesh::formats::Document;
use walkmesh::formats::container::Triangle as GroundTriangle;
use walkmesh::formats::trn::{Dds, GroundVertex, Packet, Trrn};
use walkmesh::level::{BakeError, BakeOptions, Edit, Level, Memory, OpenOptions};
use walkmesh::nwn2::{self, FloorMaterial, Terrain, Walkmesh};

use crate::tiles::{are, trn};

fn open(files: &[(&str, Vec<u8>)], name: &str) -> Level {
    let files: Memory = files.iter().map(|(name, bytes)| (*name, bytes.clone())).collect();
    Level::open(&files, name, &OpenOptions::default()).unwrap()
}

fn has_floor(level: &Level, at: [f32; 2]) -> bool {
    level.nwn2().walkmesh.unwrap().unwrap().triangles().any(|triangle| triangle.contains(at))
}

#[test]
fn a_tile_that_the_trn_lacks_gets_the_floor_of_its_model_turned_as_the_are_says() {
    // Clockwise from the west: the west half, the north half, the east half.
    for (turns, inside, outside) in
        [(0, [2.0, 4.0], [7.0, 4.0]), (1, [4.0, 7.0], [4.0, 2.0]), (2, [7.0, 4.0], [2.0, 4.0])]
    {
        let mut level = open(&[("a.trn", trn(2)), ("a.are", are(2, &[(0, 24, 0), (1, 24, turns)]))], "a.trn");
        let found = level.check(&CheckOptions::all()).unwrap();
        assert_eq!(found.iter().filter(|finding| Finding::code(finding) == "tile-missing-in-trn").count(), 1);
        let carving = level.bake(&BakeOptions::default()).unwrap().carving.unwrap();
        assert_eq!((carving.filled_tiles.len(), carving.missing_tiles.len()), (1, 0));
        let at = |[x, y]: [f32; 2]| [x + 9.0, y];
        assert!(has_floor(&level, at(inside)) && !has_floor(&level, at(outside)), "{turns}");
    }
}

#[test]
fn a_corner_of_a_map_is_not_baked_without_consent() {
    let files = [("a.trn", trn(4)), ("a.are", are(4, &[(0, 24, 0), (1, 7, 0), (2, 8, 0), (3, 9, 0)]))];
    let refused = open(&files, "a.trn").bake(&BakeOptions::default()).unwrap_err();
    assert_eq!(refused, BakeError::MissingTiles { missing: 3, all: 4 });
    let mut options = BakeOptions::default();
    options.accept_missing_tiles = true;
    let carving = open(&files, "a.trn").bake(&options).unwrap().carving.unwrap();
    assert_eq!(carving.missing_tiles.len(), 3);
    // Half of the tiles are not corners, and the tile without a model is not counted.
    let files = [("a.trn", trn(3)), ("a.are", are(3, &[(0, 24, 0), (1, 7, 0), (2, 39, 0)]))];
    assert_eq!(open(&files, "a.trn").bake(&BakeOptions::default()).unwrap().carving.unwrap().missing_tiles.len(), 1);
}

/// A picture of 128 by 128 pixels of one colour: blue, green, red, alpha.
fn picture(pixel: [u8; 4]) -> Dds {
    let mut header = [0_u32; 31];
    (header[0], header[2], header[3], header[21]) = (124, 128, 128, 32);
    header[22..26].copy_from_slice(&[0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0xFF00_0000]);
    let data =
        Dds::MAGIC.into_iter().chain(header.into_iter().flat_map(u32::to_le_bytes)).chain(pixel.repeat(128 * 128));
    Dds { data: data.collect() }
}

/// A megatile of flat ground, at a column and a row.
fn megatile([column, row]: [u16; 2], pixel: [u8; 4]) -> Packet {
    let corner = |at: u16, megatile: u16| 40.0 * f32::from(megatile) + f32::from(at) * (40.0 / 24.0);
    let position = |at: u16| [corner(at % 25, column), corner(at / 25, row), 1.0];
    let vertices = (0..625).map(|at| GroundVertex { position: position(at), ..GroundVertex::default() }).collect();
    let triangles =
        (0..24_u16).flat_map(|row| (0..24_u16).map(move |column| (column, row))).flat_map(|(column, row)| {
            let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (row + y) * 25 + column + x);
            let halves = if (column + row) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            halves.map(|vertices| GroundTriangle { vertices })
        });
    let texture = |name: &[u8]| std::array::from_fn(|at| name.get(at).copied().unwrap_or_default());
    let ground = Trrn {
        textures: [texture(b"TT_GG_Grass_01"), texture(b"TT_gs_cobblestone_01"), [0; 32], [0; 32], [0; 32], [0; 32]],
        vertices,
        triangles: triangles.collect(),
        weights_of_first_four: picture(pixel),
        weights_of_last_two: picture([0; 4]),
        ..Trrn::default()
    };
    Packet::Other { packet_type: Trrn::PACKET_TYPE, data: ground.to_bytes().unwrap() }
}

#[test]
fn an_exterior_gets_its_floor_and_its_surfaces_from_its_ground() {
    // Two megatiles of border on each side leave one. Red is grass, green is stone, and alpha has no texture.
    for (pixel, expected) in [([0, 10, 200, 255], FloorMaterial::Grass), ([0, 200, 10, 255], FloorMaterial::Stone)] {
        let mut file = Terrain::new_unbaked([5, 5], Walkmesh::default()).unwrap().into_raw();
        file.packets.extend((0..25).map(|at| megatile([at % 5, at / 5], pixel)));
        let terrain = Terrain::from_raw(file);
        let floor = terrain.walkmesh_of_ground().unwrap().expect("an exterior");
        assert!(!floor.is_baked() && floor.triangles().filter(|triangle| triangle.is_walkable()).count() == 1152);
        let mut level = Level::from(terrain);
        let mut options = BakeOptions::default();
        options.from_ground = true;
        let _ = level.bake(&options).unwrap();
        let baked = level.nwn2().walkmesh.unwrap().unwrap();
        assert_eq!((baked.triangles().len(), baked.is_baked()), (1152, true));
        assert!(baked.triangles().all(|triangle| triangle.is_walkable() && triangle.floor() == Some(expected)));
    }
    let mut options = BakeOptions::default();
    options.from_ground = true;
    assert_eq!(open(&[("a.trn", trn(1))], "a.trn").bake(&options).unwrap_err(), BakeError::NoGround);
}

#[test]
fn what_becomes_unwalkable_is_divided_at_the_border_of_its_region() {
    let walkable = |level: &Level| {
        let walkmesh = level.nwn2().walkmesh.unwrap().unwrap();
        let area = |triangle: nwn2::Triangle<'_>| {
            let [a, b, c] = triangle.points().unwrap();
            f64::from((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
        };
        walkmesh.triangles().filter(|triangle| triangle.is_walkable()).map(area).sum::<f64>()
    };
    for (region, lost) in [("box:1,2:3,5", 6.0), ("polygon:1,1:3,1:3,5", 4.0)] {
        let mut level = open(&[("a.trn", trn(1))], "a.trn");
        assert!((walkable(&level) - 40.5).abs() < 1e-3);
        let done = level.edit(&[Edit::Unwalkable(region.parse().unwrap())], &BakeOptions::default()).unwrap();
        assert!((walkable(&level) - (40.5 - lost)).abs() < 1e-3, "{region}: {}", walkable(&level));
        assert!(
            done.notes[0].to_string().starts_with(&format!("{lost:.2} m² of floor were made unwalkable")),
            "{done:?}"
        );
    }
    // The centre of one of the two triangles is inside.
    let mut level = open(&[("a.trn", trn(1))], "a.trn");
    let whole = Edit::UnwalkableTriangles("box:2,2:4,4".parse().unwrap());
    level.edit(&[whole], &BakeOptions::default()).unwrap();
    assert!((walkable(&level) - 20.25).abs() < 1e-3, "{}", walkable(&level));
}
