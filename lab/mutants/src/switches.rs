//! Writes a file of Rust with many bugs, each behind a switch: `a + b` becomes `(if on(7) { a - b } else { a + b })`.

use anyhow::{Result, anyhow};
use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::draw::{Genre, Mutant, Position};

/// A file with its bugs behind switches.
pub struct Switched {
    pub text: String,
    /// The position of each bug in the text.
    pub regions: Vec<Region>,
    /// The numbers of the bugs that no switch can hold.
    pub without: Vec<u32>,
}

/// The bytes of the text that came with a bug, and the bytes that it encloses.
#[derive(Clone, Debug)]
pub struct Region {
    pub number: u32,
    pub prefix: std::ops::Range<usize>,
    pub whole: std::ops::Range<usize>,
}

/// A switch: the texts to insert before and after a part of the source.
struct Insertion {
    number: u32,
    start: usize,
    end: usize,
    prefix: String,
    suffix: String,
}

/// Plants the bugs with their numbers into a source, whose crate reaches the switches by `on`.
pub fn switch(source: &str, mutants: &[(u32, &Mutant)], on: &str) -> Result<Switched> {
    let file = syn::parse_file(source).map_err(|error| anyhow!("{error}"))?;
    let mut visitor = Visitor { lines: Lines::new(source), source, on, mutants, insertions: Vec::new() };
    visitor.visit_file(&file);
    let insertions = visitor.insertions;
    let found = |number| insertions.iter().any(|insertion| insertion.number == number);
    let without = mutants.iter().map(|&(number, _)| number).filter(|&number| !found(number)).collect();
    let (text, regions) = insert(source, insertions);
    Ok(Switched { text, regions, without })
}

/// Inserts the outermost first where some begin at one byte, and the innermost first where some end at one.
fn insert(source: &str, mut insertions: Vec<Insertion>) -> (String, Vec<Region>) {
    insertions.sort_by_key(|insertion| (insertion.start, usize::MAX - insertion.end));
    let mut text = String::with_capacity(2 * source.len());
    let mut regions = Vec::new();
    // The indices of the entries of `regions` that are not closed yet.
    let mut open: Vec<usize> = Vec::new();
    let mut next = insertions.iter().peekable();
    let mut ends: Vec<&Insertion> = Vec::new();
    for at in 0..=source.len() {
        while ends.last().is_some_and(|last| last.end == at) {
            let last = ends.pop().expect("one that is open");
            text.push_str(&last.suffix);
            let region: &mut Region = &mut regions[open.pop().expect("one that is open")];
            region.whole.end = text.len();
        }
        while let Some(insertion) = next.next_if(|insertion| insertion.start == at) {
            let start = text.len();
            text.push_str(&insertion.prefix);
            if insertion.end == at {
                text.push_str(&insertion.suffix);
                let all = start..text.len();
                regions.push(Region { number: insertion.number, prefix: all.clone(), whole: all });
                continue;
            }
            open.push(regions.len());
            regions.push(Region { number: insertion.number, prefix: start..text.len(), whole: start..start });
            ends.push(insertion);
        }
        if at < source.len() && source.is_char_boundary(at) {
            let letter = source[at..].chars().next().expect("a letter");
            text.push(letter);
        }
    }
    (text, regions)
}

/// Where lines begin.
struct Lines<'a> {
    source: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(source: &'a str) -> Self {
        let after = source.match_indices('\n').map(|(at, _)| at + 1);
        Self { source, starts: std::iter::once(0).chain(after).collect() }
    }

    /// The byte at a position, whose line counts from 1 and whose column counts characters from 0.
    fn byte(&self, place: LineColumn) -> usize {
        let start = self.starts[place.line - 1];
        let letters = self.source[start..].char_indices();
        start + letters.map(|(at, _)| at).nth(place.column).unwrap_or(self.source.len() - start)
    }
}

struct Visitor<'a> {
    source: &'a str,
    lines: Lines<'a>,
    on: &'a str,
    mutants: &'a [(u32, &'a Mutant)],
    insertions: Vec<Insertion>,
}

impl<'a> Visitor<'a> {
    /// The bugs of a genre that begin at a place.
    fn at(&self, genre: Genre, place: LineColumn) -> Vec<(u32, &'a Mutant)> {
        let place = Position { line: place.line, column: place.column + 1 };
        let begins = |mutant: &Mutant| mutant.genre == genre && mutant.span.start == place;
        self.mutants.iter().copied().filter(|(_, mutant)| begins(mutant)).collect()
    }

    fn bytes(&self, node: &impl Spanned) -> std::ops::Range<usize> {
        let span = node.span();
        self.lines.byte(span.start())..self.lines.byte(span.end())
    }

    fn text(&self, node: &impl Spanned) -> &'a str {
        &self.source[self.bytes(node)]
    }

    fn insert(&mut self, number: u32, around: std::ops::Range<usize>, prefix: String, suffix: &str) {
        let suffix = suffix.to_owned();
        self.insertions.push(Insertion { number, start: around.start, end: around.end, prefix, suffix });
    }

    /// A choice between two expressions.
    fn choose(&mut self, number: u32, expression: &impl Spanned, bug: &str) {
        let prefix = format!("(if {}({number}) {{ {bug}\n }} else {{ ", self.on);
        self.insert(number, self.bytes(expression), prefix, " })");
    }

    /// A function that returns another value.
    fn function(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else { return };
        for (number, mutant) in self.at(Genre::FnValue, first.span().start()) {
            let prefix = format!("if {}({number}) {{ return {}; }} ", self.on, mutant.replacement);
            let around = self.bytes(first).start..self.lines.byte(block.brace_token.span.close().start());
            self.insert(number, around, prefix, "");
        }
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(&node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.block);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.function(block);
        }
        visit::visit_trait_item_fn(self, node);
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        for (number, mutant) in self.at(Genre::BinaryOperator, node.op.span().start()) {
            let [left, right] = [self.text(&node.left), self.text(&node.right)];
            self.choose(number, node, &format!("{left} {} {right}", mutant.replacement));
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        for (number, _) in self.at(Genre::UnaryOperator, node.op.span().start()) {
            self.choose(number, node, self.text(&node.expr));
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        for (number, _) in self.at(Genre::MatchArm, node.span().start()) {
            match &node.guard {
                Some((_, guard)) => {
                    self.insert(number, self.bytes(guard), format!("!{}({number}) && (", self.on), ")");
                }
                None => {
                    let end = self.bytes(&node.pat).end;
                    self.insert(number, end..end, format!(" if !{}({number})", self.on), "");
                }
            }
        }
        if let Some((_, guard)) = &node.guard {
            for (number, mutant) in self.at(Genre::MatchArmGuard, guard.span().start()) {
                self.choose(number, guard, &mutant.replacement);
            }
        }
        visit::visit_arm(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        if let Some(rest) = &node.rest {
            for field in &node.fields {
                for (number, _) in self.at(Genre::StructField, field.span().start()) {
                    let (name, is_named) = (self.text(&field.member), field.colon_token.is_some());
                    let bug = format!("({}).{name}", self.text(rest));
                    let label = if is_named { String::new() } else { format!("{name}: ") };
                    let prefix = format!("{label}(if {}({number}) {{ {bug} }} else {{ ", self.on);
                    self.insert(number, self.bytes(&field.expr), prefix, " })");
                }
            }
        }
        visit::visit_expr_struct(self, node);
    }
}
