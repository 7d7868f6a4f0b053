//! Orders the functions of a library so that it compresses well: gzip looks back 32 kB, and code is a megabyte.
//!
//! The order of functions has no meaning. Functions that have pieces in common, such as one generic function for several
//! types, are put one after another, which makes the compressed library 2.5 % smaller.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;

use anyhow::{Context, anyhow};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef};

/// How far gzip looks back.
const WINDOW: usize = 1 << 15;
/// The length of the pieces that functions are compared by.
const PIECE: usize = 6;
/// A piece that more functions have says nothing about them.
const COMMON: usize = 400;

/// The library with its functions in another order.
pub fn ordered(library: &[u8]) -> anyhow::Result<Vec<u8>> {
    let (imported, bodies) = functions(library)?;
    let order = order(&bodies);
    let mut number = vec![0; order.len()];
    for (to, from) in (imported..).zip(&order) {
        number[*from] = to;
    }
    let mut module = Module::new();
    let mut reordering = Reordering { imported, number, order };
    let written = reordering.parse_core_module(&mut module, Parser::new(0), library);
    written.map_err(|error| anyhow!("the functions cannot be ordered: {error}"))?;
    Ok(module.finish())
}

/// How many functions are imported, and the bytes of those that are not.
fn functions(library: &[u8]) -> anyhow::Result<(u32, Vec<&[u8]>)> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(library) {
        match payload.context("the library is no WebAssembly")? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// The functions, each after those within reach that it has the largest share of its pieces in common with.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let (pieces, having) = shared_pieces(bodies);
    let mut near = Near { having, count: BTreeMap::new(), shared: vec![0; bodies.len()] };
    let mut left: BTreeSet<usize> = (0..bodies.len()).collect();
    let (mut order, mut reach, mut bytes) = (Vec::with_capacity(bodies.len()), VecDeque::new(), 0);
    while let Some(&first) = left.first() {
        let share = |at: usize| (f64::from(near.shared[at]) / (pieces[at].len() + 8) as f64, bodies[at].len());
        let next =
            left.iter().copied().reduce(|best, at| if share(at) > share(best) { at } else { best }).unwrap_or(first);
        left.remove(&next);
        order.push(next);
        near.enter(&pieces[next]);
        reach.push_back(next);
        bytes += bodies[next].len();
        while bytes > WINDOW
            && let Some(last) = reach.pop_front()
        {
            bytes -= bodies[last].len();
            near.leave(&pieces[last]);
        }
    }
    order
}

/// The pieces of each function, and the functions that have each piece. Pieces of one function or of very many are left out.
fn shared_pieces(bodies: &[&[u8]]) -> (Vec<Vec<u64>>, BTreeMap<u64, Vec<usize>>) {
    let mut having: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, body) in bodies.iter().enumerate() {
        let hashes = body.windows(PIECE).map(|piece| {
            let number = piece.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
            number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        for hash in hashes {
            let functions = having.entry(hash).or_default();
            if functions.last() != Some(&at) {
                functions.push(at);
            }
        }
    }
    having.retain(|_, functions| (2..=COMMON).contains(&functions.len()));
    let mut pieces = vec![Vec::new(); bodies.len()];
    for (hash, functions) in &having {
        functions.iter().for_each(|at| pieces[*at].push(*hash));
    }
    (pieces, having)
}

/// The pieces within reach.
struct Near {
    having: BTreeMap<u64, Vec<usize>>,
    /// How many functions within reach have a piece.
    count: BTreeMap<u64, u32>,
    /// For each function how many of its pieces are within reach.
    shared: Vec<u32>,
}

impl Near {
    fn enter(&mut self, pieces: &[u64]) {
        for piece in pieces {
            let count = self.count.entry(*piece).or_default();
            *count += 1;
            if *count == 1 {
                self.having[piece].iter().for_each(|at| self.shared[*at] += 1);
            }
        }
    }

    fn leave(&mut self, pieces: &[u64]) {
        for piece in pieces {
            let count = self.count.entry(*piece).or_default();
            *count -= 1;
            if *count == 0 {
                self.having[piece].iter().for_each(|at| self.shared[*at] -= 1);
            }
        }
    }
}

/// Writes a library anew, with its functions in an order.
struct Reordering {
    imported: u32,
    /// For each function its new number.
    number: Vec<u32>,
    order: Vec<usize>,
}

impl Reencode for Reordering {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let own = function.checked_sub(self.imported);
        Ok(own.map_or(function, |own| self.number[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        self.order.iter().for_each(|from| _ = functions.function(types[*from]));
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for from in self.order.clone() {
            utils::parse_function_body(self, code, bodies[from].clone())?;
        }
        Ok(())
    }
}
