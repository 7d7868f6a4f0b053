//! Levels: the operations of a level on any bytes, alone and as a file of a small place of each game. Whatever can be opened gives an
//! answer or an error, unedited files are written as they were read, and a bake of a bake changes nothing.
//!
//! A fuzzer runs one operation on each input, which a checksum of the bytes chooses, and opens the places for one input in 32: all of it
//! takes so long that it would try few inputs. The tests run everything.

mod edits;
mod numbers;
mod operations;
mod own_questions;
mod places;
mod questions;

use walkmesh::finding::CheckOptions;
use walkmesh::level::{self, Archive, Collection, Level, MaterialChoice, Memory, OpenOptions};

use numbers::Numbers;
use operations::Choice;
pub use places::places;

/// Runs one operation on a file of any format, which replaces the file of a place that begins with the same bytes.
pub fn levels(bytes: &[u8]) {
    let checksum = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    of_any_name(Choice::One(checksum), bytes);
}

/// Runs every operation on such a file.
pub fn levels_in_full(bytes: &[u8]) {
    of_any_name(Choice::All, bytes);
}

fn of_any_name(chosen: Choice, bytes: &[u8]) {
    let head = |bytes: &[u8]| bytes.iter().copied().take(4).collect::<Vec<u8>>();
    let alike = || places().iter().flatten().filter(|(_, good)| head(good) == head(bytes));
    let names: Vec<&str> = alike().map(|(name, _)| &**name).collect();
    let number = Numbers::new(bytes).below(names.len());
    among_others(chosen, names.get(number).copied().unwrap_or("notes.txt"), bytes);
}

/// A file with a name: every operation on it, and on the levels of a place in which it replaces the file of that name.
pub fn level_among_others(name: &str, bytes: &[u8]) {
    among_others(Choice::All, name, bytes);
}

fn among_others(chosen: Choice, name: &str, bytes: &[u8]) {
    let options = OpenOptions::default().with_name(name);
    let mut numbers = Numbers::new(bytes);
    if chosen.has(Choice::CHECK) {
        let _ = level::check(bytes, &options, &CheckOptions::default());
    }
    if let Ok(level) = Level::from_bytes(bytes, &options) {
        operations::on_level(chosen, &level, &level, &mut numbers);
        operations::round_trip(&level, bytes);
        // Without a choice of materials, a walkmesh that contradicts the usual ones is not baked.
        let materials = level.kotor().walkmesh.map(|_| MaterialChoice::AsStored);
        if chosen.has(Choice::BAKE) {
            operations::bakes_are_final(&options.with_materials(materials), bytes);
        }
    }
    if Archive::is_archive(bytes) {
        archive(chosen, name, bytes, &mut numbers);
    }
    for place in places().iter().filter(|place| chosen.opens_places() && place.contains_key(name)) {
        let good: Memory = place.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let mut damaged = good.clone();
        damaged.insert(name, bytes);
        let _ = Level::open_all(&damaged, &OpenOptions::default());
        for (entry, options) in places::entries(name, place) {
            let [opened, good] = [&damaged, &good].map(|files| Level::open(files, entry, &options));
            if let (Ok(level), Ok(good)) = (opened, good) {
                operations::on_level(chosen, &level, &good, &mut numbers);
                assert!(level.changed().is_ok_and(|changed| changed.is_empty()), "nobody edited {entry}");
            }
        }
    }
}

/// Runs the chosen operations on the levels of an archive.
fn archive(chosen: Choice, name: &str, bytes: &[u8], numbers: &mut Numbers<'_>) {
    let mut files = Collection::new();
    files.add(name, bytes);
    for found in files.levels().iter().take(4) {
        if let Ok(level) = files.open(found, &OpenOptions::default().with_skip_unreadable(true)) {
            operations::on_level(chosen, &level, &level, numbers);
        }
    }
}
