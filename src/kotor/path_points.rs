//! [`PathPoints`]: the points between which creatures plan their ways through an area (`.pth`).

use crate::formats::gff::{Gff, View};
use crate::formats::{Document, Error as FormatError};

/// The points and links of an area's `.pth`.
///
/// Source: docs/formats/kotor-area.md#pth. Bytes are kept: [`as_raw`](Self::as_raw) writes them as they were read.
///
/// ```
/// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
/// use walkmesh::kotor::PathPoints;
///
/// let point = |x, first| {
///     let point = Tree::new(2).with("Conections", TreeValue::Dword(1)).with("First_Conection", TreeValue::Dword(first));
///     point.with("X", TreeValue::Float(x)).with("Y", TreeValue::Float(0.0))
/// };
/// let link = |to| Tree::new(3).with("Destination", TreeValue::Dword(to));
/// let root = Tree::root()
///     .with("Path_Points", TreeValue::List(vec![point(0.0, 0), point(4.0, 1)]))
///     .with("Path_Conections", TreeValue::List(vec![link(1), link(0)]));
///
/// let path = PathPoints::from_raw(Gff::from_tree(*b"PTH ", &root)?);
/// assert_eq!(path.points()[1].position, [4.0, 0.0]);
/// assert_eq!(path.links_of(1), [0]);
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
    /// Where it is in the plan view, in metres. It has no height. A coordinate that the file lacks is NaN.
    pub position: [f32; 2],
    /// The index of its first link.
    pub first_link: u32,
    /// How many links it has.
    pub link_count: u32,
}

impl PathPoints {
    /// Reads a PTH.
    ///
    /// # Errors
    /// When the bytes are no GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Gff::from_bytes(bytes).map(Self::from_raw)
    }

    /// Takes the on-disk struct.
    #[must_use]
    pub fn from_raw(raw: Gff) -> Self {
        fn list<T>(raw: &Gff, label: &str, of: impl Fn(View<'_>) -> T) -> Vec<T> {
            let list = raw.root().and_then(|root| root.list(label));
            list.into_iter().flat_map(|list| list.iter()).map(of).collect()
        }
        let whole = |view: View<'_>, label| view.integer(label).and_then(|value| u32::try_from(value).ok());
        let points = list(&raw, "Path_Points", |view| PathPoint {
            position: ["X", "Y"].map(|label| view.float(label).unwrap_or(f32::NAN)),
            first_link: whole(view, "First_Conection").unwrap_or_default(),
            link_count: whole(view, "Conections").unwrap_or_default(),
        });
        let links = list(&raw, "Path_Conections", |view| whole(view, "Destination").unwrap_or(u32::MAX));
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

    /// The numbers of the points that links lead to: of all links, in the order of the file.
    #[must_use]
    pub fn links(&self) -> &[u32] {
        &self.links
    }

    /// The numbers of the points that a point has links to, as the file has them: a number may be of no point. Empty for a point
    /// that does not exist, and for one whose links do not.
    #[must_use]
    pub fn links_of(&self, point: usize) -> &[u32] {
        let Some(PathPoint { first_link, link_count, .. }) = self.points.get(point) else { return &[] };
        let links = self.links.get(*first_link as usize..);
        links.and_then(|links| links.get(..*link_count as usize)).unwrap_or_default()
    }
}
