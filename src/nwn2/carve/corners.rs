//! The low bits of cutter corners, which a GIT rounds, from the TRX of an earlier bake.

use crate::nwn2::Walkmesh;

use super::Cutter;

/// Maximum distance on each axis between a rounded corner and its vertex, in metres: twice half of a rounding step, and float rounding.
const ROUNDING: f32 = 1.2e-5;

impl Cutter {
    /// Moves corners that are within 1.2e-5 m of a vertex of a TRX, on each axis, onto the vertex, and returns their number. A GIT rounds
    /// position and local points to five decimals, so the bits with which the toolset baked are only in the TRX.
    ///
    /// Source: docs/formats/trn-aswm.md#rounded-corners.
    pub fn take_corners(cutters: &mut [Self], trx: &Walkmesh) -> usize {
        let mut vertices: Vec<[f32; 2]> = trx.vertices().iter().map(|vertex| [vertex.x, vertex.y]).collect();
        vertices.sort_by(|[a, _], [b, _]| a.total_cmp(b));
        let mut taken = 0;
        for corner in cutters.iter_mut().flat_map(|cutter| &mut cutter.points) {
            let [x, y] = *corner;
            let first = vertices.partition_point(|[at, _]| *at < x - ROUNDING);
            let near = vertices[first..].iter().take_while(|[at, _]| *at <= x + ROUNDING);
            let off = |[at_x, at_y]: &[f32; 2]| (at_x - x).abs().max((at_y - y).abs());
            let nearest = near.filter(|vertex| off(vertex) <= ROUNDING).min_by(|a, b| off(a).total_cmp(&off(b)));
            if let Some(vertex) = nearest.filter(|vertex| *vertex != corner) {
                *corner = *vertex;
                taken += 1;
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::Aswm;

    #[test]
    fn corners_take_the_nearest_vertex_within_the_rounding() {
        let vertices = [[1.000_01, 2.0, 5.0], [1.000_004, 2.000_001, 0.0], [3.0, 4.0, 0.0], [9.0, 9.000_02, 0.0]];
        let raw = Aswm { vertices: vertices.map(Into::into).into(), ..Aswm::default() };
        let mut cutters = [Cutter { points: vec![[1.0, 2.0], [3.0, 4.0], [9.0, 9.0]] }];
        assert_eq!(Cutter::take_corners(&mut cutters, &Walkmesh::from_raw(raw)), 1);
        assert_eq!(cutters[0].points, [[1.000_004, 2.000_001], [3.0, 4.0], [9.0, 9.0]]);
    }
}
