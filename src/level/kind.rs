//! The kinds of files, and how to tell them apart.

use std::fmt;

use crate::formats::Format;
use crate::kotor::Layout;

/// A kind of file that [`Level`](super::Level) opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A KotOR walkmesh: WOK, PWK or DWK.
    Bwm,
    /// The layout of a KotOR area.
    Lyt,
    /// A binary 2DA.
    TwoDa,
    /// A GFF, such as the objects of an area (GIT).
    Gff,
    /// An NWN2 area, TRN or TRX.
    Trn,
    /// The inflated walkmesh of an NWN2 area.
    Aswm,
    /// A Silkroad dungeon's navigation tables.
    AiNav,
    /// A Silkroad dungeon's blocks.
    Dof,
    /// A Silkroad mesh.
    Bms,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 9] =
        [Self::Bwm, Self::Lyt, Self::TwoDa, Self::Gff, Self::Trn, Self::Aswm, Self::AiNav, Self::Dof, Self::Bms];

    /// The fewest bytes from the start of a file that [`could_start`](Self::could_start) needs.
    pub const HEAD: usize = Layout::HEAD;

    /// The kind of a file, detected from its bytes.
    ///
    /// ```
    /// use walkmesh::level::Kind;
    ///
    /// assert_eq!(Kind::detect(b"BWM V1.0"), Some(Kind::Bwm));
    /// assert_eq!(Kind::detect(b"beginlayout\n  roomcount 0\ndonelayout\n"), Some(Kind::Lyt));
    /// assert_eq!(Kind::detect(b"a letter"), None);
    /// ```
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let is_layout = || Layout::looks_like_one(bytes).then_some(Self::Lyt);
        Format::detect(bytes).and_then(Self::of_format).or_else(is_layout)
    }

    /// The kind of a file of this name: that of its bytes, or that of its name where the bytes are of no kind and the name is
    /// that of a layout (`.lyt`). A layout can lack the line by which its bytes are recognised, which is a fault that a check
    /// of the layout reports.
    ///
    /// ```
    /// use walkmesh::level::Kind;
    ///
    /// assert_eq!(Kind::of_file("manor.lyt", b"roomcount 0\ndonelayout\n"), Some(Kind::Lyt));
    /// assert_eq!(Kind::of_file("manor.lyt", b"BWM V1.0"), Some(Kind::Bwm));
    /// assert_eq!(Kind::of_file("manor.wok", b"a letter"), None);
    /// ```
    #[must_use]
    pub fn of_file(file_name: &str, bytes: &[u8]) -> Option<Self> {
        let by_name = || Self::promised_by(file_name).filter(|kind| *kind == Self::Lyt);
        Self::detect(bytes).or_else(by_name)
    }

    /// Whether a file that starts with these bytes (there should be [`Kind::HEAD`] of them) may be of one of the kinds.
    /// Use it to skip other files in a folder without reading them whole. [`detect`](Self::detect) decides.
    #[must_use]
    pub fn could_start(head: &[u8]) -> bool {
        Format::could_start(head) || Layout::looks_like_one(head)
    }

    /// The kind that a file's name promises, if any. See [`Format::promised_by`].
    #[must_use]
    pub fn promised_by(file_name: &str) -> Option<Self> {
        let is_layout = || file_name.to_ascii_lowercase().ends_with(".lyt").then_some(Self::Lyt);
        Format::promised_by(file_name).and_then(Self::of_format).or_else(is_layout)
    }

    /// The kind of files of a format. The packets of an NWN2 megatile are not files.
    fn of_format(format: Format) -> Option<Self> {
        match format {
            Format::Bwm => Some(Self::Bwm),
            Format::TwoDa => Some(Self::TwoDa),
            Format::Gff => Some(Self::Gff),
            Format::Trn => Some(Self::Trn),
            Format::Aswm => Some(Self::Aswm),
            Format::AiNav => Some(Self::AiNav),
            Format::Dof => Some(Self::Dof),
            Format::Bms => Some(Self::Bms),
            _ => None,
        }
    }

    /// The short name of the format, such as `BWM`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bwm => "BWM",
            Self::Lyt => "LYT",
            Self::TwoDa => "2DA",
            Self::Gff => "GFF",
            Self::Trn => "TRN",
            Self::Aswm => "ASWM",
            Self::AiNav => "AINavData",
            Self::Dof => "DOF",
            Self::Bms => "BMS",
        }
    }

    /// The game whose files these are, such as `KotOR`; `None` for a format that several games have.
    #[must_use]
    pub const fn game(self) -> Option<&'static str> {
        match self {
            Self::Bwm | Self::Lyt => Some("KotOR"),
            Self::Trn | Self::Aswm => Some("NWN2"),
            Self::AiNav | Self::Dof | Self::Bms => Some("Silkroad"),
            Self::TwoDa | Self::Gff => None,
        }
    }

    /// The format of `formats`, of those that are one of its documents.
    #[must_use]
    pub const fn format(self) -> Option<Format> {
        match self {
            Self::Bwm => Some(Format::Bwm),
            Self::Lyt => None,
            Self::TwoDa => Some(Format::TwoDa),
            Self::Gff => Some(Format::Gff),
            Self::Trn => Some(Format::Trn),
            Self::Aswm => Some(Format::Aswm),
            Self::AiNav => Some(Format::AiNav),
            Self::Dof => Some(Format::Dof),
            Self::Bms => Some(Format::Bms),
        }
    }

    /// Several files of this kind, with their names' extensions.
    pub(super) const fn files(self) -> &'static str {
        match self {
            Self::Bwm => "KotOR walkmeshes (.wok, .pwk, .dwk)",
            Self::Lyt => "KotOR layouts (.lyt)",
            Self::TwoDa => "tables (.2da)",
            Self::Gff => "GFF files (.git)",
            Self::Trn => "NWN2 areas (.trn, .trx)",
            Self::Aswm => "inflated NWN2 walkmeshes (ASWM)",
            Self::AiNav => "Silkroad dungeons (ainavdata_*.dat)",
            Self::Dof => "blocks of Silkroad dungeons (.dof)",
            Self::Bms => "Silkroad meshes (.bms)",
        }
    }
}

/// What the file is, such as `a KotOR walkmesh`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bwm => "a KotOR walkmesh",
            Self::Lyt => "the layout of a KotOR area",
            Self::TwoDa => "a table (2DA)",
            Self::Gff => "a GFF file, such as the objects of an area (.git)",
            Self::Trn => "an NWN2 area",
            Self::Aswm => "an inflated NWN2 walkmesh",
            Self::AiNav => "a Silkroad dungeon",
            Self::Dof => "a list of the blocks of a Silkroad dungeon (DOF)",
            Self::Bms => "a Silkroad mesh (BMS)",
        })
    }
}
