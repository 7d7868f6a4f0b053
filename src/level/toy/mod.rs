//! A toy game for tests only: it shows what a game needs, and that nothing outside its folder must know it except the
//! lists in `games.rs` and `query/navigators.rs`, and the `mod` line.
//!
//! A map is a text: the line `TOYMAP`, and for each row of cells, from south to north, a line such as `..# 2`. A cell is a square of
//! 1 m; `.` can be walked, `#` is a wall. The number is derived data: how many cells of the row are walkable.

mod check;
mod query;
mod tests;

use std::fmt::Write as _;
use std::sync::Arc;

use crate::diff::TableDiff;
use crate::exchange::{Class, ClassedTriangle, Export, Scene, SceneNode, TriangleSet, Up};
use crate::finding::{CheckOptions, Findings, Place, Shape};
use crate::mesh::{Mesh, MeshError};
#[cfg(feature = "picture")]
use crate::picture::{Picture, Surface};

use super::file_index::FileIndex;
use super::files::stem;
use super::game::{Game, Locator};
use super::kind_info::{Form, KindInfo};
use super::listing::Listing;
use super::query::Navigator;
use super::view::{MarkKind, PartOf, View};
use super::{
    BakeError, BakeOptions, BakeReport, CheckError, DiffError, ExchangeError, Kind, OpenError, OpenOptions, Operation,
    QueryError, SaveError, Summary, SummaryError,
};
#[cfg(feature = "picture")]
use super::{PictureError, PictureOptions};

pub(super) use query::MapNavigator;

/// The first line of a map.
const SIGNATURE: &str = "TOYMAP\n";

/// The cells of a map. Every row has the same number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Map {
    rows: Vec<Row>,
}

/// A row of cells.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// For each cell, whether it is walkable.
    cells: Vec<bool>,
    /// Number of walkable cells, as stored in the file.
    stored: usize,
}

impl Row {
    /// Returns the number of walkable cells.
    fn walkable(&self) -> usize {
        self.cells.iter().filter(|cell| **cell).count()
    }
}

impl Map {
    fn looks_like_one(bytes: &[u8]) -> bool {
        bytes.starts_with(SIGNATURE.as_bytes())
    }

    /// `None` for a damaged text. A game whose faults callers must distinguish has its own error type, like the others.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let lines = std::str::from_utf8(bytes).ok()?.strip_prefix(SIGNATURE)?.lines();
        let row = |line: &str| {
            let (cells, stored) = line.split_once(' ')?;
            let cells = cells.bytes().map(|cell| (cell == b'.' || cell == b'#').then_some(cell == b'.'));
            Some(Row { cells: cells.collect::<Option<_>>()?, stored: stored.parse().ok()? })
        };
        let rows: Vec<Row> = lines.map(row).collect::<Option<_>>()?;
        let is_even = rows.windows(2).all(|pair| pair[0].cells.len() == pair[1].cells.len());
        is_even.then_some(Self { rows })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut text = SIGNATURE.to_owned();
        for row in &self.rows {
            text.extend(row.cells.iter().map(|cell| if *cell { '.' } else { '#' }));
            let _ = writeln!(text, " {}", row.stored);
        }
        text.into_bytes()
    }

    fn width(&self) -> usize {
        self.rows.first().map_or(0, |row| row.cells.len())
    }

    /// The triangles: two for each cell, whose class is 1 if it is walkable, and 0 if it is a wall.
    fn triangles(&self) -> TriangleSet {
        let (width, height) = (self.width() as u32, self.rows.len() as u32);
        let across = width + 1;
        let points = (0..=height).flat_map(|y| (0..=width).map(move |x| [x as f32, y as f32, 0.0])).collect();
        let corner = |x: u32, y: u32| y * across + x;
        let cells =
            (0..).zip(&self.rows).flat_map(|(y, row)| (0..).zip(&row.cells).map(move |(x, cell)| (x, y, *cell)));
        let triangles = cells.flat_map(|(x, y, cell)| {
            let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            [[a, b, c], [a, c, d]].map(|corners| ClassedTriangle { corners, class: u32::from(cell) })
        });
        let class = |number, name: &str, color| Class { number, name: name.into(), color, walkable: number == 1 };
        let classes = vec![class(0, "wall", [90, 90, 90]), class(1, "floor", [200, 180, 120])];
        TriangleSet { points, triangles: triangles.collect(), classes, ..TriangleSet::default() }
    }

    fn node(&self, name: &str) -> SceneNode {
        SceneNode { name: name.to_owned(), set: self.triangles(), ..SceneNode::default() }
    }

    fn mesh(&self) -> Result<Mesh, MeshError> {
        let TriangleSet { points, triangles, .. } = self.triangles();
        let faces: Vec<[u32; 3]> = triangles.iter().map(|triangle| triangle.corners).collect();
        Mesh::new(&points, &faces, |face| triangles[face].class == 1)
    }
}

/// A map in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapSummary {
    /// Number of columns and rows.
    pub size: [usize; 2],
    /// Number of walkable cells.
    pub walkable: usize,
}

/// The level of a map.
#[derive(Clone, Debug)]
pub(super) struct MapLevel {
    name: String,
    map: Arc<Map>,
}

impl MapLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let map = Map::from_bytes(bytes).ok_or(OpenError::Unrecognised)?;
        Ok(Self { name: options.name.clone().unwrap_or_default(), map: Arc::new(map) })
    }
}

impl Game for MapLevel {
    const KIND: Kind = Kind::Toy;
    const INFO: &'static KindInfo = &KindInfo {
        name: "TOY",
        what: "a map of the toy game",
        files: "maps of the toy game",
        game: Some("Toy"),
        up: Up::Z,
        form: Form::Own { extension: ".toy", looks_like_one: Map::looks_like_one },
        operations: &[
            Operation::Check,
            Operation::Diff,
            Operation::Bake,
            Operation::Exchange,
            Operation::Picture,
            Operation::Query,
            Operation::Raycast,
        ],
    };

    fn list(files: &FileIndex, listing: &mut Listing) {
        files.with_extension(&["toy"]).for_each(|file| listing.add_place(file, "map of the toy game", []));
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.map.to_bytes())
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        Ok(self.map.check(options))
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.map.diff(&other.map))
    }

    fn bake(&mut self, _: &BakeOptions) -> Result<BakeReport, BakeError> {
        Arc::make_mut(&mut self.map).rows.iter_mut().for_each(|row| row.stored = row.walkable());
        Ok(BakeReport::default())
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        let nodes = vec![self.map.node(stem(&self.name))];
        Ok(Export { scene: Scene { up: Up::Z, nodes, marks: Vec::new() }, notes: Vec::new() })
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<Picture, PictureError> {
        let (mut picture, mut surface) = (Picture::new(title), Surface::new(Up::Z, "m"));
        surface.add(&self.map.node(title), |_| None);
        picture.layers.push(surface.layer(options.color));
        Ok(picture)
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place: &Place| -> Option<Shape> { self.map.locate(place) })
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Ok(MapNavigator::new(self.map.mesh()?).into())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        let walkable = self.map.rows.iter().map(Row::walkable).sum();
        Ok(Summary::Toy(MapSummary { size: [self.map.width(), self.map.rows.len()], walkable }))
    }

    fn show(&self, view: &mut View) {
        view.push(PartOf::File, &self.name, &self.map.node(stem(&self.name)), None, |_| MarkKind::Position);
    }
}
