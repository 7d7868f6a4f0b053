//! `walkmesh check`.

use std::fs;

use walkmesh::formats::trn::{Packet, Trn};
use walkmesh::formats::{Document, Limits, ainav::AiNavData, aswm, bwm::Bwm};
use walkmesh::kotor::{Kind, MaterialId, Walkmesh};

use walkmesh_testing::{corpus, snapshot};

use crate::run::{root, run};

#[test]
fn no_sample_has_an_error() {
    let run = run(&["check", "samples"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    snapshot("cli_check", &run.out);
}

/// The room with an unused vertex, which the game ignores.
#[test]
fn infos_are_counted_and_listed_on_request_and_files_without_more_are_not_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let bytes = fs::read(root().join("samples/room.wok")).expect("the sample");
    let mut room = Bwm::from_bytes(&bytes).expect("a walkmesh");
    room.vertices.push([99.0; 3].into());
    fs::write(&path, room.to_bytes().expect("a walkmesh")).expect("a file");
    fs::copy(root().join("samples/porch.wok"), folder.path().join("porch.wok")).expect("a sample");

    let short = run(&["check".as_ref(), folder.path().as_os_str()]);
    assert_eq!(
        (short.status, short.out.as_str(), short.err.as_str()),
        (0, "2 levels: 2 infos; --severity info lists them\n", "")
    );
    let long = run(&["check".as_ref(), "--severity=info".as_ref(), folder.path().as_os_str()]);
    let start = format!("{}: 2 infos\n  info [floor-hole] face 3, side 1 at (3.000, 3.000, 0.000): ", path.display());
    assert!(long.out.starts_with(&start), "{}", long.out);
    assert!(long.out.contains("\n  info [vertex-unused] vertex 20: "), "{}", long.out);
    assert!(!long.out.contains("porch"), "{}", long.out);

    let json = run(&["check".as_ref(), "--json".as_ref(), folder.path().as_os_str()]).json();
    let results = json["results"].as_array().expect("results");
    assert_eq!(results.len(), 2, "a pipeline gets every file");
    assert_eq!((&results[1]["counts"]["info"], &results[1]["findings"]), (&2.into(), &serde_json::json!([])));
}

/// The room with a wrong constant in every tree node, and one corner without a vertex.
#[test]
fn errors_come_first_and_what_repeats_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let bytes = fs::read(root().join("samples/room.wok")).expect("the sample");
    let mut room = Bwm::from_bytes(&bytes).expect("a walkmesh");
    room.aabb_nodes.iter_mut().for_each(|node| node.unknown = 5);
    room.faces[3].vertices[1] = 99;
    fs::write(&path, room.to_bytes().expect("a walkmesh")).expect("a file");

    let json = run(&["check".as_ref(), "--json".as_ref(), "--severity=info".as_ref(), path.as_os_str()]);
    assert_eq!((json.status, json.err.as_str()), (1, ""));
    let json = json.json();
    let result = &json["results"][0];
    let findings = result["findings"].as_array().expect("findings");
    let of = |severity: &str| findings.iter().filter(|finding| finding["severity"] == severity).count() as u64;
    for severity in ["fatal", "error", "warning", "info"] {
        assert_eq!(result["counts"][severity], of(severity), "{severity}");
        assert_eq!(json["summary"][severity], of(severity), "{severity}");
    }
    assert!(of("fatal") + of("error") > 0);
    let rank = |severity: &str| ["fatal", "error", "warning", "info"].iter().position(|known| *known == severity);
    let ranks: Vec<_> =
        findings.iter().map(|finding| rank(finding["severity"].as_str().expect("a severity"))).collect();
    assert!(ranks.is_sorted(), "{ranks:?}");
    assert!(findings.iter().all(|finding| finding["code"].is_string() && finding["meaning"].is_string()));

    let least = run(&["check".as_ref(), "--severity=fatal".as_ref(), path.as_os_str()]);
    assert_eq!(least.status, 1, "what is left out counts");

    let [some, all] = [&[][..], &["--all"]].map(|options: &[&str]| {
        let mut arguments = vec!["check".into(), "--severity=info".into(), path.clone().into_os_string()];
        arguments.extend(options.iter().map(Into::into));
        run(&arguments).out
    });
    let lines = |text: &str| text.lines().count();
    assert_eq!(lines(&all), 1 + findings.len() + 1, "{all}");
    assert!(lines(&some) <= lines(&all));
}

#[test]
fn every_room_of_the_games_own_tools_is_free_of_errors() {
    let Some(corpus) = corpus("") else { return };
    let run = run(&["check".as_ref(), "--json".as_ref(), corpus.join("kotor/vanilla").as_os_str()]);
    assert_eq!(run.err, "");
    let json = run.json();
    let results = json["results"].as_array().expect("results");
    assert_eq!(results.len(), 40);
    let bad: Vec<_> = results.iter().filter(|file| file["counts"]["fatal"] != 0).map(|file| &file["file"]).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

/// A floor, and an unreachable platform above it.
#[test]
fn a_profile_of_the_design_lists_what_the_floor_is_like() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let square = |[x, y]: [f32; 2], size: f32, z: f32| {
        let [a, b, c, d] =
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[u, v]| [x + u * size, y + v * size, z]);
        [[a, b, c], [a, c, d]].map(|corners| (corners, MaterialId(4)))
    };
    let stage = [square([0.0, 0.0], 9.0, 0.0), square([9.0, 0.0], 9.0, 0.25), square([2.0, 2.0], 3.0, 1.5)].concat();
    let room = Walkmesh::from_triangles(Kind::Wok, stage).expect("a room");
    fs::write(&path, room.to_bytes().expect("a walkmesh")).expect("a file");
    let plain = run(&["check".as_ref(), path.as_os_str()]);
    assert_eq!((plain.status, plain.out.as_str()), (0, "1 level: 2 infos; --severity info lists them\n"));
    let design = run(&["check".as_ref(), "--profile=design".as_ref(), path.as_os_str()]);
    for code in ["part-cut-off", "ceiling-low", "floor-step"] {
        assert!(design.out.contains(&format!("info [{code}]")), "{code}: {}", design.out);
    }
    assert_eq!(design.status, 0);
    let low = run(&["check".as_ref(), "--profile=design".as_ref(), "--height=1".as_ref(), path.as_os_str()]);
    assert!(!low.out.contains("ceiling-low"), "{}", low.out);
}

#[test]
fn what_the_header_of_a_room_has_wrong_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let mut bytes = fs::read(root().join("samples/room.wok")).expect("the sample");
    bytes[0x6C..0x70].copy_from_slice(&0x3F80_0000_u32.to_le_bytes());
    bytes.extend(b"left over");
    fs::write(&path, bytes).expect("a file");
    let found = run(&["check".as_ref(), path.as_os_str()]);
    assert_eq!(found.status, 1, "{}", found.out);
    assert!(found.out.contains("error [root-out-of-range] header: The root is node 1065353216"), "{}", found.out);
    assert!(found.out.contains("warning [file-surplus]: The file has 9 bytes after its last table"), "{}", found.out);
}

/// The yard with a changed walkmesh.
fn yard(change: impl FnOnce(&mut aswm::Aswm)) -> Vec<u8> {
    let bytes = fs::read(root().join("samples/yard.trx")).expect("the sample");
    let mut area = Trn::from_bytes(&bytes).expect("an area");
    let Some(Packet::Aswm(packet)) = area.packets.last_mut() else { panic!("the walkmesh is the last packet") };
    let mut raw = aswm::Aswm::from_bytes(&packet.payload(&Limits::default()).expect("a walkmesh")).expect("a walkmesh");
    change(&mut raw);
    *packet = aswm::Packet::Uncompressed(raw.to_bytes().expect("a walkmesh"));
    area.to_bytes().expect("an area")
}

/// The severities of the findings of a rule in a file.
fn severities(name: &str, bytes: &[u8], code: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    let json = run(&["check".as_ref(), "--json".as_ref(), "--severity=info".as_ref(), path.as_os_str()]).json();
    let found = json["results"][0]["findings"].as_array().expect("findings");
    let of_rule = found.iter().filter(|finding| finding["code"] == code);
    of_rule.map(|finding| finding["severity"].as_str().expect("a severity").to_owned()).collect()
}

/// The triangles of the walkmesh.
fn triangles(raw: &mut aswm::Aswm) -> &mut Vec<aswm::Triangle> {
    let aswm::Triangles::V6B(rows) = &mut raw.triangles else { panic!("the newest version") };
    rows
}

/// The flag of a walkable triangle.
const WALKABLE: u16 = 1;

/// Makes all triangles unwalkable.
fn close(raw: &mut aswm::Aswm) {
    triangles(raw).iter_mut().for_each(|row| row.flags.0 &= !WALKABLE);
}

#[test]
fn a_triangle_that_nobody_can_walk_on_may_face_down_and_reach_out_of_its_tile() {
    let faces_down = |change: fn(&mut aswm::Aswm)| {
        let bytes = yard(|raw| {
            let first = triangles(raw).iter_mut().find(|row| row.flags.0 & WALKABLE != 0);
            first.expect("a walkable triangle").vertices.swap(0, 1);
            change(raw);
        });
        severities("yard.trx", &bytes, "face-faces-down")
    };
    assert_eq!(faces_down(|_| ()), ["info"]);
    assert!(faces_down(close).is_empty());

    // The toolset's weld moves vertices up to 9 cm across a border. Here a vertex on the right border of a tile moves.
    let reaches_out = |by: f32, change: fn(&mut aswm::Aswm)| {
        let bytes = yard(|raw| {
            let tile =
                raw.tiles.iter().position(|tile| tile.header.triangles_count > 0).expect("a tile with triangles");
            let header = &raw.tiles[tile].header;
            let rows = header.triangles_offset as usize..(header.triangles_offset + header.triangles_count) as usize;
            let corners: Vec<u32> = triangles(raw)[rows].iter().flat_map(|row| row.vertices).collect();
            let x = |vertex: &u32| raw.vertices[*vertex as usize].x;
            let right = corners.into_iter().max_by(|a, b| x(a).total_cmp(&x(b))).expect("a vertex");
            let column = tile as u32 % raw.tiles_header.grid_width;
            raw.vertices[right as usize].x = (column + 1) as f32 * raw.tiles_header.width + by;
            change(raw);
        });
        let mut found = severities("yard.trx", &bytes, "face-spans-tiles");
        found.dedup();
        found
    };
    assert_eq!([reaches_out(0.05, |_| ()), reaches_out(0.2, close)], [["info"], ["info"]]);
    assert_eq!(reaches_out(0.2, |_| ()), ["warning"]);
}

/// The game does not read a TRN, and the toolset computes planes again.
#[test]
fn a_stale_plane_matters_in_a_trx_only() {
    let bytes = yard(|raw| {
        triangles(raw)[0].dot += 1.0;
        triangles(raw)[1].center[0] += 0.01;
    });
    for code in ["face-plane-stale", "face-centre-stale"] {
        let of = |name: &str| severities(name, &bytes, code);
        assert_eq!([of("yard.trx"), of("yard.trn")], [["warning"], ["info"]], "{code}");
    }
}

/// A floor, a triangle half a metre off it, and a face on top of it.
#[test]
fn a_finding_about_two_places_names_the_other_one() {
    let stone = |[a, b, c]: [[f32; 2]; 3]| ([a, b, c].map(|[x, y]| [x, y, 0.0]), MaterialId(4));
    let faces = [
        [[-2.0, 0.0], [0.0, 0.0], [0.0, 2.0]],
        [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]],
        [[0.0, 0.0], [2.0, 2.0], [0.0, 2.0]],
        [[2.5, 1.0], [4.5, 0.2], [4.5, 1.8]],
        [[0.2, 0.2], [1.8, 0.2], [1.8, 1.8]],
    ]
    .map(stone);
    let room = Walkmesh::from_triangles(Kind::Wok, faces).expect("a walkmesh").to_bytes().expect("bytes");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    fs::write(&path, room).expect("a file");
    let check =
        |arguments: &[&str]| run(&[&["check", "--severity=info", path.to_str().expect("a path")], arguments].concat());

    let json = check(&["--json"]).json();
    let found = json["results"][0]["findings"].as_array().expect("findings");
    let others = |code: &str| -> Vec<&serde_json::Value> {
        found.iter().filter(|finding| finding["code"] == code).map(|finding| &finding["other"]).collect()
    };
    let other = serde_json::json!([{ "kind": "face", "index": 1 }, { "kind": "side", "index": 1 }]);
    assert!(others("part-cut-off").contains(&&other), "{found:?}");
    let overlaps = others("face-overlap");
    assert!(!overlaps.is_empty() && overlaps.iter().all(|other| other[0]["kind"] == "face"), "{found:?}");

    let text = check(&[]).out;
    assert!(text.contains(" are cut off. The nearest connected floor is face 1.\n"), "{text}");
    let sarif = check(&["--format", "sarif"]).json();
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let cut_off = results.iter().filter(|result| result["ruleId"] == "part-cut-off");
    let related = |result: &serde_json::Value| {
        result["relatedLocations"][0]["logicalLocations"][0]["fullyQualifiedName"].as_str().map(str::to_owned)
    };
    assert!(cut_off.map(related).any(|name| name.as_deref() == Some("face 1, side 1")), "{results:?}");
}

/// The toolset rebuilds every table of a TRN.
#[test]
fn tables_that_an_earlier_bake_left_in_a_trn_are_one_info() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = yard(|raw| {
        raw.tiles_header.flags = aswm::TileFlags::TRN;
        raw.tiles.iter_mut().for_each(|tile| tile.path_table.nodes.fill(aswm::PathNode(255)));
    });
    let check = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, &bytes).expect("a file");
        run(&["check".as_ref(), "--severity=info".as_ref(), path.as_os_str()])
    };
    let trn = check("yard.trn");
    assert_eq!(trn.status, 0, "{}", trn.out);
    assert_eq!(trn.out.matches("[tables-of-earlier-bake]").count(), 1, "{}", trn.out);
    assert!(!trn.out.contains("[step-missing]") && trn.out.contains("step-missing ("), "{}", trn.out);
    let trx = check("yard.trx");
    assert!(trx.status == 1 && trx.out.contains("error [step-missing]"), "{}", trx.out);
}

#[test]
fn no_trn_of_the_corpus_has_an_error_of_its_tables() {
    let Some(corpus) = corpus("nwn2") else { return };
    for folder in ["trn", "alfa"] {
        let json = run(&["check".as_ref(), "--json".as_ref(), corpus.join(folder).as_os_str()]).json();
        for file in json["results"].as_array().expect("results") {
            let name = file["file"].as_str().expect("a name");
            if name.to_lowercase().ends_with(".trn") {
                assert_eq!((&file["counts"]["error"], &file["counts"]["fatal"]), (&0.into(), &0.into()), "{name}");
            }
        }
    }
}

/// The damage of a known editor: it writes the length of each block's table in place of its side.
#[test]
fn a_dungeon_that_does_not_read_for_a_known_reason_is_found_and_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ainavdata_32769.dat");
    let whole = fs::read(root().join("samples/ainavdata_32769.dat")).expect("the sample");
    let mut bytes = whole.clone();
    // Block 0 has 4 cells, 5 edges and one link; block 1 follows it and has 3 cells.
    for (at, cells) in [(15, 4_u32), (15 + 16 + 64 + 10, 3)] {
        assert_eq!(bytes[at..at + 4], cells.to_le_bytes());
        bytes[at..at + 4].copy_from_slice(&(cells * cells).to_le_bytes());
    }
    fs::write(&path, &bytes).expect("a file");
    let check = run(&["check".as_ref(), path.as_os_str()]);
    assert_eq!((check.status, check.err.as_str()), (1, ""));
    assert!(check.out.contains("[cell-count-squared]"), "{}", check.out);

    let bake = run(&["bake".as_ref(), "--in-place".as_ref(), path.as_os_str()]);
    assert_eq!((bake.status, bake.err.as_str()), (0, ""));
    assert!(bake.out.contains("a known editor"), "{}", bake.out);
    assert!(fs::read(&path).expect("the file") == whole);
}

#[test]
fn what_lies_between_the_parts_of_a_dungeon_and_middles_elsewhere_are_found() {
    type Damage = fn(&mut AiNavData);

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ainavdata_32771.dat");
    let whole = fs::read(root().join("areas/crypt/ainavdata_32771.dat")).expect("the area");
    let found = |damage: Damage| {
        let mut raw = AiNavData::from_bytes(&whole).expect("a dungeon");
        damage(&mut raw);
        fs::write(&path, raw.to_bytes().expect("bytes")).expect("a file");
        run(&["check".as_ref(), path.as_os_str()]).out
    };
    let unharmed = found(|_| ());
    let cases: [(&str, Damage); 3] = [
        ("[bytes-between-parts]", |raw| raw.gap = vec![1, 2, 3]),
        ("[centre-far-off] block 2, edge 7:", |raw| raw.simple_dungeon_data.blocks[2].edge_centers[7].z = 1e6),
        ("[centre-misplaced] block 2, edge 7:", |raw| raw.simple_dungeon_data.blocks[2].edge_centers[7].z += 30.0),
    ];
    for (finding, damage) in cases {
        assert!(!unharmed.contains(finding), "{unharmed}");
        let text = found(damage);
        assert!(text.contains(finding), "{finding}: {text}");
    }
}

/// Damage to every entry of every path table: far more findings than JSON lists, but all are counted.
#[test]
fn json_counts_what_it_does_not_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("yard.aswm");
    let bytes = fs::read(root().join("samples/yard.trx")).expect("the sample");
    let area = walkmesh::nwn2::Terrain::from_bytes(&bytes).expect("an area");
    let mut raw = area.walkmesh().expect("a walkmesh").as_raw().clone();
    raw.tiles.iter_mut().for_each(|tile| tile.path_table.nodes.fill(walkmesh::formats::aswm::PathNode(255)));
    let damaged = walkmesh::nwn2::Walkmesh::from_raw(raw);
    fs::write(&path, damaged.to_bytes().expect("a walkmesh")).expect("a file");
    let steps = damaged.check(&walkmesh::finding::CheckOptions::all()).count("step-missing") as u64;
    assert!(steps > 100);

    for (options, listed) in [(&[][..], 100), (&["--all"], steps)] {
        let mut arguments = vec!["check".into(), "--json".into(), path.clone().into_os_string()];
        arguments.extend(options.iter().map(Into::into));
        let json = run(&arguments).json();
        let result = &json["results"][0];
        let findings = result["findings"].as_array().expect("findings");
        let missing: Vec<_> = findings.iter().filter(|finding| finding["code"] == "step-missing").collect();
        let rules = result["rules"].as_array().expect("rules");
        let rule = rules.iter().find(|rule| rule["code"] == "step-missing").expect("the rule");
        assert_eq!((&rule["count"], &rule["listed"]), (&steps.into(), &listed.into()));
        assert_eq!((&result["counts"]["error"], missing.len() as u64), (&steps.into(), listed));
        let place = serde_json::json!([
            {"kind": "tile", "index": 0}, {"kind": "from_node", "index": 0}, {"kind": "to_node", "index": 1},
        ]);
        assert_eq!(missing[0]["place"], place);
    }
}

/// A layout is recognised by its name where its bytes lack the line that the game's reader looks for, and the check reports
/// that line, whether the file is named or found in a folder.
#[test]
fn a_layout_by_itself_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(root().join("samples/manor.lyt")).expect("the sample");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let check = |path: &std::path::Path| run(&["check".as_ref(), path.as_os_str()]);
    let right = check(&file("right.lyt", &text));
    let missing = format!(
        "{}: 2 infos\n  room.wok, porch.wok are not here\n1 level: 2 infos; --severity info lists them\n",
        folder.path().join("right.lyt").display()
    );
    assert_eq!((right.status, right.out, right.err.as_str()), (0, missing, ""));
    for (name, line) in [("large.lyt", "BeginLayout"), ("none.lyt", "")] {
        let found = check(&file(name, &text.replace("beginlayout", line)));
        assert_eq!((found.status, found.err.as_str()), (1, ""), "{}", found.out);
        assert!(found.out.contains("\n  error [layout-without-beginning] layout: No line before"), "{}", found.out);
        let path = folder.path().join(name);
        let mends = format!("`walkmesh {}` says what can be mended", path.display());
        let end = format!("\n1 level: 1 error, 2 infos; --severity info lists them; {mends}\n");
        assert!(found.out.ends_with(&end), "{}", found.out);
    }
    let json = run(&["check".as_ref(), "--json".as_ref(), folder.path().as_os_str()]).json();
    let files = json["results"].as_array().expect("results");
    let codes: Vec<_> = files.iter().map(|file| file["findings"][0]["code"].as_str()).collect();
    let missing = Some("layout-without-beginning");
    assert_eq!(codes, [missing, missing, None], "{json}");

    let twice = check(&file("twice.lyt", "beginlayout\nroomcount 2\n  hall 0 0 0\n  HALL 5 0 0\ndonelayout\n"));
    assert_eq!(twice.status, 0, "{}", twice.err);
    assert!(
        twice.out.contains("\n  warning [room-duplicate] room 1 (HALL): It has the same name as room 0"),
        "{}",
        twice.out
    );

    // A file that is not a layout cannot be checked, and the error says what is missing in it.
    let letter = check(&file("letter.lyt", "a letter\n"));
    assert_eq!(letter.status, 2, "{}", letter.out);
    assert!(letter.err.contains("letter.lyt: ") && letter.err.contains("`roomcount`"), "{}", letter.err);
}

#[test]
fn what_one_fault_explains_stands_below_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = folder.path().join("room.wok");
    let flip = ["edit", "samples/room.wok", "--flip=3", "-o", room.to_str().expect("a path")];
    assert_eq!(run(&flip).status, 0);
    let text = run(&["check", "--severity", "info", room.to_str().expect("a path")]).out;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("  warning [face-faces-down] face 3: "), "{text}");
    assert!(
        lines[2].starts_with("    so: ") && lines[2..].iter().filter(|line| line.starts_with("  warning")).count() == 0,
        "{text}"
    );
    let json = run(&["check", "--severity", "info", "--json", room.to_str().expect("a path")]).json();
    let findings = json["results"][0]["findings"].as_array().expect("findings");
    let explained = findings.iter().filter(|finding| finding["cause"] == "face-faces-down").count();
    assert!(
        findings[0]["cause"].is_null() && explained == lines.iter().filter(|line| line.starts_with("    so: ")).count(),
        "{text}"
    );
}
