//! Silkroad's dungeons: the synthetic files of the corpus, generated dungeons, damaged files, and random data.

mod corpus;
mod damage;
#[path = "../support/editor.rs"]
mod editor;
mod exchange;
mod exchange_dungeon;
mod floors;
mod generate;
mod generated;
mod memory;
mod nonsense;
mod oracle;
mod overview;
mod threads;
