//! Files of every kind: the operations of each, and the summary of an archive that is opened as a document.

use std::collections::BTreeSet;

use walkmesh::diff::{Group, TableDiff};
use walkmesh::exchange::Scene;
use walkmesh::finding::{CheckOptions, PartKind};
use walkmesh::flaw::Repairs;
use walkmesh::formats::Document;
use walkmesh::formats::biff::{self, Biff};
use walkmesh::formats::erf::Version;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::key::{self, KeyFile};
use walkmesh::formats::mdb;
use walkmesh::formats::two_da::TwoDa;
use walkmesh::kotor::PlacedObject;
use walkmesh::level::{
    ApplyOptions, Archive, ArchiveSummary, BakeError, BakeOptions, CheckError, DiffError, Edit, EditError,
    ExchangeError, Faces, Files, Kind, Level, OpenOptions, Operation, PictureError, PictureOptions, PlaceError,
    QueryError, RepairOptions, Summary, Unsupported,
};
use walkmesh::nwn2::{OptimiseOptions, Terrain};

use super::{archives, leaf, samples};

/// The list of an archive, and the archive, with these files.
fn key_and_biff(files: &[archives::File]) -> (Vec<u8>, Vec<u8>) {
    let (mut list, mut biff) = (KeyFile::default(), Biff::default());
    for (index, (name, bytes)) in files.iter().enumerate() {
        let (stem, resource_type) = archives::split(name, walkmesh::formats::resource_type::Numbering::Kotor);
        let resource_id = key::ResourceIdBits::new().with_archive(0).with_index(index as u32).into();
        list.keys.push(key::Key { name: archives::padded(stem), resource_type, resource_id });
        let resource_id = index as u32;
        biff.members.push(biff::Member { resource_id, resource_type: resource_type.into(), data: bytes.to_vec() });
    }
    list.archives.push(key::Archive { size: 0, name: b"rooms.bif\0".to_vec(), drives: 1 });
    (list.to_bytes().unwrap(), biff.to_bytes().unwrap())
}

/// A file of each kind, by its name.
fn of_every_kind() -> Vec<(&'static str, Vec<u8>)> {
    let read = |name: &str| samples().read(name).unwrap();
    let rooms = archives::samples(&["manor.lyt", "room.wok", "porch.wok"]);
    let rooms = archives::borrowed(&rooms);
    let (list, biff) = key_and_biff(&rooms);
    let points = Tree::root().with("Path_Points", TreeValue::List(Vec::new()));
    let points = points.with("Path_Conections", TreeValue::List(Vec::new()));
    let table = TwoDa { columns: b"label\t".to_vec(), ..TwoDa::default() };
    let inflated = Terrain::from_bytes(&read("yard.trx")).unwrap().walkmesh().unwrap().to_bytes().unwrap();
    let walk = mdb::Packet { packet_type: mdb::Walk::PACKET_TYPE, data: mdb::Walk::default().to_bytes().unwrap() };
    let model = mdb::Mdb { major: 1, minor: 12, packets: vec![walk], ..mdb::Mdb::default() };
    vec![
        ("room.wok", read("room.wok")),
        ("manor.lyt", read("manor.lyt")),
        ("manor.pth", Gff::from_tree(*b"PTH ", &points).unwrap().to_bytes().unwrap()),
        ("table.2da", table.to_bytes().unwrap()),
        ("town.git", read("town.git")),
        ("module.ifo", Gff::from_tree(*b"IFO ", &Tree::root()).unwrap().to_bytes().unwrap()),
        ("manor.mod", archives::module_of(&rooms)),
        ("manor.rim", archives::rim_of(&rooms)),
        ("chitin.key", list),
        ("rooms.bif", biff),
        ("yard.trx", read("yard.trx")),
        ("yard.aswm", inflated),
        ("ainavdata_32769.dat", read("ainavdata_32769.dat")),
        ("dungeon.dof", read("dungeon.dof")),
        ("hall.bms", read("hall.bms")),
        ("plank.mdb", model.to_bytes().unwrap()),
    ]
}

/// Whether an operation was refused because the kind of file does not have it.
fn refuses(level: &Level, operation: Operation) -> Option<Unsupported> {
    let (mut to, name) = (level.clone(), level.name().to_owned());
    let query = |error| match error {
        QueryError::Unsupported(unsupported) => Some(unsupported),
        _ => None,
    };
    let edit = |error| match error {
        EditError::Unsupported(unsupported) => Some(unsupported),
        _ => None,
    };
    let exchange = |error| match error {
        ExchangeError::Unsupported(unsupported) => Some(unsupported),
        _ => None,
    };
    match operation {
        Operation::Check => match level.check(&CheckOptions::default()).err()? {
            CheckError::Unsupported(unsupported) => Some(unsupported),
            _ => None,
        },
        Operation::Diff => {
            assert!(level.diff(&to).unwrap().iter().all(TableDiff::is_equal), "{name}");
            None
        }
        Operation::Bake => match to.bake(&BakeOptions::default()).err()? {
            BakeError::Unsupported(unsupported) => Some(unsupported),
            _ => None,
        },
        Operation::Optimise => to.optimise(&OptimiseOptions::default()).err().and_then(edit),
        Operation::Edit => to.edit(&[Edit::Move([0.0; 3])], &BakeOptions::default()).err().and_then(edit),
        Operation::Repair => to.repair(&RepairOptions::default().with_flaws(Repairs::default())).err().and_then(edit),
        Operation::Exchange => {
            let refused = level.to_scene().err().and_then(exchange);
            let back = level.to_scene().map_or_else(|_| Scene::default(), |export| export.scene);
            let applied = to.apply_scene(&back, &ApplyOptions::default()).err().and_then(exchange);
            assert_eq!(refused.is_some(), applied.is_some(), "{name}");
            assert_eq!(refused.is_some(), level.to_floor().err().and_then(exchange).is_some(), "{name}");
            refused
        }
        Operation::Picture => match level.to_picture("", &PictureOptions::default()).err()? {
            PictureError::Unsupported(unsupported) => Some(unsupported),
            _ => None,
        },
        Operation::Place => match to.place("door0.dwk", PlacedObject::new(leaf(1.0), [0.0; 3], 0.0)).err()? {
            PlaceError::Unsupported(unsupported) => Some(unsupported),
            _ => None,
        },
        Operation::Query => level.navigator().err().and_then(query),
        Operation::Plan => level.engine().err().and_then(query),
        Operation::Raycast => match level.navigator() {
            Ok(navigator) => navigator.raycast([0.0; 3], [0.0, 0.0, -1.0], Faces::All).err().and_then(query),
            Err(error) => query(error),
        },
        Operation::LineOfSight => match level.navigator() {
            Ok(navigator) => navigator.sight([0.0; 2], [0.0; 2]).err().and_then(query),
            Err(error) => query(error),
        },
        other => panic!("{other} is not tried"),
    }
}

#[test]
fn a_kind_of_file_refuses_an_operation_exactly_when_its_list_lacks_it() {
    use Operation::{
        Bake, Check, Diff, Edit, Exchange, LineOfSight, Optimise, Picture, Place, Plan, Query, Raycast, Repair,
    };
    let all = [Check, Diff, Bake, Optimise, Edit, Repair, Exchange, Picture, Place, Query, Plan, Raycast, LineOfSight];
    let mut seen = BTreeSet::new();
    for (name, bytes) in of_every_kind() {
        let level = Level::from_bytes(&bytes, &OpenOptions::default().with_name(name)).unwrap();
        assert!(seen.insert(level.kind().name()), "{name}: another {}", level.kind());
        assert_eq!(level.to_bytes().unwrap(), bytes, "{name}");
        for operation in all {
            // These are for a layout with its rooms.
            if level.kind() == Kind::Lyt && matches!(operation, Place | Plan) {
                assert!(refuses(&level, operation).is_some());
                continue;
            }
            let refused = refuses(&level, operation);
            assert_eq!(refused.is_none(), operation.is_for(level.kind()), "{name}: {operation}");
            let Some(refused) = refused else { continue };
            // Kinds without queries have no rays either.
            let asked = if refused.operation == Query { Query } else { operation };
            assert_eq!((refused.operation, refused.found), (asked, level.kind()), "{name}");
            assert!(refused.to_string().starts_with(&format!("this is {}; {asked} works on ", level.kind())));
        }
        assert!(level.kotor().objects.is_empty() && level.nwn2().git.is_none(), "{name}");
        assert_eq!(level.silkroad().tables.is_some(), level.kind() == Kind::AiNav, "{name}");
        assert_eq!(level.locate(&PartKind::Header.into()), None, "{name}");
    }
    assert_eq!(seen.len(), Kind::ALL.len(), "a kind has no file here: {seen:?}");
}

#[test]
fn archives_are_compared_by_the_names_of_their_members_and_other_documents_by_their_bytes() {
    let open = |bytes: &[u8]| Level::from_bytes(bytes, &OpenOptions::default()).unwrap();
    let rooms = archives::samples(&["manor.lyt", "room.wok", "porch.wok"]);
    let (rooms, mut others) = (archives::borrowed(&rooms), archives::borrowed(&rooms));
    others.reverse();
    others[0].1 = b"BWM V1.0";
    let [left, right] = [&rooms, &others].map(|files| open(&archives::module_of(files)));
    let [members, bytes] = &left.diff(&right).unwrap()[..] else { panic!("two tables") };
    assert_eq!((members.group, members.entries, members.equal), (Group::Content, 3, 2));
    assert_eq!(members.first[0].place.to_string(), "file (porch.wok)");
    assert!(bytes.group == Group::Packaging && !bytes.is_equal());

    let [left, right] =
        [*b"IFO ", *b"ARE "].map(|it| open(&Gff::from_tree(it, &Tree::root()).unwrap().to_bytes().unwrap()));
    let [bytes] = &left.diff(&right).unwrap()[..] else { panic!("one table") };
    assert_eq!((bytes.group, bytes.is_equal()), (Group::Content, false));
    let other = open(&archives::rim_of(&rooms));
    assert!(matches!(left.diff(&other).unwrap_err(), DiffError::DifferentKinds { .. }));
}

/// Users may try to check the table `surfacemat.2da`.
#[test]
fn a_table_of_materials_says_where_it_belongs() {
    let (name, bytes) = &of_every_kind()[3];
    let level = Level::from_bytes(bytes, &OpenOptions::default().with_name(*name)).unwrap();
    let text = level.check(&CheckOptions::default()).unwrap_err().to_string();
    assert!(
        text.ends_with("A surfacemat.2da is the table of materials for KotOR walkmeshes: choose it as their materials"),
        "{text}"
    );
}

#[test]
fn an_area_says_whether_its_walkmesh_is_baked() {
    for (name, is_baked) in [("yard.trx", true), ("town.trx", true), ("town.trn", false)] {
        let level = Level::from_bytes(&samples().read(name).unwrap(), &OpenOptions::default().with_name(name)).unwrap();
        let Summary::Trn(summary) = level.summary().unwrap() else { panic!("{name}") };
        assert_eq!(summary.is_baked(), is_baked, "{name}");
    }
}

#[test]
fn an_archive_is_summarized_alike_as_a_document_and_as_files() {
    let rooms = archives::samples(&["manor.lyt", "room.wok", "porch.wok", "chest.pwk"]);
    let rooms = archives::borrowed(&rooms);
    let town = archives::samples(&["town.git"]);
    let document = |name: &str, bytes: &[u8]| match Level::from_bytes(bytes, &OpenOptions::default().with_name(name))
        .unwrap()
        .summary()
        .unwrap()
    {
        Summary::Erf(summary) | Summary::Rim(summary) | Summary::Key(summary) | Summary::Biff(summary) => summary,
        other => panic!("{other:?}"),
    };
    for (name, bytes, version) in [
        ("m.mod", archives::module_of(&rooms), "MOD V1.0"),
        ("m.hak", archives::erf_of(b"HAK ", Version::V1_1, &archives::borrowed(&town)), "HAK V1.1"),
        ("m.rim", archives::rim_of(&rooms), "RIM V1.0"),
    ] {
        let summary = document(name, &bytes);
        assert_eq!(summary.version, version);
        assert_eq!(summary, ArchiveSummary::of_archive(&Archive::from_bytes(name, bytes).unwrap()), "{name}");
    }
    let bytes = |extension: &str| -> u64 {
        rooms.iter().filter(|(name, _)| name.ends_with(extension)).map(|(_, bytes)| bytes.len() as u64).sum()
    };
    let types = |summary: &ArchiveSummary| -> Vec<_> {
        summary.types.iter().map(|of| (of.extension.clone(), of.files, of.bytes)).collect()
    };
    let is = |extension: &str, files, bytes| (extension.to_owned(), files, bytes);
    let (list, biff) = key_and_biff(&rooms);
    // A list has names but no sizes, a BIF archive sizes but no names.
    let list = document("chitin.key", &list);
    assert_eq!((list.version.as_str(), list.files), ("KEY V1", 4));
    assert_eq!(types(&list), [is("lyt", 1, None), is("pwk", 1, None), is("wok", 2, None)]);
    let biff = document("rooms.bif", &biff);
    assert_eq!((biff.version.as_str(), biff.files), ("BIFF V1", 4));
    let sizes = ["lyt", "pwk", "wok"].map(|extension| Some(bytes(extension)));
    assert_eq!(types(&biff), [is("lyt", 1, sizes[0]), is("pwk", 1, sizes[1]), is("wok", 2, sizes[2])]);
    assert_eq!(
        list.levels.iter().map(|level| level.file.as_str()).collect::<Vec<_>>(),
        ["manor.lyt", "chest.pwk", "porch.wok", "room.wok"]
    );
}
