//! [`FileCounts`]: the numbers of files that a run read, failed to read, and skipped.

use serde::Serialize;

use crate::output::Report;
use crate::skip_counts::SkipCounts;

/// Number of files that a run read, could not read, and skipped.
#[derive(Default, Serialize)]
pub struct FileCounts {
    /// All files but the skipped ones.
    pub files: usize,
    pub unreadable: usize,
    pub skipped: SkipCounts,
}

impl FileCounts {
    /// Counts a file that was read.
    pub fn add(&mut self) {
        self.files += 1;
    }

    /// Adds the files that could not be read or were skipped, at the end of the run.
    pub fn finish(&mut self, report: &Report) {
        self.unreadable = report.problems().len();
        self.files += self.unreadable;
        self.skipped = report.skipped();
    }

    /// The number of files in words.
    pub fn in_words(&self) -> String {
        walkmesh::counted(self.files, "file")
    }

    /// The end of a sentence about the files: the numbers of unreadable and skipped files, if any.
    pub fn rest_in_words(&self) -> String {
        let Self { unreadable, skipped, .. } = self;
        if *unreadable > 0 { format!(", {unreadable} unreadable{skipped}") } else { skipped.to_string() }
    }
}
