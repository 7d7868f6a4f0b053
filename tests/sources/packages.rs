//! The files that each package of the workspace ships in addition to its code.

use std::fs;
use std::path::Path;

#[test]
fn every_package_ships_a_readme_and_both_licences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for package in ["formats", "cli", "crates/exchange", "crates/mesh", "crates/worlds"] {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let copy = read(&root.join(package).join(licence));
            assert_eq!(copy, read(&root.join(licence)), "{package}/{licence} differs from the one at the root");
        }
        assert!(!read(&root.join(package).join("README.md")).is_empty());
    }
}

#[test]
fn the_unit_tests_of_a_package_include_only_what_its_tarball_has() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for package in [".", "formats", "cli", "crates/exchange", "crates/mesh"] {
        let package = root.join(package);
        let manifest = fs::read_to_string(package.join("Cargo.toml")).expect("a manifest");
        for path in walkmesh_testing::files(&package.join("src"), "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            assert!(!text.contains("walkmesh_testing"), "{}: `walkmesh-testing` is never published", path.display());
            for included in text.split("#[path = \"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let file = path.parent().expect("a folder").join(included).canonicalize().expect("an included file");
                let file = file.strip_prefix(package.canonicalize().expect("a folder")).expect("a file of the package");
                let is_packed = file.starts_with("src") || manifest.contains(&format!("\"/{}\"", file.display()));
                assert!(is_packed, "{} includes {}: add it to `include`", path.display(), file.display());
            }
        }
    }
}
