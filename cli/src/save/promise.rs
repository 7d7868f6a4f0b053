//! The format that a file's name promises, and the check that its bytes have it.

use std::ffi::OsStr;

use anyhow::{bail, ensure};
use walkmesh::level::{Archive, Kind};

use crate::exchange_format::ExchangeFormat;
use crate::input::{self, promised_kind};
use crate::location::FileLocation;

/// Names of pictures, pages and reports, which are not walkmeshes.
const SHOWN: [&str; 6] = ["svg", "png", "html", "htm", "json", "sarif"];

/// Rejects bytes whose format is not the one that the file's name promises: a game would not find the file under that name, or would
/// misread it.
pub fn ensure_kept(path: &FileLocation, bytes: &[u8]) -> anyhow::Result<()> {
    ensure!(
        !input::has_archive_name(path) || Archive::is_archive(bytes),
        "its name promises an archive, and the result is not one; give it another name, or name a file in an archive that exists"
    );
    let exchange = ExchangeFormat::promised_by(path);
    // A text may be called `room-ascii.wok`.
    let promised = promised_kind(path).filter(|_| exchange != Some(ExchangeFormat::Ascii));
    let Some(kind) = Kind::detect(bytes) else {
        return match promised {
            // A layout can lack the line by which its bytes are recognised, so its name decides.
            None | Some(Kind::Lyt) => Ok(()),
            Some(promised) => bail!("its name promises {promised}, and the result is not one; give it another name"),
        };
    };
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let is_other = exchange.is_some() || SHOWN.contains(&extension.as_str());
    ensure!(!is_other, "its name promises a file of another program, and the result is {kind}; give it another name");
    match promised {
        Some(promised) if promised != kind => {
            bail!("its name promises {promised}, and the result is {kind}; give it another name")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_a_format() {
        let kept = |name: &str, bytes: &[u8]| ensure_kept(&name.into(), bytes).is_ok();
        let (room, text) = (&b"BWM V1.0"[..], &b"a text"[..]);
        for name in ["a.wok", "A.PWK", "a", "a.tmp", "-"] {
            assert!(kept(name, room), "{name}");
        }
        for name in
            ["a.trx", "a.lyt", "a.bms", "a.glb", "a.obj", "a.svg", "a.HTML", "a-ascii.wok", "a.json", "a.mod", "A.RIM"]
        {
            assert!(!kept(name, room), "{name}");
        }
        for name in ["a.wok", "a.trx", "ainavdata_32769.dat"] {
            assert!(!kept(name, text), "{name}");
        }
        for name in ["a-ascii.wok", "a.wok.ascii", "a.html", "a.obj", "a.lyt", "a"] {
            assert!(kept(name, text), "{name}");
        }
    }
}
