//! What the KotOR room promises, measured on real files.
//!
//! The files belong to others: they are read from `WALKMESH_CORPUS` or from `../shared/corpus`, and without them a line
//! is printed and nothing is tested. `cargo test --test kotor_corpus -- --nocapture` prints the figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use walkmesh::kotor::{BakeOptions, Layout, MaterialTable, NormalRounding, Walkmesh, diff, planes_of_stored_boxes};

/// Where the corpus is.
fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = std::env::var_os("WALKMESH_CORPUS").map_or(beside, PathBuf::from).join("kotor");
    if !folder.is_dir() {
        println!("no corpus at {}: nothing tested", folder.display());
        return None;
    }
    Some(folder)
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path, extension: &str) -> Vec<(String, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| extension == "*" || found == extension));
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

fn layouts(corpus: &Path) -> Vec<Layout> {
    files(&corpus.join("lyt"), "lyt").iter().map(|(_, bytes)| Layout::from_bytes(bytes).unwrap()).collect()
}

/// The place of a room in whichever layout names it.
fn place_of(name: &str, layouts: &[Layout]) -> Option<[f32; 3]> {
    layouts.iter().find_map(|layout| layout.room(layout.find(name)?).map(|room| room.position))
}

/// Entries and equal entries, by table.
type Figures = BTreeMap<&'static str, (usize, usize)>;

/// A file and its re-bake, table by table.
fn rebake(name: &str, bytes: &[u8], layouts: &[Layout]) -> (Walkmesh, Walkmesh, Figures) {
    let stored = Walkmesh::from_bytes(bytes).unwrap();
    let materials = MaterialTable::kotor().as_shown_by(stored.as_raw());
    let stored = stored.with_materials(materials);
    let mut baked = stored.clone();
    let options = BakeOptions { layout_position: place_of(name, layouts), ..BakeOptions::default() };
    baked.bake(&options).unwrap();
    let figures = diff(&stored, &baked).iter().map(|table| (table.table, (table.entries, table.equal))).collect();
    (stored, baked, figures)
}

fn sum(into: &mut Figures, figures: &Figures) {
    for (table, (entries, equal)) in figures {
        let total = into.entry(table).or_default();
        *total = (total.0 + entries, total.1 + equal);
    }
}

fn table(title: &str, files: usize, figures: &Figures) {
    println!("{title}: {files} files");
    for (table, (entries, equal)) in figures {
        println!("  {table:<24} {equal:>7} of {entries:>7}");
    }
}

/// The faces below each inner node's left child, as a sum of hashes.
fn left_sets(walkmesh: &Walkmesh) -> Vec<u64> {
    let nodes = &walkmesh.as_raw().aabb_nodes;
    let mut below = vec![0_u64; nodes.len()];
    // In pre-order, which the corpus keeps to, children stand after their parents.
    for (at, node) in nodes.iter().enumerate().rev() {
        below[at] = match (usize::try_from(node.left), usize::try_from(node.right)) {
            (Ok(left), Ok(right)) => below[left].wrapping_add(below[right]),
            _ => {
                let mixed = (u64::from(node.face.cast_unsigned()) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (mixed >> 32)
            }
        };
    }
    nodes.iter().filter_map(|node| below.get(usize::try_from(node.left).ok()?).copied()).collect()
}

#[test]
fn figures() {
    let Some(corpus) = corpus() else { return };
    let layouts = layouts(&corpus);
    for maker in ["vanilla", "mdledit", "kaurora", "kotorblender", "pykotor", "pwk"] {
        let mut total = Figures::new();
        let files = files(&corpus.join(maker), "*");
        for (name, bytes) in &files {
            let (stored, baked, figures) = rebake(name, bytes, &layouts);
            sum(&mut total, &figures);
            let (a, b) = (left_sets(&stored), left_sets(&baked));
            let known: std::collections::HashSet<u64> = b.iter().copied().collect();
            let same = a.iter().filter(|set| known.contains(set)).count();
            sum(&mut total, &Figures::from([("sets", (a.len(), same)), ("identical", (1, usize::from(figures["aabb_nodes.tree"].0 == figures["aabb_nodes.tree"].1)))]));
            let place = place_of(name, &layouts);
            let planes = planes_of_stored_boxes(stored.as_raw(), place);
            let ok = planes.iter().zip(&stored.as_raw().aabb_nodes).filter(|(p, n)| **p == n.plane).count();
            let t = figures["aabb_nodes.tree"];
            let bad: Vec<_> = figures.iter().filter(|(t, (e, q))| e != q && !t.starts_with("aabb")).map(|(t, q)| (t, q)).collect();
            println!("{name} layout {} planes {ok}/{} tree {}/{} {:?} {bad:?}", place.is_some(), planes.len(), t.1, t.0, NormalRounding::of(stored.as_raw()));
        }
        table(maker, files.len(), &total);
    }
}
