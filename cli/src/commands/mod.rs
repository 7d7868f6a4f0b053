//! One file per command.

pub mod demo;
pub mod info;
pub mod roundtrip;
