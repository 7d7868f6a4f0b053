//! [`Format`]: the formats, and their detection by bytes and names.

use std::fmt;

use crate::signature::{HEAD, Signature};
use crate::{ainav, aswm, biff, erf, gff, mdb, mdl, trn};

/// Makes [`Format`] from the list of documents, and its parts that differ between the documents.
macro_rules! formats {
    ($($(#[$comment:meta])* $_:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
        /// One of the formats that this crate reads and writes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$comment])* $format,)*
        }

        impl Format {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$format),*];

            /// The display name.
            fn shown(self) -> &'static str {
                match self {
                    $(Self::$format => $shown,)*
                }
            }

            /// The names of files, with one `*` for any text. The list is empty if no name implies the format.
            pub const fn files(self) -> &'static [&'static str] {
                match self {
                    $(Self::$format => &$files,)*
                }
            }

            fn signature(self) -> Signature {
                match self {
                    $(Self::$format => $signature,)*
                }
            }
        }
    };
}

for_each_document!(formats);

impl Format {
    /// Number of bytes at a file's start that [`could_start`](Self::could_start) needs to decide anything.
    pub const HEAD: usize = HEAD;

    /// Returns whether a file that starts with these bytes may be of one of the formats: to skip the others in a folder without reading
    /// them whole. [`detect`](Self::detect) decides.
    pub fn could_start(head: &[u8]) -> bool {
        head.first_chunk().is_some_and(|head| Self::starting_with(head).next().is_some())
    }

    /// The formats that files with this start may have. A magic takes precedence over a rule.
    fn starting_with(head: &[u8; Self::HEAD]) -> impl Iterator<Item = Self> {
        let allowing = |is_magic: bool| {
            let of_kind = move |format: &Self| matches!(format.signature(), Signature::Magic(_)) == is_magic;
            Self::ALL.iter().copied().filter(move |format| of_kind(format) && format.signature().allows(head))
        };
        allowing(true).chain(allowing(false))
    }

    /// The format that a file of this name should have, if its name implies one: by its extension, ignoring case, or for AINavData, whose
    /// extension means nothing, by a name such as `ainavdata_32769.dat`. The bytes decide what the file is ([`detect`](Self::detect)); the
    /// name shows that an empty or damaged file was meant to be one. A `.2da` may also be text, so its name implies nothing.
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
        let matches = |pattern: &&str| {
            let (start, end) = pattern.split_once('*').unwrap_or((pattern, ""));
            name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end))
        };
        Self::ALL.iter().copied().find(|format| format.files().iter().any(&matches))
    }

    /// Detects the format of bytes, if any.
    ///
    /// A GFF has its version behind four letters of any content. BWM, TRN, binary 2DA and Silkroad's `.dof` and `.bms` have a magic, a bare
    /// ASWM starts with its version. A model (MDB) has the magic of an area, and is recognised by the type of its first packet. A KotOR
    /// model (MDL) starts with a zero, and has two known addresses after its sizes. AINavData has no magic: it is recognised by its version
    /// byte, at least one block, and either a second part that repeats the region id of the first, or the region id of a dungeon and room
    /// for the blocks before the second part. So a file is still recognised if it was truncated, or when its two region ids differ. With
    /// another version byte all of this must hold; reading then fails with an error that names the version. TRRN, WATR and the meshes of
    /// models start with a name, so only the packet around them identifies them.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        Self::starting_with(bytes.first_chunk()?).find(|format| format.signature().decides(bytes))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.shown())
    }
}
