//! One language for all games: one macro body opens, checks, bakes, compares, queries and saves a sample of each game by
//! the same names. Another test does the same for any file.

use std::sync::Arc;

use walkmesh::finding::CheckOptions;
use walkmesh::formats::Document;
use walkmesh::level::{self, Kind, Level, Location, OpenOptions, Operation, Point};
use walkmesh::silkroad::{CellRef, Floors};
use walkmesh::{kotor, nwn2, silkroad};

fn sample(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cli/samples").join(name);
    std::fs::read(path).expect("the sample")
}

/// The queries that each game has by the same names. `$mask` is the game's mask, if it has masks.
macro_rules! speaks {
    ($game:ident, $file:ident :: $walkmesh:ident, $bytes:expr, $navigator:expr, [$near:expr, $far:expr] $(, $mask:expr)?) => {{
        use $game::{BakeOptions, $file};

        let bytes = $bytes;
        let file = $file::from_bytes(&bytes).unwrap();
        assert_eq!(file.to_bytes().unwrap(), bytes, "what is not edited is saved as it was read");
        assert_eq!($file::from_raw(file.as_raw().clone()).into_raw(), file.clone().into_raw());
        assert!(file.check(&CheckOptions::default()).iter().all(|finding| !finding.rule.title.is_empty()));

        let mut baked = file.clone();
        baked.bake(&BakeOptions::default()).unwrap();
        let mut again = baked.clone();
        again.bake(&BakeOptions::default()).unwrap();
        assert!(baked.diff(&again).iter().all(|table| table.is_equal()), "a bake of a bake changes nothing");

        let navigator = $navigator(file);
        let shared: Arc<$game::$walkmesh> = navigator.clone().into_inner();
        assert!(Arc::ptr_eq(&shared, &navigator.clone().into_inner()), "nothing is copied");

        let [near, far]: [[f32; 3]; 2] = [$near, $far];
        let [start, goal] = [near, far].map(|point| navigator.position_at(point, 10.0).unwrap().expect("a floor"));
        let floors = navigator.floors_at(plan(stringify!($game), near) $(, $mask)?);
        assert!(floors.iter().any(|floor| floor.face == start.face && floor.faces_up));
        for floor in [
            navigator.floor_below(start.point, 1.0 $(, $mask)?),
            navigator.floor_above(start.point, 1.0 $(, $mask)?),
            navigator.floor_nearest(start.point, 1.0 $(, $mask)?),
        ] {
            assert_eq!(floor.expect("a floor").face, start.face);
        }
        let snapped = navigator.snap(start.point, 1.0).unwrap().expect("a floor");
        assert_eq!((snapped.position.face, snapped.distance), (start.face, 0.0));
        assert!(navigator.snap_in_plan(plan(stringify!($game), near), 1.0).unwrap().is_some());
        let part = navigator.connected_part(start).unwrap();
        assert!(part.is_some() && part == navigator.connected_part(goal).unwrap());
        let overview = navigator.overview().unwrap();
        let (largest, sample) = overview.largest().map(|(number, part)| (number, part.sample)).expect("a floor");
        assert_eq!(navigator.connected_part(sample).unwrap(), Some(largest));
        (navigator, start, goal)
    }};
}

/// A point in the plan view of its game.
fn plan(game: &str, [x, y, z]: [f32; 3]) -> [f32; 2] {
    if game == "silkroad" { [x, z] } else { [x, y] }
}

/// The queries over faces, only for games with faces in their files.
macro_rules! walks {
    ($navigator:expr, $start:expr, $goal:expr, $mask:expr) => {{
        let (navigator, start, goal) = ($navigator, $start, $goal);
        let path = navigator.shortest_path(start, goal).unwrap();
        assert!(path.proven_shortest && path.length > 0.0);
        assert_eq!((path.points[0].face, path.points.len() >= 2), (start.face, true));
        assert_eq!(navigator.shortest_path_many(&[(start, goal)]), [Ok(path)]);
        assert!(navigator.walk_straight(start, goal.point).is_ok());

        let [x, y, z] = start.point;
        let down = walkmesh::mesh::Ray::between([x, y, z + 1.0], [x, y, z - 1.0]).unwrap();
        let hit = navigator.raycast(&down, $mask).expect("the floor");
        assert_eq!((hit.face, hit.distance), (start.face, 1.0));
        assert_eq!(navigator.raycast_many(&[down], $mask), [Some(hit)]);
        assert_eq!(navigator.line_of_sight([x, y, z + 1.0], [x, y, z + 0.5]), Ok(true));
    }};
}

fn is_shared<T: Send + Sync + 'static>(_: &T) {}

#[test]
fn three_games_speak_one_language() {
    let mask = kotor::MaterialMask::ALL;
    let (navigator, start, goal) = speaks!(
        kotor,
        Walkmesh::Walkmesh,
        sample("room.wok"),
        |room: kotor::Walkmesh| kotor::Navigator::new(room.with_kind(kotor::Kind::Wok)),
        [[1.0, 1.0, 0.0], [5.5, 3.0, 0.0]],
        mask
    );
    is_shared(&navigator);
    walks!(navigator, start, goal, mask);

    let mask = nwn2::FaceMask::ALL;
    let (navigator, start, goal) = speaks!(
        nwn2,
        Terrain::Walkmesh,
        sample("yard.trx"),
        |area: nwn2::Terrain| nwn2::Navigator::new(area.into_walkmesh().unwrap()),
        [[1.0, 0.5, 0.0], [8.0, 7.0, 0.0]],
        mask
    );
    is_shared(&navigator);
    assert_eq!(navigator.stored_route(start, goal).unwrap().steps.first().map(|step| step.face), Some(start.face));
    assert_eq!(navigator.stored_route_many(&[(start, goal)]).len(), 1);
    walks!(navigator, start, goal, mask);

    let floors = || {
        let floor = |name| walkmesh::formats::bms::Bms::from_bytes(&sample(name)).unwrap().nav_mesh;
        let dof = walkmesh::formats::dof::Dof::from_bytes(&sample("dungeon.dof")).unwrap();
        Floors::new(&dof, vec![floor("court.bms"), floor("hall.bms")])
    };
    let (navigator, start, goal) = speaks!(
        silkroad,
        Dungeon::Dungeon,
        {
            let plans = floors().to_plans(&Document::from_bytes(&sample("dungeon.dof")).unwrap());
            let (plan, _) = silkroad::Plan::of_floors(32770, &plans).unwrap();
            plan.bake(&silkroad::BakeOptions::default()).unwrap().to_bytes().unwrap()
        },
        |dungeon: silkroad::Dungeon| silkroad::Navigator::new(dungeon).with_floors(floors()),
        [[31.0, 0.0, 12.0], [250.0, 0.0, 150.0]]
    );
    is_shared(&navigator);
    let route = navigator.stored_route(start, goal).unwrap();
    assert_eq!(route.steps.last().map(|step| step.to), Some(goal.face));
    assert_eq!(navigator.stored_route_many(&[(CellRef::from(start), goal.into())]), [Ok(route)]);
}

#[test]
fn a_level_speaks_it_too() {
    for (name, kind, ends) in [
        ("room.wok", Kind::Bwm, Some(["1.25,0.5", "5.5,3,0"])),
        ("chest.pwk", Kind::Bwm, None),
        ("manor.lyt", Kind::Lyt, None),
        ("yard.trn", Kind::Trn, None),
        ("yard.trx", Kind::Trn, Some(["1,0.5", "8,7,0"])),
        ("ainavdata_32769.dat", Kind::AiNav, Some(["0:0", "1:2"])),
        ("dungeon.dof", Kind::Dof, None),
        ("hall.bms", Kind::Bms, None),
    ] {
        let bytes = sample(name);
        let options = OpenOptions::default().with_name(name);
        let file = Level::from_bytes(&bytes, &options).unwrap();
        assert_eq!((file.kind(), Kind::detect(&bytes)), (kind, Some(kind)), "{name}");
        assert_eq!(Kind::promised_by(name), Some(kind));
        assert_eq!(file.to_bytes().unwrap(), bytes, "{name}");
        assert_eq!(level::round_trip(kind, &bytes, &options.limits).unwrap().difference, None);
        assert_eq!(file.is_baked(), name != "yard.trn");
        file.summary().unwrap();

        assert_eq!(file.check(&CheckOptions::default()).is_ok(), Operation::Check.is_for(kind), "{name}");
        assert_eq!(file.diff(&file).is_ok(), Operation::Diff.is_for(kind), "{name}");
        let mut baked = file.clone();
        assert_eq!(baked.bake(&level::BakeOptions::default()).is_ok(), Operation::Bake.is_for(kind), "{name}");
        if file.is_baked() && Operation::Bake.is_for(kind) {
            assert!(file.diff_baked(&baked).unwrap().iter().all(|table| table.is_equal()), "{name}");
        }
        let navigator = file.into_navigator();
        assert_eq!(navigator.is_ok(), Operation::Query.is_for(kind), "{name}");
        if let (Ok(navigator), Some([from, to])) = (navigator, ends) {
            let [from, to]: [Location; 2] = [from, to].map(|end| end.parse().unwrap());
            let path = navigator.path(from, to).unwrap();
            assert!(path.length > 0.0 && !path.points.is_empty(), "{name}");
            navigator.reach(to).unwrap();
            if let Location::Point(Point { x, y, .. }) = from {
                assert_eq!(navigator.floors_at([x, y], level::Faces::Walkable).unwrap().len(), 1, "{name}");
            }
        }
    }
}

#[test]
fn what_is_not_a_walkmesh_is_refused_in_words() {
    let options = OpenOptions::default();
    assert_eq!(Level::from_bytes(b"", &options).unwrap_err(), level::OpenError::Empty);
    assert_eq!(Level::from_bytes(b"a letter", &options).unwrap_err(), level::OpenError::Unrecognised);
    let open = |name: &str| Level::from_bytes(&sample(name), &options.clone().with_name(name)).unwrap();
    let error = open("room.wok").diff(&open("yard.trx")).unwrap_err();
    assert!(error.to_string().contains("only levels of one game"), "{error}");
    assert!(open("yard.trx").kotor().walkmesh.is_none() && open("yard.trx").nwn2().walkmesh.is_some());
    let error = open("dungeon.dof").check(&CheckOptions::default()).unwrap_err();
    let level::CheckError::Unsupported(unsupported) = error else { panic!("{error}") };
    assert_eq!((unsupported.operation, unsupported.found), (Operation::Check, Kind::Dof));
    // A damaged file is a finding, and so is a file that a known editor broke.
    let check =
        |name: &str, bytes: &[u8]| level::check(bytes, &options.clone().with_name(name), &CheckOptions::default());
    assert_eq!(check("room.wok", b"").unwrap().count("file-empty"), 1);
    assert_eq!(check("room.wok", b"a letter").unwrap().count("file-unrecognised"), 1);
    assert_eq!(check("room.wok", &sample("room.wok")[..99]).unwrap().count("file-damaged"), 1);
    assert!(check("letter.txt", b"a letter").is_err());
}

/// The front page's statements about all types.
#[test]
fn errors_options_and_answers_can_be_printed_copied_and_compared() {
    fn holds<T: Clone + std::fmt::Debug + PartialEq>() {}
    fn is_error<T: Clone + std::fmt::Debug + PartialEq + std::error::Error + Send + Sync + 'static>() {}
    fn starts_from_default<T: Clone + std::fmt::Debug + PartialEq + Default>() {}

    starts_from_default::<kotor::BakeOptions>();
    starts_from_default::<nwn2::BakeOptions>();
    starts_from_default::<nwn2::BuildOptions>();
    starts_from_default::<nwn2::OptimiseOptions>();
    starts_from_default::<silkroad::BakeOptions>();
    starts_from_default::<level::BakeOptions>();
    starts_from_default::<OpenOptions>();
    starts_from_default::<CheckOptions>();

    is_error::<kotor::BakeError>();
    is_error::<kotor::SaveError>();
    is_error::<kotor::EditError>();
    is_error::<kotor::AreaError>();
    is_error::<kotor::LayoutError>();
    is_error::<nwn2::BakeError>();
    is_error::<nwn2::BuildError>();
    is_error::<nwn2::TerrainError>();
    is_error::<nwn2::RouteError>();
    is_error::<nwn2::OptimiseError>();
    is_error::<silkroad::BakeError>();
    is_error::<silkroad::RouteError>();
    is_error::<walkmesh::mesh::PathError>();
    is_error::<walkmesh::mesh::PositionError>();
    is_error::<walkmesh::mesh::MeshError>();
    is_error::<walkmesh::mesh::RayError>();
    is_error::<level::OpenError>();
    is_error::<level::BakeError>();
    is_error::<level::QueryError>();
    is_error::<level::Unsupported>();

    holds::<kotor::BakeReport>();
    holds::<nwn2::BakeReport>();
    holds::<silkroad::BakeReport>();
    holds::<level::BakeReport>();
    holds::<level::Summary>();
    holds::<level::Path>();
    holds::<walkmesh::mesh::Path<kotor::AreaFace>>();
    holds::<walkmesh::mesh::Route<nwn2::RouteStep>>();
    holds::<walkmesh::mesh::Route<silkroad::RouteStep>>();
    holds::<walkmesh::mesh::RayHit>();
    holds::<walkmesh::mesh::FloorHit>();
    holds::<walkmesh::finding::Finding>();
    holds::<walkmesh::diff::TableDiff>();
}
