//! Triangles from any bytes, for targets that take meshes: on a lattice, so that many points coincide.

/// A face, and a number for the target's own use.
type Numbered = ([u32; 3], u8);

/// Takes bytes one by one; 0 where there are no more.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A length: small, around a tolerance, or any float.
    pub fn length(&mut self) -> f32 {
        match self.next() {
            byte @ 0..=199 => f32::from(byte) / 16.0,
            byte @ 200..=239 => f32::from(byte - 200) * 1e-3,
            _ => f32::from_le_bytes([0; 4].map(|_: u8| self.next())),
        }
    }

    /// A point of the lattice, or slightly off it.
    pub fn point(&mut self) -> [f32; 3] {
        let [x, y, z] = [(); 3].map(|()| self.next());
        let beside = if z & 0x80 == 0 { 0.0 } else { f32::from(z & 0x1F) * 1e-3 };
        [f32::from(x % 16) + beside, f32::from(y % 16) - beside, f32::from(z % 4) * 0.5]
    }

    /// Reads 3 to `most` + 2 points, and faces between them to the end of the bytes; each face with a number.
    pub fn mesh(&mut self, most: u8) -> (Vec<[f32; 3]>, Vec<Numbered>) {
        let points: Vec<[f32; 3]> = (0..3 + self.next() % most).map(|_| self.point()).collect();
        let mut faces = Vec::new();
        // A byte of 255 ends the mesh.
        while !self.is_empty() && self.0[0] != 255 {
            let corners = [(); 3].map(|()| u32::from(self.next()) % points.len() as u32);
            faces.push((corners, self.next()));
        }
        self.next();
        (points, faces)
    }
}
