//! The command `walkmesh footprints learn`: learns footprints from areas that the toolset has baked.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use rayon::prelude::*;
use serde_json::json;
use walkmesh::counted;
use walkmesh::nwn2::{
    Agreement, AreaTrial, FootprintShape, LearnOptions, LearnReport, LearnedFootprint, learn_footprints,
};

use super::table;
use super::triples::{Fault, Incomplete, Triple, triples};
use crate::footprints;
use crate::input;
use crate::limits;
use crate::location::FileLocation;
use crate::output::{Answer, Report, to_value};
use crate::run::Run;
use crate::save;

/// Learn the footprints of placeables from NWN2 areas that the toolset has baked
///
/// Each area needs three files with the same name in one folder: the TRN and the GIT as the toolset saves them, and the TRX as it
/// bakes them. The table has holes, patches and the floors of models; a footprint is included only if a bake of these areas is
/// closer to the TRX with it than without it: by walkable floor, and then by triangles. All areas are held in memory at once.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh footprints learn module/ -o table.json\n  walkmesh footprints learn one/ other/ \
                        --json -o table.json\n  walkmesh footprints learn module/ --onto table.json -o better.json"
)]
pub struct Learn {
    /// Folders with the areas, including subfolders
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// The table (`-` is standard output). An existing file with different content is replaced only with --force
    #[arg(short, long, value_name = "JSON")]
    output: PathBuf,
    /// An existing table, as for `walkmesh bake --footprints`. The new table contains all of it. A new footprint replaces an
    /// existing one only if bakes are closer to the TRX with it, also in areas from which it was not learned, and no area gets
    /// worse; if only copies of one area have the placeable, three of its instances must show the footprint
    #[arg(long, value_name = "TABLE", conflicts_with = "no_leave_one_out")]
    onto: Option<PathBuf>,
    /// Skip the cross-validation. It bakes each area with the footprints learned from the other areas, which shows how well the
    /// table works on unknown areas, and takes more time than the rest
    #[arg(long)]
    no_leave_one_out: bool,
    /// Treat each FOLDER as a world: the cross-validation leaves out all areas of a world together
    #[arg(long, conflicts_with = "no_leave_one_out")]
    worlds: bool,
    /// Replace an existing file with different content
    #[arg(long)]
    force: bool,
}

impl Learn {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.leave_to(Some(&self.output));
        match self.learn(report) {
            Ok(Some(learned)) => report.result(&learned),
            Ok(None) => Ok(()),
            Err(error) => {
                report.problem(&self.output, &error);
                Ok(())
            }
        }
    }

    /// `None` if no area could be read, which is reported.
    fn learn(&self, report: &mut Report) -> anyhow::Result<Option<Answer>> {
        let triples = triples(&input::sources(&self.folders, report))?;
        self.ensure_no_input_is_replaced(&triples)?;
        let this = Run::current();
        let read: Vec<_> = triples.par_iter().map(|triple| this.enter(|| triple.read(self.worlds))).collect();
        let (mut areas, mut incomplete) = (Vec::new(), Vec::new());
        for area in read {
            match area {
                Ok(area) => areas.push(area),
                Err(Fault::Unreadable(path, error)) => report.problem(&path, &error),
                Err(Fault::Incomplete(lacking)) => incomplete.push(lacking),
            }
        }
        if areas.is_empty() {
            ensure!(!report.problems().is_empty(), nothing_to_learn_from(&incomplete));
            return Ok(None);
        }
        let onto = self.onto.as_deref().map(footprints::read).transpose()?;
        let options = LearnOptions::default()
            .with_onto(onto.clone().unwrap_or_default())
            .with_leave_one_out(!self.no_leave_one_out)
            .with_limits(limits::limits());
        let mut learned = learn_footprints(&areas, &options);
        let table = match onto {
            Some(known) => {
                let table = learned.footprints_onto(&known)?;
                learned.learned.retain(LearnedFootprint::is_proven);
                table
            }
            None => learned.footprints()?,
        };
        let text = table::to_text(&table, &learned)?;
        save::write_new(None, &self.output, text.as_bytes(), self.force)?;
        Ok(Some(answer(&self.output, &learned, &incomplete, self.worlds)?))
    }

    fn ensure_no_input_is_replaced(&self, triples: &[Triple]) -> anyhow::Result<()> {
        let Ok(output) = self.output.canonicalize() else { return Ok(()) };
        let areas = triples.iter().flat_map(Triple::files).filter_map(FileLocation::path);
        let mut inputs = areas.chain(self.onto.as_deref());
        let is_input = inputs.any(|file| file.canonicalize().is_ok_and(|file| file == output));
        ensure!(!is_input, "is a file of an area, or the known table; name another file for the table");
        Ok(())
    }
}

/// One of the bakes of an area.
type BakeOf = fn(&AreaTrial) -> Option<Agreement>;

/// Maximum number of footprints whose wrong floor is listed.
const WORST: usize = 10;

/// Returns the reason why the files have no area.
fn nothing_to_learn_from(incomplete: &[Incomplete]) -> String {
    let needed = "each area needs a TRN, a GIT and a TRX of one name in one folder";
    match incomplete.first() {
        Some(first) => format!("there is nothing to learn from: {needed}, and {first}"),
        None => format!("there is nothing to learn from: {needed}, and the folders have none of these files"),
    }
}

/// The answer about a written table: the walkable floor that bakes of the areas get wrong, and the triangles of the TRX that they
/// reproduce.
fn answer(output: &Path, report: &LearnReport, incomplete: &[Incomplete], worlds: bool) -> serde_json::Result<Answer> {
    let LearnReport { learned, unlearned, areas, .. } = report;
    let count =
        |is_it: fn(&FootprintShape) -> bool| learned.iter().filter(|learned| is_it(learned.footprint.shape())).count();
    let holes = count(|shape| matches!(shape, FootprintShape::Hole { .. }));
    let patches = count(|shape| matches!(shape, FootprintShape::Patch { .. }));
    let walk_meshes = count(|shape| matches!(shape, FootprintShape::WalkMesh(_)));
    let output = FileLocation::from(output);
    let counts =
        [(holes, "hole"), (patches, "patch"), (walk_meshes, "floor")].map(|(count, what)| counted(count, what));
    let mut text =
        format!("{output}: {} of models; {} without", counts.join(", "), counted(unlearned.len(), "appearance"));
    let all = areas.iter().map(|area| area.triangles).sum::<usize>();
    text += &format!("\n  {}, {}:", counted(areas.len(), "area"), counted(all, "triangle"));
    let bakes: [(&str, BakeOf); 3] = [
        ("without footprints", |area| area.without),
        ("with them", |area| area.with),
        (if worlds { "with those of other worlds" } else { "with those of other areas" }, |area| area.left_out),
    ];
    for (name, of) in bakes {
        let agreements: Vec<Agreement> = areas.iter().filter_map(of).collect();
        if !agreements.is_empty() {
            let wrong: f64 = agreements.iter().map(|bake| f64::from(bake.wrong_floor)).sum();
            let split: f64 = agreements.iter().map(|bake| f64::from(bake.split_floor)).sum();
            let triangles: usize = agreements.iter().map(|bake| bake.triangles).sum();
            text += &format!("\n    {name}: {wrong:.1} m² of floor are wrong");
            if split > 0.0 {
                text += &format!(", {split:.1} m² more are cut off or connected wrongly");
            }
            text += &format!(", {triangles} triangles are equal");
        }
    }
    let mut wrong: Vec<&LearnedFootprint> = learned.iter().filter(|learned| learned.wrong_floor >= 1.0).collect();
    wrong.sort_by(|a, b| b.wrong_floor.total_cmp(&a.wrong_floor));
    for LearnedFootprint { appearance, footprint, wrong_floor, placings, .. } in wrong.into_iter().take(WORST) {
        let name = footprint.name.as_ref().map(|name| format!("{name}, ")).unwrap_or_default();
        let placings = counted(*placings, "placement");
        text += &format!("\n  {name}row {appearance}: {wrong_floor:.1} m² are still wrong around {placings}");
    }
    for area in areas.iter().filter(|area| area.without.is_none()) {
        text += &format!("\n  {} cannot be baked, so it was not tried", area.name);
    }
    incomplete.iter().for_each(|area| text += &format!("\n  {area}"));
    let json = json!({
        "output": output, "learned": learned.len(), "holes": holes, "patches": patches, "walk_meshes": walk_meshes,
        "unlearned": to_value(unlearned)?, "areas": to_value(areas)?, "incomplete": to_value(&incomplete)?,
    });
    Ok(Answer(json, text))
}
