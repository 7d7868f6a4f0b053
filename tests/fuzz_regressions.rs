//! Replays every input that a fuzz target once failed on (`fuzz/regressions/TARGET/`).

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

use proptest::prelude::*;
use rayon::prelude::*;
use targets::TARGETS;
use walkmesh::formats::Document;
use walkmesh::formats::erf::Erf;
use walkmesh_formats::valid::strategies;

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn inputs_that_once_failed_pass_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    let table = fs::read_to_string(folder.join("README.md")).expect("the table of the inputs");
    let mut replayed = 0;
    for of_target in entries(&folder).into_iter().filter(|path| path.is_dir()) {
        let name = of_target.file_name().expect("a folder's name").to_string_lossy().into_owned();
        let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a folder is named for its target");
        for input in entries(&of_target) {
            println!("{}", input.display());
            let row = format!("| `{name}/{}` |", input.file_name().expect("a file's name").to_string_lossy());
            assert!(table.contains(&row), "{}: its fault is not in README.md", input.display());
            let bytes = fs::read(&input).expect("a readable input");
            target(&bytes);
            if name == "levels" {
                targets::levels_in_full(&bytes);
            }
            replayed += 1;
        }
    }
    assert!(replayed > 0, "no input was replayed");
}

#[test]
fn every_target_has_a_binary() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let binaries: Vec<String> =
        entries(&folder).iter().map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(binaries, names);
    let manifest = fs::read_to_string(folder.join("../Cargo.toml")).expect("the manifest of the fuzz targets");
    for name in names {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is not in fuzz/Cargo.toml");
    }
}

/// Every method of a level in the reviewed interface is called by the target `levels`.
#[test]
fn every_operation_of_a_level_is_fuzzed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut target = read(&root.join("fuzz/src/targets/levels.rs"));
    target.extend(entries(&root.join("fuzz/src/targets/levels")).iter().map(|path| read(path)));
    let interface = read(&root.join("snapshots/api.txt"));
    let methods =
        interface.lines().filter_map(|line| line.strip_prefix("walkmesh::level::Level::")?.split_once(": pub fn "));
    let (called, missing): (Vec<&str>, Vec<&str>) = methods
        .map(|(name, _)| name)
        .partition(|name| [".", "::"].iter().any(|before| target.contains(&format!("{before}{name}("))));
    assert!(called.len() > 40 && missing.is_empty(), "not called: {missing:?}");
}

#[path = "../fuzz/src/seeds/archives.rs"]
mod archives;
#[path = "../fuzz/src/seeds/exchange.rs"]
mod seeds;
#[path = "../fuzz/src/seeds/sweep.rs"]
mod sweep;

/// The number of damages of each file that are tried, unless all are.
const SHARE: usize = 8;

/// Time limit for all operations on a small file. Most take a few milliseconds.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The faults of the operations on a damaged file.
fn fault(name: &str, sweep: &sweep::Sweep, number: usize) -> Option<String> {
    let (damage, bytes) = sweep.damage(number);
    let start = Instant::now();
    let fault = match catch_unwind(|| targets::level_among_others(name, &bytes)) {
        Err(_) => "a panic, which stands above",
        Ok(()) if start.elapsed() > MAX_TIME => "too slow",
        Ok(()) => return None,
    };
    Some(format!("{name} {damage}: {fault}"))
}

/// By default some damages of each file are tried; `WALKMESH_PLANTED=all` tries all of them, and a number tries that number per file.
#[test]
fn every_operation_on_a_file_with_a_damaged_word_ends_with_an_answer_or_a_reason() {
    let wanted = match std::env::var("WALKMESH_PLANTED") {
        Ok(number) => number.parse().unwrap_or(usize::MAX),
        Err(_) => SHARE,
    };
    let of_file = |(name, whole): (&String, &Vec<u8>)| {
        let sweep = sweep::Sweep::new(whole);
        let (count, share) = (sweep.count(), wanted.min(sweep.count()));
        let parts = (0..share).into_par_iter();
        parts.filter_map(|part| fault(name, &sweep, part * count / share)).collect::<Vec<String>>()
    };
    let archives = archives::archives(targets::places());
    let faults: Vec<String> =
        targets::places().iter().flatten().chain(&archives).par_bridge().flat_map(of_file).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

proptest! {
    /// A small fuzzer: `PROPTEST_CASES` sets the number of cases.
    #[test]
    fn damaged_seeds_of_other_programs_pass(
        seed in any::<prop::sample::Index>(),
        damages in proptest::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<u8>(), any::<prop::sample::Index>()), 1..6),
    ) {
        let mut bytes = seed.get(&seeds::seeds()).1.clone();
        for (at, how, byte, other) in damages {
            if bytes.is_empty() {
                break;
            }
            let (at, other) = (at.index(bytes.len()), other.index(bytes.len()));
            match how {
                0 => bytes[at] = byte,
                1 => drop(bytes.drain(at.min(other)..at.max(other).min(at.min(other) + 9))),
                2 => {
                    let piece = bytes[other..bytes.len().min(other + 9)].to_vec();
                    drop(bytes.splice(at..at, piece));
                }
                _ => bytes[at] = b"0123456789-.eE/#\\\n "[usize::from(byte) % 19],
            }
        }
        targets::exchange(&bytes);
    }
}

proptest! {
    /// The same for walkmesh cutters.
    #[test]
    fn any_cutters_are_carved_or_refused(kind in 0..8_u8, points in proptest::collection::vec(0..180_u8, 0..120)) {
        // End cutters at some places.
        let bytes = points.iter().map(|at| if at % 29 == 28 { 255 } else { *at });
        targets::carve(&[kind].into_iter().chain(bytes).collect::<Vec<u8>>());
    }
}

proptest! {
    /// The same for the targets that make meshes of their bytes: mostly small numbers, so that much coincides.
    #[test]
    fn any_meshes_pass(bytes in proptest::collection::vec(prop_oneof![9 => 0..8_u8, 2 => any::<u8>(), 1 => Just(255)], 0..240)) {
        for target in [
            targets::archive_edits,
            targets::editors,
            targets::flaws,
            targets::matching,
            targets::objects,
            targets::paths,
            targets::plan,
            targets::repairs,
            targets::seams,
        ] {
            target(&bytes);
        }
    }

    /// The same for archives that were damaged.
    #[test]
    fn damaged_archives_pass(
        erf in strategies::document::<Erf>(),
        damages in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut bytes = erf.to_bytes().expect("a valid archive");
        damages.iter().for_each(|(at, byte)| bytes[at.index(erf.to_bytes().expect("the same").len())] = *byte);
        targets::archives(&bytes);
    }

    /// The same for layouts, word by word.
    #[test]
    fn any_layouts_pass(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let text: String = words.into_iter().map(|word| WORDS[word]).collect();
        for before in ["", "beginlayout\n"] {
            targets::layout(format!("{before}{text}").as_bytes());
        }
    }
}

/// The words in the text of a layout.
const WORDS: [&str; 19] = [
    "beginlayout",
    "roomcount",
    "doorhookcount",
    "trackcount",
    "donelayout",
    "#",
    " ",
    " ",
    "\n",
    "\n",
    "\r\n",
    "\t",
    "1",
    "2",
    "-0.5",
    "1e30",
    "a",
    "m01aa_01a",
    "****",
];
