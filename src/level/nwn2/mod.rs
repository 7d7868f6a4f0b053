//! The levels of NWN2: the terrain of an area, baked or not, with the objects in it, and a walkmesh out of its packet.

mod carving;
mod edit;
mod view;

use std::sync::Arc;

use crate::diff::TableDiff;
use crate::exchange::{Class, Export, MatchOptions, NodeReport, Scene, SceneNode, Up};
use crate::finding::{CheckOptions, Findings};
use crate::formats::Format;
use crate::nwn2::{
    self, BuildOptions, Footprints, Git, Navigator as AreaNavigator, OptimiseOptions, Savings, Terrain, TerrainError,
    Walkmesh,
};
#[cfg(feature = "picture")]
use crate::picture;

use super::exchange::ApplyReport;
use super::files::{FileIndex, has_extension, stem};
use super::game::{AnyGame, Game, Locator, Source};
use super::kind::{Form, KindInfo};
use super::listing::Listing;
use super::query::Navigator;
use super::view::{FaceInfo, LineLayers, PartOf, View};
use super::{
    BakeError, BakeOptions, BakeReport, CheckError, DiffError, Edit, EditError, EditReport, ExchangeError, Kind,
    LevelError, Nwn2WalkmeshSummary, OpenError, OpenOptions, Operation, OptimiseError, QueryError, RepairOptions,
    RepairReport, SaveError, Summary, SummaryError, TerrainSummary,
};
#[cfg(feature = "picture")]
use super::{PictureError, PictureOptions};

pub(super) use carving::of_crowded;
pub use carving::{Carving, CutterSource};
use carving::{TrxBake, carve};

/// What walkmeshes of the game can do, in an area and by themselves.
const OPERATIONS: &[Operation] = &[
    Operation::Check,
    Operation::Diff,
    Operation::DiffGeometry,
    Operation::Bake,
    Operation::Optimise,
    Operation::Edit,
    Operation::Repair,
    Operation::Exchange,
    Operation::Picture,
    Operation::Query,
    Operation::Raycast,
    Operation::LineOfSight,
];

/// An area.
#[derive(Clone, Debug)]
pub(super) struct AreaLevel {
    /// The file that it is written to.
    name: String,
    terrain: Terrain,
    objects: Option<Arc<Git>>,
    /// For a TRX the TRN beside it.
    source: Option<Terrain>,
}

impl AreaLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let terrain = Terrain::from_bytes_with(bytes, &options.limits)?;
        let name = options.name.clone().unwrap_or_default();
        Ok(Self { name, terrain, objects: options.objects.clone(), source: None })
    }

    /// Takes over a walkmesh, unless it is the one of before.
    fn set(&mut self, walkmesh: Option<Walkmesh>) -> Result<(), TerrainError> {
        walkmesh.map_or(Ok(()), |walkmesh| self.terrain.set_walkmesh(walkmesh))
    }
}

impl From<Terrain> for AreaLevel {
    fn from(terrain: Terrain) -> Self {
        Self { name: String::new(), terrain, objects: None, source: None }
    }
}

impl Game for AreaLevel {
    const KIND: Kind = Kind::Trn;
    const INFO: &'static KindInfo = &KindInfo {
        name: "TRN",
        what: "an NWN2 area",
        files: "NWN2 areas (.trn, .trx)",
        game: Some("NWN2"),
        up: Up::Z,
        form: Form::Document(Format::Trn),
        operations: OPERATIONS,
    };

    /// Of a TRN and a TRX of one area the game loads the TRX.
    fn list(files: &FileIndex, listing: &mut Listing) {
        let is_baked = |trn: &&str| files.find(&format!("{}.trx", stem(trn))).is_some();
        files.with_extension(&["trx"]).for_each(|file| listing.add_place(file, "area of NWN2", []));
        let trn = files.with_extension(&["trn"]).filter(|trn| !is_baked(trn));
        trn.for_each(|file| listing.add_place(file, "area of NWN2, not baked", []));
    }

    /// A TRX is baked.
    fn from_scene(name: &str, scene: &Scene, options: &OpenOptions) -> Result<(Self, ApplyReport), ExchangeError> {
        let (mut terrain, report) = Terrain::from_scene_node(&scene.merged(stem(name)), &BuildOptions::default())?;
        if has_extension(name, "trx") {
            let bake = nwn2::BakeOptions::default().with_limits(options.limits);
            terrain.bake(&bake).map_err(BakeError::from)?;
        }
        let level = Self { name: name.to_owned(), ..Self::from(terrain) };
        Ok((level, ApplyReport { nodes: vec![report], notes: Vec::new() }))
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let git = source.files.find(&format!("{}.git", stem(&self.name))).map(str::to_owned);
        if let Some(git) = git.filter(|_| options.objects.is_none()) {
            self.objects = Some(Arc::new(source.open(&git, |bytes| Ok(Git::from_bytes(bytes)?))?));
        }
        if has_extension(&self.name, "trx") && self.objects.is_some() {
            let trn = source.files.find(&format!("{}.trn", stem(&self.name))).map(str::to_owned);
            let open = |bytes: &[u8]| Ok(Terrain::from_bytes_with(bytes, &options.limits)?);
            // A damaged TRN has findings of its own.
            self.source = trn.and_then(|trn| source.open(&trn, open).ok());
        }
        Ok(())
    }

    /// `TRX` if the name says so, or, if the name does not tell, if it is baked.
    fn format_name(&self) -> &'static str {
        let is_trx = has_extension(&self.name, "trx") || (!has_extension(&self.name, "trn") && self.terrain.is_baked());
        if is_trx { "TRX" } else { "TRN" }
    }

    fn is_baked(&self) -> bool {
        self.terrain.walkmesh().map_or(true, Walkmesh::is_baked)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.terrain.to_bytes()?)
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        let mut findings = if self.name.is_empty() {
            self.terrain.check(options)
        } else {
            self.terrain.check_file(&self.name, options)
        };
        let (Some(objects), Ok(walkmesh)) = (&self.objects, self.terrain.walkmesh()) else { return Ok(findings) };
        if !walkmesh.is_baked() {
            findings.append(walkmesh.check_carving(objects, &Footprints::known(), options), None);
        } else if let Some(Ok(trn)) = self.source.as_ref().map(Terrain::walkmesh) {
            findings.append(walkmesh.check_vanished(trn, objects, &Footprints::known(), options), None);
        }
        Ok(findings)
    }

    fn diff(&self, other: &AnyGame) -> Result<Vec<TableDiff>, DiffError> {
        match other {
            AnyGame::Trn(other) => {
                self.terrain.walkmesh()?;
                other.terrain.walkmesh()?;
                Ok(self.terrain.diff(&other.terrain))
            }
            _ => Ok(self.terrain.walkmesh()?.diff(other.nwn2().ok_or_else(|| self.differs(other))??)),
        }
    }

    fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        if self.terrain.walkmesh()?.is_baked() {
            let notes = BakeReport::of_nwn2(self.terrain.bake(&options.nwn2)?);
            return Ok(BakeReport { notes, carving: None });
        }
        let limits = self.terrain.limits();
        let TrxBake { walkmesh, report } = carve(self.terrain.walkmesh()?, self.objects.as_deref(), options, limits)?;
        self.terrain.set_walkmesh(walkmesh)?;
        if !self.name.is_empty() {
            // What the toolset saves beside its TRN.
            self.name = format!("{}.trx", stem(&self.name));
        }
        Ok(report)
    }

    fn edit(&mut self, edits: &[Edit], options: &BakeOptions) -> Result<EditReport, EditError> {
        let (walkmesh, report) = edit::edited(self.terrain.walkmesh()?, edits, &options.nwn2)?;
        self.set(walkmesh)?;
        Ok(report)
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<RepairReport, EditError> {
        let (walkmesh, report) = repaired(self.terrain.walkmesh()?, options)?;
        self.set(walkmesh)?;
        Ok(report)
    }

    fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, OptimiseError> {
        Ok(self.terrain.optimise(options)?)
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        Ok(export(self.terrain.to_scene_node(stem(&self.name))?))
    }

    fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        Ok(self.terrain.apply_edited(edited, options)?)
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        super::picture::of_nwn2(self.terrain.walkmesh()?, title, options)
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place| self.terrain.walkmesh().ok()?.locate(place))
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Ok(AreaNavigator::new(self.terrain.shared_walkmesh()?).into())
    }

    fn into_navigator(self) -> Result<Navigator, QueryError> {
        Ok(AreaNavigator::new(self.terrain.into_walkmesh()?).into())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::Trn(TerrainSummary::of(&self.terrain)?))
    }

    fn nwn2(&self) -> Option<Result<&Walkmesh, TerrainError>> {
        Some(self.terrain.walkmesh())
    }

    fn show(&self, view: &mut View) {
        if let Ok(walkmesh) = self.terrain.walkmesh() {
            view::show(walkmesh, &self.name, view);
        }
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        if let Ok(walkmesh) = self.terrain.walkmesh() {
            view::draw_lines(walkmesh, lines);
        }
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        if let Ok(walkmesh) = self.terrain.walkmesh() {
            view::describe_face(walkmesh, info);
        }
    }

    fn paints(&self) -> Vec<Class> {
        view::paints()
    }
}

/// A walkmesh out of its packet.
#[derive(Clone, Debug)]
pub(super) struct WalkmeshLevel {
    name: String,
    walkmesh: Arc<Walkmesh>,
    objects: Option<Arc<Git>>,
}

impl WalkmeshLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let walkmesh = Arc::new(Walkmesh::from_bytes_with(bytes, &options.limits)?);
        Ok(Self { name: options.name.clone().unwrap_or_default(), walkmesh, objects: options.objects.clone() })
    }
}

impl From<Walkmesh> for WalkmeshLevel {
    fn from(walkmesh: Walkmesh) -> Self {
        Self { name: String::new(), walkmesh: Arc::new(walkmesh), objects: None }
    }
}

impl Game for WalkmeshLevel {
    const KIND: Kind = Kind::Aswm;
    const INFO: &'static KindInfo = &KindInfo {
        name: "ASWM",
        what: "an inflated NWN2 walkmesh",
        files: "inflated NWN2 walkmeshes (ASWM)",
        game: Some("NWN2"),
        up: Up::Z,
        form: Form::Document(Format::Aswm),
        operations: OPERATIONS,
    };

    fn name(&self) -> &str {
        &self.name
    }

    fn is_baked(&self) -> bool {
        self.walkmesh.is_baked()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(self.walkmesh.to_bytes()?)
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        Ok(self.walkmesh.check(options))
    }

    fn diff(&self, other: &AnyGame) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.walkmesh.diff(other.nwn2().ok_or_else(|| self.differs(other))??))
    }

    fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        if self.walkmesh.is_baked() {
            let notes = BakeReport::of_nwn2(Arc::make_mut(&mut self.walkmesh).bake(&options.nwn2)?);
            return Ok(BakeReport { notes, carving: None });
        }
        let carved = carve(&self.walkmesh, self.objects.as_deref(), options, options.nwn2.limits)?;
        self.walkmesh = Arc::new(carved.walkmesh);
        Ok(carved.report)
    }

    fn edit(&mut self, edits: &[Edit], options: &BakeOptions) -> Result<EditReport, EditError> {
        let (walkmesh, report) = edit::edited(&self.walkmesh, edits, &options.nwn2)?;
        self.walkmesh = walkmesh.map_or_else(|| Arc::clone(&self.walkmesh), Arc::new);
        Ok(report)
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<RepairReport, EditError> {
        let (walkmesh, report) = repaired(&self.walkmesh, options)?;
        self.walkmesh = walkmesh.map_or_else(|| Arc::clone(&self.walkmesh), Arc::new);
        Ok(report)
    }

    fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, OptimiseError> {
        Ok(Arc::make_mut(&mut self.walkmesh).optimise(options)?)
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        Ok(export(self.walkmesh.to_scene_node(stem(&self.name))))
    }

    fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        Ok(Arc::make_mut(&mut self.walkmesh).apply_edited(edited, options)?)
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        super::picture::of_nwn2(&self.walkmesh, title, options)
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place| self.walkmesh.locate(place))
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Ok(AreaNavigator::new(Arc::clone(&self.walkmesh)).into())
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(Summary::Aswm(Nwn2WalkmeshSummary::of(&self.walkmesh)?))
    }

    fn nwn2(&self) -> Option<Result<&Walkmesh, TerrainError>> {
        Some(Ok(&self.walkmesh))
    }

    fn show(&self, view: &mut View) {
        view::show(&self.walkmesh, &self.name, view);
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        view::draw_lines(&self.walkmesh, lines);
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        view::describe_face(&self.walkmesh, info);
    }

    fn paints(&self) -> Vec<Class> {
        view::paints()
    }
}

/// The walkmesh with repairs, if there are any.
fn repaired(walkmesh: &Walkmesh, options: &RepairOptions) -> Result<(Option<Walkmesh>, RepairReport), EditError> {
    let (after, repairs, done) = walkmesh.repair(&options.flaws, &options.nwn2)?;
    let mut edits = EditReport::default();
    edits.finished(&done);
    let repairs = repairs.into_iter().map(|repair| (None, repair)).collect();
    let report = RepairReport { repairs, notes: edits.notes, ..RepairReport::default() };
    Ok(((!done.is_unchanged).then_some(after), report))
}

fn export((node, notes): (SceneNode, Vec<crate::exchange::Note>)) -> Export {
    Export { scene: Scene { up: Up::Z, nodes: vec![node], marks: Vec::new() }, notes }
}
