//! `walkmesh floor` and `walkmesh ray`.

use crate::run::run;

#[test]
fn the_floor_of_a_room() {
    let text = run(&["floor", "samples/room.wok", "1,0.5,0.5"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("1 floor at 1,0.5,0.5\n  at height 0  on face "), "{}", text.out);
    let (ours, engines) = text.out.split_once("\n  nearest is 0\n  below is 0\n").expect("both");
    let face = ours.rsplit_once("on ").expect("a face").1;
    assert_eq!(engines, format!("  the engine takes 0  on {face}\n"));

    let json = run(&["floor", "--json", "samples/room.wok", "1,1,-2"]).json();
    let floors = &json["results"][0];
    assert_eq!((floors["below"].is_null(), &floors["above"]["height"]), (true, &serde_json::json!(0.0)));
    assert_eq!(floors["floors"][0]["material"], 4);
}

#[test]
fn a_pillar_is_no_floor_unless_all_faces_count() {
    let pillar = run(&["floor", "samples/room.wok", "3,3"]);
    assert_eq!((pillar.status, pillar.out.as_str()), (1, "no floor at 3,3\n"));
    assert_eq!(run(&["floor", "--faces", "all", "samples/room.wok", "3,3"]).status, 0);
    assert_eq!(run(&["floor", "samples/room.wok", "-1,-1"]).status, 1);
}

#[test]
fn a_ray_meets_the_wall() {
    let text = run(&["ray", "samples/room.wok", "3,1,1.5", "3,9,1.5"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("hit at 3, 6, 1.5, 5 away, on face "), "{}", text.out);
    assert!(text.out.ends_with(", material 7\n"), "{}", text.out);

    let over = run(&["ray", "samples/room.wok", "3,1,2.5", "3,9,2.5"]);
    assert_eq!((over.status, over.out.as_str()), (1, "nothing is hit\n"));
    let json = run(&["ray", "--json", "--faces", "walkable", "samples/room.wok", "1,1,2", "1,1,-2"]).json();
    assert_eq!(json["results"][0]["hit"]["distance"], 2.0);
}

#[test]
fn an_area_has_floors_and_is_met_by_rays() {
    let floor = run(&["floor", "samples/yard.trx", "1,0.5,2"]);
    assert_eq!((floor.status, floor.err.as_str()), (0, ""));
    assert!(floor.out.starts_with("1 floor at 1,0.5,2\n  at height 0  on triangle 0, island 0\n"), "{}", floor.out);
    assert_eq!(run(&["floor", "samples/yard.trx", "4,4.5"]).status, 1, "a pillar is no floor");
    assert_eq!(run(&["floor", "--faces", "all", "samples/yard.trx", "4,4.5"]).status, 0);
    assert_eq!(run(&["floor", "--faces", "sight", "samples/yard.trx", "4,4.5"]).status, 2);

    let ray = run(&["ray", "samples/yard.trx", "1,0.5,2", "1,0.5,-2"]);
    assert_eq!((ray.status, ray.out.as_str()), (0, "hit at 1, 0.5, 0, 2 away, on triangle 0, island 0\n"));
    assert_eq!(run(&["ray", "samples/yard.trx", "1,0.5,2", "17,0.5,2"]).status, 1);
}

#[test]
fn what_cannot_be_asked_is_said() {
    let flat = run(&["ray", "samples/room.wok", "3,1", "3,9,1"]);
    assert_eq!((flat.status, flat.err.as_str()), (2, "walkmesh: samples/room.wok: a ray needs X,Y,Z twice\n"));
    for command in [
        &["floor", "samples/ainavdata_32769.dat", "1,1"][..],
        &["ray", "samples/ainavdata_32769.dat", "1,1,1", "2,2,2"],
    ] {
        let run = run(command);
        assert_eq!(run.status, 2);
        assert!(run.err.contains("only the middles of edges"), "{}", run.err);
    }
}
