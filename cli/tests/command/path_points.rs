//! Path points (PTH) by themselves: `walkmesh info`, `check`, `diff`, `draw` and `roundtrip` of the sample `manor.pth`.

use std::fs;

use walkmesh::kotor::PathPoints;

use crate::run::run;

const SAMPLE: &str = "samples/manor.pth";

/// The points of the sample in two parts, with the last one moved.
fn changed() -> PathPoints {
    PathPoints::new(&[
        ([1.0, 1.0], &[1][..]),
        ([1.0, 5.0], &[0]),
        ([5.0, 1.0], &[3, 4]),
        ([5.0, 5.0], &[2]),
        ([4.0, 3.0], &[2]),
    ])
}

#[test]
fn the_sample_is_described_sound_and_kept_byte_for_byte() {
    let info = run(&["info", SAMPLE]);
    assert_eq!((info.status, &*info.err), (0, ""));
    assert!(info.out.contains("points      5\n  links       12\n"), "{}", info.out);
    for command in ["check", "roundtrip"] {
        let run = run(&[command, SAMPLE]);
        assert_eq!((run.status, &*run.err), (0, ""), "{command}: {}", run.out);
    }
}

#[test]
fn a_change_is_found_by_diff_and_by_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("changed.pth");
    fs::write(&file, changed().to_bytes().expect("bytes")).expect("a file");
    let file = file.to_str().expect("a path");
    let same = run(&["diff", SAMPLE, SAMPLE]);
    assert_eq!((same.status, &*same.err), (0, ""), "{}", same.out);
    let differs = run(&["diff", SAMPLE, file]);
    assert_eq!((differs.status, &*differs.err), (1, ""), "{}", differs.out);

    let check = run(&["check", file, "--json", "--severity", "info"]).json();
    let findings = check["results"][0]["findings"].as_array().expect("findings");
    let codes: Vec<_> = findings.iter().filter_map(|finding| finding["code"].as_str()).collect();
    assert!(codes.contains(&"path-points-unsorted") && codes.contains(&"path-points-apart"), "{codes:?}");
}

#[test]
fn points_that_are_nowhere_or_at_one_place_and_links_that_repeat_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("broken.pth");
    let found = |points: &[([f32; 2], &[u32])]| {
        fs::write(&file, PathPoints::new(points).to_bytes().expect("bytes")).expect("a file");
        let check = run(&["check", file.to_str().expect("a path"), "--json", "--severity", "info"]);
        let findings = check.json()["results"][0]["findings"].as_array().expect("findings").clone();
        let row = |finding: &serde_json::Value| [&finding["code"], &finding["place"]].map(|it| it.to_string());
        (check.status, findings.iter().map(row).map(|row| row.join(" at ")).collect::<Vec<_>>().join("; "))
    };
    for bad in [f32::NAN, f32::INFINITY] {
        let (status, text) = found(&[([0.0, 0.0], &[1]), ([1.0, bad], &[0])]);
        assert!(status == 1 && text.contains("path-point-not-finite") && text.contains("\"index\":1"), "{text}");
    }
    let (status, text) = found(&[([0.0, 0.0], &[1]), ([-0.0, 0.0], &[0])]);
    assert!(status == 0 && text.contains("path-points-same-place") && text.contains("\"index\":1"), "{text}");
    let (status, text) = found(&[([0.0, 0.0], &[1]), ([1.0, 0.0], &[0, 0])]);
    assert!(status == 0 && text.contains("path-link-twice") && text.contains("\"index\":1"), "{text}");
    assert!(!text.contains("one-way"), "{text}");
}

#[test]
fn the_points_and_their_links_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("manor.svg");
    let drawn = run(&["draw", SAMPLE, "-o", picture.to_str().expect("a path")]);
    assert_eq!((drawn.status, &*drawn.err), (0, ""));
    let picture = fs::read_to_string(&picture).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("path point"), "{picture}");
}
