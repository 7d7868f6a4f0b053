//! Writes seeds for every target into `fuzz/corpus`: valid values, made by the project's own builders from a fixed pseudo-random sequence.

use std::path::{Path, PathBuf};

use arbitrary::{Arbitrary, Unstructured};
// The counter of the code's edges: `fuzz/all` compiles this program as a target, so that it shares their libraries.
use libfuzzer_sys as _;
use walkmesh_formats::Document;
use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::Aswm;
use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::erf::Erf;
use walkmesh_formats::gff::Gff;
use walkmesh_formats::rim::Rim;
use walkmesh_formats::trn::Trn;

#[path = "seeds/archives.rs"]
mod archives;
#[path = "seeds/exchange.rs"]
mod exchange;
#[path = "seeds/sweep.rs"]
mod sweep;

const SEEDS: u32 = 64;

fn main() -> std::io::Result<()> {
    macro_rules! seeds_of_documents {
        ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
            $(write::<$type>("documents", stringify!($name))?;)*
        };
    }
    walkmesh_formats::for_each_document!(seeds_of_documents);
    write::<Bwm>("levels", "bwm")?;
    write::<Aswm>("carve", "seed")?;
    write::<Aswm>("levels", "aswm")?;
    write::<AiNavData>("levels", "ainav")?;
    write::<Trn>("levels", "trn")?;
    write_sweep()?;
    write::<Bwm>("editors", "bwm")?;
    write::<Aswm>("editors", "aswm")?;
    write::<Bwm>("records", "seed")?;
    write::<Gff>("objects", "git")?;
    write::<Erf>("archives", "erf")?;
    write::<Rim>("archives", "rim")?;
    write_cutters()?;
    write_texts()?;
    for target in ["archive_edits", "editors", "flaws", "matching", "objects", "paths", "plan", "repairs", "seams"] {
        write_meshes(target)?;
    }
    let folder = folder("exchange")?;
    exchange::seeds().into_iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
}

/// The folder of a target's seeds.
fn folder(target: &str) -> std::io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A pseudo-random sequence, whose high bits are the better ones.
fn numbers(mut state: u32) -> impl FnMut() -> u32 {
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state
    }
}

fn write<T: Document + for<'a> Arbitrary<'a>>(target: &str, name: &str) -> std::io::Result<()> {
    let folder = folder(target)?;
    let mut next = numbers(1);
    for seed in 0..SEEDS {
        let bytes: Vec<u8> = std::iter::repeat_with(|| (next() >> 24) as u8).take(64 << (seed % 6)).collect();
        let Ok(value) = T::arbitrary(&mut Unstructured::new(&bytes)) else { continue };
        std::fs::write(folder.join(format!("{name}-{seed:02}")), value.to_bytes().expect("a valid value"))?;
    }
    Ok(())
}

/// The files of small places and archives of them, and some of these with a damaged word.
fn write_sweep() -> std::io::Result<()> {
    let folder = folder("levels")?;
    for (name, whole) in targets::places().iter().flatten().chain(&archives::archives(targets::places())) {
        std::fs::write(folder.join(name), whole)?;
        let sweep = sweep::Sweep::new(whole);
        for part in 0..SEEDS as usize / 8 {
            let (_, damaged) = sweep.damage(part * sweep.count() / (SEEDS as usize / 8));
            std::fs::write(folder.join(format!("{name}-{part}")), damaged)?;
        }
    }
    Ok(())
}

/// Cutters over the floor of the target `carve`, of each of its kinds: whole numbers of lattice steps, and others.
fn write_cutters() -> std::io::Result<()> {
    let folder = folder("carve")?;
    let mut next = numbers(7);
    let mut byte = |below: u32| (next() >> 8) % below;
    for seed in 0..SEEDS {
        let mut bytes = vec![seed as u8];
        for _ in 0..1 + byte(6) {
            for _ in 0..3 + byte(6) {
                let [x, y] = [0; 2].map(|_| byte(180));
                match seed % 8 {
                    0 => [x, y].iter().for_each(|at| bytes.extend((*at as f32 / 10.0).to_le_bytes())),
                    1..4 => [x, y].iter().for_each(|at| bytes.extend((*at as u16 * 250).to_le_bytes())),
                    _ => bytes.extend([x, y].map(|at| at as u8)),
                }
            }
            bytes.push(255);
        }
        std::fs::write(folder.join(format!("cutters-{seed:02}")), bytes)?;
    }
    Ok(())
}

/// Layouts, with the leftovers of editors.
fn write_texts() -> std::io::Result<()> {
    let folder = folder("layout")?;
    let list = "beginlayout\nroomcount 2\n  m01aa_01a 1.5 -2 0\n  **** 0 0 0\ntrackcount 0\nobstaclecount 0\n";
    let doors = "doorhookcount 1\n  m01aa_01a door_01 0 1 2 3 1 0 0 0\ndonelayout\n";
    for (name, text) in [
        ("plain", format!("{list}{doors}")),
        ("comments", format!("# made by hand\r\n#MAXLAYOUT ASCII\r\n{}", doors.replace('\n', "\r\n"))),
        ("numbers", format!("BeginLayout\nRoomCount 3\na 1e-3 -.5 +2\nb 0 0 0 0\n\n{doors}rest")),
        ("empty", "beginlayout\ndonelayout\n".to_owned()),
    ] {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// Bytes for the targets that build meshes from them: small numbers, so that corners and faces coincide.
fn write_meshes(target: &str) -> std::io::Result<()> {
    let folder = folder(target)?;
    let mut next = numbers(11);
    let mut byte = |below: u32| (next() >> 8) % below;
    for seed in 0..SEEDS {
        let mut bytes = vec![seed as u8];
        for _ in 0..2 + byte(3) {
            bytes.extend((0..60 + byte(120)).map(|at| byte(if at % 9 == 0 { 250 } else { 7 }) as u8));
            bytes.push(255);
        }
        std::fs::write(folder.join(format!("mesh-{seed:02}")), bytes)?;
    }
    Ok(())
}
