//! A file as its game sees it: which of the library's rooms a command asks.

use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use walkmesh::diff::{Group, TableDiff};
use walkmesh::finding::{CheckOptions, Findings, Unreadable};
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;
use walkmesh::formats::{Document, Format};
use walkmesh::{kotor, nwn2, silkroad};

use crate::bake_options::BakeOptions;
use crate::input::{Input, Unrecognised, promised_format};
use crate::limits::limits;
use crate::materials::Materials;

/// A walkmesh of one of the games.
pub enum View {
    Kotor(kotor::Walkmesh),
    /// A TRN or TRX, whose walkmesh could be inflated.
    Area(nwn2::Terrain),
    /// A bare ASWM.
    Aswm(Arc<nwn2::Walkmesh>),
    Dungeon(silkroad::Dungeon),
}

/// What a bake made, and what it has to say about it.
pub struct Baked {
    pub view: View,
    /// Sentences on what could not be carried along.
    pub notes: Vec<String>,
}

impl View {
    /// Whether files of a format are walkmeshes of one of the games.
    pub fn is_of(format: Format) -> bool {
        matches!(format, Format::Bwm | Format::Trn | Format::Aswm | Format::AiNav)
    }

    pub fn open(input: &Input) -> anyhow::Result<Self> {
        let bytes = input.bytes.as_slice();
        Ok(match input.format {
            Format::Bwm => Self::Kotor(with_kind_of_name(kotor::Walkmesh::from_bytes(bytes)?, &input.path)),
            Format::Trn => {
                let area = nwn2::Terrain::from_bytes_with(bytes, &limits())?;
                area.walkmesh()?;
                Self::Area(area)
            }
            Format::Aswm => Self::Aswm(Arc::new(nwn2::Walkmesh::from_bytes_with(bytes, &limits())?)),
            Format::AiNav => Self::Dungeon(silkroad::Dungeon::from_bytes(bytes)?),
            other => return Err(of_no_walkmesh(other)),
        })
    }

    /// Opens a file that is to be baked: one that a known editor broke is mended first, which is a note.
    pub fn open_to_bake(input: &Input) -> anyhow::Result<(Self, Vec<String>)> {
        match Self::open(input) {
            Ok(view) => Ok((view, Vec::new())),
            Err(error) => {
                let mended = match input.format {
                    Format::AiNav => silkroad::undo_squared(&input.bytes),
                    _ => None,
                };
                let note = "its cell counts were the squares that a known editor writes".to_owned();
                mended.map(|dungeon| (Self::Dungeon(dungeon), vec![note])).ok_or(error)
            }
        }
    }

    pub fn to_bytes(&self) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            Self::Kotor(walkmesh) => walkmesh.to_bytes()?,
            Self::Area(area) => area.to_bytes()?,
            Self::Aswm(walkmesh) => walkmesh.to_bytes()?,
            Self::Dungeon(dungeon) => dungeon.to_bytes()?,
        })
    }

    /// Whether a bake has made it: all are, but for an NWN2 area as the toolset saves it.
    pub fn is_baked(&self) -> bool {
        self.nwn2().map_or(true, nwn2::Walkmesh::is_baked)
    }

    /// The walkmesh of an NWN2 area.
    pub fn nwn2(&self) -> anyhow::Result<&nwn2::Walkmesh> {
        match self {
            Self::Area(area) => Ok(area.walkmesh()?),
            Self::Aswm(walkmesh) => Ok(walkmesh),
            Self::Kotor(_) | Self::Dungeon(_) => bail!("is no NWN2 area"),
        }
    }

    pub fn diff(&self, other: &Self) -> anyhow::Result<Vec<TableDiff>> {
        Ok(match (self, other) {
            (Self::Kotor(left), Self::Kotor(right)) => left.diff(right),
            (Self::Area(left), Self::Area(right)) => left.diff(right),
            (Self::Area(_) | Self::Aswm(_), Self::Area(_) | Self::Aswm(_)) => self.nwn2()?.diff(other.nwn2()?),
            (Self::Dungeon(left), Self::Dungeon(right)) => left.diff(right),
            _ => bail!("the two files are of different games"),
        })
    }

    /// Compares a walkmesh with its own re-bake, in what a bake determines: not in what nobody reads, and not in how a
    /// file is packed.
    pub fn diff_baked(&self, baked: &Self) -> anyhow::Result<Vec<TableDiff>> {
        let mut tables = self.diff(baked)?;
        tables.retain(|table| table.group == Group::Content && table.entries > 0);
        Ok(tables)
    }

    /// The same file, with a table of materials that was given.
    pub fn with_materials(self, materials: &Materials) -> Self {
        match self {
            Self::Kotor(walkmesh) => Self::Kotor(materials.of_walkmesh(walkmesh)),
            other @ (Self::Area(_) | Self::Aswm(_) | Self::Dungeon(_)) => other,
        }
    }

    /// Bakes what was read from an input, within the room that it has.
    pub fn bake(&self, input: &Input, options: &BakeOptions, materials: &Materials) -> anyhow::Result<Baked> {
        let nwn2 = options.nwn2().with_limits(limits().with_inflated(input.room));
        let (view, notes) = match self {
            Self::Kotor(walkmesh) => {
                let mut walkmesh = walkmesh.clone();
                let word = walkmesh.as_raw().walkmesh_type;
                let options = options.kotor(&input.path, walkmesh.kind())?;
                let baked = walkmesh.bake(&options).map_err(|error| materials.explain(error))?;
                let notes = bake_notes(word, &walkmesh, baked);
                (Self::Kotor(walkmesh), notes)
            }
            Self::Area(area) => {
                let mut area = area.clone();
                let report = area.bake(&nwn2).map_err(|error| match error {
                    nwn2::BakeError::Terrain(error) => anyhow::Error::from(error),
                    error => error.into(),
                })?;
                (Self::Area(area), nwn2_notes(&report))
            }
            Self::Aswm(walkmesh) => {
                let mut walkmesh = Arc::clone(walkmesh);
                let report = Arc::make_mut(&mut walkmesh).bake(&nwn2)?;
                (Self::Aswm(walkmesh), nwn2_notes(&report))
            }
            Self::Dungeon(dungeon) => {
                let (plan, lost_links) = silkroad::Plan::of(&silkroad::Graph::of(dungeon));
                let lost = |silkroad::LostLink { block, link }| format!("link {link} of {block} is no half of a door");
                // The tables are as large as those that were read.
                let options = silkroad::BakeOptions { size_limit: Some(plan.file_size()) };
                (Self::Dungeon(silkroad::bake(&plan, &options)?), lost_links.into_iter().map(lost).collect())
            }
        };
        Ok(Baked { view, notes })
    }
}

/// A file that can be compared with another: a walkmesh, or one of the files beside Silkroad's.
pub enum Comparable {
    Walkmesh(Box<View>),
    Dof(Box<Dof>),
    Bms(Box<Bms>),
}

impl Comparable {
    pub fn open(input: &Input) -> anyhow::Result<Self> {
        Ok(match input.format {
            Format::Dof => Self::Dof(Box::new(Dof::from_bytes(&input.bytes)?)),
            Format::Bms => Self::Bms(Box::new(Bms::from_bytes(&input.bytes)?)),
            _ => Self::Walkmesh(Box::new(View::open(input)?)),
        })
    }

    pub fn diff(&self, other: &Self) -> anyhow::Result<Vec<TableDiff>> {
        match (self, other) {
            (Self::Walkmesh(left), Self::Walkmesh(right)) => left.diff(right),
            (Self::Dof(left), Self::Dof(right)) => Ok(silkroad::diff_dof(left, right)),
            (Self::Bms(left), Self::Bms(right)) => Ok(silkroad::diff_bms(left, right)),
            _ => bail!("the two files are of different formats"),
        }
    }
}

/// What a bake of a KotOR file changed beside the tables that it makes.
fn bake_notes(word: u32, walkmesh: &kotor::Walkmesh, baked: kotor::BakeReport) -> Vec<String> {
    let kotor::BakeReport { lost_transitions, dropped_tables, .. } = baked;
    let now = walkmesh.as_raw().walkmesh_type;
    let mended =
        (word != now).then(|| format!("the type word was {word}, and is {now} now, as the file's kind asks for"));
    let dropped = dropped_tables.into_iter().map(|(table, rows)| {
        format!("{rows} {table} went, for only a room has them; if the file is a room, its name must end in .wok")
    });
    let lost = |(edge, room)| format!("{edge} led to {room}, and is no edge of a perimeter any more");
    mended.into_iter().chain(dropped).chain(lost_transitions.into_iter().map(lost)).collect()
}

/// What a bake of an NWN2 area left undone, and changed beside the tables that it makes.
fn nwn2_notes(report: &nwn2::BakeReport) -> Vec<String> {
    let version = report.old_version.map(|before| {
        let after = walkmesh::formats::aswm::Version::V6C;
        format!("version {before} became {after}, the only one that a bake writes")
    });
    report.left_undone.iter().map(ToString::to_string).chain(version).collect()
}

/// What is wrong with a file. It need not open as a view: some of what is wrong is a finding, not an error.
pub fn check(input: &Input, materials: &Materials, options: &CheckOptions) -> anyhow::Result<Findings> {
    let bytes = input.bytes.as_slice();
    match input.format {
        Format::Trn => {
            let name = input.path.file_name().unwrap_or_default().to_string_lossy();
            Ok(nwn2::Terrain::from_bytes_with(bytes, &limits())?.check_file(&name, options))
        }
        Format::AiNav => {
            let mut findings = silkroad::check_bytes(bytes, options)?;
            if let Ok(dungeon) = silkroad::Dungeon::from_bytes(bytes)
                && let Some(name) = input.path.file_name()
                && let Some(finding) = dungeon.check_file_name(&name.to_string_lossy())
            {
                findings.push(finding);
            }
            Ok(findings)
        }
        Format::Bwm => {
            let walkmesh = with_kind_of_name(kotor::Walkmesh::from_bytes(bytes)?, &input.path);
            Ok(materials.of_walkmesh(walkmesh).check(options))
        }
        Format::Aswm => Ok(nwn2::Walkmesh::from_bytes_with(bytes, &limits())?.check(options)),
        other => Err(of_no_walkmesh(other)),
    }
}

/// Why a file could not be read, as findings, if the file is to blame; else the error itself.
pub fn findings_of_unreadable(path: &Path, error: anyhow::Error, options: &CheckOptions) -> anyhow::Result<Findings> {
    let why = match (error.downcast_ref::<Unrecognised>(), promised_format(path)) {
        (Some(Unrecognised::Empty), Some(_)) => Some(Unreadable::Empty),
        (Some(Unrecognised::Unknown), Some(promised)) => Some(Unreadable::Unrecognised(promised)),
        (Some(_), None) => None,
        (None, _) => {
            let of_packet = match error.downcast_ref() {
                Some(nwn2::TerrainError::Format(error)) => Some(error),
                _ => None,
            };
            error.downcast_ref().or(of_packet).map(Unreadable::Failed)
        }
    };
    match why.and_then(|why| why.finding()) {
        None => Err(error),
        Some(finding) => {
            let mut findings = Findings::new(options);
            findings.push(finding);
            Ok(findings)
        }
    }
}

/// Why a file is not worked on whose format is known.
fn of_no_walkmesh(format: Format) -> anyhow::Error {
    match format {
        Format::Dof | Format::Bms => {
            anyhow!(
                "is a {format}: this command works on the AINavData of a dungeon; info and roundtrip read its {format}"
            )
        }
        Format::TwoDa => {
            anyhow!(
                "is a 2DA, a table and no walkmesh: a surfacemat.2da is named with --materials; info and roundtrip read it"
            )
        }
        other => anyhow!("this command knows nothing of {other}"),
    }
}

/// A walkmesh is what the extension of its file's name says, where it says anything.
pub fn with_kind_of_name(walkmesh: kotor::Walkmesh, path: &Path) -> kotor::Walkmesh {
    match path.file_name().and_then(|name| kotor::Kind::of_file(&name.to_string_lossy())) {
        Some(kind) => walkmesh.with_kind(kind),
        None => walkmesh,
    }
}
