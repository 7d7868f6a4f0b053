//! Archive members whose names lead elsewhere, damaged archives, and archives that cannot be written.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::archives::{archive, member, sample, stale_room, write_game};
use crate::bake::names;
use crate::run::{Run, run, walkmesh};

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = walkmesh(arguments).current_dir(folder).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    let status = output.status.code().expect("the command ends by itself");
    Run { status, out: text(output.stdout), err: text(output.stderr) }
}

/// A folder with `secret.wok`, which is damaged, and `in/evil.mod`, which has a stale room with that path and one with an ordinary name.
struct Evil {
    folder: TempDir,
    secret: PathBuf,
}

const SECRET: &[u8] = b"BWM V1.0 and no more";

impl Evil {
    /// Short, because names in an archive are.
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("w").rand_bytes(4).tempdir_in("/tmp").expect("a folder");
        let secret = folder.path().join("r.wok");
        fs::write(&secret, SECRET).expect("a file");
        fs::create_dir(folder.path().join("in")).expect("a folder");
        let evil = archive(b"MOD ", &[(&text(&secret), 2016, stale_room()), ("room.wok", 2016, stale_room())]);
        fs::write(folder.path().join("in/evil.mod"), evil).expect("a file");
        Self { folder, secret }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn ensure_secret_is_untouched(&self) {
        assert_eq!(fs::read(&self.secret).expect("the file"), SECRET);
        assert_eq!(names(self.path()).iter().filter(|name| name.starts_with("r.wok")).count(), 1);
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("text").to_owned()
}

#[cfg(unix)]
#[test]
fn a_member_with_an_absolute_name_is_read_and_baked_in_its_archive() {
    let evil = Evil::new();
    let module = evil.path().join("in/evil.mod");
    for named in ["in/evil.mod", "in"] {
        let check = run_in(evil.path(), &["check", "--json", "--severity", "info", named]).json();
        let results = check["results"].as_array().expect("results");
        assert_eq!(results.len(), 2, "{check}");
        for result in results {
            let codes: Vec<_> = result["rules"].as_array().expect("rules").iter().map(|rule| &rule["code"]).collect();
            assert!(!codes.is_empty() && !codes.contains(&&"file-damaged".into()), "{check}");
        }
    }
    // The printed name opens the member.
    let printed = format!("in/evil.mod/{}", text(&evil.secret));
    let info = run_in(evil.path(), &["info", "--json", &printed]).json();
    assert_eq!(info["results"][0]["bytes"], stale_room().len(), "{info}");

    let edited = run_in(evil.path(), &["edit", &printed, "--remove", "0", "--in-place", "--no-backup"]);
    assert_eq!(edited.status, 0, "{edited:?}");
    assert_ne!(member(&module, &text(&evil.secret)), stale_room());
    evil.ensure_secret_is_untouched();

    let baked = run_in(evil.path(), &["bake", "in/evil.mod", "--in-place", "--no-backup"]);
    assert_eq!((baked.status, baked.err.as_str()), (0, ""));
    assert_eq!(member(&module, "room.wok"), sample("room.wok"));
    evil.ensure_secret_is_untouched();
}

#[cfg(unix)]
#[test]
fn a_member_whose_name_leads_elsewhere_goes_into_no_folder_and_the_others_do() {
    let evil = Evil::new();
    let elsewhere = [r"..\x.wok", "C:x.wok", r"\\h\s\x.wok", "NUL.wok", "../in/x.wok", ".wok", "-o.wok"];
    let members = elsewhere.iter().chain(&["room.wok"]).map(|name| (*name, 2016, stale_room()));
    fs::write(evil.path().join("in/names.mod"), archive(b"MOD ", &members.collect::<Vec<_>>())).expect("a file");
    for (module, refused) in [("in/evil.mod", 1), ("in/names.mod", elsewhere.len())] {
        let baked = run_in(evil.path(), &["bake", module, "-o", "out"]);
        assert_eq!(baked.status, 2, "{baked:?}");
        assert_eq!(baked.err.matches("cannot be the name of a file").count(), refused, "{baked:?}");
        assert_eq!(names(&evil.path().join("out")), ["room.wok"]);
        assert_eq!(fs::read(evil.path().join("out/room.wok")).expect("the room"), sample("room.wok"));
    }
    let baked = run_in(evil.path(), &["bake", "in", "-o", "all"]);
    assert_eq!((baked.status, names(&evil.path().join("all"))), (2, vec!["evil.mod".into(), "names.mod".into()]));
    evil.ensure_secret_is_untouched();
    assert_eq!(names(evil.path()), ["all", "in", "out", "r.wok"]);

    // Such a name is not written into an archive either.
    let added = run_in(evil.path(), &["bake", "out/room.wok", "-o", "in/evil.mod/sub/x.wok"]);
    assert_eq!(added.status, 2, "{added:?}");
    assert!(added.err.contains("cannot be the name of a file"), "{added:?}");
}

#[cfg(unix)]
#[test]
fn a_room_of_a_module_with_an_absolute_name_is_read_and_written_nowhere_else() {
    let evil = Evil::new();
    write_game(&evil.path().join("game"));
    let name = text(&evil.secret);
    let room = name.strip_suffix(".wok").expect("a room");
    let layout = format!("beginlayout\n  roomcount 1\n    {room} 0 0 0\ndonelayout\n");
    let info = member(&evil.path().join("game/modules/Manor.mod"), "module.ifo");
    let files = [("module.ifo", 2014, info), ("manor.lyt", 3000, layout.into_bytes()), (&*name, 2016, stale_room())];
    fs::write(evil.path().join("game/modules/Manor.mod"), archive(b"MOD ", &files)).expect("a file");
    let check = run_in(evil.path(), &["check", "Manor", "--game", "game", "--json", "--severity", "info"]).json();
    let told = check.to_string();
    assert!(told.contains("Manor/manor.lyt") && told.contains(room) && !told.contains("file-damaged"), "{told}");
    let out = run_in(evil.path(), &["bake", "Manor", "--game", "game", "-o", "out"]);
    assert!(out.status == 2 && out.err.contains("cannot be the name of a file"), "{out:?}");
    let in_place = run_in(evil.path(), &["bake", "Manor", "--game", "game", "--in-place", "--no-backup"]);
    assert!(in_place.status == 2 && in_place.err.contains("name a folder with --output"), "{in_place:?}");
    evil.ensure_secret_is_untouched();
}

#[test]
fn a_damaged_archive_in_a_folder_is_a_finding_as_a_damaged_file_is() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("in")).expect("a folder");
    fs::write(folder.path().join("in/room.wok"), sample("room.wok")).expect("a file");
    let whole = archive(b"MOD ", &[("room.wok", 2016, sample("room.wok"))]);
    fs::write(folder.path().join("in/cut.mod"), &whole[..100]).expect("a file");
    for named in ["in", "in/cut.mod"] {
        let check = run_in(folder.path(), &["check", "--json", named]);
        let json = check.json();
        let results = json["results"].as_array().expect("results");
        let cut = results.iter().find(|it| it["file"].as_str().is_some_and(|it| it.ends_with("cut.mod")));
        assert_eq!(
            (check.status, cut.map(|cut| &cut["rules"][0]["code"])),
            (1, Some(&"file-damaged".into())),
            "{json}"
        );
        let levels = run_in(folder.path(), &["check", "--by-level", named]);
        assert_eq!(levels.status, 1, "{levels:?}");
        let line = levels.out.lines().next().expect("a line");
        assert!(line.contains("cut.mod (a damaged file): 1 fatal"), "{levels:?}");
        for command in [&["bake", named, "-o", "out"][..], &["info", named], &["roundtrip", named]] {
            let refused = run_in(folder.path(), command);
            assert!(refused.status == 2 && refused.err.contains("cut.mod"), "{command:?}: {refused:?}");
        }
    }
}

/// These pipes have no writer, so a program that opens one for reading never returns.
#[cfg(unix)]
#[test]
fn a_pipe_with_the_name_of_an_archive_a_list_or_a_model_is_never_waited_for() {
    let pipe = |path: &Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    };
    let folder = tempfile::tempdir().expect("a folder");
    write_game(folder.path());
    fs::remove_file(folder.path().join("chitin.key")).expect("the list");
    pipe(&folder.path().join("chitin.key"));
    let kotor = run_in(folder.path(), &["repair", "Manor", "--game", "."]);
    assert!(kotor.status == 2 && kotor.err.contains("is not a regular file"), "{kotor:?}");

    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("Data")).expect("a folder");
    pipe(&folder.path().join("Data/lod.zip"));
    let nwn2 = run_in(folder.path(), &["check", "yard.trx", "--game", "."]);
    assert!(nwn2.status == 2 && nwn2.err.contains("is not a regular file"), "{nwn2:?}");

    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("room.wok"), sample("room.wok")).expect("a file");
    pipe(&folder.path().join("room.mdl"));
    let check = run_in(folder.path(), &["check", "room.wok"]);
    assert!(check.status == 2 && check.err.contains("is not a regular file"), "{check:?}");
    let bake = run_in(folder.path(), &["bake", "room.wok", "--model", ".", "-o", "new.wok"]);
    assert!(bake.status == 2 && bake.err.contains("is not a regular file"), "{bake:?}");
}

/// Runs the command where no file may be larger than a kilobyte, as on a full disk.
#[cfg(target_os = "linux")]
fn run_on_full_disk(folder: &Path, arguments: &str) -> Run {
    let limit = format!("trap '' XFSZ; ulimit -f 1; exec \"$WALKMESH\" {arguments}");
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &limit]).current_dir(folder).env("WALKMESH", env!("CARGO_BIN_EXE_walkmesh"));
    let output = command.env("WALKMESH_STATE", crate::run::STATE).output().expect("bash starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    let status = output.status.code().expect("the command ends by itself");
    Run { status, out: text(output.stdout), err: text(output.stderr) }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_in_an_archive_is_told_when_the_archive_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = archive(b"MOD ", &[("room.wok", 2016, stale_room()), ("manor.lyt", 3000, sample("manor.lyt"))]);
    fs::write(folder.path().join("manor.mod"), &module).expect("a file");
    for command in [
        "bake manor.mod --in-place",
        "bake manor.mod/room.wok --in-place",
        "edit manor.mod/room.wok --remove 0 --in-place",
        "edit manor.mod --move 1,0,0 --in-place",
        "bake manor.mod/room.wok -o manor.mod/attic.wok",
    ] {
        let failed = run_on_full_disk(folder.path(), command);
        assert_eq!((failed.status, failed.out.as_str()), (2, ""), "{command}: {failed:?}");
        assert!(failed.err.contains("manor.mod"), "{command}: {failed:?}");
        let json = run_on_full_disk(folder.path(), &format!("{command} --json"));
        assert_eq!(json.status, 2, "{command}: {json:?}");
        assert!(!json.out.contains("\"written\"") && !json.out.contains("\"output\""), "{command}: {json:?}");
        assert!(fs::read(folder.path().join("manor.mod")).expect("the module") == module, "{command}");
        assert_eq!(names(folder.path()), ["manor.mod"], "{command}");
    }
    let baked = run(&["bake".as_ref(), folder.path().join("manor.mod").as_os_str(), "--in-place".as_ref()]);
    assert!(baked.status == 0 && baked.out.contains("room.wok: changed"), "{baked:?}");
}
