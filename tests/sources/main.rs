//! Rules for the sources, the documents and the packages.

mod citations;
mod doors;
mod error_types;
mod extensions;
mod figures;
mod links;
mod one_language;
mod packages;
mod paths;
mod readme;
mod siblings;
mod words;
