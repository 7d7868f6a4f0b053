//! The grid with which the floor grid is compared: a plain uniform grid with about one cell per triangle.

use walkmesh_mesh::samples::shapes::Triangle;

/// A face is in every cell that its box touches; a query tests every face of its cell.
pub struct PlainGrid<'a> {
    triangles: &'a [Triangle],
    masks: &'a [u32],
    corner: [f32; 2],
    side: f32,
    size: [usize; 2],
    /// The start of each cell's faces in `faces`, and the end of the last one's.
    starts: Vec<u32>,
    faces: Vec<u32>,
}

impl<'a> PlainGrid<'a> {
    pub fn new(triangles: &'a [Triangle], masks: &'a [u32]) -> Self {
        let span = |triangle: &Triangle, axis: usize| {
            let [a, b, c] = [0, 1, 2].map(|corner: usize| triangle[corner][axis]);
            (a.min(b).min(c), a.max(b).max(c))
        };
        let bounds = [0, 1].map(|axis| {
            triangles.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(min, max), triangle| {
                let (low, high) = span(triangle, axis);
                (min.min(low), max.max(high))
            })
        });
        let extent = bounds.map(|(min, max)| max - min);
        let side = (extent[0] * extent[1] / triangles.len() as f32).sqrt();
        let size = extent.map(|extent| (extent / side).ceil() as usize);
        let mut grid = Self {
            triangles,
            masks,
            corner: bounds.map(|(min, _)| min),
            side,
            size,
            starts: Vec::new(),
            faces: Vec::new(),
        };
        let mut counts = vec![0_u32; size[0] * size[1] + 1];
        let each_entry = |visit: &mut dyn FnMut(usize, u32)| {
            for (face, triangle) in triangles.iter().enumerate() {
                let [[left, right], [bottom, top]] = [0, 1].map(|axis| {
                    let (low, high) = span(triangle, axis);
                    [grid.step(axis, low), grid.step(axis, high)]
                });
                for row in bottom..=top {
                    for column in left..=right {
                        visit(row * size[0] + column, face as u32);
                    }
                }
            }
        };
        each_entry(&mut |cell, _| counts[cell + 1] += 1);
        for cell in 1..counts.len() {
            counts[cell] += counts[cell - 1];
        }
        let mut next = counts.clone();
        let mut faces = vec![0; counts[counts.len() - 1] as usize];
        each_entry(&mut |cell, face| {
            faces[next[cell] as usize] = face;
            next[cell] += 1;
        });
        (grid.starts, grid.faces) = (counts, faces);
        grid
    }

    fn step(&self, axis: usize, value: f32) -> usize {
        (((value - self.corner[axis]) / self.side) as usize).min(self.size[axis] - 1)
    }

    /// The highest floor at or below a point.
    pub fn below(&self, [x, y, z]: [f32; 3], mask: u32) -> Option<(u32, f32)> {
        let cell = self.step(1, y) * self.size[0] + self.step(0, x);
        let mut best: Option<(u32, f32)> = None;
        for &face in &self.faces[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
            if self.masks[face as usize] & mask == 0 {
                continue;
            }
            let [a, b, c] = self.triangles[face as usize];
            let u = (c[0] - x) * (b[1] - y) - (c[1] - y) * (b[0] - x);
            let v = (a[0] - x) * (c[1] - y) - (a[1] - y) * (c[0] - x);
            let w = (b[0] - x) * (a[1] - y) - (b[1] - y) * (a[0] - x);
            let sum = u + v + w;
            if sum != 0.0 && ((u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0)) {
                let height = (u * a[2] + v * b[2] + w * c[2]) / sum;
                if height <= z && best.is_none_or(|(_, highest)| height > highest) {
                    best = Some((face, height));
                }
            }
        }
        best
    }
}
