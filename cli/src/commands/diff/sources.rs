//! Whether a TRX equals a bake of its sources: of the TRN and the GIT of its name in the same folder.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use walkmesh::any::{Kind, Operation};

use crate::file_name::FileName;
use crate::input::{self, Input, Source, each_file, progress};
use crate::output::Report;

use super::Diff;
use super::by_place::Geometry;

/// Compares the TRX that the user named with its sources, or every area in the folder that the user named.
pub fn compare(diff: &Diff, report: &mut Report) -> anyhow::Result<()> {
    if !diff.left.is_dir() {
        return report.answer(&diff.left, || {
            let compared = diff.with_sources(&Input::open(&diff.left)?)?;
            let outcome = super::outcome(!compared.stale);
            Ok((compared, outcome))
        });
    }
    let sources = input::sources(std::slice::from_ref(&diff.left), report);
    let (mut total, works_on) = (Total::default(), |kind: Kind| Operation::DiffGeometry.is_for(kind));
    let areas: Vec<Source> =
        sources.into_iter().filter(|source| has_extension(&source.path, &["trx", "trn"])).collect();
    let work = |_, input: anyhow::Result<Input>| {
        let input = input?;
        if has_extension(&input.path, &["trx"]) { diff.of_trx(&input).map(Some) } else { diff.of_trn(&input) }
    };
    each_file(&areas, &progress(), report, works_on, work, |area, report| {
        let Some(area) = area else { return Ok(()) };
        total.areas += 1;
        total.stale += usize::from(area.is_stale());
        report.add(super::outcome(!area.is_stale()));
        report.result(&area)
    })?;
    total.failed = report.problems().len();
    report.summary(&total)
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default();
    known.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

impl Diff {
    /// The area of a TRX that was met in a folder.
    fn of_trx(&self, input: &Input) -> anyhow::Result<Area> {
        match self.options.area_file(&input.path, "trn")? {
            Some(trn) => Ok(Area::Compared(Box::new(self.with_trn(input, trn)?))),
            None => Ok(Area::NoTrn { file: input.name(), trn: None }),
        }
    }

    /// The area of a TRN that was met in a folder; `None` if there is a TRX of it, which is met itself.
    fn of_trn(&self, input: &Input) -> anyhow::Result<Option<Area>> {
        let trx = self.options.area_file(&input.path, "trx")?;
        Ok(trx.is_none().then(|| Area::NoTrx { file: input.name(), trx: None, stale: true }))
    }

    fn with_sources(&self, input: &Input) -> anyhow::Result<Compared> {
        let trn = self.options.area_file(&input.path, "trn")?;
        self.with_trn(input, trn.ok_or_else(|| anyhow::anyhow!("the folder has no TRN of its name"))?)
    }

    fn with_trn(&self, trx: &Input, trn: PathBuf) -> anyhow::Result<Compared> {
        let of_trn = || trn.display().to_string();
        let mut source = Input::open(&trn).with_context(of_trn)?;
        source.room = trx.room;
        let stored = trx.open_file(&self.materials)?;
        let mut baked = source.open_file(&self.materials).with_context(of_trn)?;
        let objects = self.options.objects_of(&source)?;
        let notes = baked.bake(&self.options.of(&source, objects.as_ref())?).with_context(of_trn)?.notes;
        let geometry = Geometry::of_baked(&stored, &baked, self.shown())?;
        let sources = Sources { trn: source.name(), git: objects.map(|objects| FileName::from(objects.path)) };
        Ok(Compared { file: trx.name(), stale: !geometry.equal, sources, geometry, notes })
    }
}

/// An area of a folder.
#[derive(Serialize)]
#[serde(untagged)]
enum Area {
    Compared(Box<Compared>),
    /// There is nothing to compare the TRX with. In JSON `trn` is `null`.
    NoTrn {
        file: FileName,
        trn: Option<FileName>,
    },
    /// The TRN was never baked. In JSON `trx` is `null`.
    NoTrx {
        file: FileName,
        trx: Option<FileName>,
        stale: bool,
    },
}

impl Area {
    fn is_stale(&self) -> bool {
        match self {
            Self::Compared(compared) => compared.stale,
            Self::NoTrn { .. } => false,
            Self::NoTrx { stale, .. } => *stale,
        }
    }
}

/// A TRX, compared with a bake of its sources.
#[derive(Serialize)]
struct Compared {
    file: FileName,
    /// Whether the TRX differs from that bake. This decides the exit status.
    stale: bool,
    sources: Sources,
    #[serde(flatten)]
    geometry: Geometry,
    /// What the bake could not do.
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Sources {
    trn: FileName,
    git: Option<FileName>,
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trn.fmt(f)?;
        self.git.as_ref().map_or(Ok(()), |git| write!(f, " and {git}"))
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compared(compared) => compared.fmt(f),
            Self::NoTrn { file, .. } => {
                write!(f, "{file}: not compared, because the folder has no TRN of its name")
            }
            Self::NoTrx { file, .. } => write!(f, "{file}: stale: the folder has no TRX of its name"),
        }
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, stale, sources, geometry, notes } = self;
        if !stale {
            write!(f, "{file}: up to date with {sources}")?;
            return geometry.remarks().iter().try_for_each(|remark| write!(f, "; {remark}"));
        }
        let are_places_equal = geometry.are_places_equal();
        let what = if are_places_equal { "its tables are not those of" } else { "it is not what is made of" };
        write!(f, "{file}: stale: {what} {sources}{geometry}")?;
        notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}

/// The totals of a folder.
#[derive(Default, Serialize)]
struct Total {
    areas: usize,
    stale: usize,
    failed: usize,
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { areas, stale, failed } = self;
        write!(f, "{areas} area{}: {stale} stale", if *areas == 1 { "" } else { "s" })?;
        if *failed > 0 { write!(f, ", {failed} failed") } else { Ok(()) }
    }
}
