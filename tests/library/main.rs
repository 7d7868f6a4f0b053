//! The library as a whole: archives, exchange, pictures, differences, connectivity, and every file of the corpus.

mod archives;
mod collection;
mod connectivity;
mod diff;
mod formats_corpus;
mod gltf;
mod matching;
mod obj;
mod picture;
mod serialized;
#[path = "../support/archives.rs"]
mod support;
