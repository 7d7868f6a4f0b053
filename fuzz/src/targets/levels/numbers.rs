//! [`Numbers`]: the parameters of an operation, taken from the bytes of the file.

/// The bytes of a file from its end, and then from its end once more.
pub struct Numbers<'b> {
    bytes: &'b [u8],
    taken: usize,
}

impl<'b> Numbers<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, taken: 0 }
    }

    pub fn byte(&mut self) -> u8 {
        let Some(last) = self.bytes.len().checked_sub(1) else { return 0 };
        self.taken += 1;
        self.bytes[last - self.taken % self.bytes.len()]
    }

    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes([0; 4].map(|_: u8| self.byte()))
    }

    /// A number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.word() as usize).checked_rem(count).unwrap_or_default()
    }

    /// A coordinate: mostly one of a small area, sometimes any float.
    pub fn coordinate(&mut self) -> f32 {
        match self.byte() {
            byte @ 0..=239 => f32::from(byte) / 8.0,
            _ => f32::from_bits(self.word()),
        }
    }
}
