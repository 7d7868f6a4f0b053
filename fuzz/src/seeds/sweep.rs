//! [`Sweep`]: a file with one of its words replaced by a value that a hostile file may have there.

use walkmesh::formats::Document;
use walkmesh::formats::aswm::Packet as WalkmeshPacket;
use walkmesh::formats::trn::{Packet, Trn};

/// Number of bytes at the start of a file that have the counts of its tables.
const HEAD: usize = 160;
/// Maximum number of lengths by which a word is replaced.
const LENGTHS: usize = 24;

/// Replacements for a word of any file: no index, the maxima and minima of integers, and floats that are
/// not coordinates.
const WORDS: [u32; 8] = [u32::MAX, 0, 1 << 31, (1 << 31) - 1, 0xFFFF, 0x7FC0_0000, 0x7F80_0000, 0x7E00_0000];
/// Number of replacements that are derived from the original word.
const MADE: usize = 3;

/// All damaged variants of a file.
pub struct Sweep {
    /// The file, or the inflated walkmesh in it.
    bytes: Vec<u8>,
    /// The file around the walkmesh.
    area: Option<Trn>,
    /// Distance between the replaced words, in bytes.
    step: usize,
    /// The lengths in the file itself, and the lengths of tables with three rows for each of their rows.
    lengths: Vec<u32>,
}

impl Sweep {
    pub fn new(file: &[u8]) -> Self {
        let area = Trn::from_bytes(file).ok().filter(|area| walkmesh_of(area).is_some());
        let bytes = area.as_ref().and_then(walkmesh_of).unwrap_or_else(|| file.to_vec());
        // The tables of these two formats begin at multiples of four bytes.
        let step = if file.starts_with(b"BWM ") || file.get(4..8) == Some(b"V3.2") { 4 } else { 1 };
        let words = bytes[..bytes.len().min(HEAD)].windows(4).step_by(step);
        let words = words.map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
        let mut lengths: Vec<u32> = words.filter(|word| (2..bytes.len() as u32).contains(word)).collect();
        lengths.extend(lengths.clone().iter().map(|length| 3 * length));
        lengths.sort_unstable();
        lengths.dedup();
        lengths.truncate(LENGTHS);
        Self { bytes, area, step, lengths }
    }

    /// Number of damages.
    pub fn count(&self) -> usize {
        (self.bytes.len().saturating_sub(3)).div_ceil(self.step) * self.of_each_word()
    }

    fn of_each_word(&self) -> usize {
        WORDS.len() + MADE + self.lengths.len()
    }

    /// A damaged file, and a description of the damage.
    pub fn damage(&self, number: usize) -> (String, Vec<u8>) {
        let at = number / self.of_each_word() * self.step;
        let before = u32::from_le_bytes(self.bytes[at..at + 4].try_into().expect("four bytes"));
        let made = [before.wrapping_add(1), before.wrapping_sub(1), before ^ 1 << 31];
        let all: Vec<u32> = WORDS.into_iter().chain(made).chain(self.lengths.iter().copied()).collect();
        let after = all[number % all.len()];
        let mut bytes = self.bytes.clone();
        bytes[at..at + 4].copy_from_slice(&after.to_le_bytes());
        if let Some(area) = &self.area {
            let mut area = area.clone();
            for packet in &mut area.packets {
                if let Packet::Aswm(packet) = packet {
                    *packet = WalkmeshPacket::Uncompressed(std::mem::take(&mut bytes));
                }
            }
            bytes = area.to_bytes().expect("a packet fits");
        }
        (format!("{at:#x}: {before:#x} -> {after:#x}"), bytes)
    }
}

/// The inflated walkmesh of an area.
fn walkmesh_of(area: &Trn) -> Option<Vec<u8>> {
    area.packets.iter().find_map(|packet| match packet {
        Packet::Aswm(packet) => Some(packet.payload(&walkmesh::formats::Limits::default()).ok()?.into_owned()),
        _ => None,
    })
}
