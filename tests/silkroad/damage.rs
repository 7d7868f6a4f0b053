//! Damaged dungeons, and plans that cannot be baked.

use walkmesh::finding::CheckOptions;
use walkmesh::formats::ainav::AiNavData;
use walkmesh::mesh::COORDINATE_LIMIT;
use walkmesh::silkroad::{
    BakeOptions, BlockId, BlockPlan, CellId, DoorPlan, DoorSide, Dungeon, EdgeId, EdgePlan, Plan, check_bytes,
    undo_squared,
};

/// Three blocks in a circle, each a ring of six cells with a door at cell 0 to the block before it and at cell 3 to
/// the one after it.
///
/// Edges of a block: the ring's, each from its cell to the next, then the two doors'.
fn plan() -> Plan {
    let at = |block: u32, angle: f32, radius: f32| {
        let (sin, cos) = (angle * std::f32::consts::FRAC_PI_3).sin_cos();
        [block as f32 * 200.0 - cos * radius, 0.0, sin * radius]
    };
    // Block 0 precedes block 1; the door between the last and the first is elsewhere.
    let door_at = |after: u32| if after == 0 { [200.0, 0.0, 500.0] } else { at(after, 0.0, 100.0) };
    let ring = |block: u32| {
        let inner =
            |cell: u32| EdgePlan::inner(at(block, cell as f32 + 0.5, 50.0), CellId(cell), CellId((cell + 1) % 6));
        let doors = [block, (block + 1) % 3].map(|after| EdgePlan::of_door(door_at(after)));
        BlockPlan { cells: 6, edges: (0..6).map(inner).chain(doors).collect(), ..BlockPlan::default() }
    };
    let door = |before: u32| {
        let side = |block, cell, edge| DoorSide { block: BlockId(block), cell: CellId(cell), edge: EdgeId(edge) };
        DoorPlan { sides: [side(before, 3, 7), side((before + 1) % 3, 0, 6)] }
    };
    Plan { region: 32999, blocks: (0..3).map(ring).collect(), doors: (0..3).map(door).collect() }
}

fn sound() -> AiNavData {
    plan().bake(&BakeOptions::default()).expect("the plan is sound").into_raw()
}

#[test]
fn an_editors_squared_counts_are_named_and_cured() {
    let sound = Dungeon::from_raw(sound());
    let mut bytes = sound.to_bytes().expect("fits");
    let mut at = 11;
    for block in sound.blocks() {
        bytes[at + 4..at + 8].copy_from_slice(&36_u32.to_le_bytes());
        bytes[at + 8..at + 12].copy_from_slice(&(block.links().len() as u32).to_le_bytes());
        at += 16 + 36 * 4 + 10 * block.links().len();
    }
    let findings = check_bytes(&bytes, &CheckOptions::default()).expect("the fault is known");
    assert_eq!(findings.iter().map(|finding| finding.code()).collect::<Vec<_>>(), ["cell-count-squared"]);
    assert_eq!(undo_squared(&bytes), Some(sound.clone()));
    assert_eq!(undo_squared(&sound.to_bytes().expect("fits")), None);
    assert!(check_bytes(&bytes[..bytes.len() - 1], &CheckOptions::default()).is_err());
}

/// The link back tells which cell is behind the door, even if its edge does not exist.
#[test]
fn a_door_whose_link_back_has_no_edge_is_not_one_way() {
    let mut raw = sound();
    raw.ref_dungeon.blocks[0].links[0].linked_obj_ref_edge_index = 8;
    let findings = Dungeon::from_raw(raw).check(&CheckOptions::all());
    assert_eq!([findings.count("link-edge-out-of-range"), findings.count("link-one-way")], [1, 0], "{findings}");
}

#[test]
fn a_midpoint_is_far_off_only_if_it_is_farther_away_than_the_others_are_from_each_other() {
    let findings = |x| {
        let mut raw = sound();
        raw.simple_dungeon_data.blocks[0].edge_centers[2].x = x;
        Dungeon::from_raw(raw).check(&CheckOptions::all()).to_string()
    };
    assert!(!findings(900.0).contains("from the bounding box of all others"));
    // From 443 to 5,000 units; the others are between -43 and 443 units in x, and between -50 and 500 in z.
    let far = findings(5000.0);
    assert!(far.contains("4557 units away from the bounding box of all others, which is 734 units large"), "{far}");
}

/// Each limit of the format is refused with its reason.
#[test]
fn plans_that_the_format_cannot_express_are_refused() {
    use walkmesh::silkroad::BakeError::*;
    type Ruin = (fn(&mut Plan), walkmesh::silkroad::BakeError);
    let (block, edge, cell) = (BlockId(1), EdgeId(2), CellId(6));
    let side = plan().doors[0].sides[1];
    let ruins: [Ruin; 17] = [
        (|plan| plan.blocks.resize(32_768, BlockPlan::default()), TooManyBlocks(32_768)),
        (|plan| plan.blocks[1].cells = 32_768, TooManyFaces { block, faces: 32_768 }),
        (|plan| plan.blocks[1].cells = u32::MAX, TooManyFaces { block, faces: u32::MAX }),
        (|plan| plan.blocks[1].edges.resize(32_768, EdgePlan::default()), TooManyEdges { block, edges: 32_768 }),
        (|plan| plan.blocks[1].cells = 32_767, UnnamedCells { block, cells: 32_767, named: 6 }),
        (|plan| plan.blocks[1].edges[2].centre[0] = f32::NAN, NotFinite { block, edge }),
        (|plan| plan.blocks[1].edges[2].centre[0] = COORDINATE_LIMIT.next_up(), NotFinite { block, edge }),
        (|plan| plan.blocks[1].edges[2].joins = Some([CellId(1), CellId(6)]), NoSuchFace { block, edge, face: cell }),
        (|plan| plan.blocks[1].edges[2].joins = Some([CellId(1); 2]), SelfJoined { block, edge, cell: CellId(1) }),
        (
            |plan| plan.blocks[1].edges[2].joins = Some([CellId(2), CellId(1)]),
            JoinedTwice { block, first: EdgeId(1), edge },
        ),
        (|plan| plan.doors[0].sides[1].cell = CellId(6), NoSuchDoorSide(DoorSide { cell, ..side })),
        (|plan| plan.doors[0].sides[1].edge = EdgeId(2), DoorEdgeTaken(DoorSide { edge, ..side })),
        (|plan| plan.doors[1].sides[0].edge = EdgeId(6), DoorEdgeTaken(DoorSide { cell: CellId(3), ..side })),
        (
            |plan| plan.doors[1].sides[0].cell = CellId(0),
            TwoDoors { cell: walkmesh::silkroad::CellRef { block, cell: CellId(0) }, to: [BlockId(0), BlockId(2)] },
        ),
        (|plan| plan.doors[0].sides[0] = plan.doors[0].sides[1], DoorToItself(block)),
        (|plan| plan.region = 0x7FFF, NotADungeon(0x7FFF)),
        (|plan| *plan = Plan { region: 0x8000, blocks: vec![BlockPlan::default(); 2], doors: vec![] }, NoCells),
    ];
    for (ruin, reason) in ruins {
        let mut plan = plan();
        ruin(&mut plan);
        assert_eq!(plan.bake(&BakeOptions::default()).err(), Some(reason));
    }
}

/// A file of the game may have data that a new plan may not, and bytes of unknown meaning.
#[test]
fn a_bake_of_a_file_keeps_its_gap_its_region_and_its_empty_blocks() {
    let mut raw = sound();
    raw.gap = vec![1, 2, 3];
    raw.ref_dungeon.region_id = 5;
    raw.simple_dungeon_data.region_id = 5;
    let mut dungeon = Dungeon::from_raw(raw.clone());
    dungeon.bake(&BakeOptions::default()).expect("the file is sound");
    assert_eq!(dungeon.as_raw(), &raw);

    let mut empty = Dungeon::default();
    empty.bake(&BakeOptions::default()).expect("a file without blocks is baked");
    assert_eq!(empty, Dungeon::default());
}

/// A block whose cells do not touch is shown at one of its edges; a block without edges has no position in the file.
#[test]
fn a_block_that_is_cut_off_has_a_place_if_it_has_an_edge() {
    let spot_and_meaning = |edges: Vec<EdgePlan>| {
        let mut plan = plan();
        plan.blocks.push(BlockPlan { cells: 2, edges, ..BlockPlan::default() });
        let dungeon = plan.bake(&BakeOptions::default()).expect("the plan is sound");
        let findings = dungeon.check(&CheckOptions::default());
        let finding = findings.iter().find(|finding| finding.code() == "block-cut-off").expect("the block is cut off");
        (finding.spot.map(|spot| spot.point), finding.meaning.clone())
    };
    let (spot, meaning) = spot_and_meaning(vec![EdgePlan::of_door([1.0, 2.0, 3.0])]);
    assert_eq!(spot, Some([1.0, 2.0, 3.0]));
    assert_eq!(meaning, "No door that a route can use leads out of its 2 cells.");
    let (spot, meaning) = spot_and_meaning(Vec::new());
    assert_eq!(spot, None);
    assert!(meaning.ends_with("the position of the block is unknown, because the block has no edge."), "{meaning}");
}

#[test]
fn a_bake_is_as_large_as_was_said_and_no_larger_than_allowed() {
    use walkmesh::silkroad::BakeError::{OverLimit, TooLarge};
    let plan = plan();
    let bytes = plan.bake(&BakeOptions::default()).expect("the plan is sound").to_bytes().expect("fits").len() as u64;
    assert_eq!(plan.file_size(), bytes);
    let within = |bytes: u64| plan.bake(&BakeOptions::default().with_size_limit(bytes)).err();
    assert_eq!([within(bytes), within(bytes - 1)], [None, Some(OverLimit { bytes, most: bytes - 1 })]);

    // A row of 20,000 cells is 1.6 GB of table; three of them are more than a file can have.
    let row: Vec<_> = (1..20_000).map(|cell| EdgePlan::inner([0.0; 3], CellId(cell - 1), CellId(cell))).collect();
    let row = BlockPlan { cells: 20_000, edges: row, ..BlockPlan::default() };
    let rows = |count| Plan { region: 32999, blocks: vec![row.clone(); count], doors: vec![] };
    let bytes = rows(1).file_size();
    assert_eq!(bytes, 5 + 2 * 10 + 2 + 16 + 4 + 1_600_000_000 + 12 * 19_999);
    let refused = rows(1).bake(&BakeOptions::default()).err();
    assert_eq!(refused, Some(OverLimit { bytes, most: BakeOptions::DEFAULT_SIZE }));
    let bytes = rows(3).file_size();
    assert_eq!(rows(3).bake(&BakeOptions::default().with_size_limit(u64::MAX)).err(), Some(TooLarge(bytes)));
}

#[test]
fn of_two_links_with_one_id_the_one_that_is_chosen_counts() {
    use walkmesh::silkroad::Graph;
    use walkmesh::silkroad::research::choices::{LINK_OF_ID, LinkOfId};
    let mut raw = sound();
    let links = &mut raw.ref_dungeon.blocks[0].links;
    let (first, mut last) = (links[0], links[0]);
    last.linked_obj_ref_edge_index ^= 1;
    links.push(last);
    let dungeon = Dungeon::from_raw(raw);
    let chosen = match LINK_OF_ID {
        LinkOfId::First => first,
        LinkOfId::Last => last,
    };
    let graph = Graph::new(&dungeon);
    let block = graph.block(BlockId(0)).expect("the first block");
    let door = block.door(CellId(first.id)).expect("the door");
    assert_eq!(door.entry_edge.0, u32::from(chosen.linked_obj_ref_edge_index));
}
