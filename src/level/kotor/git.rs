//! [`ObjectsLevel`]: the objects of an area by themselves.

use std::sync::Arc;

use crate::diff::{Group, TableDiff};
use crate::exchange::Up;
use crate::finding::{CheckOptions, Findings, Place};
use crate::formats::gff::{Gff, VERSION};
use crate::formats::{Document, Format};
use crate::kotor::{AreaContents, Git};
#[cfg(feature = "picture")]
use crate::picture;

use super::super::file_index::FileIndex;
use super::super::files::stem;
use super::super::game::{Game, Locator, PlaceFile, Source};
use super::super::kind_info::{Form, KindInfo};
use super::super::listing::Listing;
use super::super::view::{FaceInfo, LineLayers, PartOf, View};
use super::super::{
    AreaSummary, CheckError, DiffError, GffSummary, GitSummary, LevelError, OpenError, OpenOptions, Operation,
    SaveError, Summary, SummaryError,
};
#[cfg(feature = "picture")]
use super::super::{PictureError, PictureOptions};
use super::area::AreaLevel;
use super::contents;
use super::parts::KotorParts;

/// The objects of an area, with its path points and its other files. If the layout of the area is among the files, the rooms belong to the
/// level, too, so that both files open the same place.
#[derive(Clone, Debug)]
pub(in crate::level) struct ObjectsLevel {
    name: String,
    bytes: Arc<[u8]>,
    summary: GffSummary,
    /// True if the file belongs to an area of Neverwinter Nights 2, whose other files the TRN or TRX gathers.
    is_of_nwn2: bool,
    area: AreaLevel,
    has_layout: bool,
}

impl ObjectsLevel {
    pub(in crate::level) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let git = Git::from_raw(Gff::from_bytes_with(bytes, &options.limits)?);
        let name = options.name.clone().unwrap_or_default();
        let contents =
            AreaContents { area: stem(&name).to_owned(), instances: git.instances(), ..AreaContents::default() };
        Ok(Self {
            bytes: bytes.into(),
            summary: GffSummary::new(git.as_raw()),
            is_of_nwn2: git.is_of_nwn2(),
            area: AreaLevel::of_contents(contents).named(&name),
            has_layout: false,
            name,
        })
    }

    pub(in crate::level) fn parts(&self) -> KotorParts<'_> {
        self.area.parts()
    }
}

impl Game for ObjectsLevel {
    const KIND: super::super::Kind = super::super::Kind::Git;
    const INFO: &'static KindInfo = &KindInfo {
        name: "GIT",
        what: "the objects of an area",
        files: "objects of areas",
        game: None,
        up: Up::Z,
        form: Form::Part {
            format: Format::Gff,
            extension: ".git",
            looks_like_one: |bytes| bytes.strip_prefix(b"GIT ").is_some_and(|rest| rest.starts_with(&VERSION)),
        },
        operations: &[Operation::Check, Operation::Diff, Operation::Picture],
    };

    /// Objects with path points are a place, unless their rooms are here.
    fn list(files: &FileIndex, listing: &mut Listing) {
        let is_here = |git: &str, extension: &str| files.find(&format!("{}.{extension}", stem(git))).is_some();
        for git in files.with_extension(&["git"]).filter(|git| is_here(git, "pth")) {
            if contents::layout_of_git(files, git).is_none() {
                let parts = contents::files_of(files, git);
                let parts = parts.iter().map(String::as_str).filter(|part| *part != git);
                listing.add_place(git, "area of KotOR without its layout", parts);
            }
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let area = |extension| source.files.find(&format!("{}.{extension}", stem(&self.name)));
        self.is_of_nwn2 |= ["trn", "trx"].into_iter().any(|extension| area(extension).is_some());
        if self.is_of_nwn2 {
            return Ok(());
        }
        let Some(layout) = contents::layout_of_git(source.files, &self.name) else {
            return self.area.gather_contents(source, options);
        };
        let named = options.clone().with_name(&layout);
        self.area = source.open(&layout, |bytes| Ok(AreaLevel::open(bytes, &named)?))?;
        self.has_layout = true;
        self.area.gather(source, options)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.bytes.to_vec())
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        if self.has_layout {
            return self.area.check(options);
        }
        let mut findings = Findings::new(options);
        match self.parts().contents.filter(|_| self.is_of_nwn2) {
            Some(contents) => contents.instances.check_coordinates(&mut findings),
            None => self.area.check_contents(options, &mut findings)?,
        }
        Ok(findings)
    }

    fn file_of(&self, place: &Place) -> PlaceFile<'_> {
        match Game::file_of(&self.area, place) {
            PlaceFile::Own if self.has_layout => PlaceFile::Named(self.area.name(), 0),
            file => file,
        }
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(vec![TableDiff::new("bytes", Group::Content).bytes(&self.bytes, &other.bytes)])
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        self.area.to_picture(title, options)
    }

    fn locator(&self) -> Locator<'_> {
        self.area.locator()
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        let gff = self.summary.clone();
        Ok(Summary::Git(GitSummary { gff, files: (!self.is_of_nwn2).then(|| AreaSummary::new(self.parts())) }))
    }

    fn description(&self) -> String {
        if self.has_layout { self.area.description() } else { self.kind().to_string() }
    }

    fn show(&self, view: &mut View) {
        self.area.show(view);
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        self.area.draw_lines(lines);
    }

    fn describe_face(&self, of: PartOf, info: &mut FaceInfo) {
        self.area.describe_face(of, info);
    }
}
