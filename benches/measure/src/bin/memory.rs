//! Bytes for each face that the height grid allocates, and those of a plain grid: a line for each mesh, fields separated
//! by TABs. `measure` runs it as a separate program, because counting allocations slows down a whole program.

use allocation_counter::measure;
use walkmesh::mesh::HeightGrid;
use walkmesh_measure::plain_grid::PlainGrid;
use walkmesh_measure::{Effort, heights};

fn main() {
    let effort = if std::env::args().any(|argument| argument == "--short") { Effort::SHORT } else { Effort::FULL };
    for (name, triangles) in heights::meshes(&effort) {
        let masks = vec![1; triangles.len()];
        let (mut grid, mut plain) = (None, None);
        let ours = measure(|| grid = Some(HeightGrid::new(&triangles, |_| 1)));
        let theirs = measure(|| plain = Some(PlainGrid::new(&triangles, &masks)));
        let each = [ours, theirs].map(|info| info.bytes_current as f64 / triangles.len() as f64);
        println!("{name}\t{:.1}\t{:.1}", each[0], each[1]);
    }
}
