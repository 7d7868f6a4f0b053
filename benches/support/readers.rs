//! The readers of texts and of files from other programs, with the files that cost them most per byte, for the programs and tests that
//! measure them. The readers of the games' own formats are measured in `formats/tests/formats/memory.rs`.

#![allow(dead_code, reason = "each program that includes this file takes what it needs")]

use std::fmt::Write;

use walkmesh::exchange::{GltfScene, ObjScene, Up};
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::two_da;
use walkmesh::kotor::{AsciiFile, Layout, MaterialTable};
use walkmesh::nwn2::Git;

#[path = "../../tests/support/shared_structs.rs"]
mod shared_structs;

use shared_structs::git_of_shared_structs;

/// Maximum factor of the instructions for twice the input, unless the list has a lower one.
pub const GROWTH: f64 = 3.0;

/// The same for an operation that sorts or searches: n log n takes 2.15 times as many for twice 4,000 entries.
pub const LINEAR: f64 = 2.3;

/// Files with a number of entries, by the kind of entry.
type Shape = (&'static str, fn(usize) -> Vec<u8>);

/// A reader.
pub struct Reader {
    pub name: &'static str,
    /// Maximum bytes of memory for each byte of a file.
    pub factor: f64,
    /// Maximum number of entries of a file.
    pub most: usize,
    /// Maximum factor of the instructions for twice the file.
    pub growth: f64,
    pub read: fn(&[u8]),
    /// Files with a number of entries.
    pub files: &'static [Shape],
}

const READER: Reader = Reader { name: "", factor: 0.0, most: 10_000_000, growth: GROWTH, read: |_| {}, files: &[] };

/// All readers.
pub const READERS: &[Reader] = &[
    Reader {
        name: "LYT",
        factor: 180.0,
        growth: GROWTH,
        most: Layout::MAX_LINES - 3,
        read: |bytes| drop(Layout::from_bytes(bytes)),
        files: &[
            ("rooms", |count| layout(count, "roomcount", "a 0 0 0\n")),
            ("door-hooks", |count| layout(count, "doorhookcount", "a b 0 0 0 0 1 0 0 0\n")),
            ("empty-lines", |count| lines("beginlayout\n", count, |_| "\n".to_owned(), "donelayout\n")),
        ],
    },
    Reader {
        name: "GIT",
        factor: 8.0,
        growth: LINEAR,
        read: |bytes| {
            let Ok(git) = Git::from_bytes(bytes) else { return };
            drop(git.cutters());
            drop(git.instances());
            drop(git.objects().collect::<Vec<_>>());
        },
        files: &[
            ("placeables", |count| git("Placeable List", count)),
            ("doors", |count| git("Door List", count)),
            // One trigger and one of its points, repeated.
            ("same-structs", git_of_shared_structs),
        ],
        ..READER
    },
    Reader {
        name: "2DA",
        factor: 24.0,
        read: |bytes| {
            drop(two_da::Text::from_bytes(bytes));
            drop(MaterialTable::from_2da(bytes));
        },
        files: &[
            ("columns", |count| {
                let mut wide = "2DA V2.0\n\n".to_owned();
                (0..count).for_each(|at| write!(wide, "c{at} ").expect("a text"));
                wide.into_bytes()
            }),
            ("rows", |count| lines("2DA V2.0\n\na\n", count, |at| format!("{at} *\n"), "")),
        ],
        ..READER
    },
    Reader {
        name: "ASCII",
        factor: 24.0,
        read: |bytes| drop(AsciiFile::from_bytes(bytes)),
        files: &[
            ("vertices", |count| ascii(count, "verts", "0 0 0\n")),
            ("faces", |count| ascii(count, "faces", "0 0 0 1 0 0 0 4\n")),
            ("nodes", |count| lines("", count, |_| "node aabb a\nendnode\n".to_owned(), "")),
        ],
        ..READER
    },
    Reader {
        name: "OBJ",
        factor: 48.0,
        read: |bytes| {
            // Each name is another file to a careless reader.
            let mut library = |_: &str| Ok(b"newmtl a\nKd 1 1 1\n".to_vec());
            drop(ObjScene::from_bytes_with(bytes, Up::Z, &mut library));
        },
        files: &[
            ("vertices", |count| lines("", count, |_| "v 0 0 0\n".to_owned(), "f 1 2 3\n")),
            ("faces", |count| lines(TRIANGLE, count, |_| "f 1 2 3\n".to_owned(), "")),
            ("materials", |count| lines(TRIANGLE, count, |at| format!("usemtl {at}\nf 1 2 3\n"), "")),
            ("objects", |count| lines(TRIANGLE, count, |at| format!("o {at}\nf 1 2 3\n"), "")),
            // All of them refer to one file: the digits of the number in base 2 are `/` and `/./`.
            ("libraries", |count| {
                let digit = |at: usize, bit: usize| if at >> bit & 1 == 0 { "/" } else { "/./" };
                let name = |at: usize| (0..20).map(|bit| digit(at, bit)).collect::<String>();
                lines(TRIANGLE, count, |at| format!("mtllib .{}a.mtl\n", name(at)), "f 1 2 3\n")
            }),
            // Faces of 1,024 corners, the maximum; every second one is convex.
            ("corners", |count| {
                let vertex = |at: usize| {
                    let ([x, y], radius) = (round(at), if at.is_multiple_of(2) { 9.0 } else { 3.0 });
                    format!("v {} 0 {}\n", x * radius, y * radius)
                };
                let before: String = (0..MAX_CORNERS).map(vertex).collect();
                let face = (1..=MAX_CORNERS).fold("f".to_owned(), |face, corner| format!("{face} {corner}"));
                lines(&before, count.div_ceil(MAX_CORNERS), |_| format!("{face}\n"), "")
            }),
        ],
        ..READER
    },
    Reader {
        name: "GLB",
        factor: 320.0,
        read: |bytes| drop(GltfScene::from_bytes(bytes, Up::Z).expect("a scene")),
        files: &[
            ("materials", |count| gltf(count, "{}", "[]", &format!("[{GLTF_TRIANGLE}]"))),
            ("nodes", |count| gltf(1, "{}", &list(count, |_| "{}".to_owned()), &format!("[{GLTF_TRIANGLE}]"))),
            ("meshes", |count| gltf(1, "{}", "[]", &list(count, |_| GLTF_TRIANGLE.to_owned()))),
            // Each primitive has a material of its own, without a name.
            ("primitives", |count| {
                let primitive = |at| format!(r#"{{"attributes":{{"POSITION":0}},"material":{at}}}"#);
                gltf(count, "{}", "[]", &format!(r#"[{{"primitives":{}}}]"#, list(count, primitive)))
            }),
        ],
        ..READER
    },
];

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
const GLTF_TRIANGLE: &str = r#"{"primitives":[{"attributes":{"POSITION":0}}]}"#;

/// Maximum number of corners of a polygon.
pub const MAX_CORNERS: usize = 1024;

/// A corner on the unit circle, by its rational parameter, so that no sine is needed.
pub fn round(corner: usize) -> [f32; 2] {
    let quarter = MAX_CORNERS / 4;
    let t = (corner % quarter) as f32 / quarter as f32;
    let [x, y] = [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)];
    [[x, y], [-y, x], [-x, -y], [y, -x]][corner / quarter % 4]
}

/// A text with a number of lines between a head and a tail.
fn lines(before: &str, count: usize, line: impl Fn(usize) -> String, after: &str) -> Vec<u8> {
    let mut text = before.to_owned();
    (0..count).for_each(|at| text.push_str(&line(at)));
    text.push_str(after);
    text.into_bytes()
}

fn layout(count: usize, what: &str, line: &str) -> Vec<u8> {
    lines(&format!("beginlayout\n{what} {count}\n"), count, |_| line.to_owned(), "donelayout\n")
}

fn ascii(count: usize, list: &str, line: &str) -> Vec<u8> {
    lines(&format!("node aabb a\n  {list} {count}\n"), count, |_| line.to_owned(), "endnode\n")
}

/// The objects of an area, each with as few fields as it can have.
fn git(list: &str, count: usize) -> Vec<u8> {
    let at = |tree: Tree, label: &str| tree.with(label, TreeValue::Float(1.0));
    let object = ["X", "Y", "Z"].into_iter().fold(Tree::new(9), at);
    let objects = Tree::root().with(list, TreeValue::List(vec![object; count]));
    Gff::from_tree(*b"GIT ", &objects).expect("a tree").to_bytes().expect("a file")
}

/// A list of JSON.
fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(entry).collect::<Vec<_>>().join(","))
}

/// A glTF of a node with the mesh 0, and of other nodes; with a number of materials, and with meshes of one triangle.
fn gltf(materials: usize, material: &str, nodes: &str, meshes: &str) -> Vec<u8> {
    let others = nodes.trim_matches(['[', ']']);
    let comma = if others.is_empty() { "" } else { "," };
    let materials = list(materials, |_| material.to_owned());
    let triangle = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/";
    format!(
        r#"{{"asset":{{"version":"2.0"}},"materials":{materials},"nodes":[{{"mesh":0}}{comma}{others}],"meshes":{meshes},
        "accessors":[{{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],
        "buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,{triangle}"}}]}}"#
    )
    .into_bytes()
}
