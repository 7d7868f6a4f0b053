//! The formats: what every on-disk type keeps, what bad files are told, what reading costs, and the tables of the documents.

mod bad_input;
mod book;
mod contract;
mod memory;
mod support {
    pub mod probe;
    pub mod sources;
}
mod values;
