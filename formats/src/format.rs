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
    /// The ground of an NWN2 megatile, out of its packet.
    Trrn,
    /// The water of an NWN2 megatile, out of its packet.
    Watr,
    /// A Silkroad dungeon's navigation tables.
    AiNav,
    /// A Silkroad dungeon's blocks.
    Dof,
    /// A Silkroad mesh, with a block's floor.
    Bms,
    /// A binary table of text cells, such as KotOR's materials.
    TwoDa,
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
            b"2DA V2.b" => Some(Self::TwoDa),
            [b'B', b'W', b'M', b' ', ..] => Some(Self::Bwm),
            [b'N', b'W', b'N', b'2', ..] => Some(Self::Trn),
            &[a, b, c, d, ..] if aswm::Version::from_number(u32::from_le_bytes([a, b, c, d])).is_some() => {
                Some(Self::Aswm)
            }
            // Another version is still recognised, so that reading can name it, but only with a dungeon's region id.
            [version, _, _, _, _, _, region, _] if *version == ainav::VERSION || region & 0x80 != 0 => {
                Some(Self::AiNav)
            }
            _ => None,
        }
    }

    /// The format that a file of this name should have, if its name promises one: by its extension, in any case, and for
    /// AINavData, whose extension says nothing, by a name such as `ainavdata_32769.dat`. What the file is, its bytes
    /// tell ([`detect`](Self::detect)); this tells that an empty or damaged file was meant to be one. A `.2da` may also be
    /// text, so its name promises nothing.
    ///
    /// ```
    /// use walkmesh_formats::Format;
    ///
    /// assert_eq!(Format::promised_by("Room.WOK"), Some(Format::Bwm));
    /// assert_eq!(Format::promised_by("ainavdata_32769.dat"), Some(Format::AiNav));
    /// assert_eq!(Format::promised_by("save.dat"), None);
    /// ```
    pub fn promised_by(file_name: &str) -> Option<Self> {
        let name = file_name.to_ascii_lowercase();
        let (stem, extension) = name.rsplit_once('.')?;
        match extension {
            "wok" | "pwk" | "dwk" => Some(Self::Bwm),
            "trn" | "trx" => Some(Self::Trn),
            "dof" => Some(Self::Dof),
            "bms" => Some(Self::Bms),
            "dat" => stem.starts_with("ainavdata_").then_some(Self::AiNav),
            _ => None,
        }
    }

    /// Tells from the bytes which format they are, if any.
    ///
    /// BWM, TRN, binary 2DA and Silkroad's `.dof` and `.bms` have a magic, a bare ASWM starts with its version. AINavData has no
    /// magic: it is recognised by its version byte, at least one block, and either a second part that repeats the region
    /// id of the first, or the region id of a dungeon and room for the blocks before the second part. So a file is still
    /// recognised when it was cut short, or when its two region ids differ. With another version byte all of this must
    /// hold; reading then fails with an error that names the version. TRRN and WATR start with a name, so nothing tells
    /// them but the packet around them.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let format = Self::starts(*bytes.first_chunk()?)?;
        (format != Self::AiNav || is_ai_nav(bytes)).then_some(format)
    }
}

/// Whether bytes go on like AINavData behind the version byte.
fn is_ai_nav(bytes: &[u8]) -> bool {
    let Some(&[version, o0, o1, o2, o3, r0, r1, b0, b1, b2, b3]) = bytes.first_chunk() else { return false };
    let [part_two, blocks] = [[o0, o1, o2, o3], [b0, b1, b2, b3]].map(|bytes| u64::from(u32::from_le_bytes(bytes)));
    let region_of_part_two = usize::try_from(part_two).ok().and_then(|start| bytes.get(start..start.checked_add(2)?));
    let repeats_region = region_of_part_two == Some(&[r0, r1]);
    let is_dungeon = r1 & 0x80 != 0 && ainav::RefDungeon::smallest(blocks) <= u128::from(part_two);
    blocks > 0
        && match version {
            ainav::VERSION => repeats_region || is_dungeon,
            _ => repeats_region && is_dungeon,
        }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bwm => "BWM",
            Self::Trn => "TRN",
            Self::Aswm => "ASWM",
            Self::Trrn => "TRRN",
            Self::Watr => "WATR",
            Self::AiNav => "AINavData",
            Self::Dof => "DOF",
            Self::Bms => "BMS",
            Self::TwoDa => "2DA",
        })
    }
}
