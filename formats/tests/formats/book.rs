//! The tables of fields in `docs/` are made from the definitions in `src/`.
//!
//! A page has a place for each type, from `<!-- fields: aswm::TileHeader -->` to `<!-- end of fields -->`. What stands
//! there is made again by `INSTA_UPDATE=always cargo test -p walkmesh-formats --test formats book`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use super::support::sources;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Field, Lit, Variant};

const START: &str = "<!-- fields: ";
const END: &str = "<!-- end of fields -->";
/// Fields of bytes that are not text.
const NO_TEXT: [&str; 3] = ["data", "tint", "unknown"];

/// The texts of the files with an extension in a folder of the project.
fn texts(folder: &str, extension: &str) -> BTreeMap<PathBuf, String> {
    let text = |path: PathBuf| (path.clone(), fs::read_to_string(path).expect("a text"));
    walkmesh_testing::files(&walkmesh_testing::root().join(folder), extension).into_iter().map(text).collect()
}

/// The types for which a page has a place.
fn placed(page: &str) -> impl Iterator<Item = &str> {
    page.split(START).skip(1).map(|place| place.split_once(" -->\n").expect("a type in the comment").0)
}

#[test]
fn the_tables_are_those_of_the_definitions() {
    let book = Book { types: sources::types() };
    for (path, page) in texts("docs", "md") {
        let mut made = page.clone();
        for name in placed(&page) {
            let start = format!("{START}{name} -->\n");
            let (before, rest) = made.split_once(&start).expect("the place");
            let (_, behind) = rest.split_once(END).unwrap_or_else(|| panic!("{path:?}: {name} without {END}"));
            made = format!("{before}{start}{}{END}{behind}", book.table(name));
        }
        if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
            fs::write(&path, made).expect("a page that can be written");
        } else {
            assert!(
                made == page,
                "{path:?}: run INSTA_UPDATE=always cargo test -p walkmesh-formats --test formats book"
            );
        }
    }
}

#[test]
fn every_type_on_disk_stands_in_one_page() {
    let pages = texts("docs", "md");
    let placed: Vec<&str> = pages.values().flat_map(|page| placed(page)).collect();
    for name in sources::on_disk_types().keys() {
        let times = placed.iter().filter(|placed| *placed == name).count();
        assert_eq!(times, 1, "{START}{name} --> in the pages in docs/");
    }
}

#[test]
fn the_offsets_are_those_at_which_the_fields_are_read() {
    let book = Book { types: sources::types() };
    let snapshots = texts("snapshots/layout", "snap");
    let mut compared = 0;
    for (name, item) in sources::on_disk_types() {
        let snapshot =
            snapshots.values().find(|text| text.contains(&format!("\n{name}: "))).expect("a layout snapshot");
        for Row { name: field, offset, size, .. } in book.rows(&name, &item) {
            let (Some(offset), Some(_), false) = (offset, size, field.starts_with("self_")) else { continue };
            let line =
                |line: &str| line.starts_with(&format!("0x{offset:04x} ")) && line.contains(&format!("  {field}"));
            assert!(snapshot.lines().any(line), "{name}: {field} is not read at {offset:#x}\n{snapshot}");
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} fields were compared");
}

/// A field with bytes of its own.
struct Row<'a> {
    name: String,
    field: &'a Field,
    /// Where every field before it has one size.
    offset: Option<usize>,
    size: Option<usize>,
}

struct Book {
    types: BTreeMap<String, DeriveInput>,
}

impl Book {
    /// What stands in the place of a type.
    fn table(&self, name: &str) -> String {
        let item = self.types.get(name).unwrap_or_else(|| panic!("no type {name} in formats/src"));
        let rows = self.rows(name, item);
        let bits = self.types.get(&format!("{}Bits", name.trim_end_matches("Flags")));
        let bits = bits.filter(|_| rows.first().is_some_and(|row| row.name == "self_0"));
        let about = meaning(&bits.unwrap_or(item).attrs);
        let size = self.size_of(name, item).filter(|_| !about.contains(" bytes"));
        let size = size.map_or(String::new(), |size| format!(" ({size} byte{})", if size == 1 { "" } else { "s" }));
        let (columns, lines): (_, Vec<String>) = match (&item.data, bits) {
            (Data::Enum(data), _) => {
                let line = |variant: &Variant| {
                    let (_, value) = variant.discriminant.as_ref().expect("an enum on disk has values");
                    format!("{} | `{}` | {}", sources::code(value), variant.ident, meaning(&variant.attrs))
                };
                ("value | name", data.variants.iter().map(line).collect())
            }
            (_, Some(bits)) => {
                let digits = 2 * self.size_of(name, item).expect("a number");
                let mut bit = 0;
                let line = |(name, field): (String, &Field)| {
                    // `B4` has four bits.
                    let width = type_of(field).rsplit_once('B').map_or(1, |it| it.1.parse().expect("a width"));
                    let mask = ((1_u64 << width) - 1) << bit;
                    bit += width;
                    format!("0x{mask:0digits$X} | `{name}` | {}", meaning(&field.attrs))
                };
                ("bits | name", sources::fields(bits).into_iter().map(line).collect())
            }
            _ => {
                let line = |Row { name: field, field: of, offset, .. }| {
                    let offset = offset.map_or(String::new(), |offset| format!("0x{offset:02X}"));
                    let shown = self.shown(name, &field, &type_of(of), count(of).as_deref());
                    let text = Some(meaning(&of.attrs)).filter(|text| !text.is_empty()).or_else(|| counted(of));
                    let text = text.unwrap_or_else(|| panic!("{name}: {field} has no comment that explains it"));
                    format!("{offset} | `{field}` | {shown} | {text}")
                };
                ("offset | field | type", rows.into_iter().map(line).collect())
            }
        };
        let ruler = "---|".repeat(columns.split('|').count() + 1);
        let head = format!("<a id=\"{}\"></a>\n**`{}`**{size}. {about}", id(name), last(name));
        format!("{head}\n\n| {columns} | meaning |\n|{ruler}\n| {} |\n", lines.join(" |\n| "))
    }

    /// The fields of a struct that have bytes of their own.
    fn rows<'a>(&self, name: &str, item: &'a DeriveInput) -> Vec<Row<'a>> {
        let mut next = Some(0);
        let is_stored =
            |field: &Field| type_of(field) != "Arrangement" && !field.attrs.iter().any(|it| plain(it) == "bw(ignore)");
        let fields = sources::fields(item).into_iter().filter(|(_, field)| is_stored(field));
        let row = |(field_name, field): (String, &'a Field)| {
            let (offset, size) = (next, self.size(name, &type_of(field)));
            next = next.zip(size).map(|(next, size)| next + size);
            Row { name: field_name, field, offset, size }
        };
        fields.map(row).collect()
    }

    /// The type that a name stands for beside another type: that of its module, or one that all modules share.
    fn beside(&self, beside: &str, name: &str) -> Option<(&String, &DeriveInput)> {
        let module = beside.split("::").next()?;
        [module, "vector", "jmx"].iter().find_map(|module| self.types.get_key_value(&format!("{module}::{name}")))
    }

    /// The size of a type all of whose values have the same.
    fn size_of(&self, name: &str, item: &DeriveInput) -> Option<usize> {
        match &item.data {
            Data::Struct(_) => self.rows(name, item).iter().map(|row| row.size).sum(),
            _ => primitive(&repr(item)?),
        }
    }

    fn size(&self, beside: &str, of: &str) -> Option<usize> {
        let array = array(of).and_then(|(row, length)| Some(self.size(beside, row)? * length.parse::<usize>().ok()?));
        let other = || self.beside(beside, of).and_then(|(name, item)| self.size_of(name, item));
        array.or_else(|| primitive(of)).or_else(other)
    }

    /// A type in the words of the documents, with so many rows where it is a table.
    fn shown(&self, beside: &str, field: &str, of: &str, count: Option<&str>) -> String {
        let inner = |of: &str| self.shown(beside, field, of, count);
        if let Some((row, length)) = array(of) {
            let row = inner(row);
            return match row.strip_suffix('`').filter(|row| !row.contains('[')) {
                Some("`u8") if !NO_TEXT.contains(&field) => format!("`char[{length}]`"),
                Some(row) => format!("{row}[{length}]`"),
                None => format!("{length} × {row}"),
            };
        }
        if let Some((outer, of)) = of.strip_suffix('>').and_then(|of| of.split_once('<')) {
            return match (outer, count) {
                ("Option", _) => format!("{}, if any", inner(of)),
                ("Vec", Some(count)) => format!("`{count}` × {}", inner(of)),
                ("Vec", None) if of == "u8" => "bytes".to_owned(),
                ("Vec", None) => format!("rows of {}", inner(of)),
                _ => inner(of),
            };
        }
        let Some((name, item)) = self.beside(beside, of) else { return format!("`{of}`") };
        // A type that is put together from several places of a file has no table.
        let has_table = item.attrs.iter().any(sources::makes_binrw);
        let link = if has_table { format!("[`{of}`](#{})", id(name)) } else { format!("`{of}`") };
        let fields = sources::fields(item);
        match (&item.data, repr(item)) {
            (Data::Enum(_), Some(number)) => format!("`{number}` ({link})"),
            (Data::Enum(data), None) if fields.iter().all(|(name, _)| name.starts_with("self_")) => {
                let each =
                    |it: &Variant| it.fields.iter().next().map_or("nothing".to_owned(), |it| inner(&type_of(it)));
                data.variants.iter().map(each).collect::<Vec<_>>().join(", or ")
            }
            (Data::Enum(_), None) => format!("`{of}`"),
            _ if of == "Vector3" => "`f32[3]`".to_owned(),
            _ if fields[0].0 == "self_0" => format!("{} ({link})", inner(&type_of(fields[0].1))),
            _ => link,
        }
    }
}

fn type_of(field: &Field) -> String {
    sources::code(&field.ty)
}

/// The row and the length of an array.
fn array(of: &str) -> Option<(&str, &str)> {
    of.strip_prefix('[')?.strip_suffix(']')?.rsplit_once("; ")
}

/// An attribute without spaces.
fn plain(attribute: &Attribute) -> String {
    sources::code(&attribute.meta).replace(' ', "")
}

/// The number of rows of a field: the argument of its reader.
fn count(field: &Field) -> Option<String> {
    let read = field.attrs.iter().map(plain).find(|read| read.starts_with("br("))?;
    let (reader, arguments) = read.split_once("parse_with=")?.1.split_once(",args(")?;
    let first = match last(reader) {
        "rows" | "items" => 0,
        "edges" | "triangles" | "node_to_local" => 1,
        _ => return None,
    };
    let number = arguments.split(',').nth(first)?.replace(".pow(2)", "²");
    let number = ["u64::from(", ".into()", ".get()", ")"].iter().fold(number, |number, part| number.replace(part, ""));
    let number = number.split_once('*').map_or(number.clone(), |(side, _)| format!("{side}²"));
    Some(number).filter(|number| !number.contains('('))
}

/// What a count without a comment counts: the table from which it is computed.
fn counted(field: &Field) -> Option<String> {
    let computed = field.attrs.iter().map(plain).find(|it| it.contains("calc=count("))?;
    Some(format!("The number of entries in `{}`.", computed.rsplit_once(',')?.1.trim_end_matches([')', '?'])))
}

/// The number as which an enum is stored.
fn repr(item: &DeriveInput) -> Option<String> {
    item.attrs.iter().find_map(|it| Some(plain(it).strip_prefix("brw(repr(")?.trim_end_matches(')').to_owned()))
}

fn primitive(name: &str) -> Option<usize> {
    let bits = name.strip_prefix(['u', 'i', 'f'])?.parse::<usize>().ok()?;
    Some(bits / 8)
}

/// `TileHeader` of `aswm::TileHeader`.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// `fields-aswm-tileheader`, the anchor of a type.
fn id(name: &str) -> String {
    format!("fields-{name}").replace("::", "-").replace('_', "-").to_lowercase()
}

/// The first paragraph of a comment in one line, as a page has it: code without links of Rust, pages with links.
fn meaning(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta.require_name_value().ok()?.value {
        Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value().trim().to_owned()),
        _ => None,
    };
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(line);
    let text = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ").replace('|', "\\|");
    let mut shown = String::new();
    // Every second part stands in backquotes.
    for (index, part) in text.split('`').enumerate() {
        let link = part.strip_prefix("](").filter(|_| index % 2 == 0);
        let part = link.map_or(part, |link| link.split_once(')').map_or(link, |(_, behind)| behind));
        match part.strip_prefix("docs/formats/").and_then(|page| page.split_once('#')) {
            Some((page, anchor)) => write!(shown, "[{}]({page}#{anchor})", anchor.replace('-', " ")).unwrap(),
            None if index % 2 == 1 => write!(shown, "`{}`", part.trim_start_matches("Self::")).unwrap(),
            None => shown += part,
        }
    }
    shown.replace("[`", "`").replace("`]", "`")
}
