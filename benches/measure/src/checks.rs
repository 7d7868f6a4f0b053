//! Checks by every rule, compared with reading and baking the same files.

use std::path::PathBuf;

use walkmesh::finding::CheckOptions;
use walkmesh::flaw::FlawOptions;
use walkmesh::level::{BakeOptions, Kind, Level, OpenOptions};

use crate::clock::{in_turn, time};
use crate::table::{Figure, Table};
use crate::{Effort, corpus};

/// Maximum number of files of a game to check.
const MOST: usize = 200;

pub fn table(effort: &Effort) -> Table {
    let about = "Each file of the corpus is checked by all rules, those of the geometry of floors among them. The reference \
                 reads and bakes the same files.";
    let mut table = Table::new("Checks", &["reading and baking"], about);
    let files = corpus::all();
    for (game, kinds) in [("KotOR", [Kind::Bwm; 2]), ("NWN2", [Kind::Trn, Kind::Aswm]), ("Silkroad", [Kind::AiNav; 2])]
    {
        let files: Vec<_> = files.iter().filter_map(|path| file(path, kinds)).take(effort.files.min(MOST)).collect();
        if files.is_empty() {
            table.not_run.push(format!("checks of {game}: {}", corpus::NONE));
            continue;
        }
        let all = FlawOptions::default().with_height(Some(2.0)).with_slope(Some(1.0));
        let all = all.with_step(Some(0.3)).with_radius(Some(0.3)).with_corner(Some(30.0));
        for (rules, options) in [
            ("the default rules", CheckOptions::default()),
            ("all rules of floors", CheckOptions::default().with_flaws(all)),
        ] {
            let check = |(file, ..): &Checked| time(|| file.check(&options));
            let [checked, made] = in_turn(
                effort.rounds.min(3),
                [&mut || files.iter().map(check).sum(), &mut || files.iter().map(read_and_bake).sum()],
            )
            .map(Figure::Time);
            table.row(format!("{game}: {rules}, {} files", files.len()), [checked, made]);
        }
    }
    table
}

/// A file that can be checked and baked, its bytes, and how it is opened.
type Checked = (Level, Vec<u8>, OpenOptions);

fn file(path: &PathBuf, kinds: [Kind; 2]) -> Option<Checked> {
    let bytes = std::fs::read(path).ok()?;
    if !kinds.contains(&Kind::detect(&bytes)?) {
        return None;
    }
    let options = OpenOptions::default().with_name(path.file_name()?.to_str()?);
    let file = Level::from_bytes(&bytes, &options).ok()?;
    file.clone().bake(&BakeOptions::default()).ok()?;
    Some((file, bytes, options))
}

fn read_and_bake((_, bytes, options): &Checked) -> f64 {
    time(|| Level::from_bytes(bytes, options).map(|mut file| file.bake(&whole_bake()).map(|_| file)))
}

/// A bake that builds every table: by default, a bake of KotOR keeps a valid tree.
fn whole_bake() -> BakeOptions {
    let mut options = BakeOptions::default();
    options.kotor = options.kotor.with_rebuild_tree(true);
    options
}
