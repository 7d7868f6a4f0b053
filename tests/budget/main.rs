//! The memory use of the operations behind the commands, in each game: at most a stated number of bytes for each byte of input and output,
//! whatever the input contains.
//!
//! `cargo test --test budget -- --nocapture` prints the table.

#[path = "../../benches/support/lists.rs"]
mod lists;
#[path = "../../benches/support/operations.rs"]
mod operations;
#[path = "../../benches/support/readers.rs"]
mod readers;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rayon::ThreadPoolBuilder;
use walkmesh_testing::measure;

use lists::LISTS;
use operations::{OPERATIONS, Work};
use readers::{READERS, Reader};
use walkmesh_mesh::samples::hostile::SHAPES;

/// Memory that an operation needs regardless of its input.
const AROUND: u64 = 256 << 10;

/// Numbers of faces of the small, medium and large inputs.
const FACES: [usize; 3] = [2, 300, 2000];

/// The memory that an operation takes beyond the fixed allowance, for each byte of its input and output; and the line to print.
fn factor_of(work: Work) -> (f64, String) {
    let (input, mut output) = (work.input as u64, 0);
    let peak = measure(|| output = (work.run)() as u64).bytes_max;
    let factor = peak.saturating_sub(AROUND) as f64 / (input + output) as f64;
    (factor, format!("{peak} bytes for {input} and {output}"))
}

/// The rows that take too much. Only the allocations of one thread are counted, so each thread does all work of a row alone.
fn over<T: Sync>(rows: &[T], excess: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let excess_of_next = || rows.get(next.fetch_add(1, Ordering::Relaxed)).map(&excess);
    let excesses = || {
        let alone = ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
        alone.install(|| std::iter::from_fn(excess_of_next).flatten().collect::<Vec<_>>())
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(excesses)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("measured")).collect()
    })
}

#[test]
fn no_operation_takes_more_memory_than_its_input_and_output_justify() {
    let over = over(OPERATIONS, |operation| {
        let name = format!("{} {}", operation.game, operation.name);
        let (mut over, mut worst) = (Vec::new(), (0.0, ""));
        for (shape, make) in SHAPES {
            for faces in FACES.map(|faces| faces.min(operation.most)) {
                let Some(work) = (operation.of)(&make(faces)) else { continue };
                let (factor, cost) = factor_of(work);
                if factor > worst.0 {
                    worst = (factor, shape);
                }
                if factor > operation.factor as f64 {
                    over.push(format!("{name}, {shape} of {faces} faces: {cost}"));
                }
            }
        }
        println!(
            "{name:24} {:6.1} of {:6.1} bytes for each byte of input and output ({})",
            worst.0, operation.factor, worst.1
        );
        over
    });
    assert!(over.is_empty(), "{over:#?}");
}

#[test]
fn no_list_takes_more_memory_than_its_input_and_output_justify() {
    let over = over(LISTS, |list| {
        let name = format!("{} {} {}", list.game, list.name, list.of_what);
        let (mut over, mut worst) = (Vec::new(), 0.0_f64);
        for count in FACES.map(|count| count.min(list.most)) {
            let Some(work) = (list.of)(count) else { continue };
            let (factor, cost) = factor_of(work);
            worst = worst.max(factor);
            if factor > list.factor as f64 {
                over.push(format!("{name}, {count}: {cost}"));
            }
        }
        println!("{name:36} {worst:6.1} of {:6.1} bytes for each byte of input and output", list.factor);
        over
    });
    assert!(over.is_empty(), "{over:#?}");
}

#[test]
fn no_reader_takes_more_memory_than_its_file_justifies() {
    let mut over = Vec::new();
    for count in [1, 300, 40_000] {
        for Reader { name, factor, read, files, .. } in READERS {
            for (what, make) in *files {
                let bytes = make(count);
                let peak = measure(|| read(&bytes)).bytes_max;
                let found = peak.saturating_sub(AROUND) as f64 / bytes.len() as f64;
                println!("{name:6} of {count:6} {what:12} {found:6.1} of {factor:5.1} bytes for each byte");
                if found > *factor {
                    over.push(format!("{name} of {count} {what}: {peak} bytes for {}", bytes.len()));
                }
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
