//! The command `walkmesh diff`: compares two walkmeshes, or a walkmesh with its own re-bake or with a bake of its sources.

mod by_place;
mod sources;
mod tables;

use std::path::{Path, PathBuf};

use walkmesh::level::{DiffError, Level};

use crate::bake_options::{BakeOptions, ToBake};
use crate::input::Input;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::output::{Outcome, Report};
use crate::place::open_pair;

pub use sources::{AreaState, Verdict};

use by_place::ByPlace;
use tables::{TableComparison, TableFilter};

/// Compare two levels by their floors and tables, or one with its own re-bake or its sources
///
/// If the content differs, the command reports what a player notices: how many square metres of walkable floor were lost and
/// gained and where, and which connections, independent of the triangulation. If B is a folder or archive without the level of A, such as
/// `override`, its files are laid over the files of A.
///
/// For each table, the command prints the number of bit-identical entries, and the first ones that differ. The tables cover every
/// byte of a file, in three groups: content; uninitialised bytes and gaps between parts; and packaging, such as the compressed
/// bytes of a walkmesh and uninterpreted packets. The exit status is 1 if the content differs, or with --exact if anything
/// differs. Silkroad's .dof and .bms files can be compared too.
///
/// Tables are compared by index, so one additional triangle makes all later ones differ. --geometry compares two NWN2 walkmeshes
/// by the positions of their triangles instead, and lists triangles that were removed, added, moved, repainted or flipped. Moves
/// of at most 0.1 m, which the toolset does not distinguish, are counted and change the exit status only with --exact. Tables are
/// compared if all triangles are the same and in the same order.
///
/// --against-sources checks whether a TRX is stale: it bakes the TRN of the same name in the same folder, with the GIT of that
/// name, in memory, and compares the TRX with the result by position. For a folder it does so for every area in it. The exit
/// status is 1 if a TRX is stale or missing. A TRX is stale if a player may notice it: if the sources make at least 1 m² more or
/// less floor, or different connections. With --exact any different triangle, table or order makes it stale.
///
/// There are three answers. `up to date`: the TRX has the floor that the sources make. `stale`: its floor differs at the listed
/// positions. `cannot be told`: the floors differ only within 4 m (times the scale) of placeables whose footprints are unknown or
/// only measured. The command lists these placeables and the area of that floor. No file states the rules by which the toolset
/// changes the floor there. `cannot be told` leaves the exit status 0, or with --exact makes it 1.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh diff before.wok after.wok\n  walkmesh diff --exact before.trx after.trx\n  \
                        walkmesh diff --geometry before.trx after.trx\n  walkmesh diff area.trx --rebake \
                        --only-different\n  walkmesh diff module/ --against-sources"
)]
pub struct Diff {
    /// The first file; with --against-sources a TRX, or a folder with areas
    #[arg(value_name = "A")]
    left: PathBuf,
    /// The second file
    #[arg(
        value_name = "B",
        required_unless_present_any = ["rebake", "against_sources"],
        conflicts_with_all = ["rebake", "against_sources"]
    )]
    right: Option<PathBuf>,
    /// Compare A with its own re-bake. Only data that a bake determines is compared
    #[arg(long)]
    rebake: bool,
    /// NWN2: compare triangles by their positions
    #[arg(long, conflicts_with_all = ["rebake", "against_sources"])]
    geometry: bool,
    /// NWN2: compare a TRX with a bake of its TRN and GIT
    #[arg(long, conflicts_with = "rebake")]
    against_sources: bool,
    /// Exit with status 1 if anything differs
    #[arg(long, conflicts_with = "rebake")]
    exact: bool,
    /// Omit equal tables
    #[arg(long)]
    only_different: bool,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten, next_help_heading = "Options of the re-bake and of --against-sources")]
    options: BakeOptions,
}

impl Diff {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        match &self.right {
            Some(right) => self.files(right, report),
            None if self.against_sources => sources::compare(self, report),
            None => report.answer(&self.left, |_| {
                let compared = self.re_bake()?;
                let outcome = outcome(compared.equal);
                Ok((compared, outcome))
            }),
        }
    }

    fn files(&self, right: &Path, report: &mut Report) -> anyhow::Result<()> {
        // Both levels are opened before an error returns, so that the errors of both are reported.
        let open = |input: &Input, over: Option<&FileLocation>| input.level_over(&input.options(&self.materials), over);
        let [left, right] = open_pair([&self.left, right], self.options.layout(), open)
            .map(|(path, opened)| opened.map_err(|error| report.problem(path, &error)).ok());
        let Some((left, right)) = left.zip(right) else { return Ok(()) };
        if self.geometry {
            report.answer(&self.left, |_| self.by_place(left, right))
        } else {
            report.answer(&self.left, |_| self.by_number(left, right))
        }
    }

    fn by_number(
        &self,
        (left, left_name): (Level, FileLocation),
        (right, right_name): (Level, FileLocation),
    ) -> anyhow::Result<(TableComparison, Outcome)> {
        let compared = match left.diff(&right) {
            Ok(tables) => {
                let compared = TableComparison::new(left_name, Some(right_name), &tables, self.shown());
                if compared.has_other_content() { compared.with_floor(left.diff_floor(&right)) } else { compared }
            }
            Err(error @ DiffError::DifferentKinds { .. }) => {
                let floor = left.diff_floor(&right).map_err(|_| error)?;
                TableComparison::of_floors(left_name, right_name, floor)
            }
            Err(error) => return Err(error.into()),
        };
        let outcome = outcome(compared.equal);
        Ok((compared, outcome))
    }

    fn by_place(
        &self,
        (left, left_name): (Level, FileLocation),
        (right, right_name): (Level, FileLocation),
    ) -> anyhow::Result<(ByPlace, Outcome)> {
        let compared = ByPlace::new([left_name, right_name], &left, &right, self.shown())?;
        let outcome = outcome(compared.equal());
        Ok((compared, outcome))
    }

    fn re_bake(&self) -> anyhow::Result<TableComparison> {
        let input = Input::of_level(&self.left, self.options.layout())?;
        let ToBake { level: before, .. } = self.options.open(&input, &self.materials)?;
        let mut baked = before.clone();
        baked.bake(&self.options.of(&input, &before)?).map_err(|error| self.materials.explain(error))?;
        Ok(TableComparison::new(input.name(), None, &before.diff_baked(&baked)?, self.shown()))
    }

    fn shown(&self) -> TableFilter {
        TableFilter { exact: self.exact, only_different: self.only_different }
    }
}

fn outcome(equal: bool) -> Outcome {
    if equal { Outcome::Fine } else { Outcome::Found }
}
