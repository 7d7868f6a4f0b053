//! [`Table`]: the measurements as readable text.

use crate::clock::Queries;

/// A figure of one side of a row.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    /// In nanoseconds.
    Time(f64),
    /// Figures of many queries, in nanoseconds.
    Queries { mean: f64, p99: f64 },
    /// Bytes for each face.
    Bytes(f64),
}

impl From<&Queries> for Figure {
    fn from(queries: &Queries) -> Self {
        Self::Queries { mean: queries.mean(), p99: queries.p99() }
    }
}

/// A measured operation, with the figures of `walkmesh` and of the table's peers, or the reason for a missing figure.
#[derive(Clone, Debug)]
pub struct Row {
    pub work: String,
    pub ours: Figure,
    pub theirs: Vec<Result<Figure, String>>,
}

/// Rows with the same peers.
#[derive(Clone, Debug)]
pub struct Table {
    pub title: &'static str,
    /// Notes for the reader.
    pub about: &'static str,
    pub peers: &'static [&'static str],
    pub rows: Vec<Row>,
    /// Missing measurements, and the reasons.
    pub not_run: Vec<String>,
}

impl Table {
    pub fn new(title: &'static str, peers: &'static [&'static str], about: &'static str) -> Self {
        Self { title, about, peers, rows: Vec::new(), not_run: Vec::new() }
    }

    /// A row with one peer.
    pub fn row(&mut self, work: impl Into<String>, [ours, theirs]: [Figure; 2]) {
        self.rows.push(Row { work: work.into(), ours, theirs: vec![Ok(theirs)] });
    }

    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("### {}\n\n{}\n", self.title, self.about);
        if !self.rows.is_empty() {
            let heads: String = self.peers.iter().map(|peer| format!(" {peer} | ratio |")).collect();
            let rows: String = self.rows.iter().map(Row::markdown).collect();
            text += &format!("\n| work | walkmesh |{heads}\n|---|---|{}\n{rows}", "---|---|".repeat(self.peers.len()));
        }
        if !self.not_run.is_empty() {
            let lines: String = self.not_run.iter().map(|why| format!("- NOT RUN: {why}\n")).collect();
            text += &format!("\n{lines}");
        }
        text
    }
}

impl Row {
    pub fn markdown(&self) -> String {
        let cells = self.theirs.iter().map(|theirs| match theirs {
            Ok(theirs) => format!(" {} | {} |", theirs.text(), self.ours.ratio(theirs)),
            Err(why) => format!(" {why} | |"),
        });
        format!("| {} | {} |{}\n", self.work, self.ours.text(), cells.collect::<String>())
    }
}

impl Figure {
    fn text(self) -> String {
        match self {
            Self::Time(ns) => time(ns),
            Self::Queries { mean, p99 } => format!("{}; p99 {}", time(mean), time(p99)),
            Self::Bytes(bytes) => format!("{bytes:.0} B"),
        }
    }

    fn ratio(self, theirs: &Self) -> String {
        match (self, *theirs) {
            (Self::Queries { mean, p99 }, Self::Queries { mean: their_mean, p99: their_p99 }) => {
                format!("{}; p99 {}", digits(mean / their_mean), digits(p99 / their_p99))
            }
            (Self::Time(ours), Self::Time(theirs)) | (Self::Bytes(ours), Self::Bytes(theirs)) => digits(ours / theirs),
            _ => unreachable!("both sides of a row are measured in the same way"),
        }
    }
}

fn time(ns: f64) -> String {
    match ns {
        ..1e3 => format!("{} ns", digits(ns)),
        1e3..1e6 => format!("{} µs", digits(ns / 1e3)),
        1e6..1e9 => format!("{} ms", digits(ns / 1e6)),
        _ => format!("{} s", digits(ns / 1e9)),
    }
}

/// At least two significant digits.
fn digits(value: f64) -> String {
    let decimals = match value.abs() {
        10.0.. => 0,
        1.0.. => 1,
        0.1.. => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}
