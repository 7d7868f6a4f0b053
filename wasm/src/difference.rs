//! [`Difference`]: a delta between two similar runs of bytes.

use std::collections::HashMap;

/// The length of the blocks by which equal bytes are found elsewhere.
const BLOCK: usize = 32;
/// Number of new values after which equal bytes are searched elsewhere.
const PATIENCE: usize = 16;

/// A delta that makes bytes from other bytes.
#[derive(Clone, Debug)]
pub struct Difference {
    pieces: Vec<Piece>,
    /// The new bytes, which the other run lacks.
    new: Vec<u8>,
}

/// A step: a copy from an offset of the other run, and then new bytes.
#[derive(Clone, Copy, Debug)]
struct Piece {
    from: usize,
    copied: usize,
    new: usize,
}

impl Difference {
    /// Builds the delta from `other` to `own`: equal bytes are searched first after the last match, and then anywhere.
    pub fn between(other: &[u8], own: &[u8]) -> Self {
        let mut blocks = None;
        let mut difference = Self { pieces: Vec::new(), new: Vec::new() };
        let mut piece = Piece { from: 0, copied: common(other, own), new: 0 };
        let (mut at, mut missed) = (piece.copied, 0);
        while at < own.len() {
            // The position in the other bytes if the new bytes replaced the same number.
            let straight = piece.from + piece.copied + piece.new;
            let rest = &own[at..];
            let here = other.get(straight..).map_or(0, |there| common(there, rest));
            let found = if here >= BLOCK.min(rest.len()) {
                Some((straight, here))
            } else if missed < PATIENCE {
                None
            } else {
                let blocks = blocks.get_or_insert_with(|| blocks_of(other));
                let from = rest.first_chunk::<BLOCK>().and_then(|block| blocks.get(block).copied());
                from.map(|from| (from, common(&other[from..], rest)))
            };
            match found {
                Some((from, copied)) => {
                    difference.pieces.push(piece);
                    piece = Piece { from, copied, new: 0 };
                    (at, missed) = (at + copied, 0);
                }
                None => {
                    // Values have four bytes. The longer step also hits blocks at each multiple of four.
                    let step = rest.len().min(if missed < 8 * PATIENCE { 4 } else { 60 });
                    missed += 1;
                    difference.new.extend_from_slice(&rest[..step]);
                    piece.new += step;
                    at += step;
                }
            }
        }
        difference.pieces.push(piece);
        difference.pieces.shrink_to_fit();
        difference.new.shrink_to_fit();
        difference
    }

    /// Applies the delta to the other bytes.
    pub fn apply(&self, other: &[u8]) -> Vec<u8> {
        let mut own = Vec::with_capacity(self.pieces.iter().map(|piece| piece.copied + piece.new).sum());
        let mut new = &*self.new;
        for piece in &self.pieces {
            own.extend_from_slice(&other[piece.from..piece.from + piece.copied]);
            let (here, rest) = new.split_at(piece.new);
            own.extend_from_slice(here);
            new = rest;
        }
        own
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&*self.pieces) + self.new.len()
    }
}

/// Returns the first offset of each block of bytes.
fn blocks_of(bytes: &[u8]) -> HashMap<[u8; BLOCK], usize> {
    let blocks = bytes.as_chunks::<BLOCK>().0;
    let mut places = HashMap::with_capacity(blocks.len());
    for (at, block) in blocks.iter().enumerate() {
        places.entry(*block).or_insert(at * BLOCK);
    }
    places
}

/// Length of the common prefix of two runs, in bytes.
fn common(a: &[u8], b: &[u8]) -> usize {
    const STRIDE: usize = 256;
    let whole = a.chunks_exact(STRIDE).zip(b.chunks_exact(STRIDE)).take_while(|(a, b)| a == b).count() * STRIDE;
    whole + a[whole..].iter().zip(&b[whole..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that do not repeat.
    fn bytes(count: u32) -> Vec<u8> {
        (0..count).flat_map(|at| (at.wrapping_mul(0x9E37_79B9) ^ (at >> 3)).to_le_bytes()).collect()
    }

    #[test]
    fn a_small_change_of_a_large_document_is_small() {
        let before = bytes(10_000);
        let changed = |change: fn(&mut Vec<u8>)| {
            let mut after = before.clone();
            change(&mut after);
            for (from, to) in [(&before, &after), (&after, &before)] {
                let difference = Difference::between(from, to);
                assert!(difference.apply(from) == *to);
                assert!(difference.size() < 1000, "{} bytes", difference.size());
            }
        };
        changed(|_| ());
        changed(|bytes| bytes[20_001] ^= 1);
        changed(|bytes| bytes.truncate(39_990));
        changed(|bytes| bytes[10_000..10_100].fill(0));
        changed(|bytes| drop(bytes.drain(12..24)));
        changed(|bytes| {
            bytes.drain(8000..8012);
            bytes.splice(30_000..30_000, [7; 44]);
        });
    }

    #[test]
    fn any_bytes_are_made_of_any_others() {
        let all =
            [bytes(0), bytes(1), bytes(100), vec![255; 1000], bytes(300)[1..].to_vec(), vec![255; 33], vec![1, 2, 3]];
        for from in &all {
            for to in &all {
                assert!(Difference::between(from, to).apply(from) == *to);
            }
        }
    }
}
