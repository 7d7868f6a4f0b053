//! Floors under points, and the memory of the index, compared with a plain grid with one cell per face.

use std::hint::black_box;
use std::process::Command;

use walkmesh::mesh::HeightGrid;

use crate::clock::{in_turn, time};
use crate::plain_grid::PlainGrid;
use crate::table::{Figure, Table};
use crate::{Effort, bounds, corpus, generated};
use walkmesh_mesh::samples::shapes::{Dice, Triangle};

/// Number of points on each mesh, too many to be cached.
const POINTS: usize = 16_384;

pub fn table(effort: &Effort) -> Table {
    let about = "The floor below a point: 16,384 different points in the mesh's box. Bytes are what the index allocates for \
                 each face; the plain grid refers to the mesh's triangles instead of holding them, which is 36 bytes a face \
                 that are not in its figure.";
    let mut table = Table::new("Heights", &["plain grid"], about);
    let meshes = meshes(effort);
    if !meshes.iter().any(|(name, _)| name.starts_with("largest")) {
        table.not_run.push(format!("heights in real rooms and areas: {}", corpus::NONE));
    }
    for (name, triangles) in &meshes {
        table.row(name, times(triangles, effort).map(Figure::Time));
    }
    // Counting allocations slows down a whole program, so a separate program does it.
    let path = std::env::current_exe().expect("a program has a path").with_file_name("memory");
    match Command::new(&path).arg(if effort.rounds == 1 { "--short" } else { "--full" }).output() {
        Ok(output) => {
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let mut fields = line.split('\t');
                let name = fields.next().unwrap_or_default();
                let [ours, theirs] = [(); 2].map(|()| fields.next().and_then(|field| field.parse().ok()));
                let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
                table.row(format!("{name}, memory for each face"), [ours, theirs].map(Figure::Bytes));
            }
        }
        Err(error) => table.not_run.push(format!("memory of height grids: {}: {error}", path.display())),
    }
    table
}

/// Names and triangles.
pub fn meshes(effort: &Effort) -> Vec<(String, Vec<Triangle>)> {
    let mut meshes = Vec::new();
    if let Some(room) = corpus::rooms().first() {
        meshes.push(("largest KotOR room", room.faces().filter_map(|face| face.points()).collect()));
    }
    let areas = corpus::areas().into_iter().take(effort.files).filter_map(|area| corpus::walkmesh(&area).ok());
    if let Some(area) = areas.max_by_key(|area| area.triangle_rows().len()) {
        meshes.push(("largest NWN2 area", area.triangles().filter_map(|triangle| triangle.points()).collect()));
    }
    let named = |(name, triangles): (&str, Vec<_>)| (format!("{name}, {} faces", triangles.len()), triangles);
    meshes.into_iter().map(named).chain(generated(effort)).collect()
}

/// Nanoseconds for each point.
fn times(triangles: &[Triangle], effort: &Effort) -> [f64; 2] {
    let masks = vec![1; triangles.len()];
    let (grid, plain) = (HeightGrid::new(triangles, |_| 1), PlainGrid::new(triangles, &masks));
    let [min, max] = bounds(triangles);
    let mut dice = Dice(9);
    let points: Vec<[f32; 3]> = (0..POINTS).map(|_| [0, 1, 2].map(|axis| dice.between(min[axis], max[axis]))).collect();
    in_turn(
        effort.rounds,
        [
            &mut || {
                time(|| {
                    points.iter().for_each(|&point| {
                        black_box(grid.floor_below(point, f32::INFINITY, !0));
                    });
                })
            },
            &mut || {
                time(|| {
                    points.iter().for_each(|&point| {
                        black_box(plain.below(point, !0));
                    });
                })
            },
        ],
    )
    .map(|ns| ns / POINTS as f64)
}
