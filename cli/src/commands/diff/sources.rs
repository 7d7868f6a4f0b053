//! The comparison of a TRX with a bake of its sources: the TRN and the GIT of its name in the same folder.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use serde_json::json;
use walkmesh::counted;
use walkmesh::exchange::FloorDiff;
use walkmesh::level::{Carving, Kind, Operation};
use walkmesh::nwn2::{Cutter, Doubt, FootprintSource, Git, GitObject};

use crate::bake_options::{BakeOptions, ToBake};
use crate::input::{self, Input, Source, each_file, progress};
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::output::{Answer, Outcome, Report};
use crate::place::located;
use crate::storage;

use super::Diff;
use super::by_place::Geometry;
use super::tables::show_floor;

/// Compares the TRX that the user named with its sources, or every area in the folder that the user named.
pub fn compare(diff: &Diff, report: &mut Report) -> anyhow::Result<()> {
    if !storage::is_folder(&diff.left) {
        return report.answer(&diff.left, |_| {
            let compared = diff.with_sources(&Input::open(&diff.left)?)?;
            let outcome = compared.answer.outcome(diff.exact);
            Ok((compared, outcome))
        });
    }
    let sources = input::sources(std::slice::from_ref(&diff.left), report);
    let (mut total, works_on) = (Total::default(), |kind: Kind| Operation::DiffGeometry.is_for(kind));
    let is_area = |source: &Source| source.path.has_extension("trx") || source.path.has_extension("trn");
    let areas: Vec<Source> = sources.into_iter().filter(is_area).collect();
    let work = |_, input: anyhow::Result<Input>| diff.area(&input?);
    each_file(&areas, &progress(), report, works_on, work, |area, report| {
        let Some(area) = area else { return Ok(()) };
        total.add(area.verdict());
        report.add(area.verdict().map_or(Outcome::Fine, |verdict| verdict.outcome(diff.exact)));
        match &area {
            Area::SourceComparison(compared) => report.result(compared),
            Area::Incomplete(_, answer) => report.result(answer),
        }
    })?;
    total.failed = report.problems().len();
    report.summary(&total)
}

/// The state of an area relative to its sources, in numbers.
pub struct AreaState {
    /// `None` where there is nothing to compare with.
    pub verdict: Option<Verdict>,
    /// The floor that a bake of the sources removes and adds; `None` without such a bake.
    pub floor: Option<FloorDiff>,
    /// True if the triangles and the tables are equal, too.
    pub is_equal: bool,
}

impl Diff {
    /// A comparison of areas with their sources, with the default options.
    pub fn with_defaults() -> Self {
        Self {
            left: PathBuf::new(),
            right: None,
            rebake: false,
            geometry: false,
            against_sources: true,
            exact: false,
            only_different: true,
            materials: Materials::default(),
            options: BakeOptions::default(),
        }
    }

    /// The state of an area relative to its sources; `None` for a TRN with a TRX, which has a state of its own.
    pub fn area_state(&self, input: &Input) -> anyhow::Result<Option<AreaState>> {
        let Some(area) = self.area(input)? else { return Ok(None) };
        let verdict = area.verdict();
        Ok(Some(match area {
            Area::SourceComparison(compared) => {
                AreaState { verdict, is_equal: compared.geometry.equal, floor: Some(compared.floor) }
            }
            Area::Incomplete(..) => AreaState { verdict, floor: None, is_equal: false },
        }))
    }

    /// The area of a file found in a folder; `None` for a TRN with a TRX, which is found separately.
    fn area(&self, input: &Input) -> anyhow::Result<Option<Area>> {
        if let Some(trn) = source_of(input)? {
            return Ok(Some(Area::SourceComparison(Box::new(self.with_trn(input, &trn)?))));
        }
        let file = input.name();
        if input.path.has_extension("trx") {
            let text = format!("{file}: not compared, because the folder has no TRN of its name");
            return Ok(Some(Area::Incomplete(None, Answer(json!({ "file": file, "trn": null }), text))));
        }
        if input.place()?.is_some_and(|place| place.baked_of(&input.file()).is_some()) {
            return Ok(None);
        }
        let text = format!("{file}: stale: the folder has no TRX of its name");
        let json = json!({ "file": file, "trx": null, "answer": Verdict::Stale, "stale": true });
        Ok(Some(Area::Incomplete(Some(Verdict::Stale), Answer(json, text))))
    }

    fn with_sources(&self, input: &Input) -> anyhow::Result<SourceComparison> {
        let trn = source_of(input)?;
        self.with_trn(input, &trn.ok_or_else(|| anyhow::anyhow!("the folder has no TRN of its name"))?)
    }

    fn with_trn(&self, trx: &Input, trn: &FileLocation) -> anyhow::Result<SourceComparison> {
        let of_trn = || trn.to_string();
        let mut source = Input::open_regular(trn).with_context(of_trn)?;
        source.room = trx.room;
        let stored = trx.level(&trx.options(&self.materials).with_skip_unreadable(true))?;
        let ToBake { level, objects, .. } = self.options.open(&source, &self.materials).with_context(of_trn)?;
        let (mut baked, options) = (level.clone(), self.options.of(&source, &level)?);
        let report = baked.bake(&options).with_context(of_trn)?;
        let notes = report.sentences();
        let unknown = report.carving.map(not_known_exactly).unwrap_or_default();
        let geometry = Geometry::of_baked(&stored, &baked, self.shown())?;
        let floor = stored.diff_floor(&baked)?;
        let doubt = Doubt::new(&floor, &unknown);
        let answer = match self.exact {
            true if geometry.equal => Verdict::UpToDate,
            false if !floor.is_noticeable() => Verdict::UpToDate,
            _ if doubt.is_sufficient() => Verdict::CannotBeTold,
            _ => Verdict::Stale,
        };
        let doubt = if answer == Verdict::UpToDate { Doubt::default() } else { doubt };
        let uncut = level.nwn2().git.map(|(_, git)| uncut(git, &floor)).unwrap_or_default();
        Ok(SourceComparison {
            file: trx.name(),
            answer,
            stale: answer == Verdict::Stale,
            stale_at: doubt.elsewhere.iter().take(LISTED).map(|patch| patch.at).collect(),
            hidden: doubt.hidden,
            uncut: if answer == Verdict::UpToDate { Vec::new() } else { uncut },
            because_of: doubt.objects.into_iter().map(|object| unknown[object].clone()).collect(),
            sources: Sources { trn: source.name(), git: objects.as_ref().map(FileLocation::from) },
            floor,
            geometry,
            is_exact: self.exact,
            notes,
        })
    }
}

/// The TRN beside a TRX, with the same name.
fn source_of(trx: &Input) -> anyhow::Result<Option<FileLocation>> {
    let place = trx.place()?;
    Ok(place.as_ref().and_then(|place| place.source_of(&trx.file())).map(|trn| located(&trx.folder(), trn)))
}

/// The state of a TRX relative to its sources.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    UpToDate,
    Stale,
    /// All floor that differs lies near placeables whose footprints are not known exactly.
    CannotBeTold,
}

impl Verdict {
    /// Returns the outcome for the exit status. An undecided verdict fails only an exact comparison.
    fn outcome(self, exact: bool) -> Outcome {
        super::outcome(match self {
            Self::UpToDate => true,
            Self::Stale => false,
            Self::CannotBeTold => !exact,
        })
    }
}

/// The maximum number of positions in the JSON of an area.
const LISTED: usize = 100;
/// The maximum number of objects in the text.
const SHOWN: usize = 5;

/// An area of a folder.
enum Area {
    SourceComparison(Box<SourceComparison>),
    /// An area with a missing TRX or missing sources.
    Incomplete(Option<Verdict>, Answer),
}

impl Area {
    /// The verdict; `None` where there is nothing to compare with.
    fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::SourceComparison(compared) => Some(compared.answer),
            Self::Incomplete(verdict, _) => *verdict,
        }
    }
}

/// A TRX, compared with a bake of its sources.
#[derive(Serialize)]
struct SourceComparison {
    file: FileLocation,
    answer: Verdict,
    /// True if the TRX differs from that bake where no unknown footprint explains it.
    stale: bool,
    /// Points on the largest patches of floor that differ in this way, in metres.
    stale_at: Vec<[f32; 3]>,
    /// The floor near placeables without a known footprint, which they may explain, in square metres.
    hidden: f64,
    /// These placeables.
    because_of: Vec<GitObject>,
    /// The walkmesh cutters of the GIT inside which the TRX has floor.
    uncut: Vec<Uncut>,
    sources: Sources,
    /// The floor that a bake of the sources would remove and add.
    floor: FloorDiff,
    #[serde(flatten)]
    geometry: Geometry,
    /// True with `--exact`: every triangle counts.
    #[serde(skip)]
    is_exact: bool,
    /// Limitations of the bake.
    notes: Vec<String>,
}

/// A walkmesh cutter that the TRX does not have.
#[derive(Serialize)]
struct Uncut {
    /// Its index in the `TriggerList`.
    trigger: usize,
    /// The floor of the TRX inside it, in square metres.
    floor: f64,
}

/// The cutters of a GIT with floor that only the TRX has, the largest floor first.
fn uncut(git: &Git, floor: &FloorDiff) -> Vec<Uncut> {
    let drawn = git.cutters();
    let of_cutter = |(cutter, &trigger): (&Cutter, &usize)| {
        let inside = floor.lost.iter().filter(|patch| cutter.contains([patch.at[0], patch.at[1]]));
        Uncut { trigger, floor: inside.map(|patch| patch.area).sum() }
    };
    let mut uncut: Vec<Uncut> = drawn.cutters.iter().zip(&drawn.triggers).map(of_cutter).collect();
    uncut.retain(|uncut| uncut.floor >= FloorDiff::NOTICEABLE);
    uncut.sort_by(|a, b| b.floor.total_cmp(&a.floor));
    uncut
}

#[derive(Serialize)]
struct Sources {
    trn: FileLocation,
    git: Option<FileLocation>,
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trn.fmt(f)?;
        self.git.as_ref().map_or(Ok(()), |git| write!(f, " and {git}"))
    }
}

impl fmt::Display for SourceComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, answer, sources, floor, geometry, notes, because_of, uncut, .. } = self;
        match answer {
            Verdict::UpToDate => {
                write!(f, "{file}: up to date with {sources}")?;
                let small = floor.lost_area() + floor.won_area();
                let small = (!floor.is_equal()).then(|| format!("{small:.2} m² of floor differ"));
                return small.into_iter().chain(geometry.remarks()).try_for_each(|remark| write!(f, "; {remark}"));
            }
            Verdict::Stale => write!(f, "{file}: stale: it is not what is made of {sources}")?,
            Verdict::CannotBeTold => write!(
                f,
                "{file}: cannot be told: its floor differs from that of {sources} only near placeables whose footprints are \
                 not known, or only measured"
            )?,
        }
        show_floor(floor, f)?;
        if !uncut.is_empty() {
            let cutter = |Uncut { trigger, floor }: &Uncut| format!("trigger {trigger}, {floor:.1} m²");
            let first: Vec<String> = uncut.iter().take(SHOWN).map(cutter).collect();
            write!(f, "\n  walkmesh cutters that the TRX does not have: {}", and_more(&first, uncut.len()))?;
        }
        if !because_of.is_empty() {
            let object = |GitObject { tag, position: [x, y, _], appearance, .. }: &GitObject| {
                let appearance = appearance.map_or_else(String::new, |row| format!(" (appearance {row})"));
                format!("{tag}{appearance} at ({x:.2}, {y:.2})")
            };
            let first: Vec<String> = because_of.iter().take(SHOWN).map(object).collect();
            let by = and_more(&first, because_of.len());
            write!(f, "\n  not known: what is cut out by {by}; it may be {:.1} m² of this floor", self.hidden)?;
        }
        if self.is_exact {
            geometry.fmt(f)?;
        }
        notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

/// The first of `all` things.
fn and_more(first: &[String], all: usize) -> String {
    let listed = first.join(", ");
    match all.saturating_sub(first.len()) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}

/// The totals of a folder.
#[derive(Default, Serialize)]
struct Total {
    areas: usize,
    up_to_date: usize,
    stale: usize,
    cannot_be_told: usize,
    failed: usize,
}

impl Total {
    fn add(&mut self, verdict: Option<Verdict>) {
        self.areas += 1;
        let count = |of| usize::from(verdict == Some(of));
        self.up_to_date += count(Verdict::UpToDate);
        self.stale += count(Verdict::Stale);
        self.cannot_be_told += count(Verdict::CannotBeTold);
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { areas, up_to_date, stale, cannot_be_told, failed } = self;
        write!(f, "{}: {up_to_date} up to date, {stale} stale", counted(*areas, "area"))?;
        if *cannot_be_told > 0 {
            write!(f, ", {cannot_be_told} cannot be told")?;
        }
        if *failed > 0 { write!(f, ", {failed} failed") } else { Ok(()) }
    }
}

/// The placeables whose footprints are not known, or not exactly: a footprint measured in other areas may lack a
/// corner.
fn not_known_exactly(carving: Carving) -> Vec<GitObject> {
    let measured = carving.footprints.into_iter().filter(|placed| placed.source == FootprintSource::Learned);
    carving.without_footprint.into_iter().chain(measured.map(|placed| placed.object)).collect()
}
