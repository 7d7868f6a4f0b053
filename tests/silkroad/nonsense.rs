//! Every readable file is checked, routed, compared and saved, without a panic or an endless walk.

use proptest::collection::vec;
use proptest::prelude::*;
use walkmesh::finding::CheckOptions;
use walkmesh::formats::ainav::{AiNavData, CellLookup, Link, RefBlock, RefDungeon, SimpleBlock, SimpleDungeonData};
use walkmesh::silkroad::{BakeOptions, CellRef, Dungeon, Navigator, Plan, check_bytes, undo_squared};

/// Mostly small numbers, so that many are valid, and numbers at the type's limits.
fn entry() -> impl Strategy<Value = i16> {
    prop_oneof![12 => -1..7_i16, 1 => any::<i16>(), 1 => Just(i16::MAX)]
}

fn word() -> impl Strategy<Value = u32> {
    prop_oneof![12 => 0..5_u32, 1 => Just(u32::MAX), 1 => any::<u32>()]
}

fn short() -> impl Strategy<Value = u16> {
    prop_oneof![12 => 0..6_u16, 1 => Just(u16::MAX), 1 => any::<u16>()]
}

fn block() -> impl Strategy<Value = (RefBlock, SimpleBlock)> {
    let link = (word(), short(), short(), short()).prop_map(|(id, cell_id, linked_obj_id, edge)| Link {
        id,
        cell_id,
        linked_obj_id,
        linked_obj_ref_edge_index: edge,
    });
    let record = || (entry(), entry()).prop_map(|(a, b)| CellLookup { ref_edge_index0: a, ref_edge_index1: b });
    let table = (0..6_usize).prop_flat_map(move |side| vec(record(), side * side));
    let centre = prop_oneof![8 => proptest::array::uniform3((0..9_i8).prop_map(f32::from)), 1 => proptest::array::uniform3(any::<f32>())];
    (word(), 0..8_u32, table, vec(link, 0..5), vec(centre, 0..8)).prop_map(
        |(index, edge_count, cell_lookup_table, links, centres)| {
            let edge_centers = centres.into_iter().map(Into::into).collect();
            (RefBlock { index, edge_count, cell_lookup_table, links }, SimpleBlock { edge_centers })
        },
    )
}

fn nonsense() -> impl Strategy<Value = AiNavData> {
    vec(block(), 0..5).prop_flat_map(|blocks| {
        let table = vec(entry(), blocks.len() * blocks.len());
        (Just(blocks), table, any::<(u16, u16, u32, u32)>()).prop_map(|(blocks, table, (region, again, int0, int1))| {
            let (one, two) = blocks.into_iter().unzip();
            AiNavData {
                ref_dungeon: RefDungeon { region_id: region, blocks: one, block_lookup_table: table, int0 },
                simple_dungeon_data: SimpleDungeonData { region_id: again, blocks: two, int1 },
                gap: Vec::new(),
            }
        })
    })
}

/// Runs every query on a dungeon.
fn exercise(dungeon: &Dungeon) -> Result<(), TestCaseError> {
    let navigator = Navigator::new(dungeon.clone());
    let _ = navigator.graph().connected_parts();
    let places: Vec<_> = dungeon.cells().take(20).collect();
    let bound = dungeon.cells().count() + dungeon.block_count();
    let outside = [CellRef::new(0, 99), CellRef::new(99, 0), CellRef::new(u32::MAX, u32::MAX)];
    for &from in places.iter().chain(&outside) {
        for &to in places.iter().chain(&outside) {
            match navigator.stored_route(from, to) {
                Ok(route) => {
                    prop_assert!(navigator.has(from) && navigator.has(to));
                    prop_assert!(route.steps.len() <= bound.max(dungeon.cells().count() * dungeon.block_count()));
                    prop_assert_eq!(route.steps.last().map_or(from, |step| step.to), to);
                }
                Err(reason) => prop_assert!(!reason.to_string().is_empty()),
            }
        }
    }
    for point in [[0.0; 3], [f32::NAN; 3], [f32::MAX; 3]] {
        if let Some(nearest) = navigator.nearest_cell(point) {
            prop_assert!(navigator.has(nearest.face));
        }
        let _ = navigator.nearest_edge(point);
    }
    for finding in dungeon.check(&CheckOptions::all()) {
        prop_assert!(!finding.to_string().is_empty());
    }
    prop_assert!(dungeon.diff(dungeon).iter().all(|table| table.is_equal()));
    // A re-baked file has no faults, or the bake gives a reason.
    if let Ok(baked) = Plan::new(dungeon).0.bake(&BakeOptions::default()) {
        let sound = |code| {
            [
                "part-cut-off",
                "cells-cut-off",
                "block-cut-off",
                "route-long",
                "edge-unused",
                "block-empty",
                "block-index-differs",
                "region-not-a-dungeon",
                "link-edges-apart",
                "centre-far-off",
                "centre-misplaced",
            ]
            .contains(&code)
        };
        for finding in baked.check(&CheckOptions::all()) {
            prop_assert!(sound(finding.code()), "{}", finding);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_tables_have_answers_or_reasons(raw in nonsense(), other in nonsense()) {
        let dungeon = Dungeon::from_raw(raw);
        exercise(&dungeon)?;
        let bytes = dungeon.to_bytes().expect("tables are square");
        prop_assert_eq!(Dungeon::from_bytes(&bytes).expect("was just written").to_bytes().expect("tables are square"), bytes);
        prop_assert!(dungeon.diff(&Dungeon::from_raw(other)).iter().all(|table| table.equal <= table.entries));
    }

    #[test]
    fn bytes_that_were_bent_read_or_say_why(raw in nonsense(), bends in vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = Dungeon::from_raw(raw).to_bytes().expect("tables are square");
        for (at, value) in bends {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let _ = (check_bytes(&bytes, &CheckOptions::default()), undo_squared(&bytes));
        if let Ok(dungeon) = Dungeon::from_bytes(&bytes) {
            exercise(&dungeon)?;
        }
    }
}

/// A raw struct whose tables do not fit each other, as only an edit can make it.
#[test]
fn tables_of_wrong_length_are_no_harm() {
    let mut raw = AiNavData::default();
    raw.ref_dungeon.blocks = vec![RefBlock { cell_lookup_table: vec![CellLookup::NONE; 7], ..RefBlock::default() }; 2];
    raw.ref_dungeon.block_lookup_table = vec![0];
    let dungeon = Dungeon::from_raw(raw);
    exercise(&dungeon).expect("no answer is wrong");
    assert!(dungeon.to_bytes().is_err());
}
