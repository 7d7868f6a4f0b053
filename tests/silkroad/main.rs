//! Silkroad's dungeons: the synthetic files of the corpus, and generated dungeons.

mod corpus;
