//! The levels of NWN2: the terrain of an area, baked or not, with its objects, and a walkmesh outside its packet.

mod carving;
mod carving_text;
mod edit;
mod parts;
mod tiles;
mod view;

use std::borrow::Cow;
use std::sync::Arc;

use crate::diff::TableDiff;
use crate::exchange::{Class, Export, Floor, MatchOptions, NodeReport, Scene, SceneNode, Up};
use crate::finding::{CheckOptions, Findings, Place, Shape};
use crate::formats::Format;
use crate::instances::Instances;
use crate::nwn2::{
    self, Are, BuildOptions, Footprints, Git, Navigator as AreaNavigator, OptimiseOptions, Savings, Terrain,
    TerrainError, TerrainMaterials, TileMeshes, Walkmesh,
};
#[cfg(feature = "picture")]
use crate::picture;

use super::exchange::ApplyReport;
use super::file_index::FileIndex;
use super::files::{has_extension, stem};
use super::game::{Game, Locator, PlaceFile, Source};
use super::kind_info::{Form, KindInfo};
use super::listing::Listing;
use super::query::Navigator;
use super::view::{FaceInfo, LineLayers, PartOf, View};
use super::{
    BakeError, BakeOptions, BakeReport, CheckError, DiffError, Edit, EditError, EditReport, ExchangeError, Kind,
    LevelError, Nwn2WalkmeshSummary, OpenError, OpenOptions, Operation, QueryError, RepairOptions, RepairReport,
    SaveError, Summary, SummaryError, TerrainSummary,
};
#[cfg(feature = "picture")]
use super::{PictureError, PictureOptions};

pub(super) use carving::of_crowded;
pub use carving::{Carving, CutterSource};
use carving::{MissingTiles, TrxBake, carve};
pub use parts::Nwn2Parts;

/// The operations of the game's walkmeshes, in an area and by themselves.
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

/// Static facts about walkmeshes outside their packets.
pub(super) const ASWM: &KindInfo = &KindInfo {
    name: "ASWM",
    what: "an inflated NWN2 walkmesh",
    files: "inflated NWN2 walkmeshes (ASWM)",
    game: Some("NWN2"),
    up: Up::Z,
    form: Form::Document(Format::Aswm),
    operations: OPERATIONS,
};

/// An area, or a walkmesh outside its packet.
#[derive(Clone, Debug)]
pub(super) struct AreaLevel {
    /// The file that it is written to.
    name: String,
    file: AreaFile,
    objects: Option<Arc<Objects>>,
    /// For a TRN the ARE beside it, which has the tiles that the toolset bakes.
    are: Option<Arc<Are>>,
    /// The floors of tile models in the areas beside a TRN that lacks tiles of its ARE.
    tiles: Option<Arc<TileMeshes>>,
    /// For a TRX the TRN beside it.
    source: Option<Terrain>,
}

/// The objects of an area.
#[derive(Clone, Debug)]
struct Objects {
    /// The file; empty if the caller supplied the objects.
    file: String,
    git: Arc<Git>,
    instances: Instances,
}

impl Objects {
    fn new(git: Arc<Git>) -> Arc<Self> {
        Arc::new(Self { file: String::new(), instances: git.instances(), git })
    }
}

/// The file of an area.
#[derive(Clone, Debug)]
enum AreaFile {
    /// A TRN or a TRX.
    Terrain(Terrain),
    /// The inflated walkmesh packet of an area.
    Walkmesh(Arc<Walkmesh>),
}

impl AreaLevel {
    pub(super) fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let level = match Kind::detect(bytes) {
            Some(Kind::Aswm) => Walkmesh::from_bytes_with(bytes, &options.limits)?.into(),
            _ => Self::from(Terrain::from_bytes_with(bytes, &options.limits)?),
        };
        Ok(Self {
            name: options.name.clone().unwrap_or_default(),
            objects: options.objects.clone().map(Objects::new),
            ..level
        })
    }

    fn new(file: AreaFile) -> Self {
        Self { name: String::new(), file, objects: None, are: None, tiles: None, source: None }
    }

    pub(super) fn parts(&self) -> Nwn2Parts<'_> {
        let git = self.objects.as_ref().map(|objects| (objects.file.as_str(), &objects.git));
        Nwn2Parts { walkmesh: Some(self.walkmesh()), git }
    }

    fn instances(&self) -> Option<&Instances> {
        Some(&self.objects.as_ref()?.instances)
    }

    pub(super) fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, EditError> {
        Ok(match &mut self.file {
            AreaFile::Terrain(terrain) => terrain.optimise(options)?,
            AreaFile::Walkmesh(walkmesh) => Arc::make_mut(walkmesh).optimise(options)?,
        })
    }

    fn walkmesh(&self) -> Result<&Walkmesh, TerrainError> {
        match &self.file {
            AreaFile::Terrain(terrain) => terrain.walkmesh(),
            AreaFile::Walkmesh(walkmesh) => Ok(walkmesh),
        }
    }

    fn area_navigator(&self) -> Result<AreaNavigator, TerrainError> {
        Ok(AreaNavigator::new(match &self.file {
            AreaFile::Terrain(terrain) => terrain.shared_walkmesh()?,
            AreaFile::Walkmesh(walkmesh) => Arc::clone(walkmesh),
        }))
    }

    /// Reads the ARE of a TRN and, if the TRN lacks tiles of it, the areas beside it. A damaged ARE is noted.
    fn gather_tiles(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        let Some(file) = source.files.find_only(&Are::file(stem(&self.name)))?.map(str::to_owned) else {
            return Ok(());
        };
        match source.open(&file, |bytes| Ok(Are::from_bytes(bytes)?)) {
            Ok(are) => {
                let lacks = self.walkmesh().is_ok_and(|floor| !floor.tiles_without_floor(&are).is_empty());
                self.tiles = lacks.then(|| tiles::tile_meshes(source.files, &options.limits));
                self.are = Some(Arc::new(are));
            }
            Err(error) => source.unread.push(error),
        }
        Ok(())
    }

    /// The floor that the toolset would cut: painted, and with the tiles of the ARE; and the tiles that are missing in it.
    fn floor_to_carve(&self, options: &BakeOptions) -> Result<(Cow<'_, Walkmesh>, MissingTiles), BakeError> {
        let mut floor = Cow::Borrowed(self.walkmesh()?);
        let mut missing = MissingTiles::default();
        let AreaFile::Terrain(terrain) = &self.file else { return Ok((floor, missing)) };
        if options.from_ground {
            floor = Cow::Owned(terrain.walkmesh_of_ground()?.ok_or(BakeError::NoGround)?);
        }
        let stock = || Arc::new(TerrainMaterials::stock());
        let materials = options.terrain_materials.clone().unwrap_or_else(stock);
        floor = terrain.painted(&floor, &materials)?.map_or(floor, Cow::Owned);
        if let Some(are) = &self.are {
            missing.left = floor.tiles_without_floor(are);
            for meshes in self.tiles.iter().chain(&options.tiles) {
                missing.filled.extend(floor.to_mut().fill_tiles(&missing.left, meshes).map_err(nwn2::BakeError::from)?);
                missing.left = floor.tiles_without_floor(are);
            }
            let all = are.tiles().len();
            if !options.accept_missing_tiles && 2 * missing.left.len() > all {
                return Err(BakeError::MissingTiles { missing: missing.left.len(), all });
            }
        }
        Ok((floor, missing))
    }

    /// Takes over a walkmesh, unless it is unchanged.
    fn set(&mut self, after: Option<Walkmesh>) -> Result<(), TerrainError> {
        match (&mut self.file, after) {
            (_, None) => {}
            (AreaFile::Terrain(terrain), Some(after)) => terrain.set_walkmesh(after)?,
            (AreaFile::Walkmesh(walkmesh), Some(after)) => *walkmesh = Arc::new(after),
        }
        Ok(())
    }
}

impl From<Terrain> for AreaLevel {
    fn from(terrain: Terrain) -> Self {
        Self::new(AreaFile::Terrain(terrain))
    }
}

impl From<Walkmesh> for AreaLevel {
    fn from(walkmesh: Walkmesh) -> Self {
        Self::new(AreaFile::Walkmesh(Arc::new(walkmesh)))
    }
}

impl Game for AreaLevel {
    const KIND: Kind = Kind::Trn;
    const INFO: &'static KindInfo = &KindInfo {
        name: "TRN",
        what: "an NWN2 area",
        files: "NWN2 areas",
        game: Some("NWN2"),
        up: Up::Z,
        form: Form::Document(Format::Trn),
        operations: OPERATIONS,
    };

    /// If an area has both a TRN and a TRX, the game loads the TRX.
    fn list(files: &FileIndex, listing: &mut Listing) {
        let beside = |area: &str, extension: &str| files.find(&format!("{}.{extension}", stem(area)));
        for trx in files.with_extension(&["trx"]) {
            listing.add_place(trx, "area of NWN2", beside(trx, "trn").into_iter().chain(beside(trx, "git")));
        }
        for trn in files.with_extension(&["trn"]).filter(|trn| beside(trn, "trx").is_none()) {
            listing.add_place(trn, "area of NWN2, not baked", beside(trn, "git"));
        }
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

    fn kind(&self) -> Kind {
        match self.file {
            AreaFile::Terrain(_) => Kind::Trn,
            AreaFile::Walkmesh(_) => Kind::Aswm,
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn gather(&mut self, source: &mut Source, options: &OpenOptions) -> Result<(), LevelError> {
        if self.kind() != Kind::Trn {
            return Ok(());
        }
        if options.objects.is_none() && !options.skip_objects {
            match git_of(source, &self.name) {
                // The cutters of a TRX have already been applied to it.
                Err(error) if options.skip_unreadable || self.is_baked() => source.unread.push(error),
                objects => self.objects = objects?,
            }
        }
        if !self.is_baked() {
            self.gather_tiles(source, options)?;
        }
        if has_extension(&self.name, "trx") && self.objects.is_some() {
            let trn = source.files.find(&format!("{}.trn", stem(&self.name))).map(str::to_owned);
            let open = |bytes: &[u8]| Ok(Terrain::from_bytes_with(bytes, &options.limits)?);
            // A damaged TRN has findings of its own.
            self.source = trn.and_then(|trn| source.open(&trn, open).ok());
        }
        Ok(())
    }

    /// For an area `TRX` if the name says so; if the name does not decide it, a baked area is `TRX`.
    fn format_name(&self) -> &'static str {
        let AreaFile::Terrain(terrain) = &self.file else { return self.kind().name() };
        let is_trx = has_extension(&self.name, "trx") || (!has_extension(&self.name, "trn") && terrain.is_baked());
        if is_trx { "TRX" } else { "TRN" }
    }

    fn is_baked(&self) -> bool {
        self.walkmesh().map_or(true, Walkmesh::is_baked)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(match &self.file {
            AreaFile::Terrain(terrain) => terrain.to_bytes()?,
            AreaFile::Walkmesh(walkmesh) => walkmesh.to_bytes()?,
        })
    }

    fn documents(&self) -> Result<Vec<Vec<u8>>, SaveError> {
        Ok(vec![self.walkmesh()?.to_bytes()?])
    }

    fn drop_documents(&mut self) {
        match &mut self.file {
            AreaFile::Terrain(terrain) => terrain.replace(Arc::default()),
            AreaFile::Walkmesh(walkmesh) => *walkmesh = Arc::default(),
        }
    }

    fn put_documents(&mut self, documents: &[Vec<u8>]) -> Result<(), OpenError> {
        let put = Arc::new(Walkmesh::from_bytes(documents.first().map_or(&[][..], |payload| payload))?);
        match &mut self.file {
            AreaFile::Terrain(terrain) => terrain.replace(put),
            AreaFile::Walkmesh(walkmesh) => *walkmesh = put,
        }
        Ok(())
    }

    fn check(&self, options: &CheckOptions) -> Result<Findings, CheckError> {
        let mut findings = match &self.file {
            AreaFile::Walkmesh(walkmesh) => return Ok(walkmesh.check(options)),
            AreaFile::Terrain(terrain) if self.name.is_empty() => terrain.check(options),
            AreaFile::Terrain(terrain) => terrain.check_file(&self.name, options),
        };
        let Ok(walkmesh) = self.walkmesh() else { return Ok(findings) };
        if let (false, Some(are), Some(meshes)) = (walkmesh.is_baked(), &self.are, &self.tiles) {
            findings.append(walkmesh.check_tiles(are, meshes, options), None);
        }
        let Some(Objects { git, instances, .. }) = self.objects.as_deref() else { return Ok(findings) };
        if !walkmesh.is_baked() {
            findings.append(walkmesh.check_carving(git, &Footprints::known(), options), None);
        } else if let Some(Ok(trn)) = self.source.as_ref().map(Terrain::walkmesh) {
            findings.append(walkmesh.check_vanished(trn, git, &Footprints::known(), options), None);
        }
        if let Ok(navigator) = self.area_navigator() {
            findings.append(navigator.check_instances(instances, options)?, None);
        }
        Ok(findings)
    }

    fn file_of(&self, place: &Place) -> PlaceFile<'_> {
        let is_thing = |thing| self.instances().is_some_and(|instances| instances.at(thing).is_some());
        match place.parts() {
            [thing, ..] if is_thing(thing) => PlaceFile::OfExtension("git"),
            _ => PlaceFile::Own,
        }
    }

    fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        let (left, right) = (self.walkmesh()?, other.walkmesh()?);
        Ok(match (&self.file, &other.file) {
            (AreaFile::Terrain(left), AreaFile::Terrain(right)) => left.diff(right),
            _ => left.diff(right),
        })
    }

    fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        if self.walkmesh()?.is_baked() {
            let baked = match &mut self.file {
                AreaFile::Terrain(terrain) => terrain.bake(&options.nwn2)?,
                AreaFile::Walkmesh(walkmesh) => Arc::make_mut(walkmesh).bake(&options.nwn2)?,
            };
            return Ok(BakeReport { notes: BakeReport::of_nwn2(baked), carving: None });
        }
        let limits = match &self.file {
            AreaFile::Terrain(terrain) => terrain.limits(),
            AreaFile::Walkmesh(_) => options.nwn2.limits,
        };
        let (floor, missing) = self.floor_to_carve(options)?;
        let objects = self.objects.as_ref().map(|objects| &*objects.git);
        let TrxBake { walkmesh, report } = carve(&floor, objects, missing, options, limits)?;
        self.set(Some(walkmesh))?;
        if self.kind() == Kind::Trn && !self.name.is_empty() {
            // The name under which the toolset saves a TRX, beside the TRN.
            self.name = format!("{}.trx", stem(&self.name));
        }
        Ok(report)
    }

    fn edit(&mut self, edits: &[Edit], options: &BakeOptions) -> Result<EditReport, EditError> {
        let (walkmesh, report) = edit::edited(self.walkmesh()?, edits, &options.nwn2)?;
        self.set(walkmesh)?;
        Ok(report)
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<RepairReport, EditError> {
        let (walkmesh, report) = repaired(self.walkmesh()?, options)?;
        self.set(walkmesh)?;
        Ok(report)
    }

    fn to_scene(&self) -> Result<Export, ExchangeError> {
        let (node, notes) = self.walkmesh()?.to_scene_node(stem(&self.name));
        Ok(Export { scene: Scene { up: Up::Z, nodes: vec![node], marks: Vec::new() }, notes })
    }

    fn to_floor(&self) -> Result<Floor, ExchangeError> {
        Ok(self.area_navigator()?.to_floor()?)
    }

    fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        Ok(match &mut self.file {
            AreaFile::Terrain(terrain) => terrain.apply_edited(edited, options)?,
            AreaFile::Walkmesh(walkmesh) => Arc::make_mut(walkmesh).apply_edited(edited, options)?,
        })
    }

    #[cfg(feature = "picture")]
    fn to_picture(&self, title: &str, options: &PictureOptions) -> Result<picture::Picture, PictureError> {
        let mut picture = super::picture::of_nwn2(self.walkmesh()?, title, options)?;
        if let Some(Objects { git, instances, .. }) = self.objects.as_deref() {
            let found = git.cutters();
            picture.layers.extend((!found.cutters.is_empty()).then(|| Walkmesh::cutters_layer(&found.cutters)));
            picture.layers.extend(view::layers(instances));
            // The floor of a TRX already has its holes, including those from the game's models.
            let placed = (!self.is_baked()).then(|| Footprints::known().placed(git.objects()).ok()).flatten();
            let layer = placed.map(|placed| Walkmesh::footprints_layer(&placed));
            picture.layers.extend(layer.filter(|layer| !layer.is_empty()));
            picture.notes.extend(found.notes.iter().map(ToString::to_string));
        }
        Ok(picture)
    }

    fn locator(&self) -> Locator<'_> {
        Box::new(|place| {
            let thing =
                |instances: &Instances| instances.at(place.parts().first()?).map(|it| Shape::Point(it.position));
            self.walkmesh().ok()?.locate(place).or_else(|| thing(self.instances()?))
        })
    }

    fn navigator(&self) -> Result<Navigator, QueryError> {
        Ok(self.area_navigator()?.into())
    }

    fn into_navigator(self) -> Result<Navigator, QueryError> {
        match self.file {
            AreaFile::Terrain(terrain) => Ok(AreaNavigator::new(terrain.into_walkmesh()?).into()),
            AreaFile::Walkmesh(walkmesh) => Ok(AreaNavigator::new(walkmesh).into()),
        }
    }

    fn summary(&self) -> Result<Summary, SummaryError> {
        Ok(match &self.file {
            AreaFile::Terrain(terrain) => Summary::Trn(TerrainSummary::new(terrain, self.instances())?),
            AreaFile::Walkmesh(walkmesh) => Summary::Aswm(Nwn2WalkmeshSummary::new(walkmesh)?),
        })
    }

    fn show(&self, view: &mut View) {
        if let Ok(walkmesh) = self.walkmesh() {
            view::show(walkmesh, &self.name, view);
        }
        if let Some(instances) = self.instances() {
            view.show_instances(instances, |_| true);
        }
    }

    fn draw_lines(&self, lines: &mut LineLayers) {
        if let Ok(walkmesh) = self.walkmesh() {
            view::draw_lines(walkmesh, lines);
        }
        if let Some(instances) = self.instances() {
            lines.draw_outlines(instances);
        }
    }

    fn describe_face(&self, _: PartOf, info: &mut FaceInfo) {
        if let Ok(walkmesh) = self.walkmesh() {
            view::describe_face(walkmesh, info);
        }
    }

    fn paints(&self) -> Vec<Class> {
        view::paints()
    }
}

/// The objects of the GIT with the name of an area.
fn git_of(source: &mut Source, area: &str) -> Result<Option<Arc<Objects>>, LevelError> {
    let Some(file) = source.files.find_only(&Git::file(stem(area)))?.map(str::to_owned) else { return Ok(None) };
    let git = Arc::new(source.open(&file, |bytes| Ok(Git::from_bytes(bytes)?))?);
    Ok(Some(Arc::new(Objects { file, instances: git.instances(), git })))
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
