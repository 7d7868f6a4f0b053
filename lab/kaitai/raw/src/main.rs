//! Prints the contents of files as this project's reader sees them, one line for each field, for `../compare.py`.
//!
//! ```text
//! walkmesh-raw print bwm|aswm|ainav FILE    the fields of one file; of a TRN or TRX its walkmesh
//! walkmesh-raw generate FOLDER COUNT        COUNT files of each format from a fixed seed
//! ```
//!
//! The counts, offsets and magic words of a header are not fields of our structs, because they are computed. They are printed as the reader
//! took them: [`Document::field_at`] says which bytes it takes for which field.

mod lines;

use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use arbitrary::{Arbitrary, Unstructured};
use lines::Lines;
use serde::Serialize;
use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::{self, Aswm, Comp};
use walkmesh_formats::bwm::{Bwm, HEADER_SIZE};
use walkmesh_formats::trn::{Packet, Trn};
use walkmesh_formats::{Document, Limits};

/// The bytes from which generated values are made.
const SEED: u64 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["print", kind, file] => print(kind, &fs::read(file)?),
        ["generate", folder, count] => generate(Path::new(folder), count.parse()?),
        _ => Err("usage: walkmesh-raw print bwm|aswm|ainav FILE | generate FOLDER COUNT".into()),
    }
}

fn print(kind: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut lines = Lines::new(BufWriter::new(io::stdout().lock()));
    match kind {
        "bwm" => document::<Bwm>(&mut lines, "", bytes, u64::from(HEADER_SIZE))?,
        // The version and the offset of part two, the region and the number of blocks.
        "ainav" => document::<AiNavData>(&mut lines, "", bytes, 11)?,
        "aswm" => {
            let area = Trn::from_bytes(bytes)?;
            let packet = area.packets.iter().find_map(|packet| match packet {
                Packet::Aswm(aswm::Packet::Comp(comp)) => Some(comp),
                _ => None,
            });
            let comp = packet.ok_or("no deflated walkmesh in this area")?;
            lines.print("packet", comp)?;
            document::<Aswm>(&mut lines, "walkmesh", &comp.inflate(&Limits::default())?, 53)?;
        }
        _ => return Err("bwm, aswm or ainav".into()),
    }
    Ok(())
}

/// Prints a document under a path, with the fields of its first bytes as they were read.
fn document<T: Document + Serialize>(
    lines: &mut Lines<impl Write>,
    path: &str,
    bytes: &[u8],
    header: u64,
) -> Result<(), Box<dyn Error>> {
    lines.print(path, &T::from_bytes(bytes)?)?;
    let mut at = 0;
    while at < header {
        let field = T::field_at(bytes, at).ok_or("a header that is cut short")?;
        let end = field.start + field.size;
        let hex: String = bytes[field.start as usize..end as usize].iter().map(|byte| format!("{byte:02x}")).collect();
        lines.line(&format!("read.{}", field.field), "bytes", format_args!("{}:{hex}", field.start))?;
        at = end;
    }
    Ok(())
}

fn generate(folder: &Path, count: usize) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut state = SEED;
    write_values::<Bwm>(folder, count, &mut state, "wok", |value| Ok(value.to_bytes()?))?;
    write_values::<AiNavData>(folder, count, &mut state, "dat", |value| Ok(value.to_bytes()?))?;
    write_values::<Aswm>(folder, count, &mut state, "trx", |value| {
        let packet = Packet::Aswm(aswm::Packet::Comp(Comp::deflate(&value.to_bytes()?)?));
        Ok(Trn { major: 2, minor: 3, packets: vec![packet], ..Trn::default() }.to_bytes()?)
    })
}

/// Writes a number of valid values, made from the bytes of a random number generator.
fn write_values<T: for<'a> Arbitrary<'a>>(
    folder: &Path,
    count: usize,
    state: &mut u64,
    extension: &str,
    bytes_of: impl Fn(&T) -> Result<Vec<u8>, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut written = 0;
    while written < count {
        let source: Vec<u8> = (0..512).flat_map(|_| next(state).to_le_bytes()).collect();
        let Ok(value) = T::arbitrary(&mut Unstructured::new(&source)) else { continue };
        fs::write(folder.join(format!("{written:04}.{extension}")), bytes_of(&value)?)?;
        written += 1;
    }
    Ok(())
}

/// The next number of splitmix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
