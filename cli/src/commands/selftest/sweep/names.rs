//! [`Names`]: the files that deviate, as far as a report has room for their names.

use serde::Serialize;

/// The maximum number of bytes of listed names.
const LIMIT: usize = 768 << 10;
/// The bytes around the fields of a listed name.
const AROUND: usize = 64;

/// Names of files that deviate.
#[derive(Default, Serialize)]
pub struct Names {
    listed: Vec<Named>,
    left_out: usize,
    #[serde(skip)]
    bytes: usize,
}

/// A file that deviates, and how.
#[derive(Serialize)]
pub struct Named {
    pub file: String,
    pub deviation: String,
}

impl Names {
    /// Adds a file, or only counts it in a full report.
    pub fn add(&mut self, named: Named) {
        self.bytes += serde_json::to_string(&named).map_or(LIMIT, |text| text.len()) + AROUND;
        if self.bytes <= LIMIT { self.listed.push(named) } else { self.left_out += 1 }
    }
}
