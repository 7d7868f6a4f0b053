//! The samples for the examples of NWN2's rules, which damage them: a baked walkmesh, and the file of an area.

use std::ops::{Deref, DerefMut};

pub(crate) use walkmesh_formats::aswm::{Aswm, Comp, NO_ISLAND, Packet as WalkmeshPacket, PathNode, Tile};
use walkmesh_formats::aswm::{Edge, Edges, NodeToLocal, Triangle, Triangles};
pub(crate) use walkmesh_formats::trn::{Dds, Packet, Trn, WaterVertex, Watr};
use walkmesh_formats::{Document, container};

pub(crate) use crate::finding::Sample;
use crate::finding::{CheckOptions, Findings};
use crate::level::Level;
use crate::nwn2::{BakeOptions, BuildFace, BuildOptions, FloorMaterial, build};
pub(crate) use crate::nwn2::{Terrain, Walkmesh};

impl Sample for Aswm {
    /// A field of eight by eight squares over two by two tiles.
    fn sound() -> Self {
        let point = |x: u32, y: u32| {
            let shift = ((x * 7 + y * 13) % 5) as f32 / 16.0;
            [(x as f32 + shift) * 2.0, (y as f32 + shift) * 2.0, ((x * y) % 3) as f32 / 4.0]
        };
        let vertices: Vec<_> = (0..=8).flat_map(|y| (0..=8).map(move |x| point(x, y))).collect();
        let corners = (0..8_u32).flat_map(|y| (0..8).map(move |x| y * 9 + x)).flat_map(|at| {
            let (right, above) = (at + 1, at + 9);
            [[at, right, above + 1], [at, above + 1, above]]
        });
        let faces: Vec<_> =
            corners.map(|corners| BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Stone) }).collect();
        let mut field = build(&vertices, &faces, &BuildOptions::default()).unwrap().walkmesh;
        field.bake(&BakeOptions::default()).unwrap();
        field.into_raw()
    }

    fn findings(&self) -> Findings {
        Walkmesh::from_raw(self.clone()).check(&CheckOptions::all())
    }

    fn level(&self) -> Option<Level> {
        Some(Walkmesh::from_raw(self.clone()).into())
    }
}

/// The file of an area with this walkmesh and one packet of water.
#[derive(Clone)]
pub(crate) struct AreaFile {
    pub(crate) file: Trn,
    /// The name of the file.
    pub(crate) name: &'static str,
}

impl Deref for AreaFile {
    type Target = Trn;

    fn deref(&self) -> &Trn {
        &self.file
    }
}

impl DerefMut for AreaFile {
    fn deref_mut(&mut self) -> &mut Trn {
        &mut self.file
    }
}

impl AreaFile {
    /// Changes the walkmesh.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Aswm)) {
        let mut raw = Aswm::sound();
        change(&mut raw);
        let bytes = Walkmesh::from_raw(raw).to_bytes().unwrap();
        self.file.packets[1] = Packet::Aswm(WalkmeshPacket::Uncompressed(bytes));
    }
}

impl Sample for AreaFile {
    fn sound() -> Self {
        let mut file = Terrain::new([2, 2], Walkmesh::from_raw(Aswm::sound())).unwrap().into_raw();
        water(&mut file, |_| {});
        Self { file, name: "area.trx" }
    }

    fn findings(&self) -> Findings {
        Terrain::from_raw(self.file.clone()).check_file(self.name, &CheckOptions::all())
    }

    fn level(&self) -> Option<Level> {
        Some(Terrain::from_raw(self.file.clone()).into())
    }
}

/// Adds a packet of water with a damage.
pub(crate) fn water(file: &mut Trn, damage: fn(&mut Watr)) {
    let mut water = Watr {
        vertices: vec![WaterVertex::default(); 3],
        triangles: vec![container::Triangle { vertices: [0, 1, 2] }],
        triangle_flags: vec![Watr::WET],
        dds: Dds { data: Dds::MAGIC.to_vec() },
        ..Watr::default()
    };
    damage(&mut water);
    file.packets.push(Packet::Other { packet_type: Watr::PACKET_TYPE, data: water.to_bytes().unwrap() });
}

pub(crate) fn rows(raw: &mut Aswm) -> &mut Vec<Triangle> {
    match &mut raw.triangles {
        Triangles::V6B(rows) => rows,
        Triangles::V69(_) | Triangles::V6A(_) => panic!("a bake writes the newest version"),
    }
}

pub(crate) fn edges(raw: &mut Aswm) -> &mut Vec<Edge> {
    match &mut raw.edges {
        Edges::V6A(rows) => rows,
        Edges::V69(_) => panic!("a bake writes the newest version"),
    }
}

pub(crate) fn node_to_local(raw: &mut Aswm) -> &mut Vec<u32> {
    match &mut raw.tiles[0].path_table.node_to_local {
        NodeToLocal::Words(locals) => locals,
        NodeToLocal::Absent | NodeToLocal::Bytes(_) => panic!("a bake writes the newest version"),
    }
}
