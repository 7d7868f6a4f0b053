//! Silkroad's dungeons: the synthetic files of the corpus, generated dungeons, damage, and nonsense.

mod corpus;
mod damage;
mod floors;
mod generate;
mod generated;
mod memory;
mod nonsense;
mod oracle;
mod overview;
mod threads;
