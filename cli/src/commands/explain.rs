//! The command `walkmesh explain`: explains the rules of `walkmesh check`, and what to do about their findings.

use std::fmt;

use anyhow::bail;
use serde::Serialize;
use walkmesh::finding::Rule;

use crate::commands::check::Level;
use crate::output::Report;
use crate::wording::in_words_of_the_command;

/// The width of an explanation in columns.
const WIDTH: usize = 100;

/// Explain the findings of `check`: what is wrong, what it means in the game, and what to do
///
/// Without a code, the command lists all rules.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh explain\n  walkmesh explain face-duplicate tile-crowded")]
pub struct Explain {
    /// Codes of findings, such as `face-duplicate`
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        if self.codes.is_empty() {
            for table in walkmesh::rules() {
                let about = table.about;
                for (index, rule) in table.rules.iter().enumerate() {
                    report.result(&Explained::new(about, rule, Form::Line { starts: index == 0 }))?;
                }
            }
            return Ok(());
        }
        for code in &self.codes {
            let mut is_known = false;
            for table in walkmesh::rules() {
                if let Some(rule) = table.get(code) {
                    is_known = true;
                    report.result(&Explained::new(table.about, rule, Form::Full))?;
                }
            }
            if !is_known {
                bail!("no rule has the code `{code}`; `walkmesh explain` lists all codes");
            }
        }
        Ok(())
    }
}

/// A rule, explained.
#[derive(Serialize)]
struct Explained {
    about: &'static str,
    code: &'static str,
    severity: Level,
    title: &'static str,
    explanation: String,
    remedy: String,
    #[serde(skip)]
    rule: &'static Rule,
    #[serde(skip)]
    form: Form,
}

/// How a rule is printed as text.
#[derive(Clone, Copy)]
enum Form {
    /// One line of the list, which may be the first of its table.
    Line {
        starts: bool,
    },
    Full,
}

impl Explained {
    fn new(about: &'static str, rule: &'static Rule, form: Form) -> Self {
        let &Rule { code, severity, title, .. } = rule;
        let [explanation, remedy] = [rule.explanation, rule.remedy].map(in_words_of_the_command);
        Self { about, code, severity: severity.into(), title, explanation, remedy, rule, form }
    }
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { about, code, title, explanation, remedy, .. } = self;
        let severity = self.rule.severity;
        if let Form::Line { starts } = self.form {
            if starts {
                writeln!(f, "{about}")?;
            }
            return write!(f, "  {severity:<8} {code:<28} {title}");
        }
        writeln!(f, "{severity} [{code}] in {about}: {title}")?;
        paragraph(f, explanation)?;
        paragraph(f, &format!("What to do: {remedy}"))
    }
}

/// An indented paragraph, wrapped at words.
fn paragraph(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let mut column = WIDTH;
    for word in text.split_whitespace() {
        if column + 1 + word.chars().count() > WIDTH {
            write!(f, "\n ")?;
            column = 1;
        }
        write!(f, " {word}")?;
        column += 1 + word.chars().count();
    }
    writeln!(f)
}
