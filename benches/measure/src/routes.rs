//! Steps of routes by a game's own tables, compared with plain loops over the same tables.

use std::hint::black_box;

use walkmesh::formats::aswm::{Aswm, NodeToLocal, Triangle};
use walkmesh::mesh::Position;
use walkmesh::nwn2::{self, TriangleId};
use walkmesh::silkroad::{self, BakeOptions, CellId, CellRef, EdgeId};

use crate::clock::{in_turn, time};
use crate::silkroad_plan::{CELLS, plan};
use crate::table::{Figure, Table};
use crate::{Effort, corpus};
use walkmesh_mesh::samples::shapes::Dice;

/// Routes in all areas together.
const ROUTES: usize = 16_384;

pub fn table(effort: &Effort) -> Table {
    let about = "A step of a route between random places. The plain loops trust the tables, and write into memory that is \
                 there already.";
    let mut table = Table::new("Routes by the games' tables", &["plain loop"], about);
    let areas: Vec<_> =
        corpus::areas().into_iter().filter_map(|area| corpus::walkmesh(&area).ok()).take(effort.files).collect();
    if areas.is_empty() {
        table.not_run.push(format!("routes in NWN2 areas: {}", corpus::NONE));
    } else {
        nwn2(&mut table, areas, effort);
    }
    silkroad(&mut table, effort);
    table
}

fn nwn2(table: &mut Table, areas: Vec<nwn2::Walkmesh>, effort: &Effort) {
    let each = ROUTES.div_ceil(areas.len());
    let work = format!("NWN2: a step of a route in {} areas", areas.len());
    let (mut steps, mut total) = (0, [0.0; 2]);
    for walkmesh in areas {
        let navigator = nwn2::Navigator::new(walkmesh);
        let plain = PlainTables::new(navigator.walkmesh());
        let wanted = wanted(&navigator, each);
        let mut buffer = Vec::new();
        for &(from, to) in &wanted {
            let route = navigator.stored_route(from, to).expect("a route was there before");
            plain.route(from.face.0, to.face.0, &mut buffer);
            assert!(route.steps.iter().map(|step| (step.face.0, step.island.0)).eq(buffer.iter().copied()), "the same");
            steps += route.steps.len();
        }
        let mut ours = || {
            time(|| {
                for &(from, to) in &wanted {
                    drop(black_box(navigator.stored_route(from, to)));
                }
            })
        };
        let mut theirs = || {
            time(|| {
                for (from, to) in &wanted {
                    plain.route(from.face.0, to.face.0, &mut buffer);
                    black_box(&buffer);
                }
            })
        };
        let times = in_turn(effort.rounds, [&mut ours, &mut theirs]);
        total = [total[0] + times[0], total[1] + times[1]];
    }
    table.row(work, total.map(|ns| Figure::Time(ns / steps as f64)));
}

/// Pairs of random walkable triangles that a route joins.
fn wanted(navigator: &nwn2::Navigator, count: usize) -> Vec<(Position<TriangleId>, Position<TriangleId>)> {
    let walkmesh = navigator.walkmesh();
    let walkable: Vec<_> = walkmesh.triangles().filter(|triangle| triangle.is_walkable()).collect();
    let mut dice = Dice(3);
    let mut position = || {
        let triangle = walkable[dice.index(walkable.len())];
        let [x, y] = triangle.as_raw().center;
        Position::new([x, y, 0.0], triangle.id())
    };
    let tries = if walkable.is_empty() { 0 } else { 10 * count };
    let joined = |&(from, to): &(Position<_>, Position<_>)| navigator.stored_route(from, to).is_ok();
    (0..tries).map(|_| (position(), position())).filter(joined).take(count).collect()
}

/// An area's tables as a plain loop reads them.
struct PlainTables<'a> {
    raw: &'a Aswm,
    triangles: &'a [Triangle],
    tile_of: Vec<u32>,
    /// The nodes of each tile.
    nodes: Vec<usize>,
}

impl<'a> PlainTables<'a> {
    fn new(walkmesh: &'a nwn2::Walkmesh) -> Self {
        let (raw, triangles) = (walkmesh.as_raw(), walkmesh.triangle_rows());
        let mut tile_of = vec![0; triangles.len()];
        for (tile, number) in raw.tiles.iter().zip(0..) {
            let start = tile.header.triangles_offset as usize;
            tile_of[start..start + tile.header.triangles_count as usize].fill(number);
        }
        let nodes = raw.tiles.iter().map(|tile| tile.path_table.nodes.len().isqrt()).collect();
        Self { raw, triangles, tile_of, nodes }
    }

    /// The triangles of a route, and their islands.
    fn route(&self, from: u32, to: u32, steps: &mut Vec<(u32, u32)>) {
        let island_of = |triangle: u32| u32::from(self.triangles[triangle as usize].island);
        steps.clear();
        let (mut at, mut island, goal) = (from, island_of(from), island_of(to));
        steps.push((at, island));
        while island != goal {
            let islands = &self.raw.islands;
            let next = u32::from(self.raw.islands_path_nodes[island as usize * islands.len() + goal as usize].next);
            let here = &islands[island as usize];
            let link = here.linked_islands.iter().position(|&linked| linked == next).expect("a link");
            let exit = here.linked_islands_exit[link];
            self.walk(at, exit, island, steps);
            let across = self.triangles[exit as usize].linked_triangles;
            let leads = |&triangle: &u32| {
                self.triangles.get(triangle as usize).is_some_and(|row| u32::from(row.island) == next)
            };
            at = across.into_iter().find(leads).expect("an entrance");
            island = next;
            steps.push((at, island));
        }
        self.walk(at, to, island, steps);
    }

    /// The steps within a tile.
    fn walk(&self, from: u32, to: u32, island: u32, steps: &mut Vec<(u32, u32)>) {
        let number = self.tile_of[from as usize] as usize;
        let (tile, nodes) = (&self.raw.tiles[number], self.nodes[number]);
        let (table, first) = (&tile.path_table, tile.header.triangles_offset);
        let node = |triangle: u32| usize::from(table.local_to_node[(triangle - first) as usize]);
        let (mut at, goal) = (node(from), node(to));
        while at != goal {
            at = usize::from(table.nodes[at * nodes + goal].0 & 0x7f);
            let local = match &table.node_to_local {
                NodeToLocal::Words(words) => words[at],
                NodeToLocal::Bytes(bytes) => bytes[at].into(),
                NodeToLocal::Absent => table.local(at as u8).expect("a triangle"),
            };
            steps.push((first + local, island));
        }
    }
}

fn silkroad(table: &mut Table, effort: &Effort) {
    let navigator = silkroad::Navigator::new(plan().bake(&BakeOptions::default()).expect("fits the format"));
    let mut dice = Dice(1);
    let mut cell = || dice.index(CELLS as usize) as u32;
    let wanted: Vec<(u32, u32)> = (0..ROUTES).map(|_| (cell(), cell())).collect();
    let refs = |(from, to)| (CellRef::new(0, from), CellRef::new(0, to));
    let records = &navigator.dungeon().as_raw().ref_dungeon.blocks[0].cell_lookup_table;
    let block = &navigator.graph().blocks()[0];
    let sides: Vec<u32> = (0..block.edge_count())
        .map(|edge| block.sides(EdgeId(edge)).map_or(0, |[CellId(a), CellId(b)]| a ^ b))
        .collect();
    let plain = |(from, to): (u32, u32), edges: &mut Vec<u32>| {
        edges.clear();
        let mut at = from;
        while at != to {
            let edge = records[(to * CELLS + at) as usize].ref_edge_index0 as u32;
            at ^= sides[edge as usize];
            edges.push(edge);
        }
    };
    let routes = wanted.iter().map(|&pair| {
        let (from, to) = refs(pair);
        navigator.stored_route(from, to).expect("one floor").steps.len()
    });
    let steps = routes.sum::<usize>() as f64;
    let mut buffer = Vec::new();
    let times = in_turn(
        effort.rounds,
        [
            &mut || {
                time(|| {
                    for &pair in &wanted {
                        let (from, to) = refs(pair);
                        drop(black_box(navigator.stored_route(from, to)));
                    }
                })
            },
            &mut || {
                time(|| {
                    for &pair in &wanted {
                        plain(pair, &mut buffer);
                        black_box(&buffer);
                    }
                })
            },
        ],
    );
    table.row(
        format!("Silkroad: a step of a route in a block of {CELLS} cells"),
        times.map(|ns| Figure::Time(ns / steps)),
    );
}
