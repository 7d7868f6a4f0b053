//! Which formats there are, and how to tell them apart from their bytes.

use std::fmt;

use crate::{ainav, aswm};

/// One of the formats that this crate reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A KotOR walkmesh: WOK, PWK or DWK.
    Bwm,
    /// An NWN2 area, TRN or TRX.
    Trn,
    /// The walkmesh of an NWN2 area, out of its packet and inflated.
    Aswm,
    /// A Silkroad dungeon's navigation tables.
    AiNav,
    /// A Silkroad dungeon's blocks.
    Dof,
    /// A Silkroad mesh, with a block's floor.
    Bms,
}

impl Format {
    /// The fewest bytes from a file's start that [`could_start`](Self::could_start) needs to tell anything.
    pub const HEAD: usize = 8;

    /// Whether a file that starts with these bytes may be of one of the formats: to pass over the others in a folder
    /// without reading them whole. [`detect`](Self::detect) decides.
    pub fn could_start(head: &[u8]) -> bool {
        head.first_chunk().is_some_and(|&head| Self::starts(head).is_some())
    }

    /// The format that files with this start have, if they have one.
    fn starts(head: [u8; Self::HEAD]) -> Option<Self> {
        match &head {
            b"JMXVDOF " => Some(Self::Dof),
            b"JMXVBMS " => Some(Self::Bms),
            [b'B', b'W', b'M', b' ', ..] => Some(Self::Bwm),
            [b'N', b'W', b'N', b'2', ..] => Some(Self::Trn),
            &[a, b, c, d, ..] if aswm::Version::from_number(u32::from_le_bytes([a, b, c, d])).is_some() => {
                Some(Self::Aswm)
            }
            [ainav::VERSION, ..] => Some(Self::AiNav),
            _ => None,
        }
    }

    /// Tells from the bytes which format they are, if any.
    ///
    /// BWM, TRN and Silkroad's `.dof` and `.bms` have a magic, a bare ASWM starts with its version. AINavData has no magic: it is recognised by its
    /// version byte, at least one block, and a second part inside the bytes that repeats the region id of the first.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let u32_at = |at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let format = Self::starts(*bytes.first_chunk()?)?;
        if format == Self::AiNav {
            let part_two = usize::try_from(u32_at(1)?).ok()?;
            let region = |at: usize| bytes.get(at..at.checked_add(2)?);
            return (region(5)? == region(part_two)? && u32_at(7)? > 0).then_some(format);
        }
        Some(format)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bwm => "BWM",
            Self::Trn => "TRN",
            Self::Aswm => "ASWM",
            Self::AiNav => "AINavData",
            Self::Dof => "DOF",
            Self::Bms => "BMS",
        })
    }
}
