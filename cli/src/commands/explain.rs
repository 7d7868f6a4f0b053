//! The command `walkmesh explain`: explains the rules of `walkmesh check`, and what to do about their findings.

use std::fmt;

use anyhow::bail;
use serde::Serialize;
use walkmesh::finding::Rule;

use crate::output::Report;

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
}

impl Explain {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.codes.is_empty() {
            for table in walkmesh::rules() {
                let about = table.about;
                for (index, rule) in table.rules.iter().enumerate() {
                    report.result(&RuleExplanation { about, rule, form: Form::Line { starts: index == 0 } })?;
                }
            }
            return Ok(());
        }
        for code in &self.codes {
            let mut is_known = false;
            for table in walkmesh::rules() {
                if let Some(rule) = table.get(code) {
                    is_known = true;
                    report.result(&RuleExplanation { about: table.about, rule, form: Form::Full })?;
                }
            }
            if !is_known {
                let near: Vec<String> = near(code).into_iter().map(|code| format!("`{code}`")).collect();
                let near = if near.is_empty() { String::new() } else { format!("did you mean {}? ", near.join(", ")) };
                bail!("no rule has the code `{code}`: {near}`walkmesh explain` lists all codes");
            }
        }
        Ok(())
    }
}

/// Maximum number of codes that are suggested for an unknown code.
const NEAR: usize = 3;
/// No code of a rule has more characters.
const LONGEST: usize = 64;

/// Returns the codes nearest to an unknown one by edit distance: codes that differ in few letters, or that have all its
/// words.
fn near(code: &str) -> Vec<&'static str> {
    let code: String = code.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    let words = |code: &str| code.split(['-', '_', ' ']).filter(|word| word.len() > 2).map(str::to_owned).collect();
    let asked: Vec<String> = words(&code);
    let rank = |known: &'static str| {
        let distance = distance(&code, known);
        let of_known: Vec<String> = words(known);
        let missing =
            asked.iter().filter(|word| !of_known.iter().any(|other| other.starts_with(word.as_str()))).count();
        let has_words = !asked.is_empty() && missing == 0;
        (has_words || 3 * distance <= known.len()).then_some((distance, known))
    };
    let tables = walkmesh::rules();
    let mut near: Vec<_> = tables.iter().flat_map(|table| table.rules).filter_map(|rule| rank(rule.code)).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(NEAR).map(|(_, code)| code).collect()
}

/// Returns the word most similar to a given one, if their edit distance is small.
pub fn nearest(word: &str, known: impl IntoIterator<Item = String>) -> Option<String> {
    let word = word.to_lowercase();
    let ranked = known.into_iter().map(|known| (distance(&word, &known), known));
    ranked.filter(|(distance, known)| 2 * distance <= known.len()).min().map(|(_, known)| known)
}

/// The Levenshtein distance of two texts.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

/// A rule, explained.
#[derive(Serialize)]
struct RuleExplanation {
    about: &'static str,
    #[serde(flatten)]
    rule: &'static Rule,
    /// The form of the text.
    #[serde(skip)]
    form: Form,
}

/// The form in which a rule is printed as text.
#[derive(Clone, Copy)]
enum Form {
    /// A line of the list, which may be the first of its table.
    Line {
        starts: bool,
    },
    Full,
}

impl fmt::Display for RuleExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { about, rule, form } = self;
        let Rule { code, severity, title, explanation, remedy, .. } = rule;
        if let Form::Line { starts } = form {
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
