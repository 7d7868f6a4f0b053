//! One file per command.

pub mod bake;
pub mod check;
pub mod demo;
pub mod diff;
pub mod info;
pub mod path;
pub mod roundtrip;
