//! The operations behind the commands, on inputs that make a careless algorithm quadratic, for `lab/growth/run`, which counts their
//! instructions.
//!
//! - `growth list` prints the names of all operations with their shapes: meshes, or lists of something. Each pair has the measured maximum
//!   of faces or entries, the supported maximum, and the allowed factor of instructions for twice the input.
//! - `growth GAME/OPERATION SHAPE COUNT` runs the operation once, and prints the bytes of its input and output. Callgrind counts what
//!   happens in `hot_path`.

use std::hint::black_box;

#[path = "../../support/lists.rs"]
mod lists;
#[path = "../../support/operations.rs"]
mod operations;
#[path = "../../support/readers.rs"]
mod readers;

use lists::LISTS;
use operations::{OPERATIONS, Work};
use readers::{GROWTH, READERS};
use walkmesh_mesh::samples::hostile::SHAPES;

#[inline(never)]
fn hot_path(work: Work) -> usize {
    black_box((work.run)())
}

/// Pairs measured up to this number of faces: one of each kind of shape, and the seams between two rooms.
const LARGE: usize = 160_000;
const LARGE_PAIRS: &[(&str, &str)] = &[
    ("kotor/check", "one-edge"),
    ("kotor/check", "fan"),
    ("kotor/check", "torn-fan"),
    ("kotor/check", "slivers"),
    ("kotor/check", "islands"),
    ("kotor/check", "crack"),
    ("kotor/area-link", "plain"),
    ("kotor/area-weld", "plain"),
    ("nwn2/repair", "comb"),
    ("silkroad/floors", "strip"),
];

/// Pairs whose searches end after 512 points or 1,024 nodes of a tree. A search takes longer in a larger input until it meets that
/// bound, at several thousand faces, so these pairs are measured beyond it.
const BOUNDED_PAIRS: &[(&str, &str)] = &[
    ("kotor/moved", "one-edge"),
    ("nwn2/moved", "one-edge"),
    ("silkroad/moved", "one-edge"),
    ("kotor/area-weld", "one-edge"),
    ("kotor/area-weld", "rooms-in-place"),
    ("nwn2/carve", "slivers"),
    ("nwn2/carve-round", "nested"),
    ("nwn2/carve-round", "pile"),
    ("nwn2/carve-round", "same-places"),
    ("nwn2/diff", "needles"),
];
/// Maximum number of faces or rooms of these pairs.
const BOUNDED: usize = 24_000;

/// Path points are made for at least 80 places, however small the floor is. Up to a few thousand faces, their number grows faster than the
/// floor, so these pairs are measured beyond it.
const FOR_PATH_POINTS: &str = "kotor/generate-path-points";
const OF_PATH_POINTS: usize = 8_000;

/// Default maximum of faces of other meshes, and of entries of the readers' files and the other lists.
const FACES: usize = 3_000;
const ENTRIES: usize = 160_000;
const THINGS: usize = 4_000;

/// The work for a name, a shape and a count; `None` if the shape cannot be such an input.
fn work_of(name: &str, shape: &str, count: usize) -> Option<Work> {
    let is_it = |it: &&lists::List| format!("{}/{}", it.game, it.name) == name && it.of_what == shape;
    if let Some(list) = LISTS.iter().find(is_it) {
        return (list.of)(count);
    }
    if let Some(reader) = READERS.iter().find(|it| format!("read/{}", it.name) == name) {
        let (_, make) = reader.files.iter().find(|(known, _)| *known == shape).expect("a file of the list");
        let (bytes, read) = (make(count), reader.read);
        let run = move || {
            read(&bytes);
            0
        };
        return Some(Work { input: make(count).len(), run: Box::new(run) });
    }
    let (_, make) = SHAPES.iter().find(|(known, _)| *known == shape).expect("a shape of the list");
    let operation = OPERATIONS.iter().find(|it| format!("{}/{}", it.game, it.name) == name);
    (operation.expect("an operation of the list").of)(&make(count))
}

/// Maximum number of faces or things of a pair, if other pairs go up to `count`.
fn usual(name: &str, shape: &str, count: usize) -> usize {
    match (name, shape) {
        pair if LARGE_PAIRS.contains(&pair) => LARGE,
        pair if BOUNDED_PAIRS.contains(&pair) => BOUNDED,
        (FOR_PATH_POINTS, _) => OF_PATH_POINTS,
        _ => count,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => {
            let line = |name: &str, shape: &str, count: usize, most: usize, growth: f64| {
                println!("{name} {shape} {} {most} {growth}", count.min(most));
            };
            for operation in OPERATIONS {
                let name = format!("{}/{}", operation.game, operation.name);
                SHAPES
                    .iter()
                    .for_each(|(shape, _)| line(&name, shape, usual(&name, shape, FACES), operation.most, GROWTH));
            }
            for reader in READERS {
                let name = format!("read/{}", reader.name);
                reader.files.iter().for_each(|(what, _)| line(&name, what, ENTRIES, reader.most, reader.growth));
            }
            for list in LISTS {
                let name = format!("{}/{}", list.game, list.name);
                line(&name, list.of_what, usual(&name, list.of_what, THINGS), list.most, list.growth);
            }
        }
        [name, shape, count] => {
            match work_of(name, shape, count.parse().expect("a number of faces or entries")) {
                Some(work) => {
                    let input = work.input;
                    println!("{}", input + hot_path(work));
                }
                // The mesh cannot be such an input, because a table of the format cannot number its parts.
                None => println!("0"),
            }
        }
        _ => panic!("growth list | growth GAME/OPERATION SHAPE COUNT"),
    }
}
