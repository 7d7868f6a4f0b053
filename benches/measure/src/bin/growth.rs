//! The operations behind the commands on meshes that a careless algorithm goes quadratic on, for `.ci/growth/run`, which
//! counts their instructions.
//!
//! - `growth list` prints the names of all operations and shapes with the most faces that each pair is meant for.
//! - `growth GAME/OPERATION SHAPE FACES` does it once, and prints the bytes of its input and output. Callgrind counts what
//!   happens in `hot_path`.

use std::hint::black_box;

#[path = "../../../support/hostile.rs"]
mod hostile;
#[path = "../../../support/operations.rs"]
mod operations;

use hostile::SHAPES;
use operations::{OPERATIONS, Work};

#[inline(never)]
fn hot_path(work: Work) -> usize {
    black_box((work.run)())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => {
            for operation in OPERATIONS {
                for (shape, _) in SHAPES {
                    println!("{}/{} {shape} {}", operation.game, operation.name, operation.most);
                }
            }
        }
        [name, shape, faces] => {
            let operation = OPERATIONS.iter().find(|it| format!("{}/{}", it.game, it.name) == *name);
            let operation = operation.expect("an operation of the list");
            let (_, make) = SHAPES.iter().find(|(known, _)| known == shape).expect("a shape of the list");
            match (operation.of)(&make(faces.parse().expect("a number of faces"))) {
                Some(work) => {
                    let input = work.input;
                    println!("{}", input + hot_path(work));
                }
                // The mesh cannot be such an input, because a table of the format cannot number its parts.
                None => println!("0"),
            }
        }
        _ => panic!("growth list | growth GAME/OPERATION SHAPE FACES"),
    }
}
