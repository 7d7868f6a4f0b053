//! The contract of every on-disk type: tests generated from two lists, of the documents and of their parts; a walk over the sources proves
//! the lists complete.
//!
//! Per type: a snapshot of its layout when read and when written, the size that the document states, an error with the right path and
//! offset for every truncation, writing that is idempotent for patched bytes, and, for rows, the block path against the derived one. They
//! depend on the wording of binrw 0.15's messages.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::Cursor;

use super::support::probe::{self, Reading};
use super::support::sources;
use binrw::{BinRead, BinResult, BinWrite, Endian};
use bytemuck::Zeroable;
use proptest::prelude::*;
use walkmesh_formats::aswm::Version;
use walkmesh_formats::rows::{self, Row};
use walkmesh_formats::{
    Document, Error, ainav, aswm, biff, bms, bwm, container, detour, dof, erf, gff, jmx, key, mdb, mdl, rim, trn,
};
use walkmesh_testing::{samples, snapshot_in};

/// The module of the sources that defines the type.
mod vector {
    pub use walkmesh_formats::Vector3;
}

/// An on-disk type with the arguments of its reading and writing.
struct Contract<T> {
    /// The name of the test module, and of the snapshot.
    module: &'static str,
    /// Such as `aswm::Tile`.
    type_name: String,
    sample: T,
    /// The size of every value, where the document states one.
    size: Option<usize>,
    read: fn(&mut dyn ReadSeek) -> BinResult<T>,
    write: fn(&T, &mut Cursor<Vec<u8>>) -> BinResult<()>,
    /// Whole documents: the error with its path and offset.
    from_bytes: Option<FromBytes<T>>,
}

type FromBytes<T> = fn(&[u8]) -> Result<T, Error>;

trait ReadSeek: std::io::Read + std::io::Seek {}
impl<R: std::io::Read + std::io::Seek> ReadSeek for R {}

impl<T> Contract<T> {
    fn bytes(&self, value: &T) -> Vec<u8> {
        let mut writer = Cursor::new(Vec::new());
        (self.write)(value, &mut writer).expect("a value that was read, or the sample, can be written");
        writer.into_inner()
    }

    fn read(&self, bytes: &[u8]) -> BinResult<T> {
        (self.read)(&mut Cursor::new(bytes))
    }

    fn readings(&self, bytes: &[u8]) -> Vec<Reading> {
        probe::readings(bytes, |probe| (self.read)(probe))
    }

    /// The layout for reviewers: every field of the sample, and whether a change of its bytes is written where it was read (`as read`), or
    /// not read, or computed again (`fixed`). A writer that swaps two fields of equal size would show here, and so would one that writes a
    /// count from the wrong table.
    fn check_layout(&self) {
        let bytes = self.bytes(&self.sample);
        assert_eq!(self.bytes(&self.read(&bytes).expect("the sample reads")), bytes);
        let mut text = format!("{}: {} bytes in this sample, little-endian\n", self.type_name, bytes.len());
        writeln!(text, "{:<8}  {:>6}  {:<7}  {:<52}  type", "offset", "size", "written", "field").unwrap();
        let mut next = 0;
        for reading in probe::in_order(&self.readings(&bytes)) {
            let span = reading.offset as usize..(reading.offset + reading.size) as usize;
            let written = if span.clone().all(|at| self.survives(&bytes, at)) { "as read" } else { "fixed" };
            let shown = self.type_of(&reading).unwrap_or_default();
            let place = format!("0x{:04x}    {:>6}  {written:<7}", reading.offset, reading.size);
            writeln!(text, "{}", format!("{place}  {:<52}  {shown}", reading.path()).trim_end()).unwrap();
            assert!(span.start <= next, "bytes {next:#x} to {:#x} are written, and never read", span.start);
            next = next.max(span.end);
        }
        assert_eq!(next, bytes.len(), "every byte written is read");
        snapshot_in("layout", self.module, &text);
    }

    /// Whether a change of one byte is written where it was read.
    fn survives(&self, bytes: &[u8], at: usize) -> bool {
        let mut patched = bytes.to_vec();
        patched[at] ^= 1;
        self.read(&patched).is_ok_and(|value| {
            let mut writer = Cursor::new(Vec::new());
            (self.write)(&value, &mut writer).is_ok() && writer.into_inner() == patched
        })
    }

    /// The type of the field that a reading was for, as its struct declares it: in the same module, or else another.
    fn type_of(&self, reading: &Reading) -> Option<String> {
        let (of, field) = reading.innermost()?;
        let module = self.type_name.split("::").next()?;
        let types = sources::field_types();
        let elsewhere = || types.iter().find(|(name, _)| name.ends_with(&format!("::{of}"))).map(|(_, fields)| fields);
        types.get(&format!("{module}::{of}")).or_else(elsewhere)?.get(field).cloned()
    }

    fn check_size(&self) {
        if let Some(size) = self.size {
            assert_eq!(self.bytes(&self.sample).len(), size, "the document's size of {}", self.type_name);
        }
    }

    /// Every truncation is an error that names the field that is cut, and where it starts; never a panic.
    fn check_truncations(&self) {
        let bytes = self.bytes(&self.sample);
        let readings = self.readings(&bytes);
        for length in 0..bytes.len() {
            assert!(self.read(&bytes[..length]).is_err(), "{} of {} bytes read", length, bytes.len());
            let Some(from_bytes) = self.from_bytes else { continue };
            let Err(error) = from_bytes(&bytes[..length]) else { unreachable!("it was an error above") };
            let detail = error.detail();
            let cut = readings.iter().find(|reading| reading.offset + reading.size > length as u64);
            let cut = cut.expect("a read that goes past the end");
            // The field itself or one inside it, or an enclosing table that was found not to fit.
            let inside =
                is_within(&detail.field, &cut.path()) && (cut.offset..cut.offset + cut.size).contains(&detail.offset);
            let around = readings.iter().find(|reading| is_within(&reading.path(), &detail.field));
            let around =
                is_within(&cut.path(), &detail.field) && around.is_some_and(|first| first.offset == detail.offset);
            assert!(inside || around, "cut to {length} bytes inside {} at {:#x}: {error}", cut.path(), cut.offset);
        }
    }

    /// Patched bytes that can still be read are written so that another round trip changes nothing; a whole document is written back byte
    /// for byte.
    fn check_patched(&self, patches: &[(prop::sample::Index, u8)]) -> Result<(), TestCaseError> {
        let mut bytes = self.bytes(&self.sample);
        for (at, byte) in patches {
            let length = bytes.len();
            bytes[at.index(length)] = *byte;
        }
        if let Ok(value) = self.read(&bytes) {
            let written = self.bytes(&value);
            prop_assert!(self.from_bytes.is_none() || written == bytes, "a document is not written as it was read");
            let again = self.read(&written).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(self.bytes(&again), written);
        }
        Ok(())
    }
}

/// Whether a path equals another or continues it.
fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
}

/// Rows read and written in one block are the rows that the derive reads and writes, in both byte orders.
fn check_block<T: Row>(bytes: &[u8], endian: Endian) -> Result<(), TestCaseError> {
    let count = bytes.len() / size_of::<T>();
    let bytes = &bytes[..count * size_of::<T>()];
    let block: Vec<T> = rows::rows(&mut Cursor::new(bytes), endian, (count as u64,)).expect("enough bytes");
    let mut reader = Cursor::new(bytes);
    let derived: Vec<T> = (0..count).map(|_| T::read_options(&mut reader, endian, ()).expect("enough bytes")).collect();
    prop_assert_eq!(bytemuck::cast_slice::<T, u8>(&block), bytemuck::cast_slice::<T, u8>(&derived));

    let mut block_written = Cursor::new(Vec::new());
    rows::write_rows(&block, &mut block_written, endian, ()).expect("a vector takes all");
    let mut derived_written = Cursor::new(Vec::new());
    derived.iter().for_each(|row| row.write_options(&mut derived_written, endian, ()).expect("a vector takes all"));
    prop_assert_eq!(block_written.get_ref(), derived_written.get_ref());
    prop_assert_eq!(block_written.get_ref().as_slice(), bytes);
    Ok(())
}

/// The list of the parts of documents: a line per on-disk type, with a sample that fills its tables, the size that the document states, the
/// arguments of reading and writing, and whether it is a row (read in one block) or a whole document.
macro_rules! for_each_on_disk_type {
    ($with:ident) => {
        $with! {
            vector3: vector::Vector3 = samples::bwm().vertices[2]; 12 bytes, row;

            bwm_directory: bwm::Directory = Default::default(); 64 bytes, row;
            bwm_face: bwm::Face = samples::bwm().faces[0]; 12 bytes, row;
            bwm_aabb_node: bwm::AabbNode = samples::bwm().aabb_nodes[0]; 44 bytes, row;
            bwm_adjacency: bwm::Adjacency = samples::bwm().adjacencies[0]; 12 bytes, row;
            bwm_edge: bwm::Edge = samples::bwm().edges[1]; 8 bytes, row;

            mdl_function_pointers: mdl::FunctionPointers = Default::default(); 8 bytes, row;
            mdl_array: mdl::Array = Default::default(); 12 bytes, row;
            mdl_geometry_header: mdl::GeometryHeader = Default::default(); 80 bytes, row;
            mdl_node_header: mdl::NodeHeader = Default::default(); 80 bytes, row;
            mdl_mesh_header: mdl::MeshHeader = Default::default(); 316 bytes, row;
            mdl_kotor_2_mesh: mdl::Kotor2Mesh = Default::default(); 8 bytes, row;
            mdl_mesh_end: mdl::MeshEnd = Default::default(); 16 bytes, row;
            mdl_face: mdl::Face = Default::default(); 32 bytes, row;
            mdl_aabb_node: mdl::AabbNode = Default::default(); 40 bytes, row;

            container_directory_entry: container::DirectoryEntry = Default::default(); 8 bytes, row;
            container_packet_header: container::PacketHeader = Default::default(); 8 bytes, row;
            trn_trwh: trn::Trwh = Default::default(); 12 bytes, row;
            trn_dds: trn::Dds = samples::watr().dds; plain;
            trn_dds_header: trn::DdsHeader = Default::default(); 128 bytes, plain;
            container_triangle: container::Triangle = samples::watr().triangles[1]; 6 bytes, row;
            trn_water_texture: trn::WaterTexture = samples::watr().textures[1]; 48 bytes, row;
            trn_water_vertex: trn::WaterVertex = samples::watr().vertices[1]; 28 bytes, row;
            trn_ground_vertex: trn::GroundVertex = samples::trrn().vertices[1]; 44 bytes, row;
            trn_grass: trn::Grass = samples::trrn().grass[0].clone(); plain;
            trn_blade: trn::Blade = samples::trrn().grass[0].blades[0]; 36 bytes, row;

            aswm_file_6b: aswm::Aswm = samples::aswm_of(Version::V6B); document;
            aswm_file_6a: aswm::Aswm = samples::aswm_of(Version::V6A); document;
            aswm_file_69: aswm::Aswm = samples::aswm_of(Version::V69); document;
            aswm_comp: aswm::Comp =
                aswm::Comp { uncomp_length: 9, compressed_data: vec![1, 2, 3] }; plain;
            aswm_header: aswm::Header = Default::default(); 53 bytes, plain;
            aswm_version: aswm::Version = Default::default(); 4 bytes, plain;
            aswm_edge: aswm::Edge = samples::aswm().edges.rows()[1]; 16 bytes, row;
            aswm_edge_v69: aswm::EdgeV69 = Default::default(); 52 bytes, row;
            aswm_triangle: aswm::Triangle =
                samples::aswm().triangles.rows()[1]; 64 bytes, row;
            aswm_triangle_v6a: aswm::TriangleV6A = Default::default(); 68 bytes, row;
            aswm_triangle_v69: aswm::TriangleV69 = Default::default(); 88 bytes, row;
            aswm_triangle_flags: aswm::TriangleFlags = Default::default(); 2 bytes, row;
            aswm_tiles_header: aswm::TilesHeader = Default::default(); 16 bytes, row;
            aswm_tile_flags: aswm::TileFlags = Default::default(); 4 bytes, row;
            aswm_tile: aswm::Tile = samples::aswm().tiles[0].clone();
                args (Version::V6C,), (Version::V6C,);
            aswm_tile_header: aswm::TileHeader = Default::default(); 57 bytes, plain;
            aswm_tile_data: aswm::TileData = *owned_tile().owned.expect("the sample owns its data");
                args (Version::V6C, owned_tile().header), (Version::V6C,);
            aswm_path_table: aswm::PathTable =
                samples::aswm().tiles[0].path_table.clone(); args (Version::V6C,), (Version::V6C,);
            aswm_path_table_header: aswm::PathTableHeader = Default::default();
                13 bytes, args (Version::V6C,), ();
            aswm_compression_flags: aswm::CompressionFlags = Default::default(); 4 bytes, row;
            aswm_path_node: aswm::PathNode = Default::default(); 1 bytes, row;
            aswm_island: aswm::Island = samples::aswm().islands[0].clone(); plain;
            aswm_island_header: aswm::IslandHeader = Default::default(); 24 bytes, row;
            aswm_island_path_node: aswm::IslandPathNode = Default::default(); 8 bytes, row;

            mdb_walk_face: mdb::WalkFace = samples::walk().faces[1]; 10 bytes, row;
            mdb_material: mdb::Material = samples::collision().material; 164 bytes, row;
            mdb_collision_vertex: mdb::CollisionVertex = samples::collision().vertices[1]; 36 bytes, row;

            ainav_ref_dungeon: ainav::RefDungeon = samples::ainav().ref_dungeon; plain;
            ainav_ref_block: ainav::RefBlock =
                samples::ainav().ref_dungeon.blocks[0].clone(); plain;
            ainav_cell_lookup: ainav::CellLookup = Default::default(); 4 bytes, row;
            ainav_link: ainav::Link = Default::default(); 10 bytes, plain;
            ainav_simple_dungeon_data: ainav::SimpleDungeonData =
                samples::ainav().simple_dungeon_data; args (2,), ();
            ainav_simple_block: ainav::SimpleBlock =
                samples::ainav().simple_dungeon_data.blocks[0].clone(); plain;

            jmx_text: jmx::Text = "hall".into(); plain;
            jmx_indices: jmx::Indices = jmx::Indices { indices: vec![7, 8] }; plain;
            jmx_bounding_box: jmx::BoundingBox = Default::default(); 24 bytes, row;

            dof_directory: dof::Directory = Default::default(); 32 bytes, plain;
            dof_bounding_boxes: dof::BoundingBoxes = Default::default(); 48 bytes, row;
            dof_blocks: dof::Blocks = samples::dof().blocks; plain;
            dof_block: dof::Block = samples::dof().blocks.blocks[0].clone(); plain;
            dof_fog: dof::Fog = samples::dof().blocks.blocks[0].fog; 16 bytes, plain;
            dof_extra: dof::Extra = Default::default(); 28 bytes, plain;
            dof_object: dof::Object = samples::dof().blocks.blocks[0].objects[1].clone(); plain;
            dof_light: dof::Light = samples::dof().blocks.blocks[0].lights[0].clone(); plain;
            dof_grid: dof::Grid = samples::dof().grid; plain;
            dof_voxel: dof::Voxel = samples::dof().grid.voxels[0].clone(); plain;
            dof_links: dof::Links = samples::dof().links; plain;
            dof_labels: dof::Labels = samples::dof().labels.expect("the sample has labels"); plain;
            dof_groups: dof::Groups = samples::dof().groups; plain;
            dof_group: dof::Group = samples::dof().groups.groups[0].clone(); plain;

            bms_file_without_events: bms::Bms = samples::bms_with(0); document;
            bms_directory: bms::Directory = Default::default(); 40 bytes, plain;
            bms_nav_mesh: bms::NavMesh = samples::bms().nav_mesh.expect("the sample has a floor"); args (7,), (7,);
            bms_vertex: bms::Vertex = Default::default(); 13 bytes, plain;
            bms_cell: bms::Cell = bms::Cell { event: Some(1), ..Default::default() }; 9 bytes, args (2,), (2,);
            bms_edge: bms::Edge = bms::Edge { event: Some(1), ..Default::default() }; 10 bytes, args (1,), (1,);
            bms_events: bms::Events = bms::Events { names: vec!["fire".into()] }; plain;
            bms_grid: bms::Grid = samples::bms_with(0).nav_mesh.expect("the sample has a floor").grid; plain;
            gff_directory: gff::Directory = Default::default(); 48 bytes, row;
            gff_struct: gff::Struct = samples::gff().structs[1]; 12 bytes, row;
            erf_file_1_1: erf::Erf = erf::Erf { version: erf::Version::V1_1, ..samples::erf() }; document;
            erf_header: erf::Header = Zeroable::zeroed(); 160 bytes, row;
            erf_string: erf::LocalisedString = samples::erf().strings[1].clone(); plain;
            erf_key: erf::Key = samples::erf().keys[1]; 40 bytes, args (erf::Version::V1_1,), (erf::Version::V1_1,);
            erf_resource: erf::Resource = Default::default(); 8 bytes, row;
            rim_header: rim::Header = Zeroable::zeroed(); 120 bytes, row;
            rim_entry: rim::Entry = Default::default(); 32 bytes, row;
            key_header: key::Header = Zeroable::zeroed(); 64 bytes, row;
            key_file: key::File = Default::default(); 12 bytes, row;
            key_key: key::Key = samples::key().keys[1]; 22 bytes, row;
            key_resource_id: key::ResourceId = samples::key().keys[1].resource_id; 4 bytes, row;
            biff_header: biff::Header = Zeroable::zeroed(); 20 bytes, row;
            biff_variable_resource: biff::VariableResource = Default::default(); 16 bytes, row;

            detour_polygon: detour::Polygon = samples::detour().polygons[0]; 32 bytes, row;
            detour_link: detour::Link = Default::default(); 12 bytes, row;
            detour_detail_mesh: detour::DetailMesh = samples::detour().detail_meshes[1]; 12 bytes, row;
            detour_detail_triangle: detour::DetailTriangle = samples::detour().detail_triangles[0]; 4 bytes, row;
            detour_box_node: detour::BoxNode = samples::detour().boxes[0]; 16 bytes, row;
            detour_connection: detour::Connection = samples::detour().connections[0]; 36 bytes, row;
            gff_field: gff::Field = samples::gff().fields[1]; 12 bytes, row;

            bms_tile: bms::Tile = bms::Tile { outline: vec![3, 4] }; plain;
        }
    };
}

fn owned_tile() -> aswm::Tile {
    samples::aswm().tiles[1].clone()
}

/// The tests of one type, by its kind.
macro_rules! tests_of {
    ($($module:ident: $type:ty = $sample:expr; $($size:literal bytes,)? $kind:ident $($read:expr, $write:expr)?;)*) => {
        $(mod $module {
            use super::*;

            fn contract() -> Contract<$type> {
                Contract {
                    module: stringify!($module),
                    type_name: type_name(stringify!($type)),
                    sample: $sample,
                    size: [$($size,)?].first().copied(),
                    read: |reader| {
                        let mut reader = reader;
                        <$type>::read_options(&mut reader, Endian::Little, args_of!(read $($read)?))
                    },
                    write: |value, writer| value.write_options(writer, Endian::Little, args_of!(write $($write)?)),
                    from_bytes: from_bytes_of!($kind, $type),
                }
            }

            #[test]
            fn layout() {
                contract().check_layout();
            }

            #[test]
            fn size() {
                contract().check_size();
            }

            #[test]
            fn truncations() {
                contract().check_truncations();
            }

            proptest! {
                #[test]
                fn patched(patches: Vec<(prop::sample::Index, u8)>) {
                    contract().check_patched(&patches)?;
                }
            }

            block_tests_of!($kind, $type);
        })*

        /// The names of all types on the list.
        pub const LISTED: &[&str] = &[$(stringify!($type)),*];
    };
}

/// `aswm::Tile`, where the compiler gives `aswm :: Tile` or `$crate::aswm::Tile`.
fn type_name(tokens: &str) -> String {
    tokens.replace(' ', "").trim_start_matches("$crate::").to_owned()
}

macro_rules! args_of {
    ($_:ident) => {
        Default::default()
    };
    ($_:ident $args:expr) => {
        $args
    };
}

macro_rules! from_bytes_of {
    (document, $type:ty) => {
        Some(<$type>::from_bytes)
    };
    ($_:ident, $type:ty) => {
        None
    };
}

macro_rules! block_tests_of {
    (row, $type:ty) => {
        proptest! {
            #[test]
            fn block_is_the_derive(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
                check_block::<$type>(&bytes, Endian::Little)?;
                check_block::<$type>(&bytes, Endian::Big)?;
            }
        }
    };
    ($_:ident, $type:ty) => {};
}

for_each_on_disk_type!(tests_of);

/// The documents, with the samples that have their names.
macro_rules! tests_of_documents {
    ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
        mod document {
            use super::*;

            tests_of! {
                $($name: $type = samples::$name(); document;)*
            }
        }
    };
}

walkmesh_formats::for_each_document!(tests_of_documents);

/// An on-disk type that is missing from the list would not be tested.
#[test]
fn the_list_misses_no_type() {
    let listed: BTreeSet<String> = LISTED.iter().chain(document::LISTED).map(|tokens| type_name(tokens)).collect();
    let declared: BTreeSet<String> = sources::on_disk_types().into_keys().collect();
    assert!(declared.len() >= 35, "the walk over the sources found only {declared:?}");
    let missing: Vec<_> = declared.difference(&listed).collect();
    assert!(missing.is_empty(), "add to the list: {missing:?}");
    let unknown: Vec<_> = listed.difference(&declared).collect();
    assert!(unknown.is_empty(), "not a type on disk: {unknown:?}");
}
