//! Bakes: Neverwinter Nights 2 beside inflating, Silkroad Online beside a breadth-first search of all pairs, Knights of
//! the Old Republic beside the fastest tree of `obvhs`.

use std::time::Duration;

use flate2::{Decompress, FlushDecompress};
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use walkmesh::formats::aswm::{Comp, Packet as WalkmeshPacket};
use walkmesh::formats::trn::{Packet, Trn};
use walkmesh::formats::{Document, Limits};
use walkmesh::kotor;
use walkmesh::nwn2::{self, LineOfSight};
use walkmesh::silkroad::{self, BlockGraph, CellId, Graph};

use crate::clock::{in_turn, time};
use crate::kotor_floor::floor;
use crate::silkroad_plan::{CELLS, plan};
use crate::table::{Figure, Table};
use crate::{Effort, carving, corpus};

pub fn table(effort: &Effort) -> Table {
    let about = "Each bake rebuilds all tables. NWN2 is measured beside inflating the same packets with zlib-rs into a buffer \
                 of the final size, and KotOR beside the tree of `obvhs`, built by `fastest_build`. Carving an area \
                 should take at most five times as long as the bake of its tables.";
    let mut table = Table::new("Bakes", &["reference"], about);
    nwn2(&mut table, effort);
    carving::row(&mut table, effort);
    silkroad(&mut table, effort);
    kotor(&mut table, effort);
    table
}

/// The deflated walkmeshes of the corpus' baked areas.
pub fn packets(effort: &Effort) -> Vec<Comp> {
    let packet = |path| {
        let area = Trn::from_bytes(&std::fs::read(path).ok()?).ok()?;
        area.packets.into_iter().find_map(|packet| match packet {
            Packet::Aswm(WalkmeshPacket::Comp(comp)) => Some(comp),
            _ => None,
        })
    };
    corpus::areas().into_iter().filter_map(packet).take(effort.files).collect()
}

/// A packet inflated by zlib-rs.
pub fn inflate(packet: &Comp) -> Vec<u8> {
    let mut payload = Vec::with_capacity(packet.uncomp_length as usize);
    let status = Decompress::new(true).decompress_vec(&packet.compressed_data, &mut payload, FlushDecompress::Finish);
    assert!(status.is_ok() && payload.len() == packet.uncomp_length as usize, "a whole stream");
    payload
}

fn nwn2(table: &mut Table, effort: &Effort) {
    let options = nwn2::BakeOptions::default();
    let bake = |mut walkmesh: nwn2::Walkmesh, options: &_| time(|| walkmesh.bake(options).map(|_| walkmesh));
    let areas: Vec<(Comp, nwn2::Walkmesh)> = packets(effort)
        .into_iter()
        .filter_map(|packet| {
            let walkmesh = nwn2::Walkmesh::from_bytes(&packet.inflate(&Limits::default()).ok()?).ok()?;
            walkmesh.clone().bake(&options).ok()?;
            Some((packet, walkmesh))
        })
        .collect();
    if areas.is_empty() {
        return table.not_run.push(format!("bakes of NWN2 areas: {}", corpus::NONE));
    }
    let blind = options.clone().with_line_of_sight(LineOfSight::Off);
    let [without, with, inflated] = in_turn(
        effort.rounds,
        [
            &mut || areas.iter().map(|(_, walkmesh)| bake(walkmesh.clone(), &blind)).sum(),
            &mut || areas.iter().map(|(_, walkmesh)| bake(walkmesh.clone(), &options)).sum(),
            &mut || areas.iter().map(|(packet, _)| time(|| inflate(packet))).sum(),
        ],
    )
    .map(Figure::Time);
    let work = |what| format!("NWN2: bake {} areas, {what}; beside inflating them", areas.len());
    table.row(work("without lines of sight"), [without, inflated]);
    table.row(work("with lines of sight"), [with, inflated]);
}

fn silkroad(table: &mut Table, effort: &Effort) {
    let plan = plan();
    let options = silkroad::BakeOptions::default();
    let dungeon = plan.bake(&options).expect("fits the format");
    let graph = Graph::new(&dungeon);
    let bytes = dungeon.to_bytes().expect("fits the format");
    let [baked, searched, read, copied] = in_turn(
        effort.rounds,
        [
            &mut || time(|| plan.bake(&options).expect("fits the format")),
            &mut || time(|| all_pairs(&graph.blocks()[0])),
            &mut || time(|| silkroad::Dungeon::from_bytes(&bytes).expect("reads")),
            &mut || time(|| bytes.clone()),
        ],
    )
    .map(Figure::Time);
    let work = format!("Silkroad: bake a block of {CELLS} cells; beside breadth-first searches of all pairs");
    table.row(work, [baked, searched]);
    let megabytes = bytes.len() as f64 / 1e6;
    table.row(format!("Silkroad: read its {megabytes:.0} MB; beside copying them"), [read, copied]);
}

/// For each goal and each cell, the edge towards the goal on the route with the fewest cells.
fn all_pairs(block: &BlockGraph) -> Vec<u16> {
    let neighbours = (0..CELLS).map(|cell| block.neighbours(CellId(cell)));
    let starts: Vec<usize> =
        neighbours.clone().scan(0, |start, row| Some(std::mem::replace(start, *start + row.len()))).collect();
    let across: Vec<[u16; 2]> = neighbours.flatten().map(|(edge, cell)| [edge.0 as u16, cell.0 as u16]).collect();
    let row = |cell: usize| &across[starts[cell]..starts.get(cell + 1).copied().unwrap_or(across.len())];
    let mut edges = vec![u16::MAX; (CELLS * CELLS) as usize];
    let mut waiting = Vec::with_capacity(CELLS as usize);
    for (goal, edges) in edges.chunks_exact_mut(CELLS as usize).enumerate() {
        edges[goal] = 0;
        waiting.clear();
        waiting.push(goal as u16);
        let mut at = 0;
        while let Some(&cell) = waiting.get(at) {
            at += 1;
            for &[edge, next] in row(cell.into()) {
                let known = &mut edges[usize::from(next)];
                if *known == u16::MAX {
                    *known = edge;
                    waiting.push(next);
                }
            }
        }
    }
    edges
}

fn kotor(table: &mut Table, effort: &Effort) {
    let rooms: Vec<_> = corpus::rooms().into_iter().take(effort.files).collect();
    if rooms.is_empty() {
        table.not_run.push(format!("bakes of KotOR rooms: {}", corpus::NONE));
    } else {
        let work = format!("KotOR: bake {} rooms; beside `obvhs`", rooms.len());
        table.row(work, bake_rooms(&rooms, effort));
    }
    for (kind, rough) in [("level", false), ("rough", true)] {
        for faces in [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(|&faces| faces <= effort.largest) {
            let work = format!("KotOR: bake a {kind} floor of {faces} faces; beside `obvhs`");
            table.row(work, bake_rooms(&[floor(faces, rough)], effort));
        }
    }
}

fn bake_rooms(rooms: &[kotor::Walkmesh], effort: &Effort) -> [Figure; 2] {
    let triangle = |points: [[f32; 3]; 3]| {
        let [v0, v1, v2] = points.map(Vec3A::from);
        obvhs::triangle::Triangle { v0, v1, v2 }
    };
    let triangles = |room: &kotor::Walkmesh| room.faces().filter_map(|face| face.points().map(triangle)).collect();
    let peers: Vec<Vec<_>> = rooms.iter().map(triangles).collect();
    // Small rooms are baked repeatedly, so that the cost of the clock does not matter.
    let repeats = 20_000_usize.div_ceil(peers.iter().map(Vec::len).sum::<usize>());
    // A bake keeps a valid tree, but the peer builds one.
    let options = kotor::BakeOptions::default().with_rebuild_tree(true);
    let bake = |mut room: kotor::Walkmesh| time(|| room.bake(&options).map(|_| room));
    let build = |triangles: &Vec<_>| {
        time(|| build_bvh2_from_tris(triangles, BvhBuildParams::fastest_build(), &mut Duration::default()))
    };
    in_turn(
        effort.rounds,
        [&mut || (0..repeats).flat_map(|_| rooms).map(|room| bake(room.clone())).sum(), &mut || {
            (0..repeats).flat_map(|_| &peers).map(build).sum()
        }],
    )
    .map(|ns| Figure::Time(ns / repeats as f64))
}
