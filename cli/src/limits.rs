//! The limits of a run: one setting for every file that is read, and the memory budget that the files of a folder share.

use std::ops::Range;

use walkmesh::formats::trn::{Packet, Trn};
use walkmesh::formats::{Document, Limits};
use walkmesh::level::{self, Kind};
use walkmesh::nwn2;

use crate::run::Run;

/// The limits of this run.
pub fn limits() -> Limits {
    Run::current().limits
}

/// The limits, as arguments of every command.
#[derive(clap::Args)]
pub struct LimitOptions {
    /// NWN2: the maximum size of a decompressed or baked walkmesh, such as 512M or 2G. The files of a folder share this limit
    #[arg(long, global = true, value_name = "SIZE", default_value = "128M", value_parser = size)]
    max_inflated: u64,
    /// NWN2: the maximum number of steps for carving an area, each about ten nanoseconds. The default grows with the area and its
    /// cutters, up to 536870912
    #[arg(long, global = true, value_name = "STEPS")]
    max_steps: Option<u64>,
}

impl LimitOptions {
    /// The limits of a run.
    pub fn limits(&self) -> Limits {
        Limits::default().with_inflated(self.max_inflated).with_steps(self.max_steps)
    }
}

/// Parses a number of bytes. A suffix K, M or G means kibibytes, mebibytes or gibibytes.
pub fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => Some(0),
        "k" | "kib" => Some(10),
        "m" | "mib" => Some(20),
        "g" | "gib" => Some(30),
        _ => None,
    };
    let bytes = digits.parse::<u64>().ok().zip(shift).and_then(|(number, shift)| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| "expected a number of bytes, such as 134217728, 128M or 2G".to_owned())
}

/// The memory budget: the inflated bytes that all files in progress may have together, which is the limit of one file.
pub fn budget() -> u64 {
    limits().inflated
}

/// Splits a list into runs that each fit the budget. An entry that exceeds the budget is a run of its own.
pub fn runs(costs: &[u64]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut sum = 0_u64;
    for (index, cost) in costs.iter().enumerate() {
        sum = sum.saturating_add(*cost);
        match runs.last_mut() {
            Some(run) if sum <= budget() => run.end = index + 1,
            _ => {
                sum = *cost;
                runs.push(index..index + 1);
            }
        }
    }
    runs
}

/// The bytes of a file plus the inflated bytes of the walkmeshes in it. A file that cannot be parsed costs only its own
/// bytes.
pub fn cost(kind: Kind, bytes: &[u8]) -> u64 {
    let inflated = match kind {
        Kind::Trn => Trn::from_bytes_with(bytes, &limits()).map_or(0, |area| {
            let walkmesh = |packet: &Packet| match packet {
                Packet::Aswm(walkmesh) => walkmesh.payload_size(),
                Packet::Trwh(_) | Packet::Other { .. } => 0,
            };
            area.packets.iter().map(walkmesh).sum()
        }),
        _ => 0,
    };
    inflated.saturating_add(bytes.len() as u64)
}

/// The options of a bake that may use this much memory, and that keeps every bit of unaffected data.
pub fn keep(room: u64) -> nwn2::BakeOptions {
    let options = nwn2::BakeOptions::default().with_uninitialised(nwn2::Uninitialised::Keep);
    options.with_limits(limits().with_inflated(room))
}

/// Returns whether a bake failed only because it got a share of the budget, as other files were processed in parallel.
pub fn wants_more(error: &anyhow::Error) -> bool {
    let bake = error.downcast_ref();
    matches!(bake, Some(level::BakeError::Nwn2(nwn2::BakeError::OverLimit { most, .. })) if *most < budget())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("0", 0), ("1000", 1000), ("1k", 1 << 10), ("128M", 128 << 20), ("2GiB", 2 << 30)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "1T", "99999999999G", "1 G x"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn runs_fit_the_budget() {
        let half = budget() / 2;
        assert_eq!(runs(&[half, half, 1, half, half]), [0..2, 2..4, 4..5]);
        assert_eq!(runs(&[1, 3 * half, 1, u64::MAX, u64::MAX]), [0..1, 1..2, 2..3, 3..4, 4..5]);
        assert_eq!(runs(&[0; 9]), vec![0..9; 1]);
        assert!(runs(&[]).is_empty());
    }
}
