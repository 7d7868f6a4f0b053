//! [`Embree`]: nearest hits of rays by Intel's library.

use std::ffi::{c_float, c_uint};
use std::ptr::NonNull;

use super::{Hit, PeerError};

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

// SAFETY: these are the signatures in `shims/embree.cpp`.
unsafe extern "C" {
    fn peer_embree_new(points: *const c_float, triangle_count: c_uint) -> *mut Opaque;
    fn peer_embree_free(peer: *mut Opaque);
    fn peer_embree_nearest(
        peer: *const Opaque,
        origin: *const c_float,
        direction: *const c_float,
        most: c_float,
        triangle: *mut c_uint,
    ) -> c_float;
}

/// Triangles in a scene of Embree, with its flag for watertight edges (`RTC_SCENE_FLAG_ROBUST`) and its slowest build.
pub struct Embree {
    peer: NonNull<Opaque>,
}

impl Embree {
    /// A scene of these triangles.
    ///
    /// # Errors
    /// When Embree cannot make it.
    pub fn new(triangles: &[[[f32; 3]; 3]]) -> Result<Self, PeerError> {
        let points = triangles.as_flattened().as_flattened();
        // SAFETY: there are nine floats for each triangle, and the call copies them.
        let peer = unsafe { peer_embree_new(points.as_ptr(), triangles.len() as c_uint) };
        NonNull::new(peer).map(|peer| Self { peer }).ok_or(PeerError::Refused)
    }

    /// The nearest hit of a ray, at most `most` lengths of its direction away.
    #[must_use]
    pub fn nearest(&self, origin: [f32; 3], direction: [f32; 3], most: f32) -> Option<Hit> {
        let mut triangle = 0;
        // SAFETY: the scene lives as long as `self`, and the pointers refer to data that lives during the call.
        let distance = unsafe {
            peer_embree_nearest(self.peer.as_ptr(), origin.as_ptr(), direction.as_ptr(), most, &raw mut triangle)
        };
        distance.is_finite().then_some(Hit { triangle, distance })
    }
}

impl Drop for Embree {
    fn drop(&mut self) {
        // SAFETY: it is freed once, and not used afterwards.
        unsafe { peer_embree_free(self.peer.as_ptr()) }
    }
}
