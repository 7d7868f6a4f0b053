use std::collections::HashMap;
use walkmesh::nwn2::*;
use walkmesh_testing::corpus;

fn key(triangle: Triangle<'_>) -> [[i64; 3]; 3] {
    let mut k = triangle.points().unwrap().map(|point| point.map(|at| (f64::from(at) * 1000.0).round() as i64));
    k.sort();
    k
}
fn matched(trx: &Walkmesh, ours: &Walkmesh) -> usize {
    let mut twins = HashMap::<_, usize>::new();
    ours.triangles().for_each(|triangle| *twins.entry(key(triangle)).or_default() += 1);
    let takes_one = |triangle: &Triangle<'_>| {
        twins.get_mut(&key(*triangle)).filter(|left| **left > 0).map(|left| *left -= 1).is_some()
    };
    trx.triangles().filter(takes_one).count()
}

fn areas() -> Vec<LearningArea> {
    let folder = corpus("nwn2").unwrap();
    let manifest = std::fs::read_to_string(folder.join("../MANIFEST.tsv")).unwrap();
    let mut names: Vec<&str> = manifest.lines().filter_map(|l| l.split('\t').next()).filter_map(|l| l.strip_prefix("nwn2/alfa/")).filter_map(|l| l.strip_suffix(".trn")).collect();
    names.dedup();
    names.iter().map(|name| {
        let read = |e: &str| std::fs::read(folder.join(format!("alfa/{name}.{e}"))).unwrap();
        let mesh = |e: &str| Terrain::from_bytes(&read(e)).unwrap().into_walkmesh().unwrap();
        LearningArea { name: name.to_string(), trn: mesh("trn"), trx: mesh("trx"), git: Git::from_bytes(&read("git")).unwrap() }
    }).collect()
}

#[test]
fn everything() {
    let areas = areas();
    let t = std::time::Instant::now();
    let report = learn_footprints(&areas, &LearnOptions::default());
    println!("{} learned, {} not, {:?}", report.learned.len(), report.unlearned.len(), t.elapsed());
    let folder = corpus("nwn2").unwrap();
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join("../../facts/nwn2-footprints.json")).unwrap()).unwrap();
    let known = |a: u32| -> Option<(Vec<[f32; 2]>, String)> { let m = &json["placeables"][a.to_string()]; if m.is_null() { return None }; Some((serde_json::from_value::<Vec<Vec<[f32; 2]>>>(m["polygons"].clone()).unwrap().remove(0), m["kind"].to_string())) };
    let same = |a: &[[f32; 2]], b: &[[f32; 2]]| a.len() == b.len() && a.iter().all(|p| b.iter().any(|q| (p[0] - q[0]).hypot(p[1] - q[1]) < 0.004));
    let (mut agree, mut differ, mut new) = (0, 0, 0);
    for l in &report.learned {
        let k = known(l.appearance);
        let verdict = match &k { None => { new += 1; "new" } Some((p, _)) if same(p, &l.polygon) => { agree += 1; "agree" } _ => { differ += 1; "DIFFER" } };
        println!("{verdict} {l:?}");
        if verdict == "DIFFER" { println!("     facts {k:?}"); }
    }
    println!("agree {agree} differ {differ} new {new}");
    for u in &report.unlearned { println!("{u:?} facts {:?}", known(u.appearance)); }
    let mut tot = [0; 4];
    for a in &report.areas { println!("{a:?}"); tot[0] += a.triangles; tot[1] += a.without.unwrap_or(0); tot[2] += a.with.unwrap_or(0); tot[3] += a.left_out.unwrap_or(0); }
    println!("{tot:?}");
}

#[test]
fn halves() {
    let areas = areas();
    let half = |parity: usize| areas.iter().enumerate().filter(move |(i, _)| i % 2 == parity).map(|(_, a)| a.clone()).collect::<Vec<_>>();
    for parity in [0, 1] {
        let (learn, tryon) = (half(parity), half(1 - parity));
        let report = learn_footprints(&learn, &LearnOptions::default().with_leave_one_out(false));
        let fp = report.footprints().unwrap();
        let (mut tot, mut mean, mut n) = ([0usize; 3], [0.0; 2], 0.0);
        for a in &tryon {
            let mut cutters = a.git.cutters().cutters;
            let m0 = matched(&a.trx, &carve(&a.trn, &cutters, &CarveOptions::default()).unwrap().walkmesh);
            let placed = fp.cutters(a.git.objects()).unwrap();
            cutters.extend(placed.cutters);
            let m1 = matched(&a.trx, &carve(&a.trn, &cutters, &CarveOptions::default()).unwrap().walkmesh);
            let all = a.trx.triangles().len();
            println!("{parity} {}: {m0} -> {m1} of {all} known {} missing {}{}", a.name, placed.objects.len(), placed.missing.len(), if m1 < m0 { " WORSE" } else { "" });
            tot[0] += all; tot[1] += m0; tot[2] += m1;
            n += 1.0; mean[0] += m0 as f64 / all as f64; mean[1] += m1 as f64 / all as f64;
        }
        println!("parity {parity}: learned {} {tot:?} {:.2} -> {:.2} mean {:.2} -> {:.2}", report.learned.len(), 100.0 * tot[1] as f64 / tot[0] as f64, 100.0 * tot[2] as f64 / tot[0] as f64, 100.0 * mean[0] / n, 100.0 * mean[1] / n);
    }
}
