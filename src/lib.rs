//! Walkmeshes of classic games: read, check, query, edit, bake and write them, byte for byte.
//!
//! A walkmesh is the hidden floor of a game level: triangles that define where creatures can walk, with path tables
//! baked from them. This library supports the walkmeshes of three games: Knights of the Old Republic ([`kotor`]),
//! Neverwinter Nights 2 ([`nwn2`]) and Silkroad Online ([`silkroad`]).
//!
//! | I have … | and want … | so I use … |
//! |---|---|---|
//! | a level: the files of an area or a dungeon | to open, check, bake, edit, repair and save it | [`level::Level::open`] |
//! | any supported file | the same, and to compare or describe it | [`level::Level::from_bytes`] |
//! | a `.wok`, `.pwk` or `.dwk` | faces, materials, perimeters, transitions | [`kotor::Walkmesh`] |
//! | the rooms of a KotOR area and its `.lyt` | transitions that fit, seams that meet | [`kotor::Area`] |
//! | a `.trn` or `.trx` | its walkmesh, or to bake a `.trn` to a `.trx` | [`nwn2::Terrain`] |
//! | an `ainavdata_*.dat` | its tables, doors and connected parts | [`silkroad::Dungeon`] |
//! | a walkmesh of any game | floors, rays, paths, stored routes | the game's `Navigator` |
//! | my own triangles | rays, height queries, shortest paths | [`mesh::Navigator`] of a [`mesh::Mesh`], or of a [`mesh::Ground`] of my own |
//! | my own triangles | a file of a game | [`kotor::Walkmesh::from_triangles`], [`nwn2::build()`], [`silkroad::Plan`] |
//! | an OBJ file | its triangles, or objects and materials | [`exchange::Obj`], [`exchange::ObjScene`] |
//! | a mesh, and what an editor made of it | what was changed | [`exchange::match_onto`] |
//! | the bytes of a file | the structs that the documents describe | [`formats`] |
//! | a finding of a check | what it means and what to do | [`rules()`] |
//! | my own property tests | walkable rooms, areas and dungeons | the package `walkmesh-worlds` |
//!
//! # Three games, one language
//! The modules of the three games share one API:
//!
//! - A file is read with `from_bytes` or `from_bytes_with` (limits), and written with `to_bytes`. Unedited parts are
//!   written as they were read. `as_raw`, `into_raw` and `from_raw` convert to the on-disk structs of [`formats`] and
//!   back.
//! - `check` returns [`finding::Findings`], `diff` returns [`diff::TableDiff`]s, and `bake` rebuilds the derived
//!   tables, by the game's own rules, and returns a report. If it fails, nothing is changed.
//! - A `Navigator` answers queries. It shares its walkmesh (an `Arc`), copies no table, returns it with `into_inner`,
//!   and builds each index when a query first needs it. It is `Send`, `Sync` and `'static`.
//! - Answers identify faces as the game does: by [`kotor::FaceId`] or [`kotor::AreaFace`], by [`nwn2::TriangleId`], or
//!   by [`silkroad::CellRef`]. A [`mesh::Position`] is a point on a face, from which walks and paths start; a
//!   [`mesh::Path`] is geometric and the shortest, and a [`mesh::Route`] follows the game's own tables.
//! - Queries on many inputs end in `_many`, and use all cores with the feature `parallel`. `corners` are ids of vertices,
//!   and `points` are coordinates.
//!
//! | query | KotOR | NWN2 | Silkroad |
//! |---|---|---|---|
//! | `raycast`, `line_of_sight` | yes | yes | no: the file has no faces |
//! | `floors_at`, `floor_below`, `floor_above`, `floor_nearest` | yes | yes | with the floors of a DOF |
//! | `position_at`, `snap`, `snap_in_plan` | yes | yes | with the floors of a DOF |
//! | `walk_straight`, `shortest_path` | yes | yes | no |
//! | `stored_route` | no: the file has no tables for it | yes | yes |
//!
//! # Units and axes
//! KotOR and NWN2 measure in metres, with z up; a point of the plan view is `[x, y]`. Silkroad measures in game units,
//! with y up; a point of the plan view is `[x, z]`. Points are accepted as anything that converts to `[f32; 3]`, and
//! returned as `[f32; 3]`. Angles have their unit in their name.
//!
//! # Rules for all types
//! Types implement `Debug`, `Clone` and `PartialEq` where possible: errors, options and answers always do. Enums that
//! may grow and structs of options are `#[non_exhaustive]`; options start from `Default`. A value that is useless when
//! dropped is `#[must_use]`. Errors end in `Error`, and the same fault has the same variant in every game. With the
//! feature `serde`, on-disk structs and summaries can be serialized.
//!
//! # Features
//! - `libdeflate`: a C library inflates NWN2 packets; areas are read in two thirds of the time.
//! - `zlib-rs` (default), `miniz`, `stock-zlib`: the zlib of NWN2 packets. `zlib-rs` inflates fastest, `miniz` has no
//!   unsafe code, and only `stock-zlib` deflates to the game's bytes. If several packages of a build choose,
//!   `stock-zlib` wins over `zlib-rs`, and `zlib-rs` over `miniz`.
//! - `parallel` (default): bakes and batches use all cores, with the same results.
//! - `serde`: `Serialize` for all contents of a file, and for answers, findings and summaries.
//! - `gltf`: `exchange::GltfScene` reads scenes from glTF, and `exchange::Scene::to_glb` writes them.
//! - `picture`, `png`: plan views as SVG, and as PNG, too (`picture::Picture`, `level::Level::to_picture`).
//! - `arbitrary`: valid files for your own tests. Strategies of proptest are in `walkmesh-formats` (files, with its feature
//!   `proptest`) and `walkmesh-worlds` (walkable places).
//!
//! # Examples
//! A room, baked and saved:
//!
//! ```
//! use walkmesh::kotor::{BakeOptions, Kind, MaterialId, Walkmesh};
//!
//! let corner = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
//! let mut room = Walkmesh::from_triangles(Kind::Wok, [(corner, MaterialId(4))])?;
//! room.bake(&BakeOptions::default())?;
//! let bytes = room.to_bytes()?;
//! assert_eq!(Walkmesh::from_bytes(&bytes)?.to_bytes()?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Builds an area of NWN2 from triangles, bakes it, and finds the route that the game takes:
//!
//! ```
//! use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, Navigator};
//!
//! let vertices = [[0.0, 0.0, 2.0], [18.0, 0.0, 2.0], [18.0, 9.0, 2.0], [0.0, 9.0, 2.0]];
//! let face = |corners| BuildFace { corners, walkable: true, floor: None };
//! let mut area = nwn2::build(&vertices, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default())?.walkmesh;
//! area.bake(&BakeOptions::default())?;
//!
//! let navigator = Navigator::new(area);
//! let [start, goal] = [[1.0, 4.0, 2.0], [17.0, 4.0, 2.0]].map(|point| navigator.position_at(point, 1.0));
//! let (start, goal) = (start?.expect("a floor"), goal?.expect("a floor"));
//! assert!(!navigator.stored_route(start, goal)?.steps.is_empty());
//! assert_eq!(navigator.shortest_path(start, goal)?.length, 16.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Bakes a dungeon of Silkroad from a plan, and finds the route that a monster takes:
//!
//! ```
//! use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, CellRef, EdgePlan, Navigator, Plan};
//!
//! let edge = |x: f32, a, b| EdgePlan::inner([x, 0.0, 0.0], CellId(a), CellId(b));
//! let block = BlockPlan { cells: 3, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
//! let dungeon = Plan { region: 32999, blocks: vec![block], doors: vec![] }.bake(&BakeOptions::default())?;
//!
//! let navigator = Navigator::new(dungeon);
//! let route = navigator.stored_route(CellRef::new(0, 0), CellRef::new(0, 2))?;
//! assert_eq!(route.steps.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod crt_sort;
pub mod diff;
pub mod finding;
#[cfg(feature = "picture")]
mod findings_layer;
mod floor_rules;
mod ids;
pub mod instances;
pub mod kotor;
pub mod level;
pub mod nwn2;
mod rules;
pub mod silkroad;
mod text;

pub use rules::rules;
pub use text::redirects;
#[doc(inline)]
pub use walkmesh_exchange::exchange;
pub use walkmesh_formats as formats;
pub use walkmesh_mesh::counted::counted;
#[doc(inline)]
pub use walkmesh_mesh::{flaw, mesh};

use walkmesh_mesh::{geometry, parallel, setters, work};

/// The features of this build by name. Cargo gives all packages of a build the features that any of them selects.
pub const FEATURES: &[&str] = &[
    #[cfg(feature = "arbitrary")]
    "arbitrary",
    #[cfg(feature = "gltf")]
    "gltf",
    #[cfg(feature = "libdeflate")]
    "libdeflate",
    #[cfg(feature = "miniz")]
    "miniz",
    #[cfg(feature = "parallel")]
    "parallel",
    #[cfg(feature = "picture")]
    "picture",
    #[cfg(feature = "png")]
    "png",
    #[cfg(feature = "serde")]
    "serde",
    #[cfg(feature = "stock-zlib")]
    "stock-zlib",
    #[cfg(feature = "zip")]
    "zip",
    #[cfg(feature = "zlib-rs")]
    "zlib-rs",
];

/// The budget of an operation. Users set the [`Limits`](budget::Limits).
pub mod budget {
    pub use walkmesh_formats::Limits;
    #[doc(inline)]
    pub use walkmesh_mesh::budget::*;
}

/// Plan views of walkmeshes, with a legend, a scale and labels, as SVG and PNG.
#[cfg(feature = "picture")]
pub mod picture {
    pub use crate::findings_layer::{Site, findings_layer};
    #[doc(inline)]
    pub use walkmesh_exchange::picture::*;
}

/// The cookbook's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../docs/cookbook.md")]
struct Cookbook;
