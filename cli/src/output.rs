//! The output of a command: text or JSON on standard output, errors on standard error, and the exit status.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::location::FileLocation;
use crate::printable::{printable, printable_line};
use crate::skip_counts::{Skip, SkipCounts};
use crate::standard_output::is_standard_output;

/// The outcome of a command: the worst over all its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Success: exit status 0.
    Fine,
    /// The command found something, such as a difference, or a query has no answer, such as no path: exit status 1.
    Found,
    /// A folder has no file of a known format, and nothing worse happened: exit status 3.
    Nothing,
    /// A file could not be read or written: exit status 2, the same as clap's for wrong arguments.
    Failed,
}

impl Outcome {
    /// Returns the exit status of a run with this outcome.
    pub fn exit_status(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Found => 1,
            Self::Nothing => 3,
            Self::Failed => 2,
        }
    }
}

/// The error for a folder without input: a pipeline whose folder is empty by mistake must fail.
#[derive(Debug)]
pub struct NothingThere;

impl Display for NothingThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the folder has no file of a known format")
    }
}

impl std::error::Error for NothingThere {}

/// Whether severities are coloured.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

/// The colours of severities at the start of a finding's line, as escape sequences of terminals.
const COLORS: [(&str, &str); 4] =
    [("fatal [", "\x1b[1;31m"), ("error [", "\x1b[31m"), ("warning [", "\x1b[33m"), ("info [", "\x1b[36m")];

/// The version of the JSON. Names and meanings change only together with this number.
const SCHEMA_VERSION: u32 = 1;

/// A file that could not be processed, and why.
#[derive(Clone, Serialize)]
pub struct Problem {
    pub file: FileLocation,
    pub error: String,
}

/// A result in both forms: JSON and text.
pub struct Answer(pub Value, pub String);

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1)
    }
}

/// The output of results. A result is a type that is both [`Display`], for human readers, and [`Serialize`], for pipelines.
pub struct Report {
    out: BufWriter<Box<dyn Write>>,
    /// The results so far, if the output is JSON: one document, which [`finish`](Self::finish) prints.
    json: Option<Vec<Value>>,
    summary: Option<Value>,
    /// Notes about the whole run, each once.
    notes: BTreeSet<&'static str>,
    /// The reason why the whole run failed.
    failure: Option<String>,
    problems: Vec<Problem>,
    skipped: SkipCounts,
    outcome: Outcome,
    is_colored: bool,
    is_quiet: bool,
}

impl Report {
    /// A report as text on standard output.
    pub fn new() -> Self {
        Self::to(io::stdout().lock())
    }

    /// A report as text.
    pub fn to(out: impl Write + 'static) -> Self {
        Self {
            out: BufWriter::new(Box::new(out)),
            json: None,
            summary: None,
            notes: BTreeSet::new(),
            failure: None,
            problems: Vec::new(),
            skipped: SkipCounts::default(),
            outcome: Outcome::Fine,
            is_colored: false,
            is_quiet: false,
        }
    }

    /// Returns whether the output is JSON.
    pub fn is_json(&self) -> bool {
        self.json.is_some()
    }

    /// Selects JSON: one document `{"schema_version": 1, "results": [...], "summary": {...}}`. A file that could not be
    /// read is a result with the fields `file` and `error`. If the whole run failed, the document has a field `error`.
    pub fn set_json(&mut self, json: bool) {
        self.json = json.then(Vec::new);
    }

    /// Sets whether severities are coloured, and whether only errors are printed.
    pub fn set_style(&mut self, color: ColorChoice, quiet: bool) {
        let asks_for_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        self.is_colored = match color {
            ColorChoice::Auto => io::stdout().is_terminal() && !asks_for_none,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        self.is_quiet = quiet;
    }

    /// Prints results on standard error from now on if the output of the command is standard output.
    pub fn leave_to(&mut self, output: Option<&Path>) {
        if output.is_some_and(is_standard_output) {
            self.out = BufWriter::new(Box::new(io::stderr()));
        }
    }

    /// Adds a result.
    pub fn result<T: Serialize + Display>(&mut self, result: &T) -> anyhow::Result<()> {
        match &mut self.json {
            Some(results) => results.push(to_value(result)?),
            None => self.text(result)?,
        }
        Ok(())
    }

    /// Prints a text. It is the one place that prints text on standard output, so control characters in names from inside files are escaped
    /// here.
    pub fn text(&mut self, text: impl Display) -> anyhow::Result<()> {
        if self.is_quiet {
            return Ok(());
        }
        let text = text.to_string();
        let text = printable(&text);
        if !self.is_colored {
            return Ok(writeln!(self.out, "{text}")?);
        }
        for line in text.lines() {
            let found = line.trim_start();
            let indent = &line[..line.len() - found.len()];
            match COLORS.iter().find(|(severity, _)| found.starts_with(severity)) {
                Some((severity, color)) => {
                    let (word, rest) = found.split_at(severity.len() - 2);
                    writeln!(self.out, "{indent}{color}{word}\x1b[0m{rest}")?;
                }
                None => writeln!(self.out, "{line}")?,
            }
        }
        Ok(())
    }

    /// Prints a JSON document of another format.
    pub fn document(&mut self, document: &Value) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, document)?;
        Ok(writeln!(self.out)?)
    }

    /// Adds the single result of a query about a file, or reports why it is missing.
    pub fn answer<T: Serialize + Display>(
        &mut self,
        path: impl Into<FileLocation>,
        ask: impl FnOnce(&mut Self) -> anyhow::Result<(T, Outcome)>,
    ) -> anyhow::Result<()> {
        match ask(self) {
            Ok((answer, outcome)) => {
                self.add(outcome);
                self.result(&answer)
            }
            Err(error) => {
                self.problem(path, &error);
                Ok(())
            }
        }
    }

    /// Adds the summary of all results.
    pub fn summary<T: Serialize + Display>(&mut self, summary: &T) -> anyhow::Result<()> {
        match self.json {
            Some(_) => self.summary = Some(to_value(summary)?),
            // An empty summary gets no line.
            None => match summary.to_string() {
                text if text.is_empty() => {}
                text => self.text(text)?,
            },
        }
        Ok(())
    }

    /// Adds a note about the whole run. The text ends with the notes, and the JSON has them in `notes`. A note that is added twice is
    /// printed once.
    pub fn note(&mut self, note: &'static str) {
        self.notes.insert(note);
    }

    /// Reports on standard error why a file could not be processed. The run continues.
    pub fn problem(&mut self, file: impl Into<FileLocation>, error: &anyhow::Error) {
        // Results are flushed first, so that both streams appear in order on one terminal. A closed output is noticed later.
        let _ = self.out.flush();
        let problem = Problem { file: file.into(), error: format!("{error:#}") };
        complain(format_args!("{}: {}", problem.file, problem.error));
        if let Some(results) = &mut self.json {
            results.push(json!(problem));
        }
        self.problems.push(problem);
        self.add(if error.is::<NothingThere>() { Outcome::Nothing } else { Outcome::Failed });
    }

    /// Reports on standard error why the whole run failed.
    pub fn fail(&mut self, error: &anyhow::Error) {
        let _ = self.out.flush();
        let error = format!("{error:#}");
        complain(&error);
        self.set_failure(&error);
    }

    /// Sets why the whole run failed, if that is already reported.
    pub fn set_failure(&mut self, reason: &str) {
        self.failure = Some(reason.to_owned());
        self.add(Outcome::Failed);
    }

    /// Counts a file in a folder that is skipped.
    pub fn skip(&mut self, skip: Skip) {
        self.skipped.add(skip);
    }

    /// The skipped files.
    pub fn skipped(&self) -> SkipCounts {
        self.skipped
    }

    /// The files and folders with problems.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Raises the outcome to at least this one.
    pub fn add(&mut self, outcome: Outcome) {
        self.outcome = self.outcome.max(outcome);
    }

    /// The outcome so far.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Prints the remaining output.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        let notes = std::mem::take(&mut self.notes);
        if let Some(results) = self.json.take() {
            let mut document = json!({ "schema_version": SCHEMA_VERSION, "results": results });
            let notes = (!notes.is_empty()).then(|| json!(notes));
            let error = self.failure.take().map(Value::from);
            for (key, value) in [("summary", self.summary.take()), ("notes", notes), ("error", error)] {
                if let Some(value) = value {
                    document[key] = value;
                }
            }
            self.document(&document)?;
        } else {
            notes.into_iter().try_for_each(|note| self.text(format_args!("note: {}", printable_line(note))))?;
        }
        Ok(self.out.flush()?)
    }
}

/// A value as JSON, with every f32 in its shortest form. [`serde_json::to_value`] would convert each to f64, which has
/// more digits.
pub fn to_value(value: &impl Serialize) -> serde_json::Result<Value> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// Writes a line on standard error, escaped as [`Report::text`] does. If that is closed, the line is dropped without a panic.
pub fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "walkmesh: {}", printable_line(&message.to_string()));
}

/// Returns whether the reader of standard output closed it.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
