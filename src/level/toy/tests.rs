//! The toy game through [`Level`], as a program uses it.

use crate::exchange::{ObjScene, Up};
use crate::finding::CheckOptions;
use crate::level::{BakeOptions, Kind, Level, Memory, OpenOptions, Operation, Summary, levels};

/// A wall with a path around its northern end. The number of the second row is wrong.
const YARD: &str = "TOYMAP\n.#. 2\n.#. 3\n... 3\n";

fn yard() -> Level {
    Level::from_bytes(YARD.as_bytes(), &OpenOptions::default()).unwrap()
}

#[test]
fn a_map_is_opened_by_its_content_and_kept_to_the_byte() {
    let level = yard();
    assert_eq!((level.kind(), level.description().as_str()), (Kind::Toy, "a map of the toy game"));
    assert_eq!(level.to_bytes().unwrap(), YARD.as_bytes());
    assert!(matches!(level.summary(), Ok(Summary::Toy(map)) if map.size == [3, 3] && map.walkable == 7));
    assert_eq!(Kind::promised_by("Yard.TOY"), Some(Kind::Toy));
    assert!(Kind::could_start(YARD.as_bytes()));
}

#[test]
fn a_map_among_files_is_found_and_a_damaged_one_is_an_error() {
    let files: Memory = [("yard.toy", YARD)].into_iter().collect();
    assert_eq!(levels(&files).unwrap()[0].what, "map of the toy game");
    assert_eq!(Level::open(&files, "YARD.toy", &OpenOptions::default()).unwrap().name(), "yard.toy");
    for damaged in ["TOYMAP\n.x. 2\n", "TOYMAP\n.. 2\n. 1\n", "TOYMAP\n..\n", "TOYMAP\n. many\n"] {
        assert!(Level::from_bytes(damaged.as_bytes(), &OpenOptions::default()).is_err(), "{damaged}");
    }
}

#[test]
fn a_check_finds_a_wrong_count_and_a_bake_fills_it() {
    let (mut level, options) = (yard(), CheckOptions::default());
    let findings = level.check(&options).unwrap();
    let found: Vec<_> = findings.iter().map(|finding| (finding.code(), finding.place.to_string())).collect();
    assert_eq!(found, [("count-differs", "line 1".to_owned())]);
    assert!(level.locate(&findings.iter().next().unwrap().place).is_some());

    let before = level.clone();
    level.bake(&BakeOptions::default()).unwrap();
    assert!(level.check(&options).unwrap().is_clean());
    assert_eq!(level.to_bytes().unwrap(), YARD.replace(".#. 3", ".#. 2").as_bytes());
    let differ: Vec<usize> = before.diff(&level).unwrap().iter().map(|table| table.entries - table.equal).collect();
    assert_eq!(differ, [0, 1]);
    assert_eq!(level.changed().unwrap().len(), 1);
}

#[test]
fn a_path_goes_around_the_wall_as_short_as_it_can() {
    let navigator = yard().into_navigator().unwrap();
    let path = navigator.path([0.5, 0.5], [2.5, 0.5]).unwrap();
    // Up to the corner of the wall, along its end, and down again.
    let expected = 2.0 * 0.5_f64.hypot(1.5) + 1.0;
    assert!((path.length - expected).abs() < 1e-6, "{} instead of {expected}", path.length);
    assert_eq!(path.proven_shortest, Some(true));
    assert!(navigator.path([0.5, 0.5], [1.5, 0.5]).is_err());
    assert_eq!(navigator.floors_at([0.75, 0.25], crate::level::Faces::Walkable).unwrap().len(), 1);
    assert_eq!(navigator.nearest([1.5, 2.5]).unwrap().unwrap().distance, 0.0);
    assert_eq!(navigator.reach([0.5, 0.5]).unwrap().cut_off, []);
    let view = yard().view();
    let walkable = navigator.connected_parts(&view).into_iter().flatten().collect::<Vec<_>>();
    assert!(!walkable.is_empty() && walkable.iter().all(|part| *part == 0), "one part, without the walls");
    let hit = navigator.raycast([0.5, 0.5, 9.0], [0.5, 0.5, -1.0], crate::level::Faces::All).unwrap();
    assert_eq!(hit.map(|hit| hit.distance), Some(9.0));
}

#[test]
#[cfg(feature = "picture")]
fn a_map_is_drawn() {
    use crate::level::PictureOptions;
    use crate::picture::PageOptions;

    let picture = yard().to_picture("yard", &PictureOptions::default()).unwrap();
    let groups: Vec<_> = picture.layers[0].groups.iter().map(|group| group.title.as_str()).collect();
    assert_eq!(groups, ["wall", "floor"]);
    assert!(picture.to_svg(&PageOptions::default()).unwrap().contains("yard"));
}

#[test]
fn a_map_is_converted_for_other_programs() {
    let export = yard().to_scene().unwrap();
    let files = export.scene.to_obj("yard.mtl");
    let back = ObjScene::from_bytes(files.obj.as_bytes(), Up::Z).unwrap().scene;
    assert_eq!(back.nodes[0].set.triangles.len(), 18);
    #[cfg(feature = "gltf")]
    assert!(export.scene.to_glb().unwrap().starts_with(b"glTF"));
}

#[test]
fn a_map_does_what_its_game_says_and_nothing_else() {
    let mut level = yard();
    assert!(Operation::Check.is_for(Kind::Toy) && Operation::Check.works_on().contains(&Kind::Toy));
    assert!(!Operation::Edit.is_for(Kind::Toy));
    assert!(level.edit(&[], &BakeOptions::default()).is_err());
    let navigator = level.into_navigator().unwrap();
    let error = navigator.sight([0.0; 3], [1.0; 3]).unwrap_err();
    assert!(error.to_string().starts_with("this is a map of the toy game; "), "{error}");
}
