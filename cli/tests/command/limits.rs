//! The limits of reading: `--max-inflated`, and the budget that the files of a folder share.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::aswm::{Aswm, Comp, Packet, Tile, TileFlags, TilesHeader};
use walkmesh::formats::trn::{self, Trn, Trwh};
use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, CarveOptions, Terrain, Walkmesh};

use crate::run::{Run, STATE, root, run, walkmesh};

/// Bytes of a sample's walkmesh when inflated.
fn inflated(sample: &str) -> u64 {
    let area = Terrain::from_bytes(&fs::read(root().join(sample)).expect("the sample")).expect("an area");
    area.walkmesh().expect("a walkmesh").to_bytes().expect("its bytes").len() as u64
}

fn assert_over(run: &Run, whose: &str) {
    assert_eq!((run.status, run.err.lines().count()), (2, 1), "{run:?}");
    for part in [whose, "`max-inflated`"] {
        assert!(run.err.contains(part), "{run:?}");
    }
}

#[test]
fn every_command_that_reads_an_area_has_the_limit_and_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.trx").into_os_string().into_string().expect("a name");
    let trx = "samples/yard.trx";
    let size = inflated(trx);
    let commands: [&[&str]; 10] = [
        &["info", trx],
        &["roundtrip", trx],
        &["check", trx],
        &["diff", trx, trx],
        &["bake", trx, "-o", &out],
        &["optimise", trx, "-o", &out],
        &["path", trx, "0", "35"],
        &["sight", trx, "0", "1"],
        &["floor", trx, "1,1"],
        &["reach", trx, "0"],
    ];
    for command in commands {
        let limited = |limit: u64| {
            let limit = limit.to_string();
            run(&[command, &["--max-inflated", &limit]].concat())
        };
        let refused = limited(size - 1);
        assert_eq!(refused.status, 2, "{refused:?}");
        let complaint = refused.err.lines().next().unwrap_or_default();
        assert!(complaint.contains("over this reader's limit") && complaint.contains("`max-inflated`"), "{refused:?}");
        assert!(!Path::new(&out).exists());
        let read = limited(size);
        assert!(read.status < 2, "{read:?}");
        let _ = fs::remove_file(&out);
    }
}

#[test]
fn a_bake_writes_nothing_that_the_same_limit_would_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("yard.trx").into_os_string().into_string().expect("a name");
    let baked = inflated("samples/yard.trx");
    let before = inflated("samples/yard.trn");
    assert!(before < baked);
    let bake = |limit: u64| run(&["bake", "samples/yard.trn", "-o", &out, "--max-inflated", &limit.to_string()]);
    assert_over(&bake(before), "over this baker's limit");
    assert!(!Path::new(&out).exists());
    assert_eq!(bake(baked).status, 0);
    let check = |limit: u64| run(&["check", &out, "--max-inflated", &limit.to_string()]);
    assert_eq!(check(baked).status, 0);
    let over = check(baked - 1);
    assert_over(&over, "over this reader's limit");
    assert!(!over.err.contains("game"), "{over:?}");
}

#[test]
fn a_limit_is_a_size() {
    for size in ["", "x", "-1", "1.5G", "99999999999G"] {
        let run = run(&["check", "samples/yard.trx", &format!("--max-inflated={size}")]);
        assert_eq!(run.status, 2, "{size}: {run:?}");
    }
    assert_eq!(run(&["check", "samples/yard.trx", "--max-inflated", "1MiB"]).status, 0);
}

/// An area whose walkmesh inflates to this many bytes or a few less: a row of empty tiles, which take the most memory for
/// their bytes.
fn bomb(bytes: usize) -> Vec<u8> {
    let tiles = vec![Tile { flags: TileFlags::TRX, ..Tile::default() }; (bytes - 128) / 74];
    let walkmesh = Aswm {
        owns_data: 1,
        tiles_header: TilesHeader { flags: TileFlags::TRX, width: 9.0, grid_height: 1, grid_width: tiles.len() as u32 },
        tiles,
        ..Aswm::default()
    };
    let payload = walkmesh.to_bytes().expect("a walkmesh");
    assert!(payload.len() <= bytes);
    let size = trn::Packet::Trwh(Trwh { width: walkmesh.tiles_header.grid_width, height: 1, id: 0 });
    let packet = Packet::Comp(Comp::deflate(&payload).expect("a packet"));
    let area = Trn { major: 2, minor: 3, packets: vec![size, trn::Packet::Aswm(packet)], ..Trn::default() };
    let file = area.to_bytes().expect("an area");
    assert!(file.len() < bytes / 100);
    file
}

/// Two dozen files that each inflate to 16 MiB are checked on eight threads in 4 x 16 + 64 MiB, limited by the command's address space.
/// Without a common budget, each thread would hold one file: about 400 MiB.
#[cfg(target_os = "linux")]
#[test]
fn the_files_of_a_folder_share_one_budget() {
    use std::process::Command;

    const INFLATED: usize = 16 << 20;
    // Memory of the program, its libraries and the stacks of its threads before anything is read.
    const AROUND: usize = 64 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    let bomb = bomb(INFLATED);
    for index in 0..24 {
        fs::write(folder.path().join(format!("{index}.trx")), &bomb).expect("a file");
    }
    let in_memory = |bytes: usize, arguments: &[&str]| {
        let script = r#"ulimit -v "$1"; shift; exec "$@""#;
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", &(bytes >> 10).to_string(), env!("CARGO_BIN_EXE_walkmesh")]);
        command.args(arguments).arg(folder.path()).args(["--max-inflated", "16M"]);
        command
            .env("WALKMESH_STATE", STATE)
            .env("RAYON_NUM_THREADS", "8")
            .env("MALLOC_ARENA_MAX", "1")
            .current_dir(root());
        command.output().expect("the command starts")
    };
    let most = 4 * INFLATED + (64 << 20) + AROUND;
    let output = in_memory(most, &["check"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("24 levels"), "{text}");

    // The output of a bake is counted in addition.
    let out = tempfile::tempdir().expect("a folder");
    let target = out.path().to_string_lossy().into_owned();
    let output = in_memory(most + 4 * INFLATED, &["bake", "-o", &target]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(fs::read_dir(out.path()).expect("the folder").count(), 24, "{text}");
}

/// An area before its bake whose 64 triangles do not touch: as many islands, and a route table for each pair of them.
fn scattered() -> Terrain {
    let corner = |at: u8| [f32::from(at % 8), f32::from(at / 8), 0.0];
    let vertices = (0..64).flat_map(|at| {
        let [x, y, z] = corner(at);
        [[x, y, z], [x + 0.5, y, z], [x, y + 0.5, z]]
    });
    let face = |at: u32| BuildFace { corners: [3 * at, 3 * at + 1, 3 * at + 2], walkable: true, floor: None };
    let faces: Vec<BuildFace> = (0..64).map(face).collect();
    let built = nwn2::build(&vertices.collect::<Vec<_>>(), &faces, &BuildOptions::default()).expect("triangles");
    Terrain::new_unbaked([1, 1], built.walkmesh).expect("an area")
}

/// A bake that runs beside others has a part of the budget; one that needs more is repeated alone, with the same result.
#[test]
fn a_bake_that_needs_more_than_its_part_gets_it() {
    const FILES: u64 = 16;
    let folder = tempfile::tempdir().expect("a folder");
    let area = scattered();
    let bytes = area.to_bytes().expect("a file");
    for index in 0..FILES {
        fs::write(folder.path().join(format!("{index}.trn")), &bytes).expect("a file");
    }
    let payload = |walkmesh: &Walkmesh| walkmesh.to_bytes().expect("its bytes").len() as u64;
    let mut expected = area.walkmesh().expect("a walkmesh").clone();
    expected.carve_and_bake(&[], &CarveOptions::default(), &BakeOptions::default()).expect("a bake");
    // Enough for all inputs at once and for one result, but one share is too small for a result.
    let part = payload(area.walkmesh().expect("a walkmesh")) + bytes.len() as u64;
    let limit = FILES * part;
    assert!((part + 1..limit).contains(&payload(&expected)));

    let out = tempfile::tempdir().expect("a folder");
    let (source, target) = (folder.path().to_string_lossy(), out.path().to_string_lossy());
    let mut command = walkmesh(&["bake", &source, "-o", &target, "--max-inflated", &limit.to_string()]);
    let output = command.env("RAYON_NUM_THREADS", FILES.to_string()).output().expect("the command starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for index in 0..FILES {
        let baked = fs::read(out.path().join(format!("{index}.trx"))).expect("a result");
        assert_eq!(Terrain::from_bytes(&baked).expect("an area").walkmesh(), Ok(&expected));
    }
}
