//! The numbers by which BioWare's archives name the types of files, and the extensions of these types.
//!
//! Knights of the Old Republic and Neverwinter Nights 2 use the numbers from 3000 on for different types. An archive of version 1.1 belongs
//! to Neverwinter Nights 2.
//!
//! Source: `docs/formats/archives.md#types-of-files`, which states how certain each number is.
//!
//! ```
//! use walkmesh_formats::resource_type::{Numbering, extension, number};
//!
//! assert_eq!(extension(2016, Numbering::Kotor), Some("wok"));
//! assert_eq!(extension(3002, Numbering::Nwn2), Some("trn"));
//! assert_eq!(number("TRX", Numbering::Nwn2), Some(3035));
//! assert_eq!(number("trx", Numbering::Kotor), None);
//! ```

/// The game whose type numbers an archive uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Numbering {
    /// Knights of the Old Republic, both games.
    #[default]
    Kotor,
    /// Neverwinter Nights 2.
    Nwn2,
}

/// The extension of files of a type, in lower case; `None` for a number that is not known.
pub fn extension(resource_type: u32, numbering: Numbering) -> Option<&'static str> {
    let mut known = tables(numbering).into_iter().flatten();
    known.find(|(number, _)| u32::from(*number) == resource_type).map(|(_, extension)| *extension)
}

/// The number of the type of files with an extension, ignoring case.
pub fn number(extension: &str, numbering: Numbering) -> Option<u16> {
    let mut known = tables(numbering).into_iter().flatten();
    known.find(|(_, known)| known.eq_ignore_ascii_case(extension)).map(|(number, _)| *number)
}

/// The name of a file of a type, with its extension. An unknown type has its number instead of an extension, and U+FFFD replaces
/// bytes that are not UTF-8.
pub fn file_name(name: &[u8], resource_type: u32, numbering: Numbering) -> String {
    let name = String::from_utf8_lossy(name);
    match extension(resource_type, numbering) {
        Some(extension) => format!("{name}.{extension}"),
        None => format!("{name}.{resource_type}"),
    }
}

fn tables(numbering: Numbering) -> [&'static [(u16, &'static str)]; 2] {
    let own: &[_] = match numbering {
        Numbering::Kotor => &KOTOR,
        Numbering::Nwn2 => &NWN2,
    };
    [&SHARED, own]
}

/// Numbers with the same meaning in both.
#[rustfmt::skip]
const SHARED: [(u16, &str); 71] = [
    (0, "res"), (1, "bmp"), (2, "mve"), (3, "tga"), (4, "wav"), (6, "plt"), (7, "ini"), (8, "bmu"), (9, "mpg"), (10, "txt"),
    (2000, "plh"), (2001, "tex"), (2002, "mdl"), (2003, "thg"), (2005, "fnt"), (2007, "lua"), (2008, "slt"), (2009, "nss"),
    (2010, "ncs"), (2011, "mod"), (2012, "are"), (2013, "set"), (2014, "ifo"), (2015, "bic"), (2016, "wok"), (2017, "2da"),
    (2018, "tlk"), (2022, "txi"), (2023, "git"), (2024, "bti"), (2025, "uti"), (2026, "btc"), (2027, "utc"), (2029, "dlg"),
    (2030, "itp"), (2031, "btt"), (2032, "utt"), (2033, "dds"), (2034, "bts"), (2035, "uts"), (2036, "ltr"), (2037, "gff"),
    (2038, "fac"), (2039, "bte"), (2040, "ute"), (2041, "btd"), (2042, "utd"), (2043, "btp"), (2044, "utp"), (2045, "dft"),
    (2046, "gic"), (2047, "gui"), (2048, "css"), (2049, "ccs"), (2050, "btm"), (2051, "utm"), (2052, "dwk"), (2053, "pwk"),
    (2054, "btg"), (2055, "utg"), (2056, "jrl"), (2057, "sav"), (2058, "utw"), (2059, "4pc"), (2060, "ssf"), (2061, "hak"),
    (2064, "ndb"), (2065, "ptm"), (2066, "ptt"), (9997, "erf"), (9999, "key"),
];

/// Numbers of Knights of the Old Republic.
const KOTOR: [(u16, &str); 14] = [
    (2063, "bik"),
    (3000, "lyt"),
    (3001, "vis"),
    (3002, "rim"),
    (3003, "pth"),
    (3004, "lip"),
    (3005, "bwm"),
    (3006, "txb"),
    (3007, "tpc"),
    (3008, "mdx"),
    (3009, "rsv"),
    (3010, "sig"),
    (3011, "xbx"),
    (9998, "bif"),
];

/// Numbers of Neverwinter Nights 2.
#[rustfmt::skip]
const NWN2: [(u16, &str); 30] = [
    (2069, "nxb"), (2070, "mdb"), (2072, "ttf"), (2080, "gr2"), (3000, "osc"), (3001, "usc"), (3002, "trn"), (3003, "utr"),
    (3004, "uen"), (3005, "ult"), (3006, "sef"), (3007, "pfx"), (3008, "cam"), (3009, "lfx"), (3010, "bfx"), (3011, "upe"),
    (3012, "ros"), (3013, "rst"), (3014, "ifx"), (3015, "pfb"), (3016, "zip"), (3017, "wmp"), (3018, "bbx"), (3019, "tfx"),
    (3020, "wlk"), (3021, "xml"), (3022, "scc"), (3033, "ptx"), (3034, "ltx"), (3035, "trx"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_extensions_lead_to_each_other() {
        for numbering in [Numbering::Kotor, Numbering::Nwn2] {
            for &(known, text) in tables(numbering).into_iter().flatten() {
                assert_eq!(extension(known.into(), numbering), Some(text));
                assert_eq!(number(text, numbering), Some(known));
            }
        }
        assert_eq!(extension(70_000, Numbering::Kotor), None);
    }
}
