//! Snapshots: text files in `snapshots/` of the workspace that a reviewer reads.

use std::path::PathBuf;

use crate::root;

/// Compares text with its snapshot in `snapshots/`.
#[track_caller]
pub fn snapshot(name: &str, text: &str) {
    compare(root().join("snapshots"), name, text);
}

/// Compares text with its snapshot in a folder of `snapshots/`.
#[track_caller]
pub fn snapshot_in(folder: &str, name: &str, text: &str) {
    compare(root().join("snapshots").join(folder), name, text);
}

fn compare(folder: PathBuf, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
