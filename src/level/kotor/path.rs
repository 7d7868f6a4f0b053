//! [`PathLevel`]: the path points of an area by themselves.

use crate::diff::TableDiff;
use crate::exchange::Up;
use crate::finding::{CheckOptions, Findings};
use crate::formats::Format;
use crate::formats::gff::VERSION;
use crate::kotor::PathPoints;
#[cfg(feature = "picture")]
use crate::picture;

use super::super::game::{Game, Locator};
use super::super::kind_info::{Form, KindInfo};
use super::super::view::{LineKind, LineLayers, MarkKind, View, ViewMark};
use super::super::{
    CheckError, DiffError, OpenError, OpenOptions, Operation, PathPointsSummary, SaveError, Summary, SummaryError,
};
#[cfg(feature = "picture")]
use super::super::{PictureError, PictureOptions};
use super::parts::KotorParts;

/// The path points of an area.
#[derive(Clone, Debug)]
pub(in crate::level) struct PathLevel {
    name: String,
    path: PathPoints,
}

impl PathLevel {
    pub(in crate::level) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let path = PathPoints::from_bytes_with(bytes, &options.limits)?;
        Ok(Self { name: options.name.clone().unwrap_or_default(), path })
    }

    pub(in crate::level) fn parts(&self) -> KotorParts<'_> {
        KotorParts { path_points: Some(&self.path), ..KotorParts::default() }
    }
}

impl Game for PathLevel {
    const KIND: super::super::Kind = super::super::Kind::Pth;
    const INFO: &'static KindInfo = &KindInfo {
        name: "PTH",
        what: "the path points of a KotOR area",
        files: "KotOR path points",
        game: Some("KotOR"),
        up: Up::Z,
        form: Form::Part {
            format: Format::Gff,
            extension: ".pth",
            looks_like_one: |bytes| bytes.strip_prefix(b"PTH ").is_some_and(|rest| rest.starts_with(&VERSION)),
        },
        operations: &[Operation::Check, Operation::Diff, Operation::Picture],
    };

    fn name(&self) -> &str {
        &self.name
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.path.to_bytes()?)
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        Ok(self.path.check(options))
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.path.diff(&other.path))
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, _: &PictureOptions) -> Result<picture::Picture, PictureError> {
        Ok(self.path.to_picture(title))
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place| self.path.locate(place))
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::Pth(PathPointsSummary::new(&self.path)))
    }

    fn show(&self, view: &mut View) {
        for (number, point) in self.path.points().iter().enumerate() {
            let [x, y] = point.position;
            view.marks.push(ViewMark::new(MarkKind::Thing, &format!("path point {number}"), [x, y, 0.0]));
        }
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        draw_links(&self.path, lines);
    }
}

/// Adds the links, which have no height.
pub(super) fn draw_links(path: &PathPoints, lines: &mut LineLayers) {
    for [from, to] in path.segments() {
        lines.push(LineKind::Links, Some([from, to].map(|[x, y]| [x, y, 0.0])));
    }
}
