//! Standard input, standard output and pipes in place of files.

use std::fs;

use crate::run::{root, run, run_piped};

fn sample(name: &str) -> Vec<u8> {
    fs::read(root().join("samples").join(name)).expect("the sample")
}

/// Every command that reads a file, with the arguments after it.
const COMMANDS: [(&[&str], &str); 10] = [
    (&["info", "@"], "room.wok"),
    (&["roundtrip", "@"], "room.wok"),
    (&["check", "@"], "room.wok"),
    (&["diff", "@", "samples/room.wok"], "room.wok"),
    (&["diff", "--rebake", "@"], "yard.trx"),
    (&["floor", "@", "1,0.5"], "room.wok"),
    (&["path", "@", "0:0", "1:2"], "ainavdata_32769.dat"),
    (&["raycast", "@", "1,1,2", "1,1,-2"], "room.wok"),
    (&["reach", "@", "0"], "yard.trx"),
    (&["sight", "@", "0", "1"], "yard.trx"),
];

#[test]
fn every_command_reads_standard_input_and_pipes() {
    let names: &[&str] = if cfg!(target_os = "linux") { &["-", "/dev/stdin"] } else { &["-"] };
    for (arguments, name) in COMMANDS {
        for input in names {
            let arguments: Vec<_> = arguments.iter().map(|argument| argument.replace('@', input)).collect();
            let (status, out, err) = run_piped(&arguments, &sample(name));
            assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
            assert!(!out.is_empty());
        }
    }
}

#[test]
fn bake_and_optimise_work_in_a_pipeline() {
    for (arguments, name, result) in [
        (["bake", "-", "-o", "-"], "room.wok", Some("room.wok")),
        (["bake", "-", "-o", "-"], "yard.trn", None),
        (["bake", "-", "-o", "/dev/stdout"], "ainavdata_32769.dat", Some("ainavdata_32769.dat")),
        (["optimise", "-", "-o", "-"], "yard.trx", None),
    ] {
        let (status, out, err) = run_piped(&arguments, &sample(name));
        assert_eq!(status, 0, "{err}");
        assert!(err.starts_with("-: "), "what is said goes to standard error: {err}");
        let (status, again, err) = run_piped(&["roundtrip", "-"], &out);
        assert_eq!((status, err.as_str()), (0, ""), "{}", String::from_utf8_lossy(&again));
        assert!(result.is_none_or(|result| out == sample(result)), "{name}");
    }
    let json = br#"{ "region": 32770, "blocks": [{ "cells": 1, "edges": [] }] }"#;
    let (status, out, err) = run_piped(&["bake", "-", "-o", "-"], json);
    assert_eq!((status, out.is_empty()), (0, false), "{err}");
}

/// Named pipes, like a shell's `<(…)` and `>(…)`.
#[cfg(unix)]
#[test]
fn pipes_with_a_name_are_read_and_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    for pipe in [&input, &output] {
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().expect("mkfifo").success());
    }
    let writer = {
        let input = input.clone();
        std::thread::spawn(move || fs::write(input, sample("room.wok")))
    };
    let reader = {
        let output = output.clone();
        std::thread::spawn(move || fs::read(output))
    };
    let baked = run(&["bake".as_ref(), input.as_os_str(), "-o".as_ref(), output.as_os_str()]);
    assert_eq!((baked.status, baked.err.as_str()), (0, ""));
    writer.join().expect("a writer").expect("written");
    assert!(reader.join().expect("a reader").expect("read") == sample("room.wok"));
}

/// Several rooms need the layout, but a pipe can be read only once.
#[test]
fn a_layout_may_come_from_a_pipe() {
    let out = tempfile::tempdir().expect("a folder");
    let rooms = ["samples/room.wok", "samples/porch.wok"];
    let out_name = out.path().to_string_lossy();
    let arguments = ["bake", rooms[0], rooms[1], "--layout", "-", "-o", &out_name];
    let (status, _, err) = run_piped(&arguments, &sample("manor.lyt"));
    assert_eq!((status, err.as_str()), (0, ""));
}

#[test]
fn standard_input_is_read_once_and_has_no_place() {
    let room = sample("room.wok");
    let (status, _, err) = run_piped(&["diff", "-", "-"], &room);
    assert_eq!((status, err.as_str()), (2, "walkmesh: -: standard input can be read only once\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_string_lossy();
    for arguments in [&["bake", "-", "--in-place"][..], &["bake", "-", "-o", &*folder]] {
        let (status, _, err) = run_piped(arguments, &room);
        assert_eq!(status, 2);
        assert!(err.contains("standard input has no name"), "{err}");
    }
    let (status, _, err) = run_piped(&["info", "-"], b"");
    assert_eq!((status, err.as_str()), (2, "walkmesh: -: the file is empty\n"));
}
