//! Interiors of NWN2 whose tiles lie in a row: the ARE, and the TRN.

use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{self, BuildFace, BuildOptions, FloorMaterial, Terrain};

/// A tile of an ARE: its column, its appearance, and its quarter turns.
pub type Tile = (u8, i32, i32);

/// The ARE of a row of tiles.
pub fn are(columns: i32, tiles: &[Tile]) -> Vec<u8> {
    let tile = |&(column, appearance, turns): &Tile| {
        let at = [("x", 9.0 * f32::from(column) + 4.5), ("y", 4.5), ("z", 0.0)];
        let position = at.into_iter().fold(Tree::new(1), |tree, (axis, at)| tree.with(axis, TreeValue::Float(at)));
        let numbers = [("Appearance", appearance), ("Variation", 0), ("Orientation", turns)];
        let tile =
            numbers.into_iter().fold(Tree::new(1), |tree, (label, number)| tree.with(label, TreeValue::Int(number)));
        tile.with("Position", TreeValue::Struct(position))
    };
    let root = Tree::root()
        .with("Width", TreeValue::Int(columns))
        .with("Height", TreeValue::Int(1))
        .with("TileList", TreeValue::List(tiles.iter().map(tile).collect()));
    Gff::from_tree(*b"ARE ", &root).expect("an area").to_bytes().expect("an area")
}

/// A TRN with a floor in its first tile, in the west half of it.
pub fn trn(columns: u32) -> Vec<u8> {
    let corners = [[0.0, 0.0, 0.0], [4.5, 0.0, 0.0], [4.5, 9.0, 0.0], [0.0, 9.0, 0.0]];
    let face = |corners| BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Stone) };
    let options = BuildOptions::default().with_grid(Some([columns, 1]));
    let floor = nwn2::build(&corners, &[face([0, 1, 2]), face([0, 2, 3])], &options).expect("an area").walkmesh;
    Terrain::new_unbaked([columns, 1], floor).expect("an area").to_bytes().expect("an area")
}
