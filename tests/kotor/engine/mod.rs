//! The engine of KotOR as it is reported to walk, in rooms made for it and in those of the corpus.

mod corpus;
mod generate;
mod plans;
mod queries;
