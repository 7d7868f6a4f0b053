//! The formats: the contract of on-disk types, the errors of bad files, the memory use of reading, and the tables of the documents.

mod bad_input;
mod book;
mod contract;
mod memory;
mod support {
    pub mod probe;
    pub mod sources;
}
mod values;
