//! Holes in real floors: the divided faces, the removed area, and the thinness of the remaining faces.

use std::collections::HashMap;

use walkmesh::level::{BakeOptions, Edit, Level, OpenOptions};
use walkmesh_testing::{corpus, files, root};

/// A triangle in the plan view.
type Plan = [[f64; 2]; 3];

/// Twice the area of a triangle: positive for one that runs counter-clockwise.
fn turn([a, b, c]: Plan) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn sides(ring: &[[f64; 2]]) -> impl Iterator<Item = [[f64; 2]; 2]> {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

fn distance(point: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let (along, off) = ([b[0] - a[0], b[1] - a[1]], [point[0] - a[0], point[1] - a[1]]);
    let length = along[0] * along[0] + along[1] * along[1];
    let share = if length > 0.0 { ((along[0] * off[0] + along[1] * off[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    (off[0] - share * along[0]).hypot(off[1] - share * along[1])
}

/// The distance between two triangles; 0 if they have a point in common.
fn gap(a: Plan, b: Plan) -> f64 {
    let is_apart = |one: &Plan, other: &Plan| {
        let sign = turn(*one).signum();
        sides(one).any(|[from, to]| other.iter().all(|&point| sign * turn([from, to, point]) < 0.0))
    };
    if !is_apart(&a, &b) && !is_apart(&b, &a) {
        return 0.0;
    }
    let near = |one: Plan, other: Plan| {
        one.into_iter().flat_map(move |point| sides(&other).map(|side| distance(point, side)).collect::<Vec<_>>())
    };
    near(a, b).chain(near(b, a)).fold(f64::INFINITY, f64::min)
}

/// The area that two triangles have in common.
fn common(a: Plan, mut b: Plan) -> f64 {
    if turn(b) < 0.0 {
        b.reverse();
    }
    let mut ring = a.to_vec();
    for [from, to] in sides(&b) {
        let side = |point: [f64; 2]| turn([from, to, point]);
        let mut left = Vec::new();
        for [here, there] in sides(&ring) {
            let (now, then) = (side(here), side(there));
            left.extend((now >= 0.0).then_some(here));
            if now * then < 0.0 {
                let share = now / (now - then);
                left.push([0, 1].map(|axis| here[axis] + (there[axis] - here[axis]) * share));
            }
        }
        ring = left;
    }
    let fan = (2..ring.len()).map(|at| turn([ring[0], ring[at - 1], ring[at]]));
    fan.sum::<f64>().abs() / 2.0
}

/// Pseudorandom numbers, the same in each run.
struct Random(u64);

impl Random {
    /// A number from 0 to below 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The triangles of a level.
fn triangles(level: &Level) -> Vec<[[f32; 3]; 3]> {
    let view = level.view();
    (0..view.triangles.len()).filter_map(|at| view.corners_of(at)).collect()
}

fn plan(triangle: &[[f32; 3]; 3]) -> Plan {
    triangle.map(|[x, y, _]| [x, y].map(f64::from))
}

/// The height of a triangle over its longest side, in space.
fn thickness(triangle: &[[f32; 3]; 3]) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner.map(f64::from));
    let less = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|axis| a[axis] - b[axis]);
    let length = |[x, y, z]: [f64; 3]| (x * x + y * y + z * z).sqrt();
    let (u, v, w) = (less(b, a), less(c, a), less(c, b));
    let area = length([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
    area / length(u).max(length(v)).max(length(w)).max(f64::MIN_POSITIVE)
}

/// The effect of a hole on a floor.
#[derive(Debug, Default)]
struct Cut {
    /// The number of changed faces away from the hole.
    far: usize,
    /// The difference between the removed floor and the hole, in square metres.
    area: f64,
    /// The number of new faces thinner than a millimetre.
    slivers: usize,
    new: usize,
}

/// Cuts a hole into a copy of a level; the triangles `parts` cover the same hole.
fn cut(level: &Level, outline: &[[f32; 2]], parts: &[Plan]) -> Option<Cut> {
    let mut after = level.clone();
    after.edit(&[Edit::CutHole(outline.to_vec())], &BakeOptions::default()).ok()?;
    let mut left: HashMap<[[u32; 3]; 3], i32> = HashMap::new();
    // A bake may exchange corners.
    let key = |triangle: &[[f32; 3]; 3]| {
        let mut corners = triangle.map(|corner| corner.map(f32::to_bits));
        corners.sort_unstable();
        corners
    };
    let now = triangles(&after);
    now.iter().for_each(|triangle| *left.entry(key(triangle)).or_default() += 1);
    let mut result = Cut::default();
    let area = |triangles: &[[[f32; 3]; 3]]| triangles.iter().map(|it| turn(plan(it)).abs() / 2.0).sum::<f64>();
    let before = triangles(level);
    let mut gone = 0.0;
    for triangle in &before {
        let kept = left.entry(key(triangle)).or_default();
        *kept -= 1;
        gone += parts.iter().map(|part| common(plan(triangle), *part)).sum::<f64>();
        if *kept < 0 {
            let apart = parts.iter().map(|part| gap(plan(triangle), *part)).fold(f64::INFINITY, f64::min);
            // A vertex within a millimetre of the outline counts as on it.
            result.far += usize::from(apart > 1e-3);
        }
    }
    result.area = (area(&before) - area(&now) - gone).abs();
    for triangle in now.iter().filter(|triangle| left[&key(triangle)] > 0) {
        result.new += 1;
        result.slivers += usize::from(thickness(triangle) < 1e-3);
    }
    Some(result)
}

/// Holes of three to seven corners, with a notch or without, on the floor of each level.
fn check(levels: &[(String, Level)], holes: usize) -> [usize; 4] {
    let mut random = Random(7);
    let mut sums = [0; 4];
    for (name, level) in levels {
        let floor = triangles(level);
        for _ in 0..holes {
            let at = plan(&floor[(random.next() * floor.len() as f64) as usize]);
            let middle = [0, 1].map(|axis| at.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0);
            let (count, size, start) = (3 + (random.next() * 5.0) as usize, 0.2 + 1.8 * random.next(), random.next());
            let has_notch = random.next() < 0.3;
            let corner = |number: usize| {
                let angle = std::f64::consts::TAU * (start + number as f64 / count as f64);
                let size = if has_notch && number == 0 { size / 8.0 } else { size };
                [middle[0] + size * angle.cos(), middle[1] + size * angle.sin()].map(|value| value as f32)
            };
            let outline: Vec<[f32; 2]> = (0..count).map(corner).collect();
            let exact: Vec<[f64; 2]> = outline.iter().map(|point| point.map(f64::from)).collect();
            // The first corner sees all others.
            let parts: Vec<Plan> = (2..count).map(|at| [exact[0], exact[at - 1], exact[at]]).collect();
            let Some(cut) = cut(level, &outline, &parts) else { continue };
            // Vertices of the floor within a millimetre of the outline stay where they are.
            assert!(cut.area <= 1e-3 * size * count as f64, "{name}: {} m² at {outline:?}", cut.area);
            for (sum, more) in sums.iter_mut().zip([1, cut.far, cut.slivers, cut.new]) {
                *sum += more;
            }
        }
    }
    sums
}

fn open(path: &std::path::Path) -> Option<(String, Level)> {
    let name = path.file_name()?.to_str()?.to_owned();
    let level = Level::from_bytes(&std::fs::read(path).ok()?, &OpenOptions::default().with_name(&*name)).ok()?;
    (!triangles(&level).is_empty()).then_some((name, level))
}

#[test]
fn a_hole_divides_only_faces_that_its_outline_meets() {
    let of = |folder: &str, extension| files(&root().join("cli").join(folder), extension);
    let paths = [of("areas/academy", "wok"), of("samples", "wok"), of("samples", "trx")].concat();
    let levels: Vec<_> = paths.iter().filter_map(|path| open(path)).collect();
    assert!(levels.len() > 8, "{}", levels.len());
    let [cut, far, slivers, new] = check(&levels, 5);
    println!("{cut} holes, {far} faces away from them are divided, {slivers} slivers of {new} new faces");
    assert!(cut > 40 && slivers <= new / 10, "{cut} {slivers} {new}");
    assert_eq!(far, 0, "in {cut} holes");
}

#[test]
fn a_hole_in_a_real_floor_divides_only_faces_that_its_outline_meets() {
    let Some(kotor) = corpus("kotor") else { return };
    let rooms = ["vanilla", "m10aa"].iter().flat_map(|folder| files(&kotor.join(folder), "wok"));
    let levels: Vec<_> = rooms.filter_map(|path| open(&path)).collect();
    let [cut, far, slivers, new] = check(&levels, 3);
    println!("{cut} holes, {far} faces away from them are divided, {slivers} slivers of {new} new faces");
    assert!(cut > 100 && slivers <= new / 10, "{cut} {slivers} {new}");
    assert_eq!(far, 0, "in {cut} holes");
}
