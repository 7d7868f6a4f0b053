//! The figures of the documents: each is between two comments, `<!-- figure: NAME -->` and `<!-- end -->`, as docs/figures.json has it,
//! with the command that measured it. `INSTA_UPDATE=always cargo test --test sources figures` puts the file's figures into the documents.

use std::collections::BTreeMap;
use std::{env, fs, path::PathBuf};

use serde_json::Value;

const START: &str = "<!-- figure: ";
const END: &str = "<!-- end -->";
/// The output of `benches/run --write`.
const TABLES: [&str; 2] = ["<!-- measured by benches/run: start -->", "<!-- measured by benches/run: end -->"];

/// The part of a document about measurements.
struct Part {
    file: &'static str,
    from: &'static str,
    to: Option<&'static str>,
}

const PARTS: [Part; 2] = [
    Part { file: "README.md", from: "## Compared with today's tools", to: Some("## For whom") },
    Part { file: "docs/measurements.md", from: "# What is measured", to: None },
];

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

impl Part {
    fn text(&self, document: &str) -> String {
        let at = document.find(self.from).unwrap_or_else(|| panic!("{}: no {:?}", self.file, self.from));
        let rest = &document[at..];
        rest[..self.to.map_or(rest.len(), |to| rest.find(to).expect("the next heading"))].to_owned()
    }
}

/// The figures by name, and the snapshots that must contain their texts.
struct Figures {
    values: BTreeMap<String, String>,
    /// For each snapshot, a text that it contains.
    sources: Vec<(String, String)>,
}

fn figures() -> Figures {
    let file: Value = serde_json::from_str(&read("docs/figures.json")).expect("docs/figures.json");
    let (mut values, mut sources) = (BTreeMap::new(), Vec::new());
    for group in file.as_array().expect("groups") {
        for key in ["by", "date", "commit", "machine"] {
            assert!(group[key].as_str().is_some_and(|text| !text.is_empty()), "a group of figures lacks {key:?}");
        }
        for (name, value) in group["figures"].as_object().expect("the figures of a group") {
            let value = value.as_str().expect("a text").to_owned();
            assert!(values.insert(name.clone(), value).is_none(), "the figure {name} is there twice");
        }
        for (snapshot, texts) in group["snapshots"].as_object().into_iter().flatten() {
            let texts = texts.as_array().expect("texts").iter().map(|text| text.as_str().expect("a text").to_owned());
            sources.extend(texts.map(|text| (snapshot.clone(), text)));
        }
    }
    Figures { values, sources }
}

/// The names of the markers in a text, each with the marked text.
fn marked(text: &str) -> Vec<(String, String)> {
    let marked = text.split(START).skip(1);
    let figure = |rest: &str| {
        let (name, rest) = rest.split_once(" -->").expect("the end of a marker");
        let (value, _) = rest.split_once(END).unwrap_or_else(|| panic!("the figure {name} has no {END}"));
        (name.to_owned(), value.to_owned())
    };
    marked.map(figure).collect()
}

/// A document may wrap its lines anywhere.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The document with the figures of the file. A figure that is already correct keeps its line breaks.
fn filled(document: &str, figures: &BTreeMap<String, String>) -> String {
    let mut parts = document.split(START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").expect("the end of a marker");
        let (old, rest) = rest.split_once(END).unwrap_or_else(|| panic!("the figure {name} has no {END}"));
        let value = figures.get(name).map(String::as_str).filter(|value| words(value) != words(old)).unwrap_or(old);
        text += &format!("{START}{name} -->{value}{END}{rest}");
    }
    text
}

#[test]
fn the_documents_have_the_figures_as_they_were_measured() {
    let Figures { values, .. } = figures();
    let mut used = Vec::new();
    for part in PARTS {
        let mut document = read(part.file);
        if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            document = filled(&document, &values);
            fs::write(path(part.file), &document).expect("a document that can be written");
        }
        for (name, value) in marked(&part.text(&document)) {
            let known = values.get(&name).unwrap_or_else(|| panic!("{}: no figure {name}", part.file));
            assert_eq!(words(&value), words(known), "{}: {name}", part.file);
            used.push(name);
        }
    }
    let unused: Vec<_> = values.keys().filter(|name| !used.contains(name)).collect();
    assert!(unused.is_empty(), "no document has {unused:?}");
}

#[test]
fn figures_that_a_snapshot_has_are_those_of_the_snapshot() {
    let sources = figures().sources;
    assert!(!sources.is_empty());
    for (snapshot, text) in sources {
        assert!(
            read(&format!("snapshots/{snapshot}.snap")).contains(&text),
            "snapshots/{snapshot}.snap lacks {text:?}"
        );
    }
}

/// There are no digits outside markers except in code, links, headings, names such as NWN2, and lengths and angles such as 0.2 mm: these
/// describe the measurement, not its result.
#[test]
fn no_digit_stands_outside_of_the_markers() {
    let mut strays = Vec::new();
    for part in PARTS {
        let text = part.text(&read(part.file));
        for (number, line) in (1..).zip(prose(&text).lines()) {
            strays.extend(stray_digits(line).map(|word| format!("{}: {word:?} in line {number}: {line}", part.file)));
        }
    }
    assert!(strays.is_empty(), "put these figures into docs/figures.json and between markers:\n{}", strays.join("\n"));
}

/// A text without the parts that may have digits. Line breaks are kept.
fn prose(text: &str) -> String {
    let mut text = text.to_owned();
    let mut cut = |from: &str, to: &str| {
        while let Some(at) = text.find(from) {
            let after = at + from.len();
            let end = text[after..].find(to).map_or(text.len(), |end| after + end + to.len());
            let lines = "\n".repeat(text[at..end].matches('\n').count());
            text.replace_range(at..end, &lines);
        }
    };
    cut(TABLES[0], TABLES[1]);
    cut(START, END);
    cut("```", "```");
    cut("`", "`");
    // The target of a link.
    cut("](", ")");
    cut("<!--", "-->");
    cut("<a ", ">");
    text.lines().map(|line| if line.starts_with('#') { "" } else { line }).collect::<Vec<_>>().join("\n")
}

/// The words of a line that are figures: they have a digit but no letter, and no unit of length or angle follows.
fn stray_digits(line: &str) -> impl Iterator<Item = &str> {
    const UNITS: [&str; 6] = ["mm", "cm", "m", "m²", "m;", "°"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '°').to_owned();
    // In `0.2, 0.5 and 20 mm`, the unit applies to all numbers.
    let joins =
        |word: &str| ["and", "or", "to"].contains(&word) || word.starts_with(|letter: char| letter.is_ascii_digit());
    let strays: Vec<usize> = (0..words.len())
        .filter(|&at| words[at].contains(|letter: char| letter.is_ascii_digit()))
        .filter(|&at| !words[at].contains(|letter: char| letter.is_alphabetic() || letter == '°'))
        .filter(|&at| {
            let unit = words[at + 1..].iter().find(|word| !joins(word));
            !unit.is_some_and(|unit| UNITS.contains(&bare(unit).as_str()))
        })
        .collect();
    strays.into_iter().map(move |at| words[at])
}

#[test]
fn what_is_a_figure_is_told_from_what_is_measured() {
    let strays = |line: &'static str| stray_digits(line).collect::<Vec<_>>();
    assert_eq!(strays("equal in 40 of NWN2's rooms, 0x6C, 96.1 %"), ["40", "96.1"]);
    assert_eq!(strays("cracks of 0.2, 0.5 and 20 mm; a step of 15 cm, sharper than 30°"), [""; 0]);
    assert_eq!(prose("a `3` b\n## 4\n[5](six7)\n<!-- figure: x -->8\n9<!-- end --> 10"), "a  b\n\n[5\n\n 10");
}
