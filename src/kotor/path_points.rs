//! [`PathPoints`]: the points between which creatures plan their paths through an area (`.pth`).

use std::borrow::Borrow;

use crate::diff::{Group, TableDiff};
use crate::finding::{PartKind, Place, Shape};
use crate::formats::gff::{Field, Gff, Struct, View};
use crate::formats::{Document, Error as FormatError, Limits};
use crate::geometry::DisjointSets;

use super::SaveError;

/// The points and links of an area's `.pth`.
///
/// Source: docs/formats/kotor-area.md#pth. The bytes are kept: [`as_raw`](Self::as_raw) writes them as they were read.
///
/// ```
/// use walkmesh::kotor::PathPoints;
///
/// let path = PathPoints::new(&[([0.0, 0.0], vec![1]), ([4.0, 0.0], vec![0])]);
/// assert_eq!(path.points()[1].position, [4.0, 0.0]);
/// assert_eq!(path.links_of(1), [0]);
///
/// let again = PathPoints::from_bytes(&path.to_bytes()?)?;
/// assert_eq!(again, path);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathPoints {
    raw: Gff,
    points: Vec<PathPoint>,
    links: Vec<u32>,
}

/// A point of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PathPoint {
    /// Its position in the plan view, in metres. It has no height. A coordinate that the file lacks is NaN.
    pub position: [f32; 2],
    /// The index of its first link.
    pub first_link: u32,
    /// Number of its links.
    pub link_count: u32,
}

impl PathPoints {
    /// The labels of the fields, in the order of [`Gff::labels`] if the first point has a link.
    const POINTS: &str = "Path_Points";
    const LINKS: &str = "Path_Conections";
    const DESTINATION: &str = "Destination";
    const COUNT: &str = "Conections";
    const FIRST: &str = "First_Conection";

    /// Makes path points: each with its position in the plan view, in metres, and the numbers of the points to which it links.
    /// The bytes are in the order of the game's own files (docs/formats/kotor-area.md#pth). The game finds points only if they are
    /// [sorted](Self::is_sorted).
    #[must_use]
    pub fn new<L: Borrow<[u32]>>(points: &[([f32; 2], L)]) -> Self {
        let mut maker = Maker::default();
        maker.file.file_type = *b"PTH ";
        maker.add_struct(u32::MAX);
        let lists = [Self::POINTS, Self::LINKS].map(|label| maker.add_field(label, LIST, 0));
        maker.set_fields(0, &lists);
        let mut rows: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
        for (position, links) in points {
            let (point, first) = (maker.add_struct(2), rows[1].len() as u32);
            for link in links.borrow() {
                let row = maker.add_struct(3);
                let field = maker.add_field(Self::DESTINATION, DWORD, *link);
                maker.set_fields(row, &[field]);
                rows[1].push(row);
            }
            let [x, y] = position.map(f32::to_bits);
            let fields = [
                maker.add_field(Self::COUNT, DWORD, links.borrow().len() as u32),
                maker.add_field(Self::FIRST, DWORD, first),
                maker.add_field("X", FLOAT, x),
                maker.add_field("Y", FLOAT, y),
            ];
            rows[0].push(point);
            maker.set_fields(point, &fields);
        }
        for (field, rows) in lists.into_iter().zip(rows) {
            maker.file.fields[field as usize].data = (4 * maker.file.list_indices.len() as u32).to_le_bytes();
            maker.file.list_indices.push(rows.len() as u32);
            maker.file.list_indices.extend(rows);
        }
        Self::from_raw(maker.file)
    }

    /// Reads a PTH.
    ///
    /// # Errors
    /// If the bytes are not a GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// [`from_bytes`](Self::from_bytes) with limits.
    ///
    /// # Errors
    /// As there.
    pub fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, FormatError> {
        Gff::from_bytes_with(bytes, limits).map(Self::from_raw)
    }

    /// Writes the PTH.
    ///
    /// # Errors
    /// If a table is longer than 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.raw.to_bytes()?)
    }

    /// Converts from the on-disk struct.
    #[must_use]
    pub fn from_raw(raw: Gff) -> Self {
        fn list<T>(raw: &Gff, label: &str, of: impl Fn(View<'_>) -> T) -> Vec<T> {
            let list = raw.root().and_then(|root| root.list(label));
            list.into_iter().flat_map(|list| list.iter()).map(of).collect()
        }
        let whole = |view: View<'_>, label| view.integer(label).and_then(|value| u32::try_from(value).ok());
        let points = list(&raw, Self::POINTS, |view| PathPoint {
            position: ["X", "Y"].map(|label| view.float(label).unwrap_or(f32::NAN)),
            first_link: whole(view, Self::FIRST).unwrap_or_default(),
            link_count: whole(view, Self::COUNT).unwrap_or_default(),
        });
        let links = list(&raw, Self::LINKS, |view| whole(view, Self::DESTINATION).unwrap_or(u32::MAX));
        Self { raw, points, links }
    }

    /// The on-disk struct.
    #[must_use]
    pub fn as_raw(&self) -> &Gff {
        &self.raw
    }

    /// The points, in the order of the file.
    #[must_use]
    pub fn points(&self) -> &[PathPoint] {
        &self.points
    }

    /// The target points of all links, in the order of the file.
    #[must_use]
    pub fn links(&self) -> &[u32] {
        &self.links
    }

    /// The target points of a point's links, as the file has them: a number may be out of range. Empty for a point that does not
    /// exist, and for a point whose links do not exist.
    #[must_use]
    pub fn links_of(&self, point: usize) -> &[u32] {
        let Some(PathPoint { first_link, link_count, .. }) = self.points.get(point) else { return &[] };
        let links = self.links.get(*first_link as usize..);
        links.and_then(|links| links.get(..*link_count as usize)).unwrap_or_default()
    }

    /// Returns whether the points are sorted from west to east, as the game requires.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.points.is_sorted_by(|before, after| before.position[0] <= after.position[0])
    }

    /// The links between points that exist: source and target. Even if points of a file share links, the list is no longer than the file's.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        let own = (0..self.points.len()).flat_map(|from| self.links_of(from).iter().map(move |to| [from as u32, *to]));
        own.take(self.links.len()).filter(|[_, to]| (*to as usize) < self.points.len())
    }

    /// For each point, the smallest number of a point in its connected part.
    #[must_use]
    pub fn parts(&self) -> Vec<u32> {
        let sets = DisjointSets::new(self.points.len(), self.pairs());
        (0..self.points.len() as u32).map(|point| sets.least(point)).collect()
    }

    /// Number of links from a point to itself.
    #[must_use]
    pub fn self_links(&self) -> usize {
        self.pairs().filter(|[from, to]| from == to).count()
    }

    /// The ends of each link in the plan view, in metres, without links with a coordinate that is not a number.
    pub(crate) fn segments(&self) -> impl Iterator<Item = [[f32; 2]; 2]> {
        let ends = self.pairs().map(|ends| ends.map(|point| self.points[point as usize].position));
        ends.filter(|ends| ends.as_flattened().iter().all(|value| value.is_finite()))
    }

    /// The location of a point in space: at height 0, since the file stores no height. `None` for other places.
    pub(crate) fn locate(&self, place: &Place) -> Option<Shape> {
        let part = place.parts().first().filter(|part| part.kind == PartKind::PathPoint)?;
        let [x, y] = self.points.get(part.id()? as usize)?.position;
        Shape::Point([x, y, 0.0]).if_finite()
    }

    /// Compares two PTH: positions, counts and links by number, and the bytes.
    #[must_use]
    pub fn diff(&self, other: &Self) -> Vec<TableDiff> {
        let content = |table| TableDiff::new(table, Group::Content);
        let (a, b) = (self, other);
        let kind = PartKind::PathPoint;
        let bytes = [a, b].map(|path| path.to_bytes().unwrap_or_default());
        vec![
            content("points.position").rows(kind, &a.points, &b.points, |point| point.position),
            content("points.links").rows(kind, &a.points, &b.points, |point| [point.first_link, point.link_count]),
            content("links").rows(PartKind::Link, &a.links, &b.links, |to| *to),
            TableDiff::new("bytes", Group::Packaging).bytes(&bytes[0], &bytes[1]),
        ]
    }
}

/// The types of fields.
const DWORD: u32 = 4;
const FLOAT: u32 = 8;
const LIST: u32 = 15;

/// A builder for a file whose values are all stored in their fields.
#[derive(Default)]
struct Maker {
    file: Gff,
}

impl Maker {
    fn add_struct(&mut self, struct_type: u32) -> u32 {
        self.file.structs.push(Struct { struct_type, ..Struct::default() });
        self.file.structs.len() as u32 - 1
    }

    fn add_field(&mut self, label: &str, field_type: u32, value: u32) -> u32 {
        let mut stored = [0; 16];
        stored[..label.len()].copy_from_slice(label.as_bytes());
        let known = self.file.labels.iter().position(|label| *label == stored);
        let label = known.unwrap_or_else(|| {
            self.file.labels.push(stored);
            self.file.labels.len() - 1
        });
        self.file.fields.push(Field { field_type, label: label as u32, data: value.to_le_bytes() });
        self.file.fields.len() as u32 - 1
    }

    fn set_fields(&mut self, row: u32, fields: &[u32]) {
        let at = if let [only] = fields { *only } else { 4 * self.file.field_indices.len() as u32 };
        if fields.len() > 1 {
            self.file.field_indices.extend(fields);
        }
        let row = &mut self.file.structs[row as usize];
        (row.fields, row.field_count) = (at, fields.len() as u32);
    }
}
