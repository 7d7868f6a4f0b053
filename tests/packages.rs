//! What each package of the workspace ships beside its code.

use std::fs;
use std::path::Path;

#[test]
fn every_package_ships_a_readme_and_both_licences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for package in ["formats", "cli", "worlds"] {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let copy = read(&root.join(package).join(licence));
            assert_eq!(copy, read(&root.join(licence)), "{package}/{licence} differs from the one at the root");
        }
        assert!(!read(&root.join(package).join("README.md")).is_empty());
    }
}
