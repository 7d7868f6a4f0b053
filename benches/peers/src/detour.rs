//! [`Detour`]: paths of the library of this name.

use std::ffi::{c_float, c_int, c_uint, c_ushort};
use std::ptr::NonNull;

use super::PeerError;

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

// SAFETY: these are the signatures in `shims/detour.cpp`.
unsafe extern "C" {
    fn peer_detour_new(
        verts: *const c_ushort,
        vert_count: c_int,
        polys: *const c_ushort,
        poly_count: c_int,
        bmin: *const c_float,
        bmax: *const c_float,
        cs: c_float,
        ch: c_float,
    ) -> *mut Opaque;
    fn peer_detour_free(peer: *mut Opaque);
    fn peer_detour_path(
        peer: *mut Opaque,
        start: c_uint,
        from: *const c_float,
        goal: c_uint,
        to: *const c_float,
    ) -> c_int;
    fn peer_detour_points(peer: *const Opaque) -> *const c_float;
}

/// "No neighbour" in Detour's tables. Numbers from 0x8000 on mean borders of a tile.
const NO_NEIGHBOUR: u16 = 0xffff;
/// Vertices lie on a grid of 16 bits, whose last number is kept free.
const GRID: f32 = 65_534.0;

/// A mesh in one tile of Detour, and a query on it. Points are x, y and height, as everywhere in `walkmesh`.
///
/// Detour rounds vertices to a grid of 16 bits, so the grid is as fine as the mesh's size allows.
pub struct Detour {
    peer: NonNull<Opaque>,
    faces: u32,
}

impl Detour {
    /// A mesh of walkable triangles, with the neighbour across each side, from corner `k` to `k + 1`.
    ///
    /// # Errors
    /// When a tile of Detour cannot hold the mesh.
    ///
    /// # Panics
    /// When an index is outside of the tables.
    pub fn new(vertices: &[[f32; 3]], faces: &[[u32; 3]], neighbours: &[[Option<u32>; 3]]) -> Result<Self, PeerError> {
        if vertices.len() > 65_534 {
            return Err(PeerError::TooManyVertices(vertices.len()));
        }
        if faces.len() > 0x7fff {
            return Err(PeerError::TooManyFaces(faces.len()));
        }
        assert_eq!(faces.len(), neighbours.len());
        assert!(faces.iter().flatten().all(|&corner| (corner as usize) < vertices.len()));
        assert!(neighbours.iter().flatten().flatten().all(|&face| (face as usize) < faces.len()));
        let points: Vec<[f32; 3]> = vertices.iter().map(|&point| axes(point)).collect();
        let bound = |axis: usize, pick: fn(f32, f32) -> f32, first: f32| {
            points.iter().fold(first, |bound, point| pick(bound, point[axis]))
        };
        let min: [f32; 3] = std::array::from_fn(|axis| bound(axis, f32::min, f32::INFINITY));
        let max: [f32; 3] = std::array::from_fn(|axis| bound(axis, f32::max, f32::NEG_INFINITY));
        let cell = ((max[0] - min[0]).max(max[2] - min[2]) / GRID).max(f32::MIN_POSITIVE);
        let height = ((max[1] - min[1]) / GRID).max(1e-6);
        let cells = [cell, height, cell];
        let vertices: Vec<u16> = points
            .iter()
            .flat_map(|point| [0, 1, 2].map(|axis| ((point[axis] - min[axis]) / cells[axis]).round() as u16))
            .collect();
        let polygons: Vec<u16> = faces
            .iter()
            .zip(neighbours)
            .flat_map(|(corners, across)| {
                let across = across.map(|face| face.map_or(NO_NEIGHBOUR, |face| face as u16));
                corners.map(|corner| corner as u16).into_iter().chain(across)
            })
            .collect();
        // SAFETY: the tables have as many entries as their counts say, and outlive the call, which copies them.
        let peer = unsafe {
            peer_detour_new(
                vertices.as_ptr(),
                points.len() as c_int,
                polygons.as_ptr(),
                faces.len() as c_int,
                min.as_ptr(),
                max.as_ptr(),
                cell,
                height,
            )
        };
        let peer = NonNull::new(peer).ok_or(PeerError::Refused)?;
        Ok(Self { peer, faces: faces.len() as u32 })
    }

    /// The number of corner points of the path between two positions (a face and a point on it), including both ends. `None` if Detour does
    /// not reach the goal.
    ///
    /// # Panics
    /// A face is not in the mesh.
    pub fn path(&mut self, (start, from): (u32, [f32; 3]), (goal, to): (u32, [f32; 3])) -> Option<usize> {
        assert!(start < self.faces && goal < self.faces);
        let (from, to) = (axes(from), axes(to));
        // SAFETY: the peer lives as long as `self`, which is borrowed mutably, and each point has three floats.
        let count = unsafe { peer_detour_path(self.peer.as_ptr(), start, from.as_ptr(), goal, to.as_ptr()) };
        (count > 0).then_some(count as usize)
    }

    /// The length in the plan view of the last path of [`path`](Self::path), which has this number of points.
    pub fn length(&self, count: usize) -> f64 {
        assert!(count <= self.faces as usize + 2);
        // SAFETY: the peer has room for `faces + 2` points, and nothing writes to them during the borrow.
        let points = unsafe { std::slice::from_raw_parts(peer_detour_points(self.peer.as_ptr()), 3 * count) };
        let points = points.as_chunks::<3>().0;
        let side = |pair: &[[f32; 3]]| {
            let [x, z] = [0, 2].map(|axis| f64::from(pair[1][axis]) - f64::from(pair[0][axis]));
            x.hypot(z)
        };
        points.windows(2).map(side).sum()
    }
}

impl Drop for Detour {
    fn drop(&mut self) {
        // SAFETY: the peer is freed once, and not used afterwards.
        unsafe { peer_detour_free(self.peer.as_ptr()) }
    }
}

/// Detour's axes: y is up. Its funnel takes the sides of portals as Recast winds polygons, and a face that runs
/// counterclockwise in x and y is wound so in x and z.
fn axes([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, y]
}
