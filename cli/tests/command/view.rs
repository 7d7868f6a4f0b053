//! `walkmesh view`: the page, the files in it, and its version.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::run::{root, run, walkmesh};

/// The arguments with a path among them.
fn view(arguments: &[&str], page: &std::path::Path) -> crate::run::Run {
    let page = page.to_str().expect("a path of text");
    run(&[&["view", "--json"], arguments, &["-o", page]].concat())
}

#[test]
fn a_page_is_one_file_and_nothing_is_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("room.html");
    let first = view(&["samples/room.wok"], &page);
    assert_eq!(first.status, 0, "{first:?}");
    assert_eq!(first.json()["results"][0]["files"], serde_json::json!(["room.wok"]));
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.starts_with("<!DOCTYPE html>"));
    assert_eq!(text.matches("{\"name\":\"room.wok\",\"gzip\":\"").count(), 1);
    for fetched in ["src=\"", "href=\"http", "import(", "@import"] {
        assert!(!text.contains(fetched), "the page needs no other file, and it has {fetched}");
    }
    // An unmodified page can be made again, so it is replaced.
    assert_eq!(view(&["samples/porch.wok"], &page).status, 0);
    assert!(fs::read_to_string(&page).expect("the page").contains("porch.wok"));
    fs::write(&page, format!("{text} ")).expect("an edit");
    let again = view(&["samples/room.wok"], &page);
    assert_eq!(again.status, 2, "{again:?}");
    assert!(again.err.contains("already exists and is not a walkmesh file; use --force"), "{again:?}");
    assert_eq!(view(&["samples/room.wok", "--force"], &page).status, 0);
    assert_eq!(fs::read_to_string(&page).expect("the page"), text);
}

#[test]
fn without_a_level_the_page_offers_samples() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("app.html");
    let empty = view(&[], &page);
    assert_eq!(empty.status, 0, "{empty:?}");
    assert_eq!(empty.json()["results"][0]["files"], serde_json::json!([]));
    let text = fs::read_to_string(&page).expect("the page");
    let files = last_between(&text, "id=\"files\">", "</script>").expect("the files");
    let files: serde_json::Value = serde_json::from_str(files).expect("JSON");
    let names = |list: &serde_json::Value| {
        list.as_array()
            .expect("a list")
            .iter()
            .map(|it| it["name"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&files["samples"]), ["academy", "town", "crypt", "manor"]);
    let well = &files["samples"][0]["files"][9];
    assert_eq!((&well["name"], &well["at"]), (&"well.pwk".into(), &serde_json::json!([-4.0, 20.5, 2.65])));
    // A page of a file does not contain the samples, and its title is the name of the file.
    assert_eq!(view(&["samples/room.wok", "--force"], &page).status, 0);
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.contains("<title>room.wok – walkmesh</title>") && !text.contains("\"samples\":"));
}

#[test]
fn a_page_can_go_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("room.html");
    assert_eq!(view(&["samples/room.wok"], &page).status, 0);
    let to_output = |output: &str| {
        let room = root().join("samples/room.wok");
        let mut command = walkmesh(&["view".as_ref(), room.as_os_str(), "-o".as_ref(), output.as_ref()]);
        let done = command.current_dir(folder.path()).output().expect("the command runs");
        assert!(done.status.success() && done.stdout == fs::read(&page).expect("the page"), "{output}");
        String::from_utf8(done.stderr).expect("text")
    };
    assert!(to_output("-").contains("room.wok: written to -, "));
    if cfg!(target_os = "linux") {
        to_output("/dev/stdout");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "no file is called -");
    let opened = run(&["view", "samples/room.wok", "-o", "-", "--open"]);
    assert!(opened.status == 2 && opened.err.contains("--open needs a file"), "{opened:?}");
}

#[test]
fn what_belongs_together_is_in_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = |arguments: &[&str]| {
        let run = view(&[arguments, &["--force"]].concat(), &folder.path().join("page.html"));
        assert_eq!(run.status, 0, "{run:?}");
        let files = run.json()["results"][0]["files"].as_array().expect("a list").clone();
        files.iter().map(|name| name.as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    let area = files(&["samples/manor.lyt", "--place", "door0.dwk,6,3,0,1.5708", "--place", "chest.pwk,2,2,0,0"]);
    for name in ["manor.lyt", "room.wok", "porch.wok", "door0.dwk", "chest.pwk"] {
        assert!(area.iter().any(|other| other == name), "{name} is in {area:?}");
    }
    let dungeon = files(&["samples/ainavdata_32769.dat", "--dof", "samples/dungeon.dof"]);
    assert_eq!(dungeon[..2], ["ainavdata_32769.dat", "dungeon.dof"]);
    assert!(dungeon[2..].iter().all(|name| name.ends_with(".bms")), "{dungeon:?}");
    assert!(dungeon.len() > 2);
}

#[test]
fn a_damaged_file_is_in_its_page_and_an_area_has_its_other_rooms() {
    let folder = tempfile::tempdir().expect("a folder");
    let (damaged, page) = (folder.path().join("room.wok"), folder.path().join("room.html"));
    let sample = |name: &str| fs::read(root().join("samples").join(name)).expect("a sample");
    fs::write(&damaged, &sample("room.wok")[..200]).expect("a file");
    let one = view(&[damaged.to_str().expect("a path of text")], &page);
    assert_eq!(one.status, 2, "{one:?}");
    assert_eq!(one.json()["results"][1]["files"], serde_json::json!(["room.wok"]));
    assert!(format!("{one:?}").contains("end"), "the error is printed: {one:?}");

    for name in ["manor.lyt", "porch.wok"] {
        fs::write(folder.path().join(name), sample(name)).expect("a file");
    }
    let area = view(&[folder.path().to_str().expect("a path of text"), "--force"], &page);
    assert_eq!(area.status, 2, "{area:?}");
    assert_eq!(area.json()["results"][1]["files"], serde_json::json!(["manor.lyt", "porch.wok"]));
    fs::remove_file(folder.path().join("porch.wok")).expect("a file");
    fs::remove_file(&page).expect("the page");
    assert_eq!(view(&[folder.path().to_str().expect("a path of text")], &page).status, 2, "no room is left");
    assert!(!page.exists());
}

#[test]
fn what_is_no_walkmesh_makes_no_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("room.html");
    let letter = folder.path().join("letter.wok");
    fs::write(&letter, "Dear reader").expect("a file");
    assert_eq!(view(&[letter.to_str().expect("a path of text")], &page).status, 2);
    assert_eq!(view(&["samples/no-such-file.wok"], &page).status, 2);
    assert_eq!(view(&["samples/room.wok", "--dof", "samples/dungeon.dof"], &page).status, 2);
    assert!(!page.exists());
}

/// A name may contain characters that are special to a shell or a browser. Standard output is not a terminal here, so no browser is opened.
#[test]
fn without_a_name_the_page_is_a_new_temporary_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let room = folder.path().join("-a &b%PATH%.wok");
    fs::copy(root().join("samples/room.wok"), &room).expect("the sample");
    let write = || {
        let mut command = crate::run::walkmesh(&["view".as_ref(), room.as_os_str(), "--json".as_ref()]);
        for name in ["TMPDIR", "TMP", "TEMP"] {
            command.env(name, &temporary);
        }
        let output = command.output().expect("the command starts");
        assert!(output.status.success(), "{output:?}");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        std::path::PathBuf::from(json["results"][0]["output"].as_str().expect("a name"))
    };
    let pages = [write(), write()];
    assert!(pages[0] != pages[1]);
    for page in pages {
        assert_eq!(page.parent(), Some(temporary.as_path()));
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name.starts_with("walkmesh--a--b-PATH-.wok-") && name.ends_with(".html"), "{name}");
        assert!(fs::read_to_string(page).expect("the page").starts_with("<!DOCTYPE html>"));
    }
}

/// The text between the last occurrences of two texts.
fn last_between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let (_, rest) = text.rsplit_once(start)?;
    Some(rest.split_once(end)?.0)
}

/// The browser runs only the page's own script and library with its own style, and loads nothing. This is the built-in page: after a change
/// in `wasm/`, `wasm/build` makes it.
#[test]
fn the_page_lets_the_browser_do_only_what_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("room.html");
    assert_eq!(view(&["samples/room.wok"], &page).status, 0);
    let page = fs::read_to_string(&page).expect("the page");
    let style = last_between(&page, "<style>", "</style>").expect("a style");
    let script = last_between(&page, "<script>", "</script>").expect("a script");
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src \
         {}; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'\">",
        hash(script),
        hash(style)
    );
    let at = page.find(&policy).expect("the policy: run wasm/build if the page is older than the policy");
    assert!(page.find("<style").is_some_and(|style| at < style), "the policy comes before all that it is for");
    let markup = page.replace(style, "").replace(script, "");
    for needed in [" style=\"", " onclick=", " onload=", "javascript:"] {
        assert!(!markup.contains(needed), "the policy forbids {needed}");
    }
}

/// The scripts of the page, with their names.
fn scripts_of_the_page() -> Vec<(String, String)> {
    let mut folders = vec![walkmesh_testing::root().join("wasm/page/src")];
    let mut scripts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the sources of the page") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                scripts.push((path.display().to_string(), fs::read_to_string(&path).expect("a script")));
            }
        }
    }
    assert!(scripts.len() > 20, "{}", scripts.len());
    scripts
}

/// Names of files, rooms and materials are untrusted. The page shows them as text.
#[test]
fn no_script_of_the_page_takes_text_for_markup() {
    let sinks = [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "createContextualFragment",
        "DOMParser",
        "srcdoc",
        "eval(",
        "new Function",
        "fetch(",
        "XMLHttpRequest",
        "WebSocket",
        "style: \"",
        "\"style\"",
        "href: ",
        "src: ",
    ];
    for (path, script) in scripts_of_the_page() {
        for sink in sinks {
            assert!(!script.contains(sink), "{path}: {sink}");
        }
    }
}

/// Except the palette, which a test of the library writes.
#[test]
fn no_line_of_the_page_is_longer_than_140_characters() {
    let index = walkmesh_testing::root().join("wasm/page/index.html");
    let index = ("index.html".to_owned(), fs::read_to_string(index).expect("the page"));
    for (path, script) in scripts_of_the_page().into_iter().chain([index]) {
        let longest = script.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(longest <= 140 || path.ends_with("palette.ts"), "{path}: a line of {longest} characters");
    }
}

/// A name that looks like markup stays inside its data.
#[cfg(unix)]
#[test]
fn the_name_of_a_file_does_not_become_a_part_of_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page_of = |name: &str| {
        let (file, page) = (folder.path().join(name), folder.path().join("page.html"));
        fs::copy(root().join("samples/room.wok"), &file).expect("a copy");
        let run = view(&[file.to_str().expect("a path of text"), "--force"], &page);
        assert_eq!(run.status, 0, "{run:?}");
        fs::read_to_string(page).expect("the page")
    };
    let tags = |page: &str| page.matches('<').count();
    let plain = tags(&page_of("room.wok"));
    for name in ["<img src=x onerror=alert(1)>.wok", "<!--<script>.wok", "\"}]}<script>alert(1)<.wok", "* files *.wok"]
    {
        let page = page_of(name);
        assert_eq!(tags(&page), plain, "{name}");
        let files = last_between(&page, "id=\"files\">", "</script>").expect("the files");
        let files: serde_json::Value = serde_json::from_str(files).expect("JSON");
        assert_eq!(files["files"][0]["name"], name);
    }
}

#[test]
fn the_page_says_that_it_is_of_this_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    assert_eq!(view(&["samples/room.wok"], &path).status, 0);
    let page = fs::read_to_string(path).expect("the page");
    let version = last_between(&page, "<meta name=\"generator\" content=\"", "\">").expect("a version");
    let here = concat!("walkmesh ", env!("CARGO_PKG_VERSION"), ", ");
    assert!(version.starts_with(here), "{version}: run wasm/build, and commit cli/src/view in a commit of its own");
}
