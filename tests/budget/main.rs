//! What the operations behind the commands cost in memory, in each game: at most a stated number of bytes for each byte of
//! their input and output, whatever the input is made of.
//!
//! `cargo test --test budget -- --nocapture` prints the table.

#[path = "../../benches/support/hostile.rs"]
mod hostile;
#[path = "../../benches/support/operations.rs"]
mod operations;

mod readers;

use rayon::ThreadPoolBuilder;
use walkmesh_testing::measure;

use hostile::SHAPES;
use operations::OPERATIONS;

/// What an operation needs whatever its input is.
const AROUND: u64 = 256 << 10;

/// Faces of the small, the medium and the large inputs.
const FACES: [usize; 3] = [2, 300, 2000];

#[test]
fn no_operation_takes_more_memory_than_its_input_and_output_justify() {
    // What is counted are the allocations of this thread, so it does all work alone.
    let _alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool of this thread");
    let mut over = Vec::new();
    for operation in OPERATIONS {
        let name = format!("{} {}", operation.game, operation.name);
        let mut worst = (0.0, "");
        for (shape, make) in SHAPES {
            for faces in FACES.map(|faces| faces.min(operation.most)) {
                let Some(work) = (operation.of)(&make(faces)) else { continue };
                let (input, mut output) = (work.input as u64, 0);
                let peak = measure(|| output = (work.run)() as u64).bytes_max;
                let factor = peak.saturating_sub(AROUND) as f64 / (input + output) as f64;
                if factor > worst.0 {
                    worst = (factor, shape);
                }
                if factor > operation.factor as f64 {
                    over.push(format!("{name}, {shape} of {faces} faces: {peak} bytes for {input} and {output}"));
                }
            }
        }
        println!(
            "{name:24} {:6.1} of {:6.1} bytes for each byte of input and output ({})",
            worst.0, operation.factor, worst.1
        );
    }
    assert!(over.is_empty(), "{over:#?}");
}
