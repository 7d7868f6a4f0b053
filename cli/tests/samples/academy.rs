//! An academy of KotOR: a round hall, a library behind a gate, a garden on a terrace, and a cellar with a pit.

use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, Walkmesh};

use super::object;

type Triangles = Vec<([[f32; 3]; 3], MaterialId)>;

const DIRT: MaterialId = MaterialId(1);
const GRASS: MaterialId = MaterialId(3);
const STONE: MaterialId = MaterialId(4);
const WOOD: MaterialId = MaterialId(5);
const WATER: MaterialId = MaterialId(6);
const NONWALK: MaterialId = MaterialId(7);
const CARPET: MaterialId = MaterialId(9);
const METAL: MaterialId = MaterialId(10);
const PUDDLES: MaterialId = MaterialId(11);
const MUD: MaterialId = MaterialId(13);
const LEAVES: MaterialId = MaterialId(14);
const PIT: MaterialId = MaterialId(16);
const DEEP_WATER: MaterialId = MaterialId(17);

/// The distance of the hall's northern, eastern, southern and western sides from its centre, in metres; each is 4 m wide.
const SIDE: f32 = 10.0625;
/// The height of the garden, and the depth of the cellar.
const TERRACE: f32 = 2.5;
const CELLAR: f32 = -1.5;

/// The files of the area.
pub fn files() -> super::Samples {
    let rooms = [
        ("hall.wok", hall()),
        ("gallery.wok", gallery()),
        ("library.wok", library()),
        ("garden.wok", garden()),
        ("cellar.wok", cellar()),
    ];
    let mut layout = Layout::new();
    for (name, _) in &rooms {
        let name = name.trim_end_matches(".wok").to_owned();
        layout.push(LayoutRoom { name, position: [0.0; 3] }).expect("a room");
    }
    let mut area = Area::new(layout.clone());
    for (name, triangles) in rooms.clone() {
        let room = Walkmesh::from_triangles(Kind::Wok, triangles).expect("a sample bakes");
        area.insert_named(name.trim_end_matches(".wok"), room).expect("a room of the layout").expect("its number");
    }
    area.link().expect("the rooms can be linked");
    area.bake_stale().expect("a sample bakes");
    let mut files: Vec<_> =
        rooms.iter().zip(area.rooms()).map(|((name, _), (_, room))| (*name, written(room))).collect();
    files.push(("academy.lyt", layout.to_bytes()));
    files.push(("well.pwk", written(&well())));
    files.extend(
        [("gate0.dwk", None), ("gate1.dwk", Some(4.0)), ("gate2.dwk", Some(-4.0))]
            .map(|(name, open)| (name, written(&gate(open)))),
    );
    files
}

fn written(walkmesh: &Walkmesh) -> Vec<u8> {
    walkmesh.to_bytes().expect("a sample can be written")
}

/// Two triangles between four corners.
fn quad([a, b, c, d]: [[f32; 3]; 4], material: MaterialId) -> [([[f32; 3]; 3], MaterialId); 2] {
    [([a, b, c], material), ([a, c, d], material)]
}

/// A grid of quads between lines along x and y, each of the material of its letter. The first row is the northern one. A space means a quad
/// without floor.
fn grid(x: &[f32], y: &[f32], height: impl Fn(f32, f32) -> f32, rows: &[&str]) -> Triangles {
    let point = |x: f32, y: f32| [x, y, height(x, y)];
    let mut triangles = Vec::new();
    for (lines, row) in y.windows(2).zip(rows.iter().rev()) {
        for (columns, letter) in x.windows(2).zip(row.chars()) {
            let Some(material) = material(letter) else { continue };
            let ([west, east], [south, north]) = ([columns[0], columns[1]], [lines[0], lines[1]]);
            let corners = [point(west, south), point(east, south), point(east, north), point(west, north)];
            triangles.extend(quad(corners, material));
        }
    }
    triangles
}

fn material(letter: char) -> Option<MaterialId> {
    Some(match letter {
        'd' => DIRT,
        'g' => GRASS,
        's' => STONE,
        'w' => WOOD,
        '~' => WATER,
        '#' => NONWALK,
        'c' => CARPET,
        'm' => METAL,
        'p' => PUDDLES,
        'u' => MUD,
        'l' => LEAVES,
        'o' => PIT,
        'O' => DEEP_WATER,
        _ => return None,
    })
}

/// A round hall of sixteen sides around a basin, with rays of carpet.
fn hall() -> Triangles {
    // Rounded to sixteenths of a metre, so that it does not matter how a machine computes sines.
    let corner = |radius: f64, at: u32| {
        let angle = (f64::from(at) + 0.5) * std::f64::consts::TAU / 16.0;
        [radius * angle.cos(), radius * angle.sin(), 0.0].map(|value| ((value * 16.0).round() / 16.0) as f32)
    };
    let rings = [(2.25, 3.0), (3.0, 6.5), (6.5, 10.25)];
    let mut triangles = Vec::new();
    for at in 0..16 {
        triangles.push(([[0.0; 3], corner(2.25, at), corner(2.25, at + 1)], DEEP_WATER));
        for (ring, (inner, outer)) in rings.into_iter().enumerate() {
            let material = match (ring, at % 2) {
                (0, _) => NONWALK,
                (1, 1) => CARPET,
                (2, _) if at % 4 == 1 => METAL,
                _ => STONE,
            };
            let corners = [corner(inner, at), corner(outer, at), corner(outer, at + 1), corner(inner, at + 1)];
            triangles.extend(quad(corners, material));
        }
    }
    triangles
}

/// A passage from the hall to the east.
fn gallery() -> Triangles {
    grid(&[SIDE, 13.0, 16.0, 19.0, 22.0], &[-2.0, 2.0], |_, _| 0.0, &["cscs"])
}

/// A library with shelves.
fn library() -> Triangles {
    let rows = ["w#w#w", "wwwww", "wcccw", "wwwww", "w#w#w"];
    let (x, y) = ([22.0, 25.0, 28.0, 31.0, 34.0, 37.0], [-9.0, -6.0, -2.0, 2.0, 6.0, 9.0]);
    let mut triangles = grid(&x, &y, |_, _| 0.0, &rows);
    // Its eastern wall.
    for lines in y.windows(2) {
        let [south, north] = [lines[0], lines[1]];
        triangles
            .extend(quad([[37.0, south, 0.0], [37.0, south, 4.0], [37.0, north, 4.0], [37.0, north, 0.0]], NONWALK));
    }
    triangles
}

/// Stairs to the north, and a garden with a pond above them.
fn garden() -> Triangles {
    let steps = [(SIDE, 0.0), (11.5, 0.0), (13.0, 0.8), (14.5, 1.7), (16.0, TERRACE)];
    let on_step = |y: f32| steps.iter().find(|(line, _)| *line == y).map_or(TERRACE, |(_, height)| *height);
    let mut triangles = grid(&[-2.0, 2.0], &steps.map(|(y, _)| y), |_, y| on_step(y), &["s"; 4]);
    // The lawn is slightly uneven, except where the stairs end.
    let lawn = |x: f32, y: f32| {
        TERRACE + if y == 16.0 { 0.0 } else { [0.0, 0.15, 0.05, 0.2][(x + 2.0 * y) as i32 as usize % 4] }
    };
    let x = [-12.0, -7.0, -2.0, 2.0, 6.0, 10.0, 13.0];
    let y = [16.0, 19.0, 22.0, 25.0, 28.0, 31.0];
    let rows = ["llgggg", "lgdg~~", "ggdu~O", "ggdu~O", "ggdgg~"];
    triangles.extend(grid(&x, &y, |x, y| lawn(x + 12.0, y), &rows));
    triangles
}

/// A ramp down to the west, and a cellar around a pit.
fn cellar() -> Triangles {
    let height = |x: f32, _: f32| if x > -13.0 { 0.0 } else { CELLAR };
    let mut triangles = grid(&[-18.0, -16.5, -12.0, -SIDE], &[-2.0, 2.0], height, &["mss"]);
    let (x, y) = ([-33.0, -30.0, -27.0, -23.0, -20.0, -18.0], [-9.0, -6.0, -2.0, 2.0, 6.0, 9.0]);
    let rows = ["#mmm#", "mmpmm", "mpomm", "mmmmm", "#mmm#"];
    triangles.extend(grid(&x, &y, height, &rows));
    triangles
}

/// A well of eight sides, used from the south.
fn well() -> Walkmesh {
    let corners =
        [[0.5, -1.2], [1.2, -0.5], [1.2, 0.5], [0.5, 1.2], [-0.5, 1.2], [-1.2, 0.5], [-1.2, -0.5], [-0.5, -1.2]];
    object(Kind::Pwk, &corners.map(|[x, y]| [x, y, 0.0]), [0.0; 3], [[0.0, -1.7, 0.0]; 2])
}

/// A gate, 4 m wide: closed, or opened by an offset to one side.
fn gate(open: Option<f32>) -> Walkmesh {
    let end = open.map_or([2.0, 0.0], |far| [-2.0, far]);
    let leaf = [[-2.0, 0.0, -0.5], [end[0], end[1], -0.5], [end[0], end[1], 2.5], [-2.0, 0.0, 2.5]];
    object(Kind::Dwk, &leaf, [0.0, 0.0, 0.5], [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])
}
