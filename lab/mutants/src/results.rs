//! The result of each bug, kept in a file, so that a run can be stopped and resumed.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test failed: which.
    Caught(String),
    /// Tests took ten times as long as without the bug. This counts as caught.
    TimedOut(String),
    Survived,
    /// It does not compile: the code of the compiler's error.
    Unviable(String),
}

impl Verdict {
    fn words(&self) -> (&str, &str) {
        match self {
            Self::Caught(by) => ("caught", by),
            Self::TimedOut(by) => ("timeout", by),
            Self::Survived => ("survived", ""),
            Self::Unviable(code) => ("unviable", code),
        }
    }

    fn new(word: &str, by: &str) -> Option<Self> {
        Some(match word {
            "caught" => Self::Caught(by.to_owned()),
            "timeout" => Self::TimedOut(by.to_owned()),
            "survived" => Self::Survived,
            "unviable" => Self::Unviable(by.to_owned()),
            _ => return None,
        })
    }
}

pub struct Results {
    path: PathBuf,
    /// The hash of the sources to which the results belong.
    hash: String,
    known: BTreeMap<String, Verdict>,
}

impl Results {
    /// The results of an earlier run on the same sources. From other sources, only caught and unviable bugs are kept, and only on request.
    pub fn open(path: PathBuf, hash: &str, keep_caught: bool) -> Result<Self> {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = text.lines();
        let is_same = lines.next() == Some(hash);
        let mut known = BTreeMap::new();
        for line in lines {
            let mut cells = line.split('\t');
            let [word, by, id] = [cells.next(), cells.next(), cells.next()].map(Option::unwrap_or_default);
            let verdict = Verdict::new(word, by).with_context(|| format!("{}: {line}", path.display()))?;
            if is_same || keep_caught && verdict != Verdict::Survived {
                known.insert(id.to_owned(), verdict);
            }
        }
        Ok(Self { path, hash: hash.to_owned(), known })
    }

    pub fn get(&self, id: &str) -> Option<&Verdict> {
        self.known.get(id)
    }

    pub fn set(&mut self, id: &str, verdict: Verdict) -> Result<()> {
        self.known.insert(id.to_owned(), verdict);
        let line = |(id, verdict): (&String, &Verdict)| format!("{}\t{}\t{id}\n", verdict.words().0, verdict.words().1);
        let lines = self.known.iter().map(line).collect::<String>();
        fs::write(&self.path, format!("{}\n{lines}", self.hash)).context("the results")
    }
}
