//! The engine of KotOR as it is reported to walk, in rooms made for it and in those of the corpus.

mod corpus;
#[path = "../kotor/made_up.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod made_up;
mod plans;
mod queries;
