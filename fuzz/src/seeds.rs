//! Writes seeds for every target into `fuzz/corpus`: valid values, made by the project's own builders from numbers that
//! look random and are the same each time.

use std::path::Path;

use arbitrary::{Arbitrary, Unstructured};
use walkmesh_formats::Document;
use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::Aswm;
use walkmesh_formats::bms::Bms;
use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::dof::Dof;
use walkmesh_formats::trn::Trn;
use walkmesh_formats::two_da::TwoDa;

const SEEDS: u32 = 64;

fn main() -> std::io::Result<()> {
    write::<Bwm>("bwm")?;
    write::<Trn>("trn")?;
    write::<Aswm>("aswm")?;
    write::<AiNavData>("ainav")?;
    write::<Dof>("dof")?;
    write::<Bms>("bms")?;
    write::<TwoDa>("two_da")?;
    write::<Bwm>("kotor")?;
    write::<Aswm>("nwn2")?;
    write::<AiNavData>("silkroad")?;
    write::<Bwm>("records")
}

fn write<T: Document + for<'a> Arbitrary<'a>>(target: &str) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    std::fs::create_dir_all(&folder)?;
    let mut state = 1_u32;
    for seed in 0..SEEDS {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(64 << (seed % 6))
        .collect();
        let Ok(value) = T::arbitrary(&mut Unstructured::new(&bytes)) else { continue };
        std::fs::write(folder.join(format!("seed-{seed:02}")), value.to_bytes().expect("a valid value"))?;
    }
    Ok(())
}
